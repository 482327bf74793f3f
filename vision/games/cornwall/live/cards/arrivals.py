"""Cards that have come: cells that no longer look like bare table and together make tiles."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from scoring.game import Cell
from scoring.games.cornwall.land.hexes import neighbours, trefoils_over
from vision.games.cornwall.classify.field_net import tell
from vision.games.cornwall.live.cards.tracking import ROUGH, FrameLattice
from vision.games.cornwall.live.places import (
    CardPose,
    Cells,
    card_mask,
    cut,
    field_mask,
    ideal,
)
from vision.games.cornwall.locate.view import cut_patches_at, whole_cells
from vision.image.colour import Floats

REACH = 5
"""So many steps from the land cells are looked at: two tiles laid one beyond the other, and a cell more."""
TOUCHED, COVERED = 0.12, 0.7
"""A cell of which less has changed is still bare, and one of which more has is surely not."""
NATS_PER_SHARE, EVEN_SHARE, MOST_NATS = 10.0, 0.5, 4.0
"""How surely a cell of which so much has changed is covered."""
MOST_NET_NATS = 5.0
ARRIVED_NATS = 1.0
"""Of what came before and still looks as it did then."""
UNSEEN_NATS = -2.5
"""Of a cell whose bare table nobody saw: most are bare."""
TILE_NATS = -3.0
"""Of each tile that is supposed to have come."""
LOOSE_NATS, ONE_EDGE_NATS = -6.0, -3.0
"""Against a tile that touches no other, and one that touches it along one edge only: not allowed."""
MOST_TILES = 3
"""So many tiles come at once at most, beside those that came before or were taken back."""
CLOSE_NATS = 6.0
MOST_COVERS = 4
COARSE = ((-6.0, -3.0, 0.0, 3.0, 6.0), (-0.08, -0.04, 0.0, 0.04, 0.08))
FINE_STEPS = ((-2.0, -1.0, 0.0, 1.0, 2.0), (-0.03, -0.015, 0.0, 0.015, 0.03))
"""How far a tile is slid, in millimetres each way, and turned to find where it lies, and then once more."""
BESIDE_MM = 8.0


class SearchArea(NamedTuple):
    """Which cells are looked at, and what is known of them.

    Attributes:
        cells: All of them.
        vacant: Nothing lies there, as players say.
        again: Something may lie there, as players say, although it looks as before.
        arrived: Tiles that came before, or whose turns were taken back, and that are still to be seen.
    """

    cells: Collection[Cell]
    vacant: Collection[Cell] = ()
    again: Collection[Cell] = ()
    arrived: Collection[Cells] = ()


class Cover(NamedTuple):
    """One way to lay tiles over what has changed.

    Attributes:
        cards: The cells of each tile.
        nats: How well it explains what is seen, against nothing having come.
    """

    cards: tuple[Cells, ...]
    nats: float


def beside(land: Collection[Cell], reach: int = REACH) -> set[Cell]:
    """Give the free cells up to so many steps from the land."""
    near, edge = set(land), set(land)
    for _ in range(reach):
        edge = {there for cell in edge for there in neighbours(cell)} - near
        near |= edge
    return near - set(land)


def shift_near(cell: Sequence[float], places: Mapping[Cells, CardPose]) -> CardPose:
    """Guess where something lies on the lattice from how far the cards around there are off it."""
    if not places:
        return CardPose(cell[0], cell[1])
    at = np.array([ideal(cells)[:2] for cells in places])
    off = np.array(
        [np.subtract(place, ideal(cells)) for cells, place in places.items()],
    )
    away = np.hypot(*(at - np.array(cell[:2])).T)
    weight = np.exp(-0.5 * (away / 60.0) ** 2) + 1e-9
    dx, dy, _ = (weight @ off) / weight.sum() * min(1.0, float(weight.sum()))
    return CardPose(cell[0] + float(dx), cell[1] + float(dy))


def evidence(
    layout: FrameLattice,
    places: Mapping[Cells, CardPose],
    changed: Floats | None,
    asked: SearchArea,
) -> dict[Cell, float]:
    """Tell of each free cell how surely a field lies there, in nats; those surely bare are left out.

    Args:
        changed: From ``bare.changed_pixels``; None where nobody saw the bare table.
        asked: Which cells.
    """
    cells = sorted({*asked.cells} - {*asked.vacant})
    inside = whole_cells(layout.lattice, cells, layout.size_px, 6.0)
    at = {cell: shift_near(ideal((cell,)), places) for cell in inside}
    came = {cell for card in asked.arrived for cell in card}
    unseen = dict.fromkeys(at, UNSEEN_NATS)
    log_odds = unseen if changed is None else _touched(layout, at, changed, came)
    log_odds |= dict.fromkeys(at.keys() & {*asked.again}, 0.0)
    if not log_odds:
        return {}
    middles = np.array([at[cell][:2] for cell in log_odds])
    is_field = tell(cut_patches_at(layout.readable, layout.readable_lattice, middles)).is_field
    net = np.clip(is_field, -MOST_NET_NATS, MOST_NET_NATS).tolist()
    return {
        cell: odds + told + ARRIVED_NATS * (cell in came)
        for (cell, odds), told in zip(log_odds.items(), net, strict=True)
    }


def _touched(
    layout: FrameLattice, at: Mapping[Cell, CardPose], changed: Floats, came: Collection[Cell]
) -> dict[Cell, float]:
    """Tell by how much has changed of each cell how surely a field lies there; of untouched ones nothing.

    A field may look much like the table it lies on: a cell beside one that is covered is never passed over.
    """
    shares = {}
    for cell, place in at.items():
        observed = cut(changed, layout.small_lattice, (cell,), place, ROUGH)
        shares[cell] = _share(observed[field_mask((cell,), cell, ROUGH)])
    covered = {cell for cell, share in shares.items() if share > COVERED}
    near = {there for cell in covered for there in neighbours(cell)}
    return {
        cell: float(np.clip(NATS_PER_SHARE * (share - EVEN_SHARE), -MOST_NATS, MOST_NATS))
        for cell, share in shares.items()
        if share > TOUCHED or cell in came or cell in near
    }


def _share(changed: Floats) -> float:
    """Tell how much has changed of what no known card covers."""
    prediction = np.abs(changed) > 0.5
    return float((changed[prediction] > 0).mean()) if prediction.any() else 0.0


def covers(
    land: Collection[Cell], log_odds: Mapping[Cell, float], arrived: Collection[Cells] = ()
) -> list[Cover]:
    """Lay tiles over the cells on which fields lie, in all ways that explain nearly as much as the best.

    Args:
        land: The cells of the game.
        log_odds: From ``evidence``.
        arrived: Tiles that came before, see ``SearchArea``: however many these are, they may all lie there
            still.

    Returns:
        The best first; empty where most likely nothing has come.
    """
    tiles = sorted(
        {
            tuple(sorted(cells))
            for cell, odds in log_odds.items()
            if odds > 0
            for cells in trefoils_over(cell)
            if all(each in log_odds for each in cells)
            and sum(log_odds[each] for each in cells) + TILE_NATS > 0
        }
    )
    still = frozenset(tiles).intersection(arrived)
    ways = [_cover(land, chosen, log_odds) for chosen in _laid_over(tiles, still)]
    best = max(cover.nats for cover in ways)
    close = sorted((cover for cover in ways if cover.nats > best - CLOSE_NATS), key=lambda cover: -cover.nats)
    return [] if not close[0].cards else close[:MOST_COVERS]


def _laid_over(tiles: Sequence[Cells], still: frozenset[Cells]) -> list[frozenset[Cells]]:
    """Choose tiles, none over another, in all ways: by themselves, and beside those that lie there still."""
    newest = dict.fromkeys([frozenset[Cells](), still])
    found = list(newest)
    for _ in range(MOST_TILES):
        newest = dict.fromkeys(
            chosen | {cells}
            for chosen in newest
            for cells in tiles
            if all(set(cells).isdisjoint(card) for card in chosen)
        )
        found += newest
    return list(dict.fromkeys(found))


def _cover(land: Collection[Cell], chosen: Collection[Cells], log_odds: Mapping[Cell, float]) -> Cover:
    """Weigh a way to lay tiles, in the order in which each touches most of what lies already."""
    lying, left, order = set(land), list(chosen), []
    total = sum(log_odds[cell] for cells in chosen for cell in cells) + TILE_NATS * len(left)
    while left:
        edges, cells = max((edges_beside(cells, lying), cells) for cells in left)
        total += LOOSE_NATS if edges == 0 else ONE_EDGE_NATS if edges == 1 else 0.0
        left.remove(cells)
        lying |= set(cells)
        order.append(cells)
    return Cover(tuple(order), total)


def edges_beside(cells: Cells, lying: Collection[Cell]) -> int:
    """Count the edges along which a tile touches what lies already."""
    return sum(there in lying for cell in cells for there in neighbours(cell))


def laid_where(
    layout: FrameLattice, cells: Cells, changed: Floats | None, places: Mapping[Cells, CardPose]
) -> CardPose:
    """Find where a tile lies exactly: where what has changed has its outline."""
    best = shift_near(ideal(cells), places)
    if changed is None:
        return best
    mask = card_mask(cells, ROUGH, BESIDE_MM, 0.0).astype(np.float32) * 2 - 1
    for slides, turns in (COARSE, FINE_STEPS):
        tried = [_moved(best, x, y, rotation) for rotation in turns for x in slides for y in slides]
        fits = [
            float((cut(changed, layout.small_lattice, cells, place, ROUGH, BESIDE_MM) * mask).sum())
            for place in tried
        ]
        best = tried[int(np.argmax(fits))]
    return best


def _moved(place: CardPose, x: float, y: float, turn_rad: float) -> CardPose:
    return CardPose(place.x_mm + x, place.y_mm + y, place.turn_rad + turn_rad)
