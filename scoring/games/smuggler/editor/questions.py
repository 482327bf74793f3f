"""A move asked about before it is confirmed: which of several it is, and part by part what else it may be."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import Choice, Question
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.drawing.icons import draw_move
from scoring.games.smuggler.drawing.pictures import picture
from scoring.games.smuggler.editor.aspects import alternatives, questions_of
from scoring.games.smuggler.editor.hand import landings_of
from scoring.games.smuggler.editor.opening import begin_asked, begin_led
from scoring.games.smuggler.editor.sentences import FACES, say
from scoring.games.smuggler.engine.choices import face_of, legal, where
from scoring.games.smuggler.engine.moves import Begin, Carry, Hire, Move, Order, Sail
from scoring.games.smuggler.engine.state import SmugglerState
from scoring.games.smuggler.land.box import place_name
from scoring.games.smuggler.land.spots import place_at
from scoring.sentence import sentence
from scoring.spots import place_spot, read_spot

CELL = "cell"
LEADS = Sail | Carry | Order | Hire
"""Moves that lead somewhere else when another place is tapped."""


def ask(state: SmugglerState, move: Move, others: Sequence[Move] = ()) -> tuple[Question, ...]:
    """List what a player may set about a move."""
    ways = {str(NOTATION.plain_move(each)): each for each in (move, *others)}
    choices = tuple(
        Choice(NOTATION.plain_move(each), say(state, each), draw_move(each)) for each in ways.values()
    )
    first = Question("move", sentence("Which of these is it?"), choices, NOTATION.plain_move(move))
    if isinstance(move, Begin):
        return (first, *begin_asked(state, move))
    asked = questions_of(state, move, tuple(_of_all_kinds(state, move))) if face_of(move) else {}
    return (first, *_where(state, move), *asked.values())


def _of_all_kinds(state: SmugglerState, move: Move) -> Iterator[Move]:
    """Give the moves that show where it does, and the plainest of each other kind; out of turn none."""
    for face in FACES if move.player == state.player else ():
        if face == face_of(move):
            yield from alternatives(state, move)
        else:
            yield from islice(legal(state, face), 1)


def _where(state: SmugglerState, move: Move) -> tuple[Question, ...]:
    """Ask where it leads, by a tap on the map."""
    cells = where(state, move)
    if not isinstance(move, LEADS) or not cells or move.player != state.player:
        return ()
    here = place_name(state.box, place_at(state.box, cells[0]))
    elsewhere = {each.spot: each.says for each in landings_of(state, face_of(move))}
    named = {place_spot(cells[0]): here, **elsewhere}
    choices = tuple(Choice(spot, says) for spot, says in named.items())
    title = sentence("Tap the place where it leads")
    return (Question(CELL, title, choices, place_spot(cells[0]), picture(state, [move])),)


def answer(state: SmugglerState, move: Move, answers: Mapping[str, object]) -> Move:
    """Give the move with a player's answers in it.

    Raises:
        UnreadableError: There is no such question or answer.
    """
    for name, value in answers.items():
        if isinstance(value, Mapping) and "player" in value:
            move = NOTATION.load_move(value)
        elif name == CELL and isinstance(value, str) and isinstance(move, LEADS | Begin):
            move = _led(state, move, value)
        else:
            raise _no_answer()
    return move


def _no_answer() -> UnreadableError:
    return UnreadableError(sentence("There is no such question or answer."))


def _led(state: SmugglerState, move: Sail | Carry | Order | Hire | Begin, spot: str) -> Move:
    """Give the move that leads to another place: the likest that is allowed, else just that."""
    key = read_spot(spot).key
    place = place_at(state.box, key) if isinstance(key, tuple) else ""
    if not place:
        raise _no_answer()
    moved: Move
    match move:
        case Begin():
            return begin_led(state, move, place)
        case Hire():
            moved = replace(move, marker=place)
        case Carry() if move.marker:
            moved = replace(move, marker=(move.marker[0], place))
        case _:
            moved = replace(move, to=place)
    ways = [each for each in legal(state, face_of(move)) if where(state, each) == where(state, moved)]
    return moved if moved in ways or not ways or where(state, move) == where(state, moved) else ways[0]
