"""The demo's game: begun by itself, and gone on with where it was."""

import itertools
from functools import partial, reduce
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from firmware.build import real_parts
from firmware.cameras.recorded.painted import about_demo, write_demo
from firmware.demo.game import (
    MOST_UNDONE,
    DemoPosition,
    Hands,
    PaintedPlayers,
    Scripted,
    answer_questions,
    find_place,
    new_demo,
    rest_of,
)
from firmware.store.store import open_store
from scoring.referee.contracts.refusals import RefusedError
from scoring.referee.contracts.snapshot import DiscrepancyNotice, Snapshot
from scoring.referee.store import Event
from vision.follow.turns import after
from vision.simulator.table.timeline import script


@pytest.fixture(scope="module")
def played():
    return script(3, size_px=(320, 180), turns=4)


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path) as store:
        yield store


def test_the_first_demo_has_not_begun(store):
    assert find_place(store) == DemoPosition(1, None)


def test_a_demo_under_way_goes_on_after_its_turns(store):
    game = store.begin(Event("game_started", {}))
    store.append(game, [Event("turn_confirmed", {})] * 3 + [Event("turn_undone", {})])
    assert find_place(store) == DemoPosition(1, 2)


def test_a_proposed_turn_still_lies_on_the_table_of_the_demo(store):
    game = store.begin(Event("game_started", {}))
    store.append(game, [Event("turn_confirmed", {})] * 3, {"ways": [{}]})
    assert find_place(store) == DemoPosition(1, 4)


def test_coins_that_were_counted_anew_are_no_turn_of_the_demo(store):
    game = store.begin(Event("game_started", {}))
    turns = [
        Event("turn_confirmed", {"move": {"cell": [0, 0]}}),
        Event("turn_confirmed", {"move": {"coins": {}}}),
    ]
    store.append(game, turns * 2)
    assert find_place(store, lambda move: "cell" in move) == DemoPosition(1, 2)
    store.append(game, [Event("turn_undone", {})])
    assert find_place(store, lambda move: "cell" in move) == DemoPosition(1, 2)
    store.append(game, [Event("turn_undone", {})])
    assert find_place(store, lambda move: "cell" in move) == DemoPosition(1, 1)


def test_a_demo_that_was_opened_again_goes_on_with_all_its_turns(store):
    game = store.begin(Event("game_started", {}))
    store.append(
        game, [Event("turn_confirmed", {})] * 3 + [Event("game_ended", {}), Event("turn_undone", {})]
    )
    assert find_place(store) == DemoPosition(1, 3)


def test_after_a_demo_has_ended_another_is_played(store):
    game = store.begin(Event("game_started", {}))
    store.append(game, [Event("game_ended", {})])
    assert find_place(store) == DemoPosition(2, None)


def test_the_table_goes_on_with_its_turns_on_it_and_no_hand(played):
    rest = rest_of(played, DemoPosition(1, 2))
    assert rest.scenes[0].number == played.spans[1].whole_from
    assert rest.scenes[0].hand is None
    assert rest.scenes[-1] == played.scenes[-1]


def test_what_was_told_and_not_laid_is_no_turn_that_the_table_goes_on_after(played):
    first = played.truth["moves"][0]
    rest = rest_of(played, DemoPosition(1, 1), lambda move: move != first)
    assert rest.scenes[0].number == played.spans[1].whole_from


class Shown:
    """A table that has been looked at and shows a phase."""

    def __init__(self) -> None:
        self.phase = "proposal"
        self.hands_free = True
        self.looks = {"tile:0,0": ()}

    def snapshot(self):
        return Snapshot(1, self.phase, "", hands_free=self.hands_free)

    def quads_px(self):
        return self.looks


@pytest.fixture
def shown():
    return Shown()


@pytest.fixture
def hands(shown):
    now_s = itertools.count()
    hands = Hands(lambda: float(next(now_s)))
    hands.sit_down(shown)
    return hands


