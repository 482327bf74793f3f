"""Cornwall's pages for everyone: axe finds nothing on them, on phone, tablet and desktop, light and dark."""

import json

import pytest

pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

from tests.waiting import press, until
from tests.webui.conftest import Phone
from tests.webui.cornwall.conftest import ANNS, START
from tests.webui.test_access import find_faults


@pytest.fixture
def visitor(browser, table_url):
    phone = Phone(browser, table_url)
    yield phone
    phone.context.close()


def test_axe_finds_nothing_where_a_start_tile_is_entered(visitor, desk):
    some = "".join(f"&hand={terrain}" for terrain in ("moor", "forest", "village", "meadow"))
    pages = ["/", "/enter", "/?enter=1&hand=moor", f"/?enter=1{some}"]
    assert find_faults(visitor, pages) == {}


def test_axe_finds_nothing_where_turns_are_set_right_and_regions_looked_up(visitor, played):
    coins = json.dumps({"player": "blue", "coins": {"red": 3}})
    pages = ["/", "/?look=regions", "/correct", f"/declare?move={coins}", "/turns/2"]
    assert find_faults(visitor, pages) == {}


def test_axe_finds_nothing_around_a_photograph_and_a_game_that_has_ended(visitor, desk, read_photo):
    spots = [f"/fix?spot={spot}" for spot in ("field:0,0", "figure:0", "pub")]
    photo = [f"{read_photo}{page}" for page in ("", "/score", *spots)]
    for move in (START, ANNS):
        desk.declare(move, desk.snapshot().version)
    press(desk, "end")
    now = until(desk, lambda now: now.phase == "ended")
    pages = [*photo, "/", "/sheet", "/walk", f"/games/{now.game}/replay?step=2"]
    assert find_faults(visitor, pages) == {}
