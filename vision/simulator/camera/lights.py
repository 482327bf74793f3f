"""The lights that tables stand in at home, each for itself: all else about the table stays as it was."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import hypot, radians, tan
from types import MappingProxyType

from vision.simulator.camera.levels import Conditions, Glare, Lamp

DIM_NOISE = 7.0
"""Standard deviation, of 255, as in a dim evening; measured on no camera."""


def _warm_lamp(how: Conditions) -> Conditions:
    """Light the table with one lamp of the evening, so dim that the camera is noisy."""
    return how._replace(lamps=_one(how, 2700), light_ratio=2.0, white=0.6, noise=DIM_NOISE)


def _window(how: Conditions) -> Conditions:
    """Light the table from one side."""
    return how._replace(lamps=_one(how, 6500), light_ratio=4.0, shade=0.5, shade_soft_mm=4.0)


def _bare_bulb(how: Conditions) -> Conditions:
    """Light the table so that shadows are hard and deep."""
    return how._replace(lamps=_one(how, 2700), light_ratio=3.0, shade=0.65, shade_soft_mm=0.6)


def _tinted_lamp(how: Conditions) -> Conditions:
    """Light the table with a cheap, greenish lamp."""
    return how._replace(lamps=(Lamp(4000, how.lamps[0].towards_deg, 1.0, tint=0.2),))


def _glare(how: Conditions) -> Conditions:
    """Mirror two lamps in the tiles."""
    return how._replace(glares=(Glare((0.4, 0.45), 14.0, 1.2), Glare((0.65, 0.6), 10.0, 0.8)))


def _mixed(how: Conditions) -> Conditions:
    """Light the table warm from one side and cold from the other."""
    towards_deg = how.lamps[0].towards_deg
    return how._replace(lamps=(Lamp(2700, towards_deg, 0.5), Lamp(6500, towards_deg + 150, 0.5)))


def _one(how: Conditions, kelvin: float) -> tuple[Lamp, ...]:
    return (Lamp(kelvin, how.lamps[0].towards_deg, 1.0),)


LIGHTS: Mapping[str, Callable[[Conditions], Conditions]] = MappingProxyType(
    {
        "warm lamp": _warm_lamp,
        "window": _window,
        "bare bulb": _bare_bulb,
        "tinted lamp": _tinted_lamp,
        "glare": _glare,
        "mixed": _mixed,
    }
)
"""Each takes what a session drew and puts it in another light."""


def _hung(how: Conditions, elevation_deg: float, soft_mm: float) -> Conditions:
    """Hang the lamp so that shadows of its light are as long as at an elevation."""
    right, down = how.shade_mm
    longer = 1 / tan(radians(elevation_deg)) / hypot(right, down)
    return how._replace(shade=0.65, shade_soft_mm=soft_mm, shade_mm=(right * longer, down * longer))


def _uneven(how: Conditions, ratio: float) -> Conditions:
    """Light the brightest part of the table so much more than the darkest."""
    return how._replace(light_ratio=ratio)


def _dim(how: Conditions, noise: float) -> Conditions:
    """Leave so little light that the camera is noisy."""
    return how._replace(white=0.6, noise=noise)


def _mirrored(how: Conditions, number: int) -> Conditions:
    """Mirror so many lamps in the tiles, at places all over the table."""
    spread = [((0.31 + 0.618 * at) % 0.7 + 0.15, (0.17 + 0.381 * at) % 0.7 + 0.15) for at in range(number)]
    return how._replace(glares=tuple(Glare(place, 14.0, 1.2) for place in spread))


def _lamps() -> Iterator[tuple[str, Callable[[Conditions], Conditions]]]:
    for elevation_deg in (60, 30, 15):
        for kind, soft_mm in (("bare", 0.6), ("shaded", 6.0)):
            light = partial(_hung, elevation_deg=elevation_deg, soft_mm=soft_mm)
            yield f"{kind} lamp {elevation_deg} degrees high", light
    for ratio in (4, 16):
        yield f"{ratio} times brighter on one side", partial(_uneven, ratio=float(ratio))
    for noise in (7, 14, 28):
        yield f"noise of {noise}", partial(_dim, noise=float(noise))
    for number in (3, 12):
        yield f"mirrored {number} times", partial(_mirrored, number=number)


LAMPS: Mapping[str, Callable[[Conditions], Conditions]] = MappingProxyType(dict(_lamps()))
"""One thing about a lamp made worse step by step, to find what lamps are to be avoided."""
