"""What players may look up during a game, compared with the slow scorer and with the final scoring."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from scoring.errors import UnreadableError
from scoring.game import Holding, ScoreLine
from scoring.games import load
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.documents.games import NOTATION
from scoring.games.carcassonne.editor.inspecting import left, places, regions, supplies
from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.games.carcassonne.engine.play import apply, final, force, legal
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.catalogue import faces
from scoring.picture import contains
from tests.scoring.carcassonne.notation import played, table
from tests.scoring.carcassonne.slow_scorer import Piece, SlowGame
from tests.some import some

TILE_MM = 45.0
GAMES = sorted((Path(__file__).parents[2] / "games/carcassonne").glob("*.json"))


def random_state(number: int) -> tuple[CarcassonneState, SlowGame]:
    """Play a game by chance, and again for the slow scorer, without the last scoring."""
    rng = Random(number)
    options: dict[str, str | bool] = {
        "abbot": number % 2 == 0,
        "river": number % 3 == 0,
        "farms": "once_per_player",
    }
    setup = table(rng.choice(["leaflet-001", "leaflet-004"]), rng.randint(2, 5), **options)
    game, state = random_game(setup, rng, rng.choice([8, 20, 40, None]))
    slow = SlowGame(NOTATION.game_document(game))
    for move in NOTATION.game_document(game)["moves"]:
        slow.play(move)
    return state, slow


def slow_regions(slow: SlowGame) -> list[tuple[list[Piece], bool]]:
    found, seen = [], set[int]()
    for piece in (piece for pieces in slow.cells.values() for piece in pieces):
        if id(piece) not in seen:
            whole, is_open = slow.flood(piece)
            seen |= set(map(id, whole))
            found.append((whole, is_open))
    return found


def key(
    feature: str, cells: set[tuple[int, int]], finished: int, at_end: int, held: tuple[str, ...]
) -> tuple[object, ...]:
    return feature, tuple(sorted(cells)), finished, at_end, held


def slow_keys(slow: SlowGame) -> Counter[tuple[object, ...]]:
    keys = []
    for whole, is_open in slow_regions(slow):
        kind, cells = whole[0].kind, {piece.cell for piece in whole}
        if kind == "field" or (kind == "garden" and not slow.options["abbot"]):
            continue
        held = tuple(sorted(slow.owners(whole))) if any(f[2] in whole for f in slow.figures) else ()
        done = not is_open if kind in ("road", "city") else slow.around(whole[0].cell) == 8
        finished = 9 if kind in ("cloister", "garden") else slow.worth(whole, True)
        keys.append(key(kind, cells, finished, slow.worth(whole, done), held))
    return Counter(keys)


def worth(holding: Holding) -> tuple[int, int]:
    return sum(term.points for term in holding.finished), sum(line.points for line in holding.at_end)


@pytest.mark.parametrize("number", range(40))
def test_every_region_is_held_and_worth_what_the_slow_scorer_says(number: int) -> None:
    state, slow = random_state(number)
    ours = [each for each in regions(state) if each.feature != "field"]
    keys = [key(each.feature, set(each.cells), *worth(each), each.players) for each in ours]
    assert Counter(keys) == slow_keys(slow)


@pytest.mark.parametrize("number", range(40))
def test_what_regions_bring_at_the_end_is_the_final_scoring(number: int) -> None:
    state, _ = random_state(number)
    held = [line for each in regions(state) if each.players for line in each.at_end]
    assert Counter(map(in_words, held)) == Counter(map(in_words, final(state)))


def in_words(line: ScoreLine) -> str:
    return repr(line)


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_in_every_written_game_the_regions_add_up_to_the_final_lines(path: Path) -> None:
    game = NOTATION.load_game(json.loads(path.read_text()))
    state = start(game.setup)
    for index, move in enumerate(game.moves):
        state, _ = (force if index in game.forced else apply)(state, move)
    held = [line for each in regions(state) if each.players for line in each.at_end]
    assert Counter(map(in_words, held)) == Counter(map(in_words, final(state)))


def test_a_knight_alone_holds_an_open_city_and_both_sums_are_told() -> None:
    state = played(table(), ["N2@0,-1 city:S"])
    (city,) = [each for each in regions(state) if each.feature == "city" and each.figures]
    assert city.players == ("red",)
    assert city.figures == (("red", 1),)
    assert not city.is_completed
    assert city.open_edges == 1
    assert worth(city) == (4, 2)


def test_an_abbots_garden_misses_the_cells_around_it_and_pays_nine_when_they_are_filled() -> None:
    state = played(table(abbot=True), ["U1g@1,0 abbot garden"])
    (garden,) = [each for each in regions(state) if each.feature == "garden"]
    assert (garden.open_edges, worth(garden)) == (7, (9, 2))


def test_regions_that_nobody_may_hold_are_not_listed() -> None:
    state = start(table(farmers=False, river=True))
    assert [each.feature for each in regions(state)] == []


@pytest.mark.parametrize("number", range(6))
def test_a_tile_is_covered_by_its_regions_and_each_name_is_given_once(number: int) -> None:
    state, _ = random_state(number)
    found = regions(state)
    assert len({each.name for each in found}) == len(found)
    for column, row in some(state.land.tiles):
        for x, y in ((0.07, 0.5), (0.5, 0.93), (0.3, 0.06)):
            at = (column + x) * TILE_MM, (row + y) * TILE_MM
            over = [each for each in found if any(contains(line, at) for line in each.outlines_mm)]
            assert over, (column, row, x, y)
            assert (column, row) in over[-1].cells


@pytest.mark.parametrize("number", range(6))
def test_places_are_where_the_legal_moves_go(number: int) -> None:
    state, _ = random_state(number)
    for face in some(faces()):
        moves = [move for move in legal(state, face) if isinstance(move, TilePlacement)]
        told = {(place.cell, turns) for place in places(state, face) for turns in place.turns}
        assert told == {(move.cell, move.turns) for move in moves}


def test_a_place_is_outlined_where_the_picture_draws_its_cell() -> None:
    state = start(table())
    (place,) = [place for place in places(state, "E") if place.cell == (0, -1)]
    assert place.turns == (2,)
    assert place.outline_mm == ((0.0, -45.0), (45.0, -45.0), (45.0, 0.0), (0.0, 0.0))


def test_a_face_that_is_none_is_refused_and_one_all_drawn_fits_nowhere() -> None:
    state = start(table())
    with pytest.raises(UnreadableError, match="no face 'ZZ'"):
        places(state, "ZZ")
    assert places(state, "river_B") == ()


def test_what_is_left_and_what_lies_make_up_the_box() -> None:
    state = played(table(), ["E2@0,-1", "E2@0,1"])
    counts = {each.face: each.count for each in left(state)}
    assert sum(counts.values()) == 72 - 3
    assert counts["E"] == 3
    assert () not in [each.picture.placed for each in left(state)]


def test_a_figure_on_the_table_is_missing_from_its_players_supply() -> None:
    state = played(table(abbot=True), ["E2@0,1 city:S"])
    told = {(each.player, each.kind): (each.left, each.of) for each in supplies(state)}
    assert told["blue", "follower"] == (7, 7)
    assert told["red", "abbot"] == (1, 1)
    assert told["red", "follower"] == (6, 7)


def test_the_rules_answer_all_of_it() -> None:
    rules, state = load("carcassonne"), start(table())
    assert rules.regions(state) == regions(state)
    assert rules.places(state, "E") == places(state, "E")
    assert rules.left(state) == left(state)
    assert rules.supplies(state) == supplies(state)
