"""A whole game on a printed board, entered by taps: sales, bribe, raid, officers that walk, and its end."""

import json
import time
from urllib.parse import parse_qs, urlparse

import pytest

from scoring.games import load
from tests.some import some

RULES = load("smuggler")
APART_MS = 550
"""Nobody means two taps within half a second: the page drops the second."""
MOST_TAPS, MEAN_TAPS = 6, 2.2
HREFS = "each => each.map(link => link.href)"
MOVES = """each => each.map(button =>
  button.name === "move" ? button.value : button.form.elements.move?.value ?? "")"""
ANSWERED = """was => !document.querySelector(".htmx-request")
  && document.getElementById("actions")?.innerHTML !== was"""


def red(**told):
    return {"player": "red", **told}


def blue(**told):
    return {"player": "blue", **told}


BOX = red(box={"track": [{"level": 9, "bribe": 1}, {"level": 4, "bribe": 2, "officer": True}]})
"""Two steps, so that two crossings of START end the game."""
MOB = {"name": "Commerce 4", "deck": "commerce", "gold": 2, "reputation": 2, "mob": True}
FIRST = (
    red(do="buy", goods="g22"),
    blue(do="buy", goods="g9"),
    red(do="buy", goods="g17"),
    blue(do="buy", goods="g11"),
    red(do="ship", to="channel"),
    blue(do="ship", to="western_deep"),
    red(do="ship", to="off_lizard"),
    blue(do="ship", to="lands_end"),
    red(do="ship", to="mullion"),
    blue(do="ship", to="mounts_bay"),
    red(do="land", at="mullion", goods=["g17", "g22"]),
    blue(do="ship", to="marazion"),
)
SALE = red(do="sell", goods="g22", row=2, pays="influence")
SECOND = (
    blue(new_officers=["st_just"]),
    blue(do="land", at="marazion", goods=["g9"]),  # an officer is there: it is seized, and the next comes
    blue(walks=[{"officer": 2, "way": ["lelant"]}]),
    red(do="move", marker=["mullion", "lizard"], goods="g17", pays="gold"),
    blue(do="hire", card=MOB, marker="penzance"),
    red(do="move", marker=["lizard", "mullion"], goods="g17", pays="gold"),
    blue(do="bribe", officer=1),
    red(do="officer", officer=3, to="sennen", pays="gold"),
    blue(do="raid", goods=["g9"], cards=["Generic 2"], markers=["marazion"]),
    red(do="pass"),
    blue(do="pass"),
    blue(do="sell", goods="g9"),
    red(walks=[{"officer": 2, "way": ["penzance"]}]),
    red(do="sell", goods="g17", row=2, pays="influence"),
    blue(do="reputation"),
    red(do="pass"),
)
LAST = blue(do="pass")
SET_RIGHT = 12
"""The turn that is set right, counted with the two boxes and the two beginnings: Ben's way to Lands End."""
FORMS = ("json", "csv", "bgstats", "png")


class Finger:
    """Enters moves by tapping what a page shows, and counts the taps."""

    def __init__(self, phone, table):
        self.phone, self.page, self.table = phone, phone.page, table
        self.taps, self.tapped_s = 0, 0.0

    def tap(self, tapped):
        self.page.wait_for_timeout(max(0.0, APART_MS - 1000 * (time.monotonic() - self.tapped_s)))
        shown = self.page.locator("#actions").inner_html()
        tapped.dispatch_event("click")  # a place on the board lies above another one now and then
        self.phone.wait_until(ANSWERED, shown)
        # A busy page may have heard the tap late: the next one is counted from its answer.
        self.tapped_s, self.taps = time.monotonic(), self.taps + 1

    def key(self, key):
        self.tap(self.page.locator(f'.enter [data-key="{key}"]'))

    def place(self, name):
        self.tap(self.page.locator(f'#over a[aria-label="{name}"]'))

    def begin(self, marker, ship, deck, card, stash):
        self.place(marker)
        self.place(ship)
        for named in (deck, card, stash):
            self.tap(self.page.locator(".enter .asked").get_by_role("link", name=named))
        self.key("hold-1")
        self.confirmed(lambda: self.key("confirm-entry"))

    def enter(self, move):
        """Enter one move; give how many taps it took."""
        self.taps = 0
        wanted = plain(move)
        self.confirmed(lambda: self.answer(wanted) or self.lead(wanted))
        return self.taps

    def confirmed(self, do):
        before = self.table.snapshot()
        do()
        now = before
        while now.moves == before.moves:
            newer = self.table.wait(now.version, 10)
            assert newer.version > now.version
            now = newer
        self.page.wait_for_selector(f'main[data-version="{now.version}"]')
        self.phone.look()

    def answer(self, wanted):
        """Tap a button that is the move; tell whether there is one."""
        buttons = self.page.locator(".enter form button")
        moves = [each and plain(json.loads(each)) for each in buttons.evaluate_all(MOVES)]
        if wanted not in moves:
            return False
        self.tap(buttons.nth(moves.index(wanted)))
        return True

    def lead(self, wanted):
        """Tap the place where the move shows, then whatever leads to it."""
        state, move = self.table.snapshot().view, RULES.load_move(wanted)
        spot = "cell:{},{}".format(*RULES.where(state, move)[-1])
        if not self.page.locator('.enter[data-step="laid"]').count():  # the only place is taken already
            self.tap(self.page.locator(f'#over a[data-spot="{spot}"]'))
        for _ in range(MOST_TAPS):
            if self.answer(wanted):
                return
            chips = self.page.locator(".enter .asked a:not([aria-current])")
            hrefs = some(chips.evaluate_all(HREFS))
            moves = [plain(json.loads(parse_qs(urlparse(each).query)["move"][0])) for each in hrefs]
            apart = [len(leaves(move) ^ leaves(wanted)) for move in moves]
            self.tap(chips.nth(apart.index(min(apart))))
        raise AssertionError(f"No taps enter {wanted}.")


