"""Markers in drawn photographs of a table: found, and the plane through them as exact as tiles need it."""

import cv2
import numpy as np
import pytest

from vision.geometry.homography import project
from vision.geometry.markers import MARKERS, SIDE_MM, Plane, find_markers, fit_plane, marker_squares

SIZE_PX = (2304, 1296)
FOCAL_PX = 1750
PX_PER_MM = 2
TABLE_MM = (1100, 800)
CORNERS = ((70, 60), (1030, 75), (1040, 740), (55, 725))


def table(places=CORNERS, turns_deg=(3, -8, 95, 181)):
    """Draw a table from straight above, 2 pixels a millimetre, with a marker at each place."""
    image = np.full((TABLE_MM[1] * PX_PER_MM, TABLE_MM[0] * PX_PER_MM), 140, np.uint8)
    for number, (place, turn_deg) in enumerate(zip(places, turns_deg, strict=True)):
        squares = np.where(np.pad(marker_squares(number), 1), 20, 235).astype(np.uint8)
        card = cv2.resize(squares, None, fx=40, fy=40, interpolation=cv2.INTER_NEAREST)
        scale = SIDE_MM * PX_PER_MM / 240
        lay = cv2.getRotationMatrix2D((159.5, 159.5), -turn_deg, scale)
        lay[:, 2] += np.array(place) * PX_PER_MM - 159.5
        cv2.warpAffine(card, lay, image.shape[::-1], image, borderMode=cv2.BORDER_TRANSPARENT)
    return image


def camera(tilt_deg, spin_deg=0.0, height_mm=1400.0):
    """Millimetres on the table to pixels, seen from a mast that is tilted and spun over its middle."""
    tilt, spin = np.deg2rad([tilt_deg, spin_deg])
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    about = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    inner = np.array([[FOCAL_PX, 0, SIZE_PX[0] / 2], [0, FOCAL_PX, SIZE_PX[1] / 2], [0, 0, 1]])
    pose = np.column_stack([(turn @ about)[:, :2], [0, 0, height_mm]])
    return inner @ pose @ np.array([[1, 0, -TABLE_MM[0] / 2], [0, 1, -TABLE_MM[1] / 2], [0, 0, 1]])


