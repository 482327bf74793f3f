"""What the nets are shown: parts of made-up tables, cut as a reader cuts them, and what is true of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.fields import SYMBOLS, TERRAINS
from scoring.games.cornwall.land.hexes import PITCH_MM, corners_mm, middle_mm, neighbours, stepped
from vision.games.cornwall.live.figures.bases import PX_PER_MM as PX_PER_MM_OUTLINED
from vision.games.cornwall.live.figures.changes import AROUND_MM, in_light_of, spots_of
from vision.games.cornwall.live.places import CardPose, card_mask, cut, onto_lattice
from vision.games.cornwall.locate.seam_net import SEAM_PX, SEAM_PX_PER_MM
from vision.games.cornwall.locate.view import PATCH_PX, PX_PER_MM
from vision.games.cornwall.pieces.kind_net import KIND_PX_PER_MM, MOST_LEAN
from vision.games.cornwall.pieces.thing_net import STRIDE_PX, THINGS_PX_PER_MM
from vision.games.cornwall.training.boxes import FieldBox
from vision.games.cornwall.training.pieces import COTTAGE, FIGURES, HUES
from vision.games.cornwall.training.tables import FieldScene, PaintedField, TableChange
from vision.geometry.homography import project
from vision.reader import Image
from vision.training.tabletops import FRAME_PX, Floats, tell_lattice

FIELDS_A_SCENE, BARE_A_SCENE, VIEWS_A_SCENE, SEAMS_A_SCENE = 12, 3, 4, 12
OFF_MM, ASKEW_DEG = 1.5, 3.0
"""Standard deviations of how far patches are cut askew."""
VIEW_PX = 128
HEX_STRIDE_PX = 8
HEX_TOLD = 8
"""For each place: field (0 or 1); how far right and down in the frame its middle is, in pitches; the binary
logarithm of the pitch in pixels; the sixth power of its direction, and how it is sheared, complex numbers."""
OUTSIDE = 255
COLOURS = tuple(sorted(HUES))
COTTAGE_CLASS, COIN_CLASS = 13, 14
"""Classes of things: 0 none, 1 to 12 figures (kind times four, and colour), cottage, coin."""
MOST_BASES = 16
COME_A_SCENE, LEAST_SEEN_PX, SHOWN_PX = 10, 40, 80
"""So much of what has come is cut out, of which so much is seen, with some room around."""
NOTHING, ANYWHERE = -1, 0.03
"""How what is no figure is numbered; on so many fields a place is shown whatever has come there."""
HERE_MM, ELSEWHERE_MM = 6.0, 9.0
"""A figure so near is what has come to a place, and one farther off than this is not."""
LEANS_OFF = (0.01, 0.03, 0.06)
"""Standard deviations of how far off it is known how things lean: where a camera is, is never known well."""

Lessons = Mapping[str, NDArray[np.generic]]


class Cut(NamedTuple):
    """A square cut out of a scene: its side, its scale, its middle on the table and its turn."""

    side_px: int
    px_per_mm: float
    at_mm: Floats
    turn_rad: float

    def to_table(self) -> Floats:
        """(3, 3): the middles of its pixels to places of the table."""
        cos, sin = np.cos(self.turn_rad) / self.px_per_mm, np.sin(self.turn_rad) / self.px_per_mm
        half = (self.side_px - 1) / 2
        move = self.at_mm - np.array([[cos, -sin], [sin, cos]]) @ (half, half)
        return np.array([[cos, -sin, move[0]], [sin, cos, move[1]], [0, 0, 1]])


def cut_of(
    scene: FieldScene, cut: Cut, source: NDArray[np.uint8], *, is_map: bool = False
) -> NDArray[np.uint8]:
    """Cut a square out of a scene's image, or of a map of it."""
    to_frame = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]]) @ _to_frame(scene) @ cut.to_table()
    method = cv2.INTER_NEAREST if is_map else cv2.INTER_LINEAR
    size, outside = (cut.side_px, cut.side_px), OUTSIDE if is_map else 0
    flags = method | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(source, to_frame, size, flags=flags, borderValue=outside), np.uint8)


