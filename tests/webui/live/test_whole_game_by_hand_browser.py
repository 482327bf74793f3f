"""A whole game with several boards, entered by taps alone on one phone, to the end of its walk-through."""

import json
from random import Random

import pytest

from scoring.sheet import total
from tests.some import some

GAME, RULES = "tuscany", "rulebook-002"
MOST_STEPS, MOST_TAPS = 400, 4
PHONE, FINGER_PX = {"width": 360, "height": 740}, 44


@pytest.fixture
def app(here):
    return here.app


class Hand:
    """A finger: it taps what the page shows, and counts."""

    def __init__(self, phone):
        self.page, self.taps = phone.page, 0

    def sees(self, tapped):
        return self.page.locator(tapped).count()

    def tap(self, tapped, at=0):
        self.page.locator(tapped).nth(at).click()
        self.page.wait_for_load_state("load")
        self.taps += 1

    def key(self, key):
        self.tap(f'[data-key="{key}"]')


def start(phone, hand):
    phone.page.goto(f"/new?game={GAME}")
    for number, name in enumerate(("Ann", "Ben"), start=1):
        phone.page.get_by_label(f"Name of player {number}").fill(name)
    for unread in phone.page.locator('input[name="by_hand"]').all():  # where a camera could read the game
        unread.check()
    phone.page.get_by_role("button", name="Start the game").click()
    hand.taps = 0
    phone.page.once("dialog", lambda dialog: dialog.accept())
    hand.key("action-box")


def tell_region(hand):
    hand.tap(".begins a")
    hand.key("piece-1")
    hand.key("piece-1")
    hand.key("lie-1")
    hand.key("confirm-entry")


def begin(phone, hand):
    start(phone, hand)
    for _player in range(2):
        tell_region(hand)
    hand.key("action-display")
    for castle in (0, 1):
        hand.tap("#over a", castle)
        hand.key("confirm-entry")
    for token in (3, 2):
        hand.key(f"action-token-{token}")


def answer(hand, rng):
    """Answer what must be answered before the game goes on; tell whether anything had to be."""
    for asked in ("action-came", "action-ask-1", "action-hand-red", "action-hand-blue", "action-hand-green"):
        answers = f'.questions [data-key^="{asked}"]'
        if count := hand.sees(answers):
            hand.tap(answers, rng.randrange(count))
            return True
    return False


def play_turn(hand, rng):
    """Lay a stored tile where one fits, or take one; say at the end what came of it."""
    if hand.sees("#over a"):
        hand.tap("#over a", rng.randrange(hand.sees("#over a")))
    else:
        takes = '.enter [data-key^="begin-"]'
        hand.tap(takes, rng.randrange(hand.sees(takes)))
    if hand.sees('[data-key="go-on"]') and rng.random() < 0.7:
        hand.key("go-on")
        hand.key("action-draw")
        return
    last = ".closing [data-key]"
    if count := hand.sees(last):
        hand.tap(last, rng.randrange(count))
    else:
        hand.key("confirm-entry")


def boxes_of(phone, chosen):
    """Give left, right, width and height of what is shown, in pixels."""
    return phone.page.locator(chosen).evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(r => [r.left, r.right, r.width, r.height])"
    )


def test_the_set_up_names_whose_region_is_told_and_every_piece(here, new_phone):
    phone = new_phone(viewport=PHONE, java_script_enabled=False)
    hand = Hand(phone)
    start(phone, hand)
    assert phone.page.locator("h1, h2").filter(has_text="Ann's turn").count()
    hand.tap(".begins a")
    names = phone.page.locator('[data-key^="piece-"]').all_inner_texts()
    assert [name.strip() for name in names] == [
        f"{letter}{number}" for letter in "BC" for number in range(1, 5)
    ]
    phone.page.goto("/")
    tell_region(hand)
    for page in ("/", "/screen"):
        phone.page.goto(page)
        assert phone.page.locator("h1, h2").filter(has_text="Ben is asked").count()


