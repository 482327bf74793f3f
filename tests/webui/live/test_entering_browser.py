"""Whole games tapped in on a phone of 360 by 740: headless Chromium at a real table without a camera."""

import json
import threading
import time
from random import Random
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import request

from scoring.documents.document import as_json
from scoring.games import load
from scoring.games.carcassonne.chance import shuffled_box
from scoring.games.cornwall.chance import random_box, random_game
from scoring.games.cornwall.land.fields import TERRAINS
from tests.waiting import until
from tests.webui.conftest import AT_REST
from tests.webui.entered import SEATS, table_by_hand
from tests.webui.live.test_fold_browser import HIDDEN, LEAST_BOARD_PX, NARROW, ON_ITS_SIDE, UPRIGHT
from webui.live.entry import OVERTAKEN

TILES = 71
MOST, WITHOUT_FIGURE = 5, 4
WINDOW = {"width": 360, "height": 740}


@pytest.fixture
def kind():
    return "carcassonne", {}


@pytest.fixture
def played(tmp_path, photos, lessons, kind):
    game, options = kind
    with table_by_hand(tmp_path / "kept", game, photos, lessons, **options) as played:
        yield played


@pytest.fixture
def app(played):
    return played[1]


class Thumb:
    """Taps what it finds on the page, and counts."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, place, spot=None):
        """Tap a thing that is on the screen, or a place of it."""
        self.page.evaluate(AT_REST)
        if spot:
            x, y = self.page.evaluate(OWN_POINT, [place, spot])
        else:
            box = self.page.locator(place).first.bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert 0 <= x <= WINDOW["width"], place
        assert 0 <= y <= WINDOW["height"], place
        assert spot or self.page.evaluate(IS_HIT, [place, x, y]), place
        self.taps += 1
        with self.page.expect_response(lambda answer: "text/html" in answer.headers.get("content-type", "")):
            self.page.touchscreen.tap(x, y)

    def step(self, wanted):
        self.page.wait_for_selector(f'.enter[data-step="{wanted}"]')


class Planned(NamedTuple):
    """A turn as it is to be tapped: the tile's parts, its place, which of the ways, and what is added."""

    parts: tuple
    spot: str
    way: int
    additions: tuple
    move: dict
    first: int = 0

    @property
    def most(self):
        """How many taps it may take: the tile, its place, turned, a tap a figure, confirmed."""
        return WITHOUT_FIGURE + len(self.additions)


def start(game):
    rules = load(game)
    players = [{"name": name, "colour": colour} for name, colour in SEATS]
    return rules, rules.start(rules.load_setup({"rules": rules.info.rule_sets[-1].name, "players": players}))


def planned(rules, state, parts, rng):
    """Plan a turn by chance, half of them with a figure."""
    hand = rules.in_hand(state, parts)
    if not hand.landings:
        return Planned(parts, "", 0, (), hand.put_back)
    landing = rng.choice(hand.landings)
    way, first = rng.randrange(len(landing.moves)), landing.first
    laid = rules.preview(state, rules.load_move(landing.moves[way]))
    spots = [each for each in laid.additions if each.spot]
    if not spots or rng.random() < 0.5:
        return Planned(parts, landing.spot, way, (), landing.moves[way], first)
    added = rng.choice(spots)
    return Planned(parts, landing.spot, way, (added.spot,), added.move, first)


def game_of_tiles(seed):
    """Plan a whole game of Carcassonne."""
    rules, state = start("carcassonne")
    rng, turns = Random(seed), []
    for face, _ in shuffled_box(state.options, rng):
        turns.append(planned(rules, state, (face,), rng))
        state, _ = rules.apply(state, rules.load_move(turns[-1].move))
    return rules, turns, state


