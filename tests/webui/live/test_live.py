"""The live table's pages and JSON over a desk that shows what the test publishes."""

import html
import json
import re

import pytest
from msgspec.structs import replace

from scoring.currency import Currency, Track
from scoring.game import ScoreLine, Term
from scoring.referee.contracts.snapshot import CauseNotice, DiscrepancyNotice, LiveSeat
from scoring.sentence import sentence
from webui.app import create_app
from webui.context import Context
from webui.shared import MOST

STANDING = (LiveSeat("Ann", "red", 12), LiveSeat("Ben", "blue", 9))
WON = (replace(STANDING[0], won=True), STANDING[1])


@pytest.fixture
def tap(live_client):
    """Press something on the live page as a browser without scripts does."""

    def send(button, version, **fields):
        live_client.get("/")
        token = live_client.get_cookie("tablekeeper_form").value
        form = {"form_token": token, "version": str(version), **fields}
        return live_client.post(f"/api/{button}", data=form, headers={"Accept": "text/html"})

    return send


def test_the_first_page_is_the_live_table(live_client):
    text = html.unescape(live_client.get("/").text)
    for words in ("Ann's turn", "A new tile was seen.", "Ann lays a city end", "97 % sure", "Score a photo"):
        assert words in text


def test_a_player_without_a_name_is_called_by_the_colour_in_the_readers_language(live_client, desk):
    seats = (LiveSeat("Blue", "blue", 0, has_turn=True), LiveSeat("Rosa", "red", 0))
    says = sentence("{name} lays a tile; it is entered on a phone.", name="Blue")
    desk.publish(seats=seats, says=says, may=(), proposal="")
    for code, name in (("en", "Blue"), ("de", "Blau"), ("it", "Blu")):
        text = live_client.get("/", headers={"Accept-Language": code}).text
        assert text.count(name) >= 3
        assert "Rosa" in text
        assert code == "en" or ">Blue" not in text


@pytest.mark.parametrize("is_demo", [True, False])
def test_the_first_page_of_a_demo_says_that_it_is_one(photos, lessons, desk, is_demo):
    own = "/own/" if is_demo else ""
    client = create_app(Context(photos, lessons, desk, own=own)).test_client()
    text = client.get("/").text
    assert ("Demo: painted players" in text) == is_demo
    assert ("<small>Demo</small>" in client.get("/screen").text) == is_demo
    assert ('href="/own/">Back to our table' in text) == is_demo


def test_a_demo_that_is_over_leads_to_another_and_offers_no_game_that_nobody_would_see(photos, lessons, desk):
    desk.publish(phase="ended", may=())
    text = create_app(Context(photos, lessons, desk, own="/")).test_client().get("/").text
    assert "Another game of the demo" in text
    assert "Start another game" not in text


def test_whether_the_game_ends_is_answered_with_a_plain_yes_or_no(live_client, desk):
    desk.publish(phase="asking", proposal="", questions=(), may=("confirm", "undo", "pause"))
    text = live_client.get("/").text
    assert [text.count(f">{words}</button>") for words in ("Yes, end the game", "No, play on")] == [1, 1]
    assert ('data-key="confirm">Confirm' in text, 'data-key="undo">Undo' in text) == (False, False)


def test_a_game_that_nobody_has_won_ends_without_confetti(live_client, desk):
    desk.publish(phase="ended", seats=STANDING, may=())
    assert "confetti" not in live_client.get("/").text
    assert "confetti" not in live_client.get("/screen").text
    desk.publish(phase="ended", seats=WON, may=())
    assert "confetti" in live_client.get("/").text


@pytest.mark.parametrize(("confidence", "offered"), [(0.96, True), (0.97, False)])
def test_beside_an_unsure_proposal_the_others_stand_as_drawings(live_client, desk, confidence, offered):
    desk.publish(confidence=confidence)
    assert ("Or was it one of these?" in live_client.get("/").text) == offered


