"""The score sheet on the command line: reckoned for a photographed board, printed for any game."""

from collections.abc import Iterator, Mapping, Sequence

import click

from firmware.cli.output import in_own_language, print_table
from scoring.documents.replay import standing_at
from scoring.documents.values import Document, Written
from scoring.game import Cell, GameInfo, Player, PlayerSeat, ScoreLine, Setup, Term
from scoring.roles import AnyRules
from scoring.sentence import marked
from scoring.sheet import (
    NOBODYS,
    SHEET_FORMAT,
    line_document,
    say_amount,
    say_count,
    say_number,
    say_sum,
    say_win,
    total,
    winners,
)
from webui.access.languages import translate

Sheet = Document
"""A sheet document, see CONTRACTS "Game document"."""


def board_sheet(
    rules: AnyRules,
    board: object,
    rule_set: str,
    options: Mapping[str, str | bool],
    colours: Sequence[str],
) -> Written:
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


def print_sheet(sheet: Sheet, info: GameInfo, names: Mapping[Player, str], corner: Cell = (0, 0)) -> None:
    """Print a sheet in the reader's language: a row a move with the points after it, and what it scored.

    Args:
        info: The game.
        names: The players', by colour; whoever has none is called by the colour.
        corner: Of a photographed board the cell before its first column and row, as its list counts them.
    """
    with in_own_language():
        final = sheet["final"]
        colours = list(final["points"])
        begins = [{"move": 0, **sheet["begins"]}] if "begins" in sheet else []
        rows = [row for move in (*begins, *sheet["after"]) for row in _move_rows(move, colours, info, corner)]
        if final["lines"]:
            rows.append([translate(marked("End")), "", "", *("" for _ in colours)])
        rows += [_line_row(line, colours, info, corner) for line in final["lines"]]
        rows.append(
            [translate(marked("Total")), "", "", *(say_number(standing_at(final)[each]) for each in colours)]
        )
        heads = [translate(head) for head in (marked("Move"), marked("Scored"), marked("Sum"))]
        called = [names.get(colour) or translate(colour) for colour in colours]
        if colours or final["lines"]:
            print_table([*heads, *called], rows, numbers=len(colours))
        click.echo(_say_winners(final, names))


def _move_rows(move: Document, colours: Sequence[str], info: GameInfo, corner: Cell) -> Iterator[list[str]]:
    yield [str(move["move"]), "", "", *(say_number(standing_at(move).get(colour, 0)) for colour in colours)]
    for line in move["lines"]:
        yield _line_row(line, colours, info, corner)


def _line_row(line: Document, colours: Sequence[str], info: GameInfo, corner: Cell) -> list[str]:
    terms = tuple(Term(**term) for term in line["terms"])
    told = ScoreLine(line["feature"], (), tuple(line["players"]), terms, currency=line.get("currency", ""))
    gain, amount = say_number(told.points, plus=True), say_number(told.points)
    if told.currency:
        # Beside the points, which are added up: what is in brackets is not.
        gain, amount = f"({gain})", translate(say_amount(told, info.currencies))
    gains = [gain if colour in told.players else "" for colour in colours]
    where, count = "", len(line["cells"])
    if count > 1:
        where = f", {translate(say_count(count, info.cells))}"
    elif count and not info.is_printed:
        column, row = line["cells"][0]
        where = f" {column - corner[0]}, {row - corner[1]}"
    why = f", {translate(line['why'])}" if "why" in line else ""
    reckoned = " = ".join(filter(None, (translate(say_sum(told)), amount)))
    return ["", f"{translate(line['feature'])}{where}{why}", reckoned, *gains]


def _say_winners(final: Document, names: Mapping[Player, str]) -> str:
    if final["winners"]:
        return translate(say_win(final["points"], final["winners"], names))
    return translate("The game goes on." if final["points"] else NOBODYS)
