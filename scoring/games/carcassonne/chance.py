"""Games played by chance, for measuring and for showing; all chance comes in from outside."""

from collections.abc import Mapping
from random import Random

from scoring.documents.game import GameDocument
from scoring.game import Cell, Setup
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.engine.followers import abbot_of, meeples
from scoring.games.carcassonne.engine.moves import Discard, Move, TilePlacement
from scoring.games.carcassonne.engine.options import CarcassonneOptions, options_of
from scoring.games.carcassonne.engine.placing import placements
from scoring.games.carcassonne.engine.play import apply
from scoring.games.carcassonne.engine.state import START_FACE, CarcassonneState
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.games.carcassonne.land.regions import neighbours

RECALL_CHANCE = 0.1
KEEP_CHANCE = 0.4
"""How often a player who could place a figure keeps it."""
LIKED: Mapping[str, float] = {"city": 3, "road": 2, "cloister": 4, "garden": 3, "field": 0.6}
"""How readily a figure is put on what, one against the other."""


def random_game(
    setup: Setup, rng: Random, tiles: int | None = None
) -> tuple[GameDocument[Move], CarcassonneState]:
    """Play a whole game, or its first tiles, with moves chosen by chance.

    Args:
        setup: Who plays by which rules.
        rng: Where chance comes from; the same seed gives the same game.
        tiles: How many tiles to draw; all by default.

    Returns:
        The game as it can be written down, ended, and its last state.
    """
    state, moves = start(setup), []
    for face, garden in shuffled_box(options_of(setup), rng)[:tiles]:
        move = random_move(state, face, garden, rng)
        state, _ = apply(state, move)
        moves.append(move)
    return GameDocument(setup, tuple(moves), True), state


def shuffled_box(options: CarcassonneOptions, rng: Random) -> list[tuple[str, bool]]:
    """Give all tiles in the order they are drawn, each a face and whether it carries a garden."""
    land = [tile for face in faces().values() if not face.is_river for tile in _copies(face.name)]
    land.remove((START_FACE, False))
    rng.shuffle(land)
    if not options.river:
        return land
    river = [tile for face in faces().values() if face.role == "middle" for tile in _copies(face.name)]
    rng.shuffle(river)
    lake = "river_L" if options.spring == "plain" else "river_L_C3"
    return [*river, (lake, False), *land]


def random_move(state: CarcassonneState, face: str, garden: bool, rng: Random) -> Move:
    """Choose a place for a tile, snug ones more often, then a figure or none, each by chance."""
    places = list(placements(state, face))
    if not places:
        return Discard(state.player, face)
    cell, turns = max(rng.choices(places, k=3), key=lambda place: neighbours(state.land, place[0]))
    if state.options.abbot and abbot_of(state, state.player) and rng.random() < RECALL_CHANCE:
        return TilePlacement(state.player, face, turns, cell, garden=garden, recall_abbot=True)
    meeple = rng.choice([None, *meeples(state, cell, lay_face(face, turns, garden))])
    return TilePlacement(state.player, face, turns, cell, meeple, garden)


def sensible_moves(state: CarcassonneState, face: str, garden: bool, rng: Random) -> list[TilePlacement]:
    """Give the moves for a tile in an order of likely preference: snug places first, few farmers.

    Returns:
        A move for every place at which the tile may be laid, each with a figure or without by chance.
    """
    places = list(placements(state, face))
    rng.shuffle(places)
    places.sort(key=lambda place: -neighbours(state.land, place[0]) - rng.uniform(0, 2))
    return [_sensible_move(state, face, place, garden, rng) for place in places]


def _sensible_move(
    state: CarcassonneState, face: str, place: tuple[Cell, int], garden: bool, rng: Random
) -> TilePlacement:
    cell, turns = place
    if state.options.abbot and abbot_of(state, state.player) and rng.random() < RECALL_CHANCE:
        return TilePlacement(state.player, face, turns, cell, garden=garden, recall_abbot=True)
    choices = list(meeples(state, cell, lay_face(face, turns, garden)))
    if not choices or rng.random() < KEEP_CHANCE:
        return TilePlacement(state.player, face, turns, cell, garden=garden)
    meeple = rng.choices(choices, [LIKED[choice.feature] for choice in choices])[0]
    return TilePlacement(state.player, face, turns, cell, meeple, garden)


def _copies(face: str) -> list[tuple[str, bool]]:
    gardens = faces()[face].garden_count
    return [(face, copy < gardens) for copy in range(faces()[face].count)]
