"""Which tiles may still come: told of a box that is known, as long as every tile that came was read."""

from random import Random

from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.documents.boards import board_of
from scoring.games.tuscany.engine.moves import TakeAction
from scoring.games.tuscany.land.box import dump_box, sample_box
from tests.some import some

SETUP = Setup("rulebook-002", tuple(map(PlayerSeat, ("Anna", "Benno"), ("red", "blue"))))


def played(seed):
    game, _ = random_game(SETUP, Random(seed), sample_box())
    states = [RULES.start(SETUP)]
    for move in game.moves:
        states.append(RULES.apply(states[-1], move)[0])
    return game.moves, states


def stacks(state):
    return sum(21 - realm.put_out for realm in state.realms.values()) + state.neutral + state.removed


def test_what_is_left_is_as_much_as_the_stacks_hold_and_whatever_comes_was_left_before():
    coming = []
    for seed in (1, 2):
        moves, states = played(seed)
        known = [each for each in zip(moves, states, strict=False) if each[1].box.own_tiles]
        for move, before in some(known):
            left = {each.face: each.count for each in RULES.left(before)}
            assert sum(left.values()) == stacks(before)
            takes = [each for each in getattr(move, "actions", ()) if isinstance(each, TakeAction)]
            coming += [left.get(takes[0].refill[0], 0)] if takes else []
    assert len(coming) > 50
    assert min(coming) > 0


def test_of_a_box_that_nobody_knows_nothing_is_told_nor_while_a_tile_is_unread():
    unread = RULES.load_move({"player": "red", "display": [""] * 8})
    known = RULES.load_move({"player": "red", "display": ["castle", *["quarry", "city"] * 3, "village"]})
    bare = RULES.start(SETUP)
    told = RULES.apply(bare, RULES.load_move({"player": "red", "box": "sample"}))[0]
    assert not RULES.left(RULES.apply(bare, known)[0])
    assert not RULES.left(RULES.apply(told, unread)[0])
    seen = RULES.left(RULES.apply(told, known)[0])
    assert {each.face: each.count for each in seen}["quarry"] == 2 * 3 + 4 - 3


def test_of_a_game_begun_in_the_middle_it_is_told_where_no_tile_has_left_the_game():
    told = set()
    for seed in (1, 2):
        for state in some(played(seed)[1][14::12]):
            begins = {"board": RULES.dump_board(board_of(state)), "turn": RULES.player(state)}
            setup = Setup(SETUP.rules, SETUP.players, {}, begins, dump_box(sample_box()))
            left = RULES.left(RULES.start(setup))
            assert bool(left) == (not state.gone)
            told.add(bool(left))
    assert told == {True, False}


def test_a_tile_that_is_left_has_its_fields_marked():
    _, states = played(1)
    state = next(each for each in states if each.is_set_up and RULES.left(each))
    slots = [slot.cell for each in RULES.left(state) for slot in RULES.places(state, each.face)]
    assert len(slots) > 3
    assert {*slots} <= {*state.realms[state.player].fields}
