"""The printed map found in a frame by its own picture: keypoints first, then patch by patch."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from scoring.picture import Point
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.follow.boards import cut_board
from vision.geometry.homography import Homography, project
from vision.match.keypoints import find_keypoints
from vision.match.registered import BoardPrint, find_board
from vision.reader import Image

PX_PER_MM = 2.0
"""So large the map's picture is kept, and so large it is looked at."""
MOST_KNOWN, MOST_SEEN = 1500, 2500
"""Keypoints of the picture, and of a frame."""
SEEN_PX = 1600
"""Keypoints are looked for in a frame no wider than this."""
LEAST_MATCHES = 40
"""With fewer good matches the board was not found."""
HALVED = np.array([[2.0, 0.0, 0.5], [0.0, 2.0, 0.5], [0.0, 0.0, 1.0]])
"""Pixels of the picture made half as large, in which patches of it are looked for, to its own."""
PATCH_PX, PATCH_EVERY_PX, REACH_PX = 28, 35, 5
"""Patches that are looked for, how far apart, and how far from where they should be."""
SMOOTH_PX, COARSE = 6.0, 2
"""What is smooth over so many pixels is light; it is looked at in so many times fewer."""
SOFTER_PX = 1.2
"""A frame shows the board less sharply than its picture does, which is softened by so much."""
LEAST_PATCHES = 14
OFF_PX = 1.0
NO_BOARD = marked(
    "The board was not found: too little of its picture is to be seen. Show the whole board, "
    "or photograph it anew."
)


class SeeingLimits(NamedTuple):
    """From where on what is seen counts; ``limits.json`` says by which command they are fitted, and to what.

    Attributes:
        alike: A patch of the board that correlates less where it is likeliest was not found.
        different: Of 255: what differs more from all that is printed around it is something else.
        darkest: Of 255: no channel of black wood is brighter.
        far: Colours whose directions are farther apart are not alike.
        covered: Such a share of where a peg or a ship would be seen shows its colour, where one is; of a
            space that of what differs, where a marker lies.
        told: Of such a share of a piece at least it must be known whether it shows its colour.
        blacker: Black wood has at most such a share of the light of what it hides: no shadow takes as much.
        tinted: Light whose colour differs more from the board's, as a logarithm, is that of something that
            lies there.
        pale: Of 255: no channel of paper is darker that a pale marker may look like.
        plain: Of 255: beside a player's lone wood more of it hides print of its colour where a pixel differs
            more from what is printed right there.
        rim: In pixels: within half of this of wood a pixel may show some of it and some of what is beside it.
    """

    alike: float
    different: float
    darkest: float
    far: float
    covered: float
    told: float
    blacker: float
    tinted: float
    pale: float
    plain: float
    rim: float


@lru_cache(1)
def seeing_limits() -> SeeingLimits:
    """Give the limits that ship with the reader."""
    kept = json.loads((files(__package__) / "limits.json").read_bytes())
    return SeeingLimits(**kept["limits"])


class MapPrint(NamedTuple):
    """A printed map as its owner photographed it.

    Attributes:
        board: Its picture, bare and straight from above at ``PX_PER_MM``, and its keypoints.
        size_mm: Width and height.
        detail: (h, w) what patches of it are found by, half as large.
        soft: (h, w, 3) the picture as soft as a frame shows it.
        limits: By what everything on it is told.
    """

    board: BoardPrint
    size_mm: Point
    detail: NDArray[np.float32]
    soft: Image
    limits: SeeingLimits


class MapPose(NamedTuple):
    """Where a map lies in a frame.

    Attributes:
        homography: Pixels of its picture to pixels of the frame.
        matches: How many keypoints or patches agree.
    """

    homography: Homography
    matches: int

    def quads_px(self, middles_mm: Mapping[str, Point], wide_mm: float) -> Mapping[str, tuple[Point, ...]]:
        """Give where in the frame squares around places of the map are."""
        around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * wide_mm / 2
        px = {
            name: project(self.homography, (around + at) * PX_PER_MM - 0.5) for name, at in middles_mm.items()
        }
        return {name: tuple((round(float(x), 1), round(float(y), 1)) for x, y in px[name]) for name in px}


