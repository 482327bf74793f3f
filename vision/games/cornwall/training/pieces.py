"""What stands on a made-up table: figures of three sizes, cottages, coins and a pub of no particular box."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.games.cornwall.drawing.figures import PUB_MM
from scoring.games.cornwall.land.hexes import PITCH_MM
from vision.games.cornwall.pieces.kind_net import SIZES
from vision.games.cornwall.training.grounds import any_colour
from vision.simulator.camera.camera import SimCamera, distance, project
from vision.simulator.games.cornwall.pieces import SHAPES, figure_bodies, made_up_bodies
from vision.simulator.made_up.styles import colour
from vision.simulator.table import figures
from vision.simulator.table.bodies import cut_body, turned_body
from vision.simulator.table.figures import Side
from vision.simulator.table.things import Body, SimBox, SimFigure

FIGURES = ("small", "tall", "big")
COTTAGE, COIN, PUB = "cottage", "coin", "pub"
HUES = {"red": (0.995, 0.02), "blue": (0.6, 0.035), "yellow": (0.135, 0.018), "green": (0.375, 0.05)}
"""Middle and reach of the hues of painted wood, 0 to 1."""
_PROFILE = {
    "small": ((0.0, 1.0), (0.3, 0.92), (0.5, 0.95), (0.64, 0.45), (0.8, 0.62), (0.92, 0.5), (1.0, 0.1)),
    "tall": ((0.0, 1.0), (0.3, 0.75), (0.7, 0.9), (0.8, 0.45), (0.88, 0.68), (0.96, 0.5), (1.0, 0.1)),
    "big": ((0.0, 1.0), (0.25, 0.95), (0.5, 1.0), (0.68, 0.36), (0.82, 0.5), (0.93, 0.42), (1.0, 0.1)),
}
"""How high, of the whole, a figure is how wide, of its foot."""
_HALF_MM = {"small": 5.0, "tall": 4.3, "big": 8.2}
_HIGH_MM = {"small": 14.0, "tall": 26.0, "big": 21.0}
SHARED_SHARE, ROUND_SHARE = 0.65, 0.6
"""So many tables have pieces as ``vision.simulator`` makes them up; of the others so many are turned on a
lathe."""
PUB_SHARE = 0.25
FIGURE_SHARE, COTTAGE_SHARE = 0.28, 0.07
"""Of the fields."""
MOST_PIECES = 250
CROWDED_SHARE, APART_MM, CROWDED_COTTAGES = 0.45, 13.0, 0.2
"""On a crowded land so many fields more have a figure, so far from others, or a cottage."""
SHAPE_SHARES = (0.76, 0.12, 0.12)
"""How often the wood whose kinds are learned has each of ``SHAPES``."""

Floats = NDArray[np.floating]


class SolidPiece(NamedTuple):
    """Something solid.

    Attributes:
        kind: One of ``FIGURES``, "cottage", "coin" or "pub".
        colour: Of a figure, one of ``HUES``.
        at_mm: Where the middle of its base is.
        turn_deg: How it is turned.
    """

    kind: str
    colour: str
    at_mm: Floats
    turn_deg: float


class Pieces(NamedTuple):
    """All that stands on a table, and the shapes it has there."""

    every: Sequence[SolidPiece]
    bodies: Mapping[str, Body]


def scatter_pieces(middles_mm: Sequence[Floats], chance: Generator) -> Pieces:
    """Put pieces on some fields, and some beside: as crowded as it gets at the table, or nearly empty."""
    pieces: list[SolidPiece] = []
    busy = chance.choice([0.3, 1.0, 2.2], p=[0.25, 0.5, 0.25])
    for middle in middles_mm:
        if chance.random() < FIGURE_SHARE * busy:
            pieces.append(_figure(middle + _off(chance, 10.0), chance))
        if chance.random() < COTTAGE_SHARE * busy:
            pieces.append(_cottage(middle, chance))
    reach = np.array(middles_mm) if middles_mm else np.zeros((1, 2))
    low, high = reach.min(axis=0) - 2 * PITCH_MM, reach.max(axis=0) + 2 * PITCH_MM
    pieces += [_figure(chance.uniform(low, high), chance) for _ in range(chance.poisson(2.0 * busy))]
    pieces += [
        SolidPiece(COIN, "", chance.uniform(low, high), chance.uniform(0, 360))
        for _ in range(chance.poisson(1.5))
    ]
    if chance.random() < PUB_SHARE:
        pieces += _pub(chance.uniform(low, high), chance)
    kept = [pieces[int(index)] for index in chance.permutation(len(pieces))][:MOST_PIECES]
    return Pieces(kept, _bodies(chance))


def crowd_pieces(middles_mm: Sequence[Floats], chance: Generator) -> tuple[Pieces, float]:
    """Put more figures and cottages on fields than ``scatter_pieces``; tell the size of the figures' wood."""
    every = list(scatter_pieces(middles_mm, chance).every)
    for middle in middles_mm:
        if chance.random() < CROWDED_COTTAGES:
            every.append(_cottage(middle, chance))
        at = middle + _off(chance, 10.0)
        is_free = all(float(np.hypot(*(at - piece.at_mm))) > APART_MM for piece in every)
        if chance.random() < CROWDED_SHARE and is_free:
            every.append(_figure(at, chance))
    size, shape = float(chance.uniform(SIZES[0], SIZES[-1])), str(chance.choice(SHAPES, p=SHAPE_SHARES))
    bodies = {**made_up_bodies(chance), **figure_bodies(shape, size)}
    return Pieces(every[:MOST_PIECES], bodies), size


