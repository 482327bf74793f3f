"""Tiles by themselves, as they are photographed to be learned: which faces there are, how they may lie."""

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.game import Choice, Question
from scoring.games.carcassonne.drawing.closeups import draw_move
from scoring.games.carcassonne.editor.corrections import correct
from scoring.games.carcassonne.editor.questions import questions
from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.games.carcassonne.land.board import CarcassonneBoard
from scoring.spots import place_spot, tile_spot

_THERE, _HERE = place_spot((0, 0)), tile_spot((0, 0))


def single_faces() -> tuple[Choice, ...]:
    """List the faces of the game, each with its drawing."""
    return tuple(_named(questions(CarcassonneBoard(), _THERE), "face").choices)


def single_turns(face: str) -> tuple[Choice, ...]:
    """List the ways in which a tile of a face may lie, each drawn.

    Raises:
        UnreadableError: The game has no such face.
    """
    board = correct(CarcassonneBoard(), _THERE, {"face": face, "turns": 0})
    asked = _named(questions(board, _HERE), "turns")
    return tuple(
        Choice(choice.value, choice.label, draw_move(TilePlacement("", face, choice.value, (0, 0))))
        for choice in asked.choices
    )


def single_tile(face: str, turns: int) -> tuple[str, int]:
    """Write a face and its clockwise turns as the game does.

    Raises:
        UnreadableError: The game has no such face, or it cannot be turned so.
    """
    laid = correct(CarcassonneBoard(), _THERE, {"face": face})
    tile = correct(laid, _HERE, {"turns": turns}).tiles[0]
    return tile.face, tile.turns


def _named(asked: tuple[Question, ...], name: str) -> Question:
    found = next((question for question in asked if question.name == name), None)
    if found is None:
        raise UnreadableError(f"There is no question {shown(name)} about a single tile.")
    return found
