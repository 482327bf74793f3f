"""A game in play: each player's realm, the display, the phase, and what has to be told."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from scoring import setups
from scoring.game import Cell, Player, ScoreLine, Setup
from scoring.games.tuscany.engine.options import HAND, INFO, TuscanyOptions, options_of
from scoring.games.tuscany.land.box import BoxFacts, load_box
from scoring.games.tuscany.land.tiles import HEX, NEUTRAL, OWN, STACK, UNKNOWN

Lines = tuple[ScoreLine, ...]


class Realm(Struct, frozen=True):
    """All that belongs to one player.

    Attributes:
        fields: The colours of the region's fields.
        areas: For every field its area, sorted.
        covered: What lies on fields.
        store: What lies on each storage space; None for nothing, an empty text for what nobody has read.
        hand: How many cards; None where that is not known.
        is_told: Whether only the player has told so, so that it is counted for all to see at the end.
        put_out: How many tiles of the own stacks lie in the display or have left it.
    """

    fields: Mapping[Cell, str] = {}
    areas: Mapping[Cell, tuple[Cell, ...]] = {}
    pieces: tuple[str, ...] = ()
    covered: Mapping[Cell, str] = {}
    store: tuple[str | None, ...] = (None,)
    tokens: tuple[str, ...] = ()
    marble: int = 0
    workers: int = 0
    hand: int | None = None
    is_told: bool = False
    put_out: int = 0
    green: int = 0
    red: int = 0

    @property
    def bare(self) -> int:
        """How many fields nothing lies on."""
        return len(self.fields) - len(self.covered)

    @property
    def stacks_left(self) -> int:
        """How many of the own stacks still lie there: they are used up one after the other."""
        return -(-(OWN - self.put_out) // STACK)

    def has_all(self, colour: str) -> bool:
        """Tell whether every field of a colour is covered; of one that is not there at all it is not."""
        cells = [cell for cell, has in self.fields.items() if has == colour]
        return bool(cells) and all(cell in self.covered for cell in cells)


class DisplayTile(Struct, frozen=True):
    """A tile that lies open; ``is_neutral`` tells by its back whether it came from the neutral stack."""

    face: str
    is_neutral: bool


class OpenQuestion(Struct, frozen=True):
    """Something that the game needs to be told, since no box fact does.

    Attributes:
        kind: What a colour's bonus brings, what a large area brings, or what a yield card gave.
        key: The colour, or the number of fields.
        place: Of a bonus, whether somebody had completed the colour before: 0 or 1.
        where: The cells it is about.
        scorings: How often green points have been carried over since: what is told late counts in each.
    """

    kind: Literal["bonus", "area", "yield"]
    player: Player
    key: str = ""
    place: int = 0
    where: tuple[Cell, ...] = ()
    scorings: int = 0


class TuscanyState(Struct, frozen=True):
    """Everything there is to know about a game after some moves, or what somebody may see of it.

    Attributes:
        display: The eight places; None for one that is empty.
        neutral: How many tiles the neutral stack has.
        removed: How many of neutral backs lie removed beside it.
        gone: Tiles that have left the game for good.
        completed: Who completed each colour, in order; two at most are paid.
        turns: How many turns were played: nothing else tells, once everybody has drawn.
        scored: How many of the three scorings were done.
        is_last_round: Whether the extra round is played.
        is_played: Whether the last turn was played.
        counted: Whose hand was laid open.
        questions: What has to be told before the game goes on.
    """

    setup: Setup
    options: TuscanyOptions
    realms: Mapping[Player, Realm]
    box: BoxFacts = BoxFacts()
    display: tuple[DisplayTile | None, ...] = ()
    neutral: int = NEUTRAL
    removed: int = 0
    gone: tuple[str, ...] = ()
    completed: Mapping[str, tuple[Player, ...]] = {}
    turn: int = 0
    turns: int = 0
    scored: int = 0
    is_last_round: bool = False
    is_played: bool = False
    counted: tuple[Player, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.setup.players[self.turn].colour

    @property
    def points(self) -> Mapping[Player, int]:
        """The points on the red track."""
        return {player: realm.red for player, realm in self.realms.items()}

    @property
    def is_set_up(self) -> bool:
        """Whether everything lies as it does before the first turn."""
        return bool(self.display) and all(realm.covered and realm.tokens for realm in self.realms.values())


def start(setup: Setup) -> TuscanyState:
    """Begin a game: nothing lies yet.

    Raises:
        UnreadableError: The players, options or box are not ones the game has.
    """
    setups.check_seats(INFO, setup.players)
    options = options_of(setup)
    realm = Realm(hand=HAND if options.hands == "followed" else None)
    box = BoxFacts() if setup.box is None else load_box(setup.box)
    return TuscanyState(setup, options, {seat.colour: realm for seat in setup.players}, box)


def with_realm(state: TuscanyState, player: Player, **changes: object) -> TuscanyState:
    """Give the game with something of one player's changed."""
    return replace(state, realms={**state.realms, player: replace(state.realms[player], **changes)})


def with_stored(state: TuscanyState, player: Player, at: int, face: str) -> TuscanyState:
    """Store something on a space; a tile that lay there leaves the game."""
    store = state.realms[player].store
    before = store[at]
    gone = state.gone if before is None or before == HEX else (*state.gone, before)
    return with_realm(replace(state, gone=gone), player, store=(*store[:at], face, *store[at + 1 :]))


def is_over(state: TuscanyState) -> bool:
    """Tell whether the last turn was played, everything is known, and everybody's cards are counted."""
    return state.is_played and not state.questions and not any(map(is_uncounted, state.realms.values()))


def is_uncounted(realm: Realm) -> bool:
    """Tell whether a player's cards have to be counted at the end."""
    return realm.hand is None or realm.is_told


def seat_of(state: TuscanyState, player: Player) -> int:
    """Give a player's place in turn order."""
    return [seat.colour for seat in state.setup.players].index(player)


def faces_of(state: TuscanyState) -> list[str]:
    """List the tiles that lie in the display, row by row."""
    return [UNKNOWN if tile is None else tile.face for tile in state.display]
