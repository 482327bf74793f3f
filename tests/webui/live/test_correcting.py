"""Setting turns right on the page, at a real table whose camera has misread the last turn."""

import html
import json
import re

import pytest
from msgspec.structs import replace

from firmware.store.store import open_store
from firmware.table.games import Games
from firmware.table.worker import Table
from scoring.games import load
from scoring.referee.contracts.table import NewGame
from tests.firmware.told import STEP_S, DismissingReader, ToldCamera
from tests.firmware.told import table as frame_with
from tests.waiting import until
from tests.webui.seeing import see

RULES = load("carcassonne")
NEW = NewGame("carcassonne", "leaflet-004", "box", (("Ann", "red"), ("Ben", "blue")))


def move(player, face, turns, cell, *figure):
    written = {"player": player, "face": face, "turns": turns, "cell": list(cell)}
    return {**written, "meeple": {"feature": figure[0], "sides": list(figure[1:])}} if figure else written


LORD = move("red", "E", 2, (0, -1), "city", "S")
ROAD = move("blue", "U", 1, (1, 0))
WRONG = move("red", "V", 0, (2, 0))
"""What the camera takes the third turn for."""
RIGHT = move("red", "V", 0, (2, 0), "road", "W")
"""And what it was."""


class StillCamera(ToldCamera):
    """Goes on showing what lies on the table."""

    def __init__(self):
        super().__init__([])
        self.shown = 0

    def take(self, timeout_s):
        self.taken += 1
        image = frame_with(self.shown, hand=self.taken % 8 < 2 and self.is_laying)
        frame = ToldCamera([image]).take(timeout_s)
        return frame._replace(number=self.taken, at_s=self.taken * STEP_S)

    is_laying = False


class Panel:
    """Neither shines nor sounds."""

    def show(self, colour, pattern):
        pass

    def sound(self, sound):
        pass

    def close(self):
        pass


@pytest.fixture
def camera():
    return StillCamera()


@pytest.fixture
def desk(tmp_path, camera):
    reader = DismissingReader([RULES.load_move(each) for each in (LORD, ROAD, WRONG)], 0.95)
    games = Games(lambda game: RULES, lambda game: reader, lambda name: b"prints")
    (tmp_path / "kept").mkdir()
    with open_store(tmp_path / "kept") as store, Table(camera, store, lambda post: Panel(), games) as desk:
        desk.start(NEW)
        for declared in (LORD, ROAD):
            desk.declare(declared, desk.snapshot().version)
        camera.shown = 3
        until(desk, lambda now: now.phase == "proposal")
        yield desk


def moves(desk):
    return json.loads(json.dumps(desk.document("1")["moves"]))


def points(desk):
    return [seat.points for seat in desk.snapshot().seats]


def same(one, other):
    return RULES.load_move(one) == RULES.load_move(other)


@pytest.fixture
def send(live_client):
    """Send a form as a page of this table would."""

    def post(path, played, version, **fields):
        live_client.get("/")
        token = live_client.get_cookie("tablekeeper_form").value
        form = {"form_token": token, "version": str(version), "move": json.dumps(played), **fields}
        return live_client.post(path, data=form, headers={"Accept": "text/html"})

    return post


# --- the proposal ----------------------------------------------------------------------------------


def test_the_nearest_turns_are_offered_as_drawings_and_one_tap_shows_each(live_client, desk):
    text = live_client.get("/correct").text
    assert text.count('data-key="move-') > 3
    picked = live_client.get("/correct", query_string={"move": json.dumps(RIGHT)}).text
    assert "puts a figure on the road" in picked
    assert len(moves(desk)) == 2


def test_a_turn_that_counted_while_it_was_looked_at_is_set_right_as_an_earlier_one(live_client, desk):
    [link] = re.findall(r'href="(/correct[?][^"]*)" data-key="correct"', live_client.get("/").text)
    desk.press("confirm", desk.snapshot().version)
    desk.declare(move("blue", "U", 1, (0, 1)), desk.snapshot().version)
    answer = live_client.get(html.unescape(link), follow_redirects=True)
    assert answer.request.path == "/turns/3"
    query = {"turn": 3, "move": json.dumps(RIGHT)}
    picked = live_client.get("/correct", query_string=query, follow_redirects=True)
    assert picked.request.path == "/turns/3"
    assert "puts a figure on the road" in picked.text


