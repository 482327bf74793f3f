"""The Castles of Tuscany at the synthetic table: regions, tableaus, the display and the score plan."""

from random import Random

from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany.engine.options import COLOURS
from vision.simulator.games.tuscany.box import box
from vision.simulator.games.tuscany.playing import play
from vision.simulator.games.tuscany.truth import lies, spots_of

__all__ = ["box", "lies", "play", "seat", "spots_of"]

DEMO_PX = (2304, 1296)
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def seat(seed: int) -> Setup:
    """Seat two to four players by chance."""
    chance = Random(f"seats of tuscany {seed}")
    colours = chance.sample(COLOURS, chance.randint(2, 4))
    players = tuple(PlayerSeat(name, colour) for name, colour in zip(NAMES, colours, strict=False))
    return Setup("rulebook-002", players)
