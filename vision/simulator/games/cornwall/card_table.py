"""Where the things of a game of Cornwall really lie, a little off where they should."""

import math
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from scoring.game import Cell, Player
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.opening import is_start_face
from scoring.games.cornwall.land.fields import Field
from scoring.games.cornwall.land.hexes import PITCH_MM, middle_mm, neighbours
from scoring.picture import Point
from scoring.spots import cell_of, tile_spot
from vision.simulator.camera.levels import Conditions
from vision.simulator.games import Shows
from vision.simulator.games.cornwall.box import THICK_MM, start_face
from vision.simulator.games.cornwall.corners import (
    Corners,
    coin_place,
    guest_place,
    pub_house,
    stands_on_board,
)
from vision.simulator.games.cornwall.faces import SHARED_MM, TILE, around
from vision.simulator.games.cornwall.pieces import COIN_HIGH_MM
from vision.simulator.table.acts import card_at, done, figure_named, turned
from vision.simulator.table.mishaps import laid_beside
from vision.simulator.table.things import Act, Card, Lay, Put, SimFigure, SimTable, Take, Visit

_FIGURE_AT: Point = (0.0, 4.0)
"""Where on a field figures usually stand, south of what is printed on it."""
_BESIDE_COTTAGE: Point = (0.0, 10.0)
_COTTAGE_AT: Point = (0.0, -5.0)
_OFF_MM = 3.0
_FARTHEST_MM = 11.0


