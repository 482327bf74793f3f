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
from tests.scoring.tuscany.tuscany_notation import begun, covered, done, given, opening, played, table
from tests.some import some

MOST_MOVES = 900


def offered(state: TuscanyState, kind: str) -> list[dict[str, object]]:
    return [{**each.move} for each in actions(state) if each.move and each.name.startswith(kind)]


def test_before_the_first_turn_what_is_missing_is_offered_in_the_rulebooks_order() -> None:
    moves = opening(2)
    names = []
    for number in range(len(moves)):
        state = played(table(), moves[:number])
        names.append([each.name for each in actions(state)])
        for each in actions(state):
            if each.move:
                apply(state, NOTATION.load_move(each.move))
    assert names[:3] == [["display", "region"]] * 3
    castles = ["castle-1", "castle-2", "castle-3"]
    assert names[3:6] == [["display", *castles], castles, castles]
    tokens = [f"token-{token}" for token in ("card", "storage", "marble", "worker", "yield")]
    assert names[6:] == [tokens, tokens]


def move_offered(state: TuscanyState, rng: Random) -> dict[str, object]:
    """Choose among what is offered: a tile that came is named first."""
    palette = RULES.in_hand(state).palette
    hands = [RULES.in_hand(state, [each.value]) for group in palette for each in group]
    landings = [landing for hand in hands for landing in hand.landings]
    if named := offered(state, "came-"):
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
    quarry = next(each.move for each in actions(state) if each.name == "came-quarry")
    assert quarry is not None
    state, _ = apply(state, NOTATION.load_move(quarry))
    assert faces_of(state) == [""] * 5 + ["village", "estate", "castle"]
    assert len(offered(state, "came-")) == 8


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


def test_what_only_the_box_knows_is_one_tap() -> None:
    state = replace(begun(2), questions=(OpenQuestion("yield", "blue", where=(0, 0)),))
    assert next(str(each.says) for each in actions(state)) == "Benno's yield card: 2 red points"
    assert len(actions(state)) == len(sample_box().yield_cards)
    bonus = replace(state, questions=(OpenQuestion("bonus", "red", "red", 1),))
    says = [(each.name, str(each.says)) for each in actions(bonus)]
    assert says[2] == ("brings-2", "red completed second: 2")
    area = replace(state, questions=(OpenQuestion("area", "red", "4"),))
    assert str(actions(area)[10].says) == "An area of 4 fields: 10"
    after, _ = apply(area, NOTATION.load_move(actions(area)[10].move or {}))
    assert (after.realms["red"].green, after.questions) == (10, ())


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
