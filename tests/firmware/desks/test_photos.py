import errno
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import cv2
import msgspec
import numpy as np
import pytest

from firmware.desks import photos as photos_module
from firmware.desks.photos import PhotoFolder
from firmware.images.darkroom import OpenDarkroom
from firmware.store import files
from firmware.store.atomic_write import write_whole
from firmware.store.quarantine import Aside
from scoring.games import load
from scoring.referee.contracts.refusals import (
    BadPhotoError,
    BadPrintsError,
    BusyError,
    NotHereError,
    StaleError,
)
from vision.errors import NoTableError, PrintsError

RULES = load("carcassonne")
BOARD = {"format": "tablekeeper.board/1", "tiles": [{"cell": [0, 0], "face": "D", "turns": 0}]}


class OneTileReader:
    """Sees one tile, when it may; what it raises can be set."""

    def __init__(self):
        self.may_finish = threading.Event()
        self.may_finish.set()
        self.error = None
        self.seen = []

    def read(self, image, prints, *, progress, **_):
        progress("Finding the tiles", 0.5)
        assert self.may_finish.wait(20)
        self.seen.append(image.shape)
        if self.error:
            raise self.error
        return RULES.load_board(BOARD)


def picture(height=60, width=80, kind=".jpg"):
    image = np.full((height, width, 3), 120, np.uint8)
    image[:, : width // 2] = 40
    return cv2.imencode(kind, image)[1].tobytes()


def find_prints(name):
    if name != "box":
        raise BadPrintsError("There is no such print set.")
    return b"prints"


@pytest.fixture
def reader():
    return OneTileReader()


@pytest.fixture
def open_desk(tmp_path, reader):
    """Open a desk on the same folder, again and again as after a restart."""
    workers = []

    def build(**settings):
        workers.append(ThreadPoolExecutor(1))
        return PhotoFolder(
            tmp_path, find_prints, workers[-1], darkroom=OpenDarkroom(lambda _: reader), **settings
        )

    yield build
    reader.may_finish.set()
    for worker in workers:
        worker.shutdown(cancel_futures=True)


def settle(desk, id):
    for _ in range(500):
        if desk.ticket(id).state in ("read", "failed"):
            return desk.ticket(id)
        time.sleep(0.01)
    return pytest.fail("The reading never ended.")


def submit(desk, image=None):
    return desk.submit(image or picture(), "carcassonne", "box")


def changed(table):
    return msgspec.structs.replace(table, version=table.version + 1, rules="leaflet-004")


def test_a_photo_is_read_and_kept(open_desk):
    desk = open_desk()
    id = submit(desk)
    assert settle(desk, id).state == "read"
    assert desk.table(id).board["tiles"][0]["face"] == "D"
    assert desk.table(id).version == 0
    assert [ticket.id for ticket in desk.tickets()] == [id]


def test_corrections_survive_a_restart(open_desk):
    desk = open_desk()
    id = submit(desk)
    settle(desk, id)
    desk.save(id, changed(desk.table(id)))
    again = open_desk()
    assert again.ticket(id).state == "read"
    assert again.table(id).rules == "leaflet-004"
    assert again.table(id).version == 1


def test_a_reading_that_a_restart_interrupted_is_done_afterwards(open_desk, reader, tmp_path):
    desk = open_desk()
    reader.may_finish.clear()
    id = submit(desk)
    while desk.ticket(id).state != "reading":
        time.sleep(0.01)
    interrupted = (tmp_path / id / "ticket.json").read_bytes()
    reader.may_finish.set()
    settle(desk, id)
    (tmp_path / id / "ticket.json").write_bytes(interrupted)
    (tmp_path / id / "table.json").unlink()
    assert settle(open_desk(), id).state == "read"
    assert len(reader.seen) == 2


def test_what_a_power_cut_left_half_stored_is_cleared_away(open_desk, tmp_path):
    half = tmp_path / "20260101-120000-abcdef"
    half.mkdir()
    (half / "photo").write_bytes(b"half")
    assert open_desk().tickets() == []
    assert not half.exists()


def test_a_ticket_that_cannot_be_understood_is_set_aside_with_its_photo_and_said_once(open_desk, tmp_path):
    strange, said = tmp_path / "20260101-120000-abcdef", []
    strange.mkdir()
    (strange / "ticket.json").write_bytes(b"{")
    for _ in range(2):
        assert open_desk(aside=Aside(tmp_path, said.append)).tickets() == []
    assert (tmp_path / "set-aside" / strange.name / "ticket.json").read_bytes() == b"{"
    assert [strange.name in says for says in said] == [True]


def test_a_table_that_cannot_be_understood_is_set_aside_and_its_photo_read_anew(open_desk, reader, tmp_path):
    desk = open_desk()
    id = submit(desk)
    settle(desk, id)
    (tmp_path / id / "table.json").write_bytes(b'{"board": {"tiles": 3}}')
    again = open_desk(aside=Aside(tmp_path))
    with pytest.raises(NotHereError):
        again.table(id)
    assert settle(again, id).state == "read"
    assert again.table(id).board["tiles"][0]["face"] == "D"
    assert len(reader.seen) == 2
    assert (tmp_path / "set-aside" / id / "table.json").exists()


@pytest.mark.parametrize("refused", ["table.json", "ticket.json"])
def test_a_reading_that_a_full_disk_does_not_take_ends_with_a_sentence(open_desk, monkeypatch, refused):
    desk, full = open_desk(), True

    def write(file, data):
        if full and file.name == refused and b'"waiting"' not in data:
            raise OSError(errno.ENOSPC, "full")
        write_whole(file, data)

    for module in (photos_module, files):
        monkeypatch.setattr(module, "write_whole", write)
    id = submit(desk)
    assert settle(desk, id).says == "What was read cannot be kept: the disk is full."
    full = False
    assert settle(desk, submit(desk)).state == "read"
    assert settle(open_desk(), id).state == "read"


def test_a_correction_that_a_full_disk_does_not_take_is_a_sentence(open_desk, monkeypatch):
    desk = open_desk()
    id = submit(desk)
    settle(desk, id)
    table = desk.table(id)

    def refuse(file, data):
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as disk:
        for module in (photos_module, files):
            disk.setattr(module, "write_whole", refuse)
        with pytest.raises(BusyError, match="the disk is full"):
            desk.save(id, changed(table))
    desk.save(id, changed(table))
    assert desk.table(id).version == 1


def test_a_later_save_from_an_older_version_is_refused(open_desk):
    desk = open_desk()
    id = submit(desk)
    settle(desk, id)
    read = desk.table(id)
    desk.save(id, changed(read))
    with pytest.raises(StaleError):
        desk.save(id, changed(read))


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (NoTableError("none"), "No board was found in this picture"),
        (PrintsError("These prints are of another game."), "These prints are of another game."),
        (ZeroDivisionError("inner workings"), "fault in the program"),
    ],
)
def test_a_reading_that_fails_says_why_in_a_sentence(open_desk, reader, error, says):
    desk = open_desk()
    reader.error = error
    ticket = settle(desk, submit(desk))
    assert ticket.state == "failed"
    assert says in ticket.says
    assert "inner workings" not in ticket.says
    reader.error = None
    assert settle(desk, submit(desk)).state == "read"


