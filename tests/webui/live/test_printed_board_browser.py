"""A game on a printed board, entered in a browser: a tap is heard at once, and what was chosen stays so."""

import pytest

from tests.some import some

GAME = "smuggler"
BUSY = "() => getComputedStyle(document.querySelector('.enters .htmx-request')).animationName"
WIDE = """() => Math.min(
  ...[...document.querySelectorAll("#over a")].map((each) => each.getBoundingClientRect().width)
)"""

ALL_SEEN = """() => {
  const { left, top, right, bottom } = document.getElementById("map").getBoundingClientRect();
  const spots = [...document.querySelectorAll("#over a")].map((each) => each.getBoundingClientRect());
  return spots.length > 1 && spots.every((spot) =>
    spot.left > left - 1 && spot.top > top - 1 && spot.right < right + 1 && spot.bottom < bottom + 1);
}"""


@pytest.fixture
def app(here):
    return here.app


@pytest.fixture
def width():
    return 360


@pytest.fixture
def page(page_of):
    return page_of()


@pytest.fixture
def page_of(new_phone, width):
    """Have a phone begin a game."""
    return lambda: beginner(new_phone(viewport={"width": width, "height": 740}))


def beginner(phone):
    phone.page.goto(f"/new?game={GAME}")
    for number, name in enumerate(("Ann", "Ben"), start=1):
        phone.page.get_by_label(f"Name of player {number}").fill(name)
    phone.page.get_by_label("Without the camera").check()
    phone.page.get_by_role("button", name="Start the game").click()
    phone.page.get_by_role("button", name="Try it with a made-up box").click()
    phone.page.locator("#over a").first.wait_for()
    return phone.page


def tap(page, place):
    page.locator(f'#over a[aria-label="{place}"]').click()


def begun(page):
    """Have both begin."""
    for place, ship in (("Penzance", "Mounts Bay"), ("Helston", "Merchant South")):
        tap(page, place)
        page.get_by_text("Tap where the ship lies.").wait_for()
        tap(page, ship)
        page.locator("[data-key=confirm-entry]").click()
        page.locator("[data-key=confirm-entry]").wait_for(state="detached")


HAS_STYLE = "name => [...document.styleSheets].some(({ href }) => href.endsWith(name))"


def test_a_phone_that_only_follows_gets_the_style_of_what_it_is_shown(new_phone, page_of):
    follower = new_phone()
    follower.page.goto("/")
    assert not follower.page.evaluate(HAS_STYLE, "/boards.css")
    page_of()
    follower.page.locator("#over a").first.wait_for()
    follower.wait_until(HAS_STYLE, "/boards.css")


@pytest.mark.slow
def test_a_tap_shows_at_once_that_it_was_heard_and_what_was_chosen_stays(page):
    waiting = []

    def hold(route):
        waiting.append(route)

    page.route("**/?enter=*", hold)
    tap(page, "Penzance")
    page.wait_for_timeout(100)
    assert page.evaluate(BUSY) == "busy"
    waiting.pop().continue_()
    page.unroute("**/?enter=*")
    page.get_by_text("Tap where the ship lies.").wait_for()

    tap(page, "Mounts Bay")
    page.get_by_role("link", name="Commerce", exact=True).click()
    page.get_by_role("link", name="Commerce 3").click()
    chosen = page.locator('.chips [aria-current="true"]')
    chosen.get_by_text("Commerce 3").wait_for()
    page.locator("#map").click(position={"x": 4, "y": 4})  # nothing is lit there
    page.wait_for_timeout(300)
    assert chosen.get_by_text("Commerce 3").is_visible()
    tap(page, "Marazion")
    page.get_by_text("Ann begins in Marazion, the ship at Mounts Bay.").wait_for()
    assert chosen.get_by_text("Commerce 3").is_visible()


@pytest.mark.slow
def test_few_lit_places_are_enlarged_for_a_finger(page):
    small = page.evaluate(WIDE)
    begun(page)
    page.get_by_role("link", name="Sail").click()
    page.get_by_text("Tap one of the lit places.").wait_for()
    page.wait_for_timeout(300)
    assert page.evaluate(WIDE) > 1.3 * small
    assert page.evaluate(ALL_SEEN)


NAMES = """() => [...document.querySelectorAll("#over .names text")]
  .filter((each) => each.getAttribute("visibility") === "visible")
  .map((each) => ({ says: each.textContent, box: each.getBoundingClientRect().toJSON() }))"""
