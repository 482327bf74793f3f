"""Pictures as phones send them: looked at before they are opened, opened upright, made smaller."""

from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.errors import InputError
from firmware.images.headers import is_heif, read_head
from firmware.store.files import MAX_BYTES, read_file
from scoring.referee.contracts.refusals import BadPhotoError
from scoring.sentence import marked, sentence
from vision.reader import Image

MAX_PIXELS = 55_000_000
MAX_SCANS = 64
"""Phones and programs store a JPEG in at most a dozen; each costs as much time as a picture of one."""
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
MOVES = marked("This picture moves. Please send a photo that stands still.")
TOO_MUCH = marked("This picture takes too much memory or time to be opened. Please send a smaller photo.")


def check_picture(data: bytes) -> Size:
    """Look at a picture's first bytes, before anything large is unpacked, and give its size.

    Raises:
        BadPhotoError: Empty, too large, in too many layers, moving, or not a JPEG, PNG, WebP or HEIC.
    """
    if not data:
        raise BadPhotoError(marked("The picture that arrived is empty. Please send it again."))
    if len(data) > MAX_BYTES:
        words = marked("The picture has {size} MB; up to {most} can be read.")
        raise BadPhotoError(sentence(words, size=round(len(data) / 1e6), most=MAX_BYTES // 10**6))
    head = read_head(data)
    width, height = head.size_px
    if head.moves:
        raise BadPhotoError(MOVES)
    if not width or not height:
        raise BadPhotoError(NOT_THIS_HEIC if is_heif(data) else NOT_AN_IMAGE)
    if width * height > MAX_PIXELS:
        words = marked(
            "The picture has {size} megapixels; up to {most} can be read. Please send a smaller one."
        )
        size, most = ceil(width * height / 1e6), MAX_PIXELS // 10**6
        raise BadPhotoError(sentence(words, size=size, most=most))
    if head.scans > MAX_SCANS:
        words = marked(
            "This JPEG is stored in more than {most} layers, which takes too long to open. Please send the "
            "photo as the camera took it."
        )
        raise BadPhotoError(sentence(words, most=MAX_SCANS))
    return width, height


def _opened_heif(data: bytes) -> Image:
    import pillow_heif  # noqa: PLC0415 # large, and seldom needed

    try:
        heif: Any = pillow_heif.open_heif(BytesIO(data), convert_hdr_to_8bit=True)
    except (ValueError, RuntimeError, EOFError, OSError, SyntaxError) as error:
        raise BadPhotoError(NOT_THIS_HEIC) from error
    try:
        image = np.asarray(heif.to_pillow().convert("RGB"), np.uint8)
    except (ValueError, RuntimeError, EOFError, OSError, SyntaxError) as error:
        raise BadPhotoError(BROKEN) from error
    return np.ascontiguousarray(image[..., ::-1])


def open_picture(data: bytes) -> Image:
    """Unpack a picture, upright as its camera says.

    Returns:
        (height, width, 3), uint8, blue, green, red.

    Raises:
        BadPhotoError: Anything ``check_picture`` refuses, a broken file, or one for which memory is short.
    """
    check_picture(data)
    try:
        image = _opened_heif(data) if is_heif(data) else _opened(data)
    except MemoryError as error:
        raise BadPhotoError(TOO_MUCH) from error
    return image


def _opened(data: bytes) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise BadPhotoError(TOO_MUCH if error.code == cv2.Error.StsNoMem else NOT_AN_IMAGE) from error
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


def read_picture(path: Path) -> Image:
    """Open a photograph, upright as its camera says.

    Raises:
        InputError: It cannot be read or is no usable picture.
    """
    data = read_file(path)
    try:
        return open_picture(data)
    except BadPhotoError as error:
        raise InputError(f"{path}: {error}") from error
