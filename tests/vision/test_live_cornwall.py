"""The live reader at a synthetic table of Cornwall: the start tile, turns, and everything that goes wrong."""

from collections import Counter
from copy import copy
from functools import cache

import cv2
import numpy as np
import pytest
from hextop import KNOWN, PLAYERS, READER, RULES, HexTop, alike, cells_of, played, turn_with_figures

from scoring.games.cornwall.engine.moves import Opening, TriplePlacement
from vision.errors import NoTableError
from vision.games.cornwall.live.beside.pub import (
    ALL_GONE,
    ALL_THERE,
    SOME_GONE,
    believed,
    guests_of,
    lodged,
    settled,
)
from vision.games.cornwall.live.memory import OffBoardCount, OffBoardFigure
from vision.games.cornwall.locate.view import hex_px
from vision.simulator.table.things import Lift, Push, SimTable, Take

TURNS = 6


# --- the start tile --------------------------------------------------------------------------------


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("level", [0, 1, 2])
def test_the_start_tile_is_read_with_each_terrain_once(level: int) -> None:
    table = HexTop(3, level)
    [move] = table.look().best.moves
    assert isinstance(move, Opening)
    assert (0, 0) in dict(move.fields)
    assert alike(move, table.game.moves[0])


def test_the_first_tile_is_read_while_nobody_has_confirmed_the_start_tile() -> None:
    table = HexTop(3)
    opening = table.look().best.moves[0]
    table.whole(1)
    first, second = table.look().best.moves
    assert first == opening
    assert isinstance(second, TriplePlacement)
    assert second.face == table.placement(1).face


def test_a_table_without_a_start_tile_is_said_to_be_none() -> None:
    table = HexTop(3)
    table.table = SimTable()
    with pytest.raises(NoTableError):
        table.look()


@pytest.mark.slow
def test_a_start_tile_entered_by_hand_is_found_however_it_lies() -> None:
    table = HexTop(4, 1)
    table.confirm(table.game.moves[0])
    sight = table.look()
    assert sight.best.moves == ()
    assert sight.missing == ()


@pytest.mark.slow
def test_a_tile_that_lay_there_before_the_game_was_found_is_seen() -> None:
    table = HexTop(4, 1)
    table.confirm(table.game.moves[0])
    table.tile(1)
    assert cells_of(table.look().best.moves) == [set(table.placement(1).cells)]


# --- turns -----------------------------------------------------------------------------------------


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("level", [0, 1, 2])
def test_turns_are_read_as_they_are_played(level: int) -> None:
    """With a box that nobody has learned: where tiles lie, their terrains, and where figures stand."""
    table = HexTop(5, level)
    table.open()
    for number in range(1, TURNS + 1):
        table.tile(number)
        table.look()
        table.whole(number)
        sight = table.look()
        true = table.placement(number)
        assert cells_of(sight.best.moves[:1]) == [set(true.cells)]
        read = sight.best.moves[0]
        assert isinstance(read, TriplePlacement)
        assert {cell: field.terrain for cell, field in read.fields.items()} == {
            cell: field.terrain for cell, field in true.fields.items()
        }
        assert {stand.cell for stand in read.figures} == {stand.cell for stand in true.figures}
        table.confirm(true)
        table.over(number)
        assert table.look().best.moves == ()


def test_what_is_proposed_first_is_the_likeliest_and_shares_are_probabilities() -> None:
    table = HexTop(5, 1)
    table.open()
    table.whole(1)
    shares = [one.confidence for one in table.look().proposals]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1 + 1e-6


def test_two_tiles_laid_before_anybody_presses_are_two_turns() -> None:
    table = HexTop(6)
    table.open()
    table.whole(1)
    table.look()
    table.whole(2)
    moves = table.look().best.moves
    assert cells_of(moves) == [set(table.placement(number).cells) for number in (1, 2)]
    assert [move.player for move in moves] == [table.placement(number).player for number in (1, 2)]


