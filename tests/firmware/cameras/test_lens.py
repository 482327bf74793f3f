"""A camera whose lens bends: measured once by a command, taken out of its frames from then on."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cameras.lens import LENSES, StraightCamera, keep_lens, load_lenses
from firmware.ports import Frame
from firmware.store.quarantine import Aside
from vision.geometry.undistort import Lens, undistort

sys.path.insert(0, str(Path(__file__).parents[2] / "vision"))
from bent import SIZE_PX, chart_seen

LENS = Lens((640, 360), 400.0, (320.0, 180.0), (-0.2, 0.0))


class OneCamera:
    says = "a wide camera"

    def __init__(self):
        self.image = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)

    def take(self, timeout_s):
        return Frame(0, 0.0, self.image[::2, ::2], lambda: self.image)


@pytest.fixture(scope="module")
def charts(tmp_path_factory):
    """A folder of frames of a lens that bends, the chart moved before it."""
    folder = tmp_path_factory.mktemp("charts")
    for seed in range(16):
        cv2.imwrite(str(folder / f"{seed:02}.png"), chart_seen(-0.12, 0.6, seed))
    return folder


def test_the_command_measures_the_lens_of_a_camera_and_keeps_it(command, charts, tmp_path):
    ended = command("doctor", "--lens", "--camera", f"folder:{charts}", "--data", tmp_path)
    assert ended.status == 0
    assert "from the next play on" in ended.out
    [lens] = load_lenses(tmp_path).values()
    assert lens.size_px == SIZE_PX
    assert lens.bend[0] == pytest.approx(-0.12, abs=0.01)


def test_a_table_without_the_chart_measures_nothing(command, tmp_path):
    (tmp_path / "frames").mkdir()
    cv2.imwrite(str(tmp_path / "frames" / "1.png"), np.full((360, 640, 3), 120, np.uint8))
    ended = command("doctor", "--lens", "--camera", f"folder:{tmp_path / 'frames'}", "--data", tmp_path)
    assert ended.status == 1
    assert "seen 0 times, 12 are needed" in ended.err
    assert not (tmp_path / LENSES).exists()


def test_the_chart_is_printed_by_a_command(command, tmp_path):
    assert command("markers", "--chart", "--out", tmp_path / "chart.pdf").status == 0
    assert (tmp_path / "chart.pdf").read_bytes().startswith(b"%PDF")


def test_both_pictures_of_a_frame_are_straightened_for_the_camera_that_was_measured_alone(tmp_path):
    keep_lens(tmp_path, "another", LENS)
    keep_lens(tmp_path, "a wide camera", LENS)
    camera = OneCamera()
    frame = StraightCamera(camera, load_lenses(tmp_path)).take(1.0)
    assert np.array_equal(frame.full(), undistort(camera.image, LENS))
    assert np.array_equal(frame.small, undistort(camera.image[::2, ::2], LENS))
    assert not np.array_equal(frame.full(), camera.image)
    unknown = StraightCamera(camera, {"another": LENS}).take(1.0)
    assert np.array_equal(unknown.full(), camera.image)


def test_lenses_that_cannot_be_read_are_set_aside(tmp_path):
    (tmp_path / LENSES).write_text("{}")
    assert load_lenses(tmp_path, Aside(tmp_path)) == {}
    assert not (tmp_path / LENSES).exists()
