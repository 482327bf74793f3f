"""A program in use for hours: demos one after the other, photographs, boxes that are learned, and 50 phones.

``python -m tests.firmware.soak 4 PHOTO...`` prints one JSON document a minute, for four hours: what the
program holds, alone and with what it started, its threads, and what was done so far. It fails where it held
more, at any time after the first half hour, than in that half hour and a little.
"""

import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from firmware.evaluation.footprint import Pages, playing

PHONES = 50
MINUTE_S = 60.0
SETTLED_S = 1800.0
PHOTO_S, LEARN_S = 120.0, 600.0
MOST_GROWTH_MB = 25.0
"""Pages kept ready, and what was not yet given back, differ by so much from minute to minute."""
MOST_MB = 500.0
GAMES = ("carcassonne", "cornwall")


def follow(address: str, page: str) -> None:
    """Be a phone that looks at a page and follows its news for ever, whatever becomes of them."""
    while True:
        try:
            with urlopen(f"{address}{page}", timeout=30) as shown:
                shown.read()
            with urlopen(f"{address}{page}news", timeout=60) as news:
                while news.read1(1 << 16):
                    pass
        except OSError:
            time.sleep(1.0)


def show(pages: Pages, game: str) -> None:
    """Have a demo shown, as soon as the machine has time for it."""
    while True:
        try:
            pages.send("/demo", {"game": game})
        except HTTPError:
            time.sleep(2.0)
        else:
            return


def show_demos(pages: Pages, address: str, done: Counter[str]) -> None:
    """Show one demo after the other, each to its end."""
    for game in cycle(GAMES):
        show(pages, game)
        while demo_at(address).get("state") != "ended":
            time.sleep(2.0)
        done[f"{game} demos"] += 1


def demo_at(address: str) -> dict[str, Any]:
    try:
        with urlopen(f"{address}/demo/api/table", timeout=30) as table:
            return dict(json.load(table))
    except (OSError, ValueError):  # it is being changed for the next
        return {}


def use(pages: Pages, pictures: Sequence[bytes], done: Counter[str]) -> None:
    """Have photographs scored, and now and then a box learned."""
    shown = cycle(pictures)
    for number in count(1):
        pages.score(next(shown))
        done["photographs"] += 1
        if number % round(LEARN_S / PHOTO_S) == 0:
            pages.learn(f"Painted {number}")
            done["boxes"] += 1
        time.sleep(PHOTO_S)


def soak(hours: float, pictures: Sequence[bytes]) -> Iterator[dict[str, Any]]:
    """Use a program for hours, and give what it held at the end of every minute."""
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as data, playing(data, "none") as (address, gauge):
        began_s = time.monotonic()
        for number in range(PHONES):
            page = "/demo/" if number % 2 else "/"
            threading.Thread(target=follow, args=[address, page], daemon=True).start()
        showing = Pages(address, Path(data), GAMES[0])
        threading.Thread(target=show_demos, args=[showing, address, done], daemon=True).start()
        using = Pages(address, Path(data), GAMES[0])
        threading.Thread(target=use, args=[using, pictures, done], daemon=True).start()
        while (since_s := time.monotonic() - began_s) < 3600 * hours:
            time.sleep(MINUTE_S - since_s % MINUTE_S)
            held = gauge.taken("a minute")
            yield {
                "minute": round((time.monotonic() - began_s) / MINUTE_S),
                "most_mb": round(held.most_mb),
                "together_mb": round(held.together_mb),
                "threads": len(list(Path(f"/proc/{gauge.pid}/task").iterdir())),
                **done,
            }


def main(hours: float, photos: Sequence[str]) -> int:
    at_first, later = [0.0], [0.0]
    for found in soak(hours, [Path(photo).read_bytes() for photo in photos]):
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
        (at_first if found["minute"] * MINUTE_S <= SETTLED_S else later).append(found["most_mb"])
    grown_mb = max(later) - max(at_first)
    return int(grown_mb > MOST_GROWTH_MB or max(*at_first, *later) > MOST_MB)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
