"""Print sets as the page keeps them: handed out, taken in, deleted, and never from under a game."""

import errno
import time
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from firmware.build import set_in_play
from firmware.desks.prints import LessonFolder
from firmware.errors import InputError, StoreError
from firmware.store.atomic_write import write_whole
from firmware.store.store import open_store
from scoring.referee.contracts.prints import MAX_SET_BYTES, TileLabel
from scoring.referee.contracts.refusals import BadPrintsError, BusyError, NotHereError, RefusedError
from scoring.referee.store import Event

NO_NAMES = [
    "",
    " ",
    ".",
    "..",
    "/",
    "../up",
    "a/b",
    "a\\b",
    ".hidden",
    "a\0b",
    "a\nb\x1b",
    "x" * 41,
    "x" * 200,
]
BEGAN = Event("game_started", {"game": "carcassonne", "prints": "mybox"})
ENDED = Event("game_ended", {})


@pytest.fixture
def folder(learned, reader):
    """A data folder with one learned set, called "mybox", and the desk over it."""
    with ThreadPoolExecutor(1) as worker:
        yield LessonFolder(
            learned, worker, load_reader=lambda game: reader, in_play=lambda: set_in_play(learned)
        )


def names(folder):
    return [each.name for each in folder.print_sets("carcassonne")]


def test_a_set_that_was_handed_out_comes_back_as_it_was(folder):
    kept = folder.hand_out("mybox")
    folder.remove("mybox")
    assert names(folder) == []
    folder.take_in("mybox", kept)
    assert names(folder) == ["mybox"]
    assert folder.find_prints("mybox") == folder.hand_out("mybox") == b"prints A0 B0"


def test_a_set_of_another_table_is_used_under_the_name_it_is_given(folder):
    folder.take_in("  Grüne   Schachtel (1) ", b"prints C0")
    assert names(folder) == ["Grüne Schachtel (1)", "mybox"]


def test_a_name_that_is_taken_is_refused_and_its_set_stays(folder):
    with pytest.raises(BadPrintsError, match="already a box called 'mybox'"):
        folder.take_in("mybox", b"prints C0")
    assert folder.find_prints("mybox") == b"prints A0 B0"


def test_pictures_with_labels_have_taken_their_name_too(folder, learned):
    box = learned / "prints" / "pictures"
    box.mkdir()
    (box / "labels.csv").write_text("file,face,turns\n")
    with pytest.raises(BadPrintsError, match="already a box"):
        folder.take_in("pictures", b"prints C0")


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_is_none_is_refused_everywhere_and_nothing_is_written(folder, learned, name):
    before = sorted(learned.rglob("*"))
    with pytest.raises(BadPrintsError, match="up to 40 letters"):
        folder.take_in(name, b"prints C0")
    for do in (folder.hand_out, folder.remove):
        with pytest.raises(NotHereError, match="no box called"):
            do(name)
    assert sorted(learned.rglob("*")) == before


@pytest.mark.parametrize("prints", [b"", b"\xff\xd8\xff", b"nonsense"])
def test_a_file_that_is_no_print_set_is_refused_and_leaves_nothing(folder, learned, prints):
    with pytest.raises(BadPrintsError, match="no box of a game"):
        folder.take_in("other", prints)
    assert not (learned / "prints" / "other").exists()


def test_a_file_that_is_too_large_is_refused_unread(folder, reader, monkeypatch):
    monkeypatch.setattr(reader, "describe", None)
    with pytest.raises(BadPrintsError, match="larger than 20 MB"):
        folder.take_in("other", bytes(MAX_SET_BYTES + 1))


def test_a_disk_that_takes_nothing_is_told(folder, learned):
    (learned / "prints" / "other").write_bytes(b"in the way")
    with pytest.raises(BusyError, match="cannot be kept"):
        folder.take_in("other", b"prints C0")


def test_deleting_a_set_leaves_what_somebody_else_keeps_there(folder, learned):
    box = learned / "prints" / "mybox"
    (box / "tile.jpg").write_bytes(b"a picture")
    folder.remove("mybox")
    assert [file.name for file in box.iterdir()] == ["tile.jpg"]
    folder.take_in("mybox", b"prints C0")
    assert names(folder) == ["mybox"]


def test_a_set_is_not_deleted_while_its_game_is_played_or_could_go_on(folder, learned):
    with open_store(learned) as store:
        game = store.begin(BEGAN)
        with pytest.raises(RefusedError, match="has not ended is played with this box"):
            folder.remove("mybox")
    with pytest.raises(RefusedError):  # the table is off, and goes on with this game when it is on again
        folder.remove("mybox")
    with open_store(learned) as store:
        store.append(game, [ENDED])
    folder.remove("mybox")
    assert names(folder) == []


