"""Everything that players do and tell, done; what a player does not have is not paid."""

from functools import singledispatch

from msgspec.structs import replace

from scoring.game import Player, ScoreLine
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.checks import excess
from scoring.games.smuggler.engine.money import bill_of, poorest, squares_of, work_pay
from scoring.games.smuggler.engine.officers import entered, has_foreign_officer, placed, settled, walked
from scoring.games.smuggler.engine.selling import sold, with_steps
from scoring.games.smuggler.engine.state import (
    ABOARD,
    CUSTOMS,
    Goods,
    Lines,
    SmugglerState,
    beginner,
    cells_of,
    with_box,
    with_goods,
    with_household,
    with_marker,
    with_money,
    with_officer,
)
from scoring.games.smuggler.land.box import CharacterCard

Done = tuple[SmugglerState, Lines]


def done(state: SmugglerState, move: m.Move, *, is_strict: bool) -> Done:
    """Do a move, whatever rule it breaks; officers take what they find, also by a house rule.

    Raises:
        IllegalMoveError: What is told of officers is wrong.
    """
    before = state
    if m.is_action(move) and not isinstance(move, m.Sell):
        state, paid = _paid(state, move)
        state, lines = _acted(move, state, is_strict)
        lines = (*paid, *lines)
    else:
        state, lines = _acted(move, state, is_strict)
    state = settled(state)
    return state, (*lines, *_seized(before, state))


def _seized(before: SmugglerState, after: SmugglerState) -> Lines:
    """Give a line for each piece that officers have taken."""
    return tuple(
        ScoreLine("seized", cells_of(after, was.where), (was.owner,) if was.owner else (), ())
        for key, was in before.goods.items()
        if after.goods[key].where == CUSTOMS != was.where
    )


def _paid(state: SmugglerState, move: m.Move) -> Done:
    costs = {name: -amount for name, amount in bill_of(state, move).items()}
    return with_money(state, move.player, m.name_of_move(move), costs)


@singledispatch
def _acted(move: m.Move, state: SmugglerState, is_strict: bool) -> Done:
    """Do what a move does beside paying; each kind of move adds how."""
    raise AssertionError(move)


@_acted.register
def _sailed(move: m.Sail, state: SmugglerState, _is_strict: bool) -> Done:
    state = _seen_way(state, state.households[move.player].ship, move.to, at_sea=True)
    return with_household(state, move.player, ship=move.to), ()


@_acted.register
def _ordered(move: m.Order, state: SmugglerState, _is_strict: bool) -> Done:
    return entered(state, move.officer, move.to), ()


@_acted.register
def _worked(move: m.Work, state: SmugglerState, _is_strict: bool) -> Done:
    return with_money(state, move.player, "work", {"gold": work_pay(state, move.player)})


@_acted.register
def _sold(move: m.Sell, state: SmugglerState, is_strict: bool) -> Done:
    return sold(state, move, is_strict=is_strict)


@_acted.register
def _raised(move: m.BuyReputation, state: SmugglerState, _is_strict: bool) -> Done:
    return with_money(state, move.player, "reputation", {"reputation": 1})


@_acted.register
def _drew(move: m.DrawSecret, state: SmugglerState, _is_strict: bool) -> Done:
    return with_household(state, move.player, secrets=state.households[move.player].secrets + 1), ()


@_acted.register
def _bribed(move: m.Bribe, state: SmugglerState, _is_strict: bool) -> Done:
    track = state.box.track
    if track and state.step.bribe is None:  # what was told once is kept
        at = min(state.track, len(track) - 1)
        told = (*track[:at], replace(track[at], bribe=move.price), *track[at + 1 :])
        state = replace(state, box=replace(state.box, track=told))
    return with_officer(state, move.officer, bribed_by=move.player), ()


@_acted.register
def _passed(move: m.Pass, state: SmugglerState, _is_strict: bool) -> Done:
    return with_household(state, move.player, passed=True), ()


def _seen_way(state: SmugglerState, start: str, end: str, *, at_sea: bool = False) -> SmugglerState:
    """Keep a way that somebody went, where the box tells none: what moves one space proves it."""
    told, seen = ("sea_ways", "seen_sea_ways") if at_sea else ("ways", "seen_ways")
    if not start or start == end or getattr(state.box, told):
        return state
    way = "-".join(sorted((start, end)))
    known = getattr(state.box, seen)
    return state if way in known else replace(state, box=replace(state.box, **{seen: (*known, way)}))


