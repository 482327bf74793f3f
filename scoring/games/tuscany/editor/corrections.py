"""What a player may say of a photographed board, and the board with it in place of what was read."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import answered, flag
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.game import Cell, Choice, Question
from scoring.games.tuscany.documents.boards import OVER, known_face, known_token
from scoring.games.tuscany.documents.picture import rulers
from scoring.games.tuscany.documents.status import status
from scoring.games.tuscany.drawing.pictures import draw_fields, face_choice
from scoring.games.tuscany.engine.options import COLOURS as PLAYERS
from scoring.games.tuscany.engine.points import PHASES
from scoring.games.tuscany.land.board import (
    BoardPlace,
    ColourReading,
    CountReading,
    CoverReading,
    ThingReading,
    TuscanyBoard,
    find_place,
)
from scoring.games.tuscany.land.box import read_colour
from scoring.games.tuscany.land.spots import seat_at
from scoring.games.tuscany.land.tiles import COMING, HEX, OWN, TOKENS, UNKNOWN, colour_of
from scoring.games.tuscany.land.words import COLOURS
from scoring.games.tuscany.land.words import TOKENS as TOKEN_WORDS
from scoring.geometry.rulers import at_number
from scoring.sentence import joined, sentence
from scoring.spots import write_cell

NOTHING = "nothing"
"""The answer for a place where nothing lies."""
FACES = (*COMING, HEX)
_NO_YES = (Choice(False, sentence("no")), Choice(True, sentence("yes")))
_LISTS = {"store": "store", "token": "tokens", "display": "display"}


def questions(board: TuscanyBoard, spot: str) -> tuple[Question, ...]:
    """List what a player may set about a spot, with the answers to offer.

    Args:
        spot: See ``land.board.find_place``.

    Raises:
        UnreadableError: The board has no such spot.
    """
    place = find_place(board, spot)
    if place.cell is not None:
        return tuple(_about_cell(board, place.cell))
    if place.kind == "seat":
        return tuple(_about_seat(board, place.region))
    if place.kind == "phase":
        return (_phase(board),)
    thing = _thing_at(board, place)
    lies = NOTHING if thing is None else thing.face
    if place.kind == "token":
        return (Question("face", sentence("Which token lies here?"), (_nothing(), *_tokens()), lies),)
    others = [] if thing is None else [other.name or NOTHING for other in thing.alternatives]
    return (Question("face", sentence("What lies here?"), _faces(lies, others, FACES), lies),)


def _about_cell(board: TuscanyBoard, cell: Cell) -> Iterator[Question]:
    region = seat_at(cell[0])
    field = next((each for each in board.fields if each.cell == cell), None)
    if field is None:
        guesses = [other.name for each in board.doubts if each.cell == cell for other in each.alternatives]
        choices = _colours([guess for guess in guesses if guess in COLOURS])
        yield Question("colour", sentence("Which colour has this field?"), choices)
        return
    cover = next((each for each in board.covers if each.cell == cell), None)
    lies = NOTHING if cover is None else cover.face
    swaps = tuple(_swaps(board, field))
    if swaps:
        no = Choice("", sentence("no"))
        title = sentence("Swap its colour with that of another field?")
        yield Question("swap", title, (no, *swaps), "")
    if cover is None or cover.face in {HEX, UNKNOWN}:
        likely = [other.name for other in field.alternatives]
        choices = _colours([field.colour, *likely])
        yield Question("colour", sentence("Which colour has this field?"), choices, field.colour)
    others = [] if cover is None else [other.name or NOTHING for other in cover.alternatives]
    same = [face for face in FACES if colour_of(face) in {"", board.colours(region)[cell]}]
    title = sentence("What lies on this field?")
    yield Question("face", title, _faces(lies, [*others, NOTHING, *same], FACES), lies)
    yield Question("remove", sentence("Take the field away?"), _NO_YES, False)


def _swaps(board: TuscanyBoard, field: ColourReading) -> Iterator[Choice]:
    """Offer the fields of its region with which it may have changed places, the likeliest first."""
    others = [each for each in board.fields if seat_at(each.cell[0]) == seat_at(field.cell[0])]
    shares = {
        each.cell: _share(field, each.colour) + _share(each, field.colour)
        for each in others
        if each.colour != field.colour
    }
    for each in sorted(others, key=lambda each: (-shares.get(each.cell, 0.0), each.cell)):
        if shares.get(each.cell):
            where = at_number(each.cell, rulers(board).corner)
            drawn = draw_fields({(0, 0): each.colour})
            yield Choice(write_cell(each.cell), joined([COLOURS[each.colour], where]), drawn)


def _share(field: ColourReading, colour: str) -> float:
    """Tell how likely a field has another colour than was read."""
    return sum(other.confidence for other in field.alternatives if other.name == colour)


def _about_seat(board: TuscanyBoard, region: int) -> Iterator[Question]:
    player = board.regions[region].player
    whose = (Choice("", sentence("nobody")), *(Choice(each, sentence(each)) for each in PLAYERS))
    yield Question("player", sentence("Whose region is this?"), whose, player)
    yield Question("token", sentence("Which token lies here, too?"), _tokens())
    if player:
        numbers = tuple(Choice(count, str(count)) for count in range(OWN + 1))
        title = sentence("How many tiles are left in the stacks?")
        yield Question("stacks", title, numbers, board.count(player, "stacks"))


def _phase(board: TuscanyBoard) -> Question:
    words = [sentence("phase {number}", number=number) for number in range(1, PHASES + 1)]
    words += [sentence("the extra round"), sentence("the game is over")]
    choices = tuple(Choice(number, says) for number, says in enumerate(words, start=1))
    return Question("phase", sentence("Which phase is being played?"), choices, board.phase)


def _nothing() -> Choice:
    return Choice(NOTHING, sentence("nothing"))


def _faces(lies: str, likely: Sequence[str], others: Sequence[str]) -> tuple[Choice, ...]:
    """Offer what may lie somewhere: as it is, the likely, then all the others."""
    order = dict.fromkeys((lies, *likely, NOTHING, *others))
    return tuple(_nothing() if face == NOTHING else face_choice(face) for face in order)


def _colours(likely: Sequence[str]) -> tuple[Choice, ...]:
    order = dict.fromkeys((*likely, *COLOURS))
    return tuple(Choice(colour, COLOURS[colour], draw_fields({(0, 0): colour})) for colour in order)


def _tokens() -> tuple[Choice, ...]:
    return tuple(Choice(token, TOKEN_WORDS[token]) for token in TOKENS)


def _thing_at(board: TuscanyBoard, place: BoardPlace) -> ThingReading | None:
    things: Sequence[ThingReading] = getattr(board, _LISTS[place.kind])
    return next((each for each in things if (each.number, each.region) == (place.number, place.region)), None)


# --- what was said ---------------------------------------------------------------------------------


def correct(board: TuscanyBoard, spot: str, answers: Document) -> TuscanyBoard:
    """Put a player's answers about one spot in place of what was read, and list the faults anew.

    Args:
        spot: The spot the answers are about, as in ``questions``.
        answers: Values by the questions' names; what is missing stays as it is.

    Raises:
        UnreadableError: The board has no such spot or question, or an answer is impossible.
    """
    place = find_place(board, spot)
    for name, value in answers.items():
        board = _answered(board, place, name, value)
    return replace(board, faults=status(board))


def _answered(board: TuscanyBoard, place: BoardPlace, name: str, value: object) -> TuscanyBoard:
    if place.cell is not None and name in _OF_A_CELL:
        return _OF_A_CELL[name](board, place.cell, value)
    match place.kind, name:
        case (("store" | "token" | "display"), "face"):
            return _with_thing(board, place, str(value))
        case "seat", "token":
            numbers = [each.number for each in board.tokens if each.region == place.region]
            free = BoardPlace("token", number=max(numbers, default=-1) + 1, region=place.region)
            return _with_thing(board, free, str(value))
        case "seat", "player" if value in {"", *PLAYERS}:
            regions = [*board.regions]
            regions[place.region] = replace(regions[place.region], player=str(value), confidence=1.0)
            return replace(board, regions=tuple(regions))
        case "seat", "stacks" if isinstance(value, int) and 0 <= value <= OWN:
            return _counted(board, board.regions[place.region].player, value)
        case "phase", "phase" if isinstance(value, int) and 1 <= value <= OVER:
            return replace(board, phase=value)
    raise UnreadableError(f"There is no question {shown(name)} here, or no answer {shown(value)}.")


def _recoloured(board: TuscanyBoard, cell: Cell, value: object) -> TuscanyBoard:
    return _with_colour(board, cell, read_colour(str(value)))


def _with_colour(board: TuscanyBoard, cell: Cell, colour: str) -> TuscanyBoard:
    before = next((each for each in board.fields if each.cell == cell), ColourReading(cell, colour))
    field = replace(before, colour=colour, confidence=1.0, alternatives=())
    others = tuple(each for each in board.fields if each.cell != cell)
    doubts = tuple(each for each in board.doubts if each.cell != cell)
    return replace(board, fields=(*others, field), doubts=doubts)


def _swapped(board: TuscanyBoard, cell: Cell, value: object) -> TuscanyBoard:
    """Swap the colours of two fields of one region."""
    if not value:
        return board
    colours = board.colours(seat_at(cell[0]))
    try:
        other: Cell = answered(value, Cell)
    except ValueError as error:
        raise UnreadableError(f"A cell is two numbers, such as 1,0; {error}.") from error
    if not {cell, other} <= {*colours}:
        raise UnreadableError(f"There is no field {shown(value)} in this region.")
    return _with_colour(_with_colour(board, cell, colours[other]), other, colours[cell])


def _with_cover(board: TuscanyBoard, cell: Cell, value: object) -> TuscanyBoard:
    """Cover a field, or lay it bare; a tile tells the colour of the field below."""
    face = str(value)
    covers = tuple(each for each in board.covers if each.cell != cell)
    if face == NOTHING:
        return replace(board, covers=covers)
    before = next((each for each in board.covers if each.cell == cell), CoverReading(cell, face))
    cover = replace(before, face=known_face(face), confidence=1.0, alternatives=())
    board = replace(board, covers=(*covers, cover))
    colour = colour_of(cover.face)
    return _with_colour(board, cell, colour) if colour else board


def _without(board: TuscanyBoard, cell: Cell, value: object) -> TuscanyBoard:
    if not flag({"remove": value}, "remove"):
        return board
    fields = tuple(each for each in board.fields if each.cell != cell)
    return replace(board, fields=fields, covers=tuple(each for each in board.covers if each.cell != cell))


_OF_A_CELL = {"colour": _recoloured, "swap": _swapped, "face": _with_cover, "remove": _without}


def _with_thing(board: TuscanyBoard, place: BoardPlace, face: str) -> TuscanyBoard:
    name, thing = _LISTS[place.kind], _thing_at(board, place)
    others = tuple(each for each in getattr(board, name) if each != thing)
    if face == NOTHING:
        return replace(board, **{name: others})
    read = (known_token if place.kind == "token" else known_face)(face)
    thing = thing or ThingReading(place.number, read, place.region)
    return replace(board, **{name: (*others, replace(thing, face=read, confidence=1.0, alternatives=()))})


def _counted(board: TuscanyBoard, player: str, count: int) -> TuscanyBoard:
    others = tuple(each for each in board.counts if (each.what, each.player) != ("stacks", player))
    return replace(board, counts=(*others, CountReading("stacks", player, count)) if player else others)
