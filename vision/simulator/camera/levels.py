"""How hard the synthetic table makes it: the bounds of each level, and what a session draws within them."""

from collections.abc import Mapping
from math import cos, radians, sin, tan
from random import Random
from typing import NamedTuple

from scoring.picture import Point
from vision.simulator.table.surfaces import SURFACES


class Level(NamedTuple):
    """The bounds of a level; every session draws its own values up to them.

    Attributes:
        light_ratio: The brightest part of the table over the darkest.
        kelvin: The coldest and warmest colour of light.
        drift_mm: How far a tile lies off its place, in each direction.
        turn_deg: How far it is turned.
        blur_px: Standard deviation, at a frame 2304 pixels wide.
        noise: Standard deviation, of 255.
        jpeg: The lowest quality.
        drift_ev: How far the exposure drifts.
        bend: Of the lens.
        shade: How much of the light a shadow takes at most.
        shade_soft_mm: How soft its edges are, at least.
        glare: Whether a lamp is mirrored, now and then.
        lamps: How many lamps are mixed at most.
        every: One mishap each so many turns, by name.
    """

    light_ratio: float
    kelvin: tuple[float, float]
    drift_mm: float
    turn_deg: float
    tilt_deg: float
    blur_px: float
    noise: float
    jpeg: int
    drift_ev: float
    bend: float
    shade: float
    shade_soft_mm: float
    glare: bool
    lamps: int
    every: Mapping[str, float]


LEVELS = (
    Level(1.2, (4500, 5500), 1, 1, 2, 0.4, 1.5, 95, 0.0, 0.01, 0.2, 5.0, False, 1, {}),
    Level(
        2.0, (2700, 6000), 3, 3, 6, 0.8, 4, 85, 0.15, 0.03, 0.4, 3.0, True, 1,
        {"nudge": 20, "takeback": 30, "forgotten": 30},
    ),
    Level(
        4.0, (2200, 6500), 5, 6, 15, 1.5, 8, 70, 0.5, 0.05, 0.65, 0.6, True, 2,
        {"nudge": 8, "takeback": 12, "forgotten": 12, "illegal": 40, "two_at_once": 40, "bump": 100},
    ),
)  # fmt: skip
"""The three levels."""

TILE_PX = (65.0, 100.0)
"""How wide a tile appears in a frame 2304 pixels wide."""
WIDE_PX = 2304


class Lamp(NamedTuple):
    """A lamp over the table.

    Attributes:
        kelvin: The colour of its light.
        towards_deg: Where it hangs, clockwise from the frame's right.
        share: Of all light.
        tint: How much more green it has than a glowing body of its colour, as a share.
    """

    kelvin: float
    towards_deg: float
    share: float
    tint: float = 0.0


class Glare(NamedTuple):
    """A lamp's mirror image on the glossy things.

    Attributes:
        at: In the frame, 0 to 1 to the right and down.
        size_mm: How wide the part is that is quite white.
        strength: 1 turns its middle white.
    """

    at: Point
    size_mm: float
    strength: float


class Conditions(NamedTuple):
    """What one session drew.

    Attributes:
        surface: What the table is made of, a key of ``SURFACES``.
        tile_px: How wide a tile appears, in a frame 2304 pixels wide.
        tilt_deg: Of the camera from straight down, and ``tilt_towards_deg`` which way.
        turn_deg: How the board lies in the frame, clockwise.
        off_middle: How far the start tile lies from the frame's middle, in tiles.
        light_ratio: The brightest part of the frame over the darkest.
        vignette: How much of the light is lost in the corners; part of the ratio.
        white: How bright white is under the brightest part of the light, of 1.
        shade: How much of the first lamp's light a shadow takes.
        shade_soft_mm: How soft a shadow's edges are, a standard deviation.
        shade_mm: Which way and how far the shadow of something 1 mm high falls, in the frame.
        drift_mm: How far tiles lie off their places at most, and ``turn_off_deg`` how far they are turned.
        gap_mm: Between neighbouring tiles.
        drift_ev: How far the exposure swings, once to and fro in ``drift_period_s``.
    """

    level: int
    surface: str
    tile_px: float
    tilt_deg: float
    tilt_towards_deg: float
    turn_deg: float
    off_middle: Point
    bend: float
    lamps: tuple[Lamp, ...]
    light_ratio: float
    white: float
    vignette: float
    shade: float
    shade_soft_mm: float
    shade_mm: Point
    glares: tuple[Glare, ...]
    drift_mm: float
    turn_off_deg: float
    gap_mm: float
    blur_px: float
    noise: float
    jpeg: int
    drift_ev: float
    drift_period_s: float


