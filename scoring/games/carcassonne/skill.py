"""A player who looks one turn ahead, for showing: of all that may be done with a tile, what brings most.

A move is worth what it changes: points now, what claims promise, figures in hand, less what others gain. The
numbers are a player's feeling, chosen by looking at whole games; nothing is measured by them.
"""

from collections.abc import Iterator, Sequence
from random import Random

from scoring.game import Cell, Player
from scoring.games.carcassonne.engine.followers import abbot_of, meeples, segment_of
from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.games.carcassonne.engine.placing import placements, turns_that_fit
from scoring.games.carcassonne.engine.points import FARM_CITY_POINTS, finished_terms, majority, score_region
from scoring.games.carcassonne.engine.state import CarcassonneState, SegmentFigure, remaining, supply
from scoring.games.carcassonne.land.catalogue import SIDES
from scoring.games.carcassonne.land.placed_tile import PlacedTile, lay_face
from scoring.games.carcassonne.land.regions import (
    AROUND,
    FeatureRegion,
    Land,
    Part,
    Wanted,
    beside,
    is_completed,
    neighbours,
    with_tile,
)

WHIM = 1.5
"""So many points are all the same to a player."""
SNUG = 0.06
"""What a tile around the new one is worth, in points: holes are easier to fill than to find."""
ENVY = 0.9
"""What a point for all others together costs, in own points."""
EFFORT = 0.45
"""The share of a player's turns that go into the region looked at, were it the only one."""
PRICES = (12.0, 6.0, 4.0, 3.0, 2.2, 1.7, 1.4, 1.1)
"""What the last figure in hand is worth in points, the last but one, and so on, in the midst of a game."""
ABBOT_PRICE = 1.2
LATE_TURNS = 7
"""So many turns before its end a figure in hand begins to be worth less."""
FARMING = 2.0
"""A farmer stays until the end, and so costs as many figures in the midst of a game."""
OPEN_CITY = 0.4
"""How much of a finished city an unfinished one beside a farm is worth."""
GROWTH = 0.3
"""How much of what a region gains by its last tiles is counted on."""
SURE = 0.9
"""Nothing is surer than this while it is not done."""
HUNGER, HUNGRY_BELOW = 2.5, 10
"""What a point is worth to somebody who has few, and how many are few: a first city before a large one."""
RAID = 0.5
"""How much of others' region a claim is worth that may yet be joined to it."""
_OPEN: Wanted = ("", "", "", "")


def skilled_moves(state: CarcassonneState, face: str, garden: bool, rng: Random) -> list[TilePlacement]:
    """Give the best move for every place at which a tile may be laid, the best place first.

    Args:
        rng: Decides between what is nearly the same to a player; the same seed plays the same.
    """
    judge = _Judge(state)
    judged = [judge.best_at(cell, lay_face(face, turns, garden)) for cell, turns in placements(state, face)]
    liked = [(worth + rng.uniform(0, WHIM), move) for worth, move in judged]
    return [move for _, move in sorted(liked, key=lambda each: -each[0])]


