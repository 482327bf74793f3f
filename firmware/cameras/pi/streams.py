"""What the Pi's camera is asked to send, what it sends instead, and how that becomes a picture."""

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np

from firmware.cameras.thumbnail import WIDTH_PX
from firmware.errors import CameraError
from scoring.documents.values import Document, Written
from scoring.sentence import marked, sentence
from vision.reader import Image

FULL_PX = (2304, 1296)
SMALL_PX = (WIDTH_PX, 180)
FORMAT, SMALL_FORMAT = "RGB888", "YUV420"
LEAST_WIDTH_PX = 640
BUFFERS = 4
FRAME_US = (83_333, 100_000)
"""Hands are seen well in 12 frames a second, and more only warm a Pi; with 10 a dim lamp is bright enough."""

TO_BGR = {
    "RGB888": None,  # its bytes are blue, green, red; V4L2 and libcamera name the bits from the top
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "MJPEG": cv2.COLOR_RGB2BGR,
}
"""How each format that libcamera delivers becomes blue, green, red."""

UNREADABLE = marked(
    "The camera was asked for {wanted} pictures and sends {form}, which cannot be read here; "
    "use another camera."
)
TOO_FEW = marked(
    "The camera was asked for {wide} x {high} pixels and sends {width} x {height}, too few to tell tiles "
    "apart; use another camera."
)
CONVERTED = marked("The camera sends {form} instead of {wanted}; each picture is converted.")
OTHER = marked("The camera sends {width} x {height} pixels instead of {wide} x {high}.")


def configure(camera: Any, controls: Document) -> list[str]:
    """Ask for large and small pictures and compare what came; picamera2 adjusts without a word.

    Args:
        camera: An open ``Picamera2``.
        controls: To start with.

    Returns:
        A sentence for each difference that can be lived with.

    Raises:
        CameraError: One that cannot.
    """
    asked = {
        "main": {"size": FULL_PX, "format": FORMAT},
        "buffer_count": BUFFERS,
        "controls": _pace(camera.camera_controls) | dict(controls),
    }
    if "ColorFilterArrangement" in camera.camera_properties:
        asked |= {"sensor": widest_mode(camera.sensor_modes), "raw": None}
    small = {"size": SMALL_PX, "format": SMALL_FORMAT}
    _configure(camera, **asked, lores=small)
    got = camera.camera_configuration()["lores"]
    if all(got[key] == small[key] for key in small):
        return [*_compare(camera.camera_configuration()["main"])]
    _configure(camera, **asked, lores=None)
    return [*_compare(camera.camera_configuration()["main"]), sentence("It has no small pictures to watch.")]


def _configure(camera: Any, **asked: Any) -> None:
    wanted = camera.create_video_configuration(**asked)
    # The matrix and range (BT.601, limited) by which OpenCV turns YUV into colours; the default is another.
    wanted["colour_space"] = type(wanted["colour_space"]).Smpte170m()
    camera.configure(wanted)


def _pace(controls: Document) -> Written:
    """Ask for 10 to 12 frames a second, where the camera can be asked."""
    return {"FrameDurationLimits": FRAME_US} if "FrameDurationLimits" in controls else {}


def _compare(main: Document) -> Iterator[str]:
    (width, height), form = main["size"], main["format"]
    size = {"width": width, "height": height, "wide": FULL_PX[0], "high": FULL_PX[1]}
    if form not in TO_BGR:
        raise CameraError(sentence(UNREADABLE, wanted=FORMAT, form=form))
    if width < LEAST_WIDTH_PX:
        raise CameraError(sentence(TOO_FEW, **size))
    if form != FORMAT:
        yield sentence(CONVERTED, wanted=FORMAT, form=form)
    if (width, height) != FULL_PX:
        yield sentence(OTHER, **size)


def widest_mode(modes: Sequence[Document]) -> Written:
    """Choose the way to read the sensor out that sees all of it, with few pixels but enough.

    Args:
        modes: ``Picamera2.sensor_modes``.

    Returns:
        What ``create_video_configuration`` takes as ``sensor``.
    """
    widest = max(_area(mode["crop_limits"][2:]) for mode in modes)
    whole = [mode for mode in modes if _area(mode["crop_limits"][2:]) > 0.95 * widest]
    enough = [mode for mode in whole if mode["size"][0] >= FULL_PX[0]] or whole
    mode = min(enough, key=lambda mode: (_area(mode["size"]), -mode["bit_depth"]))
    return {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}


def to_bgr(stored: Any, form: str, size_px: tuple[int, int]) -> Image:
    """Turn a picture as libcamera stores it into blue, green, red.

    Args:
        stored: uint8, as picamera2 shapes it; rows may be padded.
        form: libcamera's name of the format, one of ``TO_BGR``.
        size_px: Width and height without padding.
    """
    code = TO_BGR[form]
    image = stored if code is None else cv2.cvtColor(stored, code)
    return np.ascontiguousarray(image[: size_px[1], : size_px[0]], dtype=np.uint8)


def _area(size: Sequence[int]) -> int:
    return size[0] * size[1]
