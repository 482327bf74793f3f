"""Backups: listed, put back, and never while a game is being played."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.data_folder import hold_data_folder
from firmware.errors import CommandError
from firmware.store.store import open_store
from scoring.referee.store import Event

START = Event("game_started", {"game": "carcassonne"})
TURN = Event("turn_confirmed", {"move": {}})
END = Event("game_ended", {})


@pytest.fixture
def data(tmp_path):
    """A data folder with two games and a backup made at the end of each."""
    for turns in ([TURN], [TURN, TURN]):
        with open_store(tmp_path) as store:  # which is closed once its backup is made
            store.append(store.begin(START), [*turns, END])
    return tmp_path


def test_backups_are_listed_newest_first_with_what_they_hold(command, data):
    listed = command("restore", "--data", data, "--json").document
    assert listed["format"] == "tablekeeper.backups/1"
    assert [(b["name"], b["games"], b["entries"]) for b in listed["backups"]] == [
        ("games-0002.sqlite", 2, 7),
        ("games-0001.sqlite", 1, 3),
    ]


def test_the_list_names_a_damaged_backup_as_damaged(command, data):
    (data / "backups" / "games-0001.sqlite").write_bytes(b"nothing")
    listed = command("restore", "--data", data)
    assert listed.status == 0
    assert [line.split()[0] for line in listed.out.splitlines()[1:]] == [
        "games-0002.sqlite",
        "games-0001.sqlite",
    ]
    assert "damaged" in listed.out.splitlines()[-1]


def test_without_a_backup_the_list_says_when_one_will_be_made(command, tmp_path):
    assert "There is no backup" in command("restore", "--data", tmp_path).out


def test_a_backup_is_put_back_and_the_games_until_now_are_kept(command, data):
    ended = command("restore", "games-0001.sqlite", "--data", data)
    assert ended.out == (
        "The backup games-0001.sqlite is back. The games until now are kept in "
        f"{data / 'games.replaced-1.sqlite'}.\n"
    )
    with open_store(data) as store:
        assert store.games() == ("1",)
    command("restore", data / "games.replaced-1.sqlite", "--data", data)
    with open_store(data) as store:
        assert store.games() == ("1", "2")
        assert store.events("2") == (START, TURN, TURN, END)
    assert (data / "games.replaced-2.sqlite").exists()


def test_turns_a_killed_program_left_in_the_log_are_kept_aside_too(command, data):
    kill = (
        "import os, sys; from pathlib import Path\n"
        "from firmware.store.store import open_store; from scoring.referee.store import Event\n"
        "open_store(Path(sys.argv[1])).append('2', [Event('turn_confirmed', {'late': True})]); os._exit(0)\n"
    )
    words = [sys.executable, "-c", kill, data]
    subprocess.run(words, env={"PYTHONPATH": str(Path(__file__).parents[4])}, check=True)
    command("restore", "games-0001.sqlite", "--data", data)
    with open_store(data) as store:
        assert store.games() == ("1",)
    command("restore", data / "games.replaced-1.sqlite", "--data", data)
    with open_store(data) as store:
        assert store.events("2")[-1].body == {"late": True}


@pytest.mark.parametrize(
    ("name", "says"),
    [("games-0009.sqlite", "There is no backup"), ("games-0001.sqlite", "is damaged; choose another")],
)
def test_a_backup_that_cannot_be_put_back_changes_nothing(command, data, name, says):
    (data / "backups" / "games-0001.sqlite").write_bytes(b"nothing")
    ended = command("restore", name, "--data", data)
    assert ended.status == 2
    assert says in ended.err
    with open_store(data) as store:
        assert store.games() == ("1", "2")


def test_nothing_is_put_back_while_a_game_is_being_played(command, data):
    with hold_data_folder(data):
        ended = command("restore", "games-0001.sqlite", "--data", data)
    assert ended.status == 1
    assert "already playing" in ended.err
    assert command("restore", "games-0001.sqlite", "--data", data).status == 0


def test_a_data_folder_belongs_to_one_play_at_a_time(tmp_path):
    with (
        hold_data_folder(tmp_path),
        pytest.raises(CommandError, match="end it first, or name another folder"),
        hold_data_folder(tmp_path),
    ):
        pass


def test_a_killed_program_lets_go_of_its_data_folder(tmp_path):
    hold = (
        "import sys; from pathlib import Path; from firmware.data_folder import hold_data_folder\n"
        "with hold_data_folder(Path(sys.argv[1])):\n"
        "    print('held', flush=True); sys.stdin.read()\n"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    words = [sys.executable, "-c", hold, tmp_path]
    with subprocess.Popen(words, env={"PYTHONPATH": str(Path(__file__).parents[4])}, **pipes) as holder:
        assert holder.stdout.readline() == b"held\n"
        try:
            with pytest.raises(CommandError, match="already playing"), hold_data_folder(tmp_path):
                pass
        finally:
            holder.kill()
        holder.wait()
        with hold_data_folder(tmp_path):
            pass


def test_a_second_play_with_the_same_data_folder_is_a_sentence(program, tmp_path):
    (tmp_path / "data").mkdir()
    with hold_data_folder(tmp_path / "data"):
        ended = program("play", "--host", "127.0.0.1", "--port", 0)
    assert ended.status == 1
    assert ended.err.splitlines()[-1].startswith("tablekeeper is already playing with the data folder")
