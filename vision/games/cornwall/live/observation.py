"""What the table shows beyond the game: new tiles and figures as turns, and what else has changed."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from scoring.game import Cell, Piece, Player
from scoring.games.cornwall import RULES
from scoring.games.cornwall.engine.ledger import guests_due
from scoring.games.cornwall.engine.moves import Move, TriplePlacement
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.words import KINDS, ON
from scoring.referee.observation import Proposal, Quad, Sight, find_discrepancies
from scoring.roles.seated import name_of
from scoring.sentence import sentence
from scoring.spots import tile_spot
from vision.follow.bare import changed_pixels, remember_bare
from vision.follow.explanations import added, choices, propose
from vision.games.cornwall.live.beside.coins import marks
from vision.games.cornwall.live.beside.figures import beside_now
from vision.games.cornwall.live.beside.payments import counted_now, paid, purses_now
from vision.games.cornwall.live.beside.pub import believed, guests_of, lodged, settled
from vision.games.cornwall.live.cards.arrivals import (
    Cover,
    SearchArea,
    beside,
    covers,
    evidence,
)
from vision.games.cornwall.live.cards.cards import cards_of, laid_now, remembered, spot_of, start_of, track
from vision.games.cornwall.live.cards.tracking import CardTracks
from vision.games.cornwall.live.figures.kinds import Habits, no_habits, taught
from vision.games.cornwall.live.figures.positions import find_stands, is_same
from vision.games.cornwall.live.lessons import lessons_after, looks_after
from vision.games.cornwall.live.memory import (
    ArrivedCard,
    CornwallBoxModel,
    CornwallTrackState,
    OffBoardCount,
    OffBoardFigure,
    TrackedPiece,
    plain_at,
)
from vision.games.cornwall.live.new_card import Read, ReadingContext, read_cover, shares_of
from vision.games.cornwall.live.places import CardPose, Cells, ideal, outlines_px, quad_px
from vision.games.cornwall.live.revision import look_again
from vision.image.colour import Floats
from vision.reader import Image
from vision.watch.motion import Mask

SUSPECTED, LIKELY = -3.0, 0.0
"""Log-odds of a field from which on a cell may hold one, and from which on it rather does."""
MANY = 99
FILLS = 0.49
"""The share of the square around it that a tile of three fields covers."""
LEFT = 0.5
"""A figure that the game has given back still stands where it is seen with more than this confidence."""


class _Aside(NamedTuple):
    """The figures beside the land.

    Attributes:
        lodgers: All that seem to stand there, however sure.
        before: Those believed to have stood there at the last look.
        now: Those believed to stand there.
        course: How many each player had there in the course of the turn.
    """

    lodgers: tuple[OffBoardFigure, ...]
    before: tuple[OffBoardFigure, ...]
    now: tuple[OffBoardFigure, ...]
    course: Mapping[Player, OffBoardCount]


def look(
    image: Image,
    known: CornwallBoxModel,
    state: CornwallState,
    memory: CornwallTrackState | None,
    visits: Sequence[Mask] = (),
) -> tuple[Sight[Move], CornwallTrackState]:
    """Compare a still table with the confirmed game; see ``vision.live.LiveReader.look``."""
    memory, tracked = track(image, state, memory)
    cards = cards_of(state)
    memory = _schooled(known, state, memory, cards)
    poses = {
        cells: tracked.places[cells] for cells in _lying(state, memory, cards) if cells not in tracked.gone
    }
    small, small_lattice = tracked.layout.small, tracked.layout.small_lattice
    changed = changed_pixels(small, memory.bare, outlines_px(small_lattice, poses))
    arrived = [cells for cells in remembered(memory) if cells not in poses and cells not in tracked.gone]
    log_odds = _evidence(tracked, memory, changed, poses, arrived)
    found = covers(_land(poses), log_odds, arrived) or [Cover((), 0.0)]
    land = {*_land(poses), *(cell for cover in found for cells in cover.cards for cell in cells)}
    seen = beside_now(tracked.layout, changed, memory, land, known.colours)
    is_next = set(cards) != set(memory.laid)
    aside = _aside(state, memory, seen.lodgers, is_next)
    purses = purses_now(memory.purses, seen, tracked.layout, land, state, is_next)
    guests = guests_of(aside.course, guests_due(state))
    table = ReadingContext(tracked, known, state, memory, changed, guests, paid(purses))
    reads = [read_cover(table, one, share) for one, share in zip(found, shares_of(found), strict=True)]
    best = max(reads, key=lambda read: read.share)
    movers = _movers(reads)
    each = counted_now(purses, tracked.layout, state, movers)
    stands = standing(state, memory)
    leftover = _leftover(table, cards)
    latest, revisions = look_again(tracked, state, known, memory, _last(state, cards))
    sight = Sight[Move](
        proposals=_proposals(reads),
        leftover=tuple(_piece(state, piece) for piece in leftover.values()),
        missing=tuple(spot_of(state, cells) for cells in tracked.gone if cells in cards),
        revisions=revisions,
        nudged=tuple(spot_of(state, cells) for cells in tracked.nudged if cells in cards),
        quads_px=_quads(tracked, state, best),
        fills=FILLS,
        chores=_chores(best, aside),
        remarks=find_discrepancies(state, marks(state, each, movers), RULES),
    )
    covered = {
        **poses,
        **_suspected(log_odds, memory.waved_off),
        **{cells: card.place for cells, card in best.arrivals.items()},
    }
    kept = memory._replace(
        lattice=tracked.layout.lattice,
        laid=laid_now(tracked, memory, cards),
        bare=remember_bare(small, memory.bare, outlines_px(small_lattice, covered)),
        stands={**stands, **leftover},
        arrivals=best.arrivals,
        vacant=(),
        again=tuple(cell for cell in memory.again if any(cell in cells for cells in best.arrivals)),
        latest=latest,
        lodgers=aside.lodgers,
        lodged=aside.course,
        purses=purses._replace(each=each),
        pub=state.pub,
    )
    return sight, kept


def _aside(
    state: CornwallState, memory: CornwallTrackState, lodgers: tuple[OffBoardFigure, ...], is_next: bool
) -> _Aside:
    """Follow the figures beside the land by what the game knows of them."""
    were = memory.lodgers
    if is_next:
        due = guests_due(state)
        were, lodgers = settled(were, due), settled(lodgers, due)
    guests = {guest.player for guest in state.pub}
    before, now = believed(were, guests), believed(lodgers, guests)
    return _Aside(lodgers, before, now, lodged(memory.lodged, before, now, is_next))


def _lying(state: CornwallState, memory: CornwallTrackState, cards: Mapping[Cells, int]) -> list[Cells]:
    """Give the cards that lie for certain: those of the game or, before it, the start tile."""
    return list(cards) if state.fields else start_of(memory)


def _last(state: CornwallState, cards: Mapping[Cells, int]) -> Cells | None:
    return next((cells for cells, number in cards.items() if number and number == state.laid), None)


def _schooled(
    known: CornwallBoxModel, state: CornwallState, memory: CornwallTrackState, cards: Mapping[Cells, int]
) -> CornwallTrackState:
    """Learn from the cards that were confirmed since the last look."""
    fresh = {cells: each for cells, each in memory.arrivals.items() if cells in cards}
    lessons = lessons_after(state, memory.lessons, {cells: each.patches for cells, each in fresh.items()})
    is_new = any(memory.lessons.get(cells) is not lesson for cells, lesson in lessons.items())
    is_first = memory.looks is None and known.lessons is not None
    adjustment = looks_after(known, lessons) if is_new or is_first else memory.looks
    habits = memory.habits or no_habits()
    for card in fresh.values():
        habits = _with_figures(habits, state, card)
    return memory._replace(lessons=lessons, looks=adjustment, habits=habits)


def _with_figures(habits: Habits, state: CornwallState, arrival: ArrivedCard) -> Habits:
    """Learn how figures look from those of a card that was confirmed."""
    kinds = {figure.cell: figure.kind for figure in state.figures}
    for piece in arrival.now:
        if piece.told is not None and piece.cell in kinds:
            habits = taught(habits, piece.told, kinds[piece.cell])
    return habits


# --- turns -----------------------------------------------------------------------------------------


def _evidence(
    tracked: CardTracks,
    memory: CornwallTrackState,
    changed: Floats,
    poses: Mapping[Cells, CardPose],
    arrived: Collection[Cells],
) -> dict[Cell, float]:
    """Tell how surely fields lie on the cells beside the land."""
    asked = SearchArea(beside(_land(poses)), memory.vacant, memory.again, arrived)
    return evidence(tracked.layout, poses, changed, asked)


def _land(poses: Mapping[Cells, CardPose]) -> set[Cell]:
    return {cell for cells in poses for cell in cells}


def _suspected(log_odds: Mapping[Cell, float], waved_off: Collection[Cell]) -> dict[Cells, CardPose]:
    """Give the cells that have changed so much that their bare table is not forgotten.

    What was waved off is no bare table: where it was picked up, it is forgotten sooner.
    """
    least = {cell: LIKELY if cell in waved_off else SUSPECTED for cell in log_odds}
    return {(cell,): ideal((cell,)) for cell, odds in log_odds.items() if odds > least[cell]}


def _proposals(reads: Sequence[Read]) -> tuple[Proposal[Move], ...]:
    """Combine the ways to read each card to whole explanations, the likeliest first."""
    found = added(
        (tuple(move for move, _ in choice), read.share * float(np.prod([share for _, share in choice])))
        for read in reads
        for choice in choices(read.ways)
    )
    return propose(found.items())


def _chores(read: Read, aside: _Aside) -> int:
    """Count the hands that come to the first tile for what is no figure that came and went.

    Cottages are put down there, and a hand passes over it to the coins. A figure that came and scored would
    be seen in the pub, where that is in view.
    """
    if aside.before and len(aside.now) <= len(aside.before):
        return MANY
    first = next((found[0][0] for found in read.ways), None)
    fields = first.fields.values() if isinstance(first, TriplePlacement) else ()
    return 1 + sum(field.has("cottage") for field in fields)


def _movers(reads: Sequence[Read]) -> set[Player]:
    """Name who may have laid what is new."""
    return {move.player for read in reads for found in read.ways for move, _ in found}


# --- figures of the game ---------------------------------------------------------------------------


def standing(state: CornwallState, memory: CornwallTrackState) -> dict[Cell, TrackedPiece]:
    """Tell where the figures of the game stand: as they were seen, else in the middle of their fields."""
    seen = _seen(memory)
    stands = {}
    for figure in state.figures:
        at = ideal((figure.cell,))
        usual = TrackedPiece(figure.player, {figure.kind: 1.0}, figure.cell, (at.x_mm, at.y_mm), 1.0)
        piece = seen.get(figure.cell, usual)
        stands[figure.cell] = piece._replace(colour=figure.player, kinds={figure.kind: 1.0})
    return stands


def _seen(memory: CornwallTrackState) -> dict[Cell, TrackedPiece]:
    arrived = {piece.cell: piece for arrival in memory.arrivals.values() for piece in arrival.now}
    return {**memory.stands, **arrived}


def _leftover(table: ReadingContext, cards: Mapping[Cells, int]) -> dict[Cell, TrackedPiece]:
    """Find the figures that the game has given back and that still stand on the table."""
    state, memory = table.state, table.memory
    held = {figure.cell for figure in state.figures}
    wanted = {
        cell: piece for cell, piece in _seen(memory).items() if cell in state.fields and cell not in held
    }
    left: dict[Cell, TrackedPiece] = {}
    for cells in cards:
        asked = [piece for cell, piece in wanted.items() if cell in cells]
        if asked and cells not in table.tracked.gone:
            at, plain = table.tracked.places[cells], plain_at(memory, cells)
            now = find_stands(
                table.tracked.layout, cells, at, table.known.colours, plain, memory.habits
            ).figures
            left |= {piece.cell: piece for piece in asked if _is_there(piece, now)}
    return left


def _is_there(piece: TrackedPiece, now: Sequence[TrackedPiece]) -> bool:
    return any(is_same(piece, each) and each.confidence > LEFT for each in now)


def _piece(state: CornwallState, piece: TrackedPiece) -> Piece:
    kind = max(piece.kinds, key=lambda each: piece.kinds[each])
    where = ON[state.fields[piece.cell].terrain]
    name = name_of(state, piece.colour)
    says = sentence("{name}'s {kind} {where}", name=name, kind=KINDS[kind], where=where)
    return Piece(piece.colour, kind, piece.cell, says)


# --- where everything is seen ----------------------------------------------------------------------


def _quads(tracked: CardTracks, state: CornwallState, read: Read) -> dict[str, Quad]:
    """Give a square around every card of the game and of what has come, in the frame, by its spot."""
    lattice = tracked.layout.lattice
    quads = {
        spot_of(state, cells): quad_px(lattice, cells, tracked.places[cells]) for cells in cards_of(state)
    }
    for cells, found in zip(read.arrivals, read.ways, strict=True):
        move = found[0][0]
        q, r = move.cell if isinstance(move, TriplePlacement) else cells[0]
        quads[tile_spot((q, r))] = quad_px(lattice, cells, read.arrivals[cells].place)
    return quads
