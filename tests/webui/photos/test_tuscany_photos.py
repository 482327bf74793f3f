"""A photographed table of The Castles of Tuscany: shown, set right, scored, kept and played on from."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random

import pytest
from msgspec.structs import replace

from firmware.desks.games import StoredGames
from firmware.desks.photos import PhotoFolder
from firmware.images.darkroom import OpenDarkroom
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring.game import SURE, PlayerSeat, ScoreLine, Setup, Term
from scoring.games import load
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.documents.boards import board_of
from scoring.games.tuscany.land.board import Alternative
from scoring.games.tuscany.land.box import sample_box
from scoring.referee.contracts.table import NewGame
from tests.some import some
from tests.webui.conftest import KnowingReader, jpeg
from tests.webui.entered import NoCamera, NoPanel, no_reader
from vision.image.paint import paint
from webui.app import create_app
from webui.context import Context

RULES = load("tuscany")
SEATS = (PlayerSeat("Anna", "red"), PlayerSeat("Benno", "blue"))
PX_PER_MM = 2.0


@pytest.fixture(scope="module")
def state():
    return random_game(Setup("rulebook-002", SEATS), Random(5), sample_box(), 60)[1]


@pytest.fixture(scope="module")
def board(state):
    """A board on which two fields may have changed places, seen from straight above."""
    board = board_of(state)
    left, top, width, height = RULES.picture_board(board).box_mm

    def seen(cell):
        return tuple(((x - left) * PX_PER_MM, (y - top) * PX_PER_MM) for x, y in RULES.outlines([cell])[0])

    covered = {each.cell for each in board.covers}
    one, *others = [each for each in board.fields if each.cell not in covered]
    other = next(each for each in others if each.colour != one.colour)
    mixed = {
        each.cell: replace(each, colour=then, confidence=0.55, alternatives=(Alternative(each.colour, 0.45),))
        for each, then in ((one, other.colour), (other, one.colour))
    }
    fields = tuple(mixed.get(each.cell, each) for each in board.fields)
    return replace(
        board,
        image_size_px=(round(width * PX_PER_MM), round(height * PX_PER_MM)),
        fields=tuple(replace(each, hex_px=seen(each.cell)) for each in fields),
        covers=tuple(replace(each, hex_px=seen(each.cell)) for each in board.covers),
    )


class BoardReader(KnowingReader):
    """A reader that gives a prepared board."""

    def read(self, image, prints, *, progress=None, **_):
        return self.document


@pytest.fixture
def app(tmp_path, lessons, board):
    reader, folder = BoardReader(board), tmp_path / "table"
    folder.mkdir()
    with (
        ThreadPoolExecutor(1) as worker,
        open_store(folder) as store,
        Table(NoCamera(), store, lambda post: NoPanel(""), Games(load, no_reader, lambda name: b"")) as desk,
    ):
        desk.start(NewGame("tuscany", "rulebook-002", "", (("Eva", "red"), ("Fred", "blue")), by_hand=True))
        photos = PhotoFolder(
            tmp_path / "photos",
            lessons.find_prints,
            worker,
            darkroom=OpenDarkroom(lambda _: reader),
            games=lambda: ["tuscany"],
        )
        history = StoredGames(store, load, tmp_path / "recordings", lambda: desk.snapshot().game)
        yield create_app(Context(photos, lessons, desk, history=history))


@pytest.fixture
def address(post, client, board):
    photo = jpeg(paint(RULES.picture_board(board), PX_PER_MM, "#8a6f4d"))
    answer = post("/photos", game="tuscany", prints="", photo=(BytesIO(photo), "table.jpg"))
    for _ in range(200):
        if client.get(f"/api{answer.location}").json["state"] == "read":
            return answer.location
        time.sleep(0.02)
    pytest.fail("The photograph was never read.")


def version(page):
    return re.search(r'name="version" value="(\d+)"', page)[1]


def test_on_a_phone_two_fields_change_places_by_one_tap_and_a_tile_is_put_where_it_was_not_seen(
    phone, client, address, state, board
):
    phone.page.goto(address)
    unsure = [each.spot for each in RULES.sightings(board) if each.confidence < SURE]
    assert len(unsure) == 2
    phone.page.get_by_text("2 readings are unsure").wait_for()
    phone.tap(unsure[0])
    other = next(q for q in RULES.questions(board, unsure[0]) if q.name == "swap").choices[1].value
    phone.answer("swap", json.dumps(other))
    assert phone.page.get_by_text("readings are unsure").count() == 0
    fields = client.get(f"/api{address}/board").json["fields"]
    assert {tuple(each["cell"]): each["colour"] for each in fields} == {
        cell: colour for realm in state.realms.values() for cell, colour in realm.fields.items()
    }
    phone.answer("face", '"hex"')
    covers = client.get(f"/api{address}/board").json["covers"]
    assert len(covers) == len(board.covers) + 1
    for page in ("score", "play"):
        phone.page.goto(f"{address}/{page}")
        phone.look()


def test_every_spot_has_a_panel(client, address, board):
    for spot in some([each.spot for each in RULES.picture_board(board).placed if each.spot][::9]):
        assert 'id="panel-title"' in client.get(f"{address}/fix", query_string={"spot": spot}).text


def test_green_points_are_told_from_red_ones_on_the_sheet_and_the_kept_game_has_its_sum(
    client, post, address
):
    page = client.get(f"{address}/score").text
    assert re.search(r"<strong>\d+ green points?</strong>", page)
    assert RULES.info.left_out.split(".")[0] in page
    totals = [int(each) for each in re.findall(r"</span><strong>(\d+)</strong></h2>", page)]
    assert len(totals) == 2
    kept = post(f"{address}/keep").json["game"]
    sheet = RULES.replay(client.get(f"/api/games/{kept}").json)
    assert sorted(sheet["final"]["points"].values()) == sorted(totals)
    assert sum(totals) > 0
    assert RULES.info.title in client.get(f"/games/{kept}").text


def test_the_sheet_gives_each_players_green_points_as_one_sum(client, address):
    page = client.get(f"{address}/score").text
    sums = re.findall(r'<small class="supply soft">(\d+) green points?</small>', page)
    lines = [
        [int(each) for each in re.findall(r"<strong>(\d+) green points?</strong>", of)]
        for of in page.split("<h2>")
    ]
    assert [int(each) for each in some(sums)] == [sum(each) for each in lines if each]


def test_where_all_that_is_scored_is_no_points_nobody_is_said_to_win_or_to_have_none(
    client, address, monkeypatch
):
    green = ScoreLine("area", (), ("red",), (Term(1, 3, "area"),), currency="green")
    for lines, says in (((green,), 0), ((), 1)):
        monkeypatch.setattr("webui.photos.score.score", lambda shown, lines=lines: lines)
        page = client.get(f"{address}/score").text
        assert (page.count('class="winner"'), page.count("Nobody has any points.")) == (says, says)


def test_of_two_tracks_the_form_names_the_one_whose_points_it_asks_for(client, address):
    page = client.get(f"{address}/settings").text
    assert "that one track shows: inner track, red." in page
    assert ">inner track, red: blue</span>" in page


def test_what_was_read_unsurely_says_where_it_lies(client, address, board):
    page = client.get(address).text
    unsure = [each for each in RULES.sightings(board) if each.confidence < SURE]
    notes = re.findall(r'class="note doubt"[^>]*>([^<]+) \u00b7 ', page)
    where = RULES.rulers(board)
    assert len(notes) == len(unsure) > 1
    assert all(any(str(where.say(each.cells[0])) in note for note in notes) for each in unsure)


def test_a_player_without_a_name_is_called_by_the_colour_in_the_language_of_the_page(client, address):
    for path in ("", "/score"):
        page = client.get(f"{address}{path}", headers={"Accept-Language": "fr"}).text
        assert {"Bleu", "Rouge"} <= {*re.findall(r'data-spot="\w+/seat"[^>]* aria-label="(\w+)"', page)}


def test_the_form_for_playing_on_shows_what_markers_and_heaps_show_and_asks_for_nobodys_hand(
    client, post, address, state, board
):
    page = client.get(f"{address}/play").text
    assert 'name="count:hand"' not in page
    shown = {
        name: [int(each) for each in re.findall(rf'name="{name}" value="(\d+)"', page)[:2]]
        for name in ("points", "count:green", "count:marble", "count:workers")
    }
    by_colour = [state.realms[colour] for colour in ("blue", "red")]
    assert shown == {
        "points": [realm.red for realm in by_colour],
        "count:green": [realm.green for realm in by_colour],
        "count:marble": [realm.marble for realm in by_colour],
        "count:workers": [realm.workers for realm in by_colour],
    }
    fields = {
        "name": ["Anna", "Benno"],
        "colour": ["red", "blue"],
        "points": ["31", "12"],
        "count:green": ["20", "14"],
        "count:marble": ["2", "0"],
        "count:workers": ["1", "3"],
    }
    answer = post(f"{address}/play", version=version(page), **fields, turn="1", prints="")
    assert (answer.status_code, answer.location) == (303, "/")
    now = client.get("/api/table").json
    assert now["sheet"]["points"] == {"red": 31, "blue": 12}
    assert now["sheet"]["green"] == {"red": 20, "blue": 14}
    draw = {"player": "blue", "actions": [{"draw": True}]}
    sent = post("/declare", version=str(now["version"]), move=json.dumps(draw))
    assert (sent.status_code, client.get("/api/table").json["turns"]) == (200, 1)
    assert "Take an open tile" in client.get("/api/entry").text
