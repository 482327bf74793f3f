"""How accuracy is summed up: counts, calibration, what was taken for what."""

import csv
import io
import json

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.evaluation.photographs import (
    FIRST_STYLE,
    Photograph,
    calibration_error,
    confusions,
    figure_confusions,
    kind_rows,
    results_csv,
    rows_of,
)
from vision.accuracy import Agreement, FigureCheck, TileCheck
from vision.geometry.homography import project
from vision.simulator.camera.aside import seen_from_aside
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.timeline import script


def tile(true="D", read="D", confidence=0.9):
    return TileCheck(true, read, true == read, true == read, confidence)


def photograph(*tiles, figures=(), kind="real", name="one", prints="none"):
    right = sum(one.is_right for one in tiles)
    return Photograph(
        kind, name, prints, tiles, figures, Agreement(len(tiles), right, 0, 0, 0, 0, 0, 0, 0), 0.5
    )


def test_confidence_that_comes_true_as_often_as_it_says_has_no_error():
    tiles = [
        tile(confidence=0.75),
        tile(confidence=0.75),
        tile(confidence=0.75),
        tile(read="E", confidence=0.75),
    ]
    assert calibration_error(tiles) == pytest.approx(0)


def test_being_sure_and_wrong_is_the_worst_error():
    assert calibration_error([tile(read="E", confidence=1.0)] * 3) == pytest.approx(1)


def test_calibration_is_weighed_by_how_many_there_are():
    right, wrong = [tile(confidence=1.0)] * 9, [tile(read="E", confidence=0.55)]
    assert calibration_error([*right, *wrong]) == pytest.approx(0.055)


def test_tiles_that_were_not_read_say_nothing_of_confidence():
    assert calibration_error([tile(read="", confidence=0.0)]) == 0


def test_what_lies_there_is_summed_up_kind_by_kind():
    ship, officer = (TileCheck("a", "a", True, True, 1.0, kind) for kind in ("ship", "officer"))
    lost = ship._replace(read="b", is_right=False)
    some = [photograph(ship, lost, officer), photograph(ship), photograph(tile(), prints="own")]
    assert [(row.piece, row.of, row.right, row.in_place) for row in kind_rows(some)] == [
        ("ship", 3, 2, 3),
        ("officer", 1, 1, 1),
    ]


def test_every_real_photograph_has_a_row_and_every_kind_a_sum():
    some = [
        photograph(tile(), tile(read="E")),
        photograph(tile(), name="two"),
        photograph(tile(), kind="shifted", name="level 2 seed 1"),
    ]
    rows = rows_of(some)
    assert [(row.kind, row.photograph, row.tiles, row.right) for row in rows] == [
        ("real", "one", 2, 1),
        ("real", "two", 1, 1),
        ("real", "all 2", 3, 2),
        ("shifted", "all 1", 1, 1),
    ]
    assert rows[2].perfect_boards == 1
    written = list(csv.DictReader(io.StringIO(results_csv(rows))))
    assert written[0]["photograph"] == "one"
    assert written[2]["right"] == "2"


def test_what_was_taken_for_what_is_counted_by_kind_and_prints():
    found = confusions([photograph(tile(read="E"), tile(read="E"), tile(), tile(read="", confidence=0.0))])
    assert found == {("real", "none", "D", "E"): 2, ("real", "none", "D", ""): 1}


@pytest.mark.slow
def test_the_command_reads_made_up_boxes_and_keeps_the_table(program, tmp_path):
    out = tmp_path / "table.csv"
    ended = program("bench", "accuracy", "--boards", 1, "--hard", 0, "--out", out, "--json")
    assert ended.status == 0
    [row] = ended.document["rows"]
    assert (row["kind"], row["prints"]) == ("synthetic", "none")
    assert row["tiles"] > 40
    assert row["right"] > 0.8 * row["tiles"]
    assert out.read_text().splitlines()[0].startswith("kind,photograph,prints,tiles,right")
    assert np.isfinite(row["ece"])


@pytest.mark.slow
def test_photographs_are_read_as_if_from_far_aside_too(program, tmp_path):
    image, truth = photograph_end(script(3, 0, (1600, 900), 6, style=FIRST_STYLE + 3))
    cv2.imwrite(str(tmp_path / "six.jpg"), image)
    (tmp_path / "six.truth.json").write_text(json.dumps({**truth, "image": "six.jpg"}))
    ended = program("bench", "accuracy", "--photos", tmp_path, "--boards", 0, "--aside", "--json")
    assert ended.status == 0
    every = [(row["kind"], row["photograph"], row["tiles"]) for row in ended.document["rows"]]
    assert every == [("real", "six", 7), ("real", "all 1", 7), ("aside", "all 3", 21)]
    assert [row for row in ended.document["rows"] if row["right"] <= 0.6 * row["tiles"]] == []


@given(st.floats(0, 50), st.floats(0, 360))
def test_a_photograph_seen_from_aside_is_whole(tilt_deg, axis_deg):
    _, homography = seen_from_aside(np.zeros((90, 160, 3), np.uint8), tilt_deg, axis_deg)
    corners = project(homography, np.array([(0, 0), (160, 0), (160, 90), (0, 90)]))
    assert (corners > -1e-6).all()
    assert (corners < (160 + 1e-6, 90 + 1e-6)).all()


def test_what_figures_were_taken_for_is_counted_by_colour():
    figures = (FigureCheck("red", "red"), FigureCheck("red", "black"), FigureCheck("green", ""))
    some = [photograph(figures=figures), photograph(figures=figures, name="two")]
    assert figure_confusions(some) == {
        ("real", "none", "red", "black"): 2,
        ("real", "none", "green", ""): 2,
    }
