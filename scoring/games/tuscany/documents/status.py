"""Everything that is wrong with a photographed board, listed at once.

Only what is certainly wrong is listed: what was seen but not read may be anything, and what lies beyond the
picture's edge as well.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.game import Cell, Fault, Setup
from scoring.games.tuscany.engine.options import options_of
from scoring.games.tuscany.land.board import TuscanyBoard, of_region
from scoring.games.tuscany.land.spots import seat_at
from scoring.games.tuscany.land.tiles import (
    COLOUR_OF,
    FIELDS,
    STORAGE,
    TOKENS_OF_A_KIND,
    TOO_MANY,
    colour_of,
)
from scoring.games.tuscany.land.words import COLOURS, TOKENS, face_words
from scoring.geometry.hexes import neighbours
from scoring.geometry.pieces import pieces_of
from scoring.sentence import marked, sentence

CASTLE = COLOUR_OF["castle"]


def status(board: TuscanyBoard, setup: Setup | None = None) -> tuple[Fault, ...]:
    """List every fault of a board, by kind and cell.

    Args:
        setup: Who plays by which rules; without it, a player is whoever has a colour of the box.

    Raises:
        UnreadableError: The setup's rules or options do not exist.
    """
    faults = [*_common(board), *(_against_setup(board, setup) if setup else ())]
    for region in range(len(board.regions)):
        faults += [*_fields(board, region), *_covers(board, region), *_tableau(board, region)]
    return tuple(sorted(faults, key=lambda fault: (fault.kind, fault.cells, fault.says)))


def _unread(board: TuscanyBoard, region: int) -> set[Cell]:
    return {each.cell for each in board.doubts if each.cell and seat_at(each.cell[0]) == region}


def _fields(board: TuscanyBoard, region: int) -> Iterator[Fault]:
    fields = board.colours(region)
    counts = Counter(fields.values())
    for colour, wanted in FIELDS.items():
        if counts[colour] > wanted:
            words = marked("{count} {colour} fields, but a region has {wanted}")
            says = sentence(words, count=counts[colour], colour=COLOURS[colour], wanted=wanted)
            cells = tuple(sorted(cell for cell in fields if fields[cell] == colour))
            yield Fault("counts_of_colours", cells, says)
    for cells in _apart({*fields}, _unread(board, region)):
        yield Fault("fields_apart", cells, sentence("touches no side of the other fields"))


def _apart(cells: set[Cell], unread: set[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Give the parts of what should hang together that touch nothing of the largest."""
    pieces = sorted(pieces_of(cells | unread, neighbours), key=lambda piece: (-len(piece), min(piece)))
    yield from (tuple(sorted(piece & cells)) for piece in pieces[1:] if piece & cells)


def _covers(board: TuscanyBoard, region: int) -> Iterator[Fault]:
    fields, lying, unread = board.colours(region), board.covered(region), _unread(board, region)
    for cell, face in sorted(lying.items()):
        colour = fields.get(cell)
        if colour is None and cell not in unread:
            yield Fault("tile_off_the_region", (cell,), sentence("{tile} on no field", tile=face_words(face)))
        elif colour and colour_of(face) not in {"", colour}:
            says = sentence("{tile} on {colour}", tile=face_words(face), colour=COLOURS[colour])
            yield Fault("colour_differs", (cell,), says)
    for cells in _apart({*lying}, unread):
        yield Fault("not_adjacent", cells, sentence("a tile is laid beside one that lies"))
    castles = tuple(sorted(cell for cell, colour in fields.items() if colour == CASTLE))
    if lying and len(castles) == FIELDS[CASTLE] and not {*castles} & {*lying}:
        yield Fault("castle_missing", castles, sentence("no castle lies here, where everybody begins"))


def _tableau(board: TuscanyBoard, region: int) -> Iterator[Fault]:
    fields, lying = board.colours(region), board.covered(region)
    tokens = [each.face for each in of_region(board.tokens, region)]
    stored = [each.number for each in of_region(board.store, region)]
    if tokens and max(stored, default=0) > tokens.count(STORAGE):
        words = marked("{owner} has more stored than there are storage spaces")
        yield Fault("no_space", (), sentence(words, owner=sentence(board.owner(region))))
    cities = sum(fields.get(cell) == COLOUR_OF["city"] for cell in lying)
    is_whole = len(fields) == sum(FIELDS.values()) and not _unread(board, region)
    if is_whole and lying and len(tokens) > 1 + cities:
        words = marked("{owner} has more tokens than cities bring")
        yield Fault("too_many_tokens", (), sentence(words, owner=sentence(board.owner(region))))


def _common(board: TuscanyBoard) -> Iterator[Fault]:
    for kind, count in Counter(each.face for each in board.tokens if each.face).items():
        if count > TOKENS_OF_A_KIND:
            words = marked("{count} tokens {token}, but a box holds {most}")
            says = sentence(words, count=count, token=TOKENS[kind], most=TOKENS_OF_A_KIND)
            yield Fault("token_gone", (), says)
    for colour, count in Counter(colour_of(each.face) for each in board.display).items():
        if colour and count >= TOO_MANY:
            words = marked("{count} tiles of one colour in the display: {colour}")
            yield Fault("five_alike", (), sentence(words, count=count, colour=COLOURS[colour]))
    for player, count in Counter(each.player for each in board.regions if each.player).items():
        if count > 1:
            says = sentence("{colour} has {count} regions", colour=sentence(player), count=count)
            yield Fault("region_twice", (), says)


def _against_setup(board: TuscanyBoard, setup: Setup) -> Iterator[Fault]:
    options_of(setup)
    playing = {seat.colour for seat in setup.players}
    seen = {each.player for each in board.regions} | {each.player for each in board.counts}
    for player in sorted(seen - {"", *playing}):
        says = sentence("what is {colour} belongs to nobody at this table", colour=sentence(player))
        yield Fault("not_a_player", (), says)
