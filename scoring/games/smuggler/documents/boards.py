"""What a photograph of the board shows: the board document, rules broken or not, read, checked and written.

Of a beginning in the middle it also holds what lies beside the board, which players tell: cards, stashes,
what is aboard, and how far the turn is.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from scoring.documents.bounds import Count, Share
from scoring.documents.complaints import shown
from scoring.documents.document import check_format, converted
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Fault, Player, ScoreLine, Setup
from scoring.games.smuggler.engine.options import INFO, options_of
from scoring.games.smuggler.engine.state import (
    ABOARD,
    CUSTOMS,
    SOLD,
    CustomsOfficer,
    Goods,
    Household,
    NewOfficers,
    OfficerSteps,
    SmugglerState,
    with_box,
)
from scoring.games.smuggler.land.box import (
    CharacterCard,
    SmugglerBox,
    StashCard,
    checked,
    dump_box,
    sample_box,
)
from scoring.sentence import written

BOARD_FORMAT = "tablekeeper.board/1"
MARKER: Final = "marker"
OFFICER: Final = "officer"
SHIP: Final = "ship"
ON_TRACK = "track:"
"""Officers that wait for their step of the customs track stand at such a place, with its number."""
LARGEST = 5
"""No piece of goods has more squares."""
COLOURS = tuple(map(str, INFO.colours))
QUAD_MM = 36.0
_STEP = re.compile(rf"{ON_TRACK}(\d{{1,3}})")
Pixel = tuple[float, float]


class PieceReading(Struct, frozen=True, omit_defaults=True):
    """A peg or a ship.

    Attributes:
        place: The place of the map; of a waiting officer "track:3" and the like.
        player: Whose; of an officer whoever has bribed him, as far as somebody has told.
        rival: Another player whose it may be as well; empty where the colour is plain.
        at_px: Its foot's middle in the photograph.
    """

    kind: Literal["marker", "officer", "ship"]
    place: str
    player: Player = ""
    confidence: Share = 1.0
    rival: Player = ""
    at_px: Pixel = (0.0, 0.0)


class GoodsReading(Struct, frozen=True, omit_defaults=True):
    """Goods at a place: all that lie there as one reading, or a piece that players have named.

    Attributes:
        place: A place of the map, "customs", or "aboard" for what is in its owner's ship.
        key: Of the one piece; empty for all that was seen there.
        owner: Whose they are; empty for nobody's, or where nobody has told.
        stash: The stash that they lie in.
        at_px: Their middle in the photograph.
    """

    squares: Count
    place: str
    key: str = ""
    owner: Player = ""
    stash: str = ""
    confidence: Share = 1.0
    at_px: Pixel = (0.0, 0.0)


class SpaceReading(Struct, frozen=True, omit_defaults=True):
    """A space of the gold wheel, from START, or a step of the customs track, from 0."""

    number: Count
    confidence: Share = 1.0
    at_px: Pixel = (0.0, 0.0)


class BesideReading(Struct, frozen=True, omit_defaults=True):
    """What lies before a player, which no photograph of the board shows; see ``engine.state.Household``."""

    player: Player
    cards: tuple[CharacterCard, ...] = ()
    used: tuple[str, ...] = ()
    secrets: Count = 0
    hold: str = ""
    stashes: tuple[StashCard, ...] = ()
    coves: tuple[str, ...] = ()
    passed: bool = False


class TurnReading(Struct, frozen=True, omit_defaults=True):
    """How far the turn is, which no photograph shows; see ``engine.state.SmugglerState``.

    Attributes:
        first: Who has the first player's token.
    """

    first: Player = ""
    number: Count = 1
    is_fresh: bool = False
    is_last: bool = False
    is_played: bool = False
    pending: tuple[OfficerSteps | NewOfficers, ...] = ()
    open_cards: tuple[CharacterCard, ...] = ()


class MapDoubt(Struct, frozen=True, omit_defaults=True):
    """Something that was not read, and why.

    Attributes:
        kind: hidden or unclear.
        says: One sentence for a player.
        spot: Where it is to be told.
    """

    kind: str
    says: str
    spot: str = ""


class SmugglerBoard(Struct, frozen=True, omit_defaults=True):
    """The board as read from one photograph.

    Attributes:
        box: What is printed on it; the one made up by us, where a document has none.
        wheel: Where the gold marker stands; None where it was not seen.
        track: Where the marker of the customs track stands, likewise.
        quads_px: A square of ``QUAD_MM`` around each place, as the photograph shows it, clockwise from its
            upper left corner.
    """

    box: SmugglerBox = field(default_factory=sample_box)
    image_size_px: tuple[int, int] = (0, 0)
    pieces: tuple[PieceReading, ...] = ()
    goods: tuple[GoodsReading, ...] = ()
    wheel: SpaceReading | None = None
    track: SpaceReading | None = None
    beside: tuple[BesideReading, ...] = ()
    turn: TurnReading | None = None
    quads_px: Mapping[str, tuple[Pixel, ...]] = {}
    faults: tuple[Fault, ...] = ()
    doubts: tuple[MapDoubt, ...] = ()

    def of_kind(self, kind: str, place: str | None = None) -> tuple[PieceReading, ...]:
        """Give the pieces of a kind, of all places or of one."""
        return tuple(each for each in self.pieces if each.kind == kind and place in {None, each.place})

    def squares(self, place: str) -> int:
        """Count the squares of goods that lie open at a place."""
        return sum(each.squares for each in self.goods if each.place == place and not each.stash)


def step_of(place: str) -> int | None:
    """Give the step of the track on which an officer waits; None of a place of the map.

    >>> step_of("track:3"), step_of("newlyn")
    (3, None)
    """
    found = _STEP.fullmatch(place)
    return int(found[1]) if found else None


# --- documents -------------------------------------------------------------------------------------


def load_board(document: bytes | str | Document) -> SmugglerBoard:
    """Read a board document; a board that breaks rules is read, nonsense is refused.

    Raises:
        UnreadableError: Naming the place where the document cannot be understood.
    """
    board = converted(check_format(document, BOARD_FORMAT, INFO.name), SmugglerBoard)
    board = replace(board, box=checked(board.box))
    for place in _places_named(board):
        if place not in board.box.places:
            raise UnreadableError(f"The box of this board has no place {shown(place)}.")
    for step in filter(None, (step_of(each.place) for each in board.of_kind(OFFICER))):
        if step > len(board.box.track):
            raise UnreadableError(f"The customs track of this board has no step {step}.")
    for player in _players_named(board):
        if player not in COLOURS:
            raise UnreadableError(f"A player's colour can be {', '.join(COLOURS)}, not {shown(player)}.")
    if any(not each.player for each in board.pieces if each.kind != OFFICER):
        raise UnreadableError("A marker or a ship is somebody's: say whose, or leave it out.")
    return board


def _places_named(board: SmugglerBoard) -> Iterator[str]:
    yield from (each.place for each in board.pieces if step_of(each.place) is None or each.kind != OFFICER)
    yield from (each.place for each in board.goods if each.place not in {CUSTOMS, ABOARD})
    yield from (stash.place for each in board.beside for stash in each.stashes)
    for each in board.turn.pending if board.turn else ():
        if isinstance(each, OfficerSteps):
            yield each.to


def _players_named(board: SmugglerBoard) -> Iterator[Player]:
    for each in board.pieces:
        yield from filter(None, (each.player, each.rival))
    yield from (each.owner for each in board.goods if each.owner)
    yield from (each.player for each in board.beside)
    if board.turn:
        yield from filter(None, (board.turn.first, *(each.chooser for each in board.turn.pending)))


def dump_board(board: SmugglerBoard) -> Written:
    """Write a board document; the box made up by us, that ships, is not in it."""
    told: Written = msgspec.to_builtins(board, enc_hook=written)
    is_sample = board.box == sample_box()
    told = {name: value for name, value in told.items() if name != "box" or not is_sample}
    box = {} if is_sample else {"box": dump_box(board.box)}
    about = {"format": BOARD_FORMAT, "game": INFO.name, "image_size_px": list(board.image_size_px)}
    return {**about, **told, **box}


# --- a board as a game in play, a game as a board ----------------------------------------------------


def board_of(state: SmugglerState) -> SmugglerBoard:
    """Give a game in play as a board, as a perfect photograph of it would be read, and all beside it."""
    goods = (
        GoodsReading(each.squares, each.where, key, each.owner, each.stash)
        for key, each in state.goods.items()
        if each.where != SOLD
    )
    first = state.setup.players[state.first].colour
    return SmugglerBoard(
        state.box,
        pieces=(*_pieces_of(state),),
        goods=(*goods,),
        wheel=SpaceReading(state.wheel),
        track=SpaceReading(state.track),
        beside=tuple(
            BesideReading(player, each.cards, each.used, each.secrets, each.hold, each.stashes, each.coves,
                          each.passed)
            for player, each in state.households.items()
        ),
        turn=TurnReading(
            first, state.number, state.is_fresh, state.is_last, state.is_played, state.pending,
            state.open_cards,
        ),
    )  # fmt: skip


def _pieces_of(state: SmugglerState) -> Iterator[PieceReading]:
    for player, each in state.households.items():
        yield from (PieceReading(MARKER, place, player) for place in each.markers)
        if each.ship:
            yield PieceReading(SHIP, each.ship, player)
    yield from (PieceReading(OFFICER, each.place, each.bribed_by) for each in state.officers)
    yield from (PieceReading(OFFICER, f"{ON_TRACK}{step}") for step in waiting(state.box, state.track))


def waiting(box: SmugglerBox, track: int) -> tuple[int, ...]:
    """Give the marked steps on which officers still wait, the track's marker being on a step."""
    marked = [at for at, step in enumerate(box.track) if step.officer]
    reached = sum(step.officer for step in box.track[: track + 1])
    return tuple(marked[reached:])


