"""Tiles, fields and tokens: their colours, how many there are, and how documents write them.

Source:
    Rulebook 002, pages 1, 5 and 6; the fields per colour are the "up to n x" of its headings.
"""

from collections.abc import Mapping

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError

FIELDS: Mapping[str, int] = {
    "dark_green": 3,
    "red": 3,
    "turquoise": 2,
    "light_green": 5,
    "grey": 4,
    "orange": 5,
    "yellow": 4,
    "beige": 4,
}
"""How many fields of each colour every region has, 30 in all."""
KIND_OF: Mapping[str, str] = {
    "dark_green": "castle",
    "red": "city",
    "turquoise": "estate",
    "light_green": "farm",
    "grey": "quarry",
    "orange": "village",
    "yellow": "monastery",
    "beige": "carriage",
}
"""The kind of tile that lies on each colour; a wooden hexagon counts as that."""
COLOUR_OF: Mapping[str, str] = {kind: colour for colour, kind in KIND_OF.items()}
CROPS = ("boar", "grain", "olive", "wine")
STORAGE = "storage"
TOKENS = ("card", STORAGE, "marble", "worker", "yield")
"""The kinds of bonus tokens."""
TOKENS_OF_A_KIND = 5
HEX = "hex"
"""A wooden hexagon, which goes on any colour."""
UNKNOWN = ""
"""A tile that lies open and has not been read."""
FARM = "farm"
FARMS = tuple(
    f"{FARM}:{'+'.join(goods)}"
    for goods in (*((crop,) for crop in CROPS), *((a, b) for a in CROPS for b in CROPS if a < b))
)
"""Every farm there may be."""
COMING = (*(kind for kind in COLOUR_OF if kind != FARM), *FARMS)
"""What may come into the display, a farm with its goods."""
DISPLAY, TOO_MANY = 8, 5
"""So many tiles lie open, and so many of one colour are replaced."""
STACK, STACKS, NEUTRAL = 7, 3, 32
OWN = STACK * STACKS
"""So many tiles a player puts out, the start castle not counted."""


def read_face(face: str) -> str:
    """Read a tile as documents write it, the goods of a farm in the order of the alphabet.

    >>> read_face("farm:wine+boar")
    'farm:boar+wine'

    Args:
        face: A kind; of a farm with its one or two goods, or without where nobody has read them.

    Raises:
        UnreadableError: There is no such tile.
    """
    kind, mark, goods = face.partition(":")
    crops = goods.split("+") if mark else []
    is_farm = kind == FARM and len({*crops}) == len(crops) <= 2 and {*crops} <= {*CROPS}
    if kind not in COLOUR_OF or (mark and not is_farm):
        known = ", ".join(COLOUR_OF)
        raise UnreadableError(f"There is no tile called {shown(face)}; there are: {known}, farm:boar+wine.")
    return f"{FARM}:{'+'.join(sorted(crops))}" if mark else kind


def colour_of(face: str) -> str:
    """Give the colour of a tile; empty for a wooden hexagon and for one that has not been read."""
    return COLOUR_OF.get(face.partition(":")[0], "")


def crops_of(face: str) -> frozenset[str]:
    """Give the goods of a farm; none for anything else."""
    goods = face.partition(":")[2]
    return frozenset(goods.split("+")) if goods else frozenset()


def is_printed_by(lies: str, face: str) -> bool:
    """Tell whether what lies there may be a tile: one that was not read, or only as a farm, may be more."""
    return lies in {face, UNKNOWN} or (lies == FARM and face.startswith(FARM))
