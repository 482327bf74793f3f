"""What players look up during a game, as a page without scripts and as JSON."""

import time

import pytest
from msgspec.structs import replace

from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.referee.contracts.snapshot import Timing
from tests.some import some
from webui.live.lookup import covers

RULES = load("carcassonne")
TILE_MM = 45.0
SEATS = (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"))
CITY = {"kind": "follower", "feature": "city", "sides": ["S"]}


@pytest.fixture
def started(desk):
    """Let Ann hold a city that is open to the east."""
    state = RULES.start(Setup("leaflet-004", SEATS))
    move = {"player": "red", "face": "N", "turns": 2, "cell": [0, -1], "meeple": CITY}
    state, _ = RULES.apply(state, RULES.load_move(move))
    desk.publish(
        view=state, picture=RULES.picture(state), last=((0, -1),), face="", questions=(), proposal=""
    )
    return state


def city_of(client):
    return next(each for each in client.get("/api/regions").json["regions"] if each["figures"])


def test_a_region_says_who_holds_it_and_what_it_pays_finished_and_at_the_end(live_client, started):
    city = city_of(live_client)
    assert (city["feature"], city["figures"], city["players"]) == ("city", {"red": 1}, ["red"])
    assert (city["completed"], city["open_edges"], city["finished"]["points"]) == (False, 1, 4)
    assert [line["points"] for line in city["at_end"]] == [2]


def test_the_page_tints_a_region_and_explains_it_without_scripts(live_client, started):
    before = live_client.get("/").text
    text = live_client.get(f"/?region={city_of(live_client)['name']}").text
    for words in (
        "Ann",
        "If it is finished as large as it is now",
        "4 points",
        "2 points",
        "Still open in 1 place",
    ):
        assert words in text
    assert "emphasis-tint" in text
    assert "emphasis-tint" not in before


def test_every_region_is_found_in_the_list_and_by_its_link(live_client, started):
    text = live_client.get("/?look=regions").text
    open_ones = [each for each in live_client.get("/api/regions").json["regions"] if not each["completed"]]
    for each in some(open_ones):
        if each["figures"] or each["finished"]["terms"]:
            assert (
                f"/?region={each['name'].replace(':', '%3A').replace(',', '%2C')}" in text
                or each["name"] in text
            )


@pytest.mark.parametrize(
    ("x", "y", "feature"), [(0.5, -0.1, "city"), (0.5, 0.5, "road"), (0.5, 0.9, "field")]
)
def test_a_tap_on_the_board_leads_to_the_region_under_it(live_client, started, x, y, feature):
    answer = live_client.get(f"/at?x={x * TILE_MM}&y={y * TILE_MM}")
    assert answer.status_code == 303
    assert answer.location.startswith(f"/?region={feature}")


def test_a_tap_beside_the_tiles_leads_back_to_the_table(live_client, started):
    assert live_client.get("/at?x=900&y=900").location == "/"


@pytest.mark.parametrize("query", ["", "x=1", "x=a&y=b", "x=nan&y=1", "x=1e400&y=-1e400"])
def test_a_tap_that_says_no_place_is_refused_or_finds_nothing(live_client, started, query):
    answer = live_client.get(f"/at?{query}")
    assert answer.status_code in (303, 400)
    assert answer.status_code == 400 or answer.location == "/"


@pytest.mark.parametrize("query", ["region=city:9,9,9", "region=x", "face=ZZ", "look=nothing", "face="])
def test_what_is_not_there_any_more_is_simply_not_shown(live_client, started, query):
    answer = live_client.get(f"/?{query}")
    assert answer.status_code == 200
    assert "emphasis-places" not in answer.text
    assert "emphasis-tint" not in answer.text


def test_the_places_for_a_face_are_marked_where_the_rules_allow_them(live_client, started):
    places = live_client.get("/api/places?face=V").json["places"]
    legal = {(tuple(place["cell"]), turns) for place in places for turns in place["turns"]}
    assert legal == {(move.cell, move.turns) for move in RULES.legal(started, "V")}
    text = live_client.get("/?face=V").text
    assert "emphasis-places" in text
    assert f"fits in {len(places)} places" in text


def test_a_face_that_is_none_is_refused_in_a_sentence(live_client, started):
    answer = live_client.get("/api/places?face=ZZ")
    assert answer.status_code == 400
    assert "no face" in answer.json["error"]


def test_what_is_left_is_counted_and_drawn(live_client, started):
    left = live_client.get("/api/left").json
    assert sum(each["count"] for each in left["faces"]) == 72 - 2
    assert {"player": "red", "kind": "follower", "says": "figures", "left": 6, "of": 7} in left["figures"]
    text = live_client.get("/?look=box").text
    assert text.count('class="tile button"') == len(left["faces"])
    assert "70 tiles." in text


def test_the_points_say_how_many_figures_each_player_still_has(live_client, started):
    text = live_client.get("/").text
    assert "Figures: 6 of 7 left" in text
    assert "Figures: 7 of 7 left" in text


def test_the_last_tile_is_marked_and_only_where_there_is_one(live_client, desk, started):
    assert "emphasis-last" in live_client.get("/").text
    desk.publish(last=())
    assert "emphasis-last" not in live_client.get("/").text


@pytest.mark.parametrize("what", ["regions", "left", "places?face=E"])
def test_without_a_game_there_is_nothing_to_look_up(live_client, desk, what):
    desk.publish(phase="none", rules="", view=None, seats=(), picture=None, questions=(), proposal="", may=())
    answer = live_client.get(f"/api/{what}")
    assert (answer.status_code, answer.json["error"]) == (404, "No game is being played yet.")
    assert live_client.get("/?look=box").status_code == 200


def test_each_player_has_a_shape_of_their_own(live_client, desk, started):
    desk.publish(
        seats=tuple(replace(seat, colour=c) for c in RULES.info.colours for seat in desk.now.seats[:1])
    )
    text = live_client.get("/").text
    marks = {part.split('"')[0] for part in text.split('<polygon points="')[1:]}
    assert len(marks) == len(RULES.info.colours)


def test_every_figure_on_the_board_has_the_shape_of_its_owner_beside_it(live_client, desk, started):
    assert live_client.get("/").text.count('href="#board-badge_red"') == 1
    desk.publish(picture=RULES.picture(RULES.start(Setup("leaflet-001", SEATS))))
    assert "board-badge" not in live_client.get("/").text


def test_a_region_lies_under_the_points_inside_it_only(started):
    (city,) = [each for each in RULES.regions(started) if each.figures]
    assert covers(city, (0.5 * TILE_MM, -0.1 * TILE_MM))
    assert not covers(city, (0.5 * TILE_MM, 0.5 * TILE_MM))
    assert not covers(city, (2.5 * TILE_MM, -0.1 * TILE_MM))


def test_clocks_are_shown_where_the_host_wants_them_and_count_pauses_out(live_client, desk):
    assert "clocks" not in live_client.get("/").text.split("more-menu")[0]
    sent = {"version": desk.now.version, "shown": True}
    assert live_client.post("/api/clocks", json=sent).status_code == 200
    text = live_client.get("/").text
    assert ">1:05<" in text
    assert ">1:02:05<" in text
    assert live_client.get("/api/table").json["timing"]["runs"] is True
    assert live_client.post("/api/clocks", json=sent).status_code == 409
    assert live_client.post("/api/clocks", json={**sent, "shown": 1}).status_code == 400


def test_clocks_that_stand_still_are_told_as_they_stand(live_client, desk):
    desk.publish(timing=Timing(7, 600, time.monotonic() - 500, runs=False))
    text = live_client.get("/").text
    assert ">0:07<" in text
    assert ">10:00<" in text
    assert "data-runs" not in text
