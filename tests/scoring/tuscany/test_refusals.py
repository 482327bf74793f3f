"""Every move of The Castles of Tuscany that the rules forbid is refused by the name of the rule it breaks."""

from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.choices import legal
from scoring.games.tuscany.engine.laying import can_lay_any
from scoring.games.tuscany.engine.play import apply, check, force, is_legal
from scoring.games.tuscany.engine.state import DisplayTile, TuscanyState, faces_of
from scoring.games.tuscany.land.tiles import COLOUR_OF
from tests.scoring.tuscany.tuscany_notation import (
    DISPLAY,
    OFFSETS,
    begun,
    covered,
    given,
    opening,
    played,
    table,
)
from tests.some import some

QUARRY = {"place": "quarry", "from": 0, "cell": [0, 2]}
TAKE = {"take": "city", "store": 0, "refill": ["village"]}
CASTLE = {"place": "castle", "from": 0, "cell": [0, 4]}
NEAR = [(0, 3)]
"""Covers a field beside Anna's second dark green one."""


def ready(**options: str | bool) -> TuscanyState:
    """Give a game in which Anna has a quarry stored."""
    return given(begun(2, **options), "red", store=("quarry",))


def refusal(state: TuscanyState, document: dict[str, Any]) -> str:
    move = NOTATION.load_move(document)
    with pytest.raises(IllegalMoveError) as caught:
        check(state, move)
    assert str(caught.value).endswith(".")
    assert str(caught.value)[0].isupper()
    with pytest.raises(IllegalMoveError):
        apply(state, move)
    return caught.value.rule


def turn(*actions: dict[str, Any], player: str = "red") -> dict[str, Any]:
    return {"player": player, "actions": list(actions)}


def test_what_the_refusals_below_begin_from_is_allowed() -> None:
    state = covered(ready(), "red", *NEAR)
    for act in (QUARRY, TAKE, {"draw": True}):
        check(state, NOTATION.load_move(turn(act)))
    check(given(state, "red", store=("castle",)), NOTATION.load_move(turn(CASTLE)))


@pytest.mark.parametrize(
    ("rule", "about", "actions"),
    [
        ("not_in_display", "of no such tile", [{**TAKE, "take": "farm:wine"}]),
        ("no_space", "a second storage space without a token", [{**TAKE, "store": 1}]),
        ("display_size", "no tile came", [{**TAKE, "refill": []}]),
        ("display_size", "two tiles came for one", [{**TAKE, "refill": ["village", "city"]}]),
        (
            "some_fit",
            "removed though others fit",
            [{**TAKE, "clears": [{"colour": "grey", "refill": ["city"]}]}],
        ),
        ("nothing_stored", "another tile than the stored one", [{**QUARRY, "place": "village"}]),
        ("nothing_stored", "from a space there is not", [{**QUARRY, "from": 3}]),
        ("another_region", "on the neighbour's field", [{**QUARRY, "cell": [39, 1]}]),
        ("field_covered", "on the start castle", [{**QUARRY, "cell": [0, 1]}]),
        ("colour_differs", "a quarry on yellow", [{**QUARRY, "cell": [1, 1]}]),
        ("not_adjacent", "far from the castle", [{**QUARRY, "cell": [-1, 3]}]),
        ("price_not_met", "one card", [{**QUARRY, "pays": {"cards": {"grey": 1}, "workers": 0}}]),
        (
            "price_not_met",
            "two cards of another colour",
            [{**QUARRY, "pays": {"cards": {"red": 2}, "workers": 0}}],
        ),
        ("price_not_met", "three of another", [{**QUARRY, "pays": {"cards": {"red": 3}, "workers": 0}}]),
        ("price_not_met", "three of its colour", [{**QUARRY, "pays": {"cards": {"grey": 3}, "workers": 0}}]),
        ("price_not_met", "a worker nobody has", [{**QUARRY, "pays": {"workers": 2}}]),
        ("castle_nowhere", "a quarry that lays", [{**QUARRY, "takes": {"face": "village", "cell": [-1, 1]}}]),
        ("display_size", "a tile for none taken", [{**QUARRY, "refill": ["village"]}]),
        ("no_city", "a quarry that takes a token", [{**QUARRY, "token": "card"}]),
        ("yield_cards", "a quarry that turns a card", [{**QUARRY, "yield": [{"red": 2}]}]),
        ("nothing_dropped", "a tile dropped by the usual rules", [{**QUARRY, "drops": 0}]),
        ("marble_missing", "two actions without a marble", [{"draw": True}, {"draw": True}]),
        ("marble_twice", "three actions", [QUARRY, {"draw": True}, {"draw": True}]),
        ("too_many_cards", "five cards drawn", [{"draw": 5}]),
    ],
)
def test_a_turn_against_the_rules_is_refused_by_the_rules_name(
    rule: str, about: str, actions: list[dict[str, Any]]
) -> None:
    assert refusal(ready(), turn(*actions)) == rule, about


