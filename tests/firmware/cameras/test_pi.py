"""The Pi's camera on a stand-in for picamera2; tests/pi has the real one, which lacks what can be locked."""

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from firmware.cameras.pi.device import SETTLING_FRAMES, PiDevice
from firmware.cameras.pi.exposure_locks import choose_locks
from firmware.cameras.pi.streams import TO_BGR, to_bgr, widest_mode
from firmware.cameras.reconnection import ReturningCamera
from firmware.errors import CameraError
from tests.some import some

CONTROLS = (
    *("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition"),
    "FrameDurationLimits",
)
METADATA = {
    "ExposureTime": 20_000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.8, 1.5),
    "LensPosition": 1.2,
}
LOCKED = METADATA | {"AeEnable": False, "AwbEnable": False, "AfMode": 0}
MODES = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]
BLUE = (200, 60, 30)


class ColourSpace:
    """Stands in for libcamera's."""

    @staticmethod
    def Smpte170m():  # noqa: N802 # libcamera's name
        return ColourSpace()


class Request:
    """A frame: its number, what it was taken with, and pictures that are all one blue."""

    def __init__(self, camera):
        self.camera, self.request = camera, SimpleNamespace(sequence=camera.sequence)
        now = camera.coming.pop() if camera.coming else {}
        self.metadata = camera.metadata | now | {"SensorTimestamp": camera.sequence * 33_000_000}

    def get_metadata(self):
        return dict(self.metadata)

    def make_array(self, name):
        stream = self.camera.config[name]
        width, height = stream["size"]
        if stream["format"] == "RGB888":
            return np.full((height, width, 3), BLUE, np.uint8)
        stored = np.full((height * 3 // 2, width + 64), 128, np.uint8)
        stored[:height] = 90
        return stored

    def release(self):
        self.camera.out -= 1


class Picamera2:
    """Behaves as picamera2 does, as far as our adapter can tell; ``desk`` is what a test may change."""

    desk = SimpleNamespace()

    @classmethod
    def global_camera_info(cls):
        return cls.desk.cameras

    def __init__(self, number=0):
        if self.desk.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number, self.metadata, self.out = number, dict(self.desk.metadata), 0
        self.sequence, self.set, self.started, self.coming = 0, {}, False, []
        self.camera_controls = dict.fromkeys(self.desk.controls, (0, 1, 0))
        self.camera_properties = {"Model": "imx708", "ColorFilterArrangement": 0}
        self.sensor_modes = MODES
        self.desk.busy = True
        self.desk.opened.append(self)

    def create_video_configuration(self, **asked):
        return {"colour_space": ColourSpace(), **asked}

    def configure(self, config):
        unknown = set(config["controls"]) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.config = config | {
            name: config[name] and config[name] | self.desk.adjusts.get(name, {})
            for name in ("main", "lores")
        }
        self.metadata |= {name: value for name, value in config["controls"].items() if name in METADATA}

    def camera_configuration(self):
        return self.config

    def start(self):
        self.started = self.has_thread = True

    def capture_request(self, wait=None, flush=None):
        assert wait is False
        self.flushed = flush
        return "job"

    def wait(self, job, timeout):
        assert self.out < self.config["buffer_count"], "every buffer is out"
        if self.desk.silent:
            raise TimeoutError
        self.out += 1
        self.sequence += 1
        return Request(self)

    def set_controls(self, controls):
        assert set(controls) <= set(self.camera_controls)
        self.set |= controls

    def cancel_all_and_flush(self):
        self.desk.cancelled += 1

    def stop_preview(self):
        assert self.started, "No preview specified."
        self.has_thread = False

    def stop(self):
        assert not (self.started and self.has_thread), "this would wait for a thread that may be dead"
        self.started = False

    def close(self):
        self.desk.busy = False


@pytest.fixture
def desk(monkeypatch):
    """What is plugged in: two cameras, of which the first is on USB."""
    desk = Picamera2.desk = SimpleNamespace(
        cameras=[{"Id": "/base/soc/usb@7e980000"}, {"Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}],
        controls=CONTROLS,
        metadata=METADATA,
        adjusts={},
        opened=[],
        busy=False,
        silent=False,
        cancelled=0,
    )
    module = ModuleType("picamera2")
    module.Picamera2 = Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return desk


def settle(device):
    return [device.take(1) for _ in range(SETTLING_FRAMES)]


def test_the_camera_on_the_pis_own_connector_is_taken(desk):
    device = PiDevice({})
    assert desk.opened[0].number == 1
    assert device.says == "Pi camera imx708 at 2304 x 1296"
    desk.cameras = desk.cameras[:1]
    with pytest.raises(CameraError, match="No Pi camera was found"):
        PiDevice({})


def test_a_frame_has_a_large_and_a_small_picture_in_blue_green_red(desk):
    frame = PiDevice({}).take(1)
    assert frame.full().shape == (1296, 2304, 3)
    assert tuple(frame.full()[0, 0]) == BLUE
    assert frame.small.shape == (180, 320, 3), "the padding of its rows is gone"
    assert frame.remarks == ()


def test_every_request_goes_back_to_the_camera(desk):
    device = PiDevice({})
    numbers = [device.take(1).number for _ in range(20)]
    assert numbers == list(range(20))
    device.close()
    assert desk.opened[0].out == 0


def test_before_anything_is_locked_it_finds_focus_by_itself_and_watches_no_faster_than_hands_move(desk):
    PiDevice({})
    assert desk.opened[0].config["controls"] == {"AfMode": 2, "FrameDurationLimits": (83_333, 100_000)}


def test_holding_locks_what_the_last_frame_was_taken_with(desk):
    device = PiDevice({})
    assert device.hold() == ()
    assert desk.opened[0].flushed is True, "a frame from before the call does not count"
    assert desk.opened[0].set == LOCKED
    assert device.locked == LOCKED


@pytest.mark.parametrize("searching", [{"AeState": 1}, {"AfState": 1}, {"AeLocked": False}])
def test_nothing_is_locked_before_it_is_found(desk, searching):
    device = PiDevice({})
    camera = desk.opened[0]
    camera.coming = [{"ExposureTime": 90_000} | searching] * 5
    device.hold()
    assert camera.set["ExposureTime"] == METADATA["ExposureTime"]


def test_a_camera_that_never_finds_its_focus_is_locked_in_the_end(desk):
    desk.metadata = METADATA | {"AfState": 1}
    device = PiDevice({})
    assert device.hold() == ()
    assert device.locked == LOCKED


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (("ExposureTime",), ("This camera cannot lock its exposure.",)),
        (("AnalogueGain",), ("This camera cannot lock its gain.",)),
        (("ColourGains", "AwbEnable"), ("This camera cannot lock its colours.",)),
        (("AfMode", "LensPosition"), ()),
        (("LensPosition",), ("This camera cannot lock its focus.",)),
    ],
)
def test_what_a_camera_does_not_have_is_said_and_left_alone(desk, missing, said):
    desk.controls = [name for name in CONTROLS if name not in missing]
    device = PiDevice({})
    assert device.hold() == said
    assert not set(device.locked) & set(missing)


def test_a_value_the_frame_does_not_tell_is_not_locked():
    assert choose_locks(dict.fromkeys(CONTROLS), METADATA | {"ColourGains": None})[1] == ("colours",)


def test_a_lock_that_does_not_hold_is_said_once_and_set_again(desk):
    device = PiDevice({})
    device.hold()
    camera = desk.opened[0]
    assert not any(frame.remarks for frame in some(settle(device))), "controls take some frames to arrive"
    camera.set.clear()
    camera.metadata["ColourGains"] = (1.2, 2.4)
    assert device.take(1).remarks == (
        "The camera changed its colours although it was locked; it is set again.",
    )
    assert camera.set == LOCKED
    assert device.take(1).remarks == ()


def test_the_sensors_own_steps_are_no_deviation(desk):
    device = PiDevice({})
    device.hold()
    settle(device)
    desk.opened[0].metadata |= {"ExposureTime": 19_985, "AnalogueGain": 2.02, "LensPosition": 1.21}
    assert device.take(1).remarks == ()


def test_a_camera_that_was_lost_comes_back_with_the_same_locks(desk):
    camera = ReturningCamera(PiDevice)
    camera.hold()
    before = camera.take(1)
    desk.silent = True
    with pytest.raises(CameraError, match="sends no pictures; check its cable"):
        camera.take(1)
    desk.silent = False
    desk.metadata = METADATA | {"ExposureTime": 5_000}
    after = camera.take(1)
    assert after.number > before.number
    assert desk.cancelled == 1
    assert desk.opened[-1].config["controls"].items() >= LOCKED.items()
    assert len(desk.opened) == 2


def test_a_format_that_cannot_be_read_is_refused_and_the_camera_let_go(desk):
    desk.adjusts = {"main": {"format": "SRGGB10"}}
    with pytest.raises(CameraError, match="asked for RGB888 pictures and sends SRGGB10"):
        PiDevice({})
    assert not desk.busy


def test_too_few_pixels_are_refused(desk):
    desk.adjusts = {"main": {"size": (480, 270)}}
    with pytest.raises(CameraError, match="sends 480 x 270, too few"):
        PiDevice({})


def test_another_size_and_no_small_stream_are_said_and_lived_with(desk):
    desk.adjusts = {"main": {"size": (1640, 922)}, "lores": {"size": (640, 360)}}
    frame = PiDevice({}).take(1)
    assert len(frame.remarks) == 2
    assert frame.small.shape == (180, 320, 3)
    assert frame.full().shape == (922, 1640, 3)


def test_a_camera_another_program_uses_is_a_sentence(desk):
    desk.busy = True
    with pytest.raises(CameraError, match="no other program uses it"):
        PiDevice({})


def test_without_picamera2_its_command_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        PiDevice({})


def test_the_sensor_is_read_out_whole_with_few_pixels_but_enough(desk):
    assert widest_mode(MODES) == {"output_size": (2304, 1296), "bit_depth": 10}
    module_2 = [
        {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)},
        {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
        {"size": (3280, 2464), "bit_depth": 8, "crop_limits": (0, 0, 3280, 2464)},
        {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    ]
    assert widest_mode(module_2) == {"output_size": (3280, 2464), "bit_depth": 10}
    PiDevice({})
    assert desk.opened[0].config["sensor"] == widest_mode(MODES)


def stored_red(form):
    """Give a red picture, 8 by 4, as libcamera stores it in a format."""
    y, u, v = 82, 90, 240  # BT.601, limited range, of (255, 0, 0)
    if form in ("RGB888", "BGR888", "MJPEG"):
        return np.full((4, 8, 3), (0, 0, 255) if form == "RGB888" else (255, 0, 0), np.uint8)
    if form in ("XRGB8888", "XBGR8888"):
        return np.full((4, 8, 4), (0, 0, 255, 0) if form == "XRGB8888" else (255, 0, 0, 0), np.uint8)
    if form == "YUYV":
        return np.tile(np.array([[y, u], [y, v]], np.uint8), (4, 4, 1))
    chroma = {
        "NV12": [u, v] * 8,
        "NV21": [v, u] * 8,
        "YUV420": [u] * 8 + [v] * 8,
        "YVU420": [v] * 8 + [u] * 8,
    }
    return np.array([y] * 32 + chroma[form], np.uint8).reshape(6, 8)


@pytest.mark.parametrize("form", TO_BGR)
def test_red_is_red_in_every_format(form):
    image = to_bgr(stored_red(form), form, (6, 4))
    assert image.shape == (4, 6, 3)
    np.testing.assert_allclose(image.reshape(-1, 3), np.tile((0, 0, 255), (24, 1)), atol=6)
