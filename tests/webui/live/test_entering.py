"""Games without a camera, entered through the JSON API by the steps of the page."""

import json
import os
import re
from html import unescape
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.games import load
from scoring.games.smuggler.chance import random_game
from tests.games.by_hand import choose_tile, enter_turn
from tests.waiting import until
from tests.webui.entered import table_by_hand

SEEDS = range(int(os.environ.get("TABLEKEEPER_GAMES", "1")))
"""So many games of each kind are played; 15 have been, once."""
KINDS = (
    ("carcassonne", {}),
    ("carcassonne", {"abbot": True, "river": True}),
    ("cornwall", {}),
    ("cornwall", {"pub": "anyone"}),
)
MOST_TURNS = 120


def play(table, client, rng):
    """Enter a whole game by chance; give what each turn took."""

    def look(held, move=None):
        query = {"hand": held, **({"move": json.dumps(move)} if move else {})}
        answer = client.get("/api/entry", query_string=query)
        assert answer.status_code == 200, answer.json
        return answer.json

    entered = []
    while any(look([])["hand"]["palette"]) and len(entered) < MOST_TURNS:
        turn = enter_turn(look, rng)
        sent = client.post("/api/declare", json={"version": look([])["version"], "move": turn.move})
        assert sent.status_code == 200, (turn.move, sent.json)
        entered.append(turn)
        assert table.snapshot().moves == len(entered)
    return entered


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "options"), KINDS, ids=str)
def test_a_game_entered_step_by_step_replays_with_the_same_points(
    tmp_path, photos, lessons, game, options, seed
):
    with table_by_hand(tmp_path / "kept", game, photos, lessons, **options) as (table, app):
        entered = play(table, app.test_client(), Random(f"{game} {seed}"))
        now = until(table, lambda now: now.phase in ("ended", "asking") or "end" in now.may)
        if now.phase != "ended":
            table.press("end", now.version)
        ended = until(table, lambda now: now.phase == "ended")
        document = json.loads(json.dumps(table.document(ended.game)))
    assert len(document["moves"]) == len(entered) > 30
    replayed = load(game).replay(document)
    assert replayed["final"]["points"] == {seat.colour: seat.points for seat in ended.seats}
    check_taps(game, entered)


def check_taps(game, entered):
    if game == "carcassonne":
        assert max(turn.taps for turn in entered if turn.additions < 2) <= 5
        assert max(turn.taps for turn in entered if not turn.additions) <= 4
    else:
        assert max(turn.taps - turn.additions for turn in entered) <= 6


def test_a_program_is_refused_in_a_sentence_what_cannot_be_entered(tmp_path, photos, lessons):
    with table_by_hand(tmp_path / "kept", "carcassonne", photos, lessons) as (_, app):
        client = app.test_client()
        for query in (
            {"hand": "hat"},
            {"hand": ["V", "V"]},
            {"hand": "V", "move": "[]"},
            {"hand": "V", "move": "{"},
            {"move": '{"player": "red", "face": "V", "cell": [0, 0]}'},
            {"move": '{"player": "green", "face": "V", "cell": [1, 0]}'},
            {"move": '{"player": "red", "face": "V", "turns": 77, "cell": [1, 0]}'},
        ):
            answer = client.get("/api/entry", query_string=query)
            assert answer.status_code in (400, 422), query
            assert answer.json["error"].endswith((".", ": true."))


def test_what_was_chosen_stays_where_the_table_moved_on_and_the_turn_is_the_same(tmp_path, photos, lessons):
    with table_by_hand(tmp_path / "kept", "carcassonne", photos, lessons) as (table, app):
        client = app.test_client()
        client.get("/")
        token = client.get_cookie("tablekeeper_form").value
        move = json.dumps({"player": "red", "face": "V", "turns": 0, "cell": [1, 0]})
        old = table.snapshot().version
        table.press("pause", old)
        table.press("resume", table.snapshot().version)
        form = {"form_token": token, "version": old, "move": move, "enter": 1, "hand": "V"}
        late = client.post("/api/declare", data=form, headers={"Accept": "text/html"})
        assert late.status_code == 409
        assert "had moved on before that tap" in late.text
        assert 'data-step="laid"' in late.text
        table.declare(json.loads(move), table.snapshot().version)
        gone = client.post("/api/declare", data=form, headers={"Accept": "text/html"})
        assert gone.status_code == 409
        assert 'data-step="asks"' in gone.text
        half, words = {"enter": 1, "hand": "V"}, "The table has moved on from the turn you were entering"
        told = [
            words in client.get("/", query_string=query).text for query in (half, {**half, "enter": 2}, {})
        ]
        assert told == [True, False, False]


