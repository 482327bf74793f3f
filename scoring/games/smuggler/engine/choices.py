"""What may be done now: every action of a kind that can be paid, the plainest first."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, product

from msgspec.structs import replace

from scoring.errors import is_allowed
from scoring.game import Cell
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.checks import excess, is_beside_own
from scoring.games.smuggler.engine.money import ways_to_pay
from scoring.games.smuggler.engine.officers import choices_of_walk, is_free, who_chooses
from scoring.games.smuggler.engine.play import check
from scoring.games.smuggler.engine.state import CUSTOMS, SmugglerState, aboard, can_claim, cells_of
from scoring.games.smuggler.land.box import CharacterCard, is_land, is_water, land_map, sea_map

UNKNOWN_CARD = (range(5), range(6), (False, True))
"""Gold and reputation that are offered for a character that no box has, and whether it is of the mob."""
SIZES = (2, 3, 4, 5)
"""Squares of the pieces there are (p.28)."""
BRIBES = range(9)
"""Prices that are offered where no track tells one."""


def legal(state: SmugglerState, face: str, at: tuple[Cell, ...] | None = None) -> Iterator[m.Move]:
    """Give the moves of a kind that the rules allow now, for whoever's turn it is.

    Args:
        at: The cells on which they show; None for anywhere.
    """
    found = (move for move in ways(state, face) if at is None or where(state, move) == at)
    return (move for move in found if is_allowed(check, state, move))


def ways(state: SmugglerState, face: str) -> Iterator[m.Move]:
    """Give moves of a kind that may be allowed, the cheapest currency first."""
    for move in _bare(state, face):
        currencies = ways_to_pay(state, move)
        if currencies:
            yield from (_with_pay(move, pays) for pays in currencies)
        else:
            yield move


def _with_pay(move: m.Move, pays: str) -> m.Move:
    return replace(move, pays=pays)


def _bare(state: SmugglerState, face: str) -> Iterator[m.Move]:
    return _BARE[face](state) if face in _BARE else iter(())


def _sailings(state: SmugglerState) -> Iterator[m.Move]:
    ship = state.households[state.player].ship
    return (m.Sail(state.player, place) for place in _sea_doors(state, ship))


def _orders(state: SmugglerState) -> Iterator[m.Move]:
    for number, officer in enumerate(state.officers, 1):
        yield from (m.Order(state.player, number, place) for place in doors(state, officer.place))


def _purchases(state: SmugglerState) -> Iterator[m.Move]:
    ship = state.households[state.player].ship
    if not state.box.merchants.get(ship):  # its stock is not told
        return (m.Buy(state.player, squares=squares) for squares in SIZES)
    return (m.Buy(state.player, key) for key, each in state.goods.items() if each.where == ship)


def _bribes(state: SmugglerState) -> Iterator[m.Move]:
    prices = (None,) if state.step.bribe is not None else BRIBES
    for number, _ in enumerate(state.officers, 1):
        yield from (m.Bribe(state.player, number, price) for price in prices)


def choices_now(state: SmugglerState) -> tuple[m.Move, ...]:
    """Give the moves by which whoever chooses lets the game go on."""
    chooser = who_chooses(state)
    steps = tuple(m.WalkOfficers(chooser, (walk,)) for walk in choices_of_walk(state))
    free = (m.PlaceOfficers(chooser, (place,)) for place in state.box.places if is_free(state, place))
    return steps or (tuple(free) if state.pending else ())


def doors(state: SmugglerState, place: str) -> tuple[str, ...]:
    """Name the places on land next door; all there are, where nobody has told ways."""
    places = state.box.places
    if state.box.ways:
        return land_map(state.box).neighbours.get(place, ())
    return tuple(each for each in places if is_land(places[each]) and each != place)


def _sea_doors(state: SmugglerState, place: str) -> tuple[str, ...]:
    places = state.box.places
    if state.box.sea_ways and place:
        return sea_map(state.box).neighbours[place]
    return tuple(each for each in places if is_water(places[each]) and each != place)


def _carries(state: SmugglerState) -> Iterator[m.Move]:
    player = state.player
    markers = tuple(dict.fromkeys(state.households[player].markers))
    goods = [(key, each.where) for key, each in state.goods.items() if can_claim(state, player, each)]
    for start in markers:
        for end in doors(state, start):
            yield m.Carry(player, (start, end))
            yield from (m.Carry(player, (start, end), key) for key, where in goods if where == start)
    for key, where in goods:
        yield from (m.Carry(player, None, key, end) for end in doors(state, where))


def _landings(state: SmugglerState) -> Iterator[m.Move]:
    player = state.player
    at = state.households[player].ship
    place = state.box.places.get(at)
    if not place or not is_land(place):
        return
    goods = tuple(aboard(state, player))
    sizes = range(len(goods), 0, -1)
    for some_goods in chain.from_iterable(combinations(goods, size) for size in sizes):
        plain = m.LandGoods(player, at, some_goods)
        for extra in range(max(0, excess(state, plain) or 0) + 1):
            yield m.LandGoods(player, at, some_goods, extra)


def _sales(state: SmugglerState) -> Iterator[m.Move]:
    for key, each in state.goods.items():
        if can_claim(state, state.player, each):
            yield from (m.Sell(state.player, key, row) for row in range(3))


def _hires(state: SmugglerState) -> Iterator[m.Move]:
    places = state.box.places
    free = [each for each in places if is_land(places[each]) and is_beside_own(state, state.player, each)]
    for card in hirable(state):
        yield from (m.Hire(state.player, card, place) for place in free)


def hirable(state: SmugglerState) -> tuple[CharacterCard, ...]:
    """Give the characters that may lie open: those told, else the box's and any others there may be."""
    held = {card.name for each in state.households.values() for card in each.cards}
    known = tuple(card for card in state.box.characters if card.name not in held)
    unknown = (CharacterCard("", "", *numbers) for numbers in product(*UNKNOWN_CARD))
    return state.open_cards or (*known, *unknown)


