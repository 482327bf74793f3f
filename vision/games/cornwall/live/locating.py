"""Finding the cards of a game where nothing is remembered of where they lie."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.fields import TERRAINS
from scoring.games.cornwall.hexes import AROUND, neighbours, trefoils_over
from scoring.games.cornwall.opening import hang_together
from scoring.games.cornwall.state import START_FIELDS, State
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.games.cornwall.finding import find_land
from vision.games.cornwall.live.fielding import fields_of_card, told_at
from vision.games.cornwall.live.memory import Arrival, Laid, Memory
from vision.games.cornwall.live.places import Cells, Place, ideal, middles
from vision.games.cornwall.live.tracking import lay_out, picture_of
from vision.games.cornwall.telling import tell
from vision.games.cornwall.view import cut_patches, whole_in_frame
from vision.lattice import Homography, project
from vision.reader import Image

NO_BOARD = marked(
    "The board of this game is not to be seen: point the camera at the tiles, in even light, and check that "
    "nothing covers them."
)
NO_START = marked(
    "The start tile is not to be seen: lay its five fields on the table, in even light, with nothing on them."
)
ALIKE = 0.5
"""At least so many of a game's fields must look as they should where it is found."""
FIELD_NATS = 0.0
MOST_FIELDS = 14
"""Of a table on which the game has hardly begun."""


def locate(image: Image, state: State) -> Memory:
    """Find the game on the table or, before its opening, the start tile.

    Raises:
        NoTableError: It is not to be seen.
    """
    land = find_land(image)
    if not state.fields:
        if land is None:
            raise NoTableError(NO_START)
        return _start(image, land.lattice, set(land.spots))
    if land is None:
        raise NoTableError(NO_BOARD)
    lattice = _laid_over(image, land.lattice, list(land.spots), state)
    if lattice is None:
        raise NoTableError(NO_BOARD)
    numbers = set(state.tile_of.values())
    cards = {tuple(sorted(c for c, n in state.tile_of.items() if n == number)) for number in numbers}
    return _remembered(image, lattice, {cells: ideal(cells) for cells in cards})


def _remembered(image: Image, lattice: Homography, places: Mapping[Cells, Place]) -> Memory:
    layout = lay_out(image, lattice)
    laid = {cells: Laid(place, picture_of(layout, cells, place)) for cells, place in places.items()}
    return Memory(lattice, layout.size_px, laid, layout.small)


# --- the start tile --------------------------------------------------------------------------------


def _start(image: Image, lattice: Homography, spots: Collection[Cell]) -> Memory:
    """Find the start tile among fields that were found."""
    cells = _covered(image, lattice, spots)
    fields = _start_of(image, lattice, cells)
    if fields is None:
        raise NoTableError(NO_START)
    lattice, moved = _upright(image, lattice, fields)
    card = tuple(sorted(moved))
    layout, place = lay_out(image, lattice), ideal(card)
    shown = fields_of_card(layout, card, place)
    arrival = Arrival(place, picture_of(layout, card, place), shown.fields, shown.patches)
    return Memory(lattice, layout.size_px, {}, layout.small, arrivals={card: arrival})


def _covered(image: Image, lattice: Homography, spots: Collection[Cell]) -> list[Cell]:
    """Give the cells on which fields lie: those found, and those beside them that look like fields."""
    asked = sorted({*spots, *(there for cell in spots for there in neighbours(cell))})
    inside = whole_in_frame(lattice, asked, (image.shape[1], image.shape[0]), 4.0)
    asked = [cell for cell, is_in in zip(asked, inside, strict=True) if is_in]
    told = tell(cut_patches(image, lattice, asked)).is_field
    return [cell for cell, odds in zip(asked, told, strict=True) if odds > FIELD_NATS]


