"""An action entered by hand: what is done, then where on the map; the button that pays confirms.

What is offered at a place is the plainest move; what else may be meant there is asked about it.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from scoring.errors import UnreadableError, is_allowed
from scoring.game import Choice, Question
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.drawing.icons import draw_face, draw_move
from scoring.games.smuggler.drawing.pictures import draw_proposed, outline
from scoring.games.smuggler.editor.aspects import (
    CLOSING,
    ON_MAP,
    alternatives,
    closing_of,
    questions_of,
    ways_elsewhere,
)
from scoring.games.smuggler.editor.opening import begin_laid, begin_landings
from scoring.games.smuggler.editor.sentences import FACES, say_amounts, say_costs, say_walk, say_what
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import choices_now, face_of, legal, ways, where
from scoring.games.smuggler.engine.play import check
from scoring.games.smuggler.engine.state import CURRENCIES, SmugglerState, beginner, is_over
from scoring.games.smuggler.land.box import is_land, is_water, place_name
from scoring.games.smuggler.land.spots import place_at, place_spot
from scoring.hand import Hand, Landing, PendingTile
from scoring.roles.seated import name_of
from scoring.sentence import joined, marked, sentence


def in_hand(
    state: SmugglerState,
    held: Sequence[str] = (),
    *,
    anywhere: bool = False,
    box: Mapping[str, int] = {},
    begun: m.Move | None = None,
) -> Hand:
    """Tell what can be done on the map now and, once it is said, where.

    Args:
        held: The action; nothing while somebody begins or an officer has to be moved.
        anywhere: Whether places are wanted that the rules do not allow, for a house rule.
        box: Not needed: what a box holds is told in the game.
        begun: Not needed: an action is a turn.

    Raises:
        UnreadableError: There is no such action on the map.
    """
    if len(held) > 1 or any(face not in ON_MAP for face in held):
        raise UnreadableError(sentence("There is no such action on the map."))
    if is_over(state):
        return Hand("", 0, (), ())
    if not state.number:
        return _opening(state)
    if state.pending:
        return _bare(sentence("Tap where the officer goes."), tuple(_chosen(state)))
    able = [face for face in FACES if face in ON_MAP and next(legal(state, face), None)]
    palette = (tuple(Choice(face, FACES[face], draw_face(face)) for face in able),) if able else ()
    landings = tuple(landings_of(state, *(held or ON_MAP), anywhere=anywhere))
    drawn = draw_face(held[0]) if held else None
    has = say_amounts({name: getattr(state.households[state.player], name) for name in CURRENCIES})
    words = marked("{name} has {has}. Tap a lit place, or say first what is done.")
    if not landings:
        words = marked("{name} has {has}. Say what is done.")
    asks = sentence(words, name=name_of(state, state.player), has=has)
    return Hand(asks, 1, tuple(held), palette, drawn, landings, is_printed=True)


def _opening(state: SmugglerState) -> Hand:
    """Ask for what somebody begins with; before anything is known of the board, for that."""
    if state.box.places:
        name = name_of(state, beginner(state))
        asks = sentence("Tap where {name}'s first marker stands, then the ship", name=name)
        return _bare(asks, tuple(begin_landings(state)))
    asks = sentence("Your board is not known yet. Teach it from a photo, then start a game with it.")
    return replace(_bare(asks, ()), teaches=sentence("Teach your board"))


def _bare(asks: str, landings: tuple[Landing, ...]) -> Hand:
    return Hand(asks, 0, (), (), landings=landings, is_printed=True)


def landings_of(state: SmugglerState, *faces: str, anywhere: bool = False) -> Iterator[Landing]:
    """Offer each place once, with the plainest move of the first kind that can be done there."""
    found: dict[str, m.Move] = {}
    for face in faces:
        for move in ways(state, face):
            if (place := _place(state, move)) not in found and is_allowed(check, state, move):
                found[place] = move
        for move in _against_rules(state, face) if anywhere else ():
            found.setdefault(_place(state, move), move)
    return (_landing(state, place, move) for place, move in found.items() if place)


def _place(state: SmugglerState, move: m.Move) -> str:
    """Give where a move shows; empty where it shows nowhere."""
    cells = where(state, move)
    return place_at(state.box, cells[0]) if cells else ""


def _against_rules(state: SmugglerState, face: str) -> Iterator[m.Move]:
    player, places = state.player, state.box.places
    land = [place for place in places if is_land(places[place])]
    if face == "ship":
        yield from (m.Sail(player, place) for place in places if is_water(places[place]))
    if face == "officer" and state.officers:
        yield from (m.Order(player, 1, place) for place in land)
    if face == "move":
        markers = state.households[player].markers
        yield from (m.Carry(player, (start, place)) for start in markers[:1] for place in land)


def _landing(state: SmugglerState, place: str, move: m.Move) -> Landing:
    says = place_name(state.box, place)
    return Landing(place_spot(state.box, place), says, outline(state, place), (NOTATION.plain_move(move),))


def _chosen(state: SmugglerState) -> Iterator[Landing]:
    """Offer the steps, or the places for a new officer, that whoever chooses may choose now."""
    found: dict[str, m.Move] = {}
    for move in choices_now(state):
        found.setdefault(_end(state, move), move)
    return (_landing(state, place, move) for place, move in found.items())


def _end(state: SmugglerState, move: m.Move) -> str:
    """Give where an officer ends up."""
    return place_at(state.box, where(state, move)[-1])


# --- the move as it stands ---------------------------------------------------------------------------


def preview(state: SmugglerState, move: m.Move) -> PendingTile:
    """Tell how a move looks as it stands, what is asked about it, and which answers confirm it."""
    place = _place(state, move)
    spot = place_spot(state.box, place) if place else ""
    plain = PendingTile(spot, NOTATION.plain_move(move), draw_proposed(state, move), draw_move(move))
    if isinstance(move, m.Begin):
        return begin_laid(state, move, plain)
    if isinstance(move, m.WalkOfficers) and state.pending:
        return replace(plain, closing=_officer_asked(state, move))
    asked, closing = _asked(state, move) if face_of(move) else ({}, None)
    note, bill = (_say_settled(state, closing, place), "") if closing else ("", say_costs(state, move))
    landings = tuple(_landing(state, place, each) for place, each in ways_elsewhere(state, move).items())
    asks = tuple(asked.values())
    return replace(plain, questions=asks, closing=closing, bill=bill, note=note, landings=landings)


def _say_settled(state: SmugglerState, closing: Question, place: str) -> str:
    """Say what is done, whatever is answered to the question that closes it: of what it asks, nothing."""
    moves = [NOTATION.load_move(choice.value) for choice in closing.choices]
    if len(said := {str(say := say_what(state, move)): say for move in moves}) == 1:
        return next(iter(said.values()))
    faces = {face_of(move) for move in moves}
    return joined([*(FACES[face] for face in faces if len(faces) == 1), place_name(state.box, place)], ": ")


def _asked(state: SmugglerState, move: m.Move) -> tuple[dict[str, Question], Question | None]:
    """Ask about an action; the last question is answered by a button that pays, and confirms.

    Where few moves are left, of all kinds or of its own, each is such a button.
    """
    others = alternatives(state, move, ON_MAP if face_of(move) in ON_MAP else ())
    asked = questions_of(state, move, others)
    if closing := closing_of(state, move, others):
        return {}, closing
    own = [each for each in others if face_of(each) == face_of(move)]
    if closing := closing_of(state, move, own):
        return {name: each for name, each in asked.items() if name == "do"}, closing
    return asked, asked.pop(CLOSING.get(face_of(move), "pays"), None)


def _officer_asked(state: SmugglerState, move: m.WalkOfficers) -> Question | None:
    """Ask which officer goes by which way, where several may end up at the same place."""
    chosen = NOTATION.plain_move(move)
    choices = tuple(
        Choice(NOTATION.plain_move(each), say_walk(state, each.walks[0]))
        for each in choices_now(state)
        if isinstance(each, m.WalkOfficers) and _end(state, each) == _end(state, move)
    )
    return Question("officer", sentence("Which officer?"), choices, chosen) if len(choices) > 1 else None
