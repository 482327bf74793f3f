"""A box that nobody has learned, at the live table: where its tiles lie and what each of them may be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.cold.kinds import READINGS, index_of
from vision.games.carcassonne.cold.laying import BETTER, SURELY_TILE, cut_squares, middle_pose, square_pose
from vision.games.carcassonne.cold.square_net import NET, SQUARES, glances
from vision.games.carcassonne.cold.squares import SquareBoard, find_boards
from vision.games.carcassonne.cold.tile_net import TilePrediction, tell, together
from vision.games.carcassonne.cold.tuning import Tuning, tuned
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.finding import (
    FLAT,
    SEARCH_PX,
    Expected,
    lying_on,
    square_things,
    to_lattice,
    turned,
)
from vision.games.carcassonne.live.memory import TilePose, place_of
from vision.games.carcassonne.live.outline import snapped
from vision.games.carcassonne.live.tracking import FrameLayout, pixels_around, window, wood_around
from vision.games.carcassonne.meeples import cleaned
from vision.geometry.homography import Homography, project
from vision.geometry.markers import find_markers, fit_plane
from vision.geometry.outlines import CellOutline
from vision.geometry.rectify import View, rectify
from vision.image.colour import Floats, from_lab
from vision.match.template import cut_patch
from vision.nets.outline_net import Glance
from vision.reader import Image

MOST_BOARDS = 8
ABSENT_NATS = -8.0
"""For a tile of the game where no square was found."""
LIKELY_NATS, LEAST_NATS = -1.5, -3.0
"""A lone tile likelier than the first may be the start tile; a game whose tiles are less likely than the
second on the mean, where they were found, lies somewhere else."""
MOST_LONE, SAME_PLACE = 12, 0.08
ASIDE, OTHER_SIZE = 0.35, 0.2
"""A square this far (in tiles) from its cell's middle, or so much larger or smaller, is not the cell's."""
SHARPNESS = 0.9
"""What the net says is so much too sure; see ``training check``."""
RIM_PX = 4
"""Where figures end is told so coarsely; their shadows begin there."""


class OwnLook(NamedTuple):
    """How a tile looks itself.

    Attributes:
        seen: (64, 64, 3) CIELAB in the prints' light, a figure painted over.
        hidden: (64, 64) where one was.
    """

    seen: Floats
    hidden: NDArray[np.bool_]


class UnknownTile(NamedTuple):
    """A tile that no print explains.

    Attributes:
        place: Where it lies.
        nats: The log-likelihood of each reading, the most likely 0.
        is_tile: Log-odds that it is a tile at all.
        has_square: Whether a square was found there.
        own: How it looks itself.
        told: All that the net said of it alone.
    """

    place: TilePose
    nats: Mapping[Reading, float]
    is_tile: float
    has_square: bool
    own: OwnLook
    told: TilePrediction


def meet(layout: FrameLayout, cell: Cell, tuning: Tuning | None, *, is_changed: bool) -> UnknownTile | None:
    """Ask the nets whether a tile lies in a cell, and what it shows.

    Args:
        layout: The frame.
        cell: The cell.
        tuning: What the game has taught the net of the box.
        is_changed: Whether the cell no longer looks like its bare table: then something may lie there, be
            its square seen or not.
    """
    around = pixels_around(layout, cell)._replace(homography=np.eye(3))
    square = _square_in(around, NET.find([_glance(around)]), cell)
    if square is None and not is_changed:
        return None
    poses = [middle_pose(around, cell) if square is None else square_pose(around, square)]
    prediction = tell(cut_squares(around, poses))
    if square is not None and prediction.is_tile[0] < SURELY_TILE:
        poses.append(middle_pose(around, cell))
        prediction = together([prediction, tell(cut_squares(around, poses[1:]))])
    best = -1 if prediction.is_tile[-1] > prediction.is_tile[0] + BETTER else 0
    pose = poses[best]
    place = place_of(pose, around)
    own = look_of(layout, place)
    log_odds = (prediction.nats if tuning is None else tuned(prediction, tuning))[best]
    log_odds = SHARPNESS * (log_odds - log_odds.max())
    return UnknownTile(
        place,
        dict(zip(READINGS, log_odds.tolist(), strict=True)),
        float(prediction.is_tile[best]),
        square is not None,
        own,
        prediction.of([best]),
    )


def look_of(layout: FrameLayout, place: TilePose) -> OwnLook:
    """Tell how a tile looks itself.

    Args:
        layout: The frame.
        place: Where the tile lies.
    """
    shown = window(layout, place.cell)
    pose = place.pose(shown.fine, FINE_PX)
    plain = cut_patch(shown.fine.image, pose, FINE_PX)
    is_wood = cut_patch(wood_around(layout, place.cell).odds, pose, FINE_PX) > 0
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * RIM_PX + 1,) * 2)
    hidden = cv2.dilate(cleaned(is_wood), disc) > 0
    return OwnLook(_painted_over(plain, hidden), hidden)


def _glance(around: View) -> Glance:
    return NET.glance(around.image, round(NET.usual_px / FINE_PX * max(around.image.shape[:2])))


def _square_in(view: View, squares: Sequence[CellOutline], cell: Cell) -> CellOutline | None:
    """Choose the square that lies in a cell; pixels of the view are those of its photograph."""
    x, y = view.corner_px(cell)
    middle = complex(x + FINE_PX / 2, y + FINE_PX / 2)
    inside = [
        square
        for square in squares
        if abs(square.middle - middle) < ASIDE * FINE_PX
        and abs(np.log(square.pitch_px / FINE_PX)) < OTHER_SIZE
    ]
    best = max(inside, key=lambda outline: outline.places, default=None)
    return None if best is None else SQUARES.upright(best)


def _painted_over(lab: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """Paint over what hides a tile with what lies around it."""
    if not hidden.any():
        return lab
    over = cv2.inpaint(from_lab(lab), hidden.astype(np.uint8), 3, cv2.INPAINT_TELEA)
    found = cv2.cvtColor(over.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.where(hidden[..., None], found, lab).astype(np.float32)


# --- a game that is begun or resumed -----------------------------------------------------------------


def find_strange_game(image: Image, expected: Expected) -> Homography | None:
    """Find where the tiles of a game lie, whatever is drawn on them.

    Args:
        image: The frame.
        expected: The face and turns of every tile of the game.

    Returns:
        Lattice coordinates, counted as the game counts cells, to pixels of the frame; None where the game is
        not to be seen.
    """
    squares = NET.find(glances(image))
    found = _lone_tile(image, squares, expected) if len(expected) == 1 else None
    if found is None:
        boards = find_boards(squares, MOST_BOARDS)
        every = [laid for board in boards for laid in _laid_on(image, board, expected)]
        fits, lattice = max(every, key=lambda each: each[0], default=(LEAST_NATS, None))
        found = lattice if fits > LEAST_NATS else None
    if found is None or len(expected) > FLAT:
        return found
    marked = fit_plane(find_markers(image))
    return lying_on(np.eye(3) if marked is None else marked.homography, found, expected)


def _lone_tile(image: Image, squares: Sequence[CellOutline], expected: Expected) -> Homography | None:
    """Find the start tile among what is square: of those that show it, the one with the clearest outline."""
    best: tuple[float, Homography | None] = (0.0, None)
    for square in _different([*_outlined(image), *squares[:MOST_LONE]]):
        outline, clear = snapped(image, square)
        if clear > best[0]:
            board = SquareBoard({(0, 0): outline}, 1.0, _lattice_of(outline))
            fits, lattice = max(_laid_on(image, board, expected), key=lambda each: each[0])
            best = (clear, lattice) if fits > LIKELY_NATS else best
    return best[1]


def _outlined(image: Image) -> Iterator[CellOutline]:
    """Give the squares that stand out from the table."""
    scale = min(1.0, SEARCH_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for homography in square_things(np.asarray(small, np.uint8)):
        middle, west, east = project(homography, np.array([(0.5, 0.5), (0, 0.5), (1, 0.5)])) @ (1, 1j) / scale
        yield CellOutline(complex(middle), complex(east - west), 0j, 0)


def _different(squares: Iterable[CellOutline]) -> list[CellOutline]:
    """Leave out squares that lie nearly where another does."""
    kept: list[CellOutline] = []
    for square in squares:
        if all(
            abs(square.middle - other.middle) > SAME_PLACE * square.pitch_px
            or abs(np.log(square.pitch_px / other.pitch_px)) > SAME_PLACE
            for other in kept
        ):
            kept.append(square)
    return kept


def _lattice_of(square: CellOutline) -> Homography:
    corner = square.middle - (square.east + square.south) / 2
    return np.array(
        [
            [square.east.real, square.south.real, corner.real],
            [square.east.imag, square.south.imag, corner.imag],
            [0, 0, 1],
        ]
    )


def _laid_on(image: Image, board: SquareBoard, expected: Expected) -> Iterator[tuple[float, Homography]]:
    """Lay the game on a board in every way, and give how likely that is and the lattice of the game."""
    cells = list(board.squares)
    every = np.array(cells)
    first, size = every.min(axis=0) - 1, np.ptp(every, axis=0) + 3
    view = rectify(
        image, board.lattice, (int(first[0]), int(first[1])), (int(size[0]), int(size[1])), FINE_PX
    )
    prediction = tell(
        cut_squares(view, [square_pose(view, board.squares[cell]) for cell in cells], board.size)
    )
    log_odds = prediction.nats - np.logaddexp.reduce(prediction.nats, axis=1, keepdims=True)
    log_odds = log_odds - np.logaddexp(0, -prediction.is_tile)[:, None]
    row = {cell: index for index, cell in enumerate(cells)}
    for quarter in range(4):
        game = {
            turned(cell, quarter): index_of(face, turns + quarter) for cell, (face, turns) in expected.items()
        }
        for shift in cells:
            there = [(row.get((x + shift[0], y + shift[1])), index) for (x, y), index in game.items()]
            fits = [ABSENT_NATS if at is None else float(log_odds[at, index]) for at, index in there]
            yield float(np.mean(fits)), board.lattice @ to_lattice(quarter, shift)
