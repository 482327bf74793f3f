"""The whole way on a phone: headless Chromium against a real server."""

from pathlib import Path

import pytest

from tests.some import some


@pytest.fixture
def photo_file(tmp_path, photo):
    file = tmp_path / "table.jpg"
    file.write_bytes(photo)
    return file


def test_from_the_photo_to_the_sheet_with_corrections_on_the_way(phone, photo_file, reader):
    page = phone.page
    reader.may_finish.clear()
    phone.score(photo_file)
    page.locator("#progress strong", has_text="Finding the tiles").wait_for()
    phone.look()
    reader.may_finish.set()
    page.wait_for_selector("#board svg")

    phone.tap("tile:0,1")
    phone.answer("face", '"N"')
    for version in range(2, 6):  # all the way round
        page.get_by_role("button", name="Turn the tile").click()
        page.wait_for_selector(f'main[data-version="{version}"]')
    phone.answer("face", '"E"')

    phone.tap("meeple:1")
    phone.answer("stands_on", '"road')
    phone.tap("meeple:0")
    phone.answer("colour", '"yellow"')
    phone.tap("tile:1,0")
    phone.answer("colour", '"green"')
    assert page.locator('[data-spot="meeple:2"]').count() == 1
    phone.answer("stands_on", '"road')
    phone.answer("remove", "true")
    assert page.locator('[data-spot="meeple:2"]').count() == 0
    page.wait_for_selector("#panel", state="detached")

    phone.tap("cell:2,0")
    phone.answer("face", '"B"')
    assert page.locator('[data-spot="tile:2,0"]').count() == 1
    phone.answer("remove", "true")

    page.get_by_role("link", name="Rules & names").click()
    page.get_by_label("Name for yellow").fill("Yasmin")
    page.get_by_label("Points of blue on the score track").fill("7")
    page.get_by_label("Newer rulebook").check()
    page.wait_for_selector('input[value="leaflet-004"]:checked')
    page.wait_for_selector("text=/however long it is/ >> ..  >> text=as printed")
    phone.look()
    save = page.get_by_role("button", name="Save and see the score")
    assert save.first.bounding_box()["y"] < 740, "right below the names"
    save.last.click()
    page.get_by_text("Blue wins with 8 points.").wait_for()
    assert page.locator(".player", has_text="Yasmin").locator("h2 strong").inner_text() == "1"
    page.locator("a.line").first.click()
    page.wait_for_selector(".line[aria-current]")
    assert page.locator("#board .emphasis-chosen").count() == 3


def test_the_road_is_worth_its_tiles_by_the_classic_leaflet(phone, photo_file):
    phone.score(photo_file)
    phone.page.wait_for_selector("#board svg")
    phone.page.get_by_role("link", name="Score", exact=True).click()
    phone.page.get_by_text("3 tiles \u00d7 1").first.wait_for()


def test_a_correction_is_no_step_to_go_back_from(phone, photo_file):
    page = phone.page
    phone.score(photo_file)
    page.wait_for_selector("#board svg")
    phone.tap("tile:0,1")
    page.get_by_role("button", name="Turn the tile").click()
    page.wait_for_selector('main[data-version="1"]')
    page.go_back()
    page.wait_for_selector("#panel", state="detached")
    assert page.locator("main").get_attribute("data-version") == "1"


@pytest.mark.parametrize("is_opened_anew", [False, True])
def test_on_a_phone_on_its_side_what_is_corrected_lies_beside_what_is_asked(
    new_phone, photo_file, is_opened_anew
):
    phone = new_phone(viewport={"width": 740, "height": 360})
    phone.score(photo_file)
    phone.page.wait_for_selector("#board svg")
    phone.tap("tile:0,1")
    phone.look()
    if is_opened_anew:  # as it is where the tap came before the page's scripts
        here = phone.page.url
        phone.page.goto("about:blank")
        phone.page.goto(here)
        phone.look()
    panel, board = (phone.page.locator(part).bounding_box() for part in ("#panel", "#board"))
    assert board["x"] + board["width"] <= panel["x"]
    chosen = phone.page.locator("#board .emphasis-chosen").first.bounding_box()
    assert 0 <= chosen["y"] < chosen["y"] + chosen["height"] <= 360


