"""Reading a board as a board: what each cell looks like, what its neighbours show, what the box holds.

Every cell has a list of candidates with log-likelihoods. Neighbours whose edges do not match are
unlikely but possible, since real players do lay tiles wrongly; so is a face laid more often than
the box has it: a face that is believed to lie too often has a price, which rises until it no longer does.
Beliefs are found by loopy belief propagation.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import distinct, distinct_faces, faces

MISMATCH = 4.5
"""Nats against two neighbouring edges that do not match."""
MOST_PRICE = 4.5
"""Nats, at most, against a face that the box no longer holds: whose box is another's may hold more."""
LEAST = 1e-12
"""Nothing is less probable, so that a board on which nothing matches is believed, too."""
SURE, MOST_STEP = 0.1, 1.0
"""So much is always unsure, and no price changes by more nats at once."""
LEAST_ODDS = 0.01
"""Where the box holds no more of a face, a cell is taken for what is against it by no more than this. On 187
made-up boards that nobody had learned 140 are read without a mistake so, and 119 by what is likeliest."""
PRICES, ROUNDS = 11, 7
"""How often prices are set anew, and how often cells hear each other at each price: both settle by then."""
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_FACING = (2, 3, 0, 1)
"""Which side of a neighbour touches each of a cell's own."""
_LAND = sum(face.count for face in faces().values() if not face.is_river)
"""So many tiles the box holds besides those of a river."""
KINDS = ("", "field", "city", "road", "river")
"""What an edge may be; the first, of what shows nothing, goes with all."""
_FITS = np.array([[np.exp(-MISMATCH * bool(a and b and a != b)) for b in KINDS] for a in KINDS])
_ALL_GO = np.eye(1, len(KINDS)).repeat(4, axis=0)

Floats = NDArray[np.float64]


class Reading(NamedTuple):
    """One thing a cell may be; ``face`` is a distinct one, or empty where it is no face of the game."""

    face: str
    turns: int


NO_FACE = Reading("", 0)


def reading_of(face: str, turns: int) -> Reading:
    """Name a tile as the rules tell it apart: of faces that are equal by one, and by its distinct turns."""
    name, turned = distinct(face, turns)
    return Reading(name, turned % faces()[name].symmetry)


@cache
def edges_of(reading: Reading) -> tuple[str, str, str, str]:
    """Name what a reading shows to the north, east, south and west; nothing for no face."""
    if not reading.face:
        return ("", "", "", "")
    edges = faces()[reading.face].edges
    return tuple(edges[(side - reading.turns) % 4] for side in range(4))  # type: ignore[return-value]


Likelihoods = Mapping[Cell, Mapping[Reading, float]]
"""Each cell's readings with their log-likelihoods in nats."""
Beliefs = Mapping[Cell, Mapping[Reading, float]]
"""Each cell's readings with their probabilities."""
Edges = Mapping[Cell, NDArray[np.floating]]
"""For each cell (4, kinds): how likely its tile shows each of ``KINDS`` to a side, against the likeliest."""


def believe(likelihoods: Likelihoods, edges: Edges | None = None) -> Beliefs:
    """Turn what each cell looks like into what it is believed to be, the whole board considered.

    Args:
        likelihoods: Each cell's readings with their log-likelihoods.
        edges: What tiles tell their neighbours if they are of no face of the game: those of an expansion
            have edges as well. It never speaks for or against their being so. Left out, they tell nothing.

    Returns:
        Each cell's readings with probabilities that sum to 1.

    Source:
        Pearl 1988; sum-product with half of each old message kept. Prices are found by dual ascent.
    """
    if not likelihoods:
        return {}
    cells = list(likelihoods)
    readings = sorted({NO_FACE, *(reading for own in likelihoods.values() for reading in own)})
    column = {reading: index for index, reading in enumerate(readings)}
    log_odds = np.full((len(cells), len(readings)), -np.inf)
    for row, own in enumerate(likelihoods.values()):
        log_odds[row, [column[reading] for reading in own]] = list(own.values())
    beside, shows, held = _beside(cells), _shows(readings), _held(readings)
    strange = np.array([(edges or {}).get(cell, _ALL_GO) for cell in cells])
    price = np.zeros(len(readings))
    beliefs = _propagate(log_odds, beside, shows, strange)
    for _ in range(PRICES):
        price = _dearer(price, held, beliefs @ held.of_face.T)
        beliefs = _propagate(log_odds - price, beside, shows, strange)
    return {
        cell: {reading: float(beliefs[row, column[reading]]) for reading in own}
        for row, (cell, own) in enumerate(likelihoods.items())
    }


def most_believed(belief: Mapping[Reading, float]) -> Reading:
    """Name the likeliest reading."""
    return max(belief, key=lambda reading: belief[reading])


class CellChoice(NamedTuple):
    """What a cell is taken for, and what else it may be.

    Attributes:
        reading: Not always the likeliest.
        belief: The probability of every reading, as it was believed before anything was chosen.
    """

    reading: Reading
    belief: Mapping[Reading, float]


class _Way(NamedTuple):
    """Another reading of a cell whose face lies too often.

    Attributes:
        odds: Against the likeliest.
    """

    odds: float
    cell: Cell
    reading: Reading


