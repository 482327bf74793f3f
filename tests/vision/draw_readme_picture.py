"""Draws the picture that opens the README: a hand at the table, and the phone that asks about its tile.

Run it from the checkout: ``python tests/vision/draw_readme_picture.py``. Everything in it is real: the game
is followed through the frames of the synthetic table, and the phone is the dashboard in Chromium.
"""

import itertools
import shutil
import socket
import struct
import sys
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from firmware.build import Staged, live_table, real_parts  # noqa: E402
from firmware.cameras.recorded.painted import SIZE_PX as WATCHED_PX  # noqa: E402
from firmware.cameras.recorded.painted import PaintedTable, about_demo  # noqa: E402
from firmware.cameras.recorded.playback import PlayedCamera  # noqa: E402
from firmware.demo.game import new_demo  # noqa: E402
from firmware.desks.prints import LessonFolder  # noqa: E402
from firmware.serving.server import PageServer, serving  # noqa: E402
from firmware.store.store import open_store  # noqa: E402
from hardware.pins import Pins  # noqa: E402
from scoring.game import PlayerSeat, Setup  # noqa: E402
from vision.simulator import games as painted  # noqa: E402
from vision.simulator.camera.camera import project  # noqa: E402
from vision.simulator.camera.film import load_film, render  # noqa: E402
from vision.simulator.camera.stage import camera_for  # noqa: E402
from vision.simulator.table.singles import single_tiles  # noqa: E402
from vision.simulator.table.timeline import script  # noqa: E402
from webui.app import create_app  # noqa: E402
from webui.context import Context  # noqa: E402

PICTURE = ROOT / "webui/static/table.png"
NAMES = {"red": "Ann", "blue": "Ben", "yellow": "Cleo"}
SETUP = Setup("leaflet-004", tuple(PlayerSeat(name, colour) for colour, name in NAMES.items()))
GAME, TURNS, SEED = "carcassonne", 19, 6
LARGE_PX = (4608, 2592)
"""Of the frame that is shown; the game is followed on smaller ones."""
BEFORE = 4
"""How many frames before the hand is gone it is shown."""
ROUND_MM = 125
"""How much of the table is shown around the tiles."""
NO_PINS = Pins({}, None, None, muted=True)
SETTLED_S = 3.0
"""So long after it is proposed, its figure has been seen too."""
PHONE = {"width": 360, "height": 740}
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

TWICE = 2
"""Everything is put together at twice the size and then made smaller, which smooths every edge."""
SIZE_PX, GAP_PX = (1600, 900), 44
RIM_PX = 24
PAPER, BEZEL = (238, 244, 248), (34, 38, 40)


def main() -> None:
    table = seen_from_above()
    with TemporaryDirectory() as folder:
        screen = followed_on_the_phone(Path(folder))
    side_by_side = put_together(table, screen)
    PICTURE.write_bytes(packed(cv2.resize(side_by_side, SIZE_PX, interpolation=cv2.INTER_AREA)))


def seen_from_above():
    """Take a frame, large, while the hand of the last turn is leaving, and cut it to the tiles."""
    played = script(SEED, size_px=LARGE_PX, turns=TURNS, setup=SETUP, game=GAME)
    scene = played.scenes[played.spans[-1].whole_from - BEFORE]
    tiles_mm = np.array([card.at_mm for card in scene.table.cards])
    around_mm = [tiles_mm.min(axis=0) - ROUND_MM, tiles_mm.max(axis=0) + ROUND_MM]
    camera = camera_for(played.how, played.course.box, LARGE_PX)
    (left, top), (right, bottom) = np.sort(project(camera, around_mm), axis=0).round().astype(int).clip(0)
    return render(load_film(played), scene)[0][top:bottom, left:right]


class Patient:
    """Shows a recording as fast as it is followed, once the table is ready, and its end for ever."""

    def __init__(self, camera):
        self._camera, self._last, self._is_ready = camera, camera.take(0), False
        self.says = camera.says

    def take(self, timeout_s):
        frame = self._camera.take(timeout_s) if self._is_ready else None
        if frame is None:
            time.sleep(timeout_s)
        self._last = frame or self._last
        return self._last

    def hold(self):
        self._is_ready = True
        return ()

    def close(self):
        self._camera.close()


def followed_on_the_phone(data):
    """Follow the game up to the last turn, which is not confirmed yet, and give what a phone shows."""
    played, parts = script(SEED, size_px=WATCHED_PX, turns=TURNS, setup=SETUP, game=GAME), real_parts()
    prints = parts.reader(GAME).learn(single_tiles(painted.load(GAME).box(SETUP), SEED))
    camera = Patient(PlayedCamera(PaintedTable(played), None))
    staged = Staged(camera, data, open_store(data), lambda _: prints, None, new_demo(about_demo(played)))
    with live_table(staged, NO_PINS, parts, print) as table:
        wait_for_proposal(table)
        with ThreadPoolExecutor(1) as learning:
            lessons = LessonFolder(data, learning, load_reader=parts.reader)
        app = create_app(Context(None, lessons, table))
        with serving(PageServer(app, socket.create_server(("127.0.0.1", 0)))) as url:
            return visit(url)


