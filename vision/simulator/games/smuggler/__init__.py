"""Cornish Smuggler at the synthetic table: a printed map, pegs, ships, officers, goods and two markers."""

from random import Random

from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.engine.options import INFO
from vision.simulator.games.smuggler.playing import box, play, with_board
from vision.simulator.games.smuggler.truth import lies

__all__ = ["box", "lies", "play", "seat"]

DEMO_PX = (2304, 1296)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def seat(seed: int) -> Setup:
    """Seat players by chance around the board that we have made up."""
    chance = Random(f"seats of smuggler {seed}")
    colours = chance.sample(INFO.colours, chance.randint(INFO.min_players, INFO.max_players))
    players = tuple(PlayerSeat(name, colour) for name, colour in zip(NAMES, colours, strict=False))
    return with_board(Setup(INFO.rule_sets[0].name, players))
