"""What a turn needs is seen without scrolling: measured in headless Chromium against the edges of a phone."""

import itertools

import pytest
from msgspec.structs import replace

from tests.some import some
from tests.webui.live.scenes import PHASES, scene

UPRIGHT, ON_ITS_SIDE, NARROW = (360, 740), (740, 360), (320, 640)
LEAST_BOARD_PX = 150
SEATS = {"carcassonne": range(2, 7), "cornwall": range(2, 5)}
PLAYED = [name for name in PHASES if name != "ended"]
HIDDEN = """(least) => {
  const found = [];
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const parts = {
    turn: "#state h1", says: ".doing", board: "#map", points: ".point", sum: ".point-sum",
    proposal: ".proposal", other: ".others a", button: "#actions button, #actions a:not(.spot)",
  };
  const look = (part, each) => {
    if (!each.checkVisibility()) return;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isSeen = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    if (!isSeen) found.push(`${part} ends at ${bottom}`);
    else if (!each.contains(over) && !over.contains(each)) found.push(`${part} lies below something`);
    if (each.scrollWidth > each.clientWidth) found.push(`${part} is cut off: ${each.textContent}`);
  };
  for (const [part, selector] of Object.entries(parts)) {
    document.querySelectorAll(selector).forEach((each) => look(part, each));
  }
  const [board, bar] = [box("#map"), box("#actions")];
  if (board.bottom > bar.top && board.right > bar.left) found.push("the buttons lie over the board");
  if (board.height < least) found.push(`the board is ${board.height} px high`);
  return found;
}"""
BAR_IS_MEASURED = "document.documentElement.style.getPropertyValue('--bar') !== ''"
"""The board has the room then that the buttons leave."""
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".smaller > *")].map((each) => {
  const { x, y } = each.getBoundingClientRect();
  return [each.textContent.trim(), [x, y]];
}))"""


@pytest.fixture
def app(live_app):
    """Let the phones sit at the live table."""
    return live_app


def show(phone, desk, game, players, name):
    desk.publish()
    desk.now = replace(scene(game, players, name), version=desk.now.version)
    phone.page.goto("/")
    phone.wait_until(BAR_IS_MEASURED)


@pytest.mark.slow(but=4)
@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE, NARROW], ids=["upright", "on its side", "narrow"])
@pytest.mark.parametrize("game", SEATS)
def test_turn_board_proposal_buttons_and_all_points_are_seen_without_scrolling(new_phone, desk, game, size):
    phone = new_phone(viewport=dict(zip(("width", "height"), size, strict=True)))
    found = {}
    # Every phase with the most players, and every number of players where most is to be shown.
    few, most = list(SEATS[game])[:-1], SEATS[game][-1]
    for players, name in some([*itertools.product([most], PLAYED), *itertools.product(few, ["others"])]):
        show(phone, desk, game, players, name)
        assert phone.page.locator(".point").count() == players
        hidden = phone.page.evaluate(HIDDEN, LEAST_BOARD_PX)
        if hidden:
            found[players, name] = hidden
    assert found == {}


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("locale", ["de", "fr", "it"])
def test_all_of_it_is_seen_in_every_language(new_phone, desk, locale):
    phone = new_phone(locale=locale)
    found = {}
    for size, game in itertools.product((UPRIGHT, ON_ITS_SIDE), SEATS):
        phone.width = size[0]
        phone.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        for name in ("others", "illegal", "doubt"):
            show(phone, desk, game, SEATS[game][-1], name)
            hidden = phone.page.evaluate(HIDDEN, LEAST_BOARD_PX)
            if hidden:
                found[size, game, name] = hidden
    assert found == {}


def test_no_button_moves_while_turns_come_and_go(phone, desk):
    places = []
    for name in ("waiting", "hand", "proposal", "others", "illegal", "returning"):
        show(phone, desk, "carcassonne", 4, name)
        places.append(phone.page.evaluate(PLACES))
    assert len(places[0]) == 4
    assert all(each == places[0] for each in places)


def test_a_tap_on_the_points_shows_what_makes_them_up(phone, desk):
    show(phone, desk, "carcassonne", 4, "waiting")
    phone.page.locator(".points").click()
    phone.wait_until("scrollY > 100")
    shown = phone.page.locator("#scores").bounding_box()
    strip = phone.page.locator(".points").bounding_box()
    assert (strip["y"] < 10, shown["y"] >= strip["y"] + strip["height"]) == (True, True)
    assert phone.page.locator("#scores .supply").first.is_visible()
    phone.look()


def test_so_much_larger_text_leaves_everything_reachable(phone, desk):
    show(phone, desk, "carcassonne", 6, "others")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.wait_until("document.documentElement.classList.contains('tall')")
    phone.look()
    phone.press("Confirm")
    phone.page.locator("main", has_text="Ann takes a figure back.").wait_for()
