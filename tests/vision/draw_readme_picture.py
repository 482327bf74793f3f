"""Draws the picture that opens the README: a staged table as it is read, and the phone that shows it.

Run it from the checkout: ``python tests/vision/draw_readme_picture.py``. Everything in it is real: the
photograph is read with prints learned from our own drawings, and the phone is the dashboard in Chromium.
"""

import itertools
import shutil
import struct
import sys
import threading
import zlib
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from playwright.sync_api import sync_playwright
from waitress.server import create_server

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/vision")]

from staged import Light, Stage, pictures_of_single_tiles, stage  # noqa: E402

from firmware.build import dashboard, real_parts  # noqa: E402
from firmware.prints import save_prints  # noqa: E402
from scoring.game import PlayerSeat, Setup  # noqa: E402
from scoring.games.carcassonne.boards import board_of  # noqa: E402
from scoring.games.carcassonne.chance import random_game  # noqa: E402
from vision.accuracy import compare_with_truth  # noqa: E402

PICTURE = ROOT / "webui/static/board.png"
NAMES = {"red": "Ann", "blue": "Ben", "yellow": "Cleo"}
SETUP = Setup("leaflet-004", tuple(PlayerSeat(name, colour) for colour, name in NAMES.items()))
TILES, SEED = 28, 10
LAMP = Light(gains=(0.8, 0.95, 1.1), fall=0.75, blur_px=0.7, grain=2.0, jpeg=95)
TABLE_BGR = np.array([82.0, 120.0, 158.0])
HOW = Stage(14, -7, LAMP, (2400, 1800), fills=1.0, table_bgr=TABLE_BGR, seed=SEED)
PHONE = {"width": 360, "height": 740}
SHOW_BOARD_AND_SUMS = """() => {
  const place = (one) => document.querySelector(one).getBoundingClientRect();
  scrollBy(0, place(".player").top - place(".small-board").height - 80);
}"""
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
    reader = real_parts().reader("carcassonne")
    staged = stage(board_of(random_game(SETUP, Random(SEED), TILES - 1)[1]), HOW)
    prints = reader.learn(list(pictures_of_single_tiles()))
    board = reader.read(staged.image, prints)
    print(compare_with_truth(board, staged.truth), len(board.doubts), "doubts")  # noqa: T201 # to be seen
    with TemporaryDirectory() as folder:
        save_prints(Path(folder), "my box", prints)
        screen = photographed_on_the_phone(Path(folder), cv2.imencode(".jpg", staged.image)[1].tobytes())
    side_by_side = put_together(reader.overlay(staged.image, board), screen)
    PICTURE.write_bytes(packed(cv2.resize(side_by_side, SIZE_PX, interpolation=cv2.INTER_AREA)))


def photographed_on_the_phone(data, photograph):
    """Score the photograph in the browser of a phone and give what it shows."""
    file = data / "table.jpg"
    file.write_bytes(photograph)
    with dashboard(data, real_parts(), "http://127.0.0.1", {"127.0.0.1"}) as app:
        server = create_server(app, host="127.0.0.1", port=0, threads=6)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        try:
            return visit(f"http://127.0.0.1:{server.effective_port}", file)
        finally:
            server.close()
            thread.join(10)


def visit(url, file):
    with sync_playwright() as driver:
        chromium = shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=chromium, args=QUIET)
        page = browser.new_page(
            base_url=url, viewport=PHONE, device_scale_factor=2, has_touch=True, color_scheme="light"
        )
        page.goto("/photos/new")
        page.set_input_files("input[name=photo]:not([capture])", str(file))
        page.get_by_role("button", name="Read this photo").click()
        page.wait_for_selector("#board svg", timeout=120_000)
        page.get_by_role("link", name="Rules & names").click()
        for colour, name in NAMES.items():
            page.get_by_label(f"Name for {colour}").fill(name)
        page.get_by_label("Newer leaflet").check()
        page.get_by_role("button", name="Save and see the score").click()
        page.wait_for_selector(".winner")
        page.locator("a.line").first.tap()
        page.mouse.move(0, 0)
        page.wait_for_selector(".line[aria-current]")
        page.evaluate(SHOW_BOARD_AND_SUMS)
        page.wait_for_load_state("networkidle")
        screen = page.screenshot()
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
