"""Reading a table of Carcassonne, from pixels to the board document or to turns.

The module is the game's reader; see ``vision.reader.Reader`` and ``vision.live.LiveReader``.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.carcassonne.documents.status import status
from scoring.games.carcassonne.engine.moves import Move, TilePlacement
from scoring.games.carcassonne.land.board import CarcassonneBoard
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.games.carcassonne.cold.box import know_box
from vision.games.carcassonne.cold.chart import chart, read_chart
from vision.games.carcassonne.cold.figure_net import look_for_wood
from vision.games.carcassonne.cold.figures import find_any_figures
from vision.games.carcassonne.cold.many import single
from vision.games.carcassonne.cold.reading import NO_TABLE as COLD_NO_TABLE
from vision.games.carcassonne.cold.reading import SHADOW_PX, read_cold
from vision.games.carcassonne.extending import extended
from vision.games.carcassonne.face_templates import FINE_PX, FaceTemplates, make_templates
from vision.games.carcassonne.fusion import Reading, most_believed
from vision.games.carcassonne.judge import SHADE, Cellwise, judge, look_at_cells, unexplained
from vision.games.carcassonne.live.comparing import compare
from vision.games.carcassonne.live.learning import Learned
from vision.games.carcassonne.live.memory import (
    CarcassonneBoxModel,
    CarcassonneTrackState,
    dismissed,
    reconsidered,
)
from vision.games.carcassonne.live.sight import look
from vision.games.carcassonne.meeples import (
    LEAST_LIKENESS,
    DetectedFigure,
    cover,
    find_figures,
    mean_within,
    with_poses,
    without_specks,
)
from vision.games.carcassonne.overlay import draw_overlay as overlay
from vision.games.carcassonne.prints import FacePixels, learn_prints, load_prints
from vision.games.carcassonne.prints import count_prints as describe
from vision.games.carcassonne.scene import BoardView, Corners, find_boards, lay_out
from vision.games.carcassonne.seconding import ask_again, not_drawn
from vision.games.carcassonne.tiles import UNEXPLAINED, FaceCandidate, is_shaded, unlike_print
from vision.games.carcassonne.wood_colours import BLACK, known_colours, only, wood_distance
from vision.games.carcassonne.writing import PhotoReading, ViewPose, write_board
from vision.geometry.projection import fit_projection
from vision.image.colour import from_lab
from vision.reader import Image, Progress, Sample, say_nothing

__all__ = ["chart", "compare", "describe", "look", "overlay", "read_chart"]

CORNERS_HELP = True
NO_TABLE = (
    "No board was found in this picture: photograph the tiles from above, the whole board in the frame, "
    "and check that the right box is chosen."
)
UNLIKE_WOOD, SAME_FIGURE = -3.0, 0.3
"""What prints do not explain is no figure where the net's log-odds of one are less than the first; figures
closer to each other than the second, in tiles, are one."""
BLACKER_THAN_TABLE = 15.0
"""In L of CIELAB: on a dark table only what is darker yet is black wood."""

MOSTLY, NEARLY_ALL = 0.5, 0.85
"""More than the first share of a board's tiles is surely recognised by the prints of their box: 88 % and more
on 15 made-up boards in bad light and on four photographs of the base game, one of three tiles where a board
was found that is none. Where it is not the second, more lies there than prints know: the nets read it."""


def learn(samples: Iterable[Sample]) -> bytes:
    """Learn prints from pictures of single tiles and give them as a file's bytes."""
    return learn_prints(map(single, samples))


