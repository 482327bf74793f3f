"""The role of a game in which players enter moves and set them right."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from scoring.documents.values import Document
from scoring.game import Question
from scoring.hand import Hand, PendingTile

State = TypeVar("State", contravariant=True)
Move = TypeVar("Move")


class Editor(Protocol[State, Move]):
    """Lets players enter a move by hand and set right what the camera took it for.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> hand = rules.in_hand(state)
    >>> str(hand.asks), hand.parts, len(hand.landings)
    ('Which tile was drawn? Tap it, or type its letter.', 1, 0)
    >>> hand = rules.in_hand(state, ("E",))
    >>> move = rules.load_move(hand.landings[0].move)
    >>> [question.name for question in rules.ask(state, move)][:4]
    ['move', 'face', 'turns', 'cell']
    >>> rules.answer(state, move, {"player": "blue"}).player
    'blue'
    >>> rules.preview(state, move).spot == hand.landings[0].spot
    True
    """

    def ask(self, state: State, move: Move, others: Sequence[Move] = ()) -> Sequence[Question]:
        """List what a player may set about a move before confirming it, with the answers to offer.

        Args:
            state: The game before it.
            move: What it is taken for.
            others: What else it has been taken for, the likeliest first.

        Returns:
            The questions, each with the move's own answer chosen.
        """

    def answer(self, state: State, move: Move, answers: Document) -> Move:
        """Give the move with a player's answers in it.

        Args:
            state: The game before it.
            move: What it was taken for.
            answers: By the questions' names; what is not answered stays.

        Returns:
            The move; it may break rules, as players do.

        Raises:
            UnreadableError: There is no such question or answer.
        """

    def in_hand(
        self,
        state: State,
        held: Sequence[str] = (),
        *,
        anywhere: bool = False,
        box: Mapping[str, int] = {},
        begun: Move | None = None,
    ) -> Hand:
        """Tell what can be in hand now and, once that is said, where it may be laid.

        Args:
            state: The game before it.
            held: The parts of the tile that were said so far, as the palette offers them.
            anywhere: Whether places are wanted that the rules do not allow, for a house rule.
            box: Of a box that no catalogue knows, the faces seen in earlier games, and how many are left.
            begun: What the turn does already, where it may do more: what is offered then is the move with it.

        Returns:
            What to ask next, or the places.

        Raises:
            UnreadableError: No tile has these parts.
        """

    def preview(self, state: State, move: Move) -> PendingTile:
        """Tell how a move that lays a tile looks, and what may be added to it or turned about it.

        Args:
            state: The game before it.
            move: The move as it stands.

        Returns:
            It drawn, with each addition as the move that has it.
        """
