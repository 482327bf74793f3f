"""A game begun from nothing on a phone, and the camera looked through: headless Chromium on a real server."""

import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

sys.path.insert(0, str(Path(__file__).parent))

from lens import FakeLens

from scoring.referee.contracts.snapshot import LiveSeat
from tests.webui.seeing import see
from webui.app import create_app
from webui.context import Context

DARK = {"color_scheme": "dark"}


@pytest.fixture
def lens():
    return FakeLens()


@pytest.fixture
def app(photos, lessons, desk, lens):
    return create_app(Context(photos, lessons, desk, camera=lens, names=lambda: ("Cleo", "Dora")))


@pytest.fixture
def nobody_plays(desk):
    desk.publish(phase="none", seats=(), picture=None, proposal="", questions=(), may=())


def press(phone, button):
    phone.page.get_by_role("button", name=button, exact=True).click()


def faults(page):
    return [fault["id"] for fault in Axe().run(page).response["violations"]]


def test_a_game_begins_from_nothing_in_two_taps(phone, desk, nobody_plays):
    page = phone.page
    page.goto("/")
    page.get_by_role("link", name="Start a game").click()
    phone.look()
    start = page.get_by_role("button", name="Start the game")
    assert start.bounding_box()["y"] < 740, "without scrolling"
    start.click()
    see(phone, "Lay the first tile.")
    assert desk.taps[0].seats == (("Red", "red"), ("Blue", "blue"))
    styles = page.evaluate("[...document.querySelectorAll('link[rel=stylesheet]')].map(each => each.href)")
    assert sum(each.endswith("/enter.css") for each in styles) == 1, "the page brings its style along"


def test_those_who_played_last_begin_again_with_lots_drawn(phone, desk):
    desk.publish(phase="ended", seats=(LiveSeat("Ann", "red", 12), LiveSeat("Ben", "blue", 9)))
    page = phone.page
    page.goto("/new")
    assert page.get_by_label("Name of player 1").input_value() == "Ann"
    press(phone, "Draw lots for who begins")
    see(phone, "The lot has fallen")
    first = page.get_by_label("Name of player 1").input_value()
    press(phone, "Start the game")
    see(phone, "Lay the first tile.")
    assert desk.taps[0].seats[0][0] == first


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_players_change_seats_and_keep_what_was_typed(new_phone, desk, nobody_plays, scripts):
    phone = new_phone(java_script_enabled=scripts)
    page = phone.page
    page.goto("/new")
    page.get_by_label("Name of player 1").fill("Cleo")
    page.get_by_role("button", name="Move player 1 down").click()
    see(phone, "The turn order is now: Blue, Cleo.")
    assert page.get_by_label("Name of player 2").input_value() == "Cleo"
    phone.look()
    press(phone, "Start the game")
    see(phone, "Lay the first tile.")
    assert desk.taps[0].seats == (("Blue", "blue"), ("Cleo", "red"))


