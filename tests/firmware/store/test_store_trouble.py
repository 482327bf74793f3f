"""Full disks, disks that can only be read, and damaged files: said in a sentence, nothing confirmed lost."""

import os
import random
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from firmware.errors import StoreError
from firmware.store.backups import backup_files, mend
from firmware.store.database import create, is_whole, open_games
from firmware.store.store import open_store, read_store
from scoring.referee.store import Event
from tests.firmware.kept_turns import START, eventually, keep_twenty, mounted, play, turn
from tests.some import some


@pytest.fixture
def data(tmp_path):
    return keep_twenty(tmp_path)


def keep_on(store, game):
    for number in range(1000):
        store.append(game, [turn(number)])


def test_a_full_file_refuses_a_turn_and_takes_it_when_there_is_room(data):
    with open_store(data) as store:
        games = store._games
        pages = games.execute("PRAGMA page_count").fetchone()[0]
        games.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="the disk is full"):
            store.append("1", [turn(number) for number in range(20, 40)])
        assert len(store.events("1")) == 21
        games.execute("PRAGMA max_page_count = 100000")
        store.append("1", [turn(number) for number in range(20, 40)])
    with open_store(data) as store:
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(40))


def test_a_full_disk_loses_nothing_and_the_game_goes_on_when_there_is_room(tmp_path):
    with mounted(tmp_path / "disk", 600) as disk, open_store(disk) as store:
        game = store.begin(START)
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(250_000))
        with pytest.raises(StoreError, match=r"no room|disk is full"):
            keep_on(store, game)
        kept = len(store.events(game)) - 1
        with pytest.raises(StoreError):
            store.append(game, [turn(kept)])
        ballast.unlink()
        store.append(game, [turn(kept)])
        assert [event.body["number"] for event in store.events(game)[1:]] == list(range(kept + 1))


def test_a_full_disk_forgoes_a_backup_and_says_so(tmp_path):
    with mounted(tmp_path / "disk", 600) as disk, open_store(disk) as store:
        game = store.begin(START)
        store.append(game, [turn(number) for number in range(50)])
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(os.statvfs(disk).f_bavail * 4096 - 40_000))
        store.append(game, [Event("game_ended", {})])
        eventually(lambda: store.says.startswith("No backup could be made"))
        assert len(store.events(game)) == 52
        ballast.unlink()
        store.back_up()
        assert len(backup_files(disk)) == 1
        assert store.says == ""


def test_a_disk_without_any_room_is_said_at_the_start_and_harms_nothing(tmp_path):
    with mounted(tmp_path / "disk", 600) as disk:
        with open_store(disk) as store:
            store.append(store.begin(START), [turn(0)])
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(os.statvfs(disk).f_bavail * 4096))
        with pytest.raises(StoreError, match=r"no room|disk is full"):
            open_store(disk)
        ballast.unlink()
        with open_store(disk) as store:
            assert store.events("1") == (START, turn(0))
            assert store.says == ""


def test_a_disk_that_can_only_be_read_is_said_and_still_read(tmp_path):
    with mounted(tmp_path / "disk", 600) as disk:
        with open_store(disk) as store:
            store.append(store.begin(START), [turn(0)])
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with pytest.raises(StoreError, match="disk can only be read"):
            open_store(disk)
        with read_store(disk) as store:
            assert store.events("1") == (START, turn(0))


def test_a_folder_that_may_not_be_changed_is_said(tmp_path, monkeypatch):
    def refuse(*args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("firmware.store.database.put_in_place", refuse)
    with pytest.raises(StoreError, match="cannot be made: you have no permission"):
        open_store(tmp_path)


def damage_by_cutting(file, chance):
    """Cut the file somewhere, as a disk does that lied about having written it."""
    with file.open("rb+") as opened:
        opened.truncate(chance.randrange(file.stat().st_size))


def damage_by_flipping(file, chance):
    """Flip a byte in each page but the first."""
    content = bytearray(file.read_bytes())
    for start in range(4096, len(content), 4096):
        content[start + chance.randrange(4096)] ^= 0xFF
    file.write_bytes(content)


def damage_the_beginning(file, chance):
    """Write over the beginning, as another program might."""
    with file.open("rb+") as opened:
        opened.write(chance.randbytes(5000))


@pytest.mark.parametrize("damage", [damage_by_cutting, damage_by_flipping, damage_the_beginning])
@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_file_is_set_aside_and_what_is_left_is_saved(data, damage, seed):
    file = data / "games.sqlite"
    damage(file, random.Random(seed))
    broken = file.read_bytes()
    with open_store(data) as store:
        numbers = [event.body["number"] for event in store.events("1")[1:]]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) >= 10  # the backup's
        if store.says:
            assert "games-0001.sqlite" in store.says
            assert (data / "games.damaged-1.sqlite").read_bytes() == broken
        else:
            assert len(numbers) == 20  # what was hit held nothing
    with open_store(data) as store:
        assert store.says == ""
        assert len(store.events("1")) == len(numbers) + 1


