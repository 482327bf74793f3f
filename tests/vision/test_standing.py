"""What stands on the table: the lattice tells the camera, and the camera how height leans outwards."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from staged import FOCAL, Stage, camera_over, project_mm

from vision.geometry.homography import project
from vision.geometry.projection import USUAL_FOCAL, calmed, fit_projection, focal_px, project_solid

TILE_MM = 45.0
BOX_MM = (-200.0, -150.0, 400.0, 300.0)


def homography_of(how: Stage) -> NDArray[np.float64]:
    """Lattice coordinates to the pixels of a staged photograph."""
    flat = camera_over(BOX_MM, how)[:, [0, 1, 3]] @ np.diag([TILE_MM, TILE_MM, 1.0])
    return flat / flat[2, 2]


@pytest.mark.parametrize("turn_deg", [20, 30, 65, 200, 290])
@pytest.mark.parametrize("tilt_deg", [20, 30, 45])
def test_the_focal_length_is_told_from_a_tilted_board(tilt_deg: float, turn_deg: float) -> None:
    how = Stage(tilt_deg, turn_deg)
    assert focal_px(homography_of(how), how.size_px) == pytest.approx(FOCAL * 1600, rel=0.06)


def test_from_straight_above_the_usual_focal_length_is_taken() -> None:
    how = Stage(0, 33)
    assert focal_px(homography_of(how), how.size_px) == pytest.approx(USUAL_FOCAL * 1600, rel=0.02)


@settings(max_examples=200)
@given(st.floats(0, 20), st.floats(0, 360), st.lists(st.floats(-0.012, 0.012), min_size=4, max_size=4))
def test_a_lattice_a_little_askew_tells_no_absurd_focal_length(
    tilt_deg: float, turn_deg: float, askew: list[float]
) -> None:
    how = Stage(tilt_deg, turn_deg)
    bent = homography_of(how) @ (np.eye(3) + np.pad(np.reshape(askew, (2, 2)), (0, 1)))
    assert 0.5 < focal_px(bent, how.size_px) / 1600 < 1.3


@pytest.mark.parametrize("tilt_deg", [0, 15, 30, 50])
def test_a_point_on_the_table_appears_where_the_lattice_has_it(tilt_deg: float) -> None:
    homography = homography_of(Stage(tilt_deg, 40))
    points = np.array([[0, 0], [3.2, -1], [-4, 2.5]])
    projection = fit_projection(homography, (1600, 1200))
    on_table = project_solid(projection, np.hstack([points, np.zeros((3, 1))]))
    assert np.allclose(on_table, project(homography, points), atol=1e-6)


@pytest.mark.parametrize(("tilt_deg", "turn_deg"), [(0, 0), (15, 70), (30, 200), (30, 340)])
def test_a_followers_head_appears_where_the_camera_sees_it(tilt_deg: float, turn_deg: float) -> None:
    how = Stage(tilt_deg, turn_deg)
    heads = np.array([[3.0, 2.0, 16 / TILE_MM], [-3.5, 1.0, 16 / TILE_MM], [0.5, -2.0, 16 / TILE_MM]])
    seen = project_mm(camera_over(BOX_MM, how), heads * TILE_MM)
    assert np.abs(project_solid(fit_projection(homography_of(how), how.size_px), heads) - seen).max() < 1.5


def test_what_is_higher_leans_away_from_the_foot_of_the_camera() -> None:
    projection = fit_projection(homography_of(Stage(0, 0)), (1600, 1200))
    low, high = project_solid(projection, np.array([[4.0, 0, 0], [4.0, 0, 0.5]]))
    middle = np.array([800, 600])
    assert np.linalg.norm(high - middle) > np.linalg.norm(low - middle) + 2


# --- how far a lattice is believed that was fitted to few places -----------------------------------


TILE_OFF = 0.03
"""So far, in tiles, a lattice's places may be off."""


def grid(side: int) -> NDArray[np.float64]:
    """The corners of so many tiles each way, about the middle of the board."""
    steps = np.arange(side + 1.0) - side / 2 + BOX_MM[2] / 2 / TILE_MM
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("tilt_deg", [0, 5, 12])
def test_a_large_board_is_believed_as_it_was_found(tilt_deg: float) -> None:
    how, places = Stage(tilt_deg, 25), grid(8)
    found = homography_of(how)
    calm = calmed(found, how.size_px, places, TILE_OFF)
    assert np.abs(project(calm, places) - project(found, places)).max() < 6.0


def test_a_few_tiles_a_little_off_do_not_make_things_lean_wildly() -> None:
    chance, how, places = np.random.default_rng(3), Stage(3, 25), grid(2)
    true, middle = homography_of(how), places.mean(axis=0)

    def lean(lattice: NDArray[np.float64]) -> NDArray[np.float64]:
        ends = np.array([[*middle, 0.0], [*middle, 1.0]])
        foot, top = project_solid(fit_projection(lattice, how.size_px), ends)
        return np.asarray(top - foot)

    off_px = []
    for _ in range(200):
        bent = true @ (np.eye(3) + np.vstack([np.zeros((2, 3)), [*chance.normal(0, 0.02, 2), 0]]))
        calm = calmed(bent, how.size_px, places, TILE_OFF)
        off_px.append([float(np.hypot(*(lean(each) - lean(true)))) for each in (bent, calm)])
    as_found, calmer = np.median(off_px, axis=0)
    assert calmer < 0.5 * as_found


@given(st.floats(0, 30), st.floats(0, 360), st.integers(1, 6))
def test_where_places_are_and_how_large_stays_around_the_middle(
    tilt_deg: float, turn_deg: float, side: int
) -> None:
    how, places = Stage(tilt_deg, turn_deg), grid(side)
    found = homography_of(how)
    calm = calmed(found, how.size_px, places, TILE_OFF)
    near = places.mean(axis=0) + 0.01 * np.array([(0, 0), (1, 0), (0, 1)])
    assert np.allclose(project(calm, near), project(found, near), atol=0.01)
