"""The synthetic table's frames: the same whatever came before, and as bright, warm and noisy as drawn."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from tests.some import some
from vision.simulator.camera.film import expose, load_film, render
from vision.simulator.camera.lamps import GAMMA, HEADROOM, colour_of, light_over
from vision.simulator.camera.levels import LEVELS, draw_conditions
from vision.simulator.camera.still import compose
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.surfaces import SIDE_PX, SURFACES, paint_surface
from vision.simulator.table.timeline import script

SMALL = (768, 432)


@pytest.fixture(scope="module", params=range(3))
def film(request):
    return load_film(script(9, request.param, SMALL, turns=8))


def difference(one, other):
    return cv2.absdiff(one, other).max(axis=2)


def test_a_frame_is_the_same_whatever_was_filmed_before(film):
    still = None
    for scene in film.script.scenes[:90]:
        jpeg, still = expose(film, scene, still)
    assert jpeg == expose(film, scene)[0]


def test_the_same_seed_gives_the_same_film():
    one, other = (load_film(script(4, 2, SMALL, turns=2)) for _ in range(2))
    scene = one.script.scenes[-1]
    assert expose(one, scene)[0] == expose(other, scene)[0]


def test_a_frame_has_its_size_and_colours(film):
    image, _ = render(film, film.script.scenes[0])
    assert image.shape == (432, 768, 3)
    assert image.dtype == np.uint8
    assert image.std() > 3


def test_a_hand_is_in_view_exactly_when_the_script_says_so(film):
    still = None
    for scene in some(film.script.scenes[20:80:2]):
        image, still = render(film, scene, still)
        bare, _ = render(film, replace(scene, hand=None), still)
        changed = (difference(image, bare) > 40).mean()
        assert (changed > 0.0005) == (scene.hand is not None)


def test_a_tile_held_by_a_hand_is_not_yet_on_the_table(film):
    span = film.script.spans[3]
    before, after = film.script.scenes[span.shown_from - 1].table, film.script.scenes[span.shown_from].table
    bare = compose(film.stage, film.script.scenes[film.script.spans[2].shown_to].table)
    laid = compose(film.stage, after)
    assert before == after
    assert 100 < (difference(bare.plain, laid.plain) > 20).sum() < 4000


def test_light_is_as_uneven_as_the_session_drew_and_no_more():
    for seed in range(30):
        level = seed % 3
        how = draw_conditions(seed, level)
        light = (light_over(how, (576, 324)) / HEADROOM).astype(float) ** GAMMA
        brightness = light.mean(axis=2)
        ratio = brightness.max() / brightness.min()
        assert ratio <= LEVELS[level].light_ratio * 1.05
        assert ratio == pytest.approx(how.light_ratio, rel=0.05)
        assert 0.6 < light.max() < 1.1


def test_warm_lamps_are_red_and_cold_ones_blue():
    assert colour_of(5000) == pytest.approx([1, 1, 1])
    blue, green, red = colour_of(2700)
    assert blue < green < red
    blue, _, red = colour_of(6500)
    assert red < blue


def test_colours_of_light_stay_within_their_level():
    for seed in range(30):
        coldest, warmest = LEVELS[seed % 3].kelvin
        lamps = draw_conditions(seed, seed % 3).lamps
        assert lamps
        assert all(coldest <= lamp.kelvin <= warmest for lamp in lamps)
        assert sum(lamp.share for lamp in lamps) == pytest.approx(1)


def test_two_looks_at_a_still_table_differ_by_the_noise_alone(film):
    number = next(n for n, one in enumerate(film.script.scenes) if n and not one.hand)
    one, still = render(film, film.script.scenes[number])
    other, _ = render(film, film.script.scenes[number + 1], still)
    noise = (one.astype(float) - other).std() / np.sqrt(2)
    how = film.script.how
    assert 0.2 * how.noise < noise < 1.3 * how.noise + 0.6
    assert how.noise <= LEVELS[how.level].noise


def test_the_exposure_brightens_frames_by_as_many_stops():
    film = load_film(script(9, 2, SMALL, turns=1))
    first = film.script.scenes[0]
    plain, brighter = (render(film, replace(first, exposure_ev=ev))[0] for ev in (0.0, 0.4))
    middle = np.median(plain)
    assert np.median(brighter) == pytest.approx(middle * 2 ** (0.4 / GAMMA), abs=3)


def test_a_glare_is_white_on_no_more_than_a_quarter_of_a_tile():
    for glare in some(glare for seed in range(60) for glare in draw_conditions(seed, 2).glares):
        radii = np.linspace(0, 60, 6000)
        white = radii[glare.strength * np.exp(-((radii / glare.size_mm) ** 2)) >= 0.97]
        assert np.pi * (white.max() if len(white) else 0) ** 2 <= 45 * 45 / 4
    assert not any(draw_conditions(seed, 0).glares for seed in range(60))


@pytest.mark.parametrize("name", sorted(SURFACES))
def test_a_surface_continues_itself_on_all_sides(name):
    surface = paint_surface(name, 1).astype(float)
    assert surface.shape == (SIDE_PX, SIDE_PX, 3)
    inside = np.abs(np.diff(surface, axis=1)).mean()
    across = np.abs(surface[:, 0] - surface[:, -1]).mean()
    assert across < 3 * inside + 1


def test_single_tiles_are_photographed_in_a_light_of_their_own():
    told = script(2, 1, SMALL, turns=1)
    samples = list(single_tiles(told.course.box, 2))
    assert [sample.face for sample in samples] == list("ABCDEFGHIJKLMNOPQRSTUVWX")
    lights = [sample.image[:4].mean(axis=(0, 1)) for sample in samples]
    assert np.std(lights, axis=0).max() > 0.5
