"""What lies on a table of Cornwall, and where it appears in the frame."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.documents.values import Written
from scoring.game import Cell
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.engine.moves import Opening
from scoring.games.cornwall.engine.opening import is_start_face
from scoring.games.cornwall.land.fields import Field, fields_of
from scoring.games.cornwall.land.hexes import corners_mm, middle_mm, trefoil
from scoring.picture import Point
from scoring.spots import cell_of
from vision.simulator.games import Projection
from vision.simulator.games.cornwall.box import THICK_MM
from vision.simulator.games.cornwall.corners import PUB_FACE
from vision.simulator.table.acts import turned
from vision.simulator.table.things import Card, SimFigure, SimGame, SimTable

_Floats = NDArray[np.float64]
_KINDS = ("small", "tall", "big")


def lies(course: SimGame, table: SimTable, projection: Projection) -> Written:
    """Tell what lies on a table, in the words of the board document; see ``vision.simulator.games.Host``.

    Nobody is told of in a pub that is out of view; coins may lie outside the frame. ``pub_px`` are the
    corners of the pub's board, upper left first as it is drawn.
    """
    lands = [card for card in table.cards if card.face != PUB_FACE]
    opened = _opened(course)
    figures = [figure for figure in table.figures if figure.kind in _KINDS]
    guests = [figure for figure in figures if figure.name.endswith("guest")]
    return {
        "fields": [
            field for number, card in enumerate(lands) for field in _fields(card, number, opened, projection)
        ],
        "figures": [
            {"cell": _cell(figure.name), **_figure(figure, projection)}
            for figure in figures
            if figure not in guests
        ],
        "cottages": [
            {"cell": _cell(figure.name), "at_px": _at_px(figure, projection)}
            for figure in table.figures
            if figure.kind == "cottage"
        ],
        "pub": [_figure(guest, projection) for guest in guests],
        "coins": [_at_px(figure, projection) for figure in table.figures if figure.kind == "coin"],
        "pub_px": [
            projection(_lifted(_placed(card, course.box.outline(PUB_FACE)))).round(1).tolist()
            for card in table.cards
            if card.face == PUB_FACE
        ],
    }


def _opened(course: SimGame) -> dict[Cell, Field]:
    """Read what the start tile shows."""
    move = NOTATION.load_move(course.document["moves"][0])
    return dict(move.fields) if isinstance(move, Opening) else {}


def _fields(card: Card, tile: int, opened: dict[Cell, Field], projection: Projection) -> Iterator[Written]:
    """Tell what every field of a tile shows, and give its corners, from the board's north-east clockwise."""
    if is_start_face(card.face):
        shown, middle, turns = opened, (0.0, 0.0), 0
    else:
        turns = round(card.turn_deg / 60) % 6
        cells = trefoil(cell_of(card.spot), turns)
        shown = dict(zip(cells, fields_of(card.face), strict=True))
        across, down = zip(*map(middle_mm, cells), strict=True)
        middle = sum(across) / 3, sum(down) / 3
    for cell, field in shown.items():
        offs = [(x - middle[0], y - middle[1]) for x, y in corners_mm(cell)]
        corners = _placed(card, offs, card.turn_deg - 60.0 * turns)
        yield {
            "cell": list(cell),
            "terrain": field.terrain,
            "symbols": list(field.symbols),
            "tile": tile,
            "hex_px": projection(_lifted(corners)).round(1).tolist(),
        }


def _placed(card: Card, offs: Any, turn_deg: float | None = None) -> list[Point]:
    """Give places by where they lie from a card's middle."""
    away = [turned(off, card.turn_deg if turn_deg is None else turn_deg) for off in offs]
    return [(card.at_mm[0] + x, card.at_mm[1] + y) for x, y in away]


def _lifted(places: list[Point]) -> _Floats:
    return np.array([(x, y, THICK_MM) for x, y in places])


def _figure(figure: SimFigure, projection: Projection) -> Written:
    return {"colour": figure.colour, "kind": figure.kind, "at_px": _at_px(figure, projection)}


def _at_px(figure: SimFigure, projection: Projection) -> list[float]:
    place = projection(np.array([[*figure.at_mm, THICK_MM + figure.above_mm]]))[0]
    return [round(float(value), 1) for value in place]


def _cell(name: str) -> list[int]:
    """Read the field that a figure's or cottage's name tells."""
    return [int(number) for number in name.rsplit(maxsplit=1)[-1].split(",")]
