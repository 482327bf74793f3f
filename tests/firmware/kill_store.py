"""Kill a process that keeps events, at random moments, and count what was confirmed and lost.

``python -m tests.firmware.kill_store 200`` prints one JSON document.
"""

import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from firmware.store.store import open_store
from scoring.referee.store import Event

LONGEST_S = 0.08


def keep_events(data: Path, tell: int) -> None:
    """Append to the newest game for ever, a backup now and then, and tell of each event once it is kept."""
    store = open_store(data)
    game = store.games()[-1]
    place = len(store.events(game))
    while True:
        kind = "game_ended" if place % 40 == 39 else "turn_confirmed"
        store.remember(game, {"proposal": place})
        store.append(game, [Event(kind, {"place": place, "move": "x" * 300})])
        os.write(tell, f"{place}\n".encode())
        place += 1


def killed(data: Path, after_s: float) -> int | None:
    """Let a process keep events, kill it, and give the last one it told of."""
    heard, tell = os.pipe()
    child = os.fork()
    if not child:
        os.close(heard)
        try:
            keep_events(data, tell)
        finally:
            os._exit(1)
    os.close(tell)
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(heard) as lines:
        told = lines.read().split()
    return int(told[-1]) if told else None


def lost(data: Path, last: int | None) -> list[str]:
    """Say what is wrong with the store after a kill, last having been told of."""
    with open_store(data) as store:
        events = store.events(store.games()[-1])
        places = [event.body["place"] for event in events]
        wrong = [store.says] if store.says else []
    if places != list(range(len(places))):
        wrong.append(f"out of order: {places[-5:]}")
    if last is not None and len(places) <= last:
        wrong.append(f"told of {last}, kept {len(places)}")
    return wrong


def main(kills: int, seed: int) -> None:
    chance = random.Random(seed)
    last, wrong, told = None, [], 0
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with open_store(data) as store:
            store.begin(Event("game_started", {"place": 0}))
        for _ in range(kills):
            before = last or 0
            last = killed(data, chance.uniform(0.0, LONGEST_S)) or last
            told += (last or 0) > before
            wrong += lost(data, last)
    sys.stdout.write(json.dumps({"kills": kills, "while_keeping": told, "events": last, "wrong": wrong}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
