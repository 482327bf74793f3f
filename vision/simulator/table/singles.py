"""Pictures of single tiles, to learn prints from: each photographed by itself, in a light of its own."""

from collections.abc import Iterator
from random import Random

import cv2
import numpy as np
from msgspec.structs import replace

from scoring.picture import Picture
from vision.image.paint import bgr, paint
from vision.reader import Image, Sample
from vision.simulator.camera.lamps import GAMMA, colour_of
from vision.simulator.camera.painting import blended
from vision.simulator.table.figures import fill
from vision.simulator.table.things import SimBox

PX_PER_MM = 6.0
MARGIN_MM = 4.0
WHOLE_PX_PER_MM = 2.0
"""Of a board."""
UNDER = "#8a8378"
"""The colour of what the tiles are photographed on."""


def single_tiles(box: SimBox, seed: int) -> Iterator[Sample]:
    """Photograph every face of a box by itself, as its owner would by a window.

    Args:
        box: Gives the faces, and which of them prints are learned from.
        seed: For the light and the sensor's noise.
    """
    for name in box.taught or box.faces:
        image = _whole(name, box) if name in box.whole else _on_ground(name, box)
        yield Sample(_by_a_window(image, Random(f"{seed} {name}")), name, 0)


def _whole(name: str, box: SimBox) -> Image:
    """Show a face, of which there is a picture, from corner to corner."""
    face, (_, _, width, height) = box.faces[name], box.sheet(name)
    if isinstance(face, Picture):
        return paint(face, WHOLE_PX_PER_MM)
    size_px = round(width * WHOLE_PX_PER_MM), round(height * WHOLE_PX_PER_MM)
    return np.asarray(cv2.resize(face, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _on_ground(name: str, box: SimBox) -> Image:
    """Show a face with a little of what it lies on around it."""
    face, (left, top, width, height) = box.faces[name], box.sheet(name)
    if isinstance(face, Picture):
        if name not in box.outlines:
            left, top, width, height = face.box_mm
        wider = (left - MARGIN_MM, top - MARGIN_MM, width + 2 * MARGIN_MM, height + 2 * MARGIN_MM)
        image = paint(replace(face, box_mm=wider), PX_PER_MM, UNDER)
    else:
        size_px, edge_px = (round(width * PX_PER_MM), round(height * PX_PER_MM)), round(MARGIN_MM * PX_PER_MM)
        large = cv2.resize(face, size_px, interpolation=cv2.INTER_CUBIC)
        edges = (edge_px,) * 4
        image = np.asarray(cv2.copyMakeBorder(large, *edges, cv2.BORDER_CONSTANT, value=bgr(UNDER)), np.uint8)
    return _cut_out(image, name, box) if name in box.outlines else image


def _cut_out(image: Image, name: str, box: SimBox) -> Image:
    """Show what a face lies on wherever its outline leaves it bare."""
    left, top, _, _ = box.sheet(name)
    corner_mm = (left - MARGIN_MM, top - MARGIN_MM)
    bare = np.full(image.shape[:2], 255, np.uint8)
    fill(bare, (np.array(box.outline(name)) - corner_mm) * PX_PER_MM, 0.0)
    ground = np.empty_like(image)
    ground[:] = bgr(UNDER)
    return blended(image, ground, bare)


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