def tap_in(thumb, turn):
    """Tap a turn in; give how many taps it took."""
    thumb.taps, page = 0, thumb.page
    for number, part in enumerate(turn.parts, start=1):
        thumb.tap(f'[data-key="part-{part}"]')
        page.wait_for_url(lambda url, number=number: is_in_hand(url, turn.parts[:number]))
    page.wait_for_selector('.enter[data-step="held"], .enter[data-step="laid"]')
    if not turn.spot:
        thumb.tap("[data-key=put-back]")
        return thumb.taps
    if page.locator('.enter[data-step="held"]').count():
        thumb.tap("#over", turn.spot)
        thumb.step("laid")
    if turn.way != turn.first:
        thumb.tap(f'[data-key="way-{turn.way + 1}"]')
        page.wait_for_selector(f'[data-key="way-{turn.way + 1}"][aria-current]')
    for spot in turn.additions:
        thumb.tap(".stand svg", spot)
        page.wait_for_selector('.enter:not([data-chosen="0"])')
    thumb.tap("[data-key=confirm-entry]")
    return thumb.taps


def is_in_hand(url, parts):
    """Tell whether an answer has come that knows of these parts, and of nothing else that was tapped."""
    return parse_qs(urlsplit(url).query).get("hand") == [*parts]


IS_HIT = "([where, x, y]) => Boolean(document.elementFromPoint(x, y)?.closest(where))"
OWN_POINT = """([where, key]) => {
  const spots = [...document.querySelectorAll(`${where} [data-spot]`)];
  const spot = spots.find((each) => each.dataset.spot === key);
  const { left, top, width, height } = spot.getBoundingClientRect();
  for (const away of [4, 1]) for (let row = 1; row < 24; row++) for (let column = 1; column < 24; column++) {
    const [x, y] = [left + (width * column) / 24, top + (height * row) / 24];
    const near = [[0, 0], [away, 0], [-away, 0], [0, away], [0, -away]];
    if (near.every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest("[data-spot]") === spot))
      return [x, y];
  }
}"""
"""Finds where a finger hits a spot and nothing else."""


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("count", [12, TILES])
def test_a_game_is_tapped_in_with_five_taps_a_turn_at_most(new_phone, played, count):
    table, _ = played
    phone, (rules, turns, last) = new_phone(viewport=WINDOW, is_mobile=True), game_of_tiles(7)
    assert len(turns) == TILES
    turns = turns[:count]
    phone.page.goto("/")
    thumb = Thumb(phone.page)
    for number, turn in enumerate(turns, start=1):
        thumb.step("asks")
        taps = tap_in(thumb, turn)
        until(table, lambda now, number=number: now.moves == number)
        assert taps <= turn.most <= MOST, turn
        if number % 30 == 1:
            phone.look()
            assert phone.page.evaluate("scrollY") == 0
    ended = end(table)
    document = json.loads(json.dumps(table.document(ended.game)))
    entered = [{key: value for key, value in move.items() if key != "by"} for move in document["moves"]]
    assert entered == json.loads(json.dumps([dict(turn.move) for turn in turns]))
    replayed = rules.replay(document)
    assert count < TILES or replayed["after"][-1]["points"] == rules.points(last)
    assert replayed["final"]["points"] == {seat.colour: seat.points for seat in ended.seats}


def end(table):
    """End the game where it does not end by itself."""
    now = until(table, lambda now: now.phase in ("ended", "asking") or "end" in now.may)
    if now.phase != "ended":
        table.press("end", now.version)
    return until(table, lambda now: now.phase == "ended")


BOX = random_box(Random(11))
BEFORE = random_game(start("cornwall")[1].setup, Random(4), box=BOX)[0].moves


