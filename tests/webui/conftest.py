"""A table to look at: a real photo desk over a reader that knows the answer, and a browser."""

import shutil
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.desks.photos import PhotoFolder
from firmware.desks.prints import LessonFolder
from firmware.images.darkroom import OpenDarkroom
from firmware.serving.server import PageServer, serving
from scoring.games import load
from scoring.picture import Picture
from tests.webui.appliance import Appliance, appliance
from vision.errors import NoTableError, PrintsError
from vision.image.paint import paint
from vision.reader import Image, Progress, Sample
from webui.app import create_app
from webui.context import Context

CHROMIUM = next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
PAST_THE_EDGE = """[
  ...document.querySelectorAll("body *:not(.scroll *, .map *, .board *, svg *)")
].filter(each => {
  const { right, width } = each.getBoundingClientRect();
  return width > 1 && right > innerWidth + 1 && getComputedStyle(each).position !== "absolute";
}).map(each => each.outerHTML.slice(0, 80))"""
"""What of a page is cut off, but for what scrolls or zooms by itself."""
AT_REST = """new Promise(done => {
  const draw = () => requestAnimationFrame(() => requestAnimationFrame(done));
  const look = () => document.querySelector(".htmx-settling") ? setTimeout(look) : draw();
  look();
})"""
"""Until a page has done what it does once an answer is there, and has been drawn so."""

PX_PER_MM = 4.0
TILE_MM = 45.0
RULES = load("carcassonne")

TILES = [
    {"cell": [0, 0], "face": "D", "turns": 0},
    {"cell": [1, 0], "face": "V", "turns": 1},
    {"cell": [0, 1], "face": "E", "turns": 0},
    {
        "cell": [0, -1],
        "face": "E",
        "turns": 2,
        "alternatives": [{"face": "N", "turns": 2, "confidence": 0.1}],
    },
    {"cell": [-1, 0], "face": "A", "turns": 3},
]
MEEPLES = [
    {"cell": [0, 0], "colour": "red", "feature": "road", "sides": ["E", "W"]},
    {"cell": [-1, 0], "colour": "blue", "feature": "cloister", "sides": []},
]


def board_document(tiles: Any = TILES, meeples: Any = MEEPLES) -> dict[str, Any]:
    """Give a board document whose faults are the ones its rules find."""
    plain = {"format": "tablekeeper.board/1", "game": "carcassonne", "tiles": tiles, "meeples": meeples}
    board = RULES.load_board(plain)
    faults = [{"kind": f.kind, "cells": f.cells, "says": f.says} for f in RULES.status(board)]
    return with_quads({**plain, "faults": faults}, RULES.picture_board(board))


def with_quads(document: dict[str, Any], picture: Picture) -> dict[str, Any]:
    """Say where each tile lies in the photograph that ``photograph`` paints."""
    left, top, width, height = picture.box_mm

    def quad(cell: list[int]) -> list[list[float]]:
        x, y = (cell[0] * TILE_MM - left) * PX_PER_MM, (cell[1] * TILE_MM - top) * PX_PER_MM
        s = TILE_MM * PX_PER_MM
        return [[x, y], [x + s, y], [x + s, y + s], [x, y + s]]

    tiles = [{**tile, "quad_px": quad(tile["cell"])} for tile in document["tiles"]]
    size_px = [round(width * PX_PER_MM), round(height * PX_PER_MM)]
    return {**document, "image_size_px": size_px, "tiles": tiles}


def photograph(document: dict[str, Any] | None = None) -> bytes:
    """Paint what a camera above such a board sees."""
    picture = RULES.picture_board(RULES.load_board(document or board_document()))
    return jpeg(paint(picture, PX_PER_MM, "#8a6f4d"))


def jpeg(image: Image) -> bytes:
    """Pack an image."""
    return cv2.imencode(".jpg", image)[1].tobytes()


class KnowingReader:
    """A reader that gives a prepared board, and sees no table in a black picture."""

    CORNERS_HELP = True

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.may_finish = threading.Event()
        self.may_finish.set()

    def learn(self, samples: Iterable[Sample]) -> bytes:
        counts = [f"{sample.face}" for sample in samples]
        return ("prints " + " ".join(counts)).encode()

    def describe(self, prints: bytes) -> dict[str, int]:
        words = prints.decode().split()
        if words[:1] != ["prints"]:
            raise PrintsError("Not prints.")
        return {word: words.count(word) for word in words[1:]}

    def chart(self) -> tuple[tuple[str, ...], ...]:
        return (("A", "B"), ("C", "D"))

    def read_chart(self, image: Image) -> list[Sample]:
        if int(np.max(image)) < 20:
            raise PrintsError("The chart was not found in this picture.")
        return [Sample(image, "A", 0), Sample(image, "B", 1)]

    def read(self, image: Image, prints: bytes | None, *, progress: Progress | None = None, **_: Any) -> Any:
        if progress:
            progress("Finding the tiles", 0.4)
        assert self.may_finish.wait(20)
        if int(np.max(image)) < 20:
            raise NoTableError("No table.")
        return RULES.load_board(self.document)

    def overlay(self, image: Image, board: Any) -> Image:
        return image


@pytest.fixture
def reader() -> KnowingReader:
    return KnowingReader(board_document())


