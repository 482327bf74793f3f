"""A photograph laid out for reading: its lattice, its light, its cells seen straight from above."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.face_templates import FINE_PX, ROUGH_PX, SOFT_PX, FaceTemplates
from vision.games.carcassonne.prints import SIDE_PX
from vision.games.carcassonne.tiles import Rough, light_samples, look_roughly, shade_samples
from vision.geometry.homography import Homography, quads_px
from vision.geometry.lattice import Lattice, find_drifts, fit_lattice
from vision.geometry.rectify import View, rectify, shares_in_frame, whole_in_frame
from vision.image.colour import Floats, to_lab
from vision.image.light import Light, balanced, even_out, fit_light, fit_shade, in_print_light, without_veil
from vision.match.keypoints import find_keypoints, find_votes
from vision.reader import Image

FIRST_LOOK_PX, SECOND_LOOK_PX = 1600, 3200
"""Long sides at which the board is looked for: first quickly, then, if it is not found, thoroughly."""
MOST_ENLARGED = 2.0
FIRST_KEYPOINTS, SECOND_KEYPOINTS = 3500, 8000
GOOD_SIDE_PX = 110
"""Tiles are read at about this size, where the photograph shows them as large."""
SMALL_SIDE_PX = 80
"""Where they look smaller than this at first, the part of the picture with the board is looked at anew."""
LEAST_SUPPORT = 14
"""Points that must agree on one lattice before it is believed: fewer do by chance."""
SHADE_UNIT = 4.0
"""Tiles: the shade is fitted in units of this, so that its terms are of a like size."""
MOST_TRIED, RECOGNISED = 12, 0.5
SLACK = 0.04
MOST_CELLS = 40
"""No table is wider; a lattice that says so is wrong."""
Corners = Sequence[tuple[float, float]]


class BoardView(NamedTuple):
    """A photograph, ready to be read.

    Attributes:
        size_px: Width and height of the photograph.
        homography: Lattice coordinates to pixels of the photograph.
        cells: The cells wholly in the frame that may hold tiles.
        cut: Cells that the frame cuts and that tiles were seen in.
        rough: A first look at each of the cells.
        drifts: How far some tiles have slid off the lattice, in tiles.
        light: The photograph's light.
        fine: The board from above, CIELAB in the prints' light, softened, 64 pixels a tile.
        wood: The same view, white balanced only, for the colours of painted wood.
    """

    size_px: tuple[int, int]
    homography: Homography
    cells: tuple[Cell, ...]
    cut: tuple[Cell, ...]
    rough: tuple[Rough, ...]
    drifts: Mapping[Cell, tuple[float, float]]
    light: Light
    fine: View
    wood: Floats


class PhotoPart(NamedTuple):
    """A part of a photograph, resized.

    Attributes:
        image: Its pixels.
        to_photo: (3, 3) its pixels to those of the photograph.
    """

    image: Image
    to_photo: Homography


def take_part(image: Image, scale: float, box_px: tuple[int, int, int, int] | None = None) -> PhotoPart:
    """Cut a part out of a photograph and resize it.

    Args:
        image: The photograph.
        scale: What to multiply its sides with.
        box_px: Left, top, right and bottom; the whole picture where it is None.
    """
    left, top, right, bottom = box_px or (0, 0, image.shape[1], image.shape[0])
    part = image[top:bottom, left:right]
    if scale != 1:
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=method), np.uint8)
    return PhotoPart(part, np.array([[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1.0]]))


class Find(NamedTuple):
    """A lattice found in a part of a photograph.

    Attributes:
        part: The part.
        lattice: Its homography leads to the part's pixels.
        drifts: How far some tiles have slid, in tiles.
    """

    part: PhotoPart
    lattice: Lattice
    drifts: Mapping[Cell, tuple[float, float]]


def _find_in(
    part: PhotoPart, templates: FaceTemplates, keypoints: int, start: Homography | None
) -> Find | None:
    votes = find_votes(find_keypoints(part.image, keypoints), templates.keypoints, SIDE_PX)
    lattice = fit_lattice(votes, start)
    if lattice is None or lattice.support < LEAST_SUPPORT or np.ptp(lattice.cells, axis=0).max() > MOST_CELLS:
        return None
    if not _is_recognised(part, lattice, templates):
        return None
    return Find(part, lattice, find_drifts(lattice.homography, votes))


def _is_recognised(part: PhotoPart, lattice: Lattice, templates: FaceTemplates) -> bool:
    """Tell whether any of the likeliest cells shows a face: points can agree by chance."""
    cells, votes = np.unique(lattice.cells, axis=0, return_counts=True)
    first, last = cells.min(axis=0), cells.max(axis=0)
    size = last - first + 1
    view = rectify(
        part.image, lattice.homography, (int(first[0]), int(first[1])), (int(size[0]), int(size[1])), ROUGH_PX
    )
    likeliest = [(int(x), int(y)) for x, y in cells[np.argsort(-votes)[:MOST_TRIED]]]
    rough = look_roughly(view._replace(image=to_lab(view.image)), likeliest, templates)
    return max(float(each.likeness.max()) for each in rough) > RECOGNISED


def find_boards(image: Image, templates: FaceTemplates, corners_px: Corners | None) -> Iterator[Find]:
    """Look for the board, first quickly and then thoroughly, and give what is found each time."""
    long_side_px = max(image.shape[:2])
    looks_at = (
        (min(1.0, FIRST_LOOK_PX / long_side_px), FIRST_KEYPOINTS),
        (min(MOST_ENLARGED, SECOND_LOOK_PX / long_side_px), SECOND_KEYPOINTS),
    )
    for scale, keypoints in looks_at:
        part = take_part(image, scale)
        found = _find_in(part, templates, keypoints, _start(part, corners_px))
        if found is not None:
            yield _closer(image, found, templates)


def _start(part: PhotoPart, corners_px: Corners | None) -> Homography | None:
    if corners_px is None:
        return None
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_photo = cv2.getPerspectiveTransform(square, np.array(corners_px, np.float32))
    return np.asarray(np.linalg.inv(part.to_photo) @ to_photo, np.float64)


def _closer(image: Image, found: Find, templates: FaceTemplates) -> Find:
    """Look at the board anew and larger, where it was small in the picture."""
    part, lattice = found.part, found.lattice
    side_px = float(np.median(lattice.votes.side_px))
    shrunk = 1 / part.to_photo[0, 0]
    if side_px >= SMALL_SIDE_PX or shrunk >= 1:
        return found
    box_px = _box_px(image, part, lattice)
    closer = take_part(image, min(1.0, shrunk * GOOD_SIDE_PX / side_px), box_px)
    start = np.linalg.inv(closer.to_photo) @ part.to_photo @ lattice.homography
    return _find_in(closer, templates, FIRST_KEYPOINTS, start / start[2, 2]) or found


def _box_px(image: Image, part: PhotoPart, lattice: Lattice) -> tuple[int, int, int, int]:
    """Box the board in the photograph, with two tiles to spare on every side."""
    quads = quads_px(part.to_photo @ lattice.homography, np.unique(lattice.cells, axis=0)).reshape(-1, 2)
    spare = 2 * float(np.median(lattice.votes.side_px)) * part.to_photo[0, 0]
    left, top = np.maximum(quads.min(axis=0) - spare, 0)
    right, bottom = np.minimum(quads.max(axis=0) + spare, (image.shape[1], image.shape[0]))
    return int(left), int(top), int(right), int(bottom)


def lay_out(image: Image, found: Find, templates: FaceTemplates) -> BoardView:
    """See a board that was found in a photograph straight from above, in the prints' light."""
    part, lattice, drifts = found
    size_px = (image.shape[1], image.shape[0])
    homography = part.to_photo @ lattice.homography
    first = lattice.cells.min(axis=0) - 1
    size = lattice.cells.max(axis=0) + 2 - first
    cells, cut = _cells_in_frame(homography, lattice, first, size, size_px)
    origin, extent = (int(first[0]), int(first[1])), (int(size[0]), int(size[1]))
    seen = rectify(part.image, lattice.homography, origin, extent, ROUGH_PX)
    voted = {(int(x), int(y)) for x, y in lattice.cells}
    tiles = _pixels_of(seen, [cell for cell in cells if cell in voted])
    raw = seen._replace(image=without_veil(seen.image, tiles))
    lab_view = raw._replace(image=to_lab(raw.image))
    rough = look_roughly(lab_view, cells, templates)
    shade = centred_shade(*shade_samples(lab_view, cells, rough, templates))
    even = raw._replace(image=to_lab(evened(raw, shade)))
    light = fit_light(*light_samples(even, cells, rough, templates))
    view = rectify(part.image, lattice.homography, origin, extent, FINE_PX)
    view = view._replace(image=without_veil(view.image, tiles))
    pixels = np.asarray(cv2.GaussianBlur(evened(view, shade), (0, 0), SOFT_PX), np.uint8)
    wood = balanced(pixels, light)
    fine = view._replace(image=in_print_light(wood, light), homography=part.to_photo @ view.homography)
    return BoardView(
        size_px,
        homography,
        tuple(cells),
        tuple(cut),
        tuple(rough),
        drifts,
        light,
        fine,
        wood,
    )


