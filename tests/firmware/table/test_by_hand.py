"""The live table where turns are entered on a phone: by choice, or while no camera is there."""

import pytest
from msgspec.structs import replace

from firmware.errors import CameraError
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from tests.firmware.told import (
    MOVES,
    NEW,
    RULES,
    PacedCamera,
    Panel,
    ToldReader,
    find_prints,
    played,
    propose,
    table,
)
from tests.waiting import until

BY_HAND = replace(NEW, by_hand=True)


@pytest.fixture
def camera():
    return PacedCamera()


@pytest.fixture
def readers():
    """The readers that were asked for."""
    return []


@pytest.fixture
def games(readers):
    def reader(game):
        readers.append(ToldReader())
        return readers[-1]

    return Games(lambda game: RULES, reader, find_prints)


@pytest.fixture
def make_table(tmp_path, camera, games):
    with open_store(tmp_path) as store:
        yield lambda: Table(camera, store, lambda post: Panel(), games)


@pytest.fixture
def desk(make_table):
    with make_table() as desk:
        yield desk


def test_a_game_by_hand_never_looks_at_the_camera_and_gets_no_reader_ready(desk, camera, readers):
    desk.start(BY_HAND)
    camera.images += played(1)
    for move in MOVES[:2]:
        desk.declare(RULES.dump_move(move), desk.snapshot().version)
    desk.press("undo", desk.snapshot().version)
    now = desk.snapshot()
    assert (now.phase, now.moves, now.by_hand, camera.given) == ("waiting", 1, True, 0)
    assert now.says == "Ben lays a tile; it is entered on a phone."
    assert readers == []
    desk.press("end", now.version)
    assert desk.snapshot().phase == "ended"


def test_a_game_by_hand_goes_on_by_hand_after_a_restart(make_table):
    with make_table() as desk:
        desk.start(BY_HAND)
        desk.declare(RULES.dump_move(MOVES[0]), desk.snapshot().version)
    with make_table() as desk:
        assert (desk.snapshot().by_hand, desk.snapshot().moves) == (True, 1)


def test_turns_entered_while_the_camera_is_away_stand_when_it_is_back(desk, camera):
    desk.start(NEW)
    propose(desk, camera, 1)
    desk.press("confirm", desk.snapshot().version)
    camera.images += [CameraError("The camera is gone; check its cable.")] * 4000
    until(desk, lambda now: now.phase == "lost")
    desk.declare(RULES.dump_move(MOVES[1]), desk.snapshot().version)
    assert desk.snapshot().phase == "waiting", "who plays on without the camera is not told any more"
    camera.images[camera.taken :] = [table(2)] * 6
    back = until(desk, lambda now: not now.by_hand)
    assert "A camera looks on from now on." in back.log
    assert propose(desk, camera, 3).moves == 2


OVER = "The pictures have ended; turns are entered on a phone."


def test_once_the_pictures_have_ended_it_is_said_and_turns_are_entered_on_a_phone(desk, camera):
    camera.images += played(1)
    desk.start(NEW)
    until(desk, lambda now: now.phase == "proposal")
    camera.is_over = True
    now = until(desk, lambda now: now.by_hand)
    assert now.says == f"{OVER} Is that the turn? Then confirm it."
    desk.press("confirm", now.version)
    until(desk, lambda now: now.moves == 1)
    for move in MOVES[1:3]:
        desk.declare(RULES.dump_move(move), desk.snapshot().version)
    now = desk.snapshot()
    assert (now.phase, now.moves, now.by_hand) == ("waiting", 3, True)
    assert now.says.startswith(OVER), "what the last picture does not show is not gone from the table"
    desk.press("end", now.version)
    assert until(desk, lambda now: now.phase == "ended").says.startswith("The game has ended.")


def test_pictures_that_end_while_the_table_is_paused_are_told_as_it_goes_on(desk, camera):
    desk.start(NEW)
    desk.press("pause", desk.snapshot().version)
    camera.is_over = True
    until(desk, lambda now: now.by_hand)
    desk.press("resume", desk.snapshot().version)
    assert desk.snapshot().says.startswith(OVER)


