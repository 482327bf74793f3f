"""What is known of a box: its map, tracks, prices, cards and goods.

The rulebook prints none of these but the prices; players teach them once. What is missing is asked.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from scoring.documents.bounds import Count
from scoring.documents.complaints import shown
from scoring.documents.document import check_format, converted
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.geometry.maps import PlaceMap, Way, build_map

BOX_FORMAT = "tablekeeper.box/1"
SAMPLE = "sample"
"""Names the box made up by us, that ships for demonstrations and tests."""
TOWN_SIZES = (2, 3, 5, 7)
"""The only ones that the printed prices know."""
DECKS = ("religious", "commerce", "generic", "official")

Kind = Literal["port", "town", "cove", "village", "scilly", "land", "sea", "merchant"]
"""What a place is; "land" where nobody has told more of it."""
WATER = ("sea", "merchant")
"""Where ships alone go."""
COAST = ("port", "cove", "scilly")
"""Where ships and markers go."""
Thousandth = Annotated[float, Meta(ge=-500, le=1500)]
"""From the left or upper edge of the board: 1000 is its whole width for x, its whole height for y."""
Dot = tuple[Thousandth, Thousandth]
"""A point of the board: x of its width, y of its height."""
_PLACE = re.compile(r"[a-z0-9_]{1,40}")


class MapPlace(Struct, frozen=True, omit_defaults=True):
    """A space of the board.

    Attributes:
        number: What is printed on it: its risk and its size as a town; 0 for none, None where not known.
        risk: Where that is another number.
        name: As players call it, where its key does not say so.
        known: Whether somebody has told it; else it is a guess.
    """

    kind: Kind
    number: Count | None = None
    x: Thousandth | None = None
    y: Thousandth | None = None
    risk: Count | None = None
    name: str = ""
    known: bool = True

    @property
    def landing_risk(self) -> int | None:
        """What landing here adds to the risk; None where nobody knows."""
        if self.kind == "cove":
            return self.risk or 0
        return self.number if self.risk is None else self.risk


class GoodsPiece(Struct, frozen=True, omit_defaults=True):
    """A piece of goods: how many squares it has and, as rows of # and ., its shape."""

    id: str
    squares: Annotated[int, Meta(ge=1, le=9)]
    shape: str = ""


class GoldWheel(Struct, frozen=True, omit_defaults=True):
    """The wheel that counts gold: its spaces, and where they lie from START on, as far as known."""

    spaces: Annotated[int, Meta(ge=0, le=99)] = 0
    at: tuple[Dot, ...] = ()


class TrackStep(Struct, frozen=True, omit_defaults=True):
    """A step of the customs track: the level of discovery, the bribe in gold, whether an officer comes."""

    level: Count | None = None
    bribe: Count | None = None
    officer: bool = False
    x: Thousandth | None = None
    y: Thousandth | None = None


class CharacterCard(Struct, frozen=True, omit_defaults=True):
    """A card that can be hired; what nobody has read is None."""

    name: str
    deck: str = ""
    gold: Count | None = None
    reputation: Count | None = None
    mob: bool = False
    power: str = ""


class StashCard(Struct, frozen=True, omit_defaults=True):
    """A stash: where it is, its shape, and whether it is one to begin with.

    Attributes:
        name: As players call it; its place, where it has none.
        of: The character it came with, and leaves with.
    """

    place: str
    shape: str = ""
    start: bool = False
    name: str = ""
    of: str = ""

    @property
    def key(self) -> str:
        """How moves name it."""
        return self.name or self.place


class SecretCard(Struct, frozen=True, omit_defaults=True):
    """What a secret card does, and how many there are."""

    does: str
    count: Count = 0


class StartMoney(Struct, frozen=True):
    """What everybody begins with (rulebook p.8)."""

    gold: Count = 13
    influence: Count = 10


PriceRow = tuple[Count, Count]
"""What a row of prices brings: gold and reputation."""
Rows = tuple[PriceRow, PriceRow, PriceRow]
"""Those of a column: free, for 1 and for 2."""
Prices = Mapping[str, Mapping[str, Rows]]
"""By a town's size and the squares of a piece, as texts."""