@pytest.mark.parametrize("phase", ["hand", "reading", "paused", "asking", "doubt"])
def test_painted_hands_wait_until_the_table_is_ready(hands, shown, phase):
    assert hands.may_come(begins_turn=False)
    shown.phase = phase
    assert not hands.may_come(begins_turn=False)
    shown.phase = "proposal"
    assert hands.may_come(begins_turn=False)


def test_painted_hands_wait_for_the_first_look(hands, shown):
    shown.looks = {}
    assert not hands.may_come(begins_turn=False)


def test_painted_hands_wait_out_a_pause_but_not_a_doubt_that_nobody_can_answer(hands, shown):
    shown.phase = "doubt"
    assert any(hands.may_come(begins_turn=False) for _ in range(60))
    shown.phase = "paused"
    assert not any(hands.may_come(begins_turn=False) for _ in range(100))


def test_painted_players_think_before_a_turn(hands, shown):
    assert not hands.may_come(begins_turn=True)
    assert any(hands.may_come(begins_turn=True) for _ in range(9))


def test_painted_players_wait_for_a_press_where_each_turn_is_asked_about(hands, shown):
    shown.hands_free = False
    assert not any(hands.may_come(begins_turn=True) for _ in range(100))
    assert hands.may_come(begins_turn=False)
    shown.phase = "waiting"
    assert any(hands.may_come(begins_turn=True) for _ in range(9))


@pytest.mark.parametrize("turns", [None, 0])
def test_a_demo_without_turns_begins_at_the_beginning(played, turns):
    assert rest_of(played, DemoPosition(1, turns)) == played


def test_the_demo_is_played_hands_free_by_those_who_are_painted(played):
    new = new_demo(about_demo(played))
    assert new.hands_free
    assert [colour for _, colour in new.seats] == [seat.colour for seat in played.setup.players]


class Asking:
    """A table that asks something until it is answered."""

    def __init__(self, phase, may, turns=()):
        self.pressed, self._turns = [], turns
        self.shown = Snapshot(1, phase, "Is that the turn?", proposal="Ann lays a bend.", may=may)

    def snapshot(self):
        return self.shown

    def press(self, button, version):
        self.pressed.append(button)
        self.shown = replace(self.shown, phase="waiting", may=(), version=version + 1)

    def declare(self, move, version):
        if not move:
            raise RefusedError("That is no move.")
        self.press(move, version)

    def turns(self):
        return self._turns


def answered(desk, patience_s, looks, **known):
    """Let the painted players look so often, without waiting."""
    seen = iter([False] * looks + [True])
    is_over = SimpleNamespace(wait=lambda _: next(seen))
    answer_questions(desk, PaintedPlayers(**known), patience_s, is_over)
    return desk.pressed


def test_a_question_of_the_demo_is_answered_once_no_visitor_has():
    assert answered(Asking("asking", ("confirm", "next")), 3.0, 8) == ["confirm"]
    assert answered(Asking("illegal", ("keep", "next")), 3.0, 8) == ["keep"]


def test_a_visitor_has_time_to_answer_a_question_of_the_demo():
    assert answered(Asking("asking", ("confirm",)), 3.0, 3) == []


def test_what_the_demo_does_not_ask_nobody_answers():
    assert answered(Asking("proposal", ("confirm",)), 3.0, 20) == []


def test_the_painted_players_say_which_turn_they_have_played():
    desk = Asking("illegal", ("keep", "declare"), turns=("the first",))
    assert answered(desk, 3.0, 8, due=lambda done: {"after": done}) == [{"after": ("the first",)}]


def test_a_question_is_answered_as_it_stands_where_their_turn_is_refused():
    assert answered(Asking("asking", ("confirm", "declare")), 3.0, 8, due=lambda _: {}) == ["confirm"]


def test_the_painted_players_say_at_once_what_nobody_can_see():
    desk = Asking("waiting", ("declare",))
    assert answered(desk, 3.0, 2, told=lambda done: {"after": done}) == [{"after": ()}]
    assert answered(Asking("asking", ("confirm", "declare")), 3.0, 8, told=lambda _: {}) == ["confirm"]
    assert answered(Asking("hand", ("declare",)), 3.0, 8, told=lambda _: {"after": ()}) == []


