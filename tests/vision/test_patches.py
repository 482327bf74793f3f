"""Comparing pictures: the light is found again, strays are not believed, patches slide into place."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.games.carcassonne.drawing.drawing import draw_face
from scoring.games.carcassonne.land.catalogue import faces
from tests.some import some
from vision.image.colour import to_lab
from vision.image.light import Light, balanced, even_out, fit_light, fit_shade, in_print_light, without_veil
from vision.image.paint import paint
from vision.match.template import Pose, align, compare, cut_patch, in_known_light, make_target
from vision.reader import Image

Floats = NDArray[np.float32]
SIDE_PX = 64


def drawn(face: str) -> Floats:
    """(64, 64, 3) CIELAB of one of our faces, a little soft."""
    image = cv2.resize(paint(draw_face(faces()[face]), 4.0), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(to_lab(image), (0, 0), 1), np.float32)


def pixels(patch: Floats) -> Floats:
    return patch.reshape(1, -1, 3)


def test_a_picture_compared_with_itself_scores_nought() -> None:
    fit = compare(pixels(drawn("D")), pixels(drawn("D")), spread=5.0)
    assert fit.score[0] == pytest.approx(0, abs=0.03)
    assert fit.trust.min() > 0.9


@given(
    st.floats(0.8, 1.2),
    st.tuples(st.floats(-15, 15), st.floats(-10, 10), st.floats(-10, 10)),
)
def test_a_patch_is_shown_in_the_light_of_its_picture(gain: float, offset: tuple[float, ...]) -> None:
    known = pixels(drawn("U"))
    middle = known.mean(axis=1, keepdims=True)
    seen = np.asarray((known - middle) * gain + middle + np.array(offset), np.float32)
    fit = compare(seen, known, spread=5.0)
    assert np.abs(in_known_light(seen[0], fit) - known[0]).mean() < 1.2
    assert np.sign(fit.gain[0, 1:] - 1).tolist() == [np.sign(gain - 1)] * 2 or abs(gain - 1) < 0.02


def test_gain_and_offset_are_found_where_a_picture_has_contrast() -> None:
    known = np.random.default_rng(2).normal((50, 0, 0), 25, (1, 3600, 3)).astype(np.float32)
    fit = compare(known * 1.2 + np.float32([-6, 4, 9]), known, spread=5.0, rounds=6)
    assert fit.gain[0] == pytest.approx([1.2, 1.2, 1.2], abs=0.04)
    assert (fit.seen - fit.gain * fit.known)[0] == pytest.approx([-6, 4, 9], abs=2)


def test_a_figure_on_a_tile_is_not_believed_and_the_rest_is() -> None:
    known = drawn("W")
    seen = known.copy()
    seen[20:40, 24:40] = (50, 60, 40)
    trust = compare(pixels(seen), pixels(known), spread=5.0).trust.reshape(SIDE_PX, SIDE_PX)
    assert trust[20:40, 24:40].mean() < 0.1
    assert trust[:18].mean() > 0.9


def test_every_face_is_most_like_itself() -> None:
    names = [name for name in faces() if not name.startswith("river")]
    known = np.stack([drawn(name).reshape(-1, 3) for name in names])
    noise = np.random.default_rng(1).normal(0, 4, known.shape[1:]).astype(np.float32)
    for index, name in some(enumerate(names)):
        seen = np.broadcast_to(known[index] * 0.9 + 3 + noise, known.shape)
        assert names[int(compare(seen, known, spread=6.0).score.argmax())] == name


def on_a_table(patch: Floats, at: Pose, size_px: int = 140) -> Floats:
    """A view with a tile on a grey table, lying as ``at`` says."""
    cos, sin = np.cos(at.turn_rad), np.sin(at.turn_rad)
    half = (SIDE_PX - 1) / 2
    to_view = np.array(
        [
            [cos, -sin, at.x_px - 0.5 - cos * half + sin * half],
            [sin, cos, at.y_px - 0.5 - sin * half - cos * half],
        ]
    )
    view = np.full((size_px, size_px, 3), (55, 0, 0), np.float32)
    cv2.warpAffine(patch, to_view, (size_px, size_px), view, cv2.INTER_CUBIC, cv2.BORDER_TRANSPARENT)
    return view


@pytest.mark.parametrize("face", ["D", "C", "L", "X"])
@pytest.mark.parametrize(("dx", "dy", "turn_deg"), [(0, 0, 0), (2.5, -1.6, 1.5), (-3, 2, -3), (0.4, 3.5, 2)])
def test_a_slipped_tile_is_found_within_a_fifth_of_a_pixel(
    face: str, dx: float, dy: float, turn_deg: float
) -> None:
    known = drawn(face)
    true = Pose(70 + dx, 70 + dy, np.deg2rad(turn_deg))
    view = on_a_table(known, true)
    (found,) = align(view, make_target(known[None]), [Pose(70, 70, 0)], SIDE_PX, spread=6.0, rounds=8)
    assert np.hypot(found.x_px - true.x_px, found.y_px - true.y_px) < 0.2
    assert np.rad2deg(found.turn_rad) == pytest.approx(turn_deg, abs=0.3)


def test_a_patch_cut_where_a_tile_lies_is_the_tile() -> None:
    known, at = drawn("K"), Pose(68.3, 71.6, np.deg2rad(4))
    apart = np.abs(cut_patch(on_a_table(known, at), at, SIDE_PX) - known)[4:-4, 4:-4]
    assert apart.mean() < 1.0


# --- the light of a whole photograph ---------------------------------------------------------------


WARM = np.array([0.25, 0.6, 1.0])
"""Of linear blue, green and red: a lamp of about 2500 K that nobody corrected."""


def lit_by(lamp: np.ndarray, lab: np.ndarray) -> Image:
    """(1, n, 3): colours as a camera shows them under a lamp."""
    bgr = cv2.cvtColor(np.float32(lab)[None], cv2.COLOR_LAB2BGR)
    return np.asarray(255 * (np.clip(bgr, 0, 1) ** 2.2 * lamp) ** (1 / 2.2), np.uint8)


def shown_in_print_light(image: Image, light: Light) -> np.ndarray:
    return in_print_light(balanced(image, light), light)[0]


def test_a_lamp_is_undone_for_all_colours_at_once() -> None:
    known = np.concatenate([drawn(name).reshape(-1, 3) for name in "DEUX"])
    image = lit_by(WARM, known)
    light = fit_light(to_lab(image)[0], known)
    assert np.abs(to_lab(image)[0] - known).mean() > 10
    assert np.abs(shown_in_print_light(image, light) - known).mean() < 1.5


def test_few_colours_say_nothing_false_about_others() -> None:
    chance = np.random.default_rng(3)
    greens = [np.array(each) + chance.normal(0, 1, (2000, 3)) for each in ((70, -20, 37), (60, -12, 30))]
    field = np.asarray(np.concatenate(greens), np.float32)
    image = lit_by(WARM, field)
    light = fit_light(to_lab(image)[0], field)
    others = np.array([[45, 40, 30], [80, 0, 5], [40, 5, -40]], np.float32)
    shown = shown_in_print_light(lit_by(WARM, others), light)
    assert np.abs(shown_in_print_light(image, light).mean(axis=0) - field.mean(axis=0)).max() < 0.5
    assert np.abs(shown - others).max() < 15


def test_a_lamp_is_evened_out_on_a_coarse_grid_as_on_a_fine_one() -> None:
    shade = np.array([0.05, 0.3, -0.2, 0.05, 0.0, 0.1], np.float32)
    grid = [np.stack(np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n)), axis=-1) for n in (160, 20)]
    flat = np.full((160, 160, 3), 110, np.uint8)
    dim = even_out(flat, grid[0], -shade)
    fine, coarse = (even_out(dim, places, shade) for places in grid)
    assert np.ptp(dim) > 30
    assert np.abs(fine.astype(int) - flat).max() <= 2
    assert np.abs(coarse.astype(int) - flat).max() <= 8


@given(st.integers(0, 2**32 - 1), st.integers(4, 12))
def test_tiles_in_one_row_invent_no_lamp_across_it(seed, number):
    chance = np.random.default_rng(seed)
    along = (np.arange(number) - (number - 1) / 2) / 4
    row = np.stack([along, chance.normal(0, 0.005, number)], axis=1)
    shade = fit_shade(row, 0.3 * along + chance.normal(0, 0.03, number))
    standard_error = 0.03 / np.linalg.norm(along)
    assert abs(shade[1] - 0.3) < 5 * standard_error
    assert abs(shade[2]) < 0.3


def test_strangers_among_the_pixels_do_not_sway_the_light() -> None:
    known = np.concatenate([drawn(name).reshape(-1, 3) for name in "DEUX"])
    image = lit_by(WARM, known)
    strange = to_lab(image)[0]
    strange[::7] = (50, 70, 50)
    light = fit_light(strange, known)
    assert np.abs(shown_in_print_light(image, light) - known).mean() < 3.0


def test_too_few_known_pixels_change_nothing() -> None:
    few = np.full((199, 3), (50, 10, 10), np.float32)
    light = fit_light(few, few + 30)
    assert np.allclose(in_print_light(few[None], light)[0], few)


def test_white_balance_makes_grey_grey_again() -> None:
    grey = np.repeat(np.linspace(40, 90, 3000, dtype=np.float32)[:, None], 3, axis=1) * (1, 0, 0)
    image = np.asarray(cv2.cvtColor(np.float32(grey[None]), cv2.COLOR_LAB2BGR) * 255, np.uint8)
    warm = np.clip(image * np.array([0.7, 0.9, 1.0]), 0, 255).astype(np.uint8)
    light = fit_light(to_lab(warm)[0], to_lab(image)[0])
    assert np.abs(to_lab(warm)[..., 2]).mean() > 10
    assert np.abs(balanced(warm, light)[..., 1:]).mean() < 2


@given(st.floats(0.03, 0.25), st.tuples(st.floats(0.6, 1), st.floats(0.6, 1), st.floats(0.6, 1)))
def test_a_veil_in_the_colour_of_the_lamp_is_taken_out(by: float, lamp: tuple[float, ...]) -> None:
    lit = np.linspace(0, 1, 101)[:, None, None] * np.array(lamp)
    clear, veiled = (to_bytes(light) for light in (lit, by * np.array(lamp) + (1 - by) * lit))
    found = without_veil(veiled, veiled.reshape(-1, 3))
    assert np.abs(linear(found) - linear(clear)).max() < 0.03


def test_a_picture_without_a_veil_stays_as_it_is() -> None:
    image = to_bytes(np.linspace(0, 1, 101)[:, None, None] * np.ones(3))
    assert without_veil(image, image.reshape(-1, 3)) is image
    assert without_veil(image, image[:0, 0]) is image


def to_bytes(light: NDArray[np.floating]) -> Image:
    return np.asarray(light ** (1 / 2.2) * 255 + 0.5, np.uint8)


def linear(image: Image) -> NDArray[np.floating]:
    return (image / 255.0) ** 2.2
