"""What many games add up to: for each player, for each game, and points by feature as games went by."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from scoring.game import ScoreLine
from webui.records import Played, Record

MOST_SHOWN = 30
"""So many of the last games fit into a chart."""


class PlayerCount(Struct, frozen=True):
    """What one player, known by name, has done.

    Attributes:
        won: How many games, shared wins included.
        mean: Points in a game.
        features: Points by feature, over all games.
    """

    name: str
    games: int
    won: int
    best: int
    mean: float
    features: Mapping[str, int]


class GameCount(Struct, frozen=True):
    """What the games of one title add up to.

    Attributes:
        best: The most points somebody ever had, and who that was.
        mean: Points that won.
        shown: The last games, the oldest first.
        features: Points by feature in each game shown, those of one player where one was asked for.
    """

    title: str
    games: int
    best: tuple[int, str]
    mean: float
    shown: tuple[Played, ...]
    features: Mapping[str, tuple[int, ...]]


class Statistics(Struct, frozen=True):
    """Everything counted; ``player`` is whose points the charts show, everybody's where it is empty."""

    players: tuple[PlayerCount, ...]
    games: tuple[GameCount, ...]
    player: str = ""


def tally(records: Sequence[Record], player: str = "") -> Statistics:
    """Count what games add up to.

    Args:
        records: Games that have ended, the oldest first.
        player: The name of the player whose points the charts show; one that nobody has is left.
    """
    seated: dict[str, list[tuple[Record, str, str]]] = defaultdict(list)
    titled: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        titled[record.about.title].append(record)
        for seat in record.about.players:
            seated[seat.name.casefold()].append((record, seat.colour, seat.name))
    counts = [_count_player(played) for played in seated.values()]
    player = player.casefold() if player.casefold() in seated else ""
    return Statistics(
        tuple(sorted(counts, key=lambda count: (-count.games, count.name))),
        tuple(_count_game(title, played, player) for title, played in sorted(titled.items())),
        seated[player][-1][2] if player else "",
    )


def _count_player(played: Sequence[tuple[Record, str, str]]) -> PlayerCount:
    points = [_points(record)[colour] for record, colour, _ in played]
    won = sum(seat.won and seat.colour == colour for r, colour, _ in played for seat in r.about.players)
    features: Counter[str] = Counter()
    for record, colour, _ in played:
        features.update(feature_points(record, [colour]))
    name = played[-1][2]
    return PlayerCount(name, len(played), won, max(points), sum(points) / len(points), dict(features))


def _count_game(title: str, records: Sequence[Record], player: str) -> GameCount:
    best = max(((seat.points, seat.name) for r in records for seat in r.about.players), key=lambda b: b[0])
    mean = sum(max(_points(record).values()) for record in records) / len(records)
    shown = [record for record in records if not player or _colours(record, player)][-MOST_SHOWN:]
    sums = [feature_points(record, _colours(record, player)) for record in shown]
    names = sorted({name for points in sums for name in points})
    features = {name: tuple(points.get(name, 0) for points in sums) for name in names}
    return GameCount(title, len(records), best, mean, tuple(record.about for record in shown), features)


def feature_points(record: Record, colours: Iterable[str]) -> dict[str, int]:
    """Add up what players got from each feature in a game, the final scoring included."""
    wanted = set(colours)
    points: Counter[str] = Counter()
    for line in _lines(record):
        points[line.feature] += line.points * len(wanted & set(line.players))
    return {name: count for name, count in points.items() if count}


def _lines(record: Record) -> list[ScoreLine]:
    return [*record.carried, *(line for turn in record.turns for line in turn.lines), *record.final]


def _points(record: Record) -> dict[str, int]:
    return {seat.colour: seat.points for seat in record.about.players}


def _colours(record: Record, player: str) -> list[str]:
    """Name the colours that a player had in a game; without one, those of all."""
    return [seat.colour for seat in record.about.players if not player or seat.name.casefold() == player]
