"""Reading a photograph of a Carcassonne table, from pixels to the board document."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.game import Cell, Fault, Player
from scoring.games.carcassonne.board import Alternative, Board, Doubt, MeepleReading, Pixel, TileReading
from scoring.games.carcassonne.moves import Move, Placement
from scoring.games.carcassonne.state import State
from scoring.games.carcassonne.status import status
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.games.carcassonne.fusion import NO_FACE, Reading
from vision.games.carcassonne.judge import Beliefs, Cellwise, judge, look_at_cells, most_believed
from vision.games.carcassonne.live.comparing import compare
from vision.games.carcassonne.live.memory import Known, Memory, dismissed, reconsidered
from vision.games.carcassonne.live.sight import look
from vision.games.carcassonne.looks import FINE_PX, Looks, make_looks
from vision.games.carcassonne.meeples import (
    BLACK,
    LEAST_LIKENESS,
    Figure,
    cover,
    find_figures,
    known_colours,
    wood_distance,
)
from vision.games.carcassonne.overlay import draw_overlay
from vision.games.carcassonne.prints import count_prints, learn_prints, load_prints
from vision.games.carcassonne.scene import Scene, find_boards, lay_out
from vision.games.carcassonne.standpoints import Standpoint, standpoints
from vision.games.carcassonne.tiles import FOREIGN, UNEXPLAINED, Candidate, is_shaded, unlike_print
from vision.lattice import project, quads_px
from vision.live import Sight
from vision.patches import MARGIN_PX
from vision.reader import Image, Progress, Sample
from vision.standing import fit_projection

NO_TABLE = (
    "No board was found in this picture: photograph the tiles from above, the whole board in the frame, "
    "and check that the right print set is chosen."
)
LEAST_CONFIDENCE = 0.5
"""A cell less surely read than this is a doubt."""
SHADOW_PX = 5
SHADE = 2.0
"""Spreads that the tint of a shadow may differ from that of its ground."""
FIGURE_GRAIN_PX, FOREIGN_GRAIN_PX = 5, 3
HIDDEN = 0.35
BLACKER_THAN_TABLE = 15.0
"""In L of CIELAB: on a dark table only what is darker yet is black wood."""
NO_SUCH_FACE = marked("This looks like a tile, but like none of the learned faces.")
UNCLEAR = marked("This tile could not be told for certain.")
CUT = marked("The picture's edge cuts this tile.")
TILE_HIDDEN = marked("Something covers this tile.")


class _Seen(NamedTuple):
    """What a photograph showed, in the lattice's own cells."""

    scene: Scene
    looks: Looks
    cells: Mapping[Cell, Cellwise]
    beliefs: Beliefs
    figures: Sequence[Figure]
    foreign: Mapping[Cell, float]


