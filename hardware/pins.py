"""The pins of the panel, read from ``pins.toml`` with a sentence for whatever is wrong in it."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

OUR_PINS = Path(__file__).with_name("pins.toml")

HEADER = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""What each of the 40 pins of the header is, from pin 1 on; a number is a GPIO by its BCM number.

Source:
    Raspberry Pi documentation, "GPIO and the 40-pin header".
"""

KEPT_FREE = {
    0: "the memory of an add-on board",
    1: "the memory of an add-on board",
    14: "the serial console",
    15: "the serial console",
}
PARTS = {
    "buttons": ("confirm", "next", "undo", "pause"),
    "light": ("red", "green", "blue"),
    "buzzer": ("pin", "muted"),
}


class PinsError(ValueError):
    """A ``pins.toml`` that cannot be used; the text says what to change."""


class Pins(NamedTuple):
    """Which GPIO, by BCM number, each part of the panel is wired to.

    Attributes:
        buttons: By what a button does: confirm, next, undo, pause. One that is not wired is not in it.
        light: Red, green and blue of the RGB light; None where there is none.
        buzzer: The buzzer; None where there is none.
        muted: Whether the buzzer keeps silent until somebody unmutes it.
    """

    buttons: Mapping[str, int]
    light: tuple[int, int, int] | None
    buzzer: int | None
    muted: bool


def load_pins(text: str) -> Pins:
    """Read the pins from the text of a ``pins.toml``; a part that is left out is not wired.

    Raises:
        PinsError: It is not TOML, names a part there is not, or a pin that cannot be used.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PinsError(f"pins.toml is not TOML: {error}.") from error
    _check_names(tables)
    _check_pins(_wired(tables))
    light = tables.get("light")
    muted = tables.get("buzzer", {}).get("muted", False)
    if not isinstance(muted, bool):
        raise PinsError(f"pins.toml: muted in [buzzer] is true or false, not {muted!r}.")
    return Pins(
        buttons=tables.get("buttons", {}),
        light=(light["red"], light["green"], light["blue"]) if light else None,
        buzzer=tables.get("buzzer", {}).get("pin"),
        muted=muted,
    )


def _check_names(tables: Mapping[str, Any]) -> None:
    for name, table in tables.items():
        if name not in PARTS or not isinstance(table, dict):
            raise PinsError(f"pins.toml knows the parts [{'], ['.join(PARTS)}], not {name!r}.")
        for key in table:
            if key not in PARTS[name]:
                raise PinsError(f"pins.toml: [{name}] holds {', '.join(PARTS[name])}, not {key!r}.")
    missing = [key for key in PARTS["light"] if key not in tables.get("light", {})]
    if tables.get("light") and missing:
        raise PinsError(f"pins.toml: [light] needs red, green and blue; {', '.join(missing)} is missing.")


def _wired(tables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, table in tables.items():
        yield from ((f"{key} in [{name}]", pin) for key, pin in table.items() if key != "muted")


def _check_pins(wired: Iterator[tuple[str, Any]]) -> None:
    used: dict[int, str] = {}
    for part, pin in wired:
        if type(pin) is not int or pin not in HEADER:
            raise PinsError(f"pins.toml: {part} is a BCM GPIO number from 2 to 27, not {pin!r}.")
        if pin in KEPT_FREE:
            raise PinsError(f"pins.toml: {part} cannot be GPIO {pin}, which is for {KEPT_FREE[pin]}.")
        if pin in used:
            raise PinsError(f"pins.toml: GPIO {pin} is used twice, for {used[pin]} and for {part}.")
        used[pin] = part
