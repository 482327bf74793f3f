"""A game of Cornwall followed at a real table: moves forced, not seen, and figures that leave the land."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Setup
from scoring.games.cornwall import RULES
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
from scoring.games.cornwall.engine.options import OPTIONS
from scoring.games.cornwall.engine.play import apply, check, final, force, winners
from scoring.games.cornwall.engine.returned import returned_pieces, unseen
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState, Guest, supply
from scoring.games.cornwall.land.fields import SYMBOLS, TERRAINS, Field
from tests.scoring.cornwall.cornwall_notation import START, opening, played, table, turn, wild_box
from tests.some import some

EASY = settings(max_examples=20)
options = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from([v.value for v in option.values]) for option in OPTIONS}
)
ROW = "moor@0,0 forest@1,0 meadow@2,0 village@3,0 mountain@4,0"
CLOSED = "moor@0,0 forest.cottage@1,0 meadow@2,0 village@3,0 mountain@4,0"
CLOSING = "forest.cottage@1,-1 village@2,-1 mountain@2,-2"


@st.composite
def courses(draw: st.DrawFn) -> tuple[Setup, list[tuple[CornwallState, Move]]]:
    setup = table(draw(st.integers(2, 4)), **draw(options))
    rng = Random(draw(st.integers(0, 2**32)))
    game, _ = random_game(
        setup, rng, draw(st.integers(1, 36)), wild_box(rng) if draw(st.booleans()) else None
    )
    state, course = start(setup), []
    for move in game.moves:
        course.append((state, move))
        state, _ = apply(state, move)
    return setup, course


def standing(state: CornwallState) -> Counter[tuple[str, str, Any]]:
    return Counter((figure.player, figure.kind, figure.cell) for figure in state.figures)


@EASY
@given(courses())
def test_what_is_given_back_has_left_the_land_and_is_in_the_pub(
    course: tuple[Setup, list[tuple[CornwallState, Move]]],
) -> None:
    for state, move in some(course[1]):
        then, _ = apply(state, move)
        back = returned_pieces(state, move)
        put = Counter[tuple[str, str, Any]]()
        if isinstance(move, TriplePlacement):
            put.update((move.player, stand.kind, stand.cell) for stand in move.figures)
        returned = Counter((piece.player, piece.kind, piece.cell) for piece in back)
        assert standing(state) + put == standing(then) + returned
        bought = move.pub if isinstance(move, TriplePlacement) else ()
        stayed = Counter((guest.player, guest.kind) for guest in state.pub if guest.player not in bought)
        assert Counter((g.player, g.kind) for g in then.pub) == stayed + Counter(
            (p.player, p.kind) for p in back
        )


def test_a_figure_that_leaves_is_named_with_its_place() -> None:
    state = played(table(), [], ROW)
    (piece,) = returned_pieces(state, turn(f"{CLOSING} | tall@1,-1", "red"))
    assert (piece.player, piece.kind, piece.cell) == ("red", "tall", (1, -1))
    assert piece.says == "Red's tall figure in the forest"


def outcome(state: CornwallState) -> tuple[Any, ...]:
    pub = Counter((guest.player, guest.kind) for guest in state.pub)
    return tuple(state.points.items()), tuple(state.coins.items()), frozenset(pub.items())


def is_allowed(state: CornwallState, move: Move) -> bool:
    try:
        check(state, move)
    except IllegalMoveError:
        return False
    return True


@EASY
@given(courses())
def test_an_unseen_figure_leaves_the_land_alike_and_scores_otherwise(
    course: tuple[Setup, list[tuple[CornwallState, Move]]],
) -> None:
    for state, move in some(course[1]):
        if not isinstance(move, TriplePlacement):
            assert unseen(state, move) == ()
            continue
        bare = replace(move, figures=())
        plain, _ = apply(state, bare)
        expected = set()
        for kinds in product((None, *SUPPLY), repeat=3):
            pairs = zip(move.cells, kinds, strict=True)
            stands = tuple(sorted(FigurePlacement(cell, kind) for cell, kind in pairs if kind))
            other = replace(bare, figures=stands)
            if stands and is_allowed(state, other):
                then, _ = apply(state, other)
                if standing(then) == standing(plain):
                    expected.add(outcome(then))
        offered = [(variant, apply(state, variant)[0]) for variant in unseen(state, bare)]
        found = {outcome(then) for variant, then in offered if variant.pub == bare.pub}
        assert found == expected
        for _, then in offered:
            assert standing(then) == standing(plain)
            assert (then.points, then.coins) != (plain.points, plain.coins)
        assert len({outcome(then) for _, then in offered}) == len(offered)


def test_a_figure_seen_to_vanish_is_not_asked_for_again() -> None:
    state = played(table(), [], ROW)
    assert len(unseen(state, turn(CLOSING, "red"))) == 3
    assert unseen(state, turn(f"{CLOSING} | tall@1,-1", "red")) == ()
    with_another = unseen(state, turn(f"{CLOSING} | small@2,-1", "red"))
    assert {stand.kind for move in with_another for stand in move.figures if stand.cell == (1, -1)} == set(
        SUPPLY
    )
    assert all(FigurePlacement((2, -1), "small") in move.figures for move in with_another)


def test_a_figure_bought_back_and_scored_again_leaves_even_the_pub_as_it_was() -> None:
    state = replace(played(table(), [], ROW), pub=(Guest("red", "big"),))
    variants = unseen(state, turn(CLOSING, "red"))
    assert {(move.figures[0].kind, move.pub) for move in variants} == {
        ("small", ()),
        ("tall", ()),
        ("big", ("red",)),
    }


def test_nothing_is_unseen_where_nothing_closes_or_nothing_makes_sense() -> None:
    state = played(table(), [], ROW)
    assert unseen(state, turn("forest@1,-1 village@2,-1 mountain@2,-2", "red")) == ()
    assert unseen(state, TriplePlacement("red", "forest-moor-village", 0, (0, 0))) == ()
    assert unseen(state, Recount("red", {"red": 3})) == ()


# Each: what it proves, the start tile, the move that breaks a rule, and that rule.
KEPT: list[tuple[str, str, Move, str]] = [
    (
        "a tile beside nothing",
        ROW,
        turn("forest@7,7 moor@8,7 village@7,8 | small@7,7", "red"),
        "too_few_edges",
    ),
    ("nothing extended", ROW, turn("meadow@1,-1 moor@2,-1 village@2,-2", "red"), "no_region_extended"),
    ("a closed forest", CLOSED, turn("forest@1,-1 village@2,-1 mountain@2,-2", "red"), "region_has_cottage"),
    ("out of turn", ROW, turn("forest@1,-1 village@2,-1 mountain@2,-2", "blue"), "not_your_turn"),
    (
        "figures nobody can pay",
        ROW,
        turn("forest@1,-1 village@2,-1 mountain@2,-2 | small@1,-1 small@2,-1 tall@2,-2", "red"),
        "too_few_coins",
    ),
    ("two big ones", ROW, turn(f"{CLOSING} | big@1,-1 big@2,-1", "red"), "no_figure_left"),
    ("a figure on another tile", ROW, turn(f"{CLOSING} | small@4,0", "red"), "not_on_the_tile"),
    ("two on one field", ROW, turn(f"{CLOSING} | small@2,-1 tall@2,-1", "red"), "field_is_taken"),
    ("an empty pub", ROW, turn(f"{CLOSING} | | red", "red"), "nobody_in_pub"),
    ("another's pub", ROW, turn(f"{CLOSING} | | blue", "red"), "pub_not_your_turn"),
    ("a tile put back that fits", ROW, PutBack("red", "forest-moor-village"), "put_back_fits"),
    ("coins counted out of turn", ROW, Recount("blue", {"red": 7}), "not_your_turn"),
]


@pytest.mark.parametrize(("says", "begun", "move", "rule"), KEPT, ids=[entry[0] for entry in KEPT])
def test_a_move_against_the_rules_is_kept_as_a_house_rule(
    says: str, begun: str, move: Move, rule: str
) -> None:
    state = played(table(), [], begun)
    with pytest.raises(IllegalMoveError) as caught:
        check(state, move)
    assert caught.value.rule == rule, says
    then, _ = force(state, move)
    assert min(then.coins.values()) >= 0
    assert all(supply(then, player, kind) >= 0 for player in then.coins for kind in SUPPLY)
    if isinstance(move, TriplePlacement):
        assert set(move.cells) <= set(then.fields)
        assert then.player != move.player
        assert len(then.figures) + len(then.pub) == len(state.figures) + len(move.figures)
    assert winners(then)
    final(then)


def test_a_recount_leaves_the_turn_where_it_was_even_as_a_house_rule() -> None:
    state = played(table(), [], ROW)
    then, _ = force(state, Recount("blue", {"red": 7}))
    assert (then.player, then.coins) == ("red", {"red": 7, "blue": 1})


@pytest.mark.parametrize("fields", ["moor@0,0 forest@1,0", "moor@0,0 moor@5,5 moor@1,0 moor@2,0 moor@3,0"])
def test_any_start_tile_is_kept_as_a_house_rule(fields: str) -> None:
    then, _ = force(start(table()), opening(fields))
    assert len(then.fields) == len(fields.split())


def test_a_tile_laid_without_a_start_tile_is_kept_as_a_house_rule() -> None:
    then, _ = force(start(table()), turn("forest@0,0 moor@1,0 village@0,1 | small@0,0", "red"))
    assert then.laid == 1
    assert [figure.cell for figure in then.figures] == [(0, 0)]


# Each: what makes no sense, the move, and the name of the refusal.
SENSELESS: list[tuple[str, Move, str]] = [
    ("a tile on a tile", turn("forest@0,0 moor@1,0 village@0,1", "red"), "cell_is_taken"),
    (
        "a figure on no field",
        replace(turn(CLOSING, "red"), figures=(FigurePlacement((9, 9), "small"),)),
        "no_such_field",
    ),
    (
        "a figure of no kind",
        replace(turn(CLOSING, "red"), figures=(FigurePlacement((1, -1), "king"),)),
        "no_such_kind",
    ),
    ("a face of no tile", TriplePlacement("red", "sea-moor-forest", 0, (1, -1)), "unknown_face"),
    ("a face of no tile put back", PutBack("red", "forest"), "unknown_face"),
    ("six turns", TriplePlacement("red", "forest-moor-village", 6, (1, -1)), "turns"),
    ("a player who is not there", turn(CLOSING, "green"), "not_a_player"),
    ("a buyer who is not there", turn(f"{CLOSING} | | green", "red"), "not_a_player"),
    ("coins of one who is not there", Recount("red", {"green": 1}), "not_a_player"),
    ("fewer coins than none", Recount("red", {"red": -1}), "coins_below_none"),
    ("a second start tile", opening(), "start_tile_lies"),
]


@pytest.mark.parametrize(("says", "move", "rule"), SENSELESS, ids=[entry[0] for entry in SENSELESS])
def test_what_makes_no_sense_is_refused_even_as_a_house_rule(says: str, move: Move, rule: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        force(played(table(), [], ROW), move)
    assert caught.value.rule == rule, says


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ((), "start_tile_fields"),
        ((((0, 0), Field("moor")), ((0, 0), Field("forest"))), "start_tile_fields"),
        ((((0, 0), Field("sea")),), "unknown_field"),
    ],
)
def test_a_start_tile_that_is_nothing_is_refused_even_as_a_house_rule(fields: Any, rule: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        force(start(table()), Opening("red", fields))
    assert caught.value.rule == rule


cells = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
colours = st.sampled_from(["red", "red", "blue", "green"])
words = st.builds(
    lambda terrain, symbols: ".".join((terrain, *symbols)),
    st.sampled_from([*TERRAINS, "sea"]),
    st.lists(st.sampled_from(SYMBOLS), max_size=2),
)
faces = st.lists(words, min_size=2, max_size=3).map("-".join)
stands = st.builds(FigurePlacement, cells, st.sampled_from([*SUPPLY, "king"]))
any_move = (
    st.builds(
        TriplePlacement,
        colours,
        faces,
        st.integers(0, 6),
        cells,
        st.lists(stands, max_size=3).map(tuple),
        st.lists(colours, max_size=2).map(tuple),
    )
    | st.builds(PutBack, colours, faces)
    | st.builds(Recount, colours, st.dictionaries(colours, st.integers(-1, 50), max_size=2))
)


@settings(EASY, max_examples=100)
@given(options, st.lists(any_move, max_size=25))
def test_whatever_is_done_the_game_goes_on_or_it_is_refused(
    chosen: dict[str, Any], moves: list[Move]
) -> None:
    setup = table(**chosen)
    state, kept, refusals = played(setup, [], START), [opening(START)], list[str]()
    for move in moves:
        try:
            state, _ = force(state, move)
        except IllegalMoveError as refusal:
            refusals.append(str(refusal))
            continue
        kept.append(move)
        unseen(state, move)
    assert [refusal for refusal in refusals if not refusal.endswith(".")] == []
    assert min(state.coins.values()) >= 0
    document = NOTATION.dump_game(setup, kept, forced=range(1, len(kept)), ended=True)
    assert len(NOTATION.load_game(document).moves) == len(kept)
    assert RULES.replay(document)["final"]["coins"] == state.coins