@_acted.register
def _carried(move: m.Carry, state: SmugglerState, _is_strict: bool) -> Done:
    start = move.marker[0] if move.marker else state.goods[move.goods].where
    if move.marker:
        state = with_marker(state, move.player, gone=start, new=move.end)
    if move.goods:
        state = with_goods(state, (move.goods,), where=move.end, owner=move.player, stash="")
    return _seen_way(state, start, move.end), ()


@_acted.register
def _landed(move: m.LandGoods, state: SmugglerState, is_strict: bool) -> Done:
    over = excess(state, move) or 0
    state = with_goods(state, move.goods, where=move.at, owner=move.player)
    stash = next((each for each in state.households[move.player].stashes if each.place == move.at), None)
    if stash and not has_foreign_officer(state, move.player, move.at):
        state = with_goods(state, move.stash, stash=stash.key)
    state = settled(state)
    state = with_steps(state, move.at, over, poorest(state), move.player)
    return walked(state, move.walks, is_strict=is_strict), ()


@_acted.register
def _bought(move: m.Buy, state: SmugglerState, _is_strict: bool) -> Done:
    key = move.goods or next(f"x{number}" for number in range(1, 1000) if f"x{number}" not in state.goods)
    piece = Goods(squares_of(state, move), ABOARD, move.player)
    state = replace(state, goods={**state.goods, key: piece})
    stock = {each.id for pieces in state.box.merchants.values() for each in pieces}
    is_whole = bool(stock) and all(state.box.merchants.values())
    is_sold_out = is_whole and not any(state.goods[each].where in state.box.merchants for each in stock)
    return replace(state, is_last=state.is_last or is_sold_out), ()


@_acted.register
def _hired(move: m.Hire, state: SmugglerState, _is_strict: bool) -> Done:
    player, marker, stash = move.player, move.marker, move.stash
    state, card = _met(state, move.card)
    household = state.households[player]
    stashes = (*household.stashes, *([replace(stash, of=card.name)] if stash else []))
    state = with_household(state, player, cards=(*household.cards, card), stashes=stashes)
    open_cards = tuple(each for each in state.open_cards if each.name != card.name)
    state = with_marker(replace(state, open_cards=open_cards), player, new=marker)
    return with_money(state, player, "hire", {"reputation": card.reputation or 0}, marker)


def _met(state: SmugglerState, card: CharacterCard) -> tuple[SmugglerState, CharacterCard]:
    """Give a character a name where it has none, by its numbers; one that the box lacks is kept in it."""
    if not card.name:
        known = {each.name for each in state.box.characters}
        known |= {each.name for household in state.households.values() for each in household.cards}
        plain = "/".join(str(each) for each in (card.gold, card.reputation) if each is not None)
        names = (f"{plain} ({count})" if count > 1 else plain for count in range(1, len(known) + 2))
        card = replace(card, name=next(name for name in names if name not in known))
        if card.gold is not None:
            state = replace(state, box=replace(state.box, characters=(*state.box.characters, card)))
    return state, card


def lost(state: SmugglerState, player: Player, name: str, marker: str) -> Done:
    """Let a player lose a character, with its reputation, its stash and a marker (p.12)."""
    household = state.households[player]
    card = next((each for each in household.cards if each.name == name), CharacterCard(name))
    gone = [stash for stash in household.stashes if stash.of == name]
    state = with_household(
        state,
        player,
        cards=tuple(each for each in household.cards if each.name != name),
        used=tuple(each for each in household.used if each != name),
        stashes=tuple(stash for stash in household.stashes if stash not in gone),
    )
    keys = {stash.key for stash in gone}
    out = tuple(key for key, each in state.goods.items() if each.owner == player and each.stash in keys)
    state = with_marker(with_goods(state, out, stash=""), player, gone=marker)
    return with_money(state, player, "lost", {"reputation": -(card.reputation or 0)}, marker)


@_acted.register
def _raided(move: m.Raid, state: SmugglerState, _is_strict: bool) -> Done:
    lines: Lines = ()
    for at, name in enumerate(move.cards):
        state, more = lost(state, move.player, name, "".join(move.markers[at : at + 1]))
        lines = (*lines, *more)
    goods = tuple(key for key in move.goods if state.goods[key].where == CUSTOMS)
    return with_goods(state, goods, where=state.box.customs_house, owner=move.player), lines


