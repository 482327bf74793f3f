"""Reading a table of The Castles of Tuscany, from pixels to the board document or to turns.

The module is the game's reader; see ``vision.reader.Reader`` and ``vision.live.LiveReader``.
"""

from collections.abc import Sequence

from scoring.game import Player
from scoring.games.tuscany.engine.moves import Move
from scoring.games.tuscany.engine.options import COLOURS
from scoring.games.tuscany.land.board import TuscanyBoard
from scoring.games.tuscany.land.tiles import COLOUR_OF, TOKENS
from scoring.sentence import marked
from vision.errors import PrintsError
from vision.games.tuscany.classify.faces import make_ready
from vision.games.tuscany.live.lessons import pictures_of
from vision.games.tuscany.live.memory import TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.observation import compare, look
from vision.games.tuscany.live.seeing import TILE_DISC, TOKEN_DISC, TOKEN_WAYS
from vision.games.tuscany.photograph import read_table
from vision.games.tuscany.prints import NO_PRINTS, extended, load_prints
from vision.games.tuscany.prints import count_prints as describe
from vision.games.tuscany.prints import learn_prints as learn
from vision.games.tuscany.report.overlay import draw_overlay as overlay
from vision.reader import Image, Progress, Sample, say_nothing

__all__ = ["compare", "describe", "learn", "look", "overlay"]

CORNERS_HELP = False
NO_CHART = marked(
    "A box of The Castles of Tuscany is not learned from a chart, since its rulebook does not say what its "
    "tiles show: learn it from pictures of single tiles, or play with it."
)


def chart() -> tuple[tuple[str, ...], ...]:
    """Name no faces: there is no chart of a box that nobody knows."""
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
) -> TuscanyBoard:
    """Read one photograph; see ``vision.reader.Reader.read``. Regions are found without corners."""
    tell = progress or say_nothing
    known = NO_PRINTS if prints is None else load_prints(prints)
    board = read_table(image, make_ready(known.tiles, TILE_DISC), colours or COLOURS, tell)
    tell(marked("Checking the board"), 0.95)
    return board


def get_ready(prints: bytes | None, colours: Sequence[Player]) -> TuscanyBoxModel:
    """Make a box's prints ready; see ``vision.live.LiveReader.get_ready``.

    A set that lacks some kind of tile or token is not whole, nor one without yield cards: games teach none,
    and may not have shown every farm. What has no print is told by colour then.
    """
    known = NO_PRINTS if prints is None else load_prints(prints)
    kinds = {face.partition(":")[0] for face in known.tiles}
    return TuscanyBoxModel(
        tuple(colours),
        make_ready(known.tiles, TILE_DISC),
        make_ready(known.tokens, TOKEN_DISC, TOKEN_WAYS),
        make_ready(known.cards, 0.85, 2),
        bool(kinds >= COLOUR_OF.keys() and known.tokens.keys() >= {*TOKENS} and known.cards),
    )


def dismiss(memory: TuscanyTrackState, move: Move) -> TuscanyTrackState:
    """Take it from the players that this was not done; see ``vision.live.LiveReader``."""
    return memory._replace(dismissed=(*memory.dismissed, move))


def reconsider(memory: TuscanyTrackState, move: Move) -> TuscanyTrackState:
    """Take it from the players that this may have been done; see ``vision.live.LiveReader``."""
    return memory._replace(dismissed=tuple(each for each in memory.dismissed if each != move))


def learned(prints: bytes | None, memory: TuscanyTrackState | None) -> bytes | None:
    """Add what the game has taught; see ``vision.live.LiveReader``."""
    pictures = {} if memory is None else pictures_of(memory.lessons.values())
    return extended(prints, pictures) if pictures else None
