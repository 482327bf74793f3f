"""Copies: tiles of a board that show the same drawing are of one face, and are read together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.carcassonne.land.catalogue import distinct_faces, faces
from vision.games.carcassonne.cold.kinds import READINGS
from vision.games.carcassonne.cold.tile_net import MARGIN, TILE_PX, Squares
from vision.games.carcassonne.fusion import Reading
from vision.image.colour import Floats, to_lab
from vision.match.template import lengths

RIM_PX = round(TILE_PX * (1 - 1 / MARGIN) / 2) + 1
"""So much of a square is not its tile."""
THUMB_PX, ALIKE = 12, 0.8
"""Squares whose thumbs of this size correlate less are not looked at further."""
SLIP_PX = 3
"""Tiles are cut out a little beside where they lie."""
SPOT_PX, SAME = 2.0, 0.85
"""Where two squares differ most, over a spot of this radius and in shares of the usual contrast of a square,
copies differ less than this. On seven made-up boards and two photographs twins by a shield differ by 1.87 and
more, other faces by 1.06 and more."""
LIGHT = np.array([0.6, 1.0, 1.0], np.float32)
NONE_LEFT_NATS = 6.0
"""Against a face of which the box holds fewer than lie there."""


class Copy(NamedTuple):
    """Square ``other``, turned clockwise by ``quarters`` more, shows what square ``one`` shows."""

    one: int
    other: int
    quarters: int


Group = Mapping[int, int]
"""Squares that show the same drawing, by index, with the quarters that each lies turned from the first."""


def read_together(log_odds: NDArray[np.floating], groups: Sequence[Group]) -> NDArray[np.floating]:
    """Read copies of a drawing as one face.

    Args:
        log_odds: (n, readings) log-likelihoods, in the order of ``kinds.READINGS``.
        groups: Those of the n squares that are copies.

    Returns:
        The same, each square told by the mean over its copies, and by how many there are.
    """
    together = np.array(log_odds)
    for group in groups:
        rows = [log_odds[index][_TURNED[turns]] for index, turns in group.items()]
        mean = np.mean(rows, axis=0) - NONE_LEFT_NATS * (len(group) > _COUNTS)
        for index, turns in group.items():
            together[index] = mean[_TURNED[-turns % 4]]
    return together


def _turned_by(quarters: int) -> NDArray[np.intp]:
    """Give for each reading the row of the same face, turned clockwise by so many quarters more."""
    return np.array(
        [
            READINGS.index(Reading(reading.face, (reading.turns + quarters) % faces()[reading.face].symmetry))
            for reading in READINGS
        ]
    )


_TURNED = tuple(_turned_by(quarters) for quarters in range(4))
_COUNTS = np.array([distinct_faces()[reading.face].count for reading in READINGS])


def find_groups(squares: Squares) -> list[Group]:
    """Find the squares that show the same drawing."""
    return list(_groups(len(squares), find_copies(squares)))


def _groups(number: int, copies: Sequence[Copy]) -> Iterator[Group]:
    beside: dict[int, list[tuple[int, int]]] = {index: [] for index in range(number)}
    for each, other, quarters in copies:
        beside[each].append((other, -quarters % 4))
        beside[other].append((each, quarters))
    seen: set[int] = set()
    for start in range(number):
        if start in seen or not beside[start]:
            continue
        group, queue = {start: 0}, [start]
        while queue:
            here = queue.pop()
            for there, turns in beside[here]:
                if there not in group:
                    group[there] = (group[here] + turns) % 4
                    queue.append(there)
        seen |= group.keys()
        yield group


def find_copies(squares: Squares) -> list[Copy]:
    """Find the pairs of squares that show the same drawing."""
    if len(squares) < 2:
        return []
    shown = np.array([_evened(square) for square in squares])
    thumbs = np.array([_thumb(one) for one in shown])
    same = SAME * float(np.mean([_contrast(one) for one in shown]))
    found = []
    for quarters in range(4):
        turned = np.array([_flat(np.rot90(thumb, -quarters)) for thumb in thumbs])
        alike = np.array([_flat(thumb) for thumb in thumbs]) @ turned.T
        for each, other in np.argwhere(np.triu(alike, 1) > ALIKE).tolist():
            if difference(shown[each], np.rot90(shown[other], -quarters)) < same:
                found.append(Copy(each, other, quarters))
    return found


def _evened(square: NDArray[np.uint8]) -> Floats:
    """Give a square as soft CIELAB of one brightness."""
    lab = cv2.GaussianBlur(to_lab(square), (0, 0), 1.0)
    return np.asarray(lab - np.median(lab[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX], axis=(0, 1)), np.float32)


def _contrast(lab: Floats) -> float:
    off = (lab - lab.mean(axis=(0, 1))) * LIGHT
    return float(np.sqrt((off**2).sum(axis=-1).mean()))


def _thumb(lab: Floats) -> Floats:
    return np.asarray(
        cv2.resize(lab[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX], (THUMB_PX, THUMB_PX), interpolation=cv2.INTER_AREA),
        np.float32,
    )


def _flat(thumb: Floats) -> Floats:
    flat = (thumb - thumb.mean(axis=(0, 1))).ravel()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32)


def difference(floats: Floats, other: Floats) -> float:
    """Measure how much two squares differ where they differ most."""
    inside = RIM_PX + SLIP_PX
    part = np.ascontiguousarray(other[inside:-inside, inside:-inside], np.float32)
    wider = np.ascontiguousarray(floats[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX], np.float32)
    x, y = cv2.minMaxLoc(cv2.matchTemplate(wider, part, cv2.TM_SQDIFF))[2]
    there = wider[y : y + part.shape[0], x : x + part.shape[1]]
    apart = there - part
    apart -= np.median(apart, axis=(0, 1))
    spots = cv2.GaussianBlur(apart, (0, 0), SPOT_PX)
    return float(lengths(spots * LIGHT).max())
