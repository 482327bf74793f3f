"""Figures, cottages and coins: solid things that stand or lie on the table, on one field or on all of it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.cornwall.engine.options import COLOURS as PLAYED
from scoring.games.cornwall.engine.state import SUPPLY
from scoring.games.cornwall.land.hexes import PITCH_MM
from vision.games.cornwall.locate.view import HexView, Point, cell_at, show
from vision.games.cornwall.pieces.thing_net import (
    COLOURS,
    KINDS,
    STRIDE_PX,
    THINGS_PX_PER_MM,
    Answer,
    ask_for_things,
)
from vision.geometry.homography import Homography
from vision.geometry.projection import Projection
from vision.reader import Image

LEAST_ODDS = (-0.5, -0.2, 0.0)
"""Log-odds from which on something is called a figure, a cottage or a coin."""
HARDLY = (-1.0, -1.0, -1.0)
"""The same where something is known to have come."""
ANY_FIGURE = (-4.0, -1.5, 0.0)
"""The same where a figure is known to have come, or a cottage."""
APART_MM = 6.0
"""Two of a kind never stand nearer to each other."""
TAUGHT: Mapping[str, float] = {"small": 0.42, "tall": 0.33, "big": 0.25}
"""How often the net saw each kind; what it says is corrected to how many of each a player has."""
STRAY = 0.02
"""How often a figure is none of those that a player has: of another box, or of a colour misread."""
SHARPNESS = 1.0
"""What the odds of bases are multiplied with to be honest."""

Floats = NDArray[np.floating]


class Found(NamedTuple):
    """A figure.

    Attributes:
        kinds: How likely it is each of ``KINDS``, in all 1.
        cell: Where its base is.
        at_mm: The middle of its base, in the lattice.
        at_px: The same in the frame.
        confidence: That it is a figure of this colour.
    """

    colour: Player
    kinds: Mapping[str, float]
    cell: Cell
    at_mm: Point
    at_px: Point
    confidence: float

    @property
    def kind(self) -> str:
        """What it most likely is."""
        return max(KINDS, key=lambda kind: self.kinds[kind])


class Thing(NamedTuple):
    """A cottage or a coin; see ``Found``."""

    cell: Cell
    at_mm: Point
    at_px: Point
    confidence: float


class Things(NamedTuple):
    """All that was found.

    Attributes:
        hidden: (h, w) what of ``view`` things cover.
    """

    figures: tuple[Found, ...]
    cottages: tuple[Thing, ...]
    coins: tuple[Thing, ...]
    view: HexView
    hidden: NDArray[np.bool_]

    def on(self, cells: Collection[Cell]) -> "Things":
        """Keep what stands on some cells."""
        figures = tuple(figure for figure in self.figures if figure.cell in cells)
        cottages, coins = (
            tuple(thing for thing in some if thing.cell in cells) for some in (self.cottages, self.coins)
        )
        return self._replace(figures=figures, cottages=cottages, coins=coins)


def find_things(
    image: Image,
    lattice: Homography,
    projection: Projection,
    cells: Collection[Cell],
    colours: Sequence[Player] = PLAYED,
    least_odds: Sequence[float] = LEAST_ODDS,
) -> Things:
    """Find figures, cottages and coins whose base is on some cells; one cell or a whole board.

    Args:
        image: The frame.
        lattice: Millimetres to pixels of the frame.
        projection: From ``fit_projection(lattice, size_px)``: heights are in millimetres too.
        cells: Where to look.
        colours: The players' colours.
        least_odds: See ``LEAST_ODDS``.
    """
    view = show(image, lattice, cells, px_per_mm=THINGS_PX_PER_MM, margin_mm=PITCH_MM)
    return things_in(view, projection, colours, least_odds).on(cells)


def things_in(
    view: HexView,
    projection: Projection,
    colours: Sequence[Player] = PLAYED,
    least_odds: Sequence[float] = LEAST_ODDS,
) -> Things:
    """Find everything that stands in a view; see ``find_things``.

    Args:
        least_odds: See ``LEAST_ODDS``.
    """
    foot_mm, high_mm = camera_place(projection)
    answer = ask_for_things(view.image, view.to_px(foot_mm[None])[0], high_mm * view.px_per_mm)
    spots = [peaks(layer, least) for layer, least in zip(answer.base, least_odds, strict=True)]
    figures = tuple(_figure(answer, spot, view, colours) for spot in spots[0])
    cottages, coins = (tuple(_thing(spot, view) for spot in some) for some in spots[1:])
    height, width = view.image.shape[:2]
    odds = np.ascontiguousarray(answer.seen.max(axis=0), np.float32)
    whole = cv2.resize(odds, (odds.shape[1] * STRIDE_PX, odds.shape[0] * STRIDE_PX))
    return Things(figures, cottages, coins, view, np.asarray(whole[:height, :width] > 0, np.bool_))


def within_supply(figures: Sequence[Found]) -> tuple[Found, ...]:
    """Weigh every way in which no player has more figures of a kind than the box holds.

    Args:
        figures: All figures on the table, on the land and beside it.

    Returns:
        The same with kinds and confidences by what else is seen of their colour.
    """
    return tuple(
        _weighed(
            figure, [other for other in figures if other is not figure and other.colour == figure.colour]
        )
        for figure in figures
    )


def _weighed(found: Found, others: Sequence[Found]) -> Found:
    ways = _ways_to_use(others)
    left = np.array([ways.take(range(SUPPLY[kind]), axis).sum() for axis, kind in enumerate(KINDS)])
    kinds = np.array([found.kinds[kind] for kind in KINDS]) * ((1 - STRAY) * left + STRAY * ways.sum())
    there = found.confidence * float(kinds.sum())
    shares = (kinds / max(float(kinds.sum()), 1e-12)).tolist()
    confidence = there / (there + (1 - found.confidence) * float(ways.sum()) + 1e-12)
    return found._replace(kinds=dict(zip(KINDS, shares, strict=True)), confidence=confidence)


def _ways_to_use(figures: Sequence[Found]) -> Floats:
    """Give, by how many figures of each kind there are, how likely some are all there or not and as many."""
    ways = np.zeros([SUPPLY[kind] + 1 for kind in KINDS])
    ways[0, 0, 0] = 1.0
    for figure in figures:
        there = (1 - STRAY) * figure.confidence
        more = (1 - there) * ways
        for axis, kind in enumerate(KINDS):
            fewer = [slice(None)] * len(KINDS)
            rest = list(fewer)
            rest[axis], fewer[axis] = slice(1, None), slice(None, -1)
            more[tuple(rest)] += there * figure.kinds[kind] * ways[tuple(fewer)]
        ways = more
    return ways


def camera_place(projection: Projection) -> tuple[Floats, float]:
    """Tell over which place of the lattice the camera is, and how high, in its units."""
    _, _, rows = np.linalg.svd(projection)
    centre = rows[-1, :3] / rows[-1, 3]
    return centre[:2], float(centre[2])


def peaks(odds: Floats, least: float = ANY_FIGURE[0]) -> list[tuple[float, float, float]]:
    """Find where odds are highest around: x and y, in places, and how high, the highest first."""
    reach = round(APART_MM * THINGS_PX_PER_MM / STRIDE_PX)
    layer = np.ascontiguousarray(odds, np.float32)
    around = cv2.dilate(layer, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2))
    rows, columns = np.nonzero((layer >= around) & (layer > least))
    found = [_centred(layer, int(row), int(column)) for row, column in zip(rows, columns, strict=True)]
    return sorted(found, key=lambda spot: -spot[2])


def _centred(layer: NDArray[np.float32], row: int, column: int) -> tuple[float, float, float]:
    """Find the middle of a peak to a part of a place."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    part = layer[top : row + 2, left : column + 2]
    weight = 1 / (1 + np.exp(-np.clip(part, -12, 12)))
    rows, columns = np.mgrid[: part.shape[0], : part.shape[1]]
    x = float((columns * weight).sum() / weight.sum()) + left + 0.5
    y = float((rows * weight).sum() / weight.sum()) + top + 0.5
    return x, y, float(layer[row, column])


