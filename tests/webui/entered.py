"""A real table without a camera, at which every turn is entered on a phone."""

from contextlib import contextmanager

from firmware.cameras.absent import NoCamera
from firmware.panel import NoPanel
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring.games import load
from scoring.referee.contracts.table import NewGame
from scoring.referee.record.events import game_started
from scoring.referee.store import Event
from webui.app import create_app
from webui.context import Context

SEATS = (("Ann", "red"), ("Ben", "blue"), ("Cleo", "yellow"))


def no_reader(game):
    raise AssertionError("a game that is played by hand gets no reader")


@contextmanager
def table_by_hand(folder, game, photos, lessons, rules=None, before=(), **options):
    """Have Ann, Ben and Cleo sit down to a game by hand.

    Args:
        before: Moves of a game that was played before.

    Yields:
        The table, and its pages.
    """
    folder.mkdir()
    games = Games(load, no_reader, lambda name: b"")
    if before:
        keep_game(folder, game, before)
    with open_store(folder) as store, Table(NoCamera(), store, lambda post: NoPanel(""), games) as table:
        rules = rules or load(game).info.rule_sets[-1].name
        table.start(NewGame(game, rules, "", SEATS, options, by_hand=True))
        yield table, create_app(Context(photos, lessons, table))


def keep_game(folder, game, moves):
    """Keep a game that was played and ended."""
    rules = load(game)
    players = [{"name": name, "colour": colour} for name, colour in SEATS]
    setup = rules.load_setup({"rules": rules.info.rule_sets[-1].name, "players": players})
    turns = [Event("turn_confirmed", {"move": rules.dump_move(move)}) for move in moves]
    with open_store(folder) as store:
        store.begin(game_started(setup, rules, ""), *turns, Event("game_ended", {}))