def test_whoever_was_typed_in_plays_the_other_game_that_is_chosen_then(phone, nobody_plays):
    page = phone.page
    page.goto("/new")
    for number, name in enumerate(("Cleo", "Dora"), start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_label("Which game?").select_option("tuscany")
    see(phone, "New game The Castles of Tuscany")
    assert page.get_by_label("Name of player 2").input_value() == "Dora"
    page.get_by_label("Which game?").select_option("carcassonne")
    see(phone, "New game Carcassonne")
    assert page.get_by_label("Name of player 1").input_value() == "Cleo"


def test_what_only_means_something_with_the_river_is_asked_once_it_is_chosen(phone, nobody_plays):
    page = phone.page
    page.goto("/new?game=carcassonne")
    page.get_by_text("The rules in detail").click()
    bends = page.get_by_role("group", name="Bends of the river")
    assert bends.count() == 0
    page.get_by_label("The spring is the start tile").check()
    bends.wait_for()
    phone.look()


def test_why_a_game_cannot_begin_is_seen_from_where_start_was_tapped(phone, nobody_plays):
    page = phone.page
    phone.expected = ("422",)
    page.goto("/new")
    page.get_by_label("Colour of player 2").select_option("red")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    press(phone, "Start the game")
    says = page.get_by_role("alert").filter(has_text="a colour of their own")
    says.wait_for()
    top = says.bounding_box()["y"]
    assert 0 <= top < 740


def test_the_enter_key_leads_from_name_to_name_and_begins_nothing(phone, desk, nobody_plays):
    page = phone.page
    page.goto("/new")
    phone.wait_until("document.documentElement.classList.contains('js')")
    page.get_by_label("Name of player 1").fill("Cleo")
    page.keyboard.press("Enter")
    page.keyboard.type("Dora")
    page.keyboard.press("Enter")
    phone.wait_until("document.activeElement === document.querySelectorAll('[name=name]')[2]")
    press(phone, "Start the game")
    see(phone, "Lay the first tile.")
    assert [tap.seats for tap in desk.taps] == [(("Cleo", "red"), ("Dora", "blue"))]


def test_whoever_is_given_a_name_has_a_colour_unless_nobody_is_chosen(phone, desk, nobody_plays):
    page = phone.page
    page.goto("/new")
    phone.wait_until("document.documentElement.classList.contains('js')")
    colours = page.locator(".seat select")
    taken = [each.input_value() for each in colours.all()]
    page.get_by_label("Name of player 3").fill("Cleo")
    given = colours.nth(2).input_value()
    assert given
    assert given not in taken
    page.get_by_label("Name of player 4").press_sequentially("Do")
    colours.nth(3).select_option("")
    page.get_by_label("Name of player 4").press_sequentially("ra")
    assert not colours.nth(3).input_value()
    page.get_by_label("Name of player 4").fill("")
    press(phone, "Start the game")
    see(phone, "Lay the first tile.")
    assert desk.taps[0].seats[2:] == (("Cleo", given),)


def test_without_scripts_the_enter_key_shows_the_new_game_as_it_was_filled_in(new_phone, desk, nobody_plays):
    page = new_phone(java_script_enabled=False).page
    page.goto("/new")
    page.get_by_label("Name of player 2").fill("Dora")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.get_by_label("Name of player 2").input_value() == "Dora"
    assert desk.taps == []


def test_colours_that_look_alike_are_warned_of_before_the_start(phone, desk, lens, nobody_plays):
    lens.alike = (("red", "blue"),)
    page = phone.page
    page.goto("/new")
    see(phone, "Red and blue are hard to tell apart in this light.")
    page.get_by_label("Colour of player 2").select_option("green")
    press(phone, "Start the game")
    see(phone, "Lay the first tile.")
    assert desk.taps[0].seats[1] == ("Green", "green")


def test_the_camera_page_looks_again_by_itself_at_most_twice_a_second(phone, lens):
    page = phone.page
    page.goto("/camera")
    see(phone, "Switch on a lamp")
    phone.wait_until("document.querySelector('#look img').complete")
    lens.now = type(lens.now)(lens.now.number, "camera", (640, 360), 51, 60, 0.0, ())
    page.locator(".focus strong", has_text="51").wait_for()
    phone.look()
    asked = page.evaluate(
        """async () => {
            performance.clearResourceTimings();
            await new Promise((done) => setTimeout(done, 3000));
            const names = performance.getEntriesByType("resource").map((each) => new URL(each.name).pathname);
            return names.filter((name) => name === "/camera/picture").length;
        }"""
    )
    assert 1 <= asked <= 6


def test_a_phone_in_a_pocket_does_not_look_through_the_camera(phone, lens):
    page = phone.page
    page.goto("/camera")
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    page.wait_for_timeout(500)
    before = lens.now.number
    page.wait_for_timeout(2500)
    assert lens.now.number == before


def test_the_camera_page_works_without_scripts(new_phone, lens):
    phone = new_phone(java_script_enabled=False)
    page = phone.page
    page.goto("/camera")
    first = page.locator("#look img").get_attribute("src")
    page.get_by_role("link", name="Look again").click()
    assert page.locator("#look img").get_attribute("src") != first


def test_the_outlines_lie_on_the_picture(new_phone):
    page = new_phone(java_script_enabled=False).page
    page.goto("/camera")
    picture, drawn = (page.locator(f"#look {which}").first.bounding_box() for which in ("img", "svg"))
    assert picture == pytest.approx(drawn, abs=1)


@pytest.mark.parametrize("place", ["/new", "/camera"])
@pytest.mark.parametrize("settings", [{}, DARK], ids=["light", "dark"])
def test_axe_finds_nothing(new_phone, lens, place, settings, nobody_plays):
    lens.alike = (("red", "blue"),)
    phone = new_phone(**settings)
    phone.page.goto(place)
    phone.page.wait_for_load_state("networkidle") if place == "/new" else see(phone, "Switch on a lamp")
    assert faults(phone.page) == []


@pytest.mark.parametrize("place", ["/new", "/camera"])
def test_text_twice_as_large_needs_no_sideways_scrolling(phone, place):
    phone.page.goto(place)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.look()
