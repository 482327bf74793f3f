"""Figures on a tile: what its print does not explain, has a player's colour and a figure's shape."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.engine.moves import Meeple
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.cuts import meeting
from scoring.games.carcassonne.land.shapes import VILLAGE_RADIUS, village
from vision.games.carcassonne.face_templates import FINE_PX, FaceTemplates
from vision.games.carcassonne.live.memory import (
    CarcassonneBoxModel,
    FigureHypothesis,
    Plain,
    TrackedFigure,
    TrackedTile,
)
from vision.games.carcassonne.live.picturing import SURELY_WOOD, ChangedPixels, changes_since, strange_pixels
from vision.games.carcassonne.live.tracking import TileTracks, Window, window, wood_around
from vision.games.carcassonne.meeples import (
    DetectedFigure,
    cleaned,
    contrast_of,
    cover,
    faintness,
    find_figures,
    mean_within,
    surest_half,
    surest_within,
    with_poses,
)
from vision.games.carcassonne.seconding import DRAWN, drawn_odds
from vision.games.carcassonne.standpoints import (
    NATS_PER_LIKENESS,
    Ground,
    Standpoint,
    on_tile,
    standpoints,
    unturned,
)
from vision.games.carcassonne.wood_colours import only, tint_apart, wood_of
from vision.geometry.projection import fit_projection
from vision.geometry.rectify import View
from vision.image.colour import Floats
from vision.match.template import lengths

PALE = {"white", "grey"}
"""Wood that a print may explain: roads, roofs and walls have these colours too."""
FADED = 1.5
"""What came since a tile was seen without a figure has a player's colour though a glare takes some of it."""
RIM_PX = 3
"""Wood reaches so far beyond what has its colour."""
FIGURE_RADIUS = 0.2
"""In tiles."""
STILL = 0.7
"""A figure fills at least the rest of the ground around its middle."""
ALONE = 3.5
"""... or as this, where nothing else speaks for it: neither a colour nor that it has just come."""
HALF = 0.5
"""... and so much of it, and more, has changed since its tile was seen without a figure."""
UNCHANGED, UNCHANGED_NATS = 0.03, 6.0
"""Against what has changed less than this since its tile was seen without a figure."""
OTHER_WOOD_NATS = 10.0
"""At most so much is against what was there at first sight and has another tint than the player's figures."""
VILLAGE_NATS = 9.0
"""Against what lies in the middle of a village, which may look like wood and where no figure stands; less if
it lies further from there than half of the village's radius. Not if it came since its tile was seen."""
FAINT_NATS, SURE_ODDS, MOST_FAINT_NATS = 10.0, 3.0, 8.5
"""Against what has the colour of its ground, for each nat that the net is less sure of it than the second; at
most so much that it is asked about, since players do put such figures down."""
SAME_FIGURE = 0.3
"""In tiles: a figure this near to one that is known is that one."""
NATS_THERE, LIKELY, LIKELY_NEW = 22.0, 0.52, 0.40
"""A figure is there as likely as not when its silhouette covers what was seen this well; less is asked
where the tile was seen without it."""
SIZES = (0.86, 0.94, 1.02)
POSE_NATS, POSE_EVEN, MOST_POSE_NATS = 60.0, 0.05, 6.0
"""A figure lies as likely as it stands when lying covers it this much worse: seen from above a follower
that stands is a plain block, easily covered, and one that lies has arms and legs."""
ABBOT_NATS = 12.0
"""What it tells that an abbot covers a figure better than a follower: little, their edges being unsure."""
SOLID_NATS, SOLID_EVEN = 70.0, 0.93
"""A block fills its convex hull, arms and legs do not."""
BADLY, WELL, LEAST_TRUST = 0.45, 0.7, 0.2
"""A silhouette that covers a figure no better than the first tells nearly nothing of where it stands."""
FOOT = 0.09
"""Radius of the ground looked at under a figure, in tiles."""
NATS_PER_GROUND, LEAST_GROUND = 0.8, 0.2