def test_the_turn_counts_as_it_was_set_right(send, desk):
    answer = send("/correct", RIGHT, desk.snapshot().version)
    assert (answer.status_code, answer.location) == (303, "/")
    assert same(moves(desk)[2], RIGHT)


def test_a_turn_that_was_right_already_is_confirmed_as_the_camera_read_it(send, desk, live_client):
    send("/correct", WRONG, desk.snapshot().version)
    last = live_client.get("/api/turns").json["turns"][0]
    assert (last["how"], last["move"]) == ("seen", WRONG)


def test_a_turn_against_the_rules_is_shown_with_the_rule_and_counts_only_on_purpose(send, live_client, desk):
    against = move("red", "E", 0, (2, 0))
    text = live_client.get("/correct", query_string={"move": json.dumps(against)}).text
    assert text.count("does not match") == 2  # where the page begins, and beside the button that keeps it
    assert "We played it differently on purpose" in text
    assert "That is right" not in text
    version = desk.snapshot().version
    assert send("/correct", against, version).status_code == 422
    assert send("/correct", against, version, house_rule="1").status_code == 303
    assert moves(desk)[2]["house_rule"] is True


def test_a_late_correction_is_told_so(send, desk):
    version = desk.snapshot().version
    desk.press("confirm", version)
    assert send("/correct", RIGHT, version).status_code == 409
    assert same(moves(desk)[2], WRONG)


def test_a_correction_of_a_turn_that_counts_by_now_goes_on_as_one_of_that_turn(send, live_client, desk):
    version = desk.snapshot().version
    desk.press("confirm", version)
    answer = send("/correct", RIGHT, version, turn="3")
    assert answer.status_code == 303
    text = live_client.get(answer.location).text
    assert "Turn 3" in text
    assert "Set it right" in text
    assert send("/turns/3", RIGHT, desk.snapshot().version).status_code == 303
    assert same(moves(desk)[2], RIGHT)
    assert "Turn 3 is set right" in live_client.get("/turns").text


def test_without_a_proposal_correcting_leads_back_to_the_table(live_client, desk):
    desk.press("confirm", desk.snapshot().version)
    assert live_client.get("/correct").location == "/"


NONSENSE = (
    {"move": "{"},
    {"move": "[]"},
    {"move": '{"hat": 1}'},
    {"answer": '{"hat": 1}'},
    {"answer": '{"face": "Z"}'},
    {"move": '{"player": "green", "face": "V", "cell": [1, 0]}'},
)


def test_nonsense_in_the_address_is_answered_in_a_sentence(live_client, desk):
    for path in ("/correct", "/turns/1", "/declare"):
        for query in NONSENSE:
            answer = live_client.get(path, query_string={"move": json.dumps(ROAD), **query})
            assert answer.status_code in (400, 422), (path, query)


def test_every_face_tells_how_many_are_left(live_client, desk):
    text = live_client.get("/correct").text
    assert "0 left" not in text.split("all-faces")[1].split("</li>")[0]
    assert "left</small>" in text


# --- a turn nobody saw -----------------------------------------------------------------------------


def test_a_turn_nobody_saw_is_entered_tile_first_beside_what_is_proposed(send, live_client, desk, camera):
    page = live_client.get("/enter", follow_redirects=True).text
    assert "Which tile was drawn?" in page
    number = desk.snapshot().moves + 1
    held = live_client.get("/", query_string={"enter": number, "hand": "U"}).text
    assert 'data-spot="-1,0"' in held
    send("/api/declare", move("red", "U", 1, (-1, 0)), desk.snapshot().version)
    assert same(moves(desk)[2], move("red", "U", 1, (-1, 0)))


