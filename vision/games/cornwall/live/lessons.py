"""What a game teaches of its box: how its confirmed fields look."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.games.cornwall.engine.state import CornwallState
from vision.games.cornwall.classify.box_model import BoxAdjustment, joined, lessons_of, templates_of
from vision.games.cornwall.classify.matches import prints_of
from vision.games.cornwall.live.memory import CardLesson, CornwallBoxModel
from vision.games.cornwall.live.places import Cells
from vision.games.cornwall.prints import FieldPixels, lessons_of_prints, load_prints

FEWEST = 8
"""From so many fields on a box is told by its own looks too."""


def get_ready(prints: bytes | None, colours: Sequence[str]) -> CornwallBoxModel:
    """Make a box's prints ready; see ``vision.live.LiveReader.get_ready``."""
    if prints is None:
        return CornwallBoxModel(tuple(colours))
    pictures = load_prints(prints)
    return CornwallBoxModel(tuple(colours), lessons_of_prints(pictures), prints_of(pictures))


def lessons_after(
    state: CornwallState, before: Mapping[Cells, CardLesson], patches: Mapping[Cells, NDArray[np.uint8]]
) -> dict[Cells, CardLesson]:
    """Learn the confirmed cards, and those anew that have been set right since.

    Args:
        state: The game.
        before: What has been learned.
        patches: How the fields of cards looked that were seen to come.
    """
    lessons = {}
    for cells in {**before, **patches}:
        if not all(cell in state.fields for cell in cells):
            continue
        fields = tuple(state.fields[cell] for cell in cells)
        old = before.get(cells)
        if old is not None and old.fields == fields:
            lessons[cells] = old
        else:
            shown = patches[cells] if old is None else old.patches
            lessons[cells] = CardLesson(fields, shown, lessons_of(shown, fields))
    return lessons


def looks_after(known: CornwallBoxModel, lessons: Mapping[Cells, CardLesson]) -> BoxAdjustment | None:
    """Give the looks of the box by all that is known of it; None where that is too little."""
    every = [
        *([known.lessons] if known.lessons is not None else []),
        *(lesson.told for lesson in lessons.values()),
    ]
    number = sum(len(each.terrains) for each in every)
    return templates_of(joined(every)) if number >= FEWEST else None


def pictures_of(lessons: Iterable[CardLesson]) -> list[FieldPixels]:
    """Give what was learned as prints."""
    return [FieldPixels(lesson.fields, lesson.patches) for lesson in lessons]
