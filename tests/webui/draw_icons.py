"""Draws the icons of an installed page, and the dark film that keeps a screen awake, from ``icon.svg``.

Run it from the checkout: ``python -m tests.webui.draw_icons``. It writes into ``webui/static``.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

STATIC = Path(__file__).parents[2] / "webui/static"
SVG = "{http://www.w3.org/2000/svg}"
SIDE = 24.0
"""How wide the drawing is in its own units."""
FINER = 8
"""Drawn so many times larger and then made smaller, which smooths every edge."""
ICONS = {
    "icon-192.png": (192, 1.0, True),
    "icon-512.png": (512, 1.0, True),
    "icon-maskable-512.png": (512, 0.95, False),
    "apple-touch-icon.png": (180, 0.94, False),
}
"""How many pixels, how large the drawing in them, and whether the corners stay round.

Source:
    W3C Web App Manifest, "maskable": only the middle four fifths are never cut off.
"""
FILM, FILM_PX, FILM_FRAMES, FILM_FPS = "live/awake.webm", (64, 36), 20, 2
DARK_BGR = (15, 19, 16)


def main() -> None:
    for name in ICONS:
        (STATIC / name).write_bytes(cv2.imencode(".png", draw(name), [cv2.IMWRITE_PNG_COMPRESSION, 9])[1])
    film = cv2.VideoWriter(str(STATIC / FILM), cv2.VideoWriter.fourcc(*"VP80"), FILM_FPS, FILM_PX)
    for _ in range(FILM_FRAMES):
        film.write(np.full((FILM_PX[1], FILM_PX[0], 3), DARK_BGR, np.uint8))
    film.release()


def draw(name: str) -> np.ndarray:
    """Draw an icon; gives its pixels, blue first, with how far each can be seen through."""
    px, share, is_round = ICONS[name]
    ground, *tiles = rects()
    image = np.zeros((px * FINER, px * FINER, 4), np.uint8)
    if is_round:
        fill(image, ground, 1.0)
    else:
        image[:] = colour_of(ground)
    for tile in tiles:
        fill(image, tile, share)
    return cv2.resize(image, (px, px), interpolation=cv2.INTER_AREA)


def rects() -> Iterator[dict[str, Any]]:
    """Give the rectangles of the drawing, the ground first."""
    root = ET.parse(STATIC / "icon.svg").getroot()
    yield root.find(f"{SVG}rect").attrib
    group = root.find(f"{SVG}g")
    yield from ({"fill": group.attrib["fill"], **each.attrib} for each in group)


def fill(image: np.ndarray, rect: dict[str, Any], share: float) -> None:
    """Fill a rectangle with round corners, over what is there already."""
    scale = image.shape[0] / SIDE
    x, y, width, height, radius = (float(rect.get(key, 0)) for key in ("x", "y", "width", "height", "rx"))
    left, top = ((SIDE / 2 + (at - SIDE / 2) * share) * scale for at in (x, y))
    right, bottom = left + width * share * scale, top + height * share * scale
    mask = round_rect(image.shape[:2], (left, top, right, bottom), radius * share * scale)
    over = np.float32(mask)[..., None] / 255 * float(rect.get("opacity", 1))
    image[:] = np.round(image * (1 - over) + np.float32(colour_of(rect)) * over)


def round_rect(shape: tuple[int, ...], box: tuple[float, ...], radius: float) -> np.ndarray:
    """Give 255 inside a rectangle with round corners."""
    mask = np.zeros(shape, np.uint8)
    left, top, right, bottom = (round(edge) for edge in box)
    round_px = round(radius)
    cv2.rectangle(mask, (left + round_px, top), (right - round_px - 1, bottom - 1), 255, -1)
    cv2.rectangle(mask, (left, top + round_px), (right - 1, bottom - round_px - 1), 255, -1)
    for x in (left + round_px, right - round_px - 1):
        for y in (top + round_px, bottom - round_px - 1):
            cv2.circle(mask, (x, y), round_px, 255, -1)
    return mask


def colour_of(rect: dict[str, Any]) -> tuple[int, int, int, int]:
    digits = rect["fill"].lstrip("#")
    red, green, blue = bytes.fromhex(digits if len(digits) == 6 else "".join(2 * each for each in digits))
    return blue, green, red, 255


if __name__ == "__main__":
    main()
