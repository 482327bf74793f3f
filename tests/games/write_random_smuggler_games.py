"""Writes the long random games of Cornish Smuggler; the sums expected come from the slow scorer alone.

Run it from the checkout: ``python tests/games/write_random_smuggler_games.py``. The same seeds give the same
games. What the real box holds is not known: every game has a box of its own, or the sample one.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from tests.games.laid_out import laid_out  # noqa: E402
from tests.scoring.smuggler.smuggler_chance import game_by_chance, options_by_chance  # noqa: E402
from tests.scoring.smuggler.smuggler_slow_scorer import SlowGame  # noqa: E402

SEEDS = 60
"""Of so many games the shortest that comes to its end is written."""
STEPS = 7
"""Of the sample box's customs track, so that games by chance end in reasonable time."""
SAMPLE = json.loads((ROOT / "scoring/games/smuggler/land/sample_box.json").read_text())
GAMES = (
    ("two_players", 2, False, True, "A whole game in the sample box"),
    ("three_players", 3, False, True, "A whole game for three in the sample box"),
    ("four_players", 4, True, True, "A whole game for four, with options"),
    ("five_players", 5, True, True, "A whole game for five, with options"),
    ("made_up_box", 3, False, False, "A whole game on a map that chance has drawn"),
    (
        "another_made_up_box",
        5,
        True,
        False,
        "A whole game for five on a map that chance has drawn, with options",
    ),
)


def expected(document: dict[str, Any]) -> dict[str, Any]:
    """Give balances and marks after every sale and landing, and the end."""
    slow, after = SlowGame(document), {}
    for number, move in enumerate(document["moves"], start=1):
        slow.play(move)
        facts = slow.facts()
        if move.get("do") in {"sell", "land"}:
            names = ("balances", "officers", "wheel", "track")
            after[str(number)] = {name: facts[name] for name in names}
    return {"after": after, "final": {"points": slow.points(), "winners": slow.best()}}


def played(seed: int, players: int, is_odd: bool, is_sample: bool) -> tuple[dict[str, Any], SlowGame]:
    """Play a game by chance."""
    options = options_by_chance(Random(seed)) if is_odd else {}
    box = {**SAMPLE, "track": SAMPLE["track"][:STEPS]} if is_sample else None
    return game_by_chance(seed, players, options, box)


def write_game(number: int, name: str, players: int, is_odd: bool, is_sample: bool, says: str) -> None:
    """Write the shortest game of some seeds that comes to its end."""
    games = [played(SEEDS * number + seed, players, is_odd, is_sample) for seed in range(SEEDS)]
    ended = [document for document, slow in games if slow.over and len(slow.coins) > 20]
    document = min(ended, key=lambda each: len(each["moves"]))
    if is_sample:
        first = document["moves"][0]["player"]
        learned = {"player": first, "box": {"track": SAMPLE["track"][:STEPS]}}
        document["moves"][:1] = [{"player": first, "box": SAMPLE}, learned]
    document["proves"] = f"{says}, played by chance, adds up as the slow scorer says."
    document["expect"] = expected(document)
    if is_sample:
        document["moves"][0]["box"] = "sample"
    (Path(__file__).parent / "smuggler" / f"whole_{name}.json").write_text(laid_out(document))


if __name__ == "__main__":
    for number, game in enumerate(GAMES, start=1):
        write_game(number, *game)
