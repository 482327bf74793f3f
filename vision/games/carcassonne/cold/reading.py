"""Reading a photograph of a box that nobody has learned."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import distinct_faces, faces
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.games.carcassonne.cold.box import ClassifiedTile, Explained, LearnedBox, explain
from vision.games.carcassonne.cold.choosing import surest_boards
from vision.games.carcassonne.cold.copies import find_groups, read_together
from vision.games.carcassonne.cold.figure_net import Floats, WoodPrediction, look_for_wood
from vision.games.carcassonne.cold.figures import find_any_figures, in_white_light, inside_tiles
from vision.games.carcassonne.cold.ground import tiles_cut_off
from vision.games.carcassonne.cold.growing import grow_board
from vision.games.carcassonne.cold.kinds import READINGS, edges_shown, no_face_odds
from vision.games.carcassonne.cold.laying import (
    MOST_TILES,
    LocatedTiles,
    cells_beside,
    clearness,
    lie,
    settled,
    square_pose,
)
from vision.games.carcassonne.cold.rivers import tell_ends, with_whole_rivers
from vision.games.carcassonne.cold.shield_net import Examples
from vision.games.carcassonne.cold.shielded import believe_again
from vision.games.carcassonne.cold.slanting import boards_from_above, is_slanted
from vision.games.carcassonne.cold.square_net import NET, glances
from vision.games.carcassonne.cold.squares import (
    CERTAIN,
    SquareBoard,
    find_boards,
    fit_board,
)
from vision.games.carcassonne.cold.tile_net import TilePrediction
from vision.games.carcassonne.cold.tuning import in_order, tuned_by_others
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.fusion import NO_FACE, Beliefs, Reading, believe, most_believed
from vision.games.carcassonne.meeples import DetectedFigure, cover, with_poses
from vision.games.carcassonne.scene import Corners, take_part
from vision.games.carcassonne.writing import PhotoReading, ViewPose
from vision.geometry.homography import project
from vision.geometry.outlines import CellOutline, by_axes
from vision.geometry.projection import fit_projection
from vision.geometry.rectify import View, rectify, whole_cells
from vision.image.light import without_veil
from vision.match.template import Pose
from vision.reader import Image, Progress

NO_TABLE = (
    "No board was found in this picture: photograph the tiles from above, the whole board in the frame, in "
    "even light."
)
MOSTLY_TILES = 0.7
"""Where less of what seemed to be tiles is left, the others bent the board."""
MOST_BEYOND = 0.7
"""Of no board so many tiles are more than the box holds, be it two or three boxes together."""
LEAST_USUAL = 5.0
"""Half of a board's squares are at least so surely tiles, and one reading of each is so sure, both in nats:
3.6 at most in 42 pictures of soft noise, 6.6 on the least of 52 tables in bad light."""
SURE_PLACES, LEAST_SIDE_PX = 1000, 4.0
"""Corners that are given count as so many places, if they are of anything at all."""
LAMPLIGHT = 5.0
"""From this tint of the light on its colour is taken out before tiles are told: by bulbs and warm lamps it is
6 and more, on most other tables and in four real photographs less. It costs a little elsewhere."""
SLACK = 0.06
"""In sides: a tile may reach so far over the picture's edge and still be read."""
GOOD_SIDE_PX = 80
"""Tiles are read at about this size, where the photograph shows them as large."""
SURELY_GARDEN = 3.5
"""Few tiles carry a garden, and those of many editions none: log-odds from which one is told of."""
CONSIDERED_NATS = 30.0
"""Readings so much less likely than the best are not considered further: more than neighbours can tell."""
TUNED = 2
"""So often the net is tuned to what a board's tiles are believed to be."""
WELL_TOLD = 0.9
"""Where fewer of a board's tiles seem to be told rightly its squares may lie askew."""
SHADOW_PX = 5
"""Shadows of figures fall so far beside them."""
_COUNTS = np.log([distinct_faces()[reading.face].count for reading in READINGS])
"""A face of which the box holds more is likelier, before looking."""


