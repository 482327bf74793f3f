"""Tiles, figures and shadows painted into a part of the frame, without light; then the light."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, project
from vision.simulator.camera.lamps import HEADROOM
from vision.simulator.camera.stage import PixelRect, SimSession, part_around
from vision.simulator.table import figures
from vision.simulator.table.things import Body, Card, SimBox, SimFigure, SimTable

_SIDE_BGR = (58.0, 84.0, 104.0)
"""Grey card, seen from the side."""

_FIGURE_MM = 20.0
"""No figure is higher or wider than that."""
_WIDER_MM = 80.0

Thing = TypeVar("Thing", Card, SimFigure)
Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


def extents(
    stage: SimSession, camera: SimCamera, things: Sequence[Card | SimFigure], height_mm: float = 0.0
) -> list[PixelRect | None]:
    """Give the part of the frame that each thing and its shadow may take up; None outside the frame.

    Args:
        height_mm: How high they are held over their places.
    """
    if not things:
        return []
    is_card = np.array([isinstance(thing, Card) for thing in things])
    radius_mm = np.array([_reach_mm(stage.box, thing) for thing in things])
    tops_mm = np.array([_top_mm(stage, thing) for thing in things])
    top_mm = height_mm + tops_mm + np.where(is_card, 0.0, radius_mm)
    at_mm = np.array([thing.at_mm for thing in things])
    low, high = np.zeros(len(things)), top_mm
    solid_mm = np.vstack([np.column_stack([at_mm, low]), np.column_stack([at_mm, high])])
    fallen_mm = at_mm + top_mm[:, None] * stage.falls_mm
    observed = np.vstack([project(camera, solid_mm), project(camera, fallen_mm)]).reshape(3, -1, 2)
    margin_px = 1.25 * radius_mm * stage.px_per_mm + 3 + 3 * stage.how.shade_soft_mm * stage.px_per_mm
    return [
        part_around(observed[:, i], camera.size_px, margin) for i, margin in enumerate(margin_px.tolist())
    ]


def _top_mm(stage: SimSession, thing: Card | SimFigure) -> float:
    """Tell how high a card reaches, or what a figure usually stands on."""
    thick = stage.box.thick_mm
    return thing.above_mm + thing.layers * thick if isinstance(thing, Card) else thick


def _reach_mm(box: SimBox, thing: Card | SimFigure) -> float:
    """Tell how far from its place a thing goes at most, to a side or up."""
    if isinstance(thing, Card):
        outline = box.outlines.get(thing.face)
        return box.side_mm * 0.71 if outline is None else max(math.hypot(*corner) for corner in outline)
    body = box.figures[thing.kind]
    return 1.5 * body.reach_mm + abs(thing.above_mm) if isinstance(body, Body) else _FIGURE_MM


def outline_of(stage: SimSession, card: Card) -> Floats:
    """Give a card's corners on the table, (n, 2), clockwise; of a square its drawing's upper left first."""
    return _turned_with(card, np.array(stage.box.outline(card.face)))


def sheet_of(stage: SimSession, card: Card) -> Floats:
    """Give the corners (4, 2) of the rectangle that a card's face fills, upper left first, clockwise."""
    left, top, width, height = stage.box.sheet(card.face)
    right, bottom = left + width, top + height
    return _turned_with(card, np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))


