"""The panel: where its buttons, light and buzzer go, from the pins that are wired."""

from typing import NamedTuple

from hardware.body.fittings import (
    BUTTON_HOLE_MM,
    GRILLE_HOLE_MM,
    LIGHT_HOLE_MM,
    M3,
    Point,
)
from hardware.body.plates import Hole, Plate
from hardware.pins import Pins

PITCH_MM = 30.0
"""From button to button: a finger each, and its nut."""
PANEL_DEEP_MM = 66.0
BUTTONS_Y_MM, LIGHT_Y_MM = 22.0, 48.0
BOX_DEEP_MM = 34.0
"""Behind the panel: a button of 24 mm with its wires."""
POST_IN_MM = 6.0
TIE_MM = 3.2
"""The holes for a cable tie."""
THICK_MM = 3.0
GRILLE_MM = 5.0
"""Between the five holes over the buzzer."""


class Named(NamedTuple):
    """A part of the panel, by its middle, seen from the front."""

    says: str
    x: float
    y: float


def lay_out(pins: Pins) -> tuple[Named, ...]:
    """Place what is wired: buttons in a row, as in the file; behind them the light, and the buzzer right."""
    width = panel_wide_mm(pins)
    buttons = [Named(name, 25.0 + PITCH_MM * at, BUTTONS_Y_MM) for at, name in enumerate(pins.buttons)]
    light = [Named("light", width / 2, LIGHT_Y_MM)] if pins.light else []
    buzzer = [Named("buzzer", width - 28.0, LIGHT_Y_MM)] if pins.buzzer is not None else []
    return (*buttons, *light, *buzzer)


def panel_wide_mm(pins: Pins) -> float:
    """Give how wide the panel is."""
    return max(80.0, 50.0 + PITCH_MM * (len(pins.buttons) - 1))


def panel_corners(width: float, depth: float) -> tuple[Point, ...]:
    """Give where its screws go."""
    return tuple((x, y) for x in (POST_IN_MM, width - POST_IN_MM) for y in (POST_IN_MM, depth - POST_IN_MM))


def panel_plate(pins: Pins) -> Plate:
    """Give the panel with every hole; its origin is its lower left corner, seen from the front."""
    width = panel_wide_mm(pins)
    holes = [Hole(x, y, M3.hole_mm) for x, y in panel_corners(width, PANEL_DEEP_MM)]
    for part in lay_out(pins):
        if part.says == "buzzer":
            offsets = ((0, 0), (GRILLE_MM, 0), (-GRILLE_MM, 0), (0, GRILLE_MM), (0, -GRILLE_MM))
            holes += [Hole(part.x + dx, part.y + dy, GRILLE_HOLE_MM) for dx, dy in offsets]
        else:
            across = LIGHT_HOLE_MM if part.says == "light" else BUTTON_HOLE_MM
            holes.append(Hole(part.x, part.y, across))
    outline = ((0.0, 0.0), (width, 0.0), (width, PANEL_DEEP_MM), (0.0, PANEL_DEEP_MM))
    return Plate("panel", outline, THICK_MM, tuple(holes))
