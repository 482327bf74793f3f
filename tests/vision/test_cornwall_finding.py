"""A land found again from what places of a photograph tell of the fields they lie on, no net asked."""

import numpy as np
import pytest

from scoring.games.cornwall.land.hexes import PITCH_MM, middle_mm
from tests.some import some
from vision.games.cornwall.locate.hex_net import NET
from vision.games.cornwall.locate.search import land_of
from vision.games.cornwall.locate.view import cell_at, hex_px
from vision.games.cornwall.photograph import _given
from vision.games.cornwall.training.tables import grow
from vision.geometry.homography import project
from vision.nets.outline_net import STRIDE_PX, Glance

SIZE_PX = (960, 640)


def _lattice(turn_deg, tilt=0.0, pitch_px=NET.usual_px):
    scale = pitch_px / PITCH_MM
    cos, sin = np.cos(np.deg2rad(turn_deg)) * scale, np.sin(np.deg2rad(turn_deg)) * scale
    return np.array([[cos, -sin, SIZE_PX[0] / 2], [sin, cos, SIZE_PX[1] / 2], [tilt, tilt / 3, 1.0]])


def _glance(cells, lattice, chance, noise=0.0):
    """Tell of every place what is true there, as the net does."""
    columns, rows = SIZE_PX[0] // STRIDE_PX, SIZE_PX[1] // STRIDE_PX
    told = np.zeros((8, rows, columns))
    told[0] = -5
    half = PITCH_MM / 2
    for row, column in np.ndindex(rows, columns):
        at = np.array([(column + 0.5) * STRIDE_PX, (row + 0.5) * STRIDE_PX])
        cell = cell_at(project(np.linalg.inv(lattice), at[None])[0].tolist())
        if cell not in cells:
            continue
        x, y = middle_mm(cell)
        steps = np.array([(x, y), (x - half, y), (x + half, y), (x, y - half), (x, y + half)])
        seen = project(lattice, steps) @ (1, 1j)
        east, south = seen[2] - seen[1], seen[4] - seen[3]
        straight, mirrored = (east - 1j * south) / 2, (east + 1j * south) / 2
        pitch = abs(straight)
        off = (seen[0] - complex(*at)) / pitch + complex(*chance.normal(0, noise, 2))
        sixth, shear = (straight / pitch) ** 6, straight * mirrored / pitch**2
        told[:, row, column] = (
            3.0, off.real, off.imag, np.log2(pitch / NET.usual_px) + chance.normal(0, noise / 2),
            sixth.real, sixth.imag, shear.real, shear.imag,
        )  # fmt: skip
    return Glance(1.0, told)


def _land(seed, turn_deg, tilt=0.0, noise=0.0):
    chance = np.random.default_rng(seed)
    cells = {cell for tile in grow(9, chance) for cell in tile}
    lattice = _lattice(turn_deg, tilt)
    return cells, lattice, land_of(NET.find([_glance(cells, lattice, chance, noise)]))


@pytest.mark.parametrize("turn_deg", [0, 13, 29, 31, 48, 77, 180])
def test_every_field_is_found_in_its_place_however_the_land_is_turned(turn_deg):
    cells, lattice, land = _land(turn_deg, turn_deg)
    assert land is not None
    assert len(land.spots) == len(cells)
    true = project(lattice, np.array([middle_mm(cell) for cell in sorted(cells)]))
    found = project(land.lattice, np.array([middle_mm(cell) for cell in sorted(land.spots)]))
    away = np.linalg.norm(true[:, None] - found[None], axis=2).min(axis=1)
    assert away.max() < 1.5


def test_a_tilted_camera_and_places_that_stray_are_allowed_for():
    cells, lattice, land = _land(4, 20, tilt=6e-4, noise=0.08)
    assert land is not None
    assert len(land.spots) >= 0.95 * len(cells)
    true = project(lattice, np.array([middle_mm(cell) for cell in sorted(cells)]))
    found = project(land.lattice, np.array([middle_mm(cell) for cell in sorted(land.spots)]))
    assert np.median(np.linalg.norm(true[:, None] - found[None], axis=2).min(axis=1)) < 2.0


def test_fields_far_from_the_land_are_not_of_it():
    chance = np.random.default_rng(1)
    lattice = _lattice(10)
    near, far = {(0, 0), (1, 0), (0, 1), (1, 1)}, {(-9, 4)}
    land = land_of(NET.find([_glance(near | far, lattice, chance)]))
    assert land is not None
    assert len(land.spots) == 4


def test_where_nothing_is_told_there_is_no_land():
    empty = Glance(1.0, np.full((8, 10, 10), -5.0))
    assert NET.find([empty]) == []
    assert land_of([]) is None


def test_two_fields_are_no_land():
    chance = np.random.default_rng(1)
    assert land_of(NET.find([_glance({(0, 0), (1, 0)}, _lattice(0), chance)])) is None


def test_a_field_that_slid_is_looked_for_where_it_is_seen():
    cells, lattice, land = _land(8, 5)
    assert land is not None
    for cell in some(cells):
        at = project(lattice, np.array([middle_mm(cell)]))
        nearest = min(land.spots, key=lambda one: abs(land.spots[one].middle - complex(*at[0])))
        there = project(land.lattice, np.array([land.at_mm(nearest)]))
        assert np.linalg.norm(there - at) < 2


@pytest.mark.parametrize("first", range(6))
def test_four_corners_of_a_field_given_in_any_turn_tell_where_it_is(first):
    lattice = _lattice(17, tilt=2e-4, pitch_px=80)
    corners = hex_px(lattice, (1, 0))
    (spot,) = _given([corners[(first + k) % 6] for k in range(4)], SIZE_PX)
    middle = project(lattice, np.array([middle_mm((1, 0))]))[0]
    east = project(lattice, np.array([middle_mm((2, 0))]))[0]
    assert abs(spot.middle - complex(*middle)) < 2
    expected = spot.seen(np.exp(1j * np.pi / 3 * np.arange(6)))
    assert np.abs(expected - complex(*east)).min() < 4
