"""A view: the board straight from above, cut into the cells of its lattice."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.geometry.homography import Homography, project, quads_px
from vision.reader import Image


class View(NamedTuple):
    """A rectified board.

    Attributes:
        image: (h, w, 3) whatever was rectified.
        first: The column and row of the cell at its top left.
        side_px: Pixels per cell.
        homography: View pixels to photograph pixels.
    """

    image: NDArray[Any]
    first: tuple[int, int]
    side_px: int
    homography: Homography

    def corner_px(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Where a cell's north-west corner lies in the view."""
        return (cell[0] - self.first[0]) * self.side_px, (cell[1] - self.first[1]) * self.side_px


def rectify(
    image: Image, lattice: Homography, first: tuple[int, int], size: tuple[int, int], side_px: int
) -> View:
    """Show the cells of a lattice straight from above.

    Args:
        image: The photograph.
        lattice: Lattice coordinates to pixels of the photograph.
        first: Column and row of the top left cell.
        size: How many columns and rows.
        side_px: Pixels per cell.
    """
    to_lattice = np.array([[1 / side_px, 0, first[0]], [0, 1 / side_px, first[1]], [0, 0, 1]])
    to_image = lattice @ to_lattice
    shown = cv2.warpPerspective(
        image, to_image, (size[0] * side_px, size[1] * side_px), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return View(shown, first, side_px, to_image)


def shares_in_frame(
    lattice: Homography, cells: NDArray[np.integer], size_px: tuple[int, int]
) -> NDArray[np.floating]:
    """Tell how much of each cell lies within the photograph, 0 to 1.

    Args:
        lattice: Lattice coordinates to pixels.
        cells: (n, 2) columns and rows.
        size_px: The photograph's width and height.
    """
    steps = (np.arange(8) + 0.5) / 8
    inside = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    points = project(lattice, (np.asarray(cells)[:, None] + inside[None]).reshape(-1, 2))
    in_frame = ((points >= 0) & (points < np.array(size_px))).all(axis=1)
    return np.asarray(in_frame.reshape(len(cells), -1).mean(axis=1))


def whole_in_frame(
    lattice: Homography, cells: NDArray[np.integer], size_px: tuple[int, int], slack_px: float
) -> NDArray[np.bool_]:
    """Tell which cells lie in the photograph with all their corners, give or take ``slack_px``."""
    quads = quads_px(lattice, cells)
    return np.asarray(((quads > -slack_px) & (quads < np.array(size_px) + slack_px)).all(axis=(1, 2)))


def whole_cells(
    lattice: Homography, cells: Sequence[Cell], size_px: tuple[int, int], slack_px: float
) -> list[Cell]:
    """Keep the cells that lie in the photograph with all their corners, give or take ``slack_px``.

    Args:
        lattice: Lattice coordinates to pixels.
        cells: Columns and rows.
        size_px: The photograph's width and height.
        slack_px: So far a corner may lie outside.
    """
    every = np.array(cells, int).reshape(-1, 2)
    whole = whole_in_frame(lattice, every, size_px, slack_px)
    return [cell for cell, is_whole in zip(cells, whole, strict=True) if is_whole]
