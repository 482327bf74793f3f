"""Where markers stand on the score plan, how large heaps before players are, and how many stacks are left."""

import math
from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Player
from scoring.games.tuscany.drawing.components import HEAPS_MM, MARKER_MM, RINGS_MM, TABLEAU_MM
from scoring.games.tuscany.engine.ledger import STACKS_LEFT
from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.marks import Mark
from vision.follow.covered import cut_spots
from vision.games.tuscany.live.memory import (
    BareTracks,
    SeenHeap,
    TrackedBoard,
    TuscanyTrackState,
    Whose,
)
from vision.games.tuscany.live.sighting import SURE_COUNT
from vision.games.tuscany.live.tracking import RIM_PX, tableau_of
from vision.games.tuscany.locate.boards import back_lab, ground_lab, stacks_lab
from vision.geometry.homography import Homography, project
from vision.image.colour import Floats, to_lab
from vision.reader import Image

A_STEP = 12
"""So many columns of a track's picture one step takes up."""
INNER_MM, OUTER_MM = 86.0, 126.0
"""What of the plan is looked at, from its middle."""
CHANGED = 8.0
"""In CIELAB units: what differs more from the bare track is a marker, or its shadow."""
OFF_COLOUR = 26.0
"""In CIELAB units, without lightness: what is farther off a player's colour is none of theirs."""
FILLED = 0.5
"""A marker's colour fills at least such a share of the disc that it covers."""
SEATED = 0.35
"""In steps: a marker farther off every step's middle was knocked off its own, and nobody can say which. By
``training 1 21 heaps`` of this game 95 % of 1,034 seated ones seem off by 0.14 at most and one by more than
this, and half of 104 knocked ones by 0.29 at most: those knocked across the track are not told."""
FLAT = (0.35, 1.0, 1.0)
"""What lightness counts for beside colour: light and shadows change it."""
FIRST_STEPS = {0, 2}
"""Where markers stand as a game begins."""
HEAP_REACH_MM, HEAP_PX = 17.0, 52
"""From the middle of a heap to a side of its picture, and how large that is."""
UP_MM, HIGH_MM = -2.5, 12.0
"""What of it things lie on: so far below its middle, and from there up and down; an icon is printed below."""
BETWEEN_MM, RIM_MM = 41.0, 6.0
"""Where on a tableau one heap ends and the next begins, and how wide its printed rim is."""
COVERED, GRAINS, SHADOW = 10.0, 4.0, 5.0
"""In CIELAB units: what differs more from the bare board is a thing, or more than so many times as much as
half of the board does, which in the dark is less: of 471 empty places of seeds 1501, 1503, 1505 and 1506 at
level 2 95 % seem covered by 18 mm² at most. What is darker, and off the board's colour in such a shade by
less than so much, is a shadow: so of 293 places where one thing lay in seeds 300 to 305, 2711, 2734 and 2737
at levels 1 and 2, some much like the board, 13 seem covered by less than 35 mm², 81 if all that is darker by
8 at most without its colour is one, and of 1,741 empty places none by more than 28. By
``training 1 21 heaps`` of this game, which tells what is covered so, 6 of 231 seem covered by less than 35,
of 1,514 empty ones none by more than 31."""
A_THING_MM2: Mapping[str, float] = {"marble": 100.0, "workers": 80.0}
SMALL_MM2, LARGE_MM2, LEAST_MM2 = 58.0, 104.0, 35.0
"""How much one thing covers, its sides seen aslant: by ``training 1 21 heaps`` nine of ten single marbles 54
to 128, single workers 37 to 116, two marbles 86 to 231, two workers 103 to 173, with those much like the
board; 58 to 104 and 137 to 257 in seeds 1 to 6 at level 1, which the limits are of. What one of a kind is
taken to cover before it is seen: with 100 none of 17 first marbles of seeds 300 to 305, 2711, 2734 and 2737
at levels 1 and 2, of 91 to 144, is counted as two; with 80 four are."""
STILL_MM2 = 28.0
"""Where one lay at the last look, so much is still one: some that look nearly like the board covered 31 to 34
at times (seeds 313 and 2600 at level 1). By ``training 1 21 heaps`` one of 231 single ones covered less, and
10 of 1,514 empty places as much."""


