"""Hexagons found by their outlines, and the lattices they lie in."""

import cv2
import numpy as np
import pytest

from scoring.geometry.hexes import corners_mm, middle_mm, neighbours
from tests.some import some
from vision.geometry.hex_lattice import find_hexagons, fit_hex_lattices, how_closed_in
from vision.geometry.homography import project
from vision.image.colour import colour_steps

COLOURS = [(60, 107, 47), (58, 67, 184), (160, 167, 63), (90, 196, 156), (150, 145, 141), (53, 138, 222)]
ROWS = [(-1, 3), (-1, 4), (-2, 3)]


def region(pieces=3):
    """Give the cells of some pieces of ten fields, laid below each other."""
    piece = [(0, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (2, 1), (-1, 2), (0, 2), (1, 2)]
    return [(q - 2 * number, r + 3 * number) for number in range(pieces) for q, r in piece]


def drawn(cells, lay, seed=1, size_px=(1000, 800), alike=False, line_px=2):
    """Draw fields, with outlines or without, a ring in each, on a wooden table."""
    chance = np.random.default_rng(seed)
    frame = cv2.resize(chance.integers(95, 115, (80, 100, 3)).astype(np.uint8), size_px)
    frame[..., 2] += 25
    for cell in cells:
        colour = COLOURS[0 if alike else int(chance.integers(len(COLOURS)))]
        corners = np.round(project(lay, np.array(corners_mm(cell, 1.0))) * 16).astype(np.int32)
        cv2.fillConvexPoly(frame, corners, colour, cv2.LINE_AA, 4)
        if line_px:
            cv2.polylines(frame, [corners], True, (43, 43, 43), line_px, cv2.LINE_AA, 4)
        at = np.round(project(lay, np.array([middle_mm(cell, 1.0)]))[0] * 16).astype(int)
        cv2.circle(frame, tuple(at.tolist()), 5 * 16, (227, 239, 244), 1, cv2.LINE_AA, 4)
    frame = cv2.GaussianBlur(frame, (0, 0), 0.7)
    return np.clip(frame + chance.normal(0, 2, frame.shape), 0, 255).astype(np.uint8)


def lattices(frame, across_px):
    return fit_hex_lattices(find_hexagons(frame, across_px), colour_steps(frame))


def lying(pitch_px, turn_deg, at_px):
    angle = np.deg2rad(turn_deg)
    cos, sin = pitch_px * np.cos(angle), pitch_px * np.sin(angle)
    return np.array([[cos, -sin, at_px[0]], [sin, cos, at_px[1]], [0, 0, 1]])


@pytest.mark.parametrize("turn_deg", [0, 7, 25, 40, 58])
@pytest.mark.parametrize("pitch_px", [48, 70])
def test_the_fields_of_a_region_are_found_in_one_lattice(pitch_px, turn_deg):
    lay = lying(pitch_px, turn_deg, (500, 330))
    cells = region(1)
    lattice = lattices(drawn(cells, lay), (35, 100))[0]
    assert len(lattice.cells) == len(cells)
    seen = np.array([lattice.cells[cell] for cell in lattice.cells])
    true = project(lay, np.array([middle_mm(cell, 1.0) for cell in cells]))
    off = np.linalg.norm(seen[:, None] - true[None], axis=2).min(axis=1)
    assert off.max() < 2
    fitted = project(lattice.homography, np.array([middle_mm(cell, 1.0) for cell in lattice.cells]))
    assert np.linalg.norm(fitted - seen, axis=1).max() < 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fields_of_one_colour_with_nothing_between_them_are_found_by_the_sides_they_have(seed):
    lay, cells = lying(52, 12, (450, 200)), region(2)
    frame = drawn(cells, lay, seed, line_px=0)
    hexagons = find_hexagons(frame, (35, 80))
    assert 0 < len(hexagons) < len(cells)
    lattice = lattices(frame, (35, 80))[0]
    true = project(lay, np.array([middle_mm(cell, 1.0) for cell in cells]))
    ring = {near for cell in lattice.cells for near in (cell, *neighbours(cell))}
    wide = {near for cell in ring for near in (cell, *neighbours(cell))}
    steps = cv2.dilate(colour_steps(frame), np.ones((5, 5), np.uint8))
    closed = how_closed_in(steps, lattice.homography, wide)
    there = project(lattice.homography, np.array([middle_mm(cell, 1.0) for cell in closed]))
    is_field = np.linalg.norm(there[:, None] - true[None], axis=2).min(axis=1) < 5
    assert is_field.sum() == len(cells)
    surely = np.array([*closed.values()])
    assert surely[is_field].min() > 0.3 > surely[~is_field].max()


def test_two_regions_and_a_lone_tile_are_told_apart():
    left, right = lying(50, 10, (200, 200)), lying(50, -15, (650, 250))
    frame = drawn(region(2), left)
    other = drawn([*region(2), (5, 0)], right)
    middle = 450
    frame[:, middle:] = other[:, middle:]
    found = lattices(frame, (35, 70))
    assert [len(lattice.whole) for lattice in found] == [20, 20, 1]


def test_pieces_that_have_slid_a_little_still_lie_in_one_lattice():
    whole = lying(60, 5, (450, 150))
    frame = drawn(region(3)[:10], whole, 1)
    slid = drawn(region(3)[10:], whole @ np.array([[1, 0, 0.06], [0, 1, 0.05], [0, 0, 1]]), 1)
    changed = np.abs(slid.astype(int) - drawn([], whole, 1)).max(axis=2) > 20
    frame[changed] = slid[changed]
    assert len(lattices(frame, (40, 80))[0].whole) == 30


def test_round_and_square_things_are_no_hexagons():
    frame = drawn([], np.eye(3))
    cv2.circle(frame, (200, 200), 32, (40, 40, 200), -1)
    cv2.rectangle(frame, (400, 200), (460, 260), (40, 40, 200), -1)
    cv2.fillConvexPoly(frame, np.array([(600, 200), (660, 200), (630, 260)]), (40, 40, 200))
    assert find_hexagons(frame, (35, 90)) == []


def test_faint_fields_with_ragged_outlines_are_found():
    lay, cells = lying(48, 12, (500, 330)), region(1)
    pale = 190 - (190 - drawn(cells, lay).astype(np.float32)) * 0.7
    grain = np.random.default_rng(4).normal(0, 4, (*pale.shape[:2], 1))
    blurred = np.clip(cv2.GaussianBlur(pale, (0, 0), 2.2) + grain, 0, 255).astype(np.uint8)
    assert len(lattices(blurred, (30, 100))[0].cells) == len(cells)


def test_seven_fields_together_are_not_one():
    cells = [(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    lay = lying(40, 3, (500, 330))
    hexagons = find_hexagons(drawn(cells, lay, alike=True), (25, 160))
    assert some(hexagons)
    assert max(each.across_px for each in hexagons) < 60