def photograph(to_px, *, blur_px=0.6, noise=3.0, seed=1, **drawn):
    to_image = to_px @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1])
    seen = cv2.warpPerspective(table(**drawn), to_image, SIZE_PX, flags=cv2.INTER_AREA, borderValue=140)
    seen = cv2.GaussianBlur(seen, (0, 0), blur_px).astype(np.float64)
    seen += np.random.default_rng(seed).normal(0, noise, seen.shape)
    return cv2.cvtColor(np.clip(seen, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def tile_sides(homography, to_px):
    """How long 45 mm sides come out, in mm, all over the table and in both directions."""
    at = np.stack(np.meshgrid(np.linspace(80, 970, 6), np.linspace(80, 670, 5)), axis=-1).reshape(-1, 2)
    back = np.linalg.inv(homography) @ to_px
    start = project(back, at)
    return np.concatenate(
        [np.linalg.norm(project(back, at + step) - start, axis=1) for step in ([45, 0], [0, 45])]
    )


def right_angles(homography, to_px):
    """How far from a right angle the table's corner comes out in its middle, in degrees."""
    back = np.linalg.inv(homography) @ to_px
    o, x, y = project(back, np.array([[550.0, 400], [600, 400], [550, 450]]))
    return abs(90 - np.rad2deg(np.arccos((x - o) @ (y - o) / np.linalg.norm(x - o) / np.linalg.norm(y - o))))


@pytest.mark.parametrize(("tilt_deg", "spin_deg"), [(0, 0), (0, 90), (12, 5), (20, 200), (30, -20)])
def test_the_plane_is_found_from_four_markers_however_the_mast_leans(tilt_deg, spin_deg):
    to_px = camera(tilt_deg, spin_deg, 1500 if abs(spin_deg) < 45 else 1900)
    markers = find_markers(photograph(to_px))
    assert sorted(markers) == [0, 1, 2, 3]
    plane = fit_plane(markers)
    np.testing.assert_allclose(tile_sides(plane.homography, to_px), 45, rtol=0.005)
    assert right_angles(plane.homography, to_px) < 0.6


@pytest.mark.parametrize(("blur_px", "noise", "most"), [(0.4, 1.5, 0.004), (0.8, 4, 0.005), (1.5, 8, 0.008)])
def test_blur_and_noise_cost_little(blur_px, noise, most):
    to_px = camera(10, 15)
    errors = []
    for seed in range(3):
        plane = fit_plane(find_markers(photograph(to_px, blur_px=blur_px, noise=noise, seed=seed)))
        errors.append(np.abs(tile_sides(plane.homography, to_px) / 45 - 1).max())
    assert max(errors) < most


@pytest.mark.parametrize("hidden", [(0,), (2,), (0, 1), (1, 3), (2, 3)])
def test_one_or_two_hidden_markers_can_be_done_without(hidden):
    to_px = camera(12, 5)
    image = photograph(to_px)
    for number in hidden:
        x, y = project(to_px, np.array([CORNERS[number]], float))[0]
        cv2.circle(image, (int(x) + 30, int(y)), 45, (120, 150, 200), -1)
    markers = find_markers(image)
    assert sorted(markers) == [number for number in range(4) if number not in hidden]
    plane = fit_plane(markers)
    shown = tile_sides(plane.homography, to_px)
    np.testing.assert_allclose(shown, 45, rtol=0.005 if len(hidden) == 1 else 0.02)


def test_the_origin_lies_between_the_markers_and_x_runs_right():
    markers = find_markers(photograph(camera(15, 130, 1900)))
    plane = fit_plane(markers)
    origin, right, below = project(plane.homography, np.array([[0, 0], [10, 0], [0.0, 10]]))
    np.testing.assert_allclose(origin, np.mean(list(markers.values()), axis=(0, 1)), atol=1e-6)
    assert right[0] > origin[0]
    assert right[1] == pytest.approx(origin[1], abs=1e-6)
    assert below[1] > origin[1]


def test_the_places_of_the_markers_come_out_in_millimetres():
    plane = fit_plane(find_markers(photograph(camera(15, 5))))
    centres = np.stack([plane.corners_mm[number].mean(axis=0) for number in range(4)])
    apart, ought = (
        np.linalg.norm(at - np.roll(at, -1, axis=0), axis=1) for at in (centres, np.array(CORNERS))
    )
    np.testing.assert_allclose(apart, ought, rtol=0.01)
    for corners in plane.corners_mm.values():
        np.testing.assert_allclose(
            np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1), 50, rtol=0.02
        )


def test_markers_on_a_wall_and_a_table_are_not_one_plane():
    markers = find_markers(photograph(camera(0)))
    middle = markers[2].mean(axis=0)
    markers[2] = middle + (markers[2] - middle) * [1, 0.4]
    markers[1] = markers[1].mean(axis=0) + (markers[1] - markers[1].mean(axis=0)) * [0.4, 1]
    assert fit_plane(markers) is None


def test_one_marker_is_too_few_and_a_bare_table_has_none():
    bare = np.full((1296, 2304, 3), 120, np.uint8)
    assert find_markers(bare) == {}
    markers = find_markers(photograph(camera(5)))
    only = {2: markers[2]}
    assert fit_plane(only) is None


def test_a_marker_seen_twice_is_nowhere_for_sure():
    image = photograph(camera(0))
    image[600:760, 900:1060] = cv2.resize(
        np.repeat(np.where(np.pad(marker_squares(1), 1), 20, 235).astype(np.uint8)[..., None], 3, 2),
        (160, 160),
        interpolation=0,
    )
    assert sorted(find_markers(image)) == [0, 2, 3]


def test_every_marker_is_a_square_pattern_of_its_own_with_a_black_rim():
    squares = [marker_squares(number) for number in range(len(MARKERS))]
    assert len({square.tobytes() for square in squares}) == 4
    for square in squares:
        assert square.shape == (6, 6)
        assert square[0].all()
        assert square[:, -1].all()
        assert not square.all()


@pytest.mark.parametrize("seed", range(4))
def test_exact_corners_give_the_exact_plane_from_anywhere(seed):
    chance = np.random.default_rng(seed)
    for _ in range(25):
        to_px = camera(chance.uniform(0, 40), chance.uniform(0, 360), 1900)
        count = int(chance.integers(2, 5))
        turns = np.deg2rad(chance.uniform(0, 360, count))
        places = chance.permutation(np.array(CORNERS, float))[:count]
        square = SIDE_MM * np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
        markers = {}
        for number, (place, turn) in enumerate(zip(places, turns, strict=True)):
            cos, sin = np.cos(turn), np.sin(turn)
            markers[number] = project(to_px, square @ np.array([[cos, sin], [-sin, cos]]) + place)
        plane = fit_plane(markers)
        assert isinstance(plane, Plane)
        np.testing.assert_allclose(tile_sides(plane.homography, to_px), 45, rtol=1e-4)
