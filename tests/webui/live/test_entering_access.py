"""The pages on which turns are entered, for everyone: axe finds nothing, on any size, light and dark."""

import json

import pytest

pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

from tests.webui.conftest import Phone
from tests.webui.entered import table_by_hand
from tests.webui.test_access import find_faults

BEND = {"player": "red", "face": "V", "turns": 0, "cell": [1, 0]}
ROAD = {**BEND, "meeple": {"feature": "road", "sides": ["W"]}}
PAGES = {
    "carcassonne": ["/", "/?enter=1&hand=V", f"/?enter=1&hand=V&move={json.dumps(ROAD)}", "/?enter=1&hand=C"],
    "cornwall": ["/", "/?enter=1&hand=moor", "/?enter=1&hand=moor&hand=forest&hand=village&hand=meadow"],
}


@pytest.fixture(params=PAGES)
def game(request):
    return request.param


@pytest.fixture
def app(tmp_path, photos, lessons, game):
    with table_by_hand(tmp_path / "kept", game, photos, lessons) as (_, app):
        yield app


def test_axe_finds_nothing_where_a_turn_is_entered(browser, table_url, game):
    phone = Phone(browser, table_url)
    assert find_faults(phone, PAGES[game]) == {}
    phone.context.close()
