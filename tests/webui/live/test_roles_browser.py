"""Joining in headless Chromium: phones of the home network, their cookies, and links from elsewhere."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from firmware.access_keys import open_keys
from webui.app import create_app
from webui.context import Context

SMALL = {"width": 360, "height": 740}


@pytest.fixture
def keys(tmp_path):
    return open_keys(tmp_path)


@pytest.fixture
def app(photos, lessons, desk, keys):
    """Have every phone come from the home network, although the browser runs on this machine."""
    app = create_app(Context(photos, lessons, desk, address=lambda: "http://192.168.1.20:8000", keys=keys))
    answer = app.wsgi_app
    app.wsgi_app = lambda environ, start: answer({**environ, "REMOTE_ADDR": "192.168.1.31"}, start)
    return app


def confirms(phone):
    phone.page.goto("/")
    return phone.page.get_by_role("button", name="Confirm", exact=True).count() == 1


def test_a_scanned_link_joins_with_one_tap(phone, keys, desk):
    assert not confirms(phone)
    phone.page.goto(f"/join?code={keys.code}")
    phone.look()
    phone.page.get_by_role("button", name="Ann").click()
    phone.page.wait_for_url("**/")
    phone.page.get_by_role("button", name="Confirm", exact=True).click()
    phone.page.locator("main", has_text="Ben's turn").wait_for()
    assert desk.by == ["Ann (phone)"]


def test_who_types_the_code_and_presses_enter_has_joined_and_is_asked_who_it_is(phone, keys, desk):
    phone.page.goto("/join")
    phone.page.get_by_label("The table's code").fill(keys.code)
    phone.page.keyboard.press("Enter")
    phone.page.locator("#code").wait_for(state="detached")
    assert phone.page.locator("main [aria-pressed=true]").inner_text().startswith("Somebody else")
    phone.page.get_by_role("button", name="Ben").click()
    phone.page.wait_for_url("**/")
    phone.page.get_by_role("button", name="Confirm", exact=True).click()
    phone.page.locator("main", has_text="Ben's turn").wait_for()
    assert desk.by == ["Ben (phone)"]


@pytest.mark.parametrize(("door", "field"), [("/join", "The table's code"), ("/host", "The host's PIN")])
def test_after_a_wrong_try_the_way_back_sends_nothing_again(phone, door, field):
    phone.page.goto("/")
    phone.page.goto(door)
    phone.page.get_by_label(field).fill("12345")
    phone.page.keyboard.press("Enter")
    phone.page.get_by_text("That did not fit").wait_for()
    asked = []
    phone.page.on("request", lambda request: asked.append(request.method))
    phone.page.reload()
    assert phone.page.get_by_text("That did not fit").count() == 0
    phone.page.go_back()
    phone.page.go_back()
    phone.page.wait_for_url("**/")
    assert "POST" not in asked


def test_a_link_on_another_page_joins_too_although_that_page_is_shown_no_cookie(phone, table_url, keys):
    phone.page.goto(f"/join?code={keys.code}")
    phone.page.goto(f'data:text/html,<a href="{table_url}/join?code={keys.code}">Join us</a>')
    phone.page.get_by_role("link", name="Join us").click()
    phone.page.get_by_role("button", name="Ben").click()
    phone.page.wait_for_url("**/")
    assert confirms(phone)


def test_a_phone_that_has_joined_is_still_a_players_when_the_address_is_typed_anew(phone, keys):
    phone.page.goto("/join")
    phone.page.get_by_label("The table's code").fill(keys.code.lower())
    phone.page.get_by_role("button", name="Somebody else").click()
    phone.page.wait_for_url("**/")
    phone.page.goto("about:blank")
    assert confirms(phone)


def test_the_host_hides_the_table_and_the_other_phone_is_asked_for_the_code(phone, second_phone, keys):
    second_phone.expected = ("status of 403",)
    phone.page.goto("/host")
    phone.page.get_by_label("The host's PIN").fill(keys.pin)
    phone.page.get_by_role("button", name="Be the host on this phone").click()
    phone.page.get_by_role("button", name="Show the table only to those with the code").click()
    phone.page.get_by_role("button", name="Let everybody in this Wi-Fi watch").wait_for()
    second_phone.page.goto("/")
    second_phone.page.get_by_label("The table's code").wait_for()
    second_phone.look()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_the_doors(new_phone, keys, scheme):
    phone = new_phone(viewport=SMALL, color_scheme=scheme)
    phone.page.goto("/host")
    faults = Axe().run(phone.page).response["violations"]
    phone.page.get_by_label("The host's PIN").fill(keys.pin)
    phone.page.get_by_role("button", name="Be the host on this phone").click()
    for address in ("/host", "/join", "/share"):
        phone.page.goto(address)
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        phone.look()
        phone.page.evaluate("document.documentElement.style.fontSize = ''")
        faults += Axe().run(phone.page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in faults] == []
