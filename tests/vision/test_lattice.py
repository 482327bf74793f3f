"""The lattice: known homographies are found again among votes that lie, and points go there and back."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.geometry.homography import project, quads_px
from vision.geometry.lattice import fit_lattice
from vision.geometry.rectify import rectify, shares_in_frame, whole_in_frame
from vision.match.keypoints import Votes, find_keypoints, find_votes, join

SIZE_PX = (1600, 1200)

tilts = st.floats(-0.12, 0.12)
turns = st.floats(-3.1, 3.1)
sides = st.floats(60, 160)


def slanted(side_px: float, turn_rad: float, tilt_x: float, tilt_y: float) -> NDArray[np.float64]:
    """A lattice around the middle of the picture; a tile shrinks by a tenth or so from one to the next."""
    cos, sin = side_px * np.cos(turn_rad), side_px * np.sin(turn_rad)
    flat = np.array([[cos, -sin, 800], [sin, cos, 600], [0, 0, 1.0]])
    return flat @ np.array([[1, 0, 0], [0, 1, 0], [tilt_x * 0.3, tilt_y * 0.3, 1.0]])


def votes_for(homography: NDArray[np.float64], lies: int, seed: int) -> Votes:
    """Twelve honest votes a cell, give or take a pixel, and as many lies as asked, all over the picture."""
    chance = np.random.default_rng(seed)
    cells = np.array([(x, y) for x in range(-2, 3) for y in range(-2, 2)]).repeat(12, axis=0)
    known = chance.uniform(0.1, 0.9, (len(cells), 2))
    turns = chance.integers(0, 4, len(cells))
    back = np.stack([_turned(point, turn) for point, turn in zip(known, turns, strict=True)])
    centre = project(homography, cells + 0.5)
    half_east, half_south = np.array([0.5, 0]), np.array([0, 0.5])
    middle = cells + 0.5
    east = project(homography, middle + half_east) - project(homography, middle - half_east)
    south = project(homography, middle + half_south) - project(homography, middle - half_south)
    angle = np.arctan2(east[:, 1] - south[:, 0], east[:, 0] + south[:, 1])
    side = np.sqrt(np.abs(east[:, 0] * south[:, 1] - east[:, 1] * south[:, 0]))
    seen = project(homography, cells + known) + chance.normal(0, 0.5, known.shape)
    number = len(cells)
    return Votes(
        seen_px=_joined(seen, chance.uniform(0, SIZE_PX, (lies, 2))),
        known=_joined(back, chance.uniform(0, 1, (lies, 2))),
        centre_px=_joined(centre + chance.normal(0, 2, centre.shape), chance.uniform(0, SIZE_PX, (lies, 2))),
        side_px=_joined(side * chance.normal(1, 0.03, number), chance.uniform(20, 300, lies)),
        angle_rad=_joined(
            angle + turns * np.pi / 2 + chance.normal(0, 0.03, number), chance.uniform(-3, 3, lies)
        ),
        likeness=_joined(chance.uniform(0.9, 1, number), chance.uniform(0.9, 1, lies)),
        picture=np.zeros(number + lies, np.int32),
    )


def _joined(honest: NDArray[np.float64], lies: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.concatenate([honest, lies]).astype(np.float32)


def _turned(point: NDArray[np.float64], turns: int) -> tuple[float, float]:
    """Where a point of a cell lies in the picture of a tile that was turned clockwise to get there."""
    x, y = point
    for _ in range(turns):
        x, y = y, 1 - x
    return x, y


@pytest.mark.parametrize("lies", [0, 100, 400])
@pytest.mark.parametrize(
    "shape", [(90, 0.0, 0, 0), (70, 0.6, 0.05, 0.02), (120, -2.0, -0.06, 0.08), (100, 3.0, 0.1, -0.1)]
)
def test_a_lattice_is_found_among_votes_that_lie(shape: tuple[float, ...], lies: int) -> None:
    true = slanted(*shape)
    lattice = fit_lattice(votes_for(true, lies, seed=lies))
    assert lattice is not None
    assert lattice.support > 150
    corners = project(true, np.array([(x, y) for x in range(-2, 4) for y in range(-2, 3)], float))
    found = project(np.linalg.inv(lattice.homography), corners)
    assert np.abs(found - np.round(found)).max() < 0.05, "true corners are corners of the lattice found"


def test_a_lattice_grows_from_the_corners_of_one_tile() -> None:
    true = slanted(90, 0.4, 0.06, 0.06)
    votes = votes_for(true, 300, seed=5)
    lattice = fit_lattice(votes, start=true)
    assert lattice is not None
    assert np.allclose(project(lattice.homography, [[0, 0], [2, 1]]), project(true, [[0, 0], [2, 1]]), atol=2)


def test_too_few_votes_make_no_lattice() -> None:
    few = votes_for(slanted(90, 0, 0, 0), 0, seed=1).pick(np.arange(7))
    assert fit_lattice(few) is None


@pytest.mark.parametrize("seed", range(8))
def test_lies_alone_win_little_support_and_break_nothing(seed: int) -> None:
    votes = votes_for(slanted(90, 0, 0, 0), 600, seed)
    lattice = fit_lattice(votes.pick(np.arange(240, 840)))
    assert lattice is None or lattice.support < 14


@given(sides, turns, tilts, tilts)
def test_a_point_goes_through_a_homography_and_back(side: float, turn: float, x: float, y: float) -> None:
    homography = slanted(side, turn, x, y)
    points = np.array([[0, 0], [1.5, -2], [-2, 1]])
    assert np.allclose(project(np.linalg.inv(homography), project(homography, points)), points, atol=1e-6)


@given(sides, turns, tilts, tilts)
def test_neighbouring_cells_share_two_corners(side: float, turn: float, x: float, y: float) -> None:
    west, east = quads_px(slanted(side, turn, x, y), np.array([[0, 0], [1, 0]]))
    assert np.allclose(west[[1, 2]], east[[0, 3]])


def test_corners_are_named_clockwise_from_the_north_west() -> None:
    quad = quads_px(np.diag([100.0, 100.0, 1.0]), np.array([[2, 3]]))[0]
    assert quad.tolist() == [[200, 300], [300, 300], [300, 400], [200, 400]]


def test_points_on_the_horizon_are_far_away_but_numbers() -> None:
    horizon = np.array([[1, 0, 0], [0, 1, 0], [0.5, 0, 1.0]])
    assert np.isfinite(project(horizon, np.array([[-2.0, 1.0]]))).all()


def test_a_view_shows_each_cell_straight_and_in_its_place() -> None:
    homography = slanted(90, 0.5, 0.05, 0.05)
    image = np.zeros((1200, 1600, 3), np.uint8)
    marked = np.round(quads_px(homography, np.array([[1, -1]]))[0] * 16).astype(np.int32)
    cv2.fillConvexPoly(image, marked, (255, 255, 255), cv2.LINE_AA, 4)
    view = rectify(image, homography, (-2, -2), (5, 4), 40)
    x, y = view.corner_px((1, -1))
    assert view.image[y + 2 : y + 38, x + 2 : x + 38].min() > 250
    assert view.image.mean() / 255 == pytest.approx(1 / 20, rel=0.05)


def test_a_cell_that_the_frame_cuts_in_half_is_half_in_it() -> None:
    lattice, cells = np.diag([100.0, 100.0, 1.0]), np.array([[0, 0], [2, 0], [3, 0]])
    assert shares_in_frame(lattice, cells, (250, 100)).tolist() == [1, 0.5, 0]
    assert whole_in_frame(lattice, cells, (250, 100), slack_px=4).tolist() == [True, False, False]


def test_a_turned_and_shrunk_copy_of_a_picture_votes_for_where_it_lies() -> None:
    chance = np.random.default_rng(3)
    known = cv2.GaussianBlur(chance.uniform(0, 255, (160, 160, 3)), (0, 0), 3)
    known = np.asarray(cv2.normalize(known, None, 0, 255, cv2.NORM_MINMAX), np.uint8)
    lies_at = cv2.getRotationMatrix2D((80, 80), -30, 0.7) + np.array([[0, 0, 220], [0, 0, 120]])
    photograph = cv2.warpAffine(known, lies_at, (600, 400))
    votes = find_votes(find_keypoints(photograph, 500), join([find_keypoints(known, 250)]), 160)
    right = np.linalg.norm(votes.centre_px - [300, 200], axis=1) < 8
    assert right.mean() > 0.8
    assert np.median(votes.side_px[right]) == pytest.approx(112, rel=0.05)
    assert np.rad2deg(np.median(votes.angle_rad[right])) == pytest.approx(30, abs=3)


def test_a_blank_picture_has_no_keypoints() -> None:
    assert len(find_keypoints(np.full((200, 200, 3), 99, np.uint8), 100).at_px) == 0
