"""A second, slow opinion on a game of Cornwall, sharing no code with the rules room.

Written from the rulebook alone. Cells are neighbours when they are one step apart by their distance; every
field carries the number of its region, and joining regions renumbers them; a hole is tried with every tile
that could cover it; sums are fractions, rounded up at the very end.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, groupby
from math import ceil
from typing import Any

Document = dict[str, Any]
Cell = tuple[int, int]

USUAL = {
    "closing": "no_tile_fits",
    "pub": "own_turn",
    "same_turn": "counted",
    "coin_supply": "endless",
    "moor_cottage": "at_end",
    "at_end": "all",
}
STRONG = {"small": 1, "tall": 2, "big": 3}
OWNED = {"small": 4, "tall": 2, "big": 1}
NEAR = [(q, r) for q in (-1, 0, 1) for r in (-1, 0, 1) if q * q + q * r + r * r == 1]
PAID = {
    "meadow": {False: (1, 0), True: (2, 1)},
    "forest": {False: (1, 0), True: (2, 1)},
    "mountain": {False: (1, 0), True: (2, 1)},
    "village": {False: (1, 0), True: (3, 1)},
    "moor": {False: (2, 1)},
}


def near(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in NEAR]


def are_beside(one: Cell, other: Cell) -> bool:
    q, r = other[0] - one[0], other[1] - one[1]
    return q * q + q * r + r * r == 1


def tile_cells(cell: Cell, turns: int) -> list[Cell]:
    """Swing the second and third field about the first, a sixth at a time."""
    cells = []
    for times in (turns, turns + 1):
        q, r = 1, 0
        for _ in range(times):
            q, r = -r, q + r
        cells.append((cell[0] + q, cell[1] + r))
    return [cell, *cells]


def shown(face: str) -> list[tuple[str, frozenset[str]]]:
    words = [word.split(".") for word in face.split("-")]
    return [(terrain, frozenset(symbols)) for terrain, *symbols in words]


class SlowGame:
    """A game document played move by move."""

    def __init__(self, document: Document) -> None:
        self.options = USUAL | document.get("options", {})
        self.seats = [seat["colour"] for seat in document["players"]]
        self.points = dict.fromkeys(self.seats, 0)
        self.coins = dict.fromkeys(self.seats, 1)
        self.land: dict[Cell, tuple[str, frozenset[str]]] = {}
        self.number: dict[Cell, int] = {}
        self.men: list[tuple[str, str, Cell]] = []
        self.pub: list[tuple[str, str]] = []
        self.laid = 0

    # --- the land

    def cover(self, cell: Cell, field: tuple[str, frozenset[str]]) -> None:
        """Lay a field, and give every region it joins one number."""
        self.land[cell] = field
        self.number[cell] = max(self.number.values(), default=0) + 1
        for there in near(cell):
            if there in self.land and self.land[there][0] == field[0]:
                old, new = self.number[there], self.number[cell]
                self.number = {at: new if n == old else n for at, n in self.number.items()}

    def region(self, cell: Cell) -> list[Cell]:
        return [at for at, number in self.number.items() if number == self.number[cell]]

    def shows(self, cells: list[Cell], symbol: str) -> bool:
        return any(symbol in self.land[cell][1] for cell in cells)

    def can_grow(self, cells: list[Cell]) -> bool:
        holes = {there for cell in cells for there in near(cell) if there not in self.land}
        if self.options["closing"] == "surrounded":
            return bool(holes)
        return any(
            are_beside(one, other)
            for hole in holes
            for one, other in combinations([there for there in near(hole) if there not in self.land], 2)
        )

    def is_done(self, cells: list[Cell]) -> bool:
        if self.land[cells[0]][0] == "moor":
            return self.shows(cells, "cottage") and self.options["moor_cottage"] == "at_once"
        return self.shows(cells, "cottage") or not self.can_grow(cells)

    # --- a turn

    def play(self, move: Document) -> None:
        if "start" in move:
            for field in move["start"]:
                self.cover(tuple(field["cell"]), (field["terrain"], frozenset(field.get("symbols", ()))))
        elif "coins" in move:
            self.coins.update(move["coins"])
        elif "put_back" not in move:
            self.take_turn(move)

    def take_turn(self, move: Document) -> None:
        player, tile = move["player"], self.tile_of(move)
        self.coins[player] += self.income(tile)
        for buyer in move.get("pub", []):
            self.coins[buyer] -= 1
            self.pub = [guest for guest in self.pub if guest[0] != buyer]
        for cell, field in tile.items():
            self.cover(cell, field)
        self.coins[player] -= self.price(move)
        for figure in move.get("figures", []):
            cell = tuple(figure["cell"])
            self.men.append((player, figure["kind"], cell))
            self.points[player] += 3 if self.shows([cell], "chapel") else 0
        self.close_regions()
        self.laid += 1

    def tile_of(self, move: Document) -> dict[Cell, tuple[str, frozenset[str]]]:
        return dict(zip(tile_cells(tuple(move["cell"]), move["turns"]), shown(move["face"]), strict=True))

    def meets(self, tile: dict[Cell, tuple[str, frozenset[str]]]) -> Iterator[tuple[Cell, Cell]]:
        """Give every edge at which a tile touches the land, as the two cells it parts."""
        for cell in tile:
            yield from ((cell, there) for there in near(cell) if there in self.land)

    def income(self, tile: dict[Cell, tuple[str, frozenset[str]]]) -> int:
        larger = {tile[new][0] for new, old in self.meets(tile) if tile[new][0] == self.land[old][0]}
        won = {0: 0, 1: 0, 2: 1, 3: 2}[len(larger)]
        if self.options["coin_supply"] != "endless":
            won = max(0, min(won, int(self.options["coin_supply"]) - sum(self.coins.values())))
        return won

    def price(self, move: Document) -> int:
        """Count the coins figure by figure: one for each but the first, one for each already there."""
        there, coins = [self.number[cell] for _, _, cell in self.men], 0
        for index, figure in enumerate(move.get("figures", [])):
            number = self.number[tuple(figure["cell"])]
            coins += (1 if index else 0) + there.count(number)
            if self.options["same_turn"] == "counted":
                there.append(number)
        return coins

    def close_regions(self) -> None:
        for cell in sorted({min(self.region(cell)) for _, _, cell in self.men}):
            cells = self.region(cell)
            if self.is_done(cells):
                self.pay(cells)
                self.pub += [(player, kind) for player, kind, at in self.men if at in cells]
                self.men = [man for man in self.men if man[2] not in cells]

    def pay(self, cells: list[Cell]) -> None:
        ranks = dict.fromkeys(self.seats, 0)
        for player, kind, at in self.men:
            ranks[player] += STRONG[kind] if at in cells else 0
        order = sorted((player for player in self.seats if ranks[player]), key=lambda player: -ranks[player])
        tiers = [list(tier) for _, tier in groupby(order, key=lambda player: ranks[player])]
        first, second = PAID[self.land[cells[0]][0]][self.shows(cells, "flag")]
        if len(tiers[0]) > 1:
            self.split(tiers[0], len(cells) * (first + second))
            return
        self.split(tiers[0], len(cells) * first)
        if len(tiers) > 1:
            self.split(tiers[1], len(cells) * second)

    def split(self, players: list[str], points: int) -> None:
        for player in players:
            self.points[player] += ceil(Fraction(points, len(players)))

    # --- the end

    def end(self) -> None:
        for cell in sorted({min(self.region(cell)) for _, _, cell in self.men}):
            if self.options["at_end"] == "all" or self.land[cell][0] == "moor":
                self.pay(self.region(cell))
        for player in self.seats:
            self.points[player] += self.coins[player]

    def best(self) -> list[str]:
        """Name who has won, once the game has ended."""
        ranks = {player: (self.points[player], self.coins[player]) for player in self.seats}
        return [player for player in self.seats if ranks[player] == max(ranks.values())]

    # --- what the rules forbid

    def objection(self, move: Document) -> str:
        """Say why a turn may not be taken, in no particular words; nothing where it may."""
        tile = self.tile_of(move)
        if any(cell in self.land for cell in tile):
            return "covers a tile"
        edges = list(self.meets(tile))
        same = [(new, old) for new, old in edges if tile[new][0] == self.land[old][0]]
        if len(edges) < 2:
            return "touches too few edges"
        if any(self.shows(self.region(old), "cottage") for _, old in same):
            return "extends a region that has a cottage"
        return self.objection_to_figures(move, tile) if same else "extends nothing"

    def objection_to_figures(self, move: Document, tile: dict[Cell, tuple[str, frozenset[str]]]) -> str:
        after = SlowGame({"players": [{"colour": seat} for seat in self.seats], "options": self.options})
        after.land, after.number, after.men = dict(self.land), dict(self.number), list(self.men)
        for cell, field in tile.items():
            after.cover(cell, field)
        player, figures, buyers = move["player"], move.get("figures", []), move.get("pub", [])
        purse = self.coins | {player: self.coins[player] + self.income(tile)}
        guests = {guest[0] for guest in self.pub}
        for buyer in buyers:
            purse[buyer] -= 1
            others = buyer != player and self.options["pub"] == "own_turn"
            if others or buyer not in guests or purse[buyer] < 0:
                return "buys from the pub"
        out = [kind for who, kind, _ in self.men if who == player]
        out += [kind for who, kind in self.pub if who == player and who not in buyers]
        out += [figure["kind"] for figure in figures]
        on = [tuple(figure["cell"]) for figure in figures]
        if any(out.count(kind) > OWNED[kind] for kind in OWNED):
            return "has no such figure"
        if len(set(on)) < len(on) or not set(on) <= set(tile):
            return "stands where it may not"
        return "cannot be paid" if after.price(move) > purse[player] else ""


def slow_points(document: Document) -> tuple[list[list[int]], dict[str, int], list[str]]:
    """Give the points after every move, in turn order, those at the end by colour, and who has won."""
    game, after = SlowGame(document), []
    for move in document["moves"]:
        game.play(move)
        after.append(list(game.points.values()))
    if document["ended"]:
        game.end()
    return after, game.points, game.best() if document["ended"] else []
