"""What a frame says about camera and lamp: how sharp it is, how bright and even, and of which colour."""

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.markers import Corners
from vision.image.paint import bgr
from vision.reader import Image

Floats = NDArray[np.float32]

FINE_PX, COARSE_PX = 1.0, 3.0
"""How much an edge is blurred before its slope is measured, once a little and once well."""
LEAST_SLOPE = 1.5
"""Grey levels a pixel: what rises less is no edge, or noise."""
EDGES = 0.003
"""Share of the picture's pixels at which its strongest edges are measured: less than one tile covers."""
SHARPER_SHARE = 0.75
"""What casts or takes a soft shadow is an edge too, so the sharper quarter of them counts."""
FEWEST_EDGES = 40
BURNT = 250
"""From which level on, in all three colours, a pixel shows nothing but light."""
BRIGHT_SHARE = 99.5
"""A table is as bright as what is lightest on it, in per cent from the darkest: cloths are dark."""
ENOUGH_PX = 400
"""So many pixels across are enough to tell the light."""
BLOCKS = 8
ROUNDS, OFF_EV = 10, 0.3
GREY_NORM = 6
PAPER_GROWTH = 1.22
"""A printed marker lies on white paper, which is seen this much outside of its black square."""
LEAST_LINEAR = 1e-3
ALIKE = 24.0
"""Wood whose colours are nearer than this in CIELAB is easily taken for one another."""
NEUTRAL = np.ones(3, np.float32)


class TableLight(NamedTuple):
    """The light on a table, as a camera shows it.

    Attributes:
        brightness: Of what is lightest in the picture, 0 to 1 as it is coded.
        glare: Share of the picture in which there is nothing but light, 0 to 1.
        unevenness_ev: How much brighter one side of the table is than the other, in exposure values.
        cast: (3,) linear blue, green and red of what is white; their mean is 1.
        is_sure: Whether the colour was seen on the white paper of a printed marker.
    """

    brightness: float
    glare: float
    unevenness_ev: float
    cast: Floats
    is_sure: bool

    @property
    def warmth_ev(self) -> float:
        """How much more red than blue there is, in exposure values; below 0 there is more blue."""
        return float(np.log2(self.cast[2] / self.cast[0]))