def test_the_painted_players_set_the_game_right_where_the_table_is():
    wrong, right = (DiscrepancyNotice(f"Ben has {count} workers.", {"count": count}) for count in (2, 3))

    def agrees(done, told):
        return told["count"] == 3

    desk = Asking("waiting", ("declare",))
    desk.shown = replace(desk.shown, remarks=(wrong, right))
    assert answered(desk, 3.0, 3, agrees=agrees) == []  # a visitor may be faster
    assert answered(desk, 3.0, 5, agrees=agrees) == [{"count": 3}]
    desk = Asking("waiting", ("declare",))
    desk.shown = replace(desk.shown, remarks=(wrong,))
    assert answered(desk, 3.0, 20, agrees=agrees) == []


def past(*moves):
    """The turns so far, as the table lists them: the last one first."""
    return [SimpleNamespace(move=move, by="") for move in reversed(moves)]


@pytest.mark.parametrize("game", ["carcassonne", "cornwall"])
def test_the_painted_players_know_which_turn_comes_next(game):
    told = script(3, size_px=(320, 180), turns=4, game=game)
    rules, yardstick = real_parts().rules(game), real_parts().yardstick(game)
    moves = [rules.dump_move(rules.load_move(move)) for move in told.truth["moves"]]
    due = Scripted(told, rules, yardstick).due
    assert [due(past(*moves[:number])) for number in range(1, len(moves))] == moves[1:]
    assert due(()) is None
    assert due(past(*moves)) is None
    assert due(past(moves[1])) is None  # another turn than theirs


def test_the_painted_players_tell_what_leaves_no_trace_last_and_miss_it_nowhere():
    told = script(1, size_px=(320, 180), turns=12, game="tuscany", is_skilled=True)
    rules, yardstick = real_parts().rules("tuscany"), real_parts().yardstick("tuscany")
    moves = [rules.dump_move(rules.load_move(move)) for move in told.truth["moves"]]
    drawn = [move for move in moves if move.get("actions") == [{"draw": True}]]
    assert drawn
    painted = Scripted(told, rules, yardstick)
    assert painted.told(()) == moves[0]
    assert painted.told(past(moves[0])) is None
    last = moves.index(drawn[-1]) + 1
    seen = [move for move in moves[: last + 1] if move not in drawn]
    assert painted.due(past(*seen)) == moves[last + 1]
    stands = painted.lying(DemoPosition(1, len(seen) - 1), seen)
    assert stands == DemoPosition(1, last)
    assert painted.lying(DemoPosition(1, len(seen) - 1), seen[:-1]) == stands
    assert painted.lying(DemoPosition(1, None), ()) == DemoPosition(1, None)
    otherwise = [*seen[:-2], {**seen[-2], "actions": [{"take": "city", "store": 0}]}, seen[-1]]
    assert painted.due(past(*otherwise)) is None
    assert painted.lying(DemoPosition(1, len(seen) - 1), otherwise) == stands
    ended = told._replace(truth={**told.truth, "moves": moves[:last]})
    assert Scripted(ended, rules, yardstick).told(past(*seen[:-1])) in drawn


def test_the_painted_players_tell_all_their_cards_once_and_know_what_lies_before_them():
    told = write_demo("tuscany", 1)
    rules, yardstick = real_parts().rules("tuscany"), real_parts().yardstick("tuscany")
    moves = [rules.dump_move(rules.load_move(move)) for move in told.truth["moves"]]
    painted = Scripted(told, rules, yardstick)
    done = [move for move in moves if "count" not in move]
    counts = moves[len(done) :]
    assert len(counts) == len(told.setup.players)
    for number in range(len(counts)):
        assert painted.told(past(*moves[: len(done) + number])) == counts[number]
    assert painted.told(past(*moves)) is None
    state = reduce(partial(after, rules), map(rules.load_move, done), rules.start(told.setup))
    player, realm = next(iter(state.realms.items()))
    told_so, told_else = (
        {"player": player, "count": {player: {"workers": realm.workers + by}}} for by in (0, 2)
    )
    misread = [*done[:-1], {**done[-1], "actions": [{"take": "city", "store": 0}]}]
    assert misread != done
    for confirmed in (done, misread):
        assert painted.agrees(past(*confirmed), told_so)
        assert not painted.agrees(past(*confirmed), told_else)