class _Judge:
    """What one player thinks of tables, in points, while it is their turn."""

    def __init__(self, state: CarcassonneState) -> None:
        self._state, self._player = state, state.player
        self._box = remaining(state)
        self._left = max(1, sum(self._box.values()))
        self._turns = -(-self._left // len(state.setup.players))
        is_hungry = state.points[self._player] < HUNGRY_BELOW
        self._hunger, self._growth = (HUNGER, 0.0) if is_hungry else (1.0, GROWTH)
        late = min(1.0, max(0, self._turns - 1) / LATE_TURNS)
        in_hand = supply(state, self._player, "follower")
        self._prices = {"follower": PRICES[max(0, in_hand - 1)] * late, "abbot": ABBOT_PRICE * late}
        self._fitting: dict[Wanted, float] = {}
        self._claims = {
            region: (self._worth(state.land, region, those), frozenset(_decides(state.land, region)))
            for region, those in _standing(state.land, state.figures)
        }
        """What every claim is worth before the turn, and the empty cells that decide it."""

    def best_at(self, cell: Cell, tile: PlacedTile) -> tuple[float, TilePlacement]:
        """Give the best thing to do with a tile laid at a cell, and how good the table is after it."""
        state, land = self._state, with_tile(self._state.land, cell, tile)
        plain = TilePlacement(self._player, tile.face, tile.turns, cell, garden=tile.garden)
        told = list(self._told(land, cell))
        laid = sum(worth for _, worth in told) + SNUG * neighbours(land, cell)
        ways = [(laid, plain)]
        for meeple in meeples(state, cell, tile):
            part = (cell, segment_of(tile, meeple))
            gain = self._claim(land, SegmentFigure(self._player, meeple.kind, part), told)
            ways.append(
                (laid + gain, TilePlacement(self._player, tile.face, tile.turns, cell, meeple, tile.garden))
            )
        abbot = abbot_of(state, self._player) if state.options.abbot else None
        if abbot and not is_completed(land, land.region_at(abbot.part)):
            gain = self._recalled(land, abbot)
            move = TilePlacement(
                self._player, tile.face, tile.turns, cell, garden=tile.garden, recall_abbot=True
            )
            ways.append((laid + gain, move))
        return max(ways, key=lambda way: way[0])

    def _told(self, land: Land, cell: Cell) -> Iterator[tuple[FeatureRegion, float]]:
        """Say what every claim is worth once a tile lies at a cell."""
        near = {cell, *(beside(cell, side) for side in SIDES)}
        for region, figures in _standing(land, self._state.figures):
            worth, decides = self._claims.get(region, (0.0, near))
            yield region, self._worth(land, region, figures) if near & decides else worth

    def _worth(self, land: Land, region: FeatureRegion, figures: Sequence[SegmentFigure]) -> float:
        """Say what a region is worth in which somebody stands."""
        mine = [figure for figure in figures if figure.player == self._player]
        odds = self._odds(land, region)
        back = sum(self._prices[figure.kind] for figure in mine) * (1 if odds == 1 else 0.5 * odds)
        return self._shared(majority(figures), self._pays(land, region, figures, odds)) + back

    def _claim(self, land: Land, figure: SegmentFigure, told: Sequence[tuple[FeatureRegion, float]]) -> float:
        """Say what putting a figure on the new tile brings: it stands there alone."""
        region = land.region_at(figure.part)
        odds = self._odds(land, region)
        price = self._prices[figure.kind]
        if region.feature == "field":
            return self._pays(land, region, [figure], odds) - FARMING * price
        back = price * (1 if odds == 1 else 0.5 * odds)
        return self._pays(land, region, [figure], odds) + back - price + self._raid(land, region, told)

    def _raid(self, land: Land, region: FeatureRegion, told: Sequence[tuple[FeatureRegion, float]]) -> float:
        """Say what may come of standing where one more tile would join a region that others hold."""
        theirs = [(other, -worth) for other, worth in told if other.feature == region.feature and worth < 0]
        gaps = set(_gaps(land, region)) if theirs else set()
        return RAID * max((worth for other, worth in theirs if gaps & set(_gaps(land, other))), default=0.0)

    def _recalled(self, land: Land, abbot: SegmentFigure) -> float:
        """Say what it brings to take the abbot back."""
        region = land.region_at(abbot.part)
        now = score_region(land, region, [abbot], self._state.options).points
        return now + self._prices[abbot.kind] - self._worth(land, region, [abbot])

    def _pays(
        self, land: Land, region: FeatureRegion, figures: Sequence[SegmentFigure], odds: float
    ) -> float:
        """Say what a region will pay: what it does when finished, and as it lies, as likely as each is."""
        if region.feature == "field":
            return self._farmed(land, region)
        full = sum(term.points for term in finished_terms(region, self._state.options))
        if odds == 1:
            return full * self._hunger
        grown = full * (1 + self._growth * len(set(_gaps(land, region))) / len(region.cells))
        now = score_region(land, region, figures, self._state.options).points
        return odds * (grown if region.feature in ("city", "road") else full) + (1 - odds) * now

    def _farmed(self, land: Land, field: FeatureRegion) -> float:
        cities = _cities(land, field)
        done = sum(is_completed(land, land.regions[city]) for city in cities)
        hoped = OPEN_CITY * min(1.0, self._turns / LATE_TURNS)
        return FARM_CITY_POINTS * (done + hoped * (len(cities) - done))

    def _shared(self, owners: Sequence[Player], pays: float) -> float:
        """Say what points for some are worth to the player."""
        others = len(self._state.setup.players) - 1
        lost = sum(owner != self._player for owner in owners) / max(1, others)
        return pays * ((self._player in owners) - ENVY * lost)

    # --- odds ----------------------------------------------------------------------------------

    def _odds(self, land: Land, region: FeatureRegion) -> float:
        """Say how likely a region is to be finished; 1 where it is."""
        if is_completed(land, region):
            return 1.0
        if region.feature == "field":
            return 0.0
        gaps = set(_gaps(land, region))
        draws, odds = EFFORT * (self._turns - 1) / len(gaps), SURE
        if region.feature in ("cloister", "garden"):  # others lay tiles around it as well
            draws *= len(self._state.setup.players) ** 0.5
        for cell in gaps:
            odds *= 1 - (1 - self._fits(land.frontier.get(cell, _OPEN))) ** draws
        return odds

    def _fits(self, wanted: Wanted) -> float:
        """Say how many of the tiles in the box fit where neighbours show this, as a share."""
        if wanted not in self._fitting:
            fit = sum(count for face, count in self._box.items() if count and turns_that_fit(face, wanted))
            self._fitting[wanted] = min(0.98, fit / self._left)
        return self._fitting[wanted]


def _standing(
    land: Land, figures: Sequence[SegmentFigure]
) -> Iterator[tuple[FeatureRegion, list[SegmentFigure]]]:
    """Give the regions in which somebody stands, with who does."""
    standing: dict[Part, list[SegmentFigure]] = {}
    for figure in figures:
        standing.setdefault(land.region_of[figure.part], []).append(figure)
    return ((land.regions[name], those) for name, those in standing.items())


def _decides(land: Land, region: FeatureRegion) -> Iterator[Cell]:
    """Give the empty cells where a tile would change what a region is worth: those of a farm's cities."""
    if region.feature != "field":
        return _gaps(land, region)
    cities = (land.regions[city] for city in _cities(land, region))
    return (cell for each in (region, *cities) for cell in _gaps(land, each))


def _cities(land: Land, field: FeatureRegion) -> set[Part]:
    return {
        land.region_of[cell, city]
        for cell, index in field.parts
        for city in land.tiles[cell].segments[index].cities
    }


def _gaps(land: Land, region: FeatureRegion) -> Iterator[Cell]:
    """Give the empty cells that keep a region from being finished, some twice."""
    if region.feature in ("cloister", "garden"):
        x, y = region.cells[0]
        around = ((x + east, y + south) for east, south in AROUND)
        return (there for there in around if there not in land.tiles)
    return (
        there
        for cell, index in region.parts
        for side in land.tiles[cell].segments[index].sides
        if (there := beside(cell, side[0])) not in land.tiles
    )
