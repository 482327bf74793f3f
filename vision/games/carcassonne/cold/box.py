"""A box whose prints are known: how its shields look, and how well prints explain the tiles of a board."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.cold.laying import cut_squares
from vision.games.carcassonne.cold.shield_net import Examples, examples, find_places
from vision.games.carcassonne.face_templates import (
    FINE_PX,
    ROUGH_PX,
    SOFT_PX,
    FaceTemplates,
    has_shield,
    normed,
)
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.judge import foreign_log_odds, unexplained
from vision.games.carcassonne.prints import FacePixels
from vision.games.carcassonne.tiles import (
    WELL_RECOGNISED,
    FaceCandidate,
    judge_presence,
    lay_looks,
    soft_pixels,
)
from vision.geometry.rectify import View
from vision.image.colour import Floats, to_lab
from vision.image.light import Light, balanced, fit_light, in_print_light
from vision.match.template import Pose, align, patch_to_view

OF_THE_BOX = 0.36
"""Prints are those of a box where more than this share of a board's tiles look like them as they lie. On 24
made-up boards, 12 each of levels 1 and 2 from seed 594 on, 69 % and more do like their own; like those of
the 11 other boxes 42 % once, else 32 % at most, which costs up to half the tiles. Expansions lie on none, and
their tiles look like no print: the limit lies halfway from 32 % to the 41 % of a real board of which 16 of 54
are such, so that was looked at. What others' prints cost: ``tablekeeper bench accuracy --with-prints``."""
LIKELY_NATS = 8.0
"""Readings so much less likely than the best are not compared with their prints."""
USUAL_ODDS = 5.0
"""What a print leaves unexplained speaks against its reading, from log-odds of minus so much that the tile is
none of the box. Fitted to 205 tiles and 10 of expansions on four photographs, with two sets, and to 864 tiles
of 12 made-up boards: with less, those of expansions are named; with more, tiles are lost."""
RIM_PX = 8
PITCH_PX = FINE_PX + 2 * RIM_PX
"""Tiles are laid in a row, so far apart, that much of what lies around each shown."""
HALF = 127


class LearnedBox(NamedTuple):
    """A box whose prints are known.

    Attributes:
        looks: The prints.
        shields: What they show of shields.
    """

    looks: FaceTemplates
    shields: Examples


class ClassifiedTile(NamedTuple):
    """A tile that was told by the nets.

    Attributes:
        pose: Where it lies in the view.
        nats: The log-likelihood of each reading that comes into question.
    """

    pose: Pose
    nats: Mapping[Reading, float]


class Explained(NamedTuple):
    """How prints explain a tile.

    Attributes:
        nats: What they tell for or against each reading that comes into question.
        foreign: The share of the tile that neither its best print nor figures explain.
        pose: Where it lies in the view, by that print.
    """

    nats: Mapping[Reading, float]
    foreign: float
    pose: Pose


def know_box(prints: Sequence[FacePixels], templates: FaceTemplates) -> LearnedBox:
    """Ask the net where the prints of a box, with their looks, show shields."""
    squares = np.concatenate([_square(pixels) for pixels in prints])
    is_shielded = np.array([has_shield(pixels.face) for pixels in prints], float)
    return LearnedBox(templates, examples(find_places(squares), is_shielded))


def _square(pixels: FacePixels) -> NDArray[np.uint8]:
    side_px = len(pixels.image)
    return cut_squares(View(pixels.image, (0, 0), side_px, np.eye(3)), [Pose(side_px / 2, side_px / 2, 0.0)])


class _Way(NamedTuple):
    """A tile may be read in some way: by its index, with the look that shows it."""

    tile: int
    reading: Reading
    look: int


class _Print(NamedTuple):
    """How the best print of a reading explains a tile.

    Attributes:
        score: How well it explains it, against other prints.
        odds: Log-odds that the tile is none of the box.
        foreign: The share of the tile that neither it nor figures explain.
        pose: Where in the row the tile lies.
    """

    score: float
    odds: float
    foreign: float
    pose: Pose


def explain(
    templates: FaceTemplates,
    view: View,
    tiles: Mapping[Cell, ClassifiedTile],
    size: float,
    covered: NDArray[np.bool_],
) -> dict[Cell, Explained]:
    """Tell how prints explain tiles: what they leave unexplained speaks against their faces.

    Args:
        templates: The prints.
        view: The board from above, bytes.
        tiles: What lies in each cell.
        size: The side of a tile, in cells.
        covered: (h, w) what figures cover of the view.

    Returns:
        Nothing where these are not the prints of this box, or the light is too bad to tell.
    """
    ways = list(_ways(templates, list(tiles.values())))
    poses = [each.pose for each in tiles.values()]
    row = _in_a_row(np.asarray(view.image, np.uint8), poses, size)
    light = _light(to_lab(row), ways, templates, len(tiles))
    if light is None:
        return {}
    mask = np.repeat(np.asarray(covered * 255, np.uint8)[..., None], 3, axis=2)
    hidden = _in_a_row(mask, poses, size)[..., 0] > HALF
    told: dict[int, dict[Reading, _Print]] = {}
    for (index, reading), candidate in _compared(row, light, ways, templates).items():
        told.setdefault(index, {})[reading] = _judged(candidate, light, templates, hidden)
    return {
        cell: _explained(index, tile, size, told[index], templates)
        for index, (cell, tile) in enumerate(tiles.items())
        if index in told
    }