def _to_frame(scene: FieldScene) -> Floats:
    return np.asarray(scene.camera.matrix[:, [0, 1, 3]])


def _at_px(scene: FieldScene, places_mm: Floats) -> NDArray[np.float64]:
    return project(_to_frame(scene), np.atleast_2d(places_mm))


def _is_inside(scene: FieldScene, at_mm: Floats, margin_mm: float) -> bool:
    around = at_mm + margin_mm * np.array([(1, 0), (-1, 0), (0, 1), (0, -1), (0, 0)])
    points = _at_px(scene, around)
    return bool(((points > 0) & (points < FRAME_PX)).all())


def lessons_of(scene: FieldScene, box: FieldBox, chance: Generator) -> Lessons:
    """Cut lessons for every net out of a scene."""
    return {
        **_field_lessons(scene, box, chance),
        **_thing_lessons(scene, chance),
        **_hex_lessons(scene),
        **_seam_lessons(scene, chance),
    }


# --- fields ----------------------------------------------------------------------------------------


def _field_lessons(scene: FieldScene, box: FieldBox, chance: Generator) -> Lessons:
    whole = [one for one in scene.fields if _is_inside(scene, one.to_mm[:, 2], PITCH_MM * 0.5)]
    some = [whole[int(index)] for index in chance.permutation(len(whole))[:FIELDS_A_SCENE]]
    patches, terrains, symbols = [], [], []
    for each in some:
        cut = Cut(PATCH_PX, PX_PER_MM, each.to_mm[:, 2] + _away(chance), _turn(each, chance))
        field = box.fields[each.drawn].field
        patches.append(cut_of(scene, cut, scene.image))
        terrains.append(TERRAINS.index(field.terrain))
        symbols.append([field.has(symbol) for symbol in SYMBOLS])
    for at in _bare(scene, chance):
        turn = float(chance.integers(6)) * np.pi / 3 + np.deg2rad(chance.normal(0, ASKEW_DEG))
        patches.append(cut_of(scene, Cut(PATCH_PX, PX_PER_MM, at + _away(chance), turn), scene.image))
        terrains.append(-1)
        symbols.append([False] * len(SYMBOLS))
    return {
        "patches": np.array(patches, np.uint8).reshape(-1, PATCH_PX, PATCH_PX, 3),
        "terrains": np.array(terrains, np.int8),
        "symbols": np.array(symbols, bool).reshape(-1, len(SYMBOLS)),
    }


def _away(chance: Generator) -> Floats:
    return np.asarray(chance.normal(0, OFF_MM, 2))


def _turn(field: PaintedField, chance: Generator) -> float:
    """Turn a patch as its field lies, give or take any sixth turn and a little."""
    own = float(np.arctan2(field.to_mm[1, 0], field.to_mm[0, 0]))
    return own + int(chance.integers(6)) * np.pi / 3 + float(np.deg2rad(chance.normal(0, ASKEW_DEG)))


def _bare(scene: FieldScene, chance: Generator) -> list[Floats]:
    """Give places where no field lies: of the lattice beside the land, mostly."""
    taken = {field.cell for field in scene.fields}
    edge = sorted({there for cell in taken for there in neighbours(cell)} - taken)
    places = [np.array(middle_mm(cell)) for cell in edge]
    inside = [at for at in places if _is_inside(scene, at, PITCH_MM * 0.35)]
    if not taken:
        inside = [np.asarray(at) for at in _frame_places(scene, chance, 40) if _is_inside(scene, at, 16.0)]
    return [inside[int(index)] for index in chance.permutation(len(inside))[:BARE_A_SCENE]]


def _frame_places(scene: FieldScene, chance: Generator, number: int) -> Floats:
    pixels = chance.uniform(0, FRAME_PX, (number, 2))
    return project(np.linalg.inv(_to_frame(scene)), pixels)


# --- things ----------------------------------------------------------------------------------------


