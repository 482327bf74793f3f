"""Tables that are not there, with a land of a made-up box on them, and where everything on them is.

Unlike ``vision.simulator``, which shows one game with care, this makes up thousands of small pictures in
all kinds of light, a part of a land each.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm, middle_mm, neighbours, trefoil
from vision.games.cornwall.live.figures.bare_tiles import fill
from vision.games.cornwall.training.boxes import FieldBox
from vision.games.cornwall.training.grounds import paint_ground
from vision.games.cornwall.training.pieces import (
    COTTAGE,
    FIGURES,
    PUB,
    Pieces,
    SolidPiece,
    crowd_pieces,
    paint_pieces,
    scatter_pieces,
)
from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, SimMast, mount, place_at, project
from vision.simulator.table import figures
from vision.training.tabletops import (
    FINER,
    FRAME_PX,
    AnyLight,
    Floats,
    Painting,
    photograph,
    project_flat,
)

USUAL_PITCH_PX, NEAR_PITCH_PX = (34.0, 92.0), (48.0, 112.0)
"""From a field's middle to its neighbour's in the frame; where figures come, it is seen from nearer."""
COME_SHARE, COTTAGE_COMES, GONE_SHARE = 0.85, 0.6, 0.3
"""So many of the figures of a crowded land have just come, and so many of its cottages; and so many of the
other figures have gone since."""
PRINT_SHARE = 0.3
"""So often nobody saw the land without what stands there, and its prints show how it was."""
GAINS, GAMMAS, BLURS_PX, SLIDS_PX = 0.06, (0.85, 1.18), (0.3, 1.4), 0.6
"""How prints differ from what is seen: in light and tint, in contrast and sharpness, and how far they are
off."""
WHOLE_FRAME = 5
"""The frame is so much wider than the part that is painted."""
BARE_SHARE = 0.04
_SIZES, _SHARES = (1, 2, 4, 8, 14, 22, 36), (0.04, 0.06, 0.12, 0.2, 0.24, 0.2, 0.14)


class PaintedField(NamedTuple):
    """A field as it lies.

    Attributes:
        drawn: Which of its box.
        cell: Of the lattice.
        tile: Which tile it is of.
        to_mm: (2, 3) places around an untouched field's middle to those of the table, mm.
    """

    drawn: int
    cell: Cell
    tile: int
    to_mm: Floats


class FieldScene(NamedTuple):
    """A table.

    Attributes:
        image: (256, 256, 3) as photographed.
        camera: To the pixels of ``image``.
        fields: Those that are laid.
        pieces: What stands on them and beside.
        which: (256, 256) 0, or one more than the index of the piece that is seen there.
    """

    image: Image
    camera: SimCamera
    fields: Sequence[PaintedField]
    pieces: Sequence[SolidPiece]
    which: NDArray[np.uint8]


class Care(NamedTuple):
    """How tiles are laid and how dark the line around them is: mm, radians, 1 for no line."""

    gap_mm: float
    drift_mm: float
    askew_rad: float
    shade: float


class TableChange(NamedTuple):
    """A table on which figures and cottages have come, and from which some have gone.

    Attributes:
        now: The table with them.
        before: (256, 256, 3) as it was photographed without them, or as its prints show it.
        come: Which of its pieces have come.
        size: How large the figures' wood is, of the usual.
    """

    now: FieldScene
    before: Image
    come: Sequence[int]
    size: float


def show_table(box: FieldBox, chance: Generator) -> FieldScene:
    """Lay a land on a made-up table and photograph a part of it."""
    painting, camera, shown = _land(box, chance, USUAL_PITCH_PX, BARE_SHARE)
    pieces = scatter_pieces([field.to_mm[:, 2] for field in shown], chance)
    which = paint_pieces(painting, pieces, camera, chance)
    return _scene(photograph(painting, LIGHT, chance), camera, shown, pieces.every, which)


def show_change(box: FieldBox, chance: Generator) -> TableChange:
    """Photograph a part of a land twice, in one light: before some pieces came, and with them."""
    painting, camera, shown = _land(box, chance, NEAR_PITCH_PX, 0.0)
    pieces, size = crowd_pieces([field.to_mm[:, 2] for field in shown], chance)
    is_print = chance.random() < PRINT_SHARE
    here = [(piece, _course(piece, is_print, chance)) for piece in pieces.every]
    were = [piece for piece, course in here if course != "comes"]
    now = [(piece, course) for piece, course in here if course != "gone"]
    noise, before = np.random.default_rng(chance.integers(2**32)), painting.copy()
    paint_pieces(before, Pieces(were, pieces.bodies), camera, deepcopy(chance))
    which = paint_pieces(painting, Pieces([piece for piece, _ in now], pieces.bodies), camera, chance)
    bare = photograph(before, LIGHT, deepcopy(chance), noise)
    observed = photograph(painting, LIGHT, chance, noise)
    if is_print:
        bare = _as_printed(bare, observed, noise)
    come = [index for index, (_, course) in enumerate(now) if course == "comes"]
    return TableChange(_scene(observed, camera, shown, [piece for piece, _ in now], which), bare, come, size)


def _course(piece: SolidPiece, is_print: bool, chance: Generator) -> Literal["comes", "stays", "gone"]:
    """Tell what became of a piece since the land was seen before; prints show none of them."""
    comes = COME_SHARE if piece.kind in FIGURES else COTTAGE_COMES if piece.kind == COTTAGE else 0.0
    if piece.kind != PUB and (is_print or chance.random() < comes):
        return "comes"
    return "gone" if piece.kind in FIGURES and chance.random() < GONE_SHARE else "stays"


def _as_printed(bare: Image, seen: Image, chance: Generator) -> Image:
    """Show a land by prints of another day, as ``baring`` fills them in where something stands."""
    light = (bare / 255) ** chance.uniform(*GAMMAS) * np.exp(chance.normal(0, GAINS, 3)) * 255
    slid = np.array([[1, 0, chance.normal(0, SLIDS_PX)], [0, 1, chance.normal(0, SLIDS_PX)]])
    there = cv2.warpAffine(light.astype(np.float32), slid, bare.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(there, (0, 0), chance.uniform(*BLURS_PX))
    shown = seen.astype(np.float32)
    plain = shown.copy()
    fill(plain, shown, np.asarray(soft, np.float32), np.ones(bare.shape[:2], np.bool_))
    return np.asarray(np.clip(plain, 0, 255), np.uint8)


def _land(
    box: FieldBox, chance: Generator, pitch_px: tuple[float, float], bare_share: float
) -> tuple[Painting, SimCamera, Sequence[PaintedField]]:
    """Lay a land, or none, and paint what of it a camera sees."""
    care = _care(chance)
    fields = lay(box, grow(int(chance.choice(_SIZES, p=_SHARES)), chance), care, chance)
    camera = _put_up(fields, pitch_px, chance)
    painting = paint_ground(chance)
    shown = [] if chance.random() < bare_share else fields
    for tile in chance.permutation(np.unique([field.tile for field in shown]).astype(int)):
        paint_tile(painting, box, [field for field in shown if field.tile == tile], camera, care)
    return painting, camera, shown


def _scene(
    image: Image,
    camera: SimCamera,
    fields: Sequence[PaintedField],
    pieces: Sequence[SolidPiece],
    which: NDArray[np.uint8],
) -> FieldScene:
    """Give a photograph with its camera and its map of pieces, both as small as it is."""
    matrix = np.diag([1 / FINER, 1 / FINER, 1]) @ camera.matrix
    seen = camera._replace(matrix=matrix, size_px=(FRAME_PX, FRAME_PX))
    small = np.ascontiguousarray(which[FINER // 2 :: FINER, FINER // 2 :: FINER])
    return FieldScene(image, seen, fields, pieces, small)


# --- the land --------------------------------------------------------------------------------------


def grow(number: int, chance: Generator) -> list[tuple[Cell, ...]]:
    """Lay so many tiles that touch, the first of them maybe the start tile of five."""
    first = _five(chance) if chance.random() < 0.5 else trefoil((0, 0), int(chance.integers(6)))
    tiles, taken = [first], set(first)
    while len(tiles) < number:
        edge = sorted({there for cell in taken for there in neighbours(cell)} - taken)
        tries = [
            cells
            for _ in range(6)
            for cells in [trefoil(edge[int(chance.integers(len(edge)))], int(chance.integers(6)))]
            if not taken & set(cells)
        ]
        if tries:
            best = max(tries, key=lambda cells: sum(n in taken for each in cells for n in neighbours(each)))
            tiles.append(best if chance.random() < 0.8 else tries[0])
            taken |= set(tiles[-1])
    return tiles


def _five(chance: Generator) -> tuple[Cell, ...]:
    """Give five fields that touch."""
    cells = [(0, 0)]
    while len(cells) < 5:
        around = sorted({n for cell in cells for n in neighbours(cell)} - set(cells))
        cells.append(around[int(chance.integers(len(around)))])
    return tuple(cells)


def _care(chance: Generator) -> Care:
    loose = chance.random()
    return Care(
        float(chance.choice([0.0, 0.4, 1.0, 2.0])),
        float(chance.choice([0.2, 1.0, 2.5, 4.5])) * loose,
        np.deg2rad(chance.choice([0.3, 1.5, 5.0])) * loose,
        float(chance.uniform(0.35, 1)),
    )


def lay(
    box: FieldBox, tiles: Sequence[tuple[Cell, ...]], care: Care, chance: Generator
) -> list[PaintedField]:
    """Lay tiles with some care, each of its fields any of the box."""
    laid = []
    for tile, cells in enumerate(tiles):
        rotation, off = chance.normal(0, care.askew_rad), chance.normal(0, care.drift_mm / 2, 2)
        middles = np.array([middle_mm(cell) for cell in cells])
        middle = middles.mean(axis=0)
        spread = 1 + care.gap_mm / PITCH_MM / 2
        for cell, own in zip(cells, middles, strict=True):
            cos, sin = np.cos(rotation), np.sin(rotation)
            at = middle * spread + off + np.array([[cos, -sin], [sin, cos]]) @ (own - middle)
            face = rotation + int(chance.integers(6)) * np.pi / 3
            cos, sin = np.cos(face), np.sin(face)
            drawn = int(chance.integers(len(box.fields)))
            laid.append(PaintedField(drawn, cell, tile, np.array([[cos, -sin, at[0]], [sin, cos, at[1]]])))
    return laid


def _put_up(
    fields: Sequence[PaintedField], usual_pitch_px: tuple[float, float], chance: Generator
) -> SimCamera:
    """Look at some field from anywhere above, it being anywhere in the whole frame."""
    tilt = chance.uniform(0, 32) if chance.random() < 0.4 else chance.uniform(0, 10)
    wanted = fields[int(chance.integers(len(fields)))].to_mm[:, 2] + chance.uniform(-0.6, 0.6, 2) * PITCH_MM
    side_px = FRAME_PX * FINER
    whole_px = (WHOLE_FRAME * side_px, round(WHOLE_FRAME * side_px * 0.75))
    pitch_px = np.exp(chance.uniform(*np.log(usual_pitch_px))) * FINER
    corner = chance.uniform(0, np.array(whole_px) - side_px)
    over, rotation = np.zeros(2), chance.uniform(0, 360)
    towards, focal = chance.uniform(0, 360), chance.uniform(0.7, 1.4)
    for _ in range(3):
        at = (float(over[0]), float(over[1]))
        mast = SimMast(pitch_px / PITCH_MM, tilt, towards, rotation, at, 0.0)
        camera = mount(mast, whole_px, focal=focal)
        over = over + wanted - place_at(camera, [corner + side_px / 2])[0]
    away = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1]])
    return camera._replace(matrix=away @ camera.matrix, size_px=(side_px, side_px))


# --- painting --------------------------------------------------------------------------------------


def paint_tile(
    painting: Painting, box: FieldBox, fields: Sequence[PaintedField], camera: SimCamera, care: Care
) -> None:
    """Paint the fields of one tile and the shadow around it."""
    corners = [project_flat(camera, _corners(each)) for each in fields]
    seen = [points for points in corners if points is not None]
    if len(seen) < len(corners):
        return
    every = np.concatenate(seen)
    low = np.maximum(np.floor(every.min(axis=0)).astype(int) - 6, 0)
    high = np.minimum(np.ceil(every.max(axis=0)).astype(int) + 7, len(painting))
    if (high <= low).any():
        return
    part = painting[low[1] : high[1], low[0] : high[0]]
    cover = np.zeros(part.shape[:2], np.uint8)
    for points in seen:
        figures.fill(cover, points - low, 255.0)
    side_px = float(np.linalg.norm(seen[0][0] - seen[0][1]))
    away = np.array([[1, 0, side_px * 0.03], [0, 1, side_px * 0.04]], np.float32)
    shadow = cv2.GaussianBlur(
        cv2.warpAffine(cover, away, cover.shape[::-1]), (0, 0), max(0.7, side_px * 0.025)
    )
    part *= (1 - (1 - care.shade) * shadow.astype(np.float32) / 255)[..., None]
    for field, points in zip(fields, seen, strict=True):
        _paint_field(part, box, field, points - low, camera, low)
    _paint_rim(part, box, fields, camera, low)


def _corners(field: PaintedField) -> Floats:
    """(6, 2): the corners of a field on the table."""
    flat = np.array(corners_mm((0, 0)))
    return np.asarray(flat @ field.to_mm[:, :2].T + field.to_mm[:, 2])


def _paint_field(
    part: Painting,
    box: FieldBox,
    field: PaintedField,
    points: NDArray[np.float64],
    camera: SimCamera,
    low: NDArray[np.integer],
) -> None:
    art = box.fields[field.drawn].image
    scale = len(art) / box.shown_mm
    to_art = np.array([[1 / scale, 0, -box.shown_mm / 2], [0, 1 / scale, -box.shown_mm / 2], [0, 0, 1]])
    to_frame = camera.matrix[:, [0, 1, 3]] @ np.vstack([field.to_mm, [0, 0, 1]]) @ to_art
    to_part = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to_frame
    pitch_px = float(np.linalg.norm(points[0] - points[1])) * np.sqrt(3)
    finer = PITCH_MM * scale / max(pitch_px, 8.0)
    smooth = art if finer < 1.4 else cv2.GaussianBlur(art, (0, 0), 0.4 * finer)
    shown = cv2.warpPerspective(
        smooth, to_part, part.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    cover = np.zeros(part.shape[:2], np.uint8)
    figures.fill(cover, points, 255.0)
    part += (shown - part) * (cover.astype(np.float32) / 255)[..., None]


def _paint_rim(
    part: Painting, box: FieldBox, fields: Sequence[PaintedField], camera: SimCamera, low: NDArray[np.integer]
) -> None:
    """Draw the lines between fields, if the box has any, and the rim of the tile."""
    steps = _outer(fields)
    for field in fields:
        points = project(camera, _corners(field))
        fixed = np.round((points - low - 0.5) * 16).astype(np.int32)
        pitch_px = float(np.linalg.norm(points[0] - points[1])) * np.sqrt(3)
        turned = round(float(np.arctan2(field.to_mm[1, 0], field.to_mm[0, 0])) / (np.pi / 3))
        for side in range(6):
            is_outer = (field.cell, (side + turned) % 6) in steps
            line, share = (box.rim, box.rim_share) if is_outer else (box.seam, box.seam_share)
            if share <= 0:
                continue
            width = max(1, round(share * pitch_px))
            ends = (tuple(fixed[side].tolist()), tuple(fixed[(side + 1) % 6].tolist()))
            cv2.line(part, *ends, line.tolist(), width, cv2.LINE_AA, 4)


def _outer(fields: Sequence[PaintedField]) -> set[tuple[Cell, int]]:
    """Give the sides of fields that are on the tile's rim."""
    inside = {field.cell for field in fields}
    return {
        (field.cell, side)
        for field in fields
        for side, there in enumerate(neighbours(field.cell))
        if there not in inside
    }


# --- light -----------------------------------------------------------------------------------------


def _lamp(chance: Generator) -> Floats:
    """(3,): a lamp's blue, green and red: mostly warm or cold, a little green or violet."""
    warm, green = chance.normal(0, 0.22), chance.normal(0, 0.05)
    return np.asarray(np.exp([-warm, green, 0.6 * warm]))


LIGHT = AnyLight(
    gamma=(0.65, 1.5),
    colourful=(0.55, 1.25),
    bright=(0.4, 1.25),
    tint=_lamp,
    slope=0.4,
    shade_share=0.12,
    glare_share=0.2,
    blur_px=1.5,
    noise=0.04,
    packed_share=0.4,
    quality=(45, 95),
)
