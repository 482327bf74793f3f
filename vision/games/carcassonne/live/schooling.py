"""Keeping what is known of the box in step with the game: tiles learned, and lessons taken back."""

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.game import Cell
from vision.games.carcassonne.face_templates import FINE_PX, FaceTemplates
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.arriving import NewTile
from vision.games.carcassonne.live.finding import Expected, is_look_of, templates_of
from vision.games.carcassonne.live.learning import (
    Learned,
    RecordedTile,
    learned_too,
    tuned_too,
    unlearned,
    with_templates,
)
from vision.games.carcassonne.live.memory import (
    ArrivedTile,
    CarcassonneBoxModel,
    CarcassonneTrackState,
    TilePose,
    TrackedTile,
    apart,
)
from vision.games.carcassonne.live.tracking import NUDGE, lay_out, window
from vision.geometry.homography import Homography
from vision.image.colour import Floats
from vision.image.light import NO_CHANGE
from vision.match.template import compare, cut_patch, inner_pixels
from vision.reader import Image

SAME_TILE = 0.5
"""A tile of which a look before explains this share is the same tile."""
UNTURNED = 0.1
"""... and lies as it did if that look explains so much more of it than the look turned does, or was turned if
so much less."""


def brought_up(
    image: Image, box: FaceTemplates, expected: Expected, memory: CarcassonneTrackState
) -> tuple[CarcassonneTrackState, Learned]:
    """Learn the tiles that were confirmed since the last look, and forget what the record no longer says.

    Args:
        image: The frame.
        box: The looks that the box came with.
        expected: The game.
        memory: From the last look.
    """
    learned = memory.learned or Learned(box)
    wrong = {
        cell: lesson
        for cell, lesson in learned.lessons.items()
        if cell not in expected or Reading(*expected[cell]) != lesson.reading
    }
    if wrong:
        learned, moved = unlearned(box, learned, wrong)
        memory = _moved(memory, moved)
    tiles = {cell: (Reading(*expected[cell]), each.seen) for cell, each in wrong.items() if cell in expected}
    strange = []
    for cell, (face, turns) in expected.items():
        arrival = memory.arrivals.get(cell)
        if cell in learned.lessons or cell in tiles:
            continue
        if arrival is not None and arrival.looks_so is not None:
            tiles[cell] = Reading(face, turns), arrival.looks_so
        elif not templates_of(learned.looks, face, turns):
            strange.append(cell)
    if strange:
        places = {cell: _place(memory, cell) for cell in strange}
        tiles |= _seen_there(image, memory.homography, expected, places)
    learned = _tuned(learned_too(learned, tiles), expected, memory)
    places = {cell: _place(memory, cell) for cell in tiles}
    tracked = {cell: TrackedTile(learned.lessons[cell].look, place, 0.0) for cell, place in places.items()}
    return memory._replace(laid={**memory.laid, **tracked}), learned


def _tuned(learned: Learned, expected: Expected, memory: CarcassonneTrackState) -> Learned:
    """Tune the net for tiles by what it said of those that are on record now."""
    told = {cell: tile.told for cell, tile in learned.asked.items()}
    told |= {cell: tile.told for cell, tile in memory.arrivals.items() if tile.told is not None}
    asked = {
        cell: RecordedTile(Reading(*expected[cell]), prediction)
        for cell, prediction in told.items()
        if cell in expected
    }
    return learned if _readings(asked) == _readings(learned.asked) else tuned_too(learned, asked)


def _readings(asked: Mapping[Cell, RecordedTile]) -> dict[Cell, Reading]:
    return {cell: tile.reading for cell, tile in asked.items()}


def _moved(memory: CarcassonneTrackState, moved: dict[int, int]) -> CarcassonneTrackState:
    """Forget the looks that are forgotten, and name the others as they are named now."""
    tracked = {
        cell: tile._replace(look=moved[tile.look]) for cell, tile in memory.laid.items() if tile.look in moved
    }
    arrivals = {
        cell: tile._replace(laid=tile.laid._replace(look=moved[tile.laid.look]))
        for cell, tile in memory.arrivals.items()
        if tile.laid.look in moved
    }
    return memory._replace(laid=tracked, arrivals=arrivals)


