"""The spots of pictures that a player can tap, and plain answers read."""

from typing import Literal

from msgspec import Struct

from scoring.documents.complaints import shown
from scoring.documents.document import answered
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.game import Cell
from scoring.games.cornwall.land.board import CornwallBoard, FieldReading
from scoring.geometry.rulers import at_gap, corner_before
from scoring.sentence import Sentence, sentence
from scoring.spots import Spot, read_spot

Answers = Document


class FieldOrFigure(Struct, frozen=True):
    """A place on a photographed board: a field, an empty place, a figure or guest by its index, the pub."""

    kind: Literal["field", "cell", "figure", "guest", "pub"]
    cell: Cell = (0, 0)
    index: int = -1


def spot_named(board: CornwallBoard, name: str) -> FieldOrFigure:
    """Find what a spot's name means: "field:Q,R", "cell:Q,R", "figure:INDEX", "guest:INDEX" or "pub".

    Raises:
        UnreadableError: The name is not a spot's, or nothing is there.
    """
    match read_spot(name):
        case Spot("", "pub", ""):
            return FieldOrFigure("pub")
        case Spot("", ("figure" | "guest") as kind, int(index)):
            return _piece(board, kind, index)
        case Spot("", "cell", (q, r)):
            return _gap(board, (q, r))
        case Spot("", ("field" | "tile"), (q, r)):
            return _field(board, (q, r))
    raise UnreadableError(
        f"A spot is field:Q,R or cell:Q,R or figure:INDEX or guest:INDEX or pub, not {shown(name)}."
    )


def _gap(board: CornwallBoard, cell: Cell) -> FieldOrFigure:
    if field_at(board, cell) is not None:
        raise UnreadableError(sentence("There is already a field {where}.", where=_where(board, cell)))
    return FieldOrFigure("cell", cell)


def _field(board: CornwallBoard, cell: Cell) -> FieldOrFigure:
    if field_at(board, cell) is None:
        raise UnreadableError(sentence("There is no field {where} on this board.", where=_where(board, cell)))
    return FieldOrFigure("field", cell)


def _where(board: CornwallBoard, cell: Cell) -> Sentence:
    return at_gap(cell, corner_before(field.cell for field in board.fields))


def _piece(board: CornwallBoard, kind: str, index: int) -> FieldOrFigure:
    if kind == "guest":
        if index < len(board.pub):
            return FieldOrFigure("guest", index=index)
        raise UnreadableError(
            sentence("There is no guest number {number} in the pub any more.", number=index)
        )
    if index < len(board.figures):
        return FieldOrFigure("figure", board.figures[index].cell, index)
    raise UnreadableError(
        sentence("There is no figure number {number} on this board any more.", number=index)
    )


def field_at(board: CornwallBoard, cell: Cell) -> FieldReading | None:
    """Find the field on a cell."""
    return next((field for field in board.fields if field.cell == cell), None)


def cell_of(value: object) -> Cell:
    """Read a cell written as "1,0" or as [1, 0].

    Raises:
        UnreadableError: It is none.
    """
    try:
        cell: Cell = answered(value, Cell)
    except ValueError as error:
        raise UnreadableError(f"A cell is two numbers, such as 1,0; {error}.") from error
    return cell


def one_of(value: object, words: tuple[str, ...], what: str) -> str:
    """Read an answer that is one of some words.

    Raises:
        UnreadableError: It is none of them.
    """
    if value not in words:
        raise UnreadableError(f"{what} can be {', '.join(words)}, not {shown(value)}.")
    return str(value)