def class_of(kind: str, colour: str) -> int:
    """Number what a thing is; see ``COTTAGE_CLASS``."""
    if kind in FIGURES:
        return 1 + FIGURES.index(kind) * len(COLOURS) + COLOURS.index(colour)
    return {"cottage": COTTAGE_CLASS, "coin": COIN_CLASS}.get(kind, 0)


def _thing_lessons(scene: FieldScene, chance: Generator) -> Lessons:
    classes = np.array([0, *(class_of(piece.kind, piece.colour) for piece in scene.pieces)], np.uint8)
    labels = classes[np.minimum(scene.which, len(classes) - 1)]
    foot, high_mm = camera_place(scene.camera.matrix)
    views, maps, bases, leans = [], [], [], []
    for at in _view_places(scene, chance):
        cut = Cut(VIEW_PX, THINGS_PX_PER_MM, at, chance.uniform(0, 2 * np.pi))
        coarse = Cut(VIEW_PX // STRIDE_PX, THINGS_PX_PER_MM / STRIDE_PX, at, cut.turn_rad)
        views.append(cut_of(scene, cut, scene.image))
        maps.append(cut_of(scene, coarse, labels, is_map=True))
        bases.append(_bases(scene, cut, classes))
        leans.append([*_in_cut(cut, foot), high_mm * cut.px_per_mm])
    return {
        "views": np.array(views, np.uint8).reshape(-1, VIEW_PX, VIEW_PX, 3),
        "maps": np.array(maps, np.uint8).reshape(-1, VIEW_PX // STRIDE_PX, VIEW_PX // STRIDE_PX),
        "bases": np.array(bases, np.float32).reshape(-1, MOST_BASES, 3),
        "leans": np.array(leans, np.float32).reshape(-1, 3),
    }


def camera_place(matrix: Floats) -> tuple[Floats, float]:
    """Tell over which place of the table a (3, 4) camera is, and how high, in its own units."""
    _, _, rows = np.linalg.svd(matrix)
    centre = rows[-1, :3] / rows[-1, 3]
    return centre[:2], float(centre[2])


def _in_cut(cut: Cut, at_mm: Floats) -> Floats:
    """Take a place of the table to pixels of a cut."""
    point = np.linalg.inv(cut.to_table()) @ np.array([*at_mm, 1.0])
    return np.asarray(point[:2] + 0.5)


def _view_places(scene: FieldScene, chance: Generator) -> list[Floats]:
    pieces = [piece.at_mm for piece in scene.pieces]
    middles = [field.to_mm[:, 2] for field in scene.fields]
    some = [at + chance.uniform(-25, 25, 2) for at in (*pieces, *pieces, *middles)]
    inside = [at for at in some if _is_inside(scene, at, 22.0)]
    return [inside[int(index)] for index in chance.permutation(len(inside))[:VIEWS_A_SCENE]]


def _bases(scene: FieldScene, cut: Cut, classes: NDArray[np.uint8]) -> Floats:
    """(16, 3): where things stand in a cut, in its pixels, and their classes; 0 where there are no more."""
    found = np.zeros((MOST_BASES, 3))
    inside = []
    for piece, number in zip(scene.pieces, classes[1:], strict=True):
        x, y = _in_cut(cut, piece.at_mm)
        if -8 < x < cut.side_px + 8 and -8 < y < cut.side_px + 8 and _is_inside(scene, piece.at_mm, 0.0):
            inside.append((x, y, float(number)))
    found[: min(len(inside), MOST_BASES)] = np.array(inside[:MOST_BASES]).reshape(-1, 3)
    return found


# --- what has come ---------------------------------------------------------------------------------


def change_lessons(change: TableChange, chance: Generator) -> Lessons:
    """Cut out what has come, leaning to the right, and how it was there before.

    Figures are shown where they are seen, and everything where a reader that compares finds something else.
    """
    now, before, stands = [], [], []
    kinds: list[int] = []
    foot, high_mm = camera_place(change.now.camera.matrix)
    off = chance.normal(0, chance.choice(LEANS_OFF), 2)
    spots, come = list(_spots(change)), _come(change)
    places = [*spots, *(at for kind, at in come if kind in FIGURES and _is_apart(at, spots))]
    places += [
        field.to_mm[:, 2] + chance.uniform(-15, 15, 2)
        for field in change.now.fields
        if chance.random() < ANYWHERE
    ]
    for index in chance.permutation(len(places))[:COME_A_SCENE]:
        at = places[int(index)]
        kind = _kind_at(at, come)
        lean = (at - foot) / high_mm + off + chance.normal(0, 0.01, 2)
        if kind is None or not _is_inside(change.now, at, 14.0) or float(np.hypot(*lean)) > MOST_LEAN:
            continue
        at = at + chance.normal(0, 0.5, 2)
        fine = Cut(SHOWN_PX, KIND_PX_PER_MM, at, float(np.arctan2(lean[1], lean[0])))
        now.append(cut_of(change.now, fine, change.now.image))
        before.append(_kept(change, fine))
        stands.append((float(np.hypot(*lean)), high_mm, change.size))
        kinds.append(kind)
    return {
        "come": np.array(now, np.uint8).reshape(-1, SHOWN_PX, SHOWN_PX, 3),
        "before": np.array(before, np.uint8).reshape(-1, SHOWN_PX, SHOWN_PX, 3),
        "stands": np.array(stands, np.float32).reshape(-1, 3),
        "kinds": np.array(kinds, np.int64),
    }


def _is_apart(at_mm: Floats, places_mm: Sequence[Floats]) -> bool:
    return all(float(np.hypot(*(at_mm - floats))) > HERE_MM for floats in places_mm)


def _come(change: TableChange) -> list[tuple[str, Floats]]:
    """Give the figures and cottages that have come and are seen well: each kind, and its middle as seen."""
    found = []
    for index in change.come:
        rows, columns = np.nonzero(change.now.which == index + 1)
        if len(rows) >= LEAST_SEEN_PX and change.now.pieces[index].kind in (*FIGURES, COTTAGE):
            middle_px = np.array([[columns.mean() + 0.5, rows.mean() + 0.5]])
            [at] = project(np.linalg.inv(_to_frame(change.now)), middle_px)
            found.append((change.now.pieces[index].kind, np.asarray(at)))
    return found


def _kind_at(at_mm: Floats, come: Sequence[tuple[str, Floats]]) -> int | None:
    """Number the kind of figure that has come to a place; ``NOTHING`` for none, None where it is unclear."""
    away = [(float(np.hypot(*(at_mm - at))), kind) for kind, at in come]
    away_mm, kind = min(away, default=(np.inf, COTTAGE))
    if kind in FIGURES and HERE_MM < away_mm < ELSEWHERE_MM:
        return None
    return FIGURES.index(kind) if kind in FIGURES and away_mm <= HERE_MM else NOTHING


def _spots(change: TableChange) -> Iterator[Floats]:
    """Give where a reader that compares finds that something has come on a tile, on the table."""
    scene, lattice = change.now, _to_frame(change.now)
    for number in {field.tile for field in scene.fields}:
        fields = sorted(
            (field for field in scene.fields if field.tile == number), key=lambda field: field.cell
        )
        if not any(_is_inside(scene, field.to_mm[:, 2], PITCH_MM / 2) for field in fields):
            continue
        cells, place = tuple(field.cell for field in fields), _place_of(fields)
        observed, was = (
            np.asarray(cut(image, lattice, cells, place, PX_PER_MM_OUTLINED, AROUND_MM), np.uint8)
            for image in (scene.image, change.before)
        )
        card = card_mask(cells, PX_PER_MM_OUTLINED, AROUND_MM, 0.0)
        raised = np.eye(4)
        raised[np.ix_((0, 1, 3), (0, 1, 3))] = onto_lattice(place)
        for spot in spots_of(observed, in_light_of(observed, was), card, scene.camera.matrix @ raised)[0]:
            yield np.asarray(project(onto_lattice(place), np.array([spot.seen_mm]))[0])


def _place_of(fields: Sequence[PaintedField]) -> CardPose:
    """Tell where a tile lies, whichever way round its fields are drawn."""
    x, y = np.mean([field.to_mm[:, 2] for field in fields], axis=0)
    drawn_rad = float(np.arctan2(fields[0].to_mm[1, 0], fields[0].to_mm[0, 0]))
    return CardPose(float(x), float(y), (drawn_rad + np.pi / 6) % (np.pi / 3) - np.pi / 6)


def _kept(change: TableChange, fine: Cut) -> NDArray[np.uint8]:
    """Cut out how it was before, as a card is kept: unturned and less fine."""
    side = round(fine.side_px / fine.px_per_mm * THINGS_PX_PER_MM * np.sqrt(2)) + 2
    kept = Cut(side, THINGS_PX_PER_MM, fine.at_mm, 0.0)
    there = np.linalg.inv(kept.to_table()) @ fine.to_table()
    shown, size = cut_of(change.now, kept, change.before), (fine.side_px, fine.side_px)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(shown, there, size, flags=flags), np.uint8)


# --- hexes -----------------------------------------------------------------------------------------


def _hex_lessons(scene: FieldScene) -> Lessons:
    side = FRAME_PX // HEX_STRIDE_PX
    prediction = np.zeros((HEX_TOLD, side, side), np.float32)
    for field in scene.fields:
        flat = np.array(corners_mm((0, 0)))
        shape = np.vstack([flat, [(0, 0), (PITCH_MM / 2, 0), (-PITCH_MM / 2, 0)],
                           [(0, PITCH_MM / 2), (0, -PITCH_MM / 2)]])  # fmt: skip
        points = _at_px(scene, shape @ field.to_mm[:, :2].T + field.to_mm[:, 2])
        if (np.abs(points) > 4 * FRAME_PX).any():
            continue
        cover = np.zeros((FRAME_PX, FRAME_PX), np.uint8)
        cv2.fillPoly(cover, [np.round(points[:6]).astype(np.int32)], 1)
        here = cover[HEX_STRIDE_PX // 2 :: HEX_STRIDE_PX, HEX_STRIDE_PX // 2 :: HEX_STRIDE_PX] > 0
        if not here.any():
            continue
        middle, east, west, south, north = points[6:]
        tell_lattice(prediction, here, middle, complex(*(east - west)), complex(*(south - north)), 6)
    return {"frames": scene.image[None], "told": prediction[None].astype(np.float16)}


# --- seams -----------------------------------------------------------------------------------------


def _seam_lessons(scene: FieldScene, chance: Generator) -> Lessons:
    tile_of: dict[Cell, int] = {field.cell: field.tile for field in scene.fields}
    pairs = [(cell, step) for cell in sorted(tile_of) for step in range(3) if stepped(cell, step) in tile_of]
    chosen = [pairs[int(index)] for index in chance.permutation(len(pairs))]
    cuts: list[Image] = []
    same: list[bool] = []
    for cell, step in chosen:
        if len(cuts) == SEAMS_A_SCENE:
            break
        at, rotation = seam_of(cell, step)
        if _is_inside(scene, at, 14.0):
            rotation += np.pi * int(chance.integers(2)) + float(np.deg2rad(chance.normal(0, 1.5)))
            cut = Cut(SEAM_PX, SEAM_PX_PER_MM, at + chance.normal(0, 0.8, 2), rotation)
            cuts.append(cut_of(scene, cut, scene.image))
            same.append(tile_of[cell] == tile_of[stepped(cell, step)])
    return {
        "seams": np.array(cuts, np.uint8).reshape(-1, SEAM_PX, SEAM_PX, 3),
        "same": np.array(same, bool),
    }


def seam_of(cell: Cell, step: int) -> tuple[Floats, float]:
    """Give the middle of a side of a field, and the turn by which what lies beyond it is to the right."""
    here, there = np.array(middle_mm(cell)), np.array(middle_mm(stepped(cell, step)))
    away = there - here
    return (here + there) / 2, float(np.arctan2(away[1], away[0]))
