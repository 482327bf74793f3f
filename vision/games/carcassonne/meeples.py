"""Meeples: what differs from the tile's print, has a player's colour and the shape of a figure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.carcassonne.figures import Silhouette, silhouettes
from vision.games.carcassonne.wood_colours import Woods, wood_distance
from vision.geometry.projection import Projection
from vision.geometry.rectify import View
from vision.image.colour import Floats

FIGURE_PX = 64
GRAIN_PX = 5
LEAST_AREA, MOST_AREA = 0.03, 0.22
"""Of a tile: from a follower seen end on, to one seen leaning far."""
LEAST_LIKENESS = 0.55
"""A blob that no figure covers this well is no figure."""
LEAST_PIECE = 0.4
"""... and one that no figure covers even this well is no piece of wood at all."""
SIZES = (0.78, 0.86, 0.94, 1.02)
"""Of a follower 16 mm tall on a tile of 45 mm, less the rim that is lost between colours. The figures of
one box are all of one size, so one is chosen for a whole photograph."""
RING_PX = (2, 6)
"""What is around wood begins and ends so far from it."""
FAINT = 40.0
"""What differs less from what is around, in CIELAB, is drawn far oftener than it is wood."""
LIES_SHARE, MOST_LIES_NATS = 0.7, 4.0
"""What the net says of whether a figure lies counts so much, and never more than that."""


Where = NDArray[np.bool_] | tuple[NDArray[np.intp], NDArray[np.intp]]
"""Some pixels of a view: (h, w) marked, or their rows and columns."""


class Blob(NamedTuple):
    """A patch of one wood colour.

    Attributes:
        colour: The player.
        mask: (64, 64) bool, centred on the blob.
        centre: View pixels.
    """

    colour: str
    mask: NDArray[np.bool_]
    centre: tuple[float, float]


class DetectedFigure(NamedTuple):
    """A figure found.

    Attributes:
        colour: The player.
        mask: (64, 64) bool, centred on the blob.
        centre: Of the blob, in view pixels.
        likeness: For each pose, and for an abbot, how well the best silhouette covers the blob, 0 to 1.
        bases: For each of them, where it touches the table, in view pixels.
        confidence: That it is one.
        lies: How much likelier it looks so lying than standing, be its outline as it may, in nats.
    """

    colour: str
    mask: NDArray[np.bool_]
    centre: tuple[float, float]
    likeness: Mapping[str, float]
    bases: Mapping[str, tuple[float, float]]
    confidence: float = 1.0
    lies: float = 0.0

    @property
    def best(self) -> float:
        """The likeness of the likelier pose."""
        return max(self.likeness.values(), default=0.0)


def find_figures(
    lab: Floats,
    unexplained: NDArray[np.bool_],
    view: View,
    projection: Projection,
    colours: Woods,
    sizes: Sequence[float] = SIZES,
    *,
    reach: float = 1.0,
    abbots: bool = False,
) -> list[DetectedFigure]:
    """Find figures, and pieces that may be none, among what the prints do not explain.

    Args:
        lab: (h, w, 3) the view, white balanced.
        unexplained: (h, w) where a figure may be.
        view: The view.
        projection: From ``vision.geometry.projection.fit_projection``, of the same photograph.
        colours: The wood of the colours to look for.
        sizes: The sizes that come into question.
        reach: How far from a wood colour counts as it, in ``wood_distance``.
        abbots: Whether some may be abbots.
    """
    blobs = find_blobs(lab, unexplained, view.side_px, colours, reach)
    return fit_blobs(blobs, view, projection, sizes, abbots=abbots)


def fit_blobs(
    blobs: Sequence[Blob],
    view: View,
    projection: Projection,
    sizes: Sequence[float] = SIZES,
    *,
    abbots: bool = False,
) -> list[DetectedFigure]:
    """Lay silhouettes over blobs, all of one size, and keep what may be a piece of wood.

    Args:
        blobs: What has the colour of wood.
        view: The view they are in.
        projection: From ``vision.geometry.projection.fit_projection``, of the same photograph.
        sizes: The sizes that come into question.
        abbots: Whether some may be abbots.
    """
    drawn = [_silhouettes_at(blob, view, projection, abbots=abbots) for blob in blobs]
    by_size = [
        [fit_figure(blob, silhouettes, size) for blob, silhouettes in zip(blobs, drawn, strict=True)]
        for size in sizes
    ]
    figures = max(by_size, key=lambda size: sum(max(0.0, figure.best - 0.5) for figure in size))
    return [figure for figure in figures if figure.best >= LEAST_PIECE]


def _silhouettes_at(blob: Blob, view: View, projection: Projection, *, abbots: bool) -> list[Silhouette]:
    at = (blob.centre[0] / view.side_px + view.first[0], blob.centre[1] / view.side_px + view.first[1])
    return silhouettes(view, projection, at, FIGURE_PX, abbots=abbots)


def find_blobs(
    lab: Floats,
    unexplained: NDArray[np.bool_],
    side_px: int,
    colours: Woods,
    reach: float = 1.0,
) -> list[Blob]:
    """Find patches of wood colour of about a figure's size; see ``find_figures``."""
    far = wood_distance(lab, colours)
    nearest = far.argmin(axis=-1)
    near = far.min(axis=-1) < reach
    blobs = []
    for index, colour in enumerate(colours):
        mask = cleaned(unexplained & near & (nearest == index))
        number, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        areas = stats[:, cv2.CC_STAT_AREA] / side_px**2
        parts = [part for part in range(1, number) if LEAST_AREA < areas[part] < MOST_AREA]
        blobs += [blob_of(labels == part, colour) for part in parts]
    return blobs


def cleaned(mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Close small holes of an (h, w) mask and leave specks out: 0 or 1."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (GRAIN_PX, GRAIN_PX))
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, disc)
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, disc), np.uint8)


