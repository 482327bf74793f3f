"""What must hold in every game, tried on games that chance has played."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.game import GameDocument
from scoring.errors import IllegalMoveError
from scoring.game import Cell, Setup
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.documents.boards import board_of, dump_board, load_board, score_board
from scoring.games.carcassonne.documents.status import status
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.options import OPTIONS
from scoring.games.carcassonne.engine.play import apply, check, final, legal
from scoring.games.carcassonne.engine.state import SUPPLY, CarcassonneState
from scoring.games.carcassonne.land.catalogue import HALF_EDGES, SIDES, faces
from scoring.games.carcassonne.land.placed_tile import OPPOSITE, lay_face, segments_after, segments_named
from scoring.games.carcassonne.land.regions import beside, land_of
from tests.scoring.carcassonne.notation import table
from tests.some import perhaps, some

EASY = settings(max_examples=30)
FEW = settings(EASY, max_examples=8)

options = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from([v.value for v in option.values]) for option in OPTIONS}
)


@st.composite
def games(draw: st.DrawFn, most: int = 84) -> tuple[GameDocument[Move], CarcassonneState]:
    rules = draw(st.sampled_from(["leaflet-001", "leaflet-004"]))
    setup = table(rules, draw(st.integers(2, 5)), **draw(options))
    return random_game(setup, Random(draw(st.integers(0, 2**32))), draw(st.integers(1, most)))


def play(setup: Setup, moves: Sequence[Move]) -> CarcassonneState:
    state = start(setup)
    for move in moves:
        state, _ = apply(state, move)
    return state


@EASY
@given(games())
def test_replaying_a_game_gives_the_same_game(game: tuple[GameDocument[Move], CarcassonneState]) -> None:
    assert play(game[0].setup, game[0].moves) == play(game[0].setup, game[0].moves) == game[1]


@EASY
@given(games())
def test_regions_divide_the_segments_among_them(game: tuple[GameDocument[Move], CarcassonneState]) -> None:
    land = game[1].land
    segments = [(cell, i) for cell, tile in land.tiles.items() for i in range(len(tile.segments))]
    parts = [part for region in land.regions.values() for part in region.parts]
    assert sorted(parts) == sorted(segments)
    for name, region in some(land.regions.items()):
        assert {land.tiles[cell].segments[i].feature for cell, i in region.parts} == {region.feature}
        assert all(land.region_of[part] == name for part in region.parts)


@EASY
@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_laying_tiles_does_not_change_the_regions(
    game: tuple[GameDocument[Move], CarcassonneState], rng: Random
) -> None:
    tiles = list(game[1].land.tiles.items())
    rng.shuffle(tiles)
    again = land_of(tiles)
    assert set(again.regions.values()) == set(game[1].land.regions.values())
    assert again.frontier == game[1].land.frontier


@EASY
@given(games())
def test_every_point_comes_from_a_line_and_every_line_from_its_terms(
    game: tuple[GameDocument[Move], CarcassonneState],
) -> None:
    state = start(game[0].setup)
    points = dict(state.points)
    for move in some(game[0].moves):
        state, lines = apply(state, move)
        for line in perhaps(lines):
            assert line.points == sum(term.count * term.each for term in line.terms)
            assert list(line.where) == sorted(set(line.where))
            for player in line.players:
                points[player] += line.points
        assert points == state.points


@EASY
@given(games())
def test_nobody_ever_has_more_figures_out_than_they_own(
    game: tuple[GameDocument[Move], CarcassonneState],
) -> None:
    state = start(game[0].setup)
    for move in some(game[0].moves):
        state, _ = apply(state, move)
        for seat, kind in product(state.setup.players, SUPPLY):
            out = [f for f in state.figures if (f.player, f.kind) == (seat.colour, kind)]
            assert len(out) <= SUPPLY[kind]


def every_move(state: CarcassonneState, face: str) -> Iterator[Move]:
    """Give every move one could think of with a face, sensible or not."""
    tiles = list(state.land.tiles)
    columns = range(min(c for c, _ in tiles) - 2, max(c for c, _ in tiles) + 3)
    rows = range(min(r for _, r in tiles) - 2, max(r for _, r in tiles) + 3)
    yield Discard(state.player, face)
    for cell, turns, garden in product(product(columns, rows), range(4), (False, True)):
        yield from every_placement(state, face, turns, cell, garden)


def every_placement(
    state: CarcassonneState, face: str, turns: int, cell: Cell, garden: bool
) -> Iterator[TilePlacement]:
    bare = TilePlacement(state.player, face, turns, cell, garden=garden)
    yield bare
    if refused(state, bare):
        return
    yield TilePlacement(state.player, face, turns, cell, garden=garden, recall_abbot=True)
    for kind, segment in product(SUPPLY, segments_after(face, turns, True)):
        meeple = Meeple(segment.feature, segment.sides[:1], kind)
        yield TilePlacement(state.player, face, turns, cell, meeple, garden)


def refused(state: CarcassonneState, move: Move) -> bool:
    try:
        check(state, move)
    except IllegalMoveError:
        return True
    return False


@FEW
@given(games(most=30), st.data())
def test_legal_gives_exactly_the_moves_that_check_lets_pass(
    game: tuple[GameDocument[Move], CarcassonneState], data: Any
) -> None:
    state = game[1]
    for face in some(
        data.draw(st.lists(st.sampled_from(list(faces())), min_size=4, max_size=4, unique=True))
    ):
        allowed = {move for move in every_move(state, face) if not refused(state, move)}
        offered = [move for garden in (False, True) for move in legal(state, face, garden)]
        assert set(offered) == allowed
        assert len(set(offered)) == len(offered) or offered.count(Discard(state.player, face)) == 2


@FEW
@given(games(most=84), st.sampled_from(sorted(faces())))
def test_legal_agrees_with_check_on_large_boards(
    game: tuple[GameDocument[Move], CarcassonneState], face: str
) -> None:
    state = game[1]
    offered = set(legal(state, face)) | set(legal(state, face, garden=True))
    assert offered == {move for move in every_move(state, face) if not refused(state, move)}


@EASY
@given(games())
def test_a_games_board_scores_as_the_game_would_if_it_ended_now(
    game: tuple[GameDocument[Move], CarcassonneState],
) -> None:
    state = game[1]
    board = load_board(dump_board(board_of(state)))
    assert board == board_of(state)
    assert score_board(board, state.setup) == final(state)
    assert status(board, state.setup) == ()


@pytest.mark.parametrize("face", faces())
def test_four_turns_bring_a_face_back_and_sides_follow_its_edges(face: str) -> None:
    for turns in range(4):
        tile = lay_face(face, turns)
        for index, side in enumerate(SIDES):
            assert tile.edges[index] == faces()[face].edges[(index - turns) % 4]
            if tile.edges[index] != "field":
                assert tile.segments[tile.index_at[side]].feature == tile.edges[index]
        halves = [side for s in tile.segments if s.feature == "field" for side in s.sides]
        city_sides = [side for i, side in enumerate(SIDES) if tile.edges[i] == "city"]
        assert sorted(halves) == sorted(h for h in HALF_EDGES if h[0] not in city_sides)
        for segment, side in some((each, side) for each in tile.segments for side in each.sides):
            found = segments_named(tile, segment.feature, (side,))
            assert [tile.segments[i] for i in found] == [segment]


def test_touching_sides_touch_each_other_back() -> None:
    for side, other in OPPOSITE.items():
        assert OPPOSITE[other] == side
        assert beside(beside((3, -2), side[0]), other[0]) == (3, -2)
