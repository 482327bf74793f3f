"""Boxes that nobody has learned: our own drawings and made-up ones, read by what all boxes have in common."""

import cv2
import numpy as np
import pytest
from staged import COLD, DAYLIGHT, WARM, Stage, bare_table, board_by_chance, stage, without_figures

from firmware.evaluation.photographs import FIRST_STYLE
from scoring.games.carcassonne.land.catalogue import faces
from vision.errors import NoTableError, PrintsError
from vision.games import load
from vision.games.carcassonne.agreement import check_tiles, compare_with_truth
from vision.games.carcassonne.training.boxes import draw_box
from vision.simulator.made_up.drawing import draw_face
from vision.simulator.made_up.styles import draw_style
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

READER = load("carcassonne")
SIZE_PX = (1600, 1200)


def read(image, **more):
    return READER.read(image, None, **more)


SHOWN = {
    "the whole box": (72, Stage(15, 37, DAYLIGHT, (2000, 1500), seed=1)),
    "a warm lamp": (40, Stage(30, 200, WARM, SIZE_PX, seed=2)),
    "far from the side": (40, Stage(45, 120, COLD, SIZE_PX, seed=3)),
    "five tiles": (5, Stage(20, 70, DAYLIGHT, SIZE_PX, seed=5)),
}


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(("tiles", "how"), SHOWN.values(), ids=SHOWN)
def test_a_box_that_was_never_seen_is_read(tiles, how):
    staged = stage(without_figures(board_by_chance(tiles, how.seed)), how)
    board = read(staged.image)
    checks = check_tiles(board, staged.truth)
    assert sum(one.is_right for one in checks) >= 0.9 * tiles
    assert sum(one.is_edges_right for one in checks) >= 0.95 * tiles - 1
    assert compare_with_truth(board, staged.truth).invented == 0


def test_what_is_read_without_prints_is_a_whole_reading():
    staged = stage(board_by_chance(20, 4), Stage(10, 80, DAYLIGHT, SIZE_PX, seed=4))
    board = read(staged.image, colours=["red", "blue", "green", "yellow"])
    assert board.tiles
    assert all(0.5 <= tile.confidence <= 1 for tile in board.tiles)
    assert {len(tile.quad_px) for tile in board.tiles} == {4}
    found = compare_with_truth(board, staged.truth)
    assert found.meeples_right >= 0.6 * found.meeples
    assert found.meeples_false <= 2


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("shown", [0.35, 0.45])
@pytest.mark.parametrize(("seed", "turns"), [(541, 3), (545, 0), (545, 2)])
def test_tiles_that_the_edge_of_the_picture_cuts_are_doubts(seed, turns, shown):
    """The photograph is turned, and cut along the last whole line of tiles to the right."""
    image, truth = photograph_end(script(seed, 1, (2304, 1296), style=FIRST_STYLE + seed))
    quads = np.array([tile["quad_px"] for tile in truth["tiles"]])
    for _ in range(turns):
        quads = np.stack([quads[..., 1], image.shape[1] - 1 - quads[..., 0]], axis=2)
        image = np.rot90(image)
    left, right = quads[..., 0].min(axis=1), quads[..., 0].max(axis=1)
    tile_px = (right - left).mean()
    cut_at = int(right[right > np.median(quads[..., 0])].min() - (1 - shown) * tile_px)
    board = read(np.ascontiguousarray(image[:, :cut_at]))
    told = np.array([np.mean(doubt.quad_px, axis=0) for doubt in board.doubts if doubt.kind == "cut"])
    is_told = np.linalg.norm(quads.mean(axis=1)[:, None] - told[None], axis=2) < 0.3 * tile_px
    seen = np.clip((cut_at - left) / tile_px, 0, 1)
    assert is_told[(seen > 0.3) & (seen < 0.95)].any(axis=1).mean() > 0.8
    assert is_told.any(axis=0).mean() > 0.6


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", [123, 144, 146], ids=["tiny", "roads like rivers", "roads like seams"])
def test_no_tile_is_left_unread_on_a_made_up_box_in_good_light(seed):
    image, truth = photograph_end(script(seed, 0, (2304, 1296), style=FIRST_STYLE + seed))
    checks = check_tiles(read(image), truth)
    assert checks
    assert all(one.read for one in checks)
    assert sum(one.is_edges_right for one in checks) >= len(checks) - 1


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(("level", "least"), [(0, 0.97), (2, 0.85)])
def test_a_made_up_box_is_read_in_good_and_in_bad_light(level, least):
    image, truth = photograph_end(script(7, level, (2304, 1296), style=FIRST_STYLE + 7))
    checks = check_tiles(read(image), truth)
    assert sum(one.is_edges_right for one in checks) >= least * len(checks)


