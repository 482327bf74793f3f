"""Two thousand random games, played by the rules room and by the slow scorer that shares no code with it."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

import pytest

from scoring.documents.game import GameDocument
from scoring.game import Setup
from scoring.games.cornwall.chance import random_box, random_move, random_opening
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.engine.moves import Move, Recount, TriplePlacement
from scoring.games.cornwall.engine.options import OPTIONS
from scoring.games.cornwall.engine.play import apply, final, points_after, winners
from scoring.games.cornwall.engine.regions import beside, has_room, regions_of
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.fields import TERRAINS
from tests.scoring.cornwall.cornwall_notation import table, wild_box
from tests.scoring.cornwall.cornwall_slow_scorer import SlowGame
from tests.some import some

BATCHES, GAMES_A_BATCH = 20, 100
NAMES = [option.name for option in OPTIONS]
MIXES = [
    dict(zip(NAMES, values, strict=True))
    for values in product(*([value.value for value in option.values] for option in OPTIONS))
]


def options_of_number(number: int) -> dict[str, str | bool]:
    """Give every tenth game the usual rules, and the others all mixes of options in turn."""
    return {} if number % 10 == 0 else MIXES[number % len(MIXES)]


def test_all_mixes_of_options_are_compared() -> None:
    compared = {tuple(options_of_number(n).values()) for n in range(BATCHES * GAMES_A_BATCH) if n % 10}
    assert compared == {tuple(mix.values()) for mix in MIXES}
    assert len(MIXES) == 96


def moves_by_chance(setup: Setup, number: int) -> Iterator[tuple[CornwallState, Move]]:
    """Play a game by chance, coins counted anew now and then: every other game is a rich one.

    Gives every move with the game before it, so that a rich game has regions that many stand in.
    """
    rng = Random(number)
    stack = wild_box(rng) if number % 3 == 0 else random_box(rng)
    state = start(setup)
    move: Move = random_opening(state, rng)
    for face in stack[: rng.choice([36, 24, 12])]:
        yield state, move
        state, _ = apply(state, move)
        if number % 2 and rng.random() < 0.5:
            others = sum(state.coins.values()) - state.coins[state.player]
            coins = min(rng.randint(0, 9), max(0, 20 - others))
            richer = Recount(state.player, {state.player: coins})
            yield state, richer
            state, _ = apply(state, richer)
        move = random_move(state, face, rng)
    yield state, move


def the_same(state: CornwallState, slow: SlowGame) -> bool:
    pub = [(guest.player, guest.kind) for guest in state.pub]
    men = [(figure.player, figure.kind, figure.cell) for figure in state.figures]
    return (state.points, state.coins, sorted(pub), sorted(men)) == (
        slow.points,
        slow.coins,
        sorted(slow.pub),
        sorted(slow.men),
    )


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_hundred_random_games_score_as_the_slow_scorer_says(batch: int) -> None:
    for number in some(range(batch * GAMES_A_BATCH, (batch + 1) * GAMES_A_BATCH)):
        setup = table(2 + number % 3, **options_of_number(number))
        slow, state = SlowGame(NOTATION.game_document(GameDocument(setup, (), True))), start(setup)
        for before, move in some(moves_by_chance(setup, number)):
            document = NOTATION.dump_move(move)
            assert "face" not in document or slow.objection(document) == "", (number, document)
            state, _ = apply(before, move)
            slow.play(document)
            assert the_same(state, slow), (number, document)
        slow.end()
        assert points_after(state) == slow.points, number
        assert winners(state) == slow.best(), number


def test_the_games_compared_have_every_kind_of_sum() -> None:
    seen = Counter[str]()
    for number in range(60):
        setup = table(2 + number % 3, **options_of_number(number))
        for before, move in moves_by_chance(setup, number):
            after, lines = apply(before, move)
            seen.update(line.feature for line in lines)
            seen.update("rounded up" for line in lines if "rounded up" in line.terms[0].what)
            seen.update("tied" for line in lines if len(line.players) > 1)
            seen.update("second" for one, other in pairwise(lines) if one.where == other.where)
            seen.update("bought back" for _ in [move] if isinstance(move, TriplePlacement) and move.pub)
            holes = [there for region in regions_of(after.fields) for there in beside(region.cells)]
            seen.update("hole" for there in {*holes} - {*after.fields} if not has_room(after.fields, there))
        seen.update(f"{line.feature} at the end" for line in final(after))
        seen.update("rounded up" for line in final(after) if "rounded up" in line.terms[0].what)
    kinds = {*TERRAINS, *(f"{terrain} at the end" for terrain in TERRAINS), "chapel", "coins at the end"}
    kinds |= {"rounded up", "tied", "second", "bought back", "hole"}
    assert [kind for kind in kinds if seen[kind] < 3] == []
