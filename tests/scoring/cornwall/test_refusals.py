"""Every move of Cornwall that the rules forbid is refused by the name of the rule it breaks."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.cornwall.chance import random_game
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.engine.moves import (
    FigurePlacement,
    Move,
    Opening,
    PutBack,
    Recount,
    TriplePlacement,
)
from scoring.games.cornwall.engine.play import apply, check, legal
from scoring.games.cornwall.engine.state import CornwallState, Guest, is_over
from scoring.games.cornwall.land.fields import Field
from tests.scoring.cornwall.cornwall_notation import fields_written, opening, played, table, turn, wild_box
from tests.scoring.cornwall.cornwall_slow_scorer import SlowGame
from tests.some import perhaps, some

ROW = "moor@0,0 forest@1,0 meadow@2,0 village@3,0 mountain@4,0"
CLOSED = "moor@0,0 forest.cottage@1,0 meadow@2,0 village@3,0 mountain@4,0"
FIRST = "forest@1,-1 village@2,-1 mountain@2,-2"
# Each: the rule, what it is about, the start tile, the turns before, and the turn refused.
REFUSED: list[tuple[str, str, str, list[str], str]] = [
    ("cell_is_taken", "on the start tile", ROW, [], "forest@0,0 moor@0,1 village@-1,1"),
    ("cell_is_taken", "over one field of a tile laid", ROW, [FIRST], "village@2,-2 moor@3,-3 forest@3,-2"),
    ("too_few_edges", "far from every tile", ROW, [], "forest@7,7 moor@8,7 village@7,8"),
    ("too_few_edges", "one edge touches", ROW, [], "moor@0,-1 forest@0,-2 village@1,-2"),
    ("no_region_extended", "no like terrains touch", ROW, [], "meadow@1,-1 moor@2,-1 village@2,-2"),
    ("region_has_cottage", "the start tile's forest is closed", CLOSED, [], FIRST),
    (
        "region_has_cottage",
        "closed by a tile laid, and another region would be extended",
        ROW,
        ["forest.cottage@1,-1 village@2,-1 mountain@2,-2"],
        "forest@1,1 meadow@2,1 moor@1,2",
    ),
    (
        "region_has_cottage",
        "the closed part lies far along the region",
        ROW,
        [FIRST, "forest.cottage@0,1 village@1,1 mountain@0,2"],
        "forest@1,-2 moor@0,-1 meadow@0,-2",
    ),
    ("not_on_the_tile", "on the start tile", ROW, [], f"{FIRST} | small@1,0"),
    (
        "not_on_the_tile",
        "on a tile laid before",
        ROW,
        [FIRST, "moor@0,1 village@1,1 mountain@0,2"],
        "meadow@2,1 village@3,1 moor@2,2 | tall@1,1",
    ),
    ("field_is_taken", "two on one field", ROW, [], f"{FIRST} | small@1,-1 tall@1,-1"),
    ("no_figure_left", "two big figures", ROW, [], f"{FIRST} | big@1,-1 big@2,-1"),
    ("no_such_kind", "a giant", ROW, [], f"{FIRST} | giant@1,-1"),
    ("too_few_coins", "three fields for one coin", ROW, [], f"{FIRST} | small@1,-1 small@2,-1 tall@2,-2"),
    (
        "too_few_coins",
        "two stand there, one coin",
        ROW,
        [f"{FIRST} | small@1,-1", "forest@0,1 village@1,1 mountain@0,2 | tall@0,1"],
        "forest@0,-1 mountain@0,-2 moor@1,-2 | small@0,-1",
    ),
    ("nobody_in_pub", "nobody was scored", ROW, [], f"{FIRST} | | red"),
    (
        "pub_not_your_turn",
        "another's figures in one's own turn",
        ROW,
        ["forest.cottage@1,-1 village@2,-1 mountain@2,-2 | small@1,-1"],
        "meadow@2,1 village@3,1 moor@2,2 | | red",
    ),
]


def refusal(state: CornwallState, move: Move) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        check(state, move)
    assert str(caught.value).endswith(".")
    assert str(caught.value)[0].isupper()
    with pytest.raises(IllegalMoveError):
        apply(state, move)
    return caught.value


@pytest.mark.parametrize(
    ("rule", "says", "begun", "before", "refused"), REFUSED, ids=[f"{r[0]}: {r[1]}" for r in REFUSED]
)
def test_a_move_against_the_rules_is_refused_by_the_rules_name(
    rule: str, says: str, begun: str, before: list[str], refused: str
) -> None:
    state = played(table(), before, begun)
    assert refusal(state, turn(refused, state.player)).rule == rule, says


def test_a_tile_may_touch_a_closed_region_with_other_terrains() -> None:
    state = played(table(), [], CLOSED)
    check(state, turn("moor@1,-1 meadow@2,-1 forest@2,-2", "red"))


def test_turns_and_faces_that_there_are_not_are_refused() -> None:
    state = played(table(), [], ROW)
    assert refusal(state, TriplePlacement("red", "forest-moor-village", 6, (1, -1))).rule == "turns"
    assert refusal(state, TriplePlacement("red", "forest-moor-desert", 0, (1, -1))).rule == "unknown_face"
    assert refusal(state, TriplePlacement("red", "forest-moor", 0, (1, -1))).rule == "unknown_face"
    assert refusal(state, PutBack("red", "moor.flag-moor-forest")).rule == "unknown_face"


def test_nobody_plays_out_of_turn_or_from_outside() -> None:
    state = played(table(), [], ROW)
    found = refusal(state, turn(FIRST, "blue"))
    assert (found.rule, str(found)) == ("not_your_turn", "It is Red's turn, not Blue's.")
    assert refusal(state, turn(FIRST, "green")).rule == "not_a_player"
    assert refusal(state, Recount("blue", {"blue": 3})).rule == "not_your_turn"
    assert refusal(state, turn(f"{FIRST} | | green", "red")).rule == "not_a_player"


def test_nothing_happens_before_the_start_tile_lies() -> None:
    state = start(table())
    assert refusal(state, turn(FIRST, "red")).rule == "no_start_tile"
    assert refusal(state, PutBack("red", "forest-moor-village")).rule == "no_start_tile"
    assert refusal(state, Recount("red", {"red": 2})).rule == "no_start_tile"
    assert list(legal(state, "forest-moor-village")) == []


# Each: the rule, what is wrong with the start tile, and its fields.
STARTS = [
    ("start_tile_fields", "four fields", "moor@0,0 forest@1,0 meadow@2,0 village@3,0"),
    ("start_tile_fields", "six fields", ROW + " moor@5,0"),
    ("start_tile_fields", "none", ""),
    ("start_tile_apart", "a gap in it", "moor@0,0 forest@1,0 meadow@2,0 village@3,0 mountain@5,0"),
    ("start_tile_terrains", "no mountain", "moor@0,0 forest@1,0 meadow@2,0 village@3,0 moor@4,0"),
]


@pytest.mark.parametrize(("rule", "says", "fields"), STARTS, ids=[entry[1] for entry in STARTS])
def test_a_start_tile_that_is_none_is_refused(rule: str, says: str, fields: str) -> None:
    assert refusal(start(table()), opening(fields)).rule == rule, says


def test_a_start_tile_is_laid_once_and_on_five_places() -> None:
    assert refusal(played(table()), opening()).rule == "start_tile_lies"
    twice = Opening("red", tuple(sorted([*fields_written(ROW).items(), ((0, 0), Field("moor"))])))
    assert refusal(start(table()), twice).rule == "start_tile_fields"
    odd = Opening("red", (((0, 0), Field("desert")),))
    assert refusal(start(table()), odd).rule == "unknown_field"


def test_whoever_lays_the_start_tile_begins() -> None:
    state, lines = apply(start(table(3)), opening(player="yellow"))
    assert (state.player, lines) == ("yellow", ())


def test_a_tile_is_put_back_only_where_it_fits_nowhere() -> None:
    state = played(table(), [], CLOSED)
    check(state, PutBack("red", "forest-forest-forest"))
    assert list(legal(state, "forest-forest-forest")) == [PutBack("red", "forest-forest-forest")]
    found = refusal(state, PutBack("red", "forest-forest-moor"))
    assert found.rule == "put_back_fits"
    after, _ = apply(state, PutBack("red", "forest-forest-forest"))
    assert after == state


def test_a_fifth_small_figure_is_refused_and_those_in_the_pub_do_not_count() -> None:
    state = played(table(), [], ROW)
    with_three = replace(state, pub=(Guest("red", "small"),) * 3)
    check(with_three, turn(f"{FIRST} | small@1,-1", "red"))
    with_four = replace(state, pub=(Guest("red", "small"),) * 4)
    assert refusal(with_four, turn(f"{FIRST} | small@1,-1", "red")).rule == "no_figure_left"
    check(with_four, turn(f"{FIRST} | small@1,-1 | red", "red"))


def test_the_pub_costs_a_coin_before_the_figures_do() -> None:
    state = replace(played(table(), [], ROW), pub=(Guest("red", "big"),), coins={"red": 0, "blue": 1})
    assert refusal(state, turn(f"{FIRST} | | red", "red")).rule == "no_coin_for_pub"
    earning = "forest@1,-1 meadow@2,-1 mountain@2,-2"
    check(state, turn(f"{earning} | big@1,-1 | red", "red"))
    assert refusal(state, turn(f"{earning} | big@1,-1 small@2,-2 | red", "red")).rule == "too_few_coins"


def test_figures_are_bought_back_all_at_once() -> None:
    state = replace(played(table(), [], ROW), pub=(Guest("red", "big"),), coins={"red": 5, "blue": 1})
    twice = replace(turn(FIRST, "red"), pub=("red", "red"))
    assert refusal(state, twice).rule == "pub_twice"


def test_coins_are_counted_as_there_can_be_any() -> None:
    state = played(table(coin_supply="20"), [], ROW)
    assert refusal(state, Recount("red", {"red": 20})).rule == "too_many_coins"
    assert refusal(state, Recount("red", {"red": -1})).rule == "coins_below_none"
    assert refusal(state, Recount("red", {"green": 1})).rule == "not_a_player"
    after, _ = apply(state, Recount("red", {"red": 19}))
    assert (after.coins, after.player) == ({"red": 19, "blue": 1}, "red")
    check(played(table(), [], ROW), Recount("red", {"red": 99}))


def test_nothing_is_laid_after_the_last_tile_but_coins_may_still_be_counted() -> None:
    _, last = random_game(table(), Random(1))
    assert is_over(last)
    assert refusal(last, turn("forest@50,0 moor@51,0 village@50,1", last.player)).rule == "game_is_over"
    assert refusal(last, PutBack(last.player, "forest-moor-village")).rule == "game_is_over"
    assert list(legal(last, "forest-moor-village")) == []
    check(last, Recount(last.player, {last.player: 4}))


@pytest.mark.parametrize("colours", [("red",), ("red", "red"), ("red", "black"), tuple("abcde")])
def test_impossible_players_are_refused(colours: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableError):
        start(Setup("rulebook-000", tuple(PlayerSeat(c, c) for c in colours)))


def jumbled(move: TriplePlacement, rng: Random) -> TriplePlacement:
    """Change a turn a little, so that it may break any rule."""
    cell = (move.cell[0] + rng.choice((-1, 0, 0, 1)), move.cell[1] + rng.choice((-1, 0, 0, 1)))
    moved = replace(move, cell=cell, turns=rng.choice((move.turns, rng.randrange(6))))
    stands = [
        FigurePlacement(rng.choice((*moved.cells, move.cell)), rng.choice(("small", "tall", "big")))
        for _ in range(3)
    ]
    pub = rng.choice(((), (move.player,), ("red",), ("blue", "red")))
    return replace(moved, figures=tuple(sorted(stands[: rng.randrange(4)])), pub=pub)


def refused_rule(state: CornwallState, move: Move) -> str:
    try:
        check(state, move)
    except IllegalMoveError as error:
        return error.rule
    return ""


@pytest.mark.parametrize("number", range(60))
def test_what_is_refused_and_what_is_not_is_what_the_slow_scorer_says(number: int) -> None:
    rng = Random(number)
    setup = table(rng.randint(2, 4), pub=rng.choice(("anyone", "own_turn")))
    game, _ = random_game(setup, rng, 20, wild_box(rng) if number % 2 else None)
    slow, state, compared = SlowGame(NOTATION.game_document(game)), start(setup), Counter[bool]()
    for move in some(game.moves):
        others = [jumbled(move, rng) for _ in range(10)] if isinstance(move, TriplePlacement) else []
        for other in perhaps(others):
            rule, objection = refused_rule(state, other), slow.objection(NOTATION.dump_move(other))
            assert bool(rule) == bool(objection), (rule, objection, other)
            compared[bool(rule)] += 1
        slow.play(NOTATION.dump_move(move))
        state, _ = apply(state, move)
    assert compared[True] > 50
