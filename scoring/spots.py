"""Where something is on a table that may have several boards, and how documents and addresses write that."""

import re
from functools import lru_cache

from msgspec import Struct

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.game import Cell

_WRITTEN = re.compile(
    r"(?:([\w-]{1,40})/)?([a-z_]{1,40})(?::(?:(-?\d{1,4}),(-?\d{1,4})|(\d{1,4})|([\w.-]{1,40})))?"
)


class Spot(Struct, frozen=True):
    """One place of a table that can be tapped, or asked about.

    >>> write_spot(Spot("", "tile", (1, -2)))
    'tile:1,-2'
    >>> read_spot("red/field:0,3")
    Spot(board='red', kind='field', key=(0, 3))

    Attributes:
        board: Which of the table's boards: a player's own by their colour; empty for the one in the middle.
        kind: What is there: "tile" and, for an empty place, "cell", in every game; else the game's own.
        key: Which of that kind: a cell, a number, or a name; empty where there is but one.
    """

    board: str
    kind: str
    key: Cell | int | str = ""


def write_spot(spot: Spot) -> str:
    """Write a spot as pictures, documents and addresses name it.

    Args:
        spot: Any.

    Returns:
        "BOARD/KIND:KEY", without the board for the one in the middle and without a key where there is none.
    """
    key = write_cell(spot.key) if isinstance(spot.key, tuple) else str(spot.key)
    return f"{spot.board and f'{spot.board}/'}{spot.kind}{key and f':{key}'}"


def write_cell(cell: Cell) -> str:
    """Write a cell as spots and answers have it: "1,0"."""
    return f"{cell[0]},{cell[1]}"


def read_spot(written: str) -> Spot:
    """Read a spot that ``write_spot`` wrote.

    Args:
        written: As somebody sends it.

    Returns:
        The spot; whether anything is there is not asked.

    Raises:
        UnreadableError: It is none.
    """
    match = _WRITTEN.fullmatch(written)
    if match is None:
        raise UnreadableError(f"A spot is KIND:KEY or BOARD/KIND:KEY, not {shown(written)}.")
    board, kind, column, row, number, name = match.groups()
    if column is not None:
        return Spot(board or "", kind, (int(column), int(row)))
    return Spot(board or "", kind, int(number) if number is not None else name or "")


def spot_of(kind: str, key: Cell | int | str, board: str = "") -> str:
    """Name what has a kind and a key, as ``write_spot`` does."""
    return write_spot(Spot(board, kind, key))


@lru_cache(4096)
def tile_spot(cell: Cell, board: str = "") -> str:
    """Name the tile that a cell names, as pictures of every game do."""
    return spot_of("tile", cell, board)


def place_spot(cell: Cell, board: str = "") -> str:
    """Name an empty cell, as pictures of every game do."""
    return spot_of("cell", cell, board)


def is_tile(written: str) -> bool:
    """Tell whether a spot of a picture, or the empty name of what has none, is a tile's."""
    return bool(written) and read_spot(written).kind == "tile"


def cell_of(written: str) -> Cell:
    """Give the cell of a spot that has one.

    Raises:
        UnreadableError: It has none.
    """
    key = read_spot(written).key
    if not isinstance(key, tuple):
        raise UnreadableError(f"A spot of a cell is expected, not {shown(written)}.")
    return key
