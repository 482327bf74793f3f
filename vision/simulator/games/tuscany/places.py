"""Where the boards of a game of The Castles of Tuscany are put, and where the places on them are."""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from scoring.game import Cell, Player
from scoring.games.tuscany.drawing.components import (
    FIELD_MM,
    HEAPS_MM,
    PLAN_MM,
    STACKS_MM,
    STORES_MM,
    TABLEAU_MM,
    TOKENS_MM,
    bonus_place,
    mat_place,
    piece_middle,
    plan_place,
)
from scoring.games.tuscany.land.box import RegionFacts
from scoring.games.tuscany.land.regions import LaidPiece, cells_of
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.geometry.hexes import middle_mm
from scoring.picture import Point
from scoring.spots import Spot
from vision.simulator.camera.levels import Conditions
from vision.simulator.table.acts import turned

GAP_MM = 10.0
"""Between one player's things and the next."""
_NEAR_MM = PLAN_MM / 2 + GAP_MM
"""So far from the table's middle players' things begin."""
_OFF_MM, _OFF_DEG = 3.0, 3.0
"""How far off their places boards are put, and how far turned."""
_ASIDE_MM: Mapping[str, Point] = {
    "mat": (-222.0, -28.0),
    "neutral": (-170.0, 46.0),
    "yield_deck": (160.0, -40.0),
    "yield": (212.0, -40.0),
    "deck": (160.0, 44.0),
    "discard": (212.0, 44.0),
}
"""Where things lie beside the score plan."""
_SUPPLY_MM: Point = (264.0, -52.0)


class TablePose(NamedTuple):
    """A place and a turn, clockwise."""

    at_mm: Point
    turn_deg: float

    def on(self, off: Sequence[float]) -> Point:
        """Give the place so far from here, along the turn."""
        x, y = turned(off, self.turn_deg)
        return self.at_mm[0] + x, self.at_mm[1] + y


class TableLayout(NamedTuple):
    """Where everything is put at the beginning.

    Attributes:
        upright: By player, how a tile lies that they look at.
        pieces: By player, in the order of the pieces.
        aside: What lies beside the score plan, by its name.
    """

    upright: Mapping[Player, float]
    pieces: Mapping[Player, tuple[TablePose, ...]]
    tableaus: Mapping[Player, TablePose]
    plan: TablePose
    aside: Mapping[str, TablePose]
    tokens: Mapping[str, TablePose]


def room_mm(facts: RegionFacts, players: int) -> Point:
    """Tell how much of the table a game takes up."""
    long_mm, wide_mm = _extent(facts)
    two = players > 2
    width = 2 * (TABLEAU_MM[0] + long_mm + 3 * GAP_MM) if two else TABLEAU_MM[0] + long_mm + 3 * GAP_MM
    return max(width, 600.0), 2 * (_NEAR_MM + max(wide_mm, TABLEAU_MM[1]) + GAP_MM)


def _extent(facts: RegionFacts) -> Point:
    """Tell how long and how wide a region may be at most."""
    rows = [r for _, r in facts.shape]
    shift = max((abs(2 * q + r) / 2 for q, r in facts.next_at), default=1.0)
    xs = [middle_mm(cell, FIELD_MM)[0] for cell in facts.shape]
    wide = max(xs) - min(xs) + FIELD_MM * (1 + 2 * shift)
    return (3 * (max(rows) + 1) - 1) * FIELD_MM * math.sqrt(3) / 2 + 2 * FIELD_MM / math.sqrt(3), wide


def draw_layout(
    facts: RegionFacts,
    laid: Mapping[Player, Sequence[LaidPiece]],
    tokens: Sequence[str],
    how: Conditions,
    quarter: int,
    chance: Random,
) -> TableLayout:
    """Put everything where it belongs, a little off.

    Args:
        laid: Every player's pieces, by their cells.
        tokens: The kinds of tokens.
        how: How crooked things are laid.
        quarter: So many quarters clockwise the table is turned in the frame; players sit as if it were not.
    """
    seats = [*laid]
    home = TablePose((0.0, 0.0), -90.0 * quarter)
    upright, pieces, tableaus = {}, {}, {}
    for at, player in enumerate(seats):
        is_far, side = _seat(at, len(seats))
        facing = TablePose((0.0, 0.0), home.turn_deg + 180.0 * is_far)
        upright[player] = facing.turn_deg
        spread = _spread(facts, laid[player], chance.choice((90.0, -90.0)))
        pieces[player], tableaus[player] = _before(spread, side, facing, how, chance)
    aside = {name: _about(TablePose(home.on(off), home.turn_deg), chance) for name, off in _ASIDE_MM.items()}
    supply = {
        kind: TablePose(
            home.on((_SUPPLY_MM[0], _SUPPLY_MM[1] + 26.0 * at)), home.turn_deg + chance.uniform(0, 360)
        )
        for at, kind in enumerate(tokens)
    }
    plan = _about(TablePose((0.0, 0.0), home.turn_deg + chance.choice((0, 90, 180, 270))), chance)
    return TableLayout(upright, pieces, tableaus, plan, aside, supply)


