"""Pictures of single tiles, to learn prints from: each photographed by itself, in a light of its own."""

from collections.abc import Iterator
from random import Random

import cv2
import numpy as np
from msgspec.structs import replace

from scoring.picture import Picture
from vision.paint import bgr, paint
from vision.reader import Image, Sample
from vision.synthetic.lamps import GAMMA, colour_of
from vision.synthetic.things import Box

PX_PER_MM = 6.0
MARGIN_MM = 4.0
UNDER = "#8a8378"
"""The colour of what the tiles are photographed on."""


def single_tiles(box: Box, seed: int) -> Iterator[Sample]:
    """Photograph every face of a box by itself, as its owner would by a window.

    Args:
        box: Gives the faces; copies with a garden are left out, since prints do not tell them apart.
        seed: For the light and the sensor's noise.
    """
    for name, picture in box.faces.items():
        if not name.endswith("_garden"):
            image = _on_ground(picture, box.side_mm)
            yield Sample(_by_a_window(image, Random(f"{seed} {name}")), name, 0)


def _on_ground(face: Picture | Image, side_mm: float) -> Image:
    """Show a face with a little of what it lies on around it."""
    if isinstance(face, Picture):
        left, top, width, height = face.box_mm
        wider = (left - MARGIN_MM, top - MARGIN_MM, width + 2 * MARGIN_MM, height + 2 * MARGIN_MM)
        return paint(replace(face, box_mm=wider), PX_PER_MM, UNDER)
    side_px, edge_px = round(side_mm * PX_PER_MM), round(MARGIN_MM * PX_PER_MM)
    large = cv2.resize(face, (side_px, side_px), interpolation=cv2.INTER_CUBIC)
    edges = (edge_px,) * 4
    return np.asarray(cv2.copyMakeBorder(large, *edges, cv2.BORDER_CONSTANT, value=bgr(UNDER)), np.uint8)


def _by_a_window(image: Image, chance: Random) -> Image:
    """Show what a camera makes of a picture in daylight that falls off a little to one side."""
    height, width = image.shape[:2]
    towards = chance.uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    share = 0.85 + 0.1 * (x * np.cos(towards) + y * np.sin(towards))
    light = (share[..., None] * colour_of(chance.uniform(5200, 5800))) ** (1 / GAMMA)
    soft = cv2.GaussianBlur(image * light, (0, 0), 0.6)
    noise = np.random.default_rng(chance.randrange(2**32)).normal(0, 2, soft.shape)
    return np.asarray(np.clip(soft + noise, 0, 255), np.uint8)
