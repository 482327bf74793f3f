"""What players of Cornwall may look up during a game, compared with the slow scorer and the final scoring."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import ScoreLine
from scoring.games.cornwall.chance import random_box, random_game
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.editor.inspecting import COINS, IN_PUB, places, regions, supplies
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.play import final, legal
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState, Guest
from scoring.games.cornwall.rules import left
from tests.scoring.cornwall.cornwall_notation import played, table, wild_box
from tests.scoring.cornwall.cornwall_slow_scorer import SlowGame

ROW = "moor@0,0 forest@1,0 meadow@2,0 village@3,0 mountain@4,0"


def random_state(number: int) -> tuple[CornwallState, SlowGame]:
    """Play a game by chance, and again for the slow scorer, without the last scoring."""
    rng = Random(number)
    options: dict[str, str | bool] = {
        "closing": ("surrounded", "no_tile_fits")[number % 2],
        "at_end": ("all", "all", "moors")[number % 3],
    }
    setup = table(rng.randint(2, 4), **options)
    game, state = random_game(
        setup, rng, rng.choice([5, 15, 30, None]), wild_box(rng) if number % 4 else None
    )
    slow = SlowGame(NOTATION.game_document(game))
    for move in NOTATION.game_document(game)["moves"]:
        slow.play(move)
    return state, slow


@pytest.mark.parametrize("number", range(40))
def test_every_region_is_closed_or_open_and_peopled_as_the_slow_scorer_says(number: int) -> None:
    state, slow = random_state(number)
    found = regions(state)
    assert sorted(cell for each in found for cell in each.cells) == sorted(slow.land)
    assert len({each.name for each in found}) == len(found)
    for each in found:
        assert sorted(slow.region(each.cells[0])) == list(each.cells)
        assert slow.land[each.cells[0]][0] == each.feature
        has_cottage, can_grow = slow.shows(list(each.cells), "cottage"), slow.can_grow(list(each.cells))
        assert each.is_completed == (each.feature != "moor" and (has_cottage or not can_grow))
        assert bool(each.open_edges) == (can_grow and not has_cottage)
        assert dict(each.figures) == Counter(man[0] for man in slow.men if man[2] in each.cells)
        assert bool(each.players) == bool(each.figures)
        assert len(each.outlines_mm) == len(each.cells)


@pytest.mark.parametrize("number", range(40))
def test_what_regions_bring_at_the_end_is_the_final_scoring(number: int) -> None:
    state, _ = random_state(number)
    held = [line for each in regions(state) if each.players for line in each.at_end]
    lines = [line for line in final(state) if line.feature != "coins"]
    assert Counter(map(repr, held)) == Counter(map(repr, lines))


def test_the_coins_are_the_last_lines_one_for_each_who_has_any() -> None:
    state = replace(played(table(3), [], ROW), coins={"red": 2, "blue": 0, "yellow": 1})
    assert [(line.feature, line.players, line.points) for line in final(state)] == [
        ("coins", ("red",), 2),
        ("coins", ("yellow",), 1),
    ]


def test_a_region_tells_who_leads_and_what_it_would_pay() -> None:
    turns = [
        "village.flag@3,-1 meadow@2,-1 forest@3,-2 | tall@3,-1",
        "village@3,1 mountain@2,1 moor@2,2 | small@3,1",
    ]
    state = played(table(), turns, ROW)
    (village,) = [each for each in regions(state) if each.feature == "village"]
    assert village.name == "village:3,-1"
    assert (village.figures, village.players) == ((("blue", 1), ("red", 1)), ("red",))
    assert [term.points for term in village.finished] == [9]
    lines: tuple[ScoreLine, ...] = village.at_end
    assert [(line.players, line.points) for line in lines] == [(("red",), 9), (("blue",), 3)]
    (moor, *_) = [each for each in regions(state) if each.feature == "moor"]
    assert (moor.is_completed, moor.finished) == (False, ())


@pytest.mark.parametrize("number", range(8))
def test_places_are_where_the_legal_moves_go(number: int) -> None:
    state, _ = random_state(number)
    for face in random_box(Random(number), 5):
        moves = [move for move in legal(state, face) if isinstance(move, TriplePlacement)]
        told = {(place.cell, turns) for place in places(state, face) for turns in place.turns}
        assert told == {(move.cell, move.turns) for move in moves}


def test_a_face_that_is_none_is_refused_and_one_turned_otherwise_is_known() -> None:
    state = played(table(), [], ROW)
    with pytest.raises(UnreadableError, match="face of three fields"):
        places(state, "forest")
    assert places(state, "moor-village-forest") == places(state, "forest-moor-village") != ()


def test_nobody_knows_what_is_left_in_the_box() -> None:
    assert left(played(table(), [], ROW)) == ()


def test_figures_on_the_land_and_in_the_pub_are_missing_from_a_supply() -> None:
    state = played(table(), ["forest@1,-1 village@2,-1 mountain@2,-2 | tall@1,-1"], ROW)
    state = replace(state, pub=(Guest("blue", "small"), Guest("blue", "small"), Guest("red", "tall")))
    told = {(each.player, each.kind): (each.left, each.of) for each in supplies(state)}
    assert told["red", "tall"] == (0, 2)
    assert told["blue", "small"] == (2, 4)
    assert told["blue", "big"] == (1, 1)
    assert {kind for player, kind in told if player == "blue"} == {*SUPPLY, COINS, IN_PUB}


def test_coins_and_figures_in_the_pub_are_told_beside_the_supply_without_a_most() -> None:
    state = replace(played(table(), [], ROW), coins={"red": 4, "blue": 0})
    state = replace(state, pub=(Guest("blue", "small"), Guest("blue", "big")))
    told = {(each.player, each.kind): (each.left, each.of) for each in supplies(state)}
    assert (told["red", COINS], told["blue", COINS]) == ((4, 0), (0, 0))
    assert (told["red", IN_PUB], told["blue", IN_PUB]) == ((0, 0), (2, 0))
