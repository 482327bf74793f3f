"""A stored tile laid by hand, and a move that is asked about before it is confirmed.

Every way to lay a tile on a field is offered whole: the token that a city takes, the tile that a castle lays,
and how many workers pay for it.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import to_builtins
from msgspec.structs import replace

from scoring.documents.document import answered, converted
from scoring.errors import UnreadableError
from scoring.game import Cell, Choice, Question
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import draw_face, draw_move, face_choice, outline, picture
from scoring.games.tuscany.editor.inspecting import known_face
from scoring.games.tuscany.editor.sentences import say
from scoring.games.tuscany.engine.choices import legal
from scoring.games.tuscany.engine.laying import open_fields
from scoring.games.tuscany.engine.moves import ActionTurn, LaidTile, Move, PlaceAction, first_place
from scoring.games.tuscany.engine.state import TuscanyState, is_over
from scoring.games.tuscany.land.box import YieldCard, yield_cards
from scoring.games.tuscany.land.tiles import CROPS, FARM, UNKNOWN, is_named_by
from scoring.games.tuscany.land.words import COLOURS, TOKENS, card_words, some_words
from scoring.hand import Hand, Landing, PendingTile
from scoring.sentence import Sentence, counted, joined, marked, sentence
from scoring.spots import place_spot

_ASKS = marked("Which stored tile is laid? Tap it, then a field of its colour.")
FARMS = tuple(
    f"{FARM}:{'+'.join(goods)}"
    for goods in (*((crop,) for crop in CROPS), *((a, b) for a in CROPS for b in CROPS if a < b))
)
"""Every farm there may be."""


def in_hand(
    state: TuscanyState, held: Sequence[str] = (), *, anywhere: bool = False, box: Mapping[str, int] = {}
) -> Hand:
    """Tell which stored tiles can be laid now and, once one is said, on which fields.

    Raises:
        UnreadableError: There is no such tile, or it is not stored.
    """
    if len(held) > 1:
        raise UnreadableError(sentence("One tile is laid at a time."))
    stored = tuple(dict.fromkeys(_stored(state)))
    for face in map(known_face, held):
        if face not in stored:
            raise UnreadableError(sentence("No such tile is stored."))
    palette = (tuple(map(face_choice, stored)),) if stored else ()
    landings = tuple(each for face in held for each in _landings(state, face, anywhere=anywhere))
    reach = tuple(
        point for cell in open_fields(state.realms[state.player], UNKNOWN) for point in outline(cell)
    )
    drawn = draw_face(held[0]) if held else None
    return Hand(sentence(_ASKS), 1, tuple(held), palette, drawn, landings, reach_mm=reach)


def _stored(state: TuscanyState) -> Iterator[str]:
    """Give what may be stored: a farm whose goods nobody has read may be any."""
    for face in () if is_over(state) else state.realms[state.player].store:
        if face == FARM:
            yield from FARMS
        elif face:
            yield face


def _landings(state: TuscanyState, face: str, *, anywhere: bool) -> Iterator[Landing]:
    ways: dict[Cell, list[Move]] = {}
    for move in legal(state, face):
        place = first_place(move)
        if place is not None:
            ways.setdefault(place.tile.cell, []).append(move)
    if anywhere:
        realm = state.realms[state.player]
        space = next(
            at for at, lies in enumerate(realm.store) if lies is not None and is_named_by(lies, face)
        )
        for cell in sorted({*realm.fields} - {*realm.covered} - {*ways}):
            ways[cell] = [ActionTurn(state.player, (PlaceAction(LaidTile(face, cell), space),))]
    for cell, moves in ways.items():
        says = sentence("on {colour}", colour=COLOURS[state.realms[state.player].fields[cell]])
        spot = place_spot(cell, state.player)
        yield Landing(
            spot, joined([some_words(face), says]), outline(cell), tuple(map(NOTATION.plain_move, moves))
        )


def laid(state: TuscanyState, move: Move) -> PendingTile:
    """Tell how a move that lays a tile looks, and the other ways to lay it there."""
    place, written, drawn = first_place(move), NOTATION.plain_move(move), draw_move(move)
    if place is None:
        return PendingTile("", written, None, drawn)
    moves = (other for other in legal(state, place.tile.face) if _lies_as(other, place))
    ways = tuple(Choice(NOTATION.plain_move(each), way_words(each), draw_move(each)) for each in moves)
    spot = place_spot(place.tile.cell, move.player)
    return PendingTile(spot, written, picture(state, [move]), drawn, ways)


def _lies_as(move: Move, place: PlaceAction) -> bool:
    other = first_place(move)
    return other is not None and (other.tile.cell, other.space) == (place.tile.cell, place.space)


def way_words(move: Move) -> Sentence:
    """Say what tells one way to lay a tile from the others: "+1 card, for 1 worker"."""
    place = first_place(move)
    said: list[Sentence] = []
    tile = place.tile if place else None
    while tile is not None:
        said += [TOKENS[tile.token]] if tile.token else []
        tile = tile.takes
        if tile is not None:
            at = sentence("at {column}, {row}", column=tile.cell[0], row=tile.cell[1])
            said.append(joined([some_words(tile.face), at]))
    workers = place.pays.workers if place and place.pays else 0
    said += [counted("for {count} worker", "for {count} workers", workers)] if workers else []
    return joined(said, by=", ") if said else sentence("as it is")


def ask(state: TuscanyState, move: Move, others: Sequence[Move] = ()) -> tuple[Question, ...]:
    """List what a player may set about a move: which of several it is and, of a tile laid, which tile."""
    ways = {str(NOTATION.plain_move(each)): each for each in (move, *others)}
    choices = tuple(
        Choice(NOTATION.plain_move(each), say(state, each), draw_move(each)) for each in ways.values()
    )
    first = Question("move", sentence("Which of these is it?"), choices, NOTATION.plain_move(move))
    place = first_place(move)
    if place is None:
        return (first,)
    faces = tuple(dict.fromkeys([place.tile.face, *_stored(state)]))
    which = Question(
        "face", sentence("Which tile was laid?"), tuple(map(face_choice, faces)), place.tile.face
    )
    return first, which, *_given(state, place.tile)


def _given(state: TuscanyState, tile: LaidTile) -> Iterator[Question]:
    """Ask for the token that a city took, and for each yield card that was turned."""
    if tile.token:
        tokens = tuple(Choice(token, TOKENS[token]) for token in TOKENS)
        yield Question("token", sentence("Which token is taken?"), tokens, tile.token)
    for number, card in enumerate(tile.yields, start=1):
        cards = dict.fromkeys((card, *yield_cards(state.box)))
        choices = tuple(Choice(to_builtins(each), card_words(each)) for each in cards)
        title = sentence("What did yield card {number} give?", number=number)
        yield Question(f"yield{number}", title, choices, to_builtins(card))


def answer(state: TuscanyState, move: Move, answers: Mapping[str, object]) -> Move:
    """Give the move with a player's answers in it.

    Raises:
        UnreadableError: There is no such question or answer.
    """
    for name, value in answers.items():
        place = first_place(move)
        if name == "move" and isinstance(value, Mapping):
            move = NOTATION.load_move(value)
        elif name == "face" and isinstance(value, str) and place is not None:
            move = _relaid(state, move, known_face(value), place.tile.cell)
        elif name == "token" and value in TOKENS and place is not None:
            move = _with_tile(move, place, replace(place.tile, token=str(value)))
        elif name.startswith("yield") and place is not None and isinstance(value, Mapping):
            move = _with_tile(move, place, _with_card(place.tile, name, value))
        elif name == "cell" and place is not None:
            move = _relaid(state, move, place.tile.face, _cell(value))
        else:
            raise UnreadableError(sentence("There is no such question or answer."))
    return move


def _with_tile(move: Move, place: PlaceAction, tile: LaidTile) -> Move:
    return ActionTurn(move.player, (replace(place, tile=tile),))


def _with_card(tile: LaidTile, name: str, gives: Mapping[str, object]) -> LaidTile:
    cards = [f"yield{number}" for number in range(1, len(tile.yields) + 1)]
    if name not in cards:
        raise UnreadableError(sentence("There is no such question or answer."))
    at = cards.index(name)
    card = converted(gives, YieldCard)
    return replace(tile, yields=(*tile.yields[:at], card, *tile.yields[at + 1 :]))


def _cell(value: object) -> Cell:
    try:
        cell: Cell = answered(value, Cell)
    except ValueError as error:
        raise UnreadableError(f"A cell is two numbers, such as 1,0; {error}.") from error
    return cell


def _relaid(state: TuscanyState, move: Move, face: str, cell: Cell) -> Move:
    """Give a move that lays another tile, or elsewhere; what it gave is asked anew then."""
    store = state.realms[move.player].store if move.player in state.realms else ()
    space = next((at for at, lies in enumerate(store) if lies is not None and is_named_by(lies, face)), 0)
    place = first_place(move)
    if place is not None and (place.tile.face, place.tile.cell) == (face, cell):
        return move
    return ActionTurn(move.player, (PlaceAction(LaidTile(face, cell), space),))
