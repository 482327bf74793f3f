"""Choosing among what may be boards of a photograph the one whose squares show tiles."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from vision.games.carcassonne.cold.laying import cut_from, part_for
from vision.games.carcassonne.cold.squares import SquareBoard
from vision.games.carcassonne.cold.tile_net import ask_once
from vision.geometry.homography import project
from vision.reader import Image

ASKED, HALF = 12, 0.5
"""Of so many squares of what may be a board at least this share must show tiles."""
RIVAL = 0.4
"""A board of which more than this share of what tells of the surest tells is looked at too."""
SURELY, LEAST_OTHER, BESIDE = 0.8, 8, 1.3
"""A second board is told of where this share of its squares shows tiles, and it has so many that lie so many
tiles from the first. On 150 pictures of single boards 7 squares of stone are the most that do."""


def surest_boards(
    image: Image, found: Sequence[SquareBoard], grow: Callable[[], SquareBoard | None]
) -> Iterator[tuple[SquareBoard, list[SquareBoard]]]:
    """Choose the board of which most places tell, of those whose squares show tiles, with those beside it.

    A quarter of a tile, or a whole board, may look like a tile from afar; but less so, and what looks like
    small tiles on large ones lies less close together. Where a lamp makes that uncertain its rivals are given
    as well. Where no seams are to be seen many squares lie askew, and a board is put together tile by tile.
    """
    boards = list(_with_shares(image, found))
    if boards and max(boards, key=lambda each: each[1].places)[0] <= HALF and (grown := grow()):
        boards += _with_shares(image, [grown])
    sure = sorted(((_told(s, b), s, b) for s, b in boards if s > HALF), key=lambda each: -each[0])
    for told, _, best in sure:
        if told >= RIVAL * sure[0][0]:
            others = [_apart(board, best) for _, share, board in sure if share > SURELY]
            yield best, [other for other in others if len(other.squares) >= LEAST_OTHER]


def _told(share: float, board: SquareBoard) -> float:
    """Tell how much speaks for a board of whose squares such a share shows tiles."""
    return share**4 * board.size**2 * board.places


def _with_shares(image: Image, boards: Sequence[SquareBoard]) -> Iterator[tuple[float, SquareBoard]]:
    """Give boards with the share of their squares that shows tiles, but none too small to be told of."""
    most = 0.0
    for board in sorted(boards, key=partial(_told, 1.0), reverse=True):
        if _told(1.0, board) > most or len(board.squares) >= LEAST_OTHER:
            share = _share_of_tiles(image, board)
            most = max(most, (share > HALF) * _told(share, board))
            yield share, board


def _apart(board: SquareBoard, other: SquareBoard) -> SquareBoard:
    """Leave to a board only the squares that lie beside another, be it one tile away."""
    middles = np.array([outline.middle for outline in board.squares.values()])
    at = project(np.linalg.inv(other.lattice), np.stack([middles.real, middles.imag], axis=1))
    taken = np.array(list(other.squares)) + 0.5
    far = np.abs(at[:, None] - taken[None]).max(axis=2).min(axis=1) > BESIDE
    own = zip(board.squares.items(), far, strict=True)
    return board._replace(squares={cell: square for (cell, square), is_far in own if is_far})


def _share_of_tiles(image: Image, board: SquareBoard) -> float:
    """Ask of some of a board's squares whether they are tiles."""
    part = part_for(image, board.side_px)
    some = sorted(board.squares.values(), key=lambda square: -square.places)[:ASKED]
    prediction = ask_once(cut_from(part, some))
    return float((1 / (1 + np.exp(-prediction.is_tile))).mean())