@pytest.mark.slow
@pytest.mark.parametrize("kind", [("cornwall", {"before": BEFORE})])
def test_a_whole_game_of_fields_whose_box_is_known_takes_no_more_taps(new_phone, played):
    table, _ = played
    phone, (rules, state), rng = new_phone(viewport=WINDOW, is_mobile=True), start("cornwall"), Random(3)
    phone.page.goto("/")
    thumb, taken, stack = Thumb(phone.page), [], [*BOX]
    rng.shuffle(stack)
    while not rules.is_over(state) and stack:
        number = len(taken) + 1
        turn = planned(rules, state, (stack.pop(),), rng) if taken else opening(rules, state, TERRAINS[:4])
        thumb.step("asks")
        taps = tap_in(thumb, turn)
        until(table, lambda now, number=number: now.moves == number)
        assert taps <= max(turn.most, 5 if not taken else 0), turn
        taken.append(taps)
        state, _ = rules.apply(state, rules.load_move(turn.move))
        if number % 12 == 1:
            phone.look()
    assert len(taken) == 1 + len(BOX)
    ended = until(table, lambda now: now.phase == "ended")
    replayed = rules.replay(json.loads(json.dumps(table.document(ended.game))))
    assert replayed["after"][-1]["points"] == rules.points(state)
    assert replayed["final"]["points"] == {seat.colour: seat.points for seat in ended.seats}


@pytest.mark.parametrize("kind", [("cornwall", {})])
def test_a_tile_never_seen_before_takes_a_tap_a_field_and_lies_as_they_were_tapped(new_phone, played):
    table, _ = played
    phone, (rules, state), rng = new_phone(viewport=WINDOW, is_mobile=True), start("cornwall"), Random(3)
    phone.page.goto("/")
    thumb = Thumb(phone.page)
    for number, face in enumerate(["", *BOX[:6]], start=1):
        parts = tuple(face.split("-"))
        turn = planned(rules, state, parts, rng) if number > 1 else opening(rules, state, TERRAINS[:4])
        thumb.step("asks")
        taps = tap_in(thumb, turn)
        until(table, lambda now, number=number: now.moves == number)
        assert taps <= len(turn.parts) + 2 + (turn.way != turn.first) + len(turn.additions)
        state, _ = rules.apply(state, rules.load_move(turn.move))
    assert {seat.colour: seat.points for seat in table.snapshot().seats} == rules.points(state)


def opening(rules, state, parts):
    (landing,) = rules.in_hand(state, parts).landings
    return Planned(parts, landing.spot, 0, (), landing.moves[0])


FACES = {
    "carcassonne": [["V"], ["X"]],
    "cornwall": [[BOX[0]], ["other"], ["other", "forest", "moor", "village"]],
}
KINDS = [
    ("carcassonne", {}),
    ("carcassonne", {"abbot": True}),
    ("cornwall", {"before": BEFORE}),
]


def hidden_at_rest(phone):
    """Give what is hidden on a page that lies still; on a busy machine it is shown before it does."""
    give_up_s = time.monotonic() + 5
    while (hidden := phone.page.evaluate(HIDDEN, LEAST_BOARD_PX)) and time.monotonic() < give_up_s:
        phone.page.wait_for_timeout(50)
    return hidden


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("size", [UPRIGHT, ON_ITS_SIDE, NARROW], ids=["upright", "on its side", "narrow"])
@pytest.mark.parametrize("kind", KINDS, ids=["base", "abbot", "fields"])
def test_every_step_of_a_turn_is_seen_without_scrolling(new_phone, played, kind, size):
    table, _ = played
    phone = new_phone(viewport=dict(zip(("width", "height"), size, strict=True)))
    if kind[0] == "cornwall":
        table.declare(as_json(load(kind[0]).dump_move(BEFORE[0])), table.snapshot().version)
    number, found = table.snapshot().moves + 1, {}
    for held in [[], *FACES[kind[0]]]:
        phone.page.goto(f"/?enter={number}" + "".join(f"&hand={part}" for part in held))
        phone.wait_until("document.documentElement.classList.contains('keys')")
        found[tuple(held)] = hidden_at_rest(phone)
        if phone.page.locator("#over a.spot").count():
            phone.page.locator("#over a.spot").first.dispatch_event("click")
            phone.page.wait_for_selector('.enter[data-step="laid"]')
            found["laid", *held] = hidden_at_rest(phone)
            phone.page.locator(".stand a.spot").first.dispatch_event("click")
            phone.page.wait_for_selector('.enter:not([data-chosen="0"])')
            found["figure", *held] = hidden_at_rest(phone)
    assert len(found) >= 5
    assert {step: hidden for step, hidden in found.items() if hidden} == {}


