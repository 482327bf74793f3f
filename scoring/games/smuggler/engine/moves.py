"""What players do and tell: one frozen value each, written as the game document has it.

The name of a move's class in ``KINDS`` is its ``do`` there; what is only told has a key of its own instead.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from scoring.documents.bounds import Count
from scoring.game import Player
from scoring.games.smuggler.land.box import CharacterCard, SmugglerBox, StashCard
from scoring.roles.defaults import hash_by_player

Pays = Literal["influence", "gold", "reputation"]
Officer = Annotated[int, Meta(ge=1, le=99)]
"""Which officer, from 1 in the order in which they came."""
Change = Annotated[int, Meta(ge=-999, le=999)]


class OfficerWalk(Struct, frozen=True):
    """An officer's way: the places entered, in order."""

    officer: Officer
    way: tuple[str, ...]


class Sail(Struct, frozen=True, omit_defaults=True):
    """The ship, one sea space."""

    player: Player
    to: str
    pays: Pays = "influence"


class Carry(Struct, frozen=True, omit_defaults=True):
    """A marker, a piece of goods, or both together, to a place next door.

    Attributes:
        marker: From where to where the marker goes.
        to: Where goods go without a marker.
    """

    player: Player
    marker: tuple[str, str] | None = None
    goods: str = ""
    to: str = ""
    pays: Pays = "influence"

    @property
    def end(self) -> str:
        """Where it leads."""
        return self.marker[1] if self.marker else self.to


class Order(Struct, frozen=True, omit_defaults=True):
    """An officer, one space anywhere."""

    player: Player
    officer: Officer
    to: str
    pays: Pays = "influence"


class Work(Struct, frozen=True, omit_defaults=True):
    """Honest work."""

    player: Player


class LandGoods(Struct, frozen=True, omit_defaults=True):
    """Goods of the ship put ashore.

    Attributes:
        extra: Influence paid to lower the risk.
        less: What a card takes off the risk.
        stash: Which of them go straight into a stash there.
        walks: How officers went, as far as there was a choice.
    """

    player: Player
    at: str
    goods: tuple[str, ...]
    extra: Count = 0
    less: Count = 0
    stash: tuple[str, ...] = ()
    walks: tuple[OfficerWalk, ...] = ()


class Buy(Struct, frozen=True, omit_defaults=True):
    """A piece at the merchant; of a stock that nobody knows, only its squares."""

    player: Player
    goods: str = ""
    squares: Count = 0


class Sell(Struct, frozen=True, omit_defaults=True):
    """A piece of goods sold.

    Attributes:
        row: Of the price list, by what it costs.
        gets: Gold and reputation, where no price list tells them.
    """

    player: Player
    goods: str
    row: Annotated[int, Meta(ge=0, le=2)] = 0
    pays: Pays = "influence"
    gets: tuple[Count, Count] | None = None
    walks: tuple[OfficerWalk, ...] = ()
    new_officers: tuple[str, ...] = ()


class BuyReputation(Struct, frozen=True, omit_defaults=True):
    """Reputation for gold."""

    player: Player


class DrawSecret(Struct, frozen=True, omit_defaults=True):
    """A secret card; which one is for nobody to know."""

    player: Player
    pays: Pays = "influence"


class Hire(Struct, frozen=True, omit_defaults=True):
    """A character, with a new marker and perhaps a stash."""

    player: Player
    card: CharacterCard
    marker: str = ""
    pays: Pays = "influence"
    stash: StashCard | None = None


class Bribe(Struct, frozen=True, omit_defaults=True):
    """An officer bribed; with the price, where no track tells it."""

    player: Player
    officer: Officer
    price: Count | None = None


class Raid(Struct, frozen=True, omit_defaults=True):
    """Goods freed from the customs house, for a mob card and a marker a piece."""

    player: Player
    goods: tuple[str, ...]
    cards: tuple[str, ...]
    markers: tuple[str, ...] = ()


class Pass(Struct, frozen=True, omit_defaults=True):
    """No more actions in this turn."""

    player: Player


class Begin(Struct, frozen=True, omit_defaults=True):
    """What a player begins with, as far as it is told."""

    player: Player
    card: CharacterCard | None = None
    marker: str = ""
    ship: str = ""
    hold: str = ""
    stash: StashCard | None = None


