"""How the wood of every player looks: as their figures do that are confirmed."""

from collections.abc import Collection, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.games.carcassonne.cold.ground import touching
from vision.games.carcassonne.live.learning import Learned
from vision.games.carcassonne.live.memory import TrackedFigure
from vision.games.carcassonne.live.picturing import SURELY_WOOD
from vision.games.carcassonne.live.tracking import TileTracks, window, wood_around
from vision.games.carcassonne.meeples import LEAST_AREA, cleaned, surest_half
from vision.games.carcassonne.wood_colours import WoodSample, only, wood_distance, wood_of
from vision.geometry.rectify import View
from vision.image.colour import Floats

FURTHEST = 0.35
"""In tiles: what the net takes for wood so near to where a figure stands, as players say, is that figure."""


def met(
    tracked: TileTracks, new: Collection[Cell], stands: Mapping[Cell, TrackedFigure]
) -> dict[Cell, tuple[str, WoodSample]]:
    """Look at figures that players have confirmed.

    Args:
        tracked: Where the tiles lie.
        new: On which tiles they stand.
        stands: The figures of the game.

    Returns:
        Whose each is and how its wood looks, those left out that are not to be seen.
    """
    pixels = {cell: _wood_at(tracked, cell, stands) for cell in new}
    return {cell: (stands[cell].colour, wood_of(own)) for cell, own in pixels.items() if own is not None}


def with_figures(
    learned: Learned,
    colours: Sequence[str],
    laid: Collection[Cell],
    figures: Mapping[Cell, tuple[str, WoodSample]],
) -> Learned:
    """Learn from figures how wood looks; whoever's looks like another's or nobody's is told by it.

    Args:
        learned: What is known.
        colours: The players' colours.
        laid: The cells with a tile of the game; what was learned in others is forgotten.
        figures: From ``met``.
    """
    woods = learned.woods
    for colour, sample in figures.values():
        usual = np.array(sample, np.float32)[None, None]
        far = dict(zip(colours, wood_distance(usual, only(colours, woods))[0, 0].tolist(), strict=True))
        if far[colour] > min(1.0, *far.values()):
            woods = {**woods, colour: sample}
    every = {**learned.figures, **figures}
    return learned._replace(woods=woods, figures={cell: each for cell, each in every.items() if cell in laid})


def _wood_at(
    tracked: TileTracks, cell: Cell, stands: Mapping[Cell, TrackedFigure]
) -> NDArray[np.floating] | None:
    """Give the pixels of a figure, (n, 3) CIELAB, those the net is surest of; None where it sees none."""
    shown, odds = window(tracked.layout, cell), wood_around(tracked.layout, cell).odds
    far = {at: _distances(shown.fine, stands[at].middle) for at in touching(cell) & stands.keys()}
    is_own = far[cell] <= np.min(list(far.values()), axis=0)
    number, labels = cv2.connectedComponents(cleaned((odds > 0) & is_own))
    least = LEAST_AREA * shown.fine.side_px**2
    pieces = [piece for piece in (labels == each for each in range(1, number)) if piece.sum() > least]
    piece = min(pieces, key=lambda each: far[cell][each].min(), default=None)
    if piece is None or far[cell][piece].min() >= FURTHEST or odds[piece].max() < SURELY_WOOD:
        return None
    return surest_half(shown.wood, odds, piece)


def _distances(view: View, at: tuple[float, float]) -> Floats:
    """(h, w): how far, in tiles, every pixel of a view is from a place on the lattice."""
    rows, columns = np.mgrid[: view.image.shape[0], : view.image.shape[1]] / view.side_px
    return np.asarray(np.hypot(columns + view.first[0] - at[0], rows + view.first[1] - at[1]), np.float32)
