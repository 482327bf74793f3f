"""Where the boards lie: the display, the score plan, and every player's tableau and region."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

import cv2
import numpy as np

from scoring.game import Player
from scoring.games.tuscany.drawing.components import (
    BONUS_MM,
    STACKS_MM,
    STORES_MM,
    TILE_MM,
    bonus_place,
    mat_place,
)
from scoring.games.tuscany.land.tiles import DISPLAY, FIELDS
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.follow.covered import cut_spots
from vision.games.tuscany.classify.colours import FieldColours, read_fields, ring_lab, tell_players
from vision.games.tuscany.locate.regions import RegionPlace, find_regions, left_over
from vision.geometry.constellations import Constellation, find_constellations
from vision.geometry.hex_lattice import Hexagon, find_hexagons, fit_hex_lattices
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats
from vision.reader import Image

ACROSS = (0.0104, 0.048)
"""How wide a tile may be seen, in shares of the frame's width: 24 to 110 px of 2304."""
MATS, TABLEAUS, PLANS = 6, 5, 6
"""So many places of each board must be seen: with fewer, boards were found where none lay, in 60 frames of
seeds 1 to 60 at levels 0 to 2."""
OFF_MM = 4.0
STACK_OFF_MM = 6.0
"""So far beside its place the top of a stack may appear, since it is 14 mm high."""
_ON_TABLEAU = (*STORES_MM, *STACKS_MM)
NO_REGION = marked("Not every region is to be seen.")
NO_TABLEAU = marked("Not every player's tableau is to be seen.")


class TablePlaces(NamedTuple):
    """Where everything lies, in pixels of the frame.

    Attributes:
        regions: Pitches to pixels.
        tableaus: Millimetres to pixels, as also what follows.
        mat: Of the display; None where it is not seen.
        plan: None where it is not seen.
    """

    regions: Mapping[Player, RegionPlace]
    tableaus: Mapping[Player, Homography]
    mat: Homography | None
    plan: Homography | None


class FoundTable(NamedTuple):
    """A table at the beginning of a game.

    Attributes:
        fields: The regions' colours, in the order of ``places.regions``.
    """

    places: TablePlaces
    fields: FieldColours


def find_table(image: Image, players: Sequence[Player]) -> FoundTable:
    """Find all boards, and whose they are.

    Raises:
        NoTableError: Not every player's region and tableau are to be seen.
    """
    hexagons, regions = see_regions(image, len(players))
    if len(regions) < len(players):
        raise NoTableError(NO_REGION)
    rest = left_over(hexagons, regions)
    bonus = [bonus_place(at) for at in range(len(FIELDS))]
    plan, rest = _first(rest, bonus, BONUS_MM, OFF_MM, PLANS)
    mat, rest = find_mat(rest)
    lays = find_tableaus(rest, len(players))
    if len(lays) < len(players):
        raise NoTableError(NO_TABLEAU)
    fields = read_fields(image, regions)
    whose = tell_players(np.stack([back_lab(image, lay) for lay in lays]), players)
    belong = beside(regions, lays)
    owned = {player: regions[at] for player, at in zip(whose, belong, strict=True)}
    order = [belong[whose.index(player)] for player in players]
    turned = None if plan is None else _the_right_way(image, plan.homography, fields.lab)
    places = TablePlaces(
        {player: owned[player] for player in players},
        {player: lays[whose.index(player)] for player in players},
        mat,
        turned,
    )
    told = fields._replace(
        fields=tuple(fields.fields[at] for at in order),
        doubts=tuple(fields.doubts[at] for at in order),
        margins=tuple(fields.margins[at] for at in order),
    )
    return FoundTable(places, told)


def see_regions(
    image: Image, most: int, across: tuple[float, float] = ACROSS
) -> tuple[list[Hexagon], list[RegionPlace]]:
    """Find the hexagons of a photograph, and the regions among them.

    Args:
        across: How wide a tile may be seen, in shares of the photograph's longer side.
    """
    wide = max(image.shape)
    hexagons = find_hexagons(image, (across[0] * wide, across[1] * wide))
    return hexagons, find_regions(image, fit_hex_lattices(hexagons), most)


