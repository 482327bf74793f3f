"""What roads, cities, cloisters, gardens and farms are worth, as sums that explain themselves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from scoring.game import Player, ScoreLine, Term
from scoring.games.carcassonne.engine.options import CarcassonneOptions
from scoring.games.carcassonne.engine.state import SegmentFigure
from scoring.games.carcassonne.land.regions import FeatureRegion, Land, Part, is_completed, neighbours
from scoring.sentence import marked, plural

FARM_CITY_POINTS = 3

TILES = plural("tile", "tiles")
FINISHED_CITIES = plural("finished city", "finished cities")
FRESH_CITIES = plural("finished city not counted before", "finished cities not counted before")
ONE_POINT = marked("by the rule that the whole road scores 1 point, however long it is")


def majority(figures: Iterable[SegmentFigure]) -> tuple[Player, ...]:
    """Give the players with the most figures, all of them where they are even."""
    counts = Counter(figure.player for figure in figures)
    most = max(counts.values(), default=0)
    return tuple(sorted(player for player, count in counts.items() if count == most))


def score_region(
    land: Land, region: FeatureRegion, figures: Iterable[SegmentFigure], options: CarcassonneOptions
) -> ScoreLine:
    """Score a road, city, cloister or garden for whoever holds it, completed or as it stands.

    A tile counts once, even where two segments of it belong to the same feature.
    """
    completed, around = is_completed(land, region), neighbours(land, region.cells[0])
    terms = _terms(region, options, completed, around)
    is_one = region.feature == "road" and not completed and options.unfinished_road == "one_point"
    return ScoreLine(region.feature, region.cells, majority(figures), terms, ONE_POINT if is_one else "")


def finished_terms(region: FeatureRegion, options: CarcassonneOptions) -> tuple[Term, ...]:
    """Give what a region pays once it is finished, were no tile added to it; nothing for a field."""
    return () if region.feature == "field" else _terms(region, options, True, 8)


def _terms(
    region: FeatureRegion, options: CarcassonneOptions, completed: bool, around: int
) -> tuple[Term, ...]:
    tiles = len(region.cells)
    if region.feature == "city":
        return _city_terms(tiles, region.shields, completed, options)
    if region.feature == "road":
        if completed or options.unfinished_road == "per_tile":
            return (Term(tiles, 1, TILES),)
        return (Term(1, 1, marked("unfinished road")),)
    return (Term(1, 1, region.feature), Term(around, 1, plural("tile around", "tiles around")))


def _city_terms(tiles: int, shields: int, completed: bool, options: CarcassonneOptions) -> tuple[Term, ...]:
    """Count a city's tiles and shields: 2 each when finished, 1 each when not or when small.

    Source:
        Leaflet 001, "Città completata", its only exception; leaflet 004, "Towns".
    """
    is_small = tiles == 2 and options.small_city == "two_points"
    each = 2 if completed and not is_small else 1
    shield_terms = (Term(shields, each, plural("shield", "shields")),) if shields else ()
    return (Term(tiles, each, TILES), *shield_terms)


def score_farms(
    land: Land, farms: Mapping[Part, list[SegmentFigure]], options: CarcassonneOptions
) -> list[ScoreLine]:
    """Score every farm: 3 points to its owners for each finished city it touches.

    Args:
        farms: The farmers of each field region that has any, by the region's name.

    Returns:
        A line for each farm; two for a farm whose owners do not get the same, because one of them
        has counted a city already at another farm.

    Source:
        Leaflet 001, "Conteggio dei punti"; leaflet 004, "Peasants".
    """
    return [line for lines in score_each_farm(land, farms, options).values() for line in lines]


def score_each_farm(
    land: Land, farms: Mapping[Part, list[SegmentFigure]], options: CarcassonneOptions
) -> Mapping[Part, tuple[ScoreLine, ...]]:
    """Give the lines of ``score_farms`` farm by farm, by the region's name and in the order of scoring."""
    counted: set[tuple[Player, Part]] = set()
    lines: dict[Part, tuple[ScoreLine, ...]] = {}
    for name, farmers in sorted(farms.items(), key=lambda item: land.regions[item[0]].cells):
        cities = finished_cities(land, land.regions[name])
        fresh = {player: {c for c in cities if (player, c) not in counted} for player in majority(farmers)}
        lines[name] = tuple(
            _farm_lines(land.regions[name], len(cities), {p: len(c) for p, c in fresh.items()})
        )
        if options.farms == "once_per_player":
            counted.update((player, city) for player in fresh for city in cities)
    return lines


def finished_cities(land: Land, field: FeatureRegion) -> frozenset[Part]:
    """Name the completed cities that a field touches."""
    touched = {
        land.region_of[cell, city]
        for cell, index in field.parts
        for city in _cities_beside(land, (cell, index))
    }
    return frozenset(name for name in touched if is_completed(land, land.regions[name]))


def _cities_beside(land: Land, part: Part) -> tuple[int, ...]:
    return land.tiles[part[0]].segments[part[1]].cities


def _farm_lines(farm: FeatureRegion, cities: int, fresh: Mapping[Player, int]) -> Iterator[ScoreLine]:
    for count in sorted(set(fresh.values()), reverse=True):
        players = tuple(player for player in sorted(fresh) if fresh[player] == count)
        what = FINISHED_CITIES if count == cities else FRESH_CITIES
        yield ScoreLine("field", farm.cells, players, (Term(count, FARM_CITY_POINTS, what),))