def choose(beliefs: Beliefs) -> dict[Cell, CellChoice]:
    """Choose the likeliest reading of every cell, or another where the box holds no more of that face.

    Of several tiles that each look rather as if they had no shield, one has it where the box says so. Where
    too many are plainly seen the box is another's, and they stay.

    Args:
        beliefs: From ``believe``.
    """
    likeliest = {cell: CellChoice(most_believed(own), own) for cell, own in beliefs.items()}
    chosen = dict(likeliest)
    while ways := list(_ways_to_hold(beliefs, chosen)):
        _, cell, reading = max(ways)
        chosen[cell] = CellChoice(reading, beliefs[cell])
    left = _left(chosen)
    return {
        cell: choice if left.get(choice.reading.face, 0) < 0 else chosen[cell]
        for cell, choice in likeliest.items()
    }


def _ways_to_hold(beliefs: Beliefs, chosen: Mapping[Cell, CellChoice]) -> Iterator[_Way]:
    left = _left(chosen)
    for cell, (best, _) in chosen.items():
        if left.get(best.face, 0) < 0:
            for other, share in beliefs[cell].items():
                odds = share / beliefs[cell][best]
                if left.get(other.face, 0) > 0 and odds > LEAST_ODDS:
                    yield _Way(odds, cell, other)


def _left(chosen: Mapping[Cell, CellChoice]) -> dict[str, int]:
    """Count what the box still holds of every face; less than nothing where too many lie."""
    laid = Counter(choice.reading.face for choice in chosen.values())
    return {name: face.count - laid[name] for name, face in distinct_faces().items()}


class _Held(NamedTuple):
    """What the box holds.

    Attributes:
        number: (f,) of each face.
        of_face: (f, r) 1 where a reading is of a face, else 0.
        is_land: (f,) whether a face has no river.
    """

    number: Floats
    of_face: Floats
    is_land: NDArray[np.bool_]


def _dearer(price: Floats, held: _Held, laid: Floats) -> Floats:
    """Raise prices of faces that lie too often, and lower those of others.

    Where as many tiles lie as the box holds, every face of it does: one that seems not to is favoured.

    Args:
        price: (r,) nats.
        held: What the box holds.
        laid: (n, f) how likely each of n cells shows a face. The surer that is, the less a price changes it.
    """
    unsure = (laid * (1 - laid)).sum(axis=0)
    step = np.clip((laid.sum(axis=0) - held.number) / (SURE + unsure), -MOST_STEP, MOST_STEP)
    is_whole = len(laid) - laid[:, ~held.is_land].sum() > _LAND - 0.5
    least = np.where(held.is_land & is_whole, -MOST_PRICE, 0.0) @ held.of_face
    return np.asarray(np.clip(price + step @ held.of_face, least, MOST_PRICE))


def _held(readings: Sequence[Reading]) -> _Held:
    names = sorted({reading.face for reading in readings if reading.face})
    of_face = [[reading.face == name for reading in readings] for name in names]
    number = np.array([distinct_faces()[name].count for name in names], float)
    is_land = np.array([not faces()[name].is_river for name in names], bool)
    return _Held(number, np.array(of_face, float).reshape(len(names), len(readings)), is_land)


def _beside(cells: Sequence[Cell]) -> NDArray[np.intp]:
    """(n, 4): where in the list a cell's neighbour to each side is; n where there is none."""
    row = {cell: index for index, cell in enumerate(cells)}
    every = [[row.get((x + dx, y + dy), len(cells)) for dx, dy in _STEPS] for x, y in cells]
    return np.array(every, np.intp).reshape(len(cells), 4)


def _shows(readings: Sequence[Reading]) -> NDArray[np.bool_]:
    """(4, kinds, r): whether a reading shows a kind of edge to a side."""
    edges = [edges_of(reading) for reading in readings]
    every = [[[own[side] == kind for own in edges] for kind in KINDS] for side in range(4)]
    return np.array(every, bool).reshape(4, len(KINDS), len(readings))


def _propagate(
    log_odds: Floats, beside: NDArray[np.intp], shows: NDArray[np.bool_], strange: Floats
) -> Floats:
    """Pass beliefs between neighbours until they settle.

    All that neighbours tell each other is what edge they expect between them.

    Args:
        log_odds: (n, r) log-likelihoods, the first of no face.
        beside, shows: See ``_beside`` and ``_shows``.
        strange: (n, 4, kinds) what each shows if it is no face; see ``Edges``.

    Returns:
        (n, r) beliefs.
    """
    prior = np.where(
        np.isfinite(log_odds), np.exp(log_odds - log_odds.max(axis=1, keepdims=True)) + LEAST, 0.0
    )
    prediction = np.full(
        (len(log_odds) + 1, 4, len(KINDS)), 1 / len(KINDS)
    )  # the last of a neighbour that is none
    expected, showing = prediction[beside, 0], shows.astype(float)
    shown, strangely = showing.transpose(0, 2, 1) @ _FITS, (strange @ _FITS).transpose(1, 0, 2)
    for _ in range(ROUNDS):
        north, east, south, west = expected.transpose(1, 0, 2) @ showing
        upright, level = prior * north * south, prior * east * west
        others = np.array([level * south, upright * west, level * north, upright * east])
        every = others[..., 1:] @ shown[:, 1:] + others[..., :1] * strangely
        prediction[:-1] = _normal(every + LEAST).transpose(1, 0, 2)
        expected = 0.5 * (expected + prediction[beside, _FACING])
    return _normal(prior * (expected.transpose(1, 0, 2) @ showing).prod(axis=0))


def _normal(values: Floats) -> Floats:
    return np.asarray(values / values.sum(axis=-1, keepdims=True))
