"""Following the tiles of a game from look to look: where each lies, what has slid, what is gone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from vision.follow.lattice_fit import refit as refit_to
from vision.follow.tracking import is_pushed
from vision.games.carcassonne.cold.figure_net import WoodPrediction, look_for_wood
from vision.games.carcassonne.face_templates import FINE_PX, ROUGH_PX, SOFT_PX, FaceTemplates, normed
from vision.games.carcassonne.live.finding import Expected, is_look_of, templates_of
from vision.games.carcassonne.live.memory import CarcassonneTrackState, TilePose, TrackedTile, apart, place_of
from vision.games.carcassonne.scene import Shade, centred_shade, evened
from vision.geometry.homography import Homography, project
from vision.geometry.rectify import View, rectify, whole_cells
from vision.image.colour import Floats, to_lab
from vision.image.light import NO_CHANGE, Light, balanced, brightness, fit_light, in_print_light
from vision.match.template import Pose, align, compare, cut_patch, inner_pixels
from vision.match.template import corners as tile_corners
from vision.reader import Image

MARGIN = 2
"""Cells around the board that are looked at: new tiles, and tiles next to those."""
SEARCH_PX = 7
"""How far a tile is searched for around its place, in pixels of the rough view: a fifth of a tile."""
WEAKER = 0.06
"""A tile whose correlation has fallen by this much has changed: a figure, a nudge, a glare."""
POOR, ASKEW = 0.35, 0.1
"""A tile that correlates less is looked for again; one this far off its cell's middle, there as well."""
LOST = 0.4
"""A tile of which less than this share looks like its print is no longer there."""
PATTERN = 0.25
"""Nor is one whose remaining share correlates less than this with its print."""
TINT, FAINT_PATTERN = 5.0, 0.1
"""Less is asked of what has its print's colour, a and b within this: a monk may hide all but the field."""
LEFT, PLAIN_PATTERN = 0.2, 0.75
"""Where a glare hides most of a tile it is there if this share is left, and correlates more than this."""
NUDGE = 0.06
"""In tiles: a tile that moved further has been nudged."""
TRUSTED = 0.6
FEW_TILES = 4
"""From fewer tiles the light is learned by every pixel."""
SLACK_PX = 4.0
"""A cell may reach so far over the frame's edge and still be looked at."""
WINDOWS_KEPT = 8
"""A new tile and its neighbours are shown several times a look; a window takes a megabyte."""

Part = TypeVar("Part")


class FrameLayout(NamedTuple):
    """A frame laid out over the lattice.

    Attributes:
        size_px: Width and height of the frame.
        homography: Lattice coordinates to pixels of the frame.
        pixels: The board from above, blue, green, red bytes, 64 pixels a tile.
        rough: The same, CIELAB, 32 pixels a tile.
        light: How its light is brought to that of the prints.
        shade: How a lamp brightens one end.
        windows: The last parts of it that were shown in that light, by their middle cells.
        woods: The same parts, where the net was asked for figures.
    """

    size_px: tuple[int, int]
    homography: Homography
    pixels: View
    rough: View
    light: Light
    shade: Shade
    windows: "dict[Cell, Window]"
    woods: dict[Cell, WoodPrediction]


class TileTracks(NamedTuple):
    """Where the tiles of the game lie in a frame.

    Attributes:
        layout: The frame.
        laid: The tiles of the game; those that are gone where they lay.
        gone: The cells whose tile is not to be seen.
        nudged: The cells whose tile has slid.
        changed: The cells that look different from before.
    """

    layout: FrameLayout
    laid: Mapping[Cell, TrackedTile]
    gone: tuple[Cell, ...]
    nudged: tuple[Cell, ...]
    changed: tuple[Cell, ...]


