"""The mast: high enough to see the whole play area, and honest about how small tiles get."""

import math
from pathlib import Path

import pytest

from hardware.mast import (
    AREAS_MM,
    MARGIN_MM,
    MODULES,
    READABLE_PX,
    TILE_MM,
    CameraModule,
    mast_table,
    plan_mast,
)
from hardware.pins import OUR_PINS

SQUARE = CameraModule("test", (90.0, 90.0), (1000, 1000))


def test_a_right_angle_sees_twice_its_height():
    mast = plan_mast(SQUARE, (960, 500))
    assert mast.height_mm == pytest.approx(960 / 2 + MARGIN_MM)
    assert mast.tile_px == pytest.approx(1000 * TILE_MM / (960 + 2 * MARGIN_MM))


def test_the_corner_is_seen_at_its_true_slant():
    mast = plan_mast(SQUARE, (600, 800))
    assert math.tan(math.radians(mast.lean_deg)) == pytest.approx(500 / mast.height_mm)


@pytest.mark.parametrize("camera", MODULES, ids=lambda camera: camera.name)
@pytest.mark.parametrize("area", AREAS_MM)
def test_the_whole_area_is_seen_and_hardly_more_than_needed(camera, area):
    mast = plan_mast(camera, area)
    seen = [2 * mast.height_mm * math.tan(math.radians(angle / 2)) for angle in camera.view_deg]
    spare = [view - side - 2 * MARGIN_MM for view, side in zip(seen, area, strict=True)]
    assert min(spare) == pytest.approx(0, abs=1e-6)
    assert (
        mast.tile_px
        <= TILE_MM * min(size / view for size, view in zip(camera.size_px, seen, strict=True)) + 1e-9
    )


def test_the_frame_of_module_2_is_cut_from_its_whole_view():
    cut, whole = MODULES[:2]
    assert cut.view_deg[0] == whole.view_deg[0]
    ratio = math.tan(math.radians(cut.view_deg[1] / 2)) / math.tan(math.radians(cut.view_deg[0] / 2))
    assert ratio == pytest.approx(9 / 16, abs=0.001)


def test_what_is_too_small_to_read_is_said():
    table = mast_table()
    small = [plan_mast(camera, area) for camera in MODULES for area in AREAS_MM]
    small = [mast for mast in small if mast.tile_px < READABLE_PX]
    assert small
    assert table.count("too small") == len(small)


def test_the_table_in_git_is_what_the_generator_gives():
    kept = Path(OUR_PINS.parent / "mast.md").read_text()
    assert kept == mast_table(), "write it anew: python -m hardware.mast > hardware/mast.md"
