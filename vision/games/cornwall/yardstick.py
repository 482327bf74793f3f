"""What measuring Cornwall needs: games by chance, a painted table, and what counts as right of a turn."""

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random

import msgspec

from scoring.documents.values import Document, Written
from scoring.errors import ScoringError
from scoring.game import Cell, PlayerSeat, Setup
from scoring.games import load
from scoring.games.cornwall.chance import random_box, random_game
from scoring.games.cornwall.engine.moves import FigurePlacement, Move, Opening, TriplePlacement, placed
from scoring.games.cornwall.engine.state import TILES, CornwallState
from scoring.games.cornwall.land.fields import Field
from scoring.games.cornwall.land.hexes import turned
from scoring.spots import cell_of, tile_spot
from vision.games.cornwall.report.agreement import check_fields as check_tiles
from vision.games.cornwall.report.agreement import check_figures
from vision.games.cornwall.report.agreement import compare_with_truth as compare
from vision.reader import Image, Sample
from vision.simulator import games as hosts
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script
from vision.yardstick import TURNS, Count, TurnedGame

__all__ = ["check_figures", "check_tiles", "compare"]

GAME = "cornwall"
SETUP = Setup("rulebook-000", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
PHOTOGRAPH_PX = (3200, 2400)
SEED = 1
DRAWN = 12
"""So many faces are tried, since any may be drawn."""

setup = SETUP
tiles = 30
tiles_word = "fields"
counts: tuple[Count, ...] = (
    Count("fields"),
    Count("terrains_right", "field: terrain", "fields"),
    Count("symbols_right", "field: symbols", "fields"),
    Count("tiles_right", "tile: cells, terrains and symbols", TURNS),
    Count("figures"),
    Count("figures_seen", "figure seen", "figures"),
    Count("figures_in_colour", "figure's colour", "figures"),
    Count("figures_in_size", "figure's size", "figures"),
    Count("figures_false", "figures that were none"),
    Count("bought"),
    Count("bought_right", "figures bought back from the pub", "bought"),
    Count("bought_false", "purchases that were none"),
)


def play(rng: Random, tiles: int | None = None) -> tuple[Sequence[Move], CornwallState]:
    """Play by chance, with a box made up; see ``vision.yardstick``."""
    game, state = random_game(SETUP, rng, tiles)
    return game.moves, state


def drawn(state: CornwallState) -> list[str]:
    """Name some faces by chance; which ones a box holds is not known."""
    return sorted(set(random_box(Random(state.laid))[:DRAWN]))


def samples() -> Iterator[Sample]:
    """Photograph the tiles of the box that ``photograph`` plays with one by one; every game has another."""
    return single_tiles(hosts.load(GAME).box(SETUP, seed=SEED), SEED)


def photograph(tiles: int, seed: int = SEED) -> tuple[Image, Document]:
    """Photograph a synthetic table on which so many tiles lie, the start tile among them."""
    return photograph_end(script(seed, 0, PHOTOGRAPH_PX, min(tiles - 1, TILES), SETUP, game=GAME))


def is_truth(document: Document) -> bool:
    """Tell whether a truth document tells of fields and figures."""
    return {"fields", "figures"} <= document.keys()


# --- a turn ------------------------------------------------------------------------------------------


def shown(move: Move) -> dict[Cell, Field]:
    """Give the fields that a move lays, by their cells."""
    if isinstance(move, Opening):
        return dict(move.fields)
    return move.fields if isinstance(move, TriplePlacement) else {}


def place(move: Move) -> frozenset[Cell] | None:
    """Give the cells on which a move lays its tile."""
    return frozenset(shown(move)) or None


def is_same(move: Move, other: Move) -> bool:
    """Tell whether two moves are the same by the rules; a tile may be named by any of its fields."""
    if not isinstance(move, TriplePlacement) or not isinstance(other, TriplePlacement):
        return move == other
    mine, theirs = ((m.player, shown(m), sorted(m.figures), {*m.pub}) for m in (move, other))
    return mine == theirs


def is_told(move: Move) -> bool:
    """Say of every move that it shows on the table."""
    return False


def turned_to(read: Sequence[Move], moves: Sequence[Move]) -> TurnedGame | None:
    """Tell a game anew where its start tile was read right, but another way round; None elsewhere."""
    start, first = read[0], moves[0]
    if not isinstance(start, Opening) or not isinstance(first, Opening) or start.fields == first.fields:
        return None
    seen = {field: cell for cell, field in start.fields}
    if seen.keys() != {field for _, field in first.fields}:
        return None
    for sixths in range(6):
        ways = {_apart(seen[field], turned(cell, sixths)) for cell, field in first.fields}
        if len(ways) == 1:
            return _told_anew(moves, sixths, ways.pop())
    return None


def _told_anew(moves: Sequence[Move], sixths: int, by: Cell) -> TurnedGame:
    """Turn a game clockwise about (0, 0) and shift it."""

    def anew(cell: Cell) -> Cell:
        q, r = turned(cell, sixths)
        return q + by[0], r + by[1]

    def spot(name: str) -> str:
        cell = cell_of(name)
        start = [cell for cell, _ in moves[0].fields] if isinstance(moves[0], Opening) else []
        q, r = min(map(anew, start)) if start and cell == min(start) else anew(cell)
        return tile_spot((q, r))

    return TurnedGame([_moved(move, anew) for move in moves], spot)


def _moved(move: Move, anew: Callable[[Cell], Cell]) -> Move:
    if isinstance(move, Opening):
        return Opening(move.player, tuple(sorted((anew(cell), field) for cell, field in move.fields)))
    if isinstance(move, TriplePlacement):
        fields = {anew(cell): field for cell, field in move.fields.items()}
        figures = tuple(sorted(FigurePlacement(anew(figure.cell), figure.kind) for figure in move.figures))
        return placed(move.player, fields, figures, move.pub)
    return move


def _apart(cell: Cell, other: Cell) -> Cell:
    return cell[0] - other[0], cell[1] - other[1]


def count(read: Move | None, true: Move) -> dict[str, int]:
    """Count what was read right of a turn: its fields, its figures, and who bought figures back."""
    fields, mine = shown(true), shown(read) if read is not None else {}
    pairs = [(field, mine[cell]) for cell, field in fields.items() if cell in mine]
    counts = {
        "fields": len(fields),
        "terrains_right": sum(a.terrain == b.terrain for a, b in pairs),
        "symbols_right": sum({*a.symbols} == {*b.symbols} for a, b in pairs),
        "tiles_right": int(fields == mine),
    }
    if isinstance(true, TriplePlacement):
        counts |= _count_figures(read if isinstance(read, TriplePlacement) else None, true)
    return counts


def _count_figures(read: TriplePlacement | None, true: TriplePlacement) -> dict[str, int]:
    standing = {figure.cell: figure.kind for figure in true.figures}
    seen = {figure.cell: figure.kind for figure in read.figures} if read else {}
    in_colour = read is not None and read.player == true.player
    there, bought = standing.keys() & seen.keys(), {*read.pub} if read else set()
    return {
        "figures": len(standing),
        "figures_seen": len(there),
        "figures_in_colour": len(there) * in_colour,
        "figures_in_size": sum(standing[cell] == seen[cell] for cell in there) * in_colour,
        "figures_false": len(seen.keys() - standing.keys()),
        "bought": len({*true.pub}),
        "bought_right": len(bought & {*true.pub}),
        "bought_false": len(bought - {*true.pub}),
    }


def answers(state: CornwallState, read: Move, true: Move) -> Written | None:
    """Find the answers that make a proposal the true turn, where there are any: the whole turn at once."""
    rules = load(GAME)
    given = {"move": json.loads(msgspec.json.encode(rules.dump_move(true)))}
    try:
        return given if is_same(rules.answer(state, read, given), true) else None
    except ScoringError:
        return None