class CarcassonneReader:
    """Reads photographs of Carcassonne tables; see ``vision.reader.Reader``."""

    def learn(self, samples: Iterable[Sample]) -> bytes:
        """Learn prints from pictures of single tiles and give them as a file's bytes."""
        return learn_prints(samples)

    def describe(self, prints: bytes) -> dict[str, int]:
        """Count the prints of each face in a learned set."""
        return count_prints(prints)

    def read(
        self,
        image: Image,
        prints: bytes,
        *,
        corners_px: Sequence[tuple[float, float]] | None = None,
        colours: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> Board:
        """Read one photograph; see ``vision.reader.Reader.read``."""
        tell = progress or _say_nothing
        tell(marked("Getting the prints ready"), 0.05)
        looks = make_looks(load_prints(prints))
        tell(marked("Looking for the board"), 0.15)
        scene, cells = _first_sure_board(image, looks, corners_px, tell)
        tell(marked("Looking for figures"), 0.85)
        seen = _look_for_figures(scene, looks, cells, colours or known_colours())
        tell(marked("Checking the board"), 0.95)
        board = _write_board(seen)
        if not board.tiles:
            raise NoTableError(NO_TABLE)
        return replace(board, faults=status(board))

    def overlay(self, image: Image, board: Board) -> Image:
        """Draw a reading on its photograph."""
        return draw_overlay(image, board)

    def get_ready(self, prints: bytes, colours: Sequence[Player]) -> Known:
        """Make a box's prints ready; see ``vision.live.LiveReader``."""
        return Known(make_looks(load_prints(prints)), tuple(colours))

    def look(
        self, image: Image, known: Known, state: State, memory: Memory | None
    ) -> tuple[Sight[Move], Memory]:
        """Compare a still table with the confirmed game; see ``vision.live.LiveReader``."""
        return look(image, known, state, memory)

    def dismiss(self, memory: Memory, move: Move) -> Memory:
        """Take it from the players that nothing lies there; see ``vision.live.LiveReader``."""
        return dismissed(memory, move.cell) if isinstance(move, Placement) else memory

    def reconsider(self, memory: Memory, move: Move) -> Memory:
        """Take it from the players that something may lie there; see ``vision.live.LiveReader``."""
        return reconsidered(memory, move.cell) if isinstance(move, Placement) else memory

    def compare(self, image: Image, known: Known, state: State, memory: Memory | None) -> tuple[Fault, ...]:
        """List every difference of the table from the game; see ``vision.live.LiveReader``."""
        return compare(image, known, state, memory)


def _first_sure_board(
    image: Image, looks: Looks, corners_px: Sequence[tuple[float, float]] | None, tell: Progress
) -> tuple[Scene, dict[Cell, Cellwise]]:
    """Find the board that at least one tile is surely recognised on.

    Raises:
        NoTableError: There is none.
    """
    for found in find_boards(image, looks, corners_px):
        scene = lay_out(image, found, looks)
        tell(marked("Looking at every tile"), 0.45)
        cells = look_at_cells(scene, looks)
        if any(one.presence.is_sure for one in cells.values()):
            return scene, cells
    raise NoTableError(NO_TABLE)


def _say_nothing(step: str, share: float) -> None:
    """Hear how far a reading is, and let it be."""


def _look_for_figures(
    scene: Scene, looks: Looks, cells: Mapping[Cell, Cellwise], colours: Sequence[str]
) -> _Seen:
    """Find the figures, then judge the tiles again by what is left unexplained beside them."""
    spread = scene.light.spread
    chosen = {cell: cells[cell].candidate(most_believed(belief)) for cell, belief in judge(cells, {}).items()}
    shape = scene.fine.image.shape[:2]
    strange = _strange(scene, looks, chosen)
    projection = fit_projection(scene.homography, scene.size_px)
    pieces = find_figures(scene.wood, strange, scene.fine, projection, colours)
    covered = cover(pieces, shape, SHADOW_PX)
    figures = [one for one in pieces if one.best >= LEAST_LIKENESS]
    foreign = {cell: _foreign(one, looks, spread, covered) for cell, one in chosen.items()}
    return _Seen(scene, looks, cells, judge(cells, foreign), figures, foreign)


def _strange(scene: Scene, looks: Looks, chosen: Mapping[Cell, Candidate]) -> NDArray[np.bool_]:
    """Mark in the view what neither print nor ground nor their shadows explain.

    Beside the tiles, where figures lean out, the ground is whatever the table there mostly looks like.
    """
    view, spread = scene.fine.image, scene.light.spread
    black = wood_distance(scene.wood, (BLACK,))[..., 0] < 1
    shaded = np.logical_or.reduce([is_shaded(view, ground, SHADE * spread) for ground in looks.grounds])
    unlike = np.ones(view.shape[:2], bool)
    for cell in _cells_of_view(scene):
        x, y = scene.fine.corner_px(cell)
        window = np.s_[y : y + FINE_PX, x : x + FINE_PX]
        if cell in chosen:
            one = chosen[cell]
            unlike[window] = unlike_print(one, looks, UNEXPLAINED * spread)
            shaded[window] |= is_shaded(one.patch, looks.fine[one.look], SHADE * spread)
        else:
            table = np.median(view[window], axis=(0, 1))
            shaded[window] |= is_shaded(view[window], table, 2 * SHADE * spread)
            light = scene.wood[window][..., 0]
            black[window] &= light < np.median(light) - BLACKER_THAN_TABLE
    return np.asarray(_without_specks((unlike & (black | ~shaded)).astype(np.uint8), FIGURE_GRAIN_PX) > 0)


def _cells_of_view(scene: Scene) -> list[Cell]:
    rows, columns = (length // FINE_PX for length in scene.fine.image.shape[:2])
    return [(scene.fine.first[0] + x, scene.fine.first[1] + y) for y in range(rows) for x in range(columns)]


def _without_specks(mask: NDArray[np.uint8], grain_px: int) -> NDArray[np.uint8]:
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (grain_px, grain_px))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc), np.uint8)


def _foreign(candidate: Candidate, looks: Looks, spread: float, covered: NDArray[np.bool_]) -> float:
    """Measure the share of a tile that neither its print nor the figures on it explain."""
    shaded = is_shaded(candidate.patch, looks.fine[candidate.look], SHADE * spread)
    apart = (unlike_print(candidate, looks, FOREIGN * spread, slip_px=1) & ~shaded).astype(np.uint8)
    apart[:MARGIN_PX] = apart[-MARGIN_PX:] = apart[:, :MARGIN_PX] = apart[:, -MARGIN_PX:] = 0
    stray = _without_specks(apart, FOREIGN_GRAIN_PX) > 0
    x, y = round(candidate.pose.x_px - FINE_PX / 2), round(candidate.pose.y_px - FINE_PX / 2)
    under = np.zeros_like(stray)
    window = covered[max(y, 0) : y + FINE_PX, max(x, 0) : x + FINE_PX]
    under[: window.shape[0], : window.shape[1]] = window
    open_share = max(float((~under).mean()), 0.2)
    return float((stray & ~under).mean()) / open_share