def test_coins_that_a_visitor_counts_do_not_confuse_the_painted_players():
    told = script(3, size_px=(320, 180), turns=4, game="cornwall")
    rules, yardstick = real_parts().rules("cornwall"), real_parts().yardstick("cornwall")
    moves = [rules.dump_move(rules.load_move(move)) for move in told.truth["moves"]]
    counted = {"player": moves[2]["player"], "coins": {moves[2]["player"]: 3}}
    assert Scripted(told, rules, yardstick).due(past(*moves[:2], counted)) == moves[2]


def test_the_painted_players_take_back_what_they_have_not_played_until_their_turn_can_be_told():
    class Derailed(Asking):
        def press(self, button, version):
            self.pressed.append(button)
            self.shown = replace(self.shown, version=version + 1)

    desk = Derailed("asking", ("confirm", "undo", "declare"))
    pressed = answered(desk, 3.0, 60, due=lambda _: None, strays=lambda _: len(desk.pressed) < 3)
    assert pressed[:4] == ["undo", "undo", "undo", "confirm"]
    stuck = Derailed("asking", ("confirm", "undo"))
    pressed = answered(stuck, 3.0, 60, strays=lambda _: True)
    assert pressed[: MOST_UNDONE + 1] == ["undo"] * MOST_UNDONE + ["confirm"]
    visited = Derailed("asking", ("confirm", "undo"))
    assert "undo" not in answered(visited, 3.0, 60)


def test_a_turn_that_was_taken_for_another_strays_from_the_game_and_what_nobody_sees_is_told_each_time():
    told = write_demo("smuggler", 1)
    rules, yardstick = real_parts().rules("smuggler"), real_parts().yardstick("smuggler")
    moves = [rules.dump_move(rules.load_move(move)) for move in told.truth["moves"]]
    painted = Scripted(told, rules, yardstick)
    passes = [at for at, move in enumerate(moves) if move.get("do") == "pass"]
    again = next(at for at in passes if moves[at] in moves[:at])
    assert painted.told(past(*moves[:again])) == moves[again]
    assert not any(painted.strays(past(*moves[:at])) for at in (0, 1, again, len(moves)))
    shown = next(at for at in range(again + 1, len(moves)) if moves[at].get("do") == "ship")
    assert painted.strays(past(*moves[:again], moves[shown]))
    otherwise = past(*moves[:shown], {**moves[shown], "pays": "gold"}, moves[shown + 1])
    assert painted.strays(otherwise)


@pytest.mark.parametrize("game", ["carcassonne", "tuscany"])
def test_what_a_visitor_has_told_stands_and_the_painted_players_go_on_from_there(game):
    told = write_demo(game, 1)
    rules, yardstick = real_parts().rules(game), real_parts().yardstick(game)
    moves = [rules.dump_move(rules.load_move(move)) for move in told.truth["moves"]]
    laid = [at for at, move in enumerate(moves) if yardstick.place(rules.load_move(move)) is not None]
    at, _, after, ahead = laid[-4:]
    turns = past(*moves[:at], moves[ahead], *moves[at + 1 : after])
    painted = Scripted(told, rules, yardstick)
    assert painted.strays(turns)
    assert painted.due(turns) is None
    turns[after - 1 - at].by = "the host"
    assert not painted.strays(turns)
    assert painted.due(turns) == moves[after]
    assert painted.strays([*past(moves[ahead]), *turns])
