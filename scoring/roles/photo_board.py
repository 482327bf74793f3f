"""The role of a game that judges a photographed board."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from scoring.documents.values import Document, Written
from scoring.game import Fault, Player, Question, ScoreLine, Setup, Sighting
from scoring.geometry.rulers import Rulers
from scoring.picture import Picture

Board = TypeVar("Board")


class PhotoBoard(Protocol[Board]):
    """Judges, draws, scores and corrects what a photograph shows.

    A *board* is frozen like a state, but no move led to it: it may break rules, and ``status`` lists how.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> tiles = [{"face": "E", "turns": 0, "cell": [0, 0]}, {"face": "E", "turns": 2, "cell": [0, -1]}]
    >>> written = {"format": "tablekeeper.board/1", "game": "carcassonne", "tiles": tiles}
    >>> board = rules.load_board(written)
    >>> rules.status(board), rules.score_board(board, setup)
    ((), ())
    >>> [sighting.spot for sighting in rules.sightings(board)], rules.rulers(board).number((0, 0))
    (['tile:0,0', 'tile:0,-1'], (1, 2))
    >>> [question.name for question in rules.questions(board, "tile:0,0")]
    ['face', 'turns', 'garden', 'colour', 'remove']
    >>> turned = rules.correct(board, "tile:0,0", {"turns": 1})
    >>> [fault.kind for fault in rules.status(turned)]
    ['edges_do_not_match']
    """

    def load_board(self, document: bytes | str | Document) -> Board:
        """Read a board document.

        Args:
            document: In the format "tablekeeper.board/1".

        Returns:
            The board, whatever rules it breaks.

        Raises:
            UnreadableError: It is no board of this game.
        """

    def dump_board(self, board: Board) -> Written:
        """Write a board document.

        Args:
            board: What a photograph shows.

        Returns:
            The document that ``load_board`` reads.
        """

    def status(self, board: Board, setup: Setup | None = None) -> tuple[Fault, ...]:
        """List everything on a board that the rules forbid, all at once.

        Args:
            board: What a photograph shows.
            setup: Who plays and by which rules, where that is known.

        Returns:
            The faults; none on a board that may lie so.
        """

    def score_board(self, board: Board, setup: Setup) -> tuple[ScoreLine, ...]:
        """Score a board as it lies, as if the game had ended with it.

        Args:
            board: What a photograph shows.
            setup: Who plays and by which rules.

        Returns:
            The lines.

        Raises:
            UnreadableError: Its figures belong to nobody who plays, or the setup is none of this game.
        """

    def counted(self, board: Board) -> Mapping[str, Mapping[Player, int]]:
        """Tell how many points and how much of each currency a photograph shows.

        Args:
            board: What a photograph shows.

        Returns:
            By the currency's name, "" for points, and by player; of a track that goes round the step. What is
            not in view is left out.
        """

    def picture_board(self, board: Board) -> Picture:
        """Draw a board.

        Args:
            board: What a photograph shows.

        Returns:
            The picture, with the spots that ``questions`` knows, faults and doubts marked.
        """

    def rulers(self, board: Board) -> Rulers:
        """Number the columns and rows of a board, as every text about it does.

        Args:
            board: What a photograph shows.

        Returns:
            The numbers, and where they stand in the board's picture.
        """

    def list_board(self, board: Board) -> Iterable[str]:
        """Write a board for people, line by line.

        Args:
            board: What a photograph shows.

        Returns:
            Counts first, then what lies where, and what is doubted.
        """

    def sightings(self, board: Board) -> Sequence[Sighting]:
        """List what the photograph shows, and what in it could not be read.

        Args:
            board: What a photograph shows.

        Returns:
            What lies, what stands on it, and the doubts.
        """

    def alone(self, board: Board, spot: str) -> tuple[Board, str]:
        """Give a board with nothing but the thing of one spot and what that lies on.

        Args:
            board: What a photograph shows.
            spot: Of the board's picture.

        Returns:
            That board, and the thing's spot there.

        Raises:
            UnreadableError: The board has no such spot.
        """

    def questions(self, board: Board, spot: str) -> Sequence[Question]:
        """List what a player may set about a spot, with the answers to offer.

        Args:
            board: What a photograph shows.
            spot: Of the board's picture.

        Returns:
            The questions, each with the board's own answer chosen.

        Raises:
            UnreadableError: The board has no such spot.
        """

    def correct(self, board: Board, spot: str, answers: Document) -> Board:
        """Give a board with a player's answers about a spot in it.

        Args:
            board: What a photograph shows.
            spot: Of the board's picture.
            answers: By the questions' names; what is not answered stays.

        Returns:
            The board; what players have said is sure.

        Raises:
            UnreadableError: There is no such spot, question or answer.
        """
