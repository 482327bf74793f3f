"""What keeps turns from being kept: the table shows it, by its light too, and goes on once it is over."""

import threading
import time

import pytest

from firmware.store.store import open_store
from firmware.store.trouble import HANGS, Trouble
from firmware.table.worker import Games, Table
from scoring.referee.contracts.refusals import RefusedError
from scoring.referee.store import Event
from tests.firmware.told import (
    NEW,
    RULES,
    PacedCamera,
    Panel,
    ToldReader,
    find_prints,
    propose,
)
from tests.waiting import press, until
from webui.access.languages import speaking, translate


@pytest.mark.parametrize("is_playing", [False, True])
def test_games_that_are_taken_away_are_noticed_before_any_turn_and_shown_until_they_are_back(
    tmp_path, monkeypatch, is_playing
):
    monkeypatch.setattr("firmware.store.trouble.LOOK_S", 0.02)
    camera, panel = PacedCamera(), Panel()
    games = Games(lambda game: RULES, lambda game: ToldReader(), find_prints)
    with open_store(tmp_path) as store, Table(camera, store, lambda post: panel, games) as desk:
        if is_playing:
            desk.start(NEW)
            propose(desk, camera, 1)
        file = tmp_path / "games.sqlite"
        file.rename(tmp_path / "away")
        now = until(desk, lambda now: "was taken away" in now.says)
        assert desk.trouble() == now.says
        until(desk, lambda now: panel.shown[-1] == ("red", "flashing"))
        with pytest.raises(RefusedError, match="was taken away"):
            press(desk, "confirm") if is_playing else desk.start(NEW)
        (tmp_path / "away").rename(file)
        until(desk, lambda now: "was taken away" not in now.says and not desk.trouble())
        until(desk, lambda now: panel.shown[-1] != ("red", "flashing"))
        if is_playing:
            press(desk, "confirm")
            assert desk.snapshot().moves == 1


def test_games_that_begin_anew_are_said_before_anybody_begins_one(tmp_path):
    with open_store(tmp_path) as store:
        store.begin(Event("game_started", {"game": "carcassonne"}))
    (tmp_path / "games.sqlite").unlink()
    games = Games(lambda game: RULES, lambda game: ToldReader(), find_prints)
    with open_store(tmp_path) as store, Table(PacedCamera(), store, lambda post: Panel(), games) as desk:
        assert "all games begin anew. No game is being played yet." in desk.snapshot().says
        with speaking("de"):
            assert translate(desk.snapshot().says).endswith("Noch läuft keine Partie.")


def test_a_disk_that_hangs_is_said_and_holds_nobody_up(monkeypatch):
    monkeypatch.setattr("firmware.store.trouble.LOOK_S", 0.01)
    monkeypatch.setattr("firmware.store.trouble.HANGING_S", 0.05)
    hangs, told = threading.Event(), threading.Event()
    trouble = Trouble(lambda: str(hangs.wait(10))[:0], told.set)
    trouble.start()
    until_says(trouble, HANGS)
    hangs.set()
    until_says(trouble, "")
    trouble.close()


def until_says(trouble, says):
    for _ in range(500):
        if trouble.says == says:
            return
        time.sleep(0.01)
    pytest.fail(f"It says {trouble.says!r}.")
