"""A move checked and done: what the other modules know put together, and which moves there are."""

from collections.abc import Iterator
from itertools import chain
from typing import assert_never

from msgspec.structs import replace

from scoring import setups
from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player
from scoring.games.tuscany.engine import opening
from scoring.games.tuscany.engine.course import turn_done
from scoring.games.tuscany.engine.laying import open_fields, with_yield
from scoring.games.tuscany.engine.ledger import check_heaps, check_told, recounted, remarked
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    CountedHeaps,
    DrawAction,
    FirstToken,
    JoinedRegion,
    LaidTile,
    LearnedFacts,
    Move,
    NamedYield,
    OpenTiles,
    Payment,
    PlaceAction,
    ReadFields,
    SetMarkers,
    StartCastle,
    TakeAction,
    ToldHand,
)
from scoring.games.tuscany.engine.payment import PRICE
from scoring.games.tuscany.engine.points import settled
from scoring.games.tuscany.engine.state import Lines, TuscanyState, faces_of, is_over, with_realm
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import HEX, KIND_OF, TOKENS, UNKNOWN, is_named_by
from scoring.hand import Action
from scoring.roles.observation import EVERYBODY
from scoring.roles.seated import name_of, with_turn
from scoring.sentence import Sentence, sentence


def check(state: TuscanyState, move: Move) -> None:
    """Refuse a move that the rules forbid.

    Raises:
        IllegalMoveError: Its ``rule`` names the broken rule, its text says it in a sentence.
    """
    apply(state, move)


def apply(state: TuscanyState, move: Move) -> tuple[TuscanyState, Lines]:
    """Do a move and score what it brings, to the end of the round where it is the last of one.

    Raises:
        IllegalMoveError: The rules forbid it.
    """
    return _done(state, move, is_strict=True)


def force(state: TuscanyState, move: Move) -> tuple[TuscanyState, Lines]:
    """Do a move as the table's own house rule, whatever rule it breaks.

    What a player does not have is not paid; a tile comes from nowhere where none is stored; a player who
    moves out of turn has moved, and it goes on with the player after them.

    Raises:
        IllegalMoveError: It makes no sense at all: a field is covered or another's, a tile does not lie
            open, or nobody plays that colour.
    """
    if isinstance(move, ActionTurn):
        state = with_turn(state, move.player)
    return _done(state, move, is_strict=False)


def _done(state: TuscanyState, move: Move, *, is_strict: bool) -> tuple[TuscanyState, Lines]:
    setups.check_player(state.setup, move.player)
    match move:
        case ActionTurn():
            return turn_done(state, move, is_strict=is_strict)
        case JoinedRegion() | ReadFields() | StartCastle() | OpenTiles() | FirstToken():
            return opening.begun(state, move, is_strict=is_strict)
        case LearnedFacts():
            return settled(replace(state, box=state.box.with_facts(move.facts)))
        case NamedYield():
            return _named(state, move)
        case ToldHand():
            check_told(state, is_strict=is_strict)
            return with_realm(state, move.player, hand=move.cards), ()
        case CountedHeaps():
            check_heaps(state, move, is_strict=is_strict)
            return recounted(state, move), ()
        case SetMarkers():
            return remarked(state, move)
        case _:
            assert_never(move)


def _named(state: TuscanyState, move: NamedYield) -> tuple[TuscanyState, Lines]:
    asked = [each for each in state.questions if (each.kind, each.player) == ("yield", move.player)]
    if not asked or move.gives == YieldCard():
        says = sentence(
            "{name} has turned no yield card that is not known.", name=name_of(state, move.player)
        )
        raise IllegalMoveError("nothing_asked", says)
    question = asked[0]
    state = replace(state, questions=tuple(each for each in state.questions if each is not question))
    tile = LaidTile(UNKNOWN, question.where[0])
    return with_yield(state, move.player, move.gives, tile, -1, question.scorings)


def is_legal(state: TuscanyState, move: Move) -> bool:
    """Tell whether the rules allow a move."""
    try:
        apply(state, move)
    except IllegalMoveError:
        return False
    return True


# --- which moves there are -------------------------------------------------------------------------

DRAW, TAKE, PLACE, ANSWER, COUNT = "draw", "take", "place", "answer", "count"


def actions(state: TuscanyState) -> tuple[Action, ...]:
    """Tell what may be done now: what is missing before the first turn, what must be told, or a turn."""
    if is_over(state):
        return ()
    if not state.is_set_up:
        return tuple(Action(name, says) for name, says in _missing(state))
    if state.questions:
        return (Action(ANSWER, sentence("Tell what only the box knows")),)
    if state.is_played:
        return (Action(COUNT, sentence("Count the cards in hand")),)
    draw = {"player": state.player, "actions": [{"draw": True}]}
    stored = any(stored is not None for stored in state.realms[state.player].store)
    place = (Action(PLACE, sentence("Lay a stored tile")),) if stored else ()
    return (Action(DRAW, sentence("Draw cards"), draw), Action(TAKE, sentence("Take a tile")), *place)


def _missing(state: TuscanyState) -> Iterator[tuple[str, Sentence]]:
    realms = state.realms.values()
    if not all(realm.fields for realm in realms):
        yield "region", sentence("Tell a region")
    if not state.display:
        yield "display", sentence("Tell the eight open tiles")
    if any(realm.fields and not realm.covered for realm in realms):
        yield "castle", sentence("Lay a start castle")
    if not all(realm.tokens for realm in realms):
        yield "token", sentence("Take a token")


def legal(state: TuscanyState, face: str) -> Iterator[Move]:
    """Give the turns of one action that lay a stored tile or, for no tile, those that do anything else.

    What chance tells is left open in them: tiles that come, and what yield cards give.
    """
    moves = places_of(state, face) if face else _other_turns(state)
    return (move for move in moves if is_legal(state, move))


def _other_turns(state: TuscanyState) -> Iterator[ActionTurn]:
    yield ActionTurn(state.player, (DrawAction(),))
    for face in dict.fromkeys(faces_of(state)):
        for space in range(len(state.realms[state.player].store)):
            yield ActionTurn(state.player, (TakeAction(face, space, (UNKNOWN,)),))


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


# --- whose turn, who sees what ---------------------------------------------------------------------


def takes_turn(state: TuscanyState, move: Move) -> bool:
    """Tell whether a move belongs to a turn: nothing of the beginning does, and nothing that is told."""
    return isinstance(move, ActionTurn)


def ends_turn(state: TuscanyState, move: Move) -> bool:
    """Tell whether the turn ends with a move: all its actions are one move."""
    return isinstance(move, ActionTurn)


def view(state: TuscanyState, viewer: Player) -> TuscanyState:
    """Give what somebody may see: not how many cards the others hold, until they are counted."""
    if is_over(state):
        return state
    hidden = {
        player: replace(realm, hand=None)
        for player, realm in state.realms.items()
        if player not in {viewer, *state.counted} and realm.hand is not None
    }
    return replace(state, realms={**state.realms, **hidden}) if hidden else state


def view_move(move: Move, viewer: Player = EVERYBODY) -> Move:
    """Give what somebody may see of a move: cards are paid openly, but a hand is told to nobody else."""
    return ToldHand(move.player, None) if isinstance(move, ToldHand) and move.player != viewer else move
