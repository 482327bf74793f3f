"""Two thousand random games, scored by the rules room and by the slow scorer that shares no code with it."""

from itertools import product
from random import Random

import pytest

from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.documents.games import NOTATION
from scoring.games.carcassonne.engine.options import OPTIONS, RULE_SETS
from scoring.games.carcassonne.engine.play import apply, points_after
from tests.scoring.carcassonne.notation import table
from tests.scoring.carcassonne.slow_scorer import slow_points
from tests.some import some

BATCHES, GAMES_A_BATCH = 20, 100
NAMES = [option.name for option in OPTIONS]
VALUES = [[value.value for value in option.values] for option in OPTIONS]
MIXES = [
    (rules.name, dict(zip(NAMES, values, strict=True)))
    for rules, values in product(RULE_SETS, product(*VALUES))
]


def game_number(number: int) -> tuple[str, dict[str, str | bool]]:
    """Give every tenth game an unchanged rule set, and the others all mixes of options in turn."""
    if number % 10 == 0:
        return RULE_SETS[number // 10 % 2].name, {}
    return MIXES[number % len(MIXES)]


def test_all_mixes_of_options_are_compared() -> None:
    numbers = range(BATCHES * GAMES_A_BATCH)
    compared = {(rules, *options.values()) for rules, options in map(game_number, numbers) if options}
    assert compared == {(rules, *options.values()) for rules, options in MIXES}


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_hundred_random_games_score_as_the_slow_scorer_says(batch: int) -> None:
    for number in some(range(batch * GAMES_A_BATCH, (batch + 1) * GAMES_A_BATCH)):
        rng = Random(number)
        rules, options = game_number(number)
        setup = table(rules, rng.randint(2, 5), **options)
        game, last = random_game(setup, rng, rng.choice([None, 15, 30, 50]))
        after, points = slow_points(NOTATION.game_document(game))
        state, sums = start(setup), []
        for move in game.moves:
            state, _ = apply(state, move)
            sums.append(list(state.points.values()))
        assert sums == after, number
        assert state == last, number
        assert points_after(state) == points, number
