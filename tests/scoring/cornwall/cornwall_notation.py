"""Cornwall in few words, for tests: fields "forest@0,1" or "meadow.flag@-1,0", figures "tall@0,1"."""

from collections.abc import Sequence
from random import Random

from scoring.game import Cell, PlayerSeat, Setup
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.engine.moves import FigurePlacement, Opening, TriplePlacement, placed
from scoring.games.cornwall.engine.play import apply
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.fields import TERRAINS, Field, face_of, symbols_of

COLOURS = ("red", "blue", "yellow", "green")
START = "moor@0,0 forest@1,0 mountain@0,1 village@-1,0 meadow@0,-1"
"""A start tile for tests: the moor in the middle, four others around it."""


def table(players: int = 2, **options: str | bool) -> Setup:
    """Seat players at a table with some options of their own."""
    return Setup(
        "rulebook-000", tuple(PlayerSeat(colour.title(), colour) for colour in COLOURS[:players]), options
    )


def cell_written(text: str) -> Cell:
    """Read a cell: "-1,0"."""
    q, r = text.split(",")
    return int(q), int(r)


def fields_written(text: str) -> dict[Cell, Field]:
    """Read fields with their cells."""
    words = [word.split("@") for word in text.split()]
    shown = [(cell_written(at), what.split(".")) for what, at in words]
    return {cell: Field(terrain, tuple(symbols)) for cell, (terrain, *symbols) in shown}


def opening(text: str = START, player: str = "red") -> Opening:
    """Read a start tile."""
    return Opening(player, tuple(sorted(fields_written(text).items())))


def turn(text: str, player: str) -> TriplePlacement:
    """Read a turn: "meadow@0,-2 forest@1,-2 village@1,-3 | small@0,-2 | red": figures and buyers may lack."""
    tile, figures, pub = (*text.split("|"), "", "")[:3]
    stands = tuple(
        sorted(
            FigurePlacement(cell_written(at), kind) for kind, at in (f.split("@") for f in figures.split())
        )
    )
    return placed(player, fields_written(tile), stands, tuple(sorted(pub.split())))


def played(setup: Setup, turns: Sequence[str] = (), begun: str = START) -> CornwallState:
    """Lay the start tile and play turns in turn order."""
    state, _ = apply(start(setup), opening(begun, setup.players[0].colour))
    for text in turns:
        state, _ = apply(state, turn(text, state.player))
    return state


def wild_box(rng: Random, tiles: int = 36) -> list[str]:
    """Make up tiles that no box would hold: any terrains, and any symbols that a field may have."""
    return [face_of(_wild_field(rng) for _ in range(3)) for _ in range(tiles)]


def _wild_field(rng: Random) -> Field:
    terrain = rng.choice(TERRAINS)
    return Field(terrain, rng.choice([(), (), *symbols_of(terrain)]))
