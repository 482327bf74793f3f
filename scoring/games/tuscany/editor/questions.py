"""A move asked about: which of several it is and, part by part, what else it may have been.

Each answer is the whole move with another part; that of a drawing is the place tapped in it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import Cell, Choice, Question
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import draw_face, draw_move, draw_realm, draw_token, face_choice
from scoring.games.tuscany.editor.clearing import ask_clears, is_begun, offer_clears
from scoring.games.tuscany.editor.hand import (
    PlaceQuestions,
    ask_space,
    offer_refills,
    offer_takes,
    offer_tiles,
)
from scoring.games.tuscany.editor.inspecting import stored_faces
from scoring.games.tuscany.editor.opening import FIELD, ask_fields, ask_pieces, tap_field
from scoring.games.tuscany.editor.paying import PaymentQuestions
from scoring.games.tuscany.editor.sentences import say, say_draw
from scoring.games.tuscany.engine.choices import places_of
from scoring.games.tuscany.engine.course import ACTIONS, acted
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    FirstToken,
    JoinedRegion,
    LaidTile,
    Move,
    NamedYield,
    OpenTiles,
    Payment,
    PlaceAction,
    ReadFields,
    StartCastle,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.play import is_legal
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.box import YieldCard, yield_cards
from scoring.games.tuscany.land.tiles import COMING, FARM, FARMS, TOKENS, UNKNOWN
from scoring.games.tuscany.land.words import TOKENS as TOKEN_WORDS
from scoring.games.tuscany.land.words import card_words, some_words
from scoring.sentence import marked, sentence
from scoring.spots import place_spot, read_spot

CELL = "cell"
_WHICH = marked("Which tile lies at place {number}?")
ORDINALS = (marked("The first action"), marked("The second action"))


def ask(state: TuscanyState, move: Move, others: Sequence[Move] = ()) -> tuple[Question, ...]:
    """List what a player may set about a move: which of several it is, and every part of it."""
    ways = {str(NOTATION.plain_move(each)): each for each in (move, *others)}
    first = _asked(
        "move",
        sentence("Which of these is it?"),
        ((each, Choice("", say(state, each), draw_move(each))) for each in ways.values()),
        move,
    )
    return first, *_parts(state, move)


def answer(state: TuscanyState, move: Move, answers: Mapping[str, object]) -> Move:
    """Give the move with a player's answers in it.

    Raises:
        UnreadableError: There is no such question or answer.
    """
    for name, value in answers.items():
        if isinstance(value, Mapping) and "player" in value:
            move = NOTATION.load_move(value)
        elif name == FIELD and isinstance(move, ReadFields):
            move = tap_field(move, _cell_of(value))
        elif name.startswith(CELL):
            move = _moved(state, move, name.removeprefix(CELL), _cell_of(value))
        else:
            raise _no_answer()
    return move


def _no_answer() -> UnreadableError:
    return UnreadableError(sentence("There is no such question or answer."))


def _asked(
    name: str, title: str, offered: Iterable[tuple[Move, Choice]], move: Move, about: str = ""
) -> Question:
    choices = tuple(replace(shown, value=NOTATION.plain_move(other)) for other, shown in offered)
    return Question(name, title, choices, NOTATION.plain_move(move), about=about)


def _parts(state: TuscanyState, move: Move) -> Iterator[Question]:
    match move:
        case ActionTurn() if move.player == state.player and (is_legal(state, move) or _begun(state, move)):
            asked = _begun(state, move) or len(move.actions)
            actions = (_Action(state, move, at) for at in range(asked))
            yield from chain.from_iterable(action.questions() for action in actions)
            if not _begun(state, move) and len(move.actions) < ACTIONS:
                yield from _Action(state, move, len(move.actions)).one_more()
        case OpenTiles():
            yield from _asked_display(move)
        case FirstToken():
            tokens = (Choice(token, TOKEN_WORDS[token], draw_token(token)) for token in TOKENS)
            taken = ((replace(move, token=shown.value), shown) for shown in tokens)
            yield _asked("token", sentence("Which token is taken?"), taken, move)
        case NamedYield():
            cards = (
                (replace(move, gives=card), Choice("", card_words(card))) for card in yield_cards(state.box)
            )
            yield _asked("card", sentence("What did the yield card give?"), cards, move)
        case StartCastle() if move.player in state.realms:
            yield _place_question(state, move, CELL, move.cell)
        case JoinedRegion():
            yield from ask_pieces(state, move)
        case ReadFields() if move.player in state.realms:
            yield from ask_fields(state, move)


def _asked_display(move: OpenTiles) -> Iterator[Question]:
    """Ask for each open tile, those first that nobody has read; of a farm its goods."""
    for at in sorted(range(len(move.faces)), key=lambda at: move.faces[at] not in {FARM, UNKNOWN}):
        is_farm = move.faces[at] == FARM
        title = marked("Which farm lies at place {number}?") if is_farm else _WHICH
        rows = ((*move.faces[:at], new, *move.faces[at + 1 :]) for new in (FARMS if is_farm else COMING))
        tiles = ((replace(move, faces=row), face_choice(row[at])) for row in rows)
        says = sentence(title, number=at + 1)
        yield _asked(f"display{at + 1}", says, tiles, move, about=says)


def _begun(state: TuscanyState, move: ActionTurn) -> int:
    """Count the actions up to the one that is not said to its end; none where all are, or one is illegal."""
    at = next((at for at, each in enumerate(move.actions) if is_begun(each)), None)
    if at is None or (at and not is_legal(state, replace(move, actions=move.actions[:at]))):
        return 0
    return at + 1


def _place_question(state: TuscanyState, move: Move, name: str, cell: Cell, about: str = "") -> Question:
    """Ask where something lies, by a tap on the player's own board."""
    realm = state.realms[move.player]
    bare = [each for each in realm.fields if each not in realm.covered]
    spots = tuple(Choice(place_spot(each, move.player), "") for each in bare)
    picture = draw_realm(state, move.player, move)
    title = sentence("Tap the field where it lies")
    return Question(name, title, spots, place_spot(cell, move.player), picture, about)