# --- writing it down -------------------------------------------------------------------------------


def _write_board(seen: _Seen) -> Board:
    """Write down what was seen, the cells counted from the board's north-west corner."""
    readings = {cell: most_believed(belief) for cell, belief in seen.beliefs.items()}
    known = {
        cell
        for cell, one in readings.items()
        if one != NO_FACE and seen.beliefs[cell][one] >= LEAST_CONFIDENCE
    }
    occupied = [*seen.cells, *seen.scene.cut]
    corner = (min((x for x, _ in occupied), default=0), min((y for _, y in occupied), default=0))
    tiles = tuple(
        _write_tile(seen, cell, readings[cell], corner) for cell in sorted(known, key=_reading_order)
    )
    doubts = tuple(
        _write_doubt(seen, cell, corner) for cell in sorted(set(seen.cells) - known, key=_reading_order)
    )
    cut = tuple(
        Doubt("cut", CUT, _moved(cell, corner), _rounded(_lattice_quad(seen, cell)))
        for cell in seen.scene.cut
    )
    return Board(
        image_size_px=seen.scene.size_px,
        tiles=tiles,
        meeples=tuple(_write_meeples(seen, readings, known, corner)),
        doubts=(*doubts, *cut),
    )


def _reading_order(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _moved(cell: Cell, corner: Cell) -> Cell:
    return cell[0] - corner[0], cell[1] - corner[1]


def _lattice_quad(seen: _Seen, cell: Cell) -> NDArray[np.float64]:
    return np.asarray(quads_px(seen.scene.homography, np.array([cell]))[0])


def _tile_quad(seen: _Seen, candidate: Candidate) -> NDArray[np.float64]:
    """Find a tile's own corners, which lie a little off the lattice's."""
    pose, half = candidate.pose, FINE_PX / 2
    cos, sin = np.cos(pose.turn_rad) * half, np.sin(pose.turn_rad) * half
    corners = [
        (pose.x_px + x * cos - y * sin, pose.y_px + x * sin + y * cos)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return project(seen.scene.fine.homography, np.array(corners))


def _rounded(points: NDArray[np.float64]) -> tuple[Pixel, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _write_tile(seen: _Seen, cell: Cell, reading: Reading, corner: Cell) -> TileReading:
    belief = seen.beliefs[cell]
    return TileReading(
        cell=_moved(cell, corner),
        face=reading.face,
        turns=reading.turns,
        confidence=round(belief[reading], 4),
        alternatives=_alternatives(belief, reading),
        quad_px=_rounded(_tile_quad(seen, seen.cells[cell].candidate(reading))),
    )


def _alternatives(belief: Mapping[Reading, float], chosen: Reading) -> tuple[Alternative, ...]:
    others = sorted((one for one in belief if one not in (chosen, NO_FACE)), key=lambda one: -belief[one])
    return tuple(Alternative(one.face, one.turns, round(belief[one], 4)) for one in others[:4])


def _write_doubt(seen: _Seen, cell: Cell, corner: Cell) -> Doubt:
    belief = seen.beliefs[cell]
    chosen = most_believed(belief)
    kind, says = ("unclear", UNCLEAR) if chosen != NO_FACE else ("no_such_face", NO_SUCH_FACE)
    if seen.foreign[cell] > HIDDEN:
        kind, says = "hidden", TILE_HIDDEN
    quad = _rounded(_tile_quad(seen, seen.cells[cell].candidate(chosen)))
    return Doubt(kind, says, _moved(cell, corner), quad, _alternatives(belief, NO_FACE))


def _write_meeples(
    seen: _Seen, readings: Mapping[Cell, Reading], known: set[Cell], corner: Cell
) -> list[MeepleReading]:
    tiles = {cell: (one.candidate(readings[cell]), cell in known) for cell, one in seen.cells.items()}
    written = []
    for figure in seen.figures:
        ways = standpoints(figure, tiles, seen.looks)
        if ways:
            written.append(_write_meeple(seen, figure, ways, corner))
    return written


def _write_meeple(seen: _Seen, figure: Figure, ways: Sequence[Standpoint], corner: Cell) -> MeepleReading:
    best = ways[0]
    odds = np.exp([way.nats - best.nats for way in ways])
    base = project(seen.scene.fine.homography, np.array([best.base]))
    return MeepleReading(
        cell=_moved(best.cell, corner),
        colour=figure.colour,
        feature=best.feature or ("field" if best.pose == "lying" else "road"),
        pose=best.pose,
        sides=best.sides,
        at_px=_rounded(base)[0],
        confidence=round(float(1 / odds.sum()) * min(1.0, figure.likeness[best.pose] / 0.7), 4),
    )
