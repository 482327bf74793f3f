"""What may be done now: buttons for what needs no place, and every way to lay a stored tile.

What chance tells is left open in all of them: the tiles that come, and what yield cards give.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec import to_builtins
from msgspec.structs import replace

from scoring.documents.values import Written
from scoring.game import Cell, Choice, Player
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
from scoring.hand import Action, Amount, with_number
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence

PLACE = "place"
MOST_BONUS, BIG_AREA, MOST_AREA, MOST_CARDS = 7, 6, 16, 10
"""So many numbers are offered; any other is typed."""
MOST_NUMBER = 122
"""No number that is asked for is larger than that of the cards in the box."""


def actions(state: TuscanyState) -> tuple[Action, ...]:
    """Tell what may be done now: what is missing before the first turn, what must be told, or a turn."""
    if is_over(state):
        return ()
    if not state.is_set_up:
        return tuple(_missing(state))
    if state.questions:
        return tuple(_asked(state, number, each) for number, each in enumerate(state.questions, start=1))
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
    """Ask for a tile that came into the display and that nobody has read."""
    faces = faces_of(state)
    at = next((at for at, tile in enumerate(state.display) if tile and tile.face == UNKNOWN), None)
    if at is None:
        return
    choices = []
    for kind in COLOUR_OF:
        shown = [*faces[:at], kind, *faces[at + 1 :]]
        alike = sum(colour_of(face) == COLOUR_OF[kind] for face in shown)
        shown += [UNKNOWN] * (alike if alike >= TOO_MANY else 0)
        choices.append(Choice({"player": state.player, "display": shown}, KINDS[kind]))
    yield Action("came", sentence("Which tile is new in the display?"), choices=tuple(choices))


def _asked(state: TuscanyState, number: int, question: OpenQuestion) -> Action:
    """Ask what a bonus, a large area or a yield card brings."""
    player, name = question.player, name_of(state, question.player)
    if question.kind == "yield":
        says = sentence("What does {name}'s yield card give?", name=name)
        cards = yield_cards(state.box)
        choices = (Choice({"player": player, "yield": to_builtins(card)}, card_words(card)) for card in cards)
        return Action(f"ask-{number}", says, choices=tuple(choices))
    if question.kind == "bonus":
        firsts = marked("What does {what} bring whoever completes it first?")
        seconds = marked("What does {what} bring whoever completes it second?")
        says = sentence(seconds if question.place else firsts, what=COLOURS[question.key])
        fact: Written = {"colour_bonus": {question.key: [None, None]}}
        path: tuple[str | int, ...] = ("box", "colour_bonus", question.key, question.place)
        return _numbered(f"ask-{number}", says, {"player": player, "box": fact}, path, range(MOST_BONUS))
    says = sentence("What does an area of {what} fields bring?", what=question.key)
    path = ("box", "area_points", question.key)
    fact = {"area_points": {question.key: 0}}
    return _numbered(f"ask-{number}", says, {"player": player, "box": fact}, path, range(BIG_AREA, MOST_AREA))


def _numbered(name: str, says: str, move: Written, path: tuple[str | int, ...], usual: range) -> Action:
    """Ask for a number, the usual ones offered."""
    amount = Amount(0, MOST_NUMBER, move, path)
    choices = tuple(Choice(with_number(amount, number), str(number), key=str(number)) for number in usual)
    return Action(name, says, choices=choices, number=amount)


def _counts(state: TuscanyState) -> Iterator[Action]:
    """Ask everybody whose hand is not counted for the number of their cards."""
    for player, realm in state.realms.items():
        if is_uncounted(realm):
            says = sentence("How many cards does {name} hold?", name=name_of(state, player))
            move: Written = {"player": player, "count": {player: {"hand": 0}}}
            yield _numbered(f"hand-{player}", says, move, ("count", player, "hand"), range(MOST_CARDS))


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
        yield _castle(state, bare[0])
    elif state.display:
        due = next(player for player, realm in realms if not realm.tokens)
        says = sentence("Which token does {name} take?", name=name_of(state, due))
        choices = (Choice({"player": due, "token": token}, TOKEN_WORDS[token]) for token in TOKENS)
        yield Action("token", says, choices=tuple(choices))


def _castle(state: TuscanyState, player: Player) -> Action:
    """Ask for one of the three dark green fields, counted from the top."""
    fields = state.realms[player].fields
    cells = sorted(
        (cell for cell in fields if KIND_OF[fields[cell]] == "castle"), key=lambda cell: cell[::-1]
    )
    choices = tuple(
        Choice(
            {"player": player, "castle": [*cell]},
            sentence("dark green field {number} from the top", number=number),
            key=str(number),
        )
        for number, cell in enumerate(cells, start=1)
    )
    says = sentence("Where does {name}'s start castle lie?", name=name_of(state, player))
    return Action("castle", says, choices=choices)


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