def _seat(at: int, count: int) -> tuple[bool, int]:
    """Tell whether a player sits at the far side, and there in the middle (0), to the left (-1) or right."""
    if count == 2:
        return bool(at), 0
    near = [(False, 1), (False, -1)]
    return [*near, *([(True, 0)] if count == 3 else [(True, 1), (True, -1)])][at]


class _Spread(NamedTuple):
    """A region by itself: its pieces around its middle, and how long and high it is."""

    pieces: tuple[TablePose, ...]
    long_mm: float
    high_mm: float


def _spread(facts: RegionFacts, laid: Sequence[LaidPiece], turn_deg: float) -> _Spread:
    """Join a region, its long side to the player."""
    middles = [
        [turned(middle_mm(cell, FIELD_MM), turn_deg) for cell in cells_of(facts.shape, each)] for each in laid
    ]
    ends = [
        (min(values), max(values)) for values in zip(*(at for each in middles for at in each), strict=True)
    ]
    x, y = ((low + high) / 2 for low, high in ends)
    pieces = []
    for each, places in zip(laid, middles, strict=True):
        across, down = (sum(values) / len(places) for values in zip(*places, strict=True))
        pieces.append(TablePose((across - x, down - y), 60.0 * each.turns + turn_deg))
    wide = 2 * FIELD_MM / math.sqrt(3)
    return _Spread(tuple(pieces), *(high - low + wide for low, high in ends))


def _before(
    spread: _Spread, side: int, facing: TablePose, how: Conditions, chance: Random
) -> tuple[tuple[TablePose, ...], TablePose]:
    """Put a region and a tableau before their player, beside each other."""
    long, high = spread.long_mm, spread.high_mm
    apart = TABLEAU_MM[0] + 2 * GAP_MM
    if side:
        middle, tableau = (apart + long / 2) * side, (apart / 2) * side
    else:
        middle, tableau = -apart / 2, long / 2 + GAP_MM / 2
    region = _about(TablePose(facing.on((middle, _NEAR_MM + high / 2)), facing.turn_deg), chance)
    gap = 1 + how.gap_mm / FIELD_MM
    pieces = tuple(
        TablePose(
            region.on((pose.at_mm[0] * gap, pose.at_mm[1] * gap)),
            region.turn_deg + pose.turn_deg + _off(how, chance),
        )
        for pose in spread.pieces
    )
    at = facing.on((tableau, _NEAR_MM + TABLEAU_MM[1] / 2))
    return pieces, _about(TablePose(at, facing.turn_deg), chance)


def _off(how: Conditions, chance: Random) -> float:
    return chance.uniform(-0.2, 0.2) * how.turn_off_deg


def _about(pose: TablePose, chance: Random) -> TablePose:
    x, y = (value + chance.uniform(-_OFF_MM, _OFF_MM) for value in pose.at_mm)
    return TablePose((x, y), pose.turn_deg + chance.uniform(-_OFF_DEG, _OFF_DEG))


# --- on boards -------------------------------------------------------------------------------------


def on_piece(facts: RegionFacts, laid: LaidPiece, cell: Cell) -> Point:
    """Give where a field is on its piece, from the piece's middle as drawn."""
    shown = facts.shape[cells_of(facts.shape, laid).index(cell)]
    middle, own = piece_middle(facts.shape), middle_mm(shown, FIELD_MM)
    return own[0] - middle[0], own[1] - middle[1]


def on_tableau(spot: Spot) -> Point:
    """Give where a storage space, a token, a stack or a heap is on its player's board."""
    if spot.kind == "heap":
        return HEAPS_MM[str(spot.key)]
    row = {"store": STORES_MM, "token": TOKENS_MM, "stack": STACKS_MM}[spot.kind]
    return row[int(str(spot.key)) % len(row)]


def on_mat(at: int) -> Point:
    """Give where a tile of the display lies, from its middle."""
    return mat_place(at)


def on_plan(spot: Spot, step: int = 0) -> Point:
    """Give where a bonus tile or a marker is, from the middle of the score plan."""
    if spot.kind == "bonus":
        return bonus_place([*FIELDS].index(str(spot.key)))
    return plan_place(str(spot.key), step)


def heap_place(heap: str, number: int) -> tuple[Point, int]:
    """Give where a thing of a heap lies from its middle, and how many lie under it."""
    columns, wide = (3, 9.5) if heap == "marble" else (4, 8.5)
    layer, at = divmod(number, 3 * columns)
    row, column = divmod(at, columns)
    return (wide * (column - (columns - 1) / 2), wide * (row - 1)), layer