def test_a_place_against_the_rules_is_a_house_rule(tmp_path, photos, lessons):
    with table_by_hand(tmp_path / "kept", "carcassonne", photos, lessons) as (table, app):
        client = app.test_client()
        narrow = client.get("/api/entry?hand=C").json
        assert (narrow["places"], narrow["put_back"]) == (
            [],
            {"player": "red", "discard": "C"} | {},
        ) or narrow["places"]
        wide = client.get("/api/entry?hand=X&anywhere=1").json["places"]
        assert len(wide) == 4
        asked = client.get("/?enter=1&hand=X&anywhere=1").text
        assert "whatever the rules say" in asked
        assert "It fits in" not in asked
        move = next(place["moves"][0] for place in wide if place["spot"] == "0,-1")
        text = client.get("/", query_string={"enter": 1, "hand": "X", "move": json.dumps(move)}).text
        assert "Keep it as our house rule" in text
        assert "does not match" in text
        kept = {"version": table.snapshot().version, "move": {**move, "house_rule": True}}
        assert client.post("/api/declare", json=kept).status_code == 200
        assert table.document(table.snapshot().game)["moves"][0]["house_rule"]
        assert client.get("/turns").text.count("A house rule.") == 1


def test_only_players_enter_turns(tmp_path, photos, lessons):
    with table_by_hand(tmp_path / "kept", "carcassonne", photos, lessons) as (_, app):
        away = {"REMOTE_ADDR": "192.168.1.77"}
        client = app.test_client()
        assert client.get("/api/entry", environ_base=away).status_code == 403
        assert client.get("/enter", environ_base=away).status_code == 403
        assert "Which tile was drawn?" not in client.get("/", environ_base=away).text
        assert "Which tile was drawn?" in client.get("/").text


def test_a_palette_offers_what_can_be_drawn_and_how_many_are_left(tmp_path, photos, lessons):
    options = {"river": True}
    with table_by_hand(tmp_path / "kept", "carcassonne", photos, lessons, **options) as (_, app):
        client = app.test_client()
        palette = [each for group in client.get("/api/entry").json["hand"]["palette"] for each in group]
        assert [each["part"] for each in palette if not each["part"].startswith("river_")] == []
        assert sum(each["left"] for each in palette) == 10
        drawings = "/palette/" + client.get("/").text.split('"/palette/')[1].split("#")[0]
        answer = client.get(drawings)
        assert answer.mimetype == "image/svg+xml"
        assert answer.text.count("<symbol ") == len(palette)
        assert client.get("/palette/another.svg").status_code == 404


def test_a_tile_is_chosen_part_by_part(tmp_path, photos, lessons):
    with table_by_hand(tmp_path / "kept", "cornwall", photos, lessons) as (_, app):
        client = app.test_client()

        def look(held):
            return client.get("/api/entry", query_string={"hand": held}).json

        shown, held = choose_tile(look, Random(5))
        assert len(shown["hand"]["held"]) == 5
        assert len(held) == 4


@pytest.mark.parametrize(
    ("game", "held", "is_offered"), [("smuggler", "ship", False), ("carcassonne", "U", True)]
)
def test_more_is_offered_only_where_more_can_be_set_than_is_tapped_already(
    tmp_path, photos, lessons, game, held, is_offered
):
    """A way on a printed board is all that a tap on it says; a tile laid can always be another."""
    with table_by_hand(tmp_path / game, game, photos, lessons) as (table, app):
        client, now = app.test_client(), table.snapshot()
        begun = random_game(now.view.setup, Random(1), most=8)[0] if game == "smuggler" else ()
        for move in begun:
            table.declare(load(game).dump_move(move), table.snapshot().version)
        hand = {"enter": table.snapshot().moves + 1, "hand": held}
        move = client.get("/api/entry", query_string=hand).json["places"][0]["moves"][0]
        page = client.get("/", query_string={**hand, "move": json.dumps(move)}).text
        assert 'data-key="again"' in page
        assert ('data-key="edit"' in page) == is_offered


def test_going_back_loses_no_field_of_a_region_that_is_told_field_by_field(tmp_path, photos, lessons):
    def address(page, key):
        found = re.search(rf'<a[^>]*href="([^"]+)"[^>]*data-key="{key}"', page)
        return unescape(found[1]) if found else ""

    with table_by_hand(tmp_path / "kept", "tuscany", photos, lessons) as (_, app):
        client = app.test_client()
        held = {"enter": 1, "hand": "red"}
        places = client.get("/api/entry", query_string=held).json["places"]
        told = next(place["moves"][0] for place in places if place["goes_on"])
        page = client.get("/", query_string={**held, "move": json.dumps(told), "on": 1}).text
        back = address(page, "again")
        page = client.get(back).text
        assert "hand=" not in back
        assert not address(page, "again")
        assert json.loads(parse_qs(urlsplit(address(page, "part-red")).query)["move"][0]) == told
