"""What is known of a box: the layouts of its pieces, its tiles, what its bonuses and yield cards give.

The rulebook tells little of it, so that every fact may be missing. What is missing is asked, never made up.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.bounds import Count
from scoring.documents.complaints import shown
from scoring.documents.document import check_format, converted
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Cell
from scoring.games.tuscany.land.tiles import FIELDS, read_face

BOX_FORMAT = "tablekeeper.box/1"
LETTERS, FIELDS_OF_A_PIECE = "ABC", 10
YIELD_CARDS = 27
"""So many are in every box."""
SAMPLE = "sample"
"""Names the box made up by us, that ships for demonstrations and tests."""


class YieldCard(Struct, frozen=True, omit_defaults=True):
    """What a yield card gives; nothing at all stands for one that nobody has read."""

    red: Count = 0
    green: Count = 0
    cards: Count = 0
    marble: Count = 0
    workers: Count = 0
    hex: Count = 0


USUAL_CARDS = (
    *(YieldCard(red=count) for count in (1, 2, 3)),
    *(YieldCard(green=count) for count in (1, 2, 3)),
    *(YieldCard(cards=count) for count in (1, 2, 3)),
    YieldCard(marble=1),
    YieldCard(workers=1),
    YieldCard(hex=1),
)
"""What a yield card may give, where the box does not tell: of each thing that the rulebook names."""


class YieldKind(Struct, frozen=True):
    """A kind of yield card, and how many of it a box holds."""

    gives: YieldCard
    count: Count = 0


class RegionFacts(Struct, frozen=True, omit_defaults=True):
    """The cardboard pieces that regions are joined of.

    Attributes:
        shape: The cells of a piece, in the order in which its colours are listed.
        turns: Clockwise sixths by which one may be turned against the next; empty where that is not known.
        next_at: Where the next one may lie, from the last; empty where that is not known.
        pieces: The colours of each, by its letter and number.
    """

    shape: tuple[Cell, ...] = ()
    turns: tuple[int, ...] = ()
    next_at: tuple[Cell, ...] = ()
    pieces: Mapping[str, tuple[str, ...]] = {}


class BoxFacts(Struct, frozen=True, omit_defaults=True):
    """As much of a box as is known.

    Attributes:
        colour_bonus: By colour, what it brings who completes it first, and who second.
        area_points: By the number of its fields as a text, what an area of more than three brings.
        farms: Farms that were seen, with their goods.
        made_up: Whether it says nothing about the real box.
    """

    name: str = ""
    made_up: bool = False
    region: RegionFacts = RegionFacts()
    own_tiles: Mapping[str, Count] = {}
    neutral_tiles: Mapping[str, Count] = {}
    colour_bonus: Mapping[str, tuple[Count | None, Count | None]] = {}
    area_points: Mapping[str, Count] = {}
    yield_cards: tuple[YieldKind, ...] = ()
    farms: tuple[str, ...] = ()

    def with_facts(self, more: "BoxFacts") -> "BoxFacts":
        """Add what has been learned; where both know something, the newer is right."""
        named = {name: getattr(more, name) or getattr(self, name) for name in ("name", "made_up", "region")}
        tiles = {
            name: {**getattr(self, name), **getattr(more, name)} for name in ("own_tiles", "neutral_tiles")
        }
        bonus = dict(self.colour_bonus)
        for colour, values in more.colour_bonus.items():
            known = bonus.get(colour, (None, None))
            first, second = (old if new is None else new for new, old in zip(values, known, strict=True))
            bonus[colour] = first, second
        kinds = {each.gives: each for each in (*self.yield_cards, *more.yield_cards)}
        farms = tuple(dict.fromkeys((*self.farms, *more.farms)))
        areas = {**self.area_points, **more.area_points}
        cards = tuple(kinds.values())
        found = {"colour_bonus": bonus, "area_points": areas, "yield_cards": cards, "farms": farms}
        return replace(self, **named, **tiles, **found)

    def with_seen(self, *, farm: str = "", card: YieldCard | None = None) -> "BoxFacts":
        """Add a farm or a yield card that was seen."""
        if card is not None and all(kind.gives != card for kind in self.yield_cards):
            return replace(self, yield_cards=(*self.yield_cards, YieldKind(card)))
        known = {*self.farms, *self.own_tiles, *self.neutral_tiles}
        return replace(self, farms=(*self.farms, farm)) if farm and farm not in known else self


def yield_cards(facts: BoxFacts) -> tuple[YieldCard, ...]:
    """List what yield cards give, those known first, and may give where nobody has told of all."""
    known = tuple(kind.gives for kind in facts.yield_cards)
    is_whole = sum(kind.count for kind in facts.yield_cards) >= YIELD_CARDS
    return known if is_whole else tuple(dict.fromkeys((*known, *USUAL_CARDS)))


def load_box(document: bytes | str | Document) -> BoxFacts:
    """Read a box document; every key may be missing.

    Raises:
        UnreadableError: It is none, or names what no box has.
    """
    return checked(converted(check_format(document, BOX_FORMAT, "tuscany"), BoxFacts))


def checked(facts: BoxFacts) -> BoxFacts:
    """Give facts with their tiles as the game writes them.

    Raises:
        UnreadableError: There is no such colour, tile, area or piece.
    """
    region = facts.region
    _check_colours(facts.colour_bonus)
    for size in facts.area_points:
        if not (size.isdecimal() and int(size) > 3):
            raise UnreadableError(f"An area of more than three fields is meant, not {shown(size)}.")
    for name, colours in region.pieces.items():
        _check_colours(colours)
        if name[:1] not in LETTERS or not len(colours) == len(region.shape) == FIELDS_OF_A_PIECE:
            raise UnreadableError(
                f"A piece, such as A1, has ten cells, each of a colour; {shown(name)} has not."
            )
    farms = tuple(map(read_face, facts.farms))
    own, neutral = _tiles(facts.own_tiles), _tiles(facts.neutral_tiles)
    return replace(facts, own_tiles=own, neutral_tiles=neutral, farms=farms)


def _tiles(counts: Mapping[str, int]) -> dict[str, int]:
    return {read_face(face): count for face, count in counts.items()}


def _check_colours(colours: Iterable[str]) -> None:
    for colour in colours:
        read_colour(colour)


def read_colour(colour: str) -> str:
    """Read the colour of a field.

    Raises:
        UnreadableError: No field has it.
    """
    if colour not in FIELDS:
        raise UnreadableError(f"No field is {shown(colour)}; there are: {', '.join(FIELDS)}.")
    return colour


@cache
def sample_box() -> BoxFacts:
    """Give the box made up by us; it says nothing about the real one."""
    return load_box((resources.files(__package__) / "sample_box.json").read_bytes())


def dump_box(facts: BoxFacts) -> Written:
    """Write facts as a document has them; what is not known is not written."""
    written: Written = msgspec.to_builtins(facts)
    return written