@pytest.fixture
def worker() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def lessons(tmp_path: Path, reader: KnowingReader, worker: ThreadPoolExecutor) -> LessonFolder:
    folder = LessonFolder(tmp_path, worker, load_reader=lambda game: reader)
    learned = tmp_path / "prints" / "My box" / "prints.msgpack"
    learned.parent.mkdir()
    learned.write_bytes(b"prints A B B")
    return folder


@pytest.fixture
def photos(tmp_path, reader, lessons, worker) -> PhotoFolder:
    return PhotoFolder(
        tmp_path / "photos", lessons.find_prints, worker, darkroom=OpenDarkroom(lambda _: reader)
    )


@pytest.fixture
def app(photos: PhotoFolder, lessons: LessonFolder) -> Flask:
    return create_app(Context(photos, lessons, address=lambda: "http://192.168.1.20:8000"))


@pytest.fixture
def here(tmp_path: Path, photos: PhotoFolder, lessons: LessonFolder) -> Iterator[Appliance]:
    """A table in its whole appliance, whose camera and reader are told; not the one of ``app``."""
    with appliance(tmp_path / "kept", photos, lessons) as here:
        yield here


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def photo() -> bytes:
    return photograph()


@pytest.fixture
def cat() -> bytes:
    """A photograph with no table in it."""
    return jpeg(np.zeros((300, 400, 3), np.uint8))


@pytest.fixture
def post(client: FlaskClient) -> Callable[..., Any]:
    """Send a form as a page of this table would."""

    def send(url: str, headers: Any = None, **fields: Any) -> Any:
        client.get("/")
        token = client.get_cookie("tablekeeper_form").value
        return client.post(url, data={"form_token": token, **fields}, headers=headers)

    return send


@pytest.fixture
def read_photo(post, client, photo) -> str:
    """Score the photograph and give the address of its page once it is read."""
    answer = post("/photos", game="carcassonne", prints="My box", photo=(BytesIO(photo), "table.jpg"))
    for _ in range(200):
        if client.get(f"/api{answer.location}").json["state"] == "read":
            return answer.location
        time.sleep(0.02)
    pytest.fail("The photograph was never read.")


@pytest.fixture(scope="session")
def browser():
    """Start Chromium once for all who need it."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@contextmanager
def serve(app):
    """Serve an app as the appliance does and give its address."""
    with serving(PageServer(app, socket.create_server(("127.0.0.1", 0)))) as url:
        yield url


@pytest.fixture
def table_url(app):
    with serve(app) as url:
        yield url


class Phone:
    """A phone whose page has no error to complain of and never scrolls sideways or is cut off."""

    def __init__(self, browser, url, viewport=PHONE, **settings):
        self.width = viewport["width"]
        self.has_scripts = settings.get("java_script_enabled", True)
        self.context = browser.new_context(base_url=url, viewport=viewport, has_touch=True, **settings)
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.complaints = []
        self.expected = ()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def hear(self, message):
        if message.type in ("error", "warning") and not any(word in message.text for word in self.expected):
            self.complaints.append(message.text)

    def score(self, file):
        self.page.goto("/")
        self.page.get_by_text("Score a photo").click()
        self.page.set_input_files("input[name=photo]:not([capture])", str(file))
        self.page.get_by_role("button", name="Read this photo").click()

    def wait_until(self, true, arg=None):
        """Wait until an expression of the page's own is true."""
        # Playwright's wait_for_function asks again by eval, which the page's policy forbids.
        deadline = time.monotonic() + 30
        while not self.page.evaluate(true, arg):
            assert time.monotonic() < deadline, f"never true: {true}"
            self.page.wait_for_timeout(50)

    def wait_for_focus(self, where):
        """Wait until the focus is where a selector tells: a page moves it after it shows what came."""
        self.wait_until("where => document.activeElement.matches(where)", where)

    def press(self, button):
        # Nobody means two taps within half a second: the page drops the second.
        self.page.wait_for_timeout(600)
        self.page.get_by_role("button", name=button, exact=True).click()

    def tap(self, spot):
        # A figure may stand in the middle of its tile, where a plain click would land.
        self.page.locator(f'[data-spot="{spot}"]').dispatch_event("click")
        self.page.wait_for_selector(f'#panel input[name=spot][value="{spot}"]', state="attached")

    def answer(self, name, value):
        before = self.page.locator("main").get_attribute("data-version")
        self.page.locator(f"#panel button[name={name}][value^='{value}']").first.dispatch_event("click")
        self.page.wait_for_selector(f'main[data-version]:not([data-version="{before}"])')
        self.look()

    def look(self):
        self.page.wait_for_load_state("load")
        if self.has_scripts:  # else nothing moves, and the page may be on its way to be shown again
            self.page.evaluate(AT_REST)
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= self.width, f"{self.page.url} is {width} px wide"
        assert self.page.evaluate(PAST_THE_EDGE) == [], self.page.url
        assert self.complaints == []


@pytest.fixture
def new_phone(browser, table_url):
    """Take a phone to the table; in the end none may have anything to complain of."""
    phones = []

    def take(**settings):
        phones.append(Phone(browser, table_url, **settings))
        return phones[-1]

    yield take
    for phone in phones:
        # Printed where a test failed: a phone that never showed what was waited for showed something else.
        sys.stdout.write(f"{phone.page.url}\n{phone.page.locator('body').inner_text()}\n")
    try:
        for phone in phones:
            phone.look()
    finally:
        for phone in phones:
            phone.context.close()


@pytest.fixture
def phone(new_phone):
    return new_phone()


@pytest.fixture
def second_phone(new_phone):
    return new_phone()
