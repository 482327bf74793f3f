"""A move checked and done, whose turn it is after it, the end, and who sees what."""

from msgspec.structs import replace

from scoring.game import Player, ScoreLine, Term
from scoring.games.smuggler.engine.checks import check_rules, check_sense
from scoring.games.smuggler.engine.doing import done
from scoring.games.smuggler.engine.moves import Move, is_action
from scoring.games.smuggler.engine.officers import walked
from scoring.games.smuggler.engine.state import UNITS, Lines, SmugglerState, beginner, waiting, with_household
from scoring.roles.seated import with_turn
from scoring.sheet import total
from scoring.sheet import winners as best_of


def check(state: SmugglerState, move: Move) -> None:
    """Refuse a move that the rules forbid.

    Raises:
        IllegalMoveError: Its ``rule`` names the broken rule, its text says it in a sentence.
    """
    apply(state, move)


def apply(state: SmugglerState, move: Move) -> tuple[SmugglerState, Lines]:
    """Do a move, and begin the next turn where it ends the last.

    Raises:
        IllegalMoveError: The rules forbid it.
    """
    check_sense(state, move)
    check_rules(state, move)
    return _passed_on(*done(state, move, is_strict=True), move)


def force(state: SmugglerState, move: Move) -> tuple[SmugglerState, Lines]:
    """Do a move as the table's own house rule, whatever rule it breaks.

    What a player does not have is not paid; who moves out of turn has moved, and it goes on with the next.

    Raises:
        IllegalMoveError: It makes no sense at all: nobody plays that colour, or there is no such place.
    """
    check_sense(state, move)
    if is_action(move):
        state = with_turn(state, move.player)
    return _passed_on(*done(state, move, is_strict=False), move)


def _passed_on(state: SmugglerState, lines: Lines, move: Move) -> tuple[SmugglerState, Lines]:
    """Let officers go as far as nobody has to choose, and give the turn to the next who has not passed."""
    state = walked(state, is_strict=True)
    if not is_action(move):
        return state, lines
    after = waiting(state, state.turn + 1)
    state = replace(state, is_fresh=False)
    return (replace(state, turn=after[0]) if after else _next_turn(state)), lines


def _next_turn(state: SmugglerState) -> SmugglerState:
    """Begin a turn: the token goes on, reputation brings influence, cards are ready (p.3)."""
    if state.is_last:
        return replace(state, is_played=True)
    for player, each in state.households.items():
        influence = each.influence + each.reputation
        state = with_household(state, player, influence=influence, passed=False, used=())
    first = (state.first + 1) % len(state.households)
    return replace(state, first=first, turn=first, number=state.number + 1, open_cards=(), is_fresh=True)


# --- whose turn, the end, who sees what --------------------------------------------------------------


def player(state: SmugglerState) -> Player:
    """Tell whose turn it is; while the table is set up, who begins next."""
    return state.player if state.number else beginner(state)


def takes_turn(state: SmugglerState, move: Move) -> bool:
    """Tell whether a move belongs to a turn: actions alone do, one each."""
    return is_action(move)


def ends_turn(state: SmugglerState, move: Move) -> bool:
    """Tell whether the turn ends with a move: every action ends one, whatever others have to choose still."""
    return is_action(move)


def final(state: SmugglerState) -> Lines:
    """Give gold and reputation as points (p.2)."""
    return tuple(
        ScoreLine(name, (), (player,), (Term(getattr(each, name), 1, UNITS[name]),))
        for name in ("gold", "reputation")
        for player, each in state.households.items()
    )


def standing(state: SmugglerState) -> dict[Player, int]:
    """Give what would count if the game ended now."""
    return total(final(state), state.points)


def winners(state: SmugglerState) -> list[Player]:
    """Name who has most points, and of those by that option who has most gold."""
    gold = {player: each.gold for player, each in state.households.items()}
    return best_of(standing(state), gold if state.options.win_tie == "more_gold" else None)
