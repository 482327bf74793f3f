"""The camera of the real program, checked on its page before any game."""

import urllib.request

import cv2
import numpy as np
import pytest

from firmware.evaluation.footprint import to_play
from tests.running import running


@pytest.fixture
def address(tmp_path):
    """The address of a dashboard over a folder of pictures of a small board."""
    image = np.full((360, 640, 3), 120, np.uint8)
    cv2.rectangle(image, (250, 120), (390, 240), (200, 220, 210), -1)
    (tmp_path / "pictures").mkdir()
    for number in range(20):
        cv2.imwrite(str(tmp_path / "pictures" / f"{number:02}.png"), image)
    with running(to_play("data", "folder:pictures"), tmp_path) as (_, address):
        yield address


def test_the_camera_is_looked_through_before_a_game(address):
    with urllib.request.urlopen(f"{address}/camera", timeout=20) as answer:
        page = answer.read().decode()
    assert "pictures in pictures, 640 " in page
    assert "The picture is sharp enough." in page
    with urllib.request.urlopen(f"{address}/camera/picture", timeout=20) as answer:
        picture = cv2.imdecode(np.frombuffer(answer.read(), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (360, 640, 3)