@pytest.mark.slow
def test_turns_that_are_undone_one_after_the_other_are_read_in_the_order_they_were_played() -> None:
    table = HexTop(6)
    table.open()
    states = [table.state]
    for number in range(1, 5):
        table.play(number)
        states.append(table.state)
    table.whole(5)
    table.look()
    for back in range(1, 5):
        table.state = states[4 - back]
        played_so = [set(table.placement(number).cells) for number in range(5 - back, 6)]
        assert cells_of(table.look().best.moves) == played_so
        assert cells_of(table.look().best.moves) == played_so


def test_a_game_all_of_whose_turns_are_taken_back_is_read_as_it_was_played() -> None:
    table = HexTop(6)
    states = [table.state]
    table.open()
    states.append(table.state)
    table.play(1)
    assert cells_of(table.look_back(states[1])) == [set(table.placement(1).cells)]
    for _ in range(2):
        opening, first = table.look_back(states[0])
        assert opening == table.game.moves[0]
        assert isinstance(first, TriplePlacement)
        assert set(first.cells) == set(table.placement(1).cells)


@pytest.mark.slow
def test_a_tile_taken_back_and_laid_elsewhere_is_one_turn() -> None:
    table = HexTop(6)
    table.open()
    table.tile(1)
    table.look()
    before = table.table
    spot = before.cards[-1].spot
    table.do(Lift(spot))
    assert table.look().best.moves == ()
    table.tile(1)
    assert len(table.look().best.moves) == 1


@pytest.mark.slow
def test_how_much_room_a_tile_takes_is_told_so_that_a_hand_is_known_to_be_larger() -> None:
    table = HexTop(5)
    table.open()
    table.whole(1)
    sight = table.look()
    [cells] = [table.placement(1).cells]
    quad = sight.quads_px["tile:{},{}".format(*table.placement(1).cell)]
    assert table.memory is not None
    fields = [hex_px(table.memory.lattice, cell) for cell in cells]
    room, square = (
        sum(cv2.contourArea(np.array(one, np.float32)) for one in some) for some in (fields, [quad])
    )
    assert sight.fills * square == pytest.approx(room, rel=0.1)


# --- what slides, goes and stays --------------------------------------------------------------------


def test_a_tile_that_slides_is_followed() -> None:
    table = HexTop(5, 1)
    table.open()
    table.play(1, 2)
    spot = next(card.spot for card in table.table.cards if card.face == table.placement(1).face)
    table.do(Push(spot, (5.0, -4.0), 2.0))
    sight = table.look()
    assert len(sight.nudged) == 1
    assert sight.missing == ()
    assert sight.best.moves == ()


@pytest.mark.slow
@pytest.mark.parametrize("way_deg", range(0, 360, 60))
def test_a_tile_that_slides_far_is_followed_whichever_way(way_deg: int) -> None:
    table = copy(two_turns_played())
    spot = next(card.spot for card in table.table.cards if card.face == table.placement(1).face)
    way = np.deg2rad(way_deg)
    table.do(Push(spot, (8.0 * float(np.cos(way)), 8.0 * float(np.sin(way))), 2.5))
    sight = table.look()
    assert sight.missing == ()
    assert sight.best.moves == ()


@cache
def two_turns_played() -> HexTop:
    table = HexTop(5, 1)
    table.open()
    table.play(1, 2)
    return table


@pytest.mark.slow
def test_a_board_that_is_pushed_as_a_whole_is_followed() -> None:
    table = HexTop(5, 1)
    table.open()
    table.play(1, 2)
    table.do(Push("", (7.0, -6.0), 0.8))
    sight = table.look()
    assert sight.missing == ()
    assert sight.best.moves == ()
    table.do(Push("", (0.0, 0.0), 0.0))
    assert table.look().best.moves == ()


