"""Whole Cornwall tables read from one photograph: boxes nobody has seen, at the three levels."""

import json
from collections import Counter

import numpy as np
import pytest

from scoring.games import load
from tests.some import some
from vision.errors import NoTableError
from vision.games import load as load_reader
from vision.games.cornwall.report.agreement import check_fields, check_figures, compare_with_truth
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

READER = load_reader("cornwall")

SIZE_PX = (1728, 972)
FIRST_SEED = 5_000
"""Seeds from here on were not used while the reader was written."""


def _photograph(seed, level, turns, style):
    told = script(seed, level, SIZE_PX, turns, game="cornwall", style=style)
    return photograph_end(told)


@pytest.fixture(scope="module", params=[(0, 8), (1, 14), (2, 8)], ids=lambda one: f"level {one[0]}")
def table(request):
    """Give level, photograph, truth and reading of a table with a made-up box."""
    level, turns = request.param
    image, truth = _photograph(FIRST_SEED + level, level, turns, 900_000 + FIRST_SEED + level)
    return level, image, truth, READER.read(image, None)


@pytest.fixture(scope="module")
def ours():
    """Give photograph, truth and reading of a table with our own drawings."""
    image, truth = _photograph(FIRST_SEED + 7, 1, 9, None)
    return image, truth, READER.read(image, None)


@pytest.mark.slow(but=1)
def test_nearly_every_field_is_found_and_none_invented(table):
    level, _, truth, board = table
    agreement = compare_with_truth(board, truth)
    assert len(board.fields) >= (0.93, 0.95, 0.85)[level] * len(truth["fields"])
    assert agreement.invented <= (0, 1, 3)[level]


@pytest.mark.slow(but=1)
def test_the_terrains_are_told(table):
    level, _, truth, board = table
    checks = check_fields(board, truth)
    assert np.mean([check.is_edges_right for check in checks]) > (0.9, 0.7, 0.7)[level]


@pytest.mark.slow(but=1)
def test_figures_are_found_with_their_colours(table):
    level, _, truth, board = table
    checks = check_figures(board, truth)
    if checks:
        assert np.mean([check.true == check.read for check in checks]) > (0.85, 0.75, 0.5)[level]


@pytest.mark.slow
def test_small_tall_and_big_figures_on_learned_tiles_are_told_apart():
    boards = [_read_with_prints(seed) for seed in (FIRST_SEED + 50, FIRST_SEED + 51, FIRST_SEED + 52)]
    assert min(found.meeples for found in boards) > 5
    assert all(found.meeples_on_feature >= 0.75 * found.meeples for found in boards)
    assert sum(found.meeples_on_feature for found in boards) >= 0.8 * sum(found.meeples for found in boards)
    assert all(found.meeples_false <= 1 for found in boards)


def _read_with_prints(seed):
    """Read a table whose box somebody has learned, and compare it with the truth."""
    told = script(seed, 1, SIZE_PX, 24, game="cornwall", style=900_000 + seed)
    image, truth = photograph_end(told)
    board = READER.read(image, READER.learn(single_tiles(told.course.box, seed)))
    return compare_with_truth(board, truth)


@pytest.mark.slow(but=1)
def test_what_is_said_surely_is_mostly_right(table):
    _, _, truth, board = table
    sure = [check for check in check_fields(board, truth) if check.confidence > 0.95]
    assert np.mean([check.is_right for check in sure]) > 0.9


@pytest.mark.slow(but=1)
def test_the_start_tile_shows_all_five_terrains(table):
    _, _, _, board = table
    start = [field.terrain for field in board.fields if field.tile == 0]
    assert len(start) in (0, 5)
    assert len(set(start)) == len(start)


@pytest.mark.slow(but=1)
def test_tiles_are_of_three_fields(table):
    _, _, _, board = table
    numbers = [field.tile for field in board.fields if field.tile > 0]
    assert set(Counter(numbers).values()) == {3}


@pytest.mark.slow
def test_our_own_drawings_are_read_as_well(ours):
    _, truth, board = ours
    checks = check_fields(board, truth)
    assert np.mean([check.is_edges_right for check in checks]) > 0.9


@pytest.mark.slow
def test_the_same_photograph_turned_by_a_quarter_tells_the_same_land(ours):
    image, _, board = ours
    turned = READER.read(np.ascontiguousarray(np.rot90(image)), None)
    assert abs(len(turned.fields) - len(board.fields)) <= 1
    names = sorted(field.terrain for field in board.fields)
    again = sorted(field.terrain for field in turned.fields)
    assert sum(a == b for a, b in zip(names, again, strict=False)) >= 0.9 * len(names)


def test_alternatives_are_the_likelier_the_earlier_and_sum_to_no_more_than_one(ours):
    _, _, board = ours
    for field in some(board.fields):
        sure = [one.confidence for one in field.alternatives]
        assert sure == sorted(sure, reverse=True)
        assert sum(sure) + field.confidence <= 1.001


def test_every_doubt_says_a_sentence_and_every_fault_what_is_wrong(ours):
    _, _, board = ours
    assert [one.says for one in board.doubts if not one.says.endswith(".")] == []
    assert [one.says for one in board.faults if len(one.says) <= 10] == []


def test_the_overlay_draws_on_every_field_and_changes_nothing_else(ours):
    image, _, board = ours
    drawn = READER.overlay(image, board)
    assert drawn.shape == image.shape
    for field in some(board.fields):
        x, y = np.mean(field.hex_px, axis=0).astype(int)
        near = np.s_[max(y - 40, 0) : y + 40, max(x - 40, 0) : x + 40]
        assert (drawn[near] != image[near]).any()


def test_the_reader_says_how_far_it_is(ours):
    image, _, _ = ours
    heard = []
    READER.read(image, None, progress=lambda step, share: heard.append((step, share)))
    assert [share for _, share in heard] == sorted(share for _, share in heard)
    assert all(step and 0 <= share <= 1 for step, share in heard)


@pytest.mark.parametrize("name", ["bare", "noise", "stripes"])
def test_a_picture_without_a_land_is_no_table(name):
    chance = np.random.default_rng(3)
    pictures = {
        "bare": np.full((600, 800, 3), (60, 90, 130), np.uint8),
        "noise": chance.integers(0, 255, (600, 800, 3)).astype(np.uint8),
        "stripes": np.repeat(((np.arange(800) // 25) % 2 * 180)[None, :, None], 600, axis=0)
        .repeat(3, axis=2)
        .astype(np.uint8),
    }
    with pytest.raises(NoTableError, match="No land was found"):
        READER.read(pictures[name], None)


def test_a_very_small_picture_is_no_table():
    with pytest.raises(NoTableError):
        READER.read(np.zeros((8, 8, 3), np.uint8), None)


def test_corners_outside_the_photograph_are_no_table(ours):
    image, _, _ = ours
    with pytest.raises(NoTableError):
        READER.read(image, None, corners_px=[(-900, -900), (-880, -890), (-880, -870), (-900, -860)])


def test_a_reading_is_written_as_a_document_that_says_what_game_it_is(ours):
    _, _, board = ours
    again = json.loads(json.dumps(load("cornwall").dump_board(board)))
    assert again["game"] == "cornwall"
    assert len(again["fields"]) == len(board.fields)