def find_stands(
    tracked: TileTracks,
    cell: Cell,
    known: CarcassonneBoxModel,
    colours: Sequence[str],
    others: Mapping[Cell, TrackedFigure],
    before: Plain | None = None,
    *,
    mover: str = "",
) -> list[FigureHypothesis]:
    """Find the figures on a tile, each with everything it may stand on.

    Args:
        tracked: Where this tile and its neighbours lie.
        cell: The tile's cell.
        known: The box.
        colours: The players' colours to look for.
        others: Figures that are known to stand on other tiles.
        before: The tile itself as it was seen without a figure, from ``cut_out``.
        mover: Whose figure it is if its wood has a colour that nobody plays with; empty for nobody's.

    Returns:
        The likeliest first; empty where no figure is to be seen.
    """
    layout, laid = tracked.layout, tracked.laid
    shown = window(layout, cell)
    near = {c: tile for c, tile in laid.items() if max(abs(c[0] - cell[0]), abs(c[1] - cell[1])) <= 1}
    strange = strange_pixels(shown, near, known, layout.light.spread, colours)
    prediction = wood_around(layout, cell)
    change = None if before is None else changes_since(shown, laid[cell], before, prediction.odds)
    come = None if change is None else change.any
    wood = _like_wood(tracked, cell, near, known, colours, come)
    free = ~_around(shown.fine, others)
    projection = fit_projection(layout.homography, layout.size_px)
    find = partial(
        find_figures,
        shown.wood,
        view=shown.fine,
        projection=projection,
        colours=only(colours, known.learned.woods),
        sizes=SIZES,
        abbots=known.gardens is not None,
    )
    figures = _figures(find, (strange | wood) & free, change)
    if mover:
        left = wood & free & ~cover(figures, wood.shape, RIM_PX)
        least = ALONE if before is None else SURELY_WOOD
        sure = _sure_pieces(left, prediction.odds, come, least)
        figures += find(colours=only([mover], known.learned.woods), unexplained=sure, reach=np.inf)
    likely = NATS_THERE * (LIKELY if before is None else LIKELY_NEW)
    found: list[FigureHypothesis] = []
    for figure in with_poses(figures, prediction.lies):
        if not _is_known(figure, shown.fine, others):
            has_come = come is not None and mean_within(figure, come) > HALF
            less = likely + _against(figure, shown, prediction.odds, known, come)
            less += 0.0 if has_come else _village_nats(figure, _ground(cell, near[cell], known, shown.fine))
            ways = _ways(figure, cell, near, known, shown.fine)
            found += [
                hypothesis._replace(nats=hypothesis.nats - less, has_come=has_come) for hypothesis in ways
            ]
    return sorted(found, key=lambda hypothesis: -hypothesis.nats)


def _like_wood(
    tracked: TileTracks,
    cell: Cell,
    near: Mapping[Cell, TrackedTile],
    known: CarcassonneBoxModel,
    colours: Sequence[str],
    come: NDArray[np.bool_] | None,
) -> NDArray[np.bool_]:
    """Mark what looks like wood and is not drawn so: a figure may have the colour of its ground."""
    odds = wood_around(tracked.layout, cell).odds
    # In looks that were learned in this game figures may hide, and pale wood in any.
    if known.is_taught or not PALE.isdisjoint(colours):
        return cleaned(odds > 0) > 0
    if odds.max() < SURELY_WOOD:
        return np.zeros(odds.shape, np.bool_)
    view = window(tracked.layout, cell).fine
    laid = ((tile.look, tile.place.pose(view, FINE_PX)) for tile in near.values())
    observed = (odds > 0) & (odds - drawn_odds(laid, odds.shape, known.looks) > DRAWN)
    return _sure_pieces(cleaned(observed) > 0, odds, come)


def _sure_pieces(
    wood: NDArray[np.bool_], odds: Floats, come: NDArray[np.bool_] | None, least: float = SURELY_WOOD
) -> NDArray[np.bool_]:
    """Keep the pieces of what looks like wood of which the net is sure and which were not there before."""
    number, labels = cv2.connectedComponents(wood.astype(np.uint8))
    pieces = [labels == each for each in range(1, number)]
    new = [piece for piece in pieces if come is None or come[piece].mean() > HALF]
    sure = [each for each in new if odds[each].max() > least]
    return np.asarray(np.any([np.zeros(odds.shape, np.bool_), *sure], axis=0))


