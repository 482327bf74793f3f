"""Print sets as they are kept: how the tiles of one box look, as MessagePack, a JPEG for each print."""

from collections.abc import Iterable

import cv2
import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from scoring.documents.values import Document, Written
from vision.errors import PrintsError
from vision.image.jpeg import jpeg_scans, jpeg_size
from vision.reader import Image

PRINTS_FORMAT = "tablekeeper.prints/1"
JPEG = b"\xff\xd8\xff"
"""Every JPEG begins so."""


class KeptPrint(Struct, frozen=True):
    """What a print shows, in the words of its game, and its picture as JPEG."""

    face: str
    picture: bytes


class PrintSet(Struct, frozen=True, omit_defaults=True):
    """All prints of one box, and where that is not printed alike in all boxes, what was taught of it."""

    format: str
    game: str
    prints: tuple[KeptPrint, ...]
    box: Written | None = None


def load_print_set(data: bytes, game: str, most: int) -> tuple[KeptPrint, ...]:
    """Decode a print set of a game that may hold so many prints.

    Raises:
        PrintsError: The data is no print set of the game.
    """
    prints = _decoded(data)
    if prints.format != PRINTS_FORMAT or prints.game != game:
        raise PrintsError(
            f"Prints of the format {PRINTS_FORMAT} for {game} were expected, but these are "
            f"{prints.format} for {prints.game}."
        )
    if not prints.prints:
        raise PrintsError("This print set holds no prints; learn it again with 'tablekeeper learn'.")
    if len(prints.prints) > most:
        raise PrintsError("This print set holds more prints than can be learned of one box.")
    return prints.prints


def _decoded(data: bytes) -> PrintSet:
    try:
        return msgspec.msgpack.decode(data, type=PrintSet)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PrintsError(
            "This is not a print set, or it is damaged; learn it again with 'tablekeeper learn'."
        ) from error


def with_box(data: bytes, box: Document) -> bytes:
    """Give a print set with what was taught of its box.

    Raises:
        PrintsError: The data is no print set.
    """
    return msgspec.msgpack.encode(replace(_decoded(data), box=dict(box)))


def box_of(data: bytes) -> Written | None:
    """Give what was taught of the box of a print set; None where nothing was.

    Raises:
        PrintsError: The data is no print set.
    """
    return _decoded(data).box


def dump_print_set(game: str, prints: Iterable[tuple[str, Image]], quality: int) -> bytes:
    """Encode a print set of what each print shows and its picture, as JPEG of some quality."""
    how = [cv2.IMWRITE_JPEG_QUALITY, quality]
    kept = (KeptPrint(face, bytes(cv2.imencode(".jpg", image, how)[1])) for face, image in prints)
    return msgspec.msgpack.encode(PrintSet(PRINTS_FORMAT, game, tuple(kept)))


def unpacked(each: KeptPrint, size_px: tuple[int, int] | None) -> Image:
    """Unpack a print; its size is looked at first, since a small file may claim to be a vast picture.

    Args:
        each: The print.
        size_px: Its width and height; None where no face is called so.

    Raises:
        PrintsError: It is damaged.
    """
    is_jpeg = each.picture.startswith(JPEG) and jpeg_scans(each.picture) == 1
    is_print = size_px is not None and is_jpeg and jpeg_size(each.picture) == size_px
    image = cv2.imdecode(np.frombuffer(each.picture, np.uint8), cv2.IMREAD_COLOR) if is_print else None
    if image is None:
        raise PrintsError(f"The print of face {each.face} is damaged; learn the set again.")
    return np.asarray(image, np.uint8)
