"""Boards that are followed from look to look."""

import numpy as np

from tests.some import some
from vision.follow.boards import cut_board, follow_board
from vision.match.registered import learn_board


def test_a_board_that_lies_still_does_not_drift_however_finely_it_is_printed():
    y, x = np.mgrid[0:500, 0:600]
    print_of = 127 + 100 * np.sin(x * 2 * np.pi / 8) * np.sin(y * 2 * np.pi / 8)
    frame = np.repeat(print_of.astype(np.uint8)[..., None], 3, axis=2)
    lay = np.array([[1.0, 0, 120], [0, 1.0, 70], [0, 0, 1]])
    at = [lay]
    for _ in range(5):
        board = learn_board(cut_board(frame, at[-1], (350, 350)))
        at.append(some([follow_board(board, frame, at[-1])])[0].homography)
    assert np.allclose(at[-1], lay, atol=0.3)
