"""Cornwall on a phone: headless Chromium at the real desk."""

import pytest

from tests.waiting import until
from tests.webui.cornwall.conftest import ANNS, START


@pytest.fixture
def photo_file(tmp_path, photo):
    file = tmp_path / "table.jpg"
    file.write_bytes(photo)
    return file


def test_a_photograph_is_set_right_on_the_board_and_summed_up(phone, photo_file):
    page = phone.page
    page.goto("/photos/new?game=cornwall")
    page.set_input_files("input[name=photo]:not([capture])", str(photo_file))
    page.get_by_role("button", name="Read this photo").click()
    page.wait_for_selector("#board svg")
    phone.look()
    # Blue's tall figure stands in a closed village: it belongs in the pub.
    page.get_by_text("the village is closed").first.wait_for()

    phone.tap("field:1,1")
    phone.answer("terrain", '"moor"')
    phone.answer("symbols", '"chapel"')
    phone.answer("terrain", '"mountain"')
    phone.tap("figure:2")
    phone.answer("kind", '"big"')
    phone.answer("remove", "true")
    assert page.locator('[data-spot="figure:2"]').count() == 0
    assert page.get_by_text("the village is closed").count() == 0
    phone.tap("pub")
    phone.answer("colour", '"blue"')
    assert page.locator('[data-spot="guest:1"]').count() == 1
    phone.tap("cell:3,0")
    phone.answer("terrain", '"forest"')
    assert page.locator('[data-spot="field:3,0"]').count() == 1
    phone.answer("remove", "true")

    page.goto(page.url.split("/fix")[0] + "/score")
    page.get_by_text("Red wins with").first.wait_for()
    page.locator("a.line").first.click()
    page.wait_for_selector(".line[aria-current]")
    assert page.locator("#board .emphasis-chosen").count() > 0
    phone.look()


def test_a_start_tile_that_grows_field_by_field_is_large_enough_to_be_compared(phone, desk):
    phone.page.goto("/enter")
    for terrain in ("moor", "forest"):
        phone.page.locator(f'[data-key="part-{terrain}"]').click()
        phone.page.locator(f'a.part[href*="hand={terrain}&hand="]').first.wait_for()
    assert phone.page.locator(".held.grown svg").bounding_box()["width"] >= 120
    phone.look()


def test_a_start_tile_and_a_turn_are_entered_by_tapping_alone(phone, desk):
    page = phone.page
    page.goto("/enter")
    held = ""
    for terrain in ("moor", "forest", "village", "meadow"):
        held += f"&hand={terrain}"
        page.locator(f'[data-key="part-{terrain}"][href*="{held}"]').click()  # once the last tap has come
    page.get_by_text("The start tile shows moor").wait_for()
    page.locator('.stand [data-spot="3,0"]').dispatch_event("click")
    page.get_by_text("The start tile has 5 fields, not 6.").wait_for()
    page.locator('.stand [data-spot="1,1"]').dispatch_event("click")
    page.wait_for_selector('.stand [data-spot="1,1"].emphasis-empty')
    phone.look()
    phone.press("Confirm")
    until(desk, lambda now: now.moves == 1)

    page.goto("/enter")
    for field in ("forest", "meadow.flag", "village"):
        page.locator(f'[data-key="part-{field}"]').click()
    page.locator("#over a.spot").first.dispatch_event("click")
    page.locator('.stand [data-spot$=":tall"]').first.dispatch_event("click")
    page.get_by_text("puts a tall figure").wait_for()
    phone.look()
    phone.press("Confirm")
    until(desk, lambda now: now.moves == 2)


def test_the_live_board_shows_the_turn_and_a_region_under_a_finger(phone, played):
    page = phone.page
    page.goto("/")
    page.wait_for_selector("#board svg")
    phone.look()
    page.get_by_role("link", name="Regions").click()
    page.locator("#looks a.line", has_text="Forest").first.click()
    page.wait_for_selector(".over .emphasis-tint")
    phone.look()


def test_the_sheet_the_turns_so_far_and_the_replay_fit_a_phone(phone, desk):
    for move in (START, ANNS):
        desk.declare(move, desk.snapshot().version)
    page = phone.page
    game = desk.snapshot().game
    for path, words in (
        ("/turns", "Ann lays"),
        ("/turns/2", "Turn 1"),  # the start tile took none
        ("/sheet", "Ann lays"),
        (f"/games/{game}", "Ann"),
        (f"/games/{game}/replay?step=2", "Ann lays"),
    ):
        page.goto(path)
        page.get_by_text(words).first.wait_for()
        phone.look()
    slider, label = page.get_by_role("slider"), page.locator("label[for=step]")
    for step, words in ((1, "Before the first turn"), (2, "Turn 1 of 1")):
        slider.evaluate("(each, step) => each.value = step", step)
        slider.dispatch_event("input")
        assert label.inner_text() == words, "the slider names turns, not moves"