class Store(Struct, frozen=True, omit_defaults=True):
    """Goods into a stash, or out of it."""

    player: Player
    stash: str
    put: tuple[str, ...] = ()
    take: tuple[str, ...] = ()


class Learn(Struct, frozen=True):
    """Facts about the box."""

    player: Player
    box: SmugglerBox

    __hash__ = hash_by_player


class Reveal(Struct, frozen=True):
    """The characters that lie open."""

    player: Player
    open: tuple[CharacterCard, ...]


class LoseCharacter(Struct, frozen=True, omit_defaults=True):
    """A character lost, and one marker."""

    player: Player
    lose: str
    marker: str = ""


class OpenCove(Struct, frozen=True):
    """A card opens a cove for a player; "all" opens every one."""

    player: Player
    cove: str


class Purse(Struct, frozen=True, omit_defaults=True):
    """What a player has, as far as it was counted; of a change, by how much it differs."""

    gold: Change | None = None
    influence: Change | None = None
    reputation: Change | None = None
    secrets: Change | None = None


class Power(Struct, frozen=True, omit_defaults=True):
    """Something that a card did.

    Attributes:
        used: Whether the card is turned over for the rest of the turn.
        officers: Where it moved officers, by their numbers.
        ships: Where it moved ships.
    """

    player: Player
    card: str
    changes: Mapping[Player, Purse] = {}
    used: bool = False
    officers: Mapping[str, str] = {}
    ships: Mapping[Player, str] = {}

    __hash__ = hash_by_player


class CountAll(Struct, frozen=True, omit_defaults=True):
    """What lies there, counted: each player's, the gold wheel and the customs track."""

    player: Player
    count: Mapping[Player, Purse]
    wheel: Count | None = None
    track: Count | None = None

    __hash__ = hash_by_player


class LastTurn(Struct, frozen=True):
    """Players tell whether this turn is the last one."""

    player: Player
    last: bool


class WalkOfficers(Struct, frozen=True):
    """Whoever chooses tells how officers went."""

    player: Player
    walks: tuple[OfficerWalk, ...]


class PlaceOfficers(Struct, frozen=True):
    """Whoever chooses puts new officers on the board."""

    player: Player
    new_officers: tuple[str, ...]


Deed = (
    Sail
    | Carry
    | Order
    | Work
    | LandGoods
    | Buy
    | Sell
    | BuyReputation
    | DrawSecret
    | Hire
    | Bribe
    | Raid
    | Pass
)
"""An action: a turn each."""
Told = Learn | Reveal | LoseCharacter | OpenCove | Power | CountAll | LastTurn | WalkOfficers | PlaceOfficers
"""What takes no turn, and is known by the key that it is told under."""
Move = Deed | Begin | Store | Told

KINDS: Mapping[str, type[Deed | Begin | Store]] = {
    "ship": Sail,
    "move": Carry,
    "officer": Order,
    "work": Work,
    "land": LandGoods,
    "buy": Buy,
    "sell": Sell,
    "reputation": BuyReputation,
    "secret": DrawSecret,
    "hire": Hire,
    "bribe": Bribe,
    "raid": Raid,
    "pass": Pass,
    "begin": Begin,
    "stash": Store,
}
TOLD: Mapping[str, type[Told]] = {
    "box": Learn,
    "open": Reveal,
    "lose": LoseCharacter,
    "cove": OpenCove,
    "card": Power,
    "count": CountAll,
    "last": LastTurn,
    "walks": WalkOfficers,
    "new_officers": PlaceOfficers,
}
_NAMES: Mapping[type[Move], str] = {kind: name for name, kind in {**KINDS, **TOLD}.items()}
ACTIONS = tuple(name for name in KINDS if name not in {"begin", "stash"})


def name_of_move(move: Move) -> str:
    """Name what a move does.

    >>> name_of_move(Sail("red", "lands_end")), name_of_move(LastTurn("red", last=True))
    ('ship', 'last')
    """
    return _NAMES[type(move)]


def is_action(move: Move) -> bool:
    """Tell whether a move is an action, which takes the turn."""
    return name_of_move(move) in ACTIONS
