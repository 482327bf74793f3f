"""``tablekeeper watch``: the live loop over a recorded session, with nobody at the buttons."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from firmware.build import Parts, camera_kinds
from firmware.cli import options
from firmware.cli.output import print_json, print_table
from firmware.cli.sheets import print_sheet
from firmware.evaluation.onlooker import FollowedTurn, Onlooker, count_right
from firmware.evaluation.tallies import AnyYardstick
from firmware.print_sets import NOTHING_LEARNED, chosen_set, is_there, load_prints
from firmware.recording.session import Session, read_session
from firmware.table.follower import Eyes
from scoring.documents.values import Document, Written
from scoring.roles import AnyNotation, AnyRules

WATCH_FORMAT = "tablekeeper.watch/1"
PRINTS_ELSEWHERE = (
    "The print set that this session was recorded with is not here: {name}. --prints names another."
)


@click.command(short_help="Follow a recorded session with nobody at the buttons.")
@options.path("session_dir", "SESSION_DIR")
@options.prints()
@options.any_box()
@options.as_json()
@options.data()
@click.pass_obj
def watch(
    parts: Parts, session_dir: Path, prints: str | None, any_box: bool, as_json: bool, data: Path
) -> None:
    """Follow the game recorded in SESSION_DIR and print its turns and its sheet.

    Every proposal is confirmed as it stands as soon as the next turn begins. Where the session tells
    what was really played, what no camera sees is told, and the turns that were read right are counted.
    """
    session = read_session(session_dir)
    game = session.about.game
    rules, reader, live = parts.rules(game), parts.reader(game), parts.live(game)
    if prints is None and not any_box:
        prints = _came_with(session, data)
    name = chosen_set(data, reader, prints, _tell, any_box=any_box)
    if name is None:
        click.echo(NOTHING_LEARNED, err=True)
    learned = None if name is None else load_prints(data, name, rules, reader, _tell)
    setup = session.about.setup
    eyes = Eyes(live, live.get_ready(learned, [seat.colour for seat in setup.players]))
    told = _told(session, rules, parts.yardstick(game))
    onlooker = Onlooker(setup, rules, eyes, time.perf_counter, told.get)
    camera = camera_kinds(None)["folder"](str(session_dir)).camera
    onlooker.follow(camera)
    sheet = rules.replay(onlooker.document)
    if as_json:
        print_json({"format": WATCH_FORMAT, "turns": onlooker.turns, "final": sheet["final"]})
        return
    print_turns(onlooker.turns)
    print_sheet(sheet, rules.info, {seat.colour: seat.name for seat in setup.players})
    if session.truth:
        print_right(onlooker.document, session.truth, rules, parts.yardstick(game))


def _told(session: Session, rules: AnyRules, yardstick: AnyYardstick) -> dict[int, Written]:
    """Give the moves that players told, where the session says so, by how many came before each."""
    moves = map(rules.load_move, session.truth["moves"] if session.truth else ())
    return {at: rules.dump_move(move) for at, move in enumerate(moves) if yardstick.is_told(move)}


def _came_with(session: Session, data: Path) -> str | None:
    """Name the print set a session was recorded with, where it is still there."""
    name = session.prints
    if name is None or is_there(data, name):
        return name
    _tell(PRINTS_ELSEWHERE.format(name=session.about.prints))
    return None


def _tell(says: str) -> None:
    click.echo(says, err=True)


def print_turns(turns: Sequence[FollowedTurn]) -> None:
    """Print what was followed, a row a turn."""
    rows = [
        [
            str(number),
            say_move(turn.move),
            "asked" if turn.prompted else "",
            str(turn.frame),
            f"{1000 * turn.ready_s:.0f} ms",
            f"{100 * turn.confidence:.1f} %",
        ]
        for number, turn in enumerate(turns, 1)
    ]
    print_table(["Turn", "Move", "", "Frame", "Ready in", "Sure"], rows, numbers=3)


def say_move(move: Document) -> str:
    """Write a move in a few words, as the game document has it."""
    return " ".join(f"{name}={_say(value)}" for name, value in move.items() if value not in (None, False))


def _say(value: object) -> str:
    if isinstance(value, Mapping):
        return "(" + " ".join(_say(each) for each in value.values() if each) + ")"
    return (
        ",".join(map(_say, value))
        if isinstance(value, Sequence) and not isinstance(value, str)
        else str(value)
    )


def print_right(document: Document, truth: Document, rules: AnyNotation, yardstick: AnyYardstick) -> None:
    """Say how many turns were read right."""
    right, played = count_right(document, truth, rules, yardstick), len(truth["moves"])
    more = len(document["moves"]) - played
    beside = f" {more} more were read than played." if more > 0 else ""
    click.echo(f"{right} of {played} turns are right.{beside}")
