"""Board documents: read, checked for nonsense, written, and scored as they lie."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import check_format, converted, struct_document
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Player, PlayerSeat, ScoreLine, Setup
from scoring.games.tuscany.engine.options import COLOURS, INFO, TRACK, options_of
from scoring.games.tuscany.engine.points import score_standing
from scoring.games.tuscany.engine.state import DisplayTile, Realm, TuscanyState
from scoring.games.tuscany.land.board import (
    BOARD_FORMAT,
    Alternative,
    ColourReading,
    Counted,
    CountReading,
    CoverReading,
    RegionReading,
    ThingReading,
    TuscanyBoard,
    of_region,
)
from scoring.games.tuscany.land.box import read_colour
from scoring.games.tuscany.land.regions import SEAT_COLUMNS, areas_of, is_on_seat
from scoring.games.tuscany.land.spots import seat_at
from scoring.games.tuscany.land.tiles import DISPLAY, HEX, OWN, STORAGE, TOKENS, UNKNOWN, read_face
from scoring.sentence import sentence

MOST_REGIONS = 4
LAST, OVER = 4, 5
"""Of the phases of a board: the extra round, and a game that is over."""
Reading = TypeVar("Reading", CoverReading, ColourReading, ThingReading)


def load_board(document: bytes | str | Document) -> TuscanyBoard:
    """Read a board document; a board that breaks rules is read, nonsense is refused.

    Raises:
        UnreadableError: Naming the place where the document cannot be understood.
    """
    board = converted(check_format(document, BOARD_FORMAT, "tuscany"), TuscanyBoard)
    if len(board.regions) > MOST_REGIONS:
        raise UnreadableError(f"A table has at most {MOST_REGIONS} regions.")
    _check_places(board)
    for player in (*(each.player for each in board.regions), *(each.player for each in board.counts)):
        if player and player not in COLOURS:
            raise UnreadableError(f"A player's colour can be {', '.join(COLOURS)}, not {shown(player)}.")
    return replace(
        board,
        fields=_read(board.fields, "colour", read_colour),
        covers=_read(board.covers, "face", known_face),
        store=_read(board.store, "face", known_face),
        tokens=_read(board.tokens, "face", known_token),
        display=_read(board.display, "face", known_face),
    )


def _check_places(board: TuscanyBoard) -> None:
    seats = range(len(board.regions))
    for cell in (*(each.cell for each in board.fields), *(each.cell for each in board.covers)):
        if seat_at(cell[0]) not in seats or not is_on_seat(cell, seat_at(cell[0])):
            raise UnreadableError(f"There is no region at {list(cell)}.")
    for thing in (*board.store, *board.tokens):
        if thing.region not in seats:
            raise UnreadableError(f"There is no region {thing.region}.")
    places = [
        *(("field", each.cell, 0) for each in board.fields),
        *(("tile", each.cell, 0) for each in board.covers),
        *(("stored tile", each.number, each.region) for each in board.store),
        *(("token", each.number, each.region) for each in board.tokens),
        *(("tile of the display", each.number, 0) for each in board.display),
    ]
    for (what, place, _), count in Counter(places).items():
        if count > 1:
            raise UnreadableError(f"A place holds one {what}; two are said to lie at {place}.")
    if any(each.number >= DISPLAY for each in board.display):
        raise UnreadableError(f"The display has {DISPLAY} places, from 0 on.")
    if not 1 <= (board.phase or 1) <= OVER:
        raise UnreadableError(f"A phase is a number from 1 to {OVER}.")


def _read(readings: Iterable[Reading], name: str, read: Callable[[str], str]) -> tuple[Reading, ...]:
    """Read the names of readings and of what else they may be."""
    return tuple(
        replace(
            each,
            **{name: read(getattr(each, name))},
            alternatives=tuple(
                Alternative(other.name and read(other.name), other.confidence) for other in each.alternatives
            ),
        )
        for each in readings
    )


def known_face(face: str) -> str:
    """Read a tile, a wooden hexagon, or one that nobody has read.

    Raises:
        UnreadableError: There is no such thing.
    """
    return face if face in {HEX, ""} else read_face(face)


def known_token(token: str) -> str:
    """Read a token, or one that nobody has read.

    Raises:
        UnreadableError: There is no such kind.
    """
    if token and token not in TOKENS:
        raise UnreadableError(f"There is no token called {shown(token)}; there are: {', '.join(TOKENS)}.")
    return token


def dump_board(board: TuscanyBoard) -> Written:
    """Write a board document."""
    written: Written = struct_document(board)
    return written


def board_of(state: TuscanyState) -> TuscanyBoard:
    """Give a game in play as a board, as a perfect photograph of it would be read."""
    realms = list(enumerate(state.realms.values()))
    fields = [ColourReading(cell, colour) for _, realm in realms for cell, colour in realm.fields.items()]
    covers = [CoverReading(cell, face) for _, realm in realms for cell, face in realm.covered.items()]
    stored = [(at, face, seat) for seat, realm in realms for at, face in enumerate(realm.store)]
    tokens = [ThingReading(at, kind, seat) for seat, realm in realms for at, kind in enumerate(realm.tokens)]
    lying = ((at, tile) for at, tile in enumerate(state.display) if tile)
    counts = [
        CountReading(what, player, count)
        for player, realm in state.realms.items()
        for what, count in counts_of(realm).items()
    ]
    return TuscanyBoard(
        regions=tuple(RegionReading(player) for player in state.realms),
        fields=tuple(fields),
        covers=tuple(covers),
        store=tuple(ThingReading(at, face, seat) for at, face, seat in stored if face is not None),
        tokens=tuple(tokens),
        display=tuple(ThingReading(at, tile.face, is_neutral=tile.is_neutral) for at, tile in lying),
        counts=tuple(counts),
        phase=OVER if state.is_played else LAST if state.is_last_round else state.scored + 1,
        neutral=state.neutral,
        removed=state.removed,
    )


def counts_of(realm: Realm) -> dict[Counted, int]:
    """Give what of a player's could be counted on the table."""
    return {
        "green": realm.green % TRACK,
        "red": realm.red % TRACK,
        "marble": realm.marble,
        "workers": realm.workers,
        "stacks": OWN - realm.put_out,
    }


