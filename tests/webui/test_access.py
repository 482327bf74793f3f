"""Every page for everyone: axe finds nothing on any of them, on phone, tablet and desktop, light and dark."""

from io import BytesIO

import pytest

from tests.firmware.endure import NEW
from tests.waiting import press, until
from tests.webui.conftest import Phone, serve

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

SIZES = ((360, 740), (412, 915), (820, 1180), (1440, 900))
SCHEMES = ("light", "dark")
LOOKS = [(size, scheme) for size in SIZES for scheme in SCHEMES]
ON_LOOKS = ("color-contrast", "target-size", "scrollable-region-focusable")
"""What may differ from one size or scheme to the next; all rules are tried on the first."""
NO_PAGES = ("/api/", "/static/", "/manifest.webmanifest", "/healthz", "/news", "/at", "/camera/picture")
RUN = """async options => (await axe.run(options)).violations.map(fault => [
    fault.id, fault.nodes.slice(0, 3).map(node => node.target.join(" ")), fault.nodes[0].failureSummary])"""
GAME = "2"
TURNS = 4
PATIENCE_S = 20.0


@pytest.fixture
def app(here):
    return here.app


@pytest.fixture
def lesson(post, photo):
    pictures = [(BytesIO(photo), "a.jpg"), (BytesIO(photo), "b.jpg")]
    return post("/prints", game="carcassonne", name="Green box", pictures=pictures).location


def play(here, turns):
    """Have a few turns laid, the last of which waits for an answer."""
    here.table.start(NEW)
    here.camera.lay(turns)
    return until(here.table, lambda now: now.moves == turns - 1 and now.proposal and now.phase == "proposal")


def end(here):
    now = here.table.snapshot()
    here.table.press("confirm", now.version)
    press(here.table, "end")
    now = until(here.table, lambda now: now.phase in ("ended", "asking"))
    if now.phase == "asking":
        here.table.press("confirm", now.version)
    until(here.table, lambda now: now.phase == "ended")


def all_pages(app):
    """List the pages that have an address of their own."""
    return sorted(
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in rule.methods and not rule.arguments and not rule.rule.startswith(NO_PAGES)
    )


def find_faults(phone, paths):
    """Open each page, have it looked at in every size and scheme, and list what is wrong, once a fault."""
    script, found = axe_playwright.Axe().axe_script, {}
    for path in paths:
        phone.page.goto(path)
        for fold in phone.page.locator("main details:not([open]) > summary").all():
            if fold.is_visible():
                fold.click()
        phone.page.evaluate(script)
        for number, ((width, height), scheme) in enumerate(LOOKS):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            # Further down some link always lies half below the buttons, which stay where they are.
            phone.page.evaluate("scrollTo(0, 0)")
            wide = phone.page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.setdefault((path, "wider than the screen"), f"{wide} px at {width}")
            rules = {"runOnly": ON_LOOKS} if number else {}
            for fault, where, why in phone.page.evaluate(RUN, {"resultTypes": ["violations"], **rules}):
                found.setdefault((path, fault), f"{scheme} {width}: {where} {why}")
    return found


@pytest.fixture
def visitor(browser, app):
    with serve(app) as url:
        phone = Phone(browser, url)
        yield phone
        phone.context.close()


def test_axe_finds_nothing_on_any_page_of_a_game(here, visitor, app):
    pages = all_pages(app)
    assert {"/", "/new", "/games", "/diagnostics"} <= set(pages)
    play(here, TURNS)
    assert find_faults(visitor, pages) == {}


def test_axe_finds_nothing_once_a_game_has_ended(here, visitor):
    play(here, TURNS)
    end(here)
    pages = ["/", "/sheet", "/walk", f"/games/{GAME}", f"/games/{GAME}/replay", "/statistics?player=Ann"]
    assert find_faults(visitor, pages) == {}


def test_axe_finds_nothing_before_a_game_and_around_photographs(visitor, read_photo, lesson):
    photo = [f"{read_photo}{page}" for page in ("", "/score", "/play", "/settings", "/fix?spot=tile:0,0")]
    pages = ["/", "/nowhere", *photo, lesson, f"{lesson}/0", f"{lesson}/0?face=D"]
    assert find_faults(visitor, pages) == {}