def _start_of(image: Image, lattice: Homography, cells: Sequence[Cell]) -> set[Cell] | None:
    """Choose the five fields of five terrains that leave whole tiles."""
    if not START_FIELDS <= len(cells) <= MOST_FIELDS:
        return None
    terrain = told_at(image, lattice, cells).terrain
    best, most = None, -np.inf
    for chosen in combinations(range(len(cells)), START_FIELDS):
        five = {cells[i] for i in chosen}
        if hang_together(five) and _is_tiled(set(cells) - five):
            likely = _once_each(terrain[list(chosen)])
            if likely > most:
                best, most = five, likely
    return best


def _is_tiled(cells: set[Cell]) -> bool:
    """Tell whether tiles of three fields cover cells."""
    if not cells:
        return True
    first = min(cells)
    return any(cells.issuperset(tile) and _is_tiled(cells - set(tile)) for tile in trefoils_over(first))


def _once_each(terrain: NDArray[np.floating]) -> float:
    """Tell how likely fields show each terrain once: by the likeliest way, in nats."""
    rows = range(len(terrain))
    return max(float(terrain[rows, list(order)].sum()) for order in permutations(range(len(TERRAINS))))


def _upright(image: Image, lattice: Homography, cells: Iterable[Cell]) -> tuple[Homography, list[Cell]]:
    """Turn a lattice so that its east is nearest to the frame's right, and begin it in the midst of cells."""
    every = list(cells)
    at = middles(every)
    centre = at[np.argmin(np.linalg.norm(at - at.mean(axis=0), axis=1))]
    steps = [_turn(sixths) for sixths in range(6)]
    seen = [project(lattice, np.array([centre, centre + 10.0 * step[:2, 0]])) for step in steps]
    right = [float((b - a)[0] / np.linalg.norm(b - a)) for a, b in seen]
    sixths = int(np.argmax(right))
    origin = every[int(np.argmin(np.linalg.norm(at - centre, axis=1)))]
    moved = [_turned((cell[0] - origin[0], cell[1] - origin[1]), -sixths) for cell in every]
    shift = np.eye(3)
    shift[:2, 2] = centre
    return lattice @ shift @ steps[sixths], moved


def _turn(sixths: int) -> Homography:
    """(3, 3): turn the plane clockwise by sixths."""
    cos, sin = np.cos(np.pi / 3 * sixths), np.sin(np.pi / 3 * sixths)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _turned(cell: Cell, sixths: int) -> Cell:
    """Turn a cell clockwise about (0, 0)."""
    (a, b), (c, d) = AROUND[sixths % 6], AROUND[(sixths + 1) % 6]
    return cell[0] * a + cell[1] * c, cell[0] * b + cell[1] * d


# --- a game in play --------------------------------------------------------------------------------


class _Fit(NamedTuple):
    """How the game lies over the fields found: turned about (0, 0), then shifted."""

    sixths: int
    shift: Cell
    alike: float


def _laid_over(image: Image, lattice: Homography, found: Sequence[Cell], state: State) -> Homography | None:
    """Lay the game's fields over those found so that most look as they should."""
    terrain = told_at(image, lattice, found).terrain
    best = max(_fits(found, np.exp(terrain), state), key=lambda one: one.alike)
    if best.alike < ALIKE * min(len(state.fields), len(found)):
        return None
    shift = np.eye(3)
    shift[:2, 2] = middles([best.shift])[0]
    return lattice @ shift @ _turn(best.sixths)


def _fits(found: Sequence[Cell], likely: NDArray[np.floating], state: State) -> Iterator[_Fit]:
    """Give for every turn the shift by which the game agrees with the most fields."""
    for sixths in range(6):
        votes: dict[Cell, float] = {}
        for cell, field in state.fields.items():
            q, r = _turned(cell, sixths)
            wanted = TERRAINS.index(field.terrain)
            for (x, y), share in zip(found, likely[:, wanted].tolist(), strict=True):
                votes[x - q, y - r] = votes.get((x - q, y - r), 0.0) + share
        shift = max(votes, key=lambda one: votes[one])
        yield _Fit(sixths, shift, votes[shift])