def test_everything_about_a_turn_nobody_saw_can_be_set(send, live_client, desk, camera):
    assert live_client.get("/declare").location == "/enter"
    query = {"move": json.dumps(move("red", "U", 1, (-1, 0)))}
    text = live_client.get("/declare", query_string=query).text
    assert "count it" in text
    assert 'data-key="player-' in text
    send("/declare", move("red", "U", 1, (-1, 0)), desk.snapshot().version)
    assert same(moves(desk)[2], move("red", "U", 1, (-1, 0)))


def test_only_a_tile_that_fits_nowhere_is_put_back(send, live_client, desk):
    query = {"move": json.dumps({"player": "red", "discard": "U"})}
    assert "may not be discarded" in live_client.get("/declare", query_string=query).text
    refused = send("/declare", {"player": "red", "discard": "U"}, desk.snapshot().version)
    assert refused.status_code == 422
    assert "may not be discarded" in refused.text
    send("/declare", {"player": "red", "discard": "C"}, desk.snapshot().version)
    assert moves(desk)[2]["discard"] == "C"


# --- earlier turns ---------------------------------------------------------------------------------


def test_the_turns_are_listed_the_last_one_first(live_client, desk):
    text = live_client.get("/turns").text
    assert text.index("2. ") < text.index("1. ")
    listed = live_client.get("/api/turns").json
    assert (listed["format"], listed["version"]) == ("tablekeeper.turns/1", desk.snapshot().version)
    assert [turn["back"] for turn in listed["turns"]] == [1, 2]
    assert listed["turns"][1]["lines"][0]["points"] == 4


def test_all_that_would_change_is_shown_before_it_is_accepted(live_client, desk):
    bare = {name: value for name, value in LORD.items() if name != "meeple"}
    text = live_client.get("/turns/1", query_string={"move": json.dumps(bare)}).text
    assert "4<span" in text
    assert "What changes then" in text
    assert "Ann: city, 4 points" in text
    assert points(desk) == [4, 0]


def test_an_earlier_turn_is_set_right_and_undone(send, live_client, desk):
    bare = {name: value for name, value in LORD.items() if name != "meeple"}
    answer = send("/turns/1", bare, desk.snapshot().version)
    assert (answer.status_code, answer.location) == (303, "/turns")
    assert points(desk) == [0, 0]
    live_client.post("/api/undo", json={"version": desk.snapshot().version})
    assert points(desk) == [4, 0]


def test_undo_says_once_what_it_took_back(send, live_client, desk):
    said = "The earlier turn is again as it was."
    send(
        "/turns/1", {name: value for name, value in LORD.items() if name != "meeple"}, desk.snapshot().version
    )
    live_client.get("/turns")
    undone = send("/api/undo", {}, desk.snapshot().version)
    assert undone.location == "/"
    told, later = (notice(live_client.get("/").text) for _ in range(2))
    assert (said in told, said in later) == (True, False)
    send("/api/undo", {}, desk.snapshot().version)
    assert "The last turn was taken back." in notice(live_client.get("/").text)


def notice(text):
    """Give what is said above the table."""
    return re.search(r'<div id="notice".*?</div>', text, re.DOTALL)[0]


def test_a_turn_set_right_after_another_has_counted_is_shown_once_more_as_it_was_chosen(
    send, live_client, desk
):
    bare = {name: value for name, value in LORD.items() if name != "meeple"}
    version = desk.snapshot().version
    desk.press("confirm", version)
    text = live_client.get(send("/turns/1", bare, version).location).text
    assert "The table has moved on" in text
    assert "What changes then" in text
    assert send("/turns/1", bare, desk.snapshot().version).location == "/turns"
    told, later = (live_client.get("/turns").text.count("is set right") for _ in range(2))
    assert (told, later, live_client.get("/turns").text.count("Set right later.")) == (1, 0, 1)
    assert points(desk) == [0, 0]