class LateCamera(PacedCamera):
    """Is not there until it is plugged in."""

    is_plugged = False

    @property
    def says(self):
        return "A camera" if self.is_plugged else ""

    def take(self, timeout_s):
        frame = super().take(timeout_s)
        if not self.is_plugged:
            raise CameraError("No camera is there.")
        return frame


@pytest.fixture
def late(games, tmp_path):
    camera = LateCamera()
    with open_store(tmp_path) as store, Table(camera, store, lambda post: Panel(), games) as desk:
        yield camera, desk


def test_a_game_begun_without_a_camera_is_followed_once_one_is_plugged_in(late):
    camera, desk = late
    desk.start(NEW)
    desk.declare(RULES.dump_move(MOVES[0]), desk.snapshot().version)
    now = desk.snapshot()
    assert (now.phase, now.by_hand, now.camera) == ("waiting", True, "")
    assert "camera" not in now.says
    camera.images += [table(1)] * 3
    camera.is_plugged = True
    assert until(desk, lambda now: not now.by_hand).camera == "A camera"
    assert propose(desk, camera, 2).moves == 1


def test_a_camera_plugged_in_before_a_game_is_told_of(late):
    camera, desk = late
    assert desk.snapshot().camera == ""
    camera.is_plugged = True
    assert until(desk, lambda now: now.camera == "A camera").phase == "none"


def test_a_game_begun_by_hand_goes_on_with_the_camera_and_back(desk, camera, readers):
    desk.start(BY_HAND)
    desk.declare(RULES.dump_move(MOVES[0]), desk.snapshot().version)
    camera.images += [table(1)] * 6
    desk.set_by_hand(False, desk.snapshot().version)
    assert not desk.snapshot().by_hand
    assert propose(desk, camera, 2).moves == 1
    desk.press("confirm", desk.snapshot().version)
    assert len(readers) == 1
    desk.set_by_hand(True, desk.snapshot().version)
    given = camera.given
    desk.declare(RULES.dump_move(MOVES[2]), desk.snapshot().version)
    now = desk.snapshot()
    assert (now.moves, now.by_hand, now.phase) == (3, True, "waiting")
    assert camera.given <= given + 2, "the camera is left alone"
    desk.set_by_hand(False, now.version)
    assert propose(desk, camera, 4).moves == 3
    assert len(readers) == 1, "the box stays ready"


def test_a_game_handed_over_goes_on_so_after_a_restart(make_table):
    with make_table() as desk:
        desk.start(NEW)
        desk.set_by_hand(True, desk.snapshot().version)
    with make_table() as desk:
        assert desk.snapshot().by_hand


def test_a_camera_that_is_not_there_any_more_is_told_of_and_turns_are_entered_on(desk, camera):
    desk.start(BY_HAND)
    camera.images += [CameraError("The camera is gone; check its cable.")] * 4000
    desk.set_by_hand(False, desk.snapshot().version)
    lost = until(desk, lambda now: now.phase == "lost")
    assert lost.by_hand
    desk.declare(RULES.dump_move(MOVES[0]), desk.snapshot().version)
    assert desk.snapshot().moves == 1


def test_a_camera_whose_box_was_deleted_says_so_and_the_game_goes_on_by_hand(tmp_path, camera):
    boxes = {"mybox": b"prints"}

    def find(name):
        return boxes[name] if name in boxes else find_prints("another")

    games = Games(lambda game: RULES, lambda game: ToldReader(), find)
    with open_store(tmp_path) as store, Table(camera, store, lambda post: Panel(), games) as desk:
        desk.start(BY_HAND)
        boxes.clear()
        desk.set_by_hand(False, desk.snapshot().version)
        until(desk, lambda now: "There is no box called" in now.says)
        desk.set_by_hand(True, desk.snapshot().version)
        desk.declare(RULES.dump_move(MOVES[0]), desk.snapshot().version)
        now = desk.snapshot()
        assert (now.moves, now.says) == (1, "Ben lays a tile; it is entered on a phone.")
