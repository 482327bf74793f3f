"""The board under fingers, keys and taps, and a phone that falls asleep, goes back or meets another."""

import re
import threading
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from scoring.referee.contracts.snapshot import Snapshot
from tests.some import some
from tests.webui.seeing import see


@pytest.fixture
def app(live_app):
    """Let the phones sit at the live table."""
    return live_app


def size_of(page):
    style = page.locator(".plane").get_attribute("style") or ""
    match = re.search(r"scale\(([\d.]+)\)", style)
    return float(match[1]) if match else 1.0


def test_nothing_lies_over_the_board(phone):
    phone.page.goto("/")
    board = phone.page.locator("#board svg").bounding_box()
    for button in some(phone.page.locator("[data-zoom]").all()):
        assert button.bounding_box()["y"] >= board["y"] + board["height"]


def test_a_phone_on_its_side_shows_the_board_beside_the_buttons(new_phone, desk):
    phone = new_phone(viewport={"width": 740, "height": 360})
    desk.propose()
    phone.page.goto("/")
    board = phone.page.locator("#board svg").bounding_box()
    button = phone.page.get_by_role("button", name="Confirm", exact=True).bounding_box()
    assert board["y"] + board["height"] <= 360
    assert button["y"] + button["height"] <= 360
    assert button["x"] >= board["x"] + board["width"]