def _figure(
    answer: Answer, spot: tuple[float, float, float], view: HexView, colours: Sequence[Player]
) -> Found:
    place = _thing(spot, view)
    rows, columns = _around(spot, answer.kinds.shape[1:])
    supply = sum(SUPPLY.values())
    kinds = answer.kinds[:, rows, columns].mean(axis=(1, 2)) + np.log(
        [SUPPLY[kind] / supply / TAUGHT[kind] for kind in KINDS]
    )
    likely = np.exp(kinds - np.logaddexp.reduce(kinds))
    played = [COLOURS.index(colour) for colour in colours if colour in COLOURS] or list(range(len(COLOURS)))
    wood = answer.colours[:, rows, columns].mean(axis=(1, 2))
    sure = np.exp(wood - np.logaddexp.reduce(wood))
    best = max(played, key=lambda index: sure[index])
    return Found(
        COLOURS[best],
        dict(zip(KINDS, likely.tolist(), strict=True)),
        place.cell,
        place.at_mm,
        place.at_px,
        place.confidence * float(sure[best] / max(sum(sure[each] for each in played), 1e-9)),
    )


def _around(spot: tuple[float, float, float], shape: tuple[int, ...]) -> tuple[slice, slice]:
    column, row = min(int(spot[0]), shape[1] - 1), min(int(spot[1]), shape[0] - 1)
    return slice(max(row - 1, 0), row + 2), slice(max(column - 1, 0), column + 2)


def _thing(spot: tuple[float, float, float], view: HexView) -> Thing:
    points = np.array([[spot[0], spot[1]]]) * STRIDE_PX
    at_mm, at_px = view.to_mm(points)[0].tolist(), view.to_frame(points)[0].tolist()
    sure = float(1 / (1 + np.exp(-SHARPNESS * spot[2])))
    return Thing(cell_at(at_mm), (at_mm[0], at_mm[1]), (at_px[0], at_px[1]), sure)
