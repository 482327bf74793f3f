"""What players may want to look up during a game: regions, places for a tile, and what is left."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.game import Cell, Holding, Left, Player, ScoreLine, Slot, Supply, Term
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.drawing.drawing import draw_face
from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.games.carcassonne.engine.play import legal
from scoring.games.carcassonne.engine.points import (
    FARM_CITY_POINTS,
    FINISHED_CITIES,
    finished_cities,
    finished_terms,
    majority,
    score_each_farm,
    score_region,
)
from scoring.games.carcassonne.engine.state import SUPPLY, CarcassonneState, SegmentFigure, remaining, supply
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.curves import Line, turned_point
from scoring.games.carcassonne.land.regions import FeatureRegion, Land, Part, is_completed, neighbours
from scoring.games.carcassonne.land.shapes import segment_shapes
from scoring.games.carcassonne.land.spots import face_label
from scoring.games.carcassonne.land.words import KINDS, SEVERAL
from scoring.picture import Point

_LAYERS = ("city", "field", "road", "cloister", "garden")
"""Features as they are drawn, the lowest first."""


# --- regions ---------------------------------------------------------------------------------------


def regions(state: CarcassonneState) -> tuple[Holding, ...]:
    """List the regions that somebody may hold; one that lies on top of another comes after it."""
    standing: dict[Part, list[SegmentFigure]] = {}
    for figure in state.figures:
        standing.setdefault(state.land.region_of[figure.part], []).append(figure)
    farms = _farms(state, standing)
    found = [name for name, region in state.land.regions.items() if _is_played(state, region)]
    found.sort(key=lambda name: (_LAYERS.index(state.land.regions[name].feature), name))
    return tuple(_holding(state, name, standing.get(name, []), farms) for name in found)


def _is_played(state: CarcassonneState, region: FeatureRegion) -> bool:
    """Tell whether figures may stand on a region by the rules of this game."""
    needs = {"field": state.options.farmers, "garden": state.options.abbot, "river": False}
    return needs.get(region.feature, True)


def _farms(
    state: CarcassonneState, standing: Mapping[Part, list[SegmentFigure]]
) -> Mapping[Part, tuple[ScoreLine, ...]]:
    """Score the farms as at the end of the game, by the names of their regions."""
    fields = {name: f for name, f in standing.items() if state.land.regions[name].feature == "field"}
    return score_each_farm(state.land, fields, state.options)


def _score_at_end(state: CarcassonneState, region: FeatureRegion, figures: list[SegmentFigure]) -> ScoreLine:
    """Score a region as it stands; a field without farmers would pay for its cities, but pays nobody."""
    if region.feature != "field":
        return score_region(state.land, region, figures, state.options)
    cities = len(finished_cities(state.land, region))
    return ScoreLine("field", region.cells, (), (Term(cities, FARM_CITY_POINTS, FINISHED_CITIES),))


def _holding(
    state: CarcassonneState,
    name: Part,
    figures: list[SegmentFigure],
    farms: Mapping[Part, tuple[ScoreLine, ...]],
) -> Holding:
    land, region = state.land, state.land.regions[name]
    (column, row), index = name
    at_end = farms.get(name) or (_score_at_end(state, region, figures),)
    return Holding(
        name=f"{region.feature}:{column},{row},{index}",
        feature=region.feature,
        cells=region.cells,
        figures=tuple(sorted(Counter(figure.player for figure in figures).items())),
        players=majority(figures),
        open_edges=_open_edges(land, region),
        is_completed=is_completed(land, region),
        finished=finished_terms(region, state.options),
        at_end=at_end,
        outlines_mm=tuple(_outlines(land, region)),
    )


def _open_edges(land: Land, region: FeatureRegion) -> int:
    if region.feature in ("cloister", "garden"):
        return 8 - neighbours(land, region.cells[0])
    return region.open_edges


def _outlines(land: Land, region: FeatureRegion) -> Iterator[tuple[Point, ...]]:
    for cell, index in sorted(region.parts):
        tile = land.tiles[cell]
        for polygon in segment_shapes(faces()[tile.face], tile.garden)[index]:
            yield _on_board(polygon, cell, tile.turns)


def _on_board(polygon: Line, cell: Cell, turns: int) -> tuple[Point, ...]:
    """Turn a polygon of a face as its tile lies and move it there, in millimetres."""
    turned = (turned_point(point, turns) for point in polygon)
    return tuple((round((cell[0] + x) * TILE_MM, 1), round((cell[1] + y) * TILE_MM, 1)) for x, y in turned)


def outlines(cells: Collection[Cell], state: object = None) -> tuple[tuple[Point, ...], ...]:
    """Give a square round each of some cells, in millimetres of the game's pictures."""
    return tuple(_square(cell) for cell in sorted(cells))


def _square(cell: Cell) -> tuple[Point, ...]:
    return _on_board(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), cell, 0)


# --- places, and what is left ----------------------------------------------------------------------


def places(state: CarcassonneState, face: str) -> tuple[Slot, ...]:
    """List where a tile of a face may be laid now; nowhere where none can be drawn.

    Raises:
        UnreadableError: The game has no such face.
    """
    if face not in faces():
        raise UnreadableError(f"There is no face {shown(face)}; faces are A to X and river_A to river_L.")
    turns_at: dict[Cell, set[int]] = {}
    for move in legal(state, face):
        if isinstance(move, TilePlacement):
            turns_at.setdefault(move.cell, set()).add(move.turns)
    return tuple(Slot(cell, tuple(sorted(turns_at[cell])), _square(cell)) for cell in sorted(turns_at))


def left(state: CarcassonneState) -> tuple[Left, ...]:
    """List the faces that are still in the box."""
    return tuple(
        Left(face, face_label(face), count, draw_face(faces()[face]))
        for face, count in remaining(state).items()
        if count
    )


def supplies(state: CarcassonneState) -> tuple[Supply, ...]:
    """Count the figures that the players can still place, in turn order."""
    kinds = [kind for kind in SUPPLY if kind != "abbot" or state.options.abbot]
    return tuple(_supply(state, seat.colour, kind) for seat in state.setup.players for kind in kinds)


def _supply(state: CarcassonneState, player: Player, kind: str) -> Supply:
    count = SUPPLY[kind]
    says = SEVERAL[kind] if count > 1 else KINDS[kind]
    return Supply(player, kind, says, supply(state, player, kind), count)