def test_a_game_that_goes_on_after_its_end_keeps_its_set(folder, learned):
    with open_store(learned) as store:
        store.append(store.begin(BEGAN), [ENDED, Event("turn_undone", {})])
        with pytest.raises(RefusedError):
            folder.remove("mybox")


def test_only_the_last_game_can_go_on_and_only_with_its_own_set(folder, learned):
    folder.take_in("other", b"prints C0")
    with open_store(learned) as store:
        store.begin(BEGAN)
        store.begin(Event("game_started", {"game": "carcassonne", "prints": "other"}))
        folder.remove("mybox")
        with pytest.raises(RefusedError):
            folder.remove("other")
    assert names(folder) == ["other"]


def test_nothing_is_deleted_while_nobody_can_tell_what_is_played(learned, reader):
    def unknown():
        raise StoreError("The games cannot be read.")

    with ThreadPoolExecutor(1) as worker:
        folder = LessonFolder(learned, worker, load_reader=lambda game: reader, in_play=unknown)
        with pytest.raises(RefusedError, match="cannot be read"):
            folder.remove("mybox")
    assert names(folder) == ["mybox"]


def test_what_a_game_taught_of_a_new_box_is_a_set_with_a_number(folder):
    assert folder.find_prints("") is None
    assert folder.keep_taught("", b"first") == "Box 1"
    assert folder.keep_taught("", b"second") == "Box 2"
    assert folder.find_prints("Box 1") == b"first"


def test_what_a_game_taught_of_a_known_box_is_in_its_set(folder):
    assert folder.keep_taught("mybox", b"more") == "mybox"
    assert folder.find_prints("mybox") == b"more"


def test_what_a_game_taught_is_refused_in_a_sentence_where_it_cannot_be_kept(folder, learned, monkeypatch):
    def full(file, data):
        raise OSError(28, "No space left on device")

    before = folder.find_prints("mybox")
    monkeypatch.setattr("firmware.desks.prints.write_whole", full)
    with pytest.raises(BusyError, match="cannot be kept"):
        folder.keep_taught("mybox", b"more")
    assert folder.find_prints("mybox") == before


def begun(folder, name="new box"):
    picture = cv2.imencode(".jpg", np.full((60, 60, 3), 99, np.uint8))[1].tobytes()
    return folder.begin("carcassonne", name, [picture, picture])


def learned_of(folder, id):
    folder.label(id, 0, TileLabel("D", 0))
    folder.learn(id)
    for _ in range(500):
        if folder.lesson(id).state in ("learned", "failed"):
            break
        time.sleep(0.01)
    return folder.lesson(id)


def test_pictures_that_a_full_disk_does_not_take_are_a_sentence_and_leave_nothing(folder, learned, full_disk):
    for refused in ("1.jpg", "lesson.json"):
        full_disk.add(refused)
        with pytest.raises(BusyError, match="The pictures cannot be kept: the disk is full"):
            begun(folder)
        assert list((learned / "lessons").iterdir()) == []
        full_disk.clear()
    assert learned_of(folder, begun(folder)).state == "learned"


@pytest.mark.parametrize("refused", ["prints.msgpack", "lesson.json"])
def test_a_box_that_a_full_disk_does_not_take_is_a_sentence_and_learned_once_there_is_room(
    folder, full_disk, refused, monkeypatch
):
    id = begun(folder)
    learning = LessonFolder._learn

    def fill(*args):
        full_disk.update({refused, "lesson.json"})
        learning(*args)

    monkeypatch.setattr(LessonFolder, "_learn", fill)
    lesson = learned_of(folder, id)
    assert lesson.state == ("failed" if refused == "prints.msgpack" else "learned")
    assert ("the disk is full" in lesson.says) == (refused == "prints.msgpack")
    monkeypatch.setattr(LessonFolder, "_learn", learning)
    full_disk.clear()
    if lesson.state == "failed":
        assert learned_of(folder, id).state == "learned"
    assert learned_of(folder, begun(folder, "third box")).state == "learned"


@pytest.fixture
def full_disk(monkeypatch):
    """The names of files that the disk has no room for."""
    names = set()

    def write(file, data):
        if file.name in names:
            raise OSError(errno.ENOSPC, "full")
        write_whole(file, data)

    for module in ("firmware.desks.prints", "firmware.store.files"):
        monkeypatch.setattr(f"{module}.write_whole", write)
    return names


def test_a_box_that_the_disk_does_not_give_is_a_sentence_for_the_game_and_for_whoever_saves_it(
    folder, monkeypatch
):
    def fail(*_):
        raise InputError("prints.msgpack cannot be read: input/output error.")

    monkeypatch.setattr("firmware.print_sets.read_data_file", fail)
    for give in (folder.find_prints, folder.hand_out):
        with pytest.raises(BadPrintsError, match="input/output error"):
            give("mybox")
    assert folder.print_sets("carcassonne") == ()
