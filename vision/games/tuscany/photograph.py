"""A photograph of one or more regions read: their fields, what lies on them, and what lies beside them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.tuscany.drawing.components import FIELD_MM, STORES_MM, TILE_MM, mat_place
from scoring.games.tuscany.land.board import (
    Alternative,
    ColourReading,
    CoverReading,
    Pixel,
    RegionReading,
    ThingReading,
    TuscanyBoard,
)
from scoring.games.tuscany.land.regions import SEAT_COLUMNS
from scoring.games.tuscany.land.tiles import DISPLAY, HEX, KIND_OF
from scoring.geometry.hexes import corners_mm, middle_mm
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.follow.covered import cut_spots
from vision.games.tuscany.classify.colours import FieldColours, expected_lab, read_fields, tell_players
from vision.games.tuscany.classify.faces import (
    SIDE_PX,
    FacePrints,
    disc,
    fit_daylight,
    learn_light,
    tell_faces,
)
from vision.games.tuscany.live.seeing import A_PRINT, bluer, kind_likeness
from vision.games.tuscany.live.sighting import best
from vision.games.tuscany.locate.boards import (
    NO_REGION,
    SeenHexagons,
    back_lab,
    beside,
    find_mat,
    find_tableaus,
    see_regions,
)
from vision.games.tuscany.locate.regions import RegionPlace, left_over
from vision.games.tuscany.prints import TILE_REACH_MM
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats
from vision.reader import Image, Progress

MOST_REGIONS = 4
ACROSS = (0.0104, 0.14)
"""How wide a tile may be seen, in shares of a photograph: one region may fill it."""
RIM_PX = 2
LIKE_OTHERS = 0.55
"""A field that correlates less with what most fields of its region look like is covered, where no prints are
known; else one with which a print of its kind of tile correlates better."""
DOUBT = 6.0
"""So much, in CIELAB units, a field's colour fits better than another's that may be changed with it, where it
is as sure as not to be right."""
_READ_AS_EDGE = marked("Looking for regions")
_READ_AS_TILES = marked("Reading fields and tiles")


class _Seen(NamedTuple):
    image: Image
    tiles: FacePrints
    light: Floats


def read_table(image: Image, tiles: FacePrints, players: Sequence[Player], tell: Progress) -> TuscanyBoard:
    """Read a photograph.

    Args:
        tiles: The box's prints; none where nobody has learned it.
        players: The colours of those who may play.

    Raises:
        NoTableError: No region is to be seen.
    """
    tell(_READ_AS_EDGE, 0.1)
    found, ways = see_regions(image, MOST_REGIONS, ACROSS, enough=1)
    if not ways:
        raise NoTableError(NO_REGION)
    tell(_READ_AS_TILES, 0.6)
    ways.sort(key=lambda each: tuple(each[0].middles_px().mean(axis=0)))
    fields, lab = read_fields(image, ways)
    regions = [each.place for each in fields]
    mat, rest = find_mat(found._replace(hexagons=left_over(found.hexagons, regions)))
    seen = _Seen(image, tiles, _light(image, tiles, mat, lab))
    owners, lays = _owners(image, rest, regions, players)
    covers = [cover for at, each in enumerate(fields) for cover in _covers(seen, each.place, each.fields, at)]
    return TuscanyBoard(
        image_size_px=(image.shape[1], image.shape[0]),
        regions=tuple(RegionReading(owner) for owner in owners),
        fields=tuple(field for at, each in enumerate(fields) for field in _fields(each, at)),
        covers=tuple(covers),
        store=tuple(each for at, lay in lays.items() for each in _stored(seen, lay, at)),
        display=tuple(_display(seen, mat)),
    )


def _owners(
    image: Image, rest: SeenHexagons, regions: Sequence[RegionPlace], players: Sequence[Player]
) -> tuple[list[Player], Mapping[int, Homography]]:
    """Tell whose each region is, by the tableau beside it; and where that lies."""
    lays = find_tableaus(rest, min(len(regions), len(players)))
    owners = [""] * len(regions)
    if not lays:
        return owners, {}
    whose = tell_players(np.stack([back_lab(image, lay) for lay in lays]), players)
    belong = beside(regions, lays)
    for player, at in zip(whose, belong, strict=True):
        owners[at] = player
    return owners, dict(zip(belong, lays, strict=True))


# --- fields ----------------------------------------------------------------------------------------


def _fields(read: FieldColours, at: int) -> Iterator[ColourReading]:
    swaps = {one: read.fields[other] for pair in read.doubts for one, other in (pair, pair[::-1])}
    for cell, colour in read.fields.items():
        sure = 1 / (1 + math.exp(-read.margins[cell] / DOUBT * 2))
        others = (Alternative(swaps[cell], 1 - sure),) if cell in swaps else ()
        yield ColourReading(_named(cell, at), colour, sure, others, _hex_px(read.place, cell))


def _named(cell: Cell, at: int) -> Cell:
    return cell[0] + SEAT_COLUMNS * at, cell[1]


def _hex_px(place: RegionPlace, cell: Cell) -> tuple[Pixel, ...]:
    return _pixels(project(place.homography, np.array(corners_mm(cell, 1.0))))


def _pixels(corners: NDArray[np.float64]) -> tuple[Pixel, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


def _covers(seen: _Seen, place: RegionPlace, colours: Mapping[Cell, str], at: int) -> Iterator[CoverReading]:
    """Tell what lies on fields: what looks like a print of their kind, or like none of the others."""
    cells = [*colours]
    middles = np.array([middle_mm(cell, 1.0) for cell in cells])
    patches = _patches(seen.image, place.homography, middles, TILE_REACH_MM / FIELD_MM)
    told = tell_faces(patches, seen.tiles, seen.light)
    kinds = [KIND_OF[colours[cell]] for cell in cells]
    usual = _like_others(patches)
    shares = kind_likeness(told, seen.tiles, kinds) - usual if seen.tiles.faces else LIKE_OTHERS - usual
    wood = bluer(patches, seen.light)
    for cell, kind, odds, share, blue in zip(cells, kinds, told.odds, shares, wood, strict=True):
        sure = 1 / (1 + math.exp(-12 * abs(float(share))))
        if blue > 0:
            yield CoverReading(_named(cell, at), HEX, 0.9, (), _hex_px(place, cell))
        elif share > 0:
            fitting = {face: value for face, value in odds.items() if face.startswith(kind)}
            face = best(fitting) if fitting else kind
            yield CoverReading(_named(cell, at), face, sure, (), _hex_px(place, cell))


def _like_others(patches: Floats) -> NDArray[np.float64]:
    """(n,): how each patch correlates with what most of them look like."""
    light = patches[:, RIM_PX:-RIM_PX, RIM_PX:-RIM_PX, 0][:, disc(0.9)]
    off = light - light.mean(axis=1, keepdims=True)
    usual = np.median(off, axis=0)
    return np.asarray(
        (off * usual).sum(axis=1) / np.sqrt(np.square(off).sum(axis=1) * np.square(usual).sum() + 1e-6)
    )


def _patches(image: Image, lay: Homography, middles: NDArray[np.float64], reach: float) -> Floats:
    side = SIDE_PX + 2 * RIM_PX
    return cut_spots(image, lay, middles, reach * side / SIDE_PX, side)


# --- beside them -----------------------------------------------------------------------------------


def _light(image: Image, tiles: FacePrints, mat: Homography | None, lab: Floats) -> Floats:
    light = fit_daylight(lab, expected_lab())
    return light if mat is None else learn_light(_on_mat(image, mat), tiles, light)


def _on_mat(image: Image, mat: Homography) -> Floats:
    return _patches(image, mat, np.array([mat_place(at) for at in range(DISPLAY)]), TILE_REACH_MM)


def _display(seen: _Seen, mat: Homography | None) -> Iterator[ThingReading]:
    if mat is not None and seen.tiles.faces:
        places = [mat_place(at) for at in range(DISPLAY)]
        yield from _things(seen, mat, places, _on_mat(seen.image, mat), 0)


def _stored(seen: _Seen, lay: Homography, region: int) -> Iterator[ThingReading]:
    if seen.tiles.faces:
        patches = _patches(seen.image, lay, np.array(STORES_MM), TILE_REACH_MM)
        yield from _things(seen, lay, STORES_MM, patches, region)


def _things(
    seen: _Seen,
    lay: Homography,
    places: Sequence[tuple[float, float]],
    patches: Floats,
    region: int,
) -> Iterator[ThingReading]:
    told, wood = tell_faces(patches, seen.tiles, seen.light), bluer(patches, seen.light)
    for number, (place, odds, alike) in enumerate(zip(places, told.odds, told.likeness, strict=True)):
        face = HEX if wood[number] > 0 else best(odds) if alike > A_PRINT else ""
        if face:
            corners = project(lay, np.array(corners_mm((0, 0), TILE_MM)) + place)
            at_px = _pixels(project(lay, np.array([place])))[0]
            sure = 1 / (1 + math.exp(-12 * float(alike - A_PRINT)))
            yield ThingReading(number, face, region, sure, (), _pixels(corners), at_px)
