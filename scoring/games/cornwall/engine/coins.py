"""What a turn earns and what it costs, in coins."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.placing import extended
from scoring.games.cornwall.engine.regions import Fields, TerrainRegion, region_at
from scoring.games.cornwall.engine.state import CornwallState, FieldFigure
from scoring.roles.seated import name_of
from scoring.sentence import counted, sentence
from scoring.setups import check_player

PUB_COINS = 1
"""What it costs to take all one's figures back from the pub.

Source:
    Rulebook 000, "Pub".
"""
SUPPLIES: Mapping[str, int] = {"40": 40, "20": 20}
"""How many coins a box holds, by the option ``coin_supply``; any number where it is endless."""


class Bill(Struct, frozen=True):
    """The coins of one placement.

    Attributes:
        earned: Got for the regions extended.
        pub: Paid for figures from the pub, by the player whose turn it is.
        further: Paid for every field after the first on which a figure is put.
        standing: Paid for figures that stand in those regions already.
    """

    earned: int
    pub: int
    further: int
    standing: int

    @property
    def figures(self) -> int:
        """What putting the figures costs."""
        return self.further + self.standing

    @property
    def gained(self) -> int:
        """How many coins more the player has after all that, or fewer."""
        return self.earned - self.pub - self.figures


def bill(state: CornwallState, move: TriplePlacement) -> Bill:
    """Tell what a placement earns and costs its player, were it made now."""
    tile = move.fields
    after = {**state.fields, **tile}
    standing = price_of_standing(state, [region_at(after, figure.cell) for figure in move.figures])
    pub = PUB_COINS if move.player in move.pub else 0
    return Bill(earned(state, tile), pub, max(0, len(move.figures) - 1), standing)


def earned(state: CornwallState, tile: Fields) -> int:
    """Count the coins got for a tile: one less than the terrains it extends, as far as there are any left.

    Source:
        Rulebook 000, examples A to D; the option ``coin_supply``.
    """
    coins = max(0, len(extended(state.fields, tile)) - 1)
    left = coins_left(state)
    return coins if left is None else min(coins, left)


def coins_left(state: CornwallState) -> int | None:
    """Count the coins beside the board; none where they never run out."""
    supply = SUPPLIES.get(state.options.coin_supply)
    return None if supply is None else max(0, supply - sum(state.coins.values()))


def price_of_standing(state: CornwallState, regions: Iterable[TerrainRegion]) -> int:
    """Price the figures that stand already where figures are put, a region for each figure put.

    Source:
        Rulebook 000, "Spielfigur(en) platzieren" and examples E to H; the option ``same_turn``.
    """
    price, put = 0, dict[frozenset[Cell], int]()
    for region in regions:
        before = put.get(region.cells, 0)
        price += count_standing(state.figures, region)
        price += before if state.options.same_turn == "counted" else 0
        put[region.cells] = before + 1
    return price


def count_standing(figures: Iterable[FieldFigure], region: TerrainRegion) -> int:
    """Count the figures in a region, anybody's."""
    return sum(figure.cell in region.cells for figure in figures)


def coins_after_laying(state: CornwallState, move: TriplePlacement) -> dict[Player, int]:
    """Tell how many coins each player has once a tile is laid, before anything is paid."""
    coins = dict(state.coins)
    coins[move.player] += earned(state, move.fields)
    return coins


def check_pub(state: CornwallState, move: TriplePlacement) -> None:
    """Refuse figures bought back by whom it is not for, by whom nobody waits there, or without a coin.

    Raises:
        IllegalMoveError: Naming who may not.
    """
    coins = coins_after_laying(state, move)
    if len(set(move.pub)) < len(move.pub):
        raise IllegalMoveError("pub_twice", sentence("All figures are bought back from the pub at once."))
    for player in move.pub:
        check_player(state.setup, player)
        _check_buyer(state, move, player, coins[player])


def _check_buyer(state: CornwallState, move: TriplePlacement, player: Player, coins: int) -> None:
    name = name_of(state, player)
    if player != move.player and state.options.pub == "own_turn":
        says = sentence("{name} may buy figures back from the pub in their own turn only.", name=name)
        raise IllegalMoveError("pub_not_your_turn", says)
    if not any(guest.player == player for guest in state.pub):
        raise IllegalMoveError("nobody_in_pub", sentence("{name} has no figures in the pub.", name=name))
    if coins < PUB_COINS:
        says = sentence("{name} has no coin to buy figures back from the pub.", name=name)
        raise IllegalMoveError("no_coin_for_pub", says)


def check_price(state: CornwallState, move: TriplePlacement) -> None:
    """Refuse figures that their player cannot pay.

    Raises:
        IllegalMoveError: Telling what they cost and what there is.
    """
    sum_of = bill(state, move)
    has = state.coins[move.player] + sum_of.earned - sum_of.pub
    if sum_of.figures > has:
        says = counted(
            "These figures cost {count} coin, but {name} has {has} left to pay with.",
            "These figures cost {count} coins, but {name} has {has} left to pay with.",
            sum_of.figures,
            name=name_of(state, move.player),
            has=has,
        )
        raise IllegalMoveError("too_few_coins", says)
