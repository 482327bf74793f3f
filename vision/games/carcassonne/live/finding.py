"""Finding a known board in a frame: the start tile alone, or a game that is resumed."""

from collections.abc import Iterator, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.face_templates import ROUGH_PX, FaceTemplates
from vision.games.carcassonne.figures import TILE_MM
from vision.games.carcassonne.live.memory import CarcassonneTrackState, TilePose, TrackedTile
from vision.games.carcassonne.prints import SIDE_PX
from vision.games.carcassonne.tiles import look_roughly
from vision.geometry.homography import Homography, project, quads_px
from vision.geometry.lattice import fit_lattice, seed_squares, square_homography
from vision.geometry.markers import find_markers, fit_plane
from vision.geometry.rectify import rectify
from vision.image.colour import Floats, to_lab
from vision.match.keypoints import Keypoints, Votes, find_keypoints, find_votes, join
from vision.reader import Image

Expected = Mapping[Cell, tuple[str, int]]
"""The face and turns of every tile of the game."""

SEARCH_PX = 1600
KEYPOINTS_A_HALF = 2300
OVERLAP_PX = 40
SMALLEST, LARGEST = 0.012, 0.25
"""Sides of a tile, in shares of the frame's width."""
SQUARE_FILLS, SQUARE_SIDES = 0.82, 1.25
MOST_SQUARES = 40
START_PX, INNER = 24, 0.7
"""The start tile is looked for at this size, by the middle of it that no turn cuts."""
START_STEP_DEG = 10
STANDS_OUT = (3.0, 4.5, 6.5, 9.0)
"""In standard deviations of the table's own grain, which is this much at least, in CIELAB units."""
LEAST_GRAIN = 3.0
MOST_BLOBS = 3
TABLE_GRAIN = 6.0
MOST_STARTS = 12
REACH_PX = 2
SIZES = (0.85, 0.88, 0.91, 0.94, 0.97, 1.03, 1.06, 1.09, 1.12, 1.15)
LEAST_SQUARE, ENOUGH = 0.4, 0.65
MANY, ENOUGH_OF_MANY = 4, 0.5
"""Many tiles do not all fit by chance."""
FLAT = 9
"""So few tiles do not tell the perspective: it is known from markers, or left out."""
LEAST_LIKENESS, LEAST_OF_MANY = 0.5, 0.4
"""Mean correlation of the tiles with what is found in their places."""


def find_game(image: Image, templates: FaceTemplates, expected: Expected) -> CarcassonneTrackState | None:
    """Find where the tiles of a game lie.

    Args:
        image: The frame.
        templates: The looks.
        expected: What lies on the table by the game.

    Returns:
        Where each of them lies, or None where they are not to be seen.
    """
    scale = min(1.0, SEARCH_PX / max(image.shape[:2]))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    to_frame = np.diag([1 / scale, 1 / scale, 1.0])
    marked = fit_plane(find_markers(image))
    plane = np.linalg.inv(to_frame) @ marked.homography if marked is not None else None
    votes = find_votes(_keypoints(small), templates.keypoints, SIDE_PX)
    best: tuple[float, CarcassonneTrackState] | None = None
    is_few = len(expected) < MANY
    for guess in _guesses(small, plane, votes, templates, expected):
        found = _anchored(small, guess, templates, expected)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
        if best is not None and best[0] > (ENOUGH if is_few else ENOUGH_OF_MANY):
            break
    if best is not None and plane is None and (is_few or best[0] < ENOUGH_OF_MANY):
        best = _sized(small, best, templates, expected)
    if best is None or best[0] < (LEAST_LIKENESS if is_few else LEAST_OF_MANY):
        return None
    lattice = best[1].homography
    if len(expected) <= FLAT:
        lattice = lying_on(np.eye(3) if plane is None else plane, lattice, expected)
    return best[1]._replace(homography=to_frame @ lattice)


def _keypoints(image: Image) -> Keypoints:
    """Find points half by half: the search holds more than a hundred times what it is given in memory."""
    middle = image.shape[1] // 2
    lefts = (0, middle - OVERLAP_PX)
    halves = image[:, : middle + OVERLAP_PX], image[:, lefts[1] :]
    found = [find_keypoints(np.ascontiguousarray(half), KEYPOINTS_A_HALF) for half in halves]
    moved = (
        each._replace(at_px=each.at_px + np.array([left, 0], np.float32))
        for each, left in zip(found, lefts, strict=True)
    )
    return join(list(moved))