def tap_board(phone, x, y):
    """Tap the board at a place in millimetres of its picture."""
    at = phone.page.evaluate(
        """([x, y]) => {
            const svg = document.querySelector("#board svg");
            const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [x, y],
    )
    phone.page.touchscreen.tap(*at)


def pinch(phone, apart_px, to_px):
    """Spread two fingers over the board's middle."""
    phone.page.evaluate(
        """([apart, to]) => {
            const map = document.getElementById("map");
            const box = map.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const send = (type, id, dx) => map.dispatchEvent(new PointerEvent(type, {
                pointerId: id, pointerType: "touch", clientX: x + dx, clientY: y, bubbles: true,
            }));
            send("pointerdown", 1, -apart / 2);
            send("pointerdown", 2, apart / 2);
            send("pointermove", 1, -to / 2);
            send("pointermove", 2, to / 2);
            send("pointerup", 1, -to / 2);
            send("pointerup", 2, to / 2);
        }""",
        [apart_px, to_px],
    )


def test_a_tap_tints_the_region_and_says_who_holds_it(phone, desk):
    desk.confirm()
    phone.page.goto("/")
    tap_board(phone, 22, -5)
    phone.page.get_by_role("heading", name="City").wait_for()
    see(phone, "It is finished and was worth")
    assert phone.page.locator("#over .emphasis-tint").count() == 1
    assert "region=city" in phone.page.url
    phone.look()
    tap_board(phone, 22, 40)
    phone.page.get_by_role("heading", name="Field").wait_for()


def test_what_was_looked_up_stays_open_while_the_game_goes_on_and_back_closes_it(phone, desk):
    phone.page.goto("/")
    phone.page.get_by_role("link", name="Tiles left").click()
    phone.page.get_by_role("heading", name="Left in the box").wait_for()
    desk.publish(phase="hand", says="A hand is in view.")
    see(phone, "A hand is in view.")
    assert phone.page.get_by_role("heading", name="Left in the box").is_visible()
    phone.page.locator(".looked a.tile").first.click()
    see(phone, "marked on the board")
    assert phone.page.locator("#over .emphasis-places").count() == 1
    phone.look()
    phone.page.go_back()
    see(phone, "Tap one to see where it fits.")
    phone.page.go_back()
    phone.page.locator(".looked").wait_for(state="detached")
    assert urlsplit(phone.page.url).query == ""


def test_a_pinch_enlarges_the_board_and_it_stays_so_when_the_board_changes(phone, desk):
    phone.page.goto("/")
    pinch(phone, 60, 150)
    size = size_of(phone.page)
    assert size == pytest.approx(2.5, abs=0.05)
    before = phone.page.locator("#board").get_attribute("data-picture")
    desk.propose(face="N")
    phone.page.wait_for_selector(f'#board:not([data-picture="{before}"])')
    assert size_of(phone.page) == size
    assert phone.page.locator(".looked").count() == 0
    pinch(phone, 150, 10)
    assert size_of(phone.page) == 1.0


def test_buttons_and_keys_enlarge_and_move_the_board(phone):
    page = phone.page
    page.goto("/")
    page.get_by_role("button", name="Larger").click()
    assert size_of(page) == 1.5
    page.locator("#map").focus()
    page.keyboard.press("+")
    assert size_of(page) == 2.25
    before = page.locator(".plane").get_attribute("style")
    page.keyboard.press("ArrowRight")
    assert page.locator(".plane").get_attribute("style") != before
    page.keyboard.press("-")
    page.get_by_role("button", name="Smaller").click()
    assert size_of(page) == 1.0
    phone.look()


def test_an_enlarged_board_is_tapped_where_it_is_seen(phone, desk):
    desk.confirm()
    phone.page.goto("/")
    phone.page.get_by_role("button", name="Larger").click()
    tap_board(phone, 22, 22)
    phone.page.get_by_role("heading", name="Road").wait_for()


def test_two_phones_that_confirm_at_once_count_one_turn(phone, second_phone, desk):
    phone.expected = second_phone.expected = ("status of 409",)
    gate = threading.Barrier(2)
    confirm = desk.press

    def press(button, version, by=""):
        gate.wait(10)
        confirm(button, version)

    desk.press = press
    for each in (phone, second_phone):
        each.page.goto("/")
    for each in (phone, second_phone):
        each.page.evaluate("document.querySelector('[data-key=confirm]').click()")
    for each in (phone, second_phone):
        see(each, "Ben's turn")
    assert desk.taps == ["confirm"]


def test_a_phone_taken_out_of_a_pocket_shows_the_present(phone, desk):
    page = phone.page
    page.goto("/")
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    wake = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(hide % "true" + wake)
    desk.confirm()
    page.evaluate(hide % "false" + wake)
    see(phone, "Ben's turn")


def test_after_a_restart_of_the_table_the_page_shows_the_table_that_is_there_now(phone, desk):
    phone.expected = ("net::ERR", "Failed to load", "htmx:", "status of 409")
    phone.page.goto("/")
    see(phone, "Ann's turn")
    phone.page.route("**/news?*", lambda route: route.abort())
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    desk.now = replace(Snapshot(3, "paused", "Paused: nothing is read.", seats=desk.now.seats))
    phone.page.unroute("**/news?*")
    see(phone, "Paused: nothing is read.")


def test_going_back_from_another_page_shows_the_table_as_it_is_now(phone, desk):
    phone.page.goto("/")
    phone.page.get_by_text("More", exact=True).click()
    phone.page.get_by_role("link", name="Your boxes").click()
    phone.page.get_by_role("heading", name="Your boxes").first.wait_for()
    desk.confirm()
    phone.page.go_back()
    see(phone, "Ben's turn")


def test_the_phone_speaks_only_once_it_was_asked_to_and_keeps_that(phone, desk):
    page = phone.page
    page.add_init_script(
        "window.spoken = [];"
        "speechSynthesis.speak = (each) => spoken.push([each.text, each.lang]);"
        "speechSynthesis.cancel = () => {};"
    )
    page.goto("/")
    desk.publish(phase="doubt", says="Something new is hidden.")
    see(phone, "Something new is hidden.")
    assert page.evaluate("spoken") == []
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Sound and voice").click()
    assert page.get_by_role("button", name="Sound and voice").get_attribute("aria-pressed") == "true"
    desk.confirm()
    see(phone, "Ben's turn")
    words, language = page.evaluate("spoken.at(-1)")
    assert words.startswith("Ann: 2 points.")
    assert words.endswith("Ben's turn")
    assert language == "en"
    page.reload()
    # The voice comes once the page stands, and tells what is new from then on.
    page.locator("#voice[aria-pressed=true]").wait_for(state="attached")
    desk.publish(phase="doubt", says="Something new is hidden.")
    see(phone, "Something new is hidden.")
    phone.wait_until("spoken.length === 1")
    assert page.evaluate("spoken[0][0]") == "Something new is hidden."


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
def test_every_button_is_seen_whole_in_every_language(new_phone, locale):
    phone = new_phone(locale=locale)
    phone.page.goto("/")
    cut = phone.page.evaluate(
        """[...document.querySelectorAll(".actions button, .actions a, .looks a")].filter((each) => {
            const { left, right } = each.getBoundingClientRect();
            return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth;
        }).map((each) => each.textContent)"""
    )
    assert cut == []
    phone.page.goto("/?look=box")
    sheet = phone.page.locator(".looked").bounding_box()
    assert sheet["y"] + sheet["height"] == pytest.approx(740, abs=1)
