"""The languages on a phone: the words fit, and a tap at the foot of the page changes them."""

import pytest

from tests.webui.conftest import PHONE, Phone, serve

PAGES = ("/", "/correct", "/turns", "/sheet", "/new", "/join", "/host", "/photos", "/photos/new", "/prints")


@pytest.fixture
def take_phone(browser, live_app):
    """Take a phone to the live table."""
    phones = []
    with serve(live_app) as url:

        def take(**settings):
            phones.append(Phone(browser, url, **settings))
            return phones[-1]

        yield take
        for phone in phones:
            phone.context.close()


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_no_page_is_wider_than_a_phone_in_any_language(take_phone, language):
    phone = take_phone(locale=language)
    for page in PAGES:
        phone.page.goto(page)
        assert phone.page.locator("html").get_attribute("lang") == language
        phone.look()


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_nothing_is_cut_where_text_is_twice_as_large(take_phone, language):
    phone = take_phone(locale=language)
    for page in PAGES:
        phone.page.goto(page)
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        phone.look()


def test_so_much_text_that_the_buttons_would_hide_the_table_stays_in_its_place(take_phone):
    phone = take_phone()
    phone.page.goto("/")
    position = "getComputedStyle(document.querySelector('#actions')).position"
    assert phone.page.evaluate(position) == "fixed"
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.page.wait_for_selector("html.tall")
    assert phone.page.evaluate(position) == "static"


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_what_can_be_pressed_now_shares_a_row(take_phone, language):
    phone = take_phone(locale=language)
    phone.page.goto("/")
    buttons = phone.page.locator(".smaller > *")
    assert buttons.count() == 4
    assert len({button.bounding_box()["y"] for button in buttons.all()}) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tap_changes_the_language_and_stays_on_the_page(take_phone, scripts):
    phone = take_phone(viewport=PHONE, java_script_enabled=scripts)
    phone.page.goto("/photos/new?prints=My+box")
    phone.page.get_by_role("button", name="Français").click()
    phone.page.wait_for_selector("html[lang=fr]")
    assert phone.page.url.endswith("/photos/new?prints=My+box")
    assert phone.page.locator("h1").inner_text() == "Compter une photo"
    phone.page.goto("/prints")
    assert phone.page.get_by_role("button", name="Français").get_attribute("aria-pressed") == "true"
