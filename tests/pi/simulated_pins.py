"""Our panel on the real gpiozero and lgpio, on GPIO lines that the kernel simulates.

This runs inside the machine that ``gpio_machine.sh`` boots; ``test_gpio.py`` asks for each claim.
"""

import os
import time
from pathlib import Path

import pytest

from firmware.panel import HOLD_S, MELODIES, TONE_S, NoPanel, open_panel
from hardware.pins import OUR_PINS, load_pins

PINS = load_pins(OUR_PINS.read_text())
LINES = Path(os.environ.get("SIMULATED", "/nowhere"))
PATIENCE_S = 20


class Fingers:
    """What a player does to the buttons, and what they see of the light."""

    def __init__(self):
        for pin in PINS.buttons.values():
            self.pull(pin, "pull-up")
        self.posted = []
        self.panel = open_panel(PINS, self.posted.append)
        assert not isinstance(self.panel, NoPanel), self.panel.says

    def pull(self, pin, way):
        (LINES / f"sim_gpio{pin}" / "pull").write_text(way)

    def down(self, name):
        self.pull(PINS.buttons[name], "pull-down")

    def up(self, name):
        self.pull(PINS.buttons[name], "pull-up")

    def bounce(self, name, times=6):
        for number in range(times):
            (self.up if number % 2 else self.down)(name)

    def level(self, pin):
        return int((LINES / f"sim_gpio{pin}" / "value").read_text())

    def light(self):
        return tuple(self.level(pin) for pin in PINS.light)


@pytest.fixture(scope="module")
def player():
    player = Fingers()
    yield player
    player.panel.close()


@pytest.fixture
def fingers(player):
    player.posted.clear()
    return player


def wait_until(is_so):
    end_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end_s, "it never came to be"
        time.sleep(0.002)


def test_a_bounced_press_is_one_press(fingers):
    fingers.bounce("confirm")
    fingers.down("confirm")
    time.sleep(0.3)
    fingers.bounce("confirm")
    fingers.up("confirm")
    time.sleep(0.5)
    assert fingers.posted == ["confirm"]


def test_every_button_posts_its_own_name_each_time(fingers):
    for name in ("confirm", "next", "pause") * 2:
        fingers.down(name)
        time.sleep(0.2)
        fingers.up(name)
        time.sleep(0.2)
    assert fingers.posted == ["confirm", "next", "pause"] * 2


def test_undo_held_fires_once(fingers):
    fingers.bounce("undo")
    fingers.down("undo")
    wait_until(lambda: fingers.posted)
    time.sleep(2 * HOLD_S)
    fingers.bounce("undo")
    fingers.up("undo")
    time.sleep(0.3)
    assert fingers.posted == ["undo"]


def test_undo_tapped_does_nothing(fingers):
    fingers.down("undo")
    time.sleep(0.2)
    fingers.up("undo")
    time.sleep(HOLD_S + 0.5)
    assert fingers.posted == []


def test_the_light_shows_the_state(fingers):
    assert fingers.light() == (0, 0, 0)
    for colour, levels in {
        "red": (1, 0, 0),
        "green": (0, 1, 0),
        "blue": (0, 0, 1),
        "black": (1, 1, 1),
    }.items():
        fingers.panel.show(colour, "steady")
        wait_until(lambda levels=levels: fingers.light() == levels)
        assert {fingers.light() for _ in range(50)} == {levels}
    fingers.panel.show("red", "off")
    wait_until(lambda: fingers.light() == (0, 0, 0))


@pytest.mark.parametrize("pattern", ["flashing", "blinking", "breathing"])
def test_a_pattern_turns_the_light_on_and_off_again(fingers, pattern):
    fingers.panel.show("green", pattern)
    for levels in [(0, 1, 0), (0, 0, 0)] * 2:
        wait_until(lambda levels=levels: fingers.light() == levels)


def test_the_buzzer_swings_while_it_sounds_and_is_still_afterwards(fingers):
    fingers.panel.sound("confirmed")
    for level in (1, 0, 1, 0):
        wait_until(lambda level=level: fingers.level(PINS.buzzer) == level)
    time.sleep(2 * TONE_S * len(MELODIES["confirmed"]) + 1)
    assert {fingers.level(PINS.buzzer) for _ in range(50)} == {0}