def _raids(state: SmugglerState) -> Iterator[m.Move]:
    household = state.households[state.player]
    seized = tuple(key for key, each in state.goods.items() if each.where == CUSTOMS)
    mob = tuple(card.name for card in household.cards if card.mob)
    for count in range(1, min(len(seized), len(mob)) + 1):
        for goods in combinations(seized, count):
            for cards in combinations(mob, count):
                for markers in dict.fromkeys(
                    combinations(household.markers, min(count, len(household.markers)))
                ):
                    yield m.Raid(state.player, goods, cards, markers)


_BARE: Mapping[str, Callable[[SmugglerState], Iterator[m.Move]]] = {
    "ship": _sailings,
    "move": _carries,
    "officer": _orders,
    "work": lambda state: iter((m.Work(state.player),)),
    "land": _landings,
    "buy": _purchases,
    "sell": _sales,
    "reputation": lambda state: iter((m.BuyReputation(state.player),)),
    "secret": lambda state: iter((m.DrawSecret(state.player),)),
    "hire": _hires,
    "bribe": _bribes,
    "raid": _raids,
    "pass": lambda state: iter((m.Pass(state.player),)),
}


def where(state: SmugglerState, move: m.Move) -> tuple[Cell, ...]:
    """Give the cells on which a move shows: where it leads, or what it is about lies."""
    return tuple(cell for place in _shown_at(state, move) for cell in cells_of(state, place))


def _shown_at(state: SmugglerState, move: m.Move) -> tuple[str, ...]:
    match move:
        case m.Sail() | m.Order():
            return (move.to,)
        case m.Carry():
            return (move.end,)
        case m.LandGoods():
            return (move.at,)
        case m.Hire() | m.Begin() | m.LoseCharacter():
            return (move.marker,)
        case m.WalkOfficers():
            return tuple(place for walk in move.walks for place in walk.way)
        case m.PlaceOfficers():
            return move.new_officers
    return (_found_at(state, move),)


def _found_at(state: SmugglerState, move: m.Move) -> str:
    """Give where that lies or stands what a move is about, without its naming the place."""
    match move:
        case m.Buy() if move.player in state.households:
            return state.households[move.player].ship
        case m.Sell() if move.goods in state.goods:
            return state.goods[move.goods].where
        case m.Bribe() if move.officer <= len(state.officers):
            return state.officers[move.officer - 1].place
        case m.Raid():
            return state.box.customs_house
    return ""


def face_of(move: m.Move) -> str:
    """Name the kind of an action, as ``legal`` takes it; empty for what takes no turn."""
    return m.name_of_move(move) if m.is_action(move) else ""
