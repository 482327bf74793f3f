"""A game's beginning: with all still to be chosen, or in the middle, with what is on the table by then."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from scoring.beginning import check_counts, check_player, lines_so_far, turn_of
from scoring.documents.document import as_json, converted
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Player, ScoreLine, Setup
from scoring.games.smuggler.documents.boards import SmugglerBoard, dump_board, load_board, state_on
from scoring.games.smuggler.engine.options import INFO
from scoring.games.smuggler.engine.state import SmugglerState, with_household
from scoring.games.smuggler.engine.state import start as start_with_nothing
from scoring.games.smuggler.land.box import SmugglerBox, place_name
from scoring.sentence import as_sentence, marked, sentence

NOTHING_THERE = marked("On that board nothing stands: photograph it anew, or tell what stands there.")
NO_SUCH_PLACE = marked("Your box has no place called {place}, which that board has.")
OF_A_PHOTOGRAPH = {"faults", "doubts", "image_size_px", "confidence", "rival", "at_px", "quads_px"}
"""What of a board document only a photograph tells."""


class SmugglerBeginning(Struct, frozen=True, omit_defaults=True):
    """Where a game began whose first turns nobody followed.

    Attributes:
        points: Of no meaning, since nothing counts before the end.
        turn: Whose turn it is; the first player's where nobody is named.
        gold: Who is not named has nothing, as also of influence and reputation.
    """

    board: Written
    points: dict[Player, int] = {}
    turn: Player = ""
    gold: dict[Player, int] = {}
    influence: dict[Player, int] = {}
    reputation: dict[Player, int] = {}


def start(setup: Setup) -> SmugglerState:
    """Begin with everything still to be chosen, or with what is on the table already.

    Raises:
        UnreadableError: The players, the options, the box, or what is on the table are not such that a game
            can begin.
    """
    return start_with_nothing(setup) if setup.begins is None else _begun(setup, setup.begins)


def carried(setup: Setup) -> tuple[ScoreLine, ...]:
    """Give the lines with which a game in the middle begins; none where it begins with nothing.

    Raises:
        UnreadableError: The game cannot begin like this.
    """
    if setup.begins is None:
        return ()
    households = _begun(setup, setup.begins).households
    return tuple(
        line
        for currency in ("gold", "reputation")
        for line in lines_so_far(
            setup, {player: getattr(each, currency) for player, each in households.items()}, currency
        )
    )


def dump_beginning(begins: Document) -> Written:
    """Write where a game began as its document has it: without what only a photograph tells.

    Raises:
        UnreadableError: It cannot be understood.
    """
    beginning = converted(begins, SmugglerBeginning)
    board = dump_board(load_board(beginning.board))
    told = {name: _told(each) for name, each in board.items() if name not in {*OF_A_PHOTOGRAPH, "box"}}
    box = {"box": board["box"]} if "box" in board else {}
    written: Written = msgspec.to_builtins(beginning)
    return as_json({**written, "board": {**told, **box}})


def _told(written: object) -> object:
    """Leave out of a part of a board document what only a photograph tells."""
    if isinstance(written, list | tuple):
        return [_told(each) for each in written]
    if isinstance(written, dict):
        return {name: _told(each) for name, each in written.items() if name not in OF_A_PHOTOGRAPH}
    return written


def _begun(setup: Setup, begins: Document) -> SmugglerState:
    """Begin with what is on the table; what breaks rules stands as it stands."""
    beginning = converted(begins, SmugglerBeginning)
    board, turn = load_board(beginning.board), turn_of(setup, beginning.turn)
    if not board.pieces:
        raise UnreadableError(sentence(NOTHING_THERE))
    check_counts(setup, beginning.points, sentence("points"))
    for each in INFO.currencies:
        check_counts(setup, getattr(beginning, each.name), as_sentence(each.title))
    for player in _players_of(board):
        check_player(setup, player)
    box = start_with_nothing(setup).box if setup.box is not None else board.box
    _check_places(box, board)
    state = state_on(board, setup, box)
    for seat in setup.players:
        money = {each.name: getattr(beginning, each.name).get(seat.colour, 0) for each in INFO.currencies}
        state = with_household(state, seat.colour, **money)
    return replace(state, turn=turn)


def _players_of(board: SmugglerBoard) -> Iterator[Player]:
    yield from (each.player for each in board.pieces if each.player)
    yield from (each.owner for each in board.goods if each.owner)
    yield from (each.player for each in board.beside)
    if board.turn:
        yield from filter(None, (board.turn.first, *(each.chooser for each in board.turn.pending)))


def _check_places(box: SmugglerBox, board: SmugglerBoard) -> None:
    """Refuse a place that the box does not have.

    Raises:
        UnreadableError: Naming it.
    """
    there = (*(each.place for each in board.pieces), *(each.place for each in board.goods))
    for place in there:
        if place in board.box.places and place not in box.places:
            raise UnreadableError(sentence(NO_SUCH_PLACE, place=place_name(board.box, place)))
