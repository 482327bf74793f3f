"""Boxes of The Castles of Tuscany that nobody sells: inks, icons and paper in a manner of their own by seed.

No box of the shops is drawn here: what the colours are called bounds the inks, and no more than that.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.random import Generator

from scoring.games.tuscany.drawing.components import Component, Design, own_design
from scoring.games.tuscany.land.tiles import FARM, KIND_OF
from scoring.picture import Point, Shape, ring
from vision.image.paint import paint
from vision.reader import Image
from vision.simulator.made_up.styles import Bounds, Colour, between

PX_PER_MM = 5.0
"""Of painted faces: more than any frame shows."""
_INKS: Mapping[str, Bounds] = {
    "dark_green": ((0.30, 0.42), (0.45, 0.85), (0.22, 0.45)),
    "red_field": ((-0.03, 0.03), (0.60, 0.95), (0.45, 0.85)),
    "turquoise": ((0.46, 0.53), (0.45, 0.90), (0.50, 0.85)),
    "light_green": ((0.20, 0.29), (0.40, 0.75), (0.65, 0.90)),
    "grey": ((0.0, 1.0), (0.0, 0.10), (0.45, 0.68)),
    "orange": ((0.055, 0.095), (0.60, 0.95), (0.75, 1.0)),
    "yellow_field": ((0.125, 0.16), (0.50, 0.90), (0.85, 1.0)),
    "beige": ((0.08, 0.13), (0.12, 0.35), (0.72, 0.93)),
    "wood": ((0.57, 0.66), (0.60, 0.95), (0.45, 0.85)),
    "red": ((-0.02, 0.02), (0.70, 1.0), (0.55, 0.85)),
    "blue": ((0.57, 0.67), (0.60, 1.0), (0.50, 0.85)),
    "green": ((0.33, 0.40), (0.60, 0.95), (0.40, 0.70)),
    "yellow": ((0.13, 0.16), (0.70, 1.0), (0.80, 1.0)),
    "paper": ((0.08, 0.16), (0.0, 0.18), (0.86, 1.0)),
    "line": ((0.0, 1.0), (0.0, 0.5), (0.05, 0.28)),
    "board": ((0.0, 1.0), (0.05, 0.45), (0.35, 0.92)),
    "board_line": ((0.0, 1.0), (0.1, 0.6), (0.15, 0.5)),
    "ring_green": ((0.25, 0.38), (0.2, 0.6), (0.45, 0.8)),
    "ring_red": ((-0.03, 0.04), (0.2, 0.6), (0.55, 0.85)),
    "stone": ((0.05, 0.65), (0.0, 0.08), (0.75, 0.97)),
    "worker": ((0.0, 1.0), (0.4, 0.9), (0.35, 0.75)),
}
_GOODS: Bounds = ((0.0, 1.0), (0.35, 0.9), (0.3, 0.75))

Icon = tuple[Shape, ...]


class BoxLook(NamedTuple):
    """How the things of one box look.

    Attributes:
        design: What is drawn, and in which inks.
        grain: How uneven the ink is, coarse and fine, of 255.
        softness_px: How soft the print is, at ``PX_PER_MM``.
    """

    design: Design
    grain: tuple[float, float]
    softness_px: float


OWN = BoxLook(own_design(), (0.0, 0.0), 0.0)
"""Our own drawings, clean as printed."""


def made_up(chance: Generator) -> BoxLook:
    """Make up how a box looks."""
    inks = {name: between(chance, bounds) for name, bounds in _INKS.items()}
    faded, towards = chance.uniform(0.0, 0.45), between(chance, ((0, 1), (0, 0.25), (0.3, 1.0)))
    grounds = {
        f"ground_{_plain(name)}": ink * (1 - faded) + towards * faded for name, ink in [*inks.items()][:8]
    }
    goods = {crop: between(chance, _GOODS) for crop in ("wine", "boar", "olive", "grain")}
    tints = {f"tint_{_plain(name)}": _tint(grounds[f"ground_{_plain(name)}"], chance) for name in [*inks][:8]}
    codes = {name: code_of(ink) for name, ink in {**inks, **grounds, **goods, **tints}.items()}
    own = OWN.design
    icons = {name: _icon(name, drawn, chance) for name, drawn in own.icons.items()}
    design = own._replace(
        palette={**own.palette, **codes},
        icons=icons,
        motifs=_motifs(icons, chance),
        line_mm=float(chance.choice((0.0, 0.4, 0.8))),
        numbered=int(chance.choice((1, 5, 10))),
        is_round=bool(chance.random() < 0.5),
    )
    return BoxLook(
        design,
        (float(chance.uniform(0, 9)), float(chance.uniform(0, 6))),
        float(chance.uniform(0, 1.2)),
    )


def _tint(ground: Colour, chance: Generator) -> Colour:
    """Give a colour near that of a ground, in which something can be printed on it."""
    return np.asarray(np.clip(ground * chance.uniform(0.75, 1.3), 0, 255))


def _motifs(icons: Mapping[str, Icon], chance: Generator) -> dict[str, Icon]:
    """Choose what is printed on bare fields: nothing, a ring, or faintly what will be built there."""
    way = chance.integers(3)
    if way < 2:
        mark = (Shape(ring((0, 0), 3.0, corners=12), stroke="white", stroke_mm=0.6),)
        return dict.fromkeys(KIND_OF, mark[:way])
    shown = {colour: icons["grain" if kind == FARM else kind] for colour, kind in KIND_OF.items()}
    return {
        colour: tuple(
            replace(
                each,
                fill=each.fill and f"tint_{colour}",
                stroke=each.stroke and f"tint_{colour}",
            )
            for each in icon
        )
        for colour, icon in shown.items()
    }


def _plain(name: str) -> str:
    return name.removesuffix("_field")


def code_of(ink: Colour) -> str:
    """Write a colour as "#rrggbb"."""
    blue, green, red = (min(max(round(float(value)), 0), 255) for value in ink)
    return f"#{red:02x}{green:02x}{blue:02x}"


def face_of(component: Component, look: BoxLook, chance: Generator) -> Image:
    """Print a component: (height, width, 3) blue, green and red, at ``PX_PER_MM``."""
    face = paint(component.picture, PX_PER_MM).astype(np.float32)
    size = face.shape[1::-1]
    for amount, step_px in zip(look.grain, (24, 3), strict=True):
        if amount:
            cells = (max(2, size[1] // step_px), max(2, size[0] // step_px))
            rough = chance.normal(0, amount, cells).astype(np.float32)
            face += cv2.resize(rough, size, interpolation=cv2.INTER_CUBIC)[..., None]
    if look.softness_px > 0.2:
        face = np.asarray(cv2.GaussianBlur(face, (0, 0), look.softness_px), np.float32)
    return np.asarray(np.clip(face, 0, 255), np.uint8)


# --- icons -----------------------------------------------------------------------------------------


def _icon(name: str, ours: Icon, chance: Generator) -> Icon:
    """Choose one of the ways to draw something, a little larger or smaller than usual."""
    ways = [ours, *(way() for way in _WAYS.get(name, ()))]
    drawn, scale = ways[int(chance.integers(len(ways)))], float(chance.uniform(0.85, 1.2))
    return tuple(
        replace(each, points_mm=tuple((x * scale, y * scale) for x, y in each.points_mm)) for each in drawn
    )


def _outlined(*corners: Sequence[Point], fill: str = "paper") -> Icon:
    return tuple(Shape(tuple(each), fill, "line", 0.5) for each in corners)


def _tower() -> Icon:
    return _outlined(
        (
            (-4, 7),
            (-4, -3),
            (-6, -3),
            (-6, -7),
            (-2, -7),
            (-2, -5),
            (2, -5),
            (2, -7),
            (6, -7),
            (6, -3),
            (4, -3),
            (4, 7),
        )
    )


def _keep() -> Icon:
    return _outlined(((-7, 6), (-7, 0), (0, -8), (7, 0), (7, 6)), ((-2, 6), (-2, 1), (2, 1), (2, 6)))


def _skyline() -> Icon:
    return _outlined(
        ((-8, 6), (-8, -2), (-4, -2), (-4, -8), (0, -8), (0, 0), (4, 0), (4, -5), (8, -5), (8, 6))
    )


def _gate() -> Icon:
    return _outlined(((-7, 6), (-7, -6), (7, -6), (7, 6)), ((-3, 6), (-3, 0), (0, -3), (3, 0), (3, 6)))


def _villa() -> Icon:
    return _outlined(((-8, 5), (-8, -1), (8, -1), (8, 5)), ((-8, -1), (-5, -5), (5, -5), (8, -1)))


def _tree() -> Icon:
    return (*_outlined(((-1, 7), (-1, 0), (1, 0), (1, 7))), *_outlined(ring((0, -2), 5.5), fill="dark_green"))


def _rocks() -> Icon:
    return _outlined(((-8, 5), (-5, -3), (-1, 0), (1, 5)), ((-1, 5), (3, -5), (8, 5)))


def _pick() -> Icon:
    return (
        Shape(((-6, 7), (5, -4)), stroke="line", stroke_mm=1.6),
        Shape(((-2, -7), (5, -5), (7, 2)), stroke="paper", stroke_mm=1.8),
    )


def _cottages() -> Icon:
    return (
        *_outlined(((-7, 6), (-7, 0), (-3, -5), (1, 0), (1, 6))),
        *_outlined(((0, 6), (0, 2), (4, -2), (8, 2), (8, 6))),
    )


def _well() -> Icon:
    return (
        *_outlined(ring((0, 3), 5)),
        Shape(((-5, 3), (-5, -6), (5, -6), (5, 3)), stroke="line", stroke_mm=1.0),
    )


def _cross() -> Icon:
    return _outlined(
        (
            (-1.5, 8),
            (-1.5, -1),
            (-5, -1),
            (-5, -4),
            (-1.5, -4),
            (-1.5, -8),
            (1.5, -8),
            (1.5, -4),
            (5, -4),
            (5, -1),
            (1.5, -1),
            (1.5, 8),
        )
    )


def _chapel() -> Icon:
    return _outlined(((-6, 7), (-6, 0), (0, -3), (6, 0), (6, 7)), ((-2, -2), (0, -8), (2, -2)))


def _wheel() -> Icon:
    spokes = (
        Shape(((-6 * x, -6 * y), (6 * x, 6 * y)), stroke="line", stroke_mm=0.8) for x, y in ((1, 0), (0, 1))
    )
    return (*_outlined(ring((0, 0), 6.5)), *spokes)


def _wagon() -> Icon:
    return (*_outlined(((-8, 2), (-7, -5), (7, -5), (8, 2))), *_outlined(ring((-4, 4), 3), ring((4, 4), 3)))


def _grapes() -> Icon:
    places = ((-2.4, -1.5), (2.4, -1.5), (0, -1.5), (-1.2, 0.8), (1.2, 0.8), (0, 3))
    stem = Shape(((0, -2), (0, -5)), stroke="line", stroke_mm=0.7)
    return (stem, *(Shape(ring(at, 1.5, corners=10), "wine", "line", 0.2) for at in places))


def _boar() -> Icon:
    body, head = ring((0.8, 0), 3.8, 2.6), ((-5, 1), (-2, -1.6), (-2, 2))
    legs = (Shape(((x, 2), (x, 4.6)), stroke="boar", stroke_mm=1.1) for x in (-1.2, 2.8))
    return (*legs, Shape(head, "boar"), Shape(body, "boar", "line", 0.3))


def _olive() -> Icon:
    leaf = ((-4.5, -3), (-1, -4.5), (0, -1.5), (-3, -1))
    return (
        Shape(leaf, "dark_green"),
        *(Shape(ring(at, 1.8, 2.5), "olive", "line", 0.3) for at in ((-1.5, 1.8), (2, 0.5))),
    )


def _grain() -> Icon:
    stalk = Shape(((0, 5), (0, -4.5)), stroke="grain", stroke_mm=0.9)
    ears = (
        Shape(((0, y + 1.6), (s * 2.6, y)), stroke="grain", stroke_mm=1.2)
        for y in (-3.5, -1.2, 1.1)
        for s in (-1, 1)
    )
    return (stalk, *ears)


def _sign(crop: str) -> Icon:
    """Draw goods as a plain figure: round, square, a triangle or a rhomb."""
    corners = {"wine": 14, "boar": 4, "olive": 3, "grain": 6}[crop]
    return (Shape(ring((0, 0), 4.2, corners=corners), crop, "line", 0.6),)


_WAYS: Mapping[str, tuple[Callable[[], Icon], ...]] = {
    "castle": (_tower, _keep),
    "city": (_skyline, _gate),
    "estate": (_villa, _tree),
    "quarry": (_rocks, _pick),
    "village": (_cottages, _well),
    "monastery": (_cross, _chapel),
    "carriage": (_wheel, _wagon),
    "wine": (_grapes, lambda: _sign("wine")),
    "boar": (_boar, lambda: _sign("boar")),
    "olive": (_olive, lambda: _sign("olive")),
    "grain": (_grain, lambda: _sign("grain")),
}
"""Other ways to draw things than ours."""