def with_bare_marks(image: Image, memory: TuscanyTrackState, state: TuscanyState) -> TuscanyTrackState:
    """Remember how tracks and places of heaps look while nobody has anything, unless that is known."""
    if memory.tracks is not None or memory.heaps:
        return memory
    tracks, heaps = _bare_tracks(image, memory.boards, state), _bare_heaps(image, memory.boards, state)
    return memory._replace(tracks=tracks, heaps=dict(heaps))


def see_marks(image: Image, memory: TuscanyTrackState) -> TuscanyTrackState:
    """Look where all markers stand, how large all heaps are, and how many stacks are left."""
    tracks, steps = memory.tracks, dict[Whose, int]()
    if tracks is not None:
        steps |= see_markers(image, memory.boards["plan"].lay, tracks)
        steps |= {
            (player, STACKS_LEFT): _stacks_left(image, memory.boards[tableau_of(player)].lay, lab)
            for player, lab in tracks.lab.items()
        }
    heaps = {whose: _see_heap(image, memory.boards, whose, heap) for whose, heap in memory.heaps.items()}
    return memory._replace(steps=steps, heaps=heaps)


def settled_heaps(memory: TuscanyTrackState, state: TuscanyState) -> dict[Whose, int]:
    """Count heaps that are not as the game has them, but for what lay there too many or too few before."""
    return {
        whose: heap.things if heap.things == _due(state, whose) else heap.things - memory.spare.get(whose, 0)
        for whose, heap in memory.heaps.items()
    }


def kinds_seen(memory: TuscanyTrackState) -> frozenset[str]:
    """Name the kinds of heaps of which one was seen: they do not look like what they lie on."""
    return frozenset(what for (_, what), heap in memory.heaps.items() if heap.thing_mm2 != A_THING_MM2[what])


def unset_heaps(
    memory: TuscanyTrackState, state: TuscanyState, player: Player
) -> Iterator[NDArray[np.float64]]:
    """Give where a player's heaps are, (4, 2) pixels, that lack a thing of a kind of which none was seen yet.

    A hand that was there and has changed nothing may have laid what looks like the board.
    """
    kinds, heaps = kinds_seen(memory), settled_heaps(memory, state)
    for whose in memory.heaps:
        if whose[0] == player and whose[1] not in kinds and heaps[whose] < _due(state, whose):
            corners = HEAP_REACH_MM * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
            yield project(memory.boards[tableau_of(player)].lay, corners + HEAPS_MM[whose[1]])


def spare_things(memory: TuscanyTrackState, states: Sequence[TuscanyState]) -> dict[Whose, int]:
    """Count what lies in heaps beyond the game; of those who may be at them just now, as it was.

    Args:
        states: The game as confirmed, and after every turn that is told.
    """
    busy = {state.player for state in states}
    return {
        whose: memory.spare.get(whose, 0) if whose[0] in busy else heap.things - _due(states[0], whose)
        for whose, heap in memory.heaps.items()
    }


def other_marks(
    before: TuscanyTrackState, memory: TuscanyTrackState, states: Sequence[TuscanyState]
) -> Iterator[Mark]:
    """Give the marks that were as they are at the last look too, and as no state of the game has them."""
    heaps = {whose: heap.things for whose, heap in memory.heaps.items()}
    had = {whose: heap.things for whose, heap in before.heaps.items()} | dict(before.steps)
    for (player, what), count in (heaps | dict(memory.steps)).items():
        dues = {_due(state, (player, what)) for state in states}
        if had.get((player, what)) == count and count not in dues:
            yield Mark(what, player, count)


def _due(state: TuscanyState, whose: Whose) -> int:
    player, what = whose
    count: int = getattr(state.realms[player], what)
    return count % TRACK if what in RINGS_MM else count


# --- tracks ----------------------------------------------------------------------------------------


