"""Games that were played: listed with their points, and handed out as documents and tables."""

import csv
import json
from contextlib import closing
from pathlib import Path
from typing import get_args

import cv2
import pytest

from firmware.store.backups import GAMES as GAMES_FILE
from firmware.store.database import open_games
from firmware.store.history import points_csv
from firmware.store.store import open_store
from scoring import games as rules_of
from scoring.referee.contracts.games import Form, GameRecord
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.referee.store import Event
from tests.some import some

GAMES = Path(__file__).parents[3] / "games" / "carcassonne"
NAMES = ("whole_classic_two_players", "whole_newer_abbot", "whole_classic_river")
RULES = rules_of.load("carcassonne")


def written(name):
    return json.loads((GAMES / f"{name}.json").read_text())


def document_in(name):
    found = written(name)
    return found.get("document", found)


def events_of(document):
    """Write a game document as the events the table would have kept."""
    setup = RULES.dump_game(RULES.load_setup(document), ())
    started = {"game": "carcassonne", "prints": "mybox", "hands_free": False, "setup": setup}
    confirmed = [
        Event("turn_confirmed", {"move": move, "how": "seen", "confidence": 1.0, "forced": False})
        for move in document["moves"]
    ]
    return Event("game_started", started), [*confirmed, Event("game_ended", {})]


@pytest.fixture
def data(tmp_path):
    """A data folder with whole games, the last of them broken off in the middle."""
    with open_store(tmp_path) as store:
        for name in NAMES:
            start, events = events_of(document_in(name))
            store.append(store.begin(start), events)
        start, events = events_of(document_in(NAMES[0]))
        store.append(store.begin(start), events[:10])
    return tmp_path


def test_games_are_listed_newest_first_with_the_points_of_their_sheets(command, data):
    listed = command("history", "--data", data, "--json").document
    assert listed["format"] == "tablekeeper.history/1"
    games = listed["games"]
    assert [(game["game"], game["ended"]) for game in games] == [
        ("4", False),
        ("3", True),
        ("2", True),
        ("1", True),
    ]
    assert games[0]["turns"] == 10
    for game, name in zip(reversed(games), NAMES, strict=False):
        final = RULES.replay(document_in(name))["final"]
        assert {seat["colour"]: seat["points"] for seat in game["players"]} == final["points"]


def test_the_list_reads_well(command, data):
    lines = command("history", "--data", data).out.splitlines()
    first, last = lines[1], lines[-1]
    assert "not ended" in first
    final = RULES.replay(document_in(NAMES[0]))["final"]["points"]
    seats = RULES.load_setup(document_in(NAMES[0])).players
    assert ", ".join(f"{seat.name} {final[seat.colour]}" for seat in seats) in last


def test_the_list_names_who_has_won_the_tie(command, data, monkeypatch):
    tied = (LiveSeat("Ann", "red", 41), LiveSeat("Ben", "blue", 41, won=True))
    played = GameRecord("7", 1_750_000_000.0, "Cornwall", 36, ended=True, players=tied)
    monkeypatch.setattr("firmware.cli.games.history.played_games", lambda store, find: [played])
    assert "Ben wins the tie with 41 points." in command("history", "--data", data).out


def test_a_date_before_the_clock_was_set_is_not_shown(command, tmp_path):
    with open_store(tmp_path, wall_clock=lambda: 3600.0) as store:
        store.begin(events_of(document_in(NAMES[0]))[0])
    assert "unknown" in command("history", "--data", tmp_path).out


def test_a_game_this_version_cannot_read_is_said_and_the_others_are_listed(command, data):
    with open_store(data) as store:
        store.append("4", [Event("dragon_woken", {})])
    listed = command("history", "--data", data, "--json").document["games"]
    assert "'dragon_woken'" in listed[0]["says"]
    assert len(listed[1]["players"]) > 1


def test_an_exported_game_replays_to_the_same_sheet(command, data, tmp_path):
    ended = command("export", "2", "--data", data)
    file = tmp_path / "game.json"
    file.write_text(ended.out)
    assert command("replay", file, "--json").document == RULES.replay(document_in(NAMES[1]))


def test_a_table_of_points_has_a_row_for_each_move_and_one_for_the_end(command, data):
    rows = list(csv.reader(command("export", "1", "--to", "csv", "--data", data).out.splitlines()))
    document = document_in(NAMES[0])
    sheet = RULES.replay(document)
    assert rows[0][:2] == ["move", "player"]
    assert len(rows) == len(document["moves"]) + 2
    assert rows[-1] == ["end", "", *(str(points) for points in sheet["final"]["points"].values())]
    assert rows[20][2:] == [str(points) for points in sheet["after"][19]["points"].values()]


