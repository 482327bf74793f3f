"""All tiles of a colour removed from the display by hand, where none that lies there could be laid.

A tap removes them, one more for each tile that comes tells it, and then one of the display is taken.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scoring.documents.values import Written
from scoring.errors import IllegalMoveError
from scoring.game import Choice, Question
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import draw_face, draw_fields, face_choice
from scoring.games.tuscany.engine.display import cleared
from scoring.games.tuscany.engine.laying import can_lay_any
from scoring.games.tuscany.engine.moves import ActionTurn, ClearedKind, TakeAction, TurnAction
from scoring.games.tuscany.engine.play import is_legal
from scoring.games.tuscany.engine.state import Realm, TuscanyState, faces_of
from scoring.games.tuscany.land.tiles import COMING, DISPLAY, UNKNOWN, colour_of
from scoring.games.tuscany.land.words import COLOURS, face_words, some_words
from scoring.sentence import sentence


def first_space(realm: Realm) -> int:
    """Give the storage space that a tile taken goes to at first: a free one, if there is any."""
    return realm.store.index(None) if None in realm.store else 0


def offer_clears(
    state: TuscanyState, now: TuscanyState, first: ActionTurn, clears: Sequence[ClearedKind] = ()
) -> Iterator[Choice]:
    """Offer the colours whose tiles may be removed; none where a tile of the display could be laid.

    Args:
        now: The game before the tile is taken, with what was removed already.
        first: The turn without that action.
        clears: What was removed already.
    """
    if can_lay_any(now, state.player):
        return
    space = first_space(now.realms[state.player])
    for colour in dict.fromkeys(colour_of(face) for face in faces_of(now) if face):
        filled = _filled(now, colour, ())
        if filled is not None:
            says = sentence("Remove all that are {colour}", colour=COLOURS[colour])
            written = _written(first, TakeAction(UNKNOWN, space, (UNKNOWN,), (*clears, filled)))
            yield Choice(written, says, draw_fields({(0, 0): colour}))


def is_begun(action: TurnAction) -> bool:
    """Tell whether tiles are removed, and not said yet which one is taken then."""
    return isinstance(action, TakeAction) and bool(action.clears) and action.face == UNKNOWN


def ask_clears(
    state: TuscanyState, now: TuscanyState, first: ActionTurn, take: TakeAction
) -> tuple[Question, ...]:
    """Ask what came for the tiles removed and which is taken then; nothing once that is said."""
    if not is_begun(take):
        return ()
    *before, last = take.clears
    for each in before:
        now = cleared(now, each, is_strict=False)
    if UNKNOWN in last.refill:
        return (_ask_came(now, first, take),)
    now = cleared(now, last, is_strict=False)
    further = tuple(offer_clears(state, now, first, take.clears))
    if further:
        title = sentence("None of these could be laid either. Which are removed?")
        return (Question("further", title, further),)
    taken = ((face, replace(take, face=face)) for face in dict.fromkeys(filter(None, faces_of(now))))
    choices = tuple(
        Choice(_written(first, each), sentence("Take {tile}", tile=some_words(face)), draw_face(face))
        for face, each in taken
        if is_legal(state, _turn(first, each))
    )
    return (Question("taken", sentence("Which tile is taken?"), choices),) if choices else ()


def _ask_came(now: TuscanyState, first: ActionTurn, take: TakeAction) -> Question:
    *before, last = take.clears
    read = last.refill[: last.refill.index(UNKNOWN)]
    choices = []
    for face in COMING:
        filled = _filled(now, last.colour, (*read, face))
        if filled is not None:
            written = _written(first, replace(take, clears=(*before, filled)))
            choices.append(Choice(written, face_words(face), face_choice(face).picture))
    title = sentence(
        "Which tile comes as number {number} of {count}?", number=len(read) + 1, count=len(last.refill)
    )
    return Question("cleared", title, tuple(choices))


def _filled(now: TuscanyState, colour: str, read: Sequence[str]) -> ClearedKind | None:
    """Give a colour removed, with every tile that comes; those not read yet come after the others."""
    for more in range(2 * DISPLAY):
        clear = ClearedKind(colour, (*read, *[UNKNOWN] * more))
        try:
            cleared(now, clear, is_strict=True)
        except IllegalMoveError:
            continue
        return clear
    return None


def _turn(first: ActionTurn, take: TakeAction) -> ActionTurn:
    return replace(first, actions=(*first.actions, take))


def _written(first: ActionTurn, take: TakeAction) -> Written:
    return NOTATION.plain_move(_turn(first, take))
