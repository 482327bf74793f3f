"""A second opinion: what the nets of ``cold`` say where prints alone leave a doubt."""

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import distinct_faces
from vision.games.carcassonne.cold.figure_net import Floats as Odds
from vision.games.carcassonne.cold.figure_net import look_for_wood
from vision.games.carcassonne.cold.kinds import READINGS
from vision.games.carcassonne.cold.laying import cut_squares
from vision.games.carcassonne.cold.tile_net import tell
from vision.games.carcassonne.face_templates import FINE_PX, FaceTemplates, shield_twins
from vision.games.carcassonne.fusion import Reading, most_believed
from vision.games.carcassonne.judge import Cellwise, foreign_log_odds
from vision.games.carcassonne.meeples import DetectedFigure, mean_within
from vision.games.carcassonne.tiles import FaceCandidate
from vision.geometry.rectify import View
from vision.image.colour import from_lab
from vision.match.template import Pose, patch_to_view

DOUBTED_NATS = -3.0
"""From such odds that a tile is no face of the game the net for tiles is asked as well."""
SURELY = 1e-6
"""The net is never surer than this."""
DRAWN = 3.0
"""What the net for figures sees on a board is wood where it sees so much less on the prints: of 183 figures
that it alone had found on 48 made-up boards that keeps 82 of 83 that are, and 22 of 100 that are none."""
TABLE = (60.0, 0.0, 0.0)
"""Around the tiles the prints are shown to it on grey, CIELAB."""
_COUNTS = np.array([distinct_faces()[reading.face].count for reading in READINGS])


def ask_again(view: View, cells: Mapping[Cell, Cellwise], foreign: Mapping[Cell, float]) -> dict[Cell, float]:
    """Ask whether tiles that prints explain badly are the faces that prints take them for.

    Args:
        view: The board from above, bytes, white balanced.
        cells: What prints tell.
        foreign: For each cell, the share that neither print nor figures explain.

    Returns:
        For each cell in doubt the log-odds that it is that face or its twin by a shield, in those turns.
    """
    doubted = [
        cell
        for cell, cellwise in cells.items()
        if foreign_log_odds(foreign[cell], cellwise.presence) > DOUBTED_NATS
    ]
    best = [most_believed(cells[cell].nats) for cell in doubted]
    poses = [cells[cell].candidate(reading).pose for cell, reading in zip(doubted, best, strict=True)]
    prediction = tell(cut_squares(view, poses)).nats
    return {
        cell: _odds_of(reading, log_odds)
        for cell, reading, log_odds in zip(doubted, best, prediction.astype(float), strict=True)
    }


def _odds_of(reading: Reading, log_odds: Odds) -> float:
    """Give the log-odds of a reading or its twin by a shield, of the (readings,) that the net told."""
    shares = _COUNTS * np.exp(log_odds - log_odds.max())
    alike = (reading, Reading(shield_twins().get(reading.face, ""), reading.turns))
    share = float(sum(shares[READINGS.index(each)] for each in alike if each in READINGS) / shares.sum())
    share = float(np.clip(share, SURELY, 1 - SURELY))
    return float(np.log(share / (1 - share)))


def not_drawn(
    figures: Sequence[DetectedFigure], odds: Odds, chosen: Iterable[FaceCandidate], templates: FaceTemplates
) -> list[DetectedFigure]:
    """Leave out figures that are a part of the drawing: the net sees them on the prints as well.

    Args:
        figures: What it found.
        odds: (h, w) what it told of the board from above.
        chosen: The tiles of the board.
        templates: The looks.
    """
    if not figures:
        return []
    drawn = drawn_odds(((candidate.look, candidate.pose) for candidate in chosen), odds.shape, templates)
    return [figure for figure in figures if mean_within(figure, odds) - mean_within(figure, drawn) > DRAWN]


def drawn_odds(laid: Iterable[tuple[int, Pose]], shape: tuple[int, ...], templates: FaceTemplates) -> Odds:
    """Ask the net for the log-odds of a figure in the drawing alone.

    Args:
        laid: The look of each tile and where it lies in the view, 64 pixels a tile.
        shape: Height and width of the view.
        templates: The looks.
    """
    board = np.full((*shape, 3), TABLE, np.float32)
    for look, pose in laid:
        to_view, size = patch_to_view(pose, FINE_PX), shape[::-1]
        cv2.warpAffine(templates.fine[look], to_view, size, dst=board, borderMode=cv2.BORDER_TRANSPARENT)
    return look_for_wood(from_lab(board)).odds