def _ways(templates: FaceTemplates, tiles: Sequence[ClassifiedTile]) -> Iterator[_Way]:
    """List the looks that each tile is compared with."""
    for index, tile in enumerate(tiles):
        least = max(tile.nats.values()) - LIKELY_NATS
        likely = {reading for reading, log_odds in tile.nats.items() if log_odds > least}
        for look, named in enumerate(zip(templates.face, templates.turns.tolist(), strict=True)):
            if Reading(*named) in likely:
                yield _Way(index, Reading(*named), look)


def _in_a_row(image: NDArray[np.uint8], poses: Sequence[Pose], size: float) -> NDArray[np.uint8]:
    """Lay tiles straight in a row, each as large as a look and in the middle of a square of the pitch."""
    away = (1 - size) * (PITCH_PX - 1) / 2
    wider, side = np.array([[size, 0, away], [0, size, away], [0, 0, 1]]), (PITCH_PX, PITCH_PX)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.hstack(
        [
            cv2.warpAffine(
                image,
                patch_to_view(pose, PITCH_PX) @ wider,
                side,
                flags=flags,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for pose in poses
        ]
    ).astype(np.uint8)


def _light(row: Floats, ways: Sequence[_Way], templates: FaceTemplates, tiles: int) -> Light | None:
    """Learn the light from the tiles that look like one of their prints; None where these are too few."""
    lefts = [index * PITCH_PX + RIM_PX for index in range(tiles)]
    shown = [row[RIM_PX:-RIM_PX, left : left + FINE_PX] for left in lefts]
    side = (ROUGH_PX, ROUGH_PX)
    small = np.array([cv2.resize(tile, side, interpolation=cv2.INTER_AREA) for tile in shown], np.float32)
    rough = normed(small)
    best: dict[int, tuple[float, int]] = {}
    for way in ways:
        likeness = float(rough[way.tile] @ templates.rough[way.look])
        if likeness > best.get(way.tile, (WELL_RECOGNISED, -1))[0]:
            best[way.tile] = likeness, way.look
    if len(best) <= OF_THE_BOX * tiles:
        return None
    observed = np.concatenate([soft_pixels(small[tile]) for tile in best])
    known = np.concatenate([soft_pixels(templates.rough_lab[look]) for _, look in best.values()])
    return fit_light(observed, known)


def _compared(
    row: NDArray[np.uint8], light: Light, ways: Sequence[_Way], templates: FaceTemplates
) -> dict[tuple[int, Reading], FaceCandidate]:
    """Lay the looks on their tiles, and keep for each tile and reading the one that explains it best."""
    soft = np.asarray(cv2.GaussianBlur(row, (0, 0), SOFT_PX), np.uint8)
    view = View(in_print_light(balanced(soft, light), light), (0, 0), PITCH_PX, np.eye(3))
    chosen = [way.look for way in ways]
    starts = [_middle(way.tile) for way in ways]
    poses = align(view.image, templates.target.pick(chosen), starts, FINE_PX, light.spread)
    found: dict[tuple[int, Reading], FaceCandidate] = {}
    for way, candidate in zip(ways, lay_looks(view, chosen, poses, templates, light.spread), strict=True):
        named = way.tile, way.reading
        found[named] = max(found.get(named, candidate), candidate, key=lambda other: other.score)
    return found


def _judged(
    candidate: FaceCandidate, light: Light, templates: FaceTemplates, hidden: NDArray[np.bool_]
) -> _Print:
    foreign = unexplained(candidate, templates, light.spread, hidden)
    odds = foreign_log_odds(foreign, judge_presence(candidate, templates, light.spread))
    return _Print(candidate.score, odds, foreign, candidate.pose)


def _explained(
    index: int, tile: ClassifiedTile, size: float, told: Mapping[Reading, _Print], templates: FaceTemplates
) -> Explained:
    """Let what prints leave unexplained speak against their faces; of one without a print nothing is said."""
    best = max(told.values(), key=lambda each: each.score)
    log_odds = {reading: -(own.odds + USUAL_ODDS) for reading, own in told.items()}
    least, drawn = min(0.0, *log_odds.values()), set(templates.face)
    return Explained(
        {reading: log_odds.get(reading, least if reading.face in drawn else 0.0) for reading in tile.nats},
        best.foreign,
        _moved(tile.pose, best.pose, _middle(index), size),
    )


def _middle(index: int) -> Pose:
    """Tell where in the row a tile lies that lies as it was told to."""
    return Pose((index + 0.5) * PITCH_PX, PITCH_PX / 2, 0.0)


def _moved(pose: Pose, seen: Pose, expected: Pose, size: float) -> Pose:
    """Move a pose by as much as its tile was seen beside where it was expected in the row."""
    off = complex(seen.x_px - expected.x_px, seen.y_px - expected.y_px) * np.exp(1j * pose.turn_rad) * size
    return Pose(float(pose.x_px + off.real), float(pose.y_px + off.imag), pose.turn_rad + seen.turn_rad)
