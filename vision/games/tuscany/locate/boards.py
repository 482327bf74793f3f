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
from scoring.geometry.hexes import corners_mm
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.follow.covered import cut_spots
from vision.games.tuscany.classify.colours import FieldColours, read_fields, ring_lab, tell_players
from vision.games.tuscany.locate.regions import RegionPlace, find_regions, left_over
from vision.geometry.constellations import Constellation, find_constellations
from vision.geometry.hex_lattice import Hexagon, find_hexagons, fit_hex_lattices, sides_seen
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats, colour_steps
from vision.reader import Image

ACROSS = (0.0104, 0.048)
"""How wide a tile may be seen, in shares of the frame's width: 24 to 110 px of 2304."""
MATS, TABLEAUS, PLANS = 6, 5, 6
"""Where so many places of a board are seen, it is one: with fewer, boards were found where none lay, in 60
frames of seeds 1 to 60 at levels 0 to 2."""
ALONE = 5
"""So many places of the display are enough beside all tableaus: three of its tiles had the table's colour in
seed 2700 at level 2. A choice for that table, fitted to no others."""
LEAST_SEEN, SIDED = 4, 0.4
"""With so many it is one where such a share of the sides is seen of those that have no whole outline."""
SIDES = (1.0, 0.75, 0.6)
"""In such shares of ``hex_lattice.STEP`` sides of fields are looked for, until all regions are found: a soft
picture has faint ones. By eye: of boxes made up by chance at level 2, the first finds all regions in 47 of 48
frames of seeds 401 to 425, 2758 to 2760 and 2781 to 2800, but not where three of 2758 are laid together."""
BESIDE_PX = 2
"""A side is looked for so far beside where it should be."""
OFF_MM = 4.0
STACK_OFF_MM = 6.0
"""So far beside its place the top of a stack may appear, since it is 14 mm high."""
GROUND_MM, GROUND_REACH_MM = (24.0, -46.0), 4.0
"""Where on a tableau nothing lies or is printed, and how far around."""
_ON_TABLEAU = (*STORES_MM, *STACKS_MM)
_ON_MAT = tuple(mat_place(at) for at in range(DISPLAY))
NO_REGION = marked(
    "Not every region is to be seen. Bring all of each into the picture, with nothing over them."
)
NO_TABLEAU = marked(
    "Not every player's tableau is to be seen. Bring all of each into the picture, with nothing over them."
)


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
        fields: The regions' colours.
        lab: (8, 3) how each colour looks in this light.
    """

    places: TablePlaces
    fields: Mapping[Player, FieldColours]
    lab: Floats


def find_table(image: Image, players: Sequence[Player]) -> FoundTable:
    """Find all boards, and whose they are.

    Raises:
        NoTableError: Not every player's region and tableau are to be seen.
    """
    seen, ways = see_regions(image, len(players))
    if len(ways) < len(players):
        raise NoTableError(NO_REGION)
    fields, lab = read_fields(image, ways)
    regions = [each.place for each in fields]
    rest = seen._replace(hexagons=left_over(seen.hexagons, regions))
    bonus = [bonus_place(at) for at in range(len(FIELDS))]
    plan = find_constellations(rest.hexagons, bonus, BONUS_MM, OFF_MM, PLANS)[:1]
    mat, rest = find_mat(rest.without(plan))
    lays = find_tableaus(rest, len(players))
    if len(lays) < len(players):
        raise NoTableError(NO_TABLEAU)
    whose = tell_players(np.stack([back_lab(image, lay) for lay in lays]), players)
    owned = {player: fields[at] for player, at in zip(whose, beside(regions, lays), strict=True)}
    places = TablePlaces(
        {player: owned[player].place for player in players},
        {player: lays[whose.index(player)] for player in players},
        mat,
        _the_right_way(image, plan[0].homography, lab) if plan else None,
    )
    return FoundTable(places, {player: owned[player] for player in players}, lab)


class SeenHexagons(NamedTuple):
    """What has the shape of a field or tile.

    Attributes:
        hexagons: Those whose outlines are whole.
        steps: (h, w) where colours change, as ``hex_lattice.sides_seen`` takes it.
    """

    hexagons: Sequence[Hexagon]
    steps: Floats

    def without(self, boards: Sequence[Constellation]) -> "SeenHexagons":
        """Leave out those on some boards."""
        used = {index for board in boards for index in board.places.values()}
        return self._replace(hexagons=[each for at, each in enumerate(self.hexagons) if at not in used])


def see_regions(
    image: Image, most: int, across: tuple[float, float] = ACROSS, enough: int | None = None
) -> tuple[SeenHexagons, list[tuple[RegionPlace, ...]]]:
    """Find the hexagons of a photograph, and the regions among them, each in the ways it may be complete.

    Args:
        across: How wide a tile may be seen, in shares of the photograph's longer side.
        enough: Where so many regions are found, or all, their sides are not looked for once more.
    """
    wide = max(image.shape)
    hexagons = find_hexagons(image, (across[0] * wide, across[1] * wide))
    exact = colour_steps(image)
    near, around = (
        np.asarray(cv2.dilate(exact, np.ones((reach, reach), np.uint8)), np.float32)
        for reach in (3, 2 * BESIDE_PX + 1)
    )
    steps, regions = around, list[tuple[RegionPlace, ...]]()
    for share in SIDES:
        found = find_regions(around / share, fit_hex_lattices(hexagons, near / share), most)
        if len(found) > len(regions):
            steps, regions = around / share, found
        if len(regions) >= (enough or most):
            break
    return SeenHexagons(hexagons, steps), regions


def find_mat(seen: SeenHexagons) -> tuple[Homography | None, SeenHexagons]:
    """Find the display, if it is to be seen, and give what is not on it."""
    tableaus = find_constellations(seen.hexagons, _ON_TABLEAU, TILE_MM, STACK_OFF_MM, TABLEAUS)
    whole = _mat_among(seen, tableaus, MATS)
    if whole is not None:
        return whole.homography, seen.without([whole])
    found = _mat_among(seen.without(tableaus), [], ALONE)
    return None if found is None else found.homography, seen


def _mat_among(seen: SeenHexagons, tableaus: Sequence[Constellation], enough: int) -> Constellation | None:
    mats = find_constellations(seen.hexagons, _ON_MAT, TILE_MM, OFF_MM, LEAST_SEEN)
    true = (mat for mat in mats if _is_there(mat, _ON_MAT, enough, seen.steps))
    return next((mat for mat in true if not any(_is_rather(each, mat) for each in tableaus)), None)


def _is_there(found: Constellation, flat: Sequence[tuple[float, float]], enough: int, steps: Floats) -> bool:
    """Tell whether so many places of a board are seen that it is one, or the sides of the others are seen."""
    unseen = [place for at, place in enumerate(flat) if at not in found.places]
    if len(found.places) >= enough or not unseen:
        return len(found.places) >= enough
    corners = np.array(corners_mm((0, 0), TILE_MM)) + np.array(unseen)[:, None]
    there = project(found.homography, corners.reshape(-1, 2)).reshape(corners.shape)
    return float(sides_seen(steps, there).mean()) > SIDED


def _is_rather(one: Constellation, other: Constellation) -> bool:
    """Tell whether hexagons are one board rather than another: more of them fit, or they fit better."""
    shared = {*one.places.values()} & {*other.places.values()}
    is_better = (len(one.places), -one.off_mm) > (len(other.places), -other.off_mm)
    return len(shared) > len(other.places) // 2 and is_better


def find_tableaus(seen: SeenHexagons, most: int) -> list[Homography]:
    """Find tableaus, those first that most is seen of."""
    every = find_constellations(seen.hexagons, _ON_TABLEAU, TILE_MM, STACK_OFF_MM, LEAST_SEEN)
    found = [each for each in every if _is_there(each, STORES_MM, TABLEAUS, seen.steps)]
    return [_by_stores(each, seen.hexagons) for each in found[:most]]


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
    """(3,): the colour of the backs on a tableau: what lies where stacks do and is least like the board."""
    stacks, ground = stacks_lab(image, lay), ground_lab(image, lay)
    return np.asarray(stacks[np.linalg.norm((stacks - ground)[:, 1:], axis=1).argmax()], np.float32)


def stacks_lab(image: Image, lay: Homography) -> Floats:
    """(3, 3): the colours where stacks lie, between the rims of backs and what is in their middles."""
    return ring_lab(cut_spots(image, lay, np.array(STACKS_MM), TILE_MM / 2, 24), 0.5, 0.75)


def ground_lab(image: Image, lay: Homography) -> Floats:
    """(3,): the colour of a tableau where nothing lies or is printed."""
    [ground] = cut_spots(image, lay, np.array([GROUND_MM]), GROUND_REACH_MM, 12)
    return np.asarray(np.median(ground, axis=(0, 1)), np.float32)


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
