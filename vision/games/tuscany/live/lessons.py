"""What a game teaches of its box: how its confirmed tiles and tokens look."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from scoring.games.tuscany.drawing.components import TOKEN
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.tiles import FARM, HEX, UNKNOWN
from scoring.spots import read_spot
from vision.follow.covered import compare_spots, covered_log_odds, cut_spots
from vision.games.tuscany.classify.faces import disc
from vision.games.tuscany.live.memory import Lesson, TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.seeing import FIELD_DISC, WEIGHTS
from vision.games.tuscany.live.sighting import expected
from vision.games.tuscany.live.tracking import cut
from vision.games.tuscany.prints import SQUARE_PX
from vision.image.colour import from_lab
from vision.reader import Image


def lessons_after(
    image: Image, known: TuscanyBoxModel, state: TuscanyState, memory: TuscanyTrackState
) -> dict[str, Lesson]:
    """Learn the confirmed tiles on fields and tokens of which there are no prints.

    Where something else was said to lie since, what lies there is learned anew.

    Returns:
        By the spot where it lies.
    """
    every = {spot: face for spot, face in _confirmed(state) if spot in memory.spots}
    lessons = {spot: lesson for spot, lesson in memory.lessons.items() if every.get(spot) == lesson.face}
    printed = {*known.tiles.faces, *(f"{TOKEN}:{kind}" for kind in known.tokens.faces)}
    for spot, face in every.items():
        if face not in printed and spot not in lessons and _is_covered(image, memory, spot):
            lessons[spot] = Lesson(face, _picture(image, memory, spot))
    return lessons


def pictures_of(lessons: Iterable[Lesson]) -> dict[str, list[Image]]:
    """Give what was learned as prints, by their faces."""
    pictures = defaultdict[str, list[Image]](list)
    for lesson in lessons:
        pictures[lesson.face].append(lesson.picture)
    return pictures


def _confirmed(state: TuscanyState) -> Iterator[tuple[str, str]]:
    """Name the faces of what stays where it lies, as print sets do; wood is the same in every box."""
    for spot, holds in expected(state):
        kind = read_spot(spot).kind
        if holds not in {UNKNOWN, HEX, FARM} and kind != "store":
            yield spot, f"{TOKEN}:{holds}" if kind == "token" else holds


def _is_covered(image: Image, memory: TuscanyTrackState, spot: str) -> bool:
    """Tell whether a place looks otherwise than when nothing lay there, if that was ever seen."""
    first = memory.spots[spot].first
    if first is None:
        return True
    changes = compare_spots(cut(image, memory.boards, memory.spots, [spot]), first[None], disc(FIELD_DISC))
    return bool(covered_log_odds(changes, WEIGHTS)[0] > 0)


def _picture(image: Image, memory: TuscanyTrackState, spot: str) -> Image:
    """Cut a thing out, its colours as the box's prints have theirs."""
    place = memory.spots[spot]
    lay = memory.boards[place.board].lay
    [seen] = cut_spots(image, lay, np.array([place.middle]), place.reach, SQUARE_PX)
    return from_lab(seen if memory.light is None else (seen - memory.light[1]) / memory.light[0])
