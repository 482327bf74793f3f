"""Where the data folder is, and what a print set may be called."""

import os
from pathlib import Path

import pytest

from firmware.data import data_folder, make_data_folder
from firmware.errors import CommandError, InputError
from firmware.prints import set_folder


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
