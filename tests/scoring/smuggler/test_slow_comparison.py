"""Two thousand random games on made-up maps, played by the rules room and by the slow scorer beside it."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring.documents.game import GameDocument
from scoring.games.smuggler.chance import random_game
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.engine.options import OPTIONS
from scoring.games.smuggler.engine.play import apply, final, winners
from scoring.games.smuggler.engine.state import is_over, start
from scoring.sheet import total
from tests.scoring.smuggler.smuggler_chance import VALUES, box_by_chance, game_by_chance, options_by_chance
from tests.scoring.smuggler.smuggler_notation import SAMPLE, facts_of, plain, table
from tests.scoring.smuggler.smuggler_slow_scorer import SlowGame
from tests.some import some

BATCHES, GAMES_A_BATCH = 200, 10
Document = dict[str, Any]


def game_of_number(number: int) -> Document:
    """Give every tenth game the usual rules, every seventh the sample box, the others what chance gives."""
    options = {} if number % 10 == 0 else options_by_chance(Random(f"options {number}"))
    return game_by_chance(number, 2 + number % 4, options, SAMPLE if number % 7 == 0 else None)[0]


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_score_as_the_slow_scorer_says(batch: int) -> None:
    for number in some(range(batch * GAMES_A_BATCH, (batch + 1) * GAMES_A_BATCH)):
        document = game_of_number(number)
        game, slow = NOTATION.load_game(document), SlowGame(document)
        state = start(game.setup)
        for move, written in some(zip(game.moves, document["moves"], strict=True)):
            state, _ = apply(state, move)
            slow.play(written)
            assert facts_of(state) == slow.facts(), (number, written)
        assert is_over(state) == slow.over == document["ended"]
        if slow.over:
            assert (total(final(state)), winners(state)) == (slow.points(), slow.best()), number


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("batch", range(10))
def test_games_of_players_who_take_what_the_rules_room_offers_score_alike(batch: int) -> None:
    for number in some(range(batch * 10, batch * 10 + 10)):
        setup = table(2 + number % 4, **options_by_chance(Random(number)))
        moves, last = random_game(setup, Random(number))
        document = json.loads(json.dumps(NOTATION.game_document(GameDocument(setup, moves, is_over(last)))))
        slow, state = SlowGame(document), start(setup)
        for move, written in some(zip(moves, plain(document)["moves"], strict=True)):
            state, _ = apply(state, move)
            slow.play(written)
            assert facts_of(state) == slow.facts(), (number, written)
        assert state == last
        assert is_over(last) == slow.over
        assert not slow.over or (total(final(last)), winners(last)) == (slow.points(), slow.best())


def money(document: Document) -> list[Document]:
    """Give everybody's balances after every move, by the rules room, which may have to be told the rest."""
    game = NOTATION.load_game(document)
    state, after = start(game.setup), []
    for move in game.moves:
        state, _ = apply(state, move)
        after.append(facts_of(state)["balances"])
    return after


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("batch", range(10))
def test_with_ways_withheld_the_money_is_the_same(batch: int) -> None:
    for number in some(range(batch * 10, batch * 10 + 10)):
        rng = Random(number)
        options = options_by_chance(rng)
        document, _ = game_by_chance(number, 2 + number % 4, options, told=1)
        withheld: Document = json.loads(json.dumps(document))
        del withheld["moves"][0]["box"]["ways"]
        assert money(withheld) == money(document), number


def test_the_games_compared_have_every_action_and_every_value_of_every_option() -> None:
    seen, values = Counter[str](), set()
    for number in range(25):
        document = game_of_number(number)
        seen.update(
            move.get("do") or next(key for key in move if key != "player") for move in document["moves"]
        )
        seen.update(["over"] if document["ended"] else ["broken off"])
        values |= {*document["options"].items()}
        slow = SlowGame(document)
        for move in document["moves"]:
            slow.play(move)
            seen.update(["pending"] if slow.pending else [])
        seen.update(f"{place} " for _, place, _ in slow.goods.values() if place == "customs")
    actions = "ship move officer work land buy sell reputation secret hire bribe raid pass"
    told = "stash lose cove card count"
    kinds = [*actions.split(), *told.split(), "walks", "new_officers", "pending", "customs "]
    assert [kind for kind in kinds if not seen[kind]] == []
    assert seen["over"] > 12
    assert {name: {*each} for name, each in VALUES.items()} == {
        option.name: {each.value for each in option.values} for option in OPTIONS
    }
    assert {name for name, _ in values} == {*VALUES}


def test_maps_made_up_have_8_to_40_places_and_any_number_of_ways() -> None:
    boxes = [box_by_chance(Random(number)) for number in range(200)]
    counts = {len(box["places"]) for box in boxes}
    assert (min(counts), max(counts)) == (8, 40)
    assert len({len(box["ways"]) - len(box["places"]) for box in boxes}) > 10
