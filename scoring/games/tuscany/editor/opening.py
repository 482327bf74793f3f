"""Before the first turn, by hand: regions joined of pieces or told field by field, and start castles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import Cell, Choice, Player, Question
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import draw_fields, draw_move, draw_place, draw_realm, outline
from scoring.games.tuscany.engine.moves import JoinedRegion, Move, ReadFields, StartCastle
from scoring.games.tuscany.engine.state import TuscanyState, seat_of
from scoring.games.tuscany.land.box import LETTERS, RegionFacts
from scoring.games.tuscany.land.regions import SEAT_COLUMNS, LaidPiece, cells_of
from scoring.games.tuscany.land.tiles import FIELDS, KIND_OF
from scoring.games.tuscany.land.words import COLOURS
from scoring.geometry.hexes import neighbours, turned
from scoring.hand import Hand, Landing, PendingTile
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence
from scoring.spots import place_spot

ROWS, COLUMNS, FIRST_COLUMN = 9, 7, -2
"""So many cells are offered for a region at first; beside those that are told, others too."""
CASTLE = "castle"
FIELD, UNTOLD = "field", ""
PIECES_TOO = marked(
    "{name}'s region: tap its three pieces from left to right, or a colour and as many fields as it says."
)


def region_owner(state: TuscanyState, begun: Move | None) -> Player:
    """Name whose region is told now; empty once all are."""
    if isinstance(begun, ReadFields | JoinedRegion):
        return begun.player
    return next((player for player, realm in state.realms.items() if not realm.fields), "")


def region_in_hand(state: TuscanyState, player: Player, held: Sequence[str], begun: Move | None) -> Hand:
    """Ask for a region: its pieces, where the box's are known, or else field by field, colour by colour.

    Raises:
        UnreadableError: There is no such colour.
    """
    if any(colour not in FIELDS for colour in held):
        raise UnreadableError(sentence("No field has that colour."))
    name = name_of(state, player)
    fields = {**begun.fields} if isinstance(begun, ReadFields) else {}
    counts = Counter(fields.values())
    colours = tuple(
        Choice(colour, COLOURS[colour], draw_fields({(0, 0): colour}), max(0, count - counts[colour]))
        for colour, count in FIELDS.items()
    )
    pieces = () if held or fields else tuple(_first_pieces(state, player))
    asks = sentence("{name}'s region: tap a colour, then all its fields, as many as it says.", name=name)
    if pieces:
        asks = sentence(PIECES_TOO, name=name)
    landings = (
        tuple(_field(state, player, fields, cell, held[0]) for cell in _grid(state, player, fields))
        if held
        else ()
    )
    reach = tuple(point for cell in _grid(state, player, {}) for point in outline(cell))
    drawn = draw_fields({(0, 0): held[0]}) if held else None
    return Hand(
        asks, 1, tuple(held), (colours,), drawn, landings, reach_mm=reach, begins=pieces, board=player
    )


def _grid(state: TuscanyState, player: Player, fields: dict[Cell, str]) -> list[Cell]:
    """List the cells where a region may lie: a few rows, and whatever touches the fields that are told."""
    first = SEAT_COLUMNS * seat_of(state, player) + FIRST_COLUMN
    cells = {(first + column - row // 2, row) for row in range(ROWS) for column in range(COLUMNS)}
    return sorted({*cells, *fields, *(near for cell in fields for near in neighbours(cell))})


def _field(state: TuscanyState, player: Player, fields: dict[Cell, str], cell: Cell, colour: str) -> Landing:
    others = {each: has for each, has in fields.items() if each != cell}
    move = ReadFields(player, others if fields.get(cell) == colour else {**others, cell: colour})
    says = sentence("{colour}, row {row}", colour=COLOURS[colour], row=cell[1] + 1)
    return Landing(place_spot(cell, player), says, outline(cell), (NOTATION.plain_move(move),), goes_on=True)


# --- pieces ----------------------------------------------------------------------------------------


def _first_pieces(state: TuscanyState, player: Player) -> Iterator[tuple[Choice, ...]]:
    """Offer the pieces that nobody has, letter by letter."""
    for letter in LETTERS:
        group = tuple(_piece(state, player, (), name) for name in _free(state, player, letter))
        if group:
            yield group


def _free(state: TuscanyState, player: Player, letter: str) -> list[str]:
    taken = {piece for other, realm in state.realms.items() if other != player for piece in realm.pieces}
    return [name for name in sorted(state.box.region.pieces) if name[:1] == letter and name not in taken]


def _piece(state: TuscanyState, player: Player, lays: Sequence[LaidPiece], name: str) -> Choice:
    """Offer one more piece, to the right of those that lie."""
    facts = state.box.region
    row = [(each.piece, each.turns, step) for each, step in zip(lays, _steps(facts, lays), strict=True)]
    move = _joined(state, player, [*row, (name, 0, _first_step(facts))])
    shown = dict(zip(facts.shape, facts.pieces[name], strict=True))
    return Choice(NOTATION.plain_move(move), name, draw_fields(shown))


def _first_step(facts: RegionFacts) -> Cell:
    return facts.next_at[0] if facts.next_at else (-2, 3)


def _corner(facts: RegionFacts, laid: LaidPiece) -> Cell:
    """Give how far a piece lies from where its shape has it."""
    (q, r), (shape_q, shape_r) = min(cells_of(facts.shape, laid)), min(facts.shape)
    return q - shape_q, r - shape_r


def _steps(facts: RegionFacts, lays: Sequence[LaidPiece]) -> list[Cell]:
    """Give how far each piece lies from the one before it; the first from nowhere."""
    corners = [_corner(facts, each) for each in lays]
    steps = [(q - q0, r - r0) for (q0, r0), (q, r) in pairwise(corners)]
    return [(0, 0), *steps][: len(corners)]


def _joined(state: TuscanyState, player: Player, row: Sequence[tuple[str, int, Cell]]) -> JoinedRegion:
    """Join pieces that are told by their turns and their steps."""
    facts, lays = state.box.region, list[LaidPiece]()
    q, r = SEAT_COLUMNS * seat_of(state, player), 0
    for number, (name, turns, step) in enumerate(row):
        q, r = (q + step[0], r + step[1]) if number else (q, r)
        (least_q, least_r), (shape_q, shape_r) = (
            min(turned(cell, turns) for cell in facts.shape),
            min(facts.shape),
        )
        lays.append(LaidPiece(name, turns, (q + shape_q - least_q, r + shape_r - least_r)))
    return JoinedRegion(player, tuple(lays))


def ask_pieces(state: TuscanyState, move: JoinedRegion) -> Iterator[Question]:
    """Ask for the next piece of a region, and for those that lie otherwise."""
    facts, lays = state.box.region, move.pieces
    letters = {each.piece[:1] for each in lays}
    missing = [letter for letter in LETTERS if letter not in letters]
    if missing:
        names = [name for letter in missing for name in _free(state, move.player, letter)]
        choices = tuple(_piece(state, move.player, lays, name) for name in names)
        yield Question("piece", sentence("The next piece to the right"), choices)
    row = [(each.piece, each.turns, step) for each, step in zip(lays, _steps(facts, lays), strict=True)]
    ways = tuple(_other_ways(facts, row))
    written = (NOTATION.plain_move(_joined(state, move.player, other)) for _, other in ways)
    choices = tuple(Choice(each, says) for each, (says, _) in zip(written, ways, strict=True))
    if choices:
        yield Question("lie", sentence("If one lies otherwise"), choices, NOTATION.plain_move(move))


Row = list[tuple[str, int, Cell]]


def _other_ways(facts: RegionFacts, row: Row) -> Iterator[tuple[str, Row]]:
    """Give what may be done about pieces as they lie: one turned, or moved along the one before."""
    rotations, steps = facts.turns or tuple(range(6)), facts.next_at
    for at, (name, turns, step) in enumerate(row):
        if len(rotations) > 1:
            new = (
                rotations[(rotations.index(turns) + 1) % len(rotations)]
                if turns in rotations
                else rotations[0]
            )
            yield sentence("turn {piece}", piece=name), [*row[:at], (name, new, step), *row[at + 1 :]]
        if at and len(steps) > 1:
            other = steps[(steps.index(step) + 1) % len(steps)] if step in steps else steps[0]
            yield sentence("shift {piece}", piece=name), [*row[:at], (name, turns, other), *row[at + 1 :]]


# --- set right field by field -----------------------------------------------------------------------


def ask_fields(state: TuscanyState, move: ReadFields) -> Iterator[Question]:
    """Ask which field has another colour, by a tap on the region; then which colour it has."""
    covered, bare = state.realms[move.player].covered, _untold(move)
    titles = marked("Tap a field that has another colour"), marked("Tap the field it changed places with")
    spots = tuple(Choice(place_spot(each, move.player), "") for each in move.fields if each not in covered)
    picture = draw_realm(state, move.player, move)
    yield Question(FIELD, sentence(titles[bool(bare)]), spots, picture=picture)
    if bare:
        told = [(ReadFields(move.player, {**move.fields, bare[0]: colour}), colour) for colour in FIELDS]
        choices = [
            Choice(NOTATION.plain_move(each), COLOURS[colour], draw_fields({(0, 0): colour}))
            for each, colour in told
        ]
        none = ReadFields(move.player, {at: has for at, has in move.fields.items() if at != bare[0]})
        gone = Choice(NOTATION.plain_move(none), sentence("no field"), draw_place(None))
        yield Question("colour", sentence("Or which colour has the empty one?"), (*choices, gone))


def tap_field(move: ReadFields, cell: Cell) -> ReadFields:
    """Give a region with a field tapped: its colour is not told any more, or it takes that of one such."""
    bare = _untold(move)
    if not bare or cell not in move.fields or cell in bare:
        return replace(move, fields={**move.fields, cell: UNTOLD})
    counts = Counter(move.fields.values())
    missing = next((colour for colour, wanted in FIELDS.items() if counts[colour] < wanted), UNTOLD)
    return replace(move, fields={**move.fields, bare[0]: move.fields[cell], cell: missing})


def _untold(move: ReadFields) -> list[Cell]:
    return [cell for cell, colour in move.fields.items() if colour == UNTOLD]


# --- as it stands ----------------------------------------------------------------------------------


def region_laid(state: TuscanyState, move: JoinedRegion | ReadFields) -> PendingTile:
    """Tell how a region looks as far as it is told."""
    questions: tuple[Question, ...] = ()
    if isinstance(move, ReadFields):
        fields = {**move.fields}
    else:
        facts = state.box.region
        known = [each for each in move.pieces if each.piece in facts.pieces]
        fields = {
            cell: colour
            for each in known
            for cell, colour in zip(cells_of(facts.shape, each), facts.pieces[each.piece], strict=True)
        }
        questions = tuple(ask_pieces(state, move)) if len(known) == len(move.pieces) else ()
    is_whole = isinstance(move, ReadFields) and len(fields) >= sum(FIELDS.values())
    is_whole = is_whole or (isinstance(move, JoinedRegion) and len(move.pieces) >= len(LETTERS))
    shown = draw_fields(fields) if fields else None
    closeup = shown or draw_move(move)
    return PendingTile("", NOTATION.plain_move(move), shown, closeup, questions=questions, is_whole=is_whole)


def castle_in_hand(state: TuscanyState, held: Sequence[str]) -> Hand:
    """Offer the dark green fields of whoever lays the start castle next; nothing where nobody does.

    Raises:
        UnreadableError: Something is said to be in hand.
    """
    if held:
        raise UnreadableError(sentence("No such tile is stored."))
    bare = next((player for player, realm in state.realms.items() if not realm.covered), None)
    if bare is None:
        due = next((player for player, realm in state.realms.items() if not realm.tokens), state.player)
        return Hand("" if state.display else sentence("First open eight tiles."), 1, (), (), board=due)
    fields = state.realms[bare].fields
    cells = sorted(cell for cell, colour in fields.items() if KIND_OF[colour] == CASTLE)
    asks = sentence("{name}'s start castle: tap a dark green field.", name=name_of(state, bare))
    says = sentence("start castle")
    landings = tuple(
        Landing(place_spot(cell, bare), says, outline(cell), (NOTATION.plain_move(StartCastle(bare, cell)),))
        for cell in cells
    )
    reach = tuple(point for cell in fields for point in outline(cell))
    return Hand(asks, 1, (), (), None, landings, reach_mm=reach, board=bare)
