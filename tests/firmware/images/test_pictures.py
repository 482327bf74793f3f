from io import BytesIO

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image as Pillow

from firmware.images.pictures import MAX_SCANS, check_picture, open_picture, shrink
from firmware.store.files import MAX_BYTES
from scoring.referee.contracts.refusals import BadPhotoError
from tests.webui.bombs import jpeg_bomb


def packed(kind, *settings):
    image = np.random.default_rng(1).integers(0, 255, (37, 61, 3), np.uint8)
    return cv2.imencode(kind, image, list(settings))[1].tobytes()


def heic(width=61, height=37, **more):
    image = pillow_heif.from_bytes(mode="RGB", size=(width, height), data=bytes(width * height * 3))
    held = BytesIO()
    image.save(held, quality=40, **more)
    return held.getvalue()


def moving(kind):
    first, second = (Pillow.new("RGB", (61, 37), colour) for colour in ("red", "blue"))
    held = BytesIO()
    first.save(held, kind, save_all=True, append_images=[second])
    return held.getvalue()


def png_head(width, height):
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")


@pytest.mark.parametrize(
    "data",
    [
        packed(".jpg"),
        packed(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        packed(".png"),
        packed(".webp", cv2.IMWRITE_WEBP_QUALITY, 80),
        packed(".webp", cv2.IMWRITE_WEBP_QUALITY, 101),
        heic(),
    ],
    ids=["jpeg", "progressive jpeg", "png", "lossy webp", "lossless webp", "heic"],
)
def test_the_size_is_read_from_the_first_bytes(data):
    assert check_picture(data) == ((64, 64) if data[4:8] == b"ftyp" else (61, 37))
    assert open_picture(data).shape == (37, 61, 3)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"hello", "not a picture"),
        (b"GIF89a" + bytes(40), "not a picture"),
        (b"\xff\xd8" + b"\xff" * 5000, "not a picture"),
        (b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x00\x00\x00", "not a picture"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt " + bytes(40), "not a picture"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "not a picture"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(40), "send it as a JPEG: on an iPhone"),
        (heic()[:200], "send it as a JPEG"),
        (b"\x00\x00\x00\x18ftypavif" + bytes(40), "send it as a JPEG"),
        (png_head(10_000, 6_000), "60 megapixels"),
        (jpeg_bomb(MAX_SCANS + 1), "more than 64 layers"),
        (b"\xff\xd8" + b"\xff\xfe\0\2" * 5000 + packed(".jpg")[2:], "not a picture"),
        (packed(".jpg")[:-2] + b"\xff\xfe\0\2" * 5000, "more than 64 layers"),
        (moving("PNG"), "moves"),
        (moving("WEBP"), "moves"),
        (heic().replace(b"ftypheic", b"ftyphevc"), "moves"),
        (heic()[:24] + b"\0\0\0\x08moov" + heic()[24:], "moves"),
        (bytes(MAX_BYTES + 1), "MB"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data, says):
    with pytest.raises(BadPhotoError, match=says):
        check_picture(data)


def test_what_phones_send_besides_one_picture_is_no_hindrance():
    thumbnail = packed(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    held = b"\xff\xe1" + (2 + len(thumbnail)).to_bytes(2, "big") + thumbnail
    film = b"\0\0\0\x18ftypmp42" + b"\xff\xda\0\2" * 500
    for each in (packed(".jpg"), jpeg_bomb(MAX_SCANS, (61, 37))):
        assert open_picture(each[:2] + held * 40 + each[2:] + film).shape == (37, 61, 3)


def test_a_broken_file_with_a_good_start_is_refused():
    with pytest.raises(BadPhotoError, match="broken"):
        open_picture(png_head(61, 37) + bytes(40))


def test_a_large_picture_becomes_small_and_a_small_one_stays():
    large = cv2.imdecode(np.frombuffer(shrink(np.zeros((100, 400, 3), np.uint8), 200), np.uint8), 1)
    small = cv2.imdecode(np.frombuffer(shrink(np.zeros((10, 40, 3), np.uint8), 200), np.uint8), 1)
    assert large.shape[:2] == (50, 200)
    assert small.shape[:2] == (10, 40)


@pytest.mark.parametrize("turn", [1, 3, 6])
def test_a_heic_picture_is_upright_as_its_camera_says_and_keeps_its_colours(turn):
    exif = Pillow.Exif()
    exif[0x0112] = turn
    tall = Pillow.new("RGB", (60, 40), (200, 30, 30))
    tall.paste((30, 30, 200), (0, 0, 20, 40))
    held = {}
    for kind in ("HEIF", "JPEG"):
        pillow_heif.register_heif_opener()
        data = BytesIO()
        tall.save(data, kind, exif=exif.tobytes(), quality=95)
        held[kind] = open_picture(data.getvalue()).astype(int)
    assert held["HEIF"].shape == held["JPEG"].shape
    assert np.abs(held["HEIF"] - held["JPEG"]).mean() < 8


def test_a_heic_picture_with_a_broken_middle_is_refused():
    data = bytearray(heic(300, 200))
    data[-400:] = bytes(400)
    with pytest.raises(BadPhotoError):
        open_picture(bytes(data[: len(data) - 100]))
