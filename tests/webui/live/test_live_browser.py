"""Two phones at a live table: headless Chromium against a real server."""

import re
import socket
import time
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from msgspec.structs import replace

from firmware.serving.gate import ALL_STREAMS
from scoring.referee.contracts.snapshot import DiscrepancyNotice
from tests.webui.seeing import see

DESKTOP = {"width": 1280, "height": 800}


@pytest.fixture
def app(live_app):
    """Let the phones sit at the live table."""
    return live_app


def press(phone, button):
    phone.page.get_by_role("button", name=button, exact=True).click()


@pytest.mark.parametrize("viewport", [None, DESKTOP], ids=["phone", "desktop"])
def test_a_turn_is_corrected_and_confirmed(new_phone, desk, viewport):
    phone = new_phone(viewport=viewport) if viewport else new_phone()
    page = phone.page
    page.goto("/")
    page.get_by_role("link", name="Correct").click()
    page.get_by_text("Another tile").click()
    page.locator("[data-key='face-N']").click()
    see(phone, "Ann lays a city corner")
    assert urlsplit(page.url).path == "/correct"
    phone.look()
    press(phone, "That is right: count it")
    see(phone, "Ben's turn")
    assert urlsplit(page.url).path == "/"
    assert [tap["face"] for tap in desk.taps] == ["N"]


def test_what_lies_otherwise_on_the_table_is_entered_by_a_tap(phone, desk):
    move = {"player": "red", "face": "V", "turns": 0, "cell": [1, 0]}
    remark = DiscrepancyNotice("3 coins lie before Ann.", move)
    desk.publish(remarks=(remark,), proposal="", questions=(), may=("declare",), phase="waiting")
    phone.page.goto("/")
    see(phone, "3 coins lie before Ann.")
    phone.look()
    press(phone, "The table is right")
    see(phone, "Ben's turn")
    assert desk.taps == [move]


def test_one_phone_confirms_and_the_other_follows(phone, second_phone):
    phone.page.goto("/")
    second_phone.page.goto("/")
    see(second_phone, "Ann's turn")
    press(phone, "Confirm")
    second_phone.page.locator("main", has_text="Ben's turn").wait_for(timeout=2000)
    assert second_phone.page.locator("#live").inner_text() == "Ann takes a figure back."
    see(second_phone, "Ann's figure in the city")
    assert second_phone.page.title().startswith("Ben's turn")


def test_a_stale_tap_is_answered_in_words_and_the_page_shows_the_present(phone, desk):
    phone.expected = ("status of 409",)
    phone.page.route("**/news?*", lambda route: route.fulfill(content_type="text/event-stream", body=""))
    phone.page.goto("/")
    desk.propose(face="N")
    press(phone, "Confirm")
    see(phone, "had moved on before that tap")
    see(phone, "Ann lays a city corner")
    assert desk.taps == []
    phone.page.wait_for_timeout(600)
    press(phone, "Confirm")
    see(phone, "Ben's turn")


def test_the_board_is_replaced_only_when_it_has_changed(phone, desk):
    phone.page.goto("/")
    phone.page.evaluate("document.querySelector('#board svg').dataset.mine = 'yes'")
    desk.publish(phase="hand", says="A hand is in view.")
    see(phone, "A hand is in view.")
    assert phone.page.locator("#board svg[data-mine]").count() == 1
    desk.propose(face="N")
    phone.page.wait_for_selector("#board svg:not([data-mine])")


def test_what_is_open_scrolled_and_focused_stays_so(phone, desk):
    page = phone.page
    page.goto("/")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Your boxes").focus()
    before = page.evaluate("scrollY")
    assert before > 0
    desk.publish(phase="hand", says="A hand is in view.")
    see(phone, "A hand is in view.")
    assert page.locator("details.more-menu[open]").count() == 1
    assert page.evaluate("scrollY") == before
    page.get_by_role("button", name="Undo").focus()
    desk.propose(face="N")
    see(phone, "Ann lays a city corner")
    phone.wait_for_focus("[data-key=undo]")


def test_a_double_tap_confirms_once(phone, desk, monkeypatch):
    def confirm():
        desk.propose(face="N")

    monkeypatch.setattr(desk, "confirm", confirm)
    phone.page.goto("/")
    phone.page.get_by_role("button", name="Confirm").dblclick()
    see(phone, "Ann lays a city corner")
    assert desk.taps == ["confirm"]


