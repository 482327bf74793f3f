"""Statistics count what a slow and independent count does, whatever games there were."""

from fractions import Fraction
from itertools import combinations
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.currency import Currency
from scoring.referee.contracts.games import Earnings, GameRecord, Result
from scoring.referee.contracts.snapshot import LiveSeat
from tests.some import perhaps
from webui.history.tally import MOST_SHOWN, streak_of, tally

NAMES = ("Ann", "ben", "Cleo", "Dora", "\u00c9milie", "Fritz")
SPELLED = {"Ann": ("Ann", "ANN", " ann"), "ben": ("ben", "Ben")}
COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
COINS = Currency("coins", "Coins")
FEATURES = ("city", "road", "moor")


def results():
    return st.builds(made_up, st.integers(0, 2**32), st.integers(0, 12))


def made_up(seed, count):
    chance = Random(seed)
    return [game(chance, str(number)) for number in range(count)]


def game(chance, number):
    names = chance.sample(NAMES, chance.randint(2, 6))
    winners = chance.sample(range(len(names)), chance.choice((1, 1, 1, 2, len(names))))
    seats = tuple(
        LiveSeat(
            chance.choice(SPELLED.get(name, (name,))), colour, chance.randint(-5, 40), won=place in winners
        )
        for place, (name, colour) in enumerate(zip(names, COLOURS, strict=False))
    )
    features = {
        seat.colour: {name: chance.randint(1, 40) for name in chance.sample(FEATURES, chance.randint(0, 3))}
        for seat in seats
    }
    title, taken_s = chance.choice(("Carcassonne", "Cornwall")), chance.choice((0.0, 60.0, 3000.0))
    about = GameRecord(
        number,
        0.0,
        title,
        7,
        ended=True,
        players=seats,
        taken_s=taken_s,
        currencies=(COINS, Currency("never", "Never")),
    )
    earned = {seat.colour: {name: chance.randint(1, 9) for name in FEATURES[:2]} for seat in seats}
    coins = Earnings({seat.colour: chance.randint(0, 50) for seat in seats}, earned)
    about = msgspec.structs.replace(about, from_start=chance.random() < 0.7)
    return Result(about, features, {"coins": coins} if chance.random() < 0.8 else {})


def spelled(name):
    return name.strip().lower()


def sat(games, who):
    """List each game of a player: the seat, its place, all seats, the points by feature."""
    for one in games:
        for place, seat in enumerate(one.about.players):
            if spelled(seat.name) == who:
                yield seat, place, one.about.players, one.features[seat.colour]


@given(results())
def test_each_player_is_counted_as_a_slow_count_does(games):
    counted = {spelled(each.name): each for each in tally(games).players}
    assert set(counted) == {spelled(seat.name) for one in games for seat in one.about.players}
    for who, count in counted.items():
        mine = list(sat(games, who))
        assert count.games == len(mine)
        assert count.won == len([1 for seat, *_ in mine if seat.won])
        assert count.shared == len([1 for seat, _, all_, _ in mine if seat.won and winners(all_) > 1])
        wins = sum((Fraction(1, winners(all_)) for seat, _, all_, _ in mine if seat.won), Fraction(0))
        assert count.wins == pytest.approx(float(wins))
        assert count.share == pytest.approx(float(wins / len(mine)))
        assert count.best == max(seat.points for seat, *_ in mine)
        assert count.mean == pytest.approx(float(Fraction(sum(s.points for s, *_ in mine), len(mine))))
        for feature in FEATURES:
            assert count.features.get(feature, 0) == sum(points.get(feature, 0) for *_, points in mine)
        line = "".join("W" if seat.won else "." for seat, *_ in mine)
        assert count.streak.longest == max(map(len, line.split(".")))
        assert count.streak.current == len(line) - len(line.rstrip("W"))


def winners(seats):
    return sum(seat.won for seat in seats)


@given(results())
def test_the_wins_of_all_players_are_as_many_as_games(games):
    counted = tally(games)
    assert sum(each.wins for each in counted.players) == pytest.approx(len(games))
    places = [place for one in counted.games for place in one.places]
    begun = [game for game in games if game.about.from_start]  # of the others nobody knows who began
    assert sum(place.wins for place in places) == pytest.approx(len(begun))
    assert sum(place.games for place in places) == sum(len(one.about.players) for one in begun)


