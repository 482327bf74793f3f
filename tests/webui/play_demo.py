"""Two phones at the painted demo, from its first tile to the winner, seen only through its frames.

``python -m tests.webui.play_demo`` takes about as long as the demo does (some minutes) and prints one JSON
document. On the way one phone pauses the table and goes on, takes a turn back, and the other loses its
Wi-Fi for a while; at the end both are walked through the final scoring. What was kept is compared with what
was played.
"""

import json
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

from firmware.cameras.recorded.painted import write_demo
from firmware.evaluation.onlooker import count_right
from scoring.games import load
from tests.webui.conftest import CHROMIUM, QUIET, Phone
from tests.webui.watchers import demo
from vision.games import load_yardstick

PATIENCE_S = 1200.0
PAUSE_S, LOST_S = 8.0, 12.0
ONWARDS = re.compile("^(Begin|Next|And the winner is …)$")
SHOWS_ANOTHER = "before => document.querySelector('main').dataset.version !== before"
PAUSE_AT, UNDO_AT, LOSE_AT = 6, 12, 18
"""After so many turns the phones do something."""


def table_at(url: str) -> dict[str, Any]:
    with urlopen(f"{url}/api/table", timeout=30) as answer:
        return dict(json.load(answer))


def wait_for(url: str, holds: Any) -> dict[str, Any]:
    """Wait until the table is as wanted."""
    give_up_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up_s:
        table = table_at(url)
        if holds(table):
            return table
        time.sleep(0.3)
    raise TimeoutError(f"The table never got there; it is at turn {table['turns']} and says: {table['says']}")


def pause(phone: Phone, url: str) -> int:
    """Pause the table, and give how many turns were confirmed while it was."""
    phone.press("Pause")
    before = wait_for(url, lambda table: table["state"] == "paused")["turns"]
    time.sleep(PAUSE_S)
    after = table_at(url)["turns"]
    phone.press("Go on")
    return int(after - before)


def walk(phones: tuple[Phone, Phone]) -> None:
    """Take both phones through the final scoring."""
    one, _ = phones
    one.page.get_by_role("link", name="Walk through the final scoring").click()
    onwards = one.page.get_by_role("button", name=ONWARDS)
    onwards.wait_for()
    while onwards.count():
        before = one.page.locator("main").get_attribute("data-version")
        onwards.click()
        one.wait_until(SHOWS_ANOTHER, before)
        one.page.wait_for_timeout(600)
    for each in phones:
        each.page.locator("main", has_text="win").wait_for()


def play(browser: Browser, url: str, seed: int) -> dict[str, Any]:
    one, other = phones = Phone(browser, url), Phone(browser, url)
    other.expected = ("net::ERR", "Failed to load", "htmx:")
    for each in phones:
        each.page.goto("/")
    wait_for(url, lambda table: table["turns"] >= PAUSE_AT)
    while_paused = pause(one, url)
    wait_for(url, lambda table: table["turns"] >= UNDO_AT and table["state"] == "proposal")
    one.press("Undo")
    wait_for(url, lambda table: table["turns"] >= LOSE_AT)
    other.context.set_offline(True)
    time.sleep(LOST_S)
    other.context.set_offline(False)
    ended = wait_for(url, lambda table: table["state"] == "ended")
    with urlopen(f"{url}/games/{ended['game']}/export/json", timeout=30) as answer:
        document = json.load(answer)
    walk(phones)
    told, rules = write_demo("carcassonne", seed), load("carcassonne")
    return {
        "turns": len(told.truth["moves"]),
        "kept": len(document["moves"]),
        "right": count_right(document, told.truth, rules, load_yardstick("carcassonne")),
        "points": ended["sheet"]["points"],
        "true_points": dict(told.course.final),
        "confirmed_while_paused": while_paused,
        "complaints": [*one.complaints, *other.complaints],
    }


def main() -> int:
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        with demo(Path(folder)) as (_, host, port):
            found = play(browser, f"http://{host}:{port}", seed=1)
        browser.close()
    sys.stdout.write(json.dumps({**found, "seconds": round(time.monotonic() - begun_s)}) + "\n")
    is_right = found["right"] == found["turns"] == found["kept"] and found["points"] == found["true_points"]
    return int(not is_right or bool(found["complaints"] or found["confirmed_while_paused"]))


if __name__ == "__main__":
    sys.exit(main())
