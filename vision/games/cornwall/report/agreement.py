"""How well a reading of a Cornwall table agrees with a truth, field by field and figure by figure."""

import numpy as np

from scoring.documents.values import Document
from scoring.games.cornwall.land.board import CornwallBoard, FieldReading, FigureReading
from scoring.games.cornwall.land.fields import Field
from vision.accuracy import Agreement, FigureCheck, TileCheck, TruthFrame, likeliest_frame

NEAR = 0.3
"""A field read so near to a true one is taken for it, as a share of a field's width."""


def compare_with_truth(board: CornwallBoard | None, truth: Document) -> Agreement:
    """Compare a reading with a truth document.

    Args:
        board: The reading of the same photograph; None where no table was found.
        truth: A ``tablekeeper.truth/1`` document of this game.
    """
    board = board or CornwallBoard()
    frame, checks = _frame(board, truth), check_fields(board, truth)
    cells = {frame.cell(field["cell"]) for field in truth["fields"]}
    pairs = _pairs(board, truth, frame)
    right = [(true, read) for true, read in pairs if read and read.colour == true["colour"]]
    return Agreement(
        tiles=len(checks),
        tiles_right=sum(check.is_right for check in checks),
        others=0,
        others_named=0,
        invented=sum(field.cell not in cells for field in board.fields),
        meeples=len(pairs),
        meeples_right=len(right),
        meeples_on_feature=sum(read.kind == true["kind"] for true, read in right),
        meeples_false=len(board.figures) - len(right),
    )


def check_fields(board: CornwallBoard | None, truth: Document) -> list[TileCheck]:
    """Compare a reading with a truth document field by field; the terrain alone counts as its edges."""
    board = board or CornwallBoard()
    frame, read = _frame(board, truth), {field.cell: field for field in board.fields}
    return [_checked(field, read.get(frame.cell(field["cell"]))) for field in truth["fields"]]


def _checked(true: Document, read: FieldReading | None) -> TileCheck:
    named = _word(Field(true["terrain"], tuple(true["symbols"])))
    if read is None:
        return TileCheck(named, "", False, False, 0.0)
    shown = _word(read.field)
    return TileCheck(named, shown, shown == named, read.terrain == true["terrain"], read.confidence)


def _word(field: Field) -> str:
    return ".".join((field.terrain, *sorted(field.symbols)))


def check_figures(board: CornwallBoard | None, truth: Document) -> list[FigureCheck]:
    """Compare the colours of the figures that were read with those of a truth document."""
    board = board or CornwallBoard()
    pairs = _pairs(board, truth, _frame(board, truth))
    return [FigureCheck(true["colour"], read.colour if read else "") for true, read in pairs]


def _pairs(
    board: CornwallBoard, truth: Document, frame: TruthFrame
) -> list[tuple[Document, FigureReading | None]]:
    """Pair every true figure with one that was read on its field, of its own colour rather than another."""
    left, pairs = list(board.figures), []
    for true in sorted(truth["figures"], key=lambda each: not _has_own(board, each, frame)):
        there = [reading for reading in left if reading.cell == frame.cell(true["cell"])]
        best = min(
            there,
            key=lambda reading: (reading.colour != true["colour"], reading.kind != true["kind"]),
            default=None,
        )
        if best is not None:
            left.remove(best)
        pairs.append((true, best))
    return pairs


def _has_own(board: CornwallBoard, true: Document, frame: TruthFrame) -> bool:
    at = (frame.cell(true["cell"]), true["colour"])
    return any((figure.cell, figure.colour) == at for figure in board.figures)


def _frame(board: CornwallBoard, truth: Document) -> TruthFrame:
    """Find the turn and shift that bring most true fields onto fields read at the same place."""
    seen = [field for field in board.fields if field.hex_px]
    if not seen:
        return TruthFrame(6)
    middles = np.array([np.mean(field.hex_px, axis=0) for field in seen])
    pairs = []
    for field in truth["fields"]:
        corners = np.array(field["hex_px"])
        away = np.linalg.norm(middles - corners.mean(axis=0), axis=1)
        near = int(away.argmin())
        if away[near] < NEAR * float(np.linalg.norm(corners[0] - corners[3])):
            pairs.append((field["cell"], seen[near].cell))
    return likeliest_frame(6, pairs)
