"""What many games add up to: for each player, each pair and each game, with points by feature."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from scoring.referee.contracts.games import GameRecord, Result
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.setups import name_key

MOST_SHOWN = 30
"""So many of the last games fit into a chart."""


class Streak(Struct, frozen=True):
    """Games won in a row: the most there ever were, and those up to the last game."""

    longest: int
    current: int


class PlayerCount(Struct, frozen=True):
    """What one player, known by name, has done.

    Attributes:
        won: How many games, shared wins included.
        shared: How many of them were shared.
        wins: The wins as they are divided: one that two share is half a win for each.
        mean: Points in a game.
        features: Points by feature, over all games.
        streak: Games won in a row, shared wins included.
        share: Of their games' wins, from 0 to 1.
    """

    name: str
    games: int
    won: int
    shared: int
    wins: float
    best: int
    mean: float
    features: Mapping[str, int]
    streak: Streak
    share: float


class PlaceCount(Struct, frozen=True):
    """What those have done who sat at one place of the turn order; ``place`` 1 began.

    Attributes:
        wins: Their wins, a shared one divided.
        mean: Their points in a game.
        share: Of games won, from 0 to 1.
    """

    place: int
    games: int
    wins: float
    mean: float
    share: float


class PairCount(Struct, frozen=True):
    """How two players stand against each other: games, and in how many each came before the other.

    Whoever won comes before whoever did not; else more points do.
    """

    names: tuple[str, str]
    games: int
    ahead: tuple[int, int]

    @property
    def level(self) -> int:
        """In how many neither came before the other."""
        return self.games - sum(self.ahead)


class CurrencyCount(Struct, frozen=True):
    """What players, or the one who was asked for, had of a currency at the end of the games of one title.

    Attributes:
        mean: In a game.
        best: The most somebody ever had, and who that was.
        features: By feature what was got of it in each game shown.
    """

    title: str
    mean: float
    best: tuple[int, str]
    features: Mapping[str, tuple[int, ...]]


class GameCount(Struct, frozen=True):
    """What the games of one title add up to.

    Attributes:
        best: The most points somebody ever had, and who that was.
        mean: Points that won.
        timed: How many of them were timed.
        taken_s: How long those took on average, and the longest; 0 without any.
        places: By place in the turn order.
        shown: The last games, the oldest first.
        features: Points by feature in each game shown, those of one player where one was asked for.
        currencies: The game's currencies that everybody may know of.
    """

    title: str
    games: int
    best: tuple[int, str]
    mean: float
    timed: int
    taken_s: tuple[float, float]
    places: tuple[PlaceCount, ...]
    shown: tuple[GameRecord, ...]
    features: Mapping[str, tuple[int, ...]]
    currencies: tuple[CurrencyCount, ...] = ()


class Statistics(Struct, frozen=True):
    """Everything counted.

    Attributes:
        player: Whose points and opponents are shown; everybody's where it is empty.
        pairs: How players stand against each other, those who met most often first.
    """

    players: tuple[PlayerCount, ...]
    games: tuple[GameCount, ...]
    pairs: tuple[PairCount, ...] = ()
    player: str = ""


Sat = tuple[Result, int]
"""A game somebody sat at, and their place in its turn order, from 0."""


def tally(results: Sequence[Result], player: str = "", hidden: Iterable[str] = ()) -> Statistics:
    """Count what games add up to.

    Args:
        results: What came of games, the oldest first.
        player: The name of the player whose points the charts show; one that nobody has is left.
        hidden: Names of players who are not counted by themselves; they stay in everybody else's games.
    """
    left_out = {name_key(name) for name in hidden}
    seated: dict[str, list[Sat]] = defaultdict(list)
    titled: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        titled[result.about.title].append(result)
        for place, seat in enumerate(result.about.players):
            seated[name_key(seat.name)].append((result, place))
    shown = {key: sat for key, sat in seated.items() if key not in left_out}
    key = name_key(player) if name_key(player) in shown else ""
    names = {key: _seat(sat[-1]).name for key, sat in shown.items()}
    return Statistics(
        tuple(
            sorted(
                (_count_player(sat) for sat in shown.values()), key=lambda count: (-count.games, count.name)
            )
        ),
        tuple(_count_game(title, played, key, names) for title, played in sorted(titled.items())),
        tuple(_count_pairs(results, names, key)),
        names.get(key, ""),
    )


def _seat(sat: Sat) -> LiveSeat:
    result, place = sat
    return result.about.players[place]


def _count_player(sat: Sequence[Sat]) -> PlayerCount:
    points = [_seat(each).points for each in sat]
    won = [_seat(each).won for each in sat]
    wins = [_win(each) for each in sat]
    features: Counter[str] = Counter()
    for result, place in sat:
        features.update(result.features.get(result.about.players[place].colour, {}))
    return PlayerCount(
        name=_seat(sat[-1]).name,
        games=len(sat),
        won=sum(won),
        shared=sum(0 < win < 1 for win in wins),
        wins=sum(wins),
        best=max(points),
        mean=sum(points) / len(points),
        features=dict(features),
        streak=streak_of(won),
        share=sum(wins) / len(sat),
    )


def _win(sat: Sat) -> float:
    """Give the part of a game's win that somebody has."""
    return 1 / len(sat[0].about.winners) if _seat(sat).won else 0.0


