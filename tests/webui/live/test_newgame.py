"""Beginning a game on the page and by JSON."""

import pytest

from webui.desk import LiveSeat

WISH = {
    "game": "carcassonne",
    "rules": "leaflet-001",
    "prints": "My box",
    "players": [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
}


@pytest.fixture
def begin(live_client):
    def send(**fields):
        live_client.get("/new")
        token = live_client.get_cookie("tablekeeper_form").value
        form = {"form_token": token, "game": "carcassonne", "rules": "leaflet-001", "prints": "My box"}
        return live_client.post("/new", data=form | fields, headers={"Accept": "text/html"})

    return send


def test_a_game_begins_with_its_players_in_turn_order(begin, desk):
    answer = begin(name=["Ben", "", "Cleo"], colour=["blue", "red", ""], hands_free="true")
    assert (answer.status_code, answer.location) == (303, "/")
    (new,) = desk.taps
    assert new.seats == (("Ben", "blue"), ("Red", "red"))
    assert (new.rules, new.prints, new.hands_free, new.options) == ("leaflet-001", "My box", True, {})


def test_only_options_that_differ_from_the_rule_set_are_kept(begin, desk):
    begin(name=["", ""], colour=["blue", "red"], **{"option:unfinished_road": "0", "option:farms": "1"})
    assert list(desk.taps[0].options) == ["unfinished_road"]


def test_another_rule_set_is_shown_before_anything_begins(begin, desk):
    text = begin(name=["Ann"], colour=["red"], rules="leaflet-004", stay="1").text
    assert 'value="leaflet-004" data-send="stay" checked' in text
    assert 'value="Ann"' in text
    assert desk.taps == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"colour": ["red", "red"], "name": ["Ann", "Ben"]}, "a colour of their own"),
        ({"colour": ["red"], "name": ["Ann"]}, "2 to 5 players"),
        ({"colour": ["red", "blue"], "name": ["", ""], "prints": ""}, "Choose the prints"),
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


@pytest.mark.parametrize(
    ("change", "status"),
    [({"game": "chess"}, 400), ({"players": 2}, 400), ({"rules": "mine"}, 422), ({"prints": "none"}, 422)],
)
def test_a_new_game_that_makes_no_sense_is_refused(live_client, desk, change, status):
    answer = live_client.post("/api/new", json=WISH | change)
    assert answer.status_code == status
    assert answer.json["error"]
    assert desk.taps == []


def test_who_played_last_is_offered_again(live_client, desk):
    desk.publish(phase="ended", seats=(LiveSeat("Ann", "red", 12), LiveSeat("Ben", "blue", 9)))
    assert 'value="Ann"' in live_client.get("/new").text


def test_a_first_visitor_is_led_to_prints(live_app, live_client, lessons, desk, monkeypatch):
    monkeypatch.setattr(lessons, "print_sets", lambda game: ())
    desk.publish(phase="none", seats=(), picture=None, proposal="", questions=(), may=())
    assert "First, show it your tiles" in live_client.get("/").text
    assert "First, show it your tiles" in live_client.get("/new").text