# --- what lies there, as a game knows it -------------------------------------------------------------


def realm_on(board: TuscanyBoard, region: int, seat: int | None = None) -> Realm:
    """Give what belongs to whoever has a region, as far as the photograph tells.

    For each tile that the player has laid or stored another one came out of the player's stacks: where nobody
    has counted these, at least so many were put out.

    Args:
        seat: Where its player sits, if not in the order of the regions; its cells are moved there.
    """
    columns = 0 if seat is None else SEAT_COLUMNS * (seat - region)
    fields, lying = board.colours(region), board.covered(region)
    tokens = tuple(each.face for each in of_region(board.tokens, region) if each.face)
    stored = {each.number: each.face for each in of_region(board.store, region)}
    spaces = max(1 + tokens.count(STORAGE), *(number + 1 for number in stored), 1)
    covered = {(q + columns, r): lies for (q, r), lies in lying.items() if (q, r) in fields}
    moved = {(q + columns, r): colour for (q, r), colour in fields.items()}
    counts = {each.what: each.count for each in board.counts if each.player == board.owner(region)}
    laid = sum(face != HEX for face in (*covered.values(), *stored.values())) - bool(covered)
    return Realm(
        fields=moved,
        areas=areas_of(moved),
        covered=covered,
        store=tuple(stored.get(at) for at in range(spaces)),
        tokens=tokens,
        marble=counts.get("marble", 0),
        workers=counts.get("workers", 0),
        put_out=min(OWN, max(0, OWN - counts["stacks"] if "stacks" in counts else laid)),
        green=counts.get("green", 0),
        red=counts.get("red", 0),
    )


def state_on(board: TuscanyBoard) -> TuscanyState:
    """Give a board as a game in play, the regions' owners in the order in which they were found."""
    owners = [board.owner(region) for region in range(len(board.regions))]
    names = (
        owner.title() if board.regions[at].player else sentence("region {number}", number=at + 1)
        for at, owner in enumerate(owners)
    )
    seats = tuple(map(PlayerSeat, names, owners))
    setup = Setup(INFO.rule_sets[0].name, seats)
    realms = {owner: realm_on(board, at) for at, owner in enumerate(owners)}
    return TuscanyState(setup, options_of(setup), realms, display=display_on(board))


def display_on(board: TuscanyBoard) -> tuple[DisplayTile, ...]:
    """Give the eight open tiles; what was not seen is a tile that nobody has read."""
    seen = {each.number: DisplayTile(each.face, each.is_neutral) for each in board.display}
    return tuple(seen.get(at, DisplayTile(UNKNOWN, is_neutral=False)) for at in range(DISPLAY))


def score_board(board: TuscanyBoard, setup: Setup) -> tuple[ScoreLine, ...]:
    """Score what lies on the regions of a board and before their players, as if the game had ended with it.

    Green points are those that a region shows: of areas, farms and storage spaces. What a colour brings is
    printed elsewhere, so that one that is completed is named without its points. Regions that are nobody's
    score nothing.

    Raises:
        UnreadableError: The rules or options do not exist.
    """
    seen = state_on(board)
    known = {board.owner(at): each.player for at, each in enumerate(board.regions)}
    players = {owner: realm for owner, realm in seen.realms.items() if known[owner]}
    return score_standing(replace(seen, options=options_of(setup), realms=players))


def counted(board: TuscanyBoard) -> dict[str, dict[Player, int]]:
    """Tell which steps the markers stand on, and how large the heaps are, as far as they are in view."""
    shown: dict[str, dict[Player, int]] = {}
    for each in board.counts:
        shown.setdefault("" if each.what == "red" else each.what, {})[each.player] = each.count
    return shown
