"""How well a reading of regions agrees with a truth: each field in its colour, bare or covered."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.documents.values import Document
from scoring.games.tuscany.land.board import TuscanyBoard
from scoring.games.tuscany.land.tiles import FARM
from scoring.spots import read_spot
from vision.accuracy import Agreement, FigureCheck, TileCheck

NEAR = 0.5
"""A field read within so much of the way to its neighbour of a true one is that field."""


class _Read(NamedTuple):
    """A field as it was read."""

    colour: str
    lies: str
    confidence: float


class _Pair(NamedTuple):
    """A true field, and the one read in its place."""

    colour: str
    holds: str
    read: _Read | None


def is_truth(document: Document) -> bool:
    """Tell whether a truth document tells of places of the game."""
    return "spots" in document


def compare_with_truth(board: TuscanyBoard | None, truth: Document) -> Agreement:
    """Count how well a reading agrees; None is a table that was not found."""
    pairs = _pairs(board, truth)
    right = sum(map(_is_right, pairs))
    invented = 0 if board is None else len(board.fields) - sum(pair.read is not None for pair in pairs)
    return Agreement(len(pairs), right, 0, 0, invented, 0, 0, 0, 0)


def check_fields(board: TuscanyBoard | None, truth: Document) -> list[TileCheck]:
    """Compare a reading field by field: its colour, and whether anything lies there."""
    return [
        TileCheck(
            _written(pair.colour, pair.holds),
            "" if pair.read is None else _written(pair.read.colour, pair.read.lies),
            _is_right(pair),
            pair.read is not None and pair.read.colour == pair.colour,
            0.0 if pair.read is None else pair.read.confidence,
        )
        for pair in _pairs(board, truth)
    ]


def check_figures(board: TuscanyBoard | None, truth: Document) -> list[FigureCheck]:
    """Compare no figures, since none stand on fields."""
    return []


def _written(colour: str, holds: str) -> str:
    return f"{colour}: {holds}" if holds else colour


def _is_right(pair: _Pair) -> bool:
    read = pair.read
    return read is not None and read.colour == pair.colour and bool(read.lies) == bool(pair.holds)


def _pairs(board: TuscanyBoard | None, truth: Document) -> list[_Pair]:
    spots: Sequence[Document] = [spot for spot in truth["spots"] if read_spot(spot["spot"]).kind == "tile"]
    fields = [] if board is None else [*_fields(board)]
    at = np.array([at for _, at in fields]).reshape(-1, 2)
    true = np.array([spot["at_px"] for spot in spots]).reshape(-1, 2)
    pitch = _pitch_px(true)
    found = []
    for spot, there in zip(spots, true, strict=True):
        apart = np.hypot(*(at - there).T)
        is_near = bool(len(at)) and apart.min() < NEAR * pitch
        read = fields[int(apart.argmin())][0] if is_near else None
        found.append(_Pair(spot.get("colour", ""), spot.get("holds", ""), read))
    return found


def _fields(board: TuscanyBoard) -> Iterator[tuple[_Read, tuple[float, float]]]:
    lies = {cover.cell: cover.face or FARM for cover in board.covers}
    for field in board.fields:
        if field.hex_px:
            x, y = np.mean(field.hex_px, axis=0)
            yield _Read(field.colour, lies.get(field.cell, ""), field.confidence), (float(x), float(y))


def _pitch_px(at: NDArray[np.float64]) -> float:
    if len(at) < 2:
        return 1.0
    apart = np.linalg.norm(at[:, None] - at[None], axis=2)
    return float(np.median(np.where(apart > 0, apart, np.inf).min(axis=1)))
