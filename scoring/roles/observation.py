"""The role of a game that knows what of a move can be seen."""

from typing import Protocol, TypeVar

from scoring.game import Piece, Player

State = TypeVar("State")
Move = TypeVar("Move")

EVERYBODY: Player = ""
"""Whoever looks on: what all players may see."""


class Observation(Protocol[State, Move]):
    """Tells what of a move shows on the table, what cannot have been seen, and what is for whom to see.

    >>> from scoring.game import PlayerSeat, Setup
    >>> from scoring.games import load
    >>> rules = load("carcassonne")
    >>> setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    >>> state = rules.start(setup)
    >>> move = next(m for m in rules.legal(state, "E") if m.meeple and m.meeple.feature == "city")
    >>> [(piece.player, piece.kind) for piece in rules.returned_pieces(state, move)]
    [('red', 'follower')]
    >>> plain = next(m for m in rules.legal(state, "E") if not m.meeple and m.cell == move.cell)
    >>> [str(rules.say(state, other)) for other in rules.unseen(state, plain)]
    ['Ann lays a city end 1 north of the start tile and puts a figure in the city.']
    >>> rules.view(state, "blue") is state, rules.view_move(move, "blue") is move
    (True, True)
    """

    def view(self, state: State, viewer: Player) -> State:
        """Give what somebody may see of a game; nothing else of it reaches a page, a log or an export.

        Args:
            state: The game at any moment.
            viewer: A player's colour; ``EVERYBODY`` for what all may see.

        Returns:
            A state that all roles take, in which what the viewer may not see is unknown; the state itself
            where all of it is open.
        """

    def view_move(self, move: Move, viewer: Player) -> Move:
        """Give what somebody may see of a move.

        Args:
            move: What was done.
            viewer: A player's colour; ``EVERYBODY`` for what all may see.

        Returns:
            A move in which what the viewer may not see is unknown; a game of such moves replays, too.
        """

    def returned_pieces(self, state: State, move: Move) -> tuple[Piece, ...]:
        """Name the figures that their owners take back after a move, the move's own among them.

        Args:
            state: The game before it.
            move: What is done, by the rules or as a house rule.

        Returns:
            The figures, where they stood until then; none where nobody takes one back.
        """

    def unseen(self, state: State, move: Move) -> tuple[Move, ...]:
        """Give the moves that leave the table looking the same as this one and score otherwise.

        A figure put down, scored and taken back in one go: a camera may not have seen it.

        Args:
            state: The game before it.
            move: What the camera has seen.

        Returns:
            Other legal moves, without this one.
        """