def test_a_tile_that_is_gone_is_missed_and_comes_back() -> None:
    table = HexTop(5)
    table.open()
    table.play(1)
    whole = table.table
    spot = next(card.spot for card in whole.cards if card.face == table.placement(1).face)
    table.do(Lift(spot))
    q, r = table.placement(1).cell
    assert table.look().missing == (f"tile:{q},{r}",)
    table.table = whole
    sight = table.look()
    assert sight.missing == ()
    assert sight.best.moves == ()


@pytest.mark.slow
def test_a_dismissed_turn_is_not_read_again_until_players_want_it() -> None:
    table = HexTop(6)
    table.open()
    table.tile(1)
    [move] = table.look().best.moves
    assert table.memory is not None
    table.memory = READER.dismiss(table.memory, move)
    assert table.look().best.moves == ()
    assert table.look().best.moves == ()
    table.memory = READER.reconsider(table.memory, move)
    assert cells_of(table.look().best.moves) == [set(table.placement(1).cells)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [6, 8])
def test_a_tile_that_was_dismissed_and_picked_up_is_read_when_it_is_laid_there_again(seed: int) -> None:
    table = HexTop(seed)
    table.open()
    table.tile(1)
    laid = table.table
    [move] = table.look().best.moves
    assert table.memory is not None
    table.memory = READER.dismiss(table.memory, move)
    assert table.look().best.moves == ()
    table.do(Lift(laid.cards[-1].spot))
    assert table.look().best.moves == ()
    assert table.look().best.moves == ()
    table.table = laid
    assert cells_of(table.look().best.moves) == [set(table.placement(1).cells)]


# --- figures ---------------------------------------------------------------------------------------


def test_a_figure_that_was_not_confirmed_is_told_afterwards() -> None:
    seed = 8
    number = turn_with_figures(seed, 0, TURNS)
    table = HexTop(seed)
    table.open()
    table.play(*range(1, number))
    true = table.placement(number)
    table.tile(number)
    [bare] = table.look().best.moves
    assert isinstance(bare, TriplePlacement)
    assert bare.figures == ()
    table.confirm(bare)
    table.whole(number)
    revisions = [table.look().revisions for _ in range(3)]
    told = [one.move for some in revisions for one in some]
    assert told
    assert {stand.cell for stand in told[-1].figures} == {stand.cell for stand in true.figures}


@pytest.mark.slow
def test_figures_that_have_scored_and_still_stand_are_no_other_turn() -> None:
    seed, number = scoring_turn(own=True)
    table = seen_whole(seed, number)
    table.confirm(table.game.moves[number])
    assert [table.look().revisions for _ in range(4)] == [()] * 4


def test_a_figure_given_back_that_still_stands_is_named() -> None:
    seed, number = scoring_turn()
    table = seen_whole(seed, number)
    back = RULES.returned_pieces(table.state, table.game.moves[number])
    table.confirm(table.game.moves[number])
    left = table.look().leftover
    assert {(one.player, one.cell) for one in left} == {(one.player, one.cell) for one in back}
    table.over(number)
    assert table.look().leftover == ()


@pytest.mark.slow
def test_figures_brought_to_the_pub_are_no_turn() -> None:
    seed, number = scoring_turn()
    table = HexTop(seed, 0, MOST_TURNS)
    table.open()
    table.play(*range(1, number + 1))
    assert table.memory is not None
    assert len(table.memory.lodgers) == len(table.state.pub)
    assert table.look().best.moves == ()


def test_a_thing_beside_the_land_that_is_hardly_seen_is_a_guest_where_the_game_says_so() -> None:
    red, blue = OffBoardFigure("red", (10.0, 10.0), 0.2), OffBoardFigure("blue", (90.0, 10.0), 0.9)
    assert believed([red, blue], set()) == (blue,)
    assert believed([red, blue], {"red"}) == (red, blue)


