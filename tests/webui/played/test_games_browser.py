"""Games that were played, on a phone: the replay's slider, the sheet, and what is asked before deleting."""

import re

import pytest


def see(phone, words):
    phone.page.locator("main", has_text=words).wait_for()


def test_the_slider_goes_through_a_game_and_keeps_the_focus(phone):
    page = phone.page
    page.goto("/games/3/replay?step=10")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    see(phone, "Turn 11 of")
    page.wait_for_url("**step=11")
    assert page.evaluate("document.activeElement.id") == "step"
    page.keyboard.press("End")
    page.wait_for_url("**step=71")
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


@pytest.mark.parametrize("url", ["/sheet", "/games", "/games/3", "/games/3/replay", "/statistics", "/walk"])
def test_a_page_fits_a_phone_with_letters_twice_as_large(new_phone, url):
    phone = new_phone()
    phone.page.goto(url)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.look()
    roles = re.findall(r"- (button|link|img|heading|slider)(.*)", phone.page.locator("main").aria_snapshot())
    assert not [role for role, name in roles if not name.strip().startswith('"')]
