"""Whole Cornwall tables read from one photograph, with a box that somebody has learned tile by tile."""

import numpy as np
import pytest

from vision.games import load as load_reader
from vision.games.cornwall.report.agreement import check_fields, compare_with_truth
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

READER = load_reader("cornwall")

SIZE_PX = (2304, 1296)
FIRST_SEED = 5_100


@pytest.fixture(scope="module", params=[(0, 6), (1, 12), (2, 9)], ids=lambda one: f"level {one[0]}")
def table(request):
    """Give level, truth, and the photograph, as it is and read with prints."""
    level, turns = request.param
    told = script(FIRST_SEED + level, level, SIZE_PX, turns, game="cornwall")
    image, truth = photograph_end(told)
    prints = READER.learn(single_tiles(told.course.box, FIRST_SEED))
    return level, truth, READER.read(image, prints), image


@pytest.mark.slow(but=1)
def test_fields_show_what_the_learned_tiles_show(table):
    level, truth, board, _ = table
    checks = check_fields(board, truth)
    assert np.mean([check.is_right for check in checks]) >= (0.97, 0.97, 0.9)[level]


@pytest.mark.slow
def test_learned_tiles_say_more_than_looks_alone(table):
    _, truth, learned, image = table
    unlearned = READER.read(image, None)
    right, before = (
        sum(check.is_right for check in check_fields(board, truth)) for board in (learned, unlearned)
    )
    assert right >= before


@pytest.mark.slow(but=1)
def test_which_three_fields_are_one_tile_is_told(table):
    """Fields that are one tile in truth, the start tile's apart, have one number of their own."""
    level, truth, board, _ = table
    assert compare_with_truth(board, truth).invented <= (0, 0, 3)[level]
    at = {tuple(np.round(np.mean(field.hex_px, axis=0))): field.tile for field in board.fields}
    whole = [_numbers(at, truth, tile) for tile in sorted({field["tile"] for field in truth["fields"]} - {0})]
    single = [numbers for numbers in whole if len(numbers) == 1 and -1 not in numbers]
    assert len({min(numbers) for numbers in single}) == len(single)
    assert len(single) >= (1.0, 0.97, 0.85)[level] * len(whole)


def _numbers(at, truth, tile):
    """The numbers that were read where the fields of a tile lie."""
    places = [np.mean(field["hex_px"], axis=0) for field in truth["fields"] if field["tile"] == tile]
    return {at[min(at, key=lambda one: np.hypot(*np.subtract(one, place)))] for place in places}