def _bare_tracks(image: Image, boards: Mapping[str, TrackedBoard], state: TuscanyState) -> BareTracks | None:
    """Remember the tracks as if nothing stood there, under markers as beside them; None without a plan."""
    if "plan" not in boards:
        return None
    strip = _strip(image, boards["plan"].lay)
    for track in RINGS_MM:
        steps = {0, *(getattr(realm, track) % TRACK for realm in state.realms.values())} | FIRST_STEPS
        near = {(step + by) % TRACK for step in steps for by in (-1, 0, 1)}
        for step in steps:
            free = min({*range(TRACK)} - near, key=lambda each: abs((each - step + 25) % TRACK - 25))
            strip[_rows(track), _columns(step)] = strip[_rows(track), _columns(free)]
    lab = {
        player: back_lab(image, boards[tableau_of(player)].lay)
        for player, realm in state.realms.items()
        if realm.stacks_left
    }
    return BareTracks(strip, lab) if lab else None


def _rows(track: str) -> slice:
    middle = (RINGS_MM["green"] + RINGS_MM["red"]) / 2 - INNER_MM
    return slice(round(middle), None) if track == "green" else slice(0, round(middle))


def _columns(step: int) -> NDArray[np.intp]:
    return np.arange(step * A_STEP - A_STEP + 2, step * A_STEP + A_STEP - 1) % (TRACK * A_STEP)


