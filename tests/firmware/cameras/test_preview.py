"""Looking through the table's camera: glimpses that cost the worker nothing until somebody asks."""

import threading

import cv2
import numpy as np
import pytest

from firmware.cameras.quality.preview import FRESH_S, WANTED_S, CameraChecks, Previews
from firmware.errors import CameraError
from firmware.ports import Frame
from firmware.store.names import names_in
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring.referee.contracts.refusals import NotHereError, RefusedError
from scoring.referee.contracts.table import NewGame
from tests.firmware.told import RULES, ToldCamera, ToldReader, played, table

NEW = NewGame("carcassonne", "leaflet-004", "mybox", (("Ann", "red"), ("Blue", "blue")))
TILE = ((40.0, 40.0), (80.0, 40.0), (80.0, 80.0), (40.0, 80.0))


class Clock:
    """Stands still until a test moves it."""

    now_s = 100.0

    def __call__(self):
        return self.now_s


class Worker:
    """Shows frames to glimpses until it is told to stop, and counts how many were opened in full."""

    def __init__(self, glimpses, camera):
        self.previews = glimpses
        self.camera = camera
        self.opened = 0
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.ending.set()
        self.thread.join()

    def work(self):
        while not self.ending.wait(0.002):
            try:
                image = self.camera()
            except CameraError as error:
                self.previews.miss(str(error))
            else:
                self.previews.show(Frame(0, 0.0, image, lambda image=image: self.open(image)))

    def open(self, image):
        self.opened += 1
        return image


def lost():
    raise CameraError("The camera is gone; plug it in again.")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def glimpses(clock):
    return Previews(clock)


def test_no_frame_is_opened_while_nobody_asks(glimpses):
    opened = []
    for _ in range(3):
        glimpses.show(Frame(0, 0.0, table(0), lambda: opened.append(1)))
    assert opened == []
    assert not glimpses.is_wanted


def test_a_glimpse_stays_as_it_was_when_the_camera_goes_on(glimpses):
    image = table(1)
    with Worker(glimpses, lambda: image):
        seen = glimpses.look(5)
    image[:] = 0
    assert np.array_equal(seen.image, table(1))


def test_many_phones_that_ask_at_once_share_one_glimpse(glimpses, clock):
    with Worker(glimpses, lambda: table(1)) as worker:
        numbers = [glimpses.look(5).number for _ in range(5)]
        assert worker.opened == 1
        clock.now_s += FRESH_S
        assert glimpses.look(5).number == numbers[0] + 1


def test_after_the_last_one_asked_no_frames_are_wanted_any_more(glimpses, clock):
    with Worker(glimpses, lambda: table(1)):
        glimpses.look(5)
    assert glimpses.is_wanted
    clock.now_s += WANTED_S
    assert not glimpses.is_wanted


def test_a_worker_that_is_busy_shows_what_it_showed_last(glimpses, clock):
    with Worker(glimpses, lambda: table(1)):
        first = glimpses.look(5)
    clock.now_s += 60
    assert glimpses.look(0) is first


def test_a_camera_that_is_gone_says_so_and_one_that_sent_nothing_too(glimpses, clock):
    with pytest.raises(RefusedError, match="no picture yet"):
        glimpses.look(0)
    with Worker(glimpses, lost), pytest.raises(RefusedError, match="plug it in"):
        glimpses.look(5)
    clock.now_s += 60
    with Worker(glimpses, lambda: table(1)):
        assert glimpses.look(5).number >= 1  # a quick worker may show another before the page wakes


def test_a_check_tells_focus_light_and_where_things_lie(glimpses):
    checks = CameraChecks(glimpses, lambda: "a camera", lambda: {"tile:0,0": TILE})
    with pytest.raises(NotHereError):
        checks.picture()
    with Worker(glimpses, lambda: table(5)):
        check = checks.check()
    assert (check.camera, check.size_px, check.best) == ("a camera", (320, 180), check.focus)
    assert [finding.what for finding in check.findings] == [
        "focus",
        "brightness",
        "glare",
        "evenness",
        "colour",
    ]
    assert [outline.corners_px for outline in check.outlines] == [TILE]
    picture = cv2.imdecode(np.frombuffer(checks.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (180, 320, 3)


def test_the_best_focus_is_remembered_when_the_lens_is_turned_away(glimpses, clock):
    checks = CameraChecks(glimpses, str, dict)
    images = [table(5)]
    with Worker(glimpses, lambda: images[-1]):
        sharp = checks.check()
        images.append(cv2.GaussianBlur(table(5), (0, 0), 3))
        clock.now_s += FRESH_S
        soft = checks.check()
    assert soft.focus < sharp.focus == soft.best
    assert soft.findings[0].grade != "good"


class EndlessCamera(ToldCamera):
    """Shows the table as it lies, for ever, after what was prepared."""

    def take(self, timeout_s):
        return super().take(timeout_s) or Frame(self.taken, 0.2 * self.taken, table(0), lambda: table(0))


@pytest.fixture
def make_table(tmp_path):
    def make(images=(), camera=None):
        games = Games(lambda game: RULES, lambda game: ToldReader(), lambda name: b"prints")
        panel = type("Panel", (), {"show": print, "sound": print, "close": lambda self: None})()
        return Table(camera or EndlessCamera(images), open_store(tmp_path), lambda post: panel, games)

    return make


def test_the_camera_can_be_checked_before_a_game_and_is_left_alone_otherwise(make_table):
    camera = EndlessCamera(())
    with make_table(camera=camera) as desk:
        assert camera.taken == 0
        assert desk.previews.look(5).image.shape == (180, 320, 3)
        assert desk.quads_px() == {}


def test_the_camera_can_be_checked_while_a_game_is_followed(make_table):
    with make_table(played(1)) as desk:
        desk.start(NEW)
        now = desk.snapshot()
        while now.phase != "proposal":
            now = desk.wait(now.version, 5)
        assert desk.previews.look(5).image.shape == (180, 320, 3)


def test_who_played_is_remembered_with_the_last_first_and_without_bare_colours(tmp_path, make_table):
    with make_table() as desk:
        desk.start(NEW)
    with open_store(tmp_path) as store:
        event = store.events("1")[0]
        setup = event.body["setup"]
        players = [{"name": "Cleo", "colour": "green"}, *setup["players"]]
        store.begin(event._replace(body=event.body | {"setup": setup | {"players": players}}))
        assert names_in(store) == ("Cleo", "Ann")
