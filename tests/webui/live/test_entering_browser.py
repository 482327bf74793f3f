"""Whole games tapped in on a phone of 360 by 740: headless Chromium at a real table without a camera."""

import json
from random import Random
from typing import NamedTuple

import pytest

from scoring.games import load
from scoring.games.carcassonne.chance import shuffled_box
from tests.webui.entered import SEATS, table_by_hand, until

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

    def tap(self, place, *, at=None):
        """Tap a thing that is on the screen, or a point of it."""
        box = self.page.locator(place).first.bounding_box()
        x, y = at or (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert 0 <= x <= WINDOW["width"], place
        assert 0 <= y <= WINDOW["height"], place
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
    way = rng.randrange(len(landing.moves))
    laid = rules.laid(state, rules.load_move(landing.moves[way]))
    spots = [each for each in laid.additions if each.spot]
    if not spots or rng.random() < 0.5:
        return Planned(parts, landing.spot, way, (), landing.moves[way])
    added = rng.choice(spots)
    return Planned(parts, landing.spot, way, (added.spot,), added.move)


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
        if number < len(turn.parts):
            page.wait_for_selector(".held")
    page.wait_for_selector('.enter[data-step="held"], .enter[data-step="laid"]')
    if not turn.spot:
        thumb.tap("[data-key=put-back]")
        return thumb.taps
    if page.locator('.enter[data-step="held"]').count():
        thumb.tap(f'#over [data-spot="{turn.spot}"]', at=page.evaluate(OWN_POINT, ["#over", turn.spot]))
        thumb.step("laid")
    if turn.way:
        thumb.tap(f'[data-key="way-{turn.way + 1}"]')
        page.wait_for_selector(f'[data-key="way-{turn.way + 1}"][aria-current]')
    for spot in turn.additions:
        thumb.tap(".stand svg", at=page.evaluate(OWN_POINT, [".stand", spot]))
        page.wait_for_selector(".beside-tile .chip[aria-current]")
    thumb.tap("[data-key=confirm-entry]")
    return thumb.taps


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


def test_a_whole_game_is_tapped_in_with_five_taps_a_turn_at_most(new_phone, played):
    table, _ = played
    phone, (rules, turns, last) = new_phone(viewport=WINDOW, is_mobile=True), game_of_tiles(7)
    assert len(turns) == TILES
    phone.page.goto("/")
    thumb = Thumb(phone.page)
    for number, turn in enumerate(turns, start=1):
        thumb.step("asks")
        taps = tap_in(thumb, turn)
        until(table, lambda now, number=number: now.turns == number)
        assert taps <= (MOST if turn.additions else WITHOUT_FIGURE), turn
        if number % 30 == 1:
            phone.look()
            assert phone.page.evaluate("scrollY") == 0
    ended = end(table)
    document = json.loads(json.dumps(table.document(ended.game)))
    entered = [{key: value for key, value in move.items() if key != "by"} for move in document["moves"]]
    assert entered == json.loads(json.dumps([dict(turn.move) for turn in turns]))
    replayed = rules.replay(document)
    assert replayed["after"][-1]["points"] == rules.points(last)
    assert replayed["final"]["points"] == {seat.colour: seat.points for seat in ended.seats}


def end(table):
    """End the game where it does not end by itself."""
    now = until(table, lambda now: now.phase in ("ended", "asking") or "end" in now.may)
    if now.phase != "ended":
        table.press("end", now.version)
    return until(table, lambda now: now.phase == "ended")


FIELDS = (
    "forest",
    "meadow",
    "village",
    "mountain",
    "moor",
    "forest.flag",
    "meadow.chapel",
    "village.cottage",
)


@pytest.mark.parametrize("kind", [("cornwall", {})])
def test_some_turns_of_a_game_of_fields_are_tapped_in_with_what_they_cost(new_phone, played):
    table, _ = played
    phone, (rules, state), rng = new_phone(viewport=WINDOW, is_mobile=True), start("cornwall"), Random(3)
    phone.page.goto("/")
    thumb = Thumb(phone.page)
    for number in range(1, 9):
        thumb.step("asks")
        parts = tuple(rng.sample(FIELDS[:5] if number == 1 else FIELDS, 4 if number == 1 else 3))
        turn = planned(rules, state, parts, rng) if number > 1 else opening(rules, state, parts)
        taps = tap_in(thumb, turn)
        until(table, lambda now, number=number: now.turns == number)
        assert taps <= len(parts) + 3 + len(turn.additions)
        state, _ = rules.apply(state, rules.load_move(turn.move))
        phone.look()
    assert {seat.colour: seat.points for seat in table.snapshot().seats} == rules.points(state)


def opening(rules, state, parts):
    (landing,) = rules.in_hand(state, parts).landings
    return Planned(parts, landing.spot, 0, (), landing.moves[0])


def test_a_turn_is_entered_by_keys_alone(new_phone, played):
    table, _ = played
    page = new_phone().page
    page.goto("/")
    page.wait_for_selector(".enter")
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
    until(table, lambda now: now.turns == 1)


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
