"""Two thousand random games in made-up boxes, played by the rules room and by the slow scorer beside it."""

from collections import Counter
from random import Random

import pytest

from scoring.documents.game import GameDocument
from scoring.games.tuscany.chance import random_box, random_game
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.options import OPTIONS
from scoring.games.tuscany.engine.play import apply
from scoring.games.tuscany.engine.points import final, points_after, winners
from scoring.games.tuscany.engine.state import TuscanyState, is_over, start
from tests.scoring.tuscany.tuscany_notation import table
from tests.scoring.tuscany.tuscany_slow_scorer import SlowGame
from tests.some import some

BATCHES, GAMES_A_BATCH = 20, 100


def options_of_number(number: int) -> dict[str, str | bool]:
    """Give every tenth game the usual rules, the others options by chance."""
    rng = Random(f"options {number}")
    return {} if number % 10 == 0 else {each.name: rng.choice(each.values).value for each in OPTIONS}


def of_state(state: TuscanyState) -> list[tuple[object, ...]]:
    return [
        (realm.red, realm.green, realm.marble, realm.workers, realm.hand, realm.put_out, [*realm.store])
        for realm in state.realms.values()
    ]


def of_slow(slow: SlowGame) -> list[tuple[object, ...]]:
    return [
        (
            slow.red(seat),
            slow.green(seat),
            slow.marble[seat],
            slow.workers[seat],
            slow.hand[seat],
            slow.out[seat],
            slow.store[seat],
        )
        for seat in slow.seats
    ]


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_hundred_random_games_score_as_the_slow_scorer_says(batch: int) -> None:
    for number in some(range(batch * GAMES_A_BATCH, (batch + 1) * GAMES_A_BATCH)):
        setup = table(2 + number % 3, **options_of_number(number))
        game, last = random_game(setup, Random(number))
        slow, state = SlowGame(NOTATION.game_document(GameDocument(setup, (), True))), start(setup)
        for move in some(game.moves):
            document = NOTATION.plain_move(move)
            assert "face" not in document or slow.objection(document) == "", (number, document)
            state, _ = apply(state, move)
            slow.play(document)
            assert of_state(state) == of_slow(slow), (number, document)
        assert state == last
        assert state.is_played == slow.over
        assert points_after(state) == slow.end(), number
        assert winners(state) == slow.best(), number


def test_the_games_compared_have_every_kind_of_line_and_every_value_of_every_option() -> None:
    seen, values = Counter[str](), set()
    for number in range(150):
        setup = table(2 + number % 3, **options_of_number(number))
        game, last = random_game(setup, Random(number))
        state = start(setup)
        for move in game.moves:
            state, lines = apply(state, move)
            seen.update(line.feature for line in lines)
            seen.update("late" for line in lines for term in line.terms if term.what == "scorings since")
            seen.update(str(term.what) for line in lines if line.feature == "area" for term in line.terms)
        seen.update(line.feature for line in final(last))
        seen.update(["over"] if is_over(last) else ["broken off"])
        seen.update(f"{len(realm.covered)} covered" for realm in last.realms.values())
        values |= {*setup.options.items()}
    kinds = {"area", "colour", "farm", "token", "yield", "hex", "phase", "leftovers", "hand", "late"}
    kinds |= {"area of 1 field", "area of 2 fields", "area of 3 fields", "area of 4 fields"}
    assert [kind for kind in kinds if seen[kind] < 3] == []
    assert seen["over"] > 140
    assert values == {(option.name, each.value) for option in OPTIONS for each in option.values}


def test_boxes_made_up_have_any_shape_of_ten_joined_fields() -> None:
    shapes = {random_box(Random(number)).region.shape for number in range(100)}
    assert len(shapes) > 90
    assert {len(shape) for shape in shapes} == {10}
