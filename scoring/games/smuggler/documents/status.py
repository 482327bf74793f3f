"""Everything that is wrong with a photographed board, listed at once.

Only what is certainly wrong is listed: what lies beside the board, no photograph shows.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.game import Fault, Setup
from scoring.games.smuggler.documents.boards import (
    MARKER,
    OFFICER,
    SHIP,
    SmugglerBoard,
    step_of,
    waiting,
)
from scoring.games.smuggler.engine.options import options_of
from scoring.games.smuggler.engine.state import CUSTOMS
from scoring.games.smuggler.land.box import is_land, is_water
from scoring.games.smuggler.land.spots import cell_of
from scoring.sentence import Sentence, marked, sentence

TWO_SHIPS = marked("{count} ships of {colour}, who has one")
NOT_ASHORE = marked("{piece} stands at sea")
NOT_AFLOAT = marked("the ship of {colour} is on land")
GOODS_AT_SEA = marked("goods lie at sea")
TOO_MANY_GOODS = marked("{count} squares of goods, but the box has {most}")
TOO_MANY_THERE = marked("{count} squares of goods at a merchant who sells {most}")
WAITS_WRONGLY = marked("an officer waits on step {step} of the customs track, where none may")
OFF_THE_WHEEL = marked("the gold marker stands on space {count} of a wheel that has {most}")
OFF_THE_TRACK = marked("the marker of the customs track stands on step {count} of {most}")
NOT_PLAYING = marked("what is {colour} belongs to nobody at this table")


def status(board: SmugglerBoard, setup: Setup | None = None) -> tuple[Fault, ...]:
    """List every fault of a board, by kind and place.

    Args:
        setup: Who plays by which rules, where that is known.

    Raises:
        UnreadableError: The setup's rules or options do not exist.
    """
    faults = [*_pieces(board), *_goods(board), *_tracks(board)]
    faults += _against_setup(board, setup) if setup else ()
    return tuple(sorted(faults, key=lambda fault: (fault.kind, fault.cells, fault.says)))


def _fault(board: SmugglerBoard, kind: str, says: str, *places: str) -> Fault:
    return Fault(kind, tuple(sorted(cell_of(board.box, place) for place in {*places})), says)


def _pieces(board: SmugglerBoard) -> Iterator[Fault]:
    """List ships that are too many, and what stands where it may not."""
    ships = Counter(each.player for each in board.of_kind(SHIP))
    for player, count in ships.items():
        if count > 1:
            there = [each.place for each in board.of_kind(SHIP) if each.player == player]
            says = sentence(TWO_SHIPS, count=count, colour=sentence(player))
            yield _fault(board, "ship_twice", says, *there)
    for each in board.pieces:
        place = board.box.places.get(each.place)
        if place is None:
            continue
        if each.kind == SHIP and not is_water(place):
            says = sentence(NOT_AFLOAT, colour=sentence(each.player))
            yield _fault(board, "ship_on_land", says, each.place)
        if each.kind != SHIP and not is_land(place):
            says = sentence(NOT_ASHORE, piece=_peg_words(each.kind, each.player))
            yield _fault(board, f"{each.kind}_at_sea", says, each.place)


def _peg_words(kind: str, player: str) -> Sentence:
    return (
        sentence("an officer")
        if kind == OFFICER
        else sentence("a marker of {colour}", colour=sentence(player))
    )


def _goods(board: SmugglerBoard) -> Iterator[Fault]:
    """List goods at sea, and more than the box has."""
    pieces = board.box.pieces.values()
    squares, most = sum(each.squares for each in board.goods), sum(piece.squares for piece in pieces)
    if pieces and squares > most:
        yield _fault(board, "too_many_goods", sentence(TOO_MANY_GOODS, count=squares, most=most))
    for place in dict.fromkeys(each.place for each in board.goods):
        sold = board.box.merchants.get(place)
        sells = None if sold is None else sum(piece.squares for piece in sold)
        if sells is not None and board.squares(place) > sells:
            says = sentence(TOO_MANY_THERE, count=board.squares(place), most=sells)
            yield _fault(board, "too_many_at_merchant", says, place)
        known = board.box.places.get(place)
        if sells is None and place != CUSTOMS and known and not is_land(known):
            yield _fault(board, "goods_at_sea", sentence(GOODS_AT_SEA), place)


def _tracks(board: SmugglerBoard) -> Iterator[Fault]:
    """List markers off their spaces, and officers that wait where none may."""
    spaces, steps = board.box.wheel.spaces, len(board.box.track)
    if board.wheel and spaces and board.wheel.number >= spaces:
        says = sentence(OFF_THE_WHEEL, count=board.wheel.number, most=spaces)
        yield _fault(board, "off_the_wheel", says)
    if board.track and steps and board.track.number > steps:
        says = sentence(OFF_THE_TRACK, count=board.track.number + 1, most=steps)
        yield _fault(board, "off_the_track", says)
    may = waiting(board.box, board.track.number if board.track else -1)
    there = Counter(step for each in board.of_kind(OFFICER) if (step := step_of(each.place)) is not None)
    for step, count in sorted(there.items()):
        if count > may.count(step):
            says = sentence(WAITS_WRONGLY, step=step + 1)
            yield _fault(board, "officer_waits_wrongly", says)


def _against_setup(board: SmugglerBoard, setup: Setup) -> Iterator[Fault]:
    options_of(setup)
    playing = {seat.colour for seat in setup.players}
    for player in sorted({each.player for each in board.pieces} - {"", *playing}):
        there = [
            each.place
            for each in board.pieces
            if each.player == player and each.kind in {MARKER, SHIP} and each.place in board.box.places
        ]
        yield _fault(board, "not_a_player", sentence(NOT_PLAYING, colour=sentence(player)), *there)
