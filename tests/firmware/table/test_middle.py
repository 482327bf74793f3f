"""A game begun in the middle, from a photograph of the table, is followed by the camera from there on."""

from importlib import import_module
from typing import NamedTuple

import numpy as np
import pytest

from firmware.evaluation.live_games import FPS, SIZE_PX, Filmed
from firmware.evaluation.onlooker import Onlooker
from firmware.table.follower import Eyes
from scoring import games as rules_of
from scoring.game import Setup
from vision import games as readers_of
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script


class Middle(NamedTuple):
    """Which film is joined at which turn, and how its photograph is held.

    Attributes:
        quarters: So often the photograph is turned against the camera's view.
        is_learned: Whether the box was learned before.
    """

    game: str
    seed: int
    turns: int
    at: int
    quarters: int
    is_learned: bool


MIDDLES = (
    Middle("carcassonne", 3, 9, 7, 1, is_learned=True),
    Middle("carcassonne", 4, 9, 7, 2, is_learned=False),
    Middle("cornwall", 3, 6, 5, 1, is_learned=True),
)


class Rest:
    """The rest of a film, from a frame on."""

    says = "The rest of a film"

    def __init__(self, told, first):
        self.filmed = Filmed(told)
        self.scenes = iter(told.scenes[first:])

    def take(self, timeout_s):
        scene = next(self.scenes, None)
        return None if scene is None else self.filmed.take(scene)

    def hold(self):
        return ()

    def close(self):
        pass


def photographed(told, first, middle, reader, prints):
    """Read the table as a photograph taken from another side of it shows it."""
    image = Filmed(told).take(told.scenes[first]).full()
    photo = np.ascontiguousarray(np.rot90(image, middle.quarters))
    colours = [seat.colour for seat in told.setup.players]
    rules = rules_of.load(middle.game)
    return rules.dump_board(reader.read(photo, prints, colours=colours))


def beginning(told, rules, board, then):
    """Give the setup of the game that goes on from a board; what lies beside it players tell."""
    boards = import_module(f"scoring.games.{rules.info.name}.documents.boards")
    true = rules.dump_board(boards.board_of(then))
    beside = {"pub": true["pub"]} if "pub" in true else {}
    had = {
        currency.name: {s.player: s.left for s in rules.supplies(then) if s.kind == currency.name}
        for currency in rules.info.currencies
    }
    points, turn = dict(rules.points(then)), rules.player(then)
    begins = {"board": {**board, **beside}, "points": points, "turn": turn, **had}
    setup = Setup(told.setup.rules, told.setup.players, told.setup.options, begins)
    return rules.load_setup(rules.dump_game(setup, ()))


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("middle", MIDDLES, ids=lambda one: f"{one.game}-{one.seed}")
def test_a_table_photographed_in_the_middle_is_followed_to_the_true_points(middle):
    rules, live = rules_of.load(middle.game), readers_of.load_live(middle.game)
    reader = readers_of.load(middle.game)
    told = script(middle.seed, 0, SIZE_PX, middle.turns, game=middle.game, fps=FPS)
    states = [rules.start(told.setup)]
    for move in told.truth["moves"]:
        states.append(rules.apply(states[-1], rules.load_move(move))[0])
    then, first = states[middle.at], told.spans[middle.at - 1].whole_from
    prints = reader.learn(single_tiles(told.course.box, told.seed)) if middle.is_learned else None
    setup = beginning(told, rules, photographed(told, first, middle, reader, prints), then)
    assert rules.supplies(rules.start(setup)) == rules.supplies(then)
    eyes = Eyes(live, live.get_ready(prints, [seat.colour for seat in told.setup.players]))
    onlooker = Onlooker(setup, rules, eyes, lambda: 0.0)
    onlooker.follow(Rest(told, first))
    sheet = rules.replay(onlooker.document)
    points = [dict(rules.points(state)) for state in states[middle.at + 1 :]]
    assert [each["points"] for each in sheet["after"]] == points
    assert sheet["final"]["points"] == told.course.final
