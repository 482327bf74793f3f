"""What a player says of a photographed board, put in place of what was read."""

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import flag
from scoring.errors import UnreadableError
from scoring.game import Cell
from scoring.games.cornwall.documents.status import status
from scoring.games.cornwall.engine.options import COLOURS
from scoring.games.cornwall.engine.state import SUPPLY
from scoring.games.cornwall.land.board import (
    CornwallBoard,
    CottageReading,
    FieldReading,
    FigureReading,
    GuestReading,
)
from scoring.games.cornwall.land.fields import SYMBOLS, TERRAINS, Field, check_field, symbols_of
from scoring.games.cornwall.land.spots import Answers, cell_of, field_at, one_of, spot_named
from scoring.geometry.rulers import at_gap, corner_before
from scoring.sentence import sentence

_NAMES = ("terrain", "symbols", "cottage", "colour", "kind", "cell", "remove")


def correct(board: CornwallBoard, spot: str, answers: Answers) -> CornwallBoard:
    """Put a player's answers about one spot in place of what was read, and list the faults anew.

    Args:
        spot: The spot the answers are about, as in ``questions``.
        answers: Values by the questions' names; what is missing stays as it is.

    Raises:
        UnreadableError: Nothing like that spot is on the board, or an answer is impossible.
    """
    found = spot_named(board, spot)
    for name in answers:
        if name not in _NAMES:
            raise UnreadableError(f"There is no question {shown(name)}; there are: {', '.join(_NAMES)}.")
    if found.kind == "figure":
        corrected = _with_figure(board, found.index, answers)
    elif found.kind == "guest":
        corrected = _with_guest(board, found.index, answers)
    elif found.kind == "pub":
        colour = one_of(answers.get("colour"), COLOURS, "A figure")
        corrected = replace(board, pub=(*board.pub, GuestReading(colour, _kind(answers, "small"))))
    elif flag(answers, "remove"):
        corrected = _without_field(board, found.cell)
    else:
        corrected = _with_field(board, found.cell, answers)
    return replace(corrected, faults=status(corrected))


def _without_field(board: CornwallBoard, cell: Cell) -> CornwallBoard:
    """Take a field away, and what stands on it with it."""
    return replace(
        board,
        fields=tuple(field for field in board.fields if field.cell != cell),
        figures=tuple(figure for figure in board.figures if figure.cell != cell),
        cottages=tuple(cottage for cottage in board.cottages if cottage.cell != cell),
    )


def _with_field(board: CornwallBoard, cell: Cell, answers: Answers) -> CornwallBoard:
    before = field_at(board, cell)
    shown = field_answered(before.field if before else None, answers.get("terrain"), answers.get("symbols"))
    field = FieldReading(
        cell,
        shown.terrain,
        shown.symbols,
        tile=before.tile if before else -1,
        hex_px=before.hex_px if before else (),
    )
    fields = [field if other.cell == cell else other for other in board.fields]
    figures = board.figures
    if answers.get("colour"):
        colour = one_of(answers["colour"], COLOURS, "A figure")
        figures = (*figures, FigureReading(cell, colour, _kind(answers, "small")))
    return replace(
        board,
        fields=tuple(fields if before else [*fields, field]),
        figures=figures,
        cottages=_cottages(board, cell, answers),
        doubts=tuple(doubt for doubt in board.doubts if doubt.cell != cell),
    )


def _cottages(board: CornwallBoard, cell: Cell, answers: Answers) -> tuple[CottageReading, ...]:
    if answers.get("cottage") is None:
        return board.cottages
    others = tuple(cottage for cottage in board.cottages if cottage.cell != cell)
    stays = next((cottage for cottage in board.cottages if cottage.cell == cell), CottageReading(cell))
    return (*others, stays) if flag(answers, "cottage") else others


def field_answered(before: Field | None, terrain: object, symbols: object) -> Field:
    """Put answers about a field in place of what it showed; symbols stay where the new terrain can have them.

    Raises:
        UnreadableError: There is no such terrain or symbol, or nobody said which terrain it is.
    """
    if terrain is None:
        if before is None:
            raise UnreadableError("Say which terrain the new field has.")
        terrain = before.terrain
    named = one_of(terrain, TERRAINS, "A terrain")
    if symbols is not None:
        return check_field(Field(named, _symbols(symbols)))
    kept = before.symbols if before else ()
    return Field(named, kept if kept in symbols_of(named) else tuple(s for s in kept if s != "flag"))


def _symbols(value: object) -> tuple[str, ...]:
    """Read symbols as an answer has them: "flag.chapel", or a list of words."""
    words = [word for word in value.split(".") if word] if isinstance(value, str) else value
    if not isinstance(words, list | tuple):
        raise UnreadableError(f"Symbols can be {', '.join(SYMBOLS)}, not {shown(value)}.")
    return tuple(one_of(word, SYMBOLS, "A symbol") for word in words)


def _with_figure(board: CornwallBoard, index: int, answers: Answers) -> CornwallBoard:
    figures = list(board.figures)
    if flag(answers, "remove"):
        del figures[index]
        return replace(board, figures=tuple(figures))
    figure = figures[index]
    cell = cell_of(answers["cell"]) if answers.get("cell") is not None else figure.cell
    if cell != figure.cell and field_at(board, cell) is None:
        where = at_gap(cell, corner_before(field.cell for field in board.fields))
        raise UnreadableError(sentence("There is no field {where} on this board.", where=where))
    colour = one_of(answers.get("colour") or figure.colour, COLOURS, "A figure")
    kind = _kind(answers, figure.kind)
    figures[index] = replace(figure, cell=cell, colour=colour, kind=kind, confidence=1.0)
    return replace(board, figures=tuple(figures))


def _with_guest(board: CornwallBoard, index: int, answers: Answers) -> CornwallBoard:
    guests = list(board.pub)
    if flag(answers, "remove"):
        del guests[index]
        return replace(board, pub=tuple(guests))
    guest = guests[index]
    colour = one_of(answers.get("colour") or guest.colour, COLOURS, "A figure")
    guests[index] = replace(guest, colour=colour, kind=_kind(answers, guest.kind), confidence=1.0)
    return replace(board, pub=tuple(guests))


def _kind(answers: Answers, otherwise: str) -> str:
    return one_of(answers.get("kind") or otherwise, tuple(SUPPLY), "A figure")
