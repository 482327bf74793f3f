"""How much of a frame changes while a hand changes nothing, at simulated tables."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from vision.follow.bare import changed_pixels
from vision.games.tuscany.live.observation import IDLE
from vision.games.tuscany.live.opening import small_of
from vision.games.tuscany.training.places import SIZE_PX
from vision.simulator.camera.film import load_film
from vision.simulator.table.boards import photograph
from vision.simulator.table.things import SimScene
from vision.simulator.table.timeline import script

TURNS = 12
"""So many turns of each game are looked at."""


class SeenVisit(NamedTuple):
    """A hand that came and went.

    Attributes:
        changed: So many pixels of the smaller frame look otherwise.
        of: So many it has.
        is_idle: Whether the hand left all as it was.
    """

    changed: int
    of: int
    is_idle: bool


def visits(seeds: Iterable[tuple[int, int]]) -> Sequence[SeenVisit]:
    """Look at tables, each of a seed and a level, before and after every hand."""
    return [visit for seed, level in seeds for visit in _visits(seed, level)]


def _visits(seed: int, level: int) -> Iterator[SeenVisit]:
    told = script(seed, level, SIZE_PX, TURNS, game="tuscany")
    film, still, looks = load_film(told), None, []
    for scene in _at_rest(told.scenes):
        image, _, still = photograph(film, scene, still)
        looks.append((scene.table, small_of(image)))
    for (before, was), (after, small) in pairwise(looks):
        changed = changed_pixels(small, was, ()) > 0
        yield SeenVisit(int(changed.sum()), changed.size, before == after)


def _at_rest(scenes: Sequence[SimScene]) -> Iterator[SimScene]:
    """Give the last scene before every hand, and the last of all."""
    for has_hand, group in groupby(scenes, lambda scene: scene.hand is not None):
        if not has_hand:
            *_, last = group
            yield last


def tell_visits(seen: Sequence[SeenVisit]) -> str:
    """Tell how many pixels change at most where hands change nothing, and at least where they do."""
    idle, others = ([each.changed for each in seen if each.is_idle == is_idle] for is_idle in (True, False))
    limit = [each for each in seen if (each.changed / each.of < IDLE) != each.is_idle]
    return (
        f"idle: {len(idle)}, at most {max(idle, default=0)} pixels of {seen[0].of}; "
        f"others: {len(others)}, at least {min(others, default=0)}; {len(limit)} told wrong by IDLE"
    )
