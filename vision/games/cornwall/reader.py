"""Reading a photograph of a Cornwall table, from pixels to the board document."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from scoring.game import Fault, Player
from scoring.games.cornwall.documents.status import status
from scoring.games.cornwall.engine.moves import Move
from scoring.games.cornwall.engine.options import COLOURS
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.board import CornwallBoard
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE
from scoring.referee.observation import Sight
from scoring.sentence import marked
from vision.errors import PrintsError
from vision.games.cornwall.classify.box_model import templates_of
from vision.games.cornwall.classify.matches import prints_of
from vision.games.cornwall.live.cards.cards import cells_of
from vision.games.cornwall.live.comparison import compare
from vision.games.cornwall.live.lessons import known_of, pictures_of
from vision.games.cornwall.live.memory import CornwallBoxModel, CornwallTrackState, dismissed, reconsidered
from vision.games.cornwall.live.observation import look
from vision.games.cornwall.photograph import read_table
from vision.games.cornwall.prints import (
    count_prints,
    extended,
    learn_prints,
    lessons_of_prints,
    load_prints,
)
from vision.games.cornwall.report.document import write_board
from vision.games.cornwall.report.overlay import draw_overlay
from vision.reader import Image, Progress, Sample

NO_CHART = marked(
    "A box of Cornwall is not learned from a chart, since its rulebook does not say which tiles it holds: "
    "learn it from pictures of single tiles, or play with it, and its looks are learned by themselves."
)


class CornwallReader:
    """Reads photographs of Cornwall tables; see ``vision.reader.Reader``."""

    def learn(self, samples: Iterable[Sample]) -> bytes:
        """Learn prints from pictures of single tiles; their ``turns`` are clockwise sixth turns."""
        return learn_prints(samples)

    def chart(self) -> tuple[tuple[str, ...], ...]:
        """Name no faces: nobody knows which tiles a box holds, so there is no chart of it."""
        return ()

    def read_chart(self, image: Image) -> list[Sample]:
        """Refuse, since there is no chart.

        Raises:
            PrintsError: Always.
        """
        raise PrintsError(NO_CHART)

    def describe(self, prints: bytes) -> dict[str, int]:
        """Count the prints of each face in a learned set."""
        return count_prints(prints)

    def read(
        self,
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
        tell = progress or _say_nothing
        pictures = [] if prints is None else load_prints(prints)
        adjustment = templates_of(lessons_of_prints(pictures)) if pictures else None
        tiles = prints_of(pictures).get(FIELDS_OF_A_TILE)
        board = write_board(read_table(image, adjustment, tiles, corners_px, colours or COLOURS, tell))
        tell(marked("Checking the board"), 0.95)
        return replace(board, faults=status(board))

    def overlay(self, image: Image, board: CornwallBoard) -> Image:
        """Draw a reading on its photograph."""
        return draw_overlay(image, board)

    def get_ready(self, prints: bytes | None, colours: Sequence[Player]) -> CornwallBoxModel:
        """Make a box's prints ready; see ``vision.live.LiveReader``."""
        return known_of(prints, colours)

    def look(
        self, image: Image, known: CornwallBoxModel, state: CornwallState, memory: CornwallTrackState | None
    ) -> tuple[Sight[Move], CornwallTrackState]:
        """Compare a still table with the confirmed game; see ``vision.live.LiveReader``."""
        return look(image, known, state, memory)

    def dismiss(self, memory: CornwallTrackState, move: Move) -> CornwallTrackState:
        """Take it from the players that nothing lies there; see ``vision.live.LiveReader``."""
        return dismissed(memory, cells_of(move))

    def reconsider(self, memory: CornwallTrackState, move: Move) -> CornwallTrackState:
        """Take it from the players that something may lie there; see ``vision.live.LiveReader``."""
        return reconsidered(memory, cells_of(move))

    def learned(self, prints: bytes | None, memory: CornwallTrackState | None) -> bytes | None:
        """Add what the game has taught; see ``vision.live.LiveReader``."""
        pictures = [] if memory is None else pictures_of(memory.lessons.values())
        return extended(prints, pictures) if pictures else None

    def compare(
        self, image: Image, known: CornwallBoxModel, state: CornwallState, memory: CornwallTrackState | None
    ) -> tuple[Fault, ...]:
        """List every difference of the table from the game; see ``vision.live.LiveReader``."""
        return compare(image, known, state, memory)


def _say_nothing(step: str, share: float) -> None:
    """Hear how far a reading is, and let it be."""
