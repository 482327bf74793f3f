"""Facts of the box that nobody has told and that count now: each is asked once, and kept in the box."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from scoring.game import Choice
from scoring.games.smuggler.documents.teaching import teaching
from scoring.games.smuggler.editor.sentences import say_squares
from scoring.games.smuggler.engine.choices import SIZES
from scoring.games.smuggler.engine.state import SmugglerState, aboard, can_claim
from scoring.games.smuggler.land.box import MapPlace, place_name, prices_of
from scoring.hand import Action, Amount
from scoring.sentence import sentence

MOST_LEVEL, MOST_GAIN = 20, 99
NUMBERED = ("port", "town", "scilly", "land")
"""Kinds of places on which a number may be printed."""


def facts_asked(state: SmugglerState) -> Iterator[Action]:
    """Ask for each fact that counts for what may be done now: numbers of places, the level, a price."""
    for place in _places(state):
        known = state.box.places[place]
        if known.kind in NUMBERED and known.number is None:
            yield _number(state, place, known)
    yield from _level(state)
    yield from _prices(state)


def _places(state: SmugglerState) -> tuple[str, ...]:
    """Name the places where goods of whoever's turn it is lie, or may be landed."""
    player = state.player
    goods = [each.where for each in state.goods.values() if can_claim(state, player, each)]
    return tuple(place for place in dict.fromkeys((*goods, *_quay(state))) if place in state.box.places)


def _quay(state: SmugglerState) -> tuple[str, ...]:
    """Name the place where goods may be landed, if there is one."""
    household = state.households[state.player]
    is_there = household.ship in household.markers and aboard(state, state.player)
    return (household.ship,) if is_there else ()


def _number(state: SmugglerState, place: str, known: MapPlace) -> Action:
    choices = tuple(
        Choice(
            {
                "player": state.player,
                "box": {"places": {place: msgspec.to_builtins(replace(known, number=number))}},
            },
            str(number) if number else sentence("none"),
        )
        for number in teaching().numbers
    )
    says = sentence("Which number is printed on {place}?", place=place_name(state.box, place))
    return Action(f"number-{place}", says, choices=choices)


def _level(state: SmugglerState) -> Iterator[Action]:
    track = state.box.track
    if not track or state.step.level is not None or not _quay(state):
        return
    at = min(state.track, len(track) - 1)
    steps = msgspec.to_builtins(track)
    move = {"player": state.player, "box": {"track": steps}}
    steps[at]["level"] = 0
    number = Amount(0, MOST_LEVEL, move, ("box", "track", at, "level"))
    yield Action("level", sentence("Which level of discovery stands at the customs marker?"), number=number)


def _prices(state: SmugglerState) -> Iterator[Action]:
    """Ask for the row of prices of a piece in a town whose size no price list has."""
    for place in _places(state):
        town = state.box.places[place].number or 0
        for squares in SIZES:
            lies = any(
                (each.where, each.squares) == (place, squares) and can_claim(state, state.player, each)
                for each in state.goods.values()
            )
            if town and lies and not prices_of(state.box, town, squares):
                yield _row(state, town, squares)


def _row(state: SmugglerState, town: int, squares: int) -> Action:
    columns = {**state.box.prices.get(str(town), {}), str(squares): [[0, 0], [0, 0], [0, 0]]}
    move = {"player": state.player, "box": {"prices": {str(town): columns}}}
    words = (
        sentence("gold, free"),
        sentence("reputation, free"),
        sentence("gold, for 1"),
        sentence("reputation, for 1"),
        sentence("gold, for 2"),
        sentence("reputation, for 2"),
    )
    amounts = tuple(
        Amount(0, MOST_GAIN, move, ("box", "prices", str(town), str(squares), at // 2, at % 2), says)
        for at, says in enumerate(words)
    )
    says = sentence(
        "What do {squares} bring in a town of size {town}?", squares=say_squares(squares), town=town
    )
    return Action(f"price-{town}-{squares}", says, numbers=amounts)
