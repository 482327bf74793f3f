"""A second, slow opinion on the points of a Carcassonne game, sharing no code with the rules room.

Everything is looked at afresh: each segment is a set of points on its tile's rim, tiles are turned by
turning those points, and a feature is flooded from the tile just laid across rims that coincide.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Document = dict[str, Any]
Cell = tuple[int, int]

CATALOGUE = Path(__file__).parents[3] / "scoring/games/carcassonne/land/tiles.json"
DEFAULTS: dict[str, Document] = {
    "leaflet-001": {"small_city": "two_points", "farms": "once_per_player", "unfinished_road": "per_tile"},
    "leaflet-004": {"small_city": "normal", "farms": "each_farm", "unfinished_road": "one_point"},
}
RIM = {
    "N": (0, -4),
    "E": (4, 0),
    "S": (0, 4),
    "W": (-4, 0),
    "NL": (-2, -4),
    "NR": (2, -4),
    "EL": (4, -2),
    "ER": (4, 2),
    "SL": (2, 4),
    "SR": (-2, 4),
    "WL": (-4, 2),
    "WR": (-4, -2),
}
EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def load_catalogue() -> dict[str, Document]:
    tiles = json.loads(CATALOGUE.read_text())
    faces: dict[str, Document] = {tile["id"]: tile for tile in tiles["base"]}
    return faces | {f"river_{tile['id']}": tile for tile in tiles["river"]}


FACES = load_catalogue()


def rim_point(side: str, turns: int, cell: Cell) -> Cell:
    x, y = RIM[side]
    for _ in range(turns):
        x, y = -y, x
    return 8 * cell[0] + x, 8 * cell[1] + y


class Piece:
    """One segment on the table."""

    def __init__(
        self,
        kind: str,
        cell: Cell,
        sides: Sequence[str],
        turns: int,
        shields: int = 0,
        cities: "Sequence[Piece]" = (),
    ) -> None:
        self.kind = kind
        self.cell = cell
        self.points = [rim_point(side, turns, cell) for side in sides]
        self.shields = shields
        self.cities = cities


def pieces_of(face: str, turns: int, cell: Cell, garden: bool) -> list[Piece]:
    tile = FACES[face]
    cities = [Piece("city", cell, c["sides"], turns, c["shields"]) for c in tile["cities"]]
    roads = [Piece("road", cell, r["sides"], turns) for r in tile["roads"]]
    fields = [
        Piece("field", cell, f["halfEdges"], turns, cities=[cities[i] for i in f["cities"]])
        for f in tile["farms"]
    ]
    single = [Piece("cloister", cell, [], 0)] if tile["cloister"] else []
    single += [Piece("garden", cell, [], 0)] if garden else []
    return cities + roads + fields + single


class SlowGame:
    """A game document scored move by move, without asking whether the moves are legal."""

    def __init__(self, document: Document) -> None:
        self.options = DEFAULTS[document["rules"]] | document.get("options", {})
        self.points: dict[str, int] = {seat["colour"]: 0 for seat in document["players"]}
        self.cells: dict[Cell, list[Piece]] = {}
        self.rim: dict[tuple[str, Cell], list[Piece]] = {}
        self.figures: list[tuple[str, str, Piece]] = []
        river = self.options.get("river", False)
        spring = "river_A_C3" if self.options.get("spring") == "with_road" else "river_A"
        self.lay(spring if river else "D", 0, (0, 0), False)

    def lay(self, face: str, turns: int, cell: Cell, garden: bool) -> None:
        self.cells[cell] = pieces_of(face, turns, cell, garden)
        for piece in self.cells[cell]:
            for point in piece.points:
                self.rim.setdefault((piece.kind, point), []).append(piece)

    def flood(self, piece: Piece) -> tuple[list[Piece], bool]:
        seen, queue, is_open = [piece], [piece], False
        while queue:
            for point in (current := queue.pop()).points:
                sharing = self.rim[current.kind, point]
                is_open = is_open or len(sharing) < 2
                for other in sharing:
                    if other not in seen:
                        seen.append(other)
                        queue.append(other)
        return seen, is_open

    def around(self, cell: Cell) -> int:
        return sum((cell[0] + x, cell[1] + y) in self.cells for x, y in EIGHT)

    def play(self, move: Document) -> None:
        if "discard" in move:
            return
        cell = (move["cell"][0], move["cell"][1])
        self.lay(move["face"], move["turns"], cell, move.get("garden", False))
        if meeple := move.get("meeple"):
            self.figures.append((move["player"], meeple["kind"], self.named(cell, meeple)))
        if move.get("recall_abbot"):
            self.recall(move["player"])
        self.score_around(cell)

    def named(self, cell: Cell, meeple: Document) -> Piece:
        points = [rim_point(side, 0, cell) for side in meeple["sides"]]
        for piece in self.cells[cell]:
            if piece.kind == meeple["feature"] and set(points) <= set(piece.points):
                return piece
        raise AssertionError(f"no {meeple} at {cell}")

    def recall(self, player: str) -> None:
        for figure in self.figures:
            if figure[:2] == (player, "abbot"):
                self.points[player] += 1 + self.around(figure[2].cell)
                self.figures.remove(figure)
                return

    def score_around(self, cell: Cell) -> None:
        candidates = list(self.cells[cell])
        for x, y in EIGHT:
            near = self.cells.get((cell[0] + x, cell[1] + y), [])
            candidates += [piece for piece in near if piece.kind in ("cloister", "garden")]
        for piece in candidates:
            pieces, is_open = self.flood(piece)
            if piece.kind in ("cloister", "garden"):
                is_open = self.around(piece.cell) < 8
            if piece.kind != "field" and not is_open:
                self.pay(pieces, self.worth(pieces, True))
                self.figures = [figure for figure in self.figures if figure[2] not in pieces]

    def owners(self, pieces: list[Piece]) -> list[str]:
        count: dict[str, int] = {}
        for player, _, piece in self.figures:
            if piece in pieces:
                count[player] = count.get(player, 0) + 1
        return [player for player, n in count.items() if n == max(count.values())]

    def pay(self, pieces: list[Piece], points: int) -> None:
        for player in self.owners(pieces):
            self.points[player] += points

    def worth(self, pieces: list[Piece], finished: bool) -> int:
        tiles = len({piece.cell for piece in pieces})
        kind, shields = pieces[0].kind, sum(piece.shields for piece in pieces)
        if kind == "road":
            return tiles if finished or self.options["unfinished_road"] == "per_tile" else 1
        if kind == "city":
            if finished and not (tiles == 2 and self.options["small_city"] == "two_points"):
                return 2 * tiles + 2 * shields
            return tiles + shields
        return 1 + self.around(pieces[0].cell)

    def end(self) -> None:
        done: list[Piece] = []
        farms = []
        for _, _, piece in self.figures:
            if piece in done:
                continue
            pieces, _ = self.flood(piece)
            done += pieces
            if piece.kind == "field":
                farms.append(pieces)
            else:
                self.pay(pieces, self.worth(pieces, False))
        self.end_farms(farms)

    def end_farms(self, farms: list[list[Piece]]) -> None:
        supplied: list[tuple[str, frozenset[int]]] = []
        for pieces in farms:
            cities = set()
            for city in (city for piece in pieces for city in piece.cities):
                whole, is_open = self.flood(city)
                if not is_open:
                    cities.add(frozenset(map(id, whole)))
            supplied += [(player, city) for player in self.owners(pieces) for city in cities]
        if self.options["farms"] == "once_per_player":
            supplied = list(set(supplied))
        for player, _ in supplied:
            self.points[player] += 3


def slow_points(document: Document) -> tuple[list[list[int]], dict[str, int]]:
    """Give the points after every move, in turn order, and those at the end by colour."""
    game, after = SlowGame(document), []
    for move in document["moves"]:
        game.play(move)
        after.append(list(game.points.values()))
    if document["ended"]:
        game.end()
    return after, game.points