def _turned_with(card: Card, places: Floats) -> Floats:
    turn = np.deg2rad(card.turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(places @ np.array([[cos, sin], [-sin, cos]]) + card.at_mm)


def lifted(places_mm: Floats, height_mm: float | Floats) -> Floats:
    """Give places their height, one for all or (n,): (n, 3)."""
    return np.column_stack([places_mm, np.broadcast_to(height_mm, len(places_mm))])


def _rising(card: Card, places_mm: Floats, height_mm: float) -> Floats:
    """Give places on a card their height, which differs where it lies aslant: (n, 3)."""
    turn = np.deg2rad(card.turn_deg)
    right = (places_mm - card.at_mm) @ np.array([np.cos(turn), np.sin(turn)])
    return lifted(places_mm, height_mm + card.rise * right)


def solid(stage: SimSession, figure: SimFigure, height_mm: float = 0.0) -> list[figures.Side]:
    """Cut a figure and stand it on a tile, or hold it over one."""
    return figures.solid(figure, stage.box, stage.box.thick_mm + figure.above_mm + height_mm)


def paint_part(
    stage: SimSession, camera: SimCamera, table: SimTable, ground: Image, part: PixelRect
) -> Image:
    """Paint everything that is seen in a part of the frame, as it would be painted in the whole.

    Args:
        ground: The bare surface, the size of the frame.

    Returns:
        The part, without light.
    """
    thick, soft_mm = stage.box.thick_mm, stage.how.shade_soft_mm
    cards = _within(stage, camera, table.cards, part)
    there = _within(stage, camera, table.figures, part)
    wide = part.wider(round(_WIDER_MM * stage.px_per_mm), camera.size_px)  # nothing seen is cut by its edge
    image = ground[wide.at].copy()
    for above_mm in sorted({card.above_mm for card in cards}):
        level = [card for card in cards if card.above_mm == above_mm]
        shade(stage, image, _fallen(stage, camera, level, wide), soft_mm / 3)
        for card in level:
            _paint_edges(stage, camera, card, image, wide)
        for card in level:
            paint_card(stage, camera, card, image, wide)
    solids = [solid(stage, figure) for figure in there]
    grounds = (thick + min(figure.above_mm, 0.0) for figure in there)
    fallen = (
        outline
        for each, ground_mm in zip(solids, grounds, strict=True)
        for outline in figures.shadow(each, camera, stage.falls_mm, ground_mm)
    )
    shade(stage, image, (outline - wide.corner_px for outline in fallen), soft_mm)
    for figure in _far_first(camera, there):
        paint_figure(stage, camera, figure, image, wide)
    return image[part.within(wide)]


def _fallen(stage: SimSession, camera: SimCamera, cards: Sequence[Card], part: PixelRect) -> Iterator[Floats]:
    """Give the shadows of cards on what they lie on, as pixels from a part's corner."""
    for card in cards:
        high_mm = card.layers * stage.box.thick_mm
        shadow = outline_of(stage, card) + high_mm * stage.falls_mm
        yield project(camera, lifted(shadow, card.above_mm)) - part.corner_px


def _within(stage: SimSession, camera: SimCamera, things: Sequence[Thing], part: PixelRect) -> list[Thing]:
    """Give the things that may be seen in a part of the frame."""
    places = extents(stage, camera, things)
    return [each for each, place in zip(things, places, strict=True) if place and place.shared(part)]


def _far_first(camera: SimCamera, standing: Iterable[SimFigure]) -> list[SimFigure]:
    """Order figures so that one in front of another, or on top of it, is painted later.

    They lean away from the middle.
    """
    middle = np.array(camera.size_px) / 2
    away = {each: float(np.linalg.norm(project(camera, [each.at_mm])[0] - middle)) for each in standing}
    return sorted(away, key=lambda figure: (max(figure.above_mm, 0.0), -away[figure]))


def shade(stage: SimSession, image: Image, outlines: Iterable[Floats], soft_mm: float) -> None:
    """Lay shadows over a part of the frame.

    Args:
        outlines: (n, 2) pixels from the part's corner; where they overlap it gets no darker.
        soft_mm: How soft their edges are, a standard deviation.
    """
    mask = np.zeros(image.shape[:2], np.uint8)
    for outline in outlines:
        figures.fill(mask, outline, 255.0)
    if mask.any():
        blur_px = max(0.4, soft_mm * stage.px_per_mm)
        darken(stage, image, np.asarray(cv2.GaussianBlur(mask, (0, 0), blur_px), np.uint8))


def darken(stage: SimSession, image: Image, mask: Mask) -> None:
    """Take a lamp's light away where a mask, from 0 to 255, says so."""
    ramp = np.linspace(0, 1, 256, dtype=np.float32)[:, None]
    left_over = (1 - ramp * (1 - stage.shade_bgr)).reshape(1, 256, 3)
    factors = cv2.LUT(cv2.merge([mask] * 3), left_over)
    cv2.multiply(image, factors, image, dtype=cv2.CV_8U)


def _paint_edges(stage: SimSession, camera: SimCamera, card: Card, image: Image, part: PixelRect) -> None:
    """Paint the sides of a card, whose top then hides most of them."""
    around = outline_of(stage, card)
    low = project(camera, _rising(card, around, card.above_mm)) - part.corner_px
    high = project(camera, _rising(card, around, _top_mm(stage, card))) - part.corner_px
    for i in range(len(around)):
        figures.fill(image, np.array([low[i - 1], low[i], high[i], high[i - 1]]), _SIDE_BGR)


def paint_card(
    stage: SimSession, camera: SimCamera, card: Card, image: Image, part: PixelRect, height_mm: float = 0.0
) -> None:
    """Paint the face of a card, lying or held over its place."""
    face = stage.faces[card.face]
    top_mm = _top_mm(stage, card) + height_mm
    corners = project(camera, _rising(card, sheet_of(stage, card), top_mm))
    whole = PixelRect(*(corners.min(axis=0) - 2).astype(int), *(corners.max(axis=0) + 3).astype(int))
    (high, wide), size = face.shape[:2], (whole.right - whole.left, whole.bottom - whole.top)
    observed = (corners - whole.corner_px).astype(np.float32)
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    # Pixels are warped by their middles; corners lie at their edges.
    matrix = cv2.getPerspectiveTransform(flat - 0.5, observed - 0.5)
    warped = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros(size[::-1], np.uint8)
    cut = project(camera, _rising(card, outline_of(stage, card), top_mm)) - whole.corner_px
    figures.fill(cover, cut.astype(np.float32).astype(float), 255.0)
    shared = whole.shared(part)
    if shared:
        there, here = shared.within(part), shared.within(whole)
        image[there] = blended(image[there], np.asarray(warped[here], np.uint8), cover[here])


def blended(under: Image, over: Image, cover: Mask) -> Image:
    """Lay one picture over another where a mask, from 0 to 255, says so."""
    share = cv2.merge([cover] * 3)
    shown = cv2.multiply(over, share, scale=1 / 255)
    kept = cv2.multiply(under, cv2.bitwise_not(share), scale=1 / 255)
    return np.asarray(cv2.add(shown, kept), np.uint8)


def paint_figure(
    stage: SimSession,
    camera: SimCamera,
    figure: SimFigure,
    image: Image,
    part: PixelRect,
    height_mm: float = 0.0,
) -> None:
    """Paint a figure, standing on a tile or held over its place."""
    towards = np.array([*(-stage.falls_mm), 1.0])
    towards /= np.linalg.norm(towards)
    sides = solid(stage, figure, height_mm)
    figures.draw(image, sides, stage.box.palette[figure.colour], camera, part.corner_px, towards)


def put_in_light(stage: SimSession, plain: Image, part: PixelRect, dull: Mask | None = None) -> Image:
    """Put things into their light, with the lamp's mirror image on them.

    Args:
        plain: A part of the frame, without light.
        dull: 255 where nothing is mirrored.

    Returns:
        The part, its pixel values at ``HEADROOM`` of their own.
    """
    lit = np.asarray(cv2.multiply(plain, stage.light[part.at], dtype=cv2.CV_8U), np.uint8)
    if stage.glare is None or not stage.glare[part.at].any():
        return lit
    share = stage.glare[part.at] if dull is None else stage.glare[part.at] * (1 - dull / np.float32(255))
    mirrored = lit + share[..., None] * (255 * HEADROOM - lit)
    return np.asarray(np.clip(mirrored, 0, 255), np.uint8)