@pytest.mark.parametrize("kind", [("cornwall", {})])
def test_taps_before_the_answer_to_the_last_one_count_in_their_order(new_phone, played):
    table, _ = played
    table.declare(as_json(load("cornwall").dump_move(BEFORE[0])), table.snapshot().version)
    phone = new_phone(viewport=WINDOW)
    page = phone.page
    page.goto("/")
    page.wait_for_selector('.enter[data-step="asks"]')
    phone.wait_until("document.documentElement.classList.contains('keys')")
    page.evaluate(
        """(keys) => keys.forEach((key) => document.querySelector(`[data-key="${key}"]`).click())""",
        ["part-forest", "part-forest", "part-meadow.flag"],
    )
    page.wait_for_selector('.enter[data-step="held"]')
    assert parse_qs(urlsplit(page.url).query)["hand"] == ["forest", "forest", "meadow.flag"]
    page.locator("#over a.spot").first.dispatch_event("click")
    page.wait_for_selector('.enter[data-step="laid"]')
    page.evaluate(
        """() => {
          for (const one of [".stand a.spot", ".stand a.spot", "[data-key=confirm-entry]"]) {
            const tap = new MouseEvent("click", { bubbles: true, cancelable: true });
            document.querySelector(one).dispatchEvent(tap);
          }
        }"""
    )
    until(table, lambda now: now.moves == 2)
    assert table.document(table.snapshot().game)["moves"][-1]["figures"] != []