class SmugglerBox(Struct, frozen=True, omit_defaults=True):
    """As much of a box as is known.

    Attributes:
        made_up: Whether it says nothing about the real box.
        says: What it is, in a sentence.
        board_mm: Width and height of the board.
        places: By key. Their order numbers them: place ``i`` is the cell ``(i, 0)``.
        ways: Land ways as "penzance-madron"; none where nobody has told any.
        sea_ways: Alike, for ships.
        bends: By way the points that its line goes through.
        seen_ways: Ways that players have gone, where ``ways`` are not told; likewise ``seen_sea_ways``.
        track_end: Where the track's END lies.
        prices: Those printed in the rulebook (p.28), where the box has none of its own.
        doubtful_prices: Town, squares and row of those that are likely misprinted.
        options: What the back cover says of prices, by option.
    """

    name: str = ""
    made_up: bool = False
    says: str = ""
    board_mm: tuple[Count, Count] = (0, 0)
    places: Mapping[str, MapPlace] = {}
    ways: tuple[str, ...] = ()
    sea_ways: tuple[str, ...] = ()
    seen_ways: tuple[str, ...] = ()
    seen_sea_ways: tuple[str, ...] = ()
    bends: Mapping[str, tuple[Dot, ...]] = {}
    merchants: Mapping[str, tuple[GoodsPiece, ...]] = {}
    wheel: GoldWheel = GoldWheel()
    track: tuple[TrackStep, ...] = ()
    track_end: Dot | None = None
    officers_start: tuple[str, ...] = ()
    customs_house: str = ""
    no_officer_moves: tuple[str, ...] = ()
    start: StartMoney = StartMoney()
    prices: Prices = {}
    doubtful_prices: tuple[tuple[str, str, Annotated[int, Meta(ge=0, le=2)]], ...] = ()
    ships: tuple[str, ...] = ()
    stashes: tuple[StashCard, ...] = ()
    characters: tuple[CharacterCard, ...] = ()
    secrets: tuple[SecretCard, ...] = ()
    options: Mapping[str, str] = {}

    def with_facts(self, more: "SmugglerBox") -> "SmugglerBox":
        """Add what has been learned; where both know something, the newer is right."""
        merged = {
            name: {**getattr(self, name), **getattr(more, name)}
            for name in ("places", "bends", "merchants", "prices", "options")
        }
        joined = {
            name: tuple(dict.fromkeys((*getattr(self, name), *getattr(more, name))))
            for name in ("ways", "sea_ways", "seen_ways", "seen_sea_ways")
        }
        cards = {card.name: card for card in (*self.characters, *more.characters)}
        default = SmugglerBox()
        rest = {
            name: getattr(more, name)
            for name in self.__struct_fields__
            if name not in {*merged, *joined, "characters"} and getattr(more, name) != getattr(default, name)
        }
        return replace(self, **{**rest, **merged, **joined, "characters": tuple(cards.values())})

    @property
    def pieces(self) -> Mapping[str, GoodsPiece]:
        """All goods of the box, by their key."""
        return {piece.id: piece for pieces in self.merchants.values() for piece in pieces}


def is_land(place: MapPlace) -> bool:
    """Tell whether markers and officers stand there."""
    return place.kind not in WATER


def is_water(place: MapPlace) -> bool:
    """Tell whether ships go there; a place of which nobody has told more than that it is land is none."""
    return place.kind in {*WATER, *COAST}


@cache
def _map(places: tuple[str, ...], ways: tuple[str, ...]) -> PlaceMap:
    return build_map(places, map(split_way, ways))


def land_map(box: SmugglerBox) -> PlaceMap:
    """Give the map that officers and markers walk."""
    return _map(tuple(box.places), box.ways)


def sea_map(box: SmugglerBox) -> PlaceMap:
    """Give the map that ships sail."""
    return _map(tuple(box.places), box.sea_ways)


def split_way(way: str) -> Way:
    """Take a way apart.

    >>> split_way("penzance-madron")
    ('penzance', 'madron')
    """
    one, _, other = way.partition("-")
    return one, other


def place_name(box: SmugglerBox, place: str) -> str:
    """Give the name of a place as players say it.

    >>> place_name(SmugglerBox(), "st_ives"), place_name(SmugglerBox(), "17")
    ('St Ives', '17')
    """
    known = box.places.get(place)
    return known.name if known and known.name else place.replace("_", " ").title().replace(" Of ", " of ")


