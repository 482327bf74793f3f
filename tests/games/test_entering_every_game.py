"""Turns entered tile first, in every game there is: what is offered step by step is what the rules allow."""

from random import Random

import pytest

from scoring.errors import UnreadableError
from scoring.referee.contracts.turns import EntryRequest
from scoring.referee.entry import entry_of
from scoring.referee.state import TableState
from tests.games.by_hand import choose_tile, reachable
from tests.games.test_rules_of_every_game import refusal_of, through_json
from tests.some import perhaps, some
from webui.app import create_app
from webui.context import Context
from webui.live.entry import entry_document


def steps_at(played, state):
    """Give what tells the next steps of a turn entered at a moment."""
    turn = TableState(played.setup, state)
    return lambda held, move=None: through_json(
        entry_document(entry_of(turn, played.rules, EntryRequest(hand=tuple(held), move=move)))
    )


@pytest.fixture(autouse=True)
def english():
    """Sentences are said outside a request as they were written."""
    with create_app(Context(None, None)).test_request_context():
        yield


def test_every_legal_move_of_a_tile_can_be_entered_and_no_other(played):
    rng, seen = Random(3), 0
    for state in some(played.some[1:-1]):
        look, rules = steps_at(played, state), played.rules
        shown, held = choose_tile(look, rng)
        for place in perhaps(shown["places"][:2]):
            for way in some(place["moves"]):
                entered = [rules.load_move(each) for each in reachable(look, held, way)]
                face = rules.face_of(rules.load_move(way))
                spot = played.yardstick.place(rules.load_move(way))
                legal = [
                    each
                    for each in rules.legal(state, face)
                    if played.yardstick.place(each) == spot and same_lie(played, each, rules.load_move(way))
                ]
                if "garden" in way:
                    continue
                assert len(legal) > 0
                for each in legal:
                    assert any(played.yardstick.is_same(each, other) for other in entered)
                for each in entered:
                    if not refusal_of(rules.check, state, each):
                        assert any(played.yardstick.is_same(each, other) for other in legal)
                seen += len(legal)
    assert seen > 1


def same_lie(played, one, other):
    """Tell whether two moves lay their tile alike, whatever is put on it."""
    bare = ("meeple", "recall_abbot", "figures", "pub")
    written = map(played.rules.dump_move, (one, other))
    plain = ({key: part for key, part in move.items() if key not in bare} for move in written)
    return played.yardstick.is_same(*map(played.rules.load_move, plain))


def test_places_are_apart_and_hold_what_is_laid_there(played):
    for state in some(played.some[1:-1]):
        look = steps_at(played, state)
        shown, held = choose_tile(look, Random(1))
        spots = [place["spot"] for place in shown["places"]]
        assert len(set(spots)) == len(spots)
        outlines = {tuple(map(tuple, place["outline_mm"])) for place in shown["places"]}
        assert len(outlines) == len(spots)
        for place in some(shown["places"]):
            assert place["says"]
            assert len(place["outline_mm"]) > 2
            for move in some(place["moves"]):
                assert refusal_of(played.rules.check, state, played.rules.load_move(move)) is None
        wide = played.rules.in_hand(state, held, anywhere=True)
        assert set(spots) <= {landing.spot for landing in wide.landings}


def test_what_is_laid_can_be_drawn_large_and_on_the_table(played):
    for move, before, _ in some(played.steps):
        laid = played.rules.preview(before, move)
        assert through_json(laid.move) == through_json(played.rules.dump_move(move))
        for picture in (laid.closeup, *([laid.picture] if laid.picture else [])):
            assert picture.placed
            assert {placed.symbol for placed in picture.placed} <= picture.symbols.keys()
        spots = [placed.spot for placed in laid.closeup.placed if placed.spot]
        assert sorted(spots) == sorted(each.spot for each in laid.additions if each.spot)


def test_a_tile_that_cannot_be_in_hand_is_refused_in_a_sentence(played):
    for held in (["no such tile"], ["", ""], ["x"] * 9):
        with pytest.raises(UnreadableError, match=r"\.$"):
            played.rules.in_hand(played.states[played.early], held)
