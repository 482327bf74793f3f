"""What measuring Carcassonne needs: games by chance, a painted table, and what counts as right of a turn."""

from collections.abc import Sequence
from random import Random

from scoring.documents.values import Document, Written
from scoring.games import load
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.engine.moves import Move, TilePlacement
from scoring.games.carcassonne.engine.state import CarcassonneState, remaining
from scoring.games.carcassonne.land.catalogue import distinct, distinct_faces
from scoring.games.carcassonne.land.placed_tile import lay_face, segments_named
from vision.games.carcassonne.agreement import check_figures, check_tiles
from vision.games.carcassonne.agreement import compare_with_truth as compare
from vision.games.carcassonne.painted import SETUP
from vision.games.carcassonne.painted import painted_photograph as photograph
from vision.games.carcassonne.painted import painted_samples as samples
from vision.yardstick import TURNS, Count

__all__ = ["check_figures", "check_tiles", "compare", "photograph", "samples"]

Figure = tuple[str, str, frozenset[str]]
"""Its kind, the feature it stands on, and the sides that its segment reaches."""

setup = SETUP
tiles = 60
tiles_word = "tiles"
counts: tuple[Count, ...] = (
    Count("tiles_right", "tile: cell, face and turns", TURNS),
    Count("figures"),
    Count("figures_seen", "meeple seen", "figures"),
    Count("figures_in_colour", "meeple's colour", "figures"),
    Count("figures_on_feature", "meeple's feature", "figures"),
    Count("figures_false", "meeples that were none"),
)
_RULES = load("carcassonne")


def play(rng: Random, tiles: int | None = None) -> tuple[tuple[Move, ...], CarcassonneState]:
    """Play by chance; see ``vision.yardstick``."""
    game, state = random_game(SETUP, rng, tiles)
    return game.moves, state


def drawn(state: CarcassonneState) -> list[str]:
    """Name the faces still in the box; the river's are drawn before all others."""
    return [face for face, count in remaining(state).items() if count and not distinct_faces()[face].is_river]


def is_truth(document: Document) -> bool:
    """Tell whether a truth document tells of tiles and figures."""
    return {"tiles", "meeples"} <= document.keys()


# --- a turn ------------------------------------------------------------------------------------------


def place(move: Move) -> tuple[int, int] | None:
    """Give the cell on which a move lays its tile."""
    return move.cell if isinstance(move, TilePlacement) else None


def same_tile(placement: TilePlacement, other: TilePlacement) -> bool:
    """Tell whether two turns lay the same face on the same cell so that the rules see no difference."""
    same_face = distinct(placement.face)[0] == distinct(other.face)[0]
    return placement.cell == other.cell and same_face and _lies(placement) == _lies(other)


def is_same(placement: Move, other: Move) -> bool:
    """Tell whether two turns are the same by the rules."""
    if not isinstance(placement, TilePlacement) or not isinstance(other, TilePlacement):
        return placement == other
    figures = figure_of(placement) == figure_of(other) and placement.recall_abbot == other.recall_abbot
    return placement.player == other.player and same_tile(placement, other) and figures


def _lies(move: TilePlacement) -> frozenset[tuple[str, frozenset[str], int]]:
    segments = lay_face(move.face, move.turns, move.garden).segments
    return frozenset((segment.feature, frozenset(segment.sides), segment.shields) for segment in segments)


def figure_of(move: TilePlacement) -> Figure | None:
    """Give the figure that a turn puts on its tile, if any, with the whole segment it stands on."""
    if move.meeple is None:
        return None
    tile = lay_face(move.face, move.turns, move.garden)
    named = segments_named(tile, move.meeple.feature, move.meeple.sides)
    sides = frozenset(side for index in named for side in tile.segments[index].sides)
    return move.meeple.kind, move.meeple.feature, sides


def is_told(move: Move) -> bool:
    """Say of every move that it shows on the table."""
    return False


def turned_to(read: Sequence[Move], moves: Sequence[Move]) -> None:
    """Never tell a game anew: its start tile has a north."""


def count(read: Move | None, true: Move) -> dict[str, int]:
    """Count what was read right of a turn: its tile, then its figure, step by step."""
    if not isinstance(true, TilePlacement):
        return {"tiles_right": int(read == true)}
    if not isinstance(read, TilePlacement):
        return {"figures": int(true.meeple is not None)}
    is_seen = None not in (read.meeple, true.meeple) and read.cell == true.cell
    in_colour = is_seen and read.player == true.player
    return {
        "tiles_right": int(same_tile(read, true)),
        "figures": int(true.meeple is not None),
        "figures_seen": int(is_seen),
        "figures_in_colour": int(in_colour),
        "figures_on_feature": int(in_colour and figure_of(read) == figure_of(true)),
        "figures_false": int(read.meeple is not None and true.meeple is None),
    }


def answers(state: CarcassonneState, read: Move, true: Move) -> Written | None:
    """Find the answers that make a proposal the true turn, where there are any."""
    if not isinstance(true, TilePlacement):
        return None
    tile = {"face": true.face, "turns": true.turns, "cell": list(true.cell)}
    moved = _RULES.answer(state, read, tile)
    places = [question for question in _RULES.ask(state, moved) if question.name == "stands_on"]
    for choice in (choice for question in places for choice in question.choices):
        given = {**tile, "stands_on": choice.value}
        if is_same(_RULES.answer(state, read, given), true):
            return given
    return None