def _cell_of(spot: object) -> Cell:
    """Give the cell of a place that was tapped."""
    cell = read_spot(str(spot)).key
    if not isinstance(cell, tuple):
        raise _no_answer()
    return cell


def _moved(state: TuscanyState, move: Move, number: str, cell: Cell) -> Move:
    """Give the move with something laid elsewhere; what it gives there and what pays is asked anew."""
    if isinstance(move, StartCastle) and not number:
        return replace(move, cell=cell)
    if not (isinstance(move, ActionTurn) and number in {str(at + 1) for at in range(len(move.actions))}):
        raise _no_answer()
    at = int(number) - 1
    place = move.actions[at]
    if not isinstance(place, PlaceAction):
        raise _no_answer()
    if place.tile.cell == cell:
        return move
    plain = replace(place, tile=LaidTile(place.tile.face, cell))
    if move.player != state.player or not is_legal(state, move):
        return _with_action(move, at, plain)
    now = acted(state, replace(move, actions=move.actions[:at]))[0]
    is_field = cell in now.realms[move.player].fields
    way = next(places_of(now, place.tile.face, cell), plain) if is_field else plain
    workers = place.pays.workers if place.pays else 0
    return _with_action(move, at, replace(way, pays=Payment(None, workers) if workers else None))


def _with_action(move: ActionTurn, at: int, action: TurnAction) -> ActionTurn:
    return replace(move, actions=(*move.actions[:at], action, *move.actions[at + 1 :]))


