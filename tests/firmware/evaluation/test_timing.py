"""The measuring: painted photographs are what their truth says, and real ones are compared with theirs."""

import json
from random import Random

import cv2
import numpy as np
import pytest

from firmware.evaluation import timing
from scoring import games as rules_of
from scoring.games.carcassonne.land.catalogue import faces
from vision.games import load_yardstick
from vision.games.carcassonne.painted import TABLE, painted_photograph, painted_samples
from vision.image.paint import bgr

RULES, YARDSTICK = rules_of.load("carcassonne"), load_yardstick("carcassonne")


def test_the_rules_are_measured_in_figures_above_nothing():
    measures = {
        measure.name: measure.value for measure in timing.measure_rules(RULES, YARDSTICK, runs=1, tiles=12)
    }
    assert measures.keys() == {"placements_ms", "apply_ms", "games_per_s"}
    assert all(value > 0 for value in measures.values())


def test_a_move_costs_about_its_share_of_a_game():
    whole, _ = timing.timed(lambda: YARDSTICK.play(Random(3)))
    assert 0 < timing.moving_s(Random(3), RULES, YARDSTICK) < whole


def test_every_base_face_is_painted_once():
    assert [sample.face for sample in painted_samples()] == [f for f in faces() if not faces()[f].is_river]


def test_the_truth_of_a_painted_photograph_lies_on_its_tiles():
    photograph, truth = painted_photograph(12)
    covered = np.zeros(photograph.shape[:2], np.uint8)
    for tile in truth["tiles"]:
        cv2.fillConvexPoly(covered, np.array(tile["quad_px"]).round().astype(np.int32), 1)
    apart = np.abs(photograph.astype(int) - bgr(TABLE)).max(axis=2) > 40
    assert len(truth["tiles"]) == 12
    assert apart[covered == 1].mean() > 0.9
    assert apart[covered == 0].mean() < 0.01


def test_the_same_seed_paints_the_same_photograph():
    assert np.array_equal(painted_photograph(5, seed=4)[0], painted_photograph(5, seed=4)[0])


@pytest.fixture(scope="module")
def painted(tmp_path_factory):
    """A painted photograph with its truth, and pictures of single tiles with their labels."""
    folder = tmp_path_factory.mktemp("painted")
    photograph, truth = painted_photograph(20)
    cv2.imwrite(str(folder / "table.png"), photograph)
    (folder / "table.truth.json").write_text(json.dumps({**truth, "image": "table.png"}))
    rows = ["file,face,turns"]
    for sample in painted_samples():
        cv2.imwrite(str(folder / f"{sample.face}.png"), sample.image)
        rows.append(f"{sample.face}.png,{sample.face},{sample.turns}")
    (folder / "labels.csv").write_text("\n".join(rows))
    return folder


@pytest.mark.slow
def test_from_single_tiles_to_the_board_without_help(painted, program):
    words = ["--game", "carcassonne", "--prints", "painted"]
    assert program("learn", painted, "--labels", "labels.csv", *words).status == 0
    ended = program("read", painted / "table.png", "--json", *words)
    assert ended.status == 0
    truth = timing.read_truth(painted / "table.truth.json", YARDSTICK)
    board = RULES.load_board(ended.document)
    assert YARDSTICK.compare(board, truth).tiles_right == 20


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--any-box"], []], ids=["asked for", "nothing learned"])
def test_photographs_are_counted_without_prints_too(painted, program, words):
    ended = program("bench", "--photos", painted, "--json", *words)
    assert ended.status == 0
    assert "Read without prints" in ended.err
    [photograph] = ended.document["photographs"]
    assert photograph["tiles"] == 20
    assert photograph["tiles_right"] > 0


def test_no_prints_are_refused_where_nothing_is_read(command):
    ended = command("bench", "--any-box")
    assert ended.status == 2
    assert "--photos" in ended.err


def test_photographs_are_counted_against_their_truth(painted, reader):
    truths = timing.find_truths(painted)
    result = timing.measure_photograph(truths[0], reader, b"prints A0", YARDSTICK)
    assert result.photograph == "table"
    assert (result.agreement.tiles, result.agreement.meeples_false) == (20, 1)


def test_a_photograph_without_a_table_has_no_agreement(painted, reader, tmp_path):
    cv2.imwrite(str(tmp_path / "table.png"), np.zeros((9, 9, 3), np.uint8))
    (tmp_path / "table.truth.json").write_bytes((painted / "table.truth.json").read_bytes())
    assert (
        timing.measure_photograph(tmp_path / "table.truth.json", reader, b"prints A0", YARDSTICK).agreement
        is None
    )


def test_a_document_that_is_no_truth_is_refused(tmp_path):
    (tmp_path / "x.truth.json").write_text("{}")
    with pytest.raises(timing.InputError, match="not a truth document"):
        timing.read_truth(tmp_path / "x.truth.json", YARDSTICK)