def test_what_lies_otherwise_than_the_game_has_it_is_told_and_entered_with_a_tap(live_client, desk, tap):
    move = {"player": "red", "face": "V", "turns": 0, "cell": [1, 0]}
    cause = {**move, "cell": [2, 0]}
    causes = CauseNotice("A coin fell.", cause), CauseNotice("A cat was here.")
    remark = DiscrepancyNotice("3 coins lie before Ann.", move, causes)
    desk.publish(remarks=(remark,), proposal="", may=("declare",))
    text = live_client.get("/").text
    assert "3 coins lie before Ann." in text
    assert "The table is right" in text
    assert live_client.get("/api/table").json["remarks"] == [
        {
            "says": "3 coins lie before Ann.",
            "move": move,
            "causes": [{"says": "A coin fell.", "move": cause}, {"says": "A cat was here.", "move": None}],
        }
    ]
    assert "A cat was here." in text
    sent, explained = re.findall(r"name=\"move\" value='([^']*)'", text)
    answer = tap("declare", desk.now.version, move=html.unescape(sent))
    assert (answer.status_code, desk.taps) == (303, [move])
    assert json.loads(html.unescape(explained)) == cause


def test_the_page_offers_what_the_table_says_may_be_pressed_and_nothing_else(live_client, desk):
    desk.publish(may=("undo", "resume"), phase="paused")
    text = live_client.get("/").text
    offered = {button for button in (*_BUTTONS, "correct") if f'data-key="{button}"' in text}
    assert offered == {"undo", "resume"}


_BUTTONS = ("confirm", "next", "dismiss", "undo", "pause", "resume", "keep", "end")


@pytest.mark.parametrize("phase", ["waiting", "hand", "reading", "doubt", "illegal", "returning", "lost"])
def test_every_state_has_a_shape_and_a_sentence_of_its_own(live_client, desk, phase):
    before = live_client.get("/").text
    desk.publish(phase=phase, says=f"This is {phase}.")
    text = live_client.get("/").text
    assert f"state-{phase}" in text
    assert f"This is {phase}." in text
    assert _icon(text) != _icon(before)


def _icon(text):
    return text.split('class="icon phase"')[1].split("</svg>")[0]


@pytest.mark.parametrize("button", _BUTTONS)
def test_a_tap_reaches_the_table_and_leads_back_to_it(tap, desk, button):
    answer = tap(button, desk.now.version)
    assert (answer.status_code, answer.location) == (303, "/")
    assert desk.taps == [button]


def test_confirming_shows_the_sums_and_who_takes_what_back(tap, live_client, desk):
    tap("confirm", desk.now.version)
    text = html.unescape(live_client.get("/").text)
    for words in ("2 tiles \u00d7 1", "Ann's figure in the city", "Ben's turn", "Ann closed a city."):
        assert words in text


def test_a_stale_tap_is_answered_in_words_above_the_present(tap, desk):
    desk.propose(face="N")
    answer = tap("confirm", desk.now.version - 1)
    assert answer.status_code == 409
    assert "moved on before that tap" in answer.text
    assert "Ann lays a city corner" in answer.text
    assert desk.taps == []


def test_a_refused_tap_is_answered_with_the_rule(tap, live_client, desk):
    desk.refuses = "Road meets field between the two tiles."
    assert desk.refuses in tap("confirm", desk.now.version).text
    answer = live_client.post("/api/confirm", json={"version": desk.now.version})
    assert answer.status_code == 422
    assert answer.json == {"error": desk.refuses, "version": desk.now.version}


def test_json_taps_name_the_version(live_client, desk):
    late = live_client.post("/api/undo", json={"version": desk.now.version - 1})
    assert (late.status_code, late.json["version"]) == (409, desk.now.version)
    assert live_client.post("/api/undo", json={"version": desk.now.version}).status_code == 200
    assert desk.taps == ["undo"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [("[" * 90_000, 400), ("[]", 400), ('{"version": 1, "pad": "%s"}' % ("x" * 200_000), 413)],
)
def test_json_that_would_only_burden_the_table_is_refused(live_client, desk, sent, status):
    answer = live_client.post("/api/undo", data=sent, content_type="application/json")
    assert answer.status_code == status
    assert answer.json["error"]
    assert ("no more than 0.1 MB" in answer.json["error"]) == (status == 413)
    assert desk.taps == []


@pytest.mark.parametrize("body", [{}, {"version": "x"}, {"version": True}, {"version": None}, [1], 7])
def test_nonsense_is_answered_in_a_sentence_and_changes_nothing(live_client, desk, body):
    answer = live_client.post("/api/confirm", json=body)
    assert answer.status_code == 400
    assert answer.json["error"].endswith((".", "it."))
    assert desk.taps == []


