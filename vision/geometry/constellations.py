"""Boards found by the hexagons on them: known places seen together, wherever and however turned they lie."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.hex_lattice import Hexagon
from vision.geometry.homography import Homography

SCALE_OFF = 0.12
"""So much larger or smaller than it is, in shares, a hexagon may seem: its rim, or a line within it."""
SIXTHS = np.arange(6) * np.pi / 3


class Constellation(NamedTuple):
    """Places of a board that were seen.

    Attributes:
        homography: Millimetres of the board to pixels, without slant.
        places: Of some of the board's places, which of the hexagons is seen there.
        off_mm: How far they are off their places, as a mean square's root.
    """

    homography: Homography
    places: Mapping[int, int]
    off_mm: float


def find_constellations(
    hexagons: Sequence[Hexagon],
    places_mm: Sequence[tuple[float, float]],
    across_mm: float,
    off_mm: float,
    least: int,
) -> list[Constellation]:
    """Find where places of a board are seen together, those first that most are seen of.

    Every hexagon is used once. Hexagons on the board stand on a corner, however the board lies.

    Args:
        hexagons: From ``hex_lattice.find_hexagons``.
        places_mm: Where the board has hexagons.
        across_mm: From side to side of each.
        off_mm: How far off its place one may lie.
        least: So many of the places must be seen.
    """
    free = dict(enumerate(hexagons))
    found = []
    while len(free) >= least:
        best = _best(free, np.array(places_mm), across_mm, off_mm)
        if len(best.places) < least:
            break
        found.append(best)
        for index in best.places.values():
            del free[index]
    return found


def _best(
    hexagons: Mapping[int, Hexagon], places: NDArray[np.float64], across_mm: float, off_mm: float
) -> Constellation:
    keys, at = [*hexagons], np.array([each.at_px for each in hexagons.values()])
    best = Constellation(np.eye(3), {}, np.inf)
    for seed in hexagons.values():
        scale = seed.across_px / across_mm
        angle = seed.turn_rad + SIXTHS
        turn = scale * np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], axis=1)
        ways = turn.reshape(6, 1, 2, 2)
        offs = np.einsum("stij,kpj->skpi", ways, places[None] - places[:, None])
        there = np.array(seed.at_px) + offs
        apart = np.linalg.norm(there[..., None, :] - at, axis=-1).min(axis=-1)
        reach = off_mm * scale + SCALE_OFF * np.linalg.norm(offs, axis=-1)
        hits = (apart < reach).sum(axis=-1)
        for way, place in np.argwhere((hits >= max(2, len(best.places))) & (hits >= hits.max() - 1)):
            start = np.eye(3)
            start[:2, :2] = turn[way].reshape(2, 2)
            start[:2, 2] = np.array(seed.at_px) - start[:2, :2] @ places[place]
            tried = _settled(start, keys, at, places, off_mm)
            if (len(tried.places), -tried.off_mm) > (len(best.places), -best.off_mm):
                best = tried
    return best


def _settled(
    start: Homography,
    keys: Sequence[int],
    at: NDArray[np.float64],
    places: NDArray[np.float64],
    off_mm: float,
) -> Constellation:
    """Lay a board onto the hexagons that are near its places, ever closer."""
    lay, found, off = start, dict[int, int](), np.inf
    for step in range(3):
        there = places @ lay[:2, :2].T + lay[:2, 2]
        apart = np.linalg.norm(there[:, None] - at[None], axis=2)
        nearest = apart.argmin(axis=1)
        scale = float(np.sqrt(abs(np.linalg.det(lay[:2, :2]))))
        slack = off_mm * scale + (SCALE_OFF * np.linalg.norm(places, axis=1) * scale if not step else 0.0)
        near = apart.min(axis=1) < slack
        found = {int(place): int(nearest[place]) for place in np.flatnonzero(near)}
        found = {place: index for index, place in {index: place for place, index in found.items()}.items()}
        if len(found) < 2:
            break
        ideal, seen = places[[*found]], at[[*found.values()]]
        affine, _ = cv2.estimateAffinePartial2D(ideal, seen, method=cv2.LMEDS)
        if np.size(affine) < 6:  # whatever the stubs say, None comes where nothing fits
            break
        lay = np.vstack([affine, [0, 0, 1]])
        off = float(np.sqrt(np.square(ideal @ lay[:2, :2].T + lay[:2, 2] - seen).sum(axis=1).mean())) / scale
    return Constellation(lay, {place: keys[index] for place, index in found.items()}, off)
