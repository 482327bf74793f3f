"""Plays a rendered session with the real program; its table stays as it is when the program is killed."""

import sys
import time
from pathlib import Path

from firmware import build
from firmware.cameras.recorded.folder import open_small
from firmware.cli.command_line import main
from firmware.demo.game import Hands, find_place
from firmware.images.pictures import read_picture
from firmware.ports import Frame
from firmware.recording.session import Session, read_session
from firmware.store.files import read_file
from firmware.store.store import open_store
from scoring.referee.contracts.table import NewGame
from scoring.referee.store import EventStore

PRINTS = "rendered"
STEP_S = 0.2
SPEED = 2.0
"""The table is played at faster than it was rendered."""
PATIENCE_S = 1.0
"""So long a question waits for a player."""
GIVE_UP = 150
"""After so many frames the next turn is laid although the last one has not been read."""


class PatientTable:
    """Shows a session at which each turn is laid once the one before has been read.

    Args:
        session: With its truth.
        store: What has been read.
        laid: The file that says how many turns lie on the table, whether anybody looks at it or not.
    """

    says = "A rendered table"

    def __init__(self, session: Session, store: EventStore, laid: Path) -> None:
        self._files = [frame.file for frame in session.frames]
        self._whole = [0, *(move["whole_from"] for move in session.truth["moves"])]
        self._store = store
        self._laid = laid
        self._shown = self._whole[self._turns]
        self._is_read = False
        self._number = self._waited = 0

    @property
    def _turns(self) -> int:
        return int(self._laid.read_text())

    def take(self, timeout_s: float) -> Frame:
        time.sleep(STEP_S / SPEED)
        self._play()
        file = self._files[self._shown]
        self._number += 1
        return Frame(
            self._number, self._number * STEP_S, open_small(read_file(file)), lambda: read_picture(file)
        )

    def _play(self) -> None:
        """Show the next frame, unless the last turn is still to be read."""
        turns = self._turns
        if self._shown < self._whole[turns]:
            self._shown += 1
        elif turns + 1 < len(self._whole) and self._is_over_with(turns):
            self._laid.write_text(str(turns + 1))
            self._waited = 0

    def _is_over_with(self, turns: int) -> bool:
        self._waited += 1
        is_read = self._is_read and (find_place(self._store).turns or 0) >= turns
        return is_read or self._waited > GIVE_UP

    def hold(self) -> tuple[str, ...]:
        self._is_read = True
        return ()

    def close(self) -> None:
        pass


def play(folder: Path, data: Path, host: str = "127.0.0.1") -> None:
    """Play, and go on with the game where it was."""
    session = read_session(folder)
    about = session.about
    seats = tuple((seat.name, seat.colour) for seat in about.players)
    new = NewGame(about.game, about.rules, PRINTS, seats, dict(about.options), hands_free=True)

    def stage(wanted, data, parts, boxes, record=None, aside=None):
        store, laid = open_store(data), data / "laid"
        is_new = find_place(store).turns is None
        if is_new:
            laid.write_text("0")
        return build.Staged(
            camera=PatientTable(session, store, laid),
            data=data,
            store=store,
            prints=boxes.find_prints,
            record=build.recordings_in(data, "views"),
            new=new if is_new else None,
            hands=Hands(),
        )

    build.stage = stage
    build.PATIENCE_S = PATIENCE_S
    main(["play", "--camera", "none", "--host", host, "--port", "0", "--data", str(data)])


if __name__ == "__main__":
    play(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
