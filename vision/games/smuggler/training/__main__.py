"""Fits the odds of stories: ``python -m vision.games.smuggler.training FIRST END HELD_OUT_END`` writes them.

Games of the seeds from FIRST up to END are fitted to; those from END up to HELD_OUT_END judge that.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec

from vision.games.smuggler import explaining
from vision.games.smuggler.explaining import story_odds
from vision.games.smuggler.training.crowds import crowds
from vision.games.smuggler.training.fitting import fit_odds, judge
from vision.games.smuggler.training.sightings import TURNS, level_of, look_at_game

KEPT = Path(explaining.__file__).with_name("odds.json")


def main() -> None:
    """Look at simulated games, fit, judge by games held out, and write the file."""
    first, end, held_out_end = (int(each) for each in sys.argv[1:4])
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        games = [*pool.map(look_at_game, range(first, held_out_end))]
    fitted_to = [look for game in games[: end - first] for look in game]
    held_out = [look for game in games[end - first :] for look in game]
    crowded = [each for seed in range(first, end) for each in crowds(seed, level_of(seed))]
    before, odds = story_odds(), fit_odds(fitted_to, crowded)
    told = {
        "format": "tablekeeper.odds/1",
        "unit": "nats; apart in squares of goods, hides in squares for each that may be hidden",
        "fitted_by": f"python -m vision.games.smuggler.training {first} {end} {held_out_end}",
        "fitted_to": {
            "seeds": [first, end - 1],
            "actions": TURNS,
            "crowded_places": len(crowded),
            **judge(fitted_to, odds),
        },
        "held_out": {
            "seeds": [end, held_out_end - 1],
            **judge(held_out, odds),
            "by_the_odds_before": judge(held_out, before),
        },
        "odds": odds._asdict(),
    }
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    sys.stdout.write(f"{before}\n{KEPT.read_text()}")


if __name__ == "__main__":
    main()
