"""Frames: the still table with whatever hand is over it, as the sensor sees it and the file keeps it."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, project
from vision.simulator.camera.lamps import GAMMA, HEADROOM
from vision.simulator.camera.painting import blended, darken, extents, paint_card, paint_figure, put_in_light
from vision.simulator.camera.stage import PixelRect, SimSession, build, part_around
from vision.simulator.camera.still import Still, compose
from vision.simulator.table import hands
from vision.simulator.table.things import Card, SimHand, SimScene
from vision.simulator.table.timeline import Script

HELD_MM = 12.0
"""How high a hand holds what it brings."""
_SHIFTS = 96
"""Over how many pixels each way the sensor's noise is shifted from frame to frame."""


class Film(NamedTuple):
    """Everything needed to take any frame of a script.

    Attributes:
        noise: A field of the sensor's noise, larger than the frame; each frame gets a part of it.
    """

    script: Script
    stage: SimSession
    noise: NDArray[np.int8]


def load_film(script: Script) -> Film:
    """Get ready to film a script; takes a second or so."""
    how, (width, height) = script.how, script.size_px
    stage = build(how, script.course.box, script.seed, script.size_px)
    chance = np.random.default_rng(script.seed)
    field = chance.standard_normal((height + _SHIFTS, width + _SHIFTS, 3), dtype=np.float32) * how.noise
    return Film(script, stage, np.clip(np.rint(field), -127, 127).astype(np.int8))


def sense(film: Film, scene: SimScene, before: Still | None = None) -> tuple[Image, Still]:
    """Take a frame as the sensor gives it, before it is kept as a file.

    Args:
        scene: What the camera is shown.
        before: The still table from a frame taken earlier, to save painting it anew.

    Returns:
        The frame, (height, width, 3), uint8, blue, green, red, and the still table for the next.
    """
    still = compose(film.stage, scene.table, before)
    observed = _with_hand(film.stage, still, scene.hand) if scene.hand else still.soft
    return _developed(film, observed, scene), still


def filed(film: Film, sensed: Image) -> bytes:
    """Make the JPEG of a frame that was sensed."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, film.script.how.jpeg]
    return cv2.imencode(".jpg", sensed, quality)[1].tobytes()


def opened(jpeg: bytes) -> Image:
    """Open the JPEG of a frame: (height, width, 3), uint8, blue, green, red."""
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def expose(film: Film, scene: SimScene, before: Still | None = None) -> tuple[bytes, Still]:
    """Take a frame as JPEG; see ``sense``."""
    sensed, still = sense(film, scene, before)
    return filed(film, sensed), still


def render(film: Film, scene: SimScene, before: Still | None = None) -> tuple[Image, Still]:
    """Take a frame as JPEG and open it; see ``sense``."""
    jpeg, still = expose(film, scene, before)
    return opened(jpeg), still


def _developed(film: Film, seen: Image, scene: SimScene) -> Image:
    """Let the sensor see: exposure, then noise."""
    gain = 2 ** (scene.exposure_ev / GAMMA) / HEADROOM
    curve = np.clip(np.arange(256) * gain + 0.5, 0, 255).astype(np.uint8)
    exposed = cv2.LUT(seen, curve)
    height, width = seen.shape[:2]
    chance = np.random.default_rng([film.script.seed, scene.number])
    down, across = chance.integers(_SHIFTS, size=2)
    noise = film.noise[down : down + height, across : across + width]
    return np.asarray(cv2.add(exposed, noise, dtype=cv2.CV_8U), np.uint8)


def _with_hand(stage: SimSession, still: Still, hand: SimHand) -> Image:
    part = _reach(stage, still.camera, hand)
    if part is None:
        return still.soft
    reach = 2 + round(3 * stage.blur_px)
    wide = part.wider(reach, stage.camera.size_px)
    plain = still.plain[wide.at].copy()
    _paint_shadow(stage, still.camera, hand, plain, wide)
    _paint_held(stage, still.camera, hand, plain, wide)
    cover = _paint_hand(stage, still.camera, hand, plain, wide)
    blurred = cv2.GaussianBlur(put_in_light(stage, plain, wide, cover), (0, 0), stage.blur_px)
    observed = still.soft.copy()
    observed[part.at] = np.asarray(blurred, np.uint8)[part.within(wide)]
    return observed


def _reach(stage: SimSession, camera: SimCamera, hand: SimHand) -> PixelRect | None:
    """Give the part of the frame that a hand, what it holds and their shadow take up."""
    around = hands.bounds_mm(hand)
    fallen = around[:, :2] + hands.HEIGHT_MM * stage.falls_mm
    points = np.vstack([project(camera, around), project(camera, fallen)])
    held = extents(stage, camera, [hand.holds], HELD_MM)[0] if hand.holds else None
    if held:
        points = np.vstack([points, np.reshape(held, (2, 2))])
    return part_around(points, camera.size_px, 4 + 3 * stage.how.shade_soft_mm * stage.px_per_mm)


def _paint_shadow(stage: SimSession, camera: SimCamera, hand: SimHand, image: Image, part: PixelRect) -> None:
    mask = np.zeros(image.shape[:2], np.uint8)
    hands.shadow(hand, camera, stage.falls_mm, part.corner_px, mask)
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(0.4, 2 * stage.how.shade_soft_mm * stage.px_per_mm / 4))
    whole = cv2.resize(soft, mask.shape[::-1], interpolation=cv2.INTER_LINEAR)
    darken(stage, image, np.asarray(whole, np.uint8))


def _paint_held(stage: SimSession, camera: SimCamera, hand: SimHand, image: Image, part: PixelRect) -> None:
    if isinstance(hand.holds, Card):
        paint_card(stage, camera, hand.holds, image, part, HELD_MM)
    elif hand.holds:
        paint_figure(stage, camera, hand.holds, image, part, HELD_MM)


def _paint_hand(
    stage: SimSession, camera: SimCamera, hand: SimHand, image: Image, part: PixelRect
) -> NDArray[np.uint8]:
    drawn = np.zeros_like(image)
    cover = hands.draw(hand, camera, part.corner_px, drawn)
    image[:] = blended(image, hands.rounded(drawn, cover, stage.px_per_mm), cover)
    return cover
