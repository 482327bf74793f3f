"""Pictures as phones send them: looked at before they are opened, opened upright, made smaller."""

import struct
from collections.abc import Callable
from io import BytesIO
from math import ceil
from typing import Any

import cv2
import numpy as np

from scoring.sentence import marked, sentence
from vision.jpeg import jpeg_size
from vision.reader import Image
from webui.desk import BadPhotoError

MAX_BYTES = 40_000_000
MAX_PIXELS = 55_000_000
PHONE_SIDE_PX = 1600
JPEG_QUALITY = 82

Size = tuple[int, int]
"""Width and height in pixels, as stored."""

NOT_AN_IMAGE = marked(
    "This is not a picture that can be read here. Please send a JPEG, PNG, WebP or HEIC photo."
)
NOT_THIS_HEIC = marked(
    "This HEIC picture cannot be read here. Please send it as a JPEG: on an iPhone, choose Settings, Camera, "
    "Formats, Most Compatible."
)
BROKEN = marked("This picture is broken and cannot be opened. Please send it again.")


def check_picture(data: bytes) -> Size:
    """Look at a picture's first bytes, before anything large is unpacked, and give its size.

    Raises:
        BadPhotoError: Empty, too large, or not a JPEG, PNG, WebP or HEIC.
    """
    if not data:
        raise BadPhotoError(marked("The picture that arrived is empty. Please send it again."))
    if len(data) > MAX_BYTES:
        words = marked("The picture has {size} MB; up to {most} can be read.")
        raise BadPhotoError(sentence(words, size=round(len(data) / 1e6), most=MAX_BYTES // 10**6))
    width, height = _heif(data).size if is_heif(data) else _size(data)
    if width * height > MAX_PIXELS:
        words = marked(
            "The picture has {size} megapixels; up to {most} can be read. Please send a smaller one."
        )
        size, most = ceil(width * height / 1e6), MAX_PIXELS // 10**6
        raise BadPhotoError(sentence(words, size=size, most=most))
    return width, height


def is_heif(data: bytes) -> bool:
    """Tell whether a picture is of the kind that iPhones take (ISO/IEC 23008-12), or a relative of it."""
    return data[4:8] == b"ftyp"


def _heif(data: bytes) -> Any:
    """Open such a picture without unpacking it."""
    import pillow_heif  # noqa: PLC0415 # large, and seldom needed

    try:
        return pillow_heif.open_heif(BytesIO(data), convert_hdr_to_8bit=True)
    except (ValueError, RuntimeError, EOFError, OSError, SyntaxError) as error:
        raise BadPhotoError(NOT_THIS_HEIC) from error


def _opened_heif(data: bytes) -> Image:
    heif = _heif(data)
    try:
        image = np.asarray(heif.to_pillow().convert("RGB"), np.uint8)
    except (ValueError, RuntimeError, EOFError, OSError, SyntaxError) as error:
        raise BadPhotoError(BROKEN) from error
    return np.ascontiguousarray(image[..., ::-1])


def _size(data: bytes) -> Size:
    for start, measure in _KINDS.items():
        if data.startswith(start):
            try:
                width, height = measure(data)
            except (struct.error, IndexError):
                break
            if width and height:
                return width, height
    raise BadPhotoError(NOT_AN_IMAGE)


def _png_size(data: bytes) -> Size:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _webp_size(data: bytes) -> Size:
    """Read the canvas size of the three kinds of WebP (RFC 9649, 2.5 to 2.7)."""
    kind = data[8:16]
    if kind == b"WEBPVP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"WEBPVP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"WEBPVP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0


_KINDS: dict[bytes, Callable[[bytes], Size]] = {
    b"\xff\xd8": jpeg_size,
    b"\x89PNG\r\n\x1a\n": _png_size,
    b"RIFF": _webp_size,
}


def open_picture(data: bytes) -> Image:
    """Unpack a picture, upright as its camera says.

    Returns:
        (height, width, 3), uint8, blue, green, red.

    Raises:
        BadPhotoError: Anything ``check_picture`` refuses, or a broken file.
    """
    check_picture(data)
    if is_heif(data):
        return _opened_heif(data)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise BadPhotoError(NOT_AN_IMAGE) from error
    if image is None:
        raise BadPhotoError(BROKEN)
    return image.astype(np.uint8, copy=False)


def shrink(image: Image, side_px: int = PHONE_SIDE_PX, quality: int = JPEG_QUALITY) -> bytes:
    """Make a picture small enough for a phone and give it as a JPEG."""
    height, width = image.shape[:2]
    scale = min(1.0, side_px / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if scale < 1 else image
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return jpeg.tobytes()