def prices_of(box: SmugglerBox, town: int, squares: int) -> Rows | None:
    """Give the rows at which a piece is sold; one larger than the town uses the town's own column (p.16).

    Args:
        box: Its own prices come before those of the rulebook.
        town: The number of the place.
        squares: Those of the piece.

    Returns:
        Gold and reputation, free, for 1 and for 2; None where there is no such column.

    Example:
        >>> prices_of(SmugglerBox(), 3, 5)
        ((3, 2), (6, 1), (12, 0))
    """
    columns = {**PRINTED_PRICES, **box.prices}.get(str(town), {})
    widest = max(map(int, columns), default=0)
    return columns.get(str(min(squares, widest)))


def is_odd_track(box: SmugglerBox) -> bool:
    """Tell whether the level rises somewhere along the track, or the bribe falls: it may be misread.

    >>> is_odd_track(SmugglerBox(track=(TrackStep(9, 1), TrackStep(8, 1)))), is_odd_track(sample_box())
    (False, False)
    >>> is_odd_track(SmugglerBox(track=(TrackStep(8, 1), TrackStep(9, 1))))
    True
    """
    levels = [step.level for step in box.track if step.level is not None]
    bribes = [step.bribe for step in box.track if step.bribe is not None]
    return levels != sorted(levels, reverse=True) or bribes != sorted(bribes)


def load_box(document: bytes | str | Document) -> SmugglerBox:
    """Read a box document; every key may be missing.

    Raises:
        UnreadableError: It is none, or names what it does not have.
    """
    return checked(converted(check_format(document, BOX_FORMAT, "smuggler"), SmugglerBox))


def checked(facts: SmugglerBox) -> SmugglerBox:
    """Give facts that agree with themselves.

    Raises:
        UnreadableError: A way leads nowhere, two pieces share a key, or the like.
    """
    for key in facts.places:
        if not _PLACE.fullmatch(key):
            raise UnreadableError(f"A place is called by small letters, digits and _, not {shown(key)}.")
    for way in (*facts.ways, *facts.sea_ways, *facts.seen_ways, *facts.seen_sea_ways):
        _check_places(facts, split_way(way), f"the way {shown(way)}")
    _check_places(facts, facts.merchants, "merchants")
    _check_places(facts, facts.officers_start, "officers_start")
    _check_places(facts, filter(None, (facts.customs_house,)), "customs_house")
    _check_places(facts, facts.no_officer_moves, "no_officer_moves")
    _check_places(facts, (stash.place for stash in facts.stashes), "stashes")
    keys = [piece.id for pieces in facts.merchants.values() for piece in pieces]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise UnreadableError(f"Every piece of goods has a key of its own; {shown(twice)} is there twice.")
    for town, columns in facts.prices.items():
        if not (town.isdecimal() and all(squares.isdecimal() for squares in columns)):
            raise UnreadableError(
                f"Prices stand under a town's size, then a piece's squares; not {shown(town)}."
            )
    return facts


def _check_places(facts: SmugglerBox, places: Iterable[str], where: str) -> None:
    for place in places:
        if place not in facts.places:
            raise UnreadableError(f"The box has no place {shown(place)}, which {where} names.")


def dump_box(facts: SmugglerBox) -> Written:
    """Write facts as a document has them; what is not known is not written."""
    written: Written = msgspec.to_builtins(facts)
    return written


_PRINTED = {
    "2": {"2": ((2, 2), (4, 1), (9, 0))},
    "3": {"2": ((2, 2), (5, 1), (10, 0)), "3": ((3, 2), (6, 1), (12, 0))},
    "5": {
        "2": ((3, 2), (5, 1), (11, 0)),
        "3": ((4, 2), (7, 1), (13, 0)),
        "4": ((4, 3), (12, 1), (16, 0)),
        "5": ((5, 3), (15, 1), (20, 0)),
    },
    "7": {
        "2": ((4, 1), (5, 1), (12, 0)),
        "3": ((5, 2), (9, 1), (14, 0)),
        "4": ((5, 3), (15, 1), (20, 0)),
        "5": ((7, 3), (19, 1), (25, 0)),
    },
}
PRINTED_PRICES: Prices = _PRINTED
"""As the rulebook prints them (p.28)."""


@cache
def sample_box() -> SmugglerBox:
    """Give the box made up by us; it says nothing about the real one."""
    return load_box((resources.files(__package__) / "sample_box.json").read_bytes())
