"""What a game teaches of its box: how its confirmed tiles and tokens look.

A tile of the display is learned as it looked when it was told: by the next look it may have been taken.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from scoring.games.tuscany.drawing.components import TOKEN
from scoring.games.tuscany.engine.state import TuscanyState, faces_of
from scoring.games.tuscany.land.tiles import FARM, HEX, UNKNOWN, is_printed_by
from scoring.spots import read_spot
from vision.follow.covered import compare_spots, covered_log_odds, cut_spots
from vision.games.tuscany.classify.faces import SIXTHS, FacePrints, by_daylight, disc, joined, make_ready
from vision.games.tuscany.live.memory import Lesson, TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.seeing import FIELD_DISC, TILE_DISC, TOKEN_DISC, TOKEN_WAYS, WEIGHTS
from vision.games.tuscany.live.sighting import BARE, DISPLAY_SPOTS, expected
from vision.games.tuscany.live.tracking import cut
from vision.games.tuscany.prints import MOST_PER_FACE, SQUARE_PX
from vision.image.colour import from_lab
from vision.reader import Image

MOST_MISREAD = 2
"""So many tiles of the display may have been told to be others than were read: of the first displays that
``training 1 81 unprinted`` of this game reads, 72 had none misread and one had three."""
THE_SAME = 0.95
"""What correlates so much with how a place of the display looked is the same tile, named anew. Of 1,472
places at two looks of ``training 1 81 unprinted``, 304 with the same tile correlate less and none
with another one more; least are wrong at 0.73 (35 and 8), which was not tried in games yet."""


def lessons_after(
    image: Image, known: TuscanyBoxModel, state: TuscanyState, memory: TuscanyTrackState
) -> dict[str, Lesson]:
    """Learn the confirmed tiles and tokens of which there are no prints.

    Where something else was said to lie since, what lies there is learned anew.

    Returns:
        By the spot where it lies; of what lies or lay in the display, by that and its face.
    """
    lies = {spot: face for spot, face in _confirmed(state) if spot in memory.spots}
    shown = dict(_shown(state, memory))
    lessons = {name: each for name, each in memory.lessons.items() if _stays(name, each, lies, shown)}
    printed = {*known.tiles.faces, *(f"{TOKEN}:{kind}" for kind in known.tokens.faces)}
    counts = Counter(each.face for each in lessons.values())
    for name, face in {**{_name(*each): each[1].face for each in shown.items()}, **lies}.items():
        is_new = face not in printed and name not in lessons and counts[face] < MOST_PER_FACE
        if is_new and (name not in lies or _is_covered(image, memory, name)):
            lessons[name] = shown[_place(name)] if name not in lies else _lesson(image, memory, name, face)
            counts[face] += 1
    return lessons


def taught(known: TuscanyBoxModel, lessons: Iterable[Lesson]) -> TuscanyBoxModel:
    """Add what a game has taught to the prints of its box, where these lack something."""
    if known.is_whole:
        return known
    tiles, tokens = [known.tiles], [known.tokens]
    for each in lessons:
        kind, _, name = each.face.partition(":")
        faces = (name if kind == TOKEN else each.face,) * len(each.ready.faces)
        (tokens if kind == TOKEN else tiles).append(each.ready._replace(faces=faces))
    return known._replace(tiles=joined(tiles), tokens=joined(tokens))


def pictures_of(lessons: Iterable[Lesson]) -> dict[str, list[Image]]:
    """Give what was learned as prints, by their faces."""
    pictures = defaultdict[str, list[Image]](list)
    for lesson in lessons:
        pictures[lesson.face].append(lesson.picture)
    return pictures


# --- the display -----------------------------------------------------------------------------------


def displayed(
    image: Image, known: TuscanyBoxModel, memory: TuscanyTrackState, faces: Sequence[str]
) -> tuple[Lesson, ...]:
    """Keep how the tiles of the display look, as they are told, for what may be learned of them.

    Args:
        faces: What lies on its places.
    """
    if known.is_whole or not all(spot in memory.spots for spot in DISPLAY_SPOTS):
        return ()
    return tuple(_lesson(image, memory, spot, face) for spot, face in zip(DISPLAY_SPOTS, faces, strict=True))


def display_of(state: TuscanyState, memory: TuscanyTrackState) -> tuple[str, ...] | None:
    """Tell what lies on which place of the display by the game; None where that was not told before.

    Farms may have been told since whose goods nobody had read, and tiles that were misread.
    """
    faces = faces_of(state)
    told = memory.displays.get(tuple(sorted(faces)))
    if told is not None:
        return told
    nearly = len(faces) - MOST_MISREAD
    is_so = any(sum(map(is_printed_by, shown, faces)) >= nearly for shown in memory.displays.values())
    return tuple(faces) if is_so else None


def _shown(state: TuscanyState, memory: TuscanyTrackState) -> Iterator[tuple[str, Lesson]]:
    """Give what was told at the last look to lie in the display, and is confirmed by now, by its spots."""
    faces = display_of(state, memory) or ()
    for spot, told, face in zip(DISPLAY_SPOTS, memory.shown, faces, strict=False):
        is_it = is_printed_by(told.face, face) or not state.is_set_up  # by then none has been taken
        if is_it and face not in {UNKNOWN, HEX, FARM} and told.face != BARE:
            yield spot, told._replace(face=face)


def _name(spot: str, lesson: Lesson) -> str:
    return f"{spot} {lesson.face}"


def _place(name: str) -> str:
    return name.partition(" ")[0]


def _stays(name: str, lesson: Lesson, lies: Mapping[str, str], shown: Mapping[str, Lesson]) -> bool:
    """Tell whether a lesson is still right: what lay there is not said to be something else."""
    if _place(name) == name:
        return lies.get(name) == lesson.face
    now = shown.get(_place(name), lesson)
    return now.face == lesson.face or _alike(now.ready, lesson.ready) < THE_SAME


def _alike(one: FacePrints, other: FacePrints) -> float:
    return float(one.pixels[0] @ other.pixels[0])


# --- what stays where it lies ----------------------------------------------------------------------


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


def _lesson(image: Image, memory: TuscanyTrackState, spot: str, face: str) -> Lesson:
    """Cut a thing out, its colours as the box's prints have theirs."""
    place = memory.spots[spot]
    lay = memory.boards[place.board].lay
    [seen] = cut_spots(image, lay, np.array([place.middle]), place.reach, SQUARE_PX)
    _, gain, offset = memory.light
    picture = from_lab((by_daylight(seen, memory.light) - offset) / gain)
    is_token = read_spot(spot).kind == "token"
    share, ways = (TOKEN_DISC, TOKEN_WAYS) if is_token else (TILE_DISC, SIXTHS)
    return Lesson(face, picture, make_ready({face: picture[None]}, share, ways))