def test_a_game_that_goes_on_can_be_exported_so_far(command, data):
    document = command("export", "4", "--data", data).document
    assert (len(document["moves"]), document["ended"]) == (10, False)
    assert command("export", "4", "--to", "csv", "--data", data).out.splitlines()[-1].startswith("so far,")


def test_a_play_for_bg_stats_names_everybody_and_who_won(command, data):
    play = command("export", "1", "--to", "bgstats", "--data", data).document
    final = RULES.replay(document_in(NAMES[0]))["final"]
    seats = RULES.load_setup(document_in(NAMES[0])).players
    assert [(p["name"], int(p["score"]), p["winner"]) for p in play["players"]] == [
        (seat.name, final["points"][seat.colour], seat.colour in final["winners"]) for seat in seats
    ]
    unended = command("export", "4", "--to", "bgstats", "--data", data).document
    assert not any(player["winner"] for player in some(unended["players"]))


def test_a_picture_to_share_is_a_png_on_standard_output(program, data, tmp_path):
    with (tmp_path / "card.png").open("wb") as out:
        ended = program("export", "1", "--to", "png", "--data", data, stdout=out)
    assert (ended.status, ended.err) == (0, "")
    assert cv2.imread(str(tmp_path / "card.png")).shape == (1080, 1080, 3)


def test_a_file_is_written_where_one_is_named(command, data, tmp_path):
    for form in some(get_args(Form)):
        out = tmp_path / f"game.{form}"
        ended = command("export", "1", "--to", form, "--out", out, "--data", data)
        assert (ended.status, ended.out) == (0, "")
        assert str(out) in ended.err
        assert out.stat().st_size > 100
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_for_a_terminal_asks_for_a_file(command, data, monkeypatch):
    monkeypatch.setattr("firmware.cli.games.export.sys.stdout.isatty", lambda: True, raising=False)
    ended = command("export", "1", "--to", "png", "--data", data)
    assert ended.status == 2
    assert "--out game.png" in ended.err
    assert ended.out == ""
    assert command("export", "1", "--to", "csv", "--data", data).status == 0


def test_it_is_said_that_demos_are_not_kept(command, data):
    assert "demo" not in command("history", "--data", data).err
    (data / "demo" / "carcassonne").mkdir(parents=True)
    assert command("history", "--data", data).err == "Games of the demo are not kept here.\n"


def test_a_damaged_game_is_said_and_the_others_are_listed(command, data):
    with closing(open_games(data / GAMES_FILE, write=True)) as games:
        games.execute("UPDATE events SET body = 'x' WHERE game = 2 AND place = 3")
    listed = command("history", "--data", data, "--json").document["games"]
    assert "is damaged" in listed[2]["says"]
    assert len(listed[3]["players"]) > 1


def test_a_game_that_was_never_played_is_a_sentence(command, data):
    ended = command("export", "99", "--data", data)
    assert ended.status == 2
    assert ended.err == "There is no game '99'; tablekeeper history lists those there are.\n"


def test_an_empty_history_is_a_sentence(command, tmp_path):
    ended = command("history", "--data", tmp_path)
    assert ended.status == 1
    assert ended.err == f"No game has been played with the data folder {tmp_path} yet.\n"


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-Ann", "@home", "\tAnn", "Ann"])
def test_no_cell_of_a_table_is_taken_for_a_formula(name):
    document = document_in(NAMES[0])
    document["players"][0]["name"] = name
    rows = list(csv.reader(points_csv(document, RULES.replay(document)).splitlines()))
    assert len(rows) > 3
    assert rows[0][2].lstrip("'") == name
    assert not any(cell[:1] in "=+-@\t\r" for row in rows for cell in row if cell)


def test_a_table_of_points_has_columns_for_what_else_everybody_has():
    document = json.loads((GAMES.parent / "tuscany/areas_of_one_and_two.json").read_text())
    sheet = rules_of.load("tuscany").replay(document)
    head, *rows = csv.reader(points_csv({**document, "ended": True}, sheet).splitlines())
    assert head[2:6] == ["Anna", "Benno", "Anna: green", "Benno: green"]
    assert len({len(row) for row in rows} | {len(head)}) == 1
    assert rows[-1][4] == str(sheet["final"]["green"]["red"]) != "0"
