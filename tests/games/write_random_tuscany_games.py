"""Writes the long random games of The Castles of Tuscany; the sums expected come from the slow scorer alone.

Run it from the checkout: ``python tests/games/write_random_tuscany_games.py``. The same seeds give the same
games. What the real box holds is not known: every game has a box of its own, or the sample one.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/scoring")]

from scoring.documents.document import as_json  # noqa: E402
from scoring.games.tuscany.chance import random_game  # noqa: E402
from scoring.games.tuscany.documents.games import NOTATION  # noqa: E402
from scoring.games.tuscany.land.box import dump_box, sample_box  # noqa: E402
from tests.games.laid_out import laid_out  # noqa: E402
from tests.scoring.tuscany.tuscany_notation import table  # noqa: E402
from tests.scoring.tuscany.tuscany_slow_scorer import SlowGame  # noqa: E402

ODD = {"take": "buildable", "store": "free_first", "castle_refill": "at_once", "castle_pick": "must"}
LATE = {"third_scoring": "before", "big_area": "six", "last_tie": "fewer_green", "cards_a_point": "3"}
GAMES: tuple[tuple[str, int, dict[str, str | bool], bool, str], ...] = (
    ("two_players", 2, {}, True, "A whole game in the sample box"),
    ("three_players", 3, {"hands": "followed"}, True, "A whole game for three with hands followed"),
    ("four_players", 4, {}, True, "A whole game for four"),
    (
        "made_up_box",
        3,
        {},
        False,
        "A whole game with pieces of another shape, and facts that are told on the way",
    ),
    (
        "first_printing",
        2,
        {"cards_drawn": "2", "equal_pairs": "two_colours"},
        True,
        "A whole game of two cards a draw",
    ),
    (
        "odd_taking",
        4,
        {**ODD, "hex_without_space": "drop_one"},
        False,
        "A whole game with other ways to take tiles",
    ),
    (
        "other_ends",
        3,
        {**LATE, "stacks_at_end": "counted"},
        False,
        "A whole game with other scorings at its end",
    ),
)


def expected(document: dict[str, Any]) -> dict[str, Any]:
    """Give the sums of a game: red and green points after each move that changes them, and the end."""
    game = SlowGame(document)
    now = red, green = [0] * len(game.seats), [0] * len(game.seats)
    sums: dict[str, dict[str, list[int]]] = {"red": {}, "green": {}}
    for number, move in enumerate(document["moves"], start=1):
        game.play({**move, "box": as_json(dump_box(sample_box()))} if move.get("box") == "sample" else move)
        now = [game.red(seat) for seat in game.seats], [game.green(seat) for seat in game.seats]
        sums["red"] |= {} if now[0] == red else {str(number): now[0]}
        sums["green"] |= {} if now[1] == green else {str(number): now[1]}
        red, green = now
    end = {"points": game.end(), "winners": game.best()}
    return {**sums, "marble": game.marble, "workers": game.workers, "final": end}


def write_game(
    seed: int, name: str, players: int, options: dict[str, Any], is_sample: bool, says: str
) -> None:
    game, _ = random_game(table(players, **options), Random(seed), sample_box() if is_sample else None)
    document = as_json(NOTATION.game_document(game))
    document |= {
        "proves": f"{says}, played by chance, adds up as the slow scorer says.",
        "expect": expected(document),
    }
    (Path(__file__).parent / "tuscany" / f"whole_{name}.json").write_text(laid_out(document))


if __name__ == "__main__":
    for seed, (name, players, options, is_sample, says) in enumerate(GAMES, start=2026):
        write_game(seed, name, players, options, is_sample, says)
