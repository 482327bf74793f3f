"""What stands on a made-up table: figures of three sizes, cottages and coins of no particular box."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.games.cornwall.hexes import PITCH_MM
from vision.games.cornwall.training.grounds import any_colour, colour
from vision.synthetic import figures
from vision.synthetic.camera import Camera, distance, project
from vision.synthetic.figures import Side

FIGURES = ("small", "tall", "big")
COTTAGE, COIN = "cottage", "coin"
HUES = {"red": (0.995, 0.02), "blue": (0.6, 0.035), "yellow": (0.135, 0.018), "green": (0.375, 0.05)}
"""Middle and reach of the hues of painted wood, 0 to 1."""
_PROFILE = {
    "small": ((0.0, 1.0), (0.3, 0.92), (0.5, 0.95), (0.64, 0.45), (0.8, 0.62), (0.92, 0.5), (1.0, 0.0)),
    "tall": ((0.0, 1.0), (0.3, 0.75), (0.7, 0.9), (0.8, 0.45), (0.88, 0.68), (0.96, 0.5), (1.0, 0.0)),
    "big": ((0.0, 1.0), (0.25, 0.95), (0.5, 1.0), (0.68, 0.36), (0.82, 0.5), (0.93, 0.42), (1.0, 0.0)),
}
"""How high, of the whole, a figure is how wide, of its foot."""
_HALF_MM = {"small": 5.0, "tall": 4.3, "big": 8.2}
_HIGH_MM = {"small": 14.0, "tall": 26.0, "big": 21.0}
ROUND_SHARE = 0.25
FIGURE_SHARE, COTTAGE_SHARE = 0.28, 0.07
"""Of the fields."""
MOST_PIECES = 250

Floats = NDArray[np.floating]


class Piece(NamedTuple):
    """Something solid.

    Attributes:
        kind: One of ``FIGURES``, "cottage" or "coin".
        colour: Of a figure, one of ``HUES``.
        at_mm: Where the middle of its base is.
        turn_rad: How it is turned.
        look: What else makes it look as it does: a figure's half width, height and half thickness (0 for a
            round one); a cottage's length, width, height of its walls and of all; a coin's radius.
    """

    kind: str
    colour: str
    at_mm: Floats
    turn_rad: float
    look: tuple[float, ...]


class Painted(NamedTuple):
    """A piece with its sides and their colours, blue, green and red."""

    sides: list[Side]
    colours: list[Floats]


def scatter_pieces(middles_mm: Sequence[Floats], chance: Generator) -> list[Piece]:
    """Put pieces on some fields, and a few beside: as crowded as it gets at the table, or nearly empty."""
    pieces: list[Piece] = []
    busy = chance.choice([0.3, 1.0, 2.2], p=[0.25, 0.5, 0.25])
    sizes = chance.uniform(0.88, 1.14, 3)
    half_thick = 0.0 if chance.random() < ROUND_SHARE else float(chance.uniform(3.2, 4.8))
    cottage = tuple(chance.uniform((10, 8, 4, 9), (16, 12, 9, 15)).tolist())
    radius = float(chance.uniform(6, 11))
    for middle in middles_mm:
        if chance.random() < FIGURE_SHARE * busy:
            pieces.append(_figure(middle + _off(chance, 9.0), sizes, half_thick, chance))
        if chance.random() < COTTAGE_SHARE * busy:
            at = middle + _off(chance, 7.0)
            pieces.append(Piece(COTTAGE, "", at, chance.uniform(0, 2 * np.pi), cottage))
    reach = np.array(middles_mm) if middles_mm else np.zeros((1, 2))
    low, high = reach.min(axis=0) - 2 * PITCH_MM, reach.max(axis=0) + 2 * PITCH_MM
    for _ in range(chance.poisson(2.0 * busy)):
        pieces.append(_figure(chance.uniform(low, high), sizes, half_thick, chance))
    for _ in range(chance.poisson(1.5)):
        pieces.append(Piece(COIN, "", chance.uniform(low, high), 0.0, (radius,)))
    return [pieces[int(index)] for index in chance.permutation(len(pieces))][:MOST_PIECES]


def _off(chance: Generator, mm: float) -> Floats:
    angle, away = chance.uniform(0, 2 * np.pi), mm * np.sqrt(chance.random())
    return np.array([np.cos(angle), np.sin(angle)]) * away


def _figure(at: Floats, sizes: Floats, half_thick: float, chance: Generator) -> Piece:
    index = int(chance.choice(3, p=[0.42, 0.33, 0.25]))
    kind = FIGURES[index]
    look = (_HALF_MM[kind] * sizes[0] * chance.uniform(0.97, 1.03), _HIGH_MM[kind] * sizes[1], half_thick)
    return Piece(kind, str(chance.choice(sorted(HUES))), at, chance.uniform(0, 2 * np.pi), look)


# --- solids ----------------------------------------------------------------------------------------


def _solid(piece: Piece, paint: dict[str, Floats]) -> Painted:
    if piece.kind == COIN:
        sides = list(_turned_body(piece, [(0.0, piece.look[0]), (1.8, piece.look[0])]))
        return Painted(sides, [paint[COIN]] * len(sides))
    if piece.kind == COTTAGE:
        return _cottage(piece, paint)
    half, high, half_thick = piece.look
    profile = [(up * high, wide * half) for up, wide in _PROFILE[piece.kind]]
    sides = list(_cut_board(piece, profile, half_thick) if half_thick else _turned_body(piece, profile))
    return Painted(sides, [paint[piece.colour]] * len(sides))


def _cut_board(piece: Piece, profile: Sequence[tuple[float, float]], half_thick: float) -> Iterator[Side]:
    """Cut a figure out of a board."""
    right = [(wide, up) for up, wide in profile]
    outline = np.array([*right, *((-wide, up) for wide, up in reversed(right) if wide)])
    faces = [
        _placed(np.column_stack([outline[:, 0], np.full(len(outline), off), outline[:, 1]]), piece)
        for off in (-half_thick, half_thick)
    ]
    walls = [
        np.array([faces[0][i - 1], faces[0][i], faces[1][i], faces[1][i - 1]]) for i in range(len(outline))
    ]
    return _facing([*faces, *walls], high=float(outline[:, 1].max()) / 2, at=piece.at_mm)


def _turned_body(piece: Piece, profile: Sequence[tuple[float, float]]) -> Iterator[Side]:
    """Turn a figure on a lathe."""
    angles = np.linspace(0, 2 * np.pi, 13)
    rings = [
        _placed(np.column_stack([np.cos(angles) * r, np.sin(angles) * r, np.full(13, up)]), piece)
        for up, r in profile
    ]
    walls = [
        np.array([low[i], low[i + 1], high[i + 1], high[i]])
        for low, high in zip(rings, rings[1:], strict=False)
        for i in range(12)
    ]
    return _facing([*walls, rings[-1][:-1]], high=profile[-1][0] / 2, at=piece.at_mm)


def _cottage(piece: Piece, paint: dict[str, Floats]) -> Painted:
    """Put a house up: four walls and a roof over them."""
    long, wide, wall, high = piece.look
    x, y, eave = long / 2, wide / 2, 1.2
    base = [(-x, -y), (x, -y), (x, y), (-x, y)]
    walls = [
        np.array([(*base[i - 1], 0), (*base[i], 0), (*base[i], wall), (*base[i - 1], wall)]) for i in range(4)
    ]
    gables = [np.array([(s * x, -y, wall), (s * x, y, wall), (s * x, 0, high)]) for s in (-1, 1)]
    roofs = [
        np.array(
            [(-x - eave, s * (y + eave), wall - 1), (x + eave, s * (y + eave), wall - 1), (x + eave, 0, high),
             (-x - eave, 0, high)]
        )
        for s in (-1, 1)
    ]  # fmt: skip
    every = [_placed(side, piece) for side in (*walls, *gables, *roofs)]
    sides = list(_facing(every, high=high / 2, at=piece.at_mm))
    return Painted(sides, [paint["wall"]] * 6 + [paint["roof"]] * 2)


def _placed(points: Floats, piece: Piece) -> Floats:
    cos, sin = np.cos(piece.turn_rad), np.sin(piece.turn_rad)
    flat = points[:, :2] @ np.array([[cos, sin], [-sin, cos]]) + piece.at_mm
    return np.column_stack([flat, points[:, 2]])


def _facing(sides: Sequence[Floats], *, high: float, at: Floats) -> Iterator[Side]:
    middle = np.array([at[0], at[1], high])
    for corners in sides:
        across = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        if float(np.linalg.norm(across)) < 1e-9:
            across = np.cross(corners[2] - corners[1], corners[-1] - corners[1])
        faces = across / max(float(np.linalg.norm(across)), 1e-9)
        yield Side(corners, faces if faces @ (corners.mean(axis=0) - middle) > 0 else -faces)


# --- painting --------------------------------------------------------------------------------------


def paint_pieces(
    painting: NDArray[np.float32], pieces: Sequence[Piece], camera: Camera, chance: Generator
) -> NDArray[np.uint8]:
    """Paint pieces with their shadows, those further away first.

    Returns:
        (h, w): 0, or one more than the index of the piece that is seen there.
    """
    which = np.zeros(painting.shape[:2], np.uint8)
    paint = _paint(chance)
    falls, dark = chance.normal(0, 0.6, 2), chance.uniform(0.08, 0.6)
    soft_px = chance.uniform(0.5, 6)
    solids = [(index, _solid(piece, paint)) for index, piece in enumerate(pieces)]
    seen = [(index, one) for index, one in solids if _is_seen(one.sides, camera, len(painting))]
    seen.sort(
        key=lambda pair: -float(np.mean([distance(camera, s.corners_mm).mean() for s in pair[1].sides]))
    )
    shade = np.zeros(painting.shape[:2], np.uint8)
    for _, one in seen:
        for outline in figures.shadow(one.sides, camera, falls, 0.0):
            figures.fill(shade, outline, 255.0)
    share = cv2.GaussianBlur(shade, (0, 0), soft_px).astype(np.float32) / 255
    painting *= 1 - dark * share[..., None]
    lit = np.array([*-falls, 1.0]) / np.hypot(1.0, np.linalg.norm(falls))
    for index, one in seen:
        order = np.argsort([-float(distance(camera, side.corners_mm).mean()) for side in one.sides])
        for side in (int(i) for i in order):
            outline = project(camera, one.sides[side].corners_mm)
            light = 0.6 + 0.4 * max(0.0, float(one.sides[side].faces @ lit))
            figures.fill(painting, outline, tuple((one.colours[side] * light).tolist()))  # type: ignore[arg-type]
            cv2.fillPoly(which, [np.round(outline - 0.5).astype(np.int32)], index + 1)
    return which


def _is_seen(sides: Sequence[Side], camera: Camera, side_px: int) -> bool:
    corners = np.concatenate([side.corners_mm for side in sides])
    if float(distance(camera, corners).min()) < 1.0:
        return False
    seen = project(camera, corners)
    return bool((seen.max(axis=0) > -40).all() and (seen.min(axis=0) < side_px + 40).all())


def _paint(chance: Generator) -> dict[str, Floats]:
    """Mix the colours of one box's wood."""
    mixed = {
        name: colour(hue + chance.uniform(-1, 1) * reach, chance.uniform(0.6, 1.0), chance.uniform(0.5, 0.98))
        for name, (hue, reach) in HUES.items()
    }
    mixed["yellow"] = np.maximum(mixed["yellow"], [0, 120, 170])
    is_plain = chance.random() < 0.3
    mixed["roof"] = (
        any_colour(chance)
        if is_plain
        else colour(chance.uniform(-0.03, 0.1), *chance.uniform((0.3, 0.25), (0.9, 0.8)))
    )
    mixed["wall"] = (
        any_colour(chance)
        if is_plain
        else colour(chance.uniform(0.05, 0.16), *chance.uniform((0.02, 0.6), (0.5, 1.0)))
    )
    mixed[COIN] = colour(chance.uniform(0.06, 0.15), *chance.uniform((0.05, 0.5), (0.8, 0.95)))
    return mixed
