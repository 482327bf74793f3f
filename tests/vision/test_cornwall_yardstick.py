"""A game of Cornwall is measured the way round in which its start tile was read."""

from random import Random

import pytest

from scoring.games import load
from scoring.games.cornwall.chance import random_game
from scoring.games.cornwall.engine.moves import Opening, TriplePlacement
from scoring.games.cornwall.land.hexes import innermost, neighbours, turned
from vision.games.cornwall import yardstick

RULES = load("cornwall")


def _points(moves):
    state = RULES.start(yardstick.SETUP)
    for move in moves:
        state, _ = RULES.apply(state, move)
    return RULES.points(state), state


def _seen_turned(opening, sixths):
    """The same start tile, as a camera on another side of the table names its fields."""
    fields = {turned(cell, sixths): field for cell, field in opening.fields}
    q, r = innermost(fields.keys())
    return Opening(opening.player, tuple(sorted(((x - q, y - r), field) for (x, y), field in fields.items())))


@pytest.mark.parametrize("sixths", range(1, 6))
def test_a_game_told_the_other_way_round_is_legal_and_scores_the_same(sixths):
    moves, state = yardstick.play(Random(f"turned {sixths}"), 12)
    told = yardstick.turned_to([_seen_turned(moves[0], sixths)], moves)
    assert told is not None
    points, after = _points(told.moves)
    assert points == RULES.points(state)
    assert after.coins == state.coins
    assert told.moves[0] == _seen_turned(moves[0], sixths)
    for before, after in zip(moves, told.moves, strict=True):
        if _is_tile(before):
            spot = told.spot("tile:{},{}".format(*before.cell))
            assert spot == "tile:{},{}".format(*after.cell)


def _is_tile(move):
    return isinstance(move, TriplePlacement)


def test_a_game_read_as_it_was_played_is_told_as_it_is():
    moves, _ = yardstick.play(Random(5), 4)
    assert yardstick.turned_to(moves, moves) is None


def test_another_start_tile_is_not_the_same_one_turned():
    (moves, _), (others, _) = (yardstick.play(Random(seed), 4) for seed in (5, 6))
    assert yardstick.turned_to(others, moves) is None


def test_the_start_tile_of_a_game_by_chance_has_its_innermost_field_at_the_origin():
    for seed in range(20):
        game, _ = random_game(yardstick.SETUP, Random(seed), 1)
        opening = game.moves[0]
        assert isinstance(opening, Opening)
        assert innermost([cell for cell, _ in opening.fields]) == (0, 0)


@pytest.mark.parametrize("sixths", range(-6, 7))
def test_turning_keeps_neighbours_and_six_sixths_change_nothing(sixths):
    assert {turned(there, sixths) for there in neighbours((2, -5))} == set(
        neighbours(turned((2, -5), sixths))
    )
    assert turned(turned((3, 1), sixths), -sixths) == (3, 1)


@pytest.mark.slow
def test_the_box_that_is_photographed_was_learned_tile_by_tile() -> None:
    learned = [sorted(sample.face.split("-")) for sample in yardstick.samples()]
    _, truth = yardstick.photograph(6)
    tiles: dict[int, list[str]] = {}
    for field in truth["fields"]:
        tiles.setdefault(field["tile"], []).append(".".join([field["terrain"], *field["symbols"]]))
    assert len(tiles) == 6
    assert all(sorted(fields) in learned for fields in tiles.values())
