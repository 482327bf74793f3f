"""The printed chart, and other pictures, as a camera shows them whose lens bends."""

import cv2
import numpy as np

from vision.geometry.undistort import SQUARE_MM, SQUARE_UNITS, chart_units
from vision.simulator.camera.camera import SimMast, mount, place_at

UNIT_PX, RIM = 10, 4
SIZE_PX = (1152, 648)


def chart_seen(bend, focal, seed, size_px=SIZE_PX):
    """Photograph the chart, tilted and turned by chance, by a camera over it."""
    chance = np.random.default_rng(seed)
    at_mm = tuple(chance.uniform(-110, 110, 2))
    mast = SimMast(
        chance.uniform(1.2, 2.2), chance.uniform(5, 30), *chance.uniform(0, 360, 2).tolist(), at_mm, bend
    )
    art = cv2.copyMakeBorder(
        np.where(chart_units(), 25, 235).astype(np.uint8), *[RIM] * 4, cv2.BORDER_CONSTANT, value=235
    )
    middle = np.array(art.shape[::-1]) / 2
    art = cv2.resize(art, None, fx=UNIT_PX, fy=UNIT_PX, interpolation=cv2.INTER_NEAREST)
    pixels = np.stack(np.meshgrid(*map(np.arange, size_px)), axis=-1).reshape(-1, 2).astype(float)
    at = (place_at(mount(mast, size_px, focal), pixels) / (SQUARE_MM / SQUARE_UNITS) + middle) * UNIT_PX
    x, y = (at[:, axis].reshape(size_px[::-1]).astype(np.float32) for axis in (0, 1))
    shown = cv2.remap(art, x, y, cv2.INTER_LINEAR, borderValue=110)
    return cv2.cvtColor(cv2.GaussianBlur(shown, (0, 0), 1.0), cv2.COLOR_GRAY2BGR)


def bent(image, bend, focal):
    """Show a straight picture as a lens shows it that bends: r, in focal lengths, at r (1 + bend r²)."""
    height, width = image.shape[:2]
    matrix = np.array([[focal * width, 0, width / 2], [0, focal * width, height / 2], [0, 0, 1]])
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2)
    straight = cv2.undistortPoints(pixels.astype(np.float32), matrix, np.array([bend, 0, 0, 0]), P=matrix)
    return cv2.remap(image, straight.reshape(height, width, 2), None, cv2.INTER_LINEAR)
