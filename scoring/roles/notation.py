"""The role of a game that writes moves and games down, and reads them."""

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from scoring.documents.values import Document, Written
from scoring.game import Setup

State = TypeVar("State", contravariant=True)
Move = TypeVar("Move")


class Notation(Protocol[State, Move]):
    """Writes moves and games as documents and in words, and reads the documents again.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> move = rules.load_move({"player": "red", "face": "E", "turns": 2, "cell": [0, -1]})
    >>> str(rules.say(state, move))
    'Ann lays a city end 1 north of the start tile.'
    >>> rules.dump_move(move)
    {'player': 'red', 'face': 'E', 'turns': 2, 'cell': [0, -1]}
    >>> rules.face_of(move)
    'E'
    >>> game = rules.dump_game(setup, [move])
    >>> game["format"], len(game["moves"]), rules.load_setup(game).players == setup.players
    ('tablekeeper.game/1', 1, True)
    >>> rules.replay(game)["after"][0]["points"]
    {'red': 0, 'blue': 0}
    """

    def say(self, state: State, move: Move) -> str:
        """Say a move in a short sentence: "Ann lays a bend and puts a follower on the road.".

        Args:
            state: The game before it.
            move: What is done.

        Returns:
            The sentence, in the language of whoever reads it.
        """

    def dump_move(self, move: Move) -> Written:
        """Write a move as the game document does.

        Args:
            move: Any move, legal or not.

        Returns:
            An object with the mover as ``player``; what is left at its default is not written.
        """

    def load_move(self, document: Document) -> Move:
        """Read a move from what ``dump_move`` wrote.

        Args:
            document: The object, as JSON gives it.

        Returns:
            The move; whether it is legal is not asked.

        Raises:
            UnreadableError: It is no move of this game.
        """

    def face_of(self, move: Move) -> str:
        """Name what a move lays or does, as ``Engine.legal`` takes it.

        Args:
            move: Any move.

        Returns:
            The face; empty for a move that ``legal`` never gives, such as a count.
        """

    def load_setup(self, document: bytes | str | Document) -> Setup:
        """Read from a game document who plays, and by which rules.

        Args:
            document: The game document, whole or without its moves.

        Returns:
            The setup with every option spelled out.

        Raises:
            UnreadableError: It is no document of this game.
        """

    def dump_game(
        self, setup: Setup, moves: Sequence[Move], *, forced: Collection[int] = (), ended: bool = False
    ) -> Written:
        """Write a game document.

        Args:
            setup: Who plays, and by which rules.
            moves: What was done, in order.
            forced: The indexes of moves kept as house rules.
            ended: Whether the final scoring has been done.

        Returns:
            The document, in the format "tablekeeper.game/1".
        """

    def replay(self, document: bytes | str | Document) -> Written:
        """Play a game document again, and write its sheet.

        Args:
            document: A game document.

        Returns:
            The sheet, in the format "tablekeeper.sheet/1": the lines and the points after each move.

        Raises:
            UnreadableError: It is no document of this game.
            IllegalMoveError: A move in it breaks a rule and is not marked as a house rule.
        """
