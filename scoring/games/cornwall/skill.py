"""A player who looks one turn ahead, for showing: of all that may be done with a tile, what brings most.

A move is worth what it changes: points now, what claims promise, coins, figures in hand, less what others
gain. The numbers are a player's feeling, chosen by looking at whole games; nothing is measured by them.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from scoring.game import Cell, Player
from scoring.games.cornwall.engine.coins import PUB_COINS, earned
from scoring.games.cornwall.engine.moves import FigurePlacement, TriplePlacement
from scoring.games.cornwall.engine.placing import placements, touching_edges
from scoring.games.cornwall.engine.points import CHAPEL_POINTS, places, standing_in, worth_of_places
from scoring.games.cornwall.engine.putting import ways_to_buy, ways_to_put
from scoring.games.cornwall.engine.regions import Fields, TerrainRegion, is_scored, open_cells, region_at
from scoring.games.cornwall.engine.state import SUPPLY, TILES, CornwallState, FieldFigure, supply
from scoring.games.cornwall.land.hexes import neighbours

WHIM = 0.8
"""So many points are all the same to a player."""
SNUG = 0.1
"""What an edge that touches other tiles is worth, in points: holes close regions."""
ENVY = 0.8
"""What a point for all others together costs, in own points."""
PRICES: Mapping[str, float] = {"small": 1.5, "tall": 2.2, "big": 3.0}
"""What figures in hand are worth in points, in the midst of a game."""
SCARCE, SCARCE_TIMES = 3, 2.5
"""So few figures in hand, and each is worth so many times as much."""
IN_PUB = 0.5
"""How much of that a figure in the pub is worth, which must be bought back."""
CHANGE = 0.5
"""What a coin is worth besides its point at the end: figures are paid with it."""
LATE_TURNS = 4
"""So many turns before its end a figure in hand begins to be worth less."""
COTTAGE = 0.09
"""How likely a drawn tile is to have a cottage that ends a certain region."""
FILLED = 0.75
"""How likely a gap beside a region is to be filled before the end of a long game."""
UNTIL_END = 0.5
"""How sure what is scored only at the end is until then."""
TRIES = 10
"""So many places are looked at closely: those where the tile alone brings most."""


def skilled_moves(
    state: CornwallState, face: str, rng: Random, sees: Callable[[TriplePlacement], bool]
) -> list[TriplePlacement]:
    """Give the moves that bring most at the likeliest places for a tile, the best first.

    Args:
        rng: Decides between what is nearly the same to a player; the same seed plays the same.
        sees: Tells whether a place is in view; no other is looked at.
    """
    judge = _Judge(state)
    fits = (TriplePlacement(state.player, face, turns, cell) for cell, turns in placements(state, face))
    laid = [(judge.laid(move) + rng.uniform(0, WHIM), move) for move in fits if sees(move)]
    likely = sorted(laid, key=_worth)[-TRIES:]
    return [move for _, move in sorted((judge.with_figures(*each) for each in likely), key=_worth)[::-1]]


def _worth(liked: tuple[float, TriplePlacement]) -> float:
    return liked[0]


class _Ground(NamedTuple):
    """A region, who stands in it already, and how likely it is to be scored."""

    region: TerrainRegion
    figures: list[FieldFigure]
    odds: float


class _Judge:
    """What one player thinks of tables, in points, while it is their turn."""

    def __init__(self, state: CornwallState) -> None:
        self._state, self._player = state, state.player
        self._left = TILES - state.laid
        self._turns = self._left / len(state.setup.players)
        late = min(1.0, max(0.0, self._turns - 1) / LATE_TURNS)
        in_hand = sum(supply(state, state.player, kind) for kind in SUPPLY)
        times = late * (SCARCE_TIMES if in_hand <= SCARCE else 1)
        self._prices = {kind: price * times for kind, price in PRICES.items()}
        self._coin = 1 + CHANGE * late
        self._claims = [
            (ground.figures, self._claim(ground, ground.figures), _decides(state.fields, ground.region))
            for ground in self._grounds(state.fields, state.figures)
        ]
        """Who stands in a region, what that is worth, and the cells where a tile changes it."""

    def laid(self, move: TriplePlacement) -> float:
        """Say how good the table is once a tile lies, before any figure is put on it."""
        state, tile = self._state, move.fields
        after = {**state.fields, **tile}
        changed = [figures for figures, _, decides in self._claims if not decides.isdisjoint(tile)]
        same = sum(worth for _, worth, decides in self._claims if decides.isdisjoint(tile))
        joined = self._grounds(after, [figure for figures in changed for figure in figures])
        worth = same + sum(self._claim(ground, ground.figures) for ground in joined)
        snug = SNUG * touching_edges(state.fields, move.cells)
        return worth + self._coin * earned(state, tile) + snug

    def with_figures(self, laid: float, move: TriplePlacement) -> tuple[float, TriplePlacement]:
        """Give the best way to put figures on a tile, or none, and buy some back; and how good it is."""
        state, after = self._state, {**self._state.fields, **move.fields}
        grounds = {cell: self._ground(after, region_at(after, cell), state.figures) for cell in move.cells}
        ways = [(laid, move)]
        for pub in ways_to_buy(state, move):
            if set(pub) <= {self._player}:
                bought = replace(move, pub=pub)
                back = self._bought() if pub else 0.0
                for figures in ways_to_put(state, bought):
                    gain = self._put(after, grounds, figures)
                    ways.append((laid + back + gain, replace(bought, figures=figures)))
        return max(ways, key=_worth)

    def _bought(self) -> float:
        """Say what buying all figures back from the pub brings."""
        mine = [guest.kind for guest in self._state.pub if guest.player == self._player]
        return sum(self._prices[kind] for kind in mine) * (1 - IN_PUB) - self._coin * PUB_COINS

    def _grounds(self, fields: Fields, figures: Sequence[FieldFigure]) -> list[_Ground]:
        """Give the regions in which some figures stand."""
        return [self._ground(fields, region, those) for region, those in standing_in(fields, figures)]

    def _ground(self, fields: Fields, region: TerrainRegion, figures: Sequence[FieldFigure]) -> _Ground:
        there = [figure for figure in figures if figure.cell in region.cells]
        return _Ground(region, there, self._odds(fields, region))

    def _put(
        self, after: Fields, grounds: Mapping[Cell, _Ground], stands: Sequence[FigurePlacement]
    ) -> float:
        """Say what putting figures brings, less what they cost."""
        gain, put = -self._coin * max(0, len(stands) - 1), list[FieldFigure]()
        for stand in stands:
            ground = grounds[stand.cell]
            before = [*ground.figures, *(figure for figure in put if figure.cell in ground.region.cells)]
            put.append(FieldFigure(self._player, stand.kind, stand.cell))
            worth = self._claim(ground, before) if before else 0.0
            gain += self._claim(ground, [*before, put[-1]]) - worth
            gain -= self._prices[stand.kind] + self._coin * len(before)
            gain += CHAPEL_POINTS if after[stand.cell].has("chapel") else 0
        return gain

    def _claim(self, ground: _Ground, figures: Sequence[FieldFigure]) -> float:
        """Say what a region is worth, were some figures to stand in it."""
        region, odds = ground.region, ground.odds
        first, second = places(figures)
        each, behind = worth_of_places(region)
        pays = (each + behind * (len(first) > 1)) * len(region.cells) / len(first)
        worth = self._shared(first, pays) + self._shared(second, behind * len(region.cells))
        back = sum(self._prices[figure.kind] for figure in figures if figure.player == self._player)
        return odds * worth + (0.0 if region.terrain == "moor" else odds * IN_PUB * back)

    def _shared(self, players: Sequence[Player], pays: float) -> float:
        """Say what points for each of some players are worth to the one whose turn it is."""
        others = len(self._state.setup.players) - 1
        return pays * ((self._player in players) - ENVY * sum(p != self._player for p in players) / others)

    def _odds(self, fields: Fields, region: TerrainRegion) -> float:
        """Say how likely a region is to be scored; 1 where that is at the end of this turn."""
        options = self._state.options
        if region.terrain == "moor":
            return 1.0 if is_scored(fields, region, options) else UNTIL_END
        gaps = 0 if region.cottages else len(open_cells(fields, region, options))
        if not gaps:
            return 1.0
        filled = FILLED * min(1.0, self._left / (3 * gaps))
        closed: float = 1 - (1 - COTTAGE) ** max(0.0, self._turns - 1) * (1 - filled**gaps)
        return max(closed, UNTIL_END) if options.at_end == "all" else closed


def _decides(fields: Fields, region: TerrainRegion) -> frozenset[Cell]:
    """Give the empty cells where a tile can change what a region is worth: beside it, and around there."""
    beside = {there for cell in region.cells for there in neighbours(cell) if there not in fields}
    around = {there for cell in beside for there in neighbours(cell) if there not in fields}
    return frozenset(beside | around)
