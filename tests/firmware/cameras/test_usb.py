"""A camera on USB, over a stand-in for OpenCV's capture; and cameras that vanish and come back."""

import threading
from contextlib import closing

import cv2
import numpy as np
import pytest

from firmware.cameras import usb
from firmware.cameras.reconnection import LOOK_S, RETRY_S, FirstFound, ReturningCamera
from firmware.cameras.usb import MODES, VALUES, UsbDevice
from firmware.errors import CameraError

ALL = {*VALUES.values(), *(code for code, _ in MODES.values())}


class Capture:
    """A webcam: it keeps what it is set to, as far as it knows the property."""

    def __init__(self, size=(1920, 1080), knows=ALL):
        self.knows, self.plugged, self.released = knows, True, threading.Event()
        self.values = dict.fromkeys(VALUES.values(), 50.0)
        self.image = np.full((*size[::-1], 3), (10, 20, 200), np.uint8)

    def read(self):
        return (True, self.image.copy()) if self.plugged else (False, None)

    def set(self, code, value):
        if code in self.knows:
            self.values[code] = value
        return code in self.knows

    def get(self, code):
        return self.values.get(code, 0.0) if code in self.knows else -1.0

    def release(self):
        self.released.set()


def device(capture, locked=None):
    return UsbDevice(0, locked or {}, lambda: 7.5, lambda number: capture)


def test_a_frame_is_as_the_camera_sent_it():
    frame = device(Capture()).take(1)
    assert (frame.number, frame.at_s, frame.remarks) == (0, 7.5, ())
    assert (frame.full().shape, frame.small.shape) == ((1080, 1920, 3), (180, 320, 3))
    assert tuple(frame.full()[5, 5]) == (10, 20, 200)


def test_until_it_is_held_it_sees_to_its_light_by_itself():
    capture = Capture()
    device(capture)
    assert (capture.get(cv2.CAP_PROP_AUTO_EXPOSURE), capture.get(cv2.CAP_PROP_AUTOFOCUS)) == (3, 1)


def test_holding_sets_everything_by_hand_to_what_it_is():
    capture = Capture()
    capture.values[cv2.CAP_PROP_EXPOSURE] = 157.0
    held = device(capture)
    assert held.hold() == ()
    assert capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1
    assert (capture.get(cv2.CAP_PROP_AUTO_WB), capture.get(cv2.CAP_PROP_AUTOFOCUS)) == (0, 0)
    assert held.locked == {"exposure": 157, "gain": 50, "colours": 50, "focus": 50}


@pytest.mark.parametrize("what", VALUES)
def test_what_a_driver_does_not_take_is_said(what):
    held = device(Capture(knows=ALL - {VALUES[what]}))
    assert held.hold() == (f"This camera cannot lock its {what}.",)
    assert what not in held.locked


def test_a_driver_that_takes_a_value_and_keeps_another_is_found_out():
    capture = Capture()
    capture.get = lambda code: 3.0 if code == cv2.CAP_PROP_AUTO_EXPOSURE else capture.values.get(code)
    assert device(capture).hold() == ("This camera cannot lock its exposure.",)


def test_another_size_is_said_once_and_too_small_a_one_refused():
    small = device(Capture(size=(1280, 720)))
    assert small.take(1).remarks == ("USB camera 0 at 1280 x 720 pixels instead of 1920 x 1080.",)
    assert small.take(1).remarks == ()
    tiny = Capture(size=(352, 288))
    with pytest.raises(CameraError, match="sends 352 x 288 pixels, too few"):
        device(tiny)
    assert tiny.released.wait(5)


def test_a_driver_that_hangs_is_not_waited_for(monkeypatch):
    capture, cable = Capture(), threading.Event()
    hung = device(capture)
    monkeypatch.setattr(usb, "PATIENCE_S", 0.01)
    capture.read = lambda: (cable.wait(30), None)
    with pytest.raises(CameraError, match="sends no pictures"):
        hung.take(0.01)
    hung.close()
    assert not capture.released.is_set(), "it cannot be let go while its driver hangs"
    cable.set()
    assert capture.released.wait(5)


def test_a_camera_that_is_unplugged_and_plugged_in_again_goes_on():
    captures, waits = [Capture(), Capture(), Capture()], []
    captures[1].plugged = False
    left = iter(captures)
    camera = ReturningCamera(lambda locked: device(next(left), locked), waits.append)
    captures[0].values[cv2.CAP_PROP_EXPOSURE] = 99.0
    camera.hold()
    assert [camera.take(1).number for _ in range(3)] == [0, 1, 2]
    captures[0].plugged = False
    for _ in range(2):
        with pytest.raises(CameraError, match="check its cable and plug it in again"):
            camera.take(1)
    assert waits == [RETRY_S], "a camera that is still gone is not asked for without a pause"
    assert camera.take(1).number == 3
    assert captures[2].get(cv2.CAP_PROP_EXPOSURE) == 99
    assert captures[0].released.wait(5)


def test_a_number_without_a_camera_is_a_sentence():
    with pytest.raises(CameraError, match="There is no USB camera 97"):
        usb.open_capture(97)


class Plugs:
    """Cameras of two kinds that are plugged in and out, and what they were opened with."""

    def __init__(self, *there):
        self.there, self.now_s, self.opened = set(there), 0.0, []

    def find(self):
        openers = [(kind, lambda locked, which=kind: self.open(which, locked)) for kind in ("pi", "usb")]
        return ReturningCamera(
            FirstFound(openers, lambda: self.now_s, fixed="pi"), lambda _: None, is_there=False
        )

    def open(self, kind, locked):
        self.opened.append((kind, dict(locked)))
        if kind not in self.there:
            raise CameraError(f"There is no {kind}.")
        return device(Capture(), locked)


@pytest.mark.parametrize(("there", "taken"), [(("pi", "usb"), ["pi"]), (("usb",), ["pi", "usb"])])
def test_the_pis_own_camera_is_taken_first_and_then_one_on_usb(there, taken):
    plugs = Plugs(*there)
    with closing(plugs.find()) as camera:
        assert camera.take(1).number == 0
    assert [kind for kind, _ in plugs.opened] == taken


def test_a_camera_that_is_plugged_in_later_is_found_without_looking_for_it_all_the_time():
    plugs = Plugs()
    camera = plugs.find()
    assert camera.says == ""
    for _ in range(100):
        with pytest.raises(CameraError, match="No camera is there"):
            camera.take(0)
    assert len(plugs.opened) == 2
    plugs.there, plugs.now_s = {"usb"}, LOOK_S + 0.1
    with closing(camera):
        assert camera.take(1).number == 0
        assert "1920 x 1080" in camera.says
    assert [kind for kind, _ in plugs.opened] == ["pi", "usb", "usb"], "the Pi's own is never plugged in"


def test_a_camera_of_another_kind_gets_no_locks_of_the_one_before():
    plugs = Plugs("pi")
    with closing(plugs.find()) as camera:
        camera.hold()
        plugs.there = {"usb"}
        camera.close()
        camera.take(1)
        assert plugs.opened[-1] == ("usb", {})
