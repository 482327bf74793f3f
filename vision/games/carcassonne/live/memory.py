"""What is remembered from one look at the table to the next."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.engine.moves import Meeple
from vision.follow.evidence import over_looks as put_together
from vision.games.carcassonne.cold.tile_net import TilePrediction
from vision.games.carcassonne.face_templates import FaceTemplates
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.learning import Learned
from vision.geometry.homography import Homography
from vision.geometry.rectify import View
from vision.image.colour import Floats
from vision.match.template import Pose

MOVED = 0.12
"""In tiles: a figure further off than this stands elsewhere now."""


class CarcassonneBoxModel(NamedTuple):
    """A box ready to be recognised, and the colours of the players.

    Attributes:
        learned: The prints, and what the game has taught.
        colours: The players' colours.
        is_taught: Whether tiles had to be learned in this game: figures may hide in their looks.
        gardens: The cells whose tile carries a garden; None where there are no abbots.
    """

    learned: Learned
    colours: tuple[str, ...]
    is_taught: bool = False
    gardens: frozenset[Cell] | None = None

    @property
    def looks(self) -> FaceTemplates:
        """The prints in all turns."""
        return self.learned.looks

    def taught(self, learned: Learned, gardens: frozenset[Cell] | None) -> "CarcassonneBoxModel":
        """Give what is known by now: what the game has taught, and where gardens lie."""
        return CarcassonneBoxModel(learned, self.colours, bool(learned.lessons), gardens)


class TilePose(NamedTuple):
    """Where a tile lies: its centre in lattice coordinates, and how far it is turned clockwise."""

    x: float
    y: float
    turn_rad: float

    @property
    def cell(self) -> Cell:
        """The cell its centre lies in."""
        return int(np.floor(self.x)), int(np.floor(self.y))

    def pose(self, view: View, side_px: int) -> Pose:
        """Give the same in the pixels of a view with ``side_px`` a cell."""
        return Pose((self.x - view.first[0]) * side_px, (self.y - view.first[1]) * side_px, self.turn_rad)


def apart(first: TilePose, second: TilePose) -> float:
    """Measure how far apart the centres of two tiles are, in tiles."""
    return float(np.hypot(first.x - second.x, first.y - second.y))


def place_of(pose: Pose, view: View) -> TilePose:
    """Give a pose in a view in lattice coordinates."""
    return TilePose(
        pose.x_px / view.side_px + view.first[0], pose.y_px / view.side_px + view.first[1], pose.turn_rad
    )


class TrackedTile(NamedTuple):
    """A tile that lies on the table.

    Attributes:
        look: Index into the looks.
        place: Where.
        likeness: Correlation with the look when it was last seen, -1 to 1.
    """

    look: int
    place: TilePose
    likeness: float


class TrackedFigure(NamedTuple):
    """A figure that was seen.

    Attributes:
        colour: Whose.
        meeple: What it stands on.
        middle: The middle of what is seen of it, in lattice coordinates.
    """

    colour: str
    meeple: Meeple
    middle: tuple[float, float]


class FigureHypothesis(NamedTuple):
    """A figure on a tile, and one thing it may stand on.

    Attributes:
        stand: Whose, on what, where.
        nats: Log-likelihood against there being no figure at all.
        looks: Of so many looks the mean.
        has_come: Whether what is seen there has changed since its tile was seen without a figure.
    """

    stand: TrackedFigure
    nats: float
    looks: int = 1
    has_come: bool = False


def over_looks(
    hypotheses: Sequence[FigureHypothesis], before: Sequence[FigureHypothesis]
) -> list[FigureHypothesis]:
    """Take the mean over all looks at a figure, while it stands where it stood.

    What looked like one before a figure came there was something else.
    """
    steady = put_together(hypotheses, before[::-1], _is_of_one, _mean)
    return sorted(steady, key=lambda each: -each.nats)


def _is_of_one(old: FigureHypothesis, new: FigureHypothesis) -> bool:
    return (old.stand.colour, old.stand.meeple) == (new.stand.colour, new.stand.meeple)


def _mean(old: FigureHypothesis, new: FigureHypothesis) -> FigureHypothesis:
    has_just_come = new.has_come and not old.has_come
    if has_just_come or math.dist(old.stand.middle, new.stand.middle) > MOVED:
        return new
    log_odds = (old.nats * old.looks + new.nats) / (old.looks + 1)
    return new._replace(nats=log_odds, looks=old.looks + 1, has_come=old.has_come)


class Plain(NamedTuple):
    """A tile as it was seen without a figure.

    Attributes:
        shown: (64, 64, 3) CIELAB, white balanced.
        odds: (64, 64) the log-odds of wood, by the net.
    """

    shown: Floats
    odds: Floats


class ArrivedTile(NamedTuple):
    """A tile that came and is not confirmed.

    Attributes:
        face: What it was last taken for.
        turns: Clockwise quarter turns as the rules tell them apart.
        laid: Where it lies.
        stand: The figure seen on it, also when it has been scored and taken back since.
        plain: The tile as it was seen without a figure; None where it never was.
        readings: The probability of each face and turns, from the clearest look at it.
        clearness: How well the best candidate explained that look, from ``vision.match.template.compare``.
        seen: What the figure on it may stand on, over all looks since it came.
        looks_so: The tile as it looks, where no print explains it; see ``TileLesson``.
        garden: The log-odds that it carries a garden, while no figure stood on it.
        told: What the net for tiles said of it, where it was asked.
        came: A number for the look at which it was first seen: of those seen later it is higher.
    """

    face: str
    turns: int
    laid: TrackedTile
    stand: TrackedFigure | None = None
    plain: Plain | None = None
    readings: Mapping[Reading, float] = MappingProxyType({})
    clearness: float = -np.inf
    seen: tuple[FigureHypothesis, ...] = ()
    looks_so: Floats | None = None
    garden: float | None = None
    told: TilePrediction | None = None
    came: int = 0


class LatestTile(NamedTuple):
    """The last confirmed turn, as it has been seen so far.

    Attributes:
        cell: Where its tile lies.
        plain: That tile without a figure, as in ``ArrivedTile``.
        seen: What the figure on it may stand on, over all looks since the tile came.
        looks: How often it was looked at since it was confirmed.
    """

    cell: Cell
    plain: Plain | None
    seen: tuple[FigureHypothesis, ...]
    looks: int = 0


class CarcassonneTrackState(NamedTuple):
    """Where everything lay at the last look.

    Attributes:
        homography: Lattice coordinates, counted as the game counts cells, to pixels of the frame.
        laid: The confirmed tiles.
        bare: How empty cells beside the board looked: (32, 32, 3) CIELAB.
        stands: The figures of the game as they were seen, and those given back that still stand.
        arrivals: What came since the last confirmed turn, in the order in which it came.
        latest: The last confirmed turn; None where the camera has not seen it come.
        vacant: Cells in which nothing lies, as players say, however they look at the next look.
        former: How empty cells looked before players said that nothing lies there: what does may go again.
        learned: All looks there are; None before the first look.
    """

    homography: Homography
    laid: Mapping[Cell, TrackedTile]
    bare: Mapping[Cell, Floats]
    stands: Mapping[Cell, TrackedFigure]
    arrivals: Mapping[Cell, ArrivedTile]
    latest: LatestTile | None = None
    vacant: tuple[Cell, ...] = ()
    former: Mapping[Cell, Floats] = MappingProxyType({})
    learned: Learned | None = None


def dismissed(memory: CarcassonneTrackState, cell: Cell) -> CarcassonneTrackState:
    """Forget what came in a cell: nothing lies there, as players say."""
    arrivals = {each: tile for each, tile in memory.arrivals.items() if each != cell}
    before = {cell: memory.bare[cell]} if cell in memory.bare else {}
    former = {**before, **memory.former}
    return memory._replace(arrivals=arrivals, vacant=(*memory.vacant, cell), former=former)


def reconsidered(memory: CarcassonneTrackState, cell: Cell) -> CarcassonneTrackState:
    """Forget how a cell looked when players said that nothing lies there: something may, as they say."""
    bare, former = dict(memory.bare), dict(memory.former)
    bare.pop(cell, None)
    if cell in former:
        bare[cell] = former.pop(cell)
    vacant = tuple(each for each in memory.vacant if each != cell)
    return memory._replace(bare=bare, vacant=vacant, former=former)
