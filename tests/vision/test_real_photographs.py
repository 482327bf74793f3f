"""Real photographs, where they are at hand: they belong to others and are never kept with the code.

``results.csv`` keeps what was read right in each of them, so that a change in accuracy is a diff. Write
it anew, once the new figures are meant, with ``TABLEKEEPER_WRITE_RESULTS=1 pytest tests/vision``.
"""

import csv
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest

from firmware.evaluation.photographs import ASIDE_DEG, FAR_ASIDE_DEG
from firmware.evaluation.timing import read_truth
from firmware.images.pictures import read_picture
from firmware.labels import read_labels, samples
from scoring import games as rules_of
from scoring.games.carcassonne.land.board import CarcassonneBoard
from tests.some import some
from vision.accuracy import Agreement
from vision.errors import NoTableError
from vision.games import load, load_yardstick
from vision.games.carcassonne.agreement import check_tiles, compare_with_truth
from vision.reader import Image
from vision.simulator.camera.aside import seen_from_aside, truth_through

DATA = Path(__file__).parents[3] / "shared" / "realdata" / "carcassonne"
RESULTS = Path(__file__).with_name("results.csv")
ROUNDING = 1
"""Another processor or version of OpenCV rounds otherwise, which may tip the one closest call."""
WRITE = "TABLEKEEPER_WRITE_RESULTS"
PHOTOGRAPHS = ("early_game", "full_board", "late_game", "overhead_expansions")
WITH_MORE = ("inns_orange_lamp", "river_daylight", "river_inns_oblique")
"""On these lie tiles that the prints do not know: the River, expansions, or another edition."""
PRINTS = ("C1_digital", "C1_phone")
SURELY = 0.9
COLUMNS = (
    "tiles", "tiles_right", "others", "others_named", "invented",
    "meeples", "meeples_right", "meeples_on_feature", "meeples_false",
)  # fmt: skip
MORE_IS_BETTER = ("tiles_right", "meeples_right", "meeples_on_feature")
LESS_IS_BETTER = ("others_named", "invented", "meeples_false")
GAME = "carcassonne"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"no real photographs at {DATA}")


class Result(NamedTuple):
    """A reading and how it agrees with the truth made by hand."""

    board: CarcassonneBoard
    truth: dict[str, Any]
    agreement: Agreement


def learned(name: str) -> bytes:
    folder = DATA / "prints" / name
    return load(GAME).learn(samples(read_labels(folder / "labels.csv", folder, rules_of.load(GAME))))


def veiled(image: Image, by: float, colour: float) -> Image:
    """Lay stray light over a picture, as of a window that shines into the lens, and take colour out."""
    light = (image / 255.0) ** 2.2
    grey = light.mean(axis=2, keepdims=True)
    seen = by + (1 - by) * (grey + colour * (light - grey))
    return np.asarray(seen ** (1 / 2.2) * 255, np.uint8)


@pytest.fixture(scope="module", params=PRINTS)
def results(request) -> dict[str, Result]:
    """Every photograph as it is read with one print set."""
    prints = learned(request.param)
    found = {}
    for name in (*PHOTOGRAPHS, *WITH_MORE):
        truth = read_truth(DATA / "photos" / f"{name}.truth.json", load_yardstick(GAME))
        board = load(GAME).read(read_picture(DATA / "photos" / truth["image"]), prints)
        found[name] = Result(board, truth, compare_with_truth(board, truth))
    keep(request.param, found)
    return found


def keep(prints: str, found: dict[str, Result]) -> None:
    """Write the figures of one print set anew, where that was asked for."""
    if WRITE not in os.environ:
        return
    rows = {key: row for key, row in kept().items() if key[1] != prints}
    rows |= {(name, prints): result.agreement._asdict() for name, result in found.items()}
    with RESULTS.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["photograph", "prints", *COLUMNS])
        table.writerows([*key, *(rows[key][column] for column in COLUMNS)] for key in sorted(rows))


def kept() -> dict[tuple[str, str], dict[str, int]]:
    """The figures kept in git, by photograph and print set."""
    if not RESULTS.exists():
        return {}
    with RESULTS.open(newline="") as file:
        return {
            (row["photograph"], row["prints"]): {column: int(row[column]) for column in COLUMNS}
            for row in csv.DictReader(file)
        }


@pytest.mark.slow
def test_every_tile_of_a_full_board_is_read(results) -> None:
    assert results["full_board"].agreement[:2] == (72, 72)


