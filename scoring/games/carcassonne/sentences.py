"""Moves and figures in the words of people at the table."""

from functools import cache

from scoring.game import Cell
from scoring.games.carcassonne.catalogue import Face, Segment, faces
from scoring.games.carcassonne.laid import OPPOSITE, Laid, lay_face, segments_named
from scoring.games.carcassonne.moves import Discard, Meeple, Move, Placement
from scoring.games.carcassonne.spots import segment_label
from scoring.games.carcassonne.state import State, name_of

_CITIES = {1: "a city end", 2: "a city corner", 3: "a city on three sides", 4: "a city on all sides"}
_COUNTS = {2: "two", 3: "three", 4: "four"}


def say(state: State, move: Move) -> str:
    """Say a move: "Ann lays a bend 1 east of the start tile and puts a follower on the road."."""
    name, tile = name_of(state, move.player), face_words(move.face)
    if isinstance(move, Discard):
        return f"{name} puts {tile} back into the box: it fits nowhere."
    garden = " and a garden" if " with " in tile else " with a garden"
    done = [f"lays {tile}{garden if move.garden else ''} {place_words(move.cell)}"]
    if move.recall_abbot:
        done.append("takes the abbot back")
    if move.meeple is not None:
        done.append(f"puts {figure_words(move, move.meeple)}")
    return f"{name} {', '.join(done[:-1])}{' and ' if done[1:] else ''}{done[-1]}."


def figure_words(move: Placement, meeple: Meeple) -> str:
    """Say which figure a move puts where: "a follower on the road"."""
    laid = lay_face(move.face, move.turns, move.garden)
    indexes = segments_named(laid, meeple.feature, meeple.sides)
    where = segment_words(laid, indexes[0]) if len(indexes) == 1 else f"on the {meeple.feature}"
    return f"{'an' if meeple.kind == 'abbot' else 'a'} {meeple.kind} {where}"


def segment_words(tile: Laid, index: int) -> str:
    """Say where a figure on a segment stands: "on the road", "in the field to the south"."""
    segment = tile.segments[index]
    alone = sum(other.feature == segment.feature for other in tile.segments) == 1
    into = "on" if segment.feature in ("road", "cloister") else "in"
    return f"{into} {f'the {segment.feature}' if alone else segment_label(segment)}"


def place_words(cell: Cell) -> str:
    """Say where a tile lies by counting tiles from the start: "2 east and 1 north of the start tile"."""
    column, row = cell
    along = [f"{abs(column)} {'east' if column > 0 else 'west'}"] if column else []
    along += [f"{abs(row)} {'south' if row > 0 else 'north'}"] if row else []
    return f"{' and '.join(along)} of the start tile" if along else "as the start tile"


@cache
def face_words(name: str) -> str:
    """Say what a face shows: "a bend", "a city end with a straight road"."""
    face = faces()[name]
    shown = [*_cloister(face), *_city(face), *_river(face), *_roads(face)]
    first, *more = shown or ["a field"]
    return f"{first} with {' and '.join(more)}" if more else first


def _of(face: Face, feature: str) -> list[Segment]:
    return [segment for segment in face.segments if segment.feature == feature]


def _is_straight(segment: Segment) -> bool:
    return len(segment.sides) == 2 and OPPOSITE[segment.sides[0]] == segment.sides[1]


def _cloister(face: Face) -> list[str]:
    return ["a cloister"] if _of(face, "cloister") else []


def _city(face: Face) -> list[str]:
    cities = _of(face, "city")
    if not cities:
        return []
    if len(cities) > 1:
        return [f"{_COUNTS[len(cities)]} city ends"]
    city = "a city from side to side" if _is_straight(cities[0]) else _CITIES[len(cities[0].sides)]
    return [city, "a shield"] if cities[0].shields else [city]


def _river(face: Face) -> list[str]:
    if face.role in ("spring", "lake"):
        return [f"the {face.role}"]
    return ["a straight river" if _is_straight(river) else "a river bend" for river in _of(face, "river")]


def _roads(face: Face) -> list[str]:
    roads = _of(face, "road")
    if len(roads) > 2:
        return [f"a crossing of {_COUNTS[len(roads)]} roads"]
    if len(roads) == 2:
        return ["two roads"]
    return [_road(road) for road in roads]


def _road(road: Segment) -> str:
    if len(road.sides) == 1:
        return "the end of a road"
    return "a straight road" if _is_straight(road) else "a bend"
