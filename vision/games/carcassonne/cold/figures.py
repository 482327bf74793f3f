"""Figures in a box that nobody has learned: where the net sees wood, whatever its colour."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.carcassonne.engine.state import SUPPLY
from vision.games.carcassonne.cold.missed_figures import ALIKE, LIGHTNESS, find_missed, known_wood_colours
from vision.games.carcassonne.meeples import (
    LEAST_AREA,
    MOST_AREA,
    RING_PX,
    Blob,
    DetectedFigure,
    blob_of,
    cleaned,
    contrast_of,
    faintness,
    fit_blobs,
    surest_half,
)
from vision.games.carcassonne.wood_colours import only, wood_distance
from vision.geometry.projection import Projection
from vision.geometry.rectify import View
from vision.image.colour import Floats, to_lab

ODDS = (0.0, 1.0, 2.0, 3.0)
"""Wood is where its log-odds are above the first; what is too large for one figure may be two that are told
apart by the next."""
WEAK, LARGE = -1.5, 0.06
"""What only comes to log-odds like the first may be wood too, where it holds nothing surer that is as large
as the second, in tiles."""
USUAL_AREA = 0.085
BOUNDS = ((-6.0, 5.0), (-6.0, 7.0), (0.0, 60.0), (0.0, 2.0), (0.0, 3.0), (0.0, 1.0), (0.0, 0.85))
"""Within which each sign tells anything; see ``_Signs``."""
WEIGHTS, LEVEL = (0.55, 0.41, 0.015, -4.0, -2.4, -3.5, 1.0), 0.9
"""What each sign counts, in nats: fitted to 2,570 pieces on 88 made-up boards, but for how faint it is, by
what an earlier net told. Fitted anew to 2,135 pieces on 72 boards they told other made-up boards hardly
better (0.050 nats for 0.052) and real photographs worse (0.35 for 0.22), so they stay."""
LIKELY = 0.5
"""What is less likely than this to be a figure is none."""
ALONE = 0.8
"""... and the only one of a player must be likelier than this, since no other shows his wood. On 80 boards of
at most 16 tiles all of 126 such figures were; on 72 whole ones, where players have more, four of six were
none and less likely, one was none and likelier."""
ENOUGH = 2
"""From so many sure figures it is learned how a player's wood looks: one may be part of the drawing."""
GAMMA, BRIGHT, WHITE, HALF = 2.2, 99.0, 0.85, 0.5
"""So many percent of a board's light are less than its brightest parts, which are made so white."""
_LINEAR = np.asarray((np.arange(256, dtype=np.float32) / 255) ** GAMMA, np.float32)
"""The light of each byte."""
KIN = 0.9
"""That what looks as other figures of a player do, and as nothing else, is one."""
INSIDE = 0.47
"""In tiles: so far from its middle a tile lies for certain."""
SAME = 0.3
"""Figures closer to each other than this, in tiles, are one."""
MOST = sum(SUPPLY.values())
"""So many figures has a player."""

Centre = tuple[float, float]
"""Of a piece, in view pixels."""


class _Signs(NamedTuple):
    """What speaks for a figure and against a part of the drawing.

    Attributes:
        odds, most: The mean and the highest of the log-odds that the net tells of it.
        contrast: How far its colour is from what is around, in CIELAB.
        far: How far it is from the nearest wood that is played with; see ``wood_distance``. Where the sure
            figures of its player are nearer, how far from these, 1 being alike.
        unusual: How much larger or smaller it is than most, as a logarithm.
        faint: How nearly it has the colour of what is around, 0 to 1.
        likeness: How well the best silhouette covers it.
    """

    odds: float
    most: float
    contrast: float
    far: float
    unusual: float
    faint: float
    likeness: float = 0.0

    @property
    def share(self) -> float:
        """The probability of a figure."""
        told = [np.clip(value, *bounds) for value, bounds in zip(self, BOUNDS, strict=True)]
        return float(1 / (1 + np.exp(-(np.dot(WEIGHTS, told) + LEVEL))))

    @property
    def most_share(self) -> float:
        """The probability of a figure if silhouette and wood were as like one as any may be."""
        return self._replace(likeness=1.0, far=0.0).share


