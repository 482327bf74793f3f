"""How sharp and how well lit a frame is, told from the frame alone."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cameras.quality.advice import advise, advise_focus
from firmware.cameras.quality.measurement import TableLight, find_alike, measure_focus, measure_light
from scoring.games import load
from vision.geometry.markers import find_markers, marker_squares

WOOD = {"red": "#d8352a", "blue": "#2f6fd0", "yellow": "#f6c915", "green": "#2f9a46", "black": "#2b2b2f"}
SIZE = (240, 320)


def tiles(seed=1, low=40, high=200):
    """Squares of all greys on a table, as tiles lie."""
    chance = np.random.default_rng(seed)
    image = np.full((*SIZE, 3), low, np.uint8)
    for _ in range(40):
        x, y = chance.integers(0, (SIZE[1] - 40, SIZE[0] - 40))
        image[y : y + 40, x : x + 40] = chance.integers(low, high)
    return image


def blurred(image, blur_px):
    return cv2.GaussianBlur(image, (0, 0), blur_px)


def lit(image, gain):
    """The same under more or less light, as a camera codes it."""
    linear = (image / 255.0) ** 2.2
    return np.clip(np.round(255 * (linear * gain) ** (1 / 2.2)), 0, 255).astype(np.uint8)


def plain(**measured):
    good = {"brightness": 0.7, "glare": 0.0, "unevenness_ev": 0.5, "cast": np.ones(3), "is_sure": True}
    return TableLight(**good | measured)


def graded(focus=60.0, best=60.0, **measured):
    return {finding.what: finding.grade for finding in advise(focus, best, plain(**measured))}


blurs = st.floats(0.8, 6)


@settings(max_examples=25)
@given(st.integers(0, 50), blurs, blurs)
def test_more_blur_is_never_sharper(seed, one, other):
    less, more = sorted((one, other))
    table = tiles(seed)
    assert measure_focus(blurred(table, more)) <= measure_focus(blurred(table, less)) + 1


@settings(max_examples=25)
@given(st.integers(0, 50), st.floats(1, 5))
def test_the_number_tells_the_blur_in_pixels_whatever_lies_on_the_table(seed, blur_px):
    expected = 100 / np.sqrt(1 + blur_px**2)
    assert measure_focus(blurred(tiles(seed), blur_px)) == pytest.approx(expected, rel=0.25, abs=3)


@settings(max_examples=25)
@given(st.integers(0, 50), st.floats(0.4, 1.2), blurs)
def test_how_bright_the_lamp_is_does_not_change_the_focus(seed, gain, blur_px):
    table = blurred(tiles(seed), blur_px).astype(float)
    bright, dim = table.astype(np.uint8), (table * gain).astype(np.uint8)
    assert measure_focus(dim) == pytest.approx(measure_focus(bright), abs=4)


def test_grain_is_not_taken_for_sharpness():
    grain = np.random.default_rng(1).normal(0, 4, (*SIZE, 3))
    noisy = np.clip(blurred(tiles(), 4) + grain, 0, 255).astype(np.uint8)
    assert measure_focus(noisy) < 35


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_has_no_focus_and_still_a_light(level):
    image = np.full((*SIZE, 3), level, np.uint8)
    light = measure_light(image, {})
    assert measure_focus(image) is None
    assert np.isfinite([light.brightness, light.glare, light.unevenness_ev, *light.cast]).all()


@settings(max_examples=25)
@given(st.floats(0.1, 1), st.floats(0.1, 1))
def test_more_light_is_never_darker(one, other):
    less, more = sorted((one, other))
    assert (
        measure_light(lit(tiles(), less), {}).brightness <= measure_light(lit(tiles(), more), {}).brightness
    )


@settings(max_examples=25)
@given(st.floats(0, 0.9))
def test_the_share_that_is_burnt_out_is_told(share):
    image = np.full((200, 320, 3), 90, np.uint8)
    rows = round(200 * share)
    image[:rows] = 255
    assert measure_light(image, {}).glare == pytest.approx(rows / 200)


def test_coloured_light_that_is_strong_is_no_glare():
    image = np.full((*SIZE, 3), (90, 255, 255), np.uint8)
    assert measure_light(image, {}).glare == 0


@settings(max_examples=25)
@given(st.floats(0, 4), st.integers(0, 3))
def test_a_lamp_at_one_side_is_told_from_whichever_side_it_shines(fall_ev, turns):
    ramp = np.linspace(0, -fall_ev, 320)[None, :, None]
    table = np.rot90(lit(np.full((320, 320, 3), 220, np.uint8), 2.0**ramp), turns)
    assert measure_light(np.ascontiguousarray(table), {}).unevenness_ev == pytest.approx(fall_ev, abs=0.4)


def test_a_light_board_on_a_dark_cloth_is_no_uneven_light():
    image = np.full((*SIZE, 3), 30, np.uint8)
    image[70:190, 60:240] = 200
    assert measure_light(image, {}).unevenness_ev < 1


def paper(tint):
    """A brown table with a printed marker, in a light of some colour."""
    image = np.full((*SIZE, 3), (40, 70, 110), np.uint8)
    marker = np.where(marker_squares(0), 20, 235).astype(np.uint8).repeat(12, 0).repeat(12, 1)
    image[60:180, 100:220] = 235
    image[84:156, 124:196] = marker[..., None]
    return np.round(image * np.array(tint)).astype(np.uint8)


def test_the_colour_of_the_light_is_seen_on_a_markers_paper_not_on_the_table():
    white = measure_light(paper((1, 1, 1)), find_markers(paper((1, 1, 1))))
    warm = measure_light(paper((0.5, 0.8, 1)), find_markers(paper((0.5, 0.8, 1))))
    assert white.is_sure
    assert warm.is_sure
    assert white.warmth_ev == pytest.approx(0, abs=0.05)
    assert warm.warmth_ev == pytest.approx(2.2, abs=0.3)


def test_without_a_marker_the_colour_is_a_guess_and_said_to_be_one():
    assert not measure_light(tiles(), {}).is_sure


def test_wood_is_told_apart_in_daylight_and_not_by_a_candle():
    candle = np.array([0.01, 0.3, 2.0], np.float32)
    assert find_alike(WOOD) == ()
    assert ("blue", "black") in find_alike(WOOD, candle)


def test_the_colours_of_every_game_can_be_told_apart_in_daylight():
    rules = load("carcassonne")
    palette = rules.picture_board(
        rules.load_board({"format": "tablekeeper.board/1", "game": "carcassonne"})
    ).palette
    assert find_alike({colour: palette[colour] for colour in rules.info.colours}) == ()


def test_two_names_for_one_colour_are_alike():
    assert find_alike({"red": "#d8352a", "crimson": "#d8352a", "blue": "#2f6fd0"}) == (("red", "crimson"),)


def test_a_good_table_gets_no_advice():
    assert set(graded().values()) == {"good"}


@pytest.mark.parametrize(
    ("measured", "what", "grade"),
    [
        ({"focus": 10.0}, "focus", "bad"),
        ({"focus": 30.0, "best": 30.0}, "focus", "fair"),
        ({"focus": 40.0, "best": 80.0}, "focus", "fair"),
        ({"focus": None}, "focus", "fair"),
        ({"brightness": 0.1}, "brightness", "bad"),
        ({"brightness": 0.3}, "brightness", "fair"),
        ({"glare": 0.03}, "glare", "fair"),
        ({"glare": 0.2}, "glare", "bad"),
        ({"unevenness_ev": 2.5}, "evenness", "fair"),
        ({"unevenness_ev": 4.0}, "evenness", "bad"),
        ({"cast": np.array([0.5, 1.0, 1.5])}, "colour", "fair"),
        ({"cast": np.array([1.5, 1.0, 0.2])}, "colour", "bad"),
        ({"cast": np.array([0.5, 1.0, 1.5]), "is_sure": False}, "colour", "good"),
    ],
)
def test_what_is_wrong_is_graded_and_nothing_else_is_blamed(measured, what, grade):
    grades = graded(**measured)
    assert grades.pop(what) == grade
    assert set(grades.values()) == {"good"}


def test_a_picture_that_was_sharper_before_is_said_to_have_been():
    assert "sharper" in advise_focus(40, 80).says
    assert advise_focus(70, 80).grade == "good"
