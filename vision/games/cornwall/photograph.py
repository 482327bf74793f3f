"""A whole table read from one photograph: the land, its fields and tiles, and what stands on it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE
from scoring.games.cornwall.land.hexes import PITCH_MM, middle_mm, neighbours
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.games.cornwall.classify.box_model import COLOURS_AT, BoxAdjustment, changed, settled
from vision.games.cornwall.classify.field_net import FieldPrediction, answers_of, told_of
from vision.games.cornwall.classify.ground import table_odds
from vision.games.cornwall.classify.matches import Match, Prints, matches, tile_likeness
from vision.games.cornwall.classify.odds import Odds, by_prints, odds_of, surely
from vision.games.cornwall.locate.search import FieldGroup, find_land, find_land_by_markers
from vision.games.cornwall.locate.tiles import FieldTriple, find_tiles, tell_seams
from vision.games.cornwall.locate.view import (
    PATCH_PX,
    PX_PER_MM,
    HexView,
    cell_at,
    cut_patches_at,
    cut_squares,
    show,
    whole_cells,
)
from vision.games.cornwall.pieces.figures import Things, things_in, within_supply
from vision.games.cornwall.pieces.thing_net import THINGS_PX_PER_MM
from vision.games.cornwall.uncovered import LIKELY, uncovered
from vision.geometry.homography import project
from vision.geometry.outlines import CellOutline
from vision.geometry.projection import fit_projection
from vision.reader import Image, Progress

NO_TABLE = marked(
    "No land was found in this picture: photograph the tiles from above, so near that the whole land just "
    "fits in the frame."
)
THERE = 0.0
"""Log-odds from which on a place is called a field."""
SEEN_PLACES = 12
SEEN_ODDS = 2.0
"""A field of which many places told is there the more likely, by up to so much."""
ROUNDS, LEAST_BESIDE = 3, 2
"""So often the land is grown by what looks like fields, each of which touches at least so many."""
LEAST_USUAL = 0.5
"""Where the usual field of a land is less likely than this, in log-odds, it is no land."""
SLACK = 0.1
"""A field may reach so far out of the frame, in pitches, and still count as whole."""
AROUND_MM = 700.0
"""So far beside the land figures, cottages and coins are looked for."""
SURE_PLACES = 1000
LIKELY_THINGS = (0.0, -0.2, 0.0)
"""In a photograph a figure is told where it is likelier than not; see ``figures.LEAST_ODDS``."""

Floats = NDArray[np.floating]


class TableReading(NamedTuple):
    """What a photograph of a table shows.

    Attributes:
        cells: The fields.
        odds: What each of them may be.
        is_field: (n,) log-odds that each of them is one.
        places_mm: Where every field really lies, in the lattice.
        tiles: Which are of one tile.
        cut: Fields that the frame cuts.
        unsure: Places of which it is not certain whether a field lies there.
    """

    size_px: tuple[int, int]
    land: FieldGroup
    cells: tuple[Cell, ...]
    odds: Mapping[Cell, Odds]
    is_field: Floats
    places_mm: Mapping[Cell, tuple[float, float]]
    tiles: tuple[FieldTriple, ...]
    things: Things
    cut: tuple[Cell, ...]
    unsure: tuple[Cell, ...]


def read_table(
    image: Image,
    adjustment: BoxAdjustment | None,
    prints: Prints | None,
    corners_px: Sequence[tuple[float, float]] | None,
    colours: Sequence[Player],
    tell: Progress,
) -> TableReading:
    """Read a photograph.

    Args:
        image: The photograph.
        adjustment: Of its box, where somebody has learned it.
        prints: Its tiles, likewise.
        corners_px: Four neighbouring corners of any one field, clockwise, where they are given.
        colours: The players' colours.
        tell: Told how far it is.

    Raises:
        NoTableError: No land is to be seen.
    """
    tell(marked("Looking for the board"), 0.05)
    size_px = (image.shape[1], image.shape[0])
    given = _given(corners_px, size_px)
    land = find_land(image, given) if given else find_land_by_markers(image) or find_land(image)
    if land is None:
        raise NoTableError(NO_TABLE)
    tell(marked("Looking for figures"), 0.4)
    projection = fit_projection(land.lattice, size_px)
    things = things_in(_all_around(image, land), projection, colours, LIKELY_THINGS)
    tell(marked("Looking at every tile"), 0.6)
    fields = _look_around(image, land, adjustment, things)
    usual = [fields[cell].is_field for cell in land.spots if cell in fields]
    if not usual or np.median(usual) < LEAST_USUAL:
        raise NoTableError(NO_TABLE)
    there = sorted(cell for cell, each in fields.items() if each.is_field > THERE)
    cells = whole_cells(land.lattice, there, size_px, SLACK * land.pitch_px)
    cut = tuple(sorted(set(there) - set(cells)))
    if not cells:
        raise NoTableError(NO_TABLE)
    tell(marked("Putting the tiles together"), 0.85)
    places = {cell: land.at_mm(cell) for cell in cells}
    prediction = _joined([fields[cell] for cell in cells])
    prediction = prediction._replace(
        terrain=settled(np.array([fields[cell].answers for cell in cells])).terrain
    )
    shown = dict(zip(cells, np.exp(prediction.terrain), strict=True))
    likeness = None if prints is None else tile_likeness(prints, image, land.lattice, places)
    tiles = tuple(find_tiles(tell_seams(image, land.lattice, places), shown, likeness))
    odds = {cell: odds_of(prediction, at) for at, cell in enumerate(cells)}
    if prints is not None:
        odds, known = _by_prints(prints, image, land, tiles, odds)
        things = uncovered(image, land, known, things, colours)
    figures = tuple(found for found in within_supply(things.figures) if found.confidence > LIKELY)
    things = things._replace(figures=figures)
    unsure = tuple(cell for cell, each in sorted(fields.items()) if cell in land.spots and cell not in there)
    return TableReading(
        size_px, land, tuple(cells), odds, prediction.is_field, places, tiles, things, cut, unsure
    )


def _by_prints(
    prints: Prints, image: Image, land: FieldGroup, tiles: Sequence[FieldTriple], odds: Mapping[Cell, Odds]
) -> tuple[dict[Cell, Odds], dict[tuple[Cell, ...], Match]]:
    """Tell what the fields of tiles may be by the learned tile that lies there, and which that surely is."""
    told, known = dict(odds), dict[tuple[Cell, ...], Match]()
    for tile in tiles:
        if len(tile.cells) == FIELDS_OF_A_TILE:
            places = {cell: land.at_mm(cell) for cell in tile.cells}
            found = matches(prints, image, land.lattice, tile.cells, places)
            told |= by_prints({cell: odds[cell] for cell in tile.cells}, found, len(prints.fields))
            best = surely(found, told)
            known |= {} if best is None else {tile.cells: best}
    return told, known


def _given(corners_px: Sequence[tuple[float, float]] | None, size_px: tuple[int, int]) -> list[CellOutline]:
    """Give the field whose corners are given, surer than anything that is seen.

    Raises:
        NoTableError: It is not in the photograph.
    """
    if corners_px is None:
        return []
    corners = np.array([complex(*corner) for corner in corners_px[:4]])
    radius = 1 / np.sqrt(3)
    flat = radius * np.exp(1j * np.pi / 3 * np.arange(4))
    every = np.stack([np.ones(4), flat, np.conj(flat)], axis=1)
    (middle, straight, mirrored), *_ = np.linalg.lstsq(every, corners, rcond=None)
    turn = np.exp(-1j * np.pi / 6)
    spot = CellOutline(complex(middle), complex(straight / turn), complex(mirrored * turn), SURE_PLACES)
    if not spot.is_within(size_px) or not 8 < spot.pitch_px < max(size_px):
        raise NoTableError(NO_TABLE)
    return [spot]


def _all_around(image: Image, land: FieldGroup) -> HexView:
    """Show the land and what is beside it, as far as the frame goes."""
    height, width = image.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    frame = project(np.linalg.inv(land.lattice), corners)
    middles = np.array([middle_mm(cell) for cell in land.spots])
    low = np.maximum(middles.min(axis=0) - AROUND_MM, frame.min(axis=0))
    high = np.minimum(middles.max(axis=0) + AROUND_MM, frame.max(axis=0))
    return show_part(image, land, low, high)


def show_part(image: Image, land: FieldGroup, low_mm: Floats, high_mm: Floats) -> HexView:
    """Show a part of the lattice straight from above, as large as things are looked at."""
    ends = [cell_at(low_mm.tolist()), cell_at(high_mm.tolist())]
    return show(image, land.lattice, ends, margin_mm=PITCH_MM, px_per_mm=THINGS_PX_PER_MM)


class _One(NamedTuple):
    """What is told of one place; see ``FieldPrediction``; ``answers`` as ``answers_of`` gives them."""

    terrain: Floats
    symbols: Floats
    is_field: float
    answers: Floats


def _look_around(
    image: Image, land: FieldGroup, adjustment: BoxAdjustment | None, things: Things
) -> dict[Cell, _One]:
    """Tell every place of the land and beside it, growing the land by what looks like fields."""
    told: dict[Cell, _One] = {}
    wanted = set(land.spots)
    for _ in range(ROUNDS):
        told |= _told(image, land, adjustment, things, sorted(wanted))
        there = {cell for cell, each in told.items() if each.is_field > THERE}
        beside = Counter(near for cell in there for near in neighbours(cell))
        wanted = {cell for cell, touching in beside.items() if touching >= LEAST_BESIDE} - set(told)
        if not wanted:
            break
    return told


def _told(
    image: Image, land: FieldGroup, adjustment: BoxAdjustment | None, things: Things, cells: Sequence[Cell]
) -> dict[Cell, _One]:
    places = np.array([land.at_mm(cell) for cell in cells])
    patches = cut_patches_at(image, land.lattice, places)
    answers = answers_of(patches, hidden_patches(things, places))
    answers = answers if adjustment is None else changed(adjustment, answers)
    prediction = told_of(answers)
    inside = _in_frame(land, places, image)
    less = table_odds(image, land.lattice, cells, set(land.spots), answers[:, COLOURS_AT])
    return {
        cell: _One(
            prediction.terrain[at],
            prediction.symbols[at],
            float(prediction.is_field[at] + less[at]) + _surer(land, cell) if inside[at] else -np.inf,
            answers[at],
        )
        for at, cell in enumerate(cells)
    }


def _in_frame(land: FieldGroup, places_mm: Floats, image: Image) -> NDArray[np.bool_]:
    points = project(land.lattice, places_mm)
    return np.asarray(((points > 0) & (points < image.shape[1::-1])).all(axis=1))


def _surer(land: FieldGroup, cell: Cell) -> float:
    """Tell how much likelier a field is where the net for hexes saw one."""
    seen = land.spots[cell].places if cell in land.spots else 0
    return SEEN_ODDS * (2 * min(seen / SEEN_PLACES, 1.0) - 0.5)


def hidden_patches(things: Things, places_mm: Floats) -> NDArray[np.bool_]:
    """(n, 64, 64): what things cover of the patches around some places of the lattice."""
    view = things.view
    cover = np.repeat(things.hidden[..., None].astype(np.uint8) * 255, 3, axis=2)
    scale, corner = 1 / view.px_per_mm, view.corner_mm
    to_view = np.linalg.inv(np.array([[scale, 0, corner[0]], [0, scale, corner[1]], [0, 0, 1]]))
    turns = np.zeros(len(places_mm))
    squares = cut_squares(cover, to_view, places_mm, turns, PATCH_PX, PX_PER_MM)
    return np.asarray(squares[..., 0] > 127)


def _joined(every: Sequence[_One]) -> FieldPrediction:
    return FieldPrediction(
        np.array([each.terrain for each in every]).reshape(-1, 5),
        np.array([each.symbols for each in every]).reshape(-1, 3),
        np.array([each.is_field for each in every], np.float64),
    )
