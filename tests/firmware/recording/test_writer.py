"""Recording: whole games that can be watched, the oldest giving way, and never at the game's cost."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from firmware.recording.session import About, read_session
from firmware.recording.writer import Pace, Recorder, StorageRoom, recordings
from firmware.store.quarantine import Aside
from scoring.game import PlayerSeat

ABOUT = About(
    game="carcassonne",
    rules="leaflet-004",
    players=(PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")),
    size_px=(64, 48),
    prints="mybox",
    recorded="7",
)
CHANCE = np.random.default_rng(1)


def picture():
    return CHANCE.integers(0, 255, (24, 32, 3), np.uint8)


def game(turns):
    moves = [{"player": "red", "face": "D", "cell": [turn, 0]} for turn in range(turns)]
    return {"format": "tablekeeper.game/1", "game": "carcassonne", "moves": moves, "ended": False}


def record(recorder, seconds, *, first=0, is_still=False):
    rate = 5
    for number in range(first, first + round(seconds * rate)):
        recorder.add(number, 500.0 + number / rate, picture(), is_still=is_still)


def due(seconds, *, rate=10, is_still):
    """Give the times of the frames that are to be recorded, of a table that moves until it lies still."""
    pace = Pace()
    times = [number / rate for number in range(round(seconds * rate))]
    return [at_s for at_s in times if pace.is_due(at_s, is_still=is_still(at_s))]


@pytest.fixture
def room(tmp_path):
    return StorageRoom(tmp_path / "recordings", reserve_bytes=0)


def test_a_recording_is_a_session_that_reads_back(room):
    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 2.0)
    session = read_session(room.folder / "0001")
    assert session.about == ABOUT
    assert [frame.at_s for frame in session.frames] == pytest.approx([number / 5 for number in range(10)])
    assert all(cv2.imread(str(frame.file)).shape == (24, 32, 3) for frame in session.frames)


def test_the_session_says_that_it_shows_views(room):
    Recorder(room, replace(ABOUT, shows="views")).close()
    assert json.loads((room.folder / "0001" / "session.json").read_text())["shows"] == "views"


def test_a_table_that_lies_still_is_recorded_less_and_less():
    times = due(61.0, is_still=lambda at_s: at_s >= 1.0)
    assert sum(1.0 <= at_s <= 1.6 for at_s in times) >= 3  # a still window worth reading
    assert len(times) < 45


def test_a_table_at_which_something_moves_is_recorded_five_times_a_second():
    assert len(due(10.0, rate=30, is_still=lambda at_s: False)) == 50


def test_a_table_that_lies_still_again_is_recorded_anew_as_a_still_window():
    pace = Pace()
    times = [number / 5 for number in range(50)]
    before = [pace.is_due(at_s, is_still=True) for at_s in times]
    pace.stir()
    after = [pace.is_due(10.0 + at_s, is_still=True) for at_s in times]
    assert after[:4] == before[:4] == [True] * 4


def test_the_truth_names_the_frames_that_show_each_turn(room):
    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 1.0)
        record(recorder, 1.0, first=5, is_still=True)
        recorder.tell(game(1), number=7)
        record(recorder, 1.0, first=10)
        record(recorder, 1.0, first=15, is_still=True)
        recorder.tell(game(2), number=17)
    truth = read_session(room.folder / "0001").truth
    assert [(move["shown_from"], move["shown_to"]) for move in truth["moves"]] == [(7, 9), (17, 19)]
    assert truth["moves"][1]["cell"] == [1, 0]


def test_a_turn_taken_back_is_shown_where_it_was_read_again(room):
    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 4.0)
        recorder.tell(game(1), number=3)
        recorder.tell(game(2), number=6)
        recorder.tell(game(1), number=9)
        recorder.tell(game(2), number=12)
    truth = read_session(room.folder / "0001").truth
    assert [move["shown_from"] for move in truth["moves"]] == [3, 12]


def test_the_truth_so_far_survives_a_kill(room):
    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 1.0)
        recorder.tell(game(1), number=2)
        assert len(read_session(room.folder / "0001").truth["moves"]) == 1


def test_the_recording_of_a_game_goes_on_when_the_program_starts_again(room, tmp_path):
    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 2.0)
        recorder.tell(game(1), number=4)
    with closing(
        Recorder(StorageRoom(tmp_path / "recordings", reserve_bytes=0), ABOUT, goes_on=True)
    ) as recorder:
        record(recorder, 2.0)
        recorder.tell(game(2), number=5)
    session = read_session(room.folder / "0001")
    times = [frame.at_s for frame in session.frames]
    assert len(times) == 20
    assert times == sorted(times)
    assert [move["shown_from"] for move in session.truth["moves"]] == [4, 15]


@pytest.mark.parametrize(
    "damaged",
    [b'{"moves": [{"shown_from": 4}, {}]}', b'{"moves": 7}', b'{"moves": [{"shown_to": "x"}]}', b"\xff"],
)
def test_a_recording_goes_on_whatever_became_of_its_truth(room, tmp_path, damaged):
    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 2.0)
        recorder.tell(game(2), number=4)
    truth, said = room.folder / "0001" / "truth.json", []
    truth.write_bytes(damaged)
    again = StorageRoom(room.folder, reserve_bytes=0, aside=Aside(tmp_path, said.append))
    with closing(Recorder(again, ABOUT, goes_on=True)) as recorder:
        record(recorder, 2.0)
        recorder.tell(game(2), number=5)
    assert recorder.says == ""
    session = read_session(room.folder / "0001")
    assert (len(session.frames), len(session.truth["moves"])) == (20, 2)
    aside = tmp_path / "set-aside" / "recordings" / "0001" / "truth.json"
    assert aside.exists() == (len(said) == 1) == (b"shown_from" not in damaged)


def test_a_list_of_frames_that_broke_off_is_read_as_far_as_it_goes(room, tmp_path):
    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 2.0)
    with (room.folder / "0001" / "frames.csv").open("a") as frames:
        frames.write("0000\0\0")
    said = []
    again = StorageRoom(room.folder, reserve_bytes=0, aside=Aside(tmp_path, said.append))
    with closing(Recorder(again, ABOUT, goes_on=True)) as recorder:
        record(recorder, 1.0)
    assert (recorder.says, said) == ("", [])
    assert [place.name for place in recordings(room.folder)] == ["0001"]


def test_another_game_gets_a_recording_of_its_own(room):
    for about in (ABOUT, replace(ABOUT, recorded="8")):
        with closing(Recorder(room, about, goes_on=True)) as recorder:
            record(recorder, 1.0)
    assert [place.name for place in recordings(room.folder)] == ["0001", "0002"]


def test_the_oldest_recordings_go_first(tmp_path):
    for number in range(5):
        room = StorageRoom(tmp_path, cap_bytes=40_000, reserve_bytes=0)
        with closing(Recorder(room, replace(ABOUT, recorded=str(number)))) as recorder:
            record(recorder, 2.0)
        assert recorder.says == ""
    kept = [place.name for place in recordings(tmp_path)]
    assert kept == [f"{number:04d}" for number in range(6 - len(kept), 6)]
    assert 1 < len(kept) < 5
    assert sum(file.stat().st_size for file in tmp_path.rglob("*.jpg")) <= 40_000


def test_a_recording_that_was_deleted_with_its_game_is_not_missed(tmp_path):
    folder = tmp_path / "recordings"
    with closing(Recorder(StorageRoom(folder, reserve_bytes=0), ABOUT)) as recorder:
        record(recorder, 4.0)
    with closing(
        Recorder(StorageRoom(folder, cap_bytes=60_000, reserve_bytes=0), replace(ABOUT, recorded="8"))
    ) as recorder:
        shutil.rmtree(folder / "0001")
        record(recorder, 4.0)
        assert recorder.says == ""


def test_a_recording_that_takes_all_the_room_stops_and_says_so_once(tmp_path):
    with closing(Recorder(StorageRoom(tmp_path, cap_bytes=5_000, reserve_bytes=0), ABOUT)) as recorder:
        record(recorder, 10.0)
        assert recorder.says == "The game goes on, but is no longer recorded: the disk is full."
        recorder.tell(game(1), number=1)
    assert 1 <= len(read_session(tmp_path / "0001").frames) < 10


def test_room_is_left_on_the_disk_for_the_games(tmp_path):
    with closing(Recorder(StorageRoom(tmp_path, reserve_bytes=10**15), ABOUT)) as recorder:
        record(recorder, 1.0)
    assert "no longer recorded" in recorder.says
    assert read_session(tmp_path / "0001").frames == ()


def test_a_disk_that_fails_ends_the_recording_and_not_the_game(room, monkeypatch):
    def fail(*args):
        raise OSError(30, "Read-only file system")

    with closing(Recorder(room, ABOUT)) as recorder:
        record(recorder, 1.0)
        monkeypatch.setattr(Path, "write_bytes", fail)
        record(recorder, 1.0, first=10)
        recorder.tell(game(1), number=1)
    assert recorder.says == "The game goes on, but is no longer recorded: the disk can only be read."
    assert len(read_session(room.folder / "0001").frames) == 5


def test_a_folder_that_cannot_be_made_ends_the_recording_and_not_the_game(tmp_path):
    (tmp_path / "recordings").write_text("a file")
    with closing(Recorder(StorageRoom(tmp_path / "recordings" / "here"), ABOUT)) as recorder:
        record(recorder, 1.0)
        recorder.tell(game(1), number=1)
    assert recorder.says == "The game goes on, but is no longer recorded: part of the path is not a folder."
