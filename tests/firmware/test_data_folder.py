"""Where the data folder is, and what a print set may be called."""

import os
import stat
from pathlib import Path

import pytest

from firmware.data_folder import clear_places, close_to_others, data_folder, make_data_folder
from firmware.errors import CommandError, InputError
from firmware.print_sets import set_folder
from firmware.store.files import read_file
from firmware.store.quarantine import Aside


def test_the_named_folder_goes_before_the_variable_and_that_before_the_users_own(tmp_path):
    environ = {"TABLEKEEPER_DATA": "/b", "XDG_DATA_HOME": "/c"}
    assert data_folder("/a", environ) == Path("/a")
    assert data_folder(None, environ) == Path("/b")
    assert data_folder(None, {**environ, "TABLEKEEPER_DATA": ""}) == Path("/c/tablekeeper")


def test_a_relative_xdg_folder_is_passed_over(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")
    assert data_folder(None, {"XDG_DATA_HOME": "here"}) == Path("/home/ann/.local/share/tablekeeper")


def test_without_any_home_the_folder_must_be_named(monkeypatch):
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(InputError, match="--data DIR"):
        data_folder(None, {})


@pytest.mark.parametrize("name", ["mybox", "My box (2nd)", "Sch\u00f6ne Kiste", "C1.phone", "a" * 40])
def test_a_set_may_have_a_friendly_name(name):
    assert set_folder(Path("/data"), name) == Path("/data/prints") / name


@pytest.mark.parametrize("name", ["", ".", "..", ".hidden", "-x", "a\nb", "a\0b", "a" * 41, " box"])
def test_a_name_that_could_leave_the_folder_is_refused(name):
    with pytest.raises(InputError, match="cannot be called"):
        set_folder(Path("/data"), name)


def test_a_name_with_a_slash_is_a_folder():
    assert set_folder(Path("/data"), "./here") == Path("here")


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(CommandError, match=r"no permission\. Name another with --data"):
        make_data_folder(tmp_path)
    flags = os.statvfs_result((4096, 4096, 10**6, 10**6, 10**6, 1, 1, 1, os.ST_RDONLY, 255))
    monkeypatch.setattr(os, "statvfs", lambda path: flags)
    with pytest.raises(CommandError, match=r"its disk can only be read now\. Name another with --data"):
        make_data_folder(tmp_path)


def mode(file):
    return stat.S_IMODE(file.stat().st_mode)


def test_what_is_ours_is_closed_to_others_and_nothing_else_is(tmp_path):
    data = tmp_path / "data"
    names = ("keys.json", "games.sqlite", "games.damaged-1.sqlite", "photos/1/photo", "recordings/1/0.jpg")
    for name in names:
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_bytes(b"x")
        (data / name).chmod(0o644)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"x")
    elsewhere.chmod(0o644)
    (data / "photos" / "link").symlink_to(elsewhere)
    close_to_others(data)
    assert [mode(data / name) for name in names] == [0o600] * len(names)
    assert {mode(place) for place in (data, *data.rglob("*")) if place.is_dir()} == {0o700}
    assert mode(elsewhere) == 0o644


def test_a_folder_in_which_somebody_keeps_something_else_stays_open_and_so_does_that(tmp_path):
    data = tmp_path / "data"
    (data / "photos").mkdir(parents=True)
    (data / "thesis.odt").write_bytes(b"x")
    data.chmod(0o755)
    (data / "thesis.odt").chmod(0o644)
    close_to_others(data)
    assert (mode(data), mode(data / "thesis.odt"), mode(data / "photos")) == (0o755, 0o644, 0o700)


def test_what_lies_where_ours_belongs_and_is_none_is_set_aside(tmp_path):
    said = []
    (tmp_path / "photos").write_bytes(b"a file")
    (tmp_path / "keys.json").mkdir()
    (tmp_path / "recordings").mkdir()
    (tmp_path / "recordings" / "0001").write_bytes(b"a file")
    (tmp_path / "games.sqlite").symlink_to("nowhere")
    clear_places(tmp_path, Aside(tmp_path, said.append))
    aside = tmp_path / "set-aside"
    assert sorted(str(each.relative_to(aside)) for each in aside.rglob("*")) == [
        "games.sqlite",
        "keys.json",
        "photos",
        "recordings",
        "recordings/0001",
    ]
    assert len(said) == 4


def test_what_is_set_aside_twice_has_a_name_each_and_a_file_in_the_way_stops_nobody(tmp_path):
    (tmp_path / "set-aside").write_bytes(b"a file")
    aside = Aside(tmp_path)
    for _ in range(2):
        (tmp_path / "keys.json").write_bytes(b"")
        aside.put(tmp_path / "keys.json", "It is empty.")
    assert sorted(each.name for each in (tmp_path / "set-aside-2").iterdir()) == ["keys-2.json", "keys.json"]


def test_what_is_deleted_while_it_is_read_is_not_set_aside(tmp_path):
    file, said = tmp_path / "boards/one/lesson.json", []
    file.parent.mkdir(parents=True)
    file.write_text("{}")

    def read(file):
        file.unlink()
        return read_file(file)

    assert Aside(tmp_path, said.append).read(file, read, whole=file.parent) is None
    assert not said
    assert file.parent.exists()