def _strip(image: Image, plan: Homography) -> Floats:
    """Unroll the tracks."""
    angles = np.arange(TRACK * A_STEP) * 2 * np.pi / (TRACK * A_STEP)
    away = np.arange(INNER_MM, OUTER_MM)[:, None]
    places = np.stack([away * np.sin(angles), -away * np.cos(angles)], axis=-1)
    there = project(plan, places.reshape(-1, 2)).reshape(*places.shape).astype(np.float32)
    soft = cv2.remap(image, there, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return to_lab(np.asarray(soft, np.uint8))


def see_markers(image: Image, plan: Homography, bare: BareTracks) -> dict[Whose, int]:
    """Read the tracks: of every marker that is in view its step, but of those knocked off theirs."""
    along = find_markers(image, plan, bare).items()
    return {whose: round(step) % TRACK for whose, step in along if abs(step - round(step)) < SEATED}


def find_markers(image: Image, plan: Homography, bare: BareTracks) -> dict[Whose, float]:
    """Find every marker that is in view: how far along its track it lies, in steps, -0.5 to 50."""
    strip = _strip(image, plan)
    off = strip - bare.strip
    off -= np.median(off, axis=(0, 1))
    changed = np.linalg.norm(off * FLAT, axis=2) > CHANGED
    wanted = np.stack([*bare.lab.values()])
    apart = np.linalg.norm((strip[:, :, None] - wanted) * (0.2, 1, 1), axis=3)
    owner = np.where(changed & (apart.min(axis=2) < OFF_COLOUR), apart.argmin(axis=2), -1)
    return dict(_markers(owner, [*bare.lab]))


def _markers(owner: NDArray[np.intp], players: list[Player]) -> Iterator[tuple[Whose, float]]:
    for number, player in enumerate(players):
        for track, ring_mm in RINGS_MM.items():
            wide = MARKER_MM * TRACK * A_STEP / (2 * np.pi * ring_mm)
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(wide) | 1, round(MARKER_MM) | 1))
            mine = (owner == number).astype(np.float32)[_rows(track)]
            around = np.hstack([mine[:, -A_STEP:], mine, mine[:, :A_STEP]])
            fills = cv2.filter2D(around, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
            _, most, _, (column, row) = cv2.minMaxLoc(fills)
            if most > FILLED:
                near = around[max(0, row - 5) : row + 6, max(0, column - 6) : column + 7]
                shift = (near.sum(axis=0) @ np.arange(near.shape[1])) / near.sum() - min(6, column)
                yield (player, track), (column + shift - A_STEP) / A_STEP


# --- stacks ----------------------------------------------------------------------------------------


def _stacks_left(image: Image, tableau: Homography, back: Floats) -> int:
    """Count the stacks that are rather of the colour of their backs than of that of the board."""
    seen, ground = stacks_lab(image, tableau), ground_lab(image, tableau)
    off_back, off_ground = (np.linalg.norm((seen - lab)[:, 1:], axis=1) for lab in (back, ground))
    return int(np.count_nonzero(off_back < off_ground))


# --- heaps -----------------------------------------------------------------------------------------


def _bare_heaps(
    image: Image, boards: Mapping[str, TrackedBoard], state: TuscanyState
) -> Iterator[tuple[Whose, SeenHeap]]:
    """Remember the places of heaps on which nothing lies yet."""
    for player, realm in state.realms.items():
        for what in HEAPS_MM:
            if not getattr(realm, what):
                bare = _heap_patch(image, boards, player, what, 0)
                yield (player, what), SeenHeap(bare, A_THING_MM2[what])


def _see_heap(image: Image, boards: Mapping[str, TrackedBoard], whose: Whose, heap: SeenHeap) -> SeenHeap:
    """Count the things of a heap by how much of its place they cover."""
    around = _heap_patch(image, boards, *whose, RIM_PX)
    alike = cv2.matchTemplate(around, heap.bare, cv2.TM_CCOEFF_NORMED)
    _, _, _, (column, row) = cv2.minMaxLoc(alike)
    off = around[row : row + HEAP_PX, column : column + HEAP_PX] - heap.bare
    off -= np.median(off, axis=(0, 1))
    is_shadow = (off[..., 0] < 0) & (np.linalg.norm(_off_shade(off, heap.bare), axis=2) < SHADOW)
    differs = np.linalg.norm(off, axis=2)
    limit = min(COVERED, GRAINS * float(np.median(differs)))
    covered = (differs > limit) & ~is_shadow & _within(whose[1])
    solid = cv2.morphologyEx(covered.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    area_mm2 = float(solid.sum()) * (2 * HEAP_REACH_MM / HEAP_PX) ** 2
    least_mm2 = STILL_MM2 if heap.things else LEAST_MM2
    count = 0 if area_mm2 < least_mm2 else max(1, round(area_mm2 / heap.thing_mm2))
    if max(count, heap.things) > SURE_COUNT:
        # Some lie on others: what comes or goes is told by how much more or less is covered.
        came = round((area_mm2 - heap.area_mm2) / heap.thing_mm2)
        least, most = math.ceil(area_mm2 / LARGE_MM2), math.floor(area_mm2 / SMALL_MM2)
        count = min(max(heap.things + came, least), most)
    return heap._replace(
        things=count,
        area_mm2=area_mm2,
        thing_mm2=min(max(area_mm2 / count, SMALL_MM2), LARGE_MM2)
        if 0 < count <= SURE_COUNT
        else heap.thing_mm2,
    )


def _off_shade(off: Floats, bare: Floats) -> Floats:
    """(h, w, 2): how far colours are off those that the bare board would have in a shade as dark.

    In CIELAB a shade takes the same share of the colour as of the lightness, counted from -16.
    """
    return np.asarray(off[..., 1:] - off[..., :1] / (bare[..., :1] + 16) * bare[..., 1:], np.float32)


def _heap_patch(
    image: Image, boards: Mapping[str, TrackedBoard], player: Player, what: str, rim_px: int
) -> Floats:
    side = HEAP_PX + 2 * rim_px
    reach = HEAP_REACH_MM * side / HEAP_PX
    lay, middle = boards[tableau_of(player)].lay, np.array([HEAPS_MM[what]])
    return np.asarray(cut_spots(image, lay, middle, reach, side)[0], np.float32)


def _within(what: str) -> NDArray[np.bool_]:
    """(HEAP_PX, HEAP_PX): what of a heap's picture belongs to no other heap, and to nothing printed there."""
    along = ((np.arange(HEAP_PX) + 0.5) / HEAP_PX * 2 - 1) * HEAP_REACH_MM
    x = along + HEAPS_MM[what][0]
    is_own = ((x < BETWEEN_MM) == (HEAPS_MM[what][0] < BETWEEN_MM)) & (np.abs(x) < TABLEAU_MM[0] / 2 - RIM_MM)
    is_above = np.abs(along - UP_MM) < HIGH_MM
    return np.asarray(is_own & is_above[:, None])
