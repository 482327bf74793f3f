"""What the table shows beyond the game: new tiles and figures as turns, and what else has changed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from scoring.game import Cell, Piece
from scoring.games.cornwall.moves import Move, Opening, placed
from scoring.games.cornwall.state import State
from scoring.sentence import marked, sentence
from vision.games.cornwall.live.arriving import (
    Cover,
    beside,
    changes,
    covers,
    evidence,
    kept_bare,
    laid_where,
    shift_near,
)
from vision.games.cornwall.live.fielding import clearness, fields_of_card
from vision.games.cornwall.live.locating import locate
from vision.games.cornwall.live.memory import Arrival, Known, Laid, Memory, Standing
from vision.games.cornwall.live.opening import openings
from vision.games.cornwall.live.places import Cells, Place, ideal, outline_px
from vision.games.cornwall.live.standing import find_stands, is_same, over_looks
from vision.games.cornwall.live.tracking import (
    Layout,
    Tracked,
    cells_of,
    follow,
    lay_out,
    picture_of,
    settled,
)
from vision.games.cornwall.live.weighing import Weighed, after, weigh
from vision.live import Proposal, Quad, Sight
from vision.reader import Image

MOST_WAYS = 6
"""How many ways to read the table are proposed at most."""
NOTHING_NEW: Proposal[Move] = Proposal((), 1.0)
CLEARER = 0.02
"""An earlier look at a card counts where it was surer by this."""
LEFT = 0.5
"""A figure that the game has given back still stands where it is seen with more than this confidence."""


class Read(NamedTuple):
    """All that has come, read in one way to lay tiles over it.

    Attributes:
        share: How likely tiles lie so.
        arrivals: What is to be remembered of each.
        ways: The ways to read each, in the order in which they came, the likeliest first.
    """

    share: float
    arrivals: Mapping[Cells, Arrival]
    ways: tuple[tuple[tuple[Move, float], ...], ...]


def look(image: Image, known: Known, state: State, memory: Memory | None) -> tuple[Sight[Move], Memory]:
    """Compare a still table with the confirmed game; see ``vision.live.LiveReader.look``."""
    memory, tracked = track(image, known, state, memory)
    layout, places = tracked.layout, tracked.places
    cards, arrived = cards_of(state), _still_there(tracked, memory)
    land = set(state.fields) or {cell for cells in arrived if len(cells) > 3 for cell in cells}
    lying = {c: p for c, p in places.items() if c not in tracked.gone and (c in cards or len(c) > 3)}
    changed = changes(layout, memory.bare, lying.items())
    around = beside(land)
    nats = evidence(layout, {c: places[c] for c in cards if c in places}, changed, around, memory.vacant)
    start = [cells for cells in arrived if len(cells) > 3]
    found = covers(land, nats) or [Cover((), 0.0)]
    reads = [_read_all(tracked, known, state, memory, changed, one, start, found) for one in found]
    best = max(reads, key=lambda one: one.share)
    stands = standing(state, memory)
    leftover = _leftover(tracked, known, state, memory)
    laid = {cells: Laid(places[cells], _picture(tracked, memory, cells)) for cells in cards}
    covered = [*((c, places[c]) for c in cards), *((c, one.place) for c, one in best.arrivals.items())]
    bare = kept_bare(layout, memory.bare, covered)
    sight = Sight(
        proposals=_proposals(reads),
        leftover=tuple(_piece(state, one) for one in leftover.values()),
        missing=tuple(spot_of(state, cells) for cells in tracked.gone if cells in cards),
        nudged=tuple(spot_of(state, cells) for cells in tracked.nudged if cells in cards),
        quads_px=_quads(tracked, state, best),
    )
    kept = {**stands, **leftover}
    return sight, Memory(layout.lattice, layout.size_px, laid, bare, kept, best.arrivals)


# --- where the cards lie ---------------------------------------------------------------------------


def cards_of(state: State) -> dict[Cells, int]:
    """Give the cards of a game by their cells, each with its number."""
    cells: dict[int, list[Cell]] = {}
    for cell, number in state.tile_of.items():
        cells.setdefault(number, []).append(cell)
    return {tuple(sorted(every)): number for number, every in sorted(cells.items())}


def spot_of(state: State, cells: Cells) -> str:
    """Name a card as the game's picture does: by the cell of its first field."""
    q, r = _first(cells, state) if len(cells) == 3 else cells[0]
    return f"tile:{q},{r}"


def _first(cells: Cells, state: State) -> Cell:
    return placed("", {cell: state.fields[cell] for cell in cells}).cell


