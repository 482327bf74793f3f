"""Tables that are not there, with a board of a made-up box on them, and where each of its squares lies.

Unlike ``vision.simulator``, which shows one game with care, this makes up thousands of small pictures in
all kinds of light, a part of a board each.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.drawing.figures import FIGURES
from scoring.games.carcassonne.land.catalogue import SIDES, faces
from scoring.games.carcassonne.land.regions import beside
from vision.games.carcassonne.cold.figure_net import LYING_SHARE
from vision.games.carcassonne.training.boxes import Box
from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, SimMast, distance, mount, project
from vision.simulator.made_up.styles import Colour, any_colour
from vision.simulator.table import figures
from vision.simulator.table.things import SimBox, SimFigure
from vision.training.tabletops import (
    FINER,
    FRAME_PX,
    PATTERN_SHARE,
    AnyLight,
    Floats,
    Painting,
    join,
    paint_bare,
    photograph,
    project_flat,
    speckle,
    tell_lattice,
)

STRIDE_PX = 8
"""What lies where is told for every eighth pixel of every eighth row."""
TOLD = 9
"""For each of these places: tile (0 or 1); how far east and south in the frame its middle is, in sides; the
binary logarithm of its side in pixels; the fourth power of its direction, and how it is sheared, both
complex numbers (see ``squares``); figure (0 or 1)."""
USUAL_SIDE_PX = (38, 100)
MOST_TILT_DEG = 50.0
VERY_ASKEW_RAD = np.deg2rad(8.0)
LOOSE_SHARE = 0.25
"""On so many tables tiles lie about that are not of the board."""
SEAMLESS_SHARE = 0.15
"""On so many tables tiles lie so close that neither a gap nor a shadow is seen between them."""
_SIZES, _SHARES = (1, 2, 4, 8, 16, 30, 50, 72), (0.04, 0.04, 0.1, 0.17, 0.2, 0.2, 0.15, 0.1)
ABBOT_SHARE = 0.15
LIKE_GROUND_SHARE, AROUND_PX = 0.3, 8
"""So much wood is nearly as green as the meadow or as red as the roofs on which it stands."""
KINDS = (None, ("follower", False), ("follower", True), ("abbot", False), ("abbot", True))
"""None, or which figure and whether it lies."""


class PaintedTile(NamedTuple):
    """A tile on the table: which of its box, and where (in mm) and how far turned (in radians) it lies."""

    tile: int
    at_mm: Floats
    turn_rad: float


class _Care(NamedTuple):
    """How tiles are laid: in tiles how far apart and by how much they stray, in radians how far turned."""

    pitch: float
    drift: float
    askew_rad: float
    shade: float


class TileScene(NamedTuple):
    """A table being painted.

    Attributes:
        painting: (512, 512, 3), painted into.
        which: (512, 512) the index of the tile that lies there, or -1.
        wood: (512, 512) 255 where a figure is.
        kinds: (512, 512) 0, or which kind of figure is there; see ``KINDS``.
    """

    painting: Painting
    which: NDArray[np.int32]
    wood: NDArray[np.uint8]
    kinds: NDArray[np.uint8]
    camera: SimCamera
    laid: Sequence[PaintedTile]


class TableSample(NamedTuple):
    """A picture of a table, (256, 256, 3), and what lies where on it, (9, 32, 32)."""

    image: Image
    told: NDArray[np.float32]


def show_table(box: Box, chance: Generator) -> TableSample:
    """Lay some tiles of a box on a made-up table and photograph a part of it."""
    scene = paint_table(box, chance)
    return TableSample(photograph(scene.painting, LIGHT, chance), _tell(scene))


def paint_table(box: Box, chance: Generator, figures_a_tile: float = 0.4, most_figures: int = 6) -> TileScene:
    """Paint a made-up table with some tiles of a box on it, and so many figures on the mean."""
    board = _grow(box, int(chance.choice(_SIZES, p=_SHARES)), chance)
    care = _care(chance)
    painted = _lay(board, care, chance)
    whole = (FRAME_PX * FINER,) * 2
    which, wood, kinds = np.full(whole, -1, np.int32), np.zeros(whole, np.uint8), np.zeros(whole, np.uint8)
    scene = TileScene(_ground(chance), which, wood, kinds, _put_up(painted, chance), painted)
    for _ in range(chance.poisson(1.2)):
        _paint_other(scene, chance)
    for index in chance.permutation(len(painted)):
        _paint_tile(scene, box, int(index), care.shade)
    for _ in range(chance.poisson(min(figures_a_tile * len(painted), most_figures))):
        _paint_figure(scene, chance)
    return scene


# --- the board -------------------------------------------------------------------------------------


def _grow(box: Box, number: int, chance: Generator) -> dict[Cell, tuple[int, int]]:
    """Lay tiles, by index and quarter turns, so that their edges mostly match."""
    edges = [faces()[tile.face].edges for tile in box]
    board = {(0, 0): (int(chance.integers(len(box))), int(chance.integers(4)))}
    is_stretched = chance.random() < 0.4
    while len(board) < number:
        frontier = sorted({there for cell in board for there in _beside(cell)} - set(board))
        tries = 1 if is_stretched and chance.random() < 0.7 else 3
        some = [frontier[int(chance.integers(len(frontier)))] for _ in range(tries)]
        cell = max(some, key=lambda each: sum(there in board for there in _beside(each)))
        board[cell] = _matching(cell, board, edges, chance)
    return board


def _beside(cell: Cell) -> Iterator[Cell]:
    return (beside(cell, side) for side in SIDES)


def _matching(
    cell: Cell, board: Mapping[Cell, tuple[int, int]], edges: Sequence[Sequence[str]], chance: Generator
) -> tuple[int, int]:
    """Choose a tile that matches, if one of a dozen does."""
    wanted = [
        (side, edges[board[there][0]][(side + 2 - board[there][1]) % 4])
        for side, there in enumerate(_beside(cell))
        if there in board
    ]
    tries = [(int(tile), turns) for tile in chance.permutation(len(edges))[:12] for turns in range(4)]
    fit = [
        (tile, turns)
        for tile, turns in tries
        if all(edges[tile][(side - turns) % 4] == kind for side, kind in wanted)
    ]
    return (fit or tries)[int(chance.integers(len(fit or tries)))]


def _care(chance: Generator) -> _Care:
    """Choose the care of the players, and how dark the shadows of tiles are: 1 for none."""
    if chance.random() < SEAMLESS_SHARE:
        return _Care(1.0, 0.003, np.deg2rad(0.2), 1.0)
    return _Care(
        1 + chance.choice([0, 0.01, 0.03, 0.1, 0.3], p=[0.4, 0.28, 0.2, 0.08, 0.04]),
        chance.choice([0.01, 0.03, 0.08]),
        np.deg2rad(chance.choice([0.3, 1.5, 5.0])),
        chance.uniform(0.3, 1),
    )


def _lay(board: Mapping[Cell, tuple[int, int]], care: _Care, chance: Generator) -> list[PaintedTile]:
    """Lay a board with some care, and a few tiles beside it."""
    painted = [
        PaintedTile(
            tile,
            (np.array(cell) * care.pitch + chance.normal(0, care.drift, 2)) * TILE_MM,
            turns * np.pi / 2
            + chance.normal(0, VERY_ASKEW_RAD if chance.random() < 0.03 else care.askew_rad),
        )
        for cell, (tile, turns) in board.items()
    ]
    used = [tile for tile, _ in board.values()]
    loose = int(chance.integers(1, 4)) if chance.random() < LOOSE_SHARE else 0
    far = max(float(np.abs(each.at_mm).max()) for each in painted) + 2 * TILE_MM
    return painted + [
        PaintedTile(int(chance.choice(used)), chance.uniform(-far, far, 2), chance.uniform(0, 2 * np.pi))
        for _ in range(loose)
    ]


def _put_up(laid: Sequence[PaintedTile], chance: Generator) -> SimCamera:
    """Look at some tile of the board from anywhere."""
    tilt = chance.uniform(0, MOST_TILT_DEG) if chance.random() < 0.6 else chance.uniform(0, 12)
    towards = laid[int(chance.integers(len(laid)))].at_mm + chance.uniform(-1, 1, 2) * TILE_MM
    side_px = np.exp(chance.uniform(*np.log(USUAL_SIDE_PX))) * FINER
    mast = SimMast(
        side_px / TILE_MM,
        tilt,
        chance.uniform(0, 360),
        chance.uniform(0, 360),
        (float(towards[0]), float(towards[1])),
        0.0,
    )
    return mount(mast, (FRAME_PX * FINER,) * 2, focal=chance.uniform(1.0, 2.5))


# --- painting --------------------------------------------------------------------------------------


def _ground(chance: Generator) -> Painting:
    """Paint the bare table: wood, cloth, stone, anything."""
    own, uneven = paint_bare(chance, 90, any_colour)
    for axis in (0, 1):
        if chance.random() < 0.15:
            stripes = np.sign(np.sin(np.linspace(0, chance.uniform(10, 120), len(uneven))))
            uneven += (
                (chance.uniform(5, 25) * stripes).astype(np.float32).reshape((-1, 1) if axis else (1, -1))
            )
    ground = own + uneven[..., None] * chance.uniform(0.6, 1.2, 3)
    if chance.random() < PATTERN_SHARE:
        for _ in range(chance.integers(1, 3)):
            speckle(ground, chance, any_colour)
    if chance.random() < PATTERN_SHARE:
        _vein(ground, chance)
    if chance.random() < PATTERN_SHARE:
        join(ground, chance, any_colour)
    return np.asarray(ground, np.float32)


def _vein(ground: Floats, chance: Generator) -> None:
    """Vein a table like marble: lines of one height on a hilly ground."""
    cells = int(chance.integers(4, 16))
    hills = cv2.resize(
        chance.normal(0, 1, (cells, cells)).astype(np.float32),
        ground.shape[1::-1],
        interpolation=cv2.INTER_CUBIC,
    )
    thin = chance.uniform(0.02, 0.15)
    share = np.exp(-((hills / thin) ** 2))[..., None] * chance.uniform(0.1, 0.7)
    ground += (any_colour(chance) - ground) * share


def _paint_other(scene: TileScene, chance: Generator) -> None:
    """Lay something else on the table: a card, a score track, a box lid, a cloth."""
    if chance.random() < 0.4:
        corners = chance.uniform(0, len(scene.painting), 2) + np.cumsum(chance.normal(0, 60, (5, 2)), axis=0)
        cv2.fillPoly(scene.painting, [corners.astype(np.int32)], any_colour(chance).tolist(), cv2.LINE_AA)
        return
    middle = _any_tile(scene, chance) + chance.normal(0, 5 * TILE_MM, 2)
    sides = chance.uniform(0.6, 8, 2) * TILE_MM
    corners = _square(middle, chance.uniform(0, np.pi)) - middle
    observed = project_flat(scene.camera, corners / TILE_MM * sides + middle)
    if observed is not None:
        _lay_picture(scene.painting, _printed(chance), observed)


def _any_tile(scene: TileScene, chance: Generator) -> Floats:
    """Give the middle of some tile, in millimetres."""
    return scene.laid[int(chance.integers(len(scene.laid)))].at_mm


def _printed(chance: Generator) -> Painting:
    """Print a card by chance: boxes, a track of squares."""
    art = np.full((128, 128, 3), any_colour(chance), np.float32)
    for _ in range(chance.integers(0, 12)):
        (left, top), (right, bottom) = chance.integers(0, 128, (2, 2)).tolist()
        thick = -1 if chance.random() < 0.5 else int(chance.integers(1, 5))
        cv2.rectangle(art, (left, top), (right, bottom), any_colour(chance).tolist(), thick)
    if chance.random() < 0.4:
        number, ink = int(chance.integers(3, 16)), any_colour(chance).tolist()
        for at in (127 * np.arange(number + 1) // number).tolist():
            cv2.line(art, (at, 0), (at, 127), ink, 1, cv2.LINE_AA)
            cv2.line(art, (0, at), (127, at), ink, 1, cv2.LINE_AA)
    if chance.random() < 0.5:
        rough = chance.normal(0, 20, (12, 12, 3)).astype(np.float32)
        art += cv2.resize(rough, (128, 128), interpolation=cv2.INTER_CUBIC)
    return art


def _square(middle_mm: Floats, turn_rad: float) -> Floats:
    """Give the corners of a tile, clockwise from its north-west."""
    cos, sin = np.cos(turn_rad), np.sin(turn_rad)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * TILE_MM / 2
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + middle_mm)


def _lay_picture(painting: Painting, art: NDArray[np.generic], corners: Floats, shade: float = 1.0) -> None:
    """Lay a square picture on four corners, with a thin shadow around it."""
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 4, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 5, len(painting))
    if (high <= low).any():
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    side_px, edge_px = len(art), float(np.linalg.norm(corners[0] - corners[1]))
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * side_px
    to_frame = cv2.getPerspectiveTransform(flat, (corners - low).astype(np.float32))
    if edge_px < 0.75 * side_px:
        art = cv2.GaussianBlur(np.asarray(art), (0, 0), 0.45 * side_px / max(edge_px, 8.0))
    shown = cv2.warpPerspective(np.asarray(art), to_frame, size, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros(size[::-1], np.uint8)
    figures.fill(cover, corners - low, 255.0)
    part = painting[low[1] : high[1], low[0] : high[0]]
    away = np.array([[1, 0, edge_px * 0.02], [0, 1, edge_px * 0.025]], np.float32)
    shadow = cv2.GaussianBlur(cv2.warpAffine(cover, away, size), (0, 0), max(0.6, edge_px * 0.012))
    part *= (1 - (1 - shade) * shadow.astype(np.float32) / 255)[..., None]
    part += (shown - part) * (cover.astype(np.float32) / 255)[..., None]


def _paint_tile(scene: TileScene, box: Box, index: int, shade: float) -> None:
    tile = scene.laid[index]
    corners = project_flat(scene.camera, _square(tile.at_mm, tile.turn_rad))
    if corners is not None:
        _lay_picture(scene.painting, box[tile.tile].image, corners, shade)
        cv2.fillPoly(scene.which, [np.round(corners).astype(np.int32)], index)


def _paint_figure(scene: TileScene, chance: Generator) -> None:
    """Stand or lay a figure of any colour somewhere on the board, its shadow beside it."""
    x, y = (_any_tile(scene, chance) + chance.uniform(-0.5, 0.5, 2) * TILE_MM).tolist()
    kind = "abbot" if chance.random() < ABBOT_SHARE else "follower"
    size = chance.uniform(0.85, 1.2) * (1.4 if chance.random() < 0.1 else 1)
    outline = tuple((x * size, y * size) for x, y in FIGURES[f"{kind}_standing"][-1].points_mm)
    figure = SimFigure("", "", kind, chance.random() < LYING_SHARE, (x, y), chance.uniform(0, 360))
    sides = figures.solid(figure, SimBox({}, TILE_MM, 0.0, {kind: outline}, {}), 0.0)
    if min(float(distance(scene.camera, side.corners_mm).min()) for side in sides) < 1.0:
        return
    falls = chance.normal(0, 0.5, 2)
    cast = np.zeros(scene.wood.shape, np.uint8)
    for outline_px in figures.shadow(sides, scene.camera, falls, 0.0):
        figures.fill(cast, outline_px, 255.0)
    share = chance.uniform(0.1, 0.6) * (cast.astype(np.float32) / 255)
    scene.painting[...] *= 1 - share[..., None]
    towards = np.array([*-falls, 1.0])
    blue, green, red = _any_wood(scene, np.array([x, y]), chance).astype(int).tolist()
    wood = f"#{red:02x}{green:02x}{blue:02x}"
    figures.draw(scene.painting, sides, wood, scene.camera, np.zeros(2), towards / np.linalg.norm(towards))
    for side in sides:
        outline_px = project(scene.camera, side.corners_mm)
        figures.fill(scene.wood, outline_px, 255.0)
        cv2.fillPoly(scene.kinds, [np.round(outline_px).astype(np.int32)], KINDS.index((kind, figure.lying)))


def _any_wood(scene: TileScene, at_mm: Floats, chance: Generator) -> Colour:
    """Give wood a colour: any, or often nearly that of the ground on which it stands."""
    if chance.random() > LIKE_GROUND_SHARE:
        return any_colour(chance)
    middle_px = project(scene.camera, at_mm[None])[0].clip(0, FRAME_PX * FINER - 1).astype(int)
    columns, rows = (slice(max(at - AROUND_PX, 0), at + AROUND_PX) for at in middle_px)
    own = np.median(scene.painting[rows, columns].reshape(-1, 3), axis=0)
    return np.asarray(np.clip(own * np.exp(chance.normal(0, 0.3) + chance.normal(0, 0.1, 3)), 0, 255))


# --- light and truth -------------------------------------------------------------------------------


LIGHT = AnyLight(
    gamma=(0.6, 1.6),
    colourful=(0.4, 1.3),
    bright=(0.35, 1.3),
    tint=lambda chance: np.exp(chance.normal(0, 0.15, 3)),
    slope=0.5,
    shade_share=0.15,
    glare_share=0.25,
    blur_px=1.6,
    noise=0.05,
    packed_share=0.3,
    quality=(35, 90),
)


def _tell(scene: TileScene) -> NDArray[np.float32]:
    """Tell what lies where; see ``TOLD``."""
    places = (np.arange(FRAME_PX // STRIDE_PX) + 0.5) * STRIDE_PX
    rows = (places * FINER).astype(int)
    here, stands = scene.which[np.ix_(rows, rows)], scene.wood[np.ix_(rows, rows)]
    prediction = np.zeros((TOLD, *here.shape), np.float32)
    for index in np.unique(here[here >= 0]):
        each, is_here = scene.laid[index], here == index
        middles = _square(each.at_mm, each.turn_rad)
        north, east, south, west = ((middles[i - 1] + middles[i]) / 2 for i in (1, 2, 3, 0))
        points = project(scene.camera, np.array([each.at_mm, west, east, north, south])) / FINER
        across, down = (complex(*(points[i + 1] - points[i])) for i in (1, 3))
        tell_lattice(prediction, is_here, points[0], across, down, 4)
    prediction[8] = stands > 127
    return prediction
