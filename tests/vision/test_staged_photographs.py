"""The whole way on photographs staged from our own drawings: tiles, figures, faults, doubts and refusals."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from staged import (
    COLD,
    DAYLIGHT,
    DIM,
    GREY_BGR,
    SETUP,
    TABLE_BGR,
    WARM,
    Stage,
    Staged,
    bare_table,
    board_by_chance,
    stage,
    without_figures,
)

from scoring.game import Cell
from scoring.games.carcassonne.documents.boards import dump_board, load_board, score_board
from scoring.games.carcassonne.documents.status import status
from scoring.games.carcassonne.land.board import CarcassonneBoard, TileReading
from tests.some import some
from vision.errors import NoTableError
from vision.games import load
from vision.games.carcassonne.agreement import compare_with_truth
from vision.reader import Image

Read = Callable[..., CarcassonneBoard]
SIZE_PX = (1200, 900)


@pytest.fixture(scope="module")
def read(prints: bytes) -> Read:
    return lambda image, **more: load("carcassonne").read(image, prints, **more)


GOOD_LIGHT = {
    "two tiles from above": (2, Stage(0, 293, COLD, seed=18)),
    "two tiles, tilted": (2, Stage(30, 80, COLD, seed=14)),
    "five tiles, upside down": (5, Stage(15, 180, DAYLIGHT)),
    "five tiles from the side": (5, Stage(30, 208, DAYLIGHT, seed=20)),
    "nine tiles, a warm lamp": (9, Stage(0, 93, WARM, table_bgr=GREY_BGR, seed=21)),
    "twenty tiles, a warm lamp": (20, Stage(30, 200, WARM, seed=3)),
    "twenty tiles, a grey table": (20, Stage(30, 278, WARM, table_bgr=GREY_BGR, seed=17)),
    "twenty tiles, a cold sky": (20, Stage(15, 81, COLD, seed=22)),
    "the whole box": (72, Stage(15, 37, DAYLIGHT, (2000, 1500))),
}


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(("tiles", "how"), GOOD_LIGHT.values(), ids=GOOD_LIGHT)
def test_in_good_light_every_tile_is_read_right(read: Read, tiles: int, how: Stage) -> None:
    staged = stage(without_figures(board_by_chance(tiles, how.seed)), how)
    board = read(staged.image)
    found = compare_with_truth(board, staged.truth)
    assert (found.tiles_right, found.invented) == (tiles, 0)
    assert not board.doubts
    assert not board.faults
    assert not board.meeples


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", [11, 15, 19])
def test_in_bad_light_at_most_one_tile_is_missed(read: Read, seed: int) -> None:
    tiles = {11: 9, 15: 16, 19: 24}[seed]
    staged = stage(board_by_chance(tiles, seed), Stage((seed % 3) * 15, 40 * seed, DIM, seed=seed))
    found = compare_with_truth(read(staged.image), staged.truth)
    assert found.tiles_right >= tiles - 1
    assert found.invented == 0


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(
    "how",
    [Stage(0, 10, COLD, seed=12), Stage(15, 127, WARM, table_bgr=GREY_BGR, seed=13), Stage(30, 200, seed=3)],
    ids=["from above", "a little from the side", "from the side"],
)
def test_figures_are_read_with_colour_and_feature(read: Read, how: Stage) -> None:
    staged = stage(board_by_chance(20, how.seed), how)
    found = compare_with_truth(read(staged.image), staged.truth)
    assert found.tiles_right >= 19
    assert found.meeples >= 10
    assert found.meeples_right == found.meeples
    assert found.meeples_on_feature >= found.meeples - 1
    assert found.meeples_false <= 1


def test_only_the_colours_that_play_are_found(read: Read) -> None:
    staged = stage(board_by_chance(12, 3), Stage(20, 50, size_px=SIZE_PX))
    board = read(staged.image, colours=["red"])
    reds = sum(one["colour"] == "red" for one in staged.truth["meeples"])
    assert [one.colour for one in board.meeples] == ["red"] * reds
    assert 0 < reds < len(staged.truth["meeples"])


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_photograph_turned_by_quarters_shows_the_same_board(read: Read, turns: int) -> None:
    staged = stage(without_figures(board_by_chance(7, 8)), Stage(10, 20, size_px=SIZE_PX))
    board = read(np.ascontiguousarray(np.rot90(staged.image, turns)))
    assert sorted(tile.face for tile in board.tiles) == sorted(one["face"] for one in staged.truth["tiles"])
    assert not board.faults


# --- what breaks the rules, and what is none of the game's -----------------------------------------


def one_turned(board: CarcassonneBoard, cell: Cell) -> CarcassonneBoard:
    """Turn one tile by a quarter where it lies."""
    tiles = tuple(replace(t, turns=(t.turns + 1) % 4) if t.cell == cell else t for t in board.tiles)
    return replace(board, tiles=tiles)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", [4, 9])
def test_a_tile_laid_wrongly_is_read_as_it_lies_and_is_a_fault(read: Read, seed: int) -> None:
    legal = without_figures(board_by_chance(12, seed))
    wrong = (one_turned(legal, tile.cell) for tile in legal.tiles)
    board = next(one for one in wrong if [fault.kind for fault in status(one)] == ["edges_do_not_match"])
    staged = stage(board, Stage(15, 70, size_px=SIZE_PX))
    read_as = read(staged.image)
    assert compare_with_truth(read_as, staged.truth).tiles_right == 12
    assert [fault.kind for fault in read_as.faults] == ["edges_do_not_match"]


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("tilt_deg", [0, 20])
def test_a_striped_card_among_the_tiles_is_given_no_face(read: Read, tilt_deg: float) -> None:
    board = without_figures(board_by_chance(12, 4))
    staged = stage(board, Stage(tilt_deg, 20, size_px=SIZE_PX), cards=[(0, 0)])
    found = compare_with_truth(read(staged.image), staged.truth)
    assert (found.tiles, found.tiles_right) == (11, 11)
    assert (found.others, found.others_named) == (1, 0)


def test_a_tile_that_was_never_learned_is_doubted(read: Read) -> None:
    around = (("U", (0, -1), 0), ("E", (1, 0), 2), ("D", (-1, 0), 0), ("V", (0, 1), 0))
    river = TileReading((0, 0), "river_C", 0)
    board = CarcassonneBoard(tiles=(river, *(TileReading(cell, face, turns) for face, cell, turns in around)))
    staged = stage(board, Stage(15, 30, size_px=SIZE_PX))
    read_as = read(staged.image)
    assert sorted(tile.face for tile in read_as.tiles if tile.confidence > 0.5) == ["D", "E", "U", "V"]
    assert _doubts_at(read_as, staged, (0, 0)) == ["no_such_face"]


def test_a_tile_cut_by_the_frame_is_doubted(read: Read) -> None:
    staged = stage(without_figures(board_by_chance(12, 4)), Stage(10, 0, size_px=SIZE_PX))
    eastmost = max(tile["cell"] for tile in staged.truth["tiles"])
    cut_at = int(staged.quad_px(eastmost)[:, 0].mean())
    read_as = read(np.ascontiguousarray(staged.image[:, :cut_at]))
    whole = sum(np.max(tile["quad_px"], axis=0)[0] < cut_at for tile in staged.truth["tiles"])
    assert compare_with_truth(read_as, staged.truth).tiles_right == len(read_as.tiles) == whole
    assert _doubts_at(read_as, staged, eastmost) == ["cut"]


def test_a_tile_under_a_card_is_not_guessed(read: Read) -> None:
    staged = stage(without_figures(board_by_chance(12, 4)), Stage(0, 0, size_px=SIZE_PX))
    quad = staged.quad_px((0, 0))
    cv2.fillConvexPoly(staged.image, np.round(quad).astype(np.int32), (235, 235, 240), cv2.LINE_AA)
    read_as = read(staged.image)
    assert compare_with_truth(read_as, staged.truth).tiles_right == len(read_as.tiles) == 11


def _doubts_at(board: CarcassonneBoard, staged: Staged, cell: Cell) -> list[str]:
    middle = tuple(staged.quad_px(cell).mean(axis=0))
    return [
        doubt.kind
        for doubt in board.doubts
        if cv2.pointPolygonTest(np.array(doubt.quad_px, np.float32), middle, measureDist=False) > 0
    ]


# --- no table --------------------------------------------------------------------------------------


def noise(seed: int, grain_px: float) -> Image:
    """Give a picture of nothing, small: where everything is an edge, much is remembered of it."""
    grains = np.random.default_rng(seed).normal(0, 1, (450, 600, 3))
    soft = cv2.GaussianBlur(grains, (0, 0), grain_px) if grain_px else grains
    return np.asarray(cv2.normalize(soft, None, 0, 255, cv2.NORM_MINMAX), np.uint8)


def chessboard() -> Image:
    squares = np.add.outer(np.arange(900) // 60, np.arange(1200) // 60) % 2
    return np.ascontiguousarray((squares * 200).astype(np.uint8)[..., None].repeat(3, axis=2))


NO_TABLES = {
    "noise": lambda: noise(1, 0),
    "soft noise": lambda: noise(2, 3),
    "clouds": lambda: noise(3, 40),
    "a bare table": lambda: bare_table(Stage(size_px=(1000, 800))),
    "a smooth gradient": lambda: np.tile(np.linspace(0, 255, 1200)[None, :, None], (900, 1, 3)).astype(
        np.uint8
    ),
    "night": lambda: np.zeros((900, 1200, 3), np.uint8),
    "a chessboard": chessboard,
    "nine pixels": lambda: np.full((3, 3, 3), 128, np.uint8),
    "one row": lambda: noise(4, 0)[:1],
}


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("paint", NO_TABLES.values(), ids=NO_TABLES)
def test_a_picture_without_a_table_is_refused_in_a_sentence(read: Read, paint: Callable[[], Image]) -> None:
    with pytest.raises(NoTableError, match=r"No board was found in this picture.*\.$"):
        read(paint())


# --- help with steep pictures ----------------------------------------------------------------------


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("tilt_deg", [30, 50])
def test_the_corners_of_one_tile_help_however_steep_it_is(read: Read, tilt_deg: float) -> None:
    staged = stage(without_figures(board_by_chance(12, 6)), Stage(tilt_deg, 33))
    corners = [tuple(corner) for corner in staged.quad_px((0, 0))]
    found = compare_with_truth(read(staged.image, corners_px=corners), staged.truth)
    assert found.tiles_right >= 11
    assert found.invented == 0


# --- the document ----------------------------------------------------------------------------------


HEARD: list[tuple[str, float]] = []
"""How far the reading of ``five`` said that it was."""


@pytest.fixture(scope="module")
def five(read: Read) -> tuple[Staged, CarcassonneBoard]:
    staged = stage(board_by_chance(5, 20), Stage(30, 208, seed=20, table_bgr=TABLE_BGR))
    HEARD.clear()
    return staged, read(staged.image, progress=lambda step, share: HEARD.append((step, share)))


def test_a_reading_is_a_document_that_the_rules_can_load_and_score(
    five: tuple[Staged, CarcassonneBoard],
) -> None:
    _, board = five
    assert load_board(dump_board(board)) == board
    assert sum(line.points for line in score_board(board, SETUP)) > 0


def test_a_board_is_counted_from_its_north_west_corner(five: tuple[Staged, CarcassonneBoard]) -> None:
    _, board = five
    assert min(tile.cell[0] for tile in board.tiles) == 0
    assert min(tile.cell[1] for tile in board.tiles) == 0


def test_a_tiles_corners_lie_on_the_tile(five: tuple[Staged, CarcassonneBoard]) -> None:
    staged, board = five
    true = [np.array(tile["quad_px"]) for tile in staged.truth["tiles"]]
    for tile in some(board.tiles):
        quad = np.array(tile.quad_px)
        nearest = min(true, key=lambda one: float(np.linalg.norm(one.mean(axis=0) - quad.mean(axis=0))))
        side_px = np.linalg.norm(nearest[1] - nearest[0])
        apart = min(np.abs(np.roll(quad, turn, axis=0) - nearest).max() for turn in range(4))
        assert apart < 0.05 * side_px


def test_confidences_are_probabilities(five: tuple[Staged, CarcassonneBoard]) -> None:
    _, board = five
    for tile in some(board.tiles):
        others = [other.confidence for other in tile.alternatives]
        assert 0.5 <= tile.confidence <= 1
        assert tile.confidence + sum(others) <= 1.001
        assert others == sorted(others, reverse=True)
    assert board.meeples
    assert all(0 < one.confidence <= 1 for one in board.meeples)


def test_the_same_photograph_is_read_the_same_twice(
    five: tuple[Staged, CarcassonneBoard], read: Read
) -> None:
    staged, board = five
    assert read(staged.image) == board


@pytest.mark.usefixtures("five")
def test_a_reading_tells_how_far_it_is() -> None:
    shares = [share for _, share in HEARD]
    assert shares == sorted(shares)
    assert len(shares) >= 4
    assert 0 < shares[0] < shares[-1] <= 1


def test_the_overlay_frames_every_tile_and_leaves_the_photograph_alone(
    five: tuple[Staged, CarcassonneBoard],
) -> None:
    staged, board = five
    before = staged.image.copy()
    drawn = load("carcassonne").overlay(staged.image, board)
    assert np.array_equal(staged.image, before)
    changed = (drawn != before).any(axis=2)
    for tile in some(board.tiles):
        inside = np.zeros(changed.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(tile.quad_px).astype(np.int32), 1)
        assert 0.02 < changed[inside == 1].mean() < 0.6
    covered = np.zeros(changed.shape, np.uint8)
    for tile in board.tiles:
        cv2.fillConvexPoly(covered, np.round(tile.quad_px).astype(np.int32), 1)
    assert changed[cv2.dilate(covered, np.ones((25, 25), np.uint8)) == 0].mean() < 0.01


@pytest.mark.slow
def test_what_nobody_asked_for_is_not_needed(prints: bytes) -> None:
    nothing: dict[str, Any] = {"corners_px": None, "colours": None, "progress": None}
    staged = stage(without_figures(board_by_chance(2, 1)), Stage(0, 0, size_px=SIZE_PX))
    reader = load("carcassonne")
    assert reader.read(staged.image, prints, **nothing) == reader.read(staged.image, prints)
