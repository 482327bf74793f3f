"""A game in play: households, officers, goods, the two tracks, and what is still to be chosen."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from scoring import setups
from scoring.game import Cell, Player, ScoreLine, Setup, Term
from scoring.games.smuggler.engine.options import INFO, SmugglerOptions, options_of
from scoring.games.smuggler.land.box import CharacterCard, SmugglerBox, StashCard, TrackStep, load_box
from scoring.games.smuggler.land.spots import cell_of
from scoring.sentence import marked

Lines = tuple[ScoreLine, ...]
ABOARD, CUSTOMS, SOLD = "aboard", "customs", "sold"
"""Where goods are that lie at no place of the map."""
CURRENCIES = ("gold", "influence", "reputation")
UNITS = {currency.name: currency.units for currency in INFO.currencies}


class Household(Struct, frozen=True):
    """All that belongs to one player.

    Attributes:
        secrets: How many secret cards; which they are is for nobody else to know.
        ship: The sea space where it lies; empty where nobody has told.
        hold: The shape of its hold, as rows of # and .; empty where nobody has told.
        markers: Where they stand, sorted; a place with several is there several times.
        coves: Those that a card has opened; "all" for every one.
        used: Cards turned over for the rest of the turn.
    """

    gold: int = 0
    influence: int = 0
    reputation: int = 0
    cards: tuple[CharacterCard, ...] = ()
    used: tuple[str, ...] = ()
    secrets: int = 0
    ship: str = ""
    hold: str = ""
    markers: tuple[str, ...] = ()
    stashes: tuple[StashCard, ...] = ()
    coves: tuple[str, ...] = ()
    passed: bool = False
    has_begun: bool = False


class CustomsOfficer(Struct, frozen=True):
    """A black peg, and whose band it wears."""

    place: str
    bribed_by: Player = ""


class Goods(Struct, frozen=True):
    """A piece of goods.

    Attributes:
        where: A place of the map, or ``ABOARD``, ``CUSTOMS``, ``SOLD``.
        owner: Whose it is; empty for nobody's.
        stash: The stash that it lies in, by its key; empty for none.
    """

    squares: int
    where: str
    owner: Player = ""
    stash: str = ""


class OfficerSteps(Struct, frozen=True, tag="steps"):
    """Steps that officers still have to go.

    Attributes:
        to: The place they go to.
        chooser: Who tells which of several goes, and ``way_chooser`` by which of several ways.
        officer: Who is on the way already, from 1; 0 for nobody.
    """

    to: str
    steps: int
    chooser: Player
    way_chooser: Player
    officer: int = 0


class NewOfficers(Struct, frozen=True, tag="new"):
    """Officers that still have to be put on the board."""

    count: int
    chooser: Player


class SmugglerState(Struct, frozen=True):
    """Everything there is to know about a game after some moves.

    Attributes:
        officers: In the order in which they came.
        goods: By key.
        wheel: How many spaces the gold marker stands beyond START.
        track: On which step of the customs track its marker stands; the number of steps for the END.
        first: Whose token it is that says who begins, as an index into the seats.
        turn: Whose turn it is, likewise.
        number: Which turn of the game is played; 0 while the table is set up.
        is_fresh: Whether nobody has acted in it.
        open_cards: Characters that lie open, as far as somebody has told.
    """

    setup: Setup
    options: SmugglerOptions
    households: Mapping[Player, Household]
    box: SmugglerBox = SmugglerBox()
    officers: tuple[CustomsOfficer, ...] = ()
    goods: Mapping[str, Goods] = {}
    wheel: int = 0
    track: int = 0
    pending: tuple[OfficerSteps | NewOfficers, ...] = ()
    open_cards: tuple[CharacterCard, ...] = ()
    first: int = 0
    turn: int = 0
    number: int = 0
    is_fresh: bool = False
    is_last: bool = False
    is_played: bool = False

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.setup.players[self.turn].colour

    @property
    def points(self) -> Mapping[Player, int]:
        """Nothing counts before the end."""
        return dict.fromkeys(self.households, 0)

    @property
    def step(self) -> TrackStep:
        """The step of the customs track that counts now: that of the END is the last one before it."""
        return self.box.track[min(self.track, len(self.box.track) - 1)] if self.box.track else TrackStep()


def start(setup: Setup) -> SmugglerState:
    """Begin a game: the tracks at their start, officers on their places, goods at the merchants.

    Raises:
        UnreadableError: The players, options or box are not ones the game has.
    """
    setups.check_seats(INFO, setup.players)
    box = SmugglerBox() if setup.box is None else load_box(setup.box)
    households = {seat.colour: Household() for seat in setup.players}
    return with_box(SmugglerState(setup, options_of(setup), households), box)


def with_box(state: SmugglerState, box: SmugglerBox) -> SmugglerState:
    """Give the game with more known of its box: goods and officers that were not known come into it.

    Until somebody has begun, all lies as the box has it.
    """
    goods = {
        piece.id: Goods(piece.squares, merchant)
        for merchant, pieces in box.merchants.items()
        for piece in pieces
    }
    officers = tuple(map(CustomsOfficer, box.officers_start))
    if any(each.has_begun for each in state.households.values()):
        return replace(state, box=box, goods={**goods, **state.goods}, officers=state.officers or officers)
    household = Household(gold=box.start.gold, influence=box.start.influence)
    households = dict.fromkeys(state.households, household)
    return replace(state, box=box, goods=goods, officers=officers, households=households)


def with_household(state: SmugglerState, player: Player, **changes: object) -> SmugglerState:
    """Give the game with something of one player's changed."""
    household = replace(state.households[player], **changes)
    return replace(state, households={**state.households, player: household})


