"""Writing a reading down as the board document."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from scoring.game import Cell
from scoring.games.cornwall.engine.state import START_FIELDS
from scoring.games.cornwall.land.board import (
    CornwallBoard,
    CottageReading,
    FieldAlternative,
    FieldDoubt,
    FieldReading,
    FigureReading,
    GuestReading,
    Pixel,
)
from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm, middle_mm
from scoring.sentence import sentence
from vision.games.cornwall.classify.odds import Odds
from vision.games.cornwall.photograph import TableReading
from vision.games.cornwall.pieces.figures import Found, Thing
from vision.geometry.homography import project

CONSIDERED = 0.005
"""What is less likely is no alternative."""
MOST_ALTERNATIVES = 4
UNCLEAR = 0.5
"""A field of which nothing is likelier than this is doubted."""
REACH = 0.72
"""A figure belongs to the nearest field not further than this from its base, in pitches."""
FIELD_UNCLEAR = sentence("What this field shows cannot be told.")
PLACE_UNCLEAR = sentence("It cannot be told whether a field lies here.")
CUT = sentence("The photograph cuts this field.")


def write_board(reading: TableReading) -> CornwallBoard:
    """Write down what was seen; the start tile's first field, where it is known, lies at [0, 0]."""
    by = _origin(reading)
    tile_of = _tile_numbers(reading)
    fields, doubts = [], []
    for at, cell in enumerate(reading.cells):
        ways = _ways(reading.odds[cell])
        best, others = ways[0], tuple(ways[1 : MOST_ALTERNATIVES + 1])
        corners = _corners(reading, cell)
        there = 1 / (1 + np.exp(-float(reading.is_field[at])))
        fields.append(
            FieldReading(
                _moved(cell, by),
                best.terrain,
                best.symbols,
                round(best.confidence * float(there), 4),
                tile_of.get(cell, -1),
                others,
                corners,
            )
        )
        if best.confidence < UNCLEAR:
            doubts.append(
                FieldDoubt(
                    "unclear", FIELD_UNCLEAR, _moved(cell, by), corners, tuple(ways[:MOST_ALTERNATIVES])
                )
            )
    doubts += [
        FieldDoubt("unclear", PLACE_UNCLEAR, _moved(cell, by), _corners(reading, cell))
        for cell in reading.unsure
    ]
    doubts += [FieldDoubt("cut", CUT, _moved(cell, by), _corners(reading, cell)) for cell in reading.cut]
    figures, guests = _figures(reading, by)
    return CornwallBoard(
        image_size_px=reading.size_px,
        fields=tuple(sorted(fields, key=lambda field: field.cell)),
        figures=tuple(figures),
        cottages=tuple(_cottages(reading, by)),
        pub=tuple(guests),
        coins=tuple(_pixel(coin.at_px) for coin in reading.things.coins),
        doubts=tuple(doubts),
    )


def _ways(odds: Odds) -> list[FieldAlternative]:
    """List what a field may show, the likeliest first."""
    every = [FieldAlternative(field.terrain, field.symbols, round(share, 4)) for field, share in odds.items()]
    return [
        alternative
        for index, alternative in enumerate(every)
        if index == 0 or alternative.confidence > CONSIDERED
    ]


def _origin(reading: TableReading) -> Cell:
    start = next((tile for tile in reading.tiles if len(tile.cells) == START_FIELDS), None)
    return min(start.cells) if start is not None else min(reading.cells)


def _moved(cell: Cell, by: Cell) -> Cell:
    return cell[0] - by[0], cell[1] - by[1]


def _tile_numbers(reading: TableReading) -> Mapping[Cell, int]:
    """Number the tiles, the start tile 0, the others in reading order from 1."""
    others = sorted(
        (tile for tile in reading.tiles if len(tile.cells) != START_FIELDS),
        key=lambda tile: min((r, q) for q, r in tile.cells),
    )
    numbers = {cell: number for number, tile in enumerate(others, 1) for cell in tile.cells}
    start = [cell for tile in reading.tiles if len(tile.cells) == START_FIELDS for cell in tile.cells]
    return numbers | dict.fromkeys(start, 0)


def _corners(reading: TableReading, cell: Cell) -> tuple[Pixel, ...]:
    off = np.subtract(reading.places_mm.get(cell, middle_mm(cell)), middle_mm(cell))
    return tuple(
        _pixel(point) for point in project(reading.land.lattice, np.array(corners_mm(cell)) + off).tolist()
    )


def _pixel(point: Sequence[float]) -> Pixel:
    return round(float(point[0]), 1), round(float(point[1]), 1)


def _nearest(reading: TableReading, thing: Found | Thing) -> Cell | None:
    """Give the field that a thing stands on; None where it stands beside the land."""
    far = {
        cell: float(np.hypot(*np.subtract(place, thing.at_mm))) for cell, place in reading.places_mm.items()
    }
    best = min(far, key=lambda cell: far[cell])
    return best if far[best] < REACH * PITCH_MM else None


def _figures(reading: TableReading, by: Cell) -> tuple[list[FigureReading], list[GuestReading]]:
    """Give the figures on fields, and those beside the land, which are guests of the pub."""
    figures, guests = [], []
    for figure in reading.things.figures:
        cell, sure = _nearest(reading, figure), round(figure.confidence * figure.kinds[figure.kind], 4)
        if cell is None:
            guests.append(GuestReading(figure.colour, figure.kind, _pixel(figure.at_px), sure))
        else:
            figures.append(
                FigureReading(_moved(cell, by), figure.colour, figure.kind, _pixel(figure.at_px), sure)
            )
    return figures, guests


def _cottages(reading: TableReading, by: Cell) -> Iterator[CottageReading]:
    for cottage in reading.things.cottages:
        cell = _nearest(reading, cottage)
        if cell is not None:
            yield CottageReading(_moved(cell, by), _pixel(cottage.at_px), round(cottage.confidence, 4))