class _Piece(NamedTuple):
    """What may be a figure, its wood, (3,) in CIELAB, and what speaks for it."""

    blob: Blob
    wood: Floats
    signs: _Signs


def find_any_figures(
    view: View, odds: Floats, projection: Projection, colours: Sequence[str]
) -> list[DetectedFigure]:
    """Find figures by what the net tells, and name the nearest of the colours that are played with.

    Args:
        view: The board from above, bytes, 64 pixels a tile.
        odds: (h, w) what the net tells of it.
        projection: From ``vision.geometry.projection.fit_projection``, of the same photograph.
        colours: The colours of the players.
    """
    image = np.asarray(view.image, np.uint8)
    lab = np.asarray(cv2.GaussianBlur(to_lab(image), (0, 0), 1.0), np.float32)
    every = [
        piece for piece in _pieces_told(lab, odds, view.side_px, colours) if piece.signs.most_share > LIKELY
    ]
    pieces = {piece.blob.centre: piece for piece in every}
    figures = fit_blobs([piece.blob for piece in every], view, projection, abbots=True)
    woods = known_wood_colours(lab * LIGHTNESS, odds, _likely(figures, pieces))
    likely = _likely(figures, {at: _by_known_wood(piece, woods) for at, piece in pieces.items()})
    missed = fit_blobs(list(find_missed(lab, odds, view.side_px, likely)), view, projection, abbots=True)
    likely += [figure._replace(confidence=KIN) for figure in missed]
    return _within_supply(_in_company(_apart(likely, SAME * view.side_px)))


def _likely(figures: Sequence[DetectedFigure], pieces: Mapping[Centre, _Piece]) -> list[DetectedFigure]:
    """Give the figures that are likely, and how likely."""
    told = [
        figure._replace(confidence=pieces[figure.centre].signs._replace(likeness=figure.best).share)
        for figure in figures
    ]
    return [figure for figure in told if figure.confidence > LIKELY]


def _by_known_wood(piece: _Piece, woods: Mapping[str, Floats]) -> _Piece:
    """Tell how far a piece is from the wood that its player's sure figures have on this table."""
    known = woods.get(piece.blob.colour, ())
    if len(known) < ENOUGH:
        return piece
    near = float(np.linalg.norm(known - piece.wood * LIGHTNESS, axis=1).min()) / ALIKE
    return piece._replace(signs=piece.signs._replace(far=min(piece.signs.far, near)))


def _in_company(figures: Sequence[DetectedFigure]) -> list[DetectedFigure]:
    """Leave out what is hardly likely and the only one of its player."""
    number = Counter(figure.colour for figure in figures)
    return [figure for figure in figures if number[figure.colour] > 1 or figure.confidence > ALONE]


def _within_supply(figures: Sequence[DetectedFigure]) -> list[DetectedFigure]:
    """Keep as many figures of a colour, the likeliest first, as a player has: the others are drawn."""
    number, kept = Counter[str](), []
    for figure in figures:
        number[figure.colour] += 1
        if number[figure.colour] <= MOST:
            kept.append(figure)
    return kept


def _apart(figures: Sequence[DetectedFigure], least_px: float) -> list[DetectedFigure]:
    """Keep the likeliest of figures that are closer to each other than that, the likeliest first."""
    kept: list[DetectedFigure] = []
    for figure in sorted(figures, key=lambda each: -each.confidence):
        if all(math.dist(figure.centre, other.centre) > least_px for other in kept):
            kept.append(figure)
    return kept


