"""Turns of The Castles of Tuscany that were told and are not confirmed, and the other ways to tell them."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from scoring.games.tuscany import RULES
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    PlaceAction,
    TakeAction,
)
from scoring.games.tuscany.engine.state import faces_of
from scoring.referee.state import BAR
from tests.some import some
from tests.vision.tuscanytop import UNREAD, games, is_seen, plain, set_right, sight_of, yields_of
from vision.games.tuscany.live.memory import PendingTurns, Reaches
from vision.games.tuscany.live.observation import pending_since, proposals_of, reaches_after, retold
from vision.games.tuscany.live.sighting import as_steady, laid_out
from vision.games.tuscany.live.turns import explain


def drawn_after(state, move):
    """Give a turn, then a draw of everybody, and the game after each."""
    moves, states = [move], [RULES.force(state, move)[0]]
    for _ in state.realms:
        moves.append(ActionTurn(states[-1].player, (DrawAction(),)))
        states.append(RULES.force(states[-1], moves[-1])[0])
    return moves, states


def unpaid(move):
    """Leave out how a turn was paid: heaps tell that, and by the game they may have been others."""
    actions = (replace(each, pays=None) if isinstance(each, PlaceAction) else each for each in move.actions)
    return replace(move, actions=tuple(actions))


def kept(state, *ways):
    """Remember turns that are not confirmed, told otherwise in the ways after the first."""
    return SimpleNamespace(
        state=state, pending=tuple(PendingTurns(tuple(way), ((),) * len(way)) for way in ways)
    )


def test_of_draws_of_everybody_no_more_are_confirmed_than_players_have_confirmed():
    for state, _, _ in some([*games(20, 1)]):
        moves, states = drawn_after(state, ActionTurn(state.player, (DrawAction(),)))
        memory = kept(state, moves)
        assert pending_since(state, memory) == (memory.pending, ())
        for count, then in enumerate(states, start=1):
            (left,), confirmed = pending_since(then, memory)
            assert (left.moves, confirmed) == (tuple(moves[count:]), tuple(moves[:count]))
        assert pending_since(replace(states[-1], neutral=0, removed=9), memory) == ((PendingTurns(),), None)


def test_what_was_seen_after_a_turn_is_still_expected_when_players_have_said_how_it_was_paid():
    found = 0
    for state, moves, then in games(20, 1):
        if isinstance(moves[0].actions[0], PlaceAction) and moves[0].actions[0].pays:
            seen, _ = drawn_after(state, unpaid(moves[0]))
            (left,), confirmed = pending_since(then, kept(state, seen))
            assert (left.moves, confirmed) == (tuple(seen[1:]), tuple(seen[:1]))
            found += 1
    assert found


def test_another_way_to_tell_a_look_is_gone_on_with_once_players_have_chosen_it():
    for state, _, _ in some([*games(20, 1)]):
        once, twice = (ActionTurn(state.player, (DrawAction(),) * count) for count in (1, 2))
        (told, _), (other, states) = drawn_after(state, once), drawn_after(state, twice)
        (left,), confirmed = pending_since(states[0], kept(state, told, other))
        assert (left.moves, confirmed) == (tuple(other[1:]), (twice,))


def test_which_of_two_draws_a_marble_paid_stays_open_however_many_have_drawn_since():
    is_open, is_late = [], []
    for state, (turn,), then in games(200, 1):
        is_drawn = all(isinstance(action, DrawAction) for action in turn.actions)
        if is_drawn or len(turn.actions) > 1 or not is_seen([turn]) or not then.realms[state.player].marble:
            continue
        display = tuple(faces_of(then))
        early, states = drawn_after(state, replace(turn, actions=(*turn.actions, DrawAction())))
        late, _ = drawn_after(state, turn)
        late[-1] = replace(late[-1], actions=(DrawAction(),) * 2)
        ways = [PendingTurns(tuple(way), (display,) * len(way)) for way in (late, early)]
        taken = ActionTurn(states[-1].player, (TakeAction(display[0], 0, (display[1],)),))
        sight = sight_of(RULES.force(states[-1], taken)[0], (yields_of(turn) or [UNREAD])[0])
        sight = sight._replace(display=(sight.display[1], *sight.display[1:]))
        found = []
        for marbles in ({}, {state.player: len(early)}):  # it went nobody knows when, or just now
            stories = explain(state, tuple(faces_of(state)), sight, Reaches(turn, len(early), marbles), ways)
            found.append(proposals_of(stories, sight.heaps, is_doubted=False)[0][0])
        is_open.append(found[0].confidence < BAR)
        is_late.append(found[1].moves[0].actions[1:] == ())
    assert sum(is_open) > 0.8 * len(some(is_open))
    assert sum(is_late) > 0.8 * len(is_late)


@pytest.mark.parametrize("kind", ["legal", "house"])
def test_a_turn_that_waits_stays_told_once_an_earlier_one_is_set_right(kind):
    is_told = []
    for now, before, move, then in some([*set_right(range(12), kind)]):
        sight = sight_of(then, (yields_of(move) or [UNREAD])[0])
        reaches = Reaches(move)
        memory = SimpleNamespace(
            state=before, pending=(PendingTurns((move,), (tuple(faces_of(then)),)),), displays={}
        )
        pending, steady = retold(now, memory, sight)
        assert pending_since(now, memory) == (memory.pending, ())
        known = as_steady(sight, steady)
        stories = explain(now, laid_out(now, known), known, reaches, pending)
        is_told.append([plain(unpaid(each)) for each in stories[0].moves] == [plain(unpaid(move))])
    assert sum(is_told) > 0.85 * len(some(is_told))


def test_a_hand_at_a_heap_that_lacks_a_thing_has_drawn_only_if_others_drew_before():
    taken = ActionTurn("red", (TakeAction("city", 0, ("farm",)),))
    begun = Reaches(taken)
    assert reaches_after(begun, (), is_idle=True, is_at_heap=True).since == 0
    drawn = reaches_after(begun, (), is_idle=True)
    assert drawn.since == 1
    assert reaches_after(drawn, (), is_idle=True, is_at_heap=True).since == 2
    assert reaches_after(drawn, (), is_idle=False, is_at_heap=True).since == 1
