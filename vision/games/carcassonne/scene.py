"""A photograph laid out for reading: its lattice, its light, its cells seen straight from above."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.errors import NoTableError
from vision.games.carcassonne.looks import FINE_PX, ROUGH_PX, SOFT_PX, Looks
from vision.games.carcassonne.prints import SIDE_PX
from vision.games.carcassonne.tiles import Rough, light_samples, look_roughly
from vision.keypoints import find_keypoints, find_votes
from vision.lattice import Homography, Lattice, fit_lattice
from vision.light import Light, balanced, fit_light, in_print_light
from vision.patches import Floats, to_lab
from vision.reader import Image
from vision.view import View, rectify, shares_in_frame, whole_in_frame

LONG_SIDE_PX = 1600
KEYPOINTS = 3500
LEAST_SUPPORT = 14
"""Points that must agree on one lattice before it is believed: fewer do by chance."""
SLACK = 0.04
MOST_CELLS = 40
"""No table is wider; a lattice that says so is wrong."""
NO_TABLE = ("No board was found in this picture: photograph the tiles from above, the whole board in the frame, "
            "and check that the right print set is chosen.")


class Scene(NamedTuple):
    """A photograph, ready to be read.

    Attributes:
        size_px: Width and height of the photograph as it came.
        scale: What the photograph was multiplied with.
        homography: Lattice coordinates to pixels of the reduced photograph.
        reduced_size_px: Its width and height.
        cells: The cells wholly in the frame that may hold tiles.
        cut: Cells that the frame cuts and that tiles were seen in.
        rough: A first look at each of the cells.
        light: The photograph's light.
        fine: The board from above, CIELAB in the prints' light, softened, 64 pixels a tile.
        wood: The same view, white balanced only, for the colours of painted wood.
    """

    size_px: tuple[int, int]
    scale: float
    homography: Homography
    reduced_size_px: tuple[int, int]
    cells: tuple[Cell, ...]
    cut: tuple[Cell, ...]
    rough: tuple[Rough, ...]
    light: Light
    fine: View
    wood: Floats


def reduce_image(image: Image) -> tuple[Image, float]:
    """Shrink a photograph to what reading needs and say by how much."""
    scale = min(1.0, LONG_SIDE_PX / max(image.shape[:2]))
    if scale == 1.0:
        return image, scale
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def find_lattice(image: Image, looks: Looks, corners_px: Sequence[tuple[float, float]] | None) -> Lattice:
    """Find the lattice of the board in a reduced photograph.

    Raises:
        NoTableError: There is none.
    """
    start = None
    if corners_px is not None:
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        start = cv2.getPerspectiveTransform(square, np.array(corners_px, np.float32)).astype(np.float64)
    votes = find_votes(find_keypoints(image, KEYPOINTS), looks.keypoints, SIDE_PX)
    lattice = fit_lattice(votes, start)
    if lattice is None or lattice.support < LEAST_SUPPORT or np.ptp(lattice.cells, axis=0).max() > MOST_CELLS:
        raise NoTableError(NO_TABLE)
    return lattice


def lay_out(image: Image, looks: Looks, corners_px: Sequence[tuple[float, float]] | None) -> Scene:
    """Find a board in a photograph and see it straight from above in the prints' light.

    Raises:
        NoTableError: No board is to be seen.
    """
    reduced, scale = reduce_image(image)
    if corners_px is not None:
        corners_px = [(x * scale, y * scale) for x, y in corners_px]
    lattice = find_lattice(reduced, looks, corners_px)
    size_px = (reduced.shape[1], reduced.shape[0])
    first = lattice.cells.min(axis=0) - 1
    size = lattice.cells.max(axis=0) + 2 - first
    cells, cut = _cells_in_frame(lattice, first, size, size_px)
    origin, extent = (int(first[0]), int(first[1])), (int(size[0]), int(size[1]))
    rough_view = rectify(reduced, lattice.homography, origin, extent, ROUGH_PX)
    rough_view = rough_view._replace(image=to_lab(np.asarray(rough_view.image, np.uint8)))
    rough = look_roughly(rough_view, cells, looks)
    light = fit_light(*light_samples(rough_view, cells, rough, looks))
    fine = rectify(reduced, lattice.homography, origin, extent, FINE_PX)
    pixels = np.asarray(cv2.GaussianBlur(fine.image, (0, 0), SOFT_PX), np.uint8)
    return Scene((image.shape[1], image.shape[0]), scale, lattice.homography, size_px, tuple(cells), tuple(cut),
                 tuple(rough), light, fine._replace(image=in_print_light(to_lab(pixels), light)), balanced(pixels, light))


def _cells_in_frame(lattice: Lattice, first: NDArray[np.integer], size: NDArray[np.integer],
                    size_px: tuple[int, int]) -> tuple[list[Cell], list[Cell]]:
    every = np.array([(x, y) for y in range(first[1], first[1] + size[1]) for x in range(first[0], first[0] + size[0])])
    slack_px = SLACK * float(np.median(lattice.votes.side_px))
    whole = whole_in_frame(lattice.homography, every, size_px, slack_px)
    shares = shares_in_frame(lattice.homography, every, size_px)
    voted = {(int(x), int(y)) for x, y in lattice.cells}
    cells = [(int(x), int(y)) for x, y in every[whole]]
    cut = [(int(x), int(y)) for x, y in every[~whole & (shares > 0.2)] if (int(x), int(y)) in voted]
    return cells, cut