def learn_map(picture: Image, size_mm: Point) -> MapPrint:
    """Make the picture of a bare map ready to be found again.

    Args:
        picture: (h, w, 3), cut to the board's edges.
        size_mm: Width and height of the board.
    """
    size_px = (round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM))
    straight = np.asarray(cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA), np.uint8)
    soft = np.asarray(cv2.GaussianBlur(straight, (0, 0), SOFTER_PX), np.uint8)
    grey = cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY)
    detail = _detail(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    board = BoardPrint(straight, find_keypoints(straight, MOST_KNOWN))
    return MapPrint(board, size_mm, detail, soft, seeing_limits())


def find_map(known: MapPrint, frame: Image) -> MapPose:
    """Find a map anywhere in a frame.

    Raises:
        NoTableError: Under ``LEAST_MATCHES`` keypoints agree.
    """
    shrink = min(1.0, SEEN_PX / frame.shape[1])
    small = cv2.resize(frame, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    found = find_board(known.board, find_keypoints(np.asarray(small, np.uint8), MOST_SEEN))
    if found is None or found.inliers < LEAST_MATCHES:
        raise NoTableError(NO_BOARD)
    larger = np.diag([1 / shrink, 1 / shrink, 1.0])
    pose = MapPose(np.asarray(larger @ found.homography), found.inliers)
    return refined(known, frame, pose) or pose


def follow_map(known: MapPrint, frame: Image, before: MapPose) -> MapPose:
    """Find a map near where it lay, and anywhere where it does not.

    Raises:
        NoTableError: It is nowhere.
    """
    return refined(known, frame, before) or find_map(known, frame)


def refined(known: MapPrint, frame: Image, pose: MapPose) -> MapPose | None:
    """Lay a map's picture closer, patch by patch; None where too few patches are found."""
    height, width = known.detail.shape
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    there = _detail(cut_board(grey, pose.homography @ HALVED, (width, height)))
    middles, seen = [], []
    half, reach = PATCH_PX // 2, REACH_PX
    for y in range(half + reach, height - half - reach, PATCH_EVERY_PX):
        for x in range(half + reach, width - half - reach, PATCH_EVERY_PX):
            patch = known.detail[y - half : y + half, x - half : x + half]
            around = there[y - half - reach : y + half + reach, x - half - reach : x + half + reach]
            off = _slid(patch, around, known.limits.alike)
            if off is not None:
                middles.append((x - 0.5, y - 0.5))
                seen.append((x - 0.5 + off[0], y - 0.5 + off[1]))
    if len(middles) < LEAST_PATCHES:
        return None
    closer, agree = cv2.findHomography(
        np.array(middles, np.float64), np.array(seen, np.float64), cv2.USAC_MAGSAC, OFF_PX
    )
    if closer is None or int(agree.sum()) < LEAST_PATCHES:
        return None
    closer = HALVED @ closer @ np.linalg.inv(HALVED)
    return MapPose(np.asarray(pose.homography @ closer), int(agree.sum()))


def _detail(grey: MatLike) -> NDArray[np.float32]:
    """Show brightness without what is smooth: light and shadows' insides."""
    size_px = grey.shape[1], grey.shape[0]
    coarse = cv2.resize(grey, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(coarse.astype(np.float32), (0, 0), SMOOTH_PX / COARSE)
    fine = cv2.GaussianBlur(grey, (0, 0), 0.5).astype(np.float32)
    return np.asarray(fine - cv2.resize(smooth, size_px, interpolation=cv2.INTER_LINEAR), np.float32)


def _slid(
    patch: NDArray[np.float32], around: NDArray[np.float32], alike: float
) -> tuple[float, float] | None:
    """Tell how far a patch has slid, to a part of a pixel; None where it is not to be seen."""
    if cv2.meanStdDev(patch)[1][0, 0] < 1.5:
        return None
    likeness = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(likeness)
    if best < alike or not (0 < x < likeness.shape[1] - 1 and 0 < y < likeness.shape[0] - 1):
        return None
    return (
        x - REACH_PX + _peak(*likeness[y, x - 1 : x + 2].tolist()),
        y - REACH_PX + _peak(*likeness[y - 1 : y + 2, x].tolist()),
    )


def _peak(before: float, at: float, after: float) -> float:
    """Give where a parabola through three neighbours is highest, from the middle one."""
    bend = before - 2 * at + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend
