"""A move checked and done: what the other modules know put together; whose turn it is, and who sees what."""

from typing import assert_never

from msgspec.structs import replace

from scoring import setups
from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.tuscany.engine import opening
from scoring.games.tuscany.engine.course import closed, turn_done
from scoring.games.tuscany.engine.laying import with_yield
from scoring.games.tuscany.engine.ledger import check_heaps, check_told, recounted, remarked
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    CountedHeaps,
    EarlyEnd,
    FirstToken,
    JoinedRegion,
    LaidTile,
    LearnedFacts,
    Move,
    NamedYield,
    OpenTiles,
    ReadFields,
    SetMarkers,
    StartCastle,
    ToldHand,
)
from scoring.games.tuscany.engine.points import settled
from scoring.games.tuscany.engine.state import Lines, TuscanyState, is_over, with_realm
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import UNKNOWN
from scoring.roles.observation import EVERYBODY
from scoring.roles.seated import name_of, with_turn
from scoring.sentence import sentence


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
            return _named(state, move, is_strict=is_strict)
        case ToldHand():
            check_told(state, is_strict=is_strict)
            return with_realm(state, move.player, hand=move.cards, is_told=True), ()
        case EarlyEnd():
            return closed(state), ()
        case CountedHeaps():
            check_heaps(state, move, is_strict=is_strict)
            return recounted(state, move), ()
        case SetMarkers():
            return remarked(state, move)
        case _:
            assert_never(move)


def _named(state: TuscanyState, move: NamedYield, *, is_strict: bool) -> tuple[TuscanyState, Lines]:
    """Give what a yield card is told to have given; one that is known by now gives nothing twice."""
    asked = [each for each in state.questions if (each.kind, each.player) == ("yield", move.player)]
    if not asked and not is_strict:
        return state, ()
    if not asked or move.gives == YieldCard():
        says = sentence(
            "{name} has turned no yield card that is not known.", name=name_of(state, move.player)
        )
        raise IllegalMoveError("nothing_asked", says)
    question = asked[0]
    state = replace(state, questions=tuple(each for each in state.questions if each is not question))
    tile = LaidTile(UNKNOWN, question.where[0])
    return with_yield(state, move.player, move.gives, tile, -1, question.scorings)


def closing(state: TuscanyState) -> EarlyEnd | None:
    """Give the move that ends a game early, where cards or a fact of the box are still to be told."""
    if not state.is_set_up or state.is_played:
        return None
    after = closed(state)
    return None if is_over(after) else EarlyEnd(state.player)


def is_legal(state: TuscanyState, move: Move) -> bool:
    """Tell whether the rules allow a move."""
    try:
        apply(state, move)
    except IllegalMoveError:
        return False
    return True


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