@given(results(), st.sampled_from(("", "ANN", "cleo")))
def test_each_place_and_pair_is_counted_as_a_slow_count_does(games, player):
    counted = tally(games, player)
    who = spelled(player) if counted.player else ""
    assert {one.title for one in counted.games} <= {game.about.title for game in games}
    for one in perhaps(counted.games):
        titled = [game for game in games if game.about.title == one.title]
        for place in perhaps(one.places):
            mine = [
                (seat, game.about.players)
                for game in titled
                for number, seat in enumerate(game.about.players, 1)
                if game.about.from_start and number == place.place and who in ("", spelled(seat.name))
            ]
            assert place.games == len(mine)
            wins = sum(1 / winners(all_) for seat, all_ in mine if seat.won)
            assert (place.wins, place.mean) == (
                pytest.approx(wins),
                pytest.approx(sum(seat.points for seat, _ in mine) / len(mine)),
            )
    found = {tuple(map(spelled, pair.names)): pair for pair in counted.pairs}
    for one, other in combinations(sorted({spelled(s.name) for g in games for s in g.about.players}), 2):
        pair = found.get((one, other)) or found.get((other, one))
        met = [
            {spelled(seat.name): seat for seat in game.about.players}
            for game in games
            if {one, other} <= {spelled(seat.name) for seat in game.about.players}
        ]
        if not met or who not in ("", one, other):
            assert pair is None
            continue
        assert pair.games == len(met)
        first, second = map(spelled, pair.names)
        assert who in ("", first)
        ahead = [before(seats[first], seats[second]) for seats in met]
        assert pair.ahead == (ahead.count(1), ahead.count(-1))
        assert pair.level == ahead.count(0)


def before(one, other):
    if one.won != other.won:
        return 1 if one.won else -1
    return (one.points > other.points) - (one.points < other.points)


@given(results(), st.sampled_from(("", "ben")))
def test_each_game_is_counted_as_a_slow_count_does(games, player):
    counted = tally(games, player)
    assert sum(one.games for one in counted.games) == len(games)
    for one in counted.games:
        titled = [game for game in games if game.about.title == one.title]
        times = [game.about.taken_s for game in titled if game.about.taken_s]
        assert one.timed == len(times)
        assert one.taken_s == ((sum(times) / len(times), max(times)) if times else (0, 0))
        assert one.best[0] == max(seat.points for game in titled for seat in game.about.players)
        assert len(one.shown) <= MOST_SHOWN
        for name, values in perhaps(one.features.items()):
            assert len(values) == len(one.shown)
            shown = [game for game in titled if game.about in one.shown]
            assert sum(values) == sum(
                game.features[seat.colour].get(name, 0)
                for game in shown
                for seat in game.about.players
                if not counted.player or spelled(seat.name) == "ben"
            )


@given(results(), st.sampled_from(("", "ben")))
def test_each_currency_is_counted_as_a_slow_count_does(games, player):
    counted = tally(games, player)
    assert sum(one.games for one in counted.games) == len(games)
    for one in perhaps(counted.games):
        titled = [game for game in games if game.about.title == one.title]
        had = [
            (game.earnings["coins"].balances[seat.colour], seat.name)
            for game in titled
            for seat in game.about.players
            if game.earnings and (not counted.player or spelled(seat.name) == "ben")
        ]
        assert [each.title for each in one.currencies] == ["Coins"] * bool(had)
        for coins in perhaps(one.currencies):
            assert coins.mean == pytest.approx(sum(amount for amount, _ in had) / len(had))
            assert coins.best[0] == max(amount for amount, _ in had)
            assert (coins.best[0], spelled(coins.best[1])) in [
                (amount, spelled(name)) for amount, name in had
            ]
            for feature, values in perhaps(coins.features.items()):
                assert sum(values) == sum(
                    game.earnings["coins"].features[seat.colour][feature]
                    for game in titled
                    if game.about in one.shown and game.earnings
                    for seat in game.about.players
                    if not counted.player or spelled(seat.name) == "ben"
                )


@given(results())
def test_who_is_hidden_is_not_counted_and_changes_no_count_of_others(games):
    all_, some = tally(games), tally(games, "Ann", hidden=["ANN"])
    assert some.players == tuple(each for each in all_.players if spelled(each.name) != "ann")
    assert some.player == ""
    assert [pair for pair in all_.pairs if "ann" not in map(spelled, pair.names)] == list(some.pairs)
    assert {one.best[1] for one in some.games} <= {each.name for each in some.players}


def test_no_games_add_up_to_nothing():
    assert tally([]).players == ()
    assert streak_of([]).longest == 0
