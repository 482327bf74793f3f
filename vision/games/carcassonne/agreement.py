"""How well a reading of a Carcassonne table agrees with a truth made by hand."""

import numpy as np

from scoring.documents.values import Document
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileReading
from scoring.games.carcassonne.land.catalogue import faces, turned_side
from scoring.games.carcassonne.land.placed_tile import lay_face
from vision.accuracy import Agreement, FigureCheck, TileCheck, TruthFrame, likeliest_frame
from vision.games.carcassonne.fusion import reading_of


def compare_with_truth(board: CarcassonneBoard | None, truth: Document) -> Agreement:
    """Compare a reading with a truth document.

    Args:
        board: The reading of the same photograph; None where no table was found.
        truth: A ``tablekeeper.truth/1`` document.
    """
    board = board or CarcassonneBoard()
    frame = _frame(board, truth)
    read = {tile.cell: tile for tile in board.tiles}
    true_cells = {frame.cell(tile["cell"]): tile for tile in truth["tiles"]}
    known = {cell: tile for cell, tile in true_cells.items() if tile["face"] is not None}
    others = [cell for cell in true_cells if cell not in known]
    right, on_feature, false = _count_meeples(board, truth, frame)
    return Agreement(
        tiles=len(known),
        tiles_right=sum(_checked(tile, read.get(cell), frame.turns).is_right for cell, tile in known.items()),
        others=len(others),
        others_named=sum(cell in read and read[cell].confidence > 0.5 for cell in others),
        invented=sum(cell not in true_cells for cell in read),
        meeples=len(truth["meeples"]),
        meeples_right=right,
        meeples_on_feature=on_feature,
        meeples_false=false,
    )


def check_tiles(board: CarcassonneBoard | None, truth: Document) -> list[TileCheck]:
    """Compare a reading with a truth document tile by tile, those that are no face of the game left out."""
    board = board or CarcassonneBoard()
    frame = _frame(board, truth)
    read = {tile.cell: tile for tile in board.tiles}
    return [
        _checked(tile, read.get(frame.cell(tile["cell"])), frame.turns)
        for tile in truth["tiles"]
        if tile["face"] is not None
    ]


def check_figures(board: CarcassonneBoard | None, truth: Document) -> list[FigureCheck]:
    """Compare the colours of the figures that were read with those of a truth document."""
    board = board or CarcassonneBoard()
    frame, left, found = _frame(board, truth), list(board.meeples), []
    for true in truth["meeples"]:
        at = np.array(true["at_px"])
        there = [reading for reading in left if reading.cell == frame.cell(true["cell"])]
        nearest = min(
            there, key=lambda reading: float(np.linalg.norm(np.array(reading.at_px) - at)), default=None
        )
        if nearest is not None:
            left.remove(nearest)
        found.append(FigureCheck(true["colour"], nearest.colour if nearest is not None else ""))
    return found


def _checked(true: Document, read: TileReading | None, turns: int) -> TileCheck:
    if read is None:
        return TileCheck(true["face"], "", False, False, 0.0)
    is_right = _same_tile(read, true, turns)
    shown = lay_face(read.face, read.turns).edges
    is_known = true["face"] in faces()
    is_edges_right = is_known and shown == lay_face(true["face"], (true["turns"] + turns) % 4).edges
    return TileCheck(true["face"], read.face, is_right, is_edges_right, read.confidence)


def _frame(board: CarcassonneBoard, truth: Document) -> TruthFrame:
    """Find the quarter turn and shift that bring most true tiles onto tiles read at the same place."""
    centres = {tile.cell: np.mean(tile.quad_px, axis=0) for tile in board.tiles}
    pairs = []
    for tile in truth["tiles"]:
        quad = np.array(tile["quad_px"])
        near = min(
            centres, key=lambda cell: float(np.linalg.norm(centres[cell] - quad.mean(axis=0))), default=None
        )
        side = np.linalg.norm(quad[1] - quad[0])
        if near is not None and np.linalg.norm(centres[near] - quad.mean(axis=0)) < side / 2:
            pairs.append((tile["cell"], near))
    return likeliest_frame(4, pairs)


def _same_tile(tile: TileReading, true: Document, turns: int) -> bool:
    is_known = true["face"] in faces()
    return is_known and reading_of(tile.face, tile.turns) == reading_of(true["face"], true["turns"] + turns)


def _count_meeples(board: CarcassonneBoard, truth: Document, frame: TruthFrame) -> tuple[int, int, int]:
    """Pair every true figure with the nearest one read on its tile in its colour."""
    left = list(board.meeples)
    right = on_feature = 0
    for true in truth["meeples"]:
        there = [
            reading
            for reading in left
            if reading.cell == frame.cell(true["cell"]) and reading.colour == true["colour"]
        ]
        if not there:
            continue
        at = np.array(true["at_px"])
        found = min(
            there,
            key=lambda reading: (
                not _same_feature(reading, true, frame.turns),
                float(np.linalg.norm(np.array(reading.at_px) - at)),
            ),
        )
        left.remove(found)
        right += 1
        on_feature += _same_feature(found, true, frame.turns)
    return right, on_feature, len(left)


def _same_feature(meeple: MeepleReading, true: Document, turns: int) -> bool:
    if meeple.feature != true["feature"]:
        return False
    sides = {turned_side(side, turns)[0] for side in true["sides"]}
    return not sides or bool(sides & {side[0] for side in meeple.sides})
