"""The picture of a photographed board: as that of a game, with its faults, its doubts and places to fill."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from scoring.game import Cell
from scoring.games.tuscany.documents.boards import state_on
from scoring.games.tuscany.drawing.art import PALETTE, PLACE
from scoring.games.tuscany.drawing.pictures import at_mm, display_mm, picture
from scoring.games.tuscany.land.board import TuscanyBoard
from scoring.games.tuscany.land.spots import seat_at
from scoring.games.tuscany.land.tiles import DISPLAY, FIELDS
from scoring.geometry.hexes import neighbours
from scoring.geometry.rulers import RulerLabel, Rulers, at_gap, corner_before
from scoring.picture import Picture, Placed
from scoring.sentence import as_sentence, joined, sentence
from scoring.spots import Spot, place_spot, read_spot, spot_of

_Worry = tuple[str, tuple[str, ...]]


def picture_board(board: TuscanyBoard) -> Picture:
    """Draw a board as it was read.

    Returns:
        A picture whose spots are those of a game in play; beside them "OWNER/seat" for whose region it is,
        and "phase" for what no photograph tells.
    """
    drawn, worries = picture(state_on(board)), _worries(board)
    placed = [_worried(_seat(each), worries) for each in drawn.placed]
    placed += [_worried(each, worries) for each in _places(board)]
    told = sentence("Phase {number}", number=board.phase or "?")
    return replace(drawn, placed=(*placed, Placed(PLACE, display_mm(DISPLAY), spot="phase", says=told)))


def _seat(each: Placed) -> Placed:
    """Let whose a region is be tapped; of one that is nobody's the bar has no player's colour."""
    if each.symbol != "seat":
        return each
    colour = each.colour if each.colour in PALETTE else "paper"
    return replace(each, spot=spot_of("seat", "", each.colour), colour=colour)


def _places(board: TuscanyBoard) -> Iterator[Placed]:
    """Give a place for every cell with a fault or a doubt and no field and, where fields lack, all around."""
    for region in range(len(board.regions)):
        fields = board.colours(region)
        wanted = {cell for cell in _worries(board) if seat_at(cell[0]) == region} - {*fields}
        if len(fields) < sum(FIELDS.values()):
            wanted |= {there for cell in fields for there in neighbours(cell)} - {*fields}
        for cell in sorted(wanted):
            if seat_at(cell[0]) == region:
                says = joined([sentence("Empty place"), at_gap(cell, rulers(board).corner)])
                spot = place_spot(cell, board.owner(region))
                yield Placed(PLACE, at_mm(cell), spot=spot, says=says, emphasis="empty")


def _worried(each: Placed, worries: Mapping[Cell, _Worry]) -> Placed:
    match read_spot(each.spot) if each.spot else None:
        case Spot(_, _, (q, r)) if (q, r) in worries:
            kind, says = worries[q, r]
            words = joined([each.says, joined(says, by=", ")], by=": ")
            return replace(each, says=words, emphasis=kind)
    return each


def _worries(board: TuscanyBoard) -> dict[Cell, _Worry]:
    """Gather what is wrong or unsure, by cell; a fault weighs more."""
    said: dict[Cell, _Worry] = {}
    for fault in board.faults:
        for cell in fault.cells:
            said[cell] = "fault", (*said.get(cell, ("", ()))[1], as_sentence(fault.says))
    for doubt in board.doubts:
        if doubt.cell is not None:
            kind, says = said.get(doubt.cell, ("doubt", ()))
            said[doubt.cell] = kind, (*says, as_sentence(doubt.says))
    return said


def rulers(board: TuscanyBoard) -> Rulers:
    """Number the columns and rows of a board: beside its regions, and wherever they are spoken of.

    Columns lean, as those of hexagons do, and go on from one region to the next.
    """
    cells = [*(each.cell for each in board.fields), *(each.cell for each in board.doubts if each.cell)]
    corner, labels = corner_before(cells), []
    for region in range(len(board.regions)):
        here = [cell for cell in cells if seat_at(cell[0]) == region]
        for q in sorted({q for q, _ in here}):
            first = min(r for column, r in here if column == q)
            labels.append(_label(q - corner[0], (q, first), (q, first - 1)))
        for row in sorted({r for _, r in here}):
            last = max(q for q, r in here if r == row)
            labels.append(_label(row - corner[1], (last, row), (last + 1, row)))
    return Rulers(corner, tuple(labels))


def _label(number: int, cell: Cell, beside: Cell) -> RulerLabel:
    """Write a number beside a field, two thirds of the way to where the next one would lie."""
    (x, y), (to_x, to_y) = at_mm(cell), at_mm(beside)
    return RulerLabel(str(number), (x + 0.7 * (to_x - x), y + 0.7 * (to_y - y)))
