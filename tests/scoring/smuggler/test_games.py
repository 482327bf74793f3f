"""Plays every game in ``tests/games/smuggler`` and checks what is expected of it, by both scorers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.engine.play import apply, final, force, winners
from scoring.games.smuggler.engine.state import Lines, SmugglerState, is_over, start
from scoring.sheet import total
from tests.scoring.smuggler.smuggler_notation import facts_of, plain
from tests.scoring.smuggler.smuggler_slow_scorer import SlowGame
from tests.some import perhaps, some

GAMES = sorted((Path(__file__).parents[2] / "games/smuggler").glob("*.json"))
every_game = pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def within(expected: Any, found: Any) -> Any:
    """Cut what was found down to what is expected."""
    if not isinstance(expected, dict):
        return json.loads(json.dumps(found))
    return {key: within(value, found.get(key)) for key, value in expected.items()}


def test_there_are_at_least_65_games_and_each_says_what_it_proves() -> None:
    assert len(GAMES) >= 65
    assert all(read(path)["proves"].endswith(".") for path in GAMES)


def course(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], SmugglerState, SmugglerState, Lines]]:
    """Play a game: every move as written, the state before and after it, and its lines."""
    game = NOTATION.load_game(document)
    state = start(game.setup)
    for move, written in zip(game.moves, document["moves"], strict=True):
        after, lines = (force if written.get("house_rule") else apply)(state, move)
        yield written, state, after, lines
        state = after


@every_game
def test_a_game_has_the_figures_written_in_it(path: Path) -> None:
    document = read(path)
    expected = document["expect"]
    for number, (_, _, state, _) in enumerate(some(course(document)), start=1):
        wanted = expected["after"].get(str(number), {})
        assert within(wanted, facts_of(state)) == wanted, number
    assert is_over(state) == document["ended"]
    if is_over(state):
        assert {"points": total(final(state)), "winners": winners(state)} == expected["final"]


@every_game
def test_the_slow_scorer_finds_the_same_after_every_move(path: Path) -> None:
    document = read(path)
    slow, spelled = SlowGame(document), plain(document)["moves"]
    for number, (_, _, state, _) in enumerate(some(course(document)), start=1):
        slow.play(spelled[number - 1])
        assert facts_of(state) == slow.facts(), number
        wanted = document["expect"]["after"].get(str(number), {})
        assert within(wanted, slow.facts()) == wanted, number
    assert document["ended"] == slow.over
    if slow.over:
        assert (total(final(state)), winners(state)) == (slow.points(), slow.best())


@every_game
def test_gold_and_reputation_change_by_exactly_the_lines_of_each_move(path: Path) -> None:
    for written, before, after, lines in some(course(read(path))):
        if "box" in written or written.get("do") == "begin":
            continue
        for name in ("gold", "reputation"):
            sums = {player: money[name] for player, money in facts_of(before)["balances"].items()}
            for line in perhaps(line for line in lines if line.currency == name):
                for player in some(line.players):
                    sums[player] += line.points
            assert sums == {player: money[name] for player, money in facts_of(after)["balances"].items()}


@every_game
def test_a_game_written_down_again_plays_alike(path: Path) -> None:
    document = read(path)
    game = NOTATION.load_game(document)
    again = NOTATION.load_game(json.dumps(NOTATION.game_document(game)))
    assert (again.moves, again.setup.players) == (game.moves, game.setup.players)
