"""What the first page weighs, as a phone is sent it in the middle of a game; how soon it stands is measured.

``python -m tests.webui.test_weight`` prints how long a slow phone takes, as one JSON document.
"""

import gzip
import json
import re
import sys
from random import Random
from statistics import median
from urllib.parse import urljoin

import pytest

from scoring.games.carcassonne.chance import random_game
from tests.firmware.told import SETUP
from tests.webui.conftest import CHROMIUM, PHONE, QUIET, serve
from tests.webui.live.conftest import RULES, FakeTable
from webui.app import create_app
from webui.context import Context

MOST_BYTES = 60_000
PROMISED_MS = 1000.0
TURNS = 35
SLOW_4G = {"latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 768_000 / 8}
"""Bits a second as bytes, and the round trip in milliseconds.

Source:
    Lighthouse, core/config/constants.js, "mobileSlow4G".
"""
SLOWER_CPU = 4
TIMES = 5
INSTALLED = ("manifest", "apple-touch-icon")
"""What a phone fetches only to put the page on its home screen."""
HEADERS = {"Accept-Encoding": "gzip", "Accept": "text/html"}


@pytest.fixture
def desk():
    return half_played()


@pytest.fixture
def app(photos, lessons, desk):
    return create_app(Context(photos, lessons, desk, address=lambda: "http://192.168.1.20:8000"))


def half_played() -> FakeTable:
    """Give a table at which half a game lies."""
    desk = FakeTable()
    _, desk.state = random_game(SETUP, Random(3), TURNS)
    desk.publish(
        phase="waiting",
        says="The camera waits for Ann's tile.",
        proposal="",
        questions=(),
        picture=RULES.picture(desk.state),
        seats=desk.seats(),
        may=("undo", "pause", "end"),
        moves=TURNS,
    )
    return desk


def weigh(client, path: str) -> dict[str, int]:
    """Give what a page and everything it loads weigh, in bytes as they are sent, by address."""
    found: dict[str, int] = {}
    waiting = [path]
    while waiting:
        path = waiting.pop()
        with client.get(path, headers=HEADERS) as answer:
            assert answer.status_code == 200, path
            found[path] = len(answer.data)
            packed = answer.headers.get("Content-Encoding") == "gzip"
            text = (gzip.decompress(answer.data) if packed else answer.data).decode()
        loaded = [*loaded_by(path, text), *loaded_after(path, text)]
        waiting += [each for each in loaded if each not in found and each not in waiting]
    return found


def loaded_by(path: str, text: str) -> list[str]:
    """List what a page or script loads by itself."""
    if path.endswith(".js"):
        return [urljoin(path, name) for name in re.findall(r'from "([\w./]+)"', text)]
    shown = re.sub(rf'<link rel="(?:{"|".join(INSTALLED)})"[^>]*>', "", text)
    return re.findall(r'<(?:script|link|img|source)\b[^>]*?(?:src|href)="(/[^"]+)"', shown)


def loaded_after(path: str, text: str) -> list[str]:
    """List what a script loads once the page stands."""
    if not path.endswith(".js"):
        return []
    return [urljoin(path, name) for name in re.findall(r'import\("([\w./]+)"\)', text)]


def test_the_first_page_is_light_even_when_half_a_game_lies_on_it(client):
    found = weigh(client, "/")
    assert {"/", "/static/base.css", "/static/swap.js", "/static/live/voice.js"} <= set(found)
    assert sum(found.values()) <= MOST_BYTES, found


def test_the_first_page_is_light_when_nothing_is_played_and_when_all_is_asked(client, desk):
    desk.propose()
    assert sum(weigh(client, "/").values()) <= MOST_BYTES
    desk.publish(phase="none", seats=(), picture=None, proposal="", questions=(), may=())
    assert sum(weigh(client, "/").values()) <= MOST_BYTES


def test_a_browser_hears_of_the_style_before_it_has_the_page(client):
    assert client.get("/", headers=HEADERS).headers["Link"] == "</static/base.css>; rel=preload; as=style"


class NoDesk:
    """Neither photographs nor prints."""

    def print_sets(self, game):
        return ()


def test_no_script_is_found_out_about_only_once_another_has_come(client):
    page = loaded_by("/", client.get("/").text)
    later = [each for path in page if path.endswith(".js") for each in loaded_by(path, text_of(client, path))]
    assert "/static/swap.js" in later
    assert set(later) <= set(page)


def text_of(client, path):
    with client.get(path) as answer:
        return answer.text


def main() -> int:
    """Measure how soon a slow phone shows the page, and has loaded all of it, at its first visit."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 # only here

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        app = create_app(Context(NoDesk(), NoDesk(), half_played()))
        weight = weigh(app.test_client(), "/")
        with serve(app) as url:
            found = [visit(browser, url) for _ in range(TIMES)]
        browser.close()
    said = {
        "bytes": weight,
        "all_bytes": sum(weight.values()),
        "shown_ms": sorted(round(shown) for shown, _ in found),
        "loaded_ms": sorted(round(loaded) for _, loaded in found),
    }
    sys.stdout.write(json.dumps(said, indent=1) + "\n")
    return int(median(shown for shown, _ in found) > PROMISED_MS)


def visit(browser, url: str) -> tuple[float, float]:
    """Open the page on a phone that has never seen it; give when it was shown and when loaded, in ms."""
    context = browser.new_context(base_url=url, viewport=PHONE, has_touch=True)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_4G})
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
    page.goto("/", wait_until="load")
    while not page.evaluate("performance.getEntriesByName('first-contentful-paint').length"):
        page.wait_for_timeout(50)
    times = page.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime,"
        " performance.getEntriesByType('navigation')[0].loadEventEnd]"
    )
    context.close()
    return tuple(times)


if __name__ == "__main__":
    sys.exit(main())
