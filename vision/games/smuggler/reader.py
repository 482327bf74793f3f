"""Reading a table of Cornish Smuggler, from pixels to the board document or to actions.

The module is the game's reader; see ``vision.reader.Reader`` and ``vision.live.LiveReader``.
"""

from collections.abc import Sequence

from scoring.game import Player
from scoring.games.smuggler.documents.boards import SmugglerBoard
from scoring.games.smuggler.drawing.layout import layout_of
from scoring.games.smuggler.engine.moves import Move
from scoring.games.smuggler.engine.options import INFO
from scoring.sentence import marked
from vision.errors import PrintsError
from vision.games.smuggler.live import MapBoxModel, MapTrackState, compare, look
from vision.games.smuggler.photograph import read_photograph
from vision.games.smuggler.prints import LearnedBoard, load_prints
from vision.games.smuggler.prints import count_prints as describe
from vision.games.smuggler.prints import learn_prints as learn
from vision.games.smuggler.registration import MapPrint, learn_map
from vision.games.smuggler.report import overlay
from vision.reader import Image, Progress, Sample, say_nothing

__all__ = ["compare", "describe", "learn", "look", "overlay"]

CORNERS_HELP = False
NO_CHART = marked(
    "The board of Cornish Smuggler is not learned from a chart: use “Teach a board from one photo” instead."
)


def chart() -> tuple[tuple[str, ...], ...]:
    """Name no faces: a board is learned by itself."""
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
) -> SmugglerBoard:
    """Read one photograph; see ``vision.reader.Reader.read``. A board is found without corners."""
    known, tell = load_prints(prints), progress or say_nothing
    return read_photograph(image, _print_of(known), known.box, colours or INFO.colours, tell)


def get_ready(prints: bytes | None, colours: Sequence[Player]) -> MapBoxModel:
    """Make a board's picture ready; see ``vision.live.LiveReader.get_ready``."""
    return MapBoxModel(_print_of(load_prints(prints)), tuple(colours))


def _print_of(learned: LearnedBoard) -> MapPrint:
    return learn_map(learned.board, layout_of(learned.box).board_mm)


def dismiss(memory: MapTrackState, move: Move) -> MapTrackState:
    """Take it from the players that this was not done; see ``vision.live.LiveReader``."""
    return memory._replace(dismissed=(*memory.dismissed, move))


def reconsider(memory: MapTrackState, move: Move) -> MapTrackState:
    """Take it from the players that this may have been done; see ``vision.live.LiveReader``."""
    return memory._replace(dismissed=tuple(each for each in memory.dismissed if each != move))


def learned(prints: bytes | None, memory: MapTrackState | None) -> None:
    """Add nothing: a board is taught before a game; see ``vision.live.LiveReader``."""
