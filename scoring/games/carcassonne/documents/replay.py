"""A game document played through the rules, as the sheet after every move and at the end."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.errors import IllegalMoveError
from scoring.game import ScoreLine, Setup
from scoring.games.carcassonne.documents.beginning import carried, start
from scoring.games.carcassonne.documents.games import load_game
from scoring.games.carcassonne.engine.moves import Move
from scoring.games.carcassonne.engine.play import apply, final, force
from scoring.games.carcassonne.engine.state import CarcassonneState, is_over
from scoring.sheet import SHEET_FORMAT, begins_document, line_document, total, winners


def replay(document: bytes | str | Mapping[str, Any]) -> dict[str, Any]:
    """Play a game document and give its sheet document.

    A game that has not ended has no winners yet, and its final points are those of its last move;
    it has ended when it says so or when the box is empty. A move marked as a house rule is scored though it
    breaks a rule.

    Raises:
        UnreadableError: The document cannot be understood.
        IllegalMoveError: A move without that mark is against the rules, or makes no sense at all; the
            text begins with its number.
    """
    game = load_game(document)
    state, after = start(game.setup), []
    for number, move in enumerate(game.moves, start=1):
        is_house_rule = number - 1 in game.forced
        try:
            state, lines = (force if is_house_rule else apply)(state, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, f"Move {number}: {error}") from error
        entry = {"move": number, "points": dict(state.points), "lines": _documents(lines)}
        after.append({**entry, "house_rule": True} if is_house_rule else entry)
    begins = begins_document(carried(game.setup), game.setup)
    return {
        "format": SHEET_FORMAT,
        **begins,
        "after": after,
        "final": _final(state, game.ended or is_over(state)),
    }


def play(setup: Setup, moves: Iterable[Move]) -> CarcassonneState:
    """Play moves from where a game began.

    Raises:
        UnreadableError: The setup is not one the game has.
        IllegalMoveError: A move is against the rules.
    """
    state = start(setup)
    for move in moves:
        state, _ = apply(state, move)
    return state


def undo(setup: Setup, moves: Sequence[Move]) -> CarcassonneState:
    """Take the last move back: the same game played again without it."""
    return play(setup, moves[:-1])


def _final(state: CarcassonneState, ended: bool) -> dict[str, Any]:
    lines = final(state) if ended else ()
    points = total(lines, state.points)
    return {"points": points, "lines": _documents(lines), "winners": winners(points) if ended else []}


def _documents(lines: tuple[ScoreLine, ...]) -> list[dict[str, Any]]:
    return [line_document(line) for line in lines]