def test_json_that_is_none_is_refused(live_client, desk):
    answer = live_client.post("/api/confirm", data="{", content_type="application/json")
    assert answer.status_code == 400
    assert desk.taps == []


def test_a_form_without_its_token_and_json_from_elsewhere_change_nothing(live_client, desk):
    version = desk.now.version
    assert live_client.post("/api/confirm", data={"version": version}).status_code == 403
    headers = {"Origin": "http://evil.example"}
    foreign = live_client.post("/api/confirm", json={"version": version}, headers=headers)
    assert foreign.status_code == 403
    text = json.dumps({"version": version})
    assert live_client.post("/api/confirm", data=text, content_type="text/plain").status_code == 403
    assert desk.taps == []


def test_no_address_of_a_tap_can_be_asked_for(live_client, desk):
    for button in (*_BUTTONS, "correct", "declare", "new", "hands_free", "by_hand"):
        assert live_client.get(f"/api/{button}?version={desk.now.version}").status_code == 405
        assert live_client.put(f"/api/{button}").status_code == 405
    assert desk.taps == []


def test_correcting_offers_the_questions_and_takes_an_answer(tap, live_client, desk):
    page = live_client.get("/correct").text
    assert "Which of these is it?" in page
    answer = tap("correct", desk.now.version, face='"N"')
    assert (answer.status_code, answer.location) == (303, "/")
    assert desk.taps == [{"face": "N"}]


def test_correcting_without_a_proposal_shows_the_table(live_client, desk):
    desk.publish(phase="waiting", questions=(), may=())
    assert live_client.get("/correct").location == "/"


@pytest.mark.parametrize("answers", [{}, {"face": "Z"}, {"nothing": 1}, "E", {"face": ["E"]}])
def test_an_answer_nobody_offered_is_refused(live_client, desk, answers):
    sent = {"version": desk.now.version, "answers": answers}
    assert live_client.post("/api/correct", json=sent).status_code == 400
    assert desk.taps == []


def test_a_late_answer_is_told_so_before_it_is_looked_at(live_client, desk):
    sent = {"version": desk.now.version - 1, "answers": {"face": "gone"}}
    assert live_client.post("/api/correct", json=sent).status_code == 409


def test_what_only_a_player_can_tell_is_asked_at_once(live_client, desk):
    desk.publish(phase="asking", says="Did Ann put a figure on the road?")
    assert 'name="face"' in live_client.get("/").text


def test_a_turn_can_be_declared(live_client, desk):
    move = {"player": "red", "face": "E", "turns": 2, "cell": [0, -1]}
    assert (
        live_client.post("/api/declare", json={"version": desk.now.version, "move": move}).status_code == 200
    )
    assert live_client.post("/api/declare", json={"version": desk.now.version}).status_code == 400
    assert desk.taps == [move]


def test_hands_free_is_switched_on_and_off(tap, live_client, desk):
    tap("hands_free", desk.now.version, hands_free="true")
    assert desk.now.hands_free
    live_client.post("/api/hands_free", json={"version": desk.now.version, "hands_free": False})
    assert not desk.now.hands_free


def test_a_running_game_is_handed_over_to_the_phone_and_back(tap, live_client, desk):
    assert "Enter turns on the phone" in live_client.get("/").text
    tap("by_hand", desk.now.version, by_hand="true")
    assert desk.now.by_hand
    assert "Let the camera read the turns" in live_client.get("/").text
    sent = {"version": desk.now.version, "by_hand": False}
    assert live_client.post("/api/by_hand", json=sent).json == {"version": desk.now.version}
    assert not desk.now.by_hand
    assert live_client.post("/api/by_hand", json=sent).status_code == 409
    assert live_client.post("/api/by_hand", json={**sent, "by_hand": "no"}).status_code == 400


def test_without_a_camera_nothing_is_handed_over(live_client, desk):
    desk.publish(camera="", by_hand=True)
    assert 'data-key="by-hand"' not in live_client.get("/").text


def test_where_the_camera_reads_nothing_the_phone_is_offered_above_all_else(live_client, desk):
    desk.publish(phase="doubt", proposal="", questions=(), may=("undo", "pause", "end", "declare"))
    page = live_client.get("/").text
    assert page.count('data-key="by-hand"') == 1
    assert 'data-key="enter"' in page
    assert page.index('data-key="by-hand"') < page.index('class="more-menu"')


