"""Writes the long random games of Cornwall; the sums expected come from the slow scorer alone.

Run it from the checkout: ``python tests/games/write_random_cornwall_games.py``. The same seeds give the same
games. What the real box holds is not known: every game has tiles of its own.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/scoring")]

from scoring.game import PlayerSeat, Setup  # noqa: E402
from scoring.games.cornwall.chance import random_game  # noqa: E402
from scoring.games.cornwall.documents.games import NOTATION  # noqa: E402
from tests.games.laid_out import laid_out  # noqa: E402
from tests.scoring.cornwall.cornwall_notation import wild_box  # noqa: E402
from tests.scoring.cornwall.cornwall_slow_scorer import SlowGame, slow_points  # noqa: E402

SEATS = tuple(
    PlayerSeat(name, colour)
    for name, colour in (("Ann", "red"), ("Ben", "blue"), ("Cleo", "yellow"), ("Dan", "green"))
)
GAMES: tuple[tuple[str, int, dict[str, str | bool], bool, str], ...] = (
    ("two_players", 2, {}, False, "A whole game of 36 tiles"),
    ("three_players", 3, {}, False, "A whole game for three"),
    ("four_players", 4, {}, False, "A whole game for four"),
    ("surrounded", 2, {"closing": "surrounded"}, False, "A whole game by the plain reading of surrounded"),
    ("open_pub", 4, {"pub": "anyone"}, False, "A whole game with the pub open to anyone"),
    (
        "few_coins",
        4,
        {"coin_supply": "20", "same_turn": "not_counted"},
        False,
        "A whole game with the first printing's 20 coins",
    ),
    ("wild_tiles", 3, {}, True, "A whole game with tiles no box would hold"),
    (
        "wild_everything",
        4,
        {"closing": "surrounded", "pub": "anyone", "moor_cottage": "at_once", "at_end": "moors"},
        True,
        "A whole game with tiles no box would hold and nearly every option changed",
    ),
)


def write_game(
    seed: int, name: str, players: int, options: dict[str, str | bool], wild: bool, says: str
) -> None:
    rng = Random(seed)
    setup = Setup("rulebook-000", SEATS[:players], options)
    game, _ = random_game(setup, rng, box=wild_box(rng) if wild else None)
    document = NOTATION.game_document(game)
    after, points, winners = slow_points(document)
    document |= {
        "proves": f"{says}, played by chance, adds up as the slow scorer says.",
        "expect": {
            "after": after,
            "coins": slow_coins(document),
            "final": {"points": points, "winners": winners},
        },
    }
    path = Path(__file__).parent / "cornwall" / f"whole_{name}.json"
    path.write_text(laid_out(document))


def slow_coins(document: dict[str, Any]) -> dict[str, int]:
    game = SlowGame(document)
    for move in document["moves"]:
        game.play(move)
    return game.coins


if __name__ == "__main__":
    for seed, (name, players, options, wild, says) in enumerate(GAMES, start=2026):
        write_game(seed, name, players, options, wild, says)