class ColdCell(NamedTuple):
    """What is told of a cell.

    Attributes:
        pose: Where its tile lies in the view.
        nats: The log-likelihood of each reading that comes into question, the likeliest first.
        no_face: Log-odds that its tile shows no face of the game, against the likeliest reading.
        places: (256, 17) what is told of shields; see ``shield_net``.
        edges: (4, kinds) what it shows to its neighbours; see ``fusion.Edges``.
    """

    pose: Pose
    nats: Mapping[Reading, float]
    no_face: float
    places: Floats
    edges: Floats


class ColdScene(NamedTuple):
    """A photograph laid out.

    Attributes:
        board: Where squares lie together on it.
        view: The board from above, bytes, 64 pixels a tile.
        cells: Those with a tile.
        cut: Cells with tiles that the frame cuts.
        told: How many of its tiles are told rightly, by what is believed of them.
        others: Further boards, which lie apart from this one.
        gardens: Cells with a tile that seems to carry a garden.
    """

    board: SquareBoard
    view: View
    cells: Mapping[Cell, ColdCell]
    cut: Sequence[Cell]
    told: float
    others: Sequence[SquareBoard]
    gardens: frozenset[Cell]


def read_cold(
    image: Image,
    corners_px: Corners | None,
    colours: Sequence[str],
    heard: Progress,
    box: LearnedBox | None = None,
) -> PhotoReading:
    """Read a photograph by what is told of any tile, of whatever box.

    Args:
        image: The photograph.
        corners_px: The four corners of any one tile, where they are given.
        colours: The colours of figures to look for.
        heard: Told how far it is.
        box: What is known of a box, perhaps of this one.

    Raises:
        NoTableError: No board is to be seen.
    """
    heard(marked("Looking for the board"), 0.1)
    scene = look_at(image, corners_px)
    heard(marked("Looking for figures"), 0.8)
    size_px = (image.shape[1], image.shape[0])
    wood = look_for_wood(np.asarray(scene.view.image, np.uint8))
    figures = _find_figures(scene, wood, size_px, colours)
    heard(marked("Looking at every tile"), 0.9)
    explained = {} if box is None else _explained(box, scene, wood, figures)
    scene = _weighed_by(scene, explained)
    beliefs = _believed(scene, wood.odds, box.shields if box and explained else None)
    return PhotoReading(
        size_px=size_px,
        lattice=scene.board.lattice,
        view=scene.view.homography,
        spots={
            cell: {reading: ViewPose(each.pose, reading.turns) for reading in each.nats}
            for cell, each in scene.cells.items()
        },
        beliefs=beliefs,
        cut=scene.cut,
        figures=figures,
        gardens=_gardens(scene.gardens, beliefs),
        size=scene.board.size,
        foreign={cell: explained[cell].foreign if cell in explained else 0.0 for cell in scene.cells},
        others=[_around(board) for board in scene.others],
    )


def _explained(
    box: LearnedBox, scene: ColdScene, wood: WoodPrediction, figures: Sequence[DetectedFigure]
) -> dict[Cell, Explained]:
    """Tell how prints explain the tiles of a board, where they are of its box."""
    tiles = {cell: ClassifiedTile(each.pose, each.nats) for cell, each in scene.cells.items()}
    height, width = wood.odds.shape
    covered = (wood.odds > 0) | cover(figures, (height, width), SHADOW_PX)
    return explain(box.looks, scene.view, tiles, scene.board.size, covered)


def _weighed_by(scene: ColdScene, explained: Mapping[Cell, Explained]) -> ColdScene:
    """Weigh what is told of each tile by what the prints of its box tell."""
    cells = dict(scene.cells)
    for cell, told in explained.items():
        log_odds = {reading: own + told.nats[reading] for reading, own in cells[cell].nats.items()}
        no_face = cells[cell].no_face + max(cells[cell].nats.values()) - max(log_odds.values())
        cells[cell] = cells[cell]._replace(pose=told.pose, nats=log_odds, no_face=no_face)
    return scene._replace(cells=cells)


