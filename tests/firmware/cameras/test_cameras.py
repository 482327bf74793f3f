"""What every camera does, tried on all that can be had without a device; recordings in their own time."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from firmware.cameras.recorded.folder import FolderRecording, open_small
from firmware.cameras.recorded.painted import PaintedTable, about_demo, write_demo
from firmware.cameras.recorded.playback import PlayedCamera, Stops
from firmware.cameras.recorded.video import VideoRecording
from firmware.cameras.thumbnail import make_small
from firmware.errors import InputError

SIZE = (640, 360)
LEVELS = (40, 90, 140, 190, 240)
"""How bright each frame of our recordings is, so that it can be told which one is shown."""


def picture(level):
    return np.full((*SIZE[::-1], 3), (level, level // 2, 10), np.uint8)


def level_of(image):
    return min(LEVELS, key=lambda level: abs(level - float(image[..., 0].mean())))


class Time:
    """A clock that goes on only when somebody waits."""

    def __init__(self):
        self.now_s = 100.0

    def __call__(self):
        return self.now_s

    def wait(self, seconds):
        assert seconds > 0
        self.now_s += seconds


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def folder(tmp_path):
    """Pictures whose names say in which order they were taken, and a file that is none."""
    for number, level in enumerate(LEVELS):
        (tmp_path / f"{number}.png").write_bytes(cv2.imencode(".png", picture(level))[1].tobytes())
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


@pytest.fixture
def video(tmp_path):
    file = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 5, SIZE)
    for level in LEVELS:
        writer.write(picture(level))
    writer.release()
    return file


@pytest.fixture(scope="module")
def demo():
    return write_demo("carcassonne", 1)


@pytest.fixture(params=["folder", "video", "demo"])
def recording(request):
    given = request.getfixturevalue(request.param)
    kinds = {"folder": FolderRecording, "video": VideoRecording, "demo": PaintedTable}
    recording = kinds[request.param](given)
    yield recording
    recording.close()


@pytest.fixture(params=["own time", "as fast as taken"])
def camera(request, recording, time):
    return PlayedCamera(recording, time if request.param == "own time" else None, time.wait)


def test_it_says_what_it_is(camera):
    assert camera.says
    assert len(camera.says) < 200


def test_frames_are_numbered_and_timed_and_come_in_both_sizes(camera):
    frames = [camera.take(5) for _ in range(4)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    assert all(before.at_s < after.at_s for before, after in pairwise(frames))
    full, small = frames[-1].full(), frames[-1].small
    assert (full.dtype, full.ndim, full.shape[2]) == (np.uint8, 3, 3)
    assert small.shape[1] == 320
    np.testing.assert_allclose(full.mean((0, 1)), small.mean((0, 1)), atol=3)


def test_what_is_recorded_holds_its_light_anyway(camera):
    camera.take(1)
    assert camera.hold() == ()


@pytest.mark.parametrize("kind", [FolderRecording, VideoRecording])
def test_a_recording_ends_and_stays_ended(kind, folder, video):
    camera = PlayedCamera(kind(folder if kind is FolderRecording else video), None)
    levels = [level_of(camera.take(1).full()) for _ in LEVELS]
    assert levels == list(LEVELS)
    assert camera.take(1) is None
    assert (camera.take(1), camera.says) == (None, ""), "no picture comes of it any more"
    camera.close()


def test_frames_are_shown_when_they_were_taken(folder, time):
    camera = PlayedCamera(FolderRecording(folder), time, time.wait)
    shown = [(time.now_s, camera.take(2)) for _ in LEVELS]
    assert [frame.at_s for _, frame in shown] == [0, 1, 2, 3, 4]
    assert time.now_s == 104


def test_frames_that_come_too_late_are_left_out(folder, time):
    camera = PlayedCamera(FolderRecording(folder), time, time.wait)
    assert camera.take(2).number == 0
    time.now_s += 3.5
    late = camera.take(2)
    assert (late.number, level_of(late.full())) == (3, LEVELS[3])


def test_a_recording_waits_where_it_may_not_pass_while_its_table_is_watched_on(folder, time):
    open_gates = []
    stops = Stops((2,), lambda index: bool(open_gates))
    camera = PlayedCamera(FolderRecording(folder), time, time.wait, stops)
    frames = [camera.take(1) for _ in range(6)]
    assert [frame.number for frame in frames] == [0, 1, 1, 1, 1, 1]
    assert all(before.at_s < after.at_s for before, after in pairwise(frames))
    open_gates.append("open")
    assert [camera.take(2).number for _ in range(3)] == [2, 3, 4]


def test_a_recording_that_is_late_passes_no_stop_unasked(folder, time):
    camera = PlayedCamera(FolderRecording(folder), time, time.wait, Stops((2,), lambda index: False))
    camera.take(1)
    time.now_s += 60
    assert camera.take(1).number == 1


def test_between_two_frames_the_table_looks_as_it_did(folder, time):
    camera = PlayedCamera(FolderRecording(folder), time, time.wait)
    first = camera.take(0.3)
    again = [camera.take(0.4) for _ in range(2)]
    assert [frame.number for frame in again] == [first.number] * 2
    assert [frame.at_s for frame in again] == pytest.approx([0.4, 0.8])
    assert level_of(again[-1].full()) == LEVELS[0]
    assert level_of(camera.take(0.4).full()) == LEVELS[1]


def test_a_sessions_times_and_players_are_its_own(folder):
    about = '{"format": "tablekeeper.session/1", "game": "carcassonne", "rules": "leaflet-001", "players": '
    (folder / "session.json").write_text(
        f'{about}[{{"name": "Ann", "colour": "red"}}], "size_px": [640, 360]}}'
    )
    (folder / "frames.csv").write_text("file,at_s\n4.png,10.0\n2.png,10.2\n")
    recording = FolderRecording(folder)
    assert (recording.times_s, recording.about.players[0].name) == ([10.0, 10.2], "Ann")
    assert level_of(recording.shot(0).full()) == LEVELS[4]
    (folder / "frames.csv").write_text("file,at_s\n4.png,10.2\n2.png,10.0\n")
    with pytest.raises(InputError, match="run backwards"):
        FolderRecording(folder)


def test_a_folder_without_pictures_is_a_sentence(tmp_path):
    with pytest.raises(InputError, match="holds no pictures; name a recorded session"):
        FolderRecording(tmp_path)
    with pytest.raises(InputError, match="cannot be looked into: there is no such file or folder"):
        FolderRecording(tmp_path / "nowhere")


def test_a_file_that_is_no_video_is_a_sentence(tmp_path):
    (tmp_path / "talk.mp4").write_bytes(b"not a video at all")
    with pytest.raises(InputError, match="is not a video that can be played here"):
        VideoRecording(tmp_path / "talk.mp4")
    (tmp_path / "talk.jpg").write_bytes(b"not a picture either")
    with pytest.raises(InputError, match="is not a video that can be played here"):
        VideoRecording(tmp_path / "talk.jpg")
    with pytest.raises(InputError, match="no such file"):
        VideoRecording(tmp_path / "none.mp4")


def test_the_demo_paints_what_its_game_says(demo):
    about, table = about_demo(demo), PaintedTable(demo)
    assert (about.game, about.size_px) == ("carcassonne", (1152, 648))
    assert len(about.players) >= 2
    empty, later = (table.shot(number).full() for number in (0, len(table.times_s) // 2))
    assert empty.shape == later.shape == (648, 1152, 3)
    assert np.abs(empty.astype(int) - later).mean() > 5


def test_a_picture_opened_small_shows_what_the_full_one_shows():
    x, y = np.meshgrid(np.arange(2304), np.arange(1296))
    scene = np.dstack([x * 255 // 2303, y * 255 // 1295, (x + y) % 256 // 2]).astype(np.uint8)
    data = cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    plain = cv2.resize(scene, (320, 180), interpolation=cv2.INTER_AREA)
    for small in (open_small(data), make_small(scene)):
        assert small.shape == (180, 320, 3)
        assert np.abs(small.astype(int) - plain).mean() < 2


def test_a_damaged_picture_in_a_recording_names_its_file(folder):
    (folder / "1.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4))
    camera = PlayedCamera(FolderRecording(folder), None)
    camera.take(1)
    with pytest.raises(InputError, match=r"1\.png: This is not a picture"):
        camera.take(1)


def test_a_picture_that_is_small_already_stays_as_it_is():
    image = np.zeros((100, 200, 3), np.uint8)
    assert make_small(image) is image