def test_two_more_actions_are_refused_however_much_marble_lies_there() -> None:
    state = given(ready(), "red", marble=5)
    check(state, NOTATION.load_move(turn({"draw": True}, {"draw": True})))
    assert refusal(state, turn({"draw": True}, {"draw": True}, {"draw": True})) == "marble_twice"


def test_a_marble_got_in_the_turn_itself_buys_an_action() -> None:
    check(ready(), NOTATION.load_move(turn(QUARRY, {"draw": True})))
    assert refusal(ready(), turn({"draw": True}, QUARRY)) == "marble_missing"


def test_nobody_plays_out_of_turn_from_outside_or_after_the_end() -> None:
    assert refusal(ready(), turn({"draw": True}, player="blue")) == "not_your_turn"
    assert refusal(ready(), turn({"draw": True}, player="green")) == "not_a_player"
    assert refusal(replace(ready(), is_played=True), turn({"draw": True})) == "game_is_over"


def test_a_city_takes_a_token_and_a_farm_is_named_with_its_goods() -> None:
    state = given(covered(begun(2), "red", (0, 2)), "red", store=("city",))
    city = {"place": "city", "from": 0, "cell": [-1, 2]}
    assert refusal(state, turn(city)) == "token_missing"
    check(state, NOTATION.load_move(turn({**city, "token": "card"})))
    state = given(state, "red", store=("farm",))
    assert refusal(state, turn({"place": "farm", "from": 0, "cell": [-1, 1]})) == "goods_unknown"
    check(state, NOTATION.load_move(turn({"place": "farm:wine", "from": 0, "cell": [-1, 1]})))


def test_what_a_castle_lays_is_held_to_every_rule() -> None:
    state = given(covered(begun(2), "red", *NEAR), "red", store=("castle",))

    def lays(**takes: Any) -> dict[str, Any]:
        return turn({**CASTLE, "takes": takes, "refill": ["village"]})

    check(state, NOTATION.load_move(lays(face="quarry", cell=[0, 2])))
    assert refusal(state, lays(face="farm:wine", cell=[-1, 1])) == "not_in_display"
    assert refusal(state, lays(face="quarry", cell=[1, 1])) == "colour_differs"
    assert refusal(state, lays(face="quarry", cell=[-2, 3])) == "not_adjacent"
    assert refusal(state, lays(face="quarry", cell=[0, 4])) == "field_covered"
    assert refusal(state, turn({**CASTLE, "takes": {"face": "quarry", "cell": [0, 2]}})) == "display_size"
    assert refusal(state, turn({**CASTLE, "cell": [0, 2]})) == "colour_differs"


def test_nothing_is_played_before_all_is_set_up_and_nothing_is_set_up_twice() -> None:
    moves = opening(2)
    for number in some(range(1, len(moves))):
        assert refusal(played(table(), moves[:number]), turn({"draw": True})) == "not_set_up"
    state = begun(2)
    assert refusal(state, {"player": "red", "castle": [0, 4]}) == "castle_lies"
    assert refusal(state, {"player": "red", "token": "card"}) == "token_taken"
    assert refusal(state, {"player": "red", "display": DISPLAY[:7]}) == "display_size"


def test_tokens_are_taken_in_turn_order_and_a_castle_goes_on_dark_green() -> None:
    moves = opening(2)
    before_tokens = played(table(), moves[:-2])
    assert refusal(before_tokens, {"player": "blue", "token": "card"}) == "not_your_turn"
    before_castles = played(table(), moves[:-4])
    assert refusal(before_castles, {"player": "red", "castle": [1, 1]}) == "colour_differs"
    assert refusal(before_castles, {"player": "red", "castle": [39, 2]}) == "another_region"


def lays(*pieces: tuple[str, int, list[int]], player: str = "red") -> dict[str, Any]:
    return {"player": player, "lays": [{"piece": p, "turns": t, "cell": cell} for p, t, cell in pieces]}


