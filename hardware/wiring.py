"""The wiring diagram: the Pi's header with every part of the panel, drawn from ``pins.toml``."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from hardware.pins import HEADER, Pins

WIDTH, MIDDLE, TOP, PITCH = 860, 430, 96, 24
HEIGHT = TOP + 20 * PITCH + 70
RAIL, PLATE, PLATE_WIDTH = 400, 250, 118
"""How far from the middle the ground rail and the plates with the parts' names begin."""
COLOURS = {
    "buttons": "#2f6f9f",
    "red": "#c8372d",
    "green": "#2e8b40",
    "blue": "#2f55c8",
    "buzzer": "#8a5a00",
    "ground": "#333",
}
OHMS = {"red": 330, "green": 100, "blue": 100}
"""Green and blue need 3 V of the pin's 3.3 V, red 2 V: some 3 to 4 mA each, which a pin gives easily."""
STYLE = (
    "text{font:12px sans-serif;fill:#222}.small{font-size:10px;fill:#555}.pin{font-size:10px;fill:#fff}"
    ".title{font-size:17px;font-weight:bold}.wire{fill:none;stroke-width:2.5}"
    ".plate{fill:#fff;stroke-width:1.5}"
)


class Leg(NamedTuple):
    """A leg of a part, wired from its GPIO to ground.

    Attributes:
        gpio: The BCM number.
        name: What it is.
        colour: Of its wire.
        ohms: The resistor in front of it; 0 where there is none.
    """

    gpio: int
    name: str
    colour: str
    ohms: int = 0


def parts_of(pins: Pins) -> tuple[Leg, ...]:
    """List every leg that is wired to a GPIO."""
    parts = [Leg(gpio, f"button {name}", COLOURS["buttons"]) for name, gpio in pins.buttons.items()]
    for name, gpio in zip(("red", "green", "blue"), pins.light or (), strict=False):
        parts.append(Leg(gpio, f"light, {name} leg", COLOURS[name], OHMS[name]))
    if pins.buzzer is not None:
        parts.append(Leg(pins.buzzer, "buzzer", COLOURS["buzzer"]))
    return tuple(parts)


def draw_wiring(pins: Pins) -> str:
    """Draw the panel's wiring: the header from above, the parts beside it, ground at the edges.

    Args:
        pins: From ``load_pins``.

    Returns:
        An SVG.
    """
    parts = {HEADER.index(part.gpio) + 1: part for part in parts_of(pins)}
    body = [*_header(), *_grounds(sorted(parts)), *(line for pin in parts for line in _wire(pin, parts[pin]))]
    lines = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}">\n<style>{STYLE}</style>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfaf7"/>\n{lines}\n</svg>\n'
    )


def _side(pin: int) -> int:
    """Odd pins are on the left (-1), even ones on the right (1)."""
    return 1 if pin % 2 == 0 else -1


def _row(pin: int) -> int:
    return TOP + (pin - 1) // 2 * PITCH + PITCH // 2


def _text(x: float, y: float, says: str, anchor: str = "middle", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{style}>{escape(says)}</text>'


def _line(points: str, colour: str) -> str:
    return f'<path class="wire" stroke="{colour}" d="{points}"/>'


def _header() -> Iterator[str]:
    yield _text(MIDDLE, 30, "The panel on the Raspberry Pi's 40-pin header", kind="title")
    yield _text(
        MIDDLE,
        50,
        "Seen from above, pin 1 at the end away from the USB sockets. GPIO numbers are BCM.",
        kind="small",
    )
    yield _text(MIDDLE, 66, "Switch the Pi off before wiring.", kind="small")
    yield f'<rect x="{MIDDLE - 30}" y="{TOP - 4}" width="60" height="{20 * PITCH + 8}" rx="5" fill="#222"/>'
    for pin, what in enumerate(HEADER, 1):
        x, y = MIDDLE + 14 * _side(pin), _row(pin)
        colour = {"3V3": "#d08020", "5V": "#b03030", "GND": "#888"}.get(str(what), "#5f7f5f")
        yield f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}"/>'
        yield _text(x, y + 3.5, str(pin), kind="pin")
        says = f"GPIO {what}" if isinstance(what, int) else str(what)
        yield _text(MIDDLE + 36 * _side(pin), y - 3, says, "start" if _side(pin) > 0 else "end", "small")


def _wire(pin: int, part: Leg) -> Iterator[str]:
    side, y = _side(pin), _row(pin)
    near, far = MIDDLE + side * PLATE, MIDDLE + side * (PLATE + PLATE_WIDTH)
    yield _line(f"M{MIDDLE + side * 23} {y}H{near}", part.colour)
    yield _line(f"M{far} {y}H{MIDDLE + side * RAIL}", COLOURS["ground"])
    yield (
        f'<rect class="plate" x="{min(near, far)}" y="{y - 9}" width="{PLATE_WIDTH}" height="18" rx="4" '
        f'stroke="{part.colour}"/>'
    )
    yield _text((near + far) / 2, y + 4, part.name)
    if part.ohms:
        middle = MIDDLE + side * 170
        yield (
            f'<rect x="{middle - 30}" y="{y - 7}" width="60" height="14" fill="#fbfaf7" '
            f'stroke="{part.colour}" stroke-width="1.5"/>'
        )
        yield _text(middle, y + 3.5, f"{part.ohms} ohms", kind="small")


def _grounds(pins: list[int]) -> Iterator[str]:
    """Draw, on each side that has parts, the rail that joins them and the ground pin it ends at."""
    for side in (-1, 1):
        rows = [_row(pin) for pin in pins if _side(pin) == side]
        if not rows:
            continue
        ground = ground_pin(side, max(rows))
        x, y = MIDDLE + side * RAIL, _row(ground)
        yield _line(f"M{MIDDLE + side * 23} {y}H{x}", COLOURS["ground"])
        yield _line(f"M{x} {min([y, *rows])}V{max([y, *rows])}", COLOURS["ground"])
        yield _text(
            MIDDLE + side * 190, y - 4, f"ground: pin {ground}, shared by all on this side", kind="small"
        )


def ground_pin(side: int, lowest: int) -> int:
    """Choose the ground pin on a side (-1 left, 1 right) nearest to its lowest part."""
    grounds = [pin for pin, what in enumerate(HEADER, 1) if what == "GND" and _side(pin) == side]
    return min(grounds, key=lambda pin: abs(_row(pin) - lowest))
