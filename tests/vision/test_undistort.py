"""The bend of a lens, measured on the printed chart, taken out of what it shows."""

import numpy as np
import pytest
from bent import SIZE_PX, bent, chart_seen

from scoring.games.cornwall.land.hexes import PITCH_MM, middle_mm
from vision.errors import LensError
from vision.games import load
from vision.games.cornwall.locate.search import find_land
from vision.games.cornwall.report.agreement import compare_with_truth
from vision.geometry.homography import project
from vision.geometry.outlines import middles_px
from vision.geometry.undistort import (
    ChartView,
    Lens,
    find_chart,
    fit_lens,
    is_another_view,
    undistort,
)
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.timeline import script


def views_of(bend, focal, number=12):
    seen = [find_chart(chart_seen(bend, focal, seed)) for seed in range(number)]
    return [view for view in seen if view is not None]


@pytest.mark.parametrize(("bend", "focal"), [(-0.12, 0.6), (0.05, 0.96), (-0.03, 0.43)])
def test_a_bend_that_was_simulated_is_measured(bend, focal):
    views = views_of(bend, focal)
    assert len(views) > 8
    lens = fit_lens(views, SIZE_PX)
    assert lens.focal_px == pytest.approx(focal * SIZE_PX[0], rel=0.01)
    assert np.allclose(lens.middle_px, np.array(SIZE_PX) / 2, atol=4)
    edge = SIZE_PX[0] / 2 / lens.focal_px  # where it is seen most
    k1, k2 = lens.bend
    assert (k1 * edge**2 + k2 * edge**4) * SIZE_PX[0] / 2 == pytest.approx(
        bend * edge**2 * SIZE_PX[0] / 2, abs=1.5
    )


def test_the_same_view_twice_is_one():
    views = views_of(0.05, 0.96, 2)
    assert not is_another_view(views[0], views[:1], SIZE_PX[0])
    assert is_another_view(views[1], views[:1], SIZE_PX[0])


def test_a_chart_that_does_not_lie_flat_measures_no_lens():
    chance = np.random.default_rng(1)
    views = views_of(0.05, 0.96)
    noise = [chance.normal(0, 6, one.corners_px.shape).astype(np.float32) for one in views]
    crumpled = [ChartView(one.corners_px + off, one.numbers) for one, off in zip(views, noise, strict=True)]
    assert crumpled
    with pytest.raises(LensError):
        fit_lens(crumpled, SIZE_PX)


def test_a_bare_table_shows_no_chart():
    assert find_chart(np.full((648, 1152, 3), 120, np.uint8)) is None


def test_a_frame_of_another_shape_stays_as_it_is():
    lens = Lens((1152, 648), 700.0, (576.0, 324.0), (-0.1, 0.0))
    square = np.zeros((100, 100, 3), np.uint8)
    assert undistort(square, lens) is square


@pytest.fixture(scope="module")
def land():
    """A land as a lens shows it that bends, the same with the bend taken out, and its truth."""
    bend, focal, size_px = -0.3, 0.6, (1728, 972)
    straight, truth = photograph_end(script(3, 1, size_px, 30, game="cornwall"))
    seen = bent(straight, bend, focal)
    lens = Lens(size_px, focal * size_px[0], (size_px[0] / 2, size_px[1] / 2), (bend, 0.0))
    return seen, undistort(seen, lens), truth


def off_lattice(image):
    """Measure how far fields are off the lattice they lie on, in pitches, at the worst tenth."""
    found = find_land(image)
    middles = project(np.linalg.inv(found.lattice), middles_px(found.spots.values()))
    off = middles - np.array([middle_mm(cell) for cell in found.spots])
    return np.quantile(np.linalg.norm(off, axis=1) / PITCH_MM, 0.9)


def test_fields_lie_on_their_lattice_once_the_bend_is_taken_out(land):
    seen, mended, _ = land
    assert off_lattice(mended) < 0.7 * off_lattice(seen)


def test_figures_that_a_bent_lens_shows_wrongly_are_told_once_it_is_straight(land):
    seen, mended, truth = land
    before, after = (
        compare_with_truth(load("cornwall").read(image, None), truth) for image in (seen, mended)
    )
    assert before.meeples_on_feature < after.meeples_on_feature == after.meeples == 11
    assert after.tiles_right >= before.tiles_right
