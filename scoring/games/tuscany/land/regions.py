"""A player's region: thirty fields joined of three pieces, or read field by field, and its colour areas."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from scoring.documents.complaints import LONGEST
from scoring.errors import IllegalMoveError
from scoring.game import Cell
from scoring.games.tuscany.land.box import LETTERS, RegionFacts
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.games.tuscany.land.words import COLOURS
from scoring.geometry.hexes import neighbours, turned
from scoring.geometry.pieces import pieces_of
from scoring.sentence import marked, sentence

SEAT_COLUMNS = 40
"""Each player's region lies so many columns east of that of the player before."""


class LaidPiece(Struct, frozen=True):
    """A piece of cardboard as it lies.

    Attributes:
        turns: Clockwise sixths.
        cell: Where its own cell (0, 0) comes to lie.
    """

    piece: str
    turns: int
    cell: Cell


def cells_of(shape: Sequence[Cell], laid: LaidPiece) -> tuple[Cell, ...]:
    """Give the cells that a piece covers, in the order of its shape.

    >>> cells_of([(0, 0), (1, 0)], LaidPiece("A1", 3, (1, 2)))
    ((1, 2), (0, 2))
    """
    steps = (turned(cell, laid.turns) for cell in shape)
    return tuple((laid.cell[0] + q, laid.cell[1] + r) for q, r in steps)


def joined(facts: RegionFacts, pieces: Sequence[LaidPiece]) -> dict[Cell, str]:
    """Give the fields of a region that is joined of three pieces.

    Raises:
        IllegalMoveError: A piece's layout is not known, or they do not lie as the rulebook has it.
    """
    unknown = next((each.piece for each in pieces if each.piece not in facts.pieces), None)
    if unknown is not None:
        words = marked(
            "Nobody knows yet what piece {piece} shows: tell its ten colours, or those of all fields."
        )
        raise IllegalMoveError("piece_unknown", sentence(words, piece=unknown[:LONGEST]))
    if sorted(each.piece[0] for each in pieces) != [*LETTERS]:
        raise IllegalMoveError(
            "pieces", sentence("A region is joined of a piece A, a piece B and a piece C.")
        )
    fields: dict[Cell, str] = {}
    for each in pieces:
        fields |= dict(zip(cells_of(facts.shape, each), facts.pieces[each.piece], strict=True))
    if len(fields) < len(pieces) * len(facts.shape) or not _lie_edge_to_edge(facts, pieces):
        words = marked("The pieces lie long edge to long edge, each shifted by no more than one hexagon.")
        raise IllegalMoveError("pieces_apart", sentence(words))
    return fields


def _lie_edge_to_edge(facts: RegionFacts, pieces: Sequence[LaidPiece]) -> bool:
    """Tell whether pieces lie as they may; of a box whose edges nobody has told, any side will do.

    A whole region may lie turned on the table: it is turned back for the comparison.
    """
    if not facts.next_at:
        return True
    return any(_lie_in_a_row(facts, pieces, back) for back in range(6))


def _lie_in_a_row(facts: RegionFacts, pieces: Sequence[LaidPiece], back: int) -> bool:
    shape, corners = {*facts.shape}, []
    for each in pieces:
        cells = [turned(cell, back) for cell in cells_of(facts.shape, each)]
        q, r = min(cells)[0] - min(shape)[0], min(cells)[1] - min(shape)[1]
        if (each.turns + back) % 6 not in facts.turns or {(a - q, b - r) for a, b in cells} != shape:
            return False
        corners.append((r, q))
    corners.sort()
    steps = [(q - q0, r - r0) for (r0, q0), (r, q) in pairwise(corners)]
    return all(step in facts.next_at for step in steps)


def check_fields(fields: Mapping[Cell, str]) -> None:
    """Refuse a region that has not the fields which every region has, in one piece.

    Raises:
        IllegalMoveError: Naming a colour of which there are too many or too few.
    """
    counts = Counter(fields.values())
    for colour, wanted in FIELDS.items():
        if counts[colour] != wanted:
            words = marked("A region has {wanted} {colour} fields, not {count}.")
            says = sentence(words, wanted=wanted, colour=COLOURS[colour], count=counts[colour])
            raise IllegalMoveError("counts_of_colours", says)
    if len([*pieces_of(fields, neighbours)]) > 1:
        raise IllegalMoveError("fields_apart", sentence("The fields of a region hang together."))


def areas_of(fields: Mapping[Cell, str]) -> dict[Cell, tuple[Cell, ...]]:
    """Give for every field its area, sorted: the fields of its colour that hang together with it."""
    areas: dict[Cell, tuple[Cell, ...]] = {}
    for colour in {*fields.values()}:
        for piece in pieces_of([cell for cell in fields if fields[cell] == colour], neighbours):
            area = tuple(sorted(piece))
            areas |= dict.fromkeys(area, area)
    return areas


def is_on_seat(cell: Cell, seat: int) -> bool:
    """Tell whether a cell lies where a player's region does, so that no two share a cell."""
    return abs(cell[0] - SEAT_COLUMNS * seat) < SEAT_COLUMNS // 2
