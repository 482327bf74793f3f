"""Two thousand random games, played by the rules room and by the slow scorer that shares no code with it."""

from itertools import product
from random import Random

import pytest
from cornwall_notation import table, wild_box
from cornwall_slow_scorer import SlowGame

from scoring.games.cornwall.chance import random_game
from scoring.games.cornwall.documents import Game, dump_move, game_document
from scoring.games.cornwall.moves import Move, Placement, Recount
from scoring.games.cornwall.options import OPTIONS
from scoring.games.cornwall.play import apply, points_after, winners
from scoring.games.cornwall.state import State, start

BATCHES, GAMES_A_BATCH = 20, 100
NAMES = [option.name for option in OPTIONS]
MIXES = [
    dict(zip(NAMES, values, strict=True))
    for values in product(*([value.value for value in option.values] for option in OPTIONS))
]


def options_of_number(number: int) -> dict[str, str | bool]:
    """Give every tenth game the usual rules, and the others all mixes of options in turn."""
    return {} if number % 10 == 0 else MIXES[number % len(MIXES)]


def test_all_mixes_of_options_are_compared() -> None:
    compared = {tuple(options_of_number(n).values()) for n in range(BATCHES * GAMES_A_BATCH) if n % 10}
    assert compared == {tuple(mix.values()) for mix in MIXES}
    assert len(MIXES) == 96


def recounted(game: Game, rng: Random) -> list[Move]:
    """Give the moves of a game, coins counted anew before some: everybody has at least what they had."""
    moves: list[Move] = []
    state = start(game.setup)
    for move in game.moves:
        if (
            isinstance(move, Placement)
            and rng.random() < 0.1
            and game.setup.options.get("coin_supply") != "20"
        ):
            moves.append(Recount(state.player, {state.player: state.coins[state.player] + rng.randint(0, 2)}))
            state, _ = apply(state, moves[-1])
        moves.append(move)
        state, _ = apply(state, move)
    return moves


def the_same(state: State, slow: SlowGame) -> bool:
    pub = [(guest.player, guest.kind) for guest in state.pub]
    men = [(figure.player, figure.kind, figure.cell) for figure in state.figures]
    return (state.points, state.coins, sorted(pub), sorted(men)) == (
        slow.points,
        slow.coins,
        sorted(slow.pub),
        sorted(slow.men),
    )


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_hundred_random_games_score_as_the_slow_scorer_says(batch: int) -> None:
    for number in range(batch * GAMES_A_BATCH, (batch + 1) * GAMES_A_BATCH):
        rng = Random(number)
        setup = table(rng.randint(2, 4), **options_of_number(number))
        box = wild_box(rng) if number % 3 == 0 else None
        game, _ = random_game(setup, rng, rng.choice([None, 12, 24]), box)
        slow, state = SlowGame(game_document(Game(setup, (), True))), start(setup)
        for move in recounted(game, rng):
            document = dump_move(move)
            assert "face" not in document or slow.objection(document) == "", (number, document)
            state, _ = apply(state, move)
            slow.play(document)
            assert the_same(state, slow), (number, document)
        slow.end()
        assert points_after(state) == slow.points, number
        assert winners(state) == slow.best(), number
