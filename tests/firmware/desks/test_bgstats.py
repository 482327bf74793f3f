"""A play for the BG Stats app: numbers are numbers, the date is always told, nobody is taken for another."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from firmware.desks.bgstats import bgstats_link, bgstats_play
from scoring.games import load
from scoring.referee.contracts.games import GameRecord
from scoring.referee.contracts.snapshot import LiveSeat
from webui.access.languages import speaking

INFO = load("carcassonne").info
SEATS = (LiveSeat("\u0141ukasz", "red", 82), LiveSeat("Ben", "blue", 82, won=True))
PLAYED = GameRecord("7", 1_750_000_000.0, "Carcassonne", 71, ended=True, players=SEATS)


def played(**changes):
    return GameRecord(**{**{name: getattr(PLAYED, name) for name in PLAYED.__struct_fields__}, **changes})


def test_a_play_holds_all_that_is_known_of_a_game():
    play = bgstats_play(played(taken_s=2910.0, place="Home", notes="Close!"), INFO, str.casefold)
    assert play == {
        "sourceName": "tablekeeper",
        "sourcePlayId": "tablekeeper-7-1750000000",
        "playDate": "2025-06-15 15:06:40",
        "durationMin": 48,
        "location": "Home",
        "comments": "Close!",
        "game": {
            "name": "Carcassonne",
            "bggId": 822,
            "sourceGameId": "carcassonne",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "\u0141ukasz",
                "sourcePlayerId": "\u0142ukasz",
                "startPlayer": True,
                "score": 82,
                "winner": False,
            },
            {"name": "Ben", "sourcePlayerId": "ben", "startPlayer": False, "score": 82, "winner": True},
        ],
    }
    assert json.loads(parse_qs(urlsplit(bgstats_link(play)).query)["data"][0]) == play


def test_what_is_not_known_is_left_out_and_not_made_up():
    play = bgstats_play(PLAYED, load("cornwall").info)
    assert not {"durationMin", "location", "comments"} & play.keys()
    assert "bggId" not in play["game"]


@pytest.mark.parametrize("begun_s", [0.0, 3600.0, -1e18, 1e300])
def test_without_a_clock_the_date_is_that_of_whoever_asks_or_todays(begun_s):
    undated = played(begun_s=begun_s)
    date = "2026-11-27 19:15:00"
    assert bgstats_play(undated, INFO, date=date)["playDate"] == date
    assert bgstats_play(undated, INFO)["playDate"] >= "2025"
    assert bgstats_play(PLAYED, INFO, date=date)["playDate"] == "2025-06-15 15:06:40"


def test_a_game_of_seconds_took_a_minute():
    assert bgstats_play(played(taken_s=4.0), INFO)["durationMin"] == 1


def test_of_a_made_up_box_it_is_said_in_the_language_of_whoever_asks():
    box = "This box is made up by us: it says nothing about the real one."
    for language, first in (("en", "This box"), ("de", "Diese Schachtel"), ("fr", "Cette boîte")):
        with speaking(language):
            comments = bgstats_play(played(box=box, notes="Close!"), INFO)["comments"]
        assert comments.startswith(first)
        assert comments.endswith("Close!")
