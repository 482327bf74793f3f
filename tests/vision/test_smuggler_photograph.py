"""A photograph of Cornish Smuggler's board, read into the board document and compared with its truth."""

from typing import NamedTuple

import numpy as np
import pytest

from scoring.games.smuggler.documents.boards import MARKER, OFFICER, SHIP, dump_board, load_board
from scoring.games.smuggler.drawing.layout import goods_spot
from scoring.games.smuggler.land.box import sample_box
from tests.some import some
from vision.errors import NoTableError
from vision.games.smuggler.photograph import read_photograph
from vision.games.smuggler.registration import learn_map
from vision.games.smuggler.report import check_figures, check_tiles, compare, is_truth, overlay
from vision.reader import say_nothing
from vision.simulator.games.smuggler.states import ground_of
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.timeline import script

SIZE_PX = (2304, 1296)
SEED, TURNS = 6001, 24
PIECES = {MARKER, OFFICER, SHIP}


class Taken(NamedTuple):
    """A table in the middle of a game: its photograph, the truth, the board's picture, who plays."""

    image: np.ndarray
    truth: dict
    known: object
    colours: list


@pytest.fixture(scope="module")
def taken():
    told = script(SEED, 1, SIZE_PX, TURNS, game="smuggler")
    image, truth = photograph_end(told)
    known = learn_map(ground_of(sample_box()), (700.0, 500.0))
    return Taken(image, truth, known, [seat.colour for seat in told.setup.players])


@pytest.fixture(scope="module")
def board(taken):
    return read_photograph(taken.image, taken.known, sample_box(), taken.colours, say_nothing)


def test_every_peg_ship_and_marker_of_the_photograph_is_read(board, taken):
    checks = check_tiles(board, taken.truth)
    pieces = [check for check in checks if check.true.split()[-2] != "goods"]
    assert all(check.is_right for check in some(pieces))
    agreed = compare(board, taken.truth)
    assert (agreed.tiles, agreed.invented) == (len(checks), 0)
    assert agreed.meeples == len(check_figures(board, taken.truth)) == agreed.meeples_right


def test_the_goods_that_were_read_lie_where_goods_are(board, taken):
    true = {piece["spot"] for piece in taken.truth["pieces"] if piece["kind"] == "goods"}
    assert {goods_spot(board.box, each.place) for each in some(board.goods)} == true


def test_pieces_are_shown_where_they_stand_in_the_photograph(board, taken):
    feet = np.array([piece["at_px"] for piece in taken.truth["pieces"] if piece["kind"] in {"peg", "ship"}])
    for each in some(board.pieces):
        assert np.hypot(*(feet - each.at_px).T).min() < 6


def test_a_board_that_was_read_is_written_and_read_back(board):
    assert load_board(dump_board(board)) == board


def test_what_differs_from_the_truth_is_counted_as_wrong_and_what_is_not_there_as_invented(board, taken):
    assert is_truth(taken.truth)
    assert not is_truth({"spots": []})
    fewer = {**taken.truth, "pieces": [each for each in taken.truth["pieces"] if each["kind"] != "ship"]}
    ships = len(taken.truth["pieces"]) - len(fewer["pieces"])
    assert ships
    agreed = compare(board, fewer)
    assert (agreed.invented, agreed.meeples_false) == (ships, ships)
    turned = [
        {**each, "owner": "brown"} if each["kind"] == "ship" else each for each in taken.truth["pieces"]
    ]
    agreed = compare(board, {**taken.truth, "pieces": turned})
    assert agreed.meeples - agreed.meeples_right == ships
    assert {check.true for check in check_figures(board, {"pieces": turned})} >= {"brown"}


def test_a_board_that_was_found_elsewhere_is_told_apart(board, taken):
    def registered(truth):
        return next(check for check in check_tiles(board, truth) if check.kind == "board")

    assert registered(taken.truth).is_right
    moved = {name: (x + 20, y) for name, (x, y) in taken.truth["spots_px"].items()}
    off = registered({**taken.truth, "spots_px": moved})
    assert (off.is_right, off.read.endswith("mm off")) == (False, True)
    missing = [check for check in check_tiles(None, taken.truth) if check.kind == "board"]
    assert [check.read for check in missing] == [""]


def test_a_reading_is_drawn_on_its_photograph(board, taken):
    drawn = overlay(taken.image, board)
    assert drawn.shape == taken.image.shape
    assert (drawn != taken.image).any()


def test_no_board_in_a_photograph_is_said(taken):
    with pytest.raises(NoTableError, match="not found"):
        read_photograph(
            np.full((648, 1152, 3), 90, np.uint8), taken.known, sample_box(), taken.colours, say_nothing
        )
