"""Ways over a map of places, against distances by powers of the matrix of neighbours."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring.geometry.maps import PlaceMap, build_map, distances, nearest, next_steps, shortest_ways
from tests.some import perhaps, some

PLACES = "abcdefg"
maps = st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)), max_size=14).map(
    lambda ways: build_map(PLACES, ways)
)
places = st.sampled_from(PLACES)
Matrix = Sequence[Sequence[int]]


def _ways_of(over: PlaceMap, length: int) -> Matrix:
    """Count the walks of a length between every two places."""
    joined = [[int(other in over.neighbours[place]) for other in PLACES] for place in PLACES]
    power = [[int(place == other) for other in PLACES] for place in PLACES]
    for _ in range(length):
        power = [
            [sum(row[k] * joined[k][column] for k in range(len(PLACES))) for column in range(len(PLACES))]
            for row in power
        ]
    return power


@given(maps, places, places)
def test_a_distance_is_the_first_power_with_a_walk(over: PlaceMap, start: str, end: str) -> None:
    row, column = PLACES.index(start), PLACES.index(end)
    lengths = [length for length in range(len(PLACES)) if _ways_of(over, length)[row][column]]
    assert distances(over, start).get(end) == min(lengths, default=None)


@given(maps, places, places)
def test_the_shortest_ways_are_as_many_as_the_matrix_counts_and_all_walkable(
    over: PlaceMap, start: str, end: str
) -> None:
    found = list(shortest_ways(over, start, end))
    far = distances(over, start).get(end)
    row, column = PLACES.index(start), PLACES.index(end)
    assert len(set(found)) == len(found) == (0 if far is None else _ways_of(over, far)[row][column])
    for way in perhaps(found):
        assert len(way) == far
        assert all(there in over.neighbours[here] for here, there in pairwise((start, *way)))
    firsts = dict.fromkeys(way[0] for way in found if way)
    assert tuple(firsts) == next_steps(over, start, end)


@given(maps, st.lists(places, min_size=1), places)
def test_no_place_is_nearer_than_the_nearest(over: PlaceMap, some_places: list[str], end: str) -> None:
    far = distances(over, end)
    found = nearest(over, some_places, end)
    assert bool(found) == any(place in far for place in some_places)
    for place in some(some_places):
        assert place not in far or (far[place] == far[found[0]]) == (place in found)


def test_a_place_nobody_knows_reaches_nothing() -> None:
    over = build_map(PLACES, ())
    assert distances(over, "nowhere") == {}
    assert list(shortest_ways(over, "nowhere", "nowhere")) == []
    assert nearest(over, ("nowhere",), "a") == ()
