"""The next game of the same players begins with one tap; what players write about a game stays with it."""

import re

import pytest
from msgspec.structs import replace

from scoring.games import load
from scoring.referee.contracts.snapshot import TeachingNote
from scoring.referee.store import Event

RULES = load("carcassonne")
HTML = {"Accept": "text/html"}
FAR = {"REMOTE_ADDR": "192.168.1.9"}


def test_a_rematch_is_begun_by_who_sat_next_to_the_last_beginner_by_the_same_rules(client, table, document):
    setup = RULES.load_setup(document("whole_newer_four_players"))
    answer = client.post("/api/games/1/rematch", json={})
    assert answer.status_code == 201
    now = table.snapshot()
    assert answer.json == {"version": now.version}
    assert [(seat.name, seat.colour) for seat in now.seats] == [
        (seat.name, seat.colour) for seat in (*setup.players[1:], setup.players[0])
    ]
    assert now.view.setup.rules == setup.rules
    assert dict(now.view.setup.options) == dict(setup.options)


def test_a_rematch_keeps_the_prints_that_the_last_game_taught(client, table, store, lessons, monkeypatch):
    lessons.take_in("My new box", b"prints A")
    monkeypatch.setattr(table._news, "now", replace(table.snapshot(), taught=TeachingNote("My new box", "")))
    assert client.post("/api/games/3/rematch", json={}).status_code == 201
    assert store.events("4")[0].body["prints"] == "My new box"


def test_a_rematch_does_without_prints_that_are_gone(client, store):
    assert store.events("2")[0].body["prints"] == "box"
    assert client.post("/api/games/2/rematch", json={}).status_code == 201
    assert store.events("4")[0].body["prints"] == ""


def test_no_rematch_begins_while_a_game_is_played_or_for_a_game_that_is_not_there(client, post, store, table):
    assert post("/games/3/rematch", headers=HTML).location == "/"
    now = table.snapshot()
    table.declare(RULES.dump_move(next(iter(RULES.legal(now.view, "U")))), now.version)
    answer = client.post("/games/3/rematch", json={}, headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert "A game is being played" in answer.text
    assert client.post("/api/games/9/rematch", json={}).status_code == 404
    assert len(store.games()) == 4


def test_only_the_host_begins_a_rematch_and_only_players_write_notes(client):
    assert client.post("/api/games/3/rematch", json={}, environ_base=FAR).status_code == 403
    assert client.post("/api/games/3/note", json={"notes": "x"}, environ_base=FAR).status_code == 403
    shown = client.get("/games/3", environ_base=FAR).text
    assert "rematch" not in shown
    assert "<textarea" not in shown


def test_notes_and_a_place_are_kept_shown_and_exported_and_nothing_else_changes(client, post, store):
    before = client.get("/games/3/export/json").json
    answer = post(
        "/games/3/note",
        headers=HTML,
        place=" Ann's \n kitchen\u202e ",
        notes="A close one.\r\n<b>Again!</b>  \n",
    )
    assert answer.location == "/games/3#note"
    shown = client.get("/games/3").text
    assert "Ann&#39;s kitchen" in shown
    assert "&lt;b&gt;Again!&lt;/b&gt;" in shown
    after = client.get("/games/3/export/json").json
    assert (after.pop("place"), after.pop("notes")) == ("Ann's kitchen", "A close one.\n<b>Again!</b>")
    assert after == before
    play = client.get("/games/3/export/bgstats").json
    assert (play["location"], play["comments"]) == ("Ann's kitchen", "A close one.\n<b>Again!</b>")
    assert "Ann&#39;s kitchen" in client.get("/games").text
    assert store.events("3")[-1] == Event("game_ended", {}), "it is no event of the table"
    assert client.post("/api/games/3/note", json={}).json["game"]["place"] == ""
    assert "kitchen" not in client.get("/games").text


@pytest.mark.parametrize("sent", [{"place": 3}, {"notes": ["x"]}, {"place": None}])
def test_notes_that_are_no_texts_are_refused(client, sent):
    assert client.post("/api/games/3/note", json=sent).status_code == 400


def test_notes_are_no_longer_than_can_be_kept_and_of_a_game_that_is_there(client):
    told = client.post("/api/games/3/note", json={"place": "x" * 999, "notes": "y" * 9_000}).json["game"]
    assert (len(told["place"]), len(told["notes"])) == (60, 2000)
    assert client.post("/api/games/99/note", json={"notes": "x"}).status_code == 404


def test_a_renamed_player_shows_on_every_page_and_in_every_export(client, table, games_desk, store):
    name = games_desk.record("3").about.players[0].name
    people = client.application.extensions["tablekeeper"].players
    people.rename(name, "Queen \u0141ena")
    for url in ("/games", "/games/3", "/statistics", "/games/3/replay", "/new", "/players", "/"):
        text = client.get(url, headers={"Accept": "text/html"}).text
        assert "Queen \u0141ena" in text, url
        assert not re.search(rf">{name}<", text), url
    assert client.get("/games/3/export/json").json["players"][0]["name"] == "Queen \u0141ena"
    assert client.get("/games/3/export/csv").text.splitlines()[0].split(",")[2] == "Queen \u0141ena"
    assert client.get("/api/statistics").json["players"]
    assert table.snapshot().seats[0].name == "Queen \u0141ena"
