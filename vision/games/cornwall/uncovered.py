"""Figures on tiles of a learned box, in one photograph: what stands there that their prints do not show."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from vision.games.cornwall.classify.matches import Match
from vision.games.cornwall.live.cards.tracking import FrameLattice, lay_out
from vision.games.cornwall.live.figures.bare_tiles import bared
from vision.games.cornwall.live.figures.kinds import Habits, no_habits
from vision.games.cornwall.live.figures.positions import find_stands, kinds_of, shares_by_size
from vision.games.cornwall.live.memory import TrackedPiece
from vision.games.cornwall.live.places import CardPose, Cells, ideal, middles
from vision.games.cornwall.locate.search import FieldGroup
from vision.games.cornwall.pieces.figures import Found, Things
from vision.geometry.homography import project
from vision.reader import Image

LIKELY = 0.5
"""A figure less likely than this is none: a photograph is looked at once."""


def uncovered(
    image: Image,
    land: FieldGroup,
    tiles: Mapping[Cells, Match],
    things: Things,
    colours: Sequence[Player],
) -> Things:
    """Look for figures on tiles again, now that it is known how they look without.

    Args:
        image: The photograph.
        land: Where the fields are.
        tiles: The print of each tile that is surely known.
        things: What was found without.
        colours: The players' colours.

    Returns:
        The same with other figures on those tiles.
    """
    places = {cells: _place_of(cells, land) for cells in tiles}
    layout = lay_out(image, land.lattice)._replace(land=middles(land.spots))
    stands = [
        piece for cells, match in tiles.items() for piece in _stands(layout, cells, places, match, colours)
    ]
    habits = _habits(stands)
    found = [_found(piece, layout, habits) for piece in stands]
    covered = {cell for cells in tiles for cell in cells}
    return things._replace(figures=(*_elsewhere(things.figures, covered), *found))


def _place_of(cells: Cells, land: FieldGroup) -> CardPose:
    """Tell where a tile lies by where its fields were seen."""
    observed, usual = np.array([land.at_mm(cell) for cell in cells]), middles(cells)
    (x, y), at = observed.mean(axis=0), ideal(cells)
    rotation = np.vdot(_complex(usual - at[:2]), _complex(observed - (x, y)))
    return CardPose(float(x), float(y), float(np.angle(rotation)))


def _complex(points: NDArray[np.floating]) -> NDArray[np.complexfloating]:
    return np.asarray(points[:, 0] + 1j * points[:, 1])


def _stands(
    layout: FrameLattice,
    cells: Cells,
    places: Mapping[Cells, CardPose],
    match: Match,
    colours: Sequence[Player],
) -> tuple[TrackedPiece, ...]:
    others = {other: there for other, there in places.items() if other != cells}
    plain = bared(layout, cells, places[cells], layout.small, others, match)
    figures = find_stands(layout, cells, places[cells], colours, plain).figures
    return tuple(figure for figure in figures if figure.confidence > LIKELY)


def _habits(stands: Sequence[TrackedPiece]) -> Habits:
    """Tell how large the wood of the box is from all its figures, whatever kinds they are."""
    sizes = no_habits().sizes + sum(shares_by_size(piece.told) for piece in stands if piece.told is not None)
    return Habits(np.asarray(sizes - sizes.max(), np.float32))


def _found(piece: TrackedPiece, layout: FrameLattice, habits: Habits) -> Found:
    x, y = project(layout.lattice, np.array([piece.at_mm]))[0].tolist()
    kinds = piece.kinds if piece.told is None else kinds_of(piece.told, habits)
    return Found(piece.colour, kinds, piece.cell, piece.at_mm, (x, y), piece.confidence)


def _elsewhere(figures: Sequence[Found], covered: Collection[Cell]) -> list[Found]:
    return [figure for figure in figures if figure.cell not in covered]
