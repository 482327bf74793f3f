"""Which three fields are one tile, and which five the start tile: by the seams between them."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.engine.state import START_FIELDS
from scoring.games.cornwall.land.hexes import middle_mm, neighbours, stepped, trefoils_over
from vision.games.cornwall.locate.seam_net import SEAM_PX, SEAM_PX_PER_MM, ask_for_seams
from vision.games.cornwall.locate.view import cut_squares
from vision.geometry.homography import Homography
from vision.reader import Image

MOST_STATES = 400
"""So many ways to go on are kept; the others are too unlikely."""
ALONE = -6.0
"""Log-odds that a field is of no whole tile that is seen."""
ONE_TERRAIN = -1.5
"""A tile shows two terrains or three, mostly.

Source:
    FACTS 1.2, high confidence.
"""
SHARPNESS = 0.7
"""What the seams' log-odds are multiplied with: those of one tile are not independent."""
LIKELY = 0.5
LIKE_A_TILE, NATS_PER_LIKENESS, MOST_NATS = 0.37, 40.0, 8.0
"""Three fields more like one of the box's tiles than this are one, and surer by so much."""

Pair = tuple[Cell, Cell]
Shape = tuple[Cell, ...]
Floats = NDArray[np.floating]


class FieldTriple(NamedTuple):
    """Fields of one tile, sorted, and how likely that is."""

    cells: tuple[Cell, ...]
    confidence: float


def pairs_of(cells: Sequence[Cell]) -> list[Pair]:
    """List the pairs of neighbours among cells, each once."""
    inside = set(cells)
    return [
        (cell, stepped(cell, step))
        for cell in sorted(cells)
        for step in range(3)
        if stepped(cell, step) in inside
    ]


def tell_seams(
    image: Image, lattice: Homography, places_mm: Mapping[Cell, tuple[float, float]]
) -> dict[Pair, float]:
    """Tell for each pair of neighbours whether they are of one tile: log-odds.

    Args:
        image: The photograph.
        lattice: Millimetres to its pixels.
        places_mm: Where each field really lies.
    """
    pairs = pairs_of(list(places_mm))
    ends = np.array([[places_mm[a], places_mm[b]] for a, b in pairs]).reshape(-1, 2, 2)
    away = np.array([np.subtract(middle_mm(b), middle_mm(a)) for a, b in pairs]).reshape(-1, 2)
    turns = np.arctan2(away[:, 1], away[:, 0])
    cuts = cut_squares(image, lattice, ends.mean(axis=1), turns, SEAM_PX, SEAM_PX_PER_MM)
    return dict(zip(pairs, ask_for_seams(cuts).tolist(), strict=True))


def find_tiles(
    seams: Mapping[Pair, float],
    terrains: Mapping[Cell, Floats],
    likeness: Mapping[tuple[Cell, ...], float] | None = None,
) -> list[FieldTriple]:
    """Put fields together to tiles.

    Args:
        seams: From ``tell_seams``.
        terrains: The probabilities of every field's terrains.
        likeness: From ``matching.tile_likeness``, where somebody has learned the box.

    Returns:
        Tiles more likely than not, at most one of five; a field that is of none is left out.
    """
    cells = sorted(terrains, key=lambda cell: (cell[1], cell[0]))
    ways = _ways(cells, seams, terrains, likeness or {})
    levels = _forward(len(cells), ways)
    return [
        FieldTriple(tuple(sorted(cells[i] for i in _bits(tile))), sure)
        for tile, sure in _posteriors(levels).items()
        if sure > LIKELY and tile.bit_count() > 1
    ]


class _Way(NamedTuple):
    """A tile, as the bits of its cells, and how likely it is: log-odds; whether it is the start tile."""

    tile: int
    gain: float
    is_start: bool


def _ways(
    cells: Sequence[Cell],
    seams: Mapping[Pair, float],
    terrains: Mapping[Cell, Floats],
    likeness: Mapping[tuple[Cell, ...], float],
) -> list[list[_Way]]:
    """List for each cell the tiles of which it is the first."""
    index = {cell: number for number, cell in enumerate(cells)}
    joined = np.zeros((len(cells), len(cells)))
    for (a, b), odds in seams.items():
        joined[index[a], index[b]] = SHARPNESS * odds
    shown = np.array([terrains[cell] for cell in cells])

    def laid(shapes: Collection[Shape], cell: Cell) -> Iterator[_Way]:
        tiles = _placed(shapes, cell, index)
        for tile, gain in zip(tiles.tolist(), _gains(tiles, joined, shown).tolist(), strict=True):
            alike = likeness.get(tuple(sorted(cells[each] for each in tile))) if likeness else None
            bits = sum(1 << each for each in tile)
            yield _Way(bits, gain + _learned_nats(alike), len(tile) == START_FIELDS)

    ways = []
    for first, cell in enumerate(cells):
        starts = sorted(laid(five_shapes(), cell), key=lambda each: -each.gain)[:6]
        alone = _Way(1 << first, ALONE, is_start=False)
        ways.append([alone, *laid(_threes(), cell), *(start for start in starts if start.gain > 0)])
    return ways


def _placed(shapes: Collection[Shape], cell: Cell, index: Mapping[Cell, int]) -> NDArray[np.intp]:
    """Lay shapes with their first field on a cell: those all on fields, as (n, k) numbers of these."""
    laid = ([index.get((cell[0] + q, cell[1] + r), -1) for q, r in shape] for shape in shapes)
    return np.array([tile for tile in laid if min(tile) >= 0], np.intp)