def draw_conditions(seed: int, level: int) -> Conditions:
    """Draw what a session is like.

    Raises:
        IndexError: There is no such level.
    """
    bounds, chance = LEVELS[level], Random(f"conditions {seed} {level}")
    lamps = _lamps(bounds, chance)
    return Conditions(
        level=level,
        surface=chance.choice(sorted(SURFACES)),
        tile_px=chance.uniform(*TILE_PX),
        tilt_deg=bounds.tilt_deg * chance.uniform(0.2, 1),
        tilt_towards_deg=chance.uniform(0, 360),
        turn_deg=chance.uniform(-8, 8) + 90 * (chance.randrange(4) if chance.random() < level / 8 else 0),
        off_middle=(chance.uniform(-1, 1), chance.uniform(-0.5, 0.5)),
        bend=bounds.bend * chance.uniform(-1, 1),
        lamps=lamps,
        light_ratio=bounds.light_ratio ** chance.uniform(0.4, 1),
        white=chance.uniform(0.75, 1.0),
        vignette=chance.uniform(0, 0.15 + 0.1 * level),
        shade=bounds.shade * chance.uniform(0.5, 1),
        shade_soft_mm=bounds.shade_soft_mm * chance.uniform(1, 2.5),
        shade_mm=_shade(lamps[0], chance),
        glares=tuple(_glares(bounds, chance)),
        drift_mm=bounds.drift_mm * chance.uniform(0.3, 1),
        turn_off_deg=bounds.turn_deg * chance.uniform(0.3, 1),
        gap_mm=chance.uniform(0.1, 0.5 + 0.3 * level),
        blur_px=bounds.blur_px * chance.uniform(0.4, 1),
        noise=bounds.noise * chance.uniform(0.4, 1),
        jpeg=chance.randint(bounds.jpeg, min(bounds.jpeg + 12, 97)),
        drift_ev=bounds.drift_ev * chance.uniform(0.3, 1),
        drift_period_s=chance.uniform(40, 240),
    )


def _lamps(bounds: Level, chance: Random) -> tuple[Lamp, ...]:
    number = chance.randint(1, bounds.lamps)
    shares = [1.0] if number == 1 else [share := chance.uniform(0.5, 0.8), 1 - share]
    return tuple(Lamp(chance.uniform(*bounds.kelvin), chance.uniform(0, 360), share) for share in shares)


def _shade(lamp: Lamp, chance: Random) -> Point:
    """Let shadows fall away from the lamp, which hangs 40 to 75 degrees high."""
    length = 1 / tan(radians(chance.uniform(40, 75)))
    return -length * cos(radians(lamp.towards_deg)), -length * sin(radians(lamp.towards_deg))


def _glares(bounds: Level, chance: Random) -> list[Glare]:
    if not bounds.glare or chance.random() < 0.5:
        return []
    strength = chance.uniform(0.4, 0.9) if bounds.lamps == 1 else chance.uniform(0.8, 1.6)
    at = (chance.uniform(0.15, 0.85), chance.uniform(0.15, 0.85))
    return [Glare(at, chance.uniform(8, 17), strength)]
