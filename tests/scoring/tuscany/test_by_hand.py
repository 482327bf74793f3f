"""A game of The Castles of Tuscany played by what is offered alone: tiles and fields tapped, and buttons."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.editor.actions import actions
from scoring.games.tuscany.editor.sentences import say_draw
from scoring.games.tuscany.engine.laying import open_fields
from scoring.games.tuscany.engine.moves import OpenTiles
from scoring.games.tuscany.engine.play import apply, is_legal
from scoring.games.tuscany.engine.state import OpenQuestion, TuscanyState, faces_of, is_over
from scoring.games.tuscany.land.box import sample_box
from scoring.games.tuscany.land.tiles import FIELDS, TOKENS
from scoring.games.tuscany.land.words import face_words, some_words
from scoring.hand import PendingTile, with_number
from scoring.spots import place_spot
from tests.scoring.tuscany.tuscany_notation import (
    answered,
    begun,
    covered,
    done,
    given,
    opening,
    pending,
    played,
    read,
    table,
)
from tests.some import perhaps, some

MOST_MOVES = 900
SEATS = tuple(map(PlayerSeat, ("Anna", "Benno", "Clara"), ("red", "blue", "green")))


def offered(state: TuscanyState, kind: str) -> list[dict[str, object]]:
    """Give the moves of the buttons whose names begin so, and the answers to such questions."""
    wanted = [each for each in actions(state) if each.name.startswith(kind)]
    buttons = [{**each.move} for each in wanted if each.move]
    return [*buttons, *({**choice.value} for each in wanted for choice in each.choices)]


def answers(laid: PendingTile) -> Iterator[Any]:
    """Give every move that one more tap makes of one."""
    questions = (*laid.questions, *((laid.closing,) if laid.closing else ()))
    yield from (choice.value for question in questions for choice in question.choices)
    yield from (landing.move for landing in laid.landings)


def test_before_the_first_turn_what_is_missing_is_offered_in_the_rulebooks_order() -> None:
    moves = opening(2)
    names = []
    for number in range(len(moves)):
        state = played(table(), moves[:number])
        names.append([each.name for each in actions(state)])
        for move in perhaps(offered(state, "")):
            apply(state, NOTATION.load_move(move))
    assert names[0] == ["display", "region", "box"]
    assert names[1:3] == [["display", "region"]] * 2
    assert names[3:] == [["display", "castle"], ["castle"], ["castle"], ["token"], ["token"]]
    said = [move["token"] for move in offered(played(table(), moves[:-1]), "token")]
    assert said == ["card", "storage", "marble", "worker", "yield"]


def test_a_lit_field_is_spoken_of_where_one_is_lit_alone() -> None:
    said = {}
    for store in (("", "", ""), ("city", "quarry", "village")):
        hand = RULES.in_hand(given(covered(begun(2), "red", (0, 2)), "red", store=store, hand=9))
        said[bool(hand.landings)] = "lit field" in str(hand.asks)
    assert said == {False: False, True: True}


# --- before the first turn -------------------------------------------------------------------------


def test_a_region_is_joined_of_three_pieces_tapped_from_left_to_right() -> None:
    state = played(table(), opening(2)[:1])
    hand = RULES.in_hand(state)
    assert [len(group) for group in hand.begins] == [4, 4, 4]
    told = hand.begins[0][1].value
    for number in range(2):
        laid = pending(state, told)
        assert not laid.is_whole
        asked = {question.name: question for question in laid.questions}
        assert [choice.label[0] for choice in asked["piece"].choices] == [*"BBBBCCCC"][4 * number :]
        told = asked["piece"].choices[0].value
    laid = pending(state, told)
    assert laid.is_whole
    assert [question.name for question in laid.questions] == ["lie"]
    assert len(laid.questions[0].choices) == 5
    seen = set()
    for each in some(laid.questions[0].choices):
        state_then, _ = apply(state, read(each.value))
        seen.add(frozenset(state_then.realms["red"].fields.items()))
    assert len(seen) == 5
    state, _ = apply(state, read(told))
    taken = {choice.label for group in RULES.in_hand(state).begins for choice in group}
    assert not {"A2", "B1", "C1"} & taken
    assert len(taken) == 9


def test_a_region_whose_pieces_nobody_knows_is_told_colour_by_colour() -> None:
    state = RULES.start(table())
    fields = played(table(), opening(2)[:2]).realms["red"].fields
    assert not RULES.in_hand(state).begins
    told = None
    for colour in FIELDS:
        for cell in some([cell for cell, has in fields.items() if has == colour]):
            hand = RULES.in_hand(state, [colour], begun=told and read(told))
            at = RULES.outlines([cell])[0]
            landing = next(each for each in hand.landings if each.outline_mm == at)
            assert landing.goes_on
            told = {**landing.move}
    assert told is not None
    hand = RULES.in_hand(state, [], begun=read(told))
    assert [choice.left for choice in hand.palette[0]] == [0] * len(FIELDS)
    assert pending(state, told).is_whole
    assert apply(state, read(told))[0].realms["red"].fields == fields


def test_start_castles_are_tapped_on_dark_green_in_turn_order() -> None:
    moves = opening(2)
    state = played(table(), moves[:3])
    for player in ("red", "blue"):
        hand = RULES.in_hand(state)
        assert (hand.board, len(hand.landings)) == (player, 3)
        state, _ = apply(state, read(some(hand.landings)[1].move))
    assert not RULES.in_hand(state).landings


# --- turns -----------------------------------------------------------------------------------------


def move_offered(state: TuscanyState, rng: Random) -> dict[str, object]:
    """Choose by taps alone: a tile that came is named first, and what is asked is answered."""
    if named := offered(state, "came"):
        return rng.choice(named)
    hand = RULES.in_hand(state)
    places = [landing.move for landing in hand.landings]
    takes = [choice.value for group in hand.begins for choice in group]
    told = (
        rng.choice(places) if places and rng.random() < 0.8 else rng.choice([*takes, *offered(state, "draw")])
    )
    for _ in range(3):
        more = [each for each in answers(pending(state, told)) if rng.random() < 0.7]
        told = rng.choice(more) if more else told
    if pending(state, told).goes_on and rng.random() < 0.8:
        hand = RULES.in_hand(state, begun=read(told))
        further = [landing.move for landing in hand.landings] + [each.move for each in hand.actions]
        told = rng.choice([*further, *(choice.value for group in hand.begins for choice in group)])
    return {**told}


@pytest.mark.parametrize("seed", range(3))
def test_a_game_goes_to_its_end_by_what_is_offered_alone(seed: int) -> None:
    rng, laid, twice = Random(seed), 0, 0
    state = played(table(), opening(2))
    for _ in some(range(MOST_MOVES)):
        is_asked = state.questions or state.is_played
        told = rng.choice(offered(state, "")) if is_asked else move_offered(state, rng)
        laid += sum("place" in action for action in told.get("actions", ()))  # type: ignore[attr-defined]
        twice += len(told.get("actions", ())) == 2  # type: ignore[arg-type]
        state, _ = apply(state, NOTATION.load_move(told))
        if is_over(state):
            break
    assert is_over(state)
    assert not actions(state)
    assert laid > 10
    assert twice > 0


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_tapped_about_a_turn_is_a_move_that_the_rules_allow(seed: int) -> None:
    game, _ = random_game(Setup("rulebook-002", SEATS), Random(seed), sample_box())
    state, asked = RULES.start(game.setup), set()
    for number, move in enumerate(some(game.moves)):
        if state.is_set_up and number % 4 == 0:
            hand = RULES.in_hand(state)
            first = [
                *(each.move for each in hand.landings),
                *(c.value for group in hand.begins for c in group),
            ]
            for told in perhaps(first):
                laid = pending(state, told)
                asked |= {question.name for question in (*laid.questions, *filter(None, (laid.closing,)))}
                for each in (told, *answers(laid)):
                    assert is_legal(state, read(each)), each
        state, _ = apply(state, move)
    assert asked >= {"came", "space", "token", "card", "castle1", "workers"}


def test_a_field_is_lit_for_the_stored_tile_that_may_lie_there() -> None:
    state = given(covered(begun(2), "red", (0, 2)), "red", store=("city", "quarry"))
    hand = RULES.in_hand(state)
    faces = {landing.spot: landing.move["face"] for landing in hand.landings}
    assert faces
    assert {*faces.values()} <= {"city", "quarry"}
    (city,) = RULES.in_hand(state, ["city"]).landings
    assert faces[city.spot] == "city"


def test_a_second_action_for_a_marble_is_entered_in_the_same_turn() -> None:
    state = given(begun(2), "red", marble=1)
    take = RULES.in_hand(state).begins[0][0].value
    assert pending(state, take).goes_on
    hand = RULES.in_hand(state, begun=read(take))
    (draw,) = hand.actions
    assert draw.move is not None
    assert [*draw.move["actions"][0]] == ["take", "store", "refill"]
    after, _ = apply(state, read(draw.move))
    assert (after.realms["red"].marble, after.player) == (0, "blue")
    assert not pending(state, draw.move).goes_on
    assert not pending(begun(2), RULES.in_hand(begun(2)).begins[0][0].value).goes_on


def test_a_tile_named_that_makes_five_alike_is_replaced_with_the_others() -> None:
    state = begun(2)
    four = OpenTiles("red", ("quarry",) * 4 + ("city", "village", "estate", "castle"))
    state, _ = apply(state, four)
    state, _ = done(state, {"take": "city", "store": 0, "refill": [""]})
    (came,) = [each for each in actions(state) if each.name == "came"]
    quarry = next(each.value for each in came.choices if each.label == "quarry")
    state, _ = apply(state, NOTATION.load_move(quarry))
    assert faces_of(state) == [""] * 5 + ["village", "estate", "castle"]
    assert len(offered(state, "came")) == 17
    (came,) = [each for each in actions(state) if each.name == "came"]
    assert came.says.startswith("Five of a colour were put aside")


def test_eight_tiles_opened_unread_are_asked_for_one_by_one_and_none_of_them_as_put_aside() -> None:
    state, _ = apply(begun(2), OpenTiles("red", ("",) * 8))
    asked = []
    for face in ("city", "village", "estate", "castle", "quarry", "quarry", "monastery", "carriage"):
        (came,) = [each for each in actions(state) if each.name == "came"]
        asked.append(came.says)
        told = next(each.value for each in came.choices if each.label == face_words(face))
        state, _ = apply(state, NOTATION.load_move(told))
    assert asked[:7] == [f"Which tile lies at place {number}?" for number in range(1, 8)]
    assert asked[7] == "Which tile is new in the display?"
    assert not offered(state, "came")


def test_a_farm_of_the_display_whose_goods_were_not_read_is_asked_for_first() -> None:
    state = begun(2)
    read = OpenTiles("red", ("city", "farm", "estate", "castle", "quarry", "farm", "monastery", "carriage"))
    _, first, second, *others = RULES.ask(state, read)
    assert [first.title, second.title] == ["Which farm lies at place 2?", "Which farm lies at place 6?"]
    assert {len(first.choices), len(second.choices)} == {10}
    assert [len(each.choices) for each in others] == [17] * 6
    told = NOTATION.load_move(first.choices[0].value)
    assert (told.faces[1].startswith("farm:"), told.faces[5]) == (True, "farm")


def test_a_farm_that_nobody_has_read_is_laid_as_any_farm() -> None:
    state = given(begun(2), "red", store=("farm",))
    (group,) = RULES.in_hand(state).palette
    assert len(group) == 10
    hand = RULES.in_hand(state, ["farm:boar+wine"])
    assert [landing.spot for landing in hand.landings] == ["red/cell:-1,1"]


def test_a_city_is_laid_by_the_token_that_it_brings_and_workers_are_asked_for() -> None:
    state = given(covered(begun(2), "red", (0, 2)), "red", store=("city",), workers=1)
    (landing,) = RULES.in_hand(state, ["city"]).landings
    laid = pending(state, landing.move)
    assert not laid.is_whole
    assert laid.closing is not None
    assert [str(choice.label) for choice in laid.closing.choices][:2] == ["+1 card", "+1 storage space"]
    (workers,) = laid.questions
    assert [choice.label for choice in workers.choices] == ["0", "1"]
    paid, _ = apply(state, read(workers.choices[1].value))
    assert paid.realms["red"].workers == 0


def test_all_that_only_the_box_knows_is_asked_at_once_and_each_is_one_tap() -> None:
    asked = (
        OpenQuestion("yield", "blue", where=(0, 0)),
        OpenQuestion("bonus", "red", "red", 1),
        OpenQuestion("area", "red", "4"),
    )
    card, bonus, area = actions(replace(begun(2), questions=asked))
    assert str(card.says) == "What does Benno's yield card give?"
    assert str(card.choices[0].label) == "2 red points"
    assert len(card.choices) == len(sample_box().yield_cards)
    assert str(bonus.says) == "What does red bring whoever completes it second?"
    assert bonus.choices[2].value == {"player": "red", "box": {"colour_bonus": {"red": [None, 2]}}}
    assert str(area.says) == "What does an area of 4 fields bring?"
    assert [choice.key for choice in area.choices] == [str(number) for number in range(6, 16)]


def test_any_number_answers_a_question_for_one() -> None:
    state = replace(begun(2), questions=(OpenQuestion("area", "red", "4"),))
    (area,) = actions(state)
    assert area.number is not None
    after, _ = apply(state, NOTATION.load_move(with_number(area.number, 31)))
    assert (after.realms["red"].green, after.questions) == (31, ())
    for wrong in (-1, 123):
        with pytest.raises(UnreadableError, match="A number from 0 to 122 is expected"):
            with_number(area.number, wrong)


def test_hands_are_asked_of_everybody_at_once() -> None:
    state = replace(begun(2), is_played=True)
    red, blue = actions(state)
    assert [red.name, blue.name] == ["hand-red", "hand-blue"]
    assert blue.number is not None
    state, _ = apply(state, NOTATION.load_move(with_number(blue.number, 17)))
    assert [each.name for each in actions(state)] == ["hand-red"]
    assert state.realms["blue"].hand == 17


def test_a_city_and_a_carriage_are_asked_for_what_they_gave() -> None:
    state = given(covered(begun(2), "red", (0, 2)), "red", store=("city",), tokens=("yield",))
    city = read(
        {"player": "red", "actions": [{"place": "city", "from": 0, "cell": [-1, 2], "token": "card"}]}
    )
    asked = {question.name: question for question in RULES.ask(state, city)}
    assert [read(choice.value).actions[0].tile.token for choice in asked["token1"].choices] == [*TOKENS]
    state = given(state, "red", store=("carriage",))
    place = {"place": "carriage", "from": 0, "cell": [0, 0], "yield": [{}, {}]}
    carriage = read({"player": "red", "actions": [place]})
    told = answered(state, carriage, "card2-1", "2 green points")
    assert RULES.dump_move(told)["actions"][0]["yield"] == [{}, {"green": 2}]
    for wrong in (
        {"card3-1": {"red": 1}},
        {"token": "joker"},
        {"cell1": "display:1"},
        {"cell9": "red/cell:0,0"},
    ):
        with pytest.raises(UnreadableError, match=r"[.]$"):
            RULES.answer(state, carriage, wrong)


def test_for_another_tile_taken_the_same_came() -> None:
    state = begun(2)
    take = read({"player": "red", "actions": [{"take": "city", "store": 0, "refill": ["farm"]}]})
    asked = {question.name: question for question in RULES.ask(state, take)}
    draw, *takes = asked["action1"].choices
    assert draw.value["actions"] == [{"draw": True}]
    assert {each.value["actions"][0]["refill"][0] for each in some(takes)} == {"farm"}
    for each in takes:
        assert is_legal(state, RULES.answer(state, take, {"action1": each.value}))


def test_every_part_of_a_turn_can_have_been_another() -> None:
    state = given(begun(2), "red", store=("quarry",), marble=1)
    state = replace(state, display=begun(2).display)
    taken = faces_of(state)[0]
    draw = read({"player": "red", "actions": [{"draw": True}]})
    take = answered(state, draw, "action1", f"Take {some_words(taken)} in place of a quarry")
    assert [action.face for action in take.actions] == [taken]
    draws = str(say_draw(state))
    both = answered(state, take, "action2", draws)
    assert len(both.actions) == 2
    assert answered(state, both, "action2", "nothing") == take
    swapped = answered(state, both, "action1", draws)
    assert (swapped.actions[0], swapped.actions[1]) == (draw.actions[0], draw.actions[0])
    came = answered(state, both, "came1", str(face_words("city")))
    assert (came.actions[0].refill[0], came.actions[1]) == ("city", draw.actions[0])
    for each in (take, both, swapped, came):
        assert is_legal(state, each)


def test_what_lies_elsewhere_is_set_right_by_a_tap_on_the_own_board() -> None:
    fields = begun(2).realms["red"].fields.items()
    others = [cell for cell, colour in fields if colour != "grey"]
    state = given(covered(begun(2), "red", *others), "red", store=("quarry",))
    one, other, *_ = open_fields(state.realms["red"], "quarry")
    move = read({"player": "red", "actions": [{"place": "quarry", "from": 0, "cell": [*one]}]})
    (asked,) = (question for question in RULES.ask(state, move) if question.name == "cell1")
    assert asked.picture is not None
    assert {choice.value for choice in asked.choices} <= {each.spot for each in asked.picture.placed} | {
        asked.chosen
    }
    assert RULES.answer(state, move, {"cell1": place_spot(other, "red")}).actions[0].tile.cell == other


def test_what_was_told_before_the_first_turn_can_be_set_right() -> None:
    moves = opening(2)
    names = set()
    for number, move in enumerate(moves):
        state = played(table(), moves[:number])
        for question in RULES.ask(state, read(move))[1:]:
            names.add(question.name)
            for choice in question.choices:
                RULES.answer(state, read(move), {question.name: choice.value})
    assert {"display1", "display8", "token", "cell"} <= names


def test_a_move_of_somebody_who_does_not_play_is_said_drawn_and_asked_about_all_the_same() -> None:
    state = begun(2)
    move = NOTATION.load_move(
        {"player": "green", "actions": [{"place": "quarry", "from": 0, "cell": [80, 0]}]}
    )
    assert str(RULES.say(state, move)) == "Green lays a quarry."
    assert RULES.picture(state, [move]).placed
    assert RULES.preview(state, move).spot == "green/cell:80,0"
    assert len(RULES.ask(state, move)) == 1
    moved = RULES.answer(state, move, {"cell1": "green/cell:81,0"})
    assert RULES.dump_move(moved)["cell"] == [81, 0]


def test_a_tile_taken_onto_a_full_space_says_what_leaves_the_game_for_it() -> None:
    state = given(begun(2), "red", store=("quarry",))
    (takes,) = RULES.in_hand(state).begins
    assert {str(choice.label).endswith(" in place of a quarry") for choice in some(takes)} == {True}
    assert str(RULES.say(state, read(takes[0].value))).endswith(" in place of a quarry.")
    free = given(begun(2), "red", store=(None,))
    assert "in place of" not in str(RULES.say(free, read(takes[0].value)))