def in_white_light(view: View, middles: Sequence[tuple[float, float]], least_tint: float = 1.0) -> View:
    """Take half of the lamp's colour, and its dimness, out of a view of bytes.

    The brightest parts of tiles, roads above all, are nearly white in any box; but not quite, hence half.

    Args:
        view: The board from above.
        middles: Of the tiles, in its pixels.
        least_tint: Where the lamp's strongest colour is fewer times its weakest the view is left as it is.
    """
    image = np.asarray(view.image, np.uint8)
    lit = _LINEAR[inside_tiles(view, middles)]
    lamp = np.percentile(lit, BRIGHT, axis=0) + 1e-6
    if lamp.max() < least_tint * lamp.min():
        return view
    tint = (lamp / lamp.mean()) ** HALF
    white = max(float(np.percentile(lit / tint, BRIGHT)), 1e-6)
    shown = np.clip(_LINEAR[:, None] / tint * (WHITE / white), 0, 1) ** (1 / GAMMA) * 255
    return view._replace(image=cv2.LUT(image, shown.astype(np.uint8)[None]))


def inside_tiles(view: View, middles: Sequence[tuple[float, float]]) -> NDArray[np.uint8]:
    """(n, 3): the pixels of a view of bytes that show tiles with these middles for certain."""
    where = np.zeros(view.image.shape[:2], np.uint8)
    for x, y in middles:
        cv2.circle(where, (round(x), round(y)), round(INSIDE * view.side_px), 1, cv2.FILLED)
    return np.asarray(view.image[where > 0], np.uint8)


def _pieces_told(lab: Floats, odds: Floats, side_px: int, colours: Sequence[str]) -> Iterator[_Piece]:
    for mask in _candidates(odds, side_px):
        near = _window(mask)
        piece, shown, prediction = mask[near], lab[near], odds[near]
        wood = np.median(surest_half(shown, prediction, piece), axis=0)
        name, far = _named(wood, colours)
        contrast = contrast_of(wood, shown, piece)
        unusual = float(abs(np.log(piece.sum() / side_px**2 / USUAL_AREA)))
        mean, most = float(prediction[piece].mean()), float(prediction[piece].max())
        signs = _Signs(mean, most, contrast, far, unusual, faintness(contrast))
        yield _Piece(blob_of(mask, name), wood, signs)


def _window(mask: NDArray[np.bool_]) -> tuple[slice, slice]:
    """Give the rows and columns of a piece and of what is around it."""
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    return tuple(slice(max(0, some[0] - RING_PX[1]), some[-1] + RING_PX[1] + 1) for some in (rows, columns))  # type: ignore[return-value]


def _candidates(odds: Floats, side_px: int) -> Iterator[NDArray[np.bool_]]:
    """Give what may be figures: where the net is rather sure, and elsewhere where it is nearly so."""
    anywhere = np.ones(odds.shape, bool)
    surer = list(_pieces(odds, side_px, anywhere, ODDS))
    yield from surer
    large = np.zeros(odds.shape, bool)
    for mask in surer:
        large |= mask & (mask.sum() > LARGE * side_px**2)
    yield from (mask for mask in _pieces(odds, side_px, anywhere, (WEAK,)) if not (mask & large).any())


def _pieces(
    odds: Floats, side_px: int, within: NDArray[np.bool_], levels: Sequence[float]
) -> Iterator[NDArray[np.bool_]]:
    """Give the pieces of about a figure's size; a larger one is taken apart by more certainty."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(cleaned(within & (odds > levels[0])))
    for part in range(1, number):
        area = stats[part, cv2.CC_STAT_AREA] / side_px**2
        if area >= MOST_AREA and len(levels) > 1:
            yield from _pieces(odds, side_px, labels == part, levels[1:])
        elif LEAST_AREA < area < MOST_AREA:
            yield labels == part


def _named(wood: Floats, colours: Sequence[str]) -> tuple[str, float]:
    """Name the nearest of some colours, and tell how far it is."""
    far = wood_distance(np.asarray(wood, np.float32)[None, None], only(colours))[0, 0]
    best = int(far.argmin())
    return colours[best], float(far[best])
