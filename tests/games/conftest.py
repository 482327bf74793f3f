"""Every game there is, found by folder: what any game must be able to do is tested on each."""

from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from scoring import games as rules_of
from scoring.game import Setup
from scoring.roles import AnyRules
from vision import games as readers_of
from vision.yardstick import Yardstick

PACKAGES = (*rules_of.HERE, "tests.games.further")
"""Where the suite finds games: those of the house, and a small one that hides more and lays less."""
SEEDS = (1, pytest.param(2, marks=pytest.mark.slow))
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
    def early(self):
        """The index of a move early in the game; a short one has few."""
        return min(EARLY, len(self.moves) // 3)

    @property
    def some(self):
        """The state before the first move, early, in the middle and after the last."""
        at = [next(i for i in self.laying if i >= index) for index in (self.early, len(self.moves) // 2)]
        return [self.states[index] for index in (0, *at, len(self.moves))]

    @property
    def laying(self):
        """The indexes of the moves that lay something."""
        return [i for i, move in enumerate(self.moves) if self.rules.face_of(move)]

    def begun(self, at):
        """Give the setup of the same game, begun where it stood before one of its moves."""
        rules, state = self.rules, self.states[at]
        if not hasattr(rules, "load_board"):
            pytest.skip("begins at its beginning: nothing judges a photograph of its table")
        board = import_module(f"scoring.games.{rules.info.name}.documents.boards").board_of(state)
        # What the players have told of their box is none of the board, but known all the same.
        box = msgspec.to_builtins(state.box) if hasattr(state, "box") else None
        begins = {
            "board": rules.dump_board(board),
            "points": dict(rules.points(state)),
            "turn": rules.player(state),
            **{name: dict(each) for name, each in rules.balances(state).items()},
        }
        setup = Setup(self.setup.rules, self.setup.players, self.setup.options, begins, box)
        return rules.load_setup(rules.dump_game(setup, ()))

    @property
    def steps(self):
        return zip(self.moves, self.states, self.states[1:], strict=False)


def load_yardstick(name):
    """Give what a game is played by chance by; a small game has no camera, and its own beside its rules."""
    if name in readers_of.names():
        return readers_of.load_yardstick(name)
    return import_module(f"tests.games.{name}.yardstick")


def play(name, seed):
    rules, yardstick = rules_of.load(name, PACKAGES), load_yardstick(name)
    moves, _ = yardstick.play(Random(seed))
    # Every option is spelled out, as in a kept game.
    setup = rules.load_setup(rules.dump_game(yardstick.setup, ()))
    states = [rules.start(setup)]
    for move in moves:
        states.append(rules.apply(states[-1], move)[0])
    return Played(rules, yardstick, setup, tuple(moves), tuple(states))


@pytest.fixture(scope="session", params=rules_of.names(PACKAGES))
def game(request):
    """The name of each game."""
    return request.param


@pytest.fixture(scope="session")
def rules(game):
    return rules_of.load(game, PACKAGES)


@pytest.fixture(scope="session", params=SEEDS)
def played(game, request):
    """A whole game played by chance."""
    return play(game, request.param)


@pytest.fixture
def play_by_seed(game):
    """Plays whole games by chance."""
    return lambda seed: play(game, seed)
