"""A game of The Castles of Tuscany played by what is offered alone: buttons, and stored tiles laid."""

from random import Random

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.games.tuscany import RULES
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.choices import actions
from scoring.games.tuscany.engine.moves import OpenTiles
from scoring.games.tuscany.engine.play import apply
from scoring.games.tuscany.engine.state import OpenQuestion, TuscanyState, faces_of, is_over
from scoring.games.tuscany.land.box import dump_box, sample_box
from scoring.games.tuscany.land.tiles import TOKENS
from scoring.hand import with_number
from tests.scoring.tuscany.tuscany_notation import begun, covered, done, given, opening, played, table
from tests.some import perhaps, some

MOST_MOVES = 900


def offered(state: TuscanyState, kind: str) -> list[dict[str, object]]:
    """Give the moves of the buttons whose names begin so, and the answers to such questions."""
    wanted = [each for each in actions(state) if each.name.startswith(kind)]
    buttons = [{**each.move} for each in wanted if each.move]
    return [*buttons, *({**choice.value} for each in wanted for choice in each.choices)]


def test_before_the_first_turn_what_is_missing_is_offered_in_the_rulebooks_order() -> None:
    moves = opening(2)
    names = []
    for number in range(len(moves)):
        state = played(table(), moves[:number])
        names.append([each.name for each in actions(state)])
        for move in perhaps(offered(state, "")):
            apply(state, NOTATION.load_move(move))
    assert names[:3] == [["display", "region"]] * 3
    assert names[3:] == [["display", "castle"], ["castle"], ["castle"], ["token"], ["token"]]
    assert len(offered(played(table(), moves[:4]), "castle")) == 3
    said = [move["token"] for move in offered(played(table(), moves[:-1]), "token")]
    assert said == ["card", "storage", "marble", "worker", "yield"]


def move_offered(state: TuscanyState, rng: Random) -> dict[str, object]:
    """Choose among what is offered: a tile that came is named first."""
    palette = RULES.in_hand(state).palette
    hands = [RULES.in_hand(state, [each.value]) for group in palette for each in group]
    landings = [landing for hand in hands for landing in hand.landings]
    if named := offered(state, "came"):
        return rng.choice(named)
    if landings and rng.random() < 0.8:
        return {**rng.choice(rng.choice(landings).moves)}
    return rng.choice(offered(state, "take-") + offered(state, "draw"))


@pytest.mark.parametrize("seed", range(4))
def test_a_game_goes_to_its_end_by_what_is_offered_alone(seed: int) -> None:
    rng, laid = Random(seed), 0
    moves = opening(2)
    moves[0] = {"player": "red", "box": {"region": dump_box(sample_box())["region"]}}
    state = played(table(), [*moves[:3], *moves[4:6], {"player": "red", "display": [""] * 8}, *moves[6:]])
    for _ in some(range(MOST_MOVES)):
        is_asked = state.questions or state.is_played
        told = rng.choice(offered(state, "")) if is_asked else move_offered(state, rng)
        laid += "face" in told
        state, _ = apply(state, NOTATION.load_move(told))
        if is_over(state):
            break
    assert is_over(state)
    assert not actions(state)
    assert laid > 10


def test_a_tile_named_that_makes_five_alike_is_replaced_with_the_others() -> None:
    state = begun(2)
    four = OpenTiles("red", ("quarry",) * 4 + ("city", "village", "estate", "castle"))
    state, _ = apply(state, four)
    state, _ = done(state, {"take": "city", "store": 0, "refill": [""]})
    (came,) = [each for each in actions(state) if each.name == "came"]
    quarry = next(each.value for each in came.choices if each.label == "quarry")
    state, _ = apply(state, NOTATION.load_move(quarry))
    assert faces_of(state) == [""] * 5 + ["village", "estate", "castle"]
    assert len(offered(state, "came")) == 8


def test_a_farm_that_nobody_has_read_is_laid_as_any_farm() -> None:
    state = given(begun(2), "red", store=("farm",))
    (group,) = RULES.in_hand(state).palette
    assert len(group) == 10
    hand = RULES.in_hand(state, ["farm:boar+wine"])
    assert [landing.spot for landing in hand.landings] == ["red/cell:-1,1"]


def test_every_way_to_lay_a_city_is_offered_at_its_field() -> None:
    state = given(covered(begun(2), "red", (0, 2)), "red", store=("city",), workers=1)
    (landing,) = RULES.in_hand(state, ["city"]).landings
    assert len(landing.moves) == 5 * 2
    pending = RULES.laid(state, NOTATION.load_move(landing.move))
    assert [str(way.label) for way in pending.ways][:3] == [
        "+1 card",
        "+1 card, for 1 worker",
        "+1 storage space",
    ]


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
    city = NOTATION.load_move(
        {"player": "red", "actions": [{"place": "city", "from": 0, "cell": [-1, 2], "token": "card"}]}
    )
    asked = {question.name: question for question in RULES.ask(state, city)}
    assert [choice.value for choice in asked["token"].choices] == [*TOKENS]
    assert RULES.dump_move(RULES.answer(state, city, {"token": "marble"}))["actions"][0]["token"] == "marble"
    carriage = NOTATION.load_move(
        {"player": "red", "actions": [{"place": "carriage", "from": 0, "cell": [0, 0], "yield": [{}, {}]}]}
    )
    names = [question.name for question in RULES.ask(state, carriage)]
    assert names == ["move", "face", "yield1", "yield2"]
    told = RULES.answer(state, carriage, {"yield2": {"green": 2}})
    assert RULES.dump_move(told)["actions"][0]["yield"] == [{}, {"green": 2}]
    for wrong in ({"yield3": {"red": 1}}, {"token": "joker"}, {"yield1": {"red": "many"}}, {"what": 1}):
        with pytest.raises(UnreadableError, match=r"[.]$"):
            RULES.answer(state, carriage, wrong)


def test_a_move_of_somebody_who_does_not_play_is_said_drawn_and_asked_about_all_the_same() -> None:
    state = begun(2)
    move = NOTATION.load_move(
        {"player": "green", "actions": [{"place": "quarry", "from": 0, "cell": [80, 0]}]}
    )
    assert str(RULES.say(state, move)) == "Green lays a quarry."
    assert RULES.picture(state, [move]).placed
    assert RULES.laid(state, move).spot == "green/cell:80,0"
    assert len(RULES.ask(state, move)) == 2
    moved = RULES.answer(state, move, {"cell": "81,0", "face": "city"})
    assert RULES.dump_move(moved)["cell"] == [81, 0]
