"""Tiles by themselves, as they are photographed to be learned: any face may come, in any of six turns."""

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.game import Choice
from scoring.games.cornwall.drawing.pictures import draw_move
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.opening import is_start_face, start_fields_of
from scoring.games.cornwall.land.fields import TERRAINS, face_of, fields_of, turned_to_face, written
from scoring.games.cornwall.land.hexes import AROUND
from scoring.sentence import counted, sentence


def single_faces() -> tuple[Choice, ...]:
    """List no faces: which tiles the box holds is not known."""
    return ()


def single_turns(face: str) -> tuple[Choice, ...]:
    """List the ways in which a tile of a face may lie, each drawn.

    Raises:
        UnreadableError: It is not the face of a tile.
    """
    face = face_of(fields_of(face))
    return tuple(
        Choice(
            turns,
            _turned(turns) if turns else sentence("as drawn"),
            draw_move(TriplePlacement("", face, turns, (0, 0))),
        )
        for turns in range(len(AROUND))
    )


def _turned(turns: int) -> str:
    return counted("turned by {count} sixth to the right", "turned by {count} sixths to the right", turns)


def single_tile(face: str, turns: int) -> tuple[str, int]:
    """Write a face and its clockwise sixth turns as the game does.

    Raises:
        UnreadableError: It is not the face of a tile, or it cannot be turned so.
    """
    if not 0 <= turns < len(AROUND):
        raise UnreadableError(f"A tile can be turned by 0 to 5 sixths, not by {turns}.")
    if is_start_face(face):
        return _start_face(face), turns
    fields = fields_of(face)
    return face_of(fields), (turns + 2 * turned_to_face(fields)) % len(AROUND)


def _start_face(face: str) -> str:
    fields = start_fields_of(face)
    if {field.terrain for field in fields} != set(TERRAINS):
        raise UnreadableError(f"The start tile shows each of the five terrains once, but not {shown(face)}.")
    return written(fields)