def test_what_no_turn_explains_can_be_left_set_right_or_entered_without_looking_for_it(live_client, desk):
    asked = ("keep", "undo", "pause", "declare")
    desk.publish(phase="doubt", proposal="", questions=(), moves=3, may=asked)
    page = live_client.get("/").text
    actions = page[page.index('class="actions"') : page.index('class="more-menu"')]
    assert "Keep the game as it is" in actions
    assert all(f'data-key="{key}"' in actions for key in ("keep", "turns", "enter"))
    assert 'data-key="by-hand"' not in actions


def test_what_a_camera_proposed_before_it_was_gone_can_still_be_confirmed(live_client, desk):
    desk.publish(by_hand=True, may=("confirm", "declare"))
    page = live_client.get("/").text
    assert 'data-key="confirm"' in page
    assert 'class="actions enter"' not in page


def test_what_may_be_kept_is_named_after_what_it_is(live_client, desk):
    desk.publish(phase="asking", questions=(), may=("keep", "undo"), moves=3)
    page = live_client.get("/").text
    assert "Keep the game as it is" in page
    assert 'data-key="turns"' in page
    desk.publish(phase="illegal")
    assert "keep it as our house rule" in live_client.get("/").text


def test_where_a_game_that_is_told_breaks_a_rule_what_was_told_wrong_can_be_entered(live_client, desk):
    desk.publish(phase="illegal", is_told=True, may=("keep", "declare"))
    assert 'data-key="enter"' in live_client.get("/").text
    desk.publish(phase="illegal", is_told=False, may=("keep", "declare"))
    assert 'data-key="enter"' not in live_client.get("/").text


TILE = "Tile E, city to the south"


def test_the_board_is_not_sent_to_a_page_that_has_it(live_client, desk):
    name = live_client.get("/api/table").json["picture_name"]
    assert TILE in live_client.get("/").text
    again = live_client.get("/", headers={"X-Has-Picture": name}).text
    assert TILE not in again
    desk.propose(face="N")
    assert "Tile N, " in live_client.get("/", headers={"X-Has-Picture": name}).text


def asks_what_is_new(client, **headers):
    client.get("/")
    return client.get("/", headers={"X-Has-Picture": "", **headers})


def test_phones_that_ask_what_is_new_are_given_the_same_without_the_token_of_anybodys_forms(live_client):
    one, other = (asks_what_is_new(live_client.application.test_client()) for _ in range(2))
    assert one.data == other.data
    assert dict(one.headers) == dict(other.headers)
    assert 'name="form_token" value=""' in one.text
    assert 'name="form_token" value=""' not in live_client.get("/").text


def test_a_phone_without_a_token_is_given_one_whatever_it_asks(live_client):
    text = live_client.get("/", headers={"X-Has-Picture": ""}).text
    assert live_client.get_cookie("tablekeeper_form").value in text


def test_what_is_new_is_told_in_each_phones_own_language(live_client):
    english, german = (
        asks_what_is_new(live_client, **{"Accept-Language": each}).text for each in ("en", "de")
    )
    assert "Ann's turn" in html.unescape(english)
    assert "Ann's turn" not in html.unescape(german)


def test_what_is_new_is_never_an_older_table(live_client, desk):
    asks_what_is_new(live_client)
    desk.publish(says="The table has moved on.")
    assert "The table has moved on." in asks_what_is_new(live_client).text


def test_whoever_asks_for_ever_other_pages_fills_no_memory(live_client):
    for number in range(2 * MOST):
        live_client.get(f"/?look={number}", headers={"X-Has-Picture": ""})
    assert len(live_client.application.extensions["tablekeeper"].shared) <= MOST


def test_the_table_as_json_tells_state_turn_proposal_sheet_and_picture(live_client, desk):
    table = live_client.get("/api/table").json
    assert table["format"] == "tablekeeper.table/1"
    assert (table["state"], table["turn"], table["version"]) == ("proposal", "red", desk.now.version)
    assert table["proposal"] == {
        "says": desk.now.proposal,
        "confidence": 0.97,
        "others": 2,
    }
    nothing = {"red": 0, "blue": 0}
    assert table["sheet"] == {"points": nothing, "standing": nothing, "lines": [], "winners": []}
    assert table["picture"]["placed"]
    asked = {question["name"]: question["choices"] for question in table["questions"]}
    assert asked["face"][0] == {"value": "E", "label": "E"}


