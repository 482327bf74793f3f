"""A board for people: what lies on fields and before players, what is doubted, and where each was seen."""

from collections.abc import Iterator

from msgspec.structs import replace

from scoring.documents.listing import say_counts, say_sure
from scoring.game import SURE, Cell, Sighting
from scoring.games.tuscany.documents.picture import rulers
from scoring.games.tuscany.drawing.pictures import outline
from scoring.games.tuscany.land.board import (
    ColourReading,
    CoverReading,
    ThingReading,
    TuscanyBoard,
    find_place,
    of_region,
)
from scoring.games.tuscany.land.spots import seat_at
from scoring.games.tuscany.land.tiles import FARM, UNKNOWN
from scoring.geometry.rulers import at_number
from scoring.picture import Point
from scoring.spots import place_spot, spot_of, tile_spot

HALF_READ = 0.5
"""So sure is at most what was seen to lie there, but not read: a farm without its goods brings nothing."""


def list_board(board: TuscanyBoard) -> Iterator[str]:
    """Write a board line by line: counts, each region row by row and what is before it, what is doubted."""
    unsure = [each for each in sightings(board) if each.confidence < SURE]
    counts = {
        "region": len(board.regions),
        "field": len(board.fields),
        "covered field": len(board.covers),
        "open tile": len(board.display),
        "fault": len(board.faults),
        "doubt": len(board.doubts),
    }
    yield say_counts(counts, {"reading": len(unsure)})
    for region, each in enumerate(board.regions):
        yield f"  Region of {each.player or 'nobody known'}, {say_sure(each.confidence)}"
        yield from _rows(board, region)
        for what, things in (("stored", board.store), ("token", board.tokens)):
            here = of_region(things, region)
            if here:
                yield f"    {what}: {' '.join(map(_thing, here))}"
    if board.display:
        tiles = sorted(board.display, key=lambda each: each.number)
        yield f"  display: {' '.join(map(_thing, tiles))}"
    for count in board.counts:
        yield f"  {count.player} {count.what}: {count.count}, {say_sure(count.confidence)}"
    number = rulers(board).number
    for fault in board.faults:
        where = " and ".join(at_number(number(cell)) for cell in fault.cells)
        yield f"  Fault {where}: {fault.says}".replace(" :", ":")
    for doubt in board.doubts:
        where = at_number(number(doubt.cell)) if doubt.cell else ""
        yield f"  Doubt {where}: {doubt.says}".replace(" :", ":")
    for sighting in unsure:
        if sighting.cells:
            yield f"  Unsure {at_number(number(sighting.cells[0]))}: {_or_else(board, sighting)}"


def _rows(board: TuscanyBoard, region: int) -> Iterator[str]:
    """Write the fields of each row from west to east, with what lies on them."""
    fields, lying, number = board.colours(region), board.covered(region), rulers(board).number
    for row in sorted({r for _, r in fields}):
        cells = sorted(cell for cell in fields if cell[1] == row)
        words = (f"{number(cell)[0]}:{_word(fields[cell], lying.get(cell))}" for cell in cells)
        yield f"    row {number((0, row))[1]}: {' '.join(words)}"


def _word(colour: str, lies: str | None) -> str:
    return colour if lies is None else f"{colour}={lies or '?'}"


def _thing(each: ThingReading) -> str:
    return each.face or "?"


def _or_else(board: TuscanyBoard, sighting: Sighting) -> str:
    """Say of an unsure field what it was taken for, and what else it may be."""
    cell = sighting.cells[0]
    said = f"{sighting.confidence:.0%} sure"
    readings: tuple[ColourReading | CoverReading, ...] = (*board.covers, *board.fields)
    others = [other.name or "bare" for each in readings if each.cell == cell for other in each.alternatives]
    seat = seat_at(cell[0])
    word = _word(board.colours(seat).get(cell, "?"), board.covered(seat).get(cell))
    return f"{word}, {said}{f'; else {others[0]}' if others else ''}"


# --- where each was seen -----------------------------------------------------------------------------


def sightings(board: TuscanyBoard) -> tuple[Sighting, ...]:
    """List what the photograph shows: fields or what lies on them, things before players, doubts."""
    return (*_seen_fields(board), *_seen_things(board), *_seen_doubts(board))


def _seen_fields(board: TuscanyBoard) -> Iterator[Sighting]:
    covers, colours = {each.cell: each for each in board.covers}, {each.cell: each for each in board.fields}
    for cell in {**colours, **covers}:
        lies = covers.get(cell) or colours[cell]
        name = (tile_spot if cell in covers else place_spot)(cell, board.owner(seat_at(cell[0])))
        player = board.regions[seat_at(cell[0])].player
        is_unread = cell in covers and covers[cell].face in {FARM, UNKNOWN}
        sure = min(lies.confidence, HALF_READ) if is_unread else lies.confidence
        yield Sighting("tile", name, (cell,), player, lies.hex_px, _corners(cell, lies.hex_px), None, sure)


def _corners(cell: Cell, hex_px: tuple[Point, ...]) -> tuple[Point, ...]:
    """Give the corners of a field, for as many as the photograph shows."""
    corners = outline(cell)
    return corners if len(hex_px) == len(corners) else ()


def _seen_things(board: TuscanyBoard) -> Iterator[Sighting]:
    for region, owned in enumerate(board.regions):
        spot = spot_of("seat", "", board.owner(region))
        yield Sighting("figure", spot, (), owned.player, confidence=owned.confidence)
    for kind, things in (("store", board.store), ("token", board.tokens), ("display", board.display)):
        for each in things:
            owner = "" if kind == "display" else board.owner(each.region)
            spot = spot_of(kind, each.number, owner)
            at_px = each.at_px if any(each.at_px) else None
            yield Sighting("figure", spot, (), "", each.hex_px, (), at_px, each.confidence)


def _seen_doubts(board: TuscanyBoard) -> Iterator[Sighting]:
    for doubt in board.doubts:
        if doubt.cell is None:
            yield Sighting("doubt", "", (), "", doubt.hex_px)
        else:
            spot = place_spot(doubt.cell, board.owner(seat_at(doubt.cell[0])))
            yield Sighting("doubt", spot, (doubt.cell,), "", doubt.hex_px, _corners(doubt.cell, doubt.hex_px))


def alone(board: TuscanyBoard, spot: str) -> tuple[TuscanyBoard, str]:
    """Give a board with the thing of one spot only, and the spot's name on it.

    Raises:
        UnreadableError: The board has no such spot.
    """
    place = find_place(board, spot)
    here = (place.kind, place.number, place.region)
    return (
        replace(
            board,
            fields=tuple(each for each in board.fields if each.cell == place.cell),
            covers=tuple(each for each in board.covers if each.cell == place.cell),
            store=tuple(each for each in board.store if ("store", each.number, each.region) == here),
            tokens=tuple(each for each in board.tokens if ("token", each.number, each.region) == here),
            display=tuple(each for each in board.display if ("display", each.number, 0) == here),
            counts=(),
            faults=(),
            doubts=(),
        ),
        spot,
    )
