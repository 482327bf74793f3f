"""Single fields made of what the net tells of many places of a photograph, whatever is drawn on them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.games.cornwall.locate.hex_net import STRIDE_PX, USUAL_PITCH_PX, Glance

LEAST_ODDS = 0.0
SAME_PLACE, SAME_SIZE, SAME_ANGLE_RAD = 0.3, 0.3, np.deg2rad(10)
"""Places tell of one field when their middles are so near each other (in pitches), the logarithms of its size
alike, and its directions, sixth turns apart being alike."""
LEAST_PLACES = 3
MOST_SPOTS = 300
SIXTH_RAD = np.pi / 3

Complex = NDArray[np.complexfloating]
Floats = NDArray[np.floating]


class Places(NamedTuple):
    """What n places of a photograph tell of the fields they lie on; points are x + iy, in its pixels.

    Attributes:
        middle: (n,) the middle of the field.
        straight, mirrored: (n,) one pitch to its east, taken apart; see ``DetectedField``.
        odds: (n,) log-odds that there is one.
    """

    middle: Complex
    straight: Complex
    mirrored: Complex
    odds: Floats


class DetectedField(NamedTuple):
    """A field as it appears in a photograph.

    What lies z pitches from its middle, z being a complex number, appears at ``straight * z`` plus
    ``mirrored`` times z mirrored.

    Attributes:
        middle: x + iy, in pixels.
        straight, mirrored: The field may as well lie turned by sixths.
        places: How many places told of it.
    """

    middle: complex
    straight: complex
    mirrored: complex
    places: int

    @property
    def pitch_px(self) -> float:
        """How far its neighbours would be, were it seen straight from above."""
        return abs(self.straight)

    def turned(self, sixths: int) -> "DetectedField":
        """Call another of its sides its east."""
        turn = complex(np.exp(1j * SIXTH_RAD * sixths))
        return self._replace(straight=self.straight * turn, mirrored=self.mirrored / turn)

    def seen(self, away: Complex) -> Complex:
        """Tell where what lies (n,) pitches away from its middle appears."""
        return np.asarray(self.middle + self.straight * away + self.mirrored * np.conj(away))

    def is_alike(self, other: "DetectedField") -> bool:
        """Tell whether another has about its size and direction, give or take sixths."""
        off = np.angle((self.straight / other.straight) ** 6) / 6
        return bool(abs(off) < SAME_ANGLE_RAD and abs(np.log(self.pitch_px / other.pitch_px)) < SAME_SIZE)

    def like(self, other: "DetectedField") -> "DetectedField":
        """Turn it by sixths as another lies."""
        return self.turned(round(float(np.angle(other.straight / self.straight)) / SIXTH_RAD))


def places_of(seen: Glance) -> Places:
    """Give what the places of a glance tell, as far as they lie on fields."""
    there = np.nonzero(seen.told[0] > LEAST_ODDS)
    told = seen.told[:, there[0], there[1]]
    at = (there[1] + 0.5 + 1j * (there[0] + 0.5)) * STRIDE_PX
    pitch_px = USUAL_PITCH_PX * 2.0 ** told[3]
    straight = np.exp(1j * np.angle(told[4] + 1j * told[5]) / 6)
    mirrored = (told[6] + 1j * told[7]) / straight
    middle = at + (told[1] + 1j * told[2]) * pitch_px
    size = pitch_px / seen.scale
    return Places(middle / seen.scale, straight * size, mirrored * size, told[0])


def find_spots(glances: Sequence[Glance]) -> list[DetectedField]:
    """Find the fields that places agree on, those of which the most places tell first."""
    every = [places_of(one) for one in glances]
    places = Places._make(np.concatenate(columns) for columns in zip(*every, strict=True))
    found, left = [], np.ones(len(places.odds), bool)
    for seed in np.argsort(-places.odds):
        if left[seed]:
            members = np.flatnonzero(left & _agree(places, int(seed)))
            left[members] = False
            left[seed] = False
            if len(members) >= LEAST_PLACES:
                found.append(_spot(places, int(seed), members))
    return sorted(found, key=lambda one: -one.places)[:MOST_SPOTS]


def _agree(places: Places, seed: int) -> NDArray[np.bool_]:
    pitch_px = np.abs(places.straight[seed])
    near = np.abs(places.middle - places.middle[seed]) < SAME_PLACE * pitch_px
    alike = np.abs(np.log(np.abs(places.straight) / pitch_px)) < SAME_SIZE
    off = np.angle((places.straight / places.straight[seed]) ** 6) / 6
    return np.asarray(near & alike & (np.abs(off) < SAME_ANGLE_RAD))


def _spot(places: Places, seed: int, members: NDArray[np.intp]) -> DetectedField:
    """Put what some places tell together, their sixth turns brought to that of the first."""
    sixths = np.round(np.angle(places.straight[members] / places.straight[seed]) / SIXTH_RAD)
    turn = np.exp(1j * SIXTH_RAD * sixths)
    middle = np.median(places.middle[members].real) + 1j * np.median(places.middle[members].imag)
    straight, mirrored = places.straight[members] / turn, places.mirrored[members] * turn
    return DetectedField(complex(middle), complex(straight.mean()), complex(mirrored.mean()), len(members))