def track(image: Image, known: Known, state: State, memory: Memory | None) -> tuple[Memory, Tracked]:
    """Find the cards of the game again or, where most of them are not where they were, anew.

    Raises:
        NoTableError: They are not to be seen.
    """
    cards = cards_of(state)
    if memory is not None and memory.size_px == (image.shape[1], image.shape[0]):
        tracked = _followed(image, cards, memory)
        expected = cards or memory.arrivals
        if len([cells for cells in tracked.gone if cells in expected]) <= len(expected) // 2:
            return memory, tracked
    memory = locate(image, state)
    return memory, _followed(image, cards, memory)


def _followed(image: Image, cards: Mapping[Cells, int], memory: Memory) -> Tracked:
    """Follow every card that is remembered; one that was declared and never seen lies in its cells."""
    lattice, before = memory.lattice, _remembered(memory)
    at = {cells: one.place for cells, one in before.items()}
    bare_px = memory.bare.shape[1], memory.bare.shape[0]
    if set(cards) != set(memory.laid) and at:
        lattice, at = settled(lattice, {cells: place for cells, place in at.items()})
        before = {cells: one._replace(place=at[cells]) for cells, one in before.items()}
    layout = lay_out(image, lattice, bare_px)
    unseen = {cells: shift_near(ideal(cells), at) for cells in cards if cells not in before}
    tracked = follow(layout, before)
    return tracked._replace(places={**unseen, **tracked.places})


def _remembered(memory: Memory) -> dict[Cells, Laid]:
    arrived = {cells: Laid(one.place, one.picture) for cells, one in memory.arrivals.items()}
    return {**memory.laid, **arrived}


def _still_there(tracked: Tracked, memory: Memory) -> dict[Cells, Arrival]:
    return {cells: one for cells, one in memory.arrivals.items() if cells not in tracked.gone}


def _picture(tracked: Tracked, memory: Memory, cells: Cells) -> Image:
    """Give how a card looks now or, where it is gone, looked last."""
    if cells in tracked.gone and cells in memory.laid:
        return memory.laid[cells].picture
    return picture_of(tracked.layout, cells, tracked.places[cells])


# --- what has come ---------------------------------------------------------------------------------


def _read_all(
    tracked: Tracked,
    known: Known,
    state: State,
    memory: Memory,
    changed: np.ndarray,
    cover: Cover,
    start: Sequence[Cells],
    every: Sequence[Cover],
) -> Read:
    """Read the cards of a cover one after the other, each in the game as those before it leave it."""
    share = float(np.exp(cover.nats - np.logaddexp.reduce([one.nats for one in every])))
    came = list(memory.arrivals)
    order = sorted(cover.cards, key=lambda cells: came.index(cells) if cells in came else len(came))
    arrivals: dict[Cells, Arrival] = {}
    ways: list[tuple[tuple[Move, float], ...]] = []
    for cells in [*start, *order]:
        arrival, now = _met(tracked, known, memory, changed, cells, arrivals)
        arrivals[cells] = arrival
        if len(cells) > 3:
            found: tuple[tuple[Move, float], ...] = tuple(openings(state, arrival.fields))
        else:
            gone = [one for one in arrival.stands if not any(is_same(one, each) for each in now)]
            found = tuple(_moves(weigh(state, arrival.fields, now, gone)))
        ways.append(found)
        state = after(state, found[0][0])
    return Read(share, arrivals, tuple(ways))


def _moves(ways: Sequence[Weighed]) -> Iterator[tuple[Move, float]]:
    for way in ways:
        yield way.move, way.share


def _met(
    tracked: Tracked,
    known: Known,
    memory: Memory,
    changed: np.ndarray,
    cells: Cells,
    others: Mapping[Cells, Arrival],
) -> tuple[Arrival, tuple[Standing, ...]]:
    """Look at a card that has come, and give the figures that stand on it now."""
    layout = tracked.layout
    before = memory.arrivals.get(cells) if cells not in tracked.gone else None
    if before is not None:
        place = tracked.places[cells]
    else:
        near = {c: p for c, p in tracked.places.items() if c != cells}
        place = laid_where(layout, cells, changed, {**near, **{c: a.place for c, a in others.items()}})
    picture = picture_of(layout, cells, place)
    now = find_stands(layout, cells, place, known.colours)
    fields = fields_of_card(layout, cells, place)
    sure = clearness(fields) - 0.2 * bool(now)
    if before is not None and before.clearness > sure - CLEARER:
        fields, sure = before.fields, before.clearness
    now = over_looks(now, before.stands if before is not None else ())
    gone = [one for one in (before.stands if before else ()) if not any(is_same(one, each) for each in now)]
    plain = before.plain if before is not None and before.plain is not None else None
    if plain is None and not now:
        plain = picture
    return Arrival(place, picture, fields, sure, plain, (*now, *gone)), now


