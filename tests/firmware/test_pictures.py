import cv2
import numpy as np
import pytest

from firmware.pictures import MAX_BYTES, check_picture, open_picture, shrink
from webui.desk import BadPhotoError


def packed(kind, *settings):
    image = np.random.default_rng(1).integers(0, 255, (37, 61, 3), np.uint8)
    return cv2.imencode(kind, image, list(settings))[1].tobytes()


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
    ],
    ids=["jpeg", "progressive jpeg", "png", "lossy webp", "lossless webp"],
)
def test_the_size_is_read_from_the_first_bytes(data):
    assert check_picture(data) == (61, 37)
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
        (b"\x00\x00\x00\x18ftypheic" + bytes(40), "HEIC"),
        (png_head(10_000, 6_000), "60 megapixels"),
        (bytes(MAX_BYTES + 1), "MB"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data, says):
    with pytest.raises(BadPhotoError, match=says):
        check_picture(data)


def test_a_broken_file_with_a_good_start_is_refused():
    with pytest.raises(BadPhotoError, match="broken"):
        open_picture(png_head(61, 37) + bytes(40))


def test_a_large_picture_becomes_small_and_a_small_one_stays():
    large = cv2.imdecode(np.frombuffer(shrink(np.zeros((100, 400, 3), np.uint8), 200), np.uint8), 1)
    small = cv2.imdecode(np.frombuffer(shrink(np.zeros((10, 40, 3), np.uint8), 200), np.uint8), 1)
    assert large.shape[:2] == (50, 200)
    assert small.shape[:2] == (10, 40)