def _learned_nats(likeness: float | None) -> float:
    """Tell how much likelier three fields are a tile that are so like a learned one."""
    if likeness is None:
        return 0.0
    return float(np.clip(NATS_PER_LIKENESS * (likeness - LIKE_A_TILE), -MOST_NATS, MOST_NATS))


@cache
def _threes() -> frozenset[Shape]:
    """Give every way in which a tile of three lies, the first in reading order at (0, 0)."""
    return frozenset(_from_first(trefoil) for trefoil in trefoils_over((0, 0)))


@cache
def five_shapes() -> frozenset[Shape]:
    """Give every way in which five fields touch, the first in reading order at (0, 0)."""
    shapes: set[frozenset[Cell]] = {frozenset({(0, 0)})}
    for _ in range(START_FIELDS - 1):
        shapes = {
            shape | {there}
            for shape in shapes
            for cell in shape
            for there in neighbours(cell)
            if there not in shape
        }
    return frozenset(_from_first(shape) for shape in shapes)


def _from_first(shape: Collection[Cell]) -> Shape:
    q, r = min(shape, key=lambda cell: (cell[1], cell[0]))
    return tuple(sorted((cell[0] - q, cell[1] - r) for cell in shape))


def _gains(tiles: NDArray[np.intp], joined: Floats, shown: Floats) -> Floats:
    """Tell how likely tiles are, (n) log-odds, by the seams inside and by what their fields show.

    Args:
        tiles: (n, k) numbers of fields.
        joined: (m, m) log-odds that two fields are of one tile, each pair once.
        shown: (m, 5) probabilities of their terrains.
    """
    if not len(tiles):
        return np.zeros(0)
    inside = joined[tiles[:, :, None], tiles[:, None, :]].sum(axis=(1, 2))
    if tiles.shape[1] == START_FIELDS:
        return np.asarray(inside + np.log(np.clip(_all_five(shown[tiles]), 1e-6, 1)))
    return np.asarray(inside + ONE_TERRAIN * shown[tiles].prod(axis=1).sum(axis=1))


def _all_five(shown: Floats) -> Floats:
    """Tell how likely five fields are to show each terrain once: permanents of (n, 5, 5) probabilities."""
    likely = np.zeros((1 << START_FIELDS, len(shown)))
    likely[0] = 1.0
    for used in range(1, len(likely)):  # by the first fields, as many as terrains are used
        field = used.bit_count() - 1
        likely[used] = sum(likely[used ^ 1 << each] * shown[:, field, each] for each in _bits(used))
    return np.asarray(likely[-1])


class _State(NamedTuple):
    """Which cells are covered, as bits, and whether the start tile is laid."""

    covered: int
    has_start: bool


class _Step(NamedTuple):
    """One state to the next by laying a tile (0 where the cell was covered already)."""

    before: _State
    after: _State
    tile: int
    gain: float


class _Level(NamedTuple):
    """The steps at one cell, and the log-weights of the states after them."""

    steps: list[_Step]
    weights: dict[_State, float]


def _forward(number: int, ways: Sequence[Sequence[_Way]]) -> list[_Level]:
    """Cover the cells one after the other in every likely way."""
    weights, levels = {_State(0, has_start=False): 0.0}, []
    for at in range(number):
        steps = [step for state in weights for step in _steps(state, at, ways[at])]
        after: dict[_State, float] = {}
        for step in steps:
            gained = weights[step.before] + step.gain
            after[step.after] = np.logaddexp(after.get(step.after, -np.inf), gained)
        best = sorted(after, key=lambda state: -after[state])[:MOST_STATES]
        kept = {state: float(after[state]) for state in best}
        levels.append(_Level([step for step in steps if step.after in kept], kept))
        weights = kept
    return levels


def _steps(state: _State, at: int, ways: Sequence[_Way]) -> Iterator[_Step]:
    if state.covered >> at & 1:
        yield _Step(state, state, 0, 0.0)
        return
    for way in ways:
        if not state.covered & way.tile and not (way.is_start and state.has_start):
            after = _State(state.covered | way.tile, state.has_start or way.is_start)
            yield _Step(state, after, way.tile, way.gain)


def _posteriors(levels: Sequence[_Level]) -> dict[int, float]:
    """Tell how likely each tile is, all the ways to cover the rest put together."""
    if not levels:
        return {}
    onward = dict.fromkeys(levels[-1].weights, 0.0)
    whole = float(np.logaddexp.reduce(list(levels[-1].weights.values())))
    found: dict[int, float] = defaultdict(float)
    for number in range(len(levels) - 1, -1, -1):
        weights = levels[number - 1].weights if number else {_State(0, has_start=False): 0.0}
        before: dict[_State, float] = {}
        for step in levels[number].steps:
            rest = step.gain + onward.get(step.after, -np.inf)
            before[step.before] = float(np.logaddexp(before.get(step.before, -np.inf), rest))
            if step.tile:
                found[step.tile] += float(np.exp(weights[step.before] + rest - whole))
        onward = before
    return found


def _bits(tile: int) -> Iterator[int]:
    while tile:
        low = tile & -tile
        yield low.bit_length() - 1
        tile ^= low
