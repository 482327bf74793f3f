"""The sheet of a game turn by turn: every line an explained sum, and where it lies on the board."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from scoring.documents.values import Written
from scoring.game import ScoreLine
from scoring.picture import Point
from scoring.referee.contracts.games import Record
from scoring.referee.contracts.photos import Seat
from scoring.referee.contracts.snapshot import LiveSeat
from webui.context import context, history, live_table
from webui.render.drawing import frame_cells, only_to_look_at
from webui.render.sums import add_up, say_winner, winners_of

blueprint = Blueprint("sheet", __name__)


class SheetEntry(Struct, frozen=True):
    """A line on the sheet, and the key by which a tap names it: the turn's number and its own."""

    key: str
    line: ScoreLine


BEFORE = -1
"""The number of what came before the first turn."""


class Scored(Struct, frozen=True):
    """A turn that scored, or the final scoring.

    Attributes:
        number: Of the turn, from 1; 0 for the final scoring, -1 for what a game in the middle begins with.
        says: The turn in words.
        entries: What it scored.
        standing: How everybody stands after it, by colour.
        balances: What everybody may know that they have then of each currency, by its name and by colour.
        declared: Whether a player entered the turn instead of the camera.
        is_house_rule: Whether the turn breaks a rule and was kept all the same.
    """

    number: int
    says: str
    entries: tuple[SheetEntry, ...]
    standing: dict[str, int]
    declared: bool = False
    balances: Mapping[str, Mapping[str, int]] = {}
    is_house_rule: bool = False


@blueprint.get("/sheet")
def show() -> ResponseReturnValue:
    """Show the sheet of the game on the table so far."""
    game = live_table().snapshot().game
    if not game:
        return redirect(url_for("dashboard.home"))
    return render_template("history/sheet.html", **sheet_page(history().record(game)))


def sheet_page(record: Record) -> Written:
    """Give what a page about a game shows: the lines that were asked for, and the board with one marked."""
    colours = [seat.colour for seat in record.about.players]
    player = request.args.get("player", "")
    player = player if player in colours else ""
    scored = scored_turns(record, player)
    picked = request.args.get("line", "")
    line = next((e.line for turn in scored for e in turn.entries if e.key == picked), None)
    picture = history().picture(record.about.game, len(record.turns))
    return {
        "record": record,
        "player": player,
        "scored": scored,
        "picked": picked if line else "",
        "line": line,
        "picture": only_to_look_at(frame_cells(picture, _outlines(record, line))),
        "palette": picture.palette,
        "standing": record.standing_after(record.steps),
        "balances": balances_of(record.about.players),
        "winner": say_winner(
            add_up((), [*map(_seat, record.about.players)]), winners_of(record.about.players)
        ),
    }


def _outlines(record: Record, line: ScoreLine | None) -> Sequence[tuple[Point, ...]]:
    rules = context().games.get(record.about.rules)
    return rules.outlines(line.where, record.view) if rules and line else ()


def _seat(seat: LiveSeat) -> Seat:
    return Seat(seat.colour, seat.name, seat.points)


def scored_turns(record: Record, player: str = "") -> tuple[Scored, ...]:
    """Give the turns that scored and, once the game has ended, the final scoring.

    Args:
        record: The game.
        player: The colour whose lines are given; without it, those of all who got something.
    """
    turns = [
        Scored(
            number or BEFORE,
            turn.says,
            _entries(move, turn.lines, player),
            turn.standing,
            turn.declared,
            turn.balances,
            turn.is_house_rule,
        )
        for move, (turn, number) in enumerate(zip(record.turns, record.numbers[1:], strict=True), 1)
    ]
    begun = Scored(BEFORE, "", _entries(BEFORE, record.carried, player), record.standing_after(0))
    ended = _entries(0, record.final, player)
    stand, balances = record.standing_after(record.steps), balances_of(record.about.players)
    final = Scored(0, "", ended, stand, balances=balances)
    return tuple(turn for turn in (begun, *turns, final) if turn.entries)


def balances_of(seats: Sequence[LiveSeat]) -> dict[str, dict[str, int]]:
    """Give what everybody may know of each currency, by its name and by colour."""
    names = dict.fromkeys(name for seat in seats for name in seat.balances)
    return {
        name: {seat.colour: seat.balances[name] for seat in seats if name in seat.balances} for name in names
    }


def _entries(move: int, lines: tuple[ScoreLine, ...], player: str) -> tuple[SheetEntry, ...]:
    keyed = (SheetEntry(f"{move}.{place}", line) for place, line in enumerate(lines))
    return tuple(each for each in keyed if (player in each.line.players if player else each.line.players))
