"""What may be done now: buttons for what needs no place, and every way to lay a stored tile.

What chance tells is left open in all of them: the tiles that come, and what yield cards give.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec import to_builtins
from msgspec.structs import replace

from scoring.documents.values import Written
from scoring.game import Cell, Player
from scoring.games.tuscany.engine.laying import open_fields
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    LaidTile,
    Move,
    Payment,
    PlaceAction,
    TakeAction,
)
from scoring.games.tuscany.engine.payment import PRICE
from scoring.games.tuscany.engine.play import is_legal
from scoring.games.tuscany.engine.state import (
    OpenQuestion,
    TuscanyState,
    faces_of,
    is_over,
    is_uncounted,
    with_realm,
)
from scoring.games.tuscany.land.box import YieldCard, yield_cards
from scoring.games.tuscany.land.tiles import (
    COLOUR_OF,
    DISPLAY,
    HEX,
    KIND_OF,
    TOKENS,
    TOO_MANY,
    UNKNOWN,
    colour_of,
    is_named_by,
)
from scoring.games.tuscany.land.words import COLOURS, KINDS, card_words, some_words
from scoring.games.tuscany.land.words import TOKENS as TOKEN_WORDS
from scoring.hand import Action
from scoring.roles.seated import name_of
from scoring.sentence import counted, marked, sentence

PLACE = "place"
MOST_BONUS, MOST_AREA, MOST_CARDS = 7, 16, 31
"""So many numbers are offered, from 0 on; any other is told as a document."""


def actions(state: TuscanyState) -> tuple[Action, ...]:
    """Tell what may be done now: what is missing before the first turn, what must be told, or a turn."""
    if is_over(state):
        return ()
    if not state.is_set_up:
        return tuple(_missing(state))
    if state.questions:
        return tuple(_answers(state, state.questions[0]))
    if state.is_played:
        return tuple(_counts(state))
    stored = any(stored is not None for stored in state.realms[state.player].store)
    place = (Action(PLACE, sentence("Lay a stored tile")),) if stored else ()
    draw = Action("draw", sentence("Draw cards"), _turn(state, {"draw": True}))
    return (draw, *place, *_takes(state), *_named(state))


def _turn(state: TuscanyState, action: Written) -> Written:
    return {"player": state.player, "actions": [action]}


def _takes(state: TuscanyState) -> Iterator[Action]:
    """Offer each kind of tile that may be taken, to a free storage space or else to the first."""
    store = state.realms[state.player].store
    space = store.index(None) if None in store else 0
    for face in dict.fromkeys(face for face in faces_of(state) if face):
        if is_legal(state, ActionTurn(state.player, (TakeAction(face, space, (UNKNOWN,)),))):
            take = {"take": face, "store": space, "refill": [UNKNOWN]}
            says = sentence("Take {tile}", tile=some_words(face))
            yield Action(f"take-{face}", says, _turn(state, take))


def _named(state: TuscanyState) -> Iterator[Action]:
    """Offer to name a tile that came into the display and that nobody has read."""
    faces = faces_of(state)
    at = next((at for at, tile in enumerate(state.display) if tile and tile.face == UNKNOWN), None)
    for kind in () if at is None else COLOUR_OF:
        says = sentence("New in the display: {tile}", tile=KINDS[kind])
        shown = [*faces[:at], kind, *faces[(at or 0) + 1 :]]
        alike = sum(colour_of(face) == COLOUR_OF[kind] for face in shown)
        shown += [UNKNOWN] * (alike if alike >= TOO_MANY else 0)
        yield Action(f"came-{kind}", says, {"player": state.player, "display": shown})


def _answers(state: TuscanyState, question: OpenQuestion) -> Iterator[Action]:
    """Offer what a bonus, a large area or a yield card may bring."""
    name = name_of(state, question.player)
    if question.kind == "yield":
        for card in yield_cards(state.box):
            gives = to_builtins(card)
            says = sentence("{name}'s yield card: {gives}", name=name, gives=card_words(card))
            key = "-".join(f"{what}{count}" for what, count in gives.items())
            yield Action(f"yield-{key}", says, {"player": question.player, "yield": gives})
        return
    for points in range(MOST_AREA if question.kind == "area" else MOST_BONUS):
        fact: Written = {"area_points": {question.key: points}}
        words = marked("An area of {what} fields: {points}")
        what = question.key
        if question.kind == "bonus":
            fact = {"colour_bonus": {question.key: [points, None] if question.place == 0 else [None, points]}}
            words = marked("{what} completed first: {points}")
            words = words if question.place == 0 else marked("{what} completed second: {points}")
            what = COLOURS[question.key]
        says = sentence(words, what=what, points=points)
        yield Action(f"brings-{points}", says, {"player": question.player, "box": fact})


def _counts(state: TuscanyState) -> Iterator[Action]:
    """Offer numbers of cards for the first player whose hand is not counted."""
    player = next(player for player, realm in state.realms.items() if is_uncounted(realm))
    for count in range(MOST_CARDS):
        says = counted(
            "{name} holds {count} card", "{name} holds {count} cards", count, name=name_of(state, player)
        )
        yield Action(f"hand-{count}", says, {"player": player, "count": {player: {"hand": count}}})


def _missing(state: TuscanyState) -> Iterator[Action]:
    """Offer what is missing before the first turn, in the rulebook's order."""
    realms = state.realms.items()
    untold = [player for player, realm in realms if not realm.fields]
    bare = [player for player, realm in realms if realm.fields and not realm.covered]
    if not state.display:
        unread = {"player": state.player, "display": [UNKNOWN] * DISPLAY}
        yield Action("display", sentence("Open eight tiles"), unread)
    if untold:
        yield Action("region", sentence("Tell {name}'s region", name=name_of(state, untold[0])))
    elif bare:
        yield from _castles(state, bare[0])
    elif state.display:
        due = next(player for player, realm in realms if not realm.tokens)
        for token in TOKENS:
            says = sentence(
                "{name} takes the token {token}", name=name_of(state, due), token=TOKEN_WORDS[token]
            )
            yield Action(f"token-{token}", says, {"player": due, "token": token})