def _sized(
    image: Image, found: tuple[float, CarcassonneTrackState], templates: FaceTemplates, expected: Expected
) -> tuple[float, CarcassonneTrackState]:
    """Try tiles a little smaller and larger: they may have been boxed, and the table's grain with them."""
    lattice = found[1].homography
    middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    tried = (
        _anchored(
            image, lattice @ middle @ np.diag([size, size, 1]) @ np.linalg.inv(middle), templates, expected
        )
        for size in SIZES
    )
    return max([found, *(each for each in tried if each is not None)], key=lambda each: each[0])


def lying_on(plane: Homography, lattice: Homography, expected: Expected) -> Homography:
    """Give the lattice of square tiles on a plane that is seen most like another lattice."""
    cells = np.array(list(expected))
    flat = project(np.linalg.inv(plane), quads_px(lattice, cells).reshape(-1, 2))
    squares = quads_px(np.eye(3), cells).reshape(-1, 2)
    found, _ = cv2.estimateAffinePartial2D(squares, flat, method=cv2.LMEDS)
    return np.asarray(plane @ np.vstack([found, [0, 0, 1]]), np.float64)


def _guesses(
    image: Image, plane: Homography | None, votes: Votes, templates: FaceTemplates, expected: Expected
) -> Iterator[Homography]:
    """Guess lattices: from many tiles, on the plane of markers, from any one square, from the start tile."""
    lattice = fit_lattice(votes) if len(expected) > 1 else None
    if lattice is not None:
        yield lattice.homography
    if plane is not None:
        yield from _on_plane(image, plane, templates, expected)
    yield from seed_squares(votes)
    yield from square_things(image)
    yield from _like_start(image, templates, expected)


def _on_plane(
    image: Image, plane: Homography, templates: FaceTemplates, expected: Expected
) -> Iterator[Homography]:
    """Find what looks like the start tile on a table whose millimetres are known."""
    height, width = image.shape[:2]
    edge = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    seen_mm = project(np.linalg.inv(plane), edge)
    left, top = seen_mm.min(axis=0)
    to_mm = np.array([[TILE_MM / START_PX, 0, left], [0, TILE_MM / START_PX, top], [0, 0, 1]])
    across, down = (int(length * START_PX / TILE_MM) + 1 for length in np.ptp(seen_mm, axis=0))
    above = cv2.warpPerspective(
        image, plane @ to_mm, (across, down), flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    )
    found = _matches(np.asarray(above, np.uint8), START_PX, templates, *expected[0, 0])
    for _, at, angle_deg in sorted(found, key=lambda each: -each[0])[:MOST_STARTS]:
        yield plane @ to_mm @ square_homography(at, START_PX, np.deg2rad(angle_deg))


def _like_start(image: Image, templates: FaceTemplates, expected: Expected) -> Iterator[Homography]:
    """Find what looks like the start tile, on which never a figure stands, in what lies on the table.

    How large tiles appear follows from how much of the frame they all cover together.
    """
    found: list[tuple[float, Homography]] = []
    for x, y, width, height, area in _blobs(image):
        part = image[y : y + height, x : x + width]
        for tiles in (len(expected), len(expected) + 1):
            side_px = float(np.sqrt(area / tiles))
            if SMALLEST * image.shape[1] < side_px < LARGEST * image.shape[1]:
                found += [
                    (like, square_homography((at[0] + x, at[1] + y), side_px, np.deg2rad(angle_deg)))
                    for like, at, angle_deg in _matches(part, side_px, templates, *expected[0, 0])
                ]
    for _, homography in sorted(found, key=lambda each: -each[0])[:MOST_STARTS]:
        yield homography


def _blobs(image: Image) -> Iterator[list[int]]:
    """Box the largest things on the table: left, top, width, height and area in pixels."""
    for mask in _standing_out(image):
        _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        yield from sorted(stats[1:].tolist(), key=lambda each: -each[4])[:MOST_BLOBS]


