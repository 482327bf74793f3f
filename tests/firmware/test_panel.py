"""The panel on gpiozero's mock pins: what is pressed is posted once, and the light shows whose turn it is."""

import sys
import time
from itertools import pairwise
from threading import Event

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.errors import PanelError
from firmware.panel import HOLD_S, LIGHTS, MELODIES, OFF_BUTTONS, NoPanel, open_panel, open_pi_pins
from firmware.ports import PRESSES
from hardware.pins import OUR_PINS, load_pins
from tests.some import some

PINS = load_pins(OUR_PINS.read_text())


class Bench:
    """A panel on mock pins, a clock that stands still, and fingers."""

    def __init__(self, pins=PINS):
        self.posted = []
        self.now_s = 100.0
        self.held = Event()
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.panel = open_panel(pins, self.post, lambda: self.now_s, lambda: self.factory)

    def post(self, name):
        self.posted.append(name)
        self.held.set()

    def down(self, name):
        self.factory.pin(PINS.buttons[name]).drive_low()

    def up(self, name):
        self.factory.pin(PINS.buttons[name]).drive_high()

    def bounce(self, name, *, ends_down):
        for _ in range(4):
            self.now_s += 0.002
            (self.up if ends_down else self.down)(name)
            self.now_s += 0.002
            (self.down if ends_down else self.up)(name)

    def light(self):
        return tuple(self.factory.pin(pin).state for pin in PINS.light)

    def lights(self):
        """Every state of the light so far: one row a colour, the times left out."""
        return [[state.state for state in self.factory.pin(pin).states] for pin in PINS.light]


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


def wait_until(is_so, patience_s=10):
    end_s = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < end_s, "it never came to be"
        time.sleep(0.005)


@pytest.mark.parametrize("name", [name for name in PRESSES if name != "undo"])
def test_a_press_posts_its_name_at_once(bench, name):
    bench.down(name)
    assert bench.posted == [name]
    bench.now_s += 0.3
    bench.up(name)
    assert bench.posted == [name]


def test_a_bounced_press_is_one_press(bench):
    bench.down("next")
    bench.bounce("next", ends_down=True)
    bench.now_s += 0.2
    bench.up("next")
    bench.bounce("next", ends_down=False)
    assert bench.posted == ["next"]


def test_two_quick_presses_are_two(bench):
    for _ in range(2):
        bench.down("next")
        bench.now_s += 0.08
        bench.up("next")
        bench.now_s += 0.08
    assert bench.posted == ["next", "next"]


def test_buttons_do_not_wait_for_each_other(bench):
    bench.down("confirm")
    bench.down("next")
    assert bench.posted == ["confirm", "next"]


@pytest.mark.parametrize("first", OFF_BUTTONS)
def test_undo_and_pause_held_together_switch_off_and_undo_nothing(first, monkeypatch):
    monkeypatch.setattr("firmware.panel.OFF_S", HOLD_S + 0.2)
    bench = Bench()
    alone = ["pause"] if first == "pause" else []
    bench.down(first)
    bench.now_s += 0.2
    second = next(name for name in OFF_BUTTONS if name != first)
    bench.down(second)
    bench.bounce(second, ends_down=True)
    wait_until(lambda: "off" in bench.posted)
    assert bench.posted == [*alone, "off"]
    bench.panel.close()


def test_two_buttons_let_go_early_do_not_switch_off(monkeypatch):
    monkeypatch.setattr("firmware.panel.OFF_S", 0.3)
    bench = Bench()
    bench.down("undo")
    bench.now_s += 0.2
    bench.down("pause")
    bench.now_s += 0.2
    bench.up("pause")
    assert not bench.held.wait(HOLD_S + 0.3), "nor is a turn taken back"
    bench.panel.close()


def test_undo_tapped_does_nothing(bench):
    bench.down("undo")
    bench.up("undo")
    assert not bench.held.wait(HOLD_S + 0.3)


def test_undo_held_fires_once_however_long_and_however_it_bounces(bench):
    bench.down("undo")
    bench.bounce("undo", ends_down=True)
    assert bench.held.wait(10)
    bench.held.clear()
    bench.bounce("undo", ends_down=True)
    assert not bench.held.wait(HOLD_S + 0.3)
    bench.up("undo")
    assert bench.posted == ["undo"]


def test_the_light_shows_the_colour_of_the_player(bench):
    for colour, mixed in LIGHTS.items():
        bench.panel.show(colour, "steady")
        assert bench.light() == mixed
    bench.panel.show("red", "off")
    assert bench.light() == (0, 0, 0)


