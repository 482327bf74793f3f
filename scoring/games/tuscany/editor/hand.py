"""A turn entered by hand: a tile taken, a stored one laid, cards drawn, and a second action for a marble.

A tap begins an action; what it gives is asked about the move as it stands. Each answer is that move with it.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Choice, Question
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.pictures import (
    draw_face,
    draw_move,
    draw_on_table,
    draw_place,
    face_choice,
    outline,
)
from scoring.games.tuscany.editor.clearing import ask_clears, first_space, is_begun, offer_clears
from scoring.games.tuscany.editor.inspecting import known_face, stored_faces
from scoring.games.tuscany.editor.opening import castle_in_hand, region_in_hand, region_laid, region_owner
from scoring.games.tuscany.editor.paying import PaymentQuestions
from scoring.games.tuscany.editor.sentences import say_draw
from scoring.games.tuscany.engine.choices import places_of, ways_to_lay
from scoring.games.tuscany.engine.course import ACTIONS, acted
from scoring.games.tuscany.engine.laying import open_fields
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    JoinedRegion,
    LaidTile,
    Move,
    PlaceAction,
    ReadFields,
    StartCastle,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.play import is_legal
from scoring.games.tuscany.engine.state import TuscanyState, faces_of, is_over
from scoring.games.tuscany.land.box import YieldCard, yield_cards
from scoring.games.tuscany.land.tiles import COMING, HEX, KIND_OF, TOKENS, UNKNOWN, is_printed_by
from scoring.games.tuscany.land.words import COLOURS, card_words, face_words, some_words
from scoring.games.tuscany.land.words import TOKENS as TOKEN_WORDS
from scoring.hand import Action, Hand, Landing, PendingTile
from scoring.sentence import joined, marked, sentence
from scoring.spots import place_spot

_ASKS = marked("Take an open tile, or tap a lit field to lay a stored one there.")
_ASKS_TO_TAKE = marked("Take an open tile, or do something else.")
_NONE_FITS = marked(
    "None of the open tiles could be laid now. Take one even so, or tap a colour to remove all of it first."
)
_CAME_FIRST = marked("Which tile came into the display? Or go on with the turn.")
_GOES_ON = marked("One more action, for a marble")
_CAME = marked("What comes in its place?")


def in_hand(
    state: TuscanyState,
    held: Sequence[str] = (),
    *,
    anywhere: bool = False,
    box: Mapping[str, int] = {},
    begun: Move | None = None,
) -> Hand:
    """Tell what can be done now: tiles to take, stored tiles and the fields they may be laid on.

    Args:
        held: The stored tile; without it, fields are offered for all that are stored.
        anywhere: Whether fields are wanted that the rules do not allow, for a house rule.
        box: Not needed: what a box holds is told in the game.
        begun: The action done already, or the region as far as it is told.

    Raises:
        UnreadableError: There is no such tile, or it is not stored.
    """
    if len(held) > 1:
        raise UnreadableError(sentence("One tile is laid at a time."))
    owner = region_owner(state, begun)
    if owner:
        return region_in_hand(state, owner, held, begun)
    if not state.is_set_up:
        return castle_in_hand(state, held)
    return _turn_in_hand(state, held, begun if isinstance(begun, ActionTurn) else None, anywhere=anywhere)


def _turn_in_hand(
    state: TuscanyState, held: Sequence[str], begun: ActionTurn | None, *, anywhere: bool
) -> Hand:
    now = acted(state, begun)[0] if begun else state
    stored = stored_faces(now.realms[state.player]) if _may_act(state) else ()
    for face in map(known_face, held):
        if face not in stored:
            raise UnreadableError(sentence("No such tile is stored."))
    faces = held or stored
    landings = tuple(offer_tiles(state, now, faces, begun, anywhere=anywhere and bool(held)))
    takes = tuple(offer_takes(state, now, begun)) if _may_act(state) else ()
    first = begun or ActionTurn(state.player, ())
    clears = tuple(offer_clears(state, now, first)) if _may_act(state) else ()
    draws = _draws(state, begun) if begun else ()
    palette = (tuple(map(face_choice, stored)),) if stored else ()
    drawn = draw_face(held[0]) if held else None
    reach = tuple(point for cell in now.realms[state.player].fields for point in outline(cell))
    plain = _ASKS if landings else _ASKS_TO_TAKE
    asks = sentence(_NONE_FITS if clears else _CAME_FIRST if UNKNOWN in faces_of(now) else plain)
    return Hand(
        asks=asks if _may_act(state) else "",
        parts=1,
        held=tuple(held),
        palette=palette,
        picture=drawn,
        landings=landings,
        reach_mm=reach,
        begins=tuple(filter(None, (takes, clears))),
        actions=draws,
        from_hand=sentence("Stored"),
        from_table=sentence("Display"),
        board=state.player,
    )


def _may_act(state: TuscanyState) -> bool:
    return state.is_set_up and not (state.questions or state.is_played or is_over(state))


def _turned(state: TuscanyState, begun: ActionTurn | None, action: TurnAction) -> ActionTurn:
    return ActionTurn(state.player, (*(begun.actions if begun else ()), action))


def _draws(state: TuscanyState, begun: ActionTurn) -> tuple[Action, ...]:
    move = _turned(state, begun, DrawAction())
    return (
        (Action("draw", say_draw(state, begun), NOTATION.plain_move(move)),) if is_legal(state, move) else ()
    )


def offer_takes(state: TuscanyState, now: TuscanyState, begun: ActionTurn | None) -> Iterator[Choice]:
    """Offer what lies in the display, place by place, for a free storage space or else the first."""
    store = now.realms[state.player].store
    space = first_space(now.realms[state.player])
    for tile in now.display:
        if tile is not None and tile.face != UNKNOWN:
            move = _turned(state, begun, TakeAction(tile.face, space, (UNKNOWN,)))
            if is_legal(state, move):
                words = marked("Take {tile} in place of {stored}") if store[space] else marked("Take {tile}")
                says = sentence(words, tile=some_words(tile.face), stored=some_words(store[space] or ""))
                yield Choice(NOTATION.plain_move(move), says, draw_face(tile.face))


def offer_tiles(
    state: TuscanyState,
    now: TuscanyState,
    faces: Sequence[str],
    begun: ActionTurn | None,
    *,
    anywhere: bool = False,
) -> Iterator[Landing]:
    """Offer each field once, for the first stored tile that may lie there."""
    realm, seen = now.realms[state.player], set[Cell]()
    for face in faces:
        space = next(
            at for at, lies in enumerate(realm.store) if lies is not None and is_printed_by(lies, face)
        )
        for cell in open_fields(realm, UNKNOWN if face == HEX else face):
            ways = (_turned(state, begun, place) for place in places_of(now, face, cell))
            move = next((each for each in ways if is_legal(state, each)), None)
            if move is not None and cell not in seen:
                seen.add(cell)
                yield _landing(state, face, cell, move)
        if anywhere:
            for cell in sorted({*realm.fields} - {*realm.covered} - seen):
                yield _landing(
                    state, face, cell, _turned(state, begun, PlaceAction(LaidTile(face, cell), space))
                )


def _landing(state: TuscanyState, face: str, cell: Cell, move: Move) -> Landing:
    says = sentence("on {colour}", colour=COLOURS[state.realms[state.player].fields[cell]])
    says = joined([some_words(face), says])
    return Landing(place_spot(cell, state.player), says, outline(cell), (NOTATION.plain_move(move),))


# --- the move as it stands -------------------------------------------------------------------------


def preview(state: TuscanyState, move: Move) -> PendingTile:
    """Tell how a move looks as it stands, what is asked about it, and whether more may follow."""
    match move:
        case JoinedRegion() | ReadFields():
            return region_laid(state, move)
        case StartCastle():
            spot = place_spot(move.cell, move.player)
            return PendingTile(spot, NOTATION.plain_move(move), draw_on_table(move), draw_move(move))
        case ActionTurn():
            return _turn_laid(state, move)
    return PendingTile("", NOTATION.plain_move(move), None, draw_move(move))


def _turn_laid(state: TuscanyState, move: ActionTurn) -> PendingTile:
    *before, last = move.actions
    first = replace(move, actions=tuple(before))
    plain = PendingTile("", NOTATION.plain_move(move), draw_on_table(move), draw_move(move))
    if isinstance(last, TakeAction) and is_begun(last) and (not before or is_legal(state, first)):
        now = acted(state, first)[0]
        return replace(plain, questions=ask_clears(state, now, first, last), is_whole=False)
    if move.player not in state.realms or not is_legal(state, move):
        return plain if not isinstance(last, PlaceAction) else replace(plain, spot=_spot(move, last))
    now = acted(state, first)[0] if before else state
    more = sentence(_GOES_ON) if _has_more(state, move) else ""
    match last:
        case TakeAction():
            space = ask_space(state, now, first, last)
            closing = Question("came", sentence(_CAME), tuple(offer_refills(state, first, last)))
            return replace(plain, questions=space, closing=closing if closing.choices else None, goes_on=more)
        case PlaceAction():
            asked = PlaceQuestions(state, now, first, last)
            token = asked.token()
            price = PaymentQuestions(state, now, first, last)
            cards = price.cards() if state.options.hands == "followed" else ()
            questions = (*asked.castle(), *price.workers(), *cards, *(token if more else ()))
            last_asked = next(iter((*(() if more else token), *asked.card(), *asked.came())), None)
            whole = more or not token
            return replace(
                plain,
                spot=_spot(move, last),
                questions=questions,
                closing=last_asked,
                landings=tuple(asked.elsewhere()),
                goes_on=more,
                is_whole=bool(whole),
            )
    return replace(plain, goes_on=more)


def _spot(move: ActionTurn, place: PlaceAction) -> str:
    return place_spot(place.tile.cell, move.player)


def _has_more(state: TuscanyState, move: ActionTurn) -> bool:
    """Tell whether another action may follow."""
    return len(move.actions) < ACTIONS and acted(state, move)[0].realms[move.player].marble > 0


def ask_space(
    state: TuscanyState, now: TuscanyState, first: ActionTurn, take: TakeAction
) -> tuple[Question, ...]:
    """Ask onto which storage space a tile goes, where there are several."""
    store = now.realms[state.player].store
    choices = []
    for space, lies in enumerate(store):
        move = _turned(state, first, replace(take, space=space))
        if is_legal(state, move):
            says = (
                sentence("free space")
                if lies is None
                else sentence("instead of {tile}", tile=some_words(lies))
            )
            choices.append(Choice(NOTATION.plain_move(move), says, draw_place(lies)))
    if len(choices) < 2:
        return ()
    chosen = NOTATION.plain_move(_turned(state, first, take))
    return (Question("space", sentence("Onto which storage space?"), tuple(choices), chosen),)


def offer_refills(state: TuscanyState, first: ActionTurn, take: TakeAction) -> Iterator[Choice]:
    """Offer what may come for a tile taken; those that replace five alike are told later."""
    for face in COMING:
        for more in (0, 5, 6, 7, 8):
            move = _turned(state, first, replace(take, refill=(face, *[UNKNOWN] * more)))
            if is_legal(state, move):
                yield replace(face_choice(face), value=NOTATION.plain_move(move))
                break


class PlaceQuestions:
    """What is asked about a stored tile that is laid, and about what castles lay for it.

    Args:
        now: The game before this action.
        first: The turn without it.
    """

    def __init__(self, state: TuscanyState, now: TuscanyState, first: ActionTurn, place: PlaceAction) -> None:
        self._state, self._now, self._first, self._place = state, now, first, place
        self._realm = now.realms[first.player]
        self._chain = [place.tile]
        while self._chain[-1].takes is not None:
            self._chain.append(self._chain[-1].takes)
        self._last = self._chain[-1]
        self._kind = KIND_OF.get(self._realm.fields.get(self._last.cell, ""), "")

    def _written(self, *chain: LaidTile) -> Written | None:
        """Write the move with other tiles, where it is legal; what a castle lays is in the one before."""
        tile = chain[-1]
        for each in reversed(chain[:-1]):
            tile = replace(each, takes=tile, refill=each.refill or (UNKNOWN,))
        move = _turned(self._state, self._first, replace(self._place, tile=tile))
        return NOTATION.plain_move(move) if is_legal(self._state, move) else None

    def token(self) -> tuple[Question, ...]:
        """Ask for the token that a city brings."""
        if self._kind != "city":
            return ()
        choices = []
        for token in TOKENS:
            written = self._written(*self._chain[:-1], replace(self._last, token=token))
            if written is not None:
                choices.append(Choice(written, TOKEN_WORDS[token]))
        chosen = self._written(*self._chain)
        return (
            (Question("token", sentence("Which token is taken?"), tuple(choices), chosen),) if choices else ()
        )

    def card(self) -> tuple[Question, ...]:
        """Ask for the first yield card of a carriage; others are told later."""
        if self._kind != "carriage" or not self._last.yields or self._last.yields[0] != YieldCard():
            return ()
        choices = []
        for card in yield_cards(self._now.box):
            written = self._written(
                *self._chain[:-1], replace(self._last, yields=(card, *self._last.yields[1:]))
            )
            if written is not None:
                choices.append(Choice(written, card_words(card)))
        title = sentence("What did yield card {number} give?", number=1)
        return (Question("card", title, tuple(choices)),) if choices else ()

    def came(self) -> tuple[Question, ...]:
        """Ask what came for the tile that the first castle has laid."""
        if len(self._chain) == 1 or self._chain[0].refill[:1] not in ((), (UNKNOWN,)):
            return ()
        choices = []
        for face in COMING:
            written = self._written(replace(self._chain[0], refill=(face,)), *self._chain[1:])
            if written is not None:
                choices.append(replace(face_choice(face), value=written))
        return (Question("came", sentence(_CAME), tuple(choices)),) if choices else ()

    def castle(self) -> Iterator[Question]:
        """Ask for each castle which tile it lays."""
        for depth, castle in enumerate(self._chain, start=1):
            if KIND_OF.get(self._realm.fields.get(castle.cell, "")) == "castle":
                found = tuple(self._free_tiles(depth))
                if found:
                    bare = self._written(*self._chain[: depth - 1], replace(castle, takes=None, refill=()))
                    none = [Choice(bare, sentence("no tile"), draw_place(None))] if bare is not None else []
                    chosen = self._chain[depth].face if depth < len(self._chain) else None
                    at = next((each.value for face, each in found if face == chosen), None)
                    title = sentence("Which tile does the castle lay?")
                    yield Question(f"castle{depth}", title, (*(each for _, each in found), *none), at)

    def _free_tiles(self, depth: int) -> Iterator[tuple[str, Choice]]:
        now = acted(self._state, self._first)[0] if self._first.actions else self._state
        for face in dict.fromkeys(tile.face for tile in now.display if tile and tile.face):
            written = next(self._laid_free(depth, face), None)
            if written is not None:
                yield face, replace(face_choice(face), value=written[1])

    def _laid_free(self, depth: int, face: str) -> Iterator[tuple[Cell, Written]]:
        """Give the fields where a castle may lay a tile, each with the move that does it plainly."""
        before = self._chain[:depth]
        covered = {**self._realm.covered, **{each.cell: each.face for each in before}}
        for cell in open_fields(replace(self._realm, covered=covered), face):
            for tile in ways_to_lay(self._now, self._first.player, LaidTile(face, cell)):
                written = self._written(*before, tile)
                if written is not None:
                    yield cell, written
                    break

    def elsewhere(self) -> Iterator[Landing]:
        """Offer the fields where the tile of the last castle may lie."""
        if len(self._chain) > 1:
            face = self._last.face
            for cell, written in self._laid_free(len(self._chain) - 1, face):
                spot = place_spot(cell, self._first.player)
                yield Landing(spot, face_words(face), outline(cell), (written,))