def _matches(
    part: Image, side_px: float, templates: FaceTemplates, face: str, turns: int
) -> Iterator[tuple[float, tuple[float, float], int]]:
    """Give, for every angle, how like a print the likest place is, and where that is."""
    scale = START_PX / side_px
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wide = cv2.copyMakeBorder(small, START_PX, START_PX, START_PX, START_PX, cv2.BORDER_REPLICATE)
    lab = to_lab(np.asarray(wide, np.uint8))
    for look in templates_of(templates, face, turns):
        for angle_deg in range(0, 360, START_STEP_DEG):
            known = _turned_print(templates.fine[look], angle_deg)
            _, most, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(lab, known, cv2.TM_CCOEFF_NORMED))
            half = known.shape[0] / 2 - START_PX
            yield most, ((x + half) / scale, (y + half) / scale), angle_deg


def _turned_print(known: Floats, angle_deg: float) -> Floats:
    """Turn a print clockwise and keep of it the square that is filled whatever the angle."""
    small = cv2.resize(known, (START_PX, START_PX), interpolation=cv2.INTER_AREA)
    middle = (START_PX - 1) / 2
    turned = cv2.warpAffine(
        small, cv2.getRotationMatrix2D((middle, middle), -angle_deg, 1.0), (START_PX, START_PX)
    )
    rim = round(START_PX * (1 - INNER) / 2)
    return np.asarray(turned[rim:-rim, rim:-rim], np.float32)


def square_things(image: Image) -> Iterator[Homography]:
    """Find square things that stand out from the table around them."""
    width = image.shape[1]
    found: list[tuple[float, Homography]] = []
    for mask in _standing_out(image):
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            at, sides, angle_deg = cv2.minAreaRect(outline)
            long, short = max(sides), min(sides)
            if not SMALLEST * width < short <= long < min(LARGEST * width, SQUARE_SIDES * short):
                continue
            fills = cv2.contourArea(outline) / (long * short)
            if fills > SQUARE_FILLS:
                found.append((fills, square_homography(at, (long + short) / 2, np.deg2rad(angle_deg))))
    for _, homography in sorted(found, key=lambda each: -each[0])[:MOST_SQUARES]:
        yield homography


def _standing_out(image: Image) -> Iterator[NDArray[np.uint8]]:
    """Mark what differs from the table and its grain, for several ideas of how much that is."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    off = np.asarray(cv2.GaussianBlur(lab - _table(lab), (0, 0), 1.5), np.float32)
    whitened = off @ np.linalg.cholesky(np.linalg.inv(_grain(off[::7, ::7].reshape(-1, 3))))
    apart = np.linalg.norm(whitened, axis=2)
    for limit in STANDS_OUT:
        mask = (apart > limit).astype(np.uint8)
        yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _grain(off: NDArray[np.floating]) -> NDArray[np.floating]:
    """(3, 3): how a table's own colours vary, the tenth that varies most left out: wood mostly in light."""
    spread = np.eye(3)
    for _ in range(3):
        apart = np.einsum("nc,cd,nd->n", off, np.linalg.inv(spread), off)
        spread = np.cov(off[apart <= np.quantile(apart, 0.9)].T) + LEAST_GRAIN**2 * np.eye(3)
    return np.asarray(spread)


