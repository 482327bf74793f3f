"""The ledger of coins, and what lies before the players."""

from collections.abc import Iterator, Mapping

import pytest
from hextop import RULES, HexTop, learned
from msgspec.structs import replace

from scoring.game import Player
from scoring.games.cornwall.engine.moves import Recount
from scoring.games.cornwall.engine.state import CornwallState
from scoring.referee.observation import find_discrepancies
from vision.games.cornwall.live.beside.coins import marks, recounted, with_places
from vision.games.cornwall.live.memory import CoinTrack, CoinTracks
from vision.games.cornwall.locate.view import Point

WIDE_PX = 20.0
GAME, LEVEL, TURNS = 45, 1, 16
"""A game whose pub is out of view; the coins are not."""
BOUGHT = 14
"""The first of its turns in which figures are bought back."""


class Coins:
    """Coins that red and blue earn and pay as the tests say, and what is said of them."""

    def __init__(self) -> None:
        self.state: CornwallState = RULES.start(HexTop(GAME, LEVEL, TURNS).game.told.setup)
        self.each: Mapping[Player, CoinTrack] = {}
        self.lying: dict[Player, list[Point]] = {"red": [(100.0, 500.0)], "blue": [(900.0, 100.0)]}

    def turn(self, player: Player, lies: int, due: int) -> str:
        """Have a player's coins become so many to see, and so many more by the game.

        Returns:
            What is said of anybody's coins then.
        """
        before = self._all()
        x, y = self.lying[player][0] if self.lying[player] else (900.0, 100.0)
        self.lying[player] = [(x + 1.2 * WIDE_PX * number, y) for number in range(lies)]
        after = self._all()
        came, went = [one for one in after if one not in before], [one for one in before if one not in after]
        self.each = with_places(self.each, player, due, came, went)
        coins = {**self.state.coins, player: self.state.coins[player] + due}
        self.state = replace(self.state, coins=coins, tile_of={(0, 0): self.state.laid + 1})
        self.each = recounted(CoinTracks(tuple(after), None, each=self.each), self.state, (), WIDE_PX)
        return " ".join(self.said())

    def said(self, *movers: Player) -> Iterator[str]:
        return (
            one.says for one in find_discrepancies(self.state, marks(self.state, self.each, movers), RULES)
        )

    def _all(self) -> list[Point]:
        return [*self.lying["red"], *self.lying["blue"]]


@pytest.fixture
def coins() -> Coins:
    """Red has earned three coins one by one, and lays them side by side."""
    coins = Coins()
    for number in (2, 3, 4):
        assert not coins.turn("red", number, 1)
        assert not coins.turn("blue", 1, 0)
    return coins


def test_coins_that_the_game_still_counts_are_missed_once_another_turn_has_come(coins: Coins) -> None:
    assert not coins.turn("red", 3, 0)
    assert coins.turn("blue", 1, 0) == "3 coins lie before Ann, but by the game it should be 4."


def test_more_coins_than_the_game_counts_are_told(coins: Coins) -> None:
    assert not coins.turn("red", 4, -1)
    assert coins.turn("blue", 1, 0) == "4 coins lie before Ann, but by the game it should be 3."


def test_the_remark_goes_when_the_table_is_put_right(coins: Coins) -> None:
    coins.turn("red", 3, 0)
    assert coins.turn("blue", 1, 0)
    assert not coins.turn("red", 4, 0)


def test_nothing_is_said_of_whom_is_paying_just_now(coins: Coins) -> None:
    coins.turn("red", 3, 0)
    coins.turn("blue", 1, 0)
    assert list(coins.said())
    assert not list(coins.said("red"))


def test_a_coin_that_was_not_seen_to_come_may_lie_out_of_view(coins: Coins) -> None:
    assert not coins.turn("red", 4, 1)
    assert not any(coins.turn("blue", 1, 0) for _ in range(4))


def test_a_remark_that_nobody_heeds_is_made_for_a_round_only(coins: Coins) -> None:
    coins.turn("red", 3, 0)
    said = [bool(coins.turn("blue", 1, 0)) for _ in range(5)]
    assert said == [True, True, False, False, False]


def test_of_coins_in_a_pile_nothing_is_ever_said() -> None:
    coins = Coins()
    for _ in range(4):
        assert not coins.turn("red", 1, 1)
        assert not coins.turn("blue", 1, 0)
    assert not coins.turn("red", 1, -3)
    assert not coins.turn("blue", 1, 0)


def test_a_purse_that_was_moved_elsewhere_is_not_taken_for_a_payment(coins: Coins) -> None:
    coins.turn("red", 0, 0)
    assert not coins.turn("blue", 1, 0)


@pytest.mark.slow
def test_a_purchase_that_nobody_entered_is_set_right_by_the_coins_on_the_table() -> None:
    table = HexTop(GAME, LEVEL, TURNS)
    table.known = learned(GAME, LEVEL, TURNS)
    table.open()
    for number in range(1, BOUGHT + 2):
        table.whole(number)
        assert not table.look().remarks
        table.confirm(replace(table.placement(number), pub=()))
    [remark] = table.look().remarks
    assert remark.says == "1 coin lies before Ben, but by the game it should be 2."
    assert remark.move == Recount(table.state.player, {"blue": 1})
    table.confirm(remark.move)
    assert table.state.coins["blue"] == 1
    assert not table.look().remarks
