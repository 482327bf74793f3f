"""What is printed on a field, and how the three fields of a tile are written as a face."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError

TERRAINS = ("moor", "forest", "mountain", "village", "meadow")
"""Source: Rulebook 000, "Spielvorbereitung"."""
SYMBOLS = ("flag", "chapel", "cottage")
FIELDS_OF_A_TILE = 3


class Field(Struct, frozen=True, order=True):
    """One hexagon as it is printed.

    Attributes:
        terrain: One of ``TERRAINS``.
        symbols: What else it shows, in the order of ``SYMBOLS``; nearly always nothing or one.
    """

    terrain: str
    symbols: tuple[str, ...] = ()

    def has(self, symbol: str) -> bool:
        """Tell whether a symbol is printed on it."""
        return symbol in self.symbols


def symbols_of(terrain: str) -> tuple[tuple[str, ...], ...]:
    """List what a field of a terrain may show, nothing first; a moor has no flag.

    Source:
        Rulebook 000, "Wertung".
    """
    printed = [symbol for symbol in SYMBOLS if (terrain, symbol) != ("moor", "flag")]
    return tuple(some for count in range(len(printed) + 1) for some in combinations(printed, count))


def words_of(fields: Iterable[Field]) -> list[str]:
    """Write fields as words: their terrain and what else they show."""
    return [".".join((field.terrain, *field.symbols)) for field in fields]


def written(fields: Iterable[Field]) -> str:
    """Write fields side by side in their order, as the face of a start tile is."""
    return "-".join(words_of(fields))


def face_of(fields: Iterable[Field]) -> str:
    """Write the fields of a tile, clockwise, as a face: ``forest-meadow.flag-moor``.

    A tile may be turned; its face begins with the field that makes it come first in the alphabet.
    """
    words = words_of(fields)
    return "-".join(min(words[i:] + words[:i] for i in range(len(words))))


def turned_to_face(fields: Sequence[Field]) -> int:
    """Tell which of a tile's fields, clockwise, its face begins with."""
    words = words_of(fields)
    return min(range(len(words)), key=lambda i: words[i:] + words[:i])


@lru_cache(maxsize=4096)
def fields_of(face: str) -> tuple[Field, ...]:
    """Read a face: its fields, clockwise.

    Raises:
        UnreadableError: It is not the face of a tile.
    """
    fields = tuple(read_field(word) for word in face.split("-"))
    if len(fields) != FIELDS_OF_A_TILE:
        raise UnreadableError(
            "Expected a face of three fields such as 'forest-meadow.flag-moor', or of five as the start tile "
            f"has, but got {shown(face)}."
        )
    return fields


def check_field(field: Field) -> Field:
    """Give a field with its symbols in order.

    Raises:
        UnreadableError: There is no such terrain or symbol, or a moor with a flag.
    """
    if field.terrain not in TERRAINS:
        raise UnreadableError(
            f"There is no terrain {shown(field.terrain)}; there are: {', '.join(TERRAINS)}."
        )
    symbols = tuple(symbol for symbol in SYMBOLS if symbol in field.symbols)
    if unknown := set(field.symbols) - set(SYMBOLS):
        raise UnreadableError(f"There is no symbol {shown(min(unknown))}; there are: {', '.join(SYMBOLS)}.")
    if symbols not in symbols_of(field.terrain):
        raise UnreadableError("No moor has a flag.")
    return Field(field.terrain, symbols)


def read_field(word: str) -> Field:
    """Read a field as ``words_of`` writes it.

    Raises:
        UnreadableError: There is no such terrain or symbol, or a moor with a flag.
    """
    terrain, *symbols = word.split(".")
    return check_field(Field(terrain, tuple(symbols)))
