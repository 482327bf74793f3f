"""The score sheet on the command line: reckoned for a photographed board, printed for any game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from firmware.output import print_table
from scoring.game import PlayerSeat, Rules, Setup, Term
from scoring.sheet import SHEET_FORMAT, line_document, total, winners
from webui.sums import say_points, say_term

Sheet = Mapping[str, Any]
"""A sheet document, see CONTRACTS "Game document"."""


def board_sheet(
    rules: Rules[Any, Any, Any],
    board: Any,
    rule_set: str,
    options: Mapping[str, str | bool],
    colours: Sequence[str],
) -> dict[str, Any]:
    """Reckon a photographed board as if the game ended now.

    Args:
        colours: Who plays; without them, whoever has a figure on the board.

    Raises:
        UnreadableError: No such rule set or option.
    """
    seen = {sighting.player for sighting in rules.sightings(board)}
    playing = [colour for colour in rules.info.colours if colour in {*seen, *colours}]
    seats = tuple(PlayerSeat(colour.title(), colour) for colour in playing)
    lines = rules.score_board(board, Setup(rule_set, seats, options))
    points = total(lines, dict.fromkeys(playing, 0))
    final = {"points": points, "lines": [line_document(line) for line in lines], "winners": winners(points)}
    return {"format": SHEET_FORMAT, "after": [], "final": final}


def print_sheet(sheet: Sheet, cells: str) -> None:
    """Print a sheet: a row for each move with the points after it, and beneath it what it scored.

    Args:
        cells: What features are made of, see ``GameInfo``.
    """
    final = sheet["final"]
    colours = list(final["points"])
    rows = [row for move in sheet["after"] for row in _move_rows(move, colours, cells)]
    if final["lines"]:
        rows.append(["End", "", "", *("" for _ in colours)])
    rows += [_line_row(line, colours, cells) for line in final["lines"]]
    rows.append(["Total", "", "", *(str(final["points"][colour]) for colour in colours)])
    print_table(["Move", "Scored", "Sum", *colours], rows, numbers=len(colours))
    click.echo(_say_winners(final))


def _move_rows(move: Mapping[str, Any], colours: Sequence[str], cells: str) -> Iterator[list[str]]:
    yield [str(move["move"]), "", "", *(str(move["points"].get(colour, 0)) for colour in colours)]
    for line in move["lines"]:
        yield _line_row(line, colours, cells)


def _line_row(line: Mapping[str, Any], colours: Sequence[str], cells: str) -> list[str]:
    terms = " + ".join(say_term(Term(**term)) for term in line["terms"])
    gains = [f"+{line['points']}" if colour in line["players"] else "" for colour in colours]
    where, count = "", len(line["cells"])
    if count:
        where = f", {count} {cells}" if count > 1 else ", at {}, {}".format(*line["cells"][0])
    why = f", {line['why']}" if "why" in line else ""
    return ["", f"{line['feature']}{where}{why}", f"{terms} = {line['points']}", *gains]


def _say_winners(final: Mapping[str, Any]) -> str:
    names = [str(colour).title() for colour in final["winners"]]
    if not names:
        return "The game goes on." if final["points"] else "Nobody has a figure on this board."
    points = say_points(final["points"][final["winners"][0]])
    if len(names) == 1:
        return f"{names[0]} wins with {points}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win with {points}."
