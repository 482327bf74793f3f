"""What lies in the cells of a board that is seen from above."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.placed_tile import STEPS
from vision.games.carcassonne.cold.ground import like_tiles
from vision.games.carcassonne.cold.squares import SquareBoard
from vision.games.carcassonne.cold.tile_net import MARGIN, TILE_PX, Squares, TilePrediction, tell, together
from vision.games.carcassonne.scene import PhotoPart, take_part
from vision.geometry.homography import project
from vision.geometry.outlines import CellOutline
from vision.geometry.rectify import View, whole_cells
from vision.match.template import Pose, patch_to_view
from vision.reader import Image

ROUNDS = 8
"""So often, at most, tiles that were missed are looked for beside others, and bare table is left out."""
MOST_TILES = sum(face.count for face in faces().values())
"""Where there seem to be more than the box holds, some are none, and every one is doubted."""
BETTER = 2.0
"""A tile lies in its cell's middle, not where its square was seen, where that is so much clearer."""
SURELY_TILE = 6.5
"""Log-odds of a tile from which it is not doubted."""
FINER = 1.5
"""Photographs are shrunk before squares are cut out of them, but are still so much finer."""
LIKE_MISSED, SURELY_LIKE = 0.3, 1.2
"""A tile of which no square was seen looks so much more like the other tiles than like the table, and comes
to more than this with its log-odds of a tile; or it looks so like them as the second: what is all like its
neighbours need not look like one."""


class LocatedTiles(NamedTuple):
    """Tiles, n of them.

    Attributes:
        cells: The cells they lie in.
        poses: Where each lies in the view.
        squares: Their pictures.
        told: What the net says about them.
    """

    cells: list[Cell]
    poses: list[Pose]
    squares: Squares
    told: TilePrediction

    def of(self, some: Sequence[int]) -> "LocatedTiles":
        """Give some of them."""
        cells, poses = [self.cells[each] for each in some], [self.poses[each] for each in some]
        return LocatedTiles(cells, poses, self.squares[list(some)], self.told.of(some))

    def beside(self, other: "LocatedTiles") -> "LocatedTiles":
        """Give them and others."""
        squares = np.concatenate([self.squares, other.squares])
        prediction = together([self.told, other.told])
        return LocatedTiles(self.cells + other.cells, self.poses + other.poses, squares, prediction)


def lie(view: View, board: SquareBoard, cells: Sequence[Cell]) -> LocatedTiles:
    """Ask what lies in cells: where a square was seen or, where that says more, in the cell's middle.

    Between tiles that lie without a seam a square may be seen half a tile beside.
    """
    seen = _at(view, board, cells, [square_pose(view, board.squares[cell]) for cell in cells])
    doubted = [index for index, odds in enumerate(seen.told.is_tile) if odds < SURELY_TILE]
    there = _in_the_middle(view, board, [cells[index] for index in doubted])
    every = seen.beside(there)
    clear = clearness(every.told)
    best = list(range(len(cells)))
    for other, index in enumerate(doubted, len(cells)):
        if clear[other] > clear[index] + BETTER:
            best[index] = other
    return every.of(best)


def clearness(prediction: TilePrediction) -> NDArray[np.floating]:
    """(n,): log-odds of a tile, and of its likeliest reading against all others.

    The corner where four tiles meet looks like a tile, but like no face.
    """
    log_odds = np.sort(prediction.nats, axis=1)
    return np.asarray(prediction.is_tile + log_odds[:, -1] - np.logaddexp.reduce(log_odds[:, :-1], axis=1))


def settled(image: Image, view: View, board: SquareBoard, located: LocatedTiles) -> LocatedTiles:
    """Leave out what is bare table, and add tiles of which no square was seen.

    Args:
        image: The photograph.
        view: The board from above.
        board: The board.
        located: What seems to lie on it.
    """
    size_px = (image.shape[1], image.shape[0])
    every, laid = located, list(range(len(located.cells)))
    for _ in range(ROUNDS):
        cells = [every.cells[index] for index in laid]
        free = [cell for cell in _free_beside(board, cells, size_px) if cell not in every.cells]
        like = like_tiles(image, board, cells, [*every.cells, *free])
        if not like:
            break
        missed = _missed(view, board, free, like)
        every = every.beside(missed)
        beyond_doubt = SURELY_TILE if len(laid) <= MOST_TILES else np.inf
        odds = enumerate(zip(every.cells, every.told.is_tile, strict=True))
        before, laid = laid, [index for index, (cell, own) in odds if own > beyond_doubt or like[cell] > 0]
        if not missed.cells and (len(before) <= MOST_TILES or laid == before):
            break
    return every.of(laid)


