"""Writes the long random games beside it; the sums expected come from the slow scorer alone.

Run it from the checkout: ``python tests/games/write_random_games.py``. The same seeds give the same games.
"""

import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/scoring")]

from scoring.game import PlayerSeat, Setup  # noqa: E402
from scoring.games.carcassonne.chance import random_game  # noqa: E402
from scoring.games.carcassonne.documents.games import NOTATION  # noqa: E402
from tests.games.laid_out import laid_out  # noqa: E402
from tests.scoring.carcassonne.slow_scorer import slow_points  # noqa: E402

SEATS = tuple(
    PlayerSeat(name, colour)
    for name, colour in (
        ("Ann", "red"),
        ("Ben", "blue"),
        ("Cleo", "yellow"),
        ("Dan", "green"),
        ("Eve", "black"),
    )
)
GAMES: tuple[tuple[str, str, int, dict[str, str | bool], str], ...] = (
    ("classic_two_players", "leaflet-001", 2, {}, "A whole game of 72 tiles by the classic leaflet"),
    ("classic_three_players", "leaflet-001", 3, {}, "A whole game by the classic leaflet for three"),
    ("classic_five_players", "leaflet-001", 5, {}, "A whole game by the classic leaflet for five"),
    ("classic_river", "leaflet-001", 2, {"river": True}, "The River without U-turns, then the whole land"),
    ("classic_no_farmers", "leaflet-001", 4, {"farmers": False}, "A whole game without farmers"),
    ("newer_two_players", "leaflet-004", 2, {}, "A whole game of 72 tiles by the newer leaflet"),
    ("newer_four_players", "leaflet-004", 4, {}, "A whole game by the newer leaflet for four"),
    ("newer_abbot", "leaflet-004", 3, {"abbot": True}, "A whole game with abbots, gardens and recalls"),
    ("newer_river", "leaflet-004", 2, {"river": True}, "The River with U-turns free, then the whole land"),
    (
        "newer_everything",
        "leaflet-004",
        5,
        {"river": True, "abbot": True, "spring": "with_road", "unfinished_road": "per_tile"},
        "River with the newer spring and lake, abbots and farmers, for five",
    ),
    (
        "newer_with_classic_farms",
        "leaflet-004",
        3,
        {"farms": "once_per_player", "small_city": "two_points", "river_u_turn": "forbidden", "river": True},
        "The newer leaflet with the classic leaflet's farms, small cities and river",
    ),
)


def write_game(
    seed: int, name: str, rules: str, players: int, options: dict[str, str | bool], says: str
) -> None:
    game, _ = random_game(Setup(rules, SEATS[:players], options), Random(seed))
    document = NOTATION.game_document(game)
    after, points = slow_points(document)
    winners = [colour for colour, score in points.items() if score == max(points.values())]
    document |= {
        "proves": f"{says}, played by chance, adds up as the slow scorer says.",
        "expect": {"after": after, "final": {"points": points, "winners": winners}},
    }
    path = Path(__file__).parent / "carcassonne" / f"whole_{name}.json"
    path.write_text(laid_out(document))


if __name__ == "__main__":
    for seed, (name, rules, players, options, says) in enumerate(GAMES, start=2026):
        write_game(seed, name, rules, players, options, says)
