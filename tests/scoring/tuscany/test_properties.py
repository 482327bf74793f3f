"""What must hold in every game of The Castles of Tuscany, tried on games that chance has played."""

import json
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.game import Cell, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.chance import random_box, random_game, random_region
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.display import too_many
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    CountedHeap,
    CountedHeaps,
    LaidTile,
    Move,
    Payment,
    PlaceAction,
    ReadFields,
    StartCastle,
    ToldHand,
)
from scoring.games.tuscany.engine.options import OPTIONS
from scoring.games.tuscany.engine.play import apply, force, view, view_move
from scoring.games.tuscany.engine.points import final, points_after
from scoring.games.tuscany.engine.state import TuscanyState, is_over, start
from scoring.games.tuscany.land.box import sample_box
from scoring.games.tuscany.land.regions import areas_of, check_fields, joined
from scoring.games.tuscany.land.tiles import FIELDS, TOKENS
from scoring.geometry.hexes import turned
from scoring.roles.observation import EVERYBODY
from scoring.sheet import total
from tests.scoring.tuscany.tuscany_notation import table
from tests.some import perhaps, some

EASY = settings(max_examples=25)
FEW = settings(EASY, max_examples=8)
options = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from([v.value for v in option.values]) for option in OPTIONS}
)
Course = list[tuple[TuscanyState, Move, TuscanyState]]


@st.composite
def courses(draw: st.DrawFn, **fixed: str) -> tuple[Setup, Course]:
    """Give a game played by chance: its moves, each with the state before it and after it."""
    setup = table(draw(st.integers(2, 4)), **{**draw(options), **fixed})
    rng = Random(draw(st.integers(0, 2**32)))
    box = sample_box() if draw(st.booleans()) else None
    game, _ = random_game(setup, rng, box, draw(st.integers(0, 200)))
    state, course = start(setup), []
    for move in game.moves:
        after, _ = apply(state, move)
        course.append((state, move, after))
        state = after
    return setup, course


@EASY
@given(courses())
def test_red_and_green_points_only_grow_and_red_by_exactly_the_lines(game: tuple[Setup, Course]) -> None:
    for before, move, after in some(game[1]):
        _, lines = apply(before, move)
        assert total(lines, RULES.points(before)) == RULES.points(after)
        for player, realm in some(after.realms.items()):
            assert realm.red >= before.realms[player].red
            greens = [line for line in lines if line.players == (player,) and line.currency == "green"]
            assert realm.green == before.realms[player].green + sum(line.points for line in greens)
            assert min([line.points for line in greens], default=1) > 0


@EASY
@given(courses())
def test_covered_and_bare_fields_are_thirty_the_display_has_eight_and_no_token_is_there_six_times(
    game: tuple[Setup, Course],
) -> None:
    for _, _, state in some(game[1]):
        for realm in some(state.realms.values()):
            assert realm.bare + len(realm.covered) == len(realm.fields) in {0, 30}
            assert {*realm.covered} <= {*realm.fields}
            assert min(realm.marble, realm.workers, realm.put_out) >= 0
            assert realm.put_out <= 21
            assert len(realm.store) == 1 + realm.tokens.count("storage")
        tokens = Counter(token for realm in state.realms.values() for token in realm.tokens)
        assert max([tokens[token] for token in TOKENS]) <= 5
        lying = [tile for tile in state.display if tile is not None]
        assert len(lying) in {0, 8} or not state.neutral + state.removed
        assert not too_many(state) or not state.neutral + state.removed


@FEW
@given(courses())
def test_a_game_written_and_read_again_is_the_same_and_a_forced_one_too(game: tuple[Setup, Course]) -> None:
    for before, move, after in some(game[1]):
        written = json.loads(json.dumps(NOTATION.plain_move(move)))
        assert NOTATION.load_move(written) == move
        assert force(before, move)[0] == after


def with_moves(setup: Setup, moves: list[Move]) -> list[tuple[int, ...]]:
    state, sums = start(setup), []
    for move in moves:
        state, _ = apply(state, move)
        sums.append(tuple(number for realm in state.realms.values() for number in (realm.red, realm.green)))
    return sums


def without_cards(move: Move) -> Move:
    """Leave out of a turn which cards were paid; the workers lie on the table for all to see."""
    if not isinstance(move, ActionTurn):
        return move
    acts = tuple(
        replace(act, pays=Payment(None, act.pays.workers))
        if isinstance(act, PlaceAction) and act.pays
        else act
        for act in move.actions
    )
    return replace(move, actions=acts)


@FEW
@given(courses(hands="at_end"))
def test_not_telling_which_cards_were_paid_changes_no_point(game: tuple[Setup, Course]) -> None:
    setup, course = game
    moves = [move for _, move, _ in course]
    assert with_moves(setup, [*map(without_cards, moves)]) == with_moves(setup, moves)


def swung(cell: Cell, seat: int, sixths: int, east: int) -> Cell:
    """Turn a cell of a player's region about where it is laid, and move it."""
    q, r = turned((cell[0] - 40 * seat, cell[1]), sixths)
    return q + 40 * seat + east, r


def swing(move: Move, seats: list[str], regions: dict[str, dict[Cell, str]], sixths: int, east: int) -> Move:
    seat = seats.index(move.player)

    def tile(laid: LaidTile) -> LaidTile:
        takes = laid.takes and tile(laid.takes)
        return replace(laid, cell=swung(laid.cell, seat, sixths, east), takes=takes)

    if move.player in regions and "lays" in NOTATION.dump_move(move):
        fields = {swung(cell, seat, sixths, east): colour for cell, colour in regions[move.player].items()}
        return ReadFields(move.player, fields)
    if isinstance(move, StartCastle):
        return replace(move, cell=swung(move.cell, seat, sixths, east))
    if isinstance(move, ActionTurn):
        acts = tuple(replace(a, tile=tile(a.tile)) if isinstance(a, PlaceAction) else a for a in move.actions)
        return replace(move, actions=acts)
    return move