def test_more_photos_than_can_wait_are_refused(open_desk, reader):
    desk = open_desk(max_waiting=2)
    reader.may_finish.clear()
    submit(desk), submit(desk)
    with pytest.raises(BusyError, match="2 photos are waiting"):
        submit(desk)


def test_the_oldest_photo_nobody_corrected_makes_room(open_desk):
    times = iter(range(1000, 9000))
    size = len(picture())
    desk = open_desk(clock=lambda: next(times), max_bytes=14 * size)
    first = submit(desk)
    settle(desk, first)
    desk.save(first, changed(desk.table(first)))
    others = []
    for _ in range(12):
        others.append(submit(desk))
        settle(desk, others[-1])
    kept = {ticket.id for ticket in desk.tickets()}
    assert first in kept
    assert others[0] not in kept
    assert others[-1] in kept


def test_a_folder_full_of_corrected_photos_takes_no_more(open_desk):
    desk = open_desk(max_bytes=2 * len(picture()))
    id = submit(desk)
    settle(desk, id)
    desk.save(id, changed(desk.table(id)))
    with pytest.raises(BusyError, match="no room"):
        submit(desk)


def test_a_full_disk_is_said_and_leaves_nothing_behind(open_desk, tmp_path, monkeypatch):
    def refuse(path, data):
        raise OSError(28, "No space left on device")

    desk = open_desk()
    for module in (photos_module, files):
        monkeypatch.setattr(module, "write_whole", refuse)
    with pytest.raises(BusyError, match="disk is full"):
        submit(desk)
    assert list(tmp_path.iterdir()) == []
    assert desk.tickets() == []


def test_prints_that_are_not_there_are_refused_at_once(open_desk):
    with pytest.raises(BadPrintsError):
        open_desk().submit(picture(), "carcassonne", "another")


def test_a_bad_picture_is_refused_at_once(open_desk):
    with pytest.raises(BadPhotoError):
        submit(open_desk(), b"no picture")


@pytest.mark.parametrize("id", ["", "..", "20260101-120000-abcdef", "/etc"])
def test_a_photo_that_is_not_here_is_said_to_be_so(open_desk, id):
    desk = open_desk()
    for ask in (desk.ticket, desk.photo, desk.table, desk.remove):
        with pytest.raises(NotHereError):
            ask(id)


def test_a_photo_deleted_while_it_is_read_stays_deleted(open_desk, reader, tmp_path):
    desk = open_desk()
    reader.may_finish.clear()
    id = submit(desk)
    while desk.ticket(id).state != "reading":
        time.sleep(0.01)
    desk.remove(id)
    reader.may_finish.set()
    settle(desk, submit(desk))
    assert len(desk.tickets()) == 1
    assert not (tmp_path / id).exists()


def test_the_small_picture_is_upright(open_desk):
    """A camera held upright stores the picture lying and says so (EXIF orientation 6)."""
    orientation = b"\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"
    exif = b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01" + orientation + bytes(4)
    lying = picture(60, 80)
    upright = lying[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + lying[2:]
    desk = open_desk()
    id = submit(desk, upright)
    settle(desk, id)
    shown = cv2.imdecode(np.frombuffer(desk.photo(id), np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape[:2] == (80, 60)
