"""Fields cut straight from a frame, what is told of them, and what a box teaches."""

import cv2
import numpy as np
import pytest

from scoring.games.cornwall.land.fields import SYMBOLS, TERRAINS, Field
from scoring.games.cornwall.land.hexes import AROUND, middle_mm
from vision.games.cornwall.classify.box_model import Lessons, lessons_of, templates_of, weigh_in
from vision.games.cornwall.classify.field_net import (
    COLOURS,
    FEATURES,
    SYMBOLS_AT,
    THERE_AT,
    TOLD,
    answers_of,
    masked,
    tell,
    told_of,
)
from vision.games.cornwall.locate.view import (
    PATCH_PX,
    PITCH_PX,
    PX_PER_MM,
    cell_at,
    cut_patches,
    hex_px,
    in_hex,
    scale_at,
    show,
    whole_cells,
)
from vision.games.cornwall.training.boxes import draw_box
from vision.games.cornwall.training.lessons import lessons_of as lessons_of_scene
from vision.games.cornwall.training.tables import show_table
from vision.geometry.homography import project

UNSEEN_BOX = 777_000
"""Boxes from here on are made up with another seed than those that were learned from."""


def _lattice(turn_deg=13.0, px_per_mm=1.9, tilt=2e-4):
    cos, sin = np.cos(np.deg2rad(turn_deg)) * px_per_mm, np.sin(np.deg2rad(turn_deg)) * px_per_mm
    return np.array([[cos, -sin, 320.0], [sin, cos, 240.0], [tilt, -tilt / 2, 1.0]])


@pytest.mark.parametrize("cell", [(0, 0), (3, -2), (-4, 1), (2, 5)])
def test_the_middle_of_a_field_lies_in_its_cell_and_so_do_places_around_it(cell):
    x, y = middle_mm(cell)
    assert cell_at((x, y)) == cell
    around = np.arange(0, 6, 0.2)
    assert {cell_at((x + 18.5 * np.cos(a), y + 18.5 * np.sin(a))) for a in around} == {cell}


def test_a_step_over_a_side_leads_to_the_neighbour():
    for step, (q, r) in enumerate(AROUND):
        angle = step * np.pi / 3
        assert cell_at((21.0 * np.cos(angle), 21.0 * np.sin(angle))) == (q, r)


def test_a_patch_shows_what_lies_at_the_middle_of_its_field():
    image, lattice = np.zeros((480, 640, 3), np.uint8), _lattice()
    at = project(lattice, np.array([middle_mm((1, -1))]))[0]
    cv2.circle(
        image, (round(at[0] * 16 - 8), round(at[1] * 16 - 8)), 16 * 6, (255, 255, 255), -1, cv2.LINE_AA, 4
    )
    (patch,) = cut_patches(image, lattice, [(1, -1)])
    rows, columns = np.nonzero(patch[..., 0] > 127)
    assert patch.shape == (PATCH_PX, PATCH_PX, 3)
    assert np.allclose([columns.mean() + 0.5, rows.mean() + 0.5], PATCH_PX / 2, atol=0.3)


def test_a_patch_turned_by_a_sixth_shows_the_western_corner_of_the_drawing_further_clockwise():
    image, lattice = np.zeros((480, 640, 3), np.uint8), _lattice(tilt=0.0)
    at = project(lattice, np.array([(15.0, 0.0)]))[0]
    cv2.circle(image, (round(at[0] - 0.5), round(at[1] - 0.5)), 5, (255, 255, 255), -1)
    (patch,) = cut_patches(image, lattice, [(0, 0)], turn_deg=60.0)
    rows, columns = np.nonzero(patch[..., 0] > 127)
    seen = np.array([columns.mean(), rows.mean()]) + 0.5 - PATCH_PX / 2
    angle = np.rad2deg(np.arctan2(seen[1], seen[0]))
    assert abs(angle - 60) < 4
    assert abs(np.hypot(*seen) - 15 * PX_PER_MM) < 1


def test_a_view_takes_its_pixels_to_the_frame_and_back():
    lattice = _lattice()
    view = show(np.zeros((480, 640, 3), np.uint8), lattice, [(0, 0), (1, 1)])
    places = np.array([middle_mm((1, 1)), (5.0, -3.0)])
    assert np.allclose(view.to_mm(view.to_px(places)), places)
    assert np.allclose(view.to_frame(view.to_px(places)), project(lattice, places))
    assert scale_at(lattice, np.zeros(2)) == pytest.approx(1.9, rel=0.1)


def test_a_much_finer_frame_is_shrunk_without_skipping_pixels():
    fine = (np.indices((1200, 1200)).sum(axis=0) % 2 * 255).astype(np.uint8)
    image = np.repeat(fine[..., None], 3, axis=2)
    lattice = np.array([[10.0, 0, 600], [0, 10.0, 600], [0, 0, 1]])
    (patch,) = cut_patches(image, lattice, [(0, 0)])
    assert abs(float(patch.mean()) - 127.5) < 3
    assert float(patch.std()) < 12


def test_a_hex_holds_as_many_pixels_as_geometry_says():
    assert int(in_hex().sum()) == pytest.approx(PITCH_PX**2 * np.sqrt(3) / 2, rel=0.02)


def test_only_fields_with_all_their_corners_in_the_frame_are_whole():
    lattice = np.array([[2.0, 0, 100], [0, 2.0, 100], [0, 0, 1]])
    assert whole_cells(lattice, [(0, 0), (-1, 0)], (640, 480)) == [(0, 0)]
    assert len(hex_px(lattice, (0, 0))) == 6


# --- telling -----------------------------------------------------------------------------------------


