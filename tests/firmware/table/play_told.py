"""Plays the told game hands-free in a process of its own and says what is published, until it is killed."""

import sys
import time
from pathlib import Path

from firmware.panel import NoPanel
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring.referee.contracts.table import NewGame
from tests.firmware.told import MOVES, RULES, SETUP, ToldCamera, ToldReader, played

NEW = NewGame("carcassonne", SETUP.rules, "told", (("Ann", "red"), ("Ben", "blue")), hands_free=True)


class SlowCamera(ToldCamera):
    """Leaves a moment between two frames, and has no end."""

    def take(self, timeout_s):
        time.sleep(0.004)
        if self.taken == len(self.images):
            self.images += self.images[-1:]
        return super().take(timeout_s)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(data: Path) -> None:
    with open_store(data) as store:
        table = Table(
            SlowCamera(played(len(MOVES))),
            store,
            lambda post: NoPanel(""),
            Games(lambda game: RULES, lambda game: ToldReader(), lambda name: b"told"),
        )
        with table:
            if not store.games():
                table.start(NEW)
            now = table.snapshot()
            while now.moves < len(MOVES) - 1:
                say(f"{now.moves}\t{now.proposal}")
                now = table.wait(now.version, 1.0)
            say("done")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
