"""Markers and heaps of The Castles of Tuscany: where they are read, and what is said where they differ."""

import pytest

from scoring.games.tuscany import RULES
from scoring.referee.observation import find_discrepancies
from tests.some import some
from vision.follow.turns import after
from vision.games.tuscany import reader
from vision.games.tuscany.live.marks import other_marks, see_marks, with_bare_marks
from vision.games.tuscany.live.opening import began
from vision.simulator.camera.film import load_film, render
from vision.simulator.games.tuscany.truth import spots_of
from vision.simulator.table.timeline import script

SIZE_PX = (2304, 1296)


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
    read = {f"{player}/mark:{track}": step for (player, track), step in seen.steps.items()}
    read |= {f"{player}/heap:{what}": heap.things for (player, what), heap in seen.heaps.items()}
    assert len(read) > len(told.setup.players)
    assert {spot: true[spot] for spot in some(read)} == read


def test_a_marker_that_stays_elsewhere_is_a_remark_and_one_just_moved_is_none(looks):
    _, last, state = looks
    (player, track), step = next(iter(some(last.steps.items())))
    wrong = last._replace(steps={(player, track): (step + 3) % 50}, heaps={})
    marks = [*other_marks(wrong, wrong, [state])]
    assert [(mark.what, mark.player) for mark in marks] == [(track, player)]
    assert [str(each.says) for each in some(find_discrepancies(state, marks, RULES))]
    assert not [*other_marks(last._replace(heaps={}), wrong, [state])]
