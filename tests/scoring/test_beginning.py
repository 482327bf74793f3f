"""Games that begin in the middle, where games differ: the river, tiles put back, fields of no known tile."""

from random import Random

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.cornwall.chance import random_game
from scoring.games.cornwall.documents.boards import board_of
from tests.some import some

CARCASSONNE, CORNWALL = load("carcassonne"), load("cornwall")
SEATS = (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"))


def tile(face, turns, *cell):
    return {"cell": list(cell), "face": face, "turns": turns}


CITY = [tile("E", 2, 4, 6), tile("E", 0, 4, 7)]
"""A finished city of two tiles, far from where cells are mostly counted from."""


def begun(tiles, meeples=(), rules="leaflet-004", options=None, **more):
    board = {"tiles": tiles, "meeples": list(meeples)}
    return Setup(rules, SEATS, options or {}, {"board": board, **more})


def lord(colour, cell, side):
    return {"cell": list(cell), "colour": colour, "feature": "city", "sides": [side]}


def test_what_is_finished_and_still_occupied_is_scored_at_once_and_the_figure_is_in_hand():
    setup = begun(CITY, [lord("red", (4, 6), "S")], points={"red": 3})
    state = CARCASSONNE.start(setup)
    assert CARCASSONNE.points(state) == {"red": 3 + 4, "blue": 0}
    assert [line.points for line in CARCASSONNE.carried(setup)] == [3, 4]
    assert state.figures == ()
    assert CARCASSONNE.supplies(state)[0].left == 7
    assert not CARCASSONNE.final(state)


def test_what_is_finished_and_empty_is_simply_done():
    state = CARCASSONNE.start(begun(CITY))
    assert not CARCASSONNE.carried(begun(CITY))
    move = next(move for move in CARCASSONNE.legal(state, "U") if move.cell == (4, 8))
    assert [line.feature for line in CARCASSONNE.apply(state, move)[1]] == []


def test_places_are_told_from_a_tile_that_lies_there():
    state = CARCASSONNE.start(begun(CITY))
    move = next(move for move in CARCASSONNE.legal(state, "U") if move.cell == (4, 8))
    assert "of the middle tile" in CARCASSONNE.say(state, move)


def test_once_other_tiles_lie_the_river_is_over():
    river = tile("river_A", 0, 0, 1)
    only_river = CARCASSONNE.start(begun([river], options={"river": True}))
    assert not list(CARCASSONNE.legal(only_river, "U"))
    both = CARCASSONNE.start(begun([river, tile("U", 1, 0, 0)], options={"river": True}))
    assert list(CARCASSONNE.legal(both, "U"))
    assert not any("river" in each.face for each in CARCASSONNE.left(both))


def test_tiles_that_were_put_back_are_left_no_more():
    state = CARCASSONNE.start(begun(CITY, discarded=["C"]))
    assert not any(each.face == "C" for each in some(CARCASSONNE.left(state)))


def test_a_figure_on_what_its_tile_does_not_have_is_named():
    with pytest.raises(UnreadableError, match="The red figure stands on the road") as refused:
        CARCASSONNE.start(begun(CITY, [{"cell": [4, 6], "colour": "red", "feature": "road"}]))
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("knows_start", [True, False])
def test_fields_of_no_known_tile_are_shared_out_so_that_as_many_tiles_lie(seed, knows_start):
    setup = Setup("rulebook-000", SEATS)
    _, state = random_game(setup, Random(seed), 12)
    board = board_of(state)
    fields = tuple(
        field if knows_start and field.tile == 0 else replace(field, tile=-1) for field in board.fields
    )
    document = CORNWALL.dump_board(replace(board, fields=fields))
    again = CORNWALL.start(replace(setup, begins={"board": document}))
    assert again.laid == state.laid
    sizes = sorted(list(again.tile_of.values()).count(number) for number in set(again.tile_of.values()))
    assert sizes == [3] * state.laid + [5]