@pytest.mark.slow(but=1)
def test_every_tile_of_an_early_game_is_read(results) -> None:
    assert results["early_game"].agreement[:2] == (19, 19)


@pytest.mark.slow
def test_all_but_one_tile_of_a_late_game_are_read(results) -> None:
    assert results["late_game"].agreement.tiles == 60
    assert results["late_game"].agreement.tiles_right >= 59


@pytest.mark.slow
def test_a_tile_laid_against_the_rules_is_a_fault_where_it_lies(results) -> None:
    board, truth, _ = results["late_game"]
    quads = {tuple(tile["cell"]): tile["quad_px"] for tile in truth["tiles"]}
    mismatches = [fault.cells for fault in board.faults if fault.kind == "edges_do_not_match"]
    lie = [{_nearest(board, quads, cell) for cell in cells} for cells in mismatches]
    assert lie == [{(9, 6), (9, 7)}]


def _nearest(
    board: CarcassonneBoard, quads: dict[tuple[int, int], Any], cell: tuple[int, int]
) -> tuple[int, int]:
    """Name the true cell where a tile was read."""

    def middle(quad) -> tuple[float, float]:
        return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4

    x, y = middle(next(tile.quad_px for tile in board.tiles if tile.cell == cell))
    apart = {name: (middle(q)[0] - x) ** 2 + (middle(q)[1] - y) ** 2 for name, q in quads.items()}
    return min(apart, key=lambda name: apart[name])


@pytest.mark.slow
def test_no_tile_of_an_expansion_is_taken_for_a_face_of_the_game(results) -> None:
    assert results["overhead_expansions"].agreement.others == 10
    assert results["overhead_expansions"].agreement.others_named == 0


@pytest.mark.slow
def test_the_base_tiles_between_expansions_are_read(results) -> None:
    assert results["overhead_expansions"].agreement.tiles == 54
    assert results["overhead_expansions"].agreement.tiles_right >= 53


@pytest.mark.slow
def test_figures_are_found_with_their_colour_and_mostly_their_feature(results) -> None:
    with_figures = [results[name].agreement for name in PHOTOGRAPHS]
    assert sum(one.meeples for one in with_figures) == 33
    assert sum(one.meeples_right for one in with_figures) >= 30
    assert sum(one.meeples_on_feature for one in with_figures) >= 28
    assert sum(one.meeples_false for one in with_figures) <= 1


@pytest.mark.slow
def test_where_more_lies_than_the_prints_know_the_river_and_the_game_are_read_as_well_as_without(
    results,
) -> None:
    more = [results[name] for name in WITH_MORE]
    check_what_is_read_of_more(more)
    assert sum(one.agreement.others_named for one in more) <= 6 + ROUNDING


@pytest.mark.slow
def test_without_any_prints_the_river_and_the_game_are_read_between_expansions() -> None:
    more = []
    for name in WITH_MORE:
        truth = read_truth(DATA / "photos" / f"{name}.truth.json", load_yardstick(GAME))
        board = load(GAME).read(read_picture(DATA / "photos" / truth["image"]), None)
        more.append(Result(board, truth, compare_with_truth(board, truth)))
    check_what_is_read_of_more(more)
    assert sum(one.agreement.others_named for one in more) <= 11 + ROUNDING


def check_what_is_read_of_more(more: list[Result]) -> None:
    """Nothing is surely taken for something else, be it of the River or of the game."""
    checks = [one for result in more for one in check_tiles(result.board, result.truth)]
    river = [one.is_right for one in checks if one.true.startswith("river")]
    base = [one.is_right for one in checks if not one.true.startswith("river")]
    assert (len(river), len(base)) == (24, 106)
    assert sum(river) >= 0.9 * 24
    assert sum(base) >= 102 - ROUNDING
    assert not [one for one in some(checks) if one.read and not one.is_right and one.confidence > SURELY]
    assert sum(result.agreement.invented for result in more) == 0


@pytest.mark.slow
def test_without_any_prints_97_of_100_tiles_are_read_99_by_their_edges_and_nearly_all_figures_found() -> None:
    """And of the tiles of expansions most are told to be none of the game."""
    checks, agreements = [], []
    for name in PHOTOGRAPHS:
        truth = read_truth(DATA / "photos" / f"{name}.truth.json", load_yardstick(GAME))
        board = load(GAME).read(read_picture(DATA / "photos" / truth["image"]), None)
        checks += check_tiles(board, truth)
        agreements.append(compare_with_truth(board, truth))
    assert sum(one.meeples for one in agreements) == 33
    assert sum(one.meeples_right for one in agreements) >= 33 - ROUNDING
    assert sum(one.meeples_false for one in agreements) == 0
    assert sum(one.others for one in agreements) == 10
    assert sum(one.others_named for one in agreements) <= 3
    assert len(checks) == 205
    assert sum(one.is_right for one in checks) >= 0.97 * 205
    assert sum(one.is_edges_right for one in checks) >= 0.99 * 205 - ROUNDING