def test_of_two_boards_the_larger_is_read_and_the_other_told_of():
    small, large = _alone(11, 12), _alone(12, 24)
    height = max(len(small), len(large))
    both = np.hstack(
        [cv2.copyMakeBorder(one, 0, height - len(one), 0, 0, cv2.BORDER_REPLICATE) for one in (small, large)]
    )
    board = read(both)
    assert 24 <= len(board.tiles) <= 26
    [doubt] = [one for one in board.doubts if one.kind == "another_board"]
    assert max(x for x, _ in doubt.quad_px) < small.shape[1]
    assert str(doubt.says).startswith("Another board")


def _alone(seed, turns):
    """Photograph a board and cut away most of the table around it."""
    image, truth = photograph_end(script(seed, 0, (1536, 864), turns, style=FIRST_STYLE + seed))
    quads = np.array([tile["quad_px"] for tile in truth["tiles"]]).reshape(-1, 2)
    left, top = np.maximum(quads.min(axis=0) - 90, 0).astype(int)
    right, bottom = (quads.max(axis=0) + 90).astype(int)
    return image[top:bottom, left:right]


@pytest.mark.slow
def test_prints_that_see_too_little_in_bad_light_are_not_used():
    told = script(42, 2, (2304, 1296), style=FIRST_STYLE + 42)
    image, truth = photograph_end(told)
    prints = READER.learn(single_tiles(told.course.box, 42))
    assert sum(one.is_right for one in check_tiles(READER.read(image, prints), truth)) >= 60


@pytest.mark.slow
def test_prints_of_another_box_that_looks_a_little_like_this_one_are_not_used():
    image, truth = photograph_end(script(595, 2, (2304, 1296), style=FIRST_STYLE + 595))
    other = script(601, 0, (2304, 1296), 1, style=FIRST_STYLE + 601).course.box
    board = READER.read(image, READER.learn(single_tiles(other, 601)))
    assert sum(one.is_right for one in check_tiles(board, truth)) >= 71


def test_a_set_that_lacks_faces_takes_no_tile_for_one_that_it_has():
    told = script(12, 0, (1536, 864), 24, style=FIRST_STYLE + 12)
    image, truth = photograph_end(told)
    after_one_short_game = [one for one in single_tiles(told.course.box, 12) if one.face in set("BDEHUV")]
    board = READER.read(image, READER.learn(after_one_short_game))
    assert sum(one.is_right for one in check_tiles(board, truth)) >= len(truth["tiles"]) - 1


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(
    ("seed", "most_missed", "most_false"),
    [(146, 2, 0), (151, 2, 0), (154, 1, 0)],
    ids=["black wood, bluish", "green on green", "red villages"],
)
def test_wood_is_told_from_the_drawing_of_a_box_that_nobody_learned(seed, most_missed, most_false):
    image, truth = photograph_end(script(seed, 0, (2304, 1296), style=FIRST_STYLE + seed))
    found = compare_with_truth(read(image), truth)
    assert found.meeples_right >= found.meeples - most_missed
    assert found.meeples_false <= most_false


@pytest.mark.slow
@pytest.mark.parametrize("seed", [44, 134], ids=["snow", "violet"])
def test_figures_on_a_recoloured_edition_that_was_learned_keep_their_colours(seed):
    told = script(seed, 0, (2304, 1296), style=FIRST_STYLE + seed)
    image, truth = photograph_end(told)
    prints = READER.learn(single_tiles(told.course.box, seed))
    found = compare_with_truth(READER.read(image, prints), truth)
    assert found.meeples_right == found.meeples
    assert found.meeples_false <= 1


@pytest.mark.slow
def test_stone_around_the_board_is_hardly_a_tile_anywhere():
    image, truth = photograph_end(script(75, 0, (2304, 1296), style=FIRST_STYLE + 75))
    board = read(image)
    assert len(truth["tiles"]) == 72
    assert 72 <= len(board.tiles) <= 73


@pytest.mark.parametrize(("seed", "most_invented"), [(27, 0), (139, 0)])
def test_a_board_without_seams_on_a_table_of_its_own_colour_is_found_whole(seed, most_invented):
    image, truth = photograph_end(script(seed, 0, (2304, 1296), style=FIRST_STYLE + seed))
    board = read(image)
    assert sum(one.is_edges_right for one in check_tiles(board, truth)) >= 71
    assert compare_with_truth(board, truth).invented <= most_invented


def test_most_of_a_board_like_that_is_found_where_some_of_its_rim_is_not():
    image, truth = photograph_end(script(165, 0, (2304, 1296), style=FIRST_STYLE + 165))
    found = compare_with_truth(read(image), truth)
    assert found.tiles_right >= 55  # 70 where OpenCV has one thread, 56 with two: their sums differ a little
    assert found.invented <= 1


