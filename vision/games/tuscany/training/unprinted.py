"""Tiles of boxes that nobody has learned, as games show them: what the limits come from that tell them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.tuscany.land.tiles import COLOUR_OF, FARM, is_printed_by
from vision.games.tuscany.classify.colours import COLOURS, fit_tile_colours, off_colours
from vision.games.tuscany.classify.faces import joined, log_likelihood, tell_faces
from vision.games.tuscany.live.lessons import displayed
from vision.games.tuscany.live.memory import Lesson
from vision.games.tuscany.live.seeing import display_odds, look_at, seen_colours
from vision.games.tuscany.live.sighting import DISPLAY_SPOTS, best
from vision.games.tuscany.live.tracking import TILE_SLIPS_PX, cut
from vision.games.tuscany.locate.boards import find_table
from vision.games.tuscany.training.places import KnownLook, looks, true_places
from vision.image.colour import Floats

CORRELATIONS = tuple((np.arange(70, 100) / 100).tolist())
STIFFNESSES = (5.0, 12.5, 25.0, 50.0, 100.0, 200.0, 400.0)
OFFS = (0.75, 1.0, 1.5, 2.0, 3.0, 4.5, 6.0)
"""What is tried for each limit."""

Pair = tuple[float, bool]
"""How two things correlate, and whether they are the same."""


class ShownDisplays(NamedTuple):
    """What displays showed.

    Attributes:
        farms: Of farms in one display, one with the print that is learned from the other.
        later: Of places at two looks, one after the other.
        colours: Of the tiles of every first look (n, 3) how they look, (8, 3) how fields do, and (n,) which
            of these is theirs.
        misread: How many of its tiles were misread at each first look.
    """

    farms: list[Pair]
    later: list[Pair]
    colours: list[tuple[Floats, Floats, NDArray[np.intp]]]
    misread: list[int]


def displays(seeds: Iterable[tuple[int, int]]) -> ShownDisplays:
    """Look at the full displays of games, each of a seed and a level."""
    shown = ShownDisplays([], [], [], [])
    for seed, level in seeds:
        before: Sequence[Lesson] = ()
        for at, look in enumerate(looks(seed, level, is_made_up=True, is_learned=False)):
            lies = {name: holds for name, _, holds in true_places(look.truth, look.memory)}
            holds = [lies.get(name, "") for name in DISPLAY_SPOTS]
            if not all(holds):
                continue
            lessons = displayed(look.image, look.known, look.memory, holds)
            shown.farms.extend(_farms(look, lessons))
            shown.later.extend(
                (float(old.ready.pixels[0] @ new.ready.pixels[0]), old.face == new.face)
                for old, new in zip(before, lessons, strict=False)
            )
            if not at:
                _look_first(look, holds, shown)
            before = lessons
    return shown


def _farms(look: KnownLook, lessons: Sequence[Lesson]) -> Iterator[Pair]:
    farms = [at for at, lesson in enumerate(lessons) if lesson.face.startswith(FARM)]
    patches = cut(look.image, look.memory.boards, look.memory.spots, DISPLAY_SPOTS, TILE_SLIPS_PX)
    prints = joined([each.ready for each in lessons])
    alike = tell_faces(patches, prints, look.memory.light).alike.reshape(len(lessons), len(lessons), -1)
    for one, other in permutations(farms, 2):
        yield float(alike[one, other].max()), lessons[one].face == lessons[other].face


def _look_first(look: KnownLook, holds: Sequence[str], shown: ShownDisplays) -> None:
    seen = look_at(look.image, look.known, look.memory, look.state)
    told = map(best, display_odds(seen))
    shown.misread.append(sum(not is_printed_by(*each) for each in zip(told, holds, strict=True)))
    own = [COLOURS.index(COLOUR_OF[face.partition(":")[0]]) for face in holds]
    fields = find_table(look.image, look.known.players).lab
    shown.colours.append((seen_colours(seen.patches(DISPLAY_SPOTS, TILE_SLIPS_PX)), fields, np.array(own)))


def fit_unprinted(shown: ShownDisplays) -> str:
    """Fit ``AS_UNPRINTED`` and ``THE_SAME``, ``STIFF`` with ``OFF_COLOUR``, and count what was misread."""
    as_unprinted = max(CORRELATIONS, key=lambda limit: _told_apart(shown.farms, limit, log_likelihood))
    the_same = min(CORRELATIONS, key=lambda limit: _wrong(shown.later, limit))
    stiff, off = max(
        ((stiff, off) for stiff in STIFFNESSES for off in OFFS), key=lambda tried: _colours_fit(shown, *tried)
    )
    tiles = sum(len(own) for _, _, own in shown.colours)
    return (
        f"{_counted(shown.farms)} of farms: AS_UNPRINTED {as_unprinted}, "
        f"{_wrong(shown.farms, as_unprinted)} wrong\n"
        f"{_counted(shown.later)} of looks: THE_SAME {the_same}, {_wrong(shown.later, the_same)} wrong\n"
        f"{tiles} tiles: STIFF {stiff}, OFF_COLOUR {off}, {_off_own(shown, stiff)} nearer another colour\n"
        f"displays by how many tiles were misread: {dict(sorted(Counter(shown.misread).items()))}"
    )


def _counted(pairs: Sequence[Pair]) -> str:
    return f"{len(pairs)} pairs, {sum(same for _, same in pairs)} the same,"


def _wrong(pairs: Sequence[Pair], limit: float) -> int:
    return sum((alike >= limit) != same for alike, same in pairs)


def _told_apart(pairs: Sequence[Pair], limit: float, likely: Callable[[float], float]) -> float:
    """Give how likely it is told rightly which pairs are the same, as a logarithm."""
    log_odds = [(likely(alike) - likely(limit)) * (1 if same else -1) for alike, same in pairs]
    return -float(np.logaddexp(0, -np.array(log_odds)).sum())


def _colours_fit(shown: ShownDisplays, stiff: float, off: float) -> float:
    total = 0.0
    for seen, fields, own in shown.colours:
        fits = -off_colours(seen, fit_tile_colours(seen, fields, stiff)) / off
        total += float((fits[np.arange(len(own)), own] - np.logaddexp.reduce(fits, axis=1)).sum())
    return total


def _off_own(shown: ShownDisplays, stiff: float) -> int:
    return sum(
        int(np.count_nonzero(off_colours(seen, fit_tile_colours(seen, fields, stiff)).argmin(axis=1) != own))
        for seen, fields, own in shown.colours
    )