class CardTable:
    """The table as hands leave it.

    Args:
        how: How straight tiles are laid.
        corners: Where pub and coins are.
        shows: What the camera sees.
        start: The fields of the start tile.
        seats: The players' colours.
    """

    def __init__(
        self,
        how: Conditions,
        corners: Corners,
        shows: Shows,
        start: Mapping[Cell, Field],
        seats: Sequence[Player],
        chance: Random,
    ) -> None:
        self._how, self._corners, self._shows, self._chance, self._seats = how, corners, shows, chance, seats
        self._start = start
        self._card_of: dict[Cell, str] = {}
        self._coins: dict[Player, list[str]] = {seat: [] for seat in seats}
        self._guests: list[tuple[Player, str]] = []
        self._made = 0
        self.table = SimTable()

    def set_up(self, coins: Mapping[Player, int]) -> None:
        """Put down the start tile, the pub and the first coins."""
        mm, deg = self._how.drift_mm, self._how.turn_off_deg
        x, y, rotation = (self._chance.uniform(-0.4, 0.4) * most for most in (mm, mm, deg))
        spot = tile_spot(min(self._start))
        self._card_of |= dict.fromkeys(self._start, spot)
        self.visit(0, Lay(Card(spot, start_face(self._start.items()), (x, y), rotation)))
        if self._corners.pub:
            self.visit(0, Lay(self._corners.pub), Put(pub_house(self._corners.pub)))
        self.visit(0, *self.coins(coins))

    def visit(self, seat: int, *acts: Act) -> Visit:
        """Let a hand do something."""
        outlines = {card.face: self._outline(card.face) for card in self.table.cards}
        for act in acts:
            self.table = done(self.table, act, 0.0, outlines)
        return Visit(seat, acts)

    def _outline(self, face: str) -> tuple[Point, ...]:
        return around(tuple(self._start), (0.0, 0.0)) if is_start_face(face) else TILE

    # --- tiles ---------------------------------------------------------------------------------

    def sees(self, cells: Sequence[Cell]) -> bool:
        """Tell whether a tile is in view on some cells, and clear of pub and coins."""
        places = [self._place(cell) for cell in cells]
        return self._shows(*_middle(places)) and all(self._corners.is_free(*place) for place in places)

    def _place(self, cell: Cell) -> Point:
        x, y = middle_mm(cell)
        wider = 1 + self._how.gap_mm / PITCH_MM
        return x * wider, y * wider

    def card(self, move: TriplePlacement) -> Card:
        """Lay a tile by its neighbours."""
        beside = {there for cell in move.cells for there in neighbours(cell)} - set(move.cells)
        near = [self._offset(there) for there in sorted(beside) if there in self._card_of]
        x, y = _middle([self._place(cell) for cell in move.cells])
        dx, dy, rotation = laid_beside(near, self._how, self._chance)
        return Card(tile_spot(move.cell), move.face, (x + dx, y + dy), 60.0 * move.turns + rotation)

    def lay(self, move: TriplePlacement) -> None:
        """Remember where a tile has come to lie for good."""
        self._card_of |= dict.fromkeys(move.cells, tile_spot(move.cell))

    def _offset(self, cell: Cell) -> tuple[float, float, float]:
        """Tell how far the tile on a cell lies off its place there, and how far it is turned."""
        at, should = self._on(cell, (0.0, 0.0)), self._place(cell)
        turn_deg = card_at(self.table, self._card_of[cell]).turn_deg
        return at[0] - should[0], at[1] - should[1], (turn_deg + 30) % 60 - 30

    def _on(self, cell: Cell, off: Point) -> Point:
        """Give the place so far from the middle of a field, along its tile as it really lies."""
        card = card_at(self.table, self._card_of[cell])
        turns = round(card.turn_deg / 60)
        at = cell_of(card.spot)
        if is_start_face(card.face):
            x, y = middle_mm(cell)
        else:
            first, here = middle_mm(at), middle_mm(cell)
            x, y = turned((here[0] - first[0], here[1] - first[1]), -60.0 * turns)
            x, y = x - SHARED_MM[0], y - SHARED_MM[1]
        away = turned((x + off[0], y + off[1]), card.turn_deg)
        return card.at_mm[0] + away[0], card.at_mm[1] + away[1]

    def near(self, cell: Cell) -> str:
        """Choose a tile near a cell, by its spot."""
        cells = sorted(self._card_of, key=lambda other: math.dist(middle_mm(other), middle_mm(cell)))
        return self._card_of[self._chance.choice(cells[:12])]

    # --- what stands on them -------------------------------------------------------------------

    def figure(self, player: Player, kind: str, cell: Cell, by_cottage: bool) -> SimFigure:
        """Choose where on its field a figure is put; its name tells the field."""
        at = _BESIDE_COTTAGE if by_cottage else _FIGURE_AT
        name = f"{player} {self._count()} {cell[0]},{cell[1]}"
        place = self._on(cell, self._about(at))
        return SimFigure(name, player, kind, False, place, self._chance.uniform(0, 360))

    def cottage(self, cell: Cell) -> SimFigure:
        """Put a cottage over the one that is printed."""
        rotation = self._chance.choice((self._chance.uniform(-25, 25), self._chance.uniform(0, 360)))
        return SimFigure(
            f"cottage {cell[0]},{cell[1]}",
            "wood",
            "cottage",
            False,
            self._on(cell, self._about(_COTTAGE_AT)),
            rotation,
        )

    def _about(self, at: Point) -> Point:
        x, y = (value + self._chance.gauss(0, _OFF_MM) for value in at)
        return (x, y) if math.hypot(x, y) <= _FARTHEST_MM else at

    def _count(self) -> int:
        self._made += 1
        return self._made

    # --- pub and coins -------------------------------------------------------------------------

    def to_pub(self, seat: int, names: Sequence[str]) -> Visit:
        """Bring figures from their fields to the pub, or out of view where it is not in view."""
        taken = [figure_named(self.table, name) for name in names]
        acts: list[Act] = [Take(name) for name in names]
        self.visit(seat, *acts)
        pub = self._corners.pub
        if not pub:
            return Visit(seat, tuple(acts))
        for figure in taken:
            guest = self._guest(figure, pub)
            self._guests.append((figure.colour, guest.name))
            self.visit(seat, Put(guest))
            acts.append(Put(guest))
        return Visit(seat, tuple(acts))

    def _guest(self, figure: SimFigure, pub: Card) -> SimFigure:
        place = guest_place(pub, self.table, self._chance)
        above = 0.0 if stands_on_board(pub, place) else -THICK_MM
        name = f"{figure.colour} {self._count()} guest"
        return SimFigure(name, figure.colour, figure.kind, False, place, figure.turn_deg, above)

    def from_pub(self, player: Player) -> list[Take]:
        """Take a player's figures out of the pub."""
        names = [name for owner, name in self._guests if owner == player]
        self._guests = [guest for guest in self._guests if guest[0] != player]
        return [Take(name) for name in names]

    def coins(self, wanted: Mapping[Player, int]) -> Iterator[Act]:
        """Bring and take coins until everybody has so many before them, where they are in view."""
        for spread, player in zip(self._corners.coins, self._seats, strict=False):
            lying = self._coins[player]
            while len(lying) > wanted[player]:
                yield Take(lying.pop())
            while len(lying) < wanted[player]:
                place, above = coin_place(spread, len(lying), COIN_HIGH_MM, self._chance)
                lying.append(f"coin {player} {self._count()}")
                rotation = self._chance.uniform(0, 360)
                yield Put(SimFigure(lying[-1], "wood", "coin", False, place, rotation, above - THICK_MM))


def _middle(places: Sequence[Point]) -> Point:
    across, down = zip(*places, strict=True)
    return sum(across) / len(places), sum(down) / len(places)