def is_wood_at(tracked: TileTracks, cell: Cell, figure: TrackedFigure) -> bool:
    """Ask the net whether anything of wood is still where a figure stood, whatever the tile's print."""
    shown = window(tracked.layout, cell)
    where = _around(shown.fine, {cell: figure})
    return bool(where.any() and np.quantile(wood_around(tracked.layout, cell).odds[where], STILL) > 0)


def _against(
    figure: DetectedFigure,
    shown: Window,
    odds: Floats,
    known: CarcassonneBoxModel,
    come: NDArray[np.bool_] | None,
) -> float:
    """Weigh against what was there before figures came, and against wood that is not the player's own."""
    come_share = 0.0 if come is None else mean_within(figure, come)
    # A print, or a tile that was seen without it, tells wood from what is drawn.
    against = _faint_nats(figure, shown, odds) if known.is_taught and come_share < HALF else 0.0
    if come is not None:
        return against + (UNCHANGED_NATS if come_share < UNCHANGED else 0.0)
    wood = wood_of(surest_within(figure, shown.wood, odds))
    apart = [tint_apart(wood, own) for own in known.learned.own_woods(figure.colour)]
    return against + min(min(apart, default=0.0) ** 2 / 2, OTHER_WOOD_NATS)


def _village_nats(figure: DetectedFigure, ground: Ground) -> float:
    """Weigh against what may be the village of a tile."""
    face = faces().get(ground.face)
    middle = meeting(face) if face is not None and village(face) is not None else None
    if middle is None:
        return 0.0
    at = unturned(*on_tile(ground.pose, figure.centre), ground.turns)
    return VILLAGE_NATS * float(np.clip(2 - 2 * math.dist(at, middle) / VILLAGE_RADIUS, 0, 1))


def _faint_nats(figure: DetectedFigure, shown: Window, odds: Floats) -> float:
    """Weigh against what nearly has the colour of its ground where the net is not sure of it."""
    view, where = shown.fine.image, cover([figure], odds.shape, 0)
    contrast = contrast_of(np.median(surest_half(view, odds, where), axis=0), view, where)
    log_odds = FAINT_NATS * faintness(contrast) * max(0.0, SURE_ODDS - mean_within(figure, odds))
    return min(log_odds, MOST_FAINT_NATS)


def _figures(
    find: Callable[..., list[DetectedFigure]], strange: NDArray[np.bool_], change: ChangedPixels | None
) -> list[DetectedFigure]:
    """Find figures among what is strange and what has changed; where there is none, a faded one."""
    if change is None:
        return find(unexplained=strange)
    plain = find(unexplained=strange | change.plain)
    return plain or find(unexplained=change.any, reach=FADED)


def _around(view: View, stands: Mapping[Cell, TrackedFigure]) -> NDArray[np.bool_]:
    """Mark, (h, w), where known figures stand, lest a new one beside them be taken for a part of them."""
    mask = np.zeros(view.image.shape[:2], np.uint8)
    for figure in stands.values():
        x, y = ((figure.middle[axis] - view.first[axis]) * view.side_px for axis in (0, 1))
        cv2.circle(mask, (round(x), round(y)), round(FIGURE_RADIUS * view.side_px), 1, cv2.FILLED)
    return mask > 0


def _ground(cell: Cell, tile: TrackedTile, known: CarcassonneBoxModel, view: View) -> Ground:
    face, turns = known.looks.face[tile.look], int(known.looks.art_turns[tile.look])
    return Ground(face, turns, tile.place.pose(view, FINE_PX), cell in (known.gardens or ()))


def _middle(figure: DetectedFigure, view: View) -> tuple[float, float]:
    return figure.centre[0] / view.side_px + view.first[0], figure.centre[1] / view.side_px + view.first[1]


def _is_known(figure: DetectedFigure, view: View, others: Mapping[Cell, TrackedFigure]) -> bool:
    x, y = _middle(figure, view)
    return any(
        np.hypot(x - other.middle[0], y - other.middle[1]) < SAME_FIGURE and other.colour == figure.colour
        for other in others.values()
    )


