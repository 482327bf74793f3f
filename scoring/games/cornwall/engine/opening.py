"""The start tile: what it must show and how its fields must lie."""

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import Cell
from scoring.games.cornwall.engine.moves import Opening
from scoring.games.cornwall.engine.state import START_FIELDS, CornwallState
from scoring.games.cornwall.land.fields import TERRAINS, Field, check_field, read_field
from scoring.games.cornwall.land.hexes import neighbours
from scoring.geometry.pieces import pieces_of
from scoring.sentence import marked, sentence


def check_opening(state: CornwallState, move: Opening) -> None:
    """Refuse a start tile that is none.

    Raises:
        IllegalMoveError: It lies already, has not five fields side by side, or lacks a terrain.

    Source:
        Rulebook 000, "Spielvorbereitung".
    """
    check_readable(state, move)
    cells = [cell for cell, _ in move.fields]
    if len(cells) != START_FIELDS:
        words = marked("The start tile has {wanted} fields, not {count}.")
        says = sentence(words, wanted=START_FIELDS, count=len(cells))
        raise IllegalMoveError("start_tile_fields", says)
    if not hang_together(set(cells)):
        says = sentence("The fields of the start tile lie side by side, in one piece.")
        raise IllegalMoveError("start_tile_apart", says)
    if {field.terrain for _, field in move.fields} != set(TERRAINS):
        says = sentence("The start tile shows each of the five terrains once.")
        raise IllegalMoveError("start_tile_terrains", says)


def check_readable(state: CornwallState, move: Opening) -> None:
    """Refuse a start tile of which even a house rule can make nothing.

    Raises:
        IllegalMoveError: Tiles lie already, it has no fields, one twice, or one that there is not.
    """
    if state.fields:
        raise IllegalMoveError("start_tile_lies", sentence("The start tile lies already."))
    if not move.fields:
        raise IllegalMoveError("start_tile_fields", sentence("The start tile has no fields."))
    if len({cell for cell, _ in move.fields}) < len(move.fields):
        says = sentence("Two fields of the start tile cannot lie on one place.")
        raise IllegalMoveError("start_tile_fields", says)
    try:
        for _, field in move.fields:
            check_field(field)
    except UnreadableError as error:
        raise IllegalMoveError("unknown_field", error.says) from error


def is_start_face(face: str) -> bool:
    """Tell a face of the start tile from those of the others."""
    return face.count("-") == START_FIELDS - 1


def start_fields_of(face: str) -> tuple[Field, ...]:
    """Read a face of the start tile: its fields as it lies unturned, in the order of their cells.

    They are in slanting columns, the westernmost first, and in each from the north to the south.

    Raises:
        UnreadableError: It names a field that there is not.
    """
    return tuple(read_field(word) for word in face.split("-"))


def hang_together(cells: set[Cell]) -> bool:
    """Tell whether cells lie side by side, in one piece."""
    return len([*pieces_of(cells, neighbours)]) == 1
