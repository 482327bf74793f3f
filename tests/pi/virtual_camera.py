"""Our adapter on the real picamera2 and libcamera, over libcamera's virtual camera.

This runs inside the root that ``picamera2_root.sh`` builds, a claim at a time; ``test_picamera2.py`` asks.
"""

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator

from firmware.cameras.pi.device import PiDevice
from firmware.cameras.reconnection import ReturningCamera
from firmware.errors import CameraError

CAMERA = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
FRAMES = Path("/opt/frames")
SIZE = (2304, 1296)
COLOURS = {"red": (40, 40, 200), "green": (60, 170, 50), "blue": (190, 80, 40), "yellow": (60, 200, 220)}
"""A quarter of the picture each: top left, top right, bottom left, bottom right; blue, green, red."""


class VirtualPicamera2(Picamera2):
    """What is missing of a sensor in the virtual camera, which has no raw pictures to tell its modes by."""

    def _get_raw_modes(self):
        return [{"format": "NV12", "size": SIZE}]


def set_up_camera(width, height):
    """Make the virtual camera deliver pictures of this size; libcamera looks at this when it starts."""
    CAMERA.write_text(
        f'%YAML 1.1\n---\n"Table":\n  supported_formats:\n  - width: {width}\n    height: {height}\n'
        f'    frame_rates:\n    - 30\n  frames:\n    path: "{FRAMES}/"\n'
        '  location: "CameraLocationExternal"\n  model: "virtual"\n'
    )
    FRAMES.mkdir(exist_ok=True)
    quarters = np.array(list(COLOURS.values()), np.uint8).reshape(2, 2, 3)
    picture = cv2.resize(quarters, (width, height), interpolation=cv2.INTER_NEAREST)
    for number in range(3):
        cv2.imwrite(f"{FRAMES}/{number}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 100])


def open_virtual():
    camera = VirtualPicamera2(allocator=LibcameraAllocator(None))
    camera.allocator.camera = camera.camera
    return camera


def assert_quarters(image):
    """Compare with our colours, which lie 80 apart or more.

    The virtual camera hands a JPEG's full range of values on and calls it limited: contrast grows a little.
    """
    height, width = image.shape[:2]
    seen = [image[y, x] for y in (height // 4, 3 * height // 4) for x in (width // 4, 3 * width // 4)]
    np.testing.assert_allclose(seen, list(COLOURS.values()), atol=20)


def why_no_frame(camera):
    """Give what the camera says when it sends nothing; nothing while frames still come."""
    try:
        camera.take(0.1)
    except CameraError as error:
        return str(error)
    return ""


@pytest.fixture
def device():
    set_up_camera(*SIZE)
    device = PiDevice({}, open_virtual)
    yield device
    device.close()


def test_our_pictures_arrive_in_the_right_colours(device):
    frame = device.take(2)
    assert frame.full().shape == (1296, 2304, 3)
    assert frame.small.shape == (180, 320, 3)
    for image in (frame.full(), frame.small):
        assert_quarters(image)


def test_frames_are_numbered_and_timed_one_after_the_other(device):
    frames = [device.take(2) for _ in range(5)]
    for before, after in pairwise(frames):
        assert before.number < after.number
        assert before.at_s < after.at_s
    assert frames[0].number >= 0


def test_a_format_and_a_stream_that_were_refused_are_noticed(device):
    said = device.take(2).remarks
    assert any("NV12 instead of RGB888" in remark for remark in said)
    assert any("no small pictures" in remark for remark in said)
    assert device.take(2).remarks == ()


def test_another_size_is_noticed_and_read():
    set_up_camera(1280, 720)
    device = PiDevice({}, open_virtual)
    frame = device.take(2)
    assert frame.full().shape == (720, 1280, 3)
    assert "The camera sends 1280 x 720 pixels instead of 2304 x 1296." in frame.remarks
    device.close()


def test_a_size_too_small_for_tiles_is_refused():
    set_up_camera(320, 240)
    with pytest.raises(CameraError, match="sends 320 x 240, too few"):
        PiDevice({}, open_virtual)


def test_controls_it_does_not_have_are_said_and_never_set(device):
    assert device.hold() == tuple(
        f"This camera cannot lock its {it}." for it in ("exposure", "gain", "colours")
    )
    assert device.locked == {}
    assert device.take(2).full().any()


def test_a_control_that_is_refused_ends_in_a_sentence():
    set_up_camera(*SIZE)
    with pytest.raises(CameraError, match="ExposureTime is not advertised"):
        PiDevice({"ExposureTime": 10_000}, open_virtual)
    PiDevice({}, open_virtual).close()


def test_it_can_be_closed_and_opened_again(device):
    device.close()
    for _ in range(3):
        again = PiDevice({}, open_virtual)
        assert_quarters(again.take(2).full())
        again.close()


def test_a_camera_that_stops_sending_is_lost_and_found_again():
    set_up_camera(*SIZE)
    opened = []

    def open_device(locked):
        opened.append(open_virtual())
        return PiDevice(locked, lambda: opened[-1])

    camera = ReturningCamera(open_device)
    before = camera.take(2)
    opened[-1].camera.stop()
    while not (said := why_no_frame(camera)):
        pass
    assert said.startswith("The Pi camera ")
    after = camera.take(2)
    assert after.number > before.number
    assert_quarters(after.full())
    camera.close()
