"""Boards and the places on them, from the first look on: cut out, followed, compared."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.game import Player
from scoring.games.tuscany.drawing.components import (
    FIELD_MM,
    MAT_MM,
    PLAN_MM,
    STORES_MM,
    TABLEAU_MM,
    TOKENS_MM,
    mat_place,
)
from scoring.games.tuscany.land.regions import SEAT_COLUMNS
from scoring.games.tuscany.land.spots import TuscanySpot
from scoring.geometry.hexes import middle_mm
from scoring.spots import tile_spot
from vision.follow.boards import cut_board, follow_board
from vision.follow.covered import cut_spots
from vision.games.tuscany.classify.faces import SIDE_PX
from vision.games.tuscany.live.memory import TrackedBoard, TrackedSpot
from vision.games.tuscany.live.sighting import DISPLAY_SPOTS
from vision.games.tuscany.locate.boards import TablePlaces
from vision.games.tuscany.locate.regions import RegionPlace
from vision.games.tuscany.prints import TILE_REACH_MM, TOKEN_REACH_MM
from vision.geometry.homography import Homography
from vision.image.colour import Floats
from vision.match.registered import BoardPrint, learn_board
from vision.reader import Image

RIM_PX = 3
"""So far, in pixels of a place as it is compared, things are looked for beside where they were."""
TILE_SLIPS_PX, TOKEN_SLIPS_PX = 2, 4
"""So far, in the same, tiles and tokens lie beside the middles of their places: of 18 first tokens of five
tables between seeds 1501 and 1508 at level 2 four lay 3 or 4 beside."""
PX_PER_MM = 1.4
"""Of the pictures of boards by which they are found again."""
STILL_THERE = 0.8
"""What looks so much as it did may have slid: its place is moved there."""


def region_of(player: Player) -> str:
    """Name the board of a player's region."""
    return f"{player}/region"


def tableau_of(player: Player) -> str:
    """Name the board of a player's tableau."""
    return f"{player}/tableau"


def first_boards(frame: Image, places: TablePlaces) -> dict[str, TrackedBoard]:
    """Begin to follow all boards."""
    found = {}
    for player, place in places.regions.items():
        found[region_of(player)] = _region_board(frame, place)
    for player, lay in places.tableaus.items():
        found[tableau_of(player)] = _board(frame, lay, TABLEAU_MM)
    if places.mat is not None:
        found["mat"] = _board(frame, places.mat, MAT_MM)
    if places.plan is not None:
        found["plan"] = _board(frame, places.plan, (PLAN_MM, PLAN_MM))
    return found


def _region_board(frame: Image, place: RegionPlace) -> TrackedBoard:
    middles = np.array([middle_mm(cell, 1.0) for cell in place.cells])
    low, high = middles.min(axis=0) - 0.6, middles.max(axis=0) + 0.6
    px = PX_PER_MM * FIELD_MM
    to_board = np.array([[1 / px, 0, low[0]], [0, 1 / px, low[1]], [0, 0, 1]])
    width, height = ((high - low) * px).round().astype(int)
    picture = cut_board(frame, place.homography @ to_board, (int(width), int(height)))
    return TrackedBoard(learn_board(picture), to_board, place.homography)


def _board(frame: Image, lay: Homography, size_mm: tuple[float, float]) -> TrackedBoard:
    width, height = size_mm
    to_board = np.array([[1 / PX_PER_MM, 0, -width / 2], [0, 1 / PX_PER_MM, -height / 2], [0, 0, 1]])
    size_px = round(width * PX_PER_MM), round(height * PX_PER_MM)
    return TrackedBoard(learn_board(cut_board(frame, lay @ to_board, size_px)), to_board, lay)


def followed(frame: Image, boards: Mapping[str, TrackedBoard]) -> tuple[dict[str, TrackedBoard], list[str]]:
    """Find all boards again, each by itself.

    Returns:
        The boards as they lie now, those that are not found as they lay; and the names of those that slid.
    """
    now, slid = dict(boards), []
    for name, board in boards.items():
        found = follow_board(board.look, frame, board.lay @ board.to_board)
        if found is not None and found.has_moved:
            slid.append(name)
            now[name] = board._replace(lay=found.homography @ np.linalg.inv(board.to_board))
    return now, slid


def looked(frame: Image, boards: Mapping[str, TrackedBoard]) -> dict[str, TrackedBoard]:
    """Keep how boards look now; the keypoints stay those of the beginning."""
    return {name: board._replace(look=_as_now(frame, board)) for name, board in boards.items()}


def _as_now(frame: Image, board: TrackedBoard) -> BoardPrint:
    height, width = board.look.picture.shape[:2]
    return board.look._replace(picture=cut_board(frame, board.lay @ board.to_board, (width, height)))


# --- places ----------------------------------------------------------------------------------------


def first_spots(players: Sequence[Player], places: TablePlaces) -> dict[str, TrackedSpot]:
    """List the places on all boards, before they are looked at."""
    spots = {}
    for seat, player in enumerate(players):
        for cell in places.regions[player].cells:
            spot = tile_spot((cell[0] + SEAT_COLUMNS * seat, cell[1]), player)
            reach = TILE_REACH_MM / FIELD_MM
            spots[spot] = TrackedSpot(region_of(player), middle_mm(cell, 1.0), reach, None)
        for at, place in enumerate(STORES_MM):
            spots[TuscanySpot("store", at, player).name] = TrackedSpot(
                tableau_of(player), place, TILE_REACH_MM, None
            )
        for at, place in enumerate(TOKENS_MM):
            spots[TuscanySpot("token", at, player).name] = TrackedSpot(
                tableau_of(player), place, TOKEN_REACH_MM, None
            )
    if places.mat is not None:
        for at, spot in enumerate(DISPLAY_SPOTS):
            spots[spot] = TrackedSpot("mat", mat_place(at), TILE_REACH_MM, None)
    return spots


def cut(
    frame: Image,
    boards: Mapping[str, TrackedBoard],
    spots: Mapping[str, TrackedSpot],
    names: Sequence[str],
    rim_px: int = RIM_PX,
) -> Floats:
    """Cut places out of a frame.

    Returns:
        (n, SIDE_PX + 2 * rim_px, SIDE_PX + 2 * rim_px, 3) CIELAB, in the order of the names.
    """
    side = SIDE_PX + 2 * rim_px
    found = np.zeros((len(names), side, side, 3), np.float32)
    by_board: dict[tuple[str, float], list[int]] = {}
    for number, name in enumerate(names):
        by_board.setdefault((spots[name].board, spots[name].reach), []).append(number)
    for (board, reach), numbers in by_board.items():
        middles = np.array([spots[names[number]].middle for number in numbers])
        found[numbers] = cut_spots(frame, boards[board].lay, middles, reach * side / SIDE_PX, side)
    return found


def inner(patches: Floats, rim_px: int = RIM_PX) -> Floats:
    """Drop the rim of (n, s, s, 3) patches."""
    return patches[:, rim_px:-rim_px, rim_px:-rim_px] if rim_px else patches


def moved(spot: TrackedSpot, slid_px: NDArray[np.intp]) -> TrackedSpot:
    """Move a place by how far what is there has slid, in pixels as it is compared."""
    step = 2 * spot.reach / SIDE_PX
    x, y = spot.middle
    return spot._replace(middle=(x + step * float(slid_px[0]), y + step * float(slid_px[1])))
