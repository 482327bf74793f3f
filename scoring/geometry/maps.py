"""Places joined by ways: neighbours, distances, all shortest ways and the steps that begin them."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

Way = tuple[str, str]
"""Two places that are next door to each other, in any order."""


class PlaceMap(Struct, frozen=True):
    """Places, and which are next door to which; every way is walked in both directions.

    >>> coast = build_map(("a", "b", "c", "d"), (("a", "b"), ("b", "c"), ("a", "d"), ("d", "c")))
    >>> coast.neighbours["a"]
    ('b', 'd')

    Attributes:
        neighbours: By each place those next door, in the order of the places; none for one nothing leads to.
    """

    neighbours: Mapping[str, tuple[str, ...]]


def build_map(places: Iterable[str], ways: Iterable[Way]) -> PlaceMap:
    """Join places by ways; a way to no such place, or from one to itself, leads nowhere.

    >>> build_map(("a", "b"), (("b", "a"), ("a", "x"), ("a", "a"))).neighbours
    {'a': ('b',), 'b': ('a',)}

    Args:
        places: Each once; their order is that of all answers.
        ways: In any order, each any number of times.
    """
    order = {place: number for number, place in enumerate(places)}
    joined: dict[str, set[str]] = {place: set() for place in order}
    for one, other in ways:
        if one in order and other in order and one != other:
            joined[one].add(other)
            joined[other].add(one)
    return PlaceMap({place: tuple(sorted(others, key=order.__getitem__)) for place, others in joined.items()})


def distances(over: PlaceMap, start: str) -> dict[str, int]:
    """Count the steps from a place to every place that can be reached, itself at 0.

    >>> distances(build_map("abcd", ("ab", "bc")), "a")
    {'a': 0, 'b': 1, 'c': 2}

    Args:
        over: The map.
        start: Where to begin; one that the map lacks reaches nothing.
    """
    found = {start: 0} if start in over.neighbours else {}
    waiting = list(found)
    for place in waiting:
        for other in over.neighbours[place]:
            if other not in found:
                found[other] = found[place] + 1
                waiting.append(other)
    return found


def next_steps(over: PlaceMap, start: str, end: str) -> tuple[str, ...]:
    """Name the neighbours of a place that are one step nearer to another; none where no way leads there.

    >>> next_steps(build_map("abcd", ("ab", "bc", "ad", "dc")), "a", "c")
    ('b', 'd')
    """
    far = distances(over, end)
    if start not in far:
        return ()
    return tuple(other for other in over.neighbours[start] if far[other] == far[start] - 1)


def shortest_ways(over: PlaceMap, start: str, end: str) -> Iterator[tuple[str, ...]]:
    """Give every shortest way between two places: what is entered, the start left out.

    >>> list(shortest_ways(build_map("abcd", ("ab", "bc", "ad", "dc")), "a", "c"))
    [('b', 'c'), ('d', 'c')]

    Args:
        over: The map.
        start: Where the way begins.
        end: Where it ends; there already, the one way has no step.

    Yields:
        The ways, in the order of their places; none where the end cannot be reached.
    """
    if start == end and start in over.neighbours:
        yield ()
    for step in next_steps(over, start, end):
        for rest in shortest_ways(over, step, end):
            yield (step, *rest)


def nearest(over: PlaceMap, places: Iterable[str], end: str) -> tuple[str, ...]:
    """Name those of some places that are nearest to another, each once, in their order.

    >>> nearest(build_map("abcd", ("ab", "bc", "ad", "dc")), ("a", "b", "d", "b"), "c")
    ('b', 'd')
    """
    far = distances(over, end)
    reached = [place for place in dict.fromkeys(places) if place in far]
    least = min((far[place] for place in reached), default=0)
    return tuple(place for place in reached if far[place] == least)
