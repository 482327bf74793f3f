"""What a figure stands on: its pose, the tile under its base and the segment it is nearest to."""

from collections.abc import Mapping
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import faces, turned_side
from scoring.games.carcassonne.land.shapes import segment_distance
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.meeples import DetectedFigure
from vision.match.template import Pose

NATS_PER_LIKENESS = 25.0
STRAY = 0.06
"""Standard deviation, in tiles, of where a base seems to touch the table."""
MOST_NATS = 12.0
MONK_NATS = 1.0
"""Whoever stands a follower on a tile with a cloister mostly means the cloister, not the road at its door."""
HOLDS = {
    "standing": {"city", "road", "cloister"},
    "lying": {"field"},
    "abbot": {"cloister", "garden"},
}
"""What a figure may be on, by its pose."""
OVERHANG = 0.12
EDGE = 0.04


class Standpoint(NamedTuple):
    """One reading of where and how a figure stands.

    Attributes:
        nats: Log-likelihood, up to a constant.
        cell: The tile.
        pose: standing, lying, or abbot for one who stands.
        feature: What it stands on; empty on a tile that is no face of the game.
        sides: That segment's sides in the board's frame.
        base: View pixels.
    """

    nats: float
    cell: Cell
    pose: str
    feature: str
    sides: tuple[str, ...]
    base: tuple[float, float]

    @property
    def kind(self) -> str:
        """Which figure it is: follower or abbot."""
        return "abbot" if self.pose == "abbot" else "follower"


class Ground(NamedTuple):
    """A tile that figures may stand on.

    Attributes:
        face: The face; empty where it is no face of the game.
        turns: Clockwise quarter turns of its picture, 0 to 3.
        pose: Where it lies in the view.
        garden: Whether it carries a garden.
    """

    face: str
    turns: int
    pose: Pose
    garden: bool = False


def on_tile(pose: Pose, point: tuple[float, float]) -> tuple[float, float]:
    """Give a point of the view in a tile's own frame: x east and y south, 0 to 1 within the tile."""
    cos, sin = np.cos(pose.turn_rad), np.sin(pose.turn_rad)
    dx, dy = point[0] - pose.x_px, point[1] - pose.y_px
    return float((cos * dx + sin * dy) / FINE_PX + 0.5), float((cos * dy - sin * dx) / FINE_PX + 0.5)


def unturned(x: float, y: float, turns: int) -> tuple[float, float]:
    """Turn a point of a tile back to the catalogue's orientation."""
    for _ in range(turns):
        x, y = y, 1 - x
    return x, y


def standpoints(figure: DetectedFigure, tiles: Mapping[Cell, Ground]) -> list[Standpoint]:
    """List every way a figure may stand, the likeliest first.

    A lying figure is a farmer and a farmer lies, so pose and feature are judged together.

    Args:
        figure: The figure.
        tiles: For each cell what lies there.
    """
    found = []
    for pose, base in figure.bases.items():
        for cell, ground in tiles.items():
            x, y = on_tile(ground.pose, base)
            outside = max(0.0, -x, x - 1, -y, y - 1)
            if outside > OVERHANG:
                continue
            log_odds = NATS_PER_LIKENESS * figure.likeness[pose] - (outside / EDGE) ** 2 / 2
            log_odds += figure.lies if pose == "lying" else 0.0
            if ground.face:
                at = Standpoint(log_odds, cell, pose, "", (), base)
                found += _on_segments(ground, (x, y), at)
            else:
                found.append(Standpoint(log_odds - 1, cell, pose, "", (), base))
    return sorted(found, key=lambda standpoint: -standpoint.nats)


def _on_segments(ground: Ground, point: tuple[float, float], at: Standpoint) -> list[Standpoint]:
    inside = tuple(float(np.clip(share, 0.01, 0.99)) for share in point)
    face, closed = faces()[ground.face], set() if ground.garden else {"garden"}
    distances = segment_distance(face, *unturned(inside[0], inside[1], ground.turns), ground.garden)
    found = []
    for segment, distance in zip(face.segments, distances, strict=True):
        if segment.feature not in HOLDS[at.pose] or segment.feature in closed:
            continue
        sides = tuple(turned_side(side, ground.turns) for side in segment.sides)
        log_odds = (
            at.nats - min(_nats_against(distance), MOST_NATS) + MONK_NATS * (segment.feature == "cloister")
        )
        found.append(at._replace(nats=log_odds, feature=segment.feature, sides=sides))
    return found


def _nats_against(distance: float) -> float:
    """Weigh, in log-odds, against a base that seems to be this far outside of a straight border."""
    beyond = NormalDist(0.0, STRAY).cdf(-distance)
    return float(np.log((1 - beyond) / max(beyond, 1e-9)))