def _around(board: SquareBoard) -> NDArray[np.float64]:
    """(4, 2): the corners of a board in the photograph, squares that are not certain left out."""
    certain = [cell for cell, outline in board.squares.items() if outline.places >= CERTAIN]
    every = np.array(certain or list(board.squares))
    (left, top), (right, bottom) = every.min(axis=0), every.max(axis=0) + 1
    return project(board.lattice, np.array([(left, top), (right, top), (right, bottom), (left, bottom)]))


def look_at(image: Image, corners_px: Corners | None = None) -> ColdScene:
    """Find a board and ask what every cell of it shows.

    Args:
        image: The photograph.
        corners_px: The four corners of any one tile, where they are given.

    Raises:
        NoTableError: No board is to be seen.
    """
    size_px = (image.shape[1], image.shape[0])
    squares = [*_given(corners_px, size_px), *NET.find(glances(image))]
    grow = cache(lambda: grow_board(image, squares))  # takes seconds, and is seldom wanted
    scenes = _scenes(image, find_boards(squares), grow)
    is_well_told = bool(scenes) and _is_well_told(scenes[0])
    board = None if is_well_told else grow()
    if board is not None and all(scene.board is not board for scene in scenes):
        with suppress(NoTableError):
            grown = _lay_out(image, board, ())
            scenes += [grown] if not scenes or _is_well_told(grown) else []
    if not scenes:
        raise NoTableError(NO_TABLE)
    return max(scenes, key=_worth)


def _scenes(
    image: Image, boards: Sequence[SquareBoard], grow: Callable[[], SquareBoard | None]
) -> list[ColdScene]:
    """Lay out what may be the board; what is seen from far aside as it looks from straight above."""
    surest = list(islice(surest_boards(image, boards, grow), 2))
    slanted = surest[0][0] if len(surest) == 1 and is_slanted(surest[0][0]) else None
    if slanted is not None:
        above = _from_above(image, slanted, grow, is_well_told=True)
        inside, _ = _cells_in_frame(slanted, (image.shape[1], image.shape[0]))
        if above and _is_well_told(above[0]) and len(above[0].cells) >= len(inside):
            return above
    scenes = sorted(_laid_out(image, surest), key=_worth, reverse=True)
    likely = [*(scene.board for scene in scenes), *(board for board, _ in surest)]
    first = likely[0] if likely else max(boards, key=lambda each: each.places, default=None)
    if first is None or not is_slanted(first):
        return scenes
    is_well_told = bool(scenes) and _is_well_told(scenes[0])
    if first is not slanted or not is_well_told:
        above = _from_above(image, first, grow, is_well_told=is_well_told)
    return [*above, *(each for each in scenes if not _shows_as_many(above, each))]


def _from_above(
    image: Image, board: SquareBoard, grow: Callable[[], SquareBoard | None], *, is_well_told: bool
) -> list[ColdScene]:
    """Lay out the surest board that is found from straight above another; see ``boards_from_above``."""
    sights = boards_from_above(image, board, is_well_told=is_well_told)
    return list(_laid_out(image, islice(surest_boards(image, sights, grow), 1)))


def _worth(scene: ColdScene) -> float:
    """Count the tiles told rightly less those that are not; of no board more than the box holds."""
    return 2 * min(scene.told, MOST_TILES) - len(scene.cells)


def _shows_as_many(scenes: Sequence[ColdScene], other: ColdScene) -> bool:
    """Tell whether one shows as many tiles as another: seen from above they lie straighter."""
    return any(len(scene.cells) >= len(other.cells) for scene in scenes)


def _is_well_told(scene: ColdScene) -> bool:
    return scene.told > WELL_TOLD * len(scene.cells)


def _laid_out(
    image: Image, surest: Iterable[tuple[SquareBoard, Sequence[SquareBoard]]]
) -> Iterator[ColdScene]:
    """Lay out boards, each with those beside it, of which some show no tiles after all."""
    for board, others in surest:
        with suppress(NoTableError):
            yield _lay_out(image, board, others)


