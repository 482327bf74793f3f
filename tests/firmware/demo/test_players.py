"""The painted players of the demo: whoever watches them sees a game, not tiles strewn by chance."""

from typing import NamedTuple

import pytest

from firmware.cameras.recorded.painted import demo_games, write_demo
from scoring import sheet
from scoring.games import load
from tests.some import some
from vision.simulator import games
from vision.simulator.table.timeline import script

SEEDS = range(1, 21)
GAMES = demo_games()
OF_PURSES = tuple(name for name in GAMES if load(name).info.standing)
"""Games in which nothing counts before the end: what players have in hand does then."""
WINNERS = {"tuscany": (60, 110)}
"""What the better of two has at the end on average, where that is not 80 to 130."""
LATE = ("tuscany",)
"""Games whose points come in a few large scorings, so that two thirds of a game tell little."""


class Watched(NamedTuple):
    """A game as its points tell it.

    Attributes:
        early: Everybody's points after two thirds of the turns.
        ends: Everybody's points at the end.
        lines: Sums during the game, and how many of them pay nobody.
        held: The most turns in a row in which nobody had a figure in hand.
    """

    early: tuple[int, ...]
    ends: tuple[int, ...]
    lines: int
    wasted: int
    held: int


def watch(game, told):
    rules, held, longest, lines = load(game), 0, 0, []
    state, moves, early = rules.start(told.setup), told.truth["moves"], ()
    for number, move in enumerate(moves, 1):
        state, sums = rules.apply(state, rules.load_move(move))
        lines += sums
        in_hand = any(supply.left for supply in rules.supplies(state) if supply.of)
        held = 0 if in_hand else held + 1
        longest = max(longest, held)
        if number == len(moves) * 2 // 3:
            early = tuple(rules.points(state).values())
    ends = sheet.total(rules.final(state), rules.points(state))
    wasted = sum(not line.players for line in lines)
    return Watched(early, tuple(ends.values()), len(lines), wasted, longest)


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def of_points(game):
    if game in OF_PURSES:
        pytest.skip("no points are counted while it is played")


@pytest.fixture(scope="module")
def watched(game):
    return [watch(game, write_demo(game, seed)) for seed in SEEDS]


@pytest.mark.slow
def test_everybody_has_points_by_two_thirds_of_the_game(watched, of_points):
    assert min(min(each.early) for each in watched) > 0


@pytest.mark.slow
def test_winners_have_as_many_points_as_at_real_tables(game, watched, of_points):
    of_two = [max(each.ends) for each in watched if len(each.ends) == 2]
    assert of_two
    least, most = WINNERS.get(game, (80, 130))
    assert least <= sum(of_two) / len(of_two) <= most
    assert watched
    assert all(50 <= max(each.ends) <= 150 for each in watched)


@pytest.mark.slow
def test_what_is_finished_belongs_to_somebody(watched):
    lines, wasted = (sum(each) for each in zip(*((w.lines, w.wasted) for w in watched), strict=True))
    assert lines / len(watched) >= 15
    assert wasted / lines < 0.1


@pytest.mark.slow
def test_somebody_always_has_a_figure_to_put_soon(watched, of_points):
    assert max(each.held for each in watched) < 10


@pytest.mark.slow
def test_they_finish_more_than_chance_does(game, watched, of_points):
    by_chance = [watch(game, script(seed, size_px=games.load(game).DEMO_PX, game=game)) for seed in SEEDS[:6]]
    finished, of_chance = (sum(w.lines - w.wasted for w in few) for few in (watched[:6], by_chance))
    assert finished > 1.1 * of_chance
    points, by_luck = (
        sum(sum(w.ends if game in LATE else w.early) for w in few) for few in (watched[:6], by_chance)
    )
    assert points > 1.3 * by_luck


@pytest.mark.slow
@pytest.mark.parametrize("game", OF_PURSES)
def test_whoever_wins_has_more_than_they_began_with(game):
    ends = [watch(game, write_demo(game, seed)).ends for seed in some(SEEDS)]
    assert sum(map(max, ends)) / len(ends) > 20


def test_the_same_seed_plays_the_same(game):
    first, second = (script(3, size_px=(320, 180), turns=6, game=game, is_skilled=True) for _ in range(2))
    assert first.truth == second.truth
    assert first.truth != script(3, size_px=(320, 180), turns=6, game=game).truth
