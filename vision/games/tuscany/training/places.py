"""Places of simulated tables as the reader cuts them out, with what truly lies there."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.tuscany import RULES
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.tiles import KIND_OF
from scoring.spots import read_spot
from vision.errors import NoTableError
from vision.follow.covered import SpotChanges, compare_spots
from vision.games.tuscany import reader
from vision.games.tuscany.classify.faces import disc, tell_faces
from vision.games.tuscany.live.memory import TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.opening import began, light_of
from vision.games.tuscany.live.seeing import FIELD_DISC, TILE_DISC, first_of, kind_likeness
from vision.games.tuscany.live.tracking import (
    RIM_PX,
    TILE_SLIPS_PX,
    TOKEN_SLIPS_PX,
    cut,
    followed,
    looked,
)
from vision.geometry.homography import project
from vision.reader import Image
from vision.simulator.camera.film import load_film
from vision.simulator.table.boards import photograph
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

SIZE_PX = (2304, 1296)
TURNS = range(0, 32, 10)
"""So many turns of each game are played, and one in so many is looked at."""
NEAR_PX = 14.0
FIRST_STYLE = 910_000
"""Of the boxes made up for fitting: a seed's own comes after it."""


class SeenPlace(NamedTuple):
    """A place at some moment.

    Attributes:
        kind: "tile" for a field, "store", "token" or "display".
        holds: What truly lies there.
        changes: Against its first picture; None where it has none.
        odds: What prints say.
        likeness: To the best print; of a field, to those of its kind of tile.
    """

    kind: str
    holds: str
    changes: SpotChanges | None
    odds: Mapping[str, float]
    likeness: float


class KnownLook(NamedTuple):
    """A look at a game that is followed with the truth at hand; its state is that before all moves."""

    image: Image
    truth: Mapping[str, Any]
    known: TuscanyBoxModel
    state: TuscanyState
    memory: TuscanyTrackState


def places(seed: int, level: int) -> Iterator[SeenPlace]:
    """Give all places at every look but the first."""
    for at, look in enumerate(looks(seed, level)):
        if at:
            yield from _seen(look)


def looks(
    seed: int, level: int, *, is_made_up: bool = False, is_learned: bool = True, turns: range = TURNS
) -> Iterator[KnownLook]:
    """Follow a game, the first look before its first turn.

    Args:
        is_made_up: Whether its box is made up by chance; else it is the one that we drew.
        is_learned: Whether somebody has learned the box.
        turns: See ``TURNS``.
    """
    style = FIRST_STYLE + seed if is_made_up else None
    told = script(seed, level, SIZE_PX, turns.stop, game="tuscany", style=style)
    players = [seat.colour for seat in told.setup.players]
    prints = reader.learn(single_tiles(told.course.box, seed)) if is_learned else None
    known = reader.get_ready(prints, players)
    state, film, still = RULES.start(told.setup), load_film(told), None
    memory: TuscanyTrackState | None = None
    for number, span in enumerate(told.spans):
        if number < 2 * len(players) + 2 or number % turns.step:
            continue
        image, truth, still = photograph(film, told.scenes[span.whole_from if memory else 0], still)
        if memory is None:
            try:
                memory, _ = began(image, known, state)
            except NoTableError:
                return
            full = {name for name, _, holds in true_places(truth, memory) if holds}
            memory = memory._replace(
                spots={
                    name: spot._replace(first=None) if name in full else spot
                    for name, spot in memory.spots.items()
                }
            )
        else:
            boards, _ = followed(image, memory.boards)
            memory = memory._replace(boards=boards)
            memory = memory._replace(
                light=light_of(image, known.tiles, boards, memory.spots, memory.light),
                boards=looked(image, boards),
            )
        yield KnownLook(image, truth, known, state, memory)


def true_places(truth: Mapping[str, Any], memory: TuscanyTrackState) -> Iterator[tuple[str, str, str]]:
    """Give the places that the reader knows, each with its kind and what truly lies there."""
    spots = [spot for spot in truth["spots"] if read_spot(spot["spot"]).kind in _KINDS]
    at = np.array([spot["at_px"] for spot in spots])
    kinds = [read_spot(spot["spot"]).kind for spot in spots]
    for name, spot in memory.spots.items():
        kind = read_spot(name).kind
        there = project(memory.boards[spot.board].lay, np.array([spot.middle]))[0]
        true = _at(there, at, kinds, kind)
        if true is not None or kind == "store":
            yield name, kind, spots[true].get("holds", "") if true is not None else ""


def _seen(look: KnownLook) -> Iterator[SeenPlace]:
    image, truth, known, _, memory = look
    true = [*true_places(truth, memory)]
    for kind in _KINDS:
        names = [name for name, of, _ in true if of == kind]
        holds = [lies for _, of, lies in true if of == kind]
        patches = cut(image, memory.boards, memory.spots, names)
        slips_px = {"tile": RIM_PX, "token": TOKEN_SLIPS_PX}.get(kind, TILE_SLIPS_PX)
        things = cut(image, memory.boards, memory.spots, names, slips_px)
        prints = known.tokens if kind == "token" else known.tiles
        told = tell_faces(things, prints, memory.light)
        kinds = [_kind_at(name, truth, memory) if kind == "tile" else "" for name in names]
        alike = kind_likeness(told, prints, kinds)
        within = disc(FIELD_DISC if kind == "tile" else TILE_DISC)
        had = [number for number, name in enumerate(names) if memory.spots[name].first is not None]
        changes: dict[int, SpotChanges] = {}
        if had:
            firsts = np.stack([first_of(memory.spots[names[number]]) for number in had])
            every = compare_spots(patches[had], firsts, within)
            changes = {
                number: SpotChanges(*(np.array(column[at : at + 1]) for column in every))  # type: ignore[arg-type]
                for at, number in enumerate(had)
            }
        for number, lies in enumerate(holds):
            yield SeenPlace(kind, lies, changes.get(number), told.odds[number], float(alike[number]))


_KINDS = ("tile", "store", "token", "display")


def _kind_at(name: str, truth: Mapping[str, Any], memory: TuscanyTrackState) -> str:
    """Name the kind of tile that a field takes."""
    spots = [spot for spot in truth["spots"] if spot.get("colour")]
    spot = memory.spots[name]
    there = project(memory.boards[spot.board].lay, np.array([spot.middle]))[0]
    apart = [np.hypot(*(there - each["at_px"])) for each in spots]
    return KIND_OF[spots[int(np.argmin(apart))]["colour"]]


def _at(there: NDArray[np.float64], at: NDArray[np.float64], kinds: list[str], kind: str) -> int | None:
    apart = np.where(np.array(kinds) == kind, np.hypot(*(at - there).T), np.inf)
    nearest = int(apart.argmin())
    return nearest if apart[nearest] < NEAR_PX else None
