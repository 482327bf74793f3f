"""The printed markers: what the PDF paints is what the camera looks for, in its true size."""

import re
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli.pictures.markers import markers
from hardware.paper import PAPERS_MM, POINTS_PER_MM
from hardware.sheet import HOW_TO, WHERE_TO_LAY, Marker, draw_sheet
from vision.geometry.markers import MARKERS, SIDE_MM, find_markers, fit_plane, marker_squares

ROOT = Path(__file__).parents[2]
PX_PER_MM = 6
NUMBER = r"(-?[\d.]+) "


def sheet(paper="a4"):
    drawn = [Marker(name, marker_squares(number).tolist()) for number, name in enumerate(MARKERS)]
    return draw_sheet(drawn, SIDE_MM, paper)


def boxes(pdf, painted):
    """Every box that is filled ("f") or outlined ("S"): left, bottom, width and height in millimetres."""
    return np.array(re.findall(NUMBER * 4 + "re " + painted, pdf.decode("ascii")), float)


def paint(paper):
    """Paint the black boxes of a sheet as a printer would."""
    width_mm, height_mm = PAPERS_MM[paper]
    page = np.full((int(height_mm * PX_PER_MM), int(width_mm * PX_PER_MM), 3), 255, np.uint8)
    for left, bottom, width, height in boxes(sheet(paper), "f"):
        corner = (left * PX_PER_MM, (height_mm - bottom - height) * PX_PER_MM)
        far = (corner[0] + width * PX_PER_MM, corner[1] + height * PX_PER_MM)
        cv2.rectangle(page, [round(x) for x in corner], [round(x) - 1 for x in far], (0, 0, 0), -1)
    return page


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_every_marker_on_the_sheet_is_found_in_its_true_size_and_the_right_way_up(paper):
    markers = find_markers(paint(paper))
    assert sorted(markers) == [0, 1, 2, 3]
    for corners in markers.values():
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        np.testing.assert_allclose(sides / PX_PER_MM, SIDE_MM, atol=0.4)
        assert corners[0].sum() == corners.sum(axis=1).min()


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_everything_lies_on_the_paper_with_room_for_the_printers_rim(paper):
    every = np.concatenate([boxes(sheet(paper), "f"), boxes(sheet(paper), "S")])
    assert (every[:, :2] > 8).all()
    assert (every[:, :2] + every[:, 2:] < np.array(PAPERS_MM[paper]) - 8).all()


def test_the_cutting_lines_leave_a_white_rim_of_a_square_at_least():
    pdf = sheet()
    black = boxes(pdf, "f")
    for left, bottom, width, height in boxes(pdf, "S"):
        inside = black[(black[:, 0] > left) & (black[:, 0] < left + width)]
        inside = inside[(inside[:, 1] > bottom) & (inside[:, 1] < bottom + height)]
        rims = [inside[:, 0].min() - left, left + width - (inside[:, 0] + inside[:, 2]).max()]
        rims += [inside[:, 1].min() - bottom, bottom + height - (inside[:, 1] + inside[:, 3]).max()]
        assert min(rims) >= SIDE_MM / 6


def test_the_ruler_is_a_hundred_millimetres_long():
    ((left, y, right, end),) = re.findall(NUMBER * 2 + "m " + NUMBER * 2 + "l S", sheet().decode())[:1]
    assert float(right) - float(left) == 100
    assert y == end
    assert f"{POINTS_PER_MM:.6f} 0 0 {POINTS_PER_MM:.6f} 0 0 cm" in sheet().decode()


def test_the_sheet_says_what_to_do_and_names_every_marker():
    text = sheet().decode().replace("\\", "")
    for says in (*HOW_TO, *MARKERS):
        assert f"({says}) Tj" in text


def test_all_that_speaks_of_markers_says_that_any_lies_anywhere_in_view():
    told = {
        "help": " ".join((markers.help or "").split()),
        "building": " ".join((ROOT / "hardware" / "README.md").read_text(encoding="utf-8").split()),
    }
    assert [place for place, says in told.items() if WHERE_TO_LAY not in says] == []
    pages = [*ROOT.glob("hardware/*.md"), ROOT / "README.md", *ROOT.glob("webui/templates/*.html")]
    pages += [
        *ROOT.glob("firmware/**/*.py"),
        *ROOT.glob("hardware/*.py"),
        ROOT / "vision" / "geometry" / "markers.py",
    ]
    says_corner = re.compile(r"marker[^.]{0,80}corners? of the table", re.IGNORECASE)
    assert [page.name for page in pages if says_corner.search(page.read_text(encoding="utf-8"))] == []


def test_any_two_markers_find_the_table_wherever_they_lie():
    image = paint("a4")
    seen = find_markers(image)
    for two in combinations(seen, 2):
        assert fit_plane({number: seen[number] for number in two}) is not None
    assert fit_plane({0: seen[0]}) is None


def test_the_table_of_the_pdf_points_at_every_object():
    pdf = sheet()
    table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[1])
    assert pdf[table:].startswith(b"xref\n0 6\n")
    for number, begin in enumerate(re.findall(rb"(\d{10}) 00000 n \n", pdf[table:]), 1):
        assert pdf[int(begin) :].startswith(b"%d 0 obj\n" % number)
    length = int(re.search(rb"/Length (\d+)", pdf)[1])
    stream = pdf.index(b"stream\n") + len(b"stream\n")
    assert pdf[stream + length :].startswith(b"\nendstream")
