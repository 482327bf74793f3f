"""A game of Cornish Smuggler followed from photographs: what stands there, and what was done."""

import numpy as np
import pytest

from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.play import apply
from tests.some import some
from tests.vision.smugglertop import PLAYERS, begin
from vision.games.smuggler.colours import tell_colours
from vision.games.smuggler.explaining import (
    corrected,
    count_expected,
    count_seen,
    differences,
    explain,
    misplaced,
)
from vision.games.smuggler.pieces import see_table
from vision.games.smuggler.registration import find_map, learn_map
from vision.games.smuggler.spots import spots_of
from vision.games.smuggler.view import see_board
from vision.simulator.games.smuggler.states import GameTable, standing_of

SEED = 9501


@pytest.fixture(scope="module")
def begun():
    return begin()


@pytest.fixture(scope="module", params=[None, pytest.param(3, marks=pytest.mark.slow)])
def table(request, begun):
    """A table with our own board, or with one drawn in another style."""
    return GameTable(begun, SEED, style=request.param)


@pytest.fixture(scope="module")
def looked(table, begun):
    """Give what looks at the table: the count of what a photograph shows."""
    spots = spots_of(begun.box)
    daylight = np.random.default_rng(1).normal(0.93 * table.ground, 2.0)
    known = learn_map(np.asarray(np.clip(daylight, 0, 255), np.uint8), spots.size_mm)

    def look():
        frame = table.photograph()
        view = see_board(known, frame, find_map(known, frame))
        return count_seen(see_table(view, tell_colours(view, PLAYERS), spots, PLAYERS))

    return look


@pytest.fixture(scope="module")
def at_first(looked):
    return looked()


def test_what_should_stand_on_the_board_stands_there(begun, at_first):
    known = count_expected(begun)
    assert differences(known, corrected(at_first, at_first, known)) == 0
    assert misplaced(begun, at_first) == ()
    assert at_first.ships == {"red": "lands_end", "blue": "merchant_north"}


def test_actions_are_told_by_what_has_changed(table, looked, begun, at_first):
    sale = m.Sell("red", "g6", 1)
    sold, _ = apply(begun, sale)
    bought, _ = apply(sold, m.Buy("blue", "g1"))
    for after, does in ((sold, [m.Sell]), (bought, [m.Sell, m.Buy])):
        table.show(after)
        story, *_ = explain(begun, corrected(looked(), at_first, count_expected(begun)))
        done = [each for each in story.moves if not isinstance(each, m.WalkOfficers)]
        assert [type(each) for each in some(done)] == does
        assert (done[0], story.remarks) == (sale, ())


def test_a_forgotten_wheel_marker_is_a_remark(table, looked, begun, at_first):
    table.show(begun)
    sold, _ = apply(begun, m.Sell("red", "g6", 1))
    table.show(sold, forgotten=("wheel",))
    seen = corrected(looked(), at_first, count_expected(begun))
    story, *_ = explain(begun, seen)
    assert isinstance(story.moves[0], m.Sell)
    assert misplaced(sold, seen) == ("wheel",)
    table.show(begun)


def test_officers_that_are_not_on_the_map_yet_wait_beside_the_track(begun):
    waiting = [spot for kind, owner, spot in standing_of(begun) if owner == "black" and ":" in spot]
    assert len(waiting) == sum(step.officer for step in begun.box.track)
