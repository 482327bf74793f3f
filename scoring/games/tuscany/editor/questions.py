"""A move asked about before it is confirmed: which of several it is, and what only players can tell of it."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import to_builtins
from msgspec.structs import replace

from scoring.documents.document import answered, converted
from scoring.errors import UnreadableError
from scoring.game import Cell, Choice, Question
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import draw_move, face_choice
from scoring.games.tuscany.editor.hand import in_hand
from scoring.games.tuscany.editor.inspecting import known_face, stored_faces
from scoring.games.tuscany.editor.sentences import say
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    LaidTile,
    Move,
    PlaceAction,
    TakeAction,
    first_place,
)
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.box import YieldCard, yield_cards
from scoring.games.tuscany.land.tiles import TOKENS as KINDS
from scoring.games.tuscany.land.tiles import is_named_by
from scoring.games.tuscany.land.words import TOKENS, card_words
from scoring.sentence import sentence


def ask(state: TuscanyState, move: Move, others: Sequence[Move] = ()) -> tuple[Question, ...]:
    """List what a player may set about a move: which of several it is and, of a tile laid, which tile."""
    ways = {str(NOTATION.plain_move(each)): each for each in (move, *others)}
    choices = tuple(
        Choice(NOTATION.plain_move(each), say(state, each), draw_move(each)) for each in ways.values()
    )
    first = Question("move", sentence("Which of these is it?"), choices, NOTATION.plain_move(move))
    place = first_place(move)
    if place is None:
        return first, *_otherwise(state, move)
    faces = tuple(dict.fromkeys([place.tile.face, *stored_faces(state.realms[state.player])]))
    which = Question(
        "face", sentence("Which tile was laid?"), tuple(map(face_choice, faces)), place.tile.face
    )
    return first, which, *_given(state, place.tile), *_otherwise(state, move)


def _otherwise(state: TuscanyState, move: Move) -> Iterator[Question]:
    """Ask whether another turn was played; for another tile taken, the same came."""
    if not isinstance(move, ActionTurn) or move.player != state.player or not state.is_set_up:
        return
    hand, last = in_hand(state), move.actions[-1]
    turns = [NOTATION.load_move(choice.value) for group in hand.begins for choice in group]
    turns += [NOTATION.load_move(landing.move) for landing in hand.landings]
    if isinstance(last, TakeAction):
        turns = [_with_refill(each, last) for each in turns]
    turns = [ActionTurn(move.player, (DrawAction(),)), *(each for each in turns if each != move)]
    choices = tuple(Choice(NOTATION.plain_move(each), say(state, each), draw_move(each)) for each in turns)
    yield Question("turn", sentence("Was it another turn?"), choices, NOTATION.plain_move(move))


def _with_refill(move: Move, take: TakeAction) -> Move:
    match move:
        case ActionTurn(player, (TakeAction() as other,)):
            return ActionTurn(player, (replace(other, refill=take.refill),))
    return move


def _given(state: TuscanyState, tile: LaidTile) -> Iterator[Question]:
    """Ask for the token that a city took, and for each yield card that was turned."""
    if tile.token:
        tokens = tuple(Choice(token, TOKENS[token]) for token in KINDS)
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
        if name in {"move", "turn"} and isinstance(value, Mapping):
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
