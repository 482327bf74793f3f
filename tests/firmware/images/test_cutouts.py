"""Boxes to print: everything is on paper, in its true size, and its back is behind it."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from firmware.cli.pictures.print_box import print_box
from firmware.images.cutouts import LETTERS, draw_cutouts, lay_out
from hardware.paper import PAPERS_MM
from scoring.games import load, names
from scoring.games.tuscany.drawing.art import PALETTE, fill_of
from scoring.games.tuscany.drawing.components import FIELD_MM, own_design, piece_middle
from scoring.games.tuscany.land.box import sample_box
from scoring.games.tuscany.land.tiles import NEUTRAL, OWN, colour_of
from scoring.geometry.hexes import middle_mm
from tests.printed import paper_mm, print_pages, texts
from tests.some import some

PX_PER_MM = 3.0
BOX = load("tuscany").printable()


def size_mm(cutout):
    """How far a cutout goes from its middle, to the right and down."""
    across, down = zip(*cutout.thing.outline_mm, strict=True)
    half = max(map(abs, across)) / (2 if cutout.half else 1), max(map(abs, down))
    return half[::-1] if cutout.is_turned else half


def bgr(code):
    return np.array([int(code[at : at + 2], 16) for at in (5, 3, 1)], float)


@pytest.fixture(scope="module", params=PAPERS_MM)
def printed(request):
    """The pages of a paper, as they are laid out and as they are printed."""
    pdf = draw_cutouts(BOX, request.param)
    sheets = lay_out(BOX.things, request.param)
    return request.param, pdf, sheets, print_pages(pdf, PX_PER_MM)[: 2 * len(sheets)]


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_everything_lies_on_some_page_as_often_as_there_is_of_it(paper):
    cutouts = [each for page in lay_out(BOX.things, paper) for each in page]
    count = Counter(each.thing.name for each in cutouts if each.half >= 0)
    assert count == {thing.name: thing.count for thing in BOX.things}
    halves = [each for each in cutouts if each.half]
    assert [(each.thing.name, each.half) for each in halves] == [("plan", -1), ("plan", 1)]


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_nothing_lies_over_another_or_in_the_printers_rim(paper):
    for page in some(lay_out(BOX.things, paper)):
        for each in some(page):
            middle, half = np.array(each.at_mm), np.array(size_mm(each))
            assert (middle - half > 6).all()
            assert (middle + half < np.array(PAPERS_MM[paper]) - 6).all()
        for one, other in combinations(page, 2):
            apart = np.abs(np.subtract(one.at_mm, other.at_mm)) - size_mm(one) - np.array(size_mm(other))
            assert apart.max() > 3


def test_every_page_says_that_it_is_made_up_and_has_a_line_of_100_mm(printed):
    paper, pdf, pages, images = printed
    assert paper_mm(pdf) == pytest.approx(PAPERS_MM[paper], abs=0.01)
    assert len(images) == 2 * len(pages)
    for number, front in enumerate(some(list(texts(pdf))[: 2 * len(pages) : 2]), 1):
        says = " ".join(front)
        assert f"Sheet {number} of {len(pages)}; its back is the next page. " in says
        assert "made up by tablekeeper" in says
        assert max(map(len, front)) <= LETTERS  # what is longer runs off the page
    for image in some(images[::2]):
        dark = image[-round(11.5 * PX_PER_MM) : -round(10 * PX_PER_MM)].min(axis=(0, 2)) < 60
        line = np.flatnonzero(dark)
        assert (np.ptp(line) + 1) / PX_PER_MM == pytest.approx(100, abs=0.5)


def test_the_last_page_lists_what_there_is_how_often_and_where(printed):
    _, pdf, pages, _ = printed
    (listed,) = list(texts(pdf))[2 * len(pages) :]
    assert len(listed) == 1 + len(BOX.things)
    assert any(line.startswith(r"14 x card \(dark green\): sheets ") for line in listed)
    for thing, line in some(zip(BOX.things, listed[1:], strict=True)):
        on = [number for number, page in enumerate(pages, 1) if any(e.thing == thing for e in page)]
        assert line.endswith(f" {', '.join(map(str, on))}")
        assert int(line.split(" x ")[0]) == thing.count


def shown(printed):
    """Give every cutout with the front and the back of its page, the back as seen through the paper."""
    _, _, pages, images = printed
    for page, front, back in zip(pages, images[::2], images[1::2], strict=True):
        yield from ((each, front, back[:, ::-1]) for each in page)


def test_pieces_are_printed_in_their_true_size_with_the_fields_they_have(printed):
    region, palette = sample_box().region, own_design().palette
    middle = piece_middle(region.shape)
    pieces = [(each, front) for each, front, _ in shown(printed) if each.thing.name.startswith("piece:")]
    assert len(pieces) == 12
    for each, image in some(pieces):
        colours = region.pieces[each.thing.name.removeprefix("piece:")]
        for cell, colour in some(zip(region.shape, colours, strict=True)):
            x, y = np.subtract(middle_mm(cell, FIELD_MM), middle)
            x, y = (-y, x) if each.is_turned else (x, y)
            at = np.round(np.add(each.at_mm, (x + 7, y)) * PX_PER_MM).astype(int)
            assert np.abs(image[at[1], at[0]] - bgr(palette[f"ground_{colour}"])).max() < 8


def test_backs_lie_behind_their_fronts_when_a_sheet_is_turned_over(printed):
    owners = Counter()
    tiles = [each for each in shown(printed) if colour_of(each[0].thing.name.split(" of ")[0])]
    for each, front, behind in some(tiles):
        face, _, owner = each.thing.name.partition(" of ")
        x, y = np.round(np.add(each.at_mm, (0, 10)) * PX_PER_MM).astype(int)
        assert np.abs(front[y, x] - bgr(PALETTE[fill_of(colour_of(face))])).max() < 8
        assert np.abs(behind[y, x] - bgr(PALETTE[owner or "paper"])).max() < 8
        owners[owner] += 1
    assert owners == {"": NEUTRAL, **dict.fromkeys(("blue", "green", "red", "yellow"), OWN + 1)}


def test_pages_without_backs_have_nothing_behind_them(printed):
    _, _, pages, images = printed
    bare = [
        back for page, back in zip(pages, images[1::2], strict=True) if not any(e.thing.back for e in page)
    ]
    for back in some(bare):
        assert (back == 255).all()


def test_a_box_is_written_where_the_command_says(tmp_path, command):
    told = command("print-box", "--game", "tuscany", "--paper", "letter", "--out", str(tmp_path / "ours.pdf"))
    assert "print it at 100 %" in told.out
    assert paper_mm((tmp_path / "ours.pdf").read_bytes()) == pytest.approx(PAPERS_MM["letter"], abs=0.01)
    assert print_box.name == "print-box"


def test_a_box_is_named_by_its_game_so_that_none_is_written_over_another(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for game in ("tuscany", "smuggler"):
        assert command("print-box", "--game", game).status == 0
    assert sorted(file.name for file in tmp_path.glob("*.pdf")) == ["box-smuggler.pdf", "box-tuscany.pdf"]


def test_no_box_is_written_of_a_game_that_has_none_of_ours(tmp_path, command):
    without = [name for name in names() if load(name).printable() is None]
    assert "carcassonne" in without
    told = command("print-box", "--game", "carcassonne", "--out", str(tmp_path / "none.pdf"))
    assert told.status == 2
    assert "There is no box of carcassonne to print" in told.err
    assert not (tmp_path / "none.pdf").exists()


def test_what_is_to_be_cut_out_is_called_as_players_call_it_in_their_own_language(
    tmp_path, command, monkeypatch
):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    command("print-box", "--game", "tuscany", "--out", str(tmp_path / "ours.pdf"))
    pages = list(texts((tmp_path / "ours.pdf").read_bytes()))
    assert any("Rückseite auf der nächsten Seite" in line for line in pages[0])
    assert "14 x Spielkarte \\(Dunkelgrün\\): Blätter 12, 13" in pages[-1] + pages[-2]
    assert max(map(len, pages[0])) <= LETTERS