def plain(move):
    """Write a move as a page has it, before anybody chose for officers."""
    told = RULES.dump_move(RULES.load_move(move))
    if told.get("do"):
        told.pop("walks", None)
    return json.loads(json.dumps(told, default=list))


def leaves(told, path=()):
    """Give every word of a document with where it stands."""
    items = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    return {leaf for key, value in items for leaf in leaves(value, (*path, key))} or {(path, str(told))}


@pytest.fixture
def app(here):
    return here.app


def begin(page, table):
    """Sit down, with a box whose customs track is short."""
    page.goto("/new?game=smuggler")
    for number, name in enumerate(("Ann", "Ben"), start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_label("Without the camera").check()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Try it with a made-up box").click()
    page.locator("#over a").first.wait_for()
    now = table.snapshot()
    table.declare(BOX, now.version)
    page.wait_for_selector(f'main[data-version="{table.wait(now.version, 10).version}"]')


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_a_whole_game_is_entered_by_taps_undone_set_right_and_walked_through(here, new_phone, width):
    phone = new_phone(viewport={"width": width, "height": 740})
    page, table = phone.page, here.table
    begin(page, table)
    finger = Finger(phone, table)
    finger.begin("Mullion", "Merchant South", "Commerce", "Commerce 2", "St Ives")
    finger.begin("Marazion", "Merchant West", "Generic", "Generic 2", "Marazion")
    taps = [finger.enter(move) for move in FIRST]

    entered = table.snapshot().moves
    finger.enter(red(do="sell", goods="g22"))
    finger.confirmed(lambda: finger.tap(page.locator(".enter").get_by_role("button", name="Undo")))
    assert table.snapshot().moves == entered

    taps += [finger.enter(move) for move in (SALE, *SECOND)]
    assert max(some(taps)) <= MOST_TAPS
    assert sum(taps) / len(taps) <= MEAN_TAPS
    pay_with_gold(phone, table, SET_RIGHT)
    page.goto("/")
    finger.enter(LAST)
    ended = table.snapshot()
    assert ended.phase == "ended"
    assert_ended_as_replayed(here, phone, ended)


def pay_with_gold(phone, table, number):
    """Set an earlier turn right: its way was paid with gold."""
    page, before = phone.page, table.snapshot()
    page.goto("/turns")
    phone.look()
    page.locator(f'[data-key="turn-{number}"]').click()
    page.get_by_role("link", name="3 gold").click()
    page.locator('[data-key="accept"]').click()
    page.get_by_text("Turns so far").first.wait_for()
    phone.look()
    gold = [each.balances["gold"] for each in (before.seats[1], table.snapshot().seats[1])]
    assert gold[0] - gold[1] == 3


def assert_ended_as_replayed(here, phone, ended):
    """Walk through the final scoring, and compare the sums and what is handed out with the rules."""
    page, document = phone.page, here.table.document(ended.game)
    final = RULES.replay(json.dumps(document))["final"]
    assert {seat.colour: seat.points for seat in ended.seats} == final["points"]
    page.get_by_role("link", name="Walk through the final scoring").click()
    page.get_by_role("button", name="Begin").click()
    for number, line in enumerate(some([line for line in ended.lines if line.pays]), start=1):
        page.get_by_role("heading", name=f"Sum {number} of").wait_for()
        assert f"+{line.points}" in page.locator(".player h2").inner_text()
        phone.look()
        page.locator('[data-key="next"]').click()
    page.locator(".ranking").wait_for()
    for form in FORMS:
        answer = page.request.get(f"/games/{ended.game}/export/{form}")
        assert answer.ok, form
        if form == "json":
            assert answer.json()["moves"] == json.loads(json.dumps(document))["moves"]
    page.goto(f"/games/{ended.game}")
    phone.look()