def _place(memory: CarcassonneTrackState, cell: Cell) -> TilePose:
    arrival = memory.arrivals.get(cell)
    tracked = memory.laid.get(cell) or (arrival.laid if arrival else None)
    return tracked.place if tracked else TilePose(cell[0] + 0.5, cell[1] + 0.5, 0.0)


def _seen_there(
    image: Image, homography: Homography, expected: Expected, places: dict[Cell, TilePose]
) -> dict[Cell, tuple[Reading, Floats]]:
    """Cut tiles of the game out of a frame, where they lie."""
    layout, found = lay_out(image, homography, expected), {}
    for cell, place in places.items():
        shown = window(layout, place.cell).fine
        found[cell] = Reading(*expected[cell]), cut_patch(shown.image, place.pose(shown, FINE_PX), FINE_PX)
    return found


def known_too(
    known: CarcassonneBoxModel, newcomers: Sequence[NewTile], before: Mapping[Cell, ArrivedTile]
) -> tuple[CarcassonneBoxModel, list[NewTile]]:
    """Give newcomers that no print explains looks of their own, for this look at the table.

    Args:
        known: The box.
        newcomers: The tiles that are new.
        before: What was seen of them at the look before: mostly without a figure.
    """
    templates, is_taught, found = known.looks, known.is_taught, []
    for each in newcomers:
        tile = _as_before(each, before.get(each.cell), known.looks)
        observed = _plainest(tile, before.get(each.cell))
        if tile.strange and observed is not None:
            is_taught = True
            first, strange = len(templates.face), sorted(tile.strange)
            templates = with_templates(templates, strange, [observed] * len(strange))
            own = {reading: tile.laid[reading]._replace(look=first + i) for i, reading in enumerate(strange)}
            tile = tile._replace(laid={**tile.laid, **own}, seen=observed)
        found.append(tile)
    return known._replace(learned=known.learned._replace(looks=templates), is_taught=is_taught), found


def _as_before(newcomer: NewTile, before: ArrivedTile | None, templates: FaceTemplates) -> NewTile:
    """Keep the print that told a tile before a figure came to stand on it, while there is that print."""
    if before is None or before.looks_so is not None:
        return newcomer
    reading, look = Reading(before.face, before.turns), before.laid.look
    if (
        reading not in newcomer.strange
        or look >= len(templates.face)
        or not is_look_of(templates, look, *reading)
    ):
        return newcomer
    tracked = newcomer.laid[reading]
    if apart(before.laid.place, tracked.place) > NUDGE:
        return newcomer
    known = {**newcomer.laid, reading: tracked._replace(look=look)}
    return newcomer._replace(laid=known, strange=newcomer.strange - {reading})


def _plainest(newcomer: NewTile, before: ArrivedTile | None) -> Floats | None:
    """Choose how a tile looks without a figure: as it did when it came, while it is the same tile."""
    if before is None or before.looks_so is None or newcomer.seen is None:
        return newcomer.seen
    return before.looks_so if _alike(newcomer.seen, before.looks_so) > SAME_TILE else newcomer.seen


def lies_as_before(observed: Floats | None, before: ArrivedTile) -> bool:
    """Tell by its drawing whether a tile is the one that was seen before, and has not been turned since.

    Args:
        observed: The tile as it looks now, (64, 64, 3) CIELAB; None where a print tells how it looks.
        before: What was seen of it.
    """
    own, turned = _explained(observed, before)
    return own > max(SAME_TILE, turned + UNTURNED)


def lies_turned(observed: Floats | None, before: ArrivedTile) -> bool:
    """Tell by its drawing whether a tile is the one that was seen before, and has been turned since."""
    own, turned = _explained(observed, before)
    return turned > max(SAME_TILE, own + UNTURNED)


def _explained(observed: Floats | None, before: ArrivedTile) -> tuple[float, float]:
    """Tell what share of a tile a look at it before explains, as it lay and turned as that explains most."""
    if before.looks_so is None or observed is None:
        return 0.0, 0.0
    own, *turned = (_alike(observed, np.rot90(before.looks_so, quarter)) for quarter in range(4))
    return own, max(turned)


def _alike(now: Floats, then: Floats) -> float:
    """Tell what share of a tile a look at it before explains, both (64, 64, 3) CIELAB."""
    told = compare(inner_pixels(now[None]), inner_pixels(then[None]), NO_CHANGE.spread)
    return float(told.trust.mean())
