"""Asking a net for outlines where tiles or fields are in a photograph, and what many of its answers agree on.

A net answers for every eighth pixel, whatever is drawn there. Of what has n sides it tells, along the first
axis: log-odds that there is one; how far right and down in the frame its middle is, in pitches; the binary
logarithm of its pitch over the usual; the n-th power of its direction and its shear, both complex numbers.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.outlines import CellOutline, Complex, Sides
from vision.nets.session import ask
from vision.reader import Image

FRAME_PX = 128
"""What such nets are taught with; they take pictures of any size."""
STRIDE_PX = 8
LEAST_ODDS, SAME_PLACE = 0.0, 0.3
"""Places tell of one outline when their middles are so near each other, in pitches; see ``Sides`` as well."""
_WHOLE = 32
"""Pictures are shown whole multiples of this wide and high."""

Floats = NDArray[np.floating]


class Glance(NamedTuple):
    """What was told of a photograph at one size.

    Attributes:
        scale: How many times as large as the photograph it was shown.
        told: (8 or more, rows, columns).
    """

    scale: float
    told: Floats


class _Places(NamedTuple):
    """What n places of a photograph tell of the outlines they lie in, as ``CellOutline`` has it."""

    middle: Complex
    straight: Complex
    mirrored: Complex
    odds: Floats


class OutlineNet(NamedTuple):
    """A net, and how its answers are put together.

    Attributes:
        name: As ``ask`` has it.
        sides: Of what it knows.
        usual_px: It knows pitches of about this length, so a photograph is shown to it in several sizes.
        long_sides_px: In these, from a picture of a single tile to one of a whole table.
        least_places: So many must agree on an outline.
        most: So many outlines are kept.
    """

    name: str
    sides: Sides
    usual_px: float
    long_sides_px: tuple[int, ...]
    least_places: int
    most: int

    def glances(self, image: Image) -> list[Glance]:
        """Ask what lies where in a photograph, in every size that it is large enough for."""
        most_px = max(*image.shape[:2], self.long_sides_px[0])
        return [self.glance(image, wanted_px) for wanted_px in self.long_sides_px if wanted_px <= most_px]

    def glance(self, image: Image, wanted_px: int) -> Glance:
        """Ask what lies where in a photograph, shown so that its long side has so many pixels."""
        scale = wanted_px / max(image.shape[:2])
        return self.asked(shrunk(image, image.shape, scale), scale)

    def asked(self, shown: Image, scale: float) -> Glance:
        """Ask what lies where in a photograph that is shown at a scale."""
        height, width = shown.shape[:2]
        padded = cv2.copyMakeBorder(shown, 0, -height % _WHOLE, 0, -width % _WHOLE, cv2.BORDER_REPLICATE)
        told = ask(self.name, np.asarray(padded, np.uint8)[None])[0][0]
        return Glance(scale, told[:, : -(-height // STRIDE_PX), : -(-width // STRIDE_PX)])

    def find(self, glances: Sequence[Glance]) -> list[CellOutline]:
        """Find the outlines that places agree on, those of which the most places tell first."""
        every = [self._places(glance) for glance in glances]
        places = _Places._make(np.concatenate(columns) for columns in zip(*every, strict=True))
        found, left = [], np.ones(len(places.odds), bool)
        for seed in np.argsort(-places.odds):
            if left[seed]:
                members = np.flatnonzero(left & self._agree(places, int(seed)))
                left[members] = False
                left[seed] = False
                if len(members) >= self.least_places:
                    found.append(self._outline(places, int(seed), members))
        return sorted(found, key=lambda outline: -outline.places)[: self.most]

    def _places(self, seen: Glance) -> _Places:
        """Give what the places of a glance tell, as far as they lie on what the net knows."""
        there = np.nonzero(seen.told[0] > LEAST_ODDS)
        prediction = seen.told[:, there[0], there[1]]
        at = (there[1] + 0.5 + 1j * (there[0] + 0.5)) * STRIDE_PX
        pitch_px = self.usual_px * 2.0 ** prediction[3]
        straight = np.exp(1j * np.angle(prediction[4] + 1j * prediction[5]) / self.sides.number)
        mirrored = (prediction[6] + 1j * prediction[7]) / straight
        middle = at + (prediction[1] + 1j * prediction[2]) * pitch_px
        size = pitch_px / seen.scale
        return _Places(middle / seen.scale, straight * size, mirrored * size, prediction[0])

    def _agree(self, places: _Places, seed: int) -> NDArray[np.bool_]:
        pitch_px, number = np.abs(places.straight[seed]), self.sides.number
        near = np.abs(places.middle - places.middle[seed]) < SAME_PLACE * pitch_px
        alike = np.abs(np.log(np.abs(places.straight) / pitch_px)) < self.sides.alike_size
        off = np.angle((places.straight / places.straight[seed]) ** number) / number
        return np.asarray(near & alike & (np.abs(off) < self.sides.alike_rad))

    def _outline(self, places: _Places, seed: int, members: NDArray[np.intp]) -> CellOutline:
        """Put what some places tell together, turned by whole sides as the first."""
        straight, turn_rad = places.straight[members], self.sides.turn_rad
        steps = np.round(np.angle(straight / places.straight[seed]) / turn_rad)
        turn = np.exp(1j * turn_rad * steps)
        middle = np.median(places.middle[members].real) + 1j * np.median(places.middle[members].imag)
        straight, mirrored = straight / turn, places.mirrored[members] * turn
        return CellOutline(complex(middle), complex(straight.mean()), complex(mirrored.mean()), len(members))


def shrunk(image: Image, shape: Sequence[int], scale: float) -> Image:
    """Show a photograph of some shape at a scale."""
    height, width = (max(1, round(side * scale)) for side in shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, (width, height), interpolation=method), np.uint8)
