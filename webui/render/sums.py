"""The sheet as players read it: who sits where, what each gets, and who has won."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from scoring.currency import Track, round_of
from scoring.game import GameInfo, PlayerSeat, RuleSet, ScoreLine, Setup, Term
from scoring.referee.contracts.photos import PhotoTable, Seat
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.sentence import Sentence, counted, sentence
from scoring.sheet import NOBODYS, say_win, total
from webui.access.languages import called, translate


class NumberedLine(Struct, frozen=True):
    """A line and its number on the sheet, by which a tap names it."""

    number: int
    line: ScoreLine


class PlayerSum(Struct, frozen=True):
    """Everything one player gets."""

    seat: Seat
    lines: tuple[NumberedLine, ...]

    @property
    def total(self) -> int:
        """The points on the track and of every line that brings some."""
        return self.seat.track + total(each.line for each in self.lines).get(self.seat.colour, 0)

    @property
    def earned(self) -> tuple[ScoreLine, ...]:
        """All that they get of each currency, as one line."""
        lines = [each.line for each in self.lines if each.line.currency]
        return tuple(
            ScoreLine("", (), (self.seat.colour,), _terms_of(lines, name), currency=name)
            for name in dict.fromkeys(line.currency for line in lines)
        )


def _terms_of(lines: Iterable[ScoreLine], currency: str) -> tuple[Term, ...]:
    return tuple(term for line in lines if line.currency == currency for term in line.terms)


class Ranked(Struct, frozen=True):
    """A player at the end of a game; whoever has won is in the first place, alone or with others."""

    place: int
    seat: Seat
    total: int

    @property
    def has_won(self) -> bool:
        """Whether nobody was better."""
        return self.place == 1


def rule_set(table: PhotoTable, info: GameInfo) -> RuleSet:
    """Give the rule set the players chose or, before they do, the game's first."""
    chosen = [rules for rules in info.rule_sets if rules.name == table.rules]
    return chosen[0] if chosen else info.rule_sets[0]


def chosen_values(table: PhotoTable, info: GameInfo) -> Mapping[str, str | bool]:
    """Give every option's value: the players' own choice over the rule set's."""
    return {**rule_set(table, info).values, **table.options}


def all_seats(table: PhotoTable, info: GameInfo, seen: frozenset[str]) -> tuple[Seat, ...]:
    """Give a seat for each colour of the game, those at this table first; ``seen`` are those on the board."""
    known = {seat.colour: seat for seat in table.seats}
    seats = [known.get(colour, Seat(colour)) for colour in info.colours]
    return tuple(sorted(seats, key=lambda seat: not _sits(seat, seen)))


def seats_at(table: PhotoTable, info: GameInfo, seen: frozenset[str]) -> tuple[Seat, ...]:
    """Give the seats of those who play: seen on the board, named, or with points on the track."""
    return tuple(seat for seat in all_seats(table, info, seen) if _sits(seat, seen))


def _sits(seat: Seat, seen: frozenset[str]) -> bool:
    return seat.colour in seen or bool(seat.name) or seat.track > 0


def setup_of(table: PhotoTable, info: GameInfo, seen: frozenset[str]) -> Setup:
    """Say who plays by which rules."""
    players = tuple(PlayerSeat(name_of(seat), seat.colour) for seat in seats_at(table, info, seen))
    return Setup(rule_set(table, info).name, players, table.options)


def name_of(seat: Seat) -> str:
    """Name a player, by the colour where no name was given."""
    return called(seat.name or seat.colour.title())


def add_up(lines: Sequence[ScoreLine], seats: Sequence[Seat]) -> tuple[PlayerSum, ...]:
    """Give each player's lines and total, the highest total first."""
    sums = (PlayerSum(seat, _lines_of(seat.colour, lines)) for seat in seats)
    return tuple(sorted(sums, key=lambda each: -each.total))


def _lines_of(colour: str, lines: Sequence[ScoreLine]) -> tuple[NumberedLine, ...]:
    numbered = (NumberedLine(number, line) for number, line in enumerate(lines))
    return tuple(each for each in numbered if colour in each.line.players)


def rank(sums: Sequence[PlayerSum], won: Collection[str] = ()) -> tuple[Ranked, ...]:
    """Give everybody's place, the best first.

    Args:
        sums: What everybody has, the best first.
        won: The colours that have won by the rules of the game; without any, all that have the most points.
    """
    most = max((each.total for each in sums), default=0)
    first = won or {each.seat.colour for each in sums if each.total == most}
    by_place = sorted(sums, key=lambda each: (each.seat.colour not in first, -each.total))
    before = [(each.seat.colour not in first, -each.total) for each in by_place]
    return tuple(
        Ranked(before.index(key) + 1, each.seat, each.total)
        for key, each in zip(before, by_place, strict=True)
    )


def say_winner(sums: Sequence[PlayerSum], won: Collection[str] = ()) -> str:
    """Say who has won, in one sentence.

    Args:
        sums: What everybody has, the best first.
        won: The colours that have won by the rules of the game; without any, all that have the most points.
    """
    if not sums:
        return translate(NOBODYS)
    points = {each.seat.colour: each.total for each in sums}
    best = [
        colour for colour, total in points.items() if total == sums[0].total and (not won or colour in won)
    ]
    return translate(say_win(points, best, {each.seat.colour: name_of(each.seat) for each in sums}))


def winners_of(seats: Iterable[LiveSeat]) -> frozenset[str]:
    """Name the colours that have won."""
    return frozenset(seat.colour for seat in seats if seat.won)


def say_laps(points: int, track: int) -> str:
    """Say how a score stands on a track that goes round, "once round and 3"; empty in the first round."""
    if not 0 < track <= points:
        return ""
    laps, rest = divmod(points, track)
    words = counted(
        "On the score track: once round and {rest}",
        "On the score track: {count} times round and {rest}",
        laps,
        rest=rest,
    )
    return translate(words)


def say_markers(points: int, balances: Mapping[str, int], tracks: Sequence[Track]) -> list[str]:
    """Say where a player's markers stand: on each of several tracks; on one from its second round on.

    Args:
        points: Theirs.
        balances: What they have of each currency, as far as it is known.
        tracks: The game's.
    """
    tracks = [track for track in tracks if not track.is_common]
    if len(tracks) < 2:
        words = say_laps(points, round_of(tracks))
        return [words] if words else []
    counts = ((track, points if not track.currency else balances.get(track.currency)) for track in tracks)
    return [translate(say_marker(track, count)) for track, count in counts if count is not None]


def balances_at(balances: Mapping[str, Mapping[str, int]], colour: str) -> dict[str, int]:
    """Give what is known that one player has of each currency."""
    return {name: counts[colour] for name, counts in balances.items() if colour in counts}


def say_marker(track: Track, count: int) -> Sentence:
    """Say where a marker stands: "inner track: on 12, after 1 round"."""
    laps, rest = divmod(count, track.steps)
    if not laps:
        return sentence("{track}: on {rest}", track=sentence(track.title), rest=rest)
    return counted(
        "{track}: on {rest}, after {count} round",
        "{track}: on {rest}, after {count} rounds",
        laps,
        track=sentence(track.title),
        rest=rest,
    )


def say_points(points: int) -> str:
    """Say a number of points."""
    return translate(counted("{count} point", "{count} points", points))
