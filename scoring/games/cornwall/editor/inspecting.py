"""What players may want to look up during a game: regions, places for a tile, and figures left."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from scoring.game import Cell, Holding, Player, ScoreLine, Slot, Supply
from scoring.games.cornwall.engine.placing import placements
from scoring.games.cornwall.engine.points import full_terms, score_region
from scoring.games.cornwall.engine.points import places as ranked
from scoring.games.cornwall.engine.regions import TerrainRegion, is_closed, open_cells, regions_of
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState, FieldFigure, is_over, supply
from scoring.games.cornwall.land.fields import face_of, fields_of
from scoring.games.cornwall.land.hexes import corners_mm
from scoring.games.cornwall.land.words import KINDS, SEVERAL
from scoring.picture import Point
from scoring.sentence import marked, sentence

COINS, IN_PUB = marked("coins"), marked("in the pub")


def regions(state: CornwallState) -> tuple[Holding, ...]:
    """List the regions of the land, those of one terrain side by side."""
    found = sorted(regions_of(state.fields), key=lambda region: (region.terrain, region.where))
    return tuple(
        _holding(state, region, [figure for figure in state.figures if figure.cell in region.cells])
        for region in found
    )


def _holding(state: CornwallState, region: TerrainRegion, figures: Sequence[FieldFigure]) -> Holding:
    q, r = region.where[0]
    first, _ = ranked(figures)
    counts = Counter(figure.player for figure in figures)
    is_moor = region.terrain == "moor"
    return Holding(
        name=f"{region.terrain}:{q},{r}",
        feature=region.terrain,
        cells=region.where,
        figures=tuple(sorted(counts.items())),
        players=first,
        open_edges=0 if region.cottages else len(open_cells(state.fields, region, state.options)),
        is_completed=not is_moor and is_closed(state.fields, region, state.options),
        finished=() if is_moor else full_terms(region),
        at_end=_at_end(state, region, figures),
        outlines_mm=tuple(_outline(cell) for cell in region.where),
    )


def _at_end(
    state: CornwallState, region: TerrainRegion, figures: Sequence[FieldFigure]
) -> tuple[ScoreLine, ...]:
    """Score a region as if the game ended now; where nobody stands, tell what it would pay."""
    if state.options.at_end == "moors" and region.terrain != "moor":
        return ()
    if figures:
        return score_region(region, figures)
    return (ScoreLine(region.terrain, region.where, (), full_terms(region)),)


def outlines(cells: Collection[Cell], state: object = None) -> tuple[tuple[Point, ...], ...]:
    """Give a hexagon round each of some cells, in millimetres of the game's pictures."""
    return tuple(_outline(cell) for cell in sorted(cells))


def _outline(cell: Cell) -> tuple[Point, ...]:
    return tuple((round(x, 1), round(y, 1)) for x, y in corners_mm(cell))


def places(state: CornwallState, face: str) -> tuple[Slot, ...]:
    """List where a tile of a face may be laid now, by the cell of its first field.

    Raises:
        UnreadableError: It is not the face of a tile.
    """
    face = face_of(fields_of(face))
    turns_at: dict[Cell, set[int]] = {}
    for cell, turns in () if is_over(state) else placements(state, face):
        turns_at.setdefault(cell, set()).add(turns)
    return tuple(Slot(cell, tuple(sorted(turns_at[cell])), _outline(cell)) for cell in sorted(turns_at))


def supplies(state: CornwallState) -> tuple[Supply, ...]:
    """Count the figures and coins before the players, and their figures in the pub, in turn order."""
    return tuple(each for seat in state.setup.players for each in _supplies_of(state, seat.colour))


def _supplies_of(state: CornwallState, player: Player) -> Iterator[Supply]:
    for kind, count in SUPPLY.items():
        says = SEVERAL[kind] if count > 1 else KINDS[kind]
        yield Supply(player, kind, says, supply(state, player, kind), count)
    yield Supply(player, COINS, sentence(COINS), state.coins[player], 0)
    yield Supply(player, IN_PUB, sentence(IN_PUB), sum(guest.player == player for guest in state.pub), 0)