def test_the_table_as_json_tells_what_players_have_beside_their_points_and_its_tracks(live_client, desk):
    seats = (LiveSeat("Ann", "red", 3, balances={"green": 7}), LiveSeat("Ben", "blue", 0))
    desk.publish(
        seats=seats, currencies=(Currency("green", "Green points"),), tracks=(Track("outer", 50, "green"),)
    )
    table = live_client.get("/api/table").json
    assert (table["sheet"]["points"], table["sheet"]["green"]) == ({"red": 3, "blue": 0}, {"red": 7})
    assert [(track["name"], track["steps"], track["currency"]) for track in table["tracks"]] == [
        ("outer", 50, "green")
    ]


def test_the_end_shows_the_final_sheet_and_the_winner(live_client, desk):
    line = ScoreLine("city", ((0, 0),), ("red",), (Term(4, 1, "tiles"),))
    desk.publish(phase="ended", says="The game has ended.", seats=WON, lines=(line,), proposal="", may=())
    text = live_client.get("/").text
    for words in ("Ann wins with 12 points.", "4 tiles \u00d7 1", "Start another game"):
        assert words in text
    assert "<span>During the game</span><strong>8</strong>" in text
    assert live_client.get("/api/table").json["sheet"]["winners"] == ["red"]


def test_a_tie_that_the_rules_break_is_said(live_client, desk):
    seats = (LiveSeat("Ann", "red", 12), LiveSeat("Ben", "blue", 12, won=True))
    desk.publish(phase="ended", says="The game has ended.", seats=seats, proposal="", may=())
    text = live_client.get("/").text
    assert "Ben wins the tie with 12 points." in text
    assert text.index("<span>Ben</span>") < text.index("<span>Ann</span>")
    assert live_client.get("/api/table").json["sheet"]["winners"] == ["blue"]


@pytest.mark.parametrize(
    ("points", "says"),
    [(39, ""), (40, "once round and 0"), (43, "once round and 3"), (81, "2 times round and 1")],
)
def test_points_that_have_gone_round_the_score_track_are_said_as_they_stand_on_it(
    live_client, desk, points, says
):
    desk.publish(seats=(LiveSeat("Ann", "red", points, standing=points),), tracks=(Track("track", 40),))
    text = live_client.get("/").text
    assert f"<strong>{points}</strong>" in text
    assert ("On the score track" in text) == bool(says)
    assert says in text


def test_a_page_without_scripts_looks_again_by_itself_unless_it_asks(live_client, desk):
    refresh = '<meta http-equiv="refresh"'
    assert refresh in live_client.get("/").text
    assert refresh not in live_client.get("/correct").text


@pytest.mark.parametrize("path", ["/api/table", "/api/events", "/correct", "/new"])
def test_without_a_live_table_its_addresses_say_so(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "no live table" in answer.text


def test_the_live_pages_carry_no_style_and_no_address_outside(live_client):
    for path in ("/", "/correct", "/new", "/photos"):
        text = live_client.get(path).text
        assert " style=" not in text
        outside = [word for word in text.split('"') if word.startswith(("http:", "https:", "//"))]
        assert set(outside) <= {"http://www.w3.org/2000/svg"}


def test_while_paused_it_is_said_that_a_game_goes_on_before_it_ends(live_client, desk):
    desk.publish(may=("resume",), phase="paused")
    text = live_client.get("/").text
    assert "To end the game, go on first." in text
    assert "first confirm the turn" not in text


def test_a_game_that_is_all_by_hand_offers_no_single_turn_by_hand(live_client, desk):
    for by_hand in (False, True):
        desk.publish(by_hand=by_hand, may=("declare",))
        assert ("Enter a turn by hand" in live_client.get("/").text) != by_hand


def test_a_screen_marks_whoever_is_asked_before_whoever_plays(live_client, desk):
    desk.propose()
    for asked, name in (((), "Ann"), (("blue",), "Ben")):
        desk.publish(asked=asked)
        marked = re.findall(r'<li aria-current="true">(.*?)</li>', live_client.get("/screen").text, re.DOTALL)
        assert [name in each for each in marked] == [True]


def test_who_is_asked_and_has_no_phone_is_answered_for_on_any(live_client, desk):
    for asked in ((), ("blue",)):
        desk.publish(asked=asked, may=("declare", "undo"))
        assert ("Answer here" in live_client.get("/").text) == bool(asked)
