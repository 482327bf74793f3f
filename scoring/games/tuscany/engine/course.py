"""The course of a game: actions done one after the other, rounds, phases and the end.

Source:
    Rulebook 002, pages 3, 4, 6 and 7.
"""

from typing import assert_never

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.tuscany.engine.display import cleared, place_of, refilled, without
from scoring.games.tuscany.engine.laying import can_lay_any, laid, open_fields
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    PlaceAction,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.payment import check_price, paid, with_cards
from scoring.games.tuscany.engine.points import PHASES, score_phase
from scoring.games.tuscany.engine.state import Lines, TuscanyState, with_realm, with_stored
from scoring.games.tuscany.land.tiles import STACK, is_printed_by
from scoring.games.tuscany.land.words import some_words
from scoring.roles.seated import check_turn, name_of, next_turn
from scoring.sentence import marked, sentence

ACTIONS = 2


def turn_done(state: TuscanyState, move: ActionTurn, *, is_strict: bool) -> tuple[TuscanyState, Lines]:
    """Do a turn, and what the end of the round brings after it.

    Raises:
        IllegalMoveError: The rules forbid it or, where they are not held to, it makes no sense.
    """
    if is_strict:
        _check_turn(state, move)
    state, lines = acted(state, move, is_strict=is_strict)
    state, more = _passed_on(state)
    return state, (*lines, *more)


def acted(state: TuscanyState, move: ActionTurn, *, is_strict: bool = False) -> tuple[TuscanyState, Lines]:
    """Do the actions of a turn one after the other, and let the turn go on.

    Raises:
        IllegalMoveError: The rules forbid one or, where they are not held to, it makes no sense.
    """
    lines: Lines = ()
    for number, action in enumerate(move.actions):
        if number:
            state = _marble_paid(state, move.player, is_strict=is_strict)
        state, more = _action_done(state, move.player, action, is_strict=is_strict)
        lines = (*lines, *more)
    return state, lines


def _check_turn(state: TuscanyState, move: ActionTurn) -> None:
    if state.is_played:
        raise IllegalMoveError("game_is_over", sentence("The last turn has been played."))
    if not state.is_set_up:
        says = sentence("First come regions, start castles, eight open tiles, and a token each.")
        raise IllegalMoveError("not_set_up", says)
    if state.questions:
        says = sentence("First something has to be told that only the box knows.")
        raise IllegalMoveError("fact_missing", says)
    check_turn(state, move.player)
    if len(move.actions) > ACTIONS:
        raise IllegalMoveError(
            "marble_twice", sentence("A turn has one more action for a marble, and no third.")
        )


def _marble_paid(state: TuscanyState, player: Player, *, is_strict: bool) -> TuscanyState:
    marble = state.realms[player].marble
    if is_strict and not marble:
        says = sentence("{name} has no marble for another action.", name=name_of(state, player))
        raise IllegalMoveError("marble_missing", says)
    return with_realm(state, player, marble=max(0, marble - 1))


def _action_done(
    state: TuscanyState, player: Player, action: TurnAction, *, is_strict: bool
) -> tuple[TuscanyState, Lines]:
    match action:
        case DrawAction():
            return _drawn(state, player, action, is_strict=is_strict), ()
        case TakeAction():
            return _taken(state, player, action, is_strict=is_strict), ()
        case PlaceAction():
            return _placed(state, player, action, is_strict=is_strict)
        case _:
            assert_never(action)


def cards_drawn(state: TuscanyState, player: Player) -> int:
    """Give how many cards a player draws in an action."""
    return int(state.options.cards_drawn) + state.realms[player].tokens.count("card")


def _drawn(state: TuscanyState, player: Player, action: DrawAction, *, is_strict: bool) -> TuscanyState:
    due = cards_drawn(state, player)
    count = due if action.cards is None else action.cards
    if is_strict and count > due:
        says = sentence("{name} draws {due} cards, and no more.", name=name_of(state, player), due=due)
        raise IllegalMoveError("too_many_cards", says)
    return with_realm(state, player, hand=with_cards(state.realms[player].hand, count))


