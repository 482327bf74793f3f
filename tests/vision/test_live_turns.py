"""The live reader at a synthetic table: what each look tells of new tiles and figures."""

from typing import Any

import numpy as np
import pytest
from tabletop import READER, Watcher, mirrored, named, tile

from scoring.game import PlayerSeat, Setup
from scoring.games.carcassonne.engine.moves import Move, TilePlacement
from scoring.referee.observation import Sight
from tests.some import some
from vision.games.carcassonne.live.memory import CarcassonneBoxModel

ROAD = tile("red", "U", 1, (1, 0))
THIEF = tile("red", "U", 1, (1, 0), "road", "E")
FARMER = tile("red", "U", 1, (1, 0), "field", "NL")
LORD = tile("red", "E", 2, (0, -1), "city", "S")
KNIGHT = tile("red", "R", 2, (0, -1), "city", "E")
WRONG = tile("red", "E", 0, (1, 0))
WEST = tile("green", "U", 1, (-1, 0))
BEND = tile("green", "V", 3, (-1, 0))
FAR = tile("red", "U", 1, (2, 0))
HERMIT = tile("green", "U", 1, (-1, 0), "field", "NL")
MONK = tile("green", "A", 3, (-1, 0), "cloister")


def told(sight: Sight[Move]) -> tuple[TilePlacement, ...]:
    """The turns of the likeliest proposal."""
    return tuple(named(move) for move in sight.best.moves)


def is_sure(sight: Sight[Move]) -> bool:
    return sight.best.confidence > 0.9