def _off(chance: Generator, mm: float) -> Floats:
    angle, away = chance.uniform(0, 2 * np.pi), mm * np.sqrt(chance.random())
    return np.asarray(np.array([np.cos(angle), np.sin(angle)]) * away)


def _figure(at: Floats, chance: Generator) -> SolidPiece:
    kind = FIGURES[int(chance.choice(3, p=[0.42, 0.33, 0.25]))]
    return SolidPiece(kind, str(chance.choice(sorted(HUES))), at, chance.uniform(0, 360))


def _cottage(middle: Floats, chance: Generator) -> SolidPiece:
    return SolidPiece(COTTAGE, "", middle + _off(chance, 8.0), chance.uniform(0, 360))


def _pub(at: Floats, chance: Generator) -> list[SolidPiece]:
    """Put a pub up with some guests beside its house."""
    rotation = chance.uniform(0, 360)
    cos, sin = np.cos(np.deg2rad(rotation)), np.sin(np.deg2rad(rotation))
    guests = [
        at + np.array([[cos, -sin], [sin, cos]]) @ (chance.uniform(-20, 55), chance.uniform(-18, 18))
        for _ in range(chance.integers(0, 8))
    ]
    house = at + np.array([-cos, -sin]) * 40.0
    return [SolidPiece(PUB, "", house, rotation), *(_figure(place, chance) for place in guests)]


# --- shapes ----------------------------------------------------------------------------------------


def _bodies(chance: Generator) -> Mapping[str, Body]:
    """Make the pieces of one box up, as the synthetic table does or otherwise."""
    shared = made_up_bodies(chance)
    if chance.random() < SHARED_SHARE:
        return shared
    wide, high = chance.uniform(0.88, 1.14, 2)
    is_round, thick = chance.random() < ROUND_SHARE, chance.uniform(6.5, 9.5)
    return {**shared, **{kind: _body(kind, wide, high, 0.0 if is_round else thick) for kind in FIGURES}}


def _body(kind: str, wide: float, high: float, thick_mm: float) -> Body:
    rings = [(half * _HALF_MM[kind] * wide, up * _HIGH_MM[kind] * high) for up, half in _PROFILE[kind]]
    if not thick_mm:
        return turned_body(rings)
    right = [(x, -z) for x, z in reversed(rings)]
    return cut_body([*right, *((-x, y) for x, y in reversed(right))], thick_mm)