def test_a_colour_that_cannot_shine_is_shown_white(bench):
    for colour in ("black", ""):
        bench.panel.show(colour, "steady")
        assert bench.light() == (1, 1, 1)
        bench.panel.show(colour, "off")


def test_a_blinking_light_goes_on_and_off_and_leaves_the_other_colours_dark(bench):
    bench.panel.show("green", "flashing")
    wait_until(lambda: bench.lights()[1].count(1.0) >= 3)
    red, green, blue = bench.lights()
    assert set(green) == {0, 1}
    assert all(a != b for a, b in pairwise(green))
    assert not any(some(red + blue))


def test_a_breathing_light_passes_through_every_shade(bench):
    bench.panel.show("blue", "breathing")
    wait_until(lambda: len(bench.lights()[2]) > 8)
    shades = bench.lights()[2][:8]
    assert shades == sorted(shades)
    assert 0 < shades[-1] < 1


def test_a_pattern_shown_again_goes_on_undisturbed(bench):
    bench.panel.show("blue", "breathing")
    wait_until(lambda: len(bench.lights()[2]) > 4)
    bench.panel.show("blue", "breathing")
    wait_until(lambda: len(bench.lights()[2]) > 8)
    assert bench.lights()[2].count(0) == 1


def test_a_new_pattern_ends_the_one_before(bench):
    bench.panel.show("green", "flashing")
    bench.panel.show("red", "steady")
    before = bench.lights()
    assert not bench.held.wait(0.4)
    assert bench.lights() == before
    assert bench.light() == (1, 0, 0)


def test_a_pattern_there_is_not_is_a_fault_of_the_program(bench):
    with pytest.raises(ValueError, match="sparkling"):
        bench.panel.show("red", "sparkling")


@pytest.mark.parametrize("sound", MELODIES)
def test_every_sound_has_its_tones_and_ends_in_silence(bench, sound):
    pin = bench.factory.pin(PINS.buzzer)
    bench.panel.sound(sound)
    wait_until(lambda: [state.state for state in pin.states].count(0.5) == len(MELODIES[sound]))
    wait_until(lambda: pin.frequency is None and pin.state == 0)


def test_a_muted_buzzer_is_silent_until_it_is_unmuted():
    bench = Bench(PINS._replace(muted=True))
    bench.panel.sound("confirmed")
    pin = bench.factory.pin(PINS.buzzer)
    assert not bench.held.wait(0.2)
    assert {state.state for state in pin.states} == {0}
    bench.panel.buzzer.muted = False
    bench.panel.sound("confirmed")
    wait_until(lambda: pin.state == 0.5)
    bench.panel.close()


def test_parts_that_are_not_wired_are_not_missed():
    bench = Bench(PINS._replace(light=None, buzzer=None))
    bench.panel.show("red", "steady")
    bench.panel.sound("seen")
    bench.down("confirm")
    assert bench.posted == ["confirm"]
    assert bench.panel.says == "A panel is wired: button confirm, button next, button undo, button pause."
    bench.panel.close()


def test_a_closed_panel_gives_its_pins_back(bench):
    bench.panel.show("green", "flashing")
    bench.panel.close()
    again = open_panel(PINS, bench.post, open_pins=lambda: bench.factory)
    assert not isinstance(again, NoPanel)
    again.close()


def test_pins_that_cannot_be_had_leave_a_silent_panel_and_a_sentence():
    factory = MockFactory()  # plain mock pins cannot be dimmed
    panel = open_panel(PINS, print, open_pins=lambda: factory)
    assert isinstance(panel, NoPanel)
    assert panel.says.startswith("There is no panel (its pins cannot be had: ")
    assert panel.says.endswith("); the buttons on the page do the same.")
    panel.show("red", "steady")
    panel.sound("error")
    panel.close()


def test_a_pi_without_gpiozero_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    monkeypatch.setattr("firmware.panel.PI", tmp_path)
    with pytest.raises(PanelError, match="sudo apt install python3-gpiozero python3-lgpio"):
        open_pi_pins()
    assert open_panel(PINS, print).says.startswith("There is no panel (")


@pytest.mark.parametrize("missing", ["gpiozero.pins.lgpio", "nothing"])
def test_a_computer_that_is_no_pi_says_nothing_of_a_panel(monkeypatch, tmp_path, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr("firmware.panel.PI", tmp_path / "revision")
    assert open_panel(PINS, print) == NoPanel("")
