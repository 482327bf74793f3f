"""What the live readers of all games share."""

import doctest
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.follow
from vision.follow.bare import changed_pixels, remember_bare
from vision.follow.lattice_fit import refit
from vision.follow.tracking import correlation, lay_closer, slide
from vision.games.cornwall.live import places
from vision.geometry.homography import project

MODULES = sorted(file.stem for file in Path(vision.follow.__path__[0]).glob("[!_]*.py"))
CLOTH = np.random.default_rng(1).integers(60, 180, (90, 120, 3)).astype(np.uint8)
TILE = np.array([(30, 20), (70, 20), (70, 60), (30, 60)], np.float64)


@pytest.mark.parametrize("module", MODULES)
def test_what_the_examples_say_is_so(module):
    assert doctest.testmod(import_module(f"vision.follow.{module}")).failed == 0


@pytest.mark.parametrize("light", [0.7, 1.0, 1.3])
def test_a_thing_on_the_table_is_a_change_and_another_light_is_none(light):
    now = cv2.GaussianBlur(CLOTH, (0, 0), 3)
    bare = now.copy()
    now[30:50, 80:100] = (20, 20, 200)
    now = np.clip((now.astype(np.float32) + 4) * light - 4, 0, 255).astype(np.uint8)
    changed = changed_pixels(now, bare, [TILE])
    assert (changed[33:47, 83:97] == 1).all()
    assert not changed[25:55, 35:65].any()
    assert (changed[70:] == -1).all()
    kept = remember_bare(now, bare, [TILE])
    assert (kept[20:60, 30:70] == bare[20:60, 30:70]).all()
    assert (kept[70:] == now[70:]).all()


def test_a_picture_is_found_where_it_has_slid_and_turned():
    whole = cv2.GaussianBlur(np.random.default_rng(2).normal(0, 60, (80, 80)), (0, 0), 2).astype(np.float32)
    known, mask = whole[20:60, 20:60], np.ones((40, 40), np.bool_)
    off, likeness = slide(whole[12:60, 17:65], known, mask)
    assert likeness > 0.99
    assert off[:2, 2].tolist() == [-1.0, 4.0]
    turned = cv2.warpAffine(whole, cv2.getRotationMatrix2D((39.5, 39.5), -3, 1.0), (80, 80))[20:60, 20:60]
    off = lay_closer(turned, known, mask)
    assert np.rad2deg(np.arctan2(off[1, 0], off[0, 0])) == pytest.approx(3, abs=0.1)
    assert np.abs(off[:2, 2]).max() < 0.2
    assert correlation(turned, known, mask) < 0.99


def test_a_lattice_is_mended_to_where_most_tiles_lie():
    cells = np.array([(x, y) for x in range(4) for y in range(3)], np.float64)
    ideal = (cells[:, None] + [(0, 0), (1, 0), (1, 1), (0, 1)]).reshape(-1, 2) * 45
    seen = ideal + np.array([3.0, -2.0])
    seen[:4] += 20
    lattice, back = refit(np.diag([2.0, 2.0, 1.0]), ideal, seen, 45.0)
    assert np.abs(project(lattice, ideal[8:]) - 2 * seen[8:]).max() < 4.0
    assert np.abs(project(back, seen[8:]) - ideal[8:]).max() < 2.0


def test_what_is_remembered_of_places_does_not_grow_with_every_game():
    for each in (places.ideal, places.side_px, places._card_mask, places._field_mask):
        assert each.cache_info().maxsize
