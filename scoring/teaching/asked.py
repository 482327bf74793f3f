"""What a game asks of its printed board, as data: nobody else knows a word of it."""

from typing import Literal

from msgspec import Struct

from scoring.documents.values import Document
from scoring.game import Option

Ground = Literal["inland", "coast", "water"]
GROUNDS: tuple[Ground, ...] = ("inland", "coast", "water")


class PlaceKind(Struct, frozen=True):
    """What a place of the board can be.

    Attributes:
        value: As the box's document calls it.
        title: As players call it.
        grounds: On which it is guessed to be; what is in the water alone is reached by ways over water.
        is_numbered: Whether a number is printed at it; None where one may be.
        lists: The document's key under which each such place has a list of its own; empty for none.
    """

    value: str
    title: str
    grounds: tuple[Ground, ...]
    is_numbered: bool | None = None
    lists: str = ""


class TrackColumn(Struct, frozen=True):
    """What is printed on every step of a track: a number each, or a mark on some."""

    key: str
    title: str
    is_mark: bool = False


class PrintedTrack(Struct, frozen=True):
    """A row or a ring of spaces that is printed on the board.

    Attributes:
        key: Of the document.
        title: As players call it.
        says: Which spaces to tap, in a sentence.
        is_round: Whether its last space is next to its first, which lie clockwise in a circle.
        columns: What stands on its spaces; without any only their number is asked.
    """

    key: str
    title: str
    says: str
    is_round: bool = False
    columns: tuple[TrackColumn, ...] = ()


class Landmark(Struct, frozen=True):
    """A place that the rules speak of by its name.

    Attributes:
        place: Its key in the document.
        title: What is printed there.
        kind: What it is, where no other place is that.
    """

    place: str
    title: str
    kind: str = ""


class PrintedFigure(Struct, frozen=True):
    """Numbers that may be misprinted.

    Attributes:
        title: Where they are printed.
        path: The keys that lead to their table through the document ("prices", "7", "2").
        row: Which row of it they are.
    """

    title: str
    path: tuple[str, ...]
    row: int


class Teaching(Struct, frozen=True):
    """All that a box of a game must be taught.

    A move ``{"player": ..., "box": ...}`` tells a game that is played of a box that was mended.

    Attributes:
        kinds: Of places, some with a number and some without; of those that fit the first is the guess.
        numbers: Those most often printed at a place, 0 for none.
        tracks: Printed beside the map.
        landmarks: Places by name.
        options: Those of the game that its box tells, such as icons on a back cover.
        figures: Numbers shown to be corrected.
        water_ways: The document's key for ways over water; empty where there are none such.
        base: What every box's document begins with.
        face: How the game's reader calls a picture of the board.
    """

    kinds: tuple[PlaceKind, ...]
    numbers: tuple[int, ...]
    tracks: tuple[PrintedTrack, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    options: tuple[Option, ...] = ()
    figures: tuple[PrintedFigure, ...] = ()
    water_ways: str = ""
    base: Document = {}
    face: str = "board"
