"""The measure itself: a perfect reading is perfect in any frame, and every error counts once."""

from random import Random

import pytest
from msgspec.structs import replace
from staged import Stage, board_by_chance, stage

from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading
from scoring.games.carcassonne.land.catalogue import turned_side
from vision.games.carcassonne.agreement import check_figures, compare_with_truth

BOARD = board_by_chance(24, seed=5)
TRUTH = stage(BOARD, Stage(20, 40, size_px=(400, 300))).truth


def reading(turns: int = 0, shift: tuple[int, int] = (0, 0)) -> CarcassonneBoard:
    """The board as a perfect reader would give it, in a frame of its own."""

    def moved(cell: tuple[int, int]) -> tuple[int, int]:
        x, y = cell
        for _ in range(turns):
            x, y = -y, x
        return x + shift[0], y + shift[1]

    quads = {tile["cell"]: tuple(map(tuple, tile["quad_px"])) for tile in TRUTH["tiles"]}
    return replace(
        BOARD,
        tiles=tuple(
            replace(t, cell=moved(t.cell), turns=(t.turns + turns) % 4, quad_px=quads[t.cell])
            for t in BOARD.tiles
        ),
        meeples=tuple(
            replace(
                m,
                cell=moved(m.cell),
                sides=tuple(turned_side(side, turns) for side in m.sides),
                at_px=tuple(true["at_px"]),
            )
            for m, true in zip(BOARD.meeples, _truths_in_order(), strict=True)
        ),
    )


def _truths_in_order() -> list[dict]:
    def key(cell, colour, feature, sides) -> tuple:
        return (cell, colour, feature, tuple(sides))

    by_key = {key(m["cell"], m["colour"], m["feature"], m["sides"]): m for m in TRUTH["meeples"]}
    return [by_key[key(m.cell, m.colour, m.feature, m.sides)] for m in BOARD.meeples]


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("shift", [(0, 0), (5, -3)])
def test_a_perfect_reading_is_perfect_however_its_frame_lies(turns: int, shift: tuple[int, int]) -> None:
    found = compare_with_truth(reading(turns, shift), TRUTH)
    assert (found.tiles, found.tiles_right, found.invented) == (24, 24, 0)
    assert found.meeples == found.meeples_right == found.meeples_on_feature == len(BOARD.meeples) > 5
    assert found.meeples_false == 0


@pytest.mark.parametrize("seed", range(4))
def test_every_wrong_tile_counts_once(seed: int) -> None:
    right = reading(seed, (2, 2))
    wrong = set(Random(seed).sample(range(24), 5))
    tiles = tuple(
        replace(tile, face="B" if tile.face != "B" else "C") if index in wrong else tile
        for index, tile in enumerate(right.tiles)
    )
    assert compare_with_truth(replace(right, tiles=tiles), TRUTH).tiles_right == 19


def test_a_straight_road_turned_half_way_round_is_the_same() -> None:
    right = reading()
    half = replace(
        right,
        tiles=tuple(replace(t, turns=(t.turns + 2) % 4) if t.face in "UFGCX" else t for t in right.tiles),
    )
    assert half != right
    assert compare_with_truth(half, TRUTH).tiles_right == 24


def test_a_tile_missed_is_not_right_and_one_too_many_is_invented() -> None:
    right = reading()
    far = replace(right.tiles[0], cell=(50, 50), quad_px=((0, 0), (1, 0), (1, 1), (0, 1)))
    found = compare_with_truth(replace(right, tiles=(*right.tiles[1:], far)), TRUTH)
    assert (found.tiles_right, found.invented) == (23, 1)


def test_a_figure_in_another_colour_is_both_missed_and_false() -> None:
    right = reading()
    first = replace(right.meeples[0], colour="black")
    found = compare_with_truth(replace(right, meeples=(first, *right.meeples[1:])), TRUTH)
    assert found.meeples_right == len(BOARD.meeples) - 1
    assert found.meeples_false == 1


def test_a_figure_on_another_feature_is_right_but_not_on_its_feature() -> None:
    right = reading()
    feature = "road" if right.meeples[0].feature != "road" else "city"
    first = replace(right.meeples[0], feature=feature)
    found = compare_with_truth(replace(right, meeples=(first, *right.meeples[1:])), TRUTH)
    assert found.meeples_right == len(BOARD.meeples)
    assert found.meeples_on_feature == len(BOARD.meeples) - 1


def test_a_tile_that_is_no_face_counts_against_whoever_names_it_surely() -> None:
    other = {**TRUTH, "tiles": [{**TRUTH["tiles"][0], "face": None}, *TRUTH["tiles"][1:]]}
    sure, unsure = reading(), reading()
    unsure = replace(unsure, tiles=(replace(unsure.tiles[0], confidence=0.4), *unsure.tiles[1:]))
    assert compare_with_truth(sure, other)[:4] == (23, 23, 1, 1)
    assert compare_with_truth(unsure, other)[:4] == (23, 23, 1, 0)


def test_reading_nothing_gets_nothing_right() -> None:
    found = compare_with_truth(CarcassonneBoard(), TRUTH)
    assert (found.tiles_right, found.invented, found.meeples_right) == (0, 0, 0)


def test_a_figure_on_an_empty_table_is_false() -> None:
    nothing = {"tiles": [], "meeples": []}
    assert (
        compare_with_truth(
            CarcassonneBoard(meeples=(MeepleReading((0, 0), "red", "road"),)), nothing
        ).meeples_false
        == 1
    )


def test_a_figure_of_another_colour_is_named_with_both_and_one_that_is_missing_with_none() -> None:
    right = reading(1, (2, 0))
    first, *others = right.meeples
    colour = "red" if first.colour != "red" else "blue"
    found = check_figures(replace(right, meeples=(replace(first, colour=colour), *others[1:])), TRUTH)
    wrong = [one for one in found if one.true != one.read]
    assert sorted(wrong) == sorted([(first.colour, colour), (others[0].colour, "")])