def _gardens(seeming: Collection[Cell], beliefs: Beliefs) -> frozenset[Cell]:
    """Leave out what looks like gardens on more tiles of a face than a box holds with one."""
    face_of = {cell: face for cell in seeming if (face := most_believed(beliefs[cell]).face)}
    shown = Counter(face_of.values())
    return frozenset(cell for cell, face in face_of.items() if shown[face] <= faces()[face].garden_count)


def _lay_out(image: Image, board: SquareBoard, others: Sequence[SquareBoard]) -> ColdScene:
    """See a board from above, and ask what every cell of it shows.

    Raises:
        NoTableError: There are no tiles on it.
    """
    size_px = (image.shape[1], image.shape[0])
    corners = np.array(list(board.squares))
    first, last = corners.min(axis=0) - 1, corners.max(axis=0) + 2
    part = take_part(image, min(1.0, GOOD_SIDE_PX / board.side_px), _box_px(board, size_px))
    origin, extent = (int(first[0]), int(first[1])), (int(last[0] - first[0]), int(last[1] - first[1]))
    raw = rectify(part.image, np.linalg.inv(part.to_photo) @ board.lattice, origin, extent, FINE_PX)
    view = raw._replace(homography=part.to_photo @ raw.homography)
    inside, cut = _cells_in_frame(board, size_px)
    poses = [square_pose(view, square) for square in board.squares.values()]
    white = in_white_light(view, _middles(poses), LAMPLIGHT)
    located = lie(white, board, inside)
    if not inside or np.median(clearness(located.told)) < LEAST_USUAL:
        raise NoTableError(NO_TABLE)
    seen, located = len(located.cells), settled(image, white, board, located)
    kept = {cell: board.squares[cell] for cell in located.cells if cell in board.squares}
    if kept and len(located.cells) < MOSTLY_TILES * seen:
        return _lay_out(image, fit_board(kept), others)
    prediction = located.told
    cut += tiles_cut_off(image, board, located.cells, cells_beside(located.cells) - set(board.squares))
    if _beyond_the_box(prediction) > MOST_BEYOND:
        raise NoTableError(NO_TABLE)
    log_odds, no_face, rightly_told = _tuned(located)
    each = zip(
        located.poses, log_odds, no_face, prediction.places, edges_shown(prediction.answers), strict=True
    )
    known = dict(zip(located.cells, map(ColdCell._make, each), strict=True))
    gardens = frozenset(
        cell for cell, odds in zip(located.cells, prediction.has_garden, strict=True) if odds > SURELY_GARDEN
    )
    return ColdScene(board, view, known, cut, rightly_told, others, gardens)


def _tuned(located: LocatedTiles) -> tuple[list[dict[Reading, float]], list[float], float]:
    """Weigh the readings of each tile, then again by what the other tiles are believed to be.

    Returns:
        The log-likelihoods, the log-odds that each tile is of no face of the game, and how many tiles are
        told rightly if what was believed last is true.
    """
    groups = find_groups(located.squares)
    apart = np.arange(len(located.cells))
    for group in groups:
        apart[list(group)] = min(group)
    log_odds, rightly = located.told.nats, 0.0
    for _ in range(TUNED):
        weighed = _weighed(read_together(log_odds, groups))
        beliefs = believe(dict(zip(located.cells, weighed, strict=True)))
        rightly = sum(max(own.values()) for own in beliefs.values())
        log_odds = tuned_by_others(located.told, in_order([beliefs[cell] for cell in located.cells]), apart)
    return _weighed(read_together(log_odds, groups)), no_face_odds(log_odds).tolist(), rightly


def _beyond_the_box(prediction: TilePrediction) -> float:
    """Tell the share of squares that show a face of which the box holds no more: soft stains are all alike.

    On made-up boards that are hard to read it is 0.3 at most, on pictures of soft noise mostly 0.8 and more.
    """
    laid = Counter(READINGS[best].face for best in prediction.nats.argmax(axis=1))
    spare = sum(max(0, number - distinct_faces()[face].count) for face, number in laid.items())
    return spare / max(1, laid.total())