def _photographed(seed):
    """Give the patches of fields of a made-up box on made-up tables, and the fields."""
    chance = np.random.default_rng([UNSEEN_BOX, seed])
    box = draw_box(chance)
    shown = [lessons_of_scene(show_table(box, chance), box, chance) for _ in range(3)]
    patches, terrains, symbols = (
        np.concatenate([one[key] for one in shown]) for key in ("patches", "terrains", "symbols")
    )
    fields = [
        Field(TERRAINS[terrain], tuple(np.array(SYMBOLS)[some]))
        for terrain, some in zip(terrains, symbols, strict=True)
        if terrain >= 0
    ]
    return patches[terrains >= 0], fields


@pytest.fixture(scope="module")
def boxes():
    some = [_photographed(seed) for seed in range(14)]
    return [(patches, fields) for patches, fields in some if len(fields) > 12]


@pytest.mark.slow
def test_the_terrains_of_boxes_nobody_has_seen_are_told(boxes):
    right = [
        TERRAINS[int(told)] == field.terrain
        for patches, fields in boxes
        for told, field in zip(tell(patches).terrain.argmax(axis=1), fields, strict=True)
    ]
    assert np.mean(right) > 0.86


@pytest.mark.slow
def test_the_symbols_of_boxes_nobody_has_seen_are_told(boxes):
    right = [
        np.array([field.has(symbol) for symbol in SYMBOLS]) == (told > 0)
        for patches, fields in boxes
        for told, field in zip(tell(patches).symbols, fields, strict=True)
    ]
    assert np.mean(right) > 0.9


def test_bare_table_is_told_from_fields(boxes):
    chance = np.random.default_rng(9)
    bare = [
        np.clip(chance.uniform(20, 230, 3) + chance.normal(0, 6, (PATCH_PX, PATCH_PX, 3)), 0, 255)
        for _ in range(30)
    ]
    assert np.mean(tell(np.array(bare, np.uint8)).is_field < 0) > 0.9
    fields = np.concatenate([patches for patches, _ in boxes])
    assert np.mean(tell(fields).is_field > 0) > 0.9


def test_terrains_are_probabilities_and_no_patches_tell_nothing():
    told = tell(np.zeros((2, PATCH_PX, PATCH_PX, 3), np.uint8))
    assert np.allclose(np.exp(told.terrain).sum(axis=1), 1)
    none = tell(np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8))
    assert none.terrain.shape == (0, 5)
    assert none.symbols.shape == (0, 3)
    assert none.is_field.shape == (0,)


def test_what_is_hidden_does_not_matter(boxes):
    patches, _ = boxes[0]
    hidden = np.zeros(patches.shape[:3], bool)
    hidden[:, 20:34, 22:40] = True
    red, blue = patches.copy(), patches.copy()
    red[hidden], blue[hidden] = (0, 0, 255), (255, 0, 0)
    assert np.array_equal(masked(red, hidden), masked(blue, hidden))
    assert np.allclose(tell(red, hidden).terrain, tell(blue, hidden).terrain)


def test_a_box_teaches_its_own_looks(boxes):
    """Half of the fields of a box, known, make the others surer."""
    before, after = [], []
    for patches, fields in boxes:
        known = list(range(0, len(fields), 2))
        others = list(range(1, len(fields), 2))
        looks = templates_of(lessons_of(patches[known], [fields[i] for i in known]))
        truth = [TERRAINS.index(fields[i].terrain) for i in others]
        before.append(tell(patches[others]).terrain[np.arange(len(truth)), truth].mean())
        after.append(
            weigh_in(looks, answers_of(patches[others])).terrain[np.arange(len(truth)), truth].mean()
        )
    assert np.mean(after) > np.mean(before)


def test_no_lessons_change_nothing(boxes):
    patches, _ = boxes[1]
    looks = templates_of(lessons_of(patches[:0], []))
    assert np.allclose(weigh_in(looks, answers_of(patches)).terrain, tell(patches).terrain)
    assert np.allclose(weigh_in(looks, answers_of(patches)).is_field, tell(patches).is_field)


def test_looks_do_not_change_whether_a_field_is_there(boxes):
    patches, fields = boxes[2]
    looks = templates_of(lessons_of(patches, fields))
    assert np.allclose(weigh_in(looks, answers_of(patches)).is_field, tell(patches).is_field)


def test_many_lessons_overrule_the_net_and_a_single_one_hardly():
    chance = np.random.default_rng(0)
    features = np.abs(chance.normal(0, 1, FEATURES))
    answer = np.zeros(TOLD + FEATURES + COLOURS)
    answer[TERRAINS.index("moor")] = 3.0
    answer[TOLD : TOLD + FEATURES] = features

    def taught(number):
        answers = np.tile(answer, (number, 1))
        truth = np.full(number, TERRAINS.index("meadow"))
        looks = templates_of(Lessons(answers, truth, np.zeros((number, len(SYMBOLS)), bool)))
        return np.exp(weigh_in(looks, answer[None]).terrain[0, TERRAINS.index("meadow")])

    alone = np.exp(told_of(answer[None]).terrain[0, TERRAINS.index("meadow")])
    assert alone < taught(1) < taught(60)
    assert taught(60) > 0.9


def test_the_answers_of_the_net_are_told_apart():
    assert (SYMBOLS_AT.start, SYMBOLS_AT.stop, THERE_AT) == (5, 8, 8)


def test_lessons_keep_what_fields_show(boxes):
    patches, _ = boxes[3]
    lessons = lessons_of(patches[:2], [Field("moor", ("chapel",)), Field("village", ("flag", "cottage"))])
    assert lessons.terrains.tolist() == [0, 3]
    assert lessons.symbols.tolist() == [[False, True, False], [True, False, True]]
