"""The wiring diagram: what it shows is what ``pins.toml`` says, and git holds the newest."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from hardware.pins import HEADER, OUR_PINS, Pins, load_pins
from hardware.wiring import draw_wiring, ground_pin, parts_of

OURS = load_pins(OUR_PINS.read_text())
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return {
        text.text: (float(text.get("x")), float(text.get("y")))
        for text in ET.fromstring(svg).iter(f"{SVG}text")
    }


def test_the_drawing_in_git_is_what_the_generator_gives():
    drawn = Path(OUR_PINS.parent / "wiring.svg").read_text()
    assert drawn == draw_wiring(OURS), "draw it anew: ./tablekeeper wiring --out hardware/wiring.svg"


def test_every_part_stands_level_with_its_pin_and_on_its_side():
    places = texts(draw_wiring(OURS))
    assert len(parts_of(OURS)) == 8
    for part in parts_of(OURS):
        x, y = places[part.name]
        pin_x, pin_y = places[str(HEADER.index(part.gpio) + 1)]
        assert abs(y - pin_y) < 1
        assert (x > 430) == (pin_x > 430)


def test_every_wire_begins_at_the_pin_of_its_part_and_every_other_one_is_ground():
    svg = draw_wiring(OURS)
    places = texts(svg)
    rows = [float(y) for y in re.findall(r'stroke="#(?!333)\w+" d="M[\d.]+ ([\d.]+)H', svg)]
    wired = [places[str(HEADER.index(part.gpio) + 1)][1] - 3.5 for part in parts_of(OURS)]
    assert sorted(rows) == sorted(wired)


def test_only_the_light_has_resistors():
    assert [part.ohms > 0 for part in parts_of(OURS)] == [
        part.name.startswith("light") for part in parts_of(OURS)
    ]
    assert draw_wiring(OURS._replace(light=None)).count("ohms") == 0


@pytest.mark.parametrize(("side", "lowest", "pin"), [(-1, 516, 39), (-1, 100, 9), (1, 468, 30), (1, 100, 6)])
def test_ground_is_the_nearest_ground_pin_of_that_side(side, lowest, pin):
    assert ground_pin(side, lowest) == pin
    assert HEADER[pin - 1] == "GND"


def test_a_panel_of_one_button_is_drawn_with_one_ground():
    svg = draw_wiring(Pins({"confirm": 17}, None, None, muted=False))
    assert "button confirm" in svg
    assert svg.count("shared by all on this side") == 1
