"""Beginning a game on the page and by JSON."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from lens import FakeLens

from scoring.games import load
from scoring.referee.contracts.snapshot import LiveSeat, TeachingNote
from tests.some import some
from webui.app import create_app
from webui.context import Context

WISH = {
    "game": "carcassonne",
    "rules": "leaflet-001",
    "prints": "My box",
    "players": [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
}


@pytest.fixture
def begin(live_client):
    def send(language="en", **fields):
        live_client.get("/new")
        token = live_client.get_cookie("tablekeeper_form").value
        form = {"form_token": token, "game": "carcassonne", "rules": "leaflet-001", "prints": "My box"}
        return live_client.post(
            "/new", data=form | fields, headers={"Accept": "text/html", "Accept-Language": language}
        )

    return send


def test_a_game_begins_with_its_players_in_turn_order(begin, desk):
    answer = begin(name=["Ben", "", ""], colour=["blue", "red", ""], hands_free="true")
    assert (answer.status_code, answer.location) == (303, "/")
    (new,) = desk.taps
    assert new.seats == (("Ben", "blue"), ("Red", "red"))
    assert (new.rules, new.prints, new.hands_free, new.options) == ("leaflet-001", "My box", True, {})


def test_a_game_can_be_begun_whose_turns_are_all_entered(begin, desk, live_client):
    assert 'name="by_hand"' in live_client.get("/new").text
    begin(name=["Ann", "Ben"], colour=["red", "blue"], by_hand="true")
    assert desk.taps[0].by_hand


def test_without_a_camera_nothing_is_asked_that_only_one_needs(live_client, desk):
    desk.publish(camera="")
    page = live_client.get("/new").text
    assert "There is no camera here, so every turn is entered on a phone." in page
    assert not {name for name in ("by_hand", "hands_free", "prints") if f'name="{name}"' in page}


def test_a_game_begun_on_the_pages_of_a_demo_begins_at_the_players_own_table(photos, lessons, desk):
    client = create_app(Context(photos, lessons, desk, own="/own/")).test_client()
    assert client.get("/new").location == "/own/new"
    answer = client.post("/api/new", json=WISH)
    assert (answer.status_code, answer.location, desk.taps) == (307, "/own/api/new", [])


def test_a_table_in_the_middle_of_a_game_is_photographed_by_its_own_camera(photos, lessons, desk):
    client = create_app(Context(photos, lessons, desk, camera=FakeLens())).test_client()
    assert 'action="/photos/table"' in client.get("/new").text
    assert 'action="/photos/table"' not in client.get("/").text
    desk.publish(phase="doubt", more_lies=True, rules="carcassonne")
    assert "Photograph the table and play on from there" in client.get("/").text
    token = client.get_cookie("tablekeeper_form").value
    answer = client.post("/photos/table", data={"form_token": token, "game": "carcassonne", "prints": ""})
    assert answer.status_code == 303
    assert [ticket.game for ticket in photos.tickets()] == ["carcassonne"]


def test_the_form_begins_with_the_game_that_was_played_last(live_client, desk):
    def chosen():
        return re.search(r'<option value="(\w+)" selected', live_client.get("/new").text)[1]

    desk.publish(rules="cornwall")
    assert chosen() == "cornwall"
    desk.publish(rules="carcassonne")
    assert chosen() == "carcassonne"


def test_a_photo_is_first_thought_to_be_of_the_game_that_is_played(live_client, desk):
    for game in ("cornwall", "carcassonne"):
        desk.publish(rules=game)
        assert f'<option value="{game}" selected>' in live_client.get("/photos/new").text


def test_every_game_has_a_form_of_its_own_with_its_colours_and_rules(live_client):
    for name, rules in some(live_client.application.extensions["tablekeeper"].games.items()):
        text = live_client.get(f"/new?game={name}").text
        assert [r.name for r in rules.info.rule_sets if f'value="{r.name}"' in text]
        offered = re.findall(r'<option value="(\w+)"', text.split('<select name="colour">')[1])
        assert offered[: len(rules.info.colours)] == list(rules.info.colours)
        assert text.count('<select name="colour">') == rules.info.max_players


def test_colours_are_named_in_the_language_of_the_page(begin):
    says = begin(colour=["red", "red"], name=["Ann", "Ben"], language="de").text
    assert "es gibt: Rot, Blau, " in says


def test_only_options_that_differ_from_the_rule_set_are_kept(begin, desk):
    begin(name=["", ""], colour=["blue", "red"], **{"option:unfinished_road": "0", "option:farms": "1"})
    assert list(desk.taps[0].options) == ["unfinished_road"]


def test_another_rule_set_is_shown_before_anything_begins(begin, desk):
    text = begin(name=["Ann"], colour=["red"], rules="leaflet-004", stay="1").text
    assert 'value="leaflet-004" checked' in text
    assert 'value="Ann"' in text
    assert desk.taps == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"colour": ["red", "red"], "name": ["Ann", "Ben"]}, "a colour of their own"),
        ({"colour": ["red"], "name": ["Ann"]}, "2 to 5 players"),
        ({"colour": ["red", "blue"], "name": ["Ann", "ann "]}, "Ann (red) and ann (blue) have the same name"),
        ({"colour": ["red", "blue"], "name": ["Blue", ""]}, "Blue (red) and Blue (blue) have the same name"),
        ({"colour": ["red", "blue", ""], "name": ["Ann", "Ben", "Zoë"]}, "Zoë has no colour yet"),
        ({"colour": ["red", "blue"], "name": ["", ""], "prints": "gone"}, "That box is not here"),
    ],
)
def test_a_game_that_cannot_begin_says_what_to_change_and_keeps_what_was_entered(begin, desk, fields, says):
    answer = begin(**fields)
    assert answer.status_code == 422
    assert says in answer.text
    assert '<option value="red" selected>' in answer.text
    assert desk.taps == []


def test_a_game_begins_by_json_in_the_words_of_the_game_document(live_client, desk):
    answer = live_client.post("/api/new", json=WISH)
    assert (answer.status_code, answer.json) == (201, {"version": desk.now.version})
    assert desk.taps[0].seats == (("Ann", "red"), ("Ben", "blue"))


@pytest.mark.parametrize("number", [1, 9])
def test_how_many_may_play_is_said_whatever_their_colours(live_client, desk, number):
    colours = ["red", "blue", "yellow", "green", "black"]
    players = [{"name": f"P{at}", "colour": colours[at % 5]} for at in range(number)]
    answer = live_client.post("/api/new", json={**WISH, "players": players})
    assert (answer.status_code, answer.json["error"]) == (422, "Carcassonne is played by 2 to 5 players.")
    assert desk.taps == []


@pytest.mark.parametrize(
    ("change", "status"),
    [({"game": "chess"}, 400), ({"players": 2}, 400), ({"rules": "mine"}, 422), ({"prints": "none"}, 422)],
)
def test_a_new_game_that_makes_no_sense_is_refused(live_client, desk, change, status):
    answer = live_client.post("/api/new", json=WISH | change)
    assert answer.status_code == status
    assert answer.json["error"]
    assert desk.taps == []


def test_names_come_without_what_nobody_can_read_or_a_screen_would_obey(live_client, desk):
    players = [
        {"name": " \x1b[31mAnn\n of\u202e\x00  Kent ", "colour": "red"},
        {"name": "x" * 3000, "colour": "blue"},
        {"name": "  ", "colour": "green"},
    ]
    assert live_client.post("/api/new", json=WISH | {"players": players}).status_code == 201
    assert desk.taps[0].seats == (("[31mAnn of Kent", "red"), ("x" * 30, "blue"), ("Green", "green"))


def test_a_form_that_names_no_players_begins_no_game(begin, desk):
    answer = begin()
    assert answer.status_code == 422
    assert "is played by 2 to" in answer.text
    assert desk.taps == []


def test_a_player_without_a_name_is_known_by_the_colour_whatever_the_language_of_the_page(begin, desk):
    begin("de", colour=["red", "blue"], name=["", "Ben"])
    assert desk.taps[0].seats == (("Red", "red"), ("Ben", "blue"))


def test_who_played_last_is_offered_again(live_client, desk):
    desk.publish(phase="ended", seats=(LiveSeat("Ann", "red", 12), LiveSeat("Ben", "blue", 9)))
    assert 'value="Ann"' in live_client.get("/new").text


def test_who_played_in_a_colour_that_this_game_has_not_is_offered_another(live_client, desk):
    seats = (LiveSeat("Ann", "red", 12), LiveSeat("Ben", "blue", 9), LiveSeat("Jo", "pink", 3))
    desk.publish(phase="ended", seats=seats)
    text = live_client.get("/new?game=tuscany").text
    chosen = re.findall(r'<option value="([a-z]*)" selected', text)
    assert chosen == ["tuscany", "red", "blue", "green"]


def test_who_has_no_place_in_a_game_for_fewer_is_named_and_all_others_keep_a_colour(live_client, desk):
    names, colours = ("Ann", "Ben", "Cleo", "Dora", "Emil"), load("smuggler").info.colours
    desk.publish(phase="ended", seats=tuple(map(LiveSeat, names, colours, [0] * 5)))
    page = live_client.get("/new", query_string={"game": "tuscany"}).text
    assert "Left out, since at most 4 can play: Emil." in page
    _, *chosen = re.findall(r'<option value="([a-z]*)" selected', page)
    assert sorted(chosen) == sorted(load("tuscany").info.colours)


def test_the_box_that_was_learned_last_is_said_at_the_end_and_offered_for_the_next_game(
    live_client, lessons, desk
):
    lessons.take_in("An older box", b"prints A")
    desk.publish(phase="ended", taught=TeachingNote("My box", "It has been learned."))
    ended = live_client.get("/").text
    assert "It has been learned." in ended
    assert 'href="/prints"' in ended
    assert re.search(r'name="prints" value="My box"[^>]*checked', live_client.get("/new").text)


def test_a_set_that_is_gone_is_not_offered_and_any_box_stays_chosen(live_client, begin, desk):
    desk.publish(phase="ended", taught=TeachingNote("Gone", ""))
    assert re.search(r'name="prints" value="My box"[^>]*checked', live_client.get("/new").text)
    shown = begin(prints="", draw="true", colour=["red", "blue"], name=["Ann", "Ben"]).text
    assert re.search(r'name="prints" value=""[^>]*checked', shown)
    assert not re.search(r'name="prints" value="My box"[^>]*checked', shown)


def test_a_first_visitor_can_begin_with_a_box_that_nobody_has_learned(
    live_client, lessons, desk, monkeypatch
):
    monkeypatch.setattr(lessons, "print_sets", lambda game: ())
    desk.publish(phase="none", seats=(), picture=None, proposal="", questions=(), may=())
    assert "Ready when you are" in live_client.get("/").text
    assert re.search(r'name="prints" value=""[^>]*checked', live_client.get("/new").text)


SEATED = {"name": ["Ann", "Ben", "", "Cleo"], "colour": ["red", "blue", "", "green"]}


def names_of(answer):
    return re.findall(r'name="name" value="([^"]*)"', answer.text)


def test_lots_are_drawn_among_those_who_play_and_shown_before_anything_begins(begin, desk):
    drawn = [begin(**SEATED, draw="1") for _ in range(60)]
    assert {tuple(names_of(answer)) for answer in drawn} == {
        ("Ann", "Ben", "Cleo", "", ""),
        ("Ben", "Cleo", "Ann", "", ""),
        ("Cleo", "Ann", "Ben", "", ""),
    }, "each may begin, and the others follow round the table"
    for answer in drawn:
        assert f"The lot has fallen: {names_of(answer)[0]} begins." in answer.text
    assert desk.taps == []


def test_colours_go_with_their_players_when_lots_are_drawn(begin):
    for _ in range(10):
        text = begin(**SEATED, draw="1").text
        colours = re.findall(r'<option value="(\w+)" selected>', text.split('name="colour"', 1)[1])
        assert dict(zip(re.findall(r'name="name" value="([^"]+)"', text), colours, strict=True)) == {
            "Ann": "red",
            "Ben": "blue",
            "Cleo": "green",
        }


def test_a_player_moves_up_and_is_said_to_begin(begin, desk):
    answer = begin(**SEATED, move="1:up")
    assert names_of(answer)[:2] == ["Ben", "Ann"]
    assert "The turn order is now: Ben, Ann, Cleo." in answer.text
    assert desk.taps == []


@pytest.mark.parametrize("move", ["0:up", "4:down", "9:up", "x:up", "1:left", ""])
def test_a_move_past_the_end_or_of_nobody_moves_nothing(begin, move):
    assert names_of(begin(**SEATED, move=move))[:4] == ["Ann", "Ben", "", "Cleo"]


def test_moving_a_player_keeps_the_rules_that_were_chosen(begin):
    text = begin(**SEATED, move="0:down", rules="leaflet-004", **{"option:abbot": "0"}).text
    assert 'value="leaflet-004" checked' in text
    assert re.search(r'name="option:abbot" value="0" checked', text)


def test_names_of_earlier_games_are_offered(photos, lessons, desk):
    client = create_app(Context(photos, lessons, desk, names=lambda: ("Cleo", "Ann & Co"))).test_client()
    text = client.get("/new").text
    assert '<option value="Cleo"></option><option value="Ann &amp; Co"></option>' in text


@pytest.fixture
def lens():
    lens = FakeLens()
    lens.alike = (("red", "black"),)
    return lens


@pytest.fixture
def seen_begin(photos, lessons, desk, lens):
    """Send the form to a table whose camera looks at the light."""
    client = create_app(Context(photos, lessons, desk, camera=lens)).test_client()

    def send(**fields):
        client.get("/new")
        token = client.get_cookie("tablekeeper_form").value
        form = {"form_token": token, "game": "carcassonne", "rules": "leaflet-001", "prints": "My box"}
        return client.post("/new", data=form | fields, headers={"Accept": "text/html"})

    return send


def test_two_colours_that_are_hard_to_tell_apart_are_warned_of_once(seen_begin, desk):
    players = {"name": ["Ann", "Ben"], "colour": ["red", "black"]}
    warned = seen_begin(**players)
    assert "Red and black are hard to tell apart in this light." in warned.text
    assert desk.taps == []
    known = re.search(r'name="warned" value="([^"]*)"', warned.text)[1]
    assert seen_begin(**players, warned=known).status_code == 303
    assert len(desk.taps) == 1


def test_other_colours_than_those_warned_of_are_warned_of_anew(seen_begin, desk, lens):
    lens.alike = (("red", "black"), ("blue", "green"))
    assert "Blue and green" in seen_begin(colour=["blue", "green"], name=["", ""], warned="red-black").text
    assert desk.taps == []


def test_colours_that_nobody_plays_are_no_worry(seen_begin, desk, lens):
    assert seen_begin(colour=["blue", "red"], name=["", ""]).status_code == 303
    assert lens.asked[-1] == ("red", "blue")


def test_only_the_host_is_asked_who_plays(live_client, desk):
    far = {"environ_base": {"REMOTE_ADDR": "192.168.1.77"}}
    assert live_client.get("/new", **far).status_code == 403
    assert live_client.post("/api/new", json=WISH, **far).status_code == 403
    assert desk.taps == []


def test_a_rule_in_which_tables_differ_is_asked_openly_with_the_printed_one_marked(begin):
    text = begin(name=["Ann"], colour=["red"], rules="leaflet-004", stay="1").text
    asked, folded = text.split('<details class="rules-in-detail">')
    offered = re.findall(r'name="option:unfinished_road" value="(\d)"( checked)?><span>(.*?)</span>', asked)
    assert [(value, bool(checked)) for value, checked, _ in offered] == [("0", True), ("1", False)]
    assert "The whole road scores 1 point" in offered[0][2]
    assert "as printed" in offered[0][2]
    assert "nearly everybody" in offered[1][2]
    assert "as printed" not in offered[1][2]
    assert "option:unfinished_road" not in folded
    assert "option:farms" in folded


def test_a_program_is_told_in_words_what_is_wrong_with_its_new_game(live_client):
    answer = live_client.post("/api/new", json={**WISH, "players": [{"name": "Ann"}]})
    assert answer.status_code == 400
    assert answer.json["error"] == "The document cannot be used: player 1 lacks 'colour'."