def without_specks(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Leave specks out of an (h, w) mask."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (GRAIN_PX, GRAIN_PX))
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, disc) > 0)


def blob_of(mask: NDArray[np.bool_], colour: str) -> Blob:
    """Make a blob of an (h, w) mask of one patch in a view."""
    rows, columns = np.nonzero(mask)
    centre = (float(columns.mean()), float(rows.mean()))
    return Blob(colour, _window(mask, centre), centre)


def _window(mask: NDArray[np.bool_], centre: tuple[float, float]) -> NDArray[np.bool_]:
    shift = np.array([[1, 0, FIGURE_PX / 2 - centre[0]], [0, 1, FIGURE_PX / 2 - centre[1]]])
    window = cv2.warpAffine(mask.astype(np.uint8), shift, (FIGURE_PX, FIGURE_PX))
    filled = cv2.morphologyEx(window, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    return np.asarray(filled > 0)


def fit_figure(blob: Blob, silhouettes: Sequence[Silhouette], size: float) -> DetectedFigure:
    """Lay every silhouette over a blob and keep the best of each pose.

    Args:
        blob: The blob.
        silhouettes: Silhouettes at the blob's place.
        size: What to multiply them with.
    """
    likeness: dict[str, float] = {}
    bases: dict[str, tuple[float, float]] = {}
    overlaps = _overlaps(blob.mask, np.array([way.mask for way in silhouettes]), size)
    for silhouette, overlap in zip(silhouettes, overlaps.tolist(), strict=True):
        if overlap > likeness.get(silhouette.pose, 0.0):
            likeness[silhouette.pose] = overlap
            bases[silhouette.pose] = (
                blob.centre[0] + size * silhouette.base[0],
                blob.centre[1] + size * silhouette.base[1],
            )
    return DetectedFigure(blob.colour, blob.mask, blob.centre, likeness, bases)


def _overlaps(mask: NDArray[np.bool_], silhouettes: NDArray[np.bool_], size: float) -> NDArray[np.float64]:
    """(n,): how well (n, s, s) silhouettes, so many times as large, cover an (s, s) mask, 0 to 1.

    One mask is shrunk, for they are many.
    """
    middle = (1 - 1 / size) * len(mask) / 2
    shrunk = cv2.warpAffine(
        mask.astype(np.uint8), np.array([[1 / size, 0, middle], [0, 1 / size, middle]]), mask.shape
    )
    both = (silhouettes & (shrunk > 0)).sum(axis=(1, 2))
    either = silhouettes.sum(axis=(1, 2)) + mask.sum() / size**2 - both
    return np.asarray(both / np.maximum(either, 1))


def with_poses(figures: Iterable[DetectedFigure], lies: NDArray[np.generic]) -> list[DetectedFigure]:
    """Note how likely figures lie, by what the net says of every pixel, (h, w), of their view."""
    told = [
        float(np.clip(LIES_SHARE * mean_within(figure, lies), -MOST_LIES_NATS, MOST_LIES_NATS))
        for figure in figures
    ]
    return [figure._replace(lies=log_odds) for figure, log_odds in zip(figures, told, strict=True)]


def mean_within(figure: DetectedFigure, prediction: NDArray[np.generic]) -> float:
    """Give the mean over a figure of what is told of every pixel, (h, w), of its view."""
    return float(prediction[_within(figure, prediction.shape)].mean())


def surest_within(figure: DetectedFigure, view: Floats, odds: Floats) -> Floats:
    """Give the surest half of a figure's pixels; see ``surest_half``."""
    return surest_half(view, odds, _within(figure, odds.shape))


def surest_half(view: Floats, odds: Floats, where: Where) -> Floats:
    """Give the half of some pixels, (n, 3) of (h, w, 3), that are surest to be wood by (h, w) odds."""
    return np.asarray(view[where][odds[where] >= np.median(odds[where])])


def faintness(contrast: float) -> float:
    """Tell how nearly wood has the colour of what is around it, 0 to 1, by ``contrast_of``."""
    return max(0.0, 1 - contrast / FAINT)


def contrast_of(wood: Floats, view: Floats, where: NDArray[np.bool_]) -> float:
    """Tell how far the colour of wood is from what is around it, (h, w) marked in a view, in CIELAB."""
    near, far = (cv2.dilate(where.astype(np.uint8), np.ones((2 * px + 1,) * 2, np.uint8)) for px in RING_PX)
    around = np.median(view[far > near], axis=0)
    return float(np.linalg.norm(wood - around))


def _within(figure: DetectedFigure, shape: tuple[int, ...]) -> Where:
    """Give the rows and columns of a figure's pixels in its view."""
    left, top = (round(value - FIGURE_PX / 2) for value in figure.centre)
    rows, columns = np.nonzero(figure.mask)
    rows, columns = rows + top, columns + left
    inside = (rows >= 0) & (rows < shape[0]) & (columns >= 0) & (columns < shape[1])
    return rows[inside], columns[inside]


def cover(figures: Sequence[DetectedFigure], shape: tuple[int, int], grow_px: int) -> NDArray[np.bool_]:
    """(h, w): where figures cover a view, and ``grow_px`` around them, where their shadows fall."""
    covered = np.zeros(shape, np.uint8)
    for figure in figures:
        shift = np.array([[1, 0, figure.centre[0] - FIGURE_PX / 2], [0, 1, figure.centre[1] - FIGURE_PX / 2]])
        covered |= np.asarray(cv2.warpAffine(figure.mask.astype(np.uint8), shift, shape[::-1]), np.uint8)
    return np.asarray(cv2.dilate(covered, np.ones((2 * grow_px + 1,) * 2, np.uint8)) > 0)
