"""Finding the cards of a game where nothing is remembered of where they lie."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.engine.opening import hang_together
from scoring.games.cornwall.engine.state import START_FIELDS, CornwallState
from scoring.games.cornwall.land.fields import TERRAINS
from scoring.games.cornwall.land.hexes import innermost, middle_mm, neighbours, turned
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.games.cornwall.classify.field_net import colours_of, tell
from vision.games.cornwall.classify.ground import table_odds
from vision.games.cornwall.live.cards.arrivals import beside, covers
from vision.games.cornwall.live.cards.fields import fields_of_card, told_at
from vision.games.cornwall.live.cards.tracking import lay_out, picture_of
from vision.games.cornwall.live.memory import ArrivedCard, CornwallTrackState, TrackedCard
from vision.games.cornwall.live.places import CardPose, Cells, ideal, middles, onto_lattice
from vision.games.cornwall.locate.search import FieldGroup, find_land
from vision.games.cornwall.locate.view import cut_patches, whole_cells
from vision.geometry.homography import Homography, project
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
FIELD_NATS, LEAST_OF_USUAL = 1.0, 0.5
"""Log-odds that a start tile's fields have at least, and the share of theirs that any field has."""
LEAST_NATS, GAP_NATS = -9.0, 3.0
"""A fifth field may be as unsure as this where all other cells are so much less likely fields."""
MOST_FIELDS = 12
"""So many are looked at of a table on which the game has hardly begun."""
ONCE_EACH = 0.5
"""How much it counts that every terrain is there once."""
PARTS = (
    (0.0, 0.0, 1.0),
    (0.25, 0.25, 0.5),
    (0.0, 0.25, 0.5),
    (0.5, 0.25, 0.5),
    (0.25, 0.0, 0.5),
    (0.25, 0.5, 0.5),
)
"""Where a land is looked for, in shares of the frame: left, top and how large."""


def locate(image: Image, state: CornwallState) -> CornwallTrackState:
    """Find the game on the table or, before its opening, the start tile.

    Raises:
        NoTableError: It is not to be seen.
    """
    if not state.fields:
        found = next((one for land in _lands(image) if (one := _start(image, land))), None)
        if found is None:
            raise NoTableError(NO_START)
        return found
    for land in _lands(image):
        lattice = _laid_over(image, land.lattice, list(land.spots), state)
        if lattice is not None:
            found = _remembered(image, lattice, {cells: ideal(cells) for cells in _cards(state)})
            return found._replace(again=_beside(image, lattice, state))
    raise NoTableError(NO_BOARD)


def _beside(image: Image, lattice: Homography, state: CornwallState) -> tuple[Cell, ...]:
    """Give the cells beside the land on which fields seem to lie: nobody has seen them bare."""
    cells = _whole(image, lattice, beside(state.fields))
    prediction = tell(cut_patches(image, lattice, cells)).is_field
    return tuple(cell for cell, odds in zip(cells, prediction.tolist(), strict=True) if odds > FIELD_NATS)


def _whole(image: Image, lattice: Homography, cells: Collection[Cell]) -> list[Cell]:
    """Give the cells that are whole in the frame, in order."""
    return whole_cells(lattice, sorted(cells), (image.shape[1], image.shape[0]), 4.0)


def _cards(state: CornwallState) -> set[Cells]:
    numbers = set(state.tile_of.values())
    return {tuple(sorted(c for c, n in state.tile_of.items() if n == number)) for number in numbers}


def _lands(image: Image) -> Iterator[FieldGroup]:
    """Find the land in the whole frame and then, since it may be small in it, in parts of it."""
    height, width = image.shape[:2]
    for left, top, share in PARTS:
        x, y = round(left * width), round(top * height)
        part = image[y : y + round(share * height), x : x + round(share * width)]
        land = find_land(np.ascontiguousarray(part))
        if land is not None:
            yield land._replace(lattice=np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ land.lattice)


def _remembered(image: Image, lattice: Homography, places: Mapping[Cells, CardPose]) -> CornwallTrackState:
    layout = lay_out(image, lattice)
    tracked = {cells: TrackedCard(place, picture_of(layout, cells, place)) for cells, place in places.items()}
    return CornwallTrackState(lattice, layout.size_px, tracked, layout.small)


# --- the start tile --------------------------------------------------------------------------------


def _start(image: Image, land: FieldGroup) -> CornwallTrackState | None:
    """Find the start tile among the fields of a land; None where it is not among them."""
    lattice = land.lattice
    fields = _start_of(image, lattice, _covered(image, lattice, land.spots))
    if fields is None:
        return None
    lattice, moved = _upright(lattice, fields)
    card = tuple(sorted(moved))
    layout, place = lay_out(image, lattice), ideal(card)
    shown = fields_of_card(layout, card, place)
    arrival = ArrivedCard(place, picture_of(layout, card, place), shown.fields, shown.patches)
    return CornwallTrackState(lattice, layout.size_px, {}, layout.small, arrivals={card: arrival})