def test_wherever_a_byte_is_hit_the_store_opens_and_holds_a_good_beginning(data):
    file = data / "games.sqlite"
    whole = file.read_bytes()
    chance = random.Random(5)
    spots = [*range(16, 100, 4), *(chance.randrange(len(whole)) for _ in range(60))]
    for spot in some(spots):
        content = bytearray(whole)
        content[spot] ^= 0x81
        file.write_bytes(content)
        with open_store(data) as store:
            numbers = [event.body["number"] for event in store.events("1")[1:]]
        assert numbers == list(range(len(numbers))), spot
        assert len(numbers) >= 10, spot
        for backup in backup_files(data)[1:]:
            backup.unlink()


def test_turns_that_no_backup_has_are_saved_from_the_damaged_file(data):
    file = data / "games.sqlite"
    content = file.read_bytes()
    at = content.index(b'"number":3,')
    file.write_bytes(content[:at] + b'"number":8,' + content[at + 11 :])
    with open_store(data) as store:
        assert "damaged" in store.says
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(20))


def test_a_changed_letter_that_sqlite_takes_for_good_is_found(data):
    file = data / "games.sqlite"
    file.write_bytes(file.read_bytes().replace(b'"number":19,', b'"number":91,'))
    assert not is_whole(file)


def test_a_missing_event_is_found(data):
    with closing(open_games(data / "games.sqlite", write=True)) as games, games:
        games.execute("DELETE FROM events WHERE place = 7")
    assert not is_whole(data / "games.sqlite")


def test_without_a_backup_the_readable_beginning_is_saved(data):
    for backup in backup_files(data):
        backup.unlink()
    file = data / "games.sqlite"
    file.write_bytes(file.read_bytes().replace(b'"number":15,', b'"number":99,'))
    with open_store(data) as store:
        assert "is kept as games.damaged-1.sqlite" in store.says
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(15))


def test_where_nothing_can_be_read_it_is_said_that_games_are_kept_anew(data):
    for backup in backup_files(data):
        backup.unlink()
    (data / "games.sqlite").write_bytes(b"nothing" * 1000)
    with open_store(data) as store:
        assert store.says.endswith("Games are kept in a new file.")
        assert not store.games()


def test_a_damaged_backup_is_passed_over(data):
    with open_store(data) as store:
        store.append("1", [turn(20)])
        store.back_up()
    older, newest = backup_files(data)[-2:]
    newest.write_bytes(b"nothing")
    (data / "games.sqlite").write_bytes(b"nothing" * 1000)
    with open_store(data) as store:
        assert older.name in store.says
        assert len(store.events("1")) == 21


def test_a_missing_or_emptied_file_is_taken_from_the_backup(data):
    for spoil in (Path.unlink, lambda file: file.write_bytes(b"")):
        spoil(data / "games.sqlite")
        assert "was missing" in mend(data)
        with open_store(data) as store:
            assert len(store.events("1")) >= 11


def test_turns_in_the_log_of_a_killed_program_are_not_lost(data):
    play(data, 20, 5)
    assert (data / "games.sqlite-wal").stat().st_size > 0
    with open_store(data) as store:
        assert len(store.events("1")) == 26


@pytest.mark.parametrize("cut_bytes", [1, 24, 4000, 4120])
def test_a_log_that_broke_off_in_its_last_turn_holds_all_turns_before(data, tmp_path, cut_bytes):
    play(data, 20, 5)
    log = data / "games.sqlite-wal"
    log.write_bytes(log.read_bytes()[:-cut_bytes])
    with open_store(data) as store:
        assert "holds 1 entry fewer than were confirmed" in store.says
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(24))


def test_an_older_log_is_never_played_into_a_new_file(data):
    play(data, 20, 5)
    (data / "games.sqlite").unlink()
    with open_store(data) as store:
        assert "was missing" in store.says
        assert len(store.events("1")) == 21  # the backup that was made when the last program started


def test_a_file_damaged_while_its_log_holds_turns_gives_both(data):
    play(data, 20, 5)
    file = data / "games.sqlite"
    file.write_bytes(file.read_bytes().replace(b'"number":3,', b'"number":8,'))
    with open_store(data) as store:
        assert [event.body["number"] for event in store.events("1")[1:]] == list(range(25))


def test_a_half_made_file_is_made_anew(tmp_path):
    (tmp_path / ".games.sqlite.new").write_bytes(b"half")
    (tmp_path / ".games.sqlite.new-journal").write_bytes(b"half")
    create(tmp_path / "games.sqlite")
    assert is_whole(tmp_path / "games.sqlite")


def test_a_file_of_a_newer_program_is_left_alone(data):
    file = data / "games.sqlite"
    with closing(open_games(file, write=True)) as games:
        games.execute("PRAGMA user_version = 2")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer tablekeeper"):
        open_store(data)
    assert file.read_bytes() == before
