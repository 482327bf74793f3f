"""Colours as they are compared: CIELAB, white balance."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image

Floats = NDArray[np.float32]
BAND_PX = 128
"""So many rows of a photograph are looked at at once: all together would take 80 bytes for each pixel."""


def to_lab(image: Image) -> Floats:
    """Convert blue, green, red bytes to CIELAB, (h, w, 3) float32."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def from_lab(lab: Floats) -> Image:
    """Convert CIELAB, (h, w, 3), to blue, green, red bytes; what no screen shows is cut off."""
    shown = cv2.cvtColor(np.asarray(lab, np.float32), cv2.COLOR_LAB2BGR)
    return np.asarray(np.clip(shown, 0, 1) * 255 + 0.5, np.uint8)


def largest(channels: Floats) -> Floats:
    """(h, w): the largest of three channels; numpy's own is slow over so short an axis."""
    first, second, third = cv2.split(channels)
    return np.asarray(cv2.max(cv2.max(first, second), third), np.float32)


def colour_steps(image: Image) -> Floats:
    """(h, w): how strongly the colour changes at each pixel, in CIELAB units over two pixels."""
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
    bands = []
    for top in range(0, len(smooth), BAND_PX):
        above = min(top, 1)  # a step is told by its neighbours, too
        lab = to_lab(smooth[top - above : top + BAND_PX + 1])
        east = np.abs(cv2.Sobel(lab, cv2.CV_32F, 1, 0, ksize=3)) / 4
        south = np.abs(cv2.Sobel(lab, cv2.CV_32F, 0, 1, ksize=3)) / 4
        bands.append(largest(np.asarray(cv2.max(east, south), np.float32))[above:][:BAND_PX])
    return np.concatenate(bands)
