"""A piece sold: what it brings, the officer who comes, the gold wheel, the customs track, and secrets.

Source:
    Rulebook 003, pages 16 to 18.
"""

from msgspec.structs import replace

from scoring.games.smuggler.engine.money import bill_of, poorest, price_row
from scoring.games.smuggler.engine.moves import Sell
from scoring.games.smuggler.engine.officers import placed, settled, walked
from scoring.games.smuggler.engine.state import (
    SOLD,
    Lines,
    NewOfficers,
    OfficerSteps,
    SmugglerState,
    is_land_ruled,
    with_goods,
    with_household,
    with_money,
)


def sold(state: SmugglerState, move: Sell, *, is_strict: bool) -> tuple[SmugglerState, Lines]:
    """Sell a piece, in the rulebook's order.

    Raises:
        IllegalMoveError: What is told of officers is wrong.
    """
    before, where = state, state.goods[move.goods].where
    gold, reputation = price_row(state, move) or (0, 0)
    state, lines = with_money(state, move.player, "sale", {"gold": gold, "reputation": reputation}, where)
    costs = {name: -amount for name, amount in bill_of(state, move).items()}
    state, paid = with_money(state, move.player, "price", costs, where)
    state = settled(with_goods(state, (move.goods,), where=SOLD, owner=""))
    chooser = poorest(before if state.options.who_is_poorest == "before" else state)
    state = with_steps(state, where, _steps(state, where), chooser, move.player)
    state = walked(state, move.walks, is_strict=is_strict)
    state = _with_wheel(state, gold, chooser)
    state = placed(state, move.new_officers, is_strict=is_strict)
    for player, each in state.households.items():
        if player != move.player:
            state = with_household(state, player, secrets=each.secrets + 1)
    return state, (*lines, *paid)


def _steps(state: SmugglerState, where: str) -> int:
    is_there = any(each.place == where for each in state.officers)
    return 0 if is_there and state.options.sale_officer_there == "stays" else 1


def with_steps(state: SmugglerState, to: str, steps: int, chooser: str, mover: str) -> SmugglerState:
    """Let officers have so many steps to go, where the box tells by which ways."""
    if steps <= 0 or to in state.box.no_officer_moves or not is_land_ruled(state):
        return state
    ways = chooser if state.options.equal_ways == "chooser" else mover
    return replace(state, pending=(*state.pending, OfficerSteps(to, steps, chooser, ways)))


def _with_wheel(state: SmugglerState, gold: int, chooser: str) -> SmugglerState:
    """Turn the wheel, a space for each gold; each stop on START or pass of it moves the track one step."""
    spaces, track = state.box.wheel.spaces, state.box.track
    if not spaces:
        return state
    at = state.track + (state.wheel + gold) // spaces
    reached = track[state.track + 1 : at + 1]
    if state.options.track_mark == "stopped":
        reached = track[at : at + 1] if at > state.track else ()
    new = sum(step.officer for step in reached)
    end = len(track) or at + 1
    pending = (*state.pending, *([NewOfficers(new, chooser)] if new else []))
    is_last = state.is_last or at >= end
    return replace(
        state, wheel=(state.wheel + gold) % spaces, track=min(at, end), pending=pending, is_last=is_last
    )