def state_on(board: SmugglerBoard, setup: Setup, box: SmugglerBox) -> SmugglerState:
    """Give a board as a game in play; what breaks rules stands as it stands, and nobody has any money.

    Args:
        setup: Who plays by which rules.
        box: As much as is known of it, with all places that the board names.
    """
    seats = [seat.colour for seat in setup.players]
    empty = with_box(SmugglerState(setup, options_of(setup), {seat: Household() for seat in seats}), box)
    turn = board.turn or TurnReading()
    return replace(
        empty,
        households={seat: _household(board, seat) for seat in seats},
        officers=tuple(
            CustomsOfficer(each.place, each.player)
            for each in board.of_kind(OFFICER)
            if step_of(each.place) is None
        ),
        goods=_goods(empty.goods, board),
        wheel=board.wheel.number if board.wheel else 0,
        track=board.track.number if board.track else 0,
        pending=turn.pending,
        open_cards=turn.open_cards,
        first=seats.index(turn.first) if turn.first in seats else 0,
        number=max(1, turn.number),
        is_fresh=turn.is_fresh,
        is_last=turn.is_last,
        is_played=turn.is_played,
    )


def _household(board: SmugglerBoard, player: Player) -> Household:
    beside = next((each for each in board.beside if each.player == player), BesideReading(player))
    ships = [each.place for each in board.of_kind(SHIP) if each.player == player]
    return Household(
        cards=beside.cards,
        used=beside.used,
        secrets=beside.secrets,
        ship=ships[0] if ships else "",
        hold=beside.hold,
        markers=tuple(sorted(each.place for each in board.of_kind(MARKER) if each.player == player)),
        stashes=beside.stashes,
        coves=beside.coves,
        passed=beside.passed,
        has_begun=True,
    )