def _covered(image: Image, lattice: Homography, spots: Collection[Cell]) -> dict[Cell, float]:
    """Tell of the cells found, and of those beside them, how surely fields lie there: log-odds."""
    asked = _whole(image, lattice, {*spots, *(there for cell in spots for there in neighbours(cell))})
    patches = cut_patches(image, lattice, asked)
    prediction = tell(patches).is_field + table_odds(image, lattice, asked, spots, colours_of(patches))
    return dict(zip(asked, prediction.tolist(), strict=True))


def _start_of(image: Image, lattice: Homography, odds: Mapping[Cell, float]) -> set[Cell] | None:
    """Choose five fields of five terrains that, with whole tiles beside them, are surest to be there.

    What lies around a tile looks a little like fields too, so that they are weighed against the surest.
    """
    best_first = sorted(odds, key=lambda cell: -odds[cell])[:MOST_FIELDS]
    if len(best_first) < START_FIELDS or not _stands_out([odds[cell] for cell in best_first]):
        return None
    least = LEAST_OF_USUAL * float(np.median([odds[cell] for cell in best_first[:START_FIELDS]]))
    log_odds = {cell: odds[cell] - least for cell in best_first}
    terrain = dict(zip(best_first, told_at(image, lattice, best_first).terrain, strict=True))
    found: dict[float, set[Cell]] = {}
    for five in map(set, combinations(best_first, START_FIELDS)):
        if hang_together(five):
            rest = {cell: each for cell, each in log_odds.items() if cell not in five}
            more = next((cover.nats for cover in covers(five, rest)), 0.0)
            once = _once_each(np.array([terrain[cell] for cell in five]))
            found[sum(log_odds[cell] for cell in five) + more + ONCE_EACH * once] = five
    return found[max(found)] if found else None


def _stands_out(odds: Sequence[float]) -> bool:
    """Tell whether five cells surely hold fields or, where one looks like the table, more so than others."""
    fifth, next_best = odds[START_FIELDS - 1], max(odds[START_FIELDS:], default=-np.inf)
    return fifth > FIELD_NATS or (fifth > LEAST_NATS and fifth - next_best > GAP_NATS)


def _once_each(terrain: NDArray[np.floating]) -> float:
    """Tell how likely fields show each terrain once: by the likeliest way, in nats."""
    rows = range(len(terrain))
    return max(float(terrain[rows, list(order)].sum()) for order in permutations(range(len(TERRAINS))))


def _upright(lattice: Homography, cells: Collection[Cell]) -> tuple[Homography, list[Cell]]:
    """Turn a lattice so that its east is nearest to the frame's right; its innermost cell becomes (0, 0)."""
    centre = middles(list(cells)).mean(axis=0)
    steps = [onto_lattice(CardPose(0.0, 0.0, np.pi / 3 * sixths)) for sixths in range(6)]
    seen = [project(lattice, np.array([centre, centre + 10.0 * step[:2, 0]])) for step in steps]
    right = [float((b - a)[0] / np.linalg.norm(b - a)) for a, b in seen]
    sixths = int(np.argmax(right))
    upright = [turned(cell, -sixths) for cell in cells]
    origin = innermost(upright)
    shift = onto_lattice(CardPose(*middle_mm(origin)))
    return lattice @ steps[sixths] @ shift, [(q - origin[0], r - origin[1]) for q, r in upright]


# --- a game in play --------------------------------------------------------------------------------


class _Fit(NamedTuple):
    """How the game lies over the fields found: turned about (0, 0), then shifted."""

    sixths: int
    shift: Cell
    alike: float


def _laid_over(
    image: Image, lattice: Homography, found: Sequence[Cell], state: CornwallState
) -> Homography | None:
    """Lay the game's fields over those found so that most look as they should."""
    terrain = told_at(image, lattice, found).terrain
    best = max(_fits(found, np.exp(terrain), state), key=lambda fit: fit.alike)
    if best.alike < ALIKE * min(len(state.fields), len(found)):
        return None
    shift = onto_lattice(CardPose(*middle_mm(best.shift)))
    return lattice @ shift @ onto_lattice(CardPose(0.0, 0.0, np.pi / 3 * best.sixths))


def _fits(found: Sequence[Cell], likely: NDArray[np.floating], state: CornwallState) -> Iterator[_Fit]:
    """Give for every turn the shift by which the game agrees with the most fields."""
    for sixths in range(6):
        votes: dict[Cell, float] = {}
        for cell, field in state.fields.items():
            q, r = turned(cell, sixths)
            wanted = TERRAINS.index(field.terrain)
            for (x, y), share in zip(found, likely[:, wanted].tolist(), strict=True):
                votes[x - q, y - r] = votes.get((x - q, y - r), 0.0) + share
        shift = max(votes, key=lambda vote: votes[vote])
        yield _Fit(sixths, shift, votes[shift])
