"""A game's beginning: with nothing on the table, or in the middle, with what lies on it by then."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from scoring.beginning import check_counts, check_player, lines_so_far, turn_of
from scoring.documents.document import converted
from scoring.documents.values import Document, Written
from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import Player, ScoreLine, Setup
from scoring.games.tuscany.documents.boards import LAST, OVER, display_on, dump_board, load_board, realm_on
from scoring.games.tuscany.engine.options import INFO
from scoring.games.tuscany.engine.points import PHASES
from scoring.games.tuscany.engine.state import Realm, TuscanyState
from scoring.games.tuscany.engine.state import start as start_with_nothing
from scoring.games.tuscany.land.board import TuscanyBoard
from scoring.games.tuscany.land.regions import check_fields
from scoring.games.tuscany.land.tiles import DISPLAY, FIELDS, NEUTRAL, STACK
from scoring.sentence import as_sentence, marked, sentence

OF_A_PHOTOGRAPH = {
    *("format", "game", "image_size_px", "faults", "doubts"),
    *("confidence", "alternatives", "hex_px", "at_px"),
}
"""What of a board document only a photograph tells."""


class TuscanyBeginning(Struct, frozen=True, omit_defaults=True):
    """Where a game began whose first turns nobody followed.

    Attributes:
        points: Those on the red track; of who is not named, the step on which the board has the marker.
        turn: Whose turn it is; the first player's where nobody is named.
        green: Likewise of the green track.
        marble: Who is not named has what the board shows, as also of workers.
        hand: Of who is not named nobody knows it.
    """

    board: Written
    points: dict[Player, int] = {}
    turn: Player = ""
    green: dict[Player, int] = {}
    marble: dict[Player, int] = {}
    workers: dict[Player, int] = {}
    hand: dict[Player, int] = {}


def start(setup: Setup) -> TuscanyState:
    """Begin before anything lies, or with what lies on the table already.

    Raises:
        UnreadableError: The players, the options, or what lies there are not such that a game can begin.
    """
    return start_with_nothing(setup) if setup.begins is None else _begun(setup, setup.begins)


def carried(setup: Setup) -> tuple[ScoreLine, ...]:
    """Give the lines with which a game in the middle begins; none where it begins with nothing.

    Raises:
        UnreadableError: The game cannot begin like this.
    """
    if setup.begins is None:
        return ()
    realms = _begun(setup, setup.begins).realms
    green = {player: realm.green for player, realm in realms.items()}
    red = {player: realm.red for player, realm in realms.items()}
    return (*lines_so_far(setup, red), *lines_so_far(setup, green, "green"))


def dump_beginning(begins: Document) -> Written:
    """Write where a game began as its document has it: without what only a photograph tells.

    Raises:
        UnreadableError: It cannot be understood.
    """
    beginning = converted(begins, TuscanyBeginning)
    written: Written = msgspec.to_builtins(beginning)
    return {**written, "board": _told(dump_board(load_board(beginning.board)))}


def _told(written: object) -> object:
    """Leave out of a board document what only a photograph tells."""
    if isinstance(written, list):
        return [_told(each) for each in written]
    if isinstance(written, dict):
        return {name: _told(each) for name, each in written.items() if name not in OF_A_PHOTOGRAPH}
    return written


def _begun(setup: Setup, begins: Document) -> TuscanyState:
    """Begin with what lies on the table; what breaks rules lies as it lies, but every region is whole."""
    empty, beginning = start_with_nothing(setup), converted(begins, TuscanyBeginning)
    board, turn = load_board(beginning.board), turn_of(setup, beginning.turn)
    check_counts(setup, beginning.points, sentence("points"))
    for each in INFO.currencies:
        check_counts(setup, getattr(beginning, each.name), as_sentence(each.title))
    for region in board.regions:
        if region.player:
            check_player(setup, region.player)
    realms = {seat.colour: _realm(setup, board, at) for at, seat in enumerate(setup.players)}
    told = {"red": beginning.points} | {each.name: getattr(beginning, each.name) for each in INFO.currencies}
    for player, realm in realms.items():
        known = {what: counts[player] for what, counts in told.items() if player in counts}
        realms[player] = replace(realm, **known)
    phase = board.phase or _phase(tuple(realms.values()), turn)
    return replace(
        empty,
        realms=realms,
        display=display_on(board),
        neutral=NEUTRAL - DISPLAY if board.neutral is None else board.neutral,
        removed=board.removed or 0,
        completed=_completed(realms),
        turn=turn,
        scored=_scored(phase, is_early=empty.options.third_scoring == "before"),
        is_last_round=phase >= LAST,
        is_played=phase == OVER,
        counted=tuple(player for player in realms if phase == OVER and player in beginning.hand),
    )


def _realm(setup: Setup, board: TuscanyBoard, seat: int) -> Realm:
    """Find a player's region, and what else is theirs.

    Raises:
        UnreadableError: It is not on the board, or not thirty fields with the counts of colours, or without
            the token that everybody has.
    """
    player = setup.players[seat]
    regions = [at for at, each in enumerate(board.regions) if each.player == player.colour]
    if len(regions) != 1:
        words = marked("{count} regions of {name} are on that board: say of each whose it is.")
        raise UnreadableError(sentence(words, count=len(regions), name=player.name))
    realm = realm_on(board, regions[0], seat)
    try:
        check_fields(realm.fields)
    except IllegalMoveError as error:
        words = marked("The region of {name} is not read: {why}")
        raise UnreadableError(sentence(words, name=player.name, why=error.says)) from error
    if len(realm.covered) > 1 and not realm.tokens:
        words = marked("{name} has at least one token: tap the bar below the region, and say which.")
        raise UnreadableError(sentence(words, name=player.name))
    return realm


def _completed(realms: dict[Player, Realm]) -> dict[str, tuple[Player, ...]]:
    """Give who completed which colour; in what order they did does not show, and changes nothing any more."""
    return {
        colour: tuple(player for player, realm in realms.items() if realm.has_all(colour))
        for colour in FIELDS
        if any(realm.has_all(colour) for realm in realms.values())
    }


def _phase(realms: tuple[Realm, ...], turn: int) -> int:
    """Tell which phase is played where nobody has said so.

    A stack that was emptied just now, by somebody who has had their turn in this round, ends its phase with
    the round; any other has ended it.
    """
    emptied = min(PHASES, max(realm.put_out for realm in realms) // STACK)
    ending = [at for at, realm in enumerate(realms) if realm.put_out >= STACK * emptied]
    is_open = all(at < turn and realms[at].put_out == STACK * emptied for at in ending)
    return max(1, emptied) if is_open else emptied + 1


def _scored(phase: int, *, is_early: bool) -> int:
    """Tell how many scorings there were; the third comes after the extra round, or before it."""
    return PHASES if phase == OVER or (phase == LAST and is_early) else min(phase, PHASES) - 1
