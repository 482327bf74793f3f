"""The net for squares, which tells where tiles are in a photograph, whatever is drawn on them.

Besides what ``vision.nets.outline_net`` has it tells log-odds of a figure, for which the net for figures
is asked instead.
"""

import numpy as np

from vision.geometry.outlines import Sides
from vision.nets.outline_net import Glance, OutlineNet, shrunk
from vision.reader import Image

LEAST_SIDE_PX, MOST_SIDE_PX = 30.0, 54.0
"""It is taught with tiles of such a size."""
SQUARES = Sides(4, np.deg2rad(15))
NET = OutlineNet(
    "vision.games.carcassonne.cold.squares",
    SQUARES,
    usual_px=40.0,
    long_sides_px=(104, 160, 240, 360, 544, 816, 1224),
    least_places=4,
    most=250,
)


def glances(image: Image) -> list[Glance]:
    """Ask what lies where in a photograph, in every size that it is large enough for, the largest first."""
    long_px, shown, every = max(image.shape[:2]), image, []
    for wanted_px in reversed(NET.long_sides_px):
        if wanted_px <= max(long_px, NET.long_sides_px[0]):
            scale = wanted_px / long_px
            shown = shrunk(shown, image.shape, scale)  # the last one made smaller: that is faster
            every.append(NET.asked(shown, scale))
    return every
