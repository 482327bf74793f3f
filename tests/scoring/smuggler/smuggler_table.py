"""Games of Cornish Smuggler in few words: a table set up on the sample box, and moves as documents."""

from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.engine.play import apply, force
from scoring.games.smuggler.engine.state import (
    ABOARD,
    CustomsOfficer,
    Goods,
    Lines,
    SmugglerState,
    start,
    with_household,
)
from scoring.games.smuggler.land.box import CharacterCard, StashCard, dump_box, sample_box

NAMES = {"red": "Ann", "blue": "Ben", "yellow": "Cleo", "green": "Dan", "pink": "Eve"}


def table(*colours: str, box: Any = None, **options: str) -> SmugglerState:
    """Give a game in its first turn: everybody has begun, with nothing but 30 gold and 30 influence."""
    seats = tuple(PlayerSeat(NAMES[colour], colour) for colour in colours or ("red", "blue", "yellow"))
    facts = dump_box(sample_box()) if box is None else box
    state = start(Setup("rulebook-003", seats, options, None, facts))
    for seat in seats:
        state = after(state, {"player": seat.colour, "do": "begin"})
        state = with_household(state, seat.colour, gold=30, influence=30, reputation=5)
    return state


def with_pieces(state: SmugglerState, player: str, **where: str) -> SmugglerState:
    """Give a player some pieces of the box: where each lies, or "aboard"."""
    pieces = state.box.pieces
    goods = {
        key: Goods(pieces[key].squares, ABOARD if at == "aboard" else at, player) for key, at in where.items()
    }
    return replace(state, goods={**state.goods, **goods})


def with_officers(state: SmugglerState, *places: str) -> SmugglerState:
    """Put officers in just these places; "penzance:red" wears a band."""
    split = (place.partition(":") for place in places)
    return replace(state, officers=tuple(CustomsOfficer(place, by) for place, _, by in split))


def done(
    state: SmugglerState, move: dict[str, Any], *, by_force: bool = False
) -> tuple[SmugglerState, Lines]:
    """Do a move that is told as a document."""
    return (force if by_force else apply)(state, NOTATION.load_move(move))


def after(state: SmugglerState, *moves: dict[str, Any]) -> SmugglerState:
    """Give the game after some moves."""
    for move in moves:
        state, _ = done(state, move)
    return state


def refusal(state: SmugglerState, move: dict[str, Any]) -> str:
    """Name the rule that forbids a move."""
    with pytest.raises(IllegalMoveError, match=r"\.$") as caught:
        done(state, move)
    return caught.value.rule


def card(name: str, gold: int = 1, reputation: int = 2, *, mob: bool = False) -> CharacterCard:
    """Give a character."""
    return CharacterCard(name, "generic", gold, reputation, mob)


def stash(place: str, shape: str = "###", of: str = "") -> StashCard:
    """Give a stash that is called as its place."""
    return StashCard(place, shape, of=of)