def test_a_photograph_upside_down_is_the_same_board():
    staged = stage(without_figures(board_by_chance(12, 6)), Stage(10, 5, DAYLIGHT, SIZE_PX, seed=6))
    upright, turned = read(staged.image), read(np.ascontiguousarray(np.rot90(staged.image, 2)))
    assert sorted(tile.face for tile in upright.tiles) == sorted(tile.face for tile in turned.tiles)


def soft_stains():
    """Draw a cloth of coloured stains, all alike."""
    stains = cv2.GaussianBlur(np.random.default_rng(4).normal(0, 1, (900, 1200, 3)), (0, 0), 6)
    return cv2.normalize(stains, None, 0, 255, cv2.NORM_MINMAX, cv2.CV_8U)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((600, 800, 3), np.uint8),
        np.full((600, 800, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 256, (600, 800, 3), np.uint8),
        bare_table(Stage(20, 0, DAYLIGHT, SIZE_PX)),
        soft_stains(),
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((4, 3000, 3), np.uint8),
    ],
    ids=["black", "white", "noise", "a bare table", "soft stains", "one pixel", "a line"],
)
def test_where_no_board_lies_none_is_read(image):
    with pytest.raises(NoTableError):
        read(image)


@pytest.mark.parametrize(
    "corners",
    [
        [(99999, 99999), (100099, 99999), (100099, 100099), (99999, 100099)],
        [(-500, -500), (-400, -500), (-400, -400), (-500, -400)],
        [(10, 10), (11, 10), (11, 11), (10, 11)],
        [(0, 0), (1000, 1), (2000, 0), (1000, 2)],
        [(100, 100), (300, 100), (300, 300), (100, 300)],
    ],
    ids=["far away", "before it", "a pixel", "a line", "where no tile lies"],
)
def test_corners_of_no_tile_find_no_board(corners):
    with pytest.raises(NoTableError):
        read(np.zeros((600, 800, 3), np.uint8), corners_px=corners)


def test_the_corners_of_one_tile_may_be_given():
    staged = stage(without_figures(board_by_chance(9, 8)), Stage(40, 30, DAYLIGHT, SIZE_PX, seed=8))
    board = read(staged.image, corners_px=staged.truth["tiles"][0]["quad_px"])
    checks = check_tiles(board, staged.truth)
    assert checks
    assert all(one.is_edges_right for one in checks)
    assert sum(one.is_right for one in checks) >= 7


# --- a whole box from one photograph ---------------------------------------------------------------


def photographed(rows, turn_deg=0.0):
    """Photograph tiles that lie edge to edge on a table, given row by row."""
    flat = np.vstack([np.hstack(row) for row in rows])
    large = cv2.resize(flat, None, fx=1.6, fy=1.6, interpolation=cv2.INTER_CUBIC)
    high, wide = large.shape[:2]
    table = np.full((1200, 1600, 3), (70, 95, 120), np.uint8)
    around = cv2.getRotationMatrix2D((wide / 2, high / 2), turn_deg, 1.0)
    around[:, 2] += (800 - wide / 2, 600 - high / 2)
    cv2.warpAffine(large, around, (1600, 1200), table, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 0.8), np.uint8)


def drawn_chart():
    """Draw a made-up box, its tiles in the places of the chart."""
    chance = np.random.default_rng([3, 99])
    style = draw_style(chance)
    return [[draw_face(faces()[face], style, chance) for face in row] for row in READER.chart()]


@pytest.mark.parametrize("turn_deg", [4.0, 95.0, 180.0])
def test_a_whole_box_is_learned_from_one_photograph_of_the_chart(turn_deg):
    samples = READER.read_chart(photographed(drawn_chart(), turn_deg))
    assert [sample.face for sample in samples] == [face for row in READER.chart() for face in row]
    assert set(READER.describe(READER.learn(samples)).values()) == {1}


def test_two_tiles_that_changed_places_are_both_named_and_nothing_is_learned():
    rows = drawn_chart()
    rows[1][1], rows[2][3] = rows[2][3], rows[1][1]
    with pytest.raises(PrintsError, match=r"look at row 2, place 2; row 3, place 4\."):
        READER.read_chart(photographed(rows))


def test_a_tile_that_is_missing_is_named():
    rows = drawn_chart()
    rows[2][5] = np.full_like(rows[2][5], (70, 95, 120))
    with pytest.raises(PrintsError, match=r"1 tile .* row 3, place 6"):
        READER.read_chart(photographed(rows))


def test_other_tiles_than_those_of_the_chart_teach_nothing():
    tiles = [tile.image for tile in draw_box(np.random.default_rng(5))]
    rows = [tiles[first : first + 6] for first in (0, 6, 12, 18)]
    with pytest.raises(PrintsError, match="was not found"):
        READER.read_chart(photographed(rows))


def test_a_picture_without_a_chart_teaches_nothing():
    with pytest.raises(PrintsError, match="was not found"):
        READER.read_chart(np.zeros((600, 800, 3), np.uint8))
