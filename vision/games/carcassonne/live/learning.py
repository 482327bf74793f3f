"""What a game teaches of its box: a confirmed tile that no print told is a look of its face from then on."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.cold.kinds import READINGS, index_of
from vision.games.carcassonne.cold.shield_net import Examples, examples
from vision.games.carcassonne.cold.tile_net import TilePrediction, together
from vision.games.carcassonne.cold.tuning import Tuning, tune
from vision.games.carcassonne.face_templates import ROUGH_PX, FaceTemplates, has_shield, normed
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.prints import SIDE_PX, FacePixels, usual_grounds
from vision.games.carcassonne.shields import Shields, find_spots, learn_shields
from vision.games.carcassonne.wood_colours import WOODS, Woods, WoodSample
from vision.image.colour import Floats, from_lab
from vision.match.template import Target, make_target
from vision.reader import Image

TURNS = 4
LEAST_FIGURES = 2
"""So many figures of a player tell how their wood looks."""


class TileLesson(NamedTuple):
    """One tile of the game as it looks itself.

    Attributes:
        reading: Its face and turns on record, the turns being those of the picture.
        seen: The tile as it lies, without a figure, (64, 64, 3) CIELAB in the prints' light.
        first: Where its four looks begin among the looks.
    """

    reading: Reading
    seen: Floats
    first: int

    @property
    def look(self) -> int:
        """The one of its looks that shows it as it lies."""
        return self.first + self.reading.turns


class RecordedTile(NamedTuple):
    """What the nets said of a tile of the game, and its face and turns on record."""

    reading: Reading
    told: TilePrediction


class Learned(NamedTuple):
    """All looks there are: those that the box came with, then those that the game has taught.

    Attributes:
        looks: All of them.
        lessons: What was learned from the tiles in some cells.
        shields: What spots shields show on all of them; None where nothing was learned, or too little.
        asked: The tiles of the game about which the nets were asked.
        tuning: What the net for tiles learns from them.
        examples: What they show the net for shields.
        woods: How the wood of every colour looks: as usual, or as it was seen.
        figures: Whose figure stood in a cell and how its wood looks, of those that are confirmed.
    """

    looks: FaceTemplates
    lessons: Mapping[Cell, TileLesson] = MappingProxyType({})
    shields: Shields | None = None
    asked: Mapping[Cell, RecordedTile] = MappingProxyType({})
    tuning: Tuning | None = None
    examples: Examples | None = None
    woods: Woods = WOODS
    figures: Mapping[Cell, tuple[str, WoodSample]] = MappingProxyType({})

    def own_woods(self, colour: str) -> list[WoodSample]:
        """Tell how the wood of a player's figures looks; empty where too few were seen."""
        own = [sample for owner, sample in self.figures.values() if owner == colour]
        return own if len(own) >= LEAST_FIGURES else []

    def pictures(self) -> list[FacePixels]:
        """Give what was learned as prints."""
        return [_picture(lesson) for lesson in self.lessons.values()]


def learned_too(learned: Learned, tiles: Mapping[Cell, tuple[Reading, Floats]]) -> Learned:
    """Learn more tiles of the game.

    Args:
        learned: What is known.
        tiles: By its cell, the face and turns of each on record, and how it is seen, as in ``TileLesson``.
    """
    if not tiles:
        return learned
    first, lessons = len(learned.looks.face), dict(learned.lessons)
    readings: list[Reading] = []
    turned: list[Floats] = []
    for cell, (reading, observed) in tiles.items():
        lessons[cell] = TileLesson(reading, observed, first + len(readings))
        readings += [Reading(reading.face, turns) for turns in range(TURNS)]
        turned += [np.rot90(observed, reading.turns - turns) for turns in range(TURNS)]
    templates = with_templates(learned.looks, readings, turned)
    if len(lessons) * TURNS == len(templates.face):  # else the box's own prints tell its usual colours better
        templates = templates._replace(
            grounds=usual_grounds([_picture(lesson) for lesson in lessons.values()])
        )
    return learned._replace(looks=templates, lessons=lessons, shields=_shields_on(templates))


def tuned_too(learned: Learned, asked: Mapping[Cell, RecordedTile]) -> Learned:
    """Tune the nets to the box, by those tiles of the game about which they were asked."""
    if not asked:
        return learned._replace(asked=asked, tuning=None, examples=None)
    prediction = together(tile.told for tile in asked.values())
    truth = np.eye(len(READINGS))[[index_of(*tile.reading) for tile in asked.values()]]
    is_shielded = np.array([has_shield(tile.reading.face) for tile in asked.values()], float)
    return learned._replace(
        asked=asked, tuning=tune(prediction, truth), examples=examples(prediction.places, is_shielded)
    )


def _shields_on(templates: FaceTemplates) -> Shields | None:
    prints = [index for index, turns in enumerate(templates.art_turns) if turns == 0]
    with_one = [find_spots(templates.fine[index]) for index in prints if has_shield(templates.face[index])]
    without = [find_spots(templates.fine[index]) for index in prints if not has_shield(templates.face[index])]
    return learn_shields(with_one, without)


def unlearned(
    box: FaceTemplates, learned: Learned, wrong: Collection[Cell]
) -> tuple[Learned, dict[int, int]]:
    """Forget what was learned from some tiles: the record says otherwise of them now.

    Args:
        box: The looks that the box came with.
        learned: What is known.
        wrong: Where those tiles lie.

    Returns:
        What is still known, and for each look that is, where it was and where it is now.
    """
    left = {cell: each for cell, each in learned.lessons.items() if cell not in wrong}
    bare = learned._replace(looks=box, lessons=MappingProxyType({}), shields=None)
    kept = learned_too(bare, {cell: (each.reading, each.seen) for cell, each in left.items()})
    moved = {look: look for look in range(len(box.face))}
    for cell, lesson in left.items():
        moved |= {lesson.first + turns: kept.lessons[cell].first + turns for turns in range(TURNS)}
    return kept, moved


def with_templates(
    templates: FaceTemplates, readings: Sequence[Reading], seen: Sequence[Floats]
) -> FaceTemplates:
    """Add looks.

    Args:
        templates: Those there are.
        readings: The face and turns of each new one.
        seen: Each as it lies when it is turned so, (64, 64, 3) CIELAB in the prints' light.
    """
    fine = np.ascontiguousarray(np.stack(seen), np.float32)
    rough = np.stack([cv2.resize(each, (ROUGH_PX, ROUGH_PX), interpolation=cv2.INTER_AREA) for each in fine])
    target = make_target(fine)
    turns = [reading.turns for reading in readings]
    told_apart = [reading.turns % faces()[reading.face].symmetry for reading in readings]
    return templates._replace(
        face=(*templates.face, *(reading.face for reading in readings)),
        turns=np.concatenate([templates.turns, np.array(told_apart, np.intp)]),
        art_turns=np.concatenate([templates.art_turns, np.array(turns, np.intp)]),
        rough=np.concatenate([templates.rough, normed(rough)]),
        rough_lab=np.concatenate([templates.rough_lab, rough]),
        fine=np.concatenate([templates.fine, fine]),
        target=Target(*(np.concatenate(pair) for pair in zip(templates.target, target, strict=True))),
    )


def _picture(lesson: TileLesson) -> FacePixels:
    """Give a tile as a print."""
    upright = np.ascontiguousarray(np.rot90(lesson.seen, lesson.reading.turns))
    return FacePixels(lesson.reading.face, _enlarged(upright))


def _enlarged(lab: Floats) -> Image:
    larger = cv2.resize(from_lab(lab), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC)
    return np.asarray(larger, np.uint8)
