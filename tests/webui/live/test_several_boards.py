"""A table with several boards on phones: the own one first, the others and what all share a tap away."""

import re
from functools import partial

import pytest
from msgspec.structs import replace

from firmware.access_keys import open_keys
from firmware.build import Staged, live_table, real_parts, stored_games
from firmware.cameras.absent import NoCamera
from firmware.store.store import open_store
from scoring import games as rules_of
from scoring.game import Choice
from scoring.hand import Action, Amount, Landing
from scoring.picture import Picture, Placed
from scoring.referee.contracts.table import NewGame
from tests.some import some
from tests.waiting import press
from webui.app import create_app
from webui.context import Context
from webui.live.lookup import Look
from webui.live.overlay import overlay

PACKAGES = (*rules_of.HERE, "tests.games.further")
SEATS = (("Ann", "red"), ("Ben", "blue"))


@pytest.fixture
def table(tmp_path):
    parts = real_parts()._replace(
        games=partial(rules_of.names, PACKAGES), rules=partial(rules_of.load, packages=PACKAGES)
    )
    staged = Staged(NoCamera(), tmp_path, open_store(tmp_path), lambda name: None, None)
    with live_table(staged, None, parts, lambda says: None) as table:
        table.start(NewGame("harbour", "made-up", "", SEATS, {}, by_hand=True))
        yield table, parts, stored_games(staged, parts, table)


@pytest.fixture
def phone_of(table, photos, lessons, tmp_path):
    """Gives the phone of a player, or of somebody who is none."""
    desk, parts, history = table
    keys = open_keys(tmp_path)
    games = {name: parts.rules(name) for name in parts.games()}
    app = create_app(Context(photos, lessons, desk, games=games, history=history, keys=keys))

    def phone(colour=""):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = "192.168.1.7"
        if colour:
            assert client.post("/api/join", json={"code": keys.code, "colour": colour}).status_code < 300
        return client

    return phone


def play(table, *moves):
    for move in some(moves):
        table[0].declare(move, table[0].snapshot().version)


def shown(page):
    """Give the boards that are offered, and which is shown."""
    links = re.findall(r'href="/\?board=(\w*)"[^>]*data-key="board-\w*"( aria-current="page")?', page)
    return [name for name, _ in links], [name for name, current in links if current]


def test_when_the_game_has_ended_the_winners_board_is_shown(table, phone_of):
    play(table, {"player": "red", "cast": 4}, {"player": "red", "face": "pearl", "cell": [0, 0]})
    press(table[0], "end")
    winner = next(seat.colour for seat in table[0].snapshot().seats if seat.won)
    assert shown(phone_of().get("/").text)[1] == [winner]


def places(page):
    """Give the boards of the places that can be tapped."""
    over = page[page.index('id="over"') :]
    return {
        spot.partition("/")[0] if "/" in spot else "" for spot in re.findall(r'data-spot="([^"]+)"', over)
    }


def test_the_own_board_is_shown_first_and_the_others_are_a_tap_away(phone_of):
    for colour, order in (
        ("blue", ["blue", "red", ""]),
        ("red", ["red", "blue", ""]),
        ("", ["red", "blue", ""]),
    ):
        page = phone_of(colour).get("/").text
        assert shown(page) == (order, [order[0]])
    assert shown(phone_of("blue").get("/?board=red").text)[1] == ["red"]
    assert shown(phone_of("blue").get("/?board=").text)[1] == [""]
    assert shown(phone_of("blue").get("/?board=nobody").text)[1] == ["blue"]


def test_what_all_share_stays_in_sight_beside_a_board_of_ones_own(phone_of):
    phone = phone_of("blue")
    assert 'class="common"' in phone.get("/").text
    assert 'class="common"' not in phone.get("/?board=").text


def test_a_card_in_hand_lights_the_places_of_the_board_that_is_shown(table, phone_of):
    play(table, {"player": "red", "cast": 6})
    phone, number = phone_of("red"), table[0].snapshot().moves + 1
    held = f"/?enter={number}&hand=amber"
    assert places(phone.get(held).text) == {"red"}
    assert places(phone.get(f"{held}&board=").text) == {""}


def test_a_question_is_answered_with_one_tap_and_a_number_of_its_own_is_refused_kindly(table, phone_of):
    phone = phone_of("red")
    page = phone.get("/").text
    assert "What does the die show?" in page
    assert len(re.findall(r'data-key="action-cast-\d"', page)) == 6
    token = re.search(r'name="form_token" value="([^"]+)"', page)[1]
    version = table[0].snapshot().version
    sent = {"form_token": token, "version": version, "asked": "cast", "number": "3"}
    assert phone.post("/api/declare", data=sent, headers={"Accept": "text/html"}).status_code == 409