def lay_out(image: Image, homography: Homography, cells: Iterable[Cell]) -> FrameLayout:
    """See the board and the cells around it straight from above, the light still as it is."""
    every = np.array(list(cells))
    first, last = every.min(axis=0) - MARGIN, every.max(axis=0) + MARGIN + 1
    origin, size = (int(first[0]), int(first[1])), (int(last[0] - first[0]), int(last[1] - first[1]))
    pixels = rectify(image, homography, origin, size, FINE_PX)
    small = cv2.resize(pixels.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    rough = View(to_lab(np.asarray(small, np.uint8)), origin, ROUGH_PX, homography)
    size_px, no_shade = (image.shape[1], image.shape[0]), centred_shade(*_NOWHERE)
    return FrameLayout(size_px, homography, pixels, rough, NO_CHANGE, no_shade, {}, {})


_NOWHERE = np.zeros((0, 2), np.float32), np.zeros(0, np.float32)


def follow(
    image: Image, memory: CarcassonneTrackState, templates: FaceTemplates, expected: Expected, fresh: bool
) -> TileTracks:
    """Find the tiles of a game again, near where they lay.

    Args:
        image: The frame.
        memory: Where they lay; tiles of the game that it does not name are looked for in their cells.
        templates: The looks.
        expected: What lies on the table by the game.
        fresh: Whether the memory is only a first guess, so that everything is laid out anew.
    """
    before = {cell: _recorded(memory, templates, cell, *tile) for cell, tile in expected.items()}
    homography = memory.homography
    if not fresh and before.keys() != memory.laid.keys():
        homography, before = refit(homography, before)
    if fresh:  # only a closer fit is worth a closer look
        near, _ = _searched(lay_out(image, homography, expected), before, templates, fresh)
        homography, before = refit(homography, near)
    for _ in range(2 if fresh else 1):
        layout = lay_out(image, homography, expected)
        near, weak = _searched(layout, before, templates, fresh)
        if not fresh and is_pushed(_slid(before, near), len(near)):
            homography, before = refit(homography, near)
            layout = lay_out(image, homography, expected)
            near, weak = _searched(layout, before, templates, fresh)
        layout = _lit(layout, near, templates)
        tracked = {**near, **_aligned(layout, {cell: near[cell] for cell in weak}, before, templates)}
        if fresh:
            homography, before = refit(homography, tracked)
    return _told(layout, memory, before, tracked, weak, templates)


def _slid(before: Mapping[Cell, TrackedTile], near: Mapping[Cell, TrackedTile]) -> int:
    """Count the tiles that surely lie elsewhere."""
    found = [cell for cell, tile in near.items() if tile.likeness > TRUSTED]
    return sum(apart(near[cell].place, before[cell].place) > NUDGE for cell in found)


def _told(
    layout: FrameLayout,
    memory: CarcassonneTrackState,
    before: Mapping[Cell, TrackedTile],
    tracked: Mapping[Cell, TrackedTile],
    weak: Sequence[Cell],
    templates: FaceTemplates,
) -> TileTracks:
    most_tint = TINT if len(tracked) >= FEW_TILES else 0.0  # from few tiles no light is learned that can tell
    known = [cell for cell in weak if cell in memory.laid]
    gone = tuple(cell for cell in known if not _is_there(layout, tracked[cell], templates, most_tint))
    moved = [cell for cell in known if cell not in gone]
    nudged = tuple(cell for cell in moved if apart(tracked[cell].place, before[cell].place) > NUDGE)
    stay = {cell: before[cell] for cell in gone}
    return TileTracks(layout, {**tracked, **stay}, gone, nudged, tuple(weak))


def _is_there(layout: FrameLayout, tile: TrackedTile, templates: FaceTemplates, most_tint: float) -> bool:
    """Tell whether a tile's place looks like its print, figures and glare left out.

    What is left must have the print's pattern too: much of a plain table has the colour of a plain field.
    """
    view = window(layout, tile.place.cell).fine
    patch = cut_patch(view.image, tile.place.pose(view, FINE_PX), FINE_PX)
    pixels, known = (inner_pixels(each[None]) for each in (patch, templates.fine[tile.look]))
    fit = compare(pixels, known, layout.light.spread)
    share, pattern = float(fit.trust.mean()), _correlation(pixels[0], known[0], fit.trust[0])
    tint = float(np.linalg.norm((fit.seen - fit.known)[0, 1:]))
    least = PATTERN if tint > most_tint else FAINT_PATTERN
    return (share > LOST and pattern > least) or (share > LEFT and pattern > PLAIN_PATTERN)


def _correlation(floats: Floats, other: Floats, weight: Floats) -> float:
    """Correlate (n, 3) pixels with others, each as much as its (n,) weight."""
    share = (weight / weight.sum())[:, None]
    floats, other = floats - (share * floats).sum(axis=0), other - (share * other).sum(axis=0)
    alone = (share * floats**2).sum() * (share * other**2).sum()
    return float((share * floats * other).sum() / np.sqrt(alone + 1e-9))


def _recorded(
    memory: CarcassonneTrackState, templates: FaceTemplates, cell: Cell, face: str, turns: int
) -> TrackedTile:
    """Tell where a tile of the game lay, as its face on record looks: a turn may have been revised.

    One that has just been confirmed lies where it arrived, and any other in its cell.
    """
    arrival = memory.arrivals.get(cell)
    known = memory.laid.get(cell) or (arrival.laid if arrival else None)
    if known is not None and is_look_of(templates, known.look, face, turns):
        return known
    place = known.place if known else TilePose(cell[0] + 0.5, cell[1] + 0.5, 0.0)
    return TrackedTile(templates_of(templates, face, turns)[0], place, 0.0)


def _patches(rough: View, laid: Iterable[TrackedTile]) -> Floats:
    """(n, 32, 32, 3): every tile cut out where it lies."""
    return np.stack([cut_patch(rough.image, tile.place.pose(rough, ROUGH_PX), ROUGH_PX) for tile in laid])


def _searched(
    layout: FrameLayout, before: Mapping[Cell, TrackedTile], templates: FaceTemplates, fresh: bool
) -> tuple[dict[Cell, TrackedTile], list[Cell]]:
    """Look for every tile where it lay, and around there for those that look different now."""
    patches = normed(_patches(layout.rough, before.values()))
    known = templates.rough[[one.look for one in before.values()]]
    likeness = (patches * known).sum(axis=1)
    near, weak = {}, []
    for (cell, tile), now in zip(before.items(), likeness.tolist(), strict=True):
        if fresh or now < max(tile.likeness - WEAKER, POOR):
            weak.append(cell)
            near[cell] = max(
                (_nearby(layout.rough, each, templates) for each in _starts(tile, cell)),
                key=lambda found: found.likeness,
            )
        else:
            near[cell] = tile._replace(likeness=max(now, 0.9 * tile.likeness))
    return near, weak


def _starts(tile: TrackedTile, cell: Cell) -> list[TrackedTile]:
    """List where to look for a tile: around its place and, where that is askew, around its cell's middle."""
    middle = TilePose(cell[0] + 0.5, cell[1] + 0.5, 0.0)
    return [tile] if apart(tile.place, middle) < ASKEW else [tile, tile._replace(place=middle)]


def _nearby(rough: View, tile: TrackedTile, templates: FaceTemplates) -> TrackedTile:
    """Move a tile to where it fits best around its place; another print of its face may fit better."""
    pose = tile.place.pose(rough, ROUGH_PX)
    side = ROUGH_PX + 2 * SEARCH_PX
    around = cut_patch(rough.image, pose, side)
    same = templates_of(templates, templates.face[tile.look], int(templates.turns[tile.look]))
    likeness = np.stack(
        [cv2.matchTemplate(around, templates.rough_lab[look], cv2.TM_CCOEFF_NORMED) for look in same]
    )
    which, y, x = (int(index) for index in np.unravel_index(int(likeness.argmax()), likeness.shape))
    dx, dy = (x - SEARCH_PX) / ROUGH_PX, (y - SEARCH_PX) / ROUGH_PX
    cos, sin = np.cos(tile.place.turn_rad), np.sin(tile.place.turn_rad)
    place = TilePose(
        tile.place.x + cos * dx - sin * dy, tile.place.y + sin * dx + cos * dy, tile.place.turn_rad
    )
    return TrackedTile(same[which], place, float(likeness[which, y, x]))


def _lit(layout: FrameLayout, tracked: Mapping[Cell, TrackedTile], templates: FaceTemplates) -> FrameLayout:
    """Learn the light from the tiles that are known."""
    sure = [tile for tile in tracked.values() if tile.likeness > TRUSTED] or list(tracked.values())
    patches, known = _patches(layout.rough, sure), templates.rough_lab[[tile.look for tile in sure]]
    dark, bright = (np.median(brightness(each), axis=(1, 2)) for each in (patches, known))
    places = np.array([(tile.place.x, tile.place.y) for tile in sure], np.float32)
    shade = centred_shade(places, np.asarray(np.log(bright / np.maximum(dark, 1e-3)), np.float32))
    small = cv2.resize(layout.pixels.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    even = evened(layout.rough._replace(image=np.asarray(small, np.uint8)), shade)
    lit = _patches(layout.rough._replace(image=to_lab(even)), sure)
    return layout._replace(light=fit_light(_soft_pixels(lit), _soft_pixels(known)), shade=shade, windows={})


def _soft_pixels(patches: Floats) -> Floats:
    soft = np.stack([cv2.GaussianBlur(patch, (0, 0), 1.0) for patch in patches])
    step = 1 if len(patches) < FEW_TILES else 2
    return np.asarray(soft[:, 3:-3:step, 3:-3:step].reshape(-1, 3), np.float32)


class Window(NamedTuple):
    """A few cells in the prints' light.

    Attributes:
        fine: CIELAB, softened, 64 pixels a tile.
        wood: White balanced only.
    """

    fine: View
    wood: Floats


def window(layout: FrameLayout, cell: Cell) -> Window:
    """Show a cell and the eight around it in the prints' light, less what lies outside of the view."""
    return _kept(layout.windows, cell, lambda: _shown(layout, cell))


def wood_around(layout: FrameLayout, cell: Cell) -> WoodPrediction:
    """Ask the net for figures, (h, w), in a cell and the eight around it."""
    return _kept(layout.woods, cell, lambda: look_for_wood(pixels_around(layout, cell).image))


def _kept(last: dict[Cell, Part], cell: Cell, make: Callable[[], Part]) -> Part:
    """Make a part of a frame, or give it as it was made, while it is one of the last."""
    if cell not in last:
        if len(last) == WINDOWS_KEPT:
            last.pop(next(iter(last)))
        last[cell] = make()
    return last[cell]


def pixels_around(layout: FrameLayout, cell: Cell) -> View:
    """Show a cell and the eight around it as they are, in bytes, less what lies outside of the view."""
    rows, columns = (length // FINE_PX for length in layout.pixels.image.shape[:2])
    left, top = (max(cell[axis] - 1 - layout.pixels.first[axis], 0) for axis in (0, 1))
    right = min(cell[0] + 2 - layout.pixels.first[0], columns)
    bottom = min(cell[1] + 2 - layout.pixels.first[1], rows)
    part = layout.pixels.image[top * FINE_PX : bottom * FINE_PX, left * FINE_PX : right * FINE_PX]
    first = (layout.pixels.first[0] + left, layout.pixels.first[1] + top)
    to_lattice = np.array([[1 / FINE_PX, 0, first[0]], [0, 1 / FINE_PX, first[1]], [0, 0, 1]])
    return View(part, first, FINE_PX, layout.homography @ to_lattice)


def _shown(layout: FrameLayout, cell: Cell) -> Window:
    view = pixels_around(layout, cell)
    pixels = np.asarray(cv2.GaussianBlur(evened(view, layout.shade), (0, 0), SOFT_PX), np.uint8)
    wood = balanced(pixels, layout.light)
    return Window(view._replace(image=in_print_light(wood, layout.light)), wood)


def _aligned(
    layout: FrameLayout,
    near: Mapping[Cell, TrackedTile],
    before: Mapping[Cell, TrackedTile],
    templates: FaceTemplates,
) -> dict[Cell, TrackedTile]:
    """Lay tiles on their prints exactly, from where they look best and from where they lay.

    A figure on a tile misleads a first look, and the closer one knows what to leave out.
    """
    moved = {
        cell: _best_laid(layout, (tile, *_starts(before[cell], cell)), templates)
        for cell, tile in near.items()
    }
    if not moved:
        return {}
    patches = normed(_patches(layout.rough, moved.values()))
    likeness = (patches * templates.rough[[tile.look for tile in moved.values()]]).sum(axis=1)
    return {
        cell: tile._replace(likeness=float(now))
        for (cell, tile), now in zip(moved.items(), likeness, strict=True)
    }


def _best_laid(layout: FrameLayout, starts: Sequence[TrackedTile], templates: FaceTemplates) -> TrackedTile:
    """Slide a tile from each of the starts until it lies on its print, and choose what fits best."""
    view, spread = window(layout, starts[0].place.cell).fine, layout.light.spread
    target = templates.target.pick([start.look for start in starts])
    first = [start.place.pose(view, FINE_PX) for start in starts]
    poses = [*align(view.image, target, first, FINE_PX, spread), *first]
    patches = inner_pixels(np.stack([cut_patch(view.image, pose, FINE_PX) for pose in poses]))
    known = inner_pixels(templates.fine[[start.look for start in (*starts, *starts)]])
    best = int(compare(patches, known, spread).score.argmax())
    return starts[best % len(starts)]._replace(place=place_of(poses[best], view))


def corners(place: TilePose) -> NDArray[np.float64]:
    """(4, 2): a tile's corners in lattice coordinates, clockwise from its north-west."""
    return tile_corners(Pose(*place), 1.0)


def refit(
    homography: Homography, tracked: Mapping[Cell, TrackedTile]
) -> tuple[Homography, dict[Cell, TrackedTile]]:
    """Fit the lattice to where the tiles lie, and count their places from it.

    Returns:
        Lattice coordinates to pixels, and the same tiles in the new coordinates.
    """
    observed = np.concatenate([corners(tile.place) for tile in tracked.values()])
    ideal = np.concatenate([corners(TilePose(x + 0.5, y + 0.5, 0.0)) for x, y in tracked])
    fitted, back = refit_to(homography, ideal, observed)
    places = project(back, observed).reshape(-1, 4, 2)
    counted = {
        cell: tile._replace(place=_place_of_corners(quad))
        for (cell, tile), quad in zip(tracked.items(), places, strict=True)
    }
    return fitted, counted


def _place_of_corners(quad: NDArray[np.float64]) -> TilePose:
    (x, y), east = quad.mean(axis=0), quad[1] - quad[0] + quad[2] - quad[3]
    return TilePose(float(x), float(y), float(np.arctan2(east[1], east[0])))


def quad_px(homography: Homography, place: TilePose) -> tuple[tuple[float, float], ...]:
    """Give a tile's corners in pixels of the frame."""
    return tuple((float(x), float(y)) for x, y in project(homography, corners(place)))


def cells_in_frame(layout: FrameLayout, cells: Sequence[Cell]) -> list[Cell]:
    """Keep the cells that lie in the frame."""
    return whole_cells(layout.homography, cells, layout.size_px, SLACK_PX)