def _castles(state: TuscanyState, player: Player) -> Iterator[Action]:
    """Offer the three dark green fields, counted from the top."""
    fields = state.realms[player].fields
    cells = sorted(
        (cell for cell in fields if KIND_OF[fields[cell]] == "castle"), key=lambda cell: cell[::-1]
    )
    for number, cell in enumerate(cells, start=1):
        words = marked("{name}'s start castle: dark green field {number} from the top")
        says = sentence(words, name=name_of(state, player), number=number)
        yield Action(f"castle-{number}", says, {"player": player, "castle": [*cell]})


def legal(state: TuscanyState, face: str) -> Iterator[Move]:
    """Give the turns of one action that lay a stored tile or, for no tile, every turn of one action."""
    return (move for move in (places_of(state, face) if face else _turns(state)) if is_legal(state, move))


def _turns(state: TuscanyState) -> Iterator[ActionTurn]:
    yield ActionTurn(state.player, (DrawAction(),))
    store = state.realms[state.player].store
    for face in dict.fromkeys(faces_of(state)):
        for space in range(len(store)):
            yield ActionTurn(state.player, (TakeAction(face, space, (UNKNOWN,)),))
    for stored in dict.fromkeys(filter(None, store)):
        yield from places_of(state, stored)


def places_of(state: TuscanyState, face: str) -> Iterator[ActionTurn]:
    """Give every way to lay a stored tile, by field and the plainest first; some may break another rule.

    Which cards pay is nobody's business; how many workers do is told by their heap.
    """
    realm = state.realms[state.player]
    spaces = [at for at, lies in enumerate(realm.store) if lies is not None and is_named_by(lies, face)]
    for space in spaces[:1]:
        for cell in open_fields(realm, UNKNOWN if face == HEX else face):
            for tile in _ways(state, state.player, LaidTile(face, cell)):
                for workers in range(min(PRICE, realm.workers) + 1):
                    pays = Payment(None, workers) if workers else None
                    yield ActionTurn(state.player, (PlaceAction(tile, space, pays),))


def _ways(state: TuscanyState, player: Player, tile: LaidTile) -> Iterator[LaidTile]:
    realm = state.realms[player]
    kind = KIND_OF[realm.fields[tile.cell]]
    if kind == "city":
        yield from (replace(tile, token=token) for token in TOKENS)
    elif kind == "carriage":
        yield replace(tile, yields=(YieldCard(),) * (1 + realm.tokens.count("yield")))
    else:
        yield tile
    if kind == "castle":
        yield from _castle_ways(state, player, tile)


def _castle_ways(state: TuscanyState, player: Player, tile: LaidTile) -> Iterator[LaidTile]:
    """Give what a castle may lay, further castles included, beside what lies then."""
    realm = state.realms[player]
    now = with_realm(state, player, covered={**realm.covered, tile.cell: tile.face})
    faces = dict.fromkeys(face for face in faces_of(state) if face)
    cells = ((face, cell) for face in faces for cell in open_fields(now.realms[player], face))
    takes = chain.from_iterable(_ways(now, player, LaidTile(face, cell)) for face, cell in cells)
    return (replace(tile, takes=each, refill=(UNKNOWN,)) for each in takes)


def cells_of(state: TuscanyState, face: str) -> tuple[Cell, ...]:
    """List the fields where a stored tile may be laid now."""
    places = (move.actions[0] for move in legal(state, face) if isinstance(move, ActionTurn))
    return tuple(dict.fromkeys(place.tile.cell for place in places if isinstance(place, PlaceAction)))
