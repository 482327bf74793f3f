"""The table of The Castles of Tuscany as hands leave it: where every thing really lies, right or wrong."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from scoring.game import Cell, Player
from scoring.games.tuscany.land.box import RegionFacts
from scoring.games.tuscany.land.regions import LaidPiece, cells_of
from scoring.picture import Point
from scoring.spots import Spot, read_spot, spot_of
from vision.simulator.camera.levels import Conditions
from vision.simulator.games.tuscany.box import HIGH_MM, THICK_MM
from vision.simulator.games.tuscany.expected import Printed
from vision.simulator.games.tuscany.places import (
    TableLayout,
    TablePose,
    heap_place,
    on_mat,
    on_piece,
    on_plan,
    on_tableau,
)
from vision.simulator.table.acts import card_at, done, figure_named
from vision.simulator.table.things import (
    Act,
    Card,
    Change,
    Lay,
    Lift,
    Push,
    Put,
    SimBox,
    SimFigure,
    SimTable,
    Take,
    Visit,
)

_MOST_OFF_MM = 1.2
"""Farther off its field no tile lies: its neighbours are in the way."""
_ANY_WAY_UP = 0.3
"""How often a tile is laid whichever way up it comes."""
_MARBLE_MM = 6.5
_DECKS = {"yield_deck": Printed("yield_back", 4), "deck": Printed("card_back", 5)}


class BoardTable:
    """The table as hands leave it.

    Args:
        how: How straight things are laid.
        box: What lies there is in it.
        region: The shape of the pieces.
        laid: Every player's pieces, by their cells.
        layout: Where the boards are put.
    """

    def __init__(
        self,
        how: Conditions,
        box: SimBox,
        region: RegionFacts,
        laid: Mapping[Player, Sequence[LaidPiece]],
        layout: TableLayout,
        chance: Random,
    ) -> None:
        self._how, self._box, self._layout, self._chance = how, box, layout, chance
        self._fields: dict[Cell, tuple[str, Point]] = {
            cell: (piece_spot(player, at), on_piece(region, each, cell))
            for player, pieces in laid.items()
            for at, each in enumerate(pieces)
            for cell in cells_of(region.shape, each)
        }
        self._laid = laid
        self.steps: dict[str, int] = {}
        self.table = SimTable()

    def visit(self, seat: int, *acts: Act) -> Visit:
        """Let a hand do something."""
        for act in acts:
            self.table = done(self.table, act, self._box.side_mm, self._box.outlines)
        return Visit(seat, acts)

    def set_up(
        self,
        printed: Mapping[str, Printed],
        steps: Mapping[str, int],
        heaps: Mapping[str, int],
    ) -> None:
        """Put everything down that lies there before the first turn."""
        layout = self._layout
        boards = {
            **{
                piece_spot(player, at): (f"piece:{laid.piece}", pose)
                for player, pieces in self._laid.items()
                for at, (laid, pose) in enumerate(zip(pieces, layout.pieces[player], strict=True))
            },
            **{
                spot_of("tableau", "", player): (f"tableau:{player}", pose)
                for player, pose in layout.tableaus.items()
            },
            "plan": ("plan", layout.plan),
        }
        if "mat" in self._box.faces:
            boards["mat"] = ("mat", layout.aside["mat"])
        self.visit(0, *(Lay(Card(spot, face, *pose)) for spot, (face, pose) in boards.items()))
        supply = {
            f"supply:{kind}": (Printed(f"token:{kind}", 4), pose) for kind, pose in layout.tokens.items()
        }
        supply |= {name: (each, layout.aside[name]) for name, each in _DECKS.items()}
        self.visit(
            0, *(Lay(Card(s, each.face, *pose, 0.0, each.layers)) for s, (each, pose) in supply.items())
        )
        self.visit(0, *(Lay(self.card(spot, each)) for spot, each in printed.items()))
        for mark in steps:
            self.visit(0, *self.marker_to(mark, steps[mark]))
        self.visit(0, *self.heaped(heaps))

    # --- where ---------------------------------------------------------------------------------

    def pose(self, written: str, step: int = 0) -> tuple[TablePose, float]:
        """Give the place of a spot as its board really lies, and how high that is.

        Args:
            step: Of a marker.
        """
        spot = read_spot(written)
        if spot.kind == "tile" and isinstance(spot.key, tuple):
            board, off = self._fields[spot.key]
        elif spot.board and spot.kind != "mark":
            board, off = spot_of("tableau", "", spot.board), on_tableau(spot)
        elif spot.kind in {"bonus", "mark"}:
            board, off = "plan", on_plan(spot, step)
        else:
            return self._aside(spot)
        card = card_at(self.table, board)
        return TablePose(TablePose(card.at_mm, card.turn_deg).on(off), card.turn_deg), THICK_MM

    def _aside(self, spot: Spot) -> tuple[TablePose, float]:
        name = {"display": "mat", "stack": "neutral"}.get(spot.kind, spot.kind)
        pose, high_mm = self._layout.aside[name], 0.0
        if spot.kind == "display" and "mat" in self._box.faces:
            mat = card_at(self.table, "mat")
            pose, high_mm = TablePose(mat.at_mm, mat.turn_deg), THICK_MM
        off = on_mat(int(str(spot.key))) if spot.kind == "display" else (0.0, 0.0)
        return TablePose(pose.on(off), pose.turn_deg), high_mm

    def card(self, written: str, printed: Printed) -> Card:
        """Lay a printed thing on its place, a little off; a tile on a field as the field is turned."""
        pose, high_mm = self.pose(written)
        x, y = (value + self._off_mm() for value in pose.at_mm)
        spot, turn_deg = read_spot(written), pose.turn_deg
        upright = self._layout.upright.get(spot.board, pose.turn_deg)
        sixths = self._chance.randrange(6) if self._chance.random() < _ANY_WAY_UP else 0
        if spot.kind == "tile":
            sixths += round((upright - turn_deg) / 60)
        turn_deg += 60.0 * sixths * (spot.kind in {"tile", "store", "display"})
        turn_deg += self._chance.uniform(-0.6, 0.6) * self._how.turn_off_deg
        return Card(written, printed.face, (x, y), turn_deg, high_mm, printed.layers)

    def _off_mm(self) -> float:
        most = min(_MOST_OFF_MM, 0.4 * self._how.drift_mm)
        return self._chance.uniform(-most, most)

    # --- wood ----------------------------------------------------------------------------------

    def hexagon(self, written: str) -> SimFigure:
        """Put a wooden hexagon on its place; its name tells which."""
        card = self.card(written, Printed(""))
        return SimFigure(written, "wood", "hex", False, card.at_mm, card.turn_deg)

    def marker_to(self, written: str, step: int, off_mm: Point = (0.0, 0.0)) -> Iterator[Act]:
        """Move a marker to a step, on those that are there; what lay on it sinks.

        Args:
            written: The marker's spot.
            off_mm: How far off the step's middle.
        """
        if written in self.steps:
            old, track = figure_named(self.table, written), read_spot(written).key
            yield Take(written)
            for other in self._on_step(track, self.steps.pop(written)):
                figure = figure_named(self.table, other)
                if figure.above_mm > old.above_mm:
                    yield Take(other)
                    yield Put(_lower(figure, HIGH_MM[str(track)]))
        track = read_spot(written).key
        above = sum(HIGH_MM[str(track)] for _ in self._on_step(track, step))
        pose, _ = self.pose(written, step)
        x, y = pose.on((off_mm[0] + self._off_mm(), off_mm[1] + self._off_mm()))
        self.steps[written] = step
        yield Put(SimFigure(written, read_spot(written).board, f"marker_{track}", False, (x, y), 0.0, above))

    def _on_step(self, track: object, step: int) -> list[str]:
        return [each for each, at in self.steps.items() if at == step and read_spot(each).key == track]

    def heaped(self, wanted: Mapping[str, int]) -> Iterator[Act]:
        """Bring and take what heaps lack or have too much."""
        for heap, count in wanted.items():
            spot = read_spot(heap)
            names = heap_names(self.table, heap)
            for name in reversed(names[count:]):
                yield Take(name)
            for number in range(len(names), count):
                off, layer = heap_place(str(spot.key), number)
                pose, _ = self.pose(heap)
                x, y = TablePose(pose.on(off), 0.0).on((self._off_mm(), self._off_mm()))
                colour, above = ("stone", _MARBLE_MM * layer) if spot.key == "marble" else ("worker", 0.0)
                turn_deg = self._chance.uniform(0, 360)
                yield Put(
                    SimFigure(f"{heap} {number}", colour, str(spot.key), False, (x, y), turn_deg, above)
                )

    # --- printed things ------------------------------------------------------------------------

    def changed(self, written: str, now: Printed | None) -> Iterator[Act]:
        """Make a stack lower or higher, turn a tile that lies, or take it away."""
        lies = [card for card in self.table.cards if card.spot == written]
        if now is None:
            yield from (Lift(card.spot) for card in lies)
        elif not lies:
            yield Lay(self.card(written, now))
        elif (lies[0].face, lies[0].layers) != now:
            yield Change(self.card(written, now))

    def slid(self, player: Player, by_mm: Point, turn_deg: float) -> Push:
        """Slide a player's whole region."""
        first, *more = (piece_spot(player, at) for at in range(len(self._laid[player])))
        return Push(first, by_mm, turn_deg, tuple(more))

    def piece_under(self, cell: Cell) -> str:
        """Name the piece that a field is on."""
        return self._fields[cell][0]


def piece_spot(player: Player, at: int) -> str:
    """Name a piece of a region."""
    return spot_of("piece", at, player)


def heap_names(table: SimTable, heap: str) -> list[str]:
    """Name the things of a heap, in the order they were brought."""
    return [figure.name for figure in table.figures if figure.name.startswith(f"{heap} ")]


def _lower(figure: SimFigure, by_mm: float) -> SimFigure:
    return replace(figure, above_mm=figure.above_mm - by_mm)