def find_mat(hexagons: Sequence[Hexagon]) -> tuple[Homography | None, list[Hexagon]]:
    """Find the display, if it is to be seen, and give the hexagons that are not on it."""
    places = [mat_place(at) for at in range(DISPLAY)]
    mats = find_constellations(hexagons, places, TILE_MM, OFF_MM, MATS)
    tableaus = find_constellations(hexagons, _ON_TABLEAU, TILE_MM, STACK_OFF_MM, TABLEAUS)
    found = next((mat for mat in mats if not any(_is_rather(each, mat) for each in tableaus)), None)
    used = set() if found is None else {*found.places.values()}
    rest = [each for at, each in enumerate(hexagons) if at not in used]
    return None if found is None else found.homography, rest


def _is_rather(one: Constellation, other: Constellation) -> bool:
    """Tell whether hexagons are one board rather than another: more of them fit, or they fit better."""
    shared = {*one.places.values()} & {*other.places.values()}
    is_better = (len(one.places), -one.off_mm) > (len(other.places), -other.off_mm)
    return len(shared) > len(other.places) // 2 and is_better


def find_tableaus(hexagons: Sequence[Hexagon], most: int) -> list[Homography]:
    """Find tableaus, those first that most is seen of."""
    found = find_constellations(hexagons, _ON_TABLEAU, TILE_MM, STACK_OFF_MM, TABLEAUS)
    return [_by_stores(each, hexagons) for each in found[:most]]


def _first(
    hexagons: Sequence[Hexagon],
    places: Sequence[tuple[float, float]],
    across_mm: float,
    off_mm: float,
    least: int,
) -> tuple[Constellation | None, list[Hexagon]]:
    """Find a board of which there is one, and give the hexagons that are not on it."""
    found = find_constellations(hexagons, places, across_mm, off_mm, least)[:1]
    used = {index for each in found for index in each.places.values()}
    return (found[0] if found else None), [each for at, each in enumerate(hexagons) if at not in used]


def _by_stores(found: Constellation, hexagons: Sequence[Hexagon]) -> Homography:
    """Lay a tableau by its storage spaces alone, which lie flat on it."""
    flat = {place: index for place, index in found.places.items() if place < len(STORES_MM)}
    if len(flat) < 4:
        return found.homography
    ideal = np.array([STORES_MM[place] for place in flat])
    seen = np.array([hexagons[index].at_px for index in flat.values()])
    affine, _ = cv2.estimateAffinePartial2D(ideal, seen, method=cv2.LMEDS)
    return np.asarray(found.homography if affine is None else np.vstack([affine, [0, 0, 1]]))


def back_lab(image: Image, lay: Homography) -> Floats:
    """(3,): the colour of the backs on a tableau, between their rims and what is in their middles."""
    patches = cut_spots(image, lay, np.array(STACKS_MM), TILE_MM / 2, 24)
    return np.asarray(np.median(ring_lab(patches, 0.5, 0.75), axis=0), np.float32)


def beside(regions: Sequence[RegionPlace], lays: Sequence[Homography]) -> tuple[int, ...]:
    """Give for each tableau the region that lies beside it, each to one."""
    middles = [project(lay, np.zeros((1, 2)))[0] for lay in lays]
    apart = np.array([[np.hypot(*(place.middles_px() - at).T).min() for place in regions] for at in middles])
    ways = permutations(range(len(regions)), len(lays))
    return min(ways, key=lambda way: sum(apart[row, at] for row, at in enumerate(way)))


def _the_right_way(image: Image, lay: Homography, lab: Floats) -> Homography:
    """Turn the score plan by half where its bonus tiles have the fields' colours rather so."""
    half = lay @ np.diag([-1.0, -1.0, 1.0])
    return min((lay, half), key=lambda each: _off_colours(image, each, lab))


def _off_colours(image: Image, lay: Homography, lab: Floats) -> float:
    middles = np.array([bonus_place(at) for at in range(len(FIELDS))])
    seen = ring_lab(cut_spots(image, lay, middles, 7.5, 24), 0.75, 0.95)
    hue = (seen - lab)[:, 1:]
    return float(np.abs(hue - np.median(hue, axis=0)).sum())