def test_no_answer_that_is_tapped_is_held_up_by_a_number_that_is_typed_beside_it(
    table, phone_of, monkeypatch
):
    desk, move = table[0], {"player": "red", "cast": 1}
    asks = Action("cast", "How many?", choices=(Choice(move, "one"),), number=Amount(0, 9, move, ("cast",)))
    entry = desk.entry
    monkeypatch.setattr(desk, "entry", lambda asked: replace(entry(asked), actions=(asks,)))
    forms = re.findall(r"<form.*?</form>", phone_of("red").get("/").text, re.DOTALL)
    tapped, typed = ([form for form in forms if key in form] for key in ('"action-cast-1"', '"typed-cast"'))
    assert len(tapped) == len(typed) == 1
    assert 'name="number"' not in tapped[0]
    assert re.search(r'name="number"[^>]* required', typed[0])


def test_the_screen_shows_all_boards_at_once(phone_of):
    page = phone_of().get("/screen").text
    assert 'data-key="board-' not in page
    quays = phone_of().get("/?board=red").text
    assert page.count("<use") > quays.count("<use")


def test_what_only_the_owner_may_tell_is_asked_on_their_own_phone_alone(phone_of):
    asked = {colour: phone_of(colour).get("/").text for colour in ("red", "blue", "")}
    assert [name in asked["red"] for name in ("own-name-red", "own-name-blue")] == [True, False]
    assert [name in asked["blue"] for name in ("own-name-red", "own-name-blue")] == [False, True]
    assert "own-name" not in asked[""]


def test_a_printed_field_that_is_lit_keeps_its_colour():
    def landing(x):
        return Landing(f"cell:{x:.0f},0", "here", ((x - 9, -9), (x + 9, -9), (x, 9)), ({},))

    board = Picture((0, 0, 90, 90), {}, {"field": ()}, (Placed("field", (0.0, -3.0)),))
    lit = overlay(board, (), Look(), (landing(0.0), landing(50.0)))
    filled = [any(shape.fill for shape in lit.symbols[f"landing_{index}"]) for index in range(2)]
    assert filled == [False, True]


# --- what is asked of whom, counted and shown ------------------------------------------------------------


def typed(phone, desk, name, *numbers):
    token = re.search(r'name="form_token" value="([^"]+)"', phone.get("/").text)[1]
    sent = {"form_token": token, "version": desk.snapshot().version, "asked": name, "number": [*numbers]}
    return phone.post("/api/declare", data=sent)


def test_what_everybody_should_have_is_shown_and_counted_only_where_it_differs(phone_of, table):
    desk, ann = table[0], phone_of("red")
    play(table, {"player": "red", "cast": 4}, {"player": "red", "face": "pearl", "cell": [0, 0]})
    page = ann.get("/").text
    assert "Ann: points <b>2</b>" in page
    assert "That is it" in page
    nothing = typed(ann, desk, "recount", "", "")
    assert nothing.status_code == 422
    assert "Type a number first." in nothing.text
    assert typed(ann, desk, "recount", "5", "").status_code == 200
    assert desk.snapshot().view.points == {"red": 5, "blue": 0}
    assert typed(ann, desk, "recount", "5", "100").status_code == 422
    assert typed(ann, desk, "recount", "5").status_code == 409


def test_a_board_of_points_that_come_at_the_end_says_what_stands_now(phone_of, table):
    play(table, {"player": "red", "cast": 4}, {"player": "red", "face": "pearl", "cell": [0, 0]})
    page, seats = phone_of("blue").get("/").text, table[0].snapshot().seats
    assert [(seat.points, seat.standing) for seat in seats] == [(2, 4), (0, 0)]
    assert "The points so far, with what the sea would bring" in page
    points = page[page.index('class="points"') : page.index("</a>", page.index('class="points"'))]
    assert re.findall(r"<b>(\d+)</b>", points) == ["4", "0"]


def test_where_a_marker_that_is_nobodys_goes_is_told(phone_of, table):
    play(table, {"player": "red", "pass": True})
    assert [(move.before, move.after) for move in table[0].snapshot().moved] == [(0, 1)]
    page = phone_of("blue").get("/").text
    assert re.search(r"Tide</span><strong>0.*→.*1</strong>", page)
    play(table, {"player": "blue", "cast": 3})
    assert not table[0].snapshot().moved


def test_what_another_player_may_do_is_said_with_the_name(phone_of):
    assert "Ann: Pass" in phone_of("blue").get("/").text
    for colour in some(["red", ""]):
        assert "Ann: Pass" not in phone_of(colour).get("/").text


def test_the_screen_names_every_board_and_tells_what_all_may_know_of_its_player_alone(phone_of, table):
    play(table, {"player": "red", "cards": ["amber", "whale"]})
    page = phone_of("red").get("/screen").text
    board = page[page.index('<figure class="board">') : page.index("</figure>")]
    assert re.findall(r'class="noted"[^>]*><text[^>]*>(\w+)<', board) == ["Ann", "Ben"]
    assert page.count("Cards: 2") == len(SEATS)
    assert "Whale" not in page
