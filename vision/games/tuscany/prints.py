"""Prints: how the tiles, tokens and yield cards of one box look, learned from pictures or in a game.

A face is a tile's as documents write it, "token:" with a kind of token, or "yield:" with what a card gives.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.errors import UnreadableError
from scoring.games.tuscany.drawing.components import CARD_MM, TILE_MM, TOKEN, TOKEN_MM, YIELD, read_print
from vision.errors import PrintsError
from vision.geometry.hex_lattice import find_hexagons
from vision.print_set import dump_print_set, load_print_set, unpacked
from vision.reader import Image, Sample

GAME = "tuscany"
QUALITY = 95
MOST_PER_FACE, MOST_PRINTS = 3, 300
TILE_REACH_MM, TOKEN_REACH_MM = 15.0, 12.0
"""From the middle of a tile, or of a token, to a side of its square print."""
SQUARE_PX = 64
CARD_PX = (88, 136)
LEAST_PX = 24
"""A picture of a single thing is at least so large."""
OTHERWISE = 24.0
"""Of 255: what differs so much from the rim of its picture is the thing on it."""


class BoxPrints(NamedTuple):
    """Prints of a box by what they show: each (k, h, w, 3) blue, green, red.

    Attributes:
        tiles: By face.
        tokens: By kind.
        cards: By what they give, as ``yield_name`` has it.
    """

    tiles: Mapping[str, NDArray[np.uint8]]
    tokens: Mapping[str, NDArray[np.uint8]]
    cards: Mapping[str, NDArray[np.uint8]]


NO_PRINTS = BoxPrints({}, {}, {})


def load_prints(data: bytes) -> BoxPrints:
    """Decode a print set.

    Raises:
        PrintsError: The data is no print set of The Castles of Tuscany.
    """
    by_face: dict[str, list[Image]] = defaultdict(list)
    for each in load_print_set(data, GAME, MOST_PRINTS):
        by_face[_known(each.face)].append(unpacked(each, _size_px(each.face)))
    found: dict[str, dict[str, NDArray[np.uint8]]] = {"": {}, TOKEN: {}, YIELD: {}}
    for face, pictures in by_face.items():
        kind, _, name = face.partition(":")
        where = kind if kind in found else ""
        found[where][name if where else face] = np.stack(pictures)
    return BoxPrints(found[""], found[TOKEN], found[YIELD])


def count_prints(data: bytes) -> dict[str, int]:
    """Count the prints of each face in a learned set.

    Raises:
        PrintsError: The data is no print set of The Castles of Tuscany.
    """
    return dict(sorted(Counter(each.face for each in load_print_set(data, GAME, MOST_PRINTS)).items()))


def learn_prints(samples: Iterable[Sample]) -> bytes:
    """Learn a print set from pictures of single things, each nearly filling its picture.

    Raises:
        PrintsError: No picture came, or one on which nothing is seen, or a face that nothing has.
    """
    learned: dict[str, list[Image]] = defaultdict(list)
    for sample in samples:
        face = _known(sample.face)
        if len(learned[face]) < MOST_PER_FACE:
            learned[face].append(_picture(sample.image, face))
    if not learned:
        raise PrintsError("No picture of a tile came; at least one is needed to learn from.")
    return dump_prints(learned)


def dump_prints(pictures: Mapping[str, Iterable[Image]]) -> bytes:
    """Encode pictures by the faces they show."""
    return dump_print_set(GAME, [(face, each) for face, some in pictures.items() for each in some], QUALITY)


def extended(data: bytes | None, more: Mapping[str, Iterable[Image]]) -> bytes:
    """Add pictures to a print set, or begin one with them; those that came first are kept where it is full.

    Raises:
        PrintsError: The data is no print set of The Castles of Tuscany.
    """
    kept: dict[str, list[Image]] = defaultdict(list)
    for each in () if data is None else load_print_set(data, GAME, MOST_PRINTS):
        kept[each.face].append(unpacked(each, _size_px(each.face)))
    for face, pictures in more.items():
        kept[face] = [*kept[face], *pictures][:MOST_PER_FACE]
    return dump_prints(kept)


def _known(face: str) -> str:
    """Read a face.

    Raises:
        PrintsError: Nothing has it.
    """
    try:
        return read_print(face)
    except UnreadableError as error:
        raise PrintsError(str(error)) from error


def _size_px(face: str) -> tuple[int, int]:
    return CARD_PX if face.startswith(f"{YIELD}:") else (SQUARE_PX, SQUARE_PX)


def _picture(image: Image, face: str) -> Image:
    """Cut a thing out of its picture, upright as it lies there."""
    if min(image.shape[:2]) < LEAST_PX:
        raise PrintsError(f"The picture of {face} is too small to learn from.")
    is_tile = face.partition(":")[0] not in {TOKEN, YIELD}
    high, wide = image.shape[:2]
    sizes = (0.45 * min(high, wide), float(max(high, wide)))
    tile = next(iter(find_hexagons(image, sizes)), None) if is_tile else None
    if tile is not None:
        x, y, px_per_mm = *tile.at_px, tile.across_px / TILE_MM
        turn = (tile.turn_rad + np.pi / 6) % (np.pi / 3) - np.pi / 6
    else:
        x, y, px_per_mm = _thing(image, face)
        turn = 0.0
    width, height = _size_px(face)
    reach = (CARD_MM[0] / 2, CARD_MM[1] / 2) if face.startswith(YIELD) else (_reach_mm(face),) * 2
    corners = np.array([(-reach[0], -reach[1]), (reach[0], -reach[1]), (-reach[0], reach[1])]) * px_per_mm
    cos, sin = np.cos(turn), np.sin(turn)
    there = corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    sheet = np.array([(0, 0), (width, 0), (0, height)]) - 0.5
    warp = cv2.getAffineTransform(sheet.astype(np.float32), there.astype(np.float32))
    how = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    soft = cv2.GaussianBlur(image, (0, 0), max(0.3, 0.4 * px_per_mm * 2 * reach[0] / width))
    cut = cv2.warpAffine(soft, warp, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _reach_mm(face: str) -> float:
    return TOKEN_REACH_MM if face.startswith(f"{TOKEN}:") else TILE_REACH_MM


def _thing(image: Image, face: str) -> tuple[float, float, float]:
    """Find what lies on a picture: its middle, and how many pixels a millimetre has."""
    rim = np.concatenate([image[:3].reshape(-1, 3), image[-3:].reshape(-1, 3)])
    off = np.abs(image.astype(np.float32) - np.median(rim, axis=0)).max(axis=2) > OTHERWISE
    rows, columns = np.flatnonzero(off.mean(axis=1) > 0.02), np.flatnonzero(off.mean(axis=0) > 0.02)
    if len(rows) < LEAST_PX / 2 or len(columns) < LEAST_PX / 2:
        rows, columns = np.arange(image.shape[0]), np.arange(image.shape[1])
    wide_mm = {TOKEN: TOKEN_MM, YIELD: CARD_MM[0]}.get(face.partition(":")[0], TILE_MM)
    wide = float(columns[-1] - columns[0] + 1)
    return float(columns.mean() + 0.5), float((rows[0] + rows[-1] + 1) / 2), wide / wide_mm
