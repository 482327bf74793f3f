"""Replaying a game document and listing the games on the command line."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from scoring import games as rules_of
from tests.some import some

SHARED = Path(__file__).parents[3] / "games/cornwall/three_even_share_a_village.json"
SMUGGLER = SHARED.parents[1] / "smuggler"
GAME = {
    "format": "tablekeeper.game/1",
    "game": "carcassonne",
    "rules": "leaflet-004",
    "players": [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
    "moves": [
        {
            "player": "red",
            "face": "E",
            "turns": 2,
            "cell": [0, -1],
            "meeple": {"kind": "follower", "feature": "city", "sides": ["S"]},
        },
        {
            "player": "blue",
            "face": "V",
            "turns": 1,
            "cell": [1, 0],
            "meeple": {"kind": "follower", "feature": "road", "sides": ["W"]},
        },
    ],
    "ended": True,
}


@pytest.fixture
def game(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME))
    return file


def test_json_is_the_sheet_document_of_the_rules(command, game):
    ended = command("replay", game, "--json")
    assert (ended.status, ended.err) == (0, "")
    assert ended.document == json.loads(json.dumps(rules_of.load("carcassonne").replay(GAME)))


def test_what_is_no_points_stands_in_brackets_and_is_named(command):
    lines = command("replay", SHARED.parents[1] / "tuscany/areas_of_one_and_two.json").out.splitlines()
    earned = [line.split() for line in lines if "(+" in line]
    assert ["3", "green", "points", "(+3)"] in [row[-4:] for row in earned]
    assert ["1", "green", "point", "(+1)"] in [row[-4:] for row in earned]
    assert next(line.split() for line in lines if line.startswith("Total")) == ["Total", "0", "0"]


def test_people_see_each_move_its_sums_and_who_wins(command, game):
    rows = [line.split() for line in command("replay", game).out.splitlines()]
    assert rows[0] == ["Move", "Scored", "Sum", "Ann", "Ben"]
    assert ["1", "4", "0"] in rows
    assert ["city,", "2", "tiles", "2", "tiles", "\u00d7", "2", "=", "4", "+4"] in rows
    assert ["Total", "4", "1"] in rows
    assert rows[-1] == ["Ann", "wins", "with", "4", "points."]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("de_DE.UTF-8", "Ann gewinnt: 4 Punkte."),
        ("fr_FR", "Ann gagne avec 4 points."),
        ("C.UTF-8", "Ann wins"),
    ],
)
def test_the_winner_is_named_in_the_readers_language(command, game, language, says, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", language)
    said = command("replay", game).out
    assert says in said
    assert ("city" in said) == says.startswith("Ann wins")


def test_people_see_with_what_a_game_in_the_middle_began(command, tmp_path):
    city = [{"cell": [4, 6], "face": "E", "turns": 2}, {"cell": [4, 7], "face": "E", "turns": 0}]
    file = tmp_path / "middle.json"
    file.write_text(
        json.dumps({**GAME, "begins": {"board": {"tiles": city}, "points": {"blue": 12}}, "moves": []})
    )
    lines = command("replay", file).out.splitlines()
    assert lines[1].split() == ["0", "0", "12"]
    assert " ".join(lines[2].split()) == "points so far off the score track = 12 +12"
    assert lines[-1] == "Ben wins with 12 points."


def test_a_sum_that_explains_itself_is_said_as_it_is(command, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    said = command("replay", SHARED).out
    assert "  Anteil (4 \u00d7 4 ÷ 3, aufgerundet) = 6 " in said
    (line,) = command("replay", SHARED, "--json").document["after"][-1]["lines"]
    assert line["terms"] == [{"count": 1, "each": 6, "what": "share (4 \u00d7 4 ÷ 3, rounded up)"}]


def test_a_dash_reads_standard_input(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(GAME).encode())))
    assert command("replay", "-", "--json").document["final"]["winners"] == ["red"]


def test_an_illegal_move_is_named_with_its_number_and_rule(command, tmp_path):
    wrong = {**GAME, "moves": [GAME["moves"][0], {**GAME["moves"][1], "turns": 2}]}
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(wrong))
    ended = command("replay", file)
    assert ended.status == 1
    assert ended.err.startswith("Move 2:")
    assert "edges_do_not_match" in ended.err


def test_a_game_that_goes_on_has_no_winner_yet(command, tmp_path):
    file = tmp_path / "open.json"
    file.write_text(json.dumps({**GAME, "ended": False}))
    assert command("replay", file).out.splitlines()[-1] == "The game goes on."


def test_every_rule_set_option_and_value_is_listed_with_its_sentence(command):
    said = command("games").out
    for name in some(rules_of.names()):
        info = rules_of.load(name).info
        assert info.title in said
        assert info.rule_sets
        assert all(f"{rules.name}: {rules.title}" in said for rules in info.rule_sets)
        assert info.options
        assert all(value.says in said for option in info.options for value in option.values)


def test_the_games_are_one_json_document_too(command):
    games = command("games", "--json").document["games"]
    assert [game["name"] for game in games] == list(rules_of.names())


def test_a_sheet_shows_how_everybody_stands_where_points_come_at_the_end_alone(command, tmp_path):
    file = tmp_path / "game.json"
    ended = json.loads((SMUGGLER / "whole_two_players.json").read_text())
    file.write_text(json.dumps({**ended, "moves": ended["moves"][:-1], "ended": False}))
    shown = command("replay", file).out
    sheet = command("replay", file, "--json").document
    assert sheet["final"]["standing"] == {
        colour: sheet["final"]["gold"][colour] + sheet["final"]["reputation"][colour]
        for colour in sheet["final"]["gold"]
    }
    total = next(line for line in shown.splitlines() if line.startswith("Total"))
    assert total.split()[1:] == [str(each) for each in sheet["final"]["standing"].values()]
    assert any(sheet["final"]["standing"].values())


def test_what_is_paid_has_a_minus_and_no_number_of_a_place(command):
    shown = command("replay", SMUGGLER / "whole_two_players.json").out
    assert "(\u2212" in shown
    assert "+-" not in shown
    assert " -" not in shown
    assert "\u00d7 \u2212" not in shown
