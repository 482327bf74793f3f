"""Every game there is, found by folder: what any game must be able to do is tested on each."""

from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring import games as rules_of
from scoring.game import Setup
from scoring.roles import AnyRules
from vision import games as readers_of
from vision.yardstick import Yardstick

SEEDS = (1, 2)
EARLY = 9
"""After so many tiles a board still has few regions, and after all of them many."""


class Played(NamedTuple):
    """A game by chance: the moves, and the state before each of them and after the last."""

    rules: AnyRules
    yardstick: Yardstick[Any, Any, Any]
    setup: Setup
    moves: tuple[Any, ...]
    states: tuple[Any, ...]

    @property
    def some(self):
        """The state before the first move, early, in the middle and after the last."""
        return [self.states[index] for index in (0, EARLY, len(self.moves) // 2, len(self.moves))]

    def begun(self, at):
        """Give the setup of the same game, begun where it stood before one of its moves."""
        rules, state = self.rules, self.states[at]
        board = import_module(f"scoring.games.{rules.info.name}.documents.boards").board_of(state)
        begins = {
            "board": rules.dump_board(board),
            "points": dict(rules.points(state)),
            "turn": rules.player(state),
            **{name: dict(each) for name, each in rules.balances(state).items()},
        }
        setup = Setup(self.setup.rules, self.setup.players, self.setup.options, begins)
        return rules.load_setup(rules.dump_game(setup, ()))

    @property
    def steps(self):
        return zip(self.moves, self.states, self.states[1:], strict=False)


def play(name, seed):
    rules, yardstick = rules_of.load(name), readers_of.load_yardstick(name)
    moves, _ = yardstick.play(Random(seed))
    # Every option is spelled out, as in a kept game.
    setup = rules.load_setup(rules.dump_game(yardstick.setup, ()))
    states = [rules.start(setup)]
    for move in moves:
        states.append(rules.apply(states[-1], move)[0])
    return Played(rules, yardstick, setup, tuple(moves), tuple(states))


@pytest.fixture(scope="session", params=rules_of.names())
def game(request):
    """The name of each game."""
    return request.param


@pytest.fixture(scope="session")
def rules(game):
    return rules_of.load(game)


@pytest.fixture(scope="session", params=SEEDS)
def played(game, request):
    """A whole game played by chance."""
    return play(game, request.param)


@pytest.fixture
def play_by_seed(game):
    """Plays whole games by chance."""
    return lambda seed: play(game, seed)