def test_a_turn_is_set_right_whatever_happens_meanwhile_as_long_as_the_same_comes_of_it(
    send, live_client, desk
):
    bare = {name: value for name, value in LORD.items() if name != "meeple"}
    other = move("red", "E", 2, (0, -1), "field", "N")
    version = desk.snapshot().version

    def foreseen(number, played):
        text = live_client.get(f"/turns/{number}", query_string={"move": json.dumps(played)}).text
        return re.search(r'name="foreseen" value="(.+?)"', text)[1]

    seen, of_other = foreseen(1, bare), foreseen(1, other)
    desk.press("confirm", version)
    desk.press("pause", desk.snapshot().version)
    assert send("/turns/1", bare, version, foreseen=seen).location == "/turns"
    assert [done.get("meeple") for done in moves(desk)] == [None] * 3
    again = send("/turns/1", other, version, foreseen=of_other)
    assert "The table has moved on" in live_client.get(again.location).text, "the turn was another then"


def test_a_move_set_right_is_called_by_the_turn_it_is_of(send, live_client, desk, monkeypatch):
    past = [replace(turn, turn=turn.number - 1) for turn in desk.turns()]
    monkeypatch.setattr(desk, "turns", lambda: past)  # as in Cornwall, whose start tile takes no turn
    bare = {name: value for name, value in LORD.items() if name != "meeple"}
    send("/turns/1", bare, desk.snapshot().version)
    assert "That is set right, and all that follows from it." in live_client.get("/turns").text
    send("/turns/2", ROAD, desk.snapshot().version)
    assert "Turn 1 is set right" in live_client.get("/turns").text


def test_once_the_game_has_ended_a_turn_says_what_comes_before_it_is_set_right(live_client, desk):
    desk.press("confirm", desk.snapshot().version)
    desk.press("end", until(desk, lambda now: now.phase == "waiting").version)
    until(desk, lambda now: now.phase == "ended")
    text = live_client.get("/turns/1").text
    assert "Take the end back with Undo first" in text
    assert "Set it right" not in text
    assert "Which of these is it?" not in text
    assert "Tap a turn" not in live_client.get("/turns").text


def test_later_turns_that_would_break_a_rule_are_named(send, live_client, desk):
    aside = move("red", "E", 0, (0, 1))
    on_purpose = move("red", "B", 0, (1, 0))
    for turn, named in ((aside, "does not match"), (on_purpose, "Turn 2")):
        text = live_client.get("/turns/1", query_string={"move": json.dumps(turn)}).text
        assert named in text
        assert send("/turns/1", turn, desk.snapshot().version).status_code == 422
    assert same(moves(desk)[0], LORD)


def test_there_is_no_page_for_a_turn_that_is_not_there(live_client, desk):
    for number in (0, 3, 99):
        assert live_client.get(f"/turns/{number}").status_code == 404


def test_json_tries_a_revision_out_before_it_makes_it(live_client, desk):
    bare = {name: value for name, value in LORD.items() if name != "meeple"}
    sent = {"version": desk.snapshot().version, "back": 2, "move": bare}
    tried = live_client.post("/api/revise", json={**sent, "check": True})
    assert tried.status_code == 200
    assert tried.json["points"] == {"before": {"red": 4, "blue": 0}, "after": {"red": 0, "blue": 0}}
    assert [change["turn"] for change in tried.json["changes"]] == [1]
    assert points(desk) == [4, 0]
    assert live_client.post("/api/revise", json=sent).status_code == 200
    assert points(desk) == [0, 0]
    assert live_client.post("/api/revise", json=sent).status_code == 409


def test_json_is_refused_with_the_rule(live_client, desk):
    sent = {"version": desk.snapshot().version, "back": 2, "move": move("red", "E", 0, (0, 1))}
    for check in (True, False):
        refused = live_client.post("/api/revise", json={**sent, "check": check})
        assert refused.status_code == 422
        assert "does not match" in refused.json["error"]


def test_json_that_makes_no_sense_is_refused(live_client, desk):
    sent = {"version": desk.snapshot().version, "back": 1, "move": ROAD}
    for more in (
        {"back": 0}, {"back": "1"}, {"back": True}, {"move": 3}, {"check": "yes"}, {"version": None},
    ):  # fmt: skip
        assert live_client.post("/api/revise", json={**sent, **more}).status_code == 400, more


