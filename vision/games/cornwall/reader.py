"""Reading a table of Cornwall, from pixels to the board document or to turns.

The module is the game's reader; see ``vision.reader.Reader`` and ``vision.live.LiveReader``.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from scoring.games.cornwall.documents.status import status
from scoring.games.cornwall.engine.moves import Move
from scoring.games.cornwall.engine.options import COLOURS
from scoring.games.cornwall.land.board import CornwallBoard
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE
from scoring.sentence import marked
from vision.errors import PrintsError
from vision.games.cornwall.classify.box_model import templates_of
from vision.games.cornwall.classify.matches import prints_of
from vision.games.cornwall.live.cards.cards import cells_of
from vision.games.cornwall.live.comparison import compare
from vision.games.cornwall.live.lessons import get_ready, pictures_of
from vision.games.cornwall.live.memory import CornwallTrackState, dismissed, reconsidered
from vision.games.cornwall.live.observation import look
from vision.games.cornwall.photograph import read_table
from vision.games.cornwall.prints import count_prints as describe
from vision.games.cornwall.prints import extended, lessons_of_prints, load_prints
from vision.games.cornwall.prints import learn_prints as learn
from vision.games.cornwall.report.document import write_board
from vision.games.cornwall.report.overlay import draw_overlay as overlay
from vision.reader import Image, Progress, Sample, say_nothing

__all__ = ["compare", "describe", "get_ready", "learn", "look", "overlay"]

CORNERS_HELP = True
NO_CHART = marked(
    "A box of Cornwall is not learned from a chart, since its rulebook does not say which tiles it holds: "
    "learn it from pictures of single tiles, or play with it, and its looks are learned by themselves."
)


def chart() -> tuple[tuple[str, ...], ...]:
    """Name no faces: nobody knows which tiles a box holds, so there is no chart of it."""
    return ()


def read_chart(image: Image) -> list[Sample]:
    """Refuse, since there is no chart.

    Raises:
        PrintsError: Always.
    """
    raise PrintsError(NO_CHART)


def read(
    image: Image,
    prints: bytes | None,
    *,
    corners_px: Sequence[tuple[float, float]] | None = None,
    colours: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> CornwallBoard:
    """Read one photograph; see ``vision.reader.Reader.read``.

    The lattice is of fields, so ``corners_px`` are four neighbouring corners of any one field, clockwise.
    """
    tell = progress or say_nothing
    pictures = [] if prints is None else load_prints(prints)
    adjustment = templates_of(lessons_of_prints(pictures)) if pictures else None
    tiles = prints_of(pictures).get(FIELDS_OF_A_TILE)
    board = write_board(read_table(image, adjustment, tiles, corners_px, colours or COLOURS, tell))
    tell(marked("Checking the board"), 0.95)
    return replace(board, faults=status(board))


def dismiss(memory: CornwallTrackState, move: Move) -> CornwallTrackState:
    """Take it from the players that nothing lies there; see ``vision.live.LiveReader``."""
    return dismissed(memory, cells_of(move))


def reconsider(memory: CornwallTrackState, move: Move) -> CornwallTrackState:
    """Take it from the players that something may lie there; see ``vision.live.LiveReader``."""
    return reconsidered(memory, cells_of(move))


def learned(prints: bytes | None, memory: CornwallTrackState | None) -> bytes | None:
    """Add what the game has taught; see ``vision.live.LiveReader``."""
    pictures = [] if memory is None else pictures_of(memory.lessons.values())
    return extended(prints, pictures) if pictures else None