def _ways(
    figure: DetectedFigure,
    cell: Cell,
    near: Mapping[Cell, TrackedTile],
    known: CarcassonneBoxModel,
    view: View,
) -> list[FigureHypothesis]:
    """List what a figure may stand on, if it stands on this tile at all."""
    ways = standpoints(figure, {c: _ground(c, tile, known, view) for c, tile in near.items()})
    if not ways:
        return []
    templates = known.looks
    lying = figure.lies * np.array([standpoint.pose == "lying" for standpoint in ways])
    prediction = np.array(
        [_weighed(standpoint, figure, near[standpoint.cell], templates, view) for standpoint in ways]
    )
    log_odds = _trust(figure) * (prediction - lying) + lying
    shares = NATS_THERE * figure.best + log_odds - np.logaddexp.reduce(log_odds)
    middle = _middle(figure, view)
    return [
        FigureHypothesis(
            TrackedFigure(
                figure.colour, Meeple(standpoint.feature, standpoint.sides[:1], standpoint.kind), middle
            ),
            float(share),
        )
        for standpoint, share in zip(ways, shares, strict=True)
        if standpoint.cell == cell and standpoint.feature
    ]


def _trust(figure: DetectedFigure) -> float:
    """Tell how far a silhouette is to be trusted to say where a figure stands, 0 to 1."""
    return float(np.clip((figure.best - BADLY) / (WELL - BADLY), LEAST_TRUST, 1))


def _weighed(
    standpoint: Standpoint, figure: DetectedFigure, under: TrackedTile, templates: FaceTemplates, view: View
) -> float:
    """Weigh a standpoint by the figure's pose and by the ground that the print shows under its base."""
    log_odds = standpoint.nats - NATS_PER_LIKENESS * figure.likeness[standpoint.pose]
    log_odds += _pose_nats(figure) if standpoint.pose == "lying" else 0.0
    log_odds += ABBOT_NATS * _more_like_an_abbot(figure) if standpoint.kind == "abbot" else 0.0
    if standpoint.feature not in ("field", "city"):
        return log_odds
    at = on_tile(under.place.pose(view, FINE_PX), standpoint.base)
    field, city = _grounds_under(at, templates.fine[under.look], templates.grounds)
    share = field if standpoint.feature == "field" else city
    return log_odds + NATS_PER_GROUND * float(np.log(max(share, LEAST_GROUND) / 0.5))


def _more_like_an_abbot(figure: DetectedFigure) -> float:
    return figure.likeness["abbot"] - figure.likeness.get("standing", 0.0)


def _pose_nats(figure: DetectedFigure) -> float:
    """Weigh how much likelier a figure lies than it stands."""
    apart = figure.likeness.get("lying", 0.0) - figure.likeness.get("standing", 0.0)
    log_odds = POSE_NATS * (apart + POSE_EVEN) + SOLID_NATS * (SOLID_EVEN - _solidity(figure.mask))
    return float(np.clip(log_odds, -MOST_POSE_NATS, MOST_POSE_NATS))


def _solidity(mask: NDArray[np.bool_]) -> float:
    """Tell how much of its convex hull a shape fills, 0 to 1."""
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(outlines, key=cv2.contourArea)
    return float(cv2.contourArea(largest) / max(cv2.contourArea(cv2.convexHull(largest)), 1.0))


def _grounds_under(at: tuple[float, float], known: Floats, grounds: Floats) -> tuple[float, float]:
    """Tell which shares of a print around a point have the colour of fields and of cities."""
    rows, columns = np.mgrid[:FINE_PX, :FINE_PX] / FINE_PX
    disc = (columns - at[0]) ** 2 + (rows - at[1]) ** 2 < FOOT**2
    if not disc.any() or len(grounds) < 2:
        return 0.5, 0.5
    apart = lengths(known[disc][:, None, 1:] - grounds[None, :, 1:])
    city = float((apart.argmin(axis=1) == 0).mean())
    return 1 - city, city
