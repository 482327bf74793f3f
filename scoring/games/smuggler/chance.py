"""Games of Cornish Smuggler by chance: players who buy, land and sell, and now and then do something else."""

from collections.abc import Iterator
from random import Random

from scoring.game import Setup
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import choices_now, legal
from scoring.games.smuggler.engine.money import work_pay
from scoring.games.smuggler.engine.play import apply
from scoring.games.smuggler.engine.state import (
    SmugglerState,
    aboard,
    beginner,
    can_claim,
    start,
)
from scoring.games.smuggler.land.box import SmugglerBox, is_land, is_water, sample_box, sea_map
from scoring.geometry.maps import distances, next_steps

ASIDE = 0.15
"""How often a player does something else than smuggle."""
OTHERS = ("move", "officer", "hire", "bribe", "secret", "reputation", "raid", "ship")
WORKS = 0.3
"""How often a player with little gold works once more before passing."""
MOST_TURNS = 12
"""Nobody waits longer for the end: then this turn is told to be the last."""


def random_game(
    setup: Setup, rng: Random, box: SmugglerBox | None = None, most: int | None = None
) -> tuple[tuple[m.Move, ...], SmugglerState]:
    """Play a game by chance, to its end.

    Args:
        setup: Who plays by which rules; its box, where it has none, is told by the first move.
        box: That box; by default the one made up by us.
        most: How many moves are played at most; all by default.

    Returns:
        The moves, and the state after them.
    """
    state, moves = start(setup), list[m.Move]()
    if not state.box.places:
        moves.append(m.Learn(state.player, box or sample_box()))
        state, _ = apply(state, moves[0])
    while not state.is_played and (most is None or len(moves) < most):
        moves.append(random_move(state, rng))
        state, _ = apply(state, moves[-1])
    return tuple(moves), state


def random_move(state: SmugglerState, rng: Random, aside: float = ASIDE) -> m.Move:
    """Choose what whoever has to do something does.

    Args:
        aside: How often they do something else than smuggle.
    """
    if beginner(state):
        return _begin(state, rng)
    if state.pending:
        return rng.choice(choices_now(state))
    if state.number > MOST_TURNS and not state.is_last:
        return m.LastTurn(state.player, last=True)
    if rng.random() < aside:
        ways = [
            each for each in _ways(state, rng.choice(OTHERS)) if getattr(each, "pays", "") != "reputation"
        ]
        if ways:
            return rng.choice(ways)
    return next(_smuggled(state, rng))


def _ways(state: SmugglerState, face: str) -> Iterator[m.Move]:
    """Give the moves of a kind; of pieces of goods that are alike, which nobody tells apart, the first."""
    return (move for move in legal(state, face) if _takes_first(state, move))


def _takes_first(state: SmugglerState, move: m.Move) -> bool:
    goods = getattr(move, "goods", ())
    taken = (goods,) if isinstance(goods, str) else goods
    kinds = {state.goods[key] for key in taken if key in state.goods}
    alike = ([key for key, each in state.goods.items() if each == kind] for kind in kinds)
    return all({*keys[: len({*keys} & {*taken})]} <= {*taken} for keys in alike)


def _begin(state: SmugglerState, rng: Random) -> m.Begin:
    player, box = beginner(state), state.box
    held = {card.name for each in state.households.values() for card in each.cards}
    cards = [card for card in box.characters if card.name not in held]
    ports = [
        place for place, known in box.places.items() if known.number and is_water(known) and is_land(known)
    ]
    sea = [place for place, known in box.places.items() if not is_land(known)]
    taken = {stash.key for each in state.households.values() for stash in each.stashes}
    stashes = [each for each in box.stashes if each.start and each.key not in taken]
    holds = [each for each in box.ships if each not in [other.hold for other in state.households.values()]]
    return m.Begin(
        player,
        rng.choice(cards) if cards else None,
        rng.choice(ports or list(box.places)),
        rng.choice(sea) if sea else "",
        rng.choice(holds) if holds else "",
        rng.choice(stashes) if stashes else None,
    )


def _smuggled(state: SmugglerState, rng: Random) -> Iterator[m.Move]:
    """Give what a smuggler would do, the best first; to pass is always allowed."""
    ashore = [each for each in state.goods.values() if can_claim(state, state.player, each)]
    sales = (
        [each for each in _ways(state, "sell") if getattr(each, "pays", "") != "reputation"] if ashore else []
    )
    if sales:
        yield rng.choice(sales)
    landings = tuple(_ways(state, "land"))
    if landings:
        yield rng.choice(landings)
    purchases = tuple(_ways(state, "buy"))
    if purchases and (not aboard(state, state.player) or rng.random() < ASIDE * 3):
        yield rng.choice(purchases)
    yield from _sailed(state, rng)
    if work_pay(state, state.player) and rng.random() < WORKS:
        yield from legal(state, "work")
    yield m.Pass(state.player)


def _sailed(state: SmugglerState, rng: Random) -> Iterator[m.Move]:
    """Sail towards a merchant who has goods or, with goods, towards an own marker where they are sold."""
    household, over = state.households[state.player], sea_map(state.box)
    places = state.box.places
    goals = [place for place in household.markers if is_water(places[place]) and places[place].number]
    if not aboard(state, state.player):
        goals = [
            place
            for place in state.box.merchants
            if any(each.where == place for each in state.goods.values())
        ]
    if household.ship in goals:
        return
    far = distances(over, household.ship)
    near = min((place for place in goals if far.get(place)), key=far.__getitem__, default="")
    steps = next_steps(over, household.ship, near) if near else ()
    ways = [
        move
        for move in legal(state, "ship")
        if isinstance(move, m.Sail) and move.to in steps and move.pays == "influence"
    ]
    if ways:
        yield rng.choice(ways)
