"""Phones stay joined whatever the table's own clock says: it jumps by years, or knows no date at all."""

import time
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from types import SimpleNamespace
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

from firmware.access_keys import open_keys
from tests.webui.conftest import Phone, serve
from webui.access.roles import COOKIE
from webui.app import create_app
from webui.context import Context

DAY_S = 86400.0
DATES_S = {
    "none at all": 0.0,
    "a day early": time.time() - DAY_S,
    "a year early": time.time() - 365 * DAY_S,
    "two months late": time.time() + 60 * DAY_S,
    "the year 2100": 4_102_444_800.0,
}


class Clock:
    """The clock of the table's machine, for what signs and dates cookies; the phones have their own."""

    def __init__(self):
        self.at_s = time.time()

    def time(self):
        return self.at_s

    def now(self, zone=None):
        return datetime.fromtimestamp(self.at_s, zone)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("itsdangerous.timed.time", SimpleNamespace(time=clock.time))
    monkeypatch.setattr("flask.sessions.datetime", SimpleNamespace(now=clock.now))
    return clock


@pytest.fixture
def keys(tmp_path):
    return open_keys(tmp_path)


@pytest.fixture
def table_url(photos, lessons, desk, keys, monkeypatch):
    desk.propose()
    monkeypatch.setattr("webui.access.roles.is_this_machine", lambda: False)
    with serve(create_app(Context(photos, lessons, desk, keys=keys))) as url:
        yield url


@pytest.mark.parametrize("began", DATES_S)
def test_a_phone_with_a_cookie_jar_stays_joined_however_the_clock_jumps(clock, table_url, keys, began):
    jar = CookieJar()
    phone = build_opener(ProxyHandler({}), HTTPCookieProcessor(jar))
    clock.at_s = DATES_S[began]
    body = b'{"code": "%s"}' % keys.code.encode()
    phone.open(Request(f"{table_url}/api/join", body, {"Content-Type": "application/json"})).close()
    for date, at_s in DATES_S.items():
        clock.at_s = at_s
        with phone.open(f"{table_url}/enter") as page:  # for players only
            assert page.status == 200, date
    held = next(cookie for cookie in jar if cookie.name == COOKIE)
    assert held.expires > time.time() + 300 * DAY_S


def test_a_browser_stays_joined_however_the_clock_jumps(clock, table_url, keys, browser):
    clock.at_s = DATES_S["none at all"]
    phone = Phone(browser, table_url)
    phone.page.goto(f"/join?code={keys.code}")
    phone.page.get_by_role("button", name="Ann").click()
    phone.page.wait_for_url("**/")
    for date, at_s in DATES_S.items():
        clock.at_s = at_s
        phone.page.goto("/enter")
        assert phone.page.locator('input[name="code"]').count() == 0, date
    lasts = {each["name"]: each["expires"] for each in phone.context.cookies()}[COOKIE]
    assert datetime.fromtimestamp(lasts, UTC) > datetime.now(UTC)
    phone.context.close()