# --- what takes no turn ------------------------------------------------------------------------------


@_acted.register
def _learned(move: m.Learn, state: SmugglerState, _is_strict: bool) -> Done:
    return with_box(state, state.box.with_facts(move.box)), ()


@_acted.register
def _revealed(move: m.Reveal, state: SmugglerState, _is_strict: bool) -> Done:
    return replace(state, open_cards=move.open), ()


@_acted.register
def _ending(move: m.LastTurn, state: SmugglerState, _is_strict: bool) -> Done:
    return replace(state, is_last=move.last), ()


@_acted.register
def _opened(move: m.OpenCove, state: SmugglerState, _is_strict: bool) -> Done:
    coves = (*state.households[move.player].coves, move.cove)
    return with_household(state, move.player, coves=tuple(dict.fromkeys(coves))), ()


@_acted.register
def _stored(move: m.Store, state: SmugglerState, _is_strict: bool) -> Done:
    state = with_goods(state, move.put, stash=move.stash, owner=move.player)
    return with_goods(state, move.take, stash=""), ()


@_acted.register
def _lost(move: m.LoseCharacter, state: SmugglerState, _is_strict: bool) -> Done:
    return lost(state, move.player, move.lose, move.marker)


@_acted.register
def _went(move: m.WalkOfficers, state: SmugglerState, is_strict: bool) -> Done:
    return walked(state, move.walks, is_strict=is_strict), ()


@_acted.register
def _came(move: m.PlaceOfficers, state: SmugglerState, is_strict: bool) -> Done:
    return placed(state, move.new_officers, is_strict=is_strict), ()


@_acted.register
def _begun(move: m.Begin, state: SmugglerState, _is_strict: bool) -> Done:
    """Give a player what they begin with: a character costs nothing, and its reputation counts (p.9)."""
    cards = (_met(state, move.card)[1],) if move.card else ()
    state = with_household(
        state,
        move.player,
        cards=cards,
        markers=(move.marker,) if move.marker else (),
        ship=move.ship,
        hold=move.hold,
        stashes=(move.stash,) if move.stash else (),
        has_begun=True,
    )
    reputation = sum(card.reputation or 0 for card in cards)
    state, lines = with_money(state, move.player, "begin", {"reputation": reputation}, move.marker)
    if state.number or beginner(state):
        return state, lines
    return replace(state, number=1, is_fresh=True), lines


@_acted.register
def _powered(move: m.Power, state: SmugglerState, _is_strict: bool) -> Done:
    lines: Lines = ()
    for player, change in move.changes.items():
        state, more = _changed(state, player, change, "card")
        lines = (*lines, *more)
    for number, place in move.officers.items():
        state = entered(state, int(number), place)
    for player, place in move.ships.items():
        state = with_household(state, player, ship=place)
    if move.used:
        used = (*state.households[move.player].used, move.card)
        state = with_household(state, move.player, used=tuple(dict.fromkeys(used)))
    return state, lines


def _changed(state: SmugglerState, player: Player, change: m.Purse, feature: str) -> Done:
    amounts = {"gold": change.gold, "influence": change.influence, "reputation": change.reputation}
    known = {name: amount for name, amount in amounts.items() if amount is not None}
    secrets = max(0, state.households[player].secrets + (change.secrets or 0))
    return with_money(with_household(state, player, secrets=secrets), player, feature, known)


@_acted.register
def _counted(move: m.CountAll, state: SmugglerState, _is_strict: bool) -> Done:
    """Set what was counted; of what was not, it stays."""
    lines: Lines = ()
    for player, found in move.count.items():
        household = state.households[player]
        names = [name for name in found.__struct_fields__ if getattr(found, name) is not None]
        change = m.Purse(**{name: getattr(found, name) - getattr(household, name) for name in names})
        state, more = _changed(state, player, change, "count")
        lines = (*lines, *more)
    if move.wheel is not None:
        state = replace(state, wheel=move.wheel)
    if move.track is not None:
        is_last = bool(state.box.track) and move.track >= len(state.box.track)
        state = replace(state, track=move.track, is_last=state.is_last or is_last)
    return state, lines