def _table(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """Picture the table without what lies on it: smooth, brighter at one end, of one colour mostly."""
    thumb = cv2.resize(lab, (48, 27), interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[-1:1:27j, -1:1:48j]
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
    observed = thumb.reshape(-1, 3)
    weight = np.ones(len(observed))
    for _ in range(8):
        smooth = terms @ np.linalg.lstsq(terms * weight[:, None], observed * weight[:, None], rcond=None)[0]
        weight = 1 / (1 + (np.linalg.norm(observed - smooth, axis=1) / TABLE_GRAIN) ** 2)
    return np.asarray(cv2.resize(smooth.reshape(27, 48, 3).astype(np.float32), lab.shape[1::-1]), np.float32)


def _anchored(
    image: Image, lattice: Homography, templates: FaceTemplates, expected: Expected
) -> tuple[float, CarcassonneTrackState] | None:
    """Find the turn and shift that lay the game on a lattice best, and how well it fits there."""
    cells = np.array(list(expected))
    reach = int(np.ptp(cells, axis=0).max()) if len(cells) > 1 else 0
    side = 2 * reach + 1
    view = rectify(image, lattice, (-reach, -reach), (side, side), ROUGH_PX)
    view = view._replace(image=to_lab(view.image))
    [middle] = look_roughly(view, [(0, 0)], templates)
    if middle.likeness.max() < LEAST_SQUARE:
        return None
    window = [(x, y) for y in range(-reach, reach + 1) for x in range(-reach, reach + 1)]
    likeness = np.stack([rough.likeness for rough in look_roughly(view, window, templates, REACH_PX)])
    grid = likeness.reshape(side, side, -1)
    scores = [_fits(grid, templates, expected, quarter) for quarter in range(4)]
    quarter, row, column = np.unravel_index(int(np.argmax(scores)), np.shape(scores))
    shift = int(column) - reach, int(row) - reach
    tracked = dict(_laid_at(grid, templates, expected, int(quarter), shift))
    homography = lattice @ to_lattice(int(quarter), shift)
    return float(scores[quarter][row, column]) / len(expected), CarcassonneTrackState(
        homography, tracked, {}, {}, {}
    )


def _fits(grid: Floats, templates: FaceTemplates, expected: Expected, quarter: int) -> Floats:
    """(s, s): how well all tiles together fit, with the game's first cell on each cell of a lattice.

    Args:
        grid: (s, s, n) how like each look each cell is.
        templates: The n looks.
        expected: The game.
        quarter: How often the game is turned clockwise.
    """
    reach = grid.shape[0] - 1  # twice that of the lattice: a tile may lie as far beyond its edge
    wide = np.pad(grid, ((reach, reach), (reach, reach), (0, 0)))
    total = np.zeros(grid.shape[:2], np.float32)
    for cell, (face, turns) in expected.items():
        x, y = turned(cell, quarter)
        top, left = reach + y, reach + x
        choices = _turned_looks(templates, face, turns, quarter)
        total += wide[top : top + len(grid), left : left + len(grid), choices].max(axis=2)
    return total


def _laid_at(
    grid: Floats, templates: FaceTemplates, expected: Expected, quarter: int, shift: Cell
) -> Iterator[tuple[Cell, TrackedTile]]:
    """Lay the game on a lattice, each tile with the look of its face that fits best."""
    reach = len(grid) // 2
    for cell, (face, turns) in expected.items():
        x, y = turned(cell, quarter)
        column, row = x + shift[0] + reach, y + shift[1] + reach
        is_seen = 0 <= column < len(grid) and 0 <= row < len(grid)
        like = grid[row, column] if is_seen else np.zeros(grid.shape[2], np.float32)
        found = like[_turned_looks(templates, face, turns, quarter)]
        best = int(found.argmax())
        place = TilePose(cell[0] + 0.5, cell[1] + 0.5, 0.0)
        yield cell, TrackedTile(templates_of(templates, face, turns)[best], place, float(found[best]))


def _turned_looks(templates: FaceTemplates, face: str, turns: int, quarter: int) -> list[int]:
    """List the looks of a face as they are in a lattice in which the game is turned."""
    return [turned_look(templates, look, quarter) for look in templates_of(templates, face, turns)]


def turned(cell: Cell, quarter: int) -> Cell:
    """Turn a cell clockwise around the first one."""
    x, y = cell
    for _ in range(quarter):
        x, y = -y, x
    return x, y


def to_lattice(quarter: int, shift: Cell) -> Homography:
    """Take the game's coordinates to those of a lattice that is turned and shifted."""
    cos, sin = (1, 0, -1, 0)[quarter], (0, 1, 0, -1)[quarter]
    rotation = np.array([[cos, -sin], [sin, cos]], np.float64)
    move = np.array(shift) + 0.5 - rotation @ [0.5, 0.5]
    return np.vstack([np.column_stack([rotation, move]), [0, 0, 1]])


def templates_of(templates: FaceTemplates, face: str, turns: int) -> list[int]:
    """List the looks of a face that lies with so many turns by the rules."""
    return [look for look in range(len(templates.face)) if is_look_of(templates, look, face, turns)]


def is_look_of(templates: FaceTemplates, look: int, face: str, turns: int) -> bool:
    """Tell whether a look is one of a face that lies with so many turns by the rules."""
    return templates.face[look] == face and int(templates.turns[look]) == turns % faces()[face].symmetry


def turned_look(templates: FaceTemplates, look: int, quarter: int) -> int:
    """Give the look of the same print turned clockwise by some quarters more."""
    return look - int(templates.art_turns[look]) + (int(templates.art_turns[look]) + quarter) % 4