def test_a_region_is_joined_of_three_known_pieces_edge_to_edge() -> None:
    state = played(table(), opening(2)[:2])
    first, second, third = ("A3", 0, [0, 0]), ("B3", 0, [-2, 3]), ("C3", 0, [-4, 6])
    check(state, NOTATION.load_move(lays(first, second, third)))
    assert refusal(state, lays(first, second, ("B4", 0, [-4, 6]))) == "pieces"
    assert refusal(state, lays(first, second)) == "pieces"
    assert refusal(state, lays(first, second, ("C9", 0, [-4, 6]))) == "piece_unknown"
    assert refusal(state, lays(first, ("B3", 0, [-3, 3]), third)) == "pieces_apart"
    assert refusal(state, lays(first, ("B3", 0, [0, 0]), third)) == "pieces_apart"
    assert refusal(state, lays(first, ("B3", 1, [-2, 3]), third)) == "pieces_apart"
    blue = lays(("A1", 0, [40, 0]), ("B3", 0, [38, 3]), ("C3", 0, [36, 6]), player="blue")
    assert refusal(state, blue) == "piece_taken"
    assert refusal(state, lays(first, second, third, player="blue")) == "another_region"


@pytest.mark.parametrize("sixths", range(6))
def test_a_region_may_lie_turned_on_the_table(sixths: int) -> None:
    state = played(table(), opening(2)[:1])
    steps = [(0, 0), (-2, 3), (-4, 6)]
    for _ in range(sixths):
        steps = [(-r, q + r) for q, r in steps]
    pieces = [(f"{letter}1", sixths, [*step]) for letter, step in zip("ABC", steps, strict=True)]
    check(state, NOTATION.load_move(lays(*pieces)))


def test_a_region_read_field_by_field_has_the_counts_of_colours_in_one_piece() -> None:
    state = played(table(), opening(2)[:2])
    fields = {f"{q},{r}": colour for (q, r), colour in state.realms["red"].fields.items()}
    check(state, NOTATION.load_move({"player": "red", "fields": fields}))
    assert refusal(state, {"player": "red", "fields": {**fields, "1,1": "red"}}) == "counts_of_colours"
    gone = {at: colour for at, colour in fields.items() if at != "0,0"}
    assert refusal(state, {"player": "red", "fields": gone}) == "counts_of_colours"
    assert refusal(state, {"player": "red", "fields": {**gone, "9,9": "beige"}}) == "fields_apart"
    lying = begun(2)
    swapped = {**fields, "0,1": "yellow", "1,1": "dark_green"}
    assert refusal(lying, {"player": "red", "fields": swapped}) == "field_covered"
    check(
        lying, NOTATION.load_move({"player": "red", "fields": {**fields, "1,1": "orange", "2,1": "yellow"}})
    )


def test_hands_are_told_only_where_they_are_followed_and_counted_only_at_the_end() -> None:
    assert refusal(begun(2), {"player": "red", "hand": 4}) == "hands_are_secret"
    check(begun(2, hands="followed"), NOTATION.load_move({"player": "red", "hand": 4}))
    count = {"player": "red", "count": {"red": {"hand": 4}}}
    assert refusal(begun(2), count) == "hands_are_secret"
    check(replace(begun(2), is_played=True), NOTATION.load_move(count))
    assert refusal(begun(2), {"player": "red", "count": {"green": {"marble": 4}}}) == "not_a_player"
    assert refusal(begun(2), {"player": "red", "score": {"green": {"red": 4, "green": 0}}}) == "not_a_player"


def test_a_refusal_never_tells_how_many_cards_somebody_holds() -> None:
    pays = {**QUARRY, "pays": {"cards": {"grey": 2}, "workers": 0}}
    for hand in (0, 1, 2, 50):
        state = given(ready(hands="followed"), "red", hand=hand)
        check(state, NOTATION.load_move(turn(pays)))


def without_any_that_fits() -> TuscanyState:
    """Give a game in which Anna has covered all but two red fields."""
    state = begun(2)
    red = [cell for cell, colour in state.realms["red"].fields.items() if colour == "red"]
    cells = [cell for cell in state.realms["red"].fields if cell not in red[:2]]
    tiles = [
        tile if tile and tile.face != "city" else DisplayTile("quarry", is_neutral=True)
        for tile in state.display
    ]
    return replace(covered(state, "red", *cells), display=tuple(tiles))


def test_where_none_of_the_eight_fits_a_kind_is_removed_until_one_does() -> None:
    state = without_any_that_fits()
    assert not can_lay_any(state, "red")

    def take(face: str, *clears: tuple[str, list[str]]) -> dict[str, Any]:
        cleared = [{"colour": colour, "refill": refill} for colour, refill in clears]
        return turn({"take": face, "store": 0, "clears": cleared, "refill": ["village"]})

    two = ("grey", ["village", "city"])
    after, _ = apply(state, NOTATION.load_move(take("city", two)))
    assert after.realms["red"].store == ("city",)
    assert sorted(faces_of(after)).count("village") == 3
    twice = (("orange", ["carriage"]), two)
    check(state, NOTATION.load_move(take("city", *twice)))
    assert refusal(state, take("castle", ("grey", ["village", "estate"]))) == "none_fits"
    assert refusal(state, take("city", two, ("beige", ["city"]))) == "some_fit"
    assert refusal(state, take("city", ("grey", ["city"]))) == "display_size"
    check(state, NOTATION.load_move(take("castle")))