@pytest.mark.slow(but=1)
def test_a_coin_taken_for_a_guest_hides_nobody_who_is_bought_back() -> None:
    guest, coin = OffBoardFigure("yellow", (10.0, 10.0), 0.8), OffBoardFigure("yellow", (90.0, 10.0), 0.4)
    pub = Counter(yellow=1)
    assert settled([coin, guest], pub) == (guest,)
    assert settled([coin], pub) == (coin,)  # then it may be the guest, hardly seen


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(
    ("counts", "bought"),
    [
        ((2, 2, 2), ALL_THERE),
        ((2, 0, 0), ALL_GONE),
        ((2, 0, 1), ALL_GONE),  # one has scored after the others were bought back
        ((1, 2, 2), ALL_THERE),  # one has scored
        ((1, 2, 0), ALL_GONE),
        ((2, 1, 1), SOME_GONE),
    ],
)
def test_whoever_has_left_the_pub_in_the_course_of_a_turn_was_bought_back(counts, bought) -> None:
    course, before = {}, []
    for look, number in enumerate(counts):
        now = [OffBoardFigure("red", (10.0 * one, 10.0)) for one in range(number)]
        course = lodged(course, before, now, is_next=not look)
        before = now
    pub = Counter(red=max(counts[:2]))
    assert guests_of(course, pub)["red"] == bought


def test_a_thing_too_many_beside_the_land_that_goes_is_no_purchase() -> None:
    assert guests_of({"red": OffBoardCount(2, 1)}, Counter(red=1))["red"] == ALL_THERE


MOST_TURNS = 8


def seen_whole(seed: int, number: int) -> HexTop:
    """A game up to a turn that has been seen to come and is not confirmed."""
    table = HexTop(seed, 0, MOST_TURNS)
    table.open()
    table.play(*range(1, number))
    table.tile(number)
    table.look()
    table.whole(number)
    table.look()
    return table


@cache
def scoring_turn(*, own: bool = False) -> tuple[int, int]:
    """A seed, and the number of its first turn after which figures leave the board: its own if so asked."""
    for seed in range(22 if own else 10, 90):  # in no game before 22 does a figure leave in its own turn
        game = played(seed, 0, MOST_TURNS)
        state = RULES.start(PLAYERS)
        for number, move in enumerate(game.moves):
            span = game.told.spans[number]
            back = {piece.cell for piece in RULES.returned_pieces(state, move)}
            put = {stand.cell for stand in getattr(move, "figures", ())}
            is_whole_later = span.whole_from > span.shown_from
            if number and back and is_whole_later and (not own or (put and put <= back)):
                return seed, number
            state, _ = RULES.apply(state, move)
    raise AssertionError("In no game anything scores early.")


# --- the end ---------------------------------------------------------------------------------------


def test_a_board_that_lies_as_recorded_shows_no_difference() -> None:
    table = HexTop(5)
    table.open()
    table.play(1, 2, 3)
    assert READER.compare(table.photograph(), KNOWN, table.state, table.memory) == ()


def test_a_figure_taken_off_unseen_is_a_difference() -> None:
    seed = 8
    number = turn_with_figures(seed, 0, TURNS)
    table = HexTop(seed)
    table.open()
    table.play(*range(1, number + 1))
    figure = next(one for one in table.table.figures if one.kind in {"small", "tall", "big"})
    table.do(Take(figure.name))
    faults = READER.compare(table.photograph(), KNOWN, table.state, table.memory)
    assert [fault.kind for fault in faults] == ["figure_is_gone"]


def test_a_game_teaches_how_its_box_looks() -> None:
    table = HexTop(5)
    table.open()
    assert READER.learned(None, None) is None
    table.play(1, 2, 3)
    prints = READER.learned(None, table.memory)
    assert prints is not None
    assert sum(READER.describe(prints).values()) >= 3
    assert READER.get_ready(prints, ("red", "blue")).lessons is not None


def test_an_outline_is_given_for_every_tile_and_for_what_is_proposed() -> None:
    table = HexTop(5)
    table.open()
    table.play(1)
    table.tile(2)
    quads = table.look().quads_px
    assert len(quads) == 3
    q, r = table.placement(2).cell
    assert np.array(quads[f"tile:{q},{r}"]).shape == (4, 2)
