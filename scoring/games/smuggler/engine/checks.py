"""What the rules forbid: every refusal with its name and its sentence, the plainest first.

A fact that nobody knows refuses nothing, but what cannot be done without it is asked for.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import chain

from scoring import setups
from scoring.errors import IllegalMoveError
from scoring.games.smuggler.engine.money import bill_of, bribe_price, price_row, squares_of, ways_to_pay
from scoring.games.smuggler.engine.moves import (
    Begin,
    Bribe,
    Buy,
    Carry,
    CountAll,
    Hire,
    LandGoods,
    LoseCharacter,
    Move,
    OpenCove,
    Order,
    PlaceOfficers,
    Power,
    Raid,
    Sail,
    Sell,
    Store,
    WalkOfficers,
    Work,
    is_action,
)
from scoring.games.smuggler.engine.officers import has_goods, who_chooses
from scoring.games.smuggler.engine.state import (
    CUSTOMS,
    Goods,
    SmugglerState,
    aboard,
    can_claim,
    is_land_ruled,
)
from scoring.games.smuggler.land.box import is_land, is_water, land_map, place_name, sea_map
from scoring.games.smuggler.land.words import CURRENCY_WORDS
from scoring.roles.seated import check_turn, name_of
from scoring.sentence import sentence

Refusals = Iterator[IllegalMoveError]
Refused = IllegalMoveError


def check_sense(state: SmugglerState, move: Move) -> None:
    """Refuse what not even a house rule makes sense of: players, places, goods and officers there are not.

    Raises:
        IllegalMoveError: Naming it.
    """
    setups.check_player(state.setup, move.player)
    if refusal := next(_nonsense(state, move), None):
        raise refusal


def check_rules(state: SmugglerState, move: Move) -> None:
    """Refuse what the rules forbid, but for what is told of officers.

    Raises:
        IllegalMoveError: Naming the rule.
    """
    if state.is_played:
        raise Refused("game_is_over", sentence("The last turn has been played."))
    if is_action(move):
        _check_moment(state, move)
    if refusal := next(chain(_refusals(move, state), _paying(state, move)), None):
        raise refusal


def _check_moment(state: SmugglerState, move: Move) -> None:
    """Refuse an action out of turn, before everybody has begun, or while officers have to be moved."""
    if state.households[move.player].passed:
        says = sentence("{name} has passed, and acts again once all have.", name=name_of(state, move.player))
        raise Refused("has_passed", says)
    if not state.number:
        raise Refused("not_set_up", sentence("First everybody tells what they begin with."))
    if state.pending:
        says = sentence("First {name} tells where officers go.", name=name_of(state, who_chooses(state)))
        raise Refused("officers_first", says)
    check_turn(state, move.player)


# --- what makes no sense -----------------------------------------------------------------------------


def _nonsense(state: SmugglerState, move: Move) -> Refusals:
    for player in _players(move):
        setups.check_player(state.setup, player)
    for place in _land_places(move):
        yield from _no_place(state, place)
    for place in _sea_places(move):
        yield from _no_place(state, place, at_sea=True)
    if any(key not in state.goods for key in goods_of(move)):
        yield Refused("no_such_goods", sentence("There is no such piece of goods."))
    for number in _officers(move):
        if not 1 <= number <= len(state.officers):
            yield Refused("wrong_officer", sentence("There is no officer {number}.", number=number))
    if isinstance(move, Carry) and not (move.end and (move.marker or move.goods)):
        yield Refused("nothing_moved", sentence("A marker or a piece of goods has to be moved."))
    if _stays(state, move):
        yield Refused("nothing_moved", sentence("It is there already."))
    if isinstance(move, LandGoods) and not move.goods:
        yield Refused("nothing_moved", sentence("At least one piece of goods is landed."))


def _stays(state: SmugglerState, move: Move) -> bool:
    """Tell whether something would go where it is."""
    match move:
        case Sail():
            return move.to == state.households[move.player].ship
        case Carry() if move.marker:
            return move.marker[0] == move.end
        case Order() if move.officer <= len(state.officers):
            return move.to == state.officers[move.officer - 1].place
        case Carry() if move.goods in state.goods:
            return move.to == state.goods[move.goods].where
    return False


def _players(move: Move) -> Iterable[str]:
    if isinstance(move, Power):
        return (*move.changes, *move.ships)
    return move.count if isinstance(move, CountAll) else ()


def _land_places(move: Move) -> Iterable[str]:
    match move:
        case Carry():
            return (move.end,)
        case Order():
            return (move.to,)
        case LandGoods():
            return (move.at,)
        case Begin() | Hire():
            return (move.marker, move.stash.place if move.stash else "")
        case LoseCharacter():
            return (move.marker,)
        case OpenCove() if move.cove != "all":
            return (move.cove,)
        case Power():
            return move.officers.values()
    return ()


def _sea_places(move: Move) -> Iterable[str]:
    match move:
        case Sail():
            return (move.to,)
        case Begin():
            return (move.ship,)
        case Power():
            return move.ships.values()
    return ()


def _no_place(state: SmugglerState, place: str, *, at_sea: bool = False) -> Refusals:
    known = state.box.places.get(place)
    if place and not (known and (is_water if at_sea else is_land)(known)):
        yield Refused("no_such_place", sentence("There is no such place for that on the map."))


def goods_of(move: Move) -> tuple[str, ...]:
    """Name the goods that a move is about."""
    match move:
        case LandGoods():
            return (*move.goods, *move.stash)
        case Raid():
            return move.goods
        case Store():
            return (*move.put, *move.take)
        case Carry() | Buy() | Sell():
            return (move.goods,) if move.goods else ()
    return ()


def _officers(move: Move) -> Iterator[int]:
    if isinstance(move, Order | Bribe):
        yield move.officer
    if isinstance(move, Power):
        yield from (int(number) if number.isdecimal() else 0 for number in move.officers)


# --- what breaks a rule ------------------------------------------------------------------------------


@singledispatch
def _refusals(move: Move, state: SmugglerState) -> Refusals:
    """Give what forbids a move beside its price; each kind of move adds what may."""
    return iter(())


@_refusals.register
def _ordering(move: Order, state: SmugglerState) -> Refusals:
    yield from _next_door(state, state.officers[move.officer - 1].place, move.to)


@_refusals.register
def _working(move: Work, state: SmugglerState) -> Refusals:
    if has_goods(state, move.player):
        yield Refused("has_goods", sentence("Honest work is for players without goods."))


@_refusals.register
def _beginning(move: Begin, state: SmugglerState) -> Refusals:
    if state.households[move.player].has_begun:
        yield Refused("has_begun", sentence("{name} has begun.", name=name_of(state, move.player)))


@_refusals.register
def _losing(move: LoseCharacter, state: SmugglerState) -> Refusals:
    name = name_of(state, move.player)
    if move.lose not in [card.name for card in state.households[move.player].cards]:
        yield Refused("no_such_card", sentence("{name} has no such character.", name=name))


@_refusals.register(WalkOfficers)
@_refusals.register(PlaceOfficers)
def _choosing(move: WalkOfficers | PlaceOfficers, state: SmugglerState) -> Refusals:
    if not state.pending and is_land_ruled(state):
        yield Refused("wrong_officer", sentence("No officer has to be told now."))
    if state.pending and move.player != who_chooses(state):
        name = name_of(state, who_chooses(state))
        yield Refused("not_your_choice", sentence("That is {name}'s choice.", name=name))


def _paying(state: SmugglerState, move: Move) -> Refusals:
    ways = ways_to_pay(state, move)
    pays = getattr(move, "pays", "")
    if ways and pays not in ways:
        says = sentence("That is not paid in {currency}.", currency=CURRENCY_WORDS[pays])
        yield Refused("cannot_pay", says)
    household = state.households[move.player]
    got = price_row(state, move) if isinstance(move, Sell) else None
    gained = {"gold": got[0], "reputation": got[1]} if got else {}
    for currency, amount in bill_of(state, move).items():
        has = getattr(household, currency) + gained.get(currency, 0)
        if has < amount:
            says = sentence(
                "{name} has {has} {currency}, and that costs {amount}. "
                "Where {name} has more, count what everybody has.",
                name=name_of(state, move.player),
                has=has,
                currency=CURRENCY_WORDS[currency],
                amount=amount,
            )
            yield Refused("cannot_pay", says)


@_refusals.register
def _sailing(move: Sail, state: SmugglerState) -> Refusals:
    ship = state.households[move.player].ship
    if ship and state.box.sea_ways and move.to not in sea_map(state.box).neighbours[ship]:
        yield _not_next_door(state, ship, move.to)


def _not_next_door(state: SmugglerState, start: str, end: str) -> IllegalMoveError:
    names = {"start": place_name(state.box, start), "end": place_name(state.box, end)}
    return Refused("not_next_door", sentence("{end} is not next to {start}.", **names))


def _next_door(state: SmugglerState, start: str, end: str) -> Refusals:
    if is_land_ruled(state) and end not in land_map(state.box).neighbours.get(start, ()):
        yield _not_next_door(state, start, end)


def _no_marker(state: SmugglerState, move: Move, place: str) -> Refusals:
    if place not in state.households[move.player].markers:
        says = sentence(
            "{name} has no marker in {place}.",
            name=name_of(state, move.player),
            place=place_name(state.box, place),
        )
        yield Refused("no_marker_there", says)


def _no_claim(state: SmugglerState, move: Move, goods: Goods) -> Refusals:
    if not can_claim(state, move.player, goods):
        says = sentence("{name} has no such goods beside a marker.", name=name_of(state, move.player))
        yield Refused("no_marker_there", says)


@_refusals.register
def _carrying(move: Carry, state: SmugglerState) -> Refusals:
    start = move.marker[0] if move.marker else state.goods[move.goods].where
    if move.marker:
        yield from _no_marker(state, move, start)
    if move.goods:
        goods = state.goods[move.goods]
        yield from _no_claim(state, move, goods)
        if goods.where != start:
            yield Refused("no_marker_there", sentence("Goods and marker start from one place."))
        if not move.marker and state.options.goods_move == "own_network":
            yield from _no_marker(state, move, move.to)
    yield from _next_door(state, start, move.end)


@_refusals.register
def _landing(move: LandGoods, state: SmugglerState) -> Refusals:
    household, place = state.households[move.player], state.box.places[move.at]
    name = name_of(state, move.player)
    if household.ship != move.at:
        says = sentence("{name}'s ship is not in {place}.", name=name, place=place_name(state.box, move.at))
        yield Refused("ship_not_there", says)
    if place.kind == "cove" and not {move.at, "all"} & {*household.coves}:
        yield Refused("cove_closed", sentence("A card has to open that cove first."))
    yield from _no_marker(state, move, move.at)
    if {*move.goods} - {*aboard(state, move.player)}:
        yield Refused("not_aboard", sentence("{name} has no such goods aboard.", name=name))
    if {*move.stash} - {*move.goods} or (move.stash and not _stash_at(state, move)):
        yield Refused("no_stash", sentence("{name} has no such stash there.", name=name))
    over = excess(state, move)
    is_bounded = state.options.extra_paid == "down_to_level"
    if is_bounded and move.extra and over is not None and over < 0:
        yield Refused("extra_too_much", sentence("More influence would lower no risk."))


def _stash_at(state: SmugglerState, move: LandGoods) -> bool:
    return any(stash.place == move.at for stash in state.households[move.player].stashes)


def excess(state: SmugglerState, move: LandGoods) -> int | None:
    """Tell by how much the risk of a landing is above the level; below nothing where it is lower.

    Returns:
        The points; None where the place's risk or the level is not known.
    """
    risk, level = state.box.places[move.at].landing_risk, state.step.level
    squares = sum(state.goods[key].squares for key in move.goods)
    return None if risk is None or level is None else risk + squares - move.less - move.extra - level


@_refusals.register
def _buying(move: Buy, state: SmugglerState) -> Refusals:
    household, goods = state.households[move.player], state.goods.get(move.goods)
    place = state.box.places.get(household.ship)
    if not place or place.kind != "merchant" or (goods and goods.where != household.ship):
        yield Refused("not_at_merchant", sentence("The ship has to lie at the merchant that has the goods."))
    if not squares_of(state, move):
        yield Refused("fact_missing", sentence("How many squares the goods have has to be told."))
    squares = sum(each.squares for each in aboard(state, move.player).values())
    if household.hold and squares + squares_of(state, move) > household.hold.count("#"):
        yield Refused("hold_full", sentence("The hold has not as many free squares."))


@_refusals.register
def _selling(move: Sell, state: SmugglerState) -> Refusals:
    goods = state.goods[move.goods]
    yield from _no_claim(state, move, goods)
    place = state.box.places.get(goods.where)
    if place and place.number == 0:
        yield Refused("no_number_here", sentence("Goods are sold only in places with a number."))
    if price_row(state, move) is None:
        yield Refused("fact_missing", sentence("What the sale brings has to be told."))


@_refusals.register
def _hiring(move: Hire, state: SmugglerState) -> Refusals:
    if move.card.gold is None or move.card.reputation is None:
        yield Refused("fact_missing", sentence("The card's gold and reputation have to be told."))
    if move.card.name and move.card.name in [
        card.name for each in state.households.values() for card in each.cards
    ]:
        yield Refused("no_such_card", sentence("That character is hired already."))
    if not is_beside_own(state, move.player, move.marker):
        says = sentence("A new marker comes next to an own one, or to the Isles of Scilly.")
        yield Refused("not_next_door", says)


def is_beside_own(state: SmugglerState, player: str, place: str) -> bool:
    """Tell whether a new marker may come to a place (p.12, 13 and 21)."""
    places, markers = state.box.places, state.households[player].markers
    is_unbound = all(places[each].kind == "scilly" for each in markers)
    if not place or not is_land_ruled(state) or places[place].kind == "scilly" or is_unbound:
        return True
    return any(place in land_map(state.box).neighbours.get(each, ()) for each in markers)


@_refusals.register
def _bribing(move: Bribe, state: SmugglerState) -> Refusals:
    officer = state.officers[move.officer - 1]
    if officer.place not in state.households[move.player].markers:
        says = sentence("{name} has no marker beside that officer.", name=name_of(state, move.player))
        yield Refused("officer_not_here", says)
    if officer.bribed_by == move.player:
        yield Refused("wrong_officer", sentence("That officer is bribed already."))
    if bribe_price(state, move) is None:
        yield Refused("fact_missing", sentence("What a bribe costs now has to be told."))


@_refusals.register
def _raiding(move: Raid, state: SmugglerState) -> Refusals:
    household = state.households[move.player]
    if state.box.customs_house:
        yield from _no_marker(state, move, state.box.customs_house)
    mob = {card.name for card in household.cards if card.mob}
    if len(mob) < 2 or not {*move.cards} <= mob or len({*move.cards}) != len({*move.goods}) or not move.goods:
        says = sentence("A raid takes two mob cards in hand, and one given up for each piece.")
        yield Refused("no_mob", says)
    if state.options.raid == "one" and len(move.goods) > 1:
        yield Refused("no_mob", sentence("A raid frees one piece."))
    if any(state.goods[key].where != CUSTOMS for key in move.goods):
        yield Refused("no_such_goods", sentence("Such goods are not in the customs house."))
    markers, given = Counter(household.markers), Counter(move.markers)
    if given - markers or sum(given.values()) != min(len(move.cards), sum(markers.values())):
        yield Refused("no_marker_there", sentence("A marker leaves the board with each card."))


@_refusals.register
def _storing(move: Store, state: SmugglerState) -> Refusals:
    name = name_of(state, move.player)
    stash = next((each for each in state.households[move.player].stashes if each.key == move.stash), None)
    if state.number and not state.pending:
        check_turn(state, move.player)
    if stash is None:
        yield Refused("no_stash", sentence("{name} has no such stash there.", name=name))
        return
    goods_there = state.goods.items()
    inside = {key for key, each in goods_there if (each.owner, each.stash) == (move.player, move.stash)}
    for key in move.put:
        goods = state.goods[key]
        yield from _no_claim(state, move, goods)
        if goods.where != stash.place:
            yield Refused("no_stash", sentence("{name} has no such stash there.", name=name))
    if {*move.take} - inside:
        yield Refused("no_such_goods", sentence("Such goods are not in that stash."))
    squares = sum(state.goods[key].squares for key in {*inside, *move.put})
    if move.put and stash.shape and squares > stash.shape.count("#"):
        yield Refused("hold_full", sentence("The stash has not as many free squares."))
