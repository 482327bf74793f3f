"""The role of a game that judges and does moves."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from scoring.game import Player, ScoreLine, Setup
from scoring.hand import Action

State = TypeVar("State")
Move = TypeVar("Move")


class Engine(Protocol[State, Move]):
    """Begins a game, judges moves, does them, and says who wins.

    A *state* is a game in play, frozen, reached from ``start`` by moves; other rooms hand it on and never
    look inside.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> [(action.name, str(action.says)) for action in rules.actions(state)]
    [('lay', 'Lay a tile')]
    >>> move = next(m for m in rules.legal(state, "E") if m.meeple and m.meeple.feature == "city")
    >>> rules.check(state, move)
    >>> after, lines = rules.apply(state, move)
    >>> [(line.feature, line.players, line.points) for line in lines]
    [('city', ('red',), 2)]
    >>> rules.is_over(after), rules.winners(after)
    (False, ['red'])
    >>> rules.closing(after), rules.uncounted(after)
    (None, '')
    """

    def start(self, setup: Setup) -> State:
        """Begin a game, with its first move still to come.

        Args:
            setup: Who plays and by which rules; with ``begins`` the game stands there already.

        Returns:
            The game before anybody has moved.

        Raises:
            UnreadableError: The players, the options or the beginning are not ones the game has.
        """

    def carried(self, setup: Setup) -> tuple[ScoreLine, ...]:
        """Give the lines with which a game in the middle begins: the points so far, and what counts at once.

        Args:
            setup: Who plays and by which rules.

        Returns:
            The lines; none where it begins with its first move. What is finished on the table and still
            occupied counts at once.

        Raises:
            UnreadableError: The game cannot begin like this.
        """

    def check(self, state: State, move: Move) -> None:
        """Refuse a move that the rules forbid now.

        Args:
            state: The game before it.
            move: What somebody wants to do.

        Raises:
            IllegalMoveError: Its ``rule`` names the broken rule, its text says it in a sentence.
        """

    def actions(self, state: State) -> Sequence[Action]:
        """Tell what may be done now.

        Args:
            state: The game before it, or what somebody may see of it.

        Returns:
            Each kind of thing once; where one needs nothing more to be said, with its whole move, and what
            must be answered before the game goes on as a question. None once the game is over.
        """

    def legal(self, state: State, face: str) -> Iterable[Move]:
        """Give the moves that may be made with what was drawn, the plainest first.

        Args:
            state: The game before them.
            face: What was drawn, as the game's documents call it.

        Returns:
            The moves, one by one, for there may be thousands; none where that cannot have been drawn.
        """

    def apply(self, state: State, move: Move) -> tuple[State, tuple[ScoreLine, ...]]:
        """Do a move.

        Args:
            state: The game before it.
            move: What is done.

        Returns:
            The game after it, and the lines it scores.

        Raises:
            IllegalMoveError: The rules forbid it.
        """

    def force(self, state: State, move: Move) -> tuple[State, tuple[ScoreLine, ...]]:
        """Do a move that breaks rules, as the table's own house rule, and score what it completes.

        Args:
            state: The game before it.
            move: What is done; a legal one is done as ``apply`` does it.

        Returns:
            The game after it, and the lines it scores.

        Raises:
            IllegalMoveError: Not even a house rule makes sense of it: its place is taken.
        """

    def final(self, state: State) -> tuple[ScoreLine, ...]:
        """Give the lines of the final scoring, were the game to end now.

        Args:
            state: The game at any moment.

        Returns:
            The lines; what was scored before is not among them.
        """

    def is_over(self, state: State) -> bool:
        """Tell whether the last turn has been played.

        Args:
            state: The game at any moment.

        Returns:
            Whether no move is left but to count.
        """

    def closing(self, state: State) -> Move | None:
        """Give the move that ends a game before its last turn, where something is to be told after it.

        Args:
            state: The game at any moment.

        Returns:
            The move; after it ``actions`` asks for what is missing. None where the final scoring can follow
            at once.
        """

    def uncounted(self, state: State) -> str:
        """Say what the final scoring leaves out, were the game to end now, since nobody has told it.

        Args:
            state: The game at any moment.

        Returns:
            A sentence; empty where nothing is left out.
        """

    def winners(self, state: State) -> Sequence[Player]:
        """Name who wins if the game ends now.

        Args:
            state: The game at any moment.

        Returns:
            The winners in turn order, with whatever breaks a tie in this game.
        """