def test_a_turn_is_entered_by_keys_alone(new_phone, played):
    table, _ = played
    phone = new_phone()
    page = phone.page
    page.goto("/")
    page.wait_for_selector(".enter")
    phone.wait_until("document.documentElement.classList.contains('keys')")
    page.keyboard.press("v")
    page.wait_for_selector('[data-key="part-V"][aria-current]')
    page.wait_for_selector("#over a.spot:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector('.enter[data-step="laid"]')
    page.locator("body").press("Backspace")
    page.wait_for_selector('.enter[data-step="held"]')
    page.keyboard.press("u")
    page.wait_for_selector("#over a.spot:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector('.enter[data-step="laid"]')
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    until(table, lambda now: now.moves == 1)


def test_what_one_phone_is_entering_stays_while_another_looks_something_up(new_phone, played):
    table, _ = played
    one, other = new_phone(), new_phone()
    one.page.goto("/")
    other.page.goto("/")
    one.page.locator('[data-key="part-V"]').click()
    one.page.wait_for_selector('.enter[data-step="held"]')
    table.press("pause", table.snapshot().version)
    one.page.get_by_role("button", name="Go on").wait_for()
    table.press("resume", table.snapshot().version)
    one.page.wait_for_selector('[data-key="part-V"][aria-current]')
    other.page.locator('[data-key="part-U"]').click()
    other.page.locator("#over a.spot").first.dispatch_event("click")
    other.page.locator("[data-key=confirm-entry]").click()
    one.page.locator("main", has_text="Ben's turn").wait_for()
    one.page.wait_for_selector('.enter[data-step="asks"]')
    assert OVERTAKEN in one.page.locator(".enter").inner_text()
    table.press("pause", table.snapshot().version)
    one.page.get_by_role("button", name="Go on").wait_for()
    assert one.page.get_by_text(OVERTAKEN).count() == 0  # it is said once


COUNT_NEWS = """window.EventSource = class extends EventSource {
  constructor(...how) {
    super(...how);
    this.addEventListener("message", () => (window.heard = (window.heard || 0) + 1));
  }
}"""


def test_the_news_of_a_turn_before_the_answer_to_its_own_confirm_do_not_say_it_was_overtaken(
    new_phone, played, app
):
    table, _ = played
    phone, is_heard, asked = new_phone(viewport=WINDOW), threading.Event(), []
    page = phone.page

    @app.before_request
    def hold_the_answer():
        if table.snapshot().moves and "HX-Request" in request.headers and request.path == "/":
            asked.append(request.full_path)
            assert request.args or is_heard.wait(20)

    page.add_init_script(COUNT_NEWS)
    page.goto("/")
    page.locator('[data-key="part-V"]').click()
    page.locator("#over a.spot").first.dispatch_event("click")
    page.wait_for_selector('.enter[data-step="laid"]')
    before = page.evaluate("window.heard || 0")
    page.locator("[data-key=confirm-entry]").click()
    phone.wait_until("before => window.heard > before", before)
    is_heard.set()
    page.wait_for_selector('.enter[data-step="asks"]')
    page.wait_for_url("/")
    assert asked == ["/?"]
    assert page.get_by_text(OVERTAKEN).count() == 0


def test_the_palette_leaves_the_screen_to_who_reads_on_and_comes_back_with_the_board(new_phone, played):
    phone = new_phone(viewport=WINDOW)
    phone.page.goto("/")
    phone.page.locator(".more-menu > summary").click()
    link = phone.page.get_by_role("link", name="Statistics")
    link.scroll_into_view_if_needed()
    palette = phone.page.locator(".palette")
    phone.wait_until("document.querySelector('#actions').getBoundingClientRect().bottom < 60")
    link.click(trial=True)
    phone.page.evaluate("scrollTo(0, 0)")
    box = palette.bounding_box()
    assert 0 < box["y"] < box["y"] + box["height"] < WINDOW["height"]
    phone.page.locator(".enter a.part").nth(9).focus()
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_selector('.enter[data-step="held"]')
    assert phone.page.evaluate("scrollY") == 0


def test_what_a_turn_scored_is_seen_without_scrolling_until_the_next_one(new_phone, played):
    table, _ = played
    phone = new_phone(viewport=WINDOW)
    cap = {"player": "red", "face": "E", "turns": 2, "cell": [0, -1]}
    table.declare({**cap, "meeple": {"feature": "city", "sides": ["S"]}}, table.snapshot().version)
    phone.page.goto("/")
    scored = phone.page.locator(".just-scored")
    assert scored.inner_text().split() == ["Ann", "+4", "city"]
    box = scored.bounding_box()
    assert 0 < box["y"] < box["y"] + box["height"] < phone.page.locator("#map").bounding_box()["y"]
    assert hidden_at_rest(phone) == []
    assert "Told by a player" not in phone.page.request.get("/turns").text()
    table.declare({"player": "blue", "face": "U", "turns": 1, "cell": [1, 0]}, table.snapshot().version)
    phone.page.get_by_role("heading", name="Cleo's turn").wait_for()
    assert scored.count() == 0


def test_what_is_tapped_to_confirm_is_written_in_one_line_in_every_language(new_phone, played):
    for language in ("de", "fr", "it"):
        phone = new_phone(locale=language)
        phone.page.goto("/")
        phone.page.locator('.enter [data-key="part-D"]').dispatch_event("click")
        phone.page.locator("#over a").first.dispatch_event("click")
        phone.page.wait_for_selector('[data-key="confirm-entry"]')
        lines = """button => {
          const words = document.createRange();
          words.selectNodeContents(button);
          return new Set([...words.getClientRects()].map(each => Math.round(each.top))).size;
        }"""
        assert phone.page.locator('[data-key="confirm-entry"]').evaluate(lines) == 1
