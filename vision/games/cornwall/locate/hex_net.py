"""The net for hexes, which tells where fields are in a photograph, whatever is drawn on them."""

import numpy as np

from vision.geometry.outlines import Sides
from vision.nets.outline_net import OutlineNet

LEAST_PITCH_PX, MOST_PITCH_PX = 26.0, 50.0
"""It is taught with fields of such a size."""
HEXES = Sides(6, np.deg2rad(10))
NET = OutlineNet(
    "vision.games.cornwall.hexes",
    HEXES,
    usual_px=36.0,
    long_sides_px=(104, 160, 256, 400, 620, 900, 1240),
    least_places=3,
    most=300,
)