@pytest.mark.parametrize(
    "document",
    [
        {"player": "red"},
        {"player": "red", "castle": [0, 0], "token": "card"},
        {"actions": [{"draw": True}]},
        {"player": "red", "actions": [{"draw": False}]},
        {"player": "red", "actions": [{"draw": True, "take": "city"}]},
        {"player": "red", "actions": [{"take": "tavern", "refill": []}]},
        {"player": "red", "actions": [{"place": "farm:wine+wine", "cell": [0, 0]}]},
        {"player": "red", "actions": [{"place": "farm:wine+boar+olive", "cell": [0, 0]}]},
        {"player": "red", "actions": [{"place": "quarry:wine", "cell": [0, 0]}]},
        {"player": "red", "actions": [{"place": "quarry"}]},
        {"player": "red", "actions": [{"place": "quarry", "cell": [0, 0], "pays": {"cards": {"pink": 2}}}]},
        {"player": "red", "token": "joker"},
        {"player": "red", "fields": {"0;0": "red"}},
        {"player": "red", "fields": {"0,0": "pink"}},
        {"player": "red", "display": ["city"] * 100},
        {"player": "red", "box": "real"},
        {"player": "red", "box": {"colour_bonus": {"pink": [1, 2]}}},
        {"player": "red", "box": {"area_points": {"3": 7}}},
        {"player": "red", "box": {"own_tiles": {"tavern": 1}}},
        {"player": "red", "box": {"region": {"shape": [[0, 0]], "pieces": {"A1": ["red"]}}}},
    ],
)
def test_what_is_no_move_is_refused_in_a_sentence(document: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError, match=r"\.$"):
        NOTATION.load_move(document)


def test_a_move_without_a_player_is_read_where_it_is_plain_whose_it_is() -> None:
    assert NOTATION.load_move({"count": {"blue": {"hand": 7}}}).player == "blue"
    assert NOTATION.load_move({"score": {"blue": {"green": 1, "red": 2}}}).player == "blue"
    document = NOTATION.dump_game(table(), ())
    game = NOTATION.load_game({**document, "moves": [{"display": DISPLAY}]})
    assert game.moves[0].player == "red"


def test_legal_gives_exactly_the_places_that_are_not_refused() -> None:
    state = given(covered(begun(2), "red", (0, 2), (0, 3)), "red", store=("hex",))
    realm = state.realms["red"]
    found = {NOTATION.dump_move(move)["cell"][0:2].__str__() for move in legal(state, "hex")}
    more = {"red": {"token": "card"}, "beige": {"yield": [{}]}}
    wanted = set()
    for cell, colour in realm.fields.items():
        hexagon = {"place": "hex", "from": 0, "cell": list(cell), **more.get(colour, {})}
        if is_legal(state, NOTATION.load_move(turn(hexagon))):
            wanted.add(str([*cell]))
    assert found == wanted
    assert len(wanted) > 5
    assert {*COLOUR_OF} >= {face.partition(":")[0] for face in faces_of(state)}
    every = [*legal(state, "")]
    assert len(every) == 1 + len(DISPLAY) + len([*legal(state, "hex")])


def test_a_house_rule_does_nearly_anything_but_lays_nothing_on_what_lies() -> None:
    state = begun(2)
    far = NOTATION.load_move(turn({**QUARRY, "cell": [1, 2]}, player="red"))
    after, _ = force(state, far)
    assert after.realms["red"].covered[1, 2] == "quarry"
    assert after.realms["red"].marble == 0
    after, _ = force(state, NOTATION.load_move(turn({"draw": True}, player="blue")))
    assert after.player == "red"
    for cell in ([0, 1], [39, 1], [9, 9]):
        with pytest.raises(IllegalMoveError):
            force(state, NOTATION.load_move(turn({**QUARRY, "cell": cell})))


def test_regions_lie_where_the_notation_of_the_tests_says() -> None:
    for seat, realm in some(enumerate(begun(4).realms.values())):
        assert len(realm.fields) == 30
        assert (40 * seat + 2 * OFFSETS[seat][0], 6) in realm.fields