def test_a_tap_is_sent_of_the_page_it_was_made_on_or_never(phone, desk, monkeypatch):
    monkeypatch.setattr(desk, "confirm", lambda: desk.propose(face="N"))
    page, held = phone.page, []

    def hold(route):
        held.append(route)

    page.route("**/api/confirm", hold)
    page.goto("/")
    page.get_by_role("button", name="Confirm").click()
    phone.press("Confirm")
    held.pop().continue_()
    see(phone, "Ann lays a city corner")
    page.wait_for_timeout(600)
    assert (desk.taps, held) == (["confirm"], [])


def test_the_button_that_was_pressed_keeps_the_focus(phone):
    page = phone.page
    page.goto("/")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Show the clocks").press("Enter")
    page.get_by_role("button", name="Show no clocks").wait_for()
    phone.wait_for_focus("[data-key=clocks]")


def test_a_place_that_was_looked_up_is_scrolled_to_once(phone, desk):
    page = phone.page
    page.goto("/")
    page.get_by_role("link", name="Where it fits").click()
    see(phone, "marked on the board")
    page.evaluate("scrollTo(0, 40)")
    desk.publish(phase="hand", says="A hand is in view.")
    see(phone, "A hand is in view.")
    assert page.evaluate("scrollY") == 40


def test_an_answer_that_comes_after_its_news_leaves_the_board_and_what_was_opened(phone):
    def late(route):
        answer = route.fetch()
        time.sleep(1)
        route.fulfill(response=answer)

    page = phone.page
    page.goto("/")
    see(phone, "Ann's turn")
    page.locator("summary", has_text="More").click()
    page.route("**/api/confirm", late)
    with page.expect_response("**/api/confirm"):
        press(phone, "Confirm")
    see(phone, "Ben's turn")
    page.wait_for_timeout(300)
    assert page.locator("#board svg").first.is_visible()
    assert page.locator("details[open] > summary", has_text="More").is_visible()


def test_a_network_that_is_gone_without_a_word_is_a_lost_connection_too(phone):
    phone.expected = ("net::ERR", "htmx:")
    phone.page.clock.install()
    phone.page.goto("/")
    see(phone, "Ann's turn")
    phone.page.route("**/news?*", lambda route: route.abort())
    phone.page.clock.fast_forward("00:45")
    phone.page.get_by_text("Connection lost").wait_for()
    phone.page.unroute("**/news?*")
    phone.page.clock.fast_forward("00:45")
    phone.page.get_by_text("Connection lost").wait_for(state="hidden")


def test_a_correction_that_does_not_reach_the_table_is_told_so_on_its_page(phone):
    phone.expected = ("net::ERR", "htmx:")
    phone.page.goto("/correct")
    phone.context.set_offline(True)
    phone.page.get_by_role("link", name="Turn the tile").click()
    phone.page.get_by_text("The table cannot be reached").wait_for()
    phone.look()
    phone.context.set_offline(False)
    phone.page.get_by_role("link", name="Turn the tile").click()
    phone.page.get_by_text("The table cannot be reached").wait_for(state="hidden")


def test_a_lost_connection_is_said_and_found_again(phone, desk):
    phone.expected = ("net::ERR", "Failed to load", "htmx:")
    phone.page.goto("/")
    see(phone, "Ann's turn")
    phone.context.set_offline(True)
    phone.page.route("**/news?*", lambda route: route.abort())
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.page.get_by_text("Connection lost").wait_for()
    phone.page.unroute("**/news?*")
    phone.context.set_offline(False)
    desk.publish(phase="hand", says="A hand is in view.")
    see(phone, "A hand is in view.")
    phone.page.get_by_text("Connection lost").wait_for(state="hidden")


def test_a_late_tap_is_told_over_the_page_and_moves_nothing_below(phone, desk):
    phone.expected = ("status of 409",)
    phone.page.goto("/")
    see(phone, "Ann's turn")
    top = "document.getElementById('map').getBoundingClientRect().top"
    before = phone.page.evaluate(top)
    desk.now = replace(desk.now, version=desk.now.version + 1)
    press(phone, "Confirm")
    see(phone, "had moved on before that tap")
    assert phone.page.evaluate(top) == before
    assert phone.page.get_by_text("Connection lost").is_hidden()


@pytest.mark.parametrize("page", ["/", "/correct"])
def test_the_languages_at_the_foot_of_a_page_are_clear_of_its_buttons(phone, page):
    phone.page.goto(page)
    phone.page.get_by_role("button", name="Italiano").click()
    phone.page.wait_for_selector("html[lang=it]")


def test_a_page_that_looks_something_up_asks_for_its_own_news_until_they_come(phone, desk):
    phone.expected = ("net::ERR", "Failed to load", "htmx:")
    phone.page.goto("/?look=left")
    see(phone, "Ann's turn")
    phone.page.route("**/?look=left", lambda route: route.abort())
    with phone.page.expect_event("requestfailed"):
        desk.publish(phase="hand", says="A hand is in view.")
    phone.page.unroute("**/?look=left")
    see(phone, "A hand is in view.")