def test_a_keyboard_is_enough(phone, photo_file):
    page = phone.page
    phone.score(photo_file)
    page.wait_for_selector("#board svg")
    page.locator('[data-spot="tile:0,-1"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel")
    phone.wait_for_focus("#panel-title")
    page.keyboard.press("Tab")  # the close link
    page.keyboard.press("Tab")
    phone.wait_for_focus("[name=turns]")
    page.keyboard.press("Enter")
    page.wait_for_selector('main[data-version="1"]')
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel", state="detached")
    phone.wait_for_focus("[data-spot='tile:0,-1']")


def test_a_picture_that_is_none_gets_a_sentence(phone, tmp_path):
    phone.expected = ("status of 422",)
    letter = tmp_path / "letter.jpg"
    letter.write_text("Dear table")
    phone.score(letter)
    phone.page.get_by_text("This is not a picture").wait_for()


def test_a_cat_gets_a_sentence(phone, tmp_path, cat):
    file = tmp_path / "cat.jpg"
    file.write_bytes(cat)
    phone.score(file)
    phone.page.get_by_text("No board was found in this picture").wait_for()
    phone.page.get_by_role("link", name="Try another photo").wait_for()


def test_of_two_phones_the_later_is_told_and_sees_the_board_as_it_is(phone, second_phone, photo_file):
    phone.score(photo_file)
    phone.page.wait_for_selector("#board svg")
    second_phone.expected = ("status of 409",)
    second_phone.page.goto(phone.page.url)
    phone.tap("tile:0,1")
    second_phone.tap("tile:0,1")
    phone.answer("face", '"N"')
    second_phone.answer("face", '"H"')
    second_phone.page.get_by_text("Somebody else changed this board").wait_for()
    assert second_phone.page.locator("button[name=face][aria-pressed=true]").get_attribute("value") == '"N"'
    second_phone.answer("face", '"H"')
    assert second_phone.page.locator("main").get_attribute("data-version") == "2"


def test_a_correction_on_one_phone_shows_on_the_other(phone, second_phone, photo_file):
    phone.score(photo_file)
    phone.page.wait_for_selector("#board svg")
    second_phone.page.goto(phone.page.url)
    phone.tap("tile:0,1")
    phone.answer("remove", "true")
    second_phone.page.wait_for_selector('main[data-version="1"]')
    assert second_phone.page.locator('[data-spot="tile:0,1"]').count() == 0


def test_prints_are_learned_on_the_phone(phone, photo_file):
    page = phone.page
    page.goto("/prints/new")
    page.get_by_label("A name for this box").fill("Travel box")
    page.set_input_files("input[name=pictures]", [str(photo_file), str(photo_file)])
    page.get_by_role("button", name="Go on").click()
    for number in (1, 2):
        page.get_by_text(f"picture {number} of 2").wait_for()
        phone.look()
        page.locator('button[name=face][value="D"]').click()
        page.get_by_text("How is it turned").wait_for()
        phone.look()
        page.locator('button[name=turns][value="1"]').click()
    page.get_by_role("button", name="Learn this box").click()
    page.get_by_text("Learned.").wait_for()


def test_the_pages_work_without_scripts(new_phone, photo_file):
    phone = new_phone(java_script_enabled=False)
    page = phone.page
    phone.score(photo_file)
    page.wait_for_selector("#board svg")
    page.goto(page.url + "/fix?spot=tile:0,1")
    page.locator("#panel button[name=face]").nth(1).click()
    page.wait_for_selector('main[data-version="1"]')


def test_a_phone_that_has_not_got_the_scripts_yet_need_not_scroll_sideways(phone):
    phone.expected = ("net::ERR_FAILED",)
    phone.page.route("**/*.js", lambda route: route.abort())
    for path in ("/", "/photos/new", "/prints", "/prints/new"):
        phone.page.goto(path)
        phone.look()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_enough_from_their_ground(new_phone, scheme):
    """At least 4.5 to 1, as WCAG 2.2 (1.4.3) asks."""
    phone = new_phone(color_scheme=scheme)
    phone.page.goto("/")
    colours = phone.page.evaluate(Path(__file__).with_name("colours.js").read_text())
    pairs = [("ink", "paper"), ("ink", "card"), ("soft", "paper"), ("soft", "card"), ("accent", "paper")]
    pairs += [
        ("accent", "card"),
        ("accent", "tint"),
        ("on-accent", "accent"),
        ("soft", "tint"),
        ("ink", "hover"),
    ]
    pairs += [
        ("bad", "bad-tint"),
        ("warn", "warn-tint"),
        ("good", "good-tint"),
        ("bad", "card"),
        ("warn", "card"),
    ]
    for words, ground in some(pairs):
        assert contrast(colours[words], colours[ground]) >= 4.5, (scheme, words, ground)


def contrast(one, other):
    lights = sorted((luminance(one), luminance(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(code):
    shares = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_photo_that_was_chosen_stays_when_another_game_is(phone, photo, tmp_path):
    file = tmp_path / "our table.jpg"
    file.write_bytes(photo)
    phone.page.goto("/photos/new")
    phone.page.set_input_files("input[name=photo]:not([capture])", str(file))
    phone.page.get_by_label("Which game?").select_option("cornwall")
    phone.page.wait_for_url("**game=cornwall")
    phone.page.wait_for_selector('input[name=game][value="cornwall"]', state="attached")
    assert phone.page.get_by_text("our table.jpg").is_visible()
    assert phone.page.evaluate("document.querySelector('input[name=photo]:not([capture])').files.length") == 1