def streak_of(won: Iterable[bool]) -> Streak:
    """Count games won in a row.

    >>> streak_of([True, True, False, True])
    Streak(longest=2, current=1)
    """
    longest = current = 0
    for is_won in won:
        current = current + 1 if is_won else 0
        longest = max(longest, current)
    return Streak(longest, current)


def _count_game(title: str, results: Sequence[Result], key: str, names: Mapping[str, str]) -> GameCount:
    seats = [seat for result in results for seat in result.about.players]
    best = max(seats, key=lambda seat: (name_key(seat.name) in names, seat.points))
    mean = sum(max(seat.points for seat in result.about.players) for result in results) / len(results)
    times = [result.about.taken_s for result in results if result.about.taken_s]
    shown = [result for result in results if not key or _colours(result, key)][-MOST_SHOWN:]
    return GameCount(
        title=title,
        games=len(results),
        best=(best.points, names.get(name_key(best.name), best.name)),
        mean=mean,
        timed=len(times),
        taken_s=(sum(times) / len(times), max(times)) if times else (0.0, 0.0),
        places=tuple(_count_places(results, key)),
        shown=tuple(result.about for result in shown),
        features=_by_feature([(result, result.features) for result in shown], key),
        currencies=tuple(_count_currencies(results, shown, key, names)),
    )


Features = Mapping[str, Mapping[str, int]]


def _by_feature(shown: Sequence[tuple[Result, Features]], key: str) -> dict[str, tuple[int, ...]]:
    """Add up by feature, game by game."""
    sums = [_features(features, _colours(result, key)) for result, features in shown]
    names = sorted({name for points in sums for name in points})
    return {name: tuple(points.get(name, 0) for points in sums) for name in names}


def _count_currencies(
    results: Sequence[Result], shown: Sequence[Result], key: str, names: Mapping[str, str]
) -> Iterator[CurrencyCount]:
    """Count what players had of each currency, as the last game names them."""
    for currency in results[-1].about.currencies:
        had = [
            (name_key(seat.name) in names, earned.balances[seat.colour], seat.name)
            for result in results
            if (earned := result.earnings.get(currency.name))
            for seat in result.about.players
            if seat.colour in earned.balances and key in ("", name_key(seat.name))
        ]
        if had:
            _, most, who = max(had, key=lambda each: each[:2])
            yield CurrencyCount(
                currency.title,
                sum(amount for _, amount, _ in had) / len(had),
                (most, names.get(name_key(who), who)),
                _by_feature([(each, _earned(each, currency.name)) for each in shown], key),
            )


def _earned(result: Result, currency: str) -> Features:
    return result.earnings[currency].features if currency in result.earnings else {}


def _count_places(results: Sequence[Result], key: str) -> Iterator[PlaceCount]:
    """Count by place in the turn order where that is known: for one player or, without one, everybody."""
    sat: dict[int, list[Sat]] = defaultdict(list)
    for result in (one for one in results if one.about.from_start):
        for place, seat in enumerate(result.about.players):
            if not key or name_key(seat.name) == key:
                sat[place].append((result, place))
    for place, each in sorted(sat.items()):
        points = [_seat(one).points for one in each]
        wins = sum(map(_win, each))
        yield PlaceCount(place + 1, len(each), wins, sum(points) / len(points), wins / len(each))


def _count_pairs(results: Sequence[Result], names: Mapping[str, str], key: str) -> list[PairCount]:
    """Count for each pair that met; where a player was asked for, theirs alone, and they are named first."""
    met: dict[tuple[str, str], list[tuple[LiveSeat, LiveSeat]]] = defaultdict(list)
    for result in results:
        seats = {name_key(seat.name): seat for seat in result.about.players}
        for pair in combinations(
            sorted(seats.keys() & names.keys(), key=lambda each: (each != key, each)), 2
        ):
            if not key or key in pair:
                met[pair].append((seats[pair[0]], seats[pair[1]]))
    counts = [
        PairCount((names[pair[0]], names[pair[1]]), len(games), _ahead(games)) for pair, games in met.items()
    ]
    return sorted(counts, key=lambda count: (-count.games, count.names))


def _ahead(games: Sequence[tuple[LiveSeat, LiveSeat]]) -> tuple[int, int]:
    ranks = [[(seat.won, seat.points) for seat in pair] for pair in games]
    return sum(each > other for each, other in ranks), sum(other > each for each, other in ranks)


def _features(features: Features, colours: Iterable[str]) -> Counter[str]:
    points: Counter[str] = Counter()
    for colour in colours:
        points.update(features.get(colour, {}))
    return points


def _colours(result: Result, key: str) -> list[str]:
    """Name the colours that a player had in a game; without one, those of all."""
    return [seat.colour for seat in result.about.players if not key or name_key(seat.name) == key]
