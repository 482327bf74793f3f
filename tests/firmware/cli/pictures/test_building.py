"""The commands that help to build the table: the markers to print and the wiring."""

import pytest

from hardware.body.templates import draw_panel
from hardware.pins import OUR_PINS, load_pins
from hardware.wiring import draw_wiring


@pytest.mark.parametrize(
    ("words", "box"), [((), b"595.28 841.89"), (("--paper", "letter"), b"612.00 792.00")]
)
def test_markers_writes_a_pdf_for_either_paper(command, tmp_path, words, box):
    ended = command("markers", "--out", tmp_path / "m.pdf", *words)
    assert ended.status == 0
    assert "print it at 100 %" in ended.out
    pdf = (tmp_path / "m.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-1.4")
    assert b"/MediaBox [0 0 %s]" % box in pdf


def test_wiring_draws_our_own_pins_unless_told_of_others(command, tmp_path):
    out = tmp_path / "w.svg"
    assert command("wiring", "--out", out).status == 0
    assert out.read_text() == draw_wiring(load_pins(OUR_PINS.read_text()))
    other = tmp_path / "pins.toml"
    other.write_text("[buttons]\nconfirm = 17\n")
    assert command("wiring", "--out", out, "--pins", other).status == 0
    assert out.read_text() == draw_wiring(load_pins(other.read_text()))


@pytest.mark.parametrize(
    ("text", "says"),
    [("[buttons]\nconfirm = 40\n", "from 2 to 27, not 40"), ("[[", "not TOML"), ("\xff", "not TOML")],
)
def test_pins_that_cannot_be_used_are_refused_in_a_sentence(command, tmp_path, text, says):
    (tmp_path / "pins.toml").write_bytes(text.encode("latin-1"))
    ended = command("wiring", "--pins", tmp_path / "pins.toml", "--out", tmp_path / "w.svg")
    assert (ended.status, ended.err.count("\n")) == (2, 1)
    assert says in ended.err


def test_mast_says_what_to_cut_and_writes_templates(command, tmp_path):
    printed = command("mast", "--out", tmp_path / "t.pdf")
    assert printed.status == 0
    assert "1 upright: batten 20 x 40 mm, 882 mm long" in printed.out
    assert (tmp_path / "t.pdf").read_bytes().count(b"/Type /Page ") == 1
    sawn = command("mast", "--wood", "--camera", "usb-camera", "--out", tmp_path / "t.pdf", "--width", "110")
    assert "2 cheek: plywood 6 mm" in sawn.out
    assert (tmp_path / "t.pdf").read_bytes().count(b"/Type /Page ") == 6


def test_mast_carries_a_phone_and_draws_the_panel_alone(command, tmp_path):
    out, panel = tmp_path / "t.pdf", tmp_path / "p.svg"
    sawn = command("mast", "--wood", "--camera", "phone", "--out", out, "--panel", panel)
    assert sawn.status == 0
    assert "It is 5 cm beside the arm" in sawn.out
    assert "1 phone tray: plywood 6 mm" in sawn.out
    assert "hanger" not in sawn.out
    assert "The camera's cable" not in sawn.out
    assert out.read_bytes().count(b"/Type /Page ") == 4
    assert panel.read_text() == draw_panel(load_pins(OUR_PINS.read_text()))


def test_a_table_too_large_for_the_camera_or_too_small_for_the_mast_is_said(command, tmp_path):
    out = tmp_path / "t.pdf"
    large = command("mast", "--camera", "usb-camera", "--width", "110", "--depth", "80", "--out", out)
    assert "choose a smaller area" in large.out
    small = command("mast", "--width", "40", "--depth", "30", "--out", out)
    assert (small.status, small.err.count("\n")) == (2, 1)
    assert "too small for this mast" in small.err


@pytest.mark.parametrize("name", ["markers", "mast", "wiring"])
@pytest.mark.parametrize("out", ["/", "."])
def test_a_folder_is_no_file_to_write(command, name, out):
    ended = command(name, "--out", out)
    assert ended.status == 1
    assert "cannot be written" in ended.err


def test_a_folder_that_is_not_there_is_said(command, tmp_path):
    for name in ("markers", "mast", "wiring"):
        ended = command(name, "--out", tmp_path / "no" / "file")
        assert ended.status in (1, 2)
        assert str(tmp_path / "no") in ended.err
        assert ended.err.count("\n") == 1
