"""Kill the real program at random moments of games: what is lost, and how soon a game goes on.

``python -m tests.firmware.kill_games 200`` prints one JSON document; 200 kills take half an hour. The table
is rendered once, a turn is laid once the last one was read, and the reader is the real one. The kill also
comes while the program starts, makes a backup or reads; each start goes on with what the kill before left.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

from firmware.store.store import read_store
from scoring.referee.store import Event
from tests.firmware.play_session import PRINTS

ROOT = Path(__file__).parents[2]
LONGEST_S = 15.0
"""So long a program plays at most before it is killed: some turns after its start."""
PROMISE_S = 10.0
"""So long after a kill the table is read again."""
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}

Games = dict[str, Sequence[Event]]


class Life:
    """What one program showed, from its start to its kill.

    Args:
        life_s: After how long it is killed.

    Attributes:
        turns: The most confirmed turns it showed, by game.
        versions: Of all that it showed.
        after_s: How long after its start the pages answered, the table was read, a turn was confirmed.
    """

    def __init__(self, life_s: float) -> None:
        self.turns: dict[str, int] = {}
        self.versions: set[int] = set()
        self.after_s: dict[str, float] = {}
        self._life_s = life_s
        self._began_s = time.monotonic()
        self._first, self._state = -1, ""

    @property
    def is_late(self) -> bool:
        """Whether the table was not read again in time."""
        return min(self._life_s, self.after_s.get("reads", LONGEST_S)) > PROMISE_S

    def see(self, shown: dict[str, Any]) -> None:
        """Note what the table shows."""
        game, turns = shown["game"], shown["turns"]
        self._first = turns if self._first < 0 else self._first
        self.turns[game] = max(turns, self.turns.get(game, 0))
        self.versions.add(shown["version"])
        if self._state == "reading" != shown["state"]:
            self.reach("reads")
        if turns > self._first:
            self.reach("turn")
        self._state = shown["state"]

    def reach(self, what: str) -> None:
        """Note when something came for the first time."""
        self.after_s.setdefault(what, round(time.monotonic() - self._began_s, 2))


def killed(session: Path, data: Path, life_s: float) -> Life:
    """Start the program, look on like a phone, and kill it after a while."""
    with (data / "said.txt").open("a") as said:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.firmware.play_session", session, data],
            env=ENV,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        )
    life, killer = Life(life_s), threading.Timer(life_s, process.kill)
    killer.start()
    with process:
        address = re.search(r"http://[\d.:]+", process.stdout.readline())
        with suppress(OSError, HTTPException):  # the kill ends the stream
            for shown in stream(f"{address[0]}/api/events") if address else ():
                life.reach("pages")
                life.see(shown)
    killer.cancel()
    return life


def stream(address: str) -> Iterator[dict[str, Any]]:
    """Give each version that is published."""
    with urllib.request.urlopen(address, timeout=LONGEST_S) as lines:
        for line in lines:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def kept(data: Path) -> Games:
    """Give what is kept of every game."""
    if not (data / "games.sqlite").exists():
        return {}
    with read_store(data) as store:
        return {game: store.events(game) for game in store.games()}


def lost(before: Games, now: Games, life: Life) -> list[str]:
    """Say what was kept or shown as confirmed and is no more."""
    wrong = [
        f"game {game} changed" for game in before if now.get(game, ())[: len(before[game])] != before[game]
    ]
    for game, turns in life.turns.items():
        if game and turns > turns_of(now.get(game, ())):
            wrong.append(f"game {game} showed {turns} turns, kept {turns_of(now.get(game, ()))}")
    return wrong


def turns_of(events: Sequence[Event]) -> int:
    """Count the turns of a game that stand."""
    kinds = Counter(event.kind for event in events)
    return kinds["turn_confirmed"] - kinds["turn_undone"]


def spread(seconds: list[float]) -> dict[str, float]:
    """Sum up how long something took."""
    ordered = sorted(seconds)
    places = {"median": len(ordered) // 2, "nine_in_ten": len(ordered) * 9 // 10, "most": len(ordered) - 1}
    return {"times": len(ordered), **{word: ordered[place] for word, place in places.items() if ordered}}


def render(session: Path, data: Path) -> None:
    """Draw a whole game once, and learn its box."""
    prints = session / "prints"
    game = ["--game", "carcassonne"]
    drawn = ["render", *game, "--seed", "1", "--size", "1152x648", "--out", session]
    learned = ["learn", prints, *game, "--prints", PRINTS, "--labels", prints / "labels.csv", "--data", data]
    for words in (drawn, learned):
        subprocess.run(
            [sys.executable, "-P", "-m", "firmware", *words], env=ENV, check=True, stdout=sys.stderr
        )


def main(kills: int, seed: int) -> int:
    chance, wrong, lives = random.Random(seed), [], []
    with tempfile.TemporaryDirectory() as folder:
        session, data, games = Path(folder) / "session", Path(folder) / "data", {}
        data.mkdir()
        render(session, data)
        for number in range(kills):
            life, before = killed(session, data, chance.uniform(0.0, LONGEST_S)), games
            games = kept(data)
            wrong += [f"kill {number}: {what}" for what in lost(before, games, life)]
            lives.append(life)
            sys.stderr.write(f"{number}: {life.turns} {life.after_s} {wrong}\n")
        said = Counter((data / "said.txt").read_text().splitlines())
    versions = Counter(version for life in lives for version in life.versions)
    result = {
        "kills": kills,
        "lost": wrong,
        "turns": {game: turns_of(events) for game, events in games.items()},
        "late": sum(life.is_late for life in lives),
        "versions_shown_twice": sum(count > 1 for count in versions.values()),
        **{
            f"{what}_s": spread([life.after_s[what] for life in lives if what in life.after_s])
            for what in ("pages", "reads", "turn")
        },
        "said": said,
    }
    sys.stdout.write(json.dumps(result) + "\n")
    return int(bool(wrong) or not any(result["turns"].values()))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
