"""A real recorded session, begun by hand: the camera takes over in its middle, with real eyes."""

from pathlib import Path

import pytest

from firmware.build import real_parts
from firmware.cameras.recorded.folder import open_small
from firmware.images.pictures import read_picture
from firmware.labels import read_labels, samples
from firmware.ports import Frame
from firmware.recording.session import read_session
from firmware.store.files import read_file
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring import games as rules_of
from scoring.referee.contracts.table import NewGame
from tests.firmware.told import Panel
from tests.waiting import until
from vision import games as readers_of

REAL = Path(__file__).parents[4] / "shared/realdata/carcassonne"
BY_HAND = 6
"""So many turns are entered before the camera takes over."""
PLAYED = {"shown_from", "shown_to"}
RULES = rules_of.load("carcassonne")


class SessionCamera:
    """Shows a session up to a frame, and then the table as it lies."""

    says = "A recorded table"

    def __init__(self, session) -> None:
        self._files = [frame.file for frame in session.frames]
        self._number = -1
        self.at = self.upto = 0

    def take(self, timeout_s):
        self.at = min(self.at + 1, self.upto)
        self._number += 1
        file, at_s = self._files[self.at], 0.2 * self._number
        return Frame(self._number, at_s, open_small(read_file(file)), lambda: read_picture(file))

    def hold(self):
        return ()

    def close(self):
        pass


@pytest.fixture(scope="module")
def prints():
    folder = REAL / "prints/C1_digital"
    return readers_of.load("carcassonne").learn(samples(read_labels(folder / "labels.csv", folder, RULES)))


@pytest.fixture
def session():
    return read_session(REAL / "live/c1_digital_12")


@pytest.fixture
def moves(session):
    return [{k: v for k, v in move.items() if k not in PLAYED} for move in session.truth["moves"]]


@pytest.fixture
def camera(session):
    return SessionCamera(session)


@pytest.fixture
def desk(tmp_path, camera, prints):
    games = Games(rules_of.load, real_parts().live, lambda name: prints)
    with open_store(tmp_path) as store, Table(camera, store, lambda post: Panel(), games) as desk:
        yield desk


def take_over(desk, camera, session, entered):
    """Enter turns, and have the camera take over and look until it says something of the table."""
    truth = session.truth
    seats = tuple((player["name"], player["colour"]) for player in truth["players"])
    desk.start(NewGame("carcassonne", truth["rules"], "box", seats, truth["options"], by_hand=True))
    for move in entered:
        desk.declare(move, desk.snapshot().version)
    camera.at, camera.upto = (truth["moves"][len(entered) - 1 + at]["shown_to"] for at in (0, 1))
    desk.set_by_hand(False, desk.snapshot().version)
    return until(desk, lambda now: now.phase in ("proposal", "asking"))


pytestmark = pytest.mark.skipif(not REAL.exists(), reason="the recorded sessions are not part of the program")


def test_the_camera_reads_on_where_turns_were_entered(desk, camera, session, moves):
    now = take_over(desk, camera, session, moves[:BY_HAND])
    assert (now.phase, now.moves) == ("proposal", BY_HAND)
    desk.press("confirm", now.version)
    read = desk.document(now.game)["moves"]
    assert list(map(RULES.load_move, read)) == list(map(RULES.load_move, moves[: BY_HAND + 1]))


def test_a_figure_that_nobody_entered_is_asked_about(desk, camera, session, moves):
    entered = [{k: v for k, v in move.items() if k != "meeple"} for move in moves[:2]]
    now = take_over(desk, camera, session, [*entered, *moves[2:BY_HAND]])
    now = until(desk, lambda now: now.phase == "asking")
    says = "Blue has a figure 1 west and 1 south of the start tile that was not recorded."
    assert now.says.startswith(says)
    assert now.moves == BY_HAND
