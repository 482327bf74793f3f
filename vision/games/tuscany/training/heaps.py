"""Heaps and markers of simulated tables as the reader sees them, with what truly lies there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scoring.games.tuscany.drawing.components import HEAPS_MM
from scoring.spots import spot_of
from vision.games.tuscany.live.marks import (
    LEAST_MM2,
    STILL_MM2,
    find_markers,
    kinds_seen,
    see_marks,
    with_bare_marks,
)
from vision.games.tuscany.live.memory import SeenHeap, TuscanyTrackState, Whose
from vision.games.tuscany.live.sighting import SURE_COUNT
from vision.games.tuscany.training.places import KnownLook, looks

TURNS = range(0, 60, 4)
"""Enough turns for heaps of several things; see ``places.TURNS``."""


class KnownHeap(NamedTuple):
    """A heap at a look, its things counted from what lay there when the game began.

    Attributes:
        what: "marble" or "workers".
        had: How many lay there at the look before.
        lies: How many lie there.
        seen: As it was seen.
        is_kind_seen: Whether one of its kind was seen at this table before.
    """

    what: str
    had: int
    lies: int
    seen: SeenHeap
    is_kind_seen: bool


class KnownMarker(NamedTuple):
    """A marker at a look.

    Attributes:
        off_steps: How far it is seen off the nearest step, 0 to 0.5.
        is_right: Whether that is the step where it truly lies.
        is_knocked: Whether it was knocked off its step.
    """

    off_steps: float
    is_right: bool
    is_knocked: bool


class KnownMarks(NamedTuple):
    """What lies on tableaus and tracks of some tables."""

    heaps: Sequence[KnownHeap]
    markers: Sequence[KnownMarker]


def known_marks(seeds: Iterable[tuple[int, int]]) -> KnownMarks:
    """Look at heaps and markers of games, each of a seed and a level, with boxes made up by chance."""
    heaps, markers = list[KnownHeap](), list[KnownMarker]()
    for seed, level in seeds:
        before: TuscanyTrackState | None = None
        had: Mapping[str, Any] = {}
        for look in looks(seed, level, is_made_up=True, is_learned=False, turns=TURNS):
            lies = {spot["spot"]: spot for spot in look.truth["spots"]}
            memory = _seen(look, before, lies)
            if before is not None:
                heaps += _heaps(before, memory, had, lies)
                markers += _markers(look, memory, lies)
            before, had = memory, lies
    return KnownMarks(heaps, markers)


def _seen(look: KnownLook, before: TuscanyTrackState | None, lies: Mapping[str, Any]) -> TuscanyTrackState:
    """See marks; at the first look only those heaps are known that are empty."""
    if before is not None:
        return see_marks(look.image, look.memory._replace(tracks=before.tracks, heaps=before.heaps))
    memory = with_bare_marks(look.image, look.memory, look.state)
    return memory._replace(
        heaps={whose: heap for whose, heap in memory.heaps.items() if not _count(lies, whose)}
    )


def _count(lies: Mapping[str, Any], whose: Whose) -> int:
    return int(lies[spot_of("heap", whose[1], whose[0])].get("count", 0))


def _heaps(
    before: TuscanyTrackState, memory: TuscanyTrackState, had: Mapping[str, Any], lies: Mapping[str, Any]
) -> Iterator[KnownHeap]:
    kinds = kinds_seen(before)
    for whose, heap in memory.heaps.items():
        yield KnownHeap(whose[1], _count(had, whose), _count(lies, whose), heap, whose[1] in kinds)


def _markers(look: KnownLook, memory: TuscanyTrackState, lies: Mapping[str, Any]) -> Iterator[KnownMarker]:
    if memory.tracks is None:
        return
    found = find_markers(look.image, memory.boards["plan"].lay, memory.tracks)
    for (player, track), along in found.items():
        true = lies[spot_of("mark", track, player)]
        if true.get("holds") != "hidden":
            off = abs(along - round(along))
            is_right = round(along) % len(look.truth["step_px"][track]) == true.get("count", 0)
            yield KnownMarker(off, is_right, true.get("holds") == "knocked")


def tell_marks(marks: KnownMarks) -> str:
    """Tell how much things seem to cover, how often heaps are seen otherwise, and how far off markers lie."""
    told = [*_areas(marks.heaps), *_misses(marks.heaps)]
    for name, is_knocked in (("seated", False), ("knocked", True)):
        off = [each for each in marks.markers if each.is_knocked == is_knocked]
        told.append(f"SEATED: {name}, {_spread([each.off_steps for each in off], 2)} steps off")
    seated = [each for each in marks.markers if not each.is_knocked]
    told.append(f"SEATED: {sum(not each.is_right for each in seated)} of {len(seated)} at another step")
    return "\n".join(told)


def _areas(heaps: Sequence[KnownHeap]) -> Iterator[str]:
    for what in HEAPS_MM:
        for count in range(SURE_COUNT + 1):
            covered = [each.seen.area_mm2 for each in heaps if (each.what, each.lies) == (what, count)]
            yield f"{what}, {count}: {_spread(covered, 0)} mm² covered, {_beyond(covered)}"


def _beyond(covered: Sequence[float]) -> str:
    limits = (("STILL_MM2", STILL_MM2), ("LEAST_MM2", LEAST_MM2))
    return ", ".join(
        f"{sum(area >= limit for area in covered)} of {len(covered)} at least {name}"
        for name, limit in limits
    )


def _spread(values: Sequence[float], digits: int) -> str:
    """Tell how many values there are, the least and the greatest, and what nine of ten lie between."""
    if not values:
        return "none"
    least, low, middle, high, most = np.round(np.quantile(values, (0, 0.05, 0.5, 0.95, 1)), digits)
    return f"{len(values)}: {least} to {most} ({low}, {middle}, {high})"


def _misses(heaps: Sequence[KnownHeap]) -> Iterator[str]:
    """Tell how often each is so of which ``live.sighting`` says how likely it is."""
    cases: Mapping[str, tuple[Callable[[KnownHeap], bool], Callable[[KnownHeap], bool]]] = {
        "UNSEEN": (lambda heap: heap.lies > 0 and not heap.is_kind_seen, lambda heap: not heap.seen.things),
        "MISSED": (lambda heap: heap.lies > 0 and heap.is_kind_seen, lambda heap: not heap.seen.things),
        "HIDDEN": (_has_grown, lambda heap: heap.seen.things < heap.lies),
        "MISCOUNTED": (lambda heap: max(heap.had, heap.lies) > 1 and not _has_grown(heap), _is_miscounted),
        "OTHER_HEAP": (lambda heap: max(heap.had, heap.lies) <= 1, _is_miscounted),
    }
    for name, (is_case, is_so) in cases.items():
        of = [heap for heap in heaps if is_case(heap)]
        yield f"{name}: {sum(map(is_so, of))} of {len(of)}"


def _has_grown(heap: KnownHeap) -> bool:
    return heap.had < heap.lies > SURE_COUNT


def _is_miscounted(heap: KnownHeap) -> bool:
    """Tell whether some, or none where none lies, are counted otherwise; none seen of some is missed."""
    return heap.seen.things != heap.lies and (heap.seen.things > 0 or not heap.lies)