def _box_px(board: SquareBoard, size_px: tuple[int, int]) -> tuple[int, int, int, int]:
    """Box the board in the photograph, with two tiles to spare on every side."""
    middles = np.array([square.middle for square in board.squares.values()])
    sides_px = np.array([square.pitch_px for square in board.squares.values()])
    spare = 2.7 * sides_px.max()
    left, top = max(middles.real.min() - spare, 0.0), max(middles.imag.min() - spare, 0.0)
    right, bottom = min(middles.real.max() + spare, size_px[0]), min(middles.imag.max() + spare, size_px[1])
    return int(left), int(top), int(right), int(bottom)


def _given(corners_px: Corners | None, size_px: tuple[int, int]) -> list[CellOutline]:
    """Give the tile whose corners are given, surer than anything that is seen.

    Raises:
        NoTableError: It is not in the photograph.
    """
    if corners_px is None:
        return []
    north_west, north_east, south_east, south_west = (complex(*corner) for corner in corners_px)
    east = (north_east + south_east - north_west - south_west) / 2
    south = (south_west + south_east - north_west - north_east) / 2
    middle = (north_west + north_east + south_east + south_west) / 4
    outline = by_axes(middle, east, south, SURE_PLACES)
    if not outline.is_within(size_px) or not LEAST_SIDE_PX < outline.pitch_px < max(size_px):
        raise NoTableError(NO_TABLE)
    return [outline]


def _cells_in_frame(board: SquareBoard, size_px: tuple[int, int]) -> tuple[list[Cell], list[Cell]]:
    """Tell which cells of a board the photograph shows whole, and which it cuts."""
    every = list(board.squares)
    inside = whole_cells(board.lattice, every, size_px, SLACK * board.side_px)
    return inside, [cell for cell in every if cell not in inside]


def _believed(scene: ColdScene, wood: Floats, shields: Examples | None) -> Beliefs:
    """Believe something of every cell, and tell the ends of a river apart."""
    poses = {cell: each.pose for cell, each in scene.cells.items()}
    again = partial(
        believe_again,
        places={cell: each.places for cell, each in scene.cells.items()},
        view=scene.view,
        poses=poses,
        size=scene.board.size,
        wood=wood,
        edges={cell: each.edges for cell, each in scene.cells.items()},
        known=shields,
    )
    log_odds = {
        cell: {**each.nats, NO_FACE: max(each.nats.values()) + each.no_face}
        for cell, each in scene.cells.items()
    }
    return tell_ends(with_whole_rivers(log_odds, again), scene.view, poses, scene.board.size)


def _weighed(prediction: NDArray[np.floating]) -> list[dict[Reading, float]]:
    """Give the readings that come into question for each square, the likeliest first."""
    log_odds = prediction + _COUNTS
    numbers = (log_odds > log_odds.max(axis=1, keepdims=True) - CONSIDERED_NATS).sum(axis=1)
    orders = zip(log_odds, np.argsort(-log_odds, axis=1), numbers, strict=True)
    return [{READINGS[index]: float(own[index]) for index in order[:number]} for own, order, number in orders]


def _find_figures(
    scene: ColdScene, wood: WoodPrediction, size_px: tuple[int, int], colours: Sequence[str]
) -> list[DetectedFigure]:
    """Find figures where the net saw any, by their colour and outline."""
    middles = _middles([cell.pose for cell in scene.cells.values()])
    clear = without_veil(np.asarray(scene.view.image, np.uint8), inside_tiles(scene.view, middles))
    view = in_white_light(scene.view._replace(image=clear), middles)
    projection = fit_projection(scene.board.lattice, size_px)
    return with_poses(find_any_figures(view, wood.odds, projection, colours), wood.lies)


def _middles(poses: Sequence[Pose]) -> list[tuple[float, float]]:
    return [(pose.x_px, pose.y_px) for pose in poses]