def test_a_phone_that_gets_no_stream_looks_by_itself(phone, desk):
    phone.expected = ("status of 503",)
    phone.page.route("**/news?*", lambda route: route.fulfill(status=503, body="full"))
    phone.page.goto("/")
    desk.propose(face="N")
    see(phone, "Ann lays a city corner")
    assert phone.page.get_by_text("Connection lost").is_hidden()


def test_the_live_page_works_without_scripts(new_phone, desk):
    phone = new_phone(java_script_enabled=False)
    phone.expected = ("status of 409",)
    page = phone.page
    page.goto("/")
    page.get_by_role("link", name="Correct").click()
    page.get_by_text("Another tile").click()
    page.locator("[data-key='face-N']").click()
    see(phone, "Ann lays a city corner")
    desk.publish(log=("Something happened.",))
    press(phone, "That is right: count it")
    see(phone, "had moved on before that tap")
    press(phone, "Confirm")
    see(phone, "Ben's turn")
    assert page.locator("#lost").is_hidden()


def test_a_game_is_begun_on_the_phone(phone, desk):
    page = phone.page
    desk.publish(phase="none", seats=(), picture=None, proposal="", questions=(), may=())
    page.goto("/")
    page.get_by_role("link", name="Start a game").click()
    page.get_by_label("Name of player 1").fill("Cleo")
    page.get_by_label("Colour of player 2").select_option("black")
    page.get_by_label("Newer rulebook").check()
    page.wait_for_selector('input[value="leaflet-004"]:checked')
    phone.look()
    page.get_by_text("The rules in detail").click()
    phone.look()
    page.get_by_role("button", name="Start the game").click()
    see(phone, "Lay the first tile.")
    (new,) = desk.taps
    assert new.seats == (("Cleo", "red"), ("Black", "black"))
    assert new.rules == "leaflet-004"
    desk.publish(says="A tile was seen.")
    see(phone, "A tile was seen.")


def test_what_is_chosen_while_an_answer_is_on_its_way_stays_chosen(phone, desk):
    page, waiting = phone.page, []
    desk.publish(phase="none", seats=(), picture=None, proposal="", questions=(), may=())
    page.goto("/new")
    page.route(
        "**/new", lambda route: waiting.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.get_by_label("Newer rulebook").check()
    page.get_by_label("Hands-free").check()
    page.get_by_label("Name of player 2").fill("Cleo")
    page.get_by_label("Colour of player 2").select_option("black")
    (asked,) = waiting
    page.evaluate(
        "document.addEventListener('htmx:afterSettle', () => (document.documentElement.lang += '-new'))"
    )
    asked.continue_()
    page.wait_for_selector("html[lang$=-new]")
    assert page.get_by_label("Hands-free").is_checked()
    assert page.get_by_label("Name of player 2").input_value() == "Cleo"
    assert page.get_by_label("Colour of player 2").input_value() == "black"
    assert page.get_by_label("Newer rulebook").is_checked()


@pytest.mark.parametrize("phase", ["asking", "illegal", "returning", "lost", "ended"])
def test_every_button_and_picture_has_a_name(phone, desk, phase):
    """As WCAG 2.2 (1.1.1, 4.1.2) asks."""
    desk.publish(phase=phase, may=("confirm", "keep", "next", "correct", "undo", "resume"))
    phone.page.goto("/")
    roles = re.findall(r"- (button|link|img|heading)(.*)", phone.page.locator("body").aria_snapshot())
    assert len(roles) > 8
    assert not [role for role, name in roles if not name.strip().startswith('"')]


def test_more_streams_than_there_are_leave_the_table_answering(table_url, desk):
    address = urlsplit(table_url)
    phones = range(ALL_STREAMS + 8)
    streams = [socket.create_connection((address.hostname, address.port), 10) for _ in phones]
    asking = f"GET /api/events HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
    for stream in streams:
        stream.sendall(asking)
    answers = [stream.recv(400) for stream in streams]
    assert sum(b" 200 OK" in answer for answer in answers) == ALL_STREAMS
    assert sum(b" 503 " in answer for answer in answers) == 8
    with urlopen(f"{table_url}/api/table", timeout=10) as answer:
        assert answer.status == 200
    for stream in streams:
        stream.close()
    desk.publish(says="Still here.")
    for _ in range(50):
        with socket.create_connection((address.hostname, address.port), 10) as again:
            again.sendall(asking)
            if b" 200 OK" in again.recv(400):
                return
        desk.wait(desk.now.version, 0.1)
    pytest.fail("No stream was let go.")
