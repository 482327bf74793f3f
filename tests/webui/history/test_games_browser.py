"""Games that were played, on a phone: the replay's slider, the sheet, and what is asked before deleting."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.some import some
from tests.webui.seeing import see


def test_the_slider_goes_through_a_game_and_keeps_the_focus(phone):
    page = phone.page
    page.goto("/games/3/replay?step=10")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    see(phone, "Turn 11 of")
    page.wait_for_url("**step=11")
    phone.wait_for_focus("#step")
    page.keyboard.press("End")
    page.wait_for_url("**step=72")
    see(phone, "Final scoring")
    assert page.get_by_role("link", name="Next").count() == 0
    page.go_back()
    see(phone, "Turn 11 of")


def test_the_replay_works_without_scripts(new_phone):
    phone = new_phone(java_script_enabled=False)
    phone.page.goto("/games/3")
    phone.page.get_by_role("link", name="Replay it turn by turn").click()
    see(phone, "Before the first turn.")
    phone.page.get_by_role("link", name="Next").click()
    see(phone, "Turn 1 of")
    phone.page.get_by_role("button", name="Show this turn").click()
    see(phone, "Turn 1 of")


def test_a_tap_on_a_line_marks_its_region_and_the_lines_of_one_player_stay(phone):
    page = phone.page
    page.goto("/games/3")
    page.get_by_role("link", name="Ben", exact=True).click()
    page.wait_for_selector('[data-key="player-blue"][aria-current]')
    page.locator("a.line").last.click()
    page.wait_for_selector("#board .emphasis-chosen")
    assert (
        page.locator("a.line", has_text="Ann:").count()
        == page.locator("a.line", has_text="Ben, Ann:").count()
    )
    phone.look()


def test_a_game_is_deleted_once_the_host_has_said_so_twice(phone):
    page, asked = phone.page, []

    def answer(dialog):
        asked.append(dialog.message)
        dialog.accept() if len(asked) > 1 else dialog.dismiss()

    page.on("dialog", answer)
    page.goto("/games/1")
    page.get_by_text("Delete this game").click()
    page.get_by_role("button", name="Delete it").click()
    page.goto("/games/1")
    page.get_by_text("Delete this game").click()
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url("**/games")
    assert asked == ["Delete this game for good?"] * 2
    assert page.locator('a[href="/games/1"]').count() == 0


def test_the_replay_plays_by_itself_and_its_board_stays_in_view(phone):
    page = phone.page
    page.goto("/games/3")
    page.goto("/games/3/replay?step=67")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play").click()
    assert page.get_by_role("button", name="Pause").get_attribute("aria-pressed") == "true"
    see(phone, "Turn 69 of")
    page.get_by_role("button", name="Pause").click()
    stopped = page.locator("label[for=step]").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator("label[for=step]").inner_text() == stopped
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**step=72")
    page.get_by_role("button", name="Play").wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 100
    top, bottom = page.evaluate("(({top, bottom}) => [top, bottom])(board.getBoundingClientRect())")
    assert 0 <= top < bottom <= page.viewport_size["height"]
    page.get_by_role("button", name="Play").click()
    see(phone, "Before the first turn")
    page.get_by_role("button", name="Pause").click()
    page.go_back()
    page.wait_for_url("**/games/3")


def test_a_game_without_a_date_has_that_of_the_phone_that_takes_it_away(phone, store, keep_game):
    store._wall_clock = lambda: 3600.0
    page, game = phone.page, keep_game("whole_classic_two_players")
    page.goto(f"/games/{game}")
    today = page.evaluate("new Date().toISOString().slice(0, 10)")
    link = page.get_by_role("link", name="Open in BG Stats").get_attribute("href")
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert play["playDate"].startswith(today)
    assert len(play["players"]) == 2
    export = page.get_by_role("link", name="Play for BG Stats").get_attribute("href")
    assert parse_qs(urlsplit(export).query)["date"][0].startswith(today)
    page.goto("/games/3")
    assert "data-undated" not in page.content()


def test_notes_are_written_a_player_renamed_and_the_next_game_begun_on_a_phone(phone):
    page = phone.page
    phone.expected = ("422",)
    page.goto("/games/3")
    page.get_by_label("Where it was").fill("Ann's kitchen")
    page.get_by_label("Anything worth remembering").fill("A close one.")
    page.get_by_role("button", name="Keep it").click()
    page.locator(".written", has_text="A close one.").wait_for()
    assert not page.get_by_label("Anything worth remembering").is_visible(), "it stands there once"
    phone.look()
    page.goto("/players")
    page.get_by_text("Change Ann", exact=True).click()
    page.get_by_label("New name").first.fill("Ben")
    page.locator("details[open]").get_by_role("button", name="Rename").click()
    see(phone, "There is a player Ben already")
    page.locator("details[open]").get_by_label("New name").fill("Queen Anna")
    page.locator("details[open]").get_by_role("button", name="Rename").click()
    page.get_by_text("Change Queen Anna", exact=True).wait_for()
    see(phone, "Ann is called Queen Anna now.")
    phone.look()
    page.goto("/games/3")
    see(phone, "Queen Anna")
    page.get_by_role("button", name="Play again: Ben begins").click()
    page.wait_for_url("**/")
    see(phone, "Ben's turn")


def test_who_is_hidden_moves_down_and_what_was_open_is_theirs_alone(phone):
    phone.page.goto("/players")
    phone.page.get_by_text("Change Ann", exact=True).click()
    phone.page.get_by_role("button", name="Hide").click()
    see(phone, "Ann is hidden now.")
    (opened,) = phone.page.locator("details[open]").all_inner_texts()
    assert (opened.splitlines()[0], "Show again" in opened) == ("Change Ann", True)


@pytest.mark.parametrize("locale", ["en", "de", "fr", "it"])
def test_no_column_of_the_statistics_is_out_of_sight(new_phone, locale):
    page = new_phone(locale=locale).page
    page.goto("/statistics?player=Ann")
    each = "[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth)"
    wider = page.evaluate(each)
    assert (len(wider) > 2, set(wider)) == (True, {0})


def test_players_and_notes_work_without_scripts(new_phone):
    phone = new_phone(java_script_enabled=False)
    page = phone.page
    page.goto("/players")
    page.get_by_text("Change Ann", exact=True).click()
    page.locator("details[open]").get_by_role("button", name="Hide").click()
    page.get_by_text("hidden", exact=False).first.wait_for()
    page.goto("/games/3")
    page.get_by_label("Where it was").fill("Cabin")
    page.get_by_role("button", name="Keep it").click()
    see(phone, "Cabin")
    assert page.get_by_role("button", name="Play", exact=True).count() == 0


@pytest.mark.parametrize(
    "url",
    [
        "/players",
        "/statistics?player=Ann",
        "/sheet",
        "/games",
        "/games/3",
        "/games/3/replay",
        "/statistics",
        "/walk",
    ],
)
def test_a_page_fits_a_phone_with_letters_twice_as_large(new_phone, url):
    phone = new_phone()
    phone.page.goto(url)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.look()
    roles = re.findall(r"- (button|link|img|heading|slider)(.*)", phone.page.locator("main").aria_snapshot())
    assert not [role for role, name in some(roles) if not name.strip().startswith('"')]


def test_a_name_of_thirty_letters_is_cut_off_on_no_page(phone, app, table):
    people = app.extensions["tablekeeper"].players
    people.rename("Ann", "W" * 30)
    people.rename("Ben", "Donaudampfschifffahrtskapitaen")
    pages = (
        "/",
        "/screen",
        "/join",
        "/sheet",
        "/walk",
        "/games",
        "/games/3",
        "/statistics",
        "/players",
        "/new",
    )
    for page in some(pages):
        phone.page.goto(page)
        phone.look()
        assert "W" * 30 in phone.page.content(), page