def test_a_table_with_nothing_new_on_it_says_so(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    assert told(table.look()) == ()
    assert is_sure(table.look())


def test_a_new_tile_is_told_with_its_turn(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "cloth")
    table.look()
    table.lay(ROAD)
    sight = table.look()
    assert told(sight) == (ROAD,)
    assert is_sure(sight)


@pytest.mark.slow
def test_a_tile_that_lies_upside_down_is_told_by_its_picture(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(ROAD, upside_down=True)
    [move] = told(table.look())
    assert (move.face, move.turns) == ("U", 3)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("move", [THIEF, FARMER, KNIGHT], ids=lambda move: move.meeple.feature)
def test_a_figure_that_comes_with_its_tile_is_told(known: CarcassonneBoxModel, move: TilePlacement) -> None:
    table = Watcher(known, "stone")
    table.look()
    table.lay(move)
    assert told(table.look()) == (move,)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("move", [THIEF, FARMER, KNIGHT], ids=lambda move: move.meeple.feature)
def test_a_figure_that_comes_later_is_told_too(known: CarcassonneBoxModel, move: TilePlacement) -> None:
    table = Watcher(known, "felt")
    table.look()
    table.lay_bare(move)
    [bare] = told(table.look())
    table.put(move)
    assert bare.meeple is None
    assert told(table.look()) == (move,)


@pytest.mark.slow
def test_a_green_figure_lying_on_a_green_field_is_told_by_what_has_changed(
    known: CarcassonneBoxModel,
) -> None:
    table = Watcher(known)
    table.lay(ROAD)
    table.confirm(ROAD)
    table.look()
    table.lay_bare(HERMIT)
    table.look()
    table.put(HERMIT)
    assert told(table.look()) == (HERMIT,)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(
    ("move", "off_px"),
    [
        (tile("yellow", "U", 1, (1, 0), "field", "NL"), (-15, -15)),
        (tile("yellow", "R", 2, (0, -1), "city", "E"), (0, 18)),
    ],
    ids=["farmer", "knight"],
)
def test_a_figure_that_a_glare_has_faded_is_told_by_what_has_changed(
    known: CarcassonneBoxModel, move: TilePlacement, off_px: tuple[int, int]
) -> None:
    players = Setup("leaflet-001", (PlayerSeat("Ann", "yellow"), PlayerSeat("Ben", "green")))
    table = Watcher(known._replace(colours=("yellow", "green")), players=players)
    table.look()
    table.lay_bare(move)
    table.look()
    table.put(move)
    at_px = table.corners_px(move.cell).mean(axis=0) + off_px
    assert told(table.look(mirrored(table.photo(), at_px, 0.5))) == (move,)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("is_there", [True, False])
def test_a_figure_that_may_stand_under_a_glare_is_asked_about(
    known: CarcassonneBoxModel, is_there: bool
) -> None:
    monk = tile("red", "A", 3, (-1, 0), "cloister")
    table = Watcher(known, "cloth")
    table.look()
    (table.lay if is_there else table.lay_bare)(monk)
    blinding = mirrored(table.photo(), table.corners_px(monk.cell).mean(axis=0), 1.8, wide=0.22)
    sight = table.look(blinding)
    assert not is_sure(sight)
    assert monk in [named(one.moves[0]) for one in sight.proposals]
    table.confirm(monk)
    table.look(blinding)
    assert table.differences(blinding) == []


def test_a_glare_beside_what_a_figure_may_stand_on_raises_no_question(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "cloth")
    table.look()
    table.lay(ROAD)
    sight = table.look(mirrored(table.photo(), table.corners_px((0, 0)).mean(axis=0), 1.8, wide=0.22))
    assert told(sight) == (ROAD,)
    assert is_sure(sight)


@pytest.mark.slow
def test_a_tile_is_told_by_what_a_glare_leaves_of_it(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "cloth")
    table.look()
    for move in (ROAD, BEND, tile("red", "E", 2, (0, -1))):
        table.lay(move)
        table.look()
        table.confirm(move)
        table.look()
    crossing = tile("green", "W", 1, (1, 1))
    table.lay(crossing)
    corner, east, _, south = table.corners_px(crossing.cell)
    at_px = corner + 0.1 * (east - corner) + 0.3 * (south - corner)
    sight = table.look(mirrored(table.photo(), at_px, 1.8, wide=0.28))
    assert told(sight) == (crossing,)
    assert not is_sure(sight)


@pytest.mark.slow
def test_a_figure_that_is_taken_back_before_a_press_is_no_longer_told(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(THIEF)
    table.look()
    table.take(THIEF)
    assert told(table.look()) == (ROAD,)


@pytest.mark.slow
def test_a_figure_scored_at_once_and_taken_back_is_remembered_until_its_turn_is_confirmed(
    known: CarcassonneBoxModel,
) -> None:
    table = Watcher(known)
    table.look()
    table.lay(LORD)
    assert told(table.look()) == (LORD,)
    table.take(LORD)
    assert told(table.look()) == (LORD,)
    assert told(table.look()) == (LORD,)
    table.confirm(LORD)
    sight = table.look()
    assert told(sight) == ()
    assert sight.leftover == ()


@pytest.mark.slow
def test_a_figure_scored_and_taken_back_is_remembered_though_a_glare_hides_a_part_of_its_tile(
    known: CarcassonneBoxModel,
) -> None:
    table = Watcher(known, "cloth")
    table.look()
    table.lay(LORD)
    assert told(table.look()) == (LORD,)
    table.take(LORD)
    north_west, *_ = table.corners_px(LORD.cell)
    at_px = 0.5 * north_west + 0.5 * table.corners_px(LORD.cell).mean(axis=0)
    assert told(table.look(mirrored(table.photo(), at_px, 1.8, wide=0.22))) == (LORD,)


def test_a_figure_left_standing_after_its_points_is_left_over_and_not_new(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(LORD)
    table.look()
    table.confirm(LORD)
    sight = table.look()
    assert [(one.player, one.kind, one.cell) for one in sight.leftover] == [("red", "follower", (0, -1))]
    assert told(sight) == ()
    table.take(LORD)
    assert table.look().leftover == ()


def test_a_figure_left_standing_is_not_the_next_players(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(LORD)
    table.look()
    table.confirm(LORD)
    table.lay(WEST)
    sight = table.look()
    assert told(sight) == (WEST,)
    assert [one.cell for one in sight.leftover] == [(0, -1)]


def test_a_tile_taken_back_before_it_is_confirmed_leaves_nothing_new(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(THIEF)
    table.look()
    table.take(THIEF)
    table.lift(THIEF.cell)
    sight = table.look()
    assert told(sight) == ()
    assert sight.missing == ()


@pytest.mark.slow(but=1)
def test_where_players_say_nothing_lies_only_what_comes_later_is_told(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(THIEF)
    assert told(table.look()) == (THIEF,)
    assert table.memory is not None
    table.memory = READER.dismiss(table.memory, THIEF)
    assert told(table.look()) == ()
    table.memory = READER.reconsider(table.memory, THIEF)
    assert told(table.look()) == (THIEF,)
    table.memory = READER.dismiss(table.memory, THIEF)
    table.lay(tile("red", "E", 2, (0, -1)))
    assert [move.cell for move in told(table.look())] == [(0, -1)]
    table.take(THIEF)
    table.lift(THIEF.cell)
    table.look()
    table.lay_bare(tile("green", "V", 3, (1, 0)))
    assert [move.cell for move in told(table.look())] == [(0, -1), (1, 0)]


def test_a_tile_laid_elsewhere_instead_is_told_where_it_lies(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(ROAD)
    table.look()
    table.lift(ROAD.cell)
    table.lay(LORD)
    assert told(table.look()) == (LORD,)


@pytest.mark.slow
def test_a_tile_that_was_set_right_afterwards_lies_as_recorded(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    before = table.state
    table.lay(ROAD)
    table.confirm(tile("red", "X", 0, ROAD.cell))
    table.look()
    table.state = before
    table.confirm(ROAD)
    assert table.look().missing == ()
    assert table.differences() == []


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("between", [True, False], ids=["looked at between", "at once"])
def test_two_tiles_laid_before_anyone_pressed_are_two_turns(
    known: CarcassonneBoxModel, between: bool
) -> None:
    table = Watcher(known)
    table.look()
    table.lay(ROAD)
    if between:
        table.look()
    table.lay(MONK)
    moves = told(table.look())
    assert {move.cell for move in moves} == {ROAD.cell, MONK.cell}
    assert [move.player for move in moves] == ["red", "green"]
    if between:
        assert moves == (ROAD, MONK)


def test_a_second_tile_may_lie_beside_the_first_alone(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    farther = tile("green", "V", 1, (2, 0))
    table.lay(ROAD)
    table.look()
    table.lay(farther)
    assert told(table.look()) == (ROAD, farther)


def test_an_illegal_tile_is_read_as_it_lies(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(WRONG)
    assert told(table.look()) == (WRONG,)


def test_a_game_goes_on_turn_by_turn(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "dark")
    table.look()
    for move in (THIEF, MONK, tile("red", "R", 2, (0, -1)), tile("green", "V", 1, (2, 0), "field", "NL")):
        table.lay(move)
        sight = table.look()
        assert told(sight) == (move,)
        assert is_sure(sight)
        table.confirm(move)
        assert told(table.look()) == ()


def test_a_look_changes_nothing_it_was_given_and_always_says_the_same(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    table.lay(THIEF)
    image = table.photo()
    before = table.memory
    assert before is not None
    kept: list[Any] = [image.copy(), *(patch.copy() for patch in before.bare.values())]
    first, second = (table.judge(image) for _ in range(2))
    assert first[0] == second[0]
    assert np.array_equal(first[1].homography, second[1].homography)
    assert first[1].laid == second[1].laid
    now: list[Any] = [image, *before.bare.values()]
    for one, other in some(zip(kept, now, strict=True)):
        assert np.array_equal(one, other)


# --- looking again at the last turn ----------------------------------------------------------------


def revised(sight: Sight[Move]) -> list[tuple[int, TilePlacement]]:
    return [(one.back, named(one.move)) for one in sight.revisions if one.confidence > 0.9]


@pytest.mark.slow
def test_a_figure_that_is_put_on_the_last_tile_late_improves_that_turn(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "stone")
    table.lay_bare(KNIGHT)
    table.look()
    table.confirm(tile("red", "R", 2, (0, -1)))
    assert revised(table.look()) == []
    table.put(KNIGHT)
    table.look()
    assert revised(table.look()) == [(1, KNIGHT)]


@pytest.mark.slow
def test_a_figure_that_was_confirmed_on_something_else_is_seen_where_it_stands(
    known: CarcassonneBoxModel,
) -> None:
    table = Watcher(known, "stone")
    table.lay(FARMER)
    table.look()
    table.confirm(THIEF)
    table.look()
    assert revised(table.look()) == [(1, FARMER)]


def test_a_turn_that_looks_as_it_was_confirmed_is_left_alone(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "stone")
    table.lay(THIEF)
    table.look()
    table.confirm(THIEF)
    assert not any(table.look().revisions for _ in range(4))


def test_a_figure_that_has_gone_from_the_last_tile_changes_no_turn(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "stone")
    table.lay(THIEF)
    table.look()
    table.confirm(THIEF)
    table.take(THIEF)
    assert not any(table.look().revisions for _ in range(3))


# --- turns told by whose figures they brought ------------------------------------------------------


@pytest.mark.slow
def test_two_tiles_are_told_in_the_order_that_their_figures_tell(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "stone")
    table.look()
    table.lay(MONK)
    table.lay(THIEF)
    table.memory = None
    assert told(table.look()) == (THIEF, MONK)


@pytest.mark.slow
def test_a_tile_that_was_seen_first_was_laid_first_whatever_figure_the_next_one_brings(
    known: CarcassonneBoxModel,
) -> None:
    table = Watcher(known, "stone")
    table.look()
    table.lay(ROAD)
    assert told(table.look()) == (ROAD,)
    table.lay(tile("red", "U", 1, (-1, 0), "road", "E"))  # red's figure, though it is green's turn
    for _ in range(2):
        first, second = told(table.look())
        assert (first, second.cell, second.player) == (ROAD, (-1, 0), "green")


def test_a_turn_that_was_taken_back_comes_before_the_tile_after_it(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "stone")
    before = table.state
    table.lay(ROAD)
    table.look()
    table.confirm(ROAD)
    table.look()
    table.lay(WEST)
    table.look()
    table.state = before
    assert told(table.look()) == (ROAD, WEST)


@pytest.mark.slow
def test_several_turns_that_were_taken_back_come_again_as_they_came_before(
    known: CarcassonneBoxModel,
) -> None:
    table = Watcher(known, "stone")
    table.look()
    states = [table.state]
    for move in (ROAD, WEST, FAR):
        table.lay(move)
        table.look()
        table.confirm(move)
        states.append(table.state)
        table.look()
    for state in reversed(states[:-1]):
        table.state = state
        sight = table.look()
    assert told(sight) == (ROAD, WEST, FAR)


def test_a_figure_of_another_player_is_asked_about(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "stone")
    table.look()
    table.lay(tile("green", "U", 1, (1, 0), "road", "E"))
    assert not is_sure(table.look())


def test_a_figure_that_was_recorded_as_another_players_is_a_difference(known: CarcassonneBoxModel) -> None:
    table = Watcher(known, "stone")
    table.lay(tile("green", "U", 1, (1, 0), "road", "E"))
    table.confirm(THIEF)
    table.look()
    assert ("figure_not_recorded", ((1, 0),)) in table.differences()
