"""The commands that help to build the table: the markers to print and the wiring."""

import pytest

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


@pytest.mark.parametrize("name", ["markers", "wiring"])
@pytest.mark.parametrize("out", ["/", "."])
def test_a_folder_is_no_file_to_write(command, name, out):
    ended = command(name, "--out", out)
    assert ended.status == 1
    assert "cannot be written" in ended.err


def test_a_folder_that_is_not_there_is_said(command, tmp_path):
    for name in ("markers", "wiring"):
        ended = command(name, "--out", tmp_path / "no" / "file")
        assert ended.status in (1, 2)
        assert str(tmp_path / "no") in ended.err
        assert ended.err.count("\n") == 1