def test_on_a_narrow_phone_all_that_is_chosen_is_as_large_as_a_finger_and_nothing_is_cut(here, new_phone):
    phone = new_phone(viewport=PHONE, java_script_enabled=False)
    hand = Hand(phone)
    begin(phone, hand)
    asked = some(boxes_of(phone, '.questions [data-key^="action-came"]'))
    assert min(min(wide, high) for _, _, wide, high in asked) >= FINGER_PX
    for _tile in range(8):
        hand.tap('.questions [data-key^="action-came"]', _tile)
    taken = some(boxes_of(phone, '.enter [data-key^="begin-"]'))
    assert min(min(wide, high) for _, _, wide, high in taken) >= FINGER_PX
    assert min(left for left, *_ in taken) >= 0
    assert max(right for _, right, *_ in taken) <= PHONE["width"]
    margin = boxes_of(phone, ".told")[0][0]
    assert [left for left, *_ in some(boxes_of(phone, ".from"))] == [margin]
    phone.page.goto("/screen")
    cut = phone.page.locator(".figures .supply").evaluate_all(
        "all => all.filter(e => e.scrollWidth > e.clientWidth)"
    )
    assert (cut, phone.page.locator(".figures .supply").count()) == ([], 2)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.slow
def test_a_whole_game_is_entered_by_taps_and_ends_with_the_sums_of_the_rules(here, new_phone):
    phone = new_phone(java_script_enabled=False)
    hand, rng, taps = Hand(phone), Random(4), []
    begin(phone, hand)
    assert hand.taps < 40
    table, page = here.table, phone.page
    for _ in some(range(MOST_STEPS)):
        if table.snapshot().phase == "ended":
            break
        hand.taps = 0
        if hand.sees(".questions"):
            assert answer(hand, rng)
            assert hand.taps == 1
        else:
            play_turn(hand, rng)
            taps.append(hand.taps)
        phone.look()
    ended = table.snapshot()
    assert ended.phase == "ended"
    assert max(some(taps)) <= MOST_TAPS
    assert sum(taps) / len(taps) <= 3

    page.get_by_role("link", name="Walk through the final scoring").click()
    lines = [line for line in ended.lines if line.pays]
    page.get_by_role("button", name="Begin").click()
    for number, line in enumerate(some(lines), start=1):
        page.get_by_role("heading", name=f"Sum {number} of {len(lines)}").wait_for()
        assert f"+{line.points}" in page.locator(".player h2").inner_text()
        phone.look()
        page.locator('[data-key="next"]').click()
    rules = here.app.extensions["tablekeeper"].games[GAME]
    final = rules.replay(json.dumps(table.document(ended.game)))["final"]
    points = {seat.colour: seat.points for seat in ended.seats}
    assert points == final["points"]
    assert {seat.colour: seat.balances["green"] for seat in ended.seats} == final["green"]
    before = {seat.colour: seat.points - total(ended.lines).get(seat.colour, 0) for seat in ended.seats}
    assert total(ended.lines, before) == points
    for seat in some(ended.seats):
        assert str(seat.points) in page.locator(".ranking").inner_text()


def test_whoever_ends_a_game_early_is_asked_for_the_hands_one_after_the_other_first(here, new_phone):
    phone = new_phone(viewport=PHONE, java_script_enabled=False)
    hand = Hand(phone)
    begin(phone, hand)
    for tile in range(8):
        hand.tap('.questions [data-key^="action-came"]', tile)
    assert phone.page.locator("main").get_attribute("data-place") == "live-plays"
    phone.page.locator("details.more-menu > summary").click()
    assert "count the final points" in phone.page.locator("#tap-end").get_attribute("hx-confirm")
    hand.key("end")
    for colour in ("red", "blue"):
        assert phone.page.locator("main").get_attribute("data-place") == "live-asks"  # shown from its top on
        assert hand.sees(".questions fieldset") == 1
        assert hand.sees(f'.questions [data-key^="action-hand-{colour}"]')
        assert "would not be counted" in phone.page.locator("#tap-end").get_attribute("hx-confirm")
        hand.tap(f'.questions [data-key^="action-hand-{colour}"]', 2)
    assert phone.page.get_by_text("wins").count()