def read(
    image: Image,
    prints: bytes | None,
    *,
    corners_px: Sequence[tuple[float, float]] | None = None,
    colours: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> CarcassonneBoard:
    """Read one photograph; see ``vision.reader.Reader.read``."""
    tell = progress or say_nothing
    wanted = colours or known_colours()
    learned = [] if prints is None else load_prints(prints)
    reading = box = None
    if _is_whole(learned):
        tell(marked("Getting your box ready"), 0.05)
        templates = make_templates(learned)
        reading = _read_by_prints(image, templates, corners_px, wanted, tell)
        box = know_box(learned, templates) if reading is None else None
    if reading is None:  # more lies there than the prints know, or another edition, or the light is bad
        reading = read_cold(image, corners_px, wanted, tell, box)
    tell(marked("Checking the board"), 0.95)
    board = write_board(reading)
    if not board.tiles:
        raise NoTableError(COLD_NO_TABLE if prints is None else NO_TABLE)
    return replace(board, faults=status(board))


def get_ready(prints: bytes | None, colours: Sequence[Player]) -> CarcassonneBoxModel:
    """Make a box's prints ready; see ``vision.live.LiveReader``."""
    templates = make_templates([] if prints is None else load_prints(prints))
    return CarcassonneBoxModel(Learned(templates), tuple(colours))


def dismiss(memory: CarcassonneTrackState, move: Move) -> CarcassonneTrackState:
    """Take it from the players that nothing lies there; see ``vision.live.LiveReader``."""
    return dismissed(memory, move.cell) if isinstance(move, TilePlacement) else memory


def reconsider(memory: CarcassonneTrackState, move: Move) -> CarcassonneTrackState:
    """Take it from the players that something may lie there; see ``vision.live.LiveReader``."""
    return reconsidered(memory, move.cell) if isinstance(move, TilePlacement) else memory


def learned(prints: bytes | None, memory: CarcassonneTrackState | None) -> bytes | None:
    """Add what the game has taught; see ``vision.live.LiveReader``."""
    lessons = memory.learned.pictures() if memory is not None and memory.learned is not None else []
    return extended(prints, lessons) if lessons else None


def _is_whole(prints: Sequence[FacePixels]) -> bool:
    """Tell whether a set has every face of the base game: what it lacks it would take for another face."""
    return {face for row in chart() for face in row} <= {pixels.face for pixels in prints}


def _read_by_prints(
    image: Image, templates: FaceTemplates, corners_px: Corners | None, colours: Sequence[str], tell: Progress
) -> PhotoReading | None:
    tell(marked("Looking for the board"), 0.15)
    found = _first_sure_board(image, templates, corners_px, tell)
    if found is None:
        return None
    scene, cells = found
    tell(marked("Looking for figures"), 0.85)
    return _look_for_figures(scene, templates, cells, colours)


def _first_sure_board(
    image: Image, templates: FaceTemplates, corners_px: Corners | None, tell: Progress
) -> tuple[BoardView, dict[Cell, Cellwise]] | None:
    """Find the board nearly all of whose tiles are surely recognised; None where there is none."""
    for found in find_boards(image, templates, corners_px):
        scene = lay_out(image, found, templates)
        tell(marked("Looking at every tile"), 0.45)
        cells = look_at_cells(scene, templates)
        sure = sum(cell.presence.is_sure for cell in cells.values())
        if sure > MOSTLY * len(cells):
            return (scene, cells) if sure > NEARLY_ALL * len(cells) else None
    return None


def _look_for_figures(
    scene: BoardView, templates: FaceTemplates, cells: Mapping[Cell, Cellwise], colours: Sequence[str]
) -> PhotoReading:
    """Find the figures, then judge the tiles again by what is left unexplained beside them."""
    spread = scene.light.spread
    chosen = {cell: cells[cell].candidate(most_believed(belief)) for cell, belief in judge(cells, {}).items()}
    shape = scene.fine.image.shape[:2]
    strange = _strange(scene, templates, chosen)
    projection = fit_projection(scene.homography, scene.size_px)
    pieces = find_figures(scene.wood, strange, scene.fine, projection, only(colours), abbots=True)
    shown = scene.fine._replace(image=from_lab(scene.wood))
    odds, lies = look_for_wood(shown.image)
    sure = [
        piece for piece in pieces if piece.best >= LEAST_LIKENESS and mean_within(piece, odds) > UNLIKE_WOOD
    ]
    more = _beside(find_any_figures(shown, odds, projection, colours), sure)
    figures = with_poses([*sure, *not_drawn(more, odds, chosen.values(), templates)], lies)
    covered = cover([*pieces, *figures], shape, SHADOW_PX)
    foreign = {cell: unexplained(candidate, templates, spread, covered) for cell, candidate in chosen.items()}
    spots = {cell: _spots(cellwise, templates) for cell, cellwise in cells.items()}
    return PhotoReading(
        scene.size_px,
        scene.homography,
        scene.fine.homography,
        spots,
        judge(cells, foreign, ask_again(shown, cells, foreign)),
        scene.cut,
        figures,
        foreign,
    )


def _beside(figures: Sequence[DetectedFigure], others: Sequence[DetectedFigure]) -> list[DetectedFigure]:
    """Leave out the figures that are one of some others."""
    return [
        figure
        for figure in figures
        if all(
            np.hypot(*np.subtract(figure.centre, other.centre)) > SAME_FIGURE * FINE_PX for other in others
        )
    ]


def _spots(cell: Cellwise, templates: FaceTemplates) -> dict[Reading, ViewPose]:
    """Tell where a tile lies for each way to read it, the best first."""
    found: dict[Reading, ViewPose] = {}
    for candidate in cell.candidates:
        found.setdefault(
            Reading(candidate.face, candidate.turns),
            ViewPose(candidate.pose, int(templates.art_turns[candidate.look])),
        )
    return found


def _strange(
    scene: BoardView, templates: FaceTemplates, chosen: Mapping[Cell, FaceCandidate]
) -> NDArray[np.bool_]:
    """Mark in the view what neither print nor ground nor their shadows explain.

    Beside the tiles, where figures lean out, the ground is whatever the table there mostly looks like.
    """
    view, spread = scene.fine.image, scene.light.spread
    black = wood_distance(scene.wood, only([BLACK]))[..., 0] < 1
    shaded = np.logical_or.reduce([is_shaded(view, ground, SHADE * spread) for ground in templates.grounds])
    unlike = np.ones(view.shape[:2], bool)
    for cell in _cells_of_view(scene):
        x, y = scene.fine.corner_px(cell)
        window = np.s_[y : y + FINE_PX, x : x + FINE_PX]
        if cell in chosen:
            candidate = chosen[cell]
            unlike[window] = unlike_print(candidate, templates, UNEXPLAINED * spread)
            shaded[window] |= is_shaded(candidate.patch, templates.fine[candidate.look], SHADE * spread)
        else:
            table = np.median(view[window], axis=(0, 1))
            shaded[window] |= is_shaded(view[window], table, 2 * SHADE * spread)
            light = scene.wood[window][..., 0]
            black[window] &= light < np.median(light) - BLACKER_THAN_TABLE
    return without_specks(unlike & (black | ~shaded))


def _cells_of_view(scene: BoardView) -> list[Cell]:
    rows, columns = (length // FINE_PX for length in scene.fine.image.shape[:2])
    return [(scene.fine.first[0] + x, scene.fine.first[1] + y) for y in range(rows) for x in range(columns)]
