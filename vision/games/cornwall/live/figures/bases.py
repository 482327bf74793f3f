"""Where a figure that has come stands, by its outline: figures lean from the camera."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.cornwall.live.places import Mask, Points
from vision.games.cornwall.pieces.figures import camera_place
from vision.geometry.projection import Projection
from vision.image.colour import Floats

PX_PER_MM = 1.6

PROFILES_MM = {
    "small": ((0, 5.0), (6.2, 5.0), (8.1, 4.0), (8.9, 2.2), (10.3, 3.1), (12.0, 3.1), (14.0, 0.5)),
    "tall": ((0, 4.2), (8, 3.4), (12, 3.9), (17.4, 4.0), (20.5, 2.0), (22, 2.9), (23.8, 2.9), (26, 0.5)),
    "big": ((0, 8.2), (5, 7.8), (6.6, 8.8), (10.4, 8.4), (14, 3.0), (15.9, 4.1), (18.3, 4.1), (21, 0.5)),
}
"""Height and radius of usual figures."""
SWELLS_MM = (-0.6, -0.3, 0.0, 0.3, 0.6, 0.9, 1.2, 1.5)
"""So much fatter they may look."""
LEANS_MM = (-1.5, 0.0, 1.5)
"""So far the top of a tall figure may appear from where the camera's place puts it, each way."""
TALL_MM = 26.0
STEP_MM = 1.6
_LEANS_MM = tuple((x, y) for x in LEANS_MM for y in LEANS_MM)
_CUT_PX = 48
_REACH_PX = 3
SLIDES = [
    np.array([x, y], float)
    for y in range(-_REACH_PX, _REACH_PX + 1)
    for x in range(-_REACH_PX, _REACH_PX + 1)
]


class OutlineFit(NamedTuple):
    """What fits an outline best.

    Attributes:
        base_px: Where the middle of its base is.
        off: The share of what changed that no kind explains.
    """

    base_px: tuple[float, float]
    off: float


def outline_of(body: Mask, lean: Points) -> OutlineFit:
    """Compare an outline with that of each kind, for every way it may swell and lean, where it fits best.

    Args:
        body: What a figure covers, ``PX_PER_MM``.
        lean: (2,) how far what is one high leans out.
    """
    rows, columns = np.nonzero(body)
    middle = np.array([columns.mean(), rows.mean()])
    shown, total, least = _around(body, middle), float(body.sum()), np.inf
    best = OutlineFit((float(middle[0]), float(middle[1])), 1.0)
    for kind in PROFILES_MM:
        bodies, centres = _bodies(kind, lean)
        missed = bodies.sum(axis=1) + total - 2 * (shown @ bodies.T)  # (places, ways)
        place, way = np.unravel_index(int(missed.argmin()), missed.shape)
        if missed[place, way] < least:
            least = float(missed[place, way])
            at = middle + SLIDES[int(place)] - centres[way]
            best = OutlineFit((float(at[0]), float(at[1])), least / max(total, 1.0))
    return best


def _around(body: Mask, middle: Points) -> Floats:
    """(places, pixels): a body around its middle, moved a little each way."""
    half = _CUT_PX / 2 - 0.5
    shown = []
    for slide in SLIDES:
        shift = np.array(
            [[1, 0, half - middle[0] - slide[0]], [0, 1, half - middle[1] - slide[1]]], np.float32
        )
        cut = cv2.warpAffine(body.astype(np.float32), shift, (_CUT_PX, _CUT_PX), flags=cv2.INTER_LINEAR)
        shown.append(cut.ravel())
    return np.stack(shown)


def _bodies(kind: str, lean: Points) -> tuple[Floats, Floats]:
    """Draw how a kind covers pixels, its middle in the middle, for every way it may swell and lean.

    Returns:
        (ways, pixels) 0 or 1, and (ways, 2) how far its middle is from its base, in pixels.
    """
    heights, radii = np.array(PROFILES_MM[kind]).T
    high = np.arange(0, heights[-1] + 0.5, STEP_MM)
    radius = np.interp(high, heights, radii)
    along = (np.arange(_CUT_PX) - _CUT_PX / 2 + 0.5) / PX_PER_MM
    x, y = (each.ravel() for each in np.meshgrid(along, along))
    bodies, centres = [], []
    for east, south in _LEANS_MM:
        tip = np.array([lean[0] + east / TALL_MM, lean[1] + south / TALL_MM])
        away = high - high.mean()
        off_x, off_y = (
            np.subtract.outer(one, far).astype(np.float32)
            for one, far in ((x, tip[0] * away), (y, tip[1] * away))
        )
        near = (np.sqrt(off_x * off_x + off_y * off_y) - radius.astype(np.float32)).min(axis=1)
        bodies += [near < swell for swell in SWELLS_MM]
        centres += [tip * high.mean() * PX_PER_MM] * len(SWELLS_MM)
    return np.asarray(bodies, np.float32), np.asarray(centres, np.float32)


def lean_at(projection: Projection, at_mm: Points) -> NDArray[np.float64]:
    """(2,): how far what stands on a place leans out for every millimetre of height."""
    foot, high = camera_place(projection)
    return np.asarray((np.asarray(at_mm) - foot) / max(high, 1.0), np.float64)