def with_goods(state: SmugglerState, keys: tuple[str, ...], **changes: object) -> SmugglerState:
    """Give the game with some goods changed alike."""
    moved = {key: replace(state.goods[key], **changes) for key in keys}
    return replace(state, goods={**state.goods, **moved})


def with_marker(state: SmugglerState, player: Player, *, gone: str = "", new: str = "") -> SmugglerState:
    """Give the game with a marker taken away and another put down, either of which may be missing."""
    markers = list(state.households[player].markers)
    if gone in markers:
        markers.remove(gone)
    return with_household(state, player, markers=tuple(sorted([*markers, *filter(None, [new])])))


def with_officer(state: SmugglerState, number: int, **changes: str) -> SmugglerState:
    """Give the game with an officer moved or bribed.

    Args:
        number: Which, from 1.
    """
    officers = list(state.officers)
    officers[number - 1] = replace(officers[number - 1], **changes)
    return replace(state, officers=tuple(officers))


FEATURES = (
    marked("ship"),
    marked("buy"),
    marked("land"),
    marked("move"),
    marked("officer"),
    marked("hire"),
    marked("bribe"),
    marked("raid"),
    marked("sell"),
    marked("sale"),
    marked("price"),
    marked("work"),
    marked("reputation"),
    marked("secret"),
    marked("lost"),
    marked("begin"),
    marked("card"),
    marked("count"),
    marked("seized"),
    marked("gold"),
)
"""What lines are about: how documents have it, and what players are told."""


def with_money(
    state: SmugglerState, player: Player, feature: str, changes: Mapping[str, int], where: str = ""
) -> tuple[SmugglerState, Lines]:
    """Give more or less to a player, never less than nothing, with a line for what counts in the end.

    Args:
        feature: For what, as the sheet's lines have it.
        changes: By currency.
        where: The place it is about.
    """
    household = state.households[player]
    after = {name: max(0, getattr(household, name) + change) for name, change in changes.items()}
    cells = cells_of(state, where)
    lines = tuple(
        ScoreLine(feature, cells, (player,), (Term(1, after[name] - was, UNITS[name]),), currency=name)
        for name in ("gold", "reputation")
        for was in (getattr(household, name),)
        if name in after and after[name] != was
    )
    return with_household(state, player, **after), lines


def cells_of(state: SmugglerState, *places: str) -> tuple[Cell, ...]:
    """Give places as sorted cells, those left out that the map does not have."""
    return tuple(sorted(cell_of(state.box, place) for place in {*places} if place in state.box.places))


def is_over(state: SmugglerState) -> bool:
    """Tell whether the last turn was played."""
    return state.is_played


def is_land_ruled(state: SmugglerState) -> bool:
    """Tell whether the box's land ways are told, so that distances can be judged."""
    return bool(state.box.ways)


def can_claim(state: SmugglerState, player: Player, goods: Goods) -> bool:
    """Tell whether goods ashore are a player's, or nobody's beside a marker of theirs."""
    is_ashore = goods.where in state.box.places and not goods.stash
    return is_ashore and goods.owner in {player, ""} and goods.where in state.households[player].markers


def aboard(state: SmugglerState, player: Player) -> dict[str, Goods]:
    """Give the goods in a player's ship, by key."""
    return {key: each for key, each in state.goods.items() if (each.where, each.owner) == (ABOARD, player)}


def beginner(state: SmugglerState) -> Player:
    """Name who has still to tell what they begin with, the next in turn order; empty once all have."""
    return next((player for player, each in state.households.items() if not each.has_begun), "")


def waiting(state: SmugglerState, first: int) -> tuple[int, ...]:
    """Give who has not passed in this turn, as indices into the seats, in turn order.

    Args:
        first: Whom to begin with, likewise; it goes round.
    """
    seats = state.setup.players
    order = ((first + at) % len(seats) for at in range(len(seats)))
    return tuple(at for at in order if not state.households[seats[at].colour].passed)
