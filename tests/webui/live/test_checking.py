"""The page that shows what the camera sees."""

import re
import sys
from math import cos, pi, sin
from pathlib import Path

import pytest
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent))

from lens import FakeLens

from scoring.referee.contracts.camera import Outline
from webui.app import create_app
from webui.context import Context

FAR = {"REMOTE_ADDR": "192.168.1.77"}


@pytest.fixture
def lens():
    return FakeLens()


@pytest.fixture
def client(photos, lessons, desk, lens):
    return create_app(Context(photos, lessons, desk, camera=lens)).test_client()


def test_the_page_says_how_sharp_and_how_well_lit_it_is(client):
    text = client.get("/camera").text
    assert "<strong>48</strong>" in text
    assert "of 60, the best so far" in text
    assert "The table is too dark. Switch on a lamp over it." in text
    assert "2.1 % of the picture is blinding white." in text


def test_every_grade_is_a_word_and_not_a_colour_alone(client):
    text = client.get("/camera").text
    assert text.count(">Good</span>") == 1
    assert text.count(">Not good</span>") == 1
    assert text.count(">Could be better</span>") == 1


def test_markers_and_tiles_are_drawn_over_the_picture_in_its_own_pixels(client):
    text = client.get("/camera").text
    assert 'viewBox="0 0 640 360"' in text
    assert (
        'class="outline marker" stroke-width="2.0" points="20.0,20.0 60.0,20.0 60.0,60.0 20.0,60.0 "' in text
    )
    assert "1 printed marker is seen" in text
    assert "1 tile is followed" in text


def test_a_line_around_what_is_small_is_thin(client, lens):
    hexagon = tuple(
        (round(100 + 10 * cos(pi * at / 3), 1), round(50 + 10 * sin(pi * at / 3), 1)) for at in range(6)
    )
    lens.now = replace(lens.now, outlines=(*lens.now.outlines, Outline("tile", hexagon)))
    text = client.get("/camera").text
    assert re.findall(r'class="outline tile" stroke-width="([\d.]+)"', text) == ["5.0", "0.9"]


def test_on_a_printed_board_places_are_said_to_be_watched(client, desk):
    desk.publish(rules="smuggler")
    text = client.get("/camera").text
    assert "1 place is watched" in text
    assert "followed" not in text


def test_the_picture_is_a_jpeg_that_nobody_keeps(client):
    answer = client.get("/camera/picture")
    assert (answer.mimetype, answer.data[:2]) == ("image/jpeg", b"\xff\xd8")
    assert answer.headers["Cache-Control"] == "no-store"


def test_nothing_to_focus_on_shows_no_number(client, lens):
    lens.now = type(lens.now)(1, "camera", (640, 360), None, 0, 0.0, ())
    text = client.get("/camera").text
    assert "best so far" not in text
    assert "No printed marker is seen" in text


def test_a_camera_that_is_gone_is_a_sentence_on_the_page(client, lens):
    lens.refuses = "The camera sends no pictures; check its cable."
    answer = client.get("/camera")
    assert answer.status_code == 200
    assert "check its cable" in answer.text
    assert "<img" not in answer.text


def test_strangers_do_not_see_the_table_through_its_camera(client):
    assert client.get("/camera", environ_base=FAR).status_code == 403
    assert client.get("/camera/picture", environ_base=FAR).status_code == 403


def test_a_table_without_a_camera_says_so(photos, lessons, desk):
    client = create_app(Context(photos, lessons, desk)).test_client()
    assert client.get("/camera").status_code == 404
    assert "no camera to check" in client.get("/camera").text
