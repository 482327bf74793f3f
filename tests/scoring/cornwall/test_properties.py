"""What must hold in every game of Cornwall, tried on games that chance has played."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import Cell, Setup
from scoring.games.cornwall import RULES
from scoring.games.cornwall.chance import (
    CHAPELS,
    COTTAGES,
    FLAGS,
    random_box,
    random_game,
    random_move,
    random_opening,
    sensible_moves,
)
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.editor.singles import single_tile
from scoring.games.cornwall.engine.coins import bill
from scoring.games.cornwall.engine.moves import (
    FigurePlacement,
    Move,
    PutBack,
    Recount,
    TriplePlacement,
    placed,
)
from scoring.games.cornwall.engine.options import OPTIONS
from scoring.games.cornwall.engine.placing import as_laid, placements
from scoring.games.cornwall.engine.play import apply, check, force, legal, points_after
from scoring.games.cornwall.engine.regions import is_scored, region_at, regions_of
from scoring.games.cornwall.engine.state import SUPPLY, TILES, CornwallState, supply
from scoring.games.cornwall.land.fields import Field, face_of, fields_of
from scoring.games.cornwall.land.hexes import AROUND, neighbours, trefoil, trefoils_over
from tests.scoring.cornwall.cornwall_notation import played, table, wild_box
from tests.some import perhaps, some

EASY = settings(max_examples=30)
FEW = settings(EASY, max_examples=8)
options = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from([v.value for v in option.values]) for option in OPTIONS}
)
Course = list[tuple[CornwallState, Move]]


@st.composite
def courses(draw: st.DrawFn, most: int = TILES) -> tuple[Setup, Course, CornwallState]:
    """Give a game played by chance: its moves, each with the state before it, and its last state."""
    setup = table(draw(st.integers(2, 4)), **draw(options))
    rng = Random(draw(st.integers(0, 2**32)))
    box = wild_box(rng) if draw(st.booleans()) else None
    game, last = random_game(setup, rng, draw(st.integers(1, most)), box)
    state, course = start(setup), []
    for move in game.moves:
        course.append((state, move))
        state, _ = apply(state, move)
    return setup, course, last


@EASY
@given(courses())
def test_replaying_gives_the_same_games(game: tuple[Setup, Course, CornwallState]) -> None:
    setup, course, last = game
    state = start(setup)
    for before, move in some(course):
        assert state == before
        state, _ = apply(state, move)
    assert state == last


@EASY
@given(courses())
def test_figures_are_before_their_player_on_the_land_or_in_the_pub(
    game: tuple[Setup, Course, CornwallState],
) -> None:
    for state in some([state for state, _ in game[1]] + [game[2]]):
        out = Counter((figure.player, figure.kind) for figure in state.figures)
        drinking = Counter((guest.player, guest.kind) for guest in state.pub)
        for seat, kind in product(state.setup.players, SUPPLY):
            left = supply(state, seat.colour, kind)
            assert left + out[seat.colour, kind] + drinking[seat.colour, kind] == SUPPLY[kind]
        assert len({figure.cell for figure in state.figures}) == len(state.figures)
        assert all(figure.cell in state.fields for figure in state.figures)


@EASY
@given(courses())
def test_coins_change_by_exactly_what_a_turn_earns_and_costs(
    game: tuple[Setup, Course, CornwallState],
) -> None:
    after = [state for state, _ in game[1][1:]] + [game[2]]
    for (state, move), then in some(zip(game[1], after, strict=True)):
        gained = Counter(then.coins)
        gained.subtract(state.coins)
        if not isinstance(move, TriplePlacement):
            assert not any(some(gained.values()))
            continue
        paid = bill(state, move)
        others = [player for player in move.pub if player != move.player]
        assert gained.pop(move.player) == paid.earned - paid.pub - paid.figures
        assert {player for player, count in gained.items() if count} == set(others)
        assert all(gained[player] == -1 for player in others)
        assert min(then.coins.values()) >= 0
        assert paid.earned <= 2


@EASY
@given(courses())
def test_a_box_of_twenty_never_gives_more(game: tuple[Setup, Course, CornwallState]) -> None:
    limit = {"20": 20, "40": 40}.get(game[2].options.coin_supply, 10**6)
    for state, _ in some(game[1]):
        assert sum(state.coins.values()) <= limit


@EASY
@given(courses())
def test_regions_divide_the_fields_among_them(game: tuple[Setup, Course, CornwallState]) -> None:
    fields = game[2].fields
    found = regions_of(fields)
    assert sorted(cell for region in found for cell in region.cells) == sorted(fields)
    for region in found:
        assert {fields[cell].terrain for cell in region.cells} == {region.terrain}
        assert all(region_at(fields, cell) == region for cell in region.cells)
        around = {there for cell in region.cells for there in neighbours(cell)} - region.cells
        assert region.terrain not in {fields[cell].terrain for cell in around & fields.keys()}


@EASY
@given(courses(), st.randoms(use_true_random=False))
def test_the_order_in_which_fields_lie_does_not_change_the_regions(
    game: tuple[Setup, Course, CornwallState], rng: Random
) -> None:
    fields = list(game[2].fields.items())
    rng.shuffle(fields)
    assert regions_of(dict(fields)) == regions_of(game[2].fields)


@EASY
@given(courses())
def test_every_point_comes_from_a_line_and_points_never_fall(
    game: tuple[Setup, Course, CornwallState],
) -> None:
    for state, move in some(game[1]):
        then, lines = apply(state, move)
        points = dict(state.points)
        for line in perhaps(lines):
            assert line.points == sum(term.count * term.each for term in line.terms) > 0
            assert line.players
            assert list(line.players) == sorted(set(line.players))
            assert list(line.where) == sorted(set(line.where))
            for player in line.players:
                points[player] += line.points
        assert points == then.points
        assert all(then.points[player] >= state.points[player] for player in points)
    for player, points in some(game[2].points.items()):
        assert points_after(game[2])[player] >= points


@EASY
@given(courses())
def test_no_region_is_scored_twice_and_none_that_is_closed_waits(
    game: tuple[Setup, Course, CornwallState],
) -> None:
    scored = Counter[Cell]()
    for state, move in some(game[1]):
        then, lines = apply(state, move)
        scored.update({line.where[0] for line in lines if line.feature != "chapel"})
        for line in perhaps(lines):
            assert line.feature == "chapel" or not [f for f in perhaps(then.figures) if f.cell in line.where]
        for figure in then.figures:
            assert not is_scored(then.fields, region_at(then.fields, figure.cell), then.options)
    cells = set(scored)
    regions = [region.cells & cells for region in regions_of(game[2].fields)]
    assert all(count == 1 for count in scored.values())
    assert max(map(len, regions)) <= 1


@EASY
@given(courses())
def test_a_move_written_and_read_again_is_the_same(game: tuple[Setup, Course, CornwallState]) -> None:
    for _, move in some(game[1]):
        assert NOTATION.load_move(json.loads(json.dumps(NOTATION.dump_move(move)))) == move
        if isinstance(move, TriplePlacement):
            entries = [
                {"cell": list(cell), "terrain": field.terrain, "symbols": list(field.symbols)}
                for cell, field in move.fields.items()
            ]
            named = {
                key: value
                for key, value in NOTATION.dump_move(move).items()
                if key not in ("face", "turns", "cell")
            }
            again = NOTATION.load_move({**named, "fields": entries})
            assert isinstance(again, TriplePlacement)
            # A tile of three like fields has three names; what lies on the table is the same.
            assert again.fields == move.fields
            assert (again.player, again.figures, again.pub) == (move.player, move.figures, move.pub)


@EASY
@given(courses(), st.data())
def test_a_game_written_down_replays_to_the_same_points(
    game: tuple[Setup, Course, CornwallState], data: st.DataObject
) -> None:
    setup, moves = game[0], [move for _, move in game[1]]
    forced = frozenset(data.draw(st.sets(st.integers(0, len(moves) - 1))))
    document = json.loads(
        json.dumps(NOTATION.game_document(replace(NOTATION.load_game(as_game(setup, moves)), forced=forced)))
    )
    assert NOTATION.load_game(document).moves == tuple(moves)
    sheet = RULES.replay(document)
    assert sheet["final"]["points"] == points_after(game[2])
    assert sheet["final"]["coins"] == game[2].coins
    assert {entry["move"] - 1 for entry in sheet["after"] if entry.get("house_rule")} == forced


def as_game(setup: Setup, moves: list[Move]) -> dict[str, Any]:
    seats = [{"name": seat.name, "colour": seat.colour} for seat in setup.players]
    written = [NOTATION.dump_move(move) for move in moves]
    return {
        "rules": setup.rules,
        "options": dict(setup.options),
        "players": seats,
        "moves": written,
        "ended": True,
    }


@EASY
@given(courses())
def test_forcing_a_legal_move_is_doing_it(game: tuple[Setup, Course, CornwallState]) -> None:
    for state, move in some(game[1]):
        assert force(state, move) == apply(state, move)


@EASY
@given(courses())
def test_a_recount_changes_coins_alone(game: tuple[Setup, Course, CornwallState]) -> None:
    state = game[2]
    move = Recount(state.player, {state.player: state.coins[state.player]})
    assert apply(state, move) == (state, ())
    fewer = Recount(state.player, dict.fromkeys(state.coins, 0))
    then, lines = apply(state, fewer)
    assert (replace(then, coins=state.coins), lines) == (state, ())


# --- what is offered is what is allowed


def every_place(state: CornwallState, face: str) -> Iterator[TriplePlacement]:
    """Give every way a tile could lie on or around the land, sensible or not, each look once."""
    cells = {there for cell in state.fields for near in neighbours(cell) for there in neighbours(near)}
    seen = set[frozenset[Any]]()
    for cell, turns in product(sorted(cells), range(6)):
        move = TriplePlacement(state.player, face, turns, cell)
        look = frozenset(move.fields.items())
        if look not in seen:
            seen.add(look)
            yield as_laid(move)


def is_allowed(state: CornwallState, move: Move) -> bool:
    try:
        check(state, move)
    except IllegalMoveError:
        return False
    return True


def every_turn(state: CornwallState, move: TriplePlacement) -> Iterator[TriplePlacement]:
    """Give every way of putting figures on a tile and of buying from the pub, sensible or not."""
    buyers = [(), *[(seat.colour,) for seat in state.setup.players], tuple(sorted(state.coins))]
    for kinds in product((None, *SUPPLY), repeat=3):
        cells = zip(move.cells, kinds, strict=True)
        stands = tuple(sorted(FigurePlacement(cell, kind) for cell, kind in cells if kind))
        for pub in dict.fromkeys(buyers):
            yield replace(move, figures=stands, pub=pub)


def laid(move: TriplePlacement) -> frozenset[tuple[Cell, Field]]:
    """What lies where: a tile whose fields are all alike may be turned without a difference."""
    return frozenset(move.fields.items())


@FEW
@given(courses(), st.integers(0, 2**32))
def test_a_tile_is_offered_exactly_where_it_may_lie(
    game: tuple[Setup, Course, CornwallState], seed: int
) -> None:
    state = replace(game[2], tile_of=dict.fromkeys(game[2].fields, 0))
    for face in {*random_box(Random(seed), 3), *wild_box(Random(seed), 3), "forest-forest-forest"}:
        offered = [
            TriplePlacement(state.player, face, turns, cell) for cell, turns in placements(state, face)
        ]
        allowed = {laid(move) for move in every_place(state, face) if is_allowed(state, move)}
        assert allowed == {laid(move) for move in offered}
        assert len(allowed) == len(offered)
        assert is_allowed(state, PutBack(state.player, face)) == (not offered)


@FEW
@given(courses(most=25), st.integers(0, 2**32))
def test_legal_gives_exactly_the_turns_that_check_lets_pass(
    game: tuple[Setup, Course, CornwallState], seed: int
) -> None:
    state = game[2]
    (face,) = random_box(Random(seed), 1)
    offered = list(legal(state, face))
    assert len(set(offered)) == len(offered)
    assert all(is_allowed(state, move) for move in offered)
    places = [
        move for move in offered if isinstance(move, TriplePlacement) and not (move.figures or move.pub)
    ]
    for place in perhaps(places[:3]):
        here = {move for move in offered if isinstance(move, TriplePlacement) and move.fields == place.fields}
        allowed = {move for move in every_turn(state, place) if is_allowed(state, move)}
        assert {move for move in here if len(move.pub) < 2} == {move for move in allowed if len(move.pub) < 2}
        assert allowed <= here


def test_legal_takes_no_longer_than_what_is_asked_of_it() -> None:
    state = replace(played(table()), coins={"red": 30, "blue": 1})
    moves = legal(state, "forest-meadow-village")
    assert next(moves) == next(legal(state, "forest-meadow-village"))
    assert len(list(moves)) > 500


# --- hexagons, faces and chance


def test_trefoils_are_three_cells_each_beside_the_others() -> None:
    for turns in range(6):
        cells = trefoil((4, -7), turns)
        assert len(cells) == 3
        assert all(other in neighbours(one) for one in cells for other in cells if one != other)
    assert len({frozenset(cells) for cells in trefoils_over((0, 0))}) == len(AROUND)


@given(st.integers(0, 2**32), st.integers(0, 5), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_a_tile_is_the_same_however_its_face_is_turned(seed: int, turns: int, cell: Cell) -> None:
    (face,) = wild_box(Random(seed), 1)
    move = TriplePlacement("red", face, turns, cell)
    assert placed("red", move.fields).fields == move.fields
    assert as_laid(move) == placed("red", move.fields)
    words = face.split("-")
    assert {face_of(fields_of("-".join(words[i:] + words[:i]))) for i in range(3)} == {face}


@pytest.mark.parametrize("seed", range(10))
def test_a_box_made_up_is_as_the_rulebook_says_of_tiles(seed: int) -> None:
    box = random_box(Random(seed))
    fields = [field for face in box for field in fields_of(face)]
    counts = Counter(symbol for field in fields for symbol in field.symbols)
    assert counts == {"cottage": COTTAGES, "flag": FLAGS, "chapel": CHAPELS}
    assert len(box) == TILES
    assert all(2 <= len({field.terrain for field in fields_of(face)}) <= 3 for face in box)
    assert not any(field.symbols for field in some(fields) if field.terrain == "moor")


def test_games_of_chance_come_from_their_seed() -> None:
    assert random_game(table(), Random(5)) == random_game(table(), Random(5))
    state = start(table())
    assert random_opening(state, Random(3)) == random_opening(state, Random(3))
    assert random_opening(state, Random(3)) != random_opening(state, Random(4))


@FEW
@given(courses(most=30), st.integers(0, 2**32))
def test_sensible_moves_are_legal_and_one_a_place(
    game: tuple[Setup, Course, CornwallState], seed: int
) -> None:
    state, rng = game[2], Random(seed)
    (face,) = random_box(rng, 1)
    moves = sensible_moves(state, face, rng)
    assert Counter((move.cell, move.turns) for move in moves) == Counter(placements(state, face))
    assert moves
    assert all(is_allowed(state, move) for move in moves)
    assert is_allowed(state, random_move(state, face, rng))


def test_the_face_of_a_start_tile_names_every_terrain_once() -> None:
    face = "moor-village.flag-forest-meadow-mountain"
    assert single_tile(face, 4) == (face, 4)
    for wrong in ("moor-moor-forest-meadow-mountain", "moor-village-forest-meadow-lake"):
        with pytest.raises(UnreadableError, match=r"\.$"):
            single_tile(wrong, 0)
