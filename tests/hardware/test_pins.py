"""``pins.toml``: what it says is what is wired, and what is wrong in it is said."""

import pytest

from hardware.pins import HEADER, OUR_PINS, PinsError, load_pins


def test_our_own_pins_can_be_used():
    pins = load_pins(OUR_PINS.read_text())
    assert set(pins.buttons) == {"confirm", "next", "undo", "pause"}
    assert len({*pins.buttons.values(), *pins.light, pins.buzzer}) == 8
    assert not pins.muted


def test_a_part_that_is_left_out_is_not_wired():
    pins = load_pins("[buttons]\nconfirm = 17\n")
    assert (pins.buttons, pins.light, pins.buzzer) == ({"confirm": 17}, None, None)


def test_the_header_has_forty_pins_and_every_gpio_once():
    assert len(HEADER) == 40
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(28))
    assert [place for place, pin in enumerate(HEADER, 1) if pin == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[buttons", "not TOML"),
        ("[lamp]\nred = 5", "knows the parts .* not 'lamp'"),
        ("light = 5", "not 'light'"),
        ("[buttons]\nredo = 5", "holds confirm, next, undo, pause, not 'redo'"),
        ("[buttons]\nnext = 28", "from 2 to 27, not 28"),
        ("[buttons]\nnext = true", "from 2 to 27, not True"),
        ("[buttons]\nnext = 'GPIO5'", "from 2 to 27, not 'GPIO5'"),
        ("[buttons]\nnext = 5\n[buzzer]\npin = 5", "GPIO 5 is used twice, for next in .* and for pin in"),
        ("[buzzer]\npin = 14", "GPIO 14, which is for the serial console"),
        ("[buzzer]\npin = 0", "GPIO 0, which is for the memory of an add-on board"),
        ("[buzzer]\npin = 4\nmuted = 1", "true or false, not 1"),
        ("[light]\nred = 4\ngreen = 5", "blue is missing"),
    ],
)
def test_what_is_wrong_is_said(text, says):
    with pytest.raises(PinsError, match=says):
        load_pins(text)
