"""A camera for the pages that shows what a test says."""

import cv2
import numpy as np
from msgspec.structs import replace

from scoring.referee.contracts.camera import CameraCheck, Finding, Outline
from scoring.referee.contracts.refusals import RefusedError

SIZE_PX = (640, 360)
MARKER = ((20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0))
TILE = ((200.0, 100.0), (300.0, 100.0), (300.0, 200.0), (200.0, 200.0))
CHECK = CameraCheck(
    number=1,
    camera="a prepared camera",
    size_px=SIZE_PX,
    focus=48,
    best=60,
    glare=0.021,
    findings=(
        Finding("focus", "good", "The picture is sharp enough."),
        Finding("brightness", "bad", "The table is too dark. Switch on a lamp over it."),
        Finding("glare", "fair", "A part of the table shines. Move the lamp a little to the side."),
    ),
    outlines=(Outline("marker", MARKER), Outline("tile", TILE)),
)


class FakeLens:
    """Counts its checks; each shows a frame further on."""

    def __init__(self):
        self.now = CHECK
        self.refuses = ""
        self.alike = ()
        self.asked = []

    def check(self):
        if self.refuses:
            raise RefusedError(self.refuses)
        self.now = replace(self.now, number=self.now.number + 1)
        return self.now

    def picture(self):
        image = np.full((SIZE_PX[1], SIZE_PX[0], 3), (60, 120, 90), np.uint8)
        return cv2.imencode(".jpg", image)[1].tobytes()

    def still(self):
        return self.picture()

    def find_alike(self, palette):
        self.asked.append(tuple(palette))
        return tuple(pair for pair in self.alike if set(pair) <= set(palette))
