"""Bare tables by chance: wood, cloth, stone, anything, with other things lying about."""

from functools import partial

import cv2
import numpy as np
from numpy.random import Generator

from vision.simulator.made_up import styles
from vision.training.tabletops import PATTERN_SHARE, Painting, join, paint_bare, speckle

any_colour = partial(styles.any_colour, darkest=0.05)
"""Of what lies on tables nothing is quite black."""


def paint_ground(chance: Generator) -> Painting:
    """Paint a square of bare table."""
    own, uneven = paint_bare(chance, 120, any_colour)
    ground = np.asarray(own + uneven[..., None] * chance.uniform(0.6, 1.2, 3), np.float32)
    for pattern in (speckle, join):
        if chance.random() < PATTERN_SHARE:
            pattern(ground, chance, any_colour)
    for _ in range(chance.poisson(0.8)):
        _other(ground, chance)
    return ground


def _other(ground: Painting, chance: Generator) -> None:
    """Lay something else on the table: a card, a box lid, a cloth."""
    side_px = len(ground)
    middle, angle = chance.uniform(0, side_px, 2), chance.uniform(0, np.pi)
    half = chance.uniform(0.05, 0.4, 2) * side_px
    cos, sin = np.cos(angle), np.sin(angle)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ np.array([[cos, sin], [-sin, cos]])
    points = np.round(corners + middle).astype(np.int32)
    cv2.fillPoly(ground, [points], any_colour(chance).tolist(), cv2.LINE_AA)
    if chance.random() < 0.5:
        cv2.polylines(ground, [points], True, any_colour(chance).tolist(), int(chance.integers(1, 9)))
    for _ in range(chance.integers(0, 6)):
        at = middle + chance.normal(0, 0.3, 2) * half
        radius = int(chance.integers(3, 20))
        spot = (int(at[0]), int(at[1]))
        cv2.circle(ground, spot, radius, any_colour(chance).tolist(), cv2.FILLED, cv2.LINE_AA)