# --- painting --------------------------------------------------------------------------------------


def paint_pieces(
    painting: NDArray[np.float32], pieces: Pieces, camera: SimCamera, chance: Generator
) -> NDArray[np.uint8]:
    """Paint pieces with their shadows, those further away first.

    Returns:
        (h, w): 0, or one more than the index of the piece that is seen there.
    """
    which = np.zeros(painting.shape[:2], np.uint8)
    for piece in pieces.every:
        if piece.kind == PUB:
            _paint_board(painting, piece, camera, chance)
    paint = _paint(chance)
    falls, dark, soft_px = chance.normal(0, 0.6, 2), chance.uniform(0.08, 0.6), chance.uniform(0.5, 6)
    box = SimBox({}, PITCH_MM, 0.0, pieces.bodies, {})
    solids = [
        (
            index,
            figures.solid(
                SimFigure("", "", each.kind, False, tuple(each.at_mm.tolist()), each.turn_deg), box, 0.0
            ),
        )
        for index, each in enumerate(pieces.every)
    ]
    seen = [(index, sides) for index, sides in solids if _is_seen(sides, camera, len(painting))]
    seen.sort(key=lambda pair: -float(np.mean([distance(camera, s.corners_mm).mean() for s in pair[1]])))
    shade = np.zeros(painting.shape[:2], np.uint8)
    for _, sides in seen:
        for outline in figures.shadow(sides, camera, falls, 0.0):
            figures.fill(shade, outline, 255.0)
    share = cv2.GaussianBlur(shade, (0, 0), soft_px).astype(np.float32) / 255
    painting *= 1 - dark * share[..., None]
    lit = np.array([*-falls, 1.0]) / np.hypot(1.0, np.linalg.norm(falls))
    for index, sides in seen:
        wood = paint.get(pieces.every[index].colour, "#c9a877")
        figures.draw(painting, sides, wood, camera, np.zeros(2), lit)
        for side in sides:
            outline = np.round(project(camera, side.corners_mm) - 0.5).astype(np.int32)
            cv2.fillPoly(which, [outline], index + 1)
    return which


def _paint_board(
    painting: NDArray[np.float32], pub: SolidPiece, camera: SimCamera, chance: Generator
) -> None:
    """Paint the board of a pub."""
    turn = np.deg2rad(pub.turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = np.array(PUB_MM) / 2 * chance.uniform(0.7, 1.2, 2)
    flat = np.array([(-x, -y), (x, -y), (x, y), (-x, y)]) @ np.array([[cos, sin], [-sin, cos]])
    corners = np.column_stack([flat + pub.at_mm + np.array([cos, sin]) * 40.0, np.zeros(4)])
    if float(distance(camera, corners).min()) > 1.0:
        points = project(camera, corners)
        if np.abs(points).max() < 8 * len(painting):
            figures.fill(painting, points, tuple(any_colour(chance).tolist()))  # type: ignore[arg-type]


def _is_seen(sides: Sequence[Side], camera: SimCamera, side_px: int) -> bool:
    corners = np.concatenate([side.corners_mm for side in sides])
    if float(distance(camera, corners).min()) < 1.0:
        return False
    observed = project(camera, corners)
    return bool((observed.max(axis=0) > -40).all() and (observed.min(axis=0) < side_px + 40).all())


def _paint(chance: Generator) -> dict[str, str]:
    """Mix the colours of one box's wood, "#rrggbb"."""
    mixed = {
        name: colour(hue + chance.uniform(-1, 1) * reach, chance.uniform(0.6, 1.0), chance.uniform(0.5, 0.98))
        for name, (hue, reach) in HUES.items()
    }
    mixed["yellow"] = np.maximum(mixed["yellow"], [0, 120, 170])
    codes = {name: tone.round().astype(int).tolist() for name, tone in mixed.items()}
    return {name: f"#{red:02x}{green:02x}{blue:02x}" for name, (blue, green, red) in codes.items()}
