"""Games that are taken away or lost, and disks that fail: noticed before anything is confirmed, and told."""

import errno
import os
import shutil

import pytest

from firmware.errors import StoreError
from firmware.store.backups import backup_files, restore_backup
from firmware.store.store import open_store
from tests.firmware.kept_turns import START, keep_twenty, mounted, play, turn


@pytest.fixture
def data(tmp_path):
    return keep_twenty(tmp_path)


# --- files that are taken away while the program uses them -----------------------------------------


def take_away(file):
    file.unlink()


def replace_by_an_empty_one(file):
    file.unlink()
    file.touch()


def replace_by_a_copy(file):
    content = file.read_bytes()
    file.unlink()
    file.write_bytes(content)


@pytest.mark.parametrize("name", ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm"])
@pytest.mark.parametrize("spoil", [take_away, replace_by_an_empty_one, replace_by_a_copy])
def test_once_a_file_of_the_games_is_not_where_it_was_nothing_more_is_acknowledged(data, name, spoil):
    with open_store(data) as store:
        store.append("1", [turn(20)])
        assert store.trouble() == ""
        spoil(data / name)
        for keep in (
            lambda: store.append("1", [turn(21)]),
            lambda: store.begin(START),
            lambda: store.remember("1", {}),
        ):
            with pytest.raises(StoreError, match="while tablekeeper uses it, so nothing more is kept"):
                keep()
        assert "start it again" in store.trouble()
    with open_store(data) as store:
        numbers = [event.body["number"] for event in store.events("1")[1:]]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) == 21 or (name, spoil) == ("games.sqlite", replace_by_a_copy)


def test_a_folder_that_is_moved_away_is_noticed_and_goes_on_once_it_is_back(data):
    with open_store(data) as store:
        away = data.with_name("away")
        data.rename(away)
        with pytest.raises(StoreError, match="was taken away"):
            store.append("1", [turn(20)])
        data.mkdir()
        with pytest.raises(StoreError, match="was taken away"):
            store.append("1", [turn(20)])
        shutil.rmtree(data)
        away.rename(data)
        assert store.trouble() == ""
        store.append("1", [turn(20)])
    with open_store(data) as store:
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(21))


def test_a_folder_that_is_deleted_and_made_anew_is_given_everything_that_was_confirmed(data):
    with open_store(data) as store:
        store.append("1", [turn(20)])
        shutil.rmtree(data)
        data.mkdir()
        with pytest.raises(StoreError, match=r"is in the backup games-0001\.sqlite"):
            store.append("1", [turn(21)])
    with open_store(data) as store:
        assert "was missing. 22 entries of 1 game were saved" in store.says
        assert len(store.events("1")) == 22


def test_what_is_taken_away_just_as_it_is_kept_is_not_acknowledged_and_comes_only_once(data, monkeypatch):
    with open_store(data) as store:
        here = store._files
        answers = iter([here, (None, None, None), (None, None, None)])
        monkeypatch.setattr("firmware.store.store.same_files", lambda file: next(answers, here))
        for _ in range(2):
            with pytest.raises(StoreError, match="was taken away"):
                store.append("1", [turn(20)])
    with open_store(data) as store:
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(21))


# --- what was confirmed and is gone ----------------------------------------------------------------


def test_a_log_that_is_lost_after_a_kill_is_noticed_and_told_once(data):
    play(data, 20, 5)
    (data / "games.sqlite-wal").unlink()
    with open_store(data) as store:
        assert "holds 5 entries fewer than were confirmed" in store.says
        assert len(store.events("1")) == 21
    with open_store(data) as store:
        assert store.says == ""


def test_what_a_lost_log_held_is_taken_from_the_backup_as_far_as_that_goes(data):
    play(data, 20, 5)
    play(data, 25, 3)  # its start backed five of them up
    (data / "games.sqlite-wal").unlink()
    with open_store(data) as store:
        assert "fewer than were confirmed" in store.says
        assert "5 were saved with the help of the backup" in store.says
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(25))


def test_the_games_of_another_table_are_not_mixed_with_those_of_a_backup(data, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    with open_store(other, wall_clock=lambda: 1.0) as store:
        store.append(store.begin(START), [turn(number) for number in range(3)])
    for name in ("games.sqlite", "games.sqlite-wal"):
        (data / name).unlink(missing_ok=True)
    shutil.copy(other / "games.sqlite", data)
    with open_store(data) as store:
        assert "fewer than were confirmed" in store.says
        assert len(store.events("1")) == 4


def test_a_game_that_was_deleted_or_a_backup_that_was_put_back_is_missed_by_nobody(data):
    with open_store(data) as store:
        store.append(store.begin(START), [turn(0)])
        store.remove("1")
    with open_store(data) as store:
        assert store.says == ""
    restore_backup(data, backup_files(data)[0].name)
    with open_store(data) as store:
        assert store.says == ""


def test_a_count_that_is_damaged_or_missing_accuses_nobody(data):
    for spoil in (bytes(22), b"9" * 22, b"", None):
        (data / "games.count").unlink()
        if spoil is not None:
            (data / "games.count").write_bytes(spoil)
        with open_store(data) as store:
            assert store.says == ""
            store.append("1", [turn(len(store.events("1")) - 1)])


def test_games_that_begin_anew_without_any_backup_are_said_loudly(data):
    for file in [*backup_files(data), data / "games.sqlite"]:
        file.unlink()
    with open_store(data) as store:
        assert "all games begin anew" in store.says
    with open_store(data) as store:
        assert store.says == ""


def test_a_first_start_says_nothing(tmp_path):
    with open_store(tmp_path) as store:
        assert store.says == ""


# --- the disk --------------------------------------------------------------------------------------


def test_a_full_disk_or_one_that_can_only_be_read_is_told_without_a_turn(tmp_path):
    with mounted(tmp_path / "disk", 4000) as disk, open_store(disk) as store:
        store.append(store.begin(START), [turn(0)])
        assert store.trouble() == ""
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(os.statvfs(disk).f_bavail * 4096 - 40_000))
        assert "The disk is full" in store.trouble()
        ballast.unlink()
        assert store.trouble() == ""


def test_a_disk_that_the_system_has_made_one_to_be_read_only_is_told_without_a_turn(data, monkeypatch):
    flags = os.statvfs_result((4096, 4096, 10**6, 10**6, 10**6, 1, 1, 1, os.ST_RDONLY, 255))
    with open_store(data) as store:
        monkeypatch.setattr(os, "statvfs", lambda folder: flags)
        assert "can only be read" in store.trouble()


def test_a_disk_that_fails_is_told_without_a_turn(data, monkeypatch):
    def fail(handle):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("firmware.store.receipt.PROBE_S", 0.0)
    with open_store(data) as store:
        assert store.trouble() == ""
        monkeypatch.setattr(os, "fsync", fail)
        assert store.trouble() == "The disk fails: input/output error. Nothing confirmed is lost."
