"""A board for people: fields, figures, cottages, guests, faults and doubts, and where each was seen."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from scoring.documents.listing import say_counts, say_sure
from scoring.game import SURE, Cell, Sighting
from scoring.games.cornwall.documents.boards import rulers
from scoring.games.cornwall.land.board import (
    CornwallBoard,
    CottageReading,
    FieldAlternative,
    FieldReading,
    FigureReading,
    GuestReading,
    Pixel,
)
from scoring.games.cornwall.land.hexes import corners_mm
from scoring.games.cornwall.land.spots import spot_named
from scoring.geometry.rulers import at_number
from scoring.picture import Point
from scoring.spots import spot_of

Number = Callable[[Cell], Cell]
"""Gives the column and the row of a cell, as the board's drawing numbers them."""


def list_board(board: CornwallBoard) -> Iterator[str]:
    """Write a board line by line: counts, the fields row by row, what stands there, what is doubted."""
    unsure = [field for field in board.fields if field.confidence < SURE]
    figures = [reading.confidence for reading in board.figures] + [
        reading.confidence for reading in board.pub
    ]
    counts = {
        "field": len(board.fields),
        "figure": len(board.figures),
        "cottage": len(board.cottages),
        "guest": len(board.pub),
        "coin": len(board.coins),
        "fault": len(board.faults),
        "doubt": len(board.doubts),
    }
    yield say_counts(counts, {"field": len(unsure), "figure": sum(sure < SURE for sure in figures)})
    number = rulers(board).number
    yield from _rows(board, number)
    for figure in board.figures:
        yield f"  {_figure_word(figure, number)}, {say_sure(figure.confidence)}"
    for cottage in board.cottages:
        yield f"  Cottage {at_number(number(cottage.cell))}, {say_sure(cottage.confidence)}"
    for guest in board.pub:
        yield f"  {_figure_word(guest, number)}, {say_sure(guest.confidence)}"
    for fault in board.faults:
        where = " and ".join(at_number(number(cell)) for cell in fault.cells)
        yield f"  Fault {where}: {fault.says}".replace(" :", ":")
    for doubt in board.doubts:
        yield f"  Doubt {at_number(number(doubt.cell)) if doubt.cell else ''}: {doubt.says}".replace(
            " :", ":"
        )
    for field in unsure:
        word, sure = _word(field.terrain, field.symbols), f"{field.confidence:.0%} sure"
        yield f"  Unsure {at_number(number(field.cell))}: {word}, {sure}{_or_else(field.alternatives)}"


def _rows(board: CornwallBoard, number: Number) -> Iterator[str]:
    """Write the fields of each row from west to east, a row half a field further for each one south."""
    rows: dict[int, list[FieldReading]] = {}
    for field in sorted(board.fields, key=lambda field: field.cell):
        rows.setdefault(field.cell[1], []).append(field)
    for row in sorted(rows):
        words = (f"{number(field.cell)[0]}:{_word(field.terrain, field.symbols)}" for field in rows[row])
        yield f"  row {number((0, row))[1]}: {' '.join(words)}"


def _figure_word(reading: FigureReading | GuestReading, number: Number) -> str:
    where = at_number(number(reading.cell)) if isinstance(reading, FigureReading) else "in the pub"
    return f"{reading.colour} {reading.kind} figure {where}"


def _word(terrain: str, symbols: tuple[str, ...]) -> str:
    return ".".join((terrain, *symbols))


def _or_else(others: tuple[FieldAlternative, ...]) -> str:
    return f"; else {_word(others[0].terrain, others[0].symbols)}" if others else ""


# --- where each was seen -----------------------------------------------------------------------------


def sightings(board: CornwallBoard) -> tuple[Sighting, ...]:
    """List what the photograph shows: the fields, the figures on them and in the pub, what was not read."""
    return (*_fields(board), *_figures(board), *_doubts(board))


def _fields(board: CornwallBoard) -> Iterator[Sighting]:
    for field in board.fields:
        spot, corners = spot_of("field", field.cell), _corners(field.cell, field.hex_px)
        yield Sighting("tile", spot, (field.cell,), "", field.hex_px, corners, None, field.confidence)


def _corners(cell: Cell, hex_px: tuple[Pixel, ...]) -> tuple[Point, ...]:
    """Give the corners of a field, for as many as the photograph shows."""
    corners = corners_mm(cell)
    return corners if len(hex_px) == len(corners) else ()


def _figures(board: CornwallBoard) -> Iterator[Sighting]:
    for index, reading in enumerate(board.figures):
        at_px = _seen_at(reading.at_px)
        yield Sighting(
            "figure",
            spot_of("figure", index),
            (reading.cell,),
            reading.colour,
            (),
            (),
            at_px,
            reading.confidence,
        )
    for index, guest in enumerate(board.pub):
        at_px = _seen_at(guest.at_px)
        yield Sighting("figure", spot_of("guest", index), (), guest.colour, (), (), at_px, guest.confidence)


def _seen_at(at_px: Pixel) -> Pixel | None:
    return at_px if any(at_px) else None


def _doubts(board: CornwallBoard) -> Iterator[Sighting]:
    for doubt in board.doubts:
        if doubt.cell is None:
            yield Sighting("doubt", "", (), "", doubt.hex_px)
        else:
            corners = _corners(doubt.cell, doubt.hex_px)
            yield Sighting("doubt", spot_of("cell", doubt.cell), (doubt.cell,), "", doubt.hex_px, corners)


def alone(board: CornwallBoard, spot: str) -> tuple[CornwallBoard, str]:
    """Give a board with the field and the figure of one spot only, and the spot's name on it.

    Raises:
        UnreadableError: The board has no such spot.
    """
    found = spot_named(board, spot)
    bare = CornwallBoard(image_size_px=board.image_size_px)
    if found.kind == "pub":
        return bare, spot
    if found.kind == "guest":
        return replace(bare, pub=(board.pub[found.index],)), spot_of("guest", 0)
    figures = (board.figures[found.index],) if found.kind == "figure" else ()
    fields = tuple(field for field in board.fields if field.cell == found.cell)
    cottages: tuple[CottageReading, ...] = tuple(c for c in board.cottages if c.cell == found.cell)
    bare = replace(bare, fields=fields, figures=figures, cottages=cottages)
    return bare, spot_of("figure", 0) if figures else spot