def measure_focus(image: Image) -> float | None:
    """Tell how sharp a frame is, whatever is on it and however bright it is.

    Args:
        image: The frame, (height, width, 3), blue, green, red, as large as it is read.

    Returns:
        100 where edges are as sharp as pixels can show them, 50 where they are blurred by about 1.7
        pixels, towards 0; None where there is no edge to look at.

    Source:
        Zhuo and Sim 2011, "Defocus map estimation from a single image": blurring an edge once more
        lowers its slope the more, the sharper it was.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    fine, coarse = _slope(grey, FINE_PX), _slope(grey, COARSE_PX)
    edges = coarse >= max(LEAST_SLOPE, float(np.quantile(coarse, 1 - EDGES)))
    if np.count_nonzero(edges) < FEWEST_EDGES:
        return None
    ratio = float(np.quantile(fine[edges] / coarse[edges], SHARPER_SHARE))
    return 100 * _sharpness(ratio)


def _slope(grey: Floats, blur_px: float) -> Floats:
    """(height, width): how steeply a picture rises after a blur, in grey levels a pixel."""
    soft = cv2.GaussianBlur(grey, (0, 0), blur_px)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32)


def _sharpness(ratio: float) -> float:
    """Tell from the ratio of an edge's slopes how sharp it is: 1 where it has no blur of its own.

    Blurred by b pixels it is 1 / √(1 + b²). An edge blurred by b has the slope of one blurred by √(b² + 1)
    after the fine blur, and by √(b² + 9) after the coarse one.
    """
    square = ratio**2
    if square <= 1:
        return 0.0
    blur_px2 = max(0.0, (COARSE_PX**2 - square * FINE_PX**2) / (square - 1))
    return float(1 / np.sqrt(1 + blur_px2))


def measure_light(image: Image, markers: Mapping[int, Corners]) -> TableLight:
    """Tell how a table is lit.

    Args:
        image: The frame, (height, width, 3), blue, green, red.
        markers: The printed markers on it, from ``find_markers``: their paper tells the colour of the light.
    """
    paper = _paper(image, markers)
    small = _thinned(image)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return TableLight(
        brightness=float(np.percentile(grey, BRIGHT_SHARE)) / 255,
        glare=float((small.min(axis=2) >= BURNT).mean()),
        unevenness_ev=_unevenness_ev(small),
        cast=_balanced(paper if paper is not None else _greyish(small)),
        is_sure=paper is not None,
    )


def _thinned(image: Image) -> Image:
    """Leave out rows and columns of a large picture; the levels that stay are as they were."""
    step = max(1, image.shape[1] // ENOUGH_PX)
    return image[::step, ::step]


def _unevenness_ev(image: Image) -> float:
    """Measure how far the light falls off from side to side; what lies in the middle does not count.

    A plane is laid through the logarithms of each block's light, as a lamp at one side of a table makes one;
    blocks that lie far from it, a board on a dark cloth, count for little.
    """
    blocks = cv2.resize(linear(image).mean(axis=2), (BLOCKS, BLOCKS), interpolation=cv2.INTER_AREA)
    middles = (np.arange(BLOCKS) + 0.5) / BLOCKS - 0.5
    places = np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)
    lifted = np.hstack([places, np.ones((BLOCKS**2, 1))])
    light_ev = np.log2(np.maximum(blocks, LEAST_LINEAR)).ravel()
    weight, plane = np.ones(BLOCKS**2), np.zeros(3)
    for _ in range(ROUNDS):
        plane = np.linalg.lstsq(lifted * weight[:, None], light_ev * weight, rcond=None)[0]
        weight = 1 / np.sqrt(1 + ((light_ev - lifted @ plane) / OFF_EV) ** 2)
    return float(np.linalg.norm(plane[:2]))


def linear(image: Image) -> Floats:
    """Undo the coding of a picture.

    Args:
        image: (height, width, 3), uint8.

    Returns:
        The same as linear light, 0 to 1.

    Source:
        IEC 61966-2-1, sRGB.
    """
    level = np.arange(256) / 255
    table = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return np.asarray(table.astype(np.float32)[image])


def _paper(image: Image, markers: Mapping[int, Corners]) -> Floats | None:
    """(3,): the linear blue, green and red of the paper around the markers; None where none is seen."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for corners in markers.values():
        centre = corners.mean(axis=0)
        for growth, value in ((PAPER_GROWTH, 255), (1.06, 0)):
            cv2.fillPoly(mask, [np.round(centre + growth * (corners - centre)).astype(np.int32)], value)
    paper = linear(image[mask > 0][None])[0]
    return np.asarray(np.median(paper, axis=0)) if len(paper) else None


def _greyish(image: Image) -> Floats:
    """(3,): the linear blue, green and red that a table has on average, its lighter parts above all.

    Source:
        Finlayson and Trezzi 2004, "Shades of gray and colour constancy".
    """
    open_to_light = image[image.max(axis=2) < BURNT][None]
    light = linear(open_to_light)[0] if open_to_light.size else np.ones((1, 3), np.float32)
    return np.asarray((light**GREY_NORM).mean(axis=0) ** (1 / GREY_NORM), np.float32)


def _balanced(colour: Floats) -> Floats:
    colour = np.maximum(colour, LEAST_LINEAR)
    return np.asarray(colour / colour.mean(), np.float32)


def find_alike(palette: Mapping[str, str], cast: Floats = NEUTRAL) -> tuple[tuple[str, str], ...]:
    """Find the colours that are hard to tell apart in a light.

    Args:
        palette: Colours by name, "#rrggbb", as they look in daylight.
        cast: (3,) linear blue, green and red of what is white in this light.

    Returns:
        Pairs of names, in the palette's order.
    """
    lab = {name: _lab_of(code, cast) for name, code in palette.items()}
    return tuple(pair for pair in combinations(lab, 2) if np.linalg.norm(lab[pair[0]] - lab[pair[1]]) < ALIKE)


def _lab_of(code: str, cast: Floats) -> Floats:
    """(3,): a colour as it looks in a light, in CIELAB."""
    lit = linear(np.array([[bgr(code)]], np.uint8)) * (cast / cast.max())
    # OpenCV takes linear light for CIELAB where it is said to be so.
    return np.asarray(cv2.cvtColor(np.asarray(lit, np.float32), cv2.COLOR_LBGR2LAB)[0, 0], np.float32)