@pytest.mark.slow
@pytest.mark.parametrize("turn", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_without_any_prints_a_bush_is_no_figure_of_a_player_of_whom_there_is_no_other(turn: int) -> None:
    upright = read_picture(DATA / "photos" / "full_board.jpg")
    assert load(GAME).read(np.asarray(cv2.rotate(upright, turn), np.uint8), None).meeples == ()


@pytest.mark.slow
def test_without_any_prints_bushes_of_an_edition_without_gardens_are_no_gardens() -> None:
    board = load(GAME).read(read_picture(DATA / "photos" / "overhead_expansions.jpg"), None)
    assert not [tile.cell for tile in some(board.tiles) if tile.garden]


@pytest.mark.slow
@pytest.mark.parametrize("axis_deg", ASIDE_DEG)
@pytest.mark.parametrize("name", ["full_board", "overhead_expansions"])
def test_without_any_prints_a_board_is_read_from_far_aside(name, axis_deg) -> None:
    truth = read_truth(DATA / "photos" / f"{name}.truth.json", load_yardstick(GAME))
    image = read_picture(DATA / "photos" / truth["image"])
    seen, homography = seen_from_aside(image, FAR_ASIDE_DEG, axis_deg)
    checks = check_tiles(load(GAME).read(seen, None), truth_through(homography, truth))
    assert sum(one.is_right for one in checks) >= 0.97 * len(checks)


@pytest.fixture(params=[1, 4])
def threads(request) -> Iterator[int]:
    """So many threads of OpenCV, in whose number its last digits differ."""
    usual = cv2.getNumThreads()
    cv2.setNumThreads(request.param)
    yield request.param
    cv2.setNumThreads(usual)


@pytest.mark.slow
@pytest.mark.parametrize("axis_deg", ASIDE_DEG)
@pytest.mark.usefixtures("threads")
def test_without_any_prints_a_small_board_is_read_from_far_aside(axis_deg) -> None:
    truth = read_truth(DATA / "photos" / "early_game.truth.json", load_yardstick(GAME))
    image = read_picture(DATA / "photos" / truth["image"])
    seen, homography = seen_from_aside(image, FAR_ASIDE_DEG, axis_deg)
    checks = check_tiles(load(GAME).read(seen, None), truth_through(homography, truth))
    assert sum(one.is_right for one in checks) >= 0.9 * len(checks)


@pytest.mark.slow
@pytest.mark.parametrize("prints", ["", *PRINTS])
def test_figures_are_found_through_a_veil_of_stray_light(prints) -> None:
    found = true = 0
    for name in ("early_game", "late_game"):
        truth = read_truth(DATA / "photos" / f"{name}.truth.json", load_yardstick(GAME))
        seen = veiled(read_picture(DATA / "photos" / truth["image"]), by=0.06, colour=0.7)
        agreement = compare_with_truth(load(GAME).read(seen, learned(prints) if prints else None), truth)
        found, true = found + agreement.meeples_right, true + agreement.meeples
        assert agreement.tiles_right >= agreement.tiles - 2
    assert true == 19
    assert found >= 15


@pytest.mark.slow
def test_a_picture_of_parts_of_tiles_is_refused_in_a_sentence() -> None:
    image = cv2.resize(
        read_picture(DATA / "photos" / "full_board.jpg"), None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC
    )
    with pytest.raises(NoTableError):
        load(GAME).read(np.ascontiguousarray(image[1105:1570, 1068:1533]), learned("C1_digital"))


@pytest.mark.slow
def test_no_photograph_is_read_worse_than_the_figures_kept_in_git(results, request) -> None:
    prints = request.node.callspec.params["results"]
    for name, result in some(results.items()):
        today, before = result.agreement._asdict(), kept()[name, prints]
        worse = [column for column in MORE_IS_BETTER if today[column] < before[column] - ROUNDING]
        worse += [column for column in LESS_IS_BETTER if today[column] > before[column] + ROUNDING]
        assert not worse, f"{name} with {prints}: {worse} got worse: {before} before, {today} today"