# --- turns -----------------------------------------------------------------------------------------


def _proposals(reads: Sequence[Read]) -> tuple[Proposal[Move], ...]:
    """Combine the ways to read each card to whole explanations, the likeliest first."""
    combined = [
        Proposal(tuple(move for move, _ in choice), read.share * float(np.prod([s for _, s in choice])))
        for read in reads
        for choice in _choices(read.ways)
        if choice
    ]
    if not combined:
        return (NOTHING_NEW,)
    nothing = sum(read.share for read in reads if not read.ways)
    combined.sort(key=lambda one: -one.confidence)
    if nothing > combined[0].confidence:
        return (Proposal((), nothing), *combined[: MOST_WAYS - 1])
    return tuple(combined[:MOST_WAYS])


def _choices(ways: Sequence[Sequence[tuple[Move, float]]]) -> Iterator[tuple[tuple[Move, float], ...]]:
    """Choose the best way to read every card, and then another for any one of them."""
    best = tuple(found[0] for found in ways)
    yield best
    for index, found in enumerate(ways):
        for way in found[1:]:
            yield (*best[:index], way, *best[index + 1 :])


# --- figures of the game ---------------------------------------------------------------------------


def standing(state: State, memory: Memory | None) -> dict[Cell, Standing]:
    """Tell where the figures of the game stand: as they were seen, else in the middle of their fields."""
    seen = remembered_stands(memory)
    stands = {}
    for figure in state.figures:
        at = ideal((figure.cell,))
        usual = Standing(figure.player, {figure.kind: 1.0}, figure.cell, (at.x_mm, at.y_mm), 1.0)
        stands[figure.cell] = seen.get(figure.cell, usual)._replace(colour=figure.player)
    return stands


def remembered_stands(memory: Memory | None) -> dict[Cell, Standing]:
    """Give the figures that were seen, by their cells."""
    if memory is None:
        return {}
    arrived = {one.cell: one for arrival in memory.arrivals.values() for one in arrival.stands}
    return {**memory.stands, **arrived}


def _leftover(tracked: Tracked, known: Known, state: State, memory: Memory) -> dict[Cell, Standing]:
    """Find the figures that the game has given back and that still stand on the table."""
    held = {figure.cell for figure in state.figures}
    wanted = {
        cell: one
        for cell, one in remembered_stands(memory).items()
        if cell in state.fields and cell not in held
    }
    left = {}
    for cells in cards_of(state):
        asked = [one for cell, one in wanted.items() if cell in cells]
        if asked:
            colours = tuple({one.colour for one in asked})
            now = find_stands(tracked.layout, cells, tracked.places[cells], colours)
            left |= {
                one.cell: one
                for one in asked
                if any(is_same(one, each) and each.confidence > LEFT for each in now)
            }
    return left


def _piece(state: State, one: Standing) -> Piece:
    name = next((seat.name for seat in state.setup.players if seat.colour == one.colour), one.colour)
    kind = max(one.kinds, key=lambda each: one.kinds[each])
    says = sentence(marked("{name}'s figure at {cell}"), name=name, cell=str(one.cell))
    return Piece(one.colour, kind, one.cell, says)


# --- where everything is seen ----------------------------------------------------------------------


def _quads(tracked: Tracked, state: State, read: Read) -> dict[str, Quad]:
    """Give the outline of every card of the game and of what has come, in the frame, by its spot."""
    lattice = tracked.layout.lattice
    quads = {
        spot_of(state, cells): outline(lattice, cells, tracked.places[cells]) for cells in cards_of(state)
    }
    for cells, way in zip(read.arrivals, read.ways, strict=True):
        move = way[0][0]
        q, r = cells[0] if isinstance(move, Opening) else getattr(move, "cell", cells[0])
        quads[f"tile:{q},{r}"] = outline(lattice, cells, read.arrivals[cells].place)
    return quads


def outline(lattice: np.ndarray, cells: Cells, place: Place) -> Quad:
    """Give the corners around a card in the frame, clockwise."""
    return tuple((float(x), float(y)) for x, y in outline_px(lattice, cells, place))


def layout_of(image: Image, memory: Memory) -> Layout:
    """Lay a frame out as at the last look."""
    return lay_out(image, memory.lattice, (memory.bare.shape[1], memory.bare.shape[0]))