@FEW
@given(courses(), st.integers(0, 5), st.integers(-3, 3))
def test_a_board_turned_or_moved_scores_the_same(game: tuple[Setup, Course], sixths: int, east: int) -> None:
    setup, course = game
    last = course[-1][2]
    regions = {player: {**realm.fields} for player, realm in last.realms.items()}
    seats = [seat.colour for seat in setup.players]
    moves = [move for _, move, _ in course]
    assert with_moves(setup, [swing(m, seats, regions, sixths, east) for m in moves]) == with_moves(
        setup, moves
    )


@FEW
@given(courses(hands="followed"))
def test_nobody_sees_more_than_the_number_of_their_own_cards(game: tuple[Setup, Course]) -> None:
    for _, move, state in some(game[1]):
        for viewer in (EVERYBODY, *state.realms):
            seen = view(state, viewer)
            assert view(seen, viewer) == seen
            assert view_move(view_move(move, viewer), viewer) == view_move(move, viewer)
            known = {player for player, realm in seen.realms.items() if realm.hand is not None}
            assert known <= ({*state.realms} if is_over(state) else {viewer, *state.counted})
            richer = {
                player: realm
                if player in known or player == viewer
                else replace(realm, hand=(realm.hand or 0) + 7)
                for player, realm in state.realms.items()
            }
            if not is_over(state):
                assert view(replace(state, realms=richer), viewer) == seen


@EASY
@given(st.integers(0, 2**32), st.booleans())
def test_any_three_pieces_joined_have_the_counts_of_colours_and_areas_that_cover_them(
    seed: int, is_sample: bool
) -> None:
    rng = Random(seed)
    box = sample_box() if is_sample else random_box(rng)
    letters = {letter: letter + rng.choice("1234") for letter in "ABC"}
    fields = joined(box.region, random_region(box, letters, 0, rng))
    check_fields(fields)
    assert Counter(fields.values()) == FIELDS
    areas = areas_of(fields)
    assert {*areas} == {*fields}
    assert sum(len(area) for area in {*areas.values()}) == 30
    assert max(map(len, areas.values())) <= 3 or not is_sample


def test_no_area_of_any_board_of_the_sample_box_is_larger_than_three() -> None:
    sizes, threes = set[int](), 0
    rng = Random(1)
    for number in range(400):
        letters = {
            letter: f"{letter}{1 + number // power % 4}"
            for letter, power in zip("ABC", (1, 4, 16), strict=True)
        }
        areas = areas_of(joined(sample_box().region, random_region(sample_box(), letters, 0, rng)))
        sizes |= {len(area) for area in areas.values()}
        threes += any(len(area) == 3 for area in areas.values())
    assert sizes == {1, 2, 3}
    assert threes > 300


def test_what_the_sample_box_holds_adds_up_as_the_rulebook_counts() -> None:
    box = sample_box()
    assert box.made_up
    assert sum(box.own_tiles.values()) == 21
    assert sum(box.neutral_tiles.values()) == 32
    assert sum(kind.count for kind in box.yield_cards) == 27
    assert {*box.colour_bonus} == {*FIELDS}
    assert len(box.region.pieces) == 12
    for letter in "ABC":
        counts = [Counter(box.region.pieces[f"{letter}{number}"]) for number in range(1, 5)]
        assert counts == counts[:1] * 4


def test_the_specification_s_four_boards_pay_37_38_37_38_green_for_their_areas() -> None:
    """A1, B1 and C1 unturned, by the two steps from one piece to the next."""
    sums = []
    for first in (-2, -1):
        for second in (-2, -1):
            pieces = [("A1", (0, 0)), ("B1", (first, 3)), ("C1", (first + second, 6))]
            document: dict[str, Any] = {
                "player": "red",
                "lays": [{"piece": piece, "turns": 0, "cell": [*cell]} for piece, cell in pieces],
            }
            move = NOTATION.load_move(document)
            fields = joined(sample_box().region, move.pieces)  # type: ignore[union-attr]
            sums.append(sum({1: 1, 2: 3, 3: 6}[len(area)] for area in {*areas_of(fields).values()}))
    assert sums == [37, 38, 37, 38]


@FEW
@given(courses())
def test_what_is_scored_at_the_end_is_never_less_than_nothing(game: tuple[Setup, Course]) -> None:
    for _, _, state in some(game[1][::9]):
        assert points_after(state) == total(final(state), state.points)
        for line in perhaps(final(state)):
            assert line.points > 0
            assert len(line.players) > 0


@FEW
@given(courses(hands="followed"), st.integers(0, 9))
def test_what_all_may_see_of_a_game_replays_to_the_same_end(game: tuple[Setup, Course], cards: int) -> None:
    """Hands told in private are counted once more at the end, for all to see."""
    setup, course = game
    at = len(course) // 2
    moves: list[Move] = [move for _, move, _ in course]
    moves[at:at] = [ToldHand("red", cards)]
    if course[-1][2].is_played:
        moves.append(CountedHeaps("red", {"red": CountedHeap(hand=cards)}))
    states = []
    for seen in (moves, [view_move(move, EVERYBODY) for move in moves]):
        state = start(setup)
        for move in seen:
            state, _ = apply(state, move)
        states.append(state)
    assert is_over(states[0]) == is_over(states[1])
    assert states[0].points == states[1].points
    if is_over(states[0]):
        assert points_after(states[0]) == points_after(states[1])
    assert view(states[0], EVERYBODY) == view(states[1], EVERYBODY)