def _goods(known: Mapping[str, Goods], board: SmugglerBoard) -> Mapping[str, Goods]:
    """Tell which pieces of the box are where; those that are nowhere have been sold.

    Where only squares were counted, the box's own pieces make them up: a merchant's own first.

    Args:
        known: The box's pieces, each at its merchant.
    """
    named = {each.key: each for each in board.goods if each.key}
    left = {key: piece for key, piece in known.items() if key not in named}
    found = {key: Goods(each.squares, each.place, each.owner, each.stash) for key, each in named.items()}
    for number, each in enumerate(each for each in board.goods if not each.key and each.squares):
        own = {key: piece.squares for key, piece in left.items() if piece.where == each.place}
        others = {key: piece.squares for key, piece in left.items() if key not in own}
        keys = _summing(own, each.squares) or _summing({**others, **own}, each.squares)
        pieces = {key: left.pop(key).squares for key in keys} or _made_up(f"lying{number}", each.squares)
        found |= {key: Goods(size, each.place, each.owner, each.stash) for key, size in pieces.items()}
    whole = {**found, **{key: replace(piece, where=SOLD) for key, piece in left.items()}}
    return {key: whole[key] for key in dict.fromkeys((*known, *whole))}


def _summing(sizes: Mapping[str, int], squares: int) -> tuple[str, ...]:
    """Choose pieces that have so many squares together; none where no choice does."""
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for key, size in sizes.items():
        more = {total + size: (*keys, key) for total, keys in ways.items() if total + size <= squares}
        ways = {**more, **ways}
    return ways.get(squares, ())


def _made_up(key: str, squares: int) -> Mapping[str, int]:
    """Share squares that no pieces of the box make up among pieces that nobody has named."""
    sizes = [LARGEST] * (squares // LARGEST) + [squares % LARGEST] * bool(squares % LARGEST)
    return {f"{key}_{at}": size for at, size in enumerate(sizes)}


def score_board(board: SmugglerBoard, setup: Setup) -> tuple[ScoreLine, ...]:
    """Score a board as it lies: with no line, since gold and reputation alone count, which lie beside it.

    Raises:
        UnreadableError: The setup's rules or options do not exist.
    """
    options_of(setup)
    return ()


def counted(board: SmugglerBoard) -> dict[str, dict[Player, int]]:
    """Tell how much of each currency a photograph shows: of none, since all of it lies beside the board."""
    return {}