class _Action:
    """An action of a turn, or one more that it may have had, with the game before it.

    Args:
        at: Which of the turn's actions, from 0.
    """

    def __init__(self, state: TuscanyState, move: ActionTurn, at: int) -> None:
        self._state, self._move, self._at = state, move, at
        self._first = replace(move, actions=move.actions[:at])
        self._now = acted(state, self._first)[0]
        self._about = sentence(ORDINALS[at]) if len(move.actions) > 1 else ""

    def questions(self) -> Iterator[Question]:
        """Ask what was done, and about all of it that may have been otherwise."""
        action = self._move.actions[self._at]
        none = [Choice(NOTATION.plain_move(self._first), sentence("nothing"))] if self._at else []
        yield self._question("action", sentence("What was done?"), (*self._offered(), *none))
        match action:
            case TakeAction():
                yield from self._anew(ask_clears(self._state, self._now, self._first, action))
                yield from self._anew(ask_space(self._state, self._now, self._first, action))
                refills = tuple(self._whole(each) for each in offer_refills(self._state, self._first, action))
                yield self._question("came", sentence("What came in its place?"), refills)
            case PlaceAction():
                yield _place_question(
                    self._state, self._move, f"{CELL}{self._at + 1}", action.tile.cell, self._about
                )
                asked = PlaceQuestions(self._state, self._now, self._first, action)
                price = PaymentQuestions(self._state, self._now, self._first, action)
                yield from self._anew((*asked.castle(), *price.workers(), *price.cards(), *asked.token()))
                for number, card in enumerate(action.tile.yields):
                    yield self._card(action, number, card)

    def one_more(self) -> Iterator[Question]:
        """Ask whether there was another action, where a marble may have paid for it."""
        offered = tuple(self._offered()) if self._now.realms[self._move.player].marble else ()
        if offered:
            none = Choice(NOTATION.plain_move(self._move), sentence("no"))
            title = sentence("Was there one more action, for a marble?")
            yield self._question("action", title, (none, *offered))

    def _question(self, name: str, title: str, choices: tuple[Choice, ...]) -> Question:
        chosen = NOTATION.plain_move(self._move)
        return Question(f"{name}{self._at + 1}", title, choices, chosen, about=self._about)

    def _anew(self, questions: Iterable[Question]) -> Iterator[Question]:
        """Give questions about this action with answers that have what was done after it, too."""
        for each in questions:
            yield self._question(each.name, each.title, tuple(map(self._whole, each.choices)))

    def _whole(self, choice: Choice) -> Choice:
        turn = NOTATION.load_move(choice.value)
        if isinstance(turn, ActionTurn):
            turn = replace(turn, actions=(*turn.actions, *self._move.actions[self._at + 1 :]))
        return replace(choice, value=NOTATION.plain_move(turn))

    def _offered(self) -> Iterator[Choice]:
        """Offer to draw, each open tile once, and each stored one."""
        draw = replace(self._first, actions=(*self._first.actions, DrawAction()))
        if is_legal(self._state, draw):
            yield self._whole(Choice(NOTATION.plain_move(draw), say_draw(self._state, self._first)))
        takes = offer_takes(self._state, self._now, self._first)
        yield from map(self._refilled, {str(each.label): each for each in takes}.values())
        yield from map(self._whole, offer_clears(self._state, self._now, self._first))
        for face in stored_faces(self._now.realms[self._move.player]):
            tile = next(offer_tiles(self._state, self._now, [face], self._first), None)
            if tile is not None:
                words = sentence("Lay {tile}", tile=some_words(face))
                yield self._whole(Choice(tile.move, words, draw_face(face)))

    def _refilled(self, take: Choice) -> Choice:
        """Give another tile taken, for which the same came."""
        turn, was = NOTATION.load_move(take.value), self._move.actions[self._at : self._at + 1]
        if isinstance(turn, ActionTurn) and was and isinstance(was[0], TakeAction):
            other = replace(turn.actions[self._at], refill=was[0].refill)
            take = replace(take, value=NOTATION.plain_move(_with_action(turn, self._at, other)))
        return self._whole(take)

    def _card(self, place: PlaceAction, number: int, card: YieldCard) -> Question:
        choices = []
        for other in dict.fromkeys((card, *yield_cards(self._now.box))):
            cards = (*place.tile.yields[:number], other, *place.tile.yields[number + 1 :])
            move = _with_action(self._move, self._at, replace(place, tile=replace(place.tile, yields=cards)))
            choices.append(Choice(NOTATION.plain_move(move), card_words(other)))
        title = sentence("What did yield card {number} give?", number=number + 1)
        return self._question(f"card{number + 1}-", title, tuple(choices))
