"""Markers and heaps of The Castles of Tuscany: where they are read, and what is said where they differ."""

import cv2
import numpy as np
import pytest

from scoring.games.tuscany import RULES
from scoring.games.tuscany.drawing.art import PALETTE
from scoring.games.tuscany.engine.ledger import STACKS_LEFT
from scoring.referee.observation import find_discrepancies
from tests.some import some
from vision.follow.turns import after
from vision.games.tuscany import reader
from vision.games.tuscany.classify.colours import expected_lab, lab_of
from vision.games.tuscany.classify.faces import SIDE_PX
from vision.games.tuscany.live.marks import other_marks, see_marks, with_bare_marks
from vision.games.tuscany.live.opening import began
from vision.games.tuscany.live.seeing import bluer
from vision.games.tuscany.live.tracking import followed, looked
from vision.geometry.homography import project
from vision.simulator.camera.film import load_film, render
from vision.simulator.games.tuscany.truth import spots_of
from vision.simulator.table.boards import photograph
from vision.simulator.table.timeline import script

SIZE_PX = (2304, 1296)
WARM = np.array([0.11, 0.36, 0.72], np.float32)
"""What little a lamp at night leaves of blue, green and red."""


@pytest.fixture(scope="module", params=[(1253, 10), (1316, 12)], ids=["seated", "knocked between two steps"])
def told(request):
    seed, turns = request.param
    return script(seed, 1, SIZE_PX, turns, game="tuscany")


@pytest.fixture(scope="module")
def looks(told):
    """What is remembered of the first look and of the last, and the game at both."""
    film, players = load_film(told), [seat.colour for seat in told.setup.players]
    first, still = render(film, told.scenes[0])
    state = RULES.start(told.setup)
    memory, _ = began(first, reader.get_ready(None, players), state)
    memory = with_bare_marks(first, memory, state)
    last, _ = render(film, told.scenes[-1], still)
    for written in told.truth["moves"]:
        state = after(RULES, state, RULES.load_move(written))
    return see_marks(first, memory), see_marks(last, memory), state


def test_markers_in_view_are_read_and_heaps_counted(told, looks):
    _, seen, _ = looks
    true = {spot.spot: spot.count for spot in spots_of(told.course, told.scenes[-1].table)}
    read = {
        f"{player}/mark:{what}": step for (player, what), step in seen.steps.items() if what != STACKS_LEFT
    }
    read |= {f"{player}/heap:{what}": heap.things for (player, what), heap in seen.heaps.items()}
    assert len(read) > len(told.setup.players)
    assert {spot: true[spot] for spot in some(read)} == read


def test_a_marker_that_stays_elsewhere_is_a_remark_and_one_just_moved_is_none(looks):
    _, last, state = looks
    (player, track), step = next((whose, step) for whose, step in last.steps.items() if whose[1] == "green")
    wrong = last._replace(steps={(player, track): (step + 3) % 50}, heaps={})
    marks = [*other_marks(wrong, wrong, [state])]
    assert [(mark.what, mark.player) for mark in marks] == [(track, player)]
    assert [str(each.says) for each in some(find_discrepancies(state, marks, RULES))]
    assert not [*other_marks(last._replace(heaps={}), wrong, [state])]


def stacks(memory):
    return {player: left for (player, what), left in memory.steps.items() if what == STACKS_LEFT}


@pytest.mark.parametrize("level", [1, 2])
def test_stacks_that_are_left_are_counted_late_in_a_game_too_and_tell_whose_a_tableau_is(level):
    told = script(100 + level, level, SIZE_PX, game="tuscany", style=920_000)
    film, still, players = load_film(told), None, [seat.colour for seat in told.setup.players]
    known, state, memory = reader.get_ready(None, players), RULES.start(told.setup), None
    left = []
    for number, (written, span) in enumerate(some(zip(told.truth["moves"], told.spans, strict=True))):
        state = after(RULES, state, RULES.load_move(written))
        if not state.is_set_up or (number % 40 and number != len(told.spans) - 20):
            continue
        image, still = render(film, told.scenes[span.whole_from], still)
        if memory is None or number == len(told.spans) - 20:
            memory, _ = began(image, known, state)
            memory = with_bare_marks(image, memory, state)
        memory = memory._replace(boards=looked(image, followed(image, memory.boards)[0]))
        due = {player: realm.stacks_left for player, realm in state.realms.items()}
        seen = stacks(see_marks(image, memory))
        assert seen == {player: due[player] for player in some(seen)}
        left.append(sum(seen.values()))
    assert left[0] > left[-1]


def test_a_game_gone_on_with_late_knows_whose_a_tableau_is_by_the_fields_beside_it():
    told = script(65, 1, SIZE_PX, game="tuscany", style=910_065)
    at, state = len(told.spans) - 6, RULES.start(told.setup)
    for written in told.truth["moves"][: at + 1]:
        state = after(RULES, state, RULES.load_move(written))
    assert [realm.stacks_left for realm in state.realms.values()].count(0) == 1
    image, truth, _ = photograph(load_film(told), told.scenes[told.spans[at].whole_from])
    memory, _ = began(image, reader.get_ready(None, [*state.realms]), state)
    true = {spot["spot"]: spot["at_px"] for spot in truth["spots"]}
    for player, lay in some(memory.places.tableaus.items()):
        assert np.hypot(*(project(lay, np.zeros((1, 2)))[0] - true[f"{player}/tableau"])) < 20


def test_a_stack_that_is_used_up_too_early_is_a_remark_with_the_count_that_sets_it_right(looks):
    _, last, state = looks
    player, left = next(iter(some(stacks(last).items())))
    wrong = last._replace(steps={(player, STACKS_LEFT): left - 1}, heaps={})
    [found] = find_discrepancies(state, [*other_marks(wrong, wrong, [state])], RULES)
    assert "stacks of tiles are left before" in str(found.says)
    assert after(RULES, state, found.move).realms[player].stacks_left == left - 1


@pytest.mark.parametrize("lamp", [np.ones(3, np.float32), WARM], ids=["by day", "in warm light"])
def test_wooden_hexagons_are_told_from_print_in_any_light(lamp):
    printed = np.vstack([lab_of([PALETTE["wood"]]), expected_lab()]).astype(np.float32)
    seen = cv2.cvtColor(cv2.cvtColor(printed[None], cv2.COLOR_LAB2LBGR) * lamp, cv2.COLOR_LBGR2LAB)[0]
    patches = np.broadcast_to(seen[:, None, None], (len(seen), SIDE_PX, SIDE_PX, 3))
    light = np.stack([1 / lamp, np.ones(3), np.zeros(3)]).astype(np.float32)
    wood, *prints = bluer(np.ascontiguousarray(patches, np.float32), light)
    assert wood > 0
    assert all(print < 0 for print in some(prints))


def test_dim_wood_of_a_greenish_blue_is_told_from_turquoise_tiles():
    dim = np.array([[34.0, -7.5, -14.5], [60.0, -25.0, -20.0], [50.0, 4.0, -9.0]], np.float32)
    patches = np.ascontiguousarray(np.broadcast_to(dim[:, None, None], (3, SIDE_PX, SIDE_PX, 3)))
    day = np.stack([np.ones(3), np.ones(3), np.zeros(3)]).astype(np.float32)
    assert [*(bluer(patches, day) > 0)] == [True, False, False]