FRAME = "() => document.getElementById('map').getBoundingClientRect().toJSON()"
LEAST_PX = 10


def overlap(one, other):
    return (
        one["left"] < other["right"]
        and other["left"] < one["right"]
        and one["top"] < other["bottom"]
        and other["top"] < one["bottom"]
    )


@pytest.mark.slow
def test_lit_places_are_named_in_letters_that_are_read_on_a_phone(page):
    page.wait_for_timeout(300)
    for _ in range(2):
        names, frame = some(page.evaluate(NAMES)), page.evaluate(FRAME)
        assert min(each["box"]["height"] for each in names) >= LEAST_PX
        assert all(frame["left"] <= each["box"]["left"] for each in names)
        assert all(each["box"]["right"] <= frame["right"] for each in names)
        assert not any(
            overlap(one["box"], other["box"]) for at, one in enumerate(names) for other in names[:at]
        )
        page.get_by_role("button", name="Larger").click()
        page.wait_for_timeout(300)


@pytest.mark.slow
def test_the_map_and_all_that_is_lit_stay_in_sight_and_as_large_from_tap_to_tap(page):
    begun(page)
    page.get_by_role("link", name="Move an officer").click()
    page.get_by_text("Tap one of the lit places.").wait_for()
    page.wait_for_timeout(300)
    before = page.evaluate(WIDE)
    assert page.evaluate(FRAME)["top"] >= 0
    page.locator("#over a").nth(1).dispatch_event("click")
    page.locator(".enter[data-step=laid]").wait_for()
    page.wait_for_timeout(300)
    assert page.evaluate(WIDE) >= before
    assert page.evaluate(ALL_SEEN)


@pytest.mark.slow
def test_what_somebody_began_with_is_set_right_later_and_its_points_change(page):
    begun(page)
    page.goto("/turns")
    page.locator("[data-key=turn-2]").click()
    page.locator('.by-hand a[aria-label="Marazion"]').dispatch_event("click")
    page.get_by_text("Ann begins in Marazion, the ship at Mounts Bay.").first.wait_for()
    page.locator('.by-hand a[aria-label="Lands End"]').dispatch_event("click")
    page.get_by_text("Ann begins in Marazion, the ship at Lands End.").first.wait_for()
    page.get_by_role("link", name="Commerce", exact=True).click()
    page.get_by_role("link", name="Commerce 4: 2 reputation").click()
    page.locator(".effect").get_by_text("13 → becomes 15").wait_for()
    page.get_by_role("button", name="Set it right").click()
    page.get_by_text("That is set right").wait_for()
    assert page.locator("[data-key=turn-2]").get_by_text("Ann begins in Marazion").is_visible()


def test_a_figure_that_is_typed_stays_while_the_table_changes(page, here):
    begun(page)
    for address in ("/", "/?look=regions"):  # which is told all that is new, and which asks for it
        page.goto(address)
        page.get_by_text("Does everybody have this?").click()
        page.locator(".typed input").last.fill("2")
        now = here.table.snapshot()
        here.table.show_clocks(now.timing is None, now.version)
        page.locator(f'main[data-version="{now.version + 1}"]').wait_for()
        assert page.locator(".typed input").last.input_value() == "2"


def test_a_figure_that_is_typed_stays_while_something_is_looked_up_and_is_gone_once_it_is_sent(page):
    begun(page)
    figure = page.locator("#count-count input").last
    page.get_by_text("Does everybody have this?").click()
    figure.fill("2")
    for _ in ("opened", "closed"):
        before = page.url
        page.locator("nav.looks a").first.click()
        page.wait_for_url(lambda url, before=before: url != before)
        page.locator("nav.looks a").first.wait_for()
        assert figure.input_value() == "2"
    page.locator("[data-key=count-count]").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('#count-count .number')].every((each) => !each.value)"
    )


BROKEN = """() => [...document.querySelectorAll(".nearest .tile span, .named .says")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_done_is_said_in_whole_words_beside_its_sign(page):
    begun(page)
    signs = page.locator(".named .drawing")
    assert max(some(signs.evaluate_all("each => each.map(one => one.clientWidth)"))) < 40
    assert page.evaluate(BROKEN) == []
    page.goto("/turns")
    page.locator("[data-key=turn-2]").click()
    page.locator(".nearest .tile").first.wait_for()
    words = page.locator(".nearest .tile span").first.bounding_box()
    assert words["width"] > 150
    assert page.evaluate(BROKEN) == []
