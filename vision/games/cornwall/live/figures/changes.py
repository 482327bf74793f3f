"""Figures that have come on a card that was seen without them: by what has changed there."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import cv2
import numpy as np

from vision.games.cornwall.live.figures.bases import PX_PER_MM, lean_at, outline_of
from vision.games.cornwall.live.places import Mask, Points
from vision.geometry.projection import Projection
from vision.image.colour import Floats, to_lab
from vision.reader import Image

AROUND_MM = 40.0
TINT, LIGHT = 14.0, 22.0
"""A pixel is another thing where its tint or its light differs by more, in CIELAB units."""
WEAK, WEAKLY = 0.5, 0.8
"""Of painted wood on a field of its colour only so much of the tint differs; it is believed so much less."""
LEAST_MM2, MOST_MM2, SEVERAL_MM2 = 30.0, 420.0, 1500.0
"""How large figures look, and how large several things look that touch each other."""
POOR, FAR_TINT = 0.3, 50.0
"""What fits no figure better may be several; a pixel so far from every player's tint is of none."""
LEANS_MM = 12.0
"""So far from the card the middle of what stands on it is seen at most."""
COLOURS_AB = {"red": (56.0, 40.0), "blue": (8.0, -50.0), "yellow": (6.0, 78.0), "green": (-44.0, 28.0)}
"""Tints of painted wood, a and b of CIELAB, in usual light."""
TINT_OFF = 20.0
STRANGE_NATS = -6.5
"""Of a thing that has no player's colour."""


class NewPiece(NamedTuple):
    """Something that has come.

    Attributes:
        at_mm: The middle of its base, on the card's own plane.
        seen_mm: The middle of what is seen of it, there.
        colours: How likely it has each player's colour, in all at most 1.
        confidence: That it is a figure.
        off: The share of what has changed that no figure explains.
    """

    at_mm: tuple[float, float]
    seen_mm: tuple[float, float]
    colours: Mapping[str, float]
    confidence: float
    off: float


def in_light_of(now: Image, plain: Image) -> Image:
    """Show a card as it was seen without figures in the light of now."""
    before, after = plain.astype(np.float32) + 6, now.astype(np.float32) + 6
    return np.asarray(np.clip(before * np.median(after / before, axis=(0, 1)) - 6, 0, 255), np.uint8)


def spots_of(now: Image, plain: Image, card: Mask, projection: Projection) -> tuple[list[NewPiece], Mask]:
    """Find the figures on a card.

    Args:
        now: The card and ``AROUND_MM`` around it, ``outlining.PX_PER_MM``.
        plain: The same without figures, in the light of now.
        card: Where the card is in it.
        projection: The card's plane to the frame.

    Returns:
        The figures, and every pixel that shows another thing than before.
    """
    observed, was = to_lab(now), to_lab(plain)
    off = np.abs(observed - was)
    tint = np.maximum(off[..., 1], off[..., 2])
    strange = np.maximum(tint / TINT, off[..., 0] / LIGHT)

    def spot(body: Mask) -> NewPiece:
        return _spot(body, observed, projection)

    near = (
        cv2.dilate(card.astype(np.uint8), np.ones((2 * round(LEANS_MM * PX_PER_MM) + 1,) * 2, np.uint8)) > 0
    )
    strong = list(_bodies(strange > 1, near))
    found = [each for body in strong for each in _apart(body, spot(body), observed, spot)]
    weak = [
        spot(body)
        for body in _bodies(tint > WEAK * TINT, card)
        if not any((body & one).any() for one in strong)
    ]
    return found + [piece._replace(confidence=WEAKLY * piece.confidence) for piece in weak], strange > 1


def _bodies(strange: Mask, where: Mask) -> Iterator[Mask]:
    """Mark each thing that has come somewhere and is at least as large as a figure."""
    mask = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    number, labels, stats, middles = cv2.connectedComponentsWithStats(mask)
    for part in range(1, number):
        column, row = middles[part].astype(int)
        if where[row, column] and LEAST_MM2 < stats[part, cv2.CC_STAT_AREA] / PX_PER_MM**2 < SEVERAL_MM2:
            yield labels == part


def _apart(body: Mask, whole: NewPiece, observed: Floats, spot: Callable[[Mask], NewPiece]) -> list[NewPiece]:
    """Part what looks like no single figure by colour: a figure may touch a cottage or another figure."""
    is_one = _area_mm2(body) < MOST_MM2
    if is_one and whole.off < POOR:
        return [whole]
    off, nearest = tints_off(observed[body]), np.full(body.shape, -1)
    nearest[body] = np.where(off.min(axis=1) < FAR_TINT, off.argmin(axis=1), -1)
    parts = [
        part for colour in range(len(COLOURS_AB)) for part in _bodies(nearest == colour, np.ones_like(body))
    ]
    if len(parts) < 2 and is_one:
        return [whole]
    return [spot(part) for part in parts if _area_mm2(part) < MOST_MM2]


def tints_off(lab: Floats) -> Floats:
    """Tell how far (..., 3) pixels are from each of ``COLOURS_AB``, (..., 4)."""
    tints = np.array(list(COLOURS_AB.values()), np.float32)
    return np.asarray(np.linalg.norm(lab[..., None, 1:] - tints, axis=-1), np.float32)


def _area_mm2(body: Mask) -> float:
    return float(body.sum()) / PX_PER_MM**2


def _spot(body: Mask, observed: Floats, projection: Projection) -> NewPiece:
    rows, columns = np.nonzero(body)
    middle_mm = _on_card((float(columns.mean()), float(rows.mean())), len(body))
    outline = outline_of(body, lean_at(projection, np.array(middle_mm)))
    core = cv2.erode(body.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    tint = np.median(observed[core if core.any() else body], axis=0)[1:]
    log_odds = {name: _tint_nats(tint, at) for name, at in COLOURS_AB.items()}
    whole = float(np.logaddexp.reduce([*log_odds.values(), STRANGE_NATS]))
    colours = {name: float(np.exp(value - whole)) for name, value in log_odds.items()}
    sure = sum(colours.values()) * float(np.clip(1.6 - 2 * outline.off, 0.02, 0.99))
    return NewPiece(_on_card(outline.base_px, len(body)), middle_mm, colours, sure, outline.off)


def _on_card(at_px: Points | tuple[float, float], side: int) -> tuple[float, float]:
    x, y = (np.asarray(at_px) + 0.5 - side / 2) / PX_PER_MM
    return float(x), float(y)


def _tint_nats(tint: Floats, wood: tuple[float, float]) -> float:
    return float(-0.5 * ((tint - np.array(wood)) ** 2).sum() / TINT_OFF**2)
