"""Games in one line a move, for tests: "A1@1,0 road:W" is face A turned once at [1, 0], a thief to the west.

"garden" copies are written "U1g@1,0"; figures "city:N", "abbot cloister"; then "recall" and "discard C".
"""

import re
from collections.abc import Sequence

from scoring.game import PlayerSeat, Setup
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.play import apply
from scoring.games.carcassonne.engine.state import CarcassonneState

COLOURS = ("red", "blue", "yellow", "green", "black")


def table(rules: str = "leaflet-004", players: int = 2, **options: str | bool) -> Setup:
    """Seat players at a table with some options of their own."""
    return Setup(rules, tuple(PlayerSeat(colour.title(), colour) for colour in COLOURS[:players]), options)


def move_written(text: str, player: str) -> Move:
    """Read one move."""
    tile, *rest = text.split()
    if tile == "discard":
        return Discard(player, rest[0])
    match = re.fullmatch(r"(\w+)(\d)(g?)@(-?\d+),(-?\d+)", tile)
    assert match, text
    face, turns, garden, column, row = match.groups()
    kind = "abbot" if rest[:1] == ["abbot"] else "follower"
    feature, *sides = rest[-1].split(":") if rest else [""]
    meeple = Meeple(feature, tuple(sides), kind) if rest and rest != ["recall"] else None
    cell = (int(column), int(row))
    return TilePlacement(player, face, int(turns), cell, meeple, bool(garden), rest == ["recall"])


def played(setup: Setup, moves: Sequence[str]) -> CarcassonneState:
    """Play moves in turn order."""
    state = start(setup)
    for text in moves:
        state, _ = apply(state, move_written(text, state.player))
    return state
