"""What actions cost, and who has least.

Source:
    Rulebook 003, pages 10, 11, 16, 18, 21 and 28.
"""

from collections.abc import Mapping

from scoring.game import Player
from scoring.games.smuggler.engine.moves import (
    Bribe,
    Buy,
    BuyReputation,
    Carry,
    DrawSecret,
    Hire,
    LandGoods,
    Move,
    Order,
    Raid,
    Sail,
    Sell,
)
from scoring.games.smuggler.engine.state import SmugglerState
from scoring.games.smuggler.land.box import prices_of

Bill = Mapping[str, int]
"""How much of each currency."""
SHIP, ONE, BOTH, ORDER = (
    {"influence": 1, "gold": 3},
    {"influence": 1, "gold": 2},
    {"influence": 3, "gold": 5},
    {"influence": 4, "gold": 6},
)
REPUTATION_PRICE, WORK_PAYS, SECRET_PRICE, OTHERS_BAND = 4, 11, 2, 1


def ways_to_pay(state: SmugglerState, move: Move) -> Bill:
    """Give by which currency how much can be paid for what a move does; none where there is no choice."""
    options = state.options
    match move:
        case Sail():
            return SHIP
        case Carry():
            return BOTH if move.marker and move.goods else ONE
        case Order():
            return ORDER
        case Hire():
            return {"influence": 1, "gold": 2 if options.hire_pays == "influence1_gold2" else 1}
        case DrawSecret():
            return dict.fromkeys(_pair(options.secret_pays), SECRET_PRICE)
        case Sell() if move.row:
            return dict.fromkeys(_pair(options.sale_pays), move.row)
    return {}


def _pair(option: str) -> tuple[str, str]:
    return ("influence", "gold") if option == "influence_or_gold" else ("influence", "reputation")


def bill_of(state: SmugglerState, move: Move) -> Bill:
    """Give all that a move costs as it stands; what nobody knows counts nothing."""
    match move:
        case LandGoods():
            return {"influence": 1 + move.extra}
        case Buy():
            return {"influence": 1, "gold": squares_of(state, move)}
        case BuyReputation():
            return {"gold": REPUTATION_PRICE}
        case Bribe():
            return {"influence": 1, "gold": bribe_price(state, move) or 0}
        case Raid():
            return {"influence": 1}
        case Sail() | Carry() | Order() | DrawSecret() | Sell() | Hire():
            ways = ways_to_pay(state, move)
            bill: dict[str, int] = {move.pays: ways[move.pays]} if move.pays in ways else {}
            if isinstance(move, Hire) and move.card.gold:
                bill["gold"] = bill.get("gold", 0) + move.card.gold
            return bill
    return {}


def squares_of(state: SmugglerState, move: Buy) -> int:
    """Give how many squares a piece at a merchant has."""
    piece = state.goods.get(move.goods)
    return piece.squares if piece else move.squares


def bribe_price(state: SmugglerState, move: Bribe) -> int | None:
    """Give the gold that a bribe costs, 1 more for an officer who wears another's band; None if unknown."""
    base = state.step.bribe if move.price is None else move.price
    if base is None or move.officer > len(state.officers):
        return base
    return base + OTHERS_BAND * (state.officers[move.officer - 1].bribed_by not in {"", move.player})


def price_row(state: SmugglerState, move: Sell) -> tuple[int, int] | None:
    """Give gold and reputation of a sale; None where no price list tells them."""
    piece = state.goods.get(move.goods)
    place = state.box.places.get(piece.where) if piece else None
    rows = prices_of(state.box, place.number or 0, piece.squares) if piece and place else None
    return move.gets or (rows[move.row] if rows else None)


def work_pay(state: SmugglerState, player: Player) -> int:
    """Give what honest work brings."""
    household = state.households[player]
    is_reputation = state.options.work_minus == "gold_reputation"
    off = household.reputation if is_reputation else household.influence
    return max(0, WORK_PAYS - household.gold - off)


def poorest(state: SmugglerState) -> Player:
    """Name who chooses: least gold, second currency and characters, else the first player (p.21)."""
    second = state.options.tie_second
    ranks = {
        player: (each.gold, getattr(each, second), len(each.cards))
        for player, each in state.households.items()
    }
    least = [player for player, rank in ranks.items() if rank == min(ranks.values())]
    return least[0] if len(least) == 1 else state.setup.players[state.first].colour