def test_no_page_carries_a_style_or_an_address_outside(live_client, desk):
    for path in ("/correct", "/turns", "/turns/1", f"/declare?move={json.dumps(ROAD)}", "/?enter=3&hand=U"):
        answer = live_client.get(path)
        assert answer.status_code == 200, path
        assert " style=" not in answer.text
        assert "<script>" not in answer.text


def test_those_who_only_watch_see_the_turns_and_set_nothing_right(live_app, desk):
    away = {"REMOTE_ADDR": "192.168.1.77"}
    client = live_app.test_client()
    assert client.get("/turns", environ_base=away).status_code == 200
    for path in ("/correct", "/turns/1", "/declare"):
        assert client.get(path, environ_base=away).status_code == 403
    sent = {"version": desk.snapshot().version, "back": 1, "move": ROAD}
    assert client.post("/api/revise", json=sent, environ_base=away).status_code == 403


# --- in a browser ----------------------------------------------------------------------------------


@pytest.fixture
def app(live_app):
    """Let the phones sit at this table."""
    return live_app


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_two_taps_correct_a_wrong_reading(new_phone, desk, scripts):
    phone = new_phone(java_script_enabled=scripts)
    page = phone.page
    page.goto("/")
    see(phone, "Ann lays a bend")
    page.locator(".others a", has_text="on the road").first.click()
    see(phone, "Ann lays a bend 2 east of the start tile and puts a figure on the road.")
    if scripts:
        phone.look()
    page.get_by_role("button", name="That is right").click()
    see(phone, "Ben's turn")
    assert moves(desk)[2]["meeple"]["feature"] == "road"


def test_the_tile_is_turned_and_the_figure_put_by_tapping_the_drawings(phone, desk):
    page = phone.page
    page.goto("/correct")
    page.locator(".stand [data-spot='field:NL'], .stand [data-spot^='field']").first.dispatch_event("click")
    see(phone, "puts a figure in the field")
    page.get_by_text("Tap to turn it").click()
    page.wait_for_url(lambda url: "answer=%7B%22turns%22:1" in url)
    page.get_by_text("Tap to turn it").click()
    see(phone, "does not match")
    phone.look()
    assert page.get_by_role("button", name="We played it differently on purpose").is_visible()
    page.get_by_text("Another tile").click()
    page.locator(".all-faces a", has_text="U").first.click()
    see(phone, "a straight road")
    phone.look()


def test_what_was_no_turn_is_dropped_and_not_proposed_again(phone, desk):
    page = phone.page
    page.goto("/correct")
    phone.look()
    page.get_by_role("button", name="That was no turn").click()
    see(phone, "Ann's turn")
    assert until(desk, lambda now: now.phase == "waiting").proposal == ""
    assert len(moves(desk)) == 2


def test_an_earlier_turn_is_set_right_on_the_phone(phone, desk):
    page = phone.page
    page.goto("/")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Turns so far").click()
    phone.look()
    page.locator("[data-key=turn-1]").click()
    page.locator("[data-key=stands_on-0]").click()
    see(phone, "What changes then")
    phone.look()
    page.get_by_role("button", name="Set it right").click()
    page.wait_for_url("**/turns")
    assert points(desk) == [0, 0]


def test_a_turn_nobody_saw_is_entered_by_tapping_tile_place_and_confirm(phone, desk):
    page = phone.page
    page.goto("/enter")
    phone.look()
    page.locator("[data-key=part-U]").click()
    page.locator("#over [data-spot='-1,0']").click()
    see(phone, "a straight road")
    phone.look()
    page.get_by_role("button", name="Confirm").click()
    see(phone, "Ben's turn")
    assert same(moves(desk)[2], move("red", "U", 1, (-1, 0)))


def test_while_paused_a_turn_can_be_set_right(send, live_client, desk):
    desk.press("pause", desk.snapshot().version)
    bare = {name: value for name, value in LORD.items() if name != "meeple"}
    assert send("/turns/1", bare, desk.snapshot().version).location == "/turns"
    assert (points(desk), desk.snapshot().phase) == ([0, 0], "paused")
