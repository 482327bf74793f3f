"""Officers: whom they take goods from, how they walk, and what whoever chooses has to tell.

Source:
    Rulebook 003, pages 14, 18, 19, 21 and 26.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.games.smuggler.engine.moves import OfficerWalk
from scoring.games.smuggler.engine.state import (
    ABOARD,
    CUSTOMS,
    CustomsOfficer,
    NewOfficers,
    OfficerSteps,
    SmugglerState,
    is_land_ruled,
    with_goods,
    with_officer,
)
from scoring.games.smuggler.land.box import is_land, land_map, place_name
from scoring.geometry.maps import nearest, next_steps, shortest_ways
from scoring.sentence import sentence

MOST_WAYS = 500
"""No more of the shortest ways are looked at; on a printed map there are a few."""
Told = Sequence[tuple[int, str]]
"""Single steps that somebody tells: which officer, and the place entered."""


def settled(state: SmugglerState) -> SmugglerState:
    """Give goods ashore to whoever may have them: first players, then officers.

    Goods without a marker of their owner are free, for the only player with a marker there; officers take all
    but what belongs to their briber.
    """
    for key, goods in state.goods.items():
        if goods.where not in state.box.places or goods.stash or not is_land(state.box.places[goods.where]):
            continue
        owner = _owner(state, key)
        if any(
            each.place == goods.where and each.bribed_by in {"", *_others(state, owner)}
            for each in state.officers
        ):
            state = with_goods(state, (key,), where=CUSTOMS, owner="")
        elif owner != goods.owner:
            state = with_goods(state, (key,), owner=owner)
    return state


def _owner(state: SmugglerState, key: str) -> str:
    goods = state.goods[key]
    there = [player for player, each in state.households.items() if goods.where in each.markers]
    if goods.owner in there:
        return goods.owner
    return there[0] if len(there) == 1 else ""


def _others(state: SmugglerState, owner: str) -> Iterator[str]:
    return (player for player in state.households if player != owner)


def has_foreign_officer(state: SmugglerState, player: str, place: str) -> bool:
    """Tell whether an officer stands there whom that player has not bribed."""
    return any(each.place == place and each.bribed_by != player for each in state.officers)


def has_goods(state: SmugglerState, player: str) -> bool:
    """Tell whether a player has goods, aboard, ashore or hidden."""
    places = {*state.box.places, ABOARD}
    return any(goods.owner == player and goods.where in places for goods in state.goods.values())


# --- walking ---------------------------------------------------------------------------------------


def candidates(state: SmugglerState, steps: OfficerSteps) -> tuple[int, ...]:
    """Name who may go next, by their numbers: the one on the way, else the nearest that are not there yet.

    Of those that stand together and wear the same band, one is named.
    """
    if steps.officer:
        return (steps.officer,)
    away = {each: at for at, each in reversed([*enumerate(state.officers, 1)]) if each.place != steps.to}
    near = nearest(land_map(state.box), [each.place for each in away], steps.to)
    return tuple(sorted(at for each, at in away.items() if each.place in near))


def entered(state: SmugglerState, number: int, place: str) -> SmugglerState:
    """Let an officer enter a place, and take what lies there."""
    return settled(with_officer(state, number, place=place))


def walked(state: SmugglerState, walks: Sequence[OfficerWalk] = (), *, is_strict: bool) -> SmugglerState:
    """Let officers go as far as there is nothing to choose, or somebody has told.

    Args:
        walks: What was told, from the first step on; of more than is due, the rest counts nothing.
        is_strict: Whether what is told must be right.

    Returns:
        The game, with what has to be told still pending.

    Raises:
        IllegalMoveError: Another officer, or another way, than there can be.
    """
    told = [(walk.officer, place) for walk in walks for place in walk.way]
    for number, place in told:
        _check_sense(state, number, place)
    while state.pending and isinstance(steps := state.pending[0], OfficerSteps):
        found = _step(state, steps, told[:1], is_strict=is_strict)
        if found is None:
            break
        state, told = found[0], told[found[1] :]
    if not is_land_ruled(state) or not is_strict:
        for number, place in told:
            state = entered(state, number, place)
    return _without_vain(state)


def _without_vain(state: SmugglerState) -> SmugglerState:
    """Strike new officers that have no free place to come to."""
    if any(is_free(state, place) for place in state.box.places):
        return state
    return replace(state, pending=tuple(each for each in state.pending if isinstance(each, OfficerSteps)))


def _check_sense(state: SmugglerState, number: int, place: str) -> None:
    if number > len(state.officers):
        raise IllegalMoveError("wrong_officer", sentence("There is no officer {number}.", number=number))
    if place not in state.box.places or not is_land(state.box.places[place]):
        raise IllegalMoveError("no_such_place", sentence("There is no such place on land."))


def _step(
    state: SmugglerState, steps: OfficerSteps, told: Told, *, is_strict: bool
) -> tuple[SmugglerState, int] | None:
    """Do one step, or strike those that nobody can take; None where somebody has to choose.

    Returns:
        The game, and how many of the told steps that used up.
    """
    near = candidates(state, steps)
    if not near:
        return replace(state, pending=state.pending[1:]), 0
    if told:
        number, place = told[0]
        if is_strict:
            _check_step(state, steps, near, number, place)
    elif len(near) > 1 or len(ways_on(state, steps, near[0])) > 1:
        return None
    else:
        number = near[0]
        [place] = next_steps(land_map(state.box), state.officers[number - 1].place, steps.to)
    return _with_one_less(entered(state, number, place), steps, number), len(told)


def _check_step(
    state: SmugglerState, steps: OfficerSteps, near: Sequence[int], number: int, place: str
) -> None:
    officer = state.officers[number - 1]
    if officer not in [state.officers[each - 1] for each in near]:
        says = sentence("Another officer is nearer to {place}.", place=place_name(state.box, steps.to))
        raise IllegalMoveError("wrong_officer", says)
    if place not in next_steps(land_map(state.box), officer.place, steps.to):
        says = sentence("That is no shortest way to {place}.", place=place_name(state.box, steps.to))
        raise IllegalMoveError("way_not_shortest", says)


def _with_one_less(state: SmugglerState, steps: OfficerSteps, number: int) -> SmugglerState:
    """Give the game with a step less to go; who is not there yet stays on the way."""
    has_arrived = state.officers[number - 1].place == steps.to
    left = replace(steps, steps=steps.steps - 1, officer=0 if has_arrived else number)
    return replace(state, pending=(*([left] if left.steps else []), *state.pending[1:]))


def who_chooses(state: SmugglerState) -> str:
    """Name whose choice the game waits for; empty where it waits for none."""
    if not state.pending:
        return ""
    waits = state.pending[0]
    if isinstance(waits, OfficerSteps) and len(candidates(state, waits)) == 1:
        return waits.way_chooser
    return waits.chooser


def ways_on(state: SmugglerState, steps: OfficerSteps, number: int) -> tuple[tuple[str, ...], ...]:
    """Give the ways by which an officer may go now: as far as the steps reach, or to the end."""
    start = state.officers[number - 1].place
    whole = shortest_ways(land_map(state.box), start, steps.to)
    return tuple(dict.fromkeys(way[: steps.steps] for way in islice(whole, MOST_WAYS)))


def choices_of_walk(state: SmugglerState) -> Iterator[OfficerWalk]:
    """Give the walks that may be next, where somebody has to choose; of those that come to the same, one."""
    waits, outcomes = state.pending[0] if state.pending else None, list[SmugglerState]()
    if not isinstance(waits, OfficerSteps):
        return
    for number in candidates(state, waits):
        for way in ways_on(state, waits, number):
            walk = OfficerWalk(number, way)
            outcome = walked(state, (walk,), is_strict=True)
            if outcome not in outcomes:
                outcomes.append(outcome)
                yield walk


# --- new officers ----------------------------------------------------------------------------------


def is_free(state: SmugglerState, place: str) -> bool:
    """Tell whether a place on land has neither officer nor marker."""
    known = state.box.places.get(place)
    taken = {each.place for each in state.officers}
    taken.update(*(each.markers for each in state.households.values()))
    return bool(known and is_land(known)) and place not in taken


def placed(state: SmugglerState, places: Sequence[str], *, is_strict: bool) -> SmugglerState:
    """Put new officers on the board, as far as somebody has told where.

    Raises:
        IllegalMoveError: A place is not free, or more are told than come.
    """
    for place in places:
        waits = state.pending[0] if state.pending else None
        if is_strict and not isinstance(waits, NewOfficers):
            raise IllegalMoveError("wrong_officer", sentence("No new officer comes now."))
        if place not in state.box.places or (is_strict and not is_free(state, place)):
            says = sentence("A new officer comes to a place on land without officers and markers.")
            raise IllegalMoveError("place_not_free", says)
        state = settled(replace(state, officers=(*state.officers, CustomsOfficer(place))))
        if isinstance(waits, NewOfficers):
            left = (replace(waits, count=waits.count - 1),) if waits.count > 1 else ()
            state = replace(state, pending=(*left, *state.pending[1:]))
    return state