def _taken(state: TuscanyState, player: Player, action: TakeAction, *, is_strict: bool) -> TuscanyState:
    realm = state.realms[player]
    if not 0 <= action.space < len(realm.store):
        says = sentence("{name} has no such storage space.", name=name_of(state, player))
        raise IllegalMoveError("no_space", says)
    is_full = realm.store[action.space] is not None
    if is_strict and is_full and None in realm.store and state.options.store == "free_first":
        raise IllegalMoveError("no_space", sentence("A free storage space is taken first."))
    for clear in action.clears:
        if is_strict and can_lay_any(state, player):
            raise IllegalMoveError(
                "some_fit", sentence("A tile of the display could be laid, so that all stay.")
            )
        state = cleared(state, clear, is_strict=is_strict)
    if is_strict:
        _check_taken(state, player, action)
    at = place_of(state, action.face)
    state = with_stored(without(state, [at]), player, action.space, action.face)
    return refilled(state, player, at, action.refill, is_strict=is_strict)


def _check_taken(state: TuscanyState, player: Player, action: TakeAction) -> None:
    if action.clears and not can_lay_any(state, player):
        says = sentence("Tiles are removed until one could be laid.")
        raise IllegalMoveError("none_fits", says)
    if state.options.take == "buildable" and not open_fields(state.realms[player], action.face):
        says = sentence("There is no field where {tile} could be laid now.", tile=some_words(action.face))
        raise IllegalMoveError("none_fits", says)


def _placed(
    state: TuscanyState, player: Player, action: PlaceAction, *, is_strict: bool
) -> tuple[TuscanyState, Lines]:
    realm, tile = state.realms[player], action.tile
    lies = realm.store[action.space] if 0 <= action.space < len(realm.store) else None
    if is_strict and (lies is None or not is_printed_by(lies, tile.face)):
        words = marked("{name} has not stored {tile} there.")
        says = sentence(words, tile=some_words(tile.face), name=name_of(state, player))
        raise IllegalMoveError("nothing_stored", says)
    if is_strict and action.pays is not None and tile.cell in realm.fields:
        check_price(state, player, realm.fields[tile.cell], action.pays)
    if lies is not None:
        store = (*realm.store[: action.space], None, *realm.store[action.space + 1 :])
        state = with_realm(state, player, store=store)
    return laid(paid(state, player, action.pays), player, tile, action.space, is_strict=is_strict)


def closed(state: TuscanyState) -> TuscanyState:
    """End a game before its last turn: no turn comes any more, and the scoring still due is the final one's.

    Raises:
        IllegalMoveError: It has not begun, or its last turn was played.
    """
    if not state.is_set_up:
        raise IllegalMoveError(
            "not_set_up", sentence("The turns have not begun, so there is nothing to end.")
        )
    if state.is_played:
        raise IllegalMoveError("game_is_over", sentence("The last turn has been played."))
    return replace(state, is_played=True)


# --- rounds and phases -----------------------------------------------------------------------------


def _passed_on(state: TuscanyState) -> tuple[TuscanyState, Lines]:
    turn = next_turn(state)
    state = replace(state, turn=turn, turns=state.turns + 1)
    return (state, ()) if turn or state.is_played else _round_ended(state)


def _round_ended(state: TuscanyState) -> tuple[TuscanyState, Lines]:
    """Score where a phase ends with the round; after the third one more round is played.

    A phase ends as somebody has put out 7, 14 or 21 tiles, whoever emptied the stack before.
    """
    if state.is_last_round:
        state = replace(state, is_played=True)
        return score_phase(state) if state.scored < PHASES else (state, ())
    if max(realm.put_out for realm in state.realms.values()) < STACK * (state.scored + 1):
        return state, ()
    if state.scored < PHASES - 1:
        return score_phase(state)
    state = replace(state, is_last_round=True)
    return score_phase(state) if state.options.third_scoring == "before" else (state, ())