def _missed(view: View, board: SquareBoard, free: Sequence[Cell], like: Mapping[Cell, float]) -> LocatedTiles:
    """Find the tiles in cells beside others in which no square was seen."""
    there = _in_the_middle(view, board, [cell for cell in free if like[cell] > LIKE_MISSED])
    odds = enumerate(zip(there.cells, there.told.is_tile, strict=True))
    return there.of(
        [index for index, (cell, own) in odds if own + like[cell] > LIKE_MISSED or like[cell] > SURELY_LIKE]
    )


def _free_beside(board: SquareBoard, cells: Sequence[Cell], size_px: tuple[int, int]) -> list[Cell]:
    """List the cells beside some that no square was seen in, as far as the picture shows them whole."""
    free = sorted(cells_beside(cells) - set(board.squares))
    return whole_cells(board.lattice, free, size_px, 0.0)


def cells_beside(cells: Collection[Cell]) -> set[Cell]:
    """Give the cells that touch some by a side, these left out."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in STEPS.values()} - set(cells)


def _in_the_middle(view: View, board: SquareBoard, cells: Sequence[Cell]) -> LocatedTiles:
    return _at(view, board, cells, [middle_pose(view, cell) for cell in cells])


def _at(view: View, board: SquareBoard, cells: Sequence[Cell], poses: list[Pose]) -> LocatedTiles:
    squares = cut_squares(view, poses, board.size)
    return LocatedTiles(list(cells), poses, squares, tell(squares))


def middle_pose(view: View, cell: Cell) -> Pose:
    """Tell where a tile lies in a view that lies straight in its cell's middle."""
    x, y = view.corner_px(cell)
    return Pose(x + view.side_px / 2, y + view.side_px / 2, 0.0)


def square_pose(view: View, square: CellOutline) -> Pose:
    """Tell where a square of a photograph lies in a view of it."""
    ends = np.array([square.middle, square.middle + square.east / 2])
    observed = project(np.linalg.inv(view.homography), np.stack([ends.real, ends.imag], axis=1))
    (x, y), (east_x, east_y) = observed.tolist()
    return Pose(x, y, float(np.arctan2(east_y - y, east_x - x)))


def cut_squares(view: View, poses: Sequence[Pose], size: float = 1.0) -> Squares:
    """Cut tiles out of a view of bytes, each with what lies close around it.

    Args:
        view: The view.
        poses: Where the tiles lie in it.
        size: Their side, in cells.
    """
    scale, middle = size * view.side_px * MARGIN / TILE_PX, (TILE_PX - 1) / 2
    away = (1 - scale) * middle
    wider = np.array([[scale, 0, away], [0, scale, away], [0, 0, 1]])
    found = np.zeros((len(poses), TILE_PX, TILE_PX, 3), np.uint8)
    for index, pose in enumerate(poses):
        found[index] = warped(view.image, patch_to_view(pose, TILE_PX) @ wider)
    return found


def part_for(image: Image, side_px: float) -> PhotoPart:
    """Give a photograph no finer than squares with such sides are asked for in it."""
    return take_part(image, min(1.0, FINER * TILE_PX / side_px))


def cut_from(part: PhotoPart, squares: Sequence[CellOutline]) -> Squares:
    """Cut squares of a photograph out of a part of it, each with what lies close around it."""
    found = np.zeros((len(squares), TILE_PX, TILE_PX, 3), np.uint8)
    scale = 1 / part.to_photo[0, 0]
    for index, square in enumerate(squares):
        east, south = (side * scale * MARGIN / TILE_PX for side in (square.east, square.south))
        corner = square.middle * scale - (east + south) * (TILE_PX - 1) / 2
        to_part = np.array([[east.real, south.real, corner.real], [east.imag, south.imag, corner.imag]])
        found[index] = warped(part.image, to_part)
    return found


def warped(image: Image, to_image: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Show what a (2, 3) affine map of a square's pixels leads to."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    side = (TILE_PX, TILE_PX)
    shown = cv2.warpAffine(image, to_image, side, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)
