"""Boards found by the hexagons that are seen on them."""

import numpy as np
import pytest

from vision.geometry.constellations import find_constellations
from vision.geometry.hex_lattice import Hexagon

MAT = [(32.0 * (at % 4 - 1.5), 34.0 * (at // 4 - 0.5)) for at in range(8)]
TABLEAU = [(-57, -34), (-27, -34), (3, -34), (-57, -1), (-27, -1), (3, -1), (-42, 30), (-12, 30)]


def seen(places, at_px, turn_deg, chance, *, gone=()):
    scale, off_mm = 2.0, 0.5
    angle = np.deg2rad(turn_deg)
    turned = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    for number, place in enumerate(places):
        x, y = turned @ (np.array(place) + chance.normal(0, off_mm, 2)) + at_px
        across = 27 * scale * chance.uniform(0.94, 1.04)
        if number not in gone:
            yield Hexagon((float(x), float(y)), across, float(angle % (np.pi / 3)))


@pytest.mark.parametrize("seed", range(8))
def test_two_boards_among_other_hexagons_are_found_however_they_lie(seed):
    chance = np.random.default_rng(seed)
    turns = chance.uniform(0, 360, 2)
    hexagons = [
        *seen(MAT, (400, 500), turns[0], chance, gone=[2]),
        *seen(TABLEAU, (900, 400), turns[1], chance, gone=[0]),
        *seen(chance.uniform(-400, 400, (12, 2)), (700, 500), 13, chance),
    ]
    boards = find_constellations(hexagons, TABLEAU, 27.0, 4.0, 6)
    assert len(boards) == 1
    assert np.linalg.norm(boards[0].homography[:2, 2] - (900, 400)) < 3
    assert set(boards[0].places) == {1, 2, 3, 4, 5, 6, 7}
    east = boards[0].homography[:2, 0]
    assert abs((np.degrees(np.arctan2(east[1], east[0])) - turns[1] + 180) % 360 - 180) < 2
    mats = find_constellations(hexagons, MAT, 27.0, 4.0, 6)
    assert [len(mat.places) for mat in mats] == [7]


def test_too_few_of_its_places_are_no_board():
    chance = np.random.default_rng(3)
    hexagons = [*seen(MAT, (400, 500), 20, chance, gone=[0, 3, 6])]
    assert find_constellations(hexagons, MAT, 27.0, 4.0, 6) == []
