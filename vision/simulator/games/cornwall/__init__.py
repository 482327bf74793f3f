"""Cornwall at the synthetic table: a game by chance, with tiles, figures, cottages, coins and a pub."""

from random import Random

from scoring.game import PlayerSeat, Setup
from scoring.games.cornwall.engine.options import COLOURS
from vision.simulator.games.cornwall.box import box
from vision.simulator.games.cornwall.playing import play
from vision.simulator.games.cornwall.truth import lies

__all__ = ["box", "lies", "play", "seat"]

DEMO_PX = (1152, 648)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
SURROUNDED = 0.2
"""How often a table plays by the plain reading of when a region is closed."""


def seat(seed: int) -> Setup:
    """Seat two to four players by chance."""
    chance = Random(f"seats of cornwall {seed}")
    colours = chance.sample(COLOURS, chance.randint(2, 4))
    players = tuple(PlayerSeat(name, colour) for name, colour in zip(NAMES, colours, strict=False))
    options = {"closing": "surrounded"} if chance.random() < SURROUNDED else {}
    return Setup("rulebook-000", players, options)
