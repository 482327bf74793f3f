"""Games recorded beside the live table: what lies on the disk afterwards, never at the game's cost."""

import threading
import time

import cv2
import numpy as np
import pytest

from firmware.panel import NoPanel
from firmware.recording.session import read_session
from firmware.recording.writer import Recorder, recordings
from firmware.store.store import open_store
from firmware.table.recorder import Recordings
from firmware.table.worker import Games, Table
from scoring.referee.contracts.table import NewGame
from tests.firmware.told import MOVES, RULES, ToldCamera, ToldReader, played
from tests.waiting import until

NEW = NewGame("carcassonne", "leaflet-004", "mybox", (("Ann", "red"), ("Ben", "blue")), hands_free=True)
TURNS = 5
SIDE_PX = 12


class PlacingReader(ToldReader):
    """Also tells where the tiles lie: as on the drawn table, 12 pixels each."""

    def look(self, image, known, state, memory, visits=0):
        sight, shown = super().look(image, known, state, memory, visits)
        at_mm = {item.spot: item.at_mm for item in RULES.picture(state).placed if item.spot}
        quads = {spot: square(*at) for spot, at in at_mm.items() if spot.startswith("tile:")}
        return sight._replace(quads_px=quads), shown


def square(x_mm, y_mm):
    x, y = 160 + x_mm * SIDE_PX / 45, 90 + y_mm * SIDE_PX / 45
    half = SIDE_PX / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


class SlowCamera(ToldCamera):
    """Leaves the table time between two frames; at the end the table lies still until it is let go."""

    def __init__(self, images):
        super().__init__(images)
        self.may_end = threading.Event()

    def take(self, timeout_s):
        time.sleep(0.01)
        if self.taken == len(self.images) and not self.may_end.is_set():
            self.images.append(self.images[-1])
        return super().take(timeout_s)


@pytest.fixture
def play(tmp_path):
    """Play some turns of a game that is recorded; a game that has begun goes on."""

    def play(shows, first=0, turns=TURNS):
        camera = SlowCamera(played(turns, first))
        with open_store(tmp_path) as store:
            games = Games(lambda game: RULES, lambda game: PlacingReader(), lambda name: b"prints")
            table = Table(
                camera, store, lambda post: NoPanel(""), games, shows and Recordings(tmp_path, shows)
            )
            with table:
                if not store.games():
                    table.start(NEW)
                until(table, lambda now: now.moves == turns - 1 and now.proposal)
                table.press_now("confirm")
                return until(table, lambda now: now.moves == turns)

    return play


def sessions(data):
    return [read_session(folder) for folder in recordings(data / "recordings")]


def test_whole_frames_with_the_truth_are_recorded(play, tmp_path):
    play("frames")
    [session] = sessions(tmp_path)
    about = session.about
    assert (about.shows, about.prints, about.recorded, about.size_px) == ("frames", "mybox", "1", (320, 180))
    assert [move["cell"] for move in session.truth["moves"]] == [list(move.cell) for move in MOVES[:TURNS]]
    for turn, move in enumerate(session.truth["moves"], 1):
        shown = cv2.imread(str(session.frames[move["shown_from"]].file))
        assert shown.shape == (180, 320, 3)
        assert round(float(shown[2:6, 2:6].mean()) / 10) == turn


def test_views_show_the_same_part_of_the_table_and_never_a_hand(play, tmp_path):
    play("views")
    [session] = sessions(tmp_path)
    views = [cv2.imread(str(frame.file)) for frame in session.frames]
    assert session.about.shows == "views"
    assert len(session.truth["moves"]) == TURNS
    assert len({view.shape for view in views}) == 1
    skin = np.array((120, 150, 215))
    assert not any((np.abs(view.astype(int) - skin).max(axis=2) < 20).any() for view in views)


def test_a_game_that_goes_on_goes_on_in_its_recording(play, tmp_path):
    play("frames")
    play("frames", first=TURNS, turns=TURNS + 2)
    [session] = sessions(tmp_path)
    assert len(session.truth["moves"]) == TURNS + 2
    spans = [move["shown_from"] for move in session.truth["moves"]]
    assert spans == sorted(spans)


def test_nothing_is_recorded_unless_it_is_wanted(play, tmp_path):
    play(None)
    assert not (tmp_path / "recordings").exists()


def test_a_disk_that_refuses_the_recording_is_said_once_and_the_game_goes_on(play, tmp_path):
    (tmp_path / "recordings").write_text("in the way")
    now = play("frames")
    assert now.moves == TURNS
    assert sum("no longer recorded" in line for line in now.log) == 1


def test_a_slow_disk_leaves_frames_out_and_never_holds_the_game_up(play, tmp_path, monkeypatch):
    may_write = threading.Event()
    add = Recorder.add

    def wait(self, *args, **named):
        may_write.wait(20)
        add(self, *args, **named)

    monkeypatch.setattr(Recorder, "add", wait)
    letting_go = threading.Timer(4.0, may_write.set)  # closing the table waits for the disk
    letting_go.start()
    assert play("frames", turns=3).moves == 3
    may_write.set()
    letting_go.join()
    [session] = sessions(tmp_path)
    assert 1 <= len(session.frames) <= 4
