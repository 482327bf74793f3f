"""A version on trial: it stays if it is well, else all is as it was, whenever the power goes."""

import json
import shutil
from itertools import count

import pytest

from firmware.appliance import guard
from firmware.appliance.guard import ATTEMPTS, begin, give_up, ready, starting


@pytest.fixture
def places(places):
    (places.data / "boxes").mkdir()
    (places.data / "recordings").mkdir()
    (places.data / "games.sqlite").write_text("as of 1.0")
    (places.data / "boxes/mine").write_text("mine")
    return places


def data_of(places):
    files = (file for file in places.data.rglob("*") if file.is_file())
    return {str(file.relative_to(places.data)): file.read_text() for file in files}


def migrate(places):
    """Do to the data what a new version may do."""
    (places.data / "games.sqlite").write_text("as of 2.0")
    (places.data / "new.json").write_text("{}")
    shutil.rmtree(places.data / "boxes")


def came(places):
    return json.loads(places.outcome.read_text())["came"]


def test_a_version_that_answers_for_a_minute_stays_with_its_data(places):
    begin(places, "2.0")
    starting(places)
    migrate(places)
    waited = []
    assert ready(places, lambda: True, waited.append)
    assert sum(waited) == 60
    assert places.current.readlink().name == "2.0"
    assert (places.data / "games.sqlite").read_text() == "as of 2.0"
    assert came(places) == "stays"
    assert not places.before.exists()
    assert not places.trial.exists()


def test_a_version_that_never_starts_is_left_with_the_data_as_it_was(places):
    before = data_of(places)
    begin(places, "2.0")
    for _ in range(ATTEMPTS):
        starting(places)
        assert places.current.readlink().name == "2.0"
        migrate(places) if (places.data / "boxes").exists() else None
    assert not starting(places), "systemd is to read how the version before is started"
    assert places.current.readlink().name == "1.0"
    assert data_of(places) == before
    assert came(places) == "back"
    assert starting(places)
    assert came(places) == "back"


def test_a_version_that_stops_answering_within_the_minute_does_not_stay(places):
    begin(places, "2.0")
    starting(places)
    asked = count()
    assert not ready(places, lambda: next(asked) < 4, lambda _: None)
    assert places.trial.exists()


def test_an_answer_that_is_late_once_is_a_busy_machine(places):
    begin(places, "2.0")
    starting(places)
    asked = count()
    assert ready(places, lambda: next(asked) % 3 == 0, lambda _: None)


def test_a_version_whose_time_is_used_up_goes_back_at_once(places):
    before = data_of(places)
    begin(places, "2.0")
    starting(places)
    migrate(places)
    give_up(places)
    assert places.current.readlink().name == "1.0"
    assert data_of(places) == before


def test_what_was_recorded_meanwhile_is_neither_copied_nor_deleted(places):
    begin(places, "2.0")
    starting(places)
    assert not (places.before / "recordings").exists()
    (places.data / "recordings/0001").write_text("views")
    give_up(places)
    assert (places.data / "recordings/0001").exists()


@pytest.mark.parametrize(
    "cp", ["echo 'cp: No space left on device' >&2; exit 1", "echo 'cp: Input/output error' >&2; exit 1"]
)
def test_where_the_games_cannot_be_copied_the_old_version_starts_and_it_is_said_why(
    places, tmp_path, monkeypatch, cp
):
    (tmp_path / "cp").write_text(f"#!/bin/sh\n{cp}\n")
    (tmp_path / "cp").chmod(0o755)
    before = data_of(places)
    begin(places, "2.0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    starting(places)
    assert places.current.readlink().name == "1.0"
    assert cp.split("'")[1] in places.outcome.read_text()
    assert data_of(places) == before


def test_without_a_trial_nothing_is_touched(places):
    before = data_of(places)
    starting(places)
    assert ready(places, lambda: False, lambda _: None)
    assert data_of(places) == before
    assert not places.outcome.exists()


class PowerCutError(Exception):
    """The machine is gone."""


def cut_at(monkeypatch, step):
    """Cut the power at the ``step``-th time that something is changed on the disk."""
    steps = count(1)

    def cutting(change):
        def changed(*args, **kwargs):
            if next(steps) == step:
                raise PowerCutError
            return change(*args, **kwargs)

        return changed

    for name in ("_copy", "delete", "_link", "put"):
        monkeypatch.setattr(guard, name, cutting(getattr(guard, name)))


@pytest.mark.parametrize("step", range(1, 20))
def test_a_power_cut_at_any_step_loses_no_game_and_ends_with_a_version_that_starts(places, monkeypatch, step):
    before = data_of(places)
    with monkeypatch.context() as cutting:
        cut_at(cutting, step)
        try:
            begin(places, "2.0")
            starting(places)
            migrate(places)
            starting(places)
            starting(places)
        except PowerCutError:
            pass
    for _ in range(ATTEMPTS + 1):  # 2.0 never answers, however often the machine is started
        starting(places)
    assert places.current.readlink().name == "1.0"
    assert data_of(places) == before
    assert not places.trial.exists()