def _pixels_of(view: View, cells: Sequence[Cell]) -> NDArray[np.uint8]:
    """(n, 3): what a view of bytes shows of some cells, be it none."""
    is_shown = np.zeros(view.image.shape[:2], np.bool_)
    for x, y in map(view.corner_px, cells):
        is_shown[y : y + view.side_px, x : x + view.side_px] = True
    return np.asarray(view.image[is_shown], np.uint8)


class Shade(NamedTuple):
    """A lamp's shade over the board; see ``vision.image.light.fit_shade``."""

    middle: Floats
    coefficients: Floats


def centred_shade(places: Floats, log_gains: Floats) -> Shade:
    """Fit the shade around the board's middle, where it shall change nothing."""
    middle = places.mean(axis=0) if len(places) else np.zeros(2, np.float32)
    usual = np.median(log_gains) if len(log_gains) else 0.0
    return Shade(middle, fit_shade((places - middle) / SHADE_UNIT, log_gains - np.float32(usual)))


def evened(view: View, shade: Shade) -> Image:
    """Undo the lamp's shade in a view."""
    if not shade.coefficients.any():
        return np.asarray(view.image, np.uint8)
    height, width = view.image.shape[:2]
    # A pixel in sixteen of every sixteenth row is enough: shade is smooth.
    rows, columns = np.mgrid[8:height:16, 8:width:16].astype(np.float32)
    places = np.stack([columns, rows], axis=-1) / view.side_px + np.array(view.first, np.float32)
    return even_out(view.image, (places - shade.middle) / SHADE_UNIT, shade.coefficients)


def _cells_in_frame(
    homography: Homography,
    lattice: Lattice,
    first: NDArray[np.integer],
    size: NDArray[np.integer],
    size_px: tuple[int, int],
) -> tuple[list[Cell], list[Cell]]:
    every = np.array(
        [(x, y) for y in range(first[1], first[1] + size[1]) for x in range(first[0], first[0] + size[0])]
    )
    sides_px = np.linalg.norm(np.diff(quads_px(homography, lattice.cells)[:, :2], axis=1), axis=2)
    whole = whole_in_frame(homography, every, size_px, SLACK * float(np.median(sides_px)))
    shares = shares_in_frame(homography, every, size_px)
    voted = {(int(x), int(y)) for x, y in lattice.cells}
    cells = [(int(x), int(y)) for x, y in every[whole]]
    cut = [(int(x), int(y)) for x, y in every[~whole & (shares > 0.2)] if (int(x), int(y)) in voted]
    return cells, cut
