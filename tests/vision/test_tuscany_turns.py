"""Turns of The Castles of Tuscany that explain what a look shows, draws that nobody saw among them."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from scoring.games.tuscany import RULES
from scoring.games.tuscany.drawing.components import yield_name
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    ClearedKind,
    DrawAction,
    LaidTile,
    Payment,
    PlaceAction,
    TakeAction,
)
from scoring.games.tuscany.engine.state import faces_of
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import KIND_OF, colour_of
from scoring.referee.state import BAR, broken_rule
from scoring.spots import tile_spot
from tests.some import some
from tests.vision.tuscanytop import UNREAD, games, is_seen, plain, sight_of, yields_of
from vision.games.tuscany.live.memory import PendingTurns, Reaches
from vision.games.tuscany.live.observation import UNREAD as LESS_SURE
from vision.games.tuscany.live.observation import proposals_of, wrongly_seen
from vision.games.tuscany.live.sighting import as_steady, brought, expected, misread
from vision.games.tuscany.live.stories import Story, is_unread, settled, yields_in
from vision.games.tuscany.live.turns import explain
from vision.games.tuscany.live.yields import tops_after
from vision.games.tuscany.report.retelling import is_same


def two_cards(at_once):
    """Give moments at which a turn turns two yield cards that differ; what comes after it is plain to see."""
    for state, moves, then in games(60, at_once, moments=40):
        cards = yields_in(moves[:1])
        if len({*cards}) == len(cards) == 2 and all(
            not yields_of(move) and is_seen([move]) for move in moves[1:]
        ):
            yield state, moves, then, cards


def brings(card):
    return bool(card.hex or card.workers)


def pays_workers(action):
    return isinstance(action, PlaceAction) and action.pays is not None and action.pays.workers > 0


@pytest.mark.parametrize("at_once", [1, 2])
def test_turns_are_told_by_what_has_changed(at_once):
    right, asked = 0, 0
    for state, moves, then in games(120, at_once):
        if not is_seen(moves):
            continue
        card = next((card for move in reversed(moves) for card in yields_of(move)), UNREAD)
        stories = explain(state, tuple(faces_of(state)), sight_of(then, card))
        asked += 1
        right += [*map(plain, stories[0].moves)] == [*map(plain, moves)]
    assert asked > 20
    assert right > (0.93, 0.8)[at_once - 1] * asked


def test_a_draw_is_told_as_soon_as_the_next_player_acts():
    found = 0
    for state, moves, then in games(200, 2):
        drawn = all(action.__class__.__name__ == "DrawAction" for action in moves[0].actions)
        if not drawn or not is_seen(moves) or len(moves[0].actions) > 1 or len(moves[1].actions) > 1:
            continue
        nothing = explain(state, tuple(faces_of(state)), sight_of(state))
        assert nothing[0].moves == ()
        stories = explain(state, tuple(faces_of(state)), sight_of(then, (yields_of(moves[1]) or [UNREAD])[0]))
        assert stories[0].moves[0] == ActionTurn(state.player, moves[0].actions)
        found += 1
    assert found


def test_nothing_is_proposed_where_nothing_is_new():
    for state, _, _ in games(20, 1):
        best = explain(state, tuple(faces_of(state)), sight_of(state))[0]
        assert (best.moves, best.fit) == ((), 0.0)


def test_workers_that_come_as_others_pay_are_missed_once_the_next_player_acts():
    told = []
    for state, moves, then in games(60, 2, moments=40):
        player = state.player
        is_as_it_was = state.realms[player].workers == then.realms[player].workers
        if is_as_it_was and is_seen(moves) and any(map(pays_workers, moves[0].actions)):
            card = (yields_of(moves[1]) or [UNREAD])[-1]
            best = explain(state, tuple(faces_of(state)), sight_of(then, card))[0]
            told.append([*map(plain, best.moves)] == [*map(plain, moves)])
    assert sum(told) > 0.8 * len(some(told))


def test_workers_that_pay_from_a_large_heap_are_missed_too():
    told = []
    for state, moves, then in games(60, 1, moments=40):
        if not (is_seen(moves) and any(map(pays_workers, moves[0].actions))):
            continue
        rich, poorer = (with_more_workers(each, state.player) for each in (state, then))
        card = (yields_of(moves[0]) or [UNREAD])[-1]
        best = explain(rich, tuple(faces_of(rich)), sight_of(poorer, card))[0]
        told.append([*map(plain, best.moves)] == [*map(plain, moves)])
    assert sum(told) > 0.8 * len(some(told))


def with_more_workers(state, player):
    realm = state.realms[player]
    return replace(state, realms={**state.realms, player: replace(realm, workers=realm.workers + 5)})


def test_yield_cards_are_told_in_the_order_in_which_they_came_on_top():
    told = []
    for state, _, then, cards in two_cards(1):
        sight = sight_of(then, cards[-1])._replace(turned=cards)
        told.append(yields_in(explain(state, tuple(faces_of(state)), sight)[0].moves) == cards)
    assert sum(told) > 0.9 * len(some(told))


def test_a_card_that_came_under_another_unread_is_asked_before_what_came_after_it():
    told = []
    for state, moves, then, (_, top) in two_cards(2):
        sight = sight_of(then, top)._replace(turned=(top,))
        best = explain(state, tuple(faces_of(state)), sight)[0]
        told.append(
            yields_in(best.moves) == (UNREAD, top) and [*map(plain, best.moves[1:])] == [plain(moves[1])]
        )
        assert [is_unread(move) for move in settled(best, {})].count(True) == is_unread(settled(best, {})[-1])
    assert sum(told) > 0.7 * len(some(told))
    assert LESS_SURE < BAR


def test_a_card_that_came_under_another_is_told_by_what_it_brought():
    told = []
    for state, moves, then, (hidden, top) in two_cards(1):
        if len(moves[0].actions) > 1 or not brings(hidden) or brings(top):
            continue
        sight = sight_of(then, top)._replace(turned=(top,), cards=(hidden, YieldCard(red=2), top))
        best = explain(state, tuple(faces_of(state)), sight)[0]
        told.append([*map(plain, best.moves)] == [plain(moves[0])])
    assert sum(told) > 0.7 * len(some(told))


def test_a_card_of_a_pile_out_of_view_is_told_by_the_wood_it_brought():
    told, hex = [], YieldCard(hex=1)
    for state, moves, then in games(60, 1, moments=40):
        if yields_in(moves) != (hex,) or len(moves[0].actions) > 1 or not is_seen(moves):
            continue
        sight = sight_of(then)._replace(card={}, cards=(YieldCard(red=2), hex))
        told.append(yields_in(explain(state, tuple(faces_of(state)), sight)[0].moves) == (hex,))
    assert sum(told) > 0.8 * len(some(told))


def test_a_card_that_nobody_has_seen_is_told_by_how_markers_have_moved_once_the_next_player_acts():
    told = []
    for state, moves, then, (hidden, top) in two_cards(2):
        if len(moves[0].actions) > 1 or not (hidden.red or hidden.green):
            continue
        steps = {
            (who, track): getattr(then.realms[who], track)
            for who in then.realms
            for track in ("red", "green")
        }
        kinds = tuple(YieldCard(**{what: 2}) for what in ("red", "green", "cards"))
        sight = sight_of(then, top)._replace(turned=(top,), steps=steps, cards=(*kinds, hidden))
        best = explain(state, tuple(faces_of(state)), sight)[0]
        told.append(yields_in(best.moves) == (hidden, top))
    assert sum(told) > 0.7 * len(some(told))


def test_the_pile_of_yield_cards_is_followed():
    one, two, three = YieldCard(red=2), YieldCard(hex=1), YieldCard(marble=1)
    carriage = PlaceAction(LaidTile("carriage", (0, 0), yields=(UNREAD, two)), 0)
    turn = ActionTurn("red", (carriage,))
    tops = tops_after((UNREAD,), {yield_name(one): -1.0, yield_name(two): -9.0}, ())
    assert tops == (UNREAD, one)
    assert tops_after(tops, {}, ()) == tops_after(tops, {yield_name(one): 0.0}, ()) == tops
    tops = tops_after(tops, {yield_name(two): 0.0}, ())
    assert tops == (UNREAD, one, two)
    read = ActionTurn("red", (replace(carriage, tile=replace(carriage.tile, yields=(one,))),))
    assert tops_after(tops, {}, (read,)) == (one, two)
    assert tops_after(tops, {yield_name(three): 0.0}, (turn,)) == (two, three)
    assert tops_after(tops, {yield_name(three): 0.0}, None) == (three,)


def test_a_place_that_was_misread_when_players_set_it_right_is_known_as_long_as_it_looks_so():
    for state, _, _ in games(20, 1):
        display, sight = tuple(faces_of(state)), sight_of(state)
        glare = {**sight.display[0], display[0]: -9.0, "": 0.0}
        wrong = sight._replace(display=(glare, *sight.display[1:]))
        known = misread(wrong, state, display)
        assert known == {"display:0": (display[0], "")}
        assert explain(state, display, wrong)[0].log_odds < -4
        assert explain(state, display, as_steady(wrong, known))[0].log_odds == 0
        other = next(face for face in KIND_OF.values() if face != display[0])
        covered = wrong._replace(display=({other: 0.0}, *sight.display[1:]))
        assert as_steady(covered, known) == covered


def test_what_a_confirmed_turn_brought_is_there_though_it_looks_otherwise():
    for state, moves, then in games(40, 1):
        places = brought(state, then)
        if not places or not is_seen(moves):
            continue
        display, holds = tuple(faces_of(then)), dict(expected(then))
        unlike = {spot: {holds[spot]: -9.0, "somewhat": 0.0} for spot in places}
        wrong = sight_of(then)._replace(places={**sight_of(then).places, **unlike})
        known = misread(wrong, then, display)
        assert {*known} == places
        assert explain(then, display, as_steady(wrong, known))[0].log_odds == 0


def test_what_players_were_asked_about_and_have_confirmed_past_is_misread_from_then_on():
    for state, moves, then in some([*games(20, 1)]):
        places = [spot for spot, holds in expected(then) if not holds and spot not in brought(state, then)]
        odd = {places[0]: ("", "quarry"), places[1]: ("", "quarry")}
        asked = SimpleNamespace(state=state, doubted={places[0]: ("", "quarry"), places[1]: ("", "city")})
        assert wrongly_seen(odd, asked, then, moves) == {places[0]: ("", "quarry")}
        assert wrongly_seen(odd, asked, state, ()) == {}
        assert wrongly_seen(odd, asked, then, None) == odd


def test_a_field_that_may_be_covered_is_covered_where_its_tile_is_gone():
    told = []
    for state, moves, then in games(120, 1):
        laid = [action for action in moves[0].actions if isinstance(action, PlaceAction)]
        if not is_seen(moves) or len(moves[0].actions) > 1 or not laid:
            continue
        sight, spot = (
            sight_of(then, (yields_of(moves[0]) or [UNREAD])[-1]),
            tile_spot(laid[0].tile.cell, state.player),
        )
        dim = sight._replace(places={**sight.places, spot: {laid[0].tile.face: -0.5, "": 0.0}})
        told.append(
            [*map(plain, explain(state, tuple(faces_of(state)), dim)[0].moves)] == [*map(plain, moves)]
        )
    assert sum(told) > 0.8 * len(some(told))


def test_a_tile_that_is_gone_and_seen_nowhere_was_laid_where_players_will_say():
    found = 0
    for state, moves, then in games(120, 1):
        laid = [action.tile for action in moves[0].actions if isinstance(action, PlaceAction)]
        if not is_seen(moves) or len(moves[0].actions) > 1 or not laid or laid[0].takes or laid[0].token:
            continue
        sight, spot = sight_of(then), tile_spot(laid[0].cell, state.player)
        hidden = sight._replace(places={**sight.places, spot: {"": 0.0}})
        ways = [story.moves[0] for story in explain(state, tuple(faces_of(state)), hidden) if story.moves]
        assert laid[0].cell in {
            action.tile.cell for move in ways for action in move.actions if isinstance(action, PlaceAction)
        }
        assert DrawAction() not in ways[0].actions
        found += 1
    assert found


def test_a_draw_after_somebody_with_a_marble_is_told_once_it_is_known_whose_it_is():
    found = 0
    for state, moves, then in games(200, 1):
        drawn = all(isinstance(action, DrawAction) for action in moves[0].actions)
        if drawn or len(moves[0].actions) > 1 or not is_seen(moves) or not then.realms[state.player].marble:
            continue
        card, lay = (yields_of(moves[0]) or [UNREAD])[0], tuple(faces_of(state))
        told = explain(state, lay, sight_of(then, card))[0].moves
        pending, hand = [PendingTurns(told, (tuple(faces_of(then)),))], Reaches(told[0], 1)
        paid, _ = RULES.force(state, replace(told[0], actions=(*told[0].actions, DrawAction())))
        ways = []
        for sight in (sight_of(then, card), sight_of(paid, card)):
            stories = explain(state, lay, sight, hand, pending)
            ways.append(proposals_of(stories, sight.heaps, is_doubted=False)[0][0].moves)
        had, has = (each.realms[state.player].marble for each in (state, then))
        assert ways[0] == told
        assert ways[1][-1].actions[1:] == (DrawAction(),) * (had == has)
        found += 1
    assert found


def test_what_comes_after_something_unread_or_after_a_marble_that_may_have_been_paid_waits():
    card = ActionTurn("red", (PlaceAction(LaidTile("carriage", (0, 0), yields=(UNREAD,)), 0),))
    taken = ActionTurn("blue", (TakeAction("quarry", 0, ("",)),))
    quarry = ActionTurn("red", (PlaceAction(LaidTile("quarry", (0, 0)), 0),))
    drew, both = ActionTurn("blue", (DrawAction(),)), ActionTurn("red", (DrawAction(), DrawAction()))
    for state, _, _ in some([*games(3, 1)]):
        assert settled(Story(state, (), (card, taken)), {}) == (card,)
        assert settled(Story(state, (), (quarry, drew, both)), {}) == (quarry,)


def test_what_is_removed_as_none_of_it_could_be_laid_is_told_with_what_was_taken_then():
    told = []
    for state, _, _ in games(20, 1):
        display, realm = faces_of(state), state.realms[state.player]
        *_, other = (colour for colour in KIND_OF if colour not in map(colour_of, display))
        picky = replace(realm, fields=dict.fromkeys(realm.fields, other), store=(None,))
        stuck = replace(state, realms={**state.realms, state.player: picky})
        removed, taken = colour_of(display[0]), next(face for face in display if face != display[0])
        came = (KIND_OF[other],) * [*map(colour_of, display)].count(removed)
        turn = ActionTurn(state.player, (TakeAction(taken, 0, ("castle",), (ClearedKind(removed, came),)),))
        if removed == colour_of(taken) or broken_rule(stuck, turn, RULES):
            continue
        best = explain(stuck, tuple(display), sight_of(RULES.force(stuck, turn)[0]))[0]
        told.append(best.moves == (turn,))
    assert sum(told) > 0.8 * len(some(told))


def test_a_tile_replaced_by_its_like_is_told_once_its_place_was_seen_empty():
    for state, _, _ in games(20, 1):
        display, realm = tuple(faces_of(state)), state.realms[state.player]
        full = replace(realm, store=(display[0],) * len(realm.store))
        stored = replace(state, realms={**state.realms, state.player: full})
        turn = ActionTurn(state.player, (TakeAction(display[0], 0, (display[0],)),))
        under_way = ActionTurn(state.player, (TakeAction(display[0], 0, ("",)),))
        like = sight_of(RULES.force(stored, turn)[0])
        assert explain(stored, display, like)[0].moves == ()
        pending = [PendingTurns((under_way,), (("", *display[1:]),))]
        assert explain(stored, display, like, pending=pending)[0].moves == (turn,)


def test_whether_a_tile_that_came_was_misread_or_taken_by_who_has_such_a_one_is_asked():
    for state, _, _ in games(20, 1):
        first, true, other, *rest = faces_of(state)
        stores = {player: (None if player == state.player else other,) * 2 for player in state.realms}
        realms = {player: replace(state.realms[player], store=store) for player, store in stores.items()}
        before, shown = replace(state, realms=realms), sight_of(state).display
        came = [ActionTurn(state.player, (TakeAction(first, 0, (face,)),)) for face in (other, true)]
        pending = [PendingTurns((came[0],), ((other, true, other, *rest),))]
        sight = sight_of(RULES.force(before, came[1])[0])._replace(display=(shown[1], *shown[1:]))
        if len({first, true, other}) > 2:
            stories = explain(before, (first, true, other, *rest), sight, pending=pending)
            told, _ = proposals_of(stories, {}, is_doubted=False)
            assert {*came} <= {each.moves[0] for each in told}
            assert told[0].confidence < BAR


def test_five_of_a_colour_that_were_replaced_are_told_though_a_tile_came_on_the_place_of_its_like():
    lay = (*("carriage",) * 4, "estate", "castle", "city", "monastery")
    came = ("carriage", "castle", "carriage", "village", "city", "estate")
    for state, _, _ in games(20, 1):
        realm = state.realms[state.player]
        free = replace(realm, store=(None,) * len(realm.store))
        display = tuple(replace(tile, face=face) for tile, face in zip(state.display, lay, strict=True))
        before = replace(state, display=display, realms={**state.realms, state.player: free})
        turn = ActionTurn(state.player, (TakeAction("estate", 0, came),))
        assert not broken_rule(before, turn, RULES)
        assert explain(before, lay, sight_of(RULES.force(before, turn)[0]))[0].moves == (turn,)


def test_workers_that_paid_are_asked_only_where_those_of_a_larger_heap_may_hide_others():
    found = {True: [], False: []}
    for state, moves, then in games(120, 1, moments=40):
        if not (is_seen(moves) and len(moves[0].actions) == 1 and pays_workers(moves[0].actions[0])):
            continue
        unpaid = replace(moves[0], actions=(replace(moves[0].actions[0], pays=None),))
        had, count, due = (
            each.realms[state.player].workers for each in (state, then, RULES.force(state, unpaid)[0])
        )
        sight = sight_of(then, (yields_of(moves[0]) or [UNREAD])[-1])._replace(kinds=frozenset({"workers"}))
        told, _ = proposals_of(explain(state, tuple(faces_of(state)), sight), {}, is_doubted=False)
        if [*map(plain, told[0].moves)] == [plain(moves[0])] and count != had:
            found[had < count < due > 2].append(told[0].confidence > BAR)
    assert not any(some(found[True]))
    assert sum(found[False]) > 0.8 * len(some(found[False]))


def test_a_tile_laid_for_a_marble_may_be_taken_back_and_laid_elsewhere():
    found = 0
    for state, moves, then in games(200, 1, moments=10):
        first, *second = moves[0].actions
        if not (is_seen(moves) and second and isinstance(second[0], PlaceAction)) or yields_of(moves[0]):
            continue
        tile = second[0].tile
        realm = state.realms[state.player]
        others = [each for each in realm.fields if each not in realm.covered and each != tile.cell]
        pending = replace(moves[0], actions=(first, replace(second[0], tile=replace(tile, cell=others[0]))))
        shown = tuple(faces_of(then))
        best = explain(state, shown, sight_of(then), pending=[PendingTurns((pending,), (shown,))])[0]
        found += [*map(plain, best.moves)] == [plain(moves[0])]
    assert found


def test_a_turn_is_measured_by_the_workers_that_paid_it_but_not_by_the_cards():
    place, other = (PlaceAction(LaidTile("quarry", (at, 0)), 0) for at in (0, 1))

    def turn(*pays):
        actions = [replace(action, pays=each) for action, each in zip((place, other), pays, strict=True)]
        return ActionTurn("red", tuple(actions))

    worker, cards = Payment({"grey": 1}, 1), Payment({"grey": 2})
    assert is_same(turn(None, cards), turn(cards, None))
    assert is_same(turn(worker, None), turn(cards, Payment(None, 1)))
    assert not is_same(turn(worker, None), turn(None, None))
    assert not is_same(turn(worker, worker), turn(worker, cards))


def test_a_turn_is_measured_by_its_actions_whenever_its_cards_were_drawn():
    draw, take = DrawAction(), TakeAction("quarry", 0, ("city",))
    place = PlaceAction(LaidTile("quarry", (0, 0)), 0)
    assert is_same(ActionTurn("red", (draw, place)), ActionTurn("red", (place, draw)))
    assert not is_same(ActionTurn("red", (draw, place)), ActionTurn("red", (place,)))
    assert not is_same(ActionTurn("red", (draw, draw)), ActionTurn("red", (draw,)))
    assert not is_same(ActionTurn("red", (take, place)), ActionTurn("red", (place, take)))


def test_turns_before_something_puzzling_are_told_all_the_same():
    for state, moves, then in games(60, 2):
        if not is_seen(moves) or any(len(move.actions) > 1 for move in moves):
            continue
        sight = sight_of(then, next((card for move in moves for card in yields_of(move)), UNREAD))
        spot, holds = next(iter(expected(then)))
        strange = sight._replace(places={**sight.places, spot: {holds: -9.0, "somewhat": 0.0}})
        stories = explain(state, tuple(faces_of(state)), strange)
        for is_doubted in (False, True):
            told, is_puzzling = proposals_of(stories, {}, is_doubted=is_doubted)
            assert is_puzzling
            assert told[0].moves == stories[0].moves[: len(stories[0].moves) - (not is_doubted)]