def wait_for_proposal(table):
    """Wait until the last turn, and nothing after it, is proposed."""
    seen = table.snapshot()
    while not (seen.moves == TURNS - 1 and seen.phase == "proposal"):
        seen = table.wait(seen.version, 60)
    time.sleep(SETTLED_S)


def visit(url):
    with sync_playwright() as driver:
        chromium = shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=chromium, args=QUIET)
        page = browser.new_page(
            base_url=url, viewport=PHONE, device_scale_factor=2, has_touch=True, color_scheme="light"
        )
        page.goto("/")
        page.wait_for_selector("#board svg")
        page.wait_for_timeout(1000)
        screen = page.screenshot()
        page.goto("about:blank")
        page.wait_for_timeout(2000)  # its stream is noticed to have ended
        browser.close()
    return cv2.imdecode(np.frombuffer(screen, np.uint8), cv2.IMREAD_COLOR)


def put_together(photograph, screen):
    """Lay the photograph and the phone side by side on paper, at twice the size."""
    width, height = (TWICE * px for px in SIZE_PX)
    gap = TWICE * GAP_PX
    paper = np.full((height, width, 3), PAPER, np.uint8)
    phone = bezelled(scaled(below_the_clock(screen), height - 2 * gap - 2 * RIM_PX))
    lay(paper, phone, (width - gap - phone.shape[1], gap), 100)
    room = (width - 3 * gap - phone.shape[1], height - 2 * gap)
    lay(paper, filling(photograph, room), (gap, gap), 36)
    return paper


def scaled(image, height_px):
    size_px = (round(image.shape[1] * height_px / image.shape[0]), height_px)
    return cv2.resize(image, size_px, interpolation=cv2.INTER_CUBIC)


def filling(image, room_px):
    """Scale an image until it fills a room and cut off what is too much, the same at either end."""
    scale = max(room / own for room, own in zip(room_px, image.shape[1::-1], strict=True))
    large = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    left, top = ((own - room) // 2 for own, room in zip(large.shape[1::-1], room_px, strict=True))
    return large[top : top + room_px[1], left : left + room_px[0]]


def below_the_clock(screen):
    """Leave room above a page for the strip where a phone has its clock."""
    return cv2.copyMakeBorder(screen, 44, 0, 0, 0, cv2.BORDER_CONSTANT, value=screen[0, 0].tolist())


def bezelled(screen):
    """Put a screen into a phone's dark rim."""
    inner = round_mask(screen.shape, 78)[..., None]
    rounded = (screen * inner + np.array(BEZEL) * (1 - inner)).astype(np.uint8)
    return cv2.copyMakeBorder(rounded, *[RIM_PX] * 4, cv2.BORDER_CONSTANT, value=BEZEL)


def lay(paper, image, at_px, radius_px):
    """Lay an image with round corners on paper, with a soft shadow."""
    (x, y), (height, width) = at_px, image.shape[:2]
    mask = np.zeros(paper.shape[:2], np.float32)
    mask[y : y + height, x : x + width] = round_mask(image.shape, radius_px)
    shadow = cv2.GaussianBlur(np.roll(mask, 14, axis=0), (0, 0), 22)[..., None] * 0.28
    on_top = np.zeros(paper.shape, np.float32)
    on_top[y : y + height, x : x + width] = image
    shaded = paper * (1 - shadow * np.float32([1, 0.98, 0.95]))
    paper[:] = np.round(on_top * mask[..., None] + shaded * (1 - mask[..., None]))


def round_mask(shape, radius_px):
    """Give 1 inside a rectangle with round corners and 0 outside."""
    mask = np.zeros(shape[:2], np.uint8)
    low, far = (length - 1 - radius_px for length in shape[:2])
    for corner in itertools.product((radius_px, far), (radius_px, low)):
        cv2.circle(mask, corner, radius_px, 255, -1, cv2.LINE_AA)
    mask[radius_px:-radius_px] = 255
    mask[:, radius_px:-radius_px] = 255
    return mask.astype(np.float32) / 255


def packed(image):
    """Pack a picture as a PNG of 256 colours, chosen from the picture itself."""
    pixels = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32)
    cv2.setRNGSeed(1)
    few = np.random.default_rng(1).choice(pixels, 40_000, replace=False)
    until = (cv2.TERM_CRITERIA_MAX_ITER, 20, 0)
    centres = cv2.kmeans(few, 256, None, until, 1, cv2.KMEANS_PP_CENTERS)[2]
    nearest = np.concatenate([closest(part, centres) for part in np.array_split(pixels, 200)])
    palette = cv2.cvtColor(np.round(centres).astype(np.uint8)[None], cv2.COLOR_LAB2RGB)
    height, width = image.shape[:2]
    rows = np.hstack([np.zeros((height, 1), np.uint8), nearest.reshape(height, width)])
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(rows.tobytes(), 9)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*one) for one in (*chunks, (b"IEND", b"")))


def closest(pixels, centres):
    far = (centres**2).sum(axis=1) - 2 * pixels @ centres.T
    return far.argmin(axis=1).astype(np.uint8)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


if __name__ == "__main__":
    main()
