"""Moves and figures in the words of people at the table."""

from functools import cache

from scoring.game import Cell
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.catalogue import Face, Segment, faces
from scoring.games.carcassonne.land.placed_tile import OPPOSITE, PlacedTile, lay_face, segments_named
from scoring.games.carcassonne.land.words import SOME, on_feature
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, joined, listed, marked, sentence

_CITIES = {
    1: sentence("a city end"),
    2: sentence("a city corner"),
    3: sentence("a city on three sides"),
    4: sentence("a city on all sides"),
}
_CITY_ENDS = {
    2: sentence("two city ends"),
    3: sentence("three city ends"),
    4: sentence("four city ends"),
}
_ROADS = {
    2: sentence("two roads"),
    3: sentence("a crossing of three roads"),
    4: sentence("a crossing of four roads"),
}


def say(state: CarcassonneState, move: Move) -> Sentence:
    """Say a move: "Ann lays a bend 1 east of the start tile and puts a follower on the road."."""
    name = name_of(state, move.player)
    if isinstance(move, Discard):
        tile = face_words(move.face)
        return sentence("{name} puts {tile} back into the box: it fits nowhere.", name=name, tile=tile)
    tile = face_words(move.face, move.garden)
    done = [sentence("lays {tile} {place}", tile=tile, place=place_words(move.cell, state.middle))]
    if move.recall_abbot:
        done.append(sentence("takes the abbot back"))
    if move.meeple is not None:
        done.append(sentence("puts {figure}", figure=figure_words(move, move.meeple)))
    return sentence("{name} {done}.", name=name, done=listed(done))


def figure_words(move: TilePlacement, meeple: Meeple) -> Sentence:
    """Say which figure a move puts where: "a figure on the road"."""
    tile = lay_face(move.face, move.turns, move.garden)
    indexes = segments_named(tile, meeple.feature, meeple.sides)
    where = segment_words(tile, indexes[0]) if len(indexes) == 1 else on_feature(meeple.feature)
    return joined([SOME.get(meeple.kind, sentence(meeple.kind)), where])


def segment_words(tile: PlacedTile, index: int) -> Sentence:
    """Say where a figure on a segment stands: "on the road", "in the field to the south"."""
    segment = tile.segments[index]
    alone = sum(other.feature == segment.feature for other in tile.segments) == 1
    return on_feature(segment.feature, () if alone else segment.sides)


def place_words(cell: Cell, middle: Cell | None = None) -> Sentence:
    """Say where a tile lies by counting tiles from the start: "2 east and 1 north of the start tile".

    Args:
        cell: Where it lies.
        middle: The tile to count from where no start tile is known.
    """
    from_column, from_row = middle or (0, 0)
    column, row = cell[0] - from_column, cell[1] - from_row
    along = [_tiles_along(column, sentence("east"), sentence("west"))] if column else []
    along += [_tiles_along(row, sentence("south"), sentence("north"))] if row else []
    if middle is not None:
        words = marked("{way} of the middle tile")
        return sentence(words, way=listed(along)) if along else sentence("as the middle tile")
    if not along:
        return sentence("as the start tile")
    return sentence("{way} of the start tile", way=listed(along))


def _tiles_along(count: int, forth: Sentence, back: Sentence) -> Sentence:
    return sentence("{count} {direction}", count=abs(count), direction=forth if count > 0 else back)


@cache
def face_words(name: str, garden: bool = False) -> Sentence:
    """Say what a face shows: "a bend", "a city end with a straight road"."""
    face = faces()[name]
    shown = [*_cloister(face), *_city(face), *_river(face), *_roads(face)] or [sentence("a field")]
    first, *more = [*shown, sentence("a garden")] if garden else shown
    return sentence("{first} with {more}", first=first, more=listed(more)) if more else first


def _of(face: Face, feature: str) -> list[Segment]:
    return [segment for segment in face.segments if segment.feature == feature]


def _is_straight(segment: Segment) -> bool:
    return len(segment.sides) == 2 and OPPOSITE[segment.sides[0]] == segment.sides[1]


def _cloister(face: Face) -> list[Sentence]:
    return [sentence("a cloister")] if _of(face, "cloister") else []


def _city(face: Face) -> list[Sentence]:
    cities = _of(face, "city")
    if not cities:
        return []
    if len(cities) > 1:
        return [_CITY_ENDS[len(cities)]]
    city = sentence("a city from side to side") if _is_straight(cities[0]) else _CITIES[len(cities[0].sides)]
    return [city, sentence("a shield")] if cities[0].shields else [city]


def _river(face: Face) -> list[Sentence]:
    if face.role == "spring":
        return [sentence("the spring")]
    if face.role == "lake":
        return [sentence("the lake")]
    straight, bend = sentence("a straight river"), sentence("a river bend")
    return [straight if _is_straight(river) else bend for river in _of(face, "river")]


def _roads(face: Face) -> list[Sentence]:
    roads = _of(face, "road")
    if len(roads) > 1:
        return [_ROADS[len(roads)]]
    return [_road(road) for road in roads]


def _road(road: Segment) -> Sentence:
    if len(road.sides) == 1:
        return sentence("the end of a road")
    return sentence("a straight road") if _is_straight(road) else sentence("a bend")
