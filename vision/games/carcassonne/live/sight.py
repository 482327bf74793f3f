"""What the table shows beyond the game: new tiles and figures as turns, and what else has changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, cycle, groupby, islice, permutations, product
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from scoring.game import Cell, Piece
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.engine.followers import abbot_of
from scoring.games.carcassonne.engine.moves import Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.curves import turned_point
from scoring.games.carcassonne.land.shapes import segment_spot
from scoring.games.carcassonne.land.words import KINDS, on_feature
from scoring.referee.observation import Proposal, Quad, Sight
from scoring.roles.seated import name_of
from scoring.sentence import sentence
from scoring.spots import tile_spot
from vision.follow.explanations import MOST_WAYS, choices, propose
from vision.follow.turns import after
from vision.games.carcassonne.face_templates import shield_twins
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.arriving import UNCLEAR, NewTile, around, find_newcomers
from vision.games.carcassonne.live.bare import bare_patches, changes
from vision.games.carcassonne.live.blinding import hidden_stands
from vision.games.carcassonne.live.enrolling import met, with_figures
from vision.games.carcassonne.live.gardens import garden_odds, gardens, gardens_of
from vision.games.carcassonne.live.locating import expected_of, track
from vision.games.carcassonne.live.memory import (
    ArrivedTile,
    CarcassonneBoxModel,
    CarcassonneTrackState,
    LatestTile,
    TrackedFigure,
    apart,
    over_looks,
)
from vision.games.carcassonne.live.picturing import cut_out
from vision.games.carcassonne.live.revising import look_again
from vision.games.carcassonne.live.schooling import known_too, lies_as_before, lies_turned
from vision.games.carcassonne.live.standing import find_stands, is_wood_at
from vision.games.carcassonne.live.tracking import NUDGE, FrameLayout, TileTracks, cells_in_frame, quad_px
from vision.games.carcassonne.live.unlearned import look_of
from vision.games.carcassonne.live.weighing import weigh_again, weigh_stands
from vision.image.colour import Floats
from vision.reader import Image
from vision.watch.motion import Mask

MOST_ORDERS = 6
"""Of three new tiles, all."""
OTHERS_FIGURE = 0.5
"""A turn with the figure of another player is no turn as they are played: better to ask."""
CLEARER, WELL_KNOWN = 0.05, 0.5
"""An earlier look counts where it explained the tile better by this, and its readings are still among
the candidates with at least this probability."""
HARDLY = 0.01
"""What is less probable than this at a look as clear as the one before is no longer believed."""
PLAIN_NATS = -1.5
"""A tile is seen without a figure where none is likelier than this."""
PERHAPS_GONE = 0.5
"""An abbot who stands on a tile that this game has learned may be overlooked: better to ask."""


class TileCandidate(NamedTuple):
    """One way to read a newcomer and what stands on it, with its probability.

    ``turns`` are those of the picture: a straight road that lies upside down is told from one that does not.
    """

    reading: Reading
    garden: bool
    turns: int
    stand: TrackedFigure | None
    share: float


class AllRead(NamedTuple):
    """All newcomers, read in one order.

    Attributes:
        arrivals: What is to be remembered of each.
        ways: For each cell the ways to read it, the likeliest first.
        tracked: Where everything lies, the newcomers included.
    """

    arrivals: Mapping[Cell, ArrivedTile]
    ways: tuple[tuple[Cell, list[TileCandidate]], ...]
    tracked: TileTracks


def look(
    image: Image,
    known: CarcassonneBoxModel,
    state: CarcassonneState,
    memory: CarcassonneTrackState | None,
    visits: Sequence[Mask] = (),
) -> tuple[Sight[Move], CarcassonneTrackState]:
    """Compare a still table with the confirmed game; see ``vision.live.LiveReader.look``."""
    tracked, learned = track(image, known, expected_of(state), memory)
    before = memory.arrivals if memory else {}
    stands = standing(state, memory)
    new = [cell for cell in stands if memory is None or cell in before]
    learned = with_figures(learned, known.colours, state.land.tiles, met(tracked, new, stands))
    known = known.taught(learned, gardens_of(state))
    bare = _bare(tracked, memory) if memory else {}
    former = {} if memory is None else {c: floats for c, floats in memory.former.items() if c in bare}
    changed = changes(tracked.layout, bare, former)
    found = find_newcomers(tracked, state, known, bare, changed)
    before = _that_lie_so(before, found)
    known, newcomers = known_too(known, found, before)
    came = _as_they_came(newcomers, memory)
    arrivals, candidates, tracks = _in_turn(
        _orders(came), state, lambda order: _read_all(tracked, state, known, order, before, stands)
    )
    numbers = {tile.cell: number for number, some in enumerate(came) for tile in some}
    arrivals = {cell: tile._replace(came=numbers[cell]) for cell, tile in arrivals.items()}
    recall = _abbot_gone_share(tracked, state, known, stands) if candidates else 0.0
    leftover = _leftover(tracked, state, known, memory)
    latest, revisions = look_again(tracks, state, known, memory, stands)
    sight = Sight(
        proposals=_proposals(state, candidates, recall),
        leftover=tuple(_piece(state, cell, figure) for cell, figure in leftover.items()),
        missing=tuple(map(tile_spot, tracked.gone)),
        revisions=revisions,
        nudged=tuple(map(tile_spot, tracked.nudged)),
        quads_px=_quads(tracked, arrivals),
    )
    # Under what has come, be it no tile or none that could be told, the bare table is not forgotten.
    hidden = {cell: bare[cell] for cell in {*changed.plain, *arrivals} if cell in bare}
    after = _remembered(tracked, state, arrivals, {**stands, **leftover}, hidden, latest)
    return sight, after._replace(learned=learned, former=former)


def _bare(tracked: TileTracks, memory: CarcassonneTrackState) -> dict[Cell, Floats]:
    """Tell how empty cells looked before; those in which nothing lies, as players say, as they look now."""
    now = bare_patches(tracked.layout, cells_in_frame(tracked.layout, memory.vacant))
    return {cell: patch for cell, patch in {**memory.bare, **now}.items() if cell not in tracked.laid}


def _that_lie_so(before: Mapping[Cell, ArrivedTile], found: Iterable[NewTile]) -> dict[Cell, ArrivedTile]:
    """Forget what was seen of tiles that have been turned since where they lie, or changed for others."""
    turned = {tile.cell for tile in found if tile.cell in before and _is_turned(tile, before[tile.cell])}
    return {cell: tile for cell, tile in before.items() if cell not in turned}


def _is_turned(newcomer: NewTile, before: ArrivedTile) -> bool:
    """Tell whether a tile lies turned, or is seen as clearly as before and can hardly be what it was."""
    if lies_turned(newcomer.seen, before):
        return True
    is_as_clear = newcomer.clearness + CLEARER > before.clearness
    is_another = newcomer.readings.get(Reading(before.face, before.turns), 0.0) < HARDLY
    return is_as_clear and is_another and not lies_as_before(newcomer.seen, before)


def _as_they_came(newcomers: Iterable[NewTile], memory: CarcassonneTrackState | None) -> list[list[NewTile]]:
    """Sort the new tiles by the look at which each was first seen; those of turns taken back came first."""
    laid = list(memory.laid) if memory else []
    arrivals = memory.arrivals if memory else {}

    def came(tile: NewTile) -> tuple[int, int]:
        if tile.cell in arrivals:
            return 1, arrivals[tile.cell].came
        return (0, laid.index(tile.cell)) if tile.cell in laid else (2, 0)

    return [list(some) for _, some in groupby(sorted(newcomers, key=came), key=came)]


def _orders(came: Iterable[Sequence[NewTile]]) -> Iterator[list[NewTile]]:
    """Give the orders in which tiles may have been laid: it is open only for those first seen at one look."""
    # ``product`` writes down all that it is given: of a whole board, more than any memory holds.
    some = [[*islice(permutations(tiles), MOST_ORDERS)] for tiles in came]
    return (list(chain(*order)) for order in islice(product(*some), MOST_ORDERS))


def _in_turn(
    orders: Iterable[Sequence[NewTile]],
    state: CarcassonneState,
    read: Callable[[Sequence[NewTile]], AllRead],
) -> AllRead:
    """Read the newcomers, in another order where figures tell that they came so."""
    reads = map(read, orders)
    first = next(reads)
    return next((each for each in chain([first], reads) if not _has_anothers(each, state)), first)


def _has_anothers(read: AllRead, state: CarcassonneState) -> bool:
    """Tell whether a turn, read in this order, brought a figure of another player."""
    return any(map(_is_anothers, _players(state), (found[0] for _, found in read.ways)))


def _players(state: CarcassonneState) -> Iterator[str]:
    """Name the players of this turn and those after it, without end."""
    seats = [seat.colour for seat in state.setup.players]
    return islice(cycle(seats), state.turn, None)


def _is_anothers(player: str, candidate: TileCandidate) -> bool:
    return candidate.stand is not None and candidate.stand.colour != player


def _read_all(
    tracked: TileTracks,
    state: CarcassonneState,
    known: CarcassonneBoxModel,
    newcomers: Sequence[NewTile],
    before: Mapping[Cell, ArrivedTile],
    stands: Mapping[Cell, TrackedFigure],
) -> AllRead:
    """Read the newcomers one after the other, each in the game as those before it leave it."""
    arrivals: dict[Cell, ArrivedTile] = {}
    candidates, tracks = [], _with_newcomers(tracked, newcomers)
    for newcomer in newcomers:
        cell = newcomer.cell
        arrivals[cell], found = _read(tracks, state, known, newcomer, before.get(cell), stands)
        candidates.append((cell, found))
        tracks = tracks._replace(laid={**tracks.laid, cell: arrivals[cell].laid})
        state = after(RULES, state, _move(state, cell, found[0]))
    return AllRead(arrivals, tuple(candidates), tracks)


def _with_newcomers(tracked: TileTracks, newcomers: Iterable[NewTile]) -> TileTracks:
    """Lay the newcomers as they look at first sight, lest one be taken for a figure beside another."""
    laid = {
        newcomer.cell: newcomer.laid[max(newcomer.readings, key=newcomer.readings.__getitem__)]
        for newcomer in newcomers
    }
    return tracked._replace(laid={**tracked.laid, **laid})


def _read(
    tracked: TileTracks,
    state: CarcassonneState,
    known: CarcassonneBoxModel,
    newcomer: NewTile,
    before: ArrivedTile | None,
    stands: Mapping[Cell, TrackedFigure],
) -> tuple[ArrivedTile, list[TileCandidate]]:
    """Read a newcomer and the figure on it, with what was seen of it before."""
    clearness, known_readings = _clearest(tracked.layout, newcomer, before)
    has_figure = newcomer.clearness == UNCLEAR < clearness
    told = weigh_again(known_readings, newcomer.readings) if has_figure else known_readings
    readings = sorted(told.items(), key=lambda item: -item[1])
    best, _ = readings[0]
    laid = newcomer.laid[best]
    tracked = tracked._replace(laid={**tracked.laid, newcomer.cell: laid})
    plain = before.plain if before is not None else None
    odds = before.garden if before is not None and plain is not None else None
    if known.gardens is not None:
        odds = garden_odds(tracked.layout, laid) if odds is None else odds
        if True in gardens(state, best.face, odds):
            known = known._replace(gardens=known.gardens | {newcomer.cell})
    hypotheses = find_stands(tracked, newcomer.cell, known, known.colours, stands, plain, mover=state.player)
    hypotheses = over_looks(hypotheses, before.seen if before is not None else ())
    if plain is None and not any(hypothesis.nats > PLAIN_NATS for hypothesis in hypotheses):
        plain = cut_out(tracked.layout, laid)
    is_new = best in newcomer.strange
    hidden = hidden_stands(tracked, newcomer.cell, known, state.player, is_new=is_new)
    candidates = []
    for reading, share in islice(readings, 3):
        turns = int(known.looks.art_turns[newcomer.laid[reading].look])
        has_garden = gardens(state, reading.face, odds)
        is_alike = reading == best or _is_shield_twin(reading, best)
        stood = weigh_stands(
            state, newcomer.cell, reading, has_garden, [*hypotheses, *hidden] if is_alike else [], before
        )
        candidates += [
            TileCandidate(reading, garden, turns, figure, share * part) for garden, figure, part in stood
        ]
    candidates.sort(key=lambda candidate: -candidate.share)
    arrival = ArrivedTile(
        best.face,
        best.turns,
        laid,
        candidates[0].stand,
        plain,
        known_readings,
        clearness,
        tuple(hypotheses),
        newcomer.seen if best in newcomer.strange else None,
        odds,
        before.told if before is not None and _is_kept(newcomer, before) else newcomer.told,
    )
    return arrival, candidates


def _is_kept(newcomer: NewTile, before: ArrivedTile) -> bool:
    """Tell whether a tile is known as it was seen before a figure came."""
    return newcomer.seen is not None and newcomer.seen is before.looks_so


def _clearest(
    layout: FrameLayout, newcomer: NewTile, before: ArrivedTile | None
) -> tuple[float, Mapping[Reading, float]]:
    """Give the readings of the clearest look at a tile: mostly the one before a figure came."""
    if before is None:
        return newcomer.clearness, newcomer.readings
    # Of two looks at a tile that figures partly hide, fewer hide it at the first.
    is_same = newcomer.clearness == UNCLEAR or _is_kept(newcomer, before)
    has_moved = apart(before.laid.place, newcomer.place) > NUDGE
    is_clearer = before.clearness < newcomer.clearness + (0.0 if is_same else CLEARER)
    if is_clearer or (has_moved and not lies_as_before(look_of(layout, newcomer.place).seen, before)):
        return newcomer.clearness, newcomer.readings
    kept = {reading: share for reading, share in before.readings.items() if reading in newcomer.laid}
    total = sum(kept.values())
    if total < WELL_KNOWN:
        return newcomer.clearness, newcomer.readings
    readings = {reading: share / total for reading, share in kept.items()}
    return before.clearness, weigh_again(readings, newcomer.readings) if has_moved else readings


def _is_shield_twin(reading: Reading, other: Reading) -> bool:
    """Tell whether two readings differ by a shield alone, so that a figure stands on both alike."""
    return reading.turns == other.turns and shield_twins().get(reading.face) == other.face


# --- turns -----------------------------------------------------------------------------------------


def _proposals(
    state: CarcassonneState, candidates: Sequence[tuple[Cell, Sequence[TileCandidate]]], recall: float
) -> tuple[Proposal[Move], ...]:
    """Combine the ways to read each newcomer to whole explanations, the likeliest first."""
    explained: list[tuple[tuple[Move, ...], float]] = []
    for choice in choices([found[:MOST_WAYS] for _, found in candidates]):
        read = [(cell, candidate) for (cell, _), candidate in zip(candidates, choice, strict=True)]
        others = sum(map(_is_anothers, _players(state), choice))
        share = float(np.prod([candidate.share for candidate in choice])) * OTHERS_FIGURE**others
        explained += [(moves, share * part) for moves, part in _recalled(state, read, recall).items()]
    return propose(explained)


def _recalled(
    state: CarcassonneState, read: Sequence[tuple[Cell, TileCandidate]], recall: float
) -> dict[tuple[Move, ...], float]:
    """Give the turns that were read, with and without an abbot taken back, each with its probability."""
    kept = tuple(_moves(state, read, recall=False))
    taken = tuple(_moves(state, read, recall=True)) if recall else kept
    if taken == kept:  # as it is where a figure was put instead
        return {kept: 1.0}
    return {moves: part for moves, part in ((taken, recall), (kept, 1 - recall)) if part}


def _moves(
    state: CarcassonneState, choice: Sequence[tuple[Cell, TileCandidate]], *, recall: bool
) -> Iterator[Move]:
    """Turn what was read into turns, each by the next player."""
    for cell, candidate in choice:
        move = _move(state, cell, candidate)
        if recall and move.meeple is None:
            move = replace(move, recall_abbot=True)
        yield move
        recall = False  # only the player whose turn it is can have taken the abbot back
        state = after(RULES, state, move)


def _move(state: CarcassonneState, cell: Cell, candidate: TileCandidate) -> TilePlacement:
    meeple = candidate.stand.meeple if candidate.stand is not None else None
    return TilePlacement(
        state.player, candidate.reading.face, candidate.turns, cell, meeple, candidate.garden
    )


# --- figures of the game ---------------------------------------------------------------------------


def standing(state: CarcassonneState, memory: CarcassonneTrackState | None) -> dict[Cell, TrackedFigure]:
    """Tell where the figures of the game stand: as they were seen, else well inside their segments."""
    seen = _remembered_stands(memory)
    stands = {}
    for figure in state.figures:
        cell, index = figure.part
        tile = state.land.tiles[cell]
        segment = tile.segments[index]
        x, y = turned_point(segment_spot(faces()[tile.face], index, tile.garden), tile.turns)
        usual = TrackedFigure(
            figure.player, Meeple(segment.feature, segment.sides[:1], figure.kind), (cell[0] + x, cell[1] + y)
        )
        stands[cell] = seen.get(cell, usual)._replace(colour=usual.colour, meeple=usual.meeple)
    return stands


def _remembered_stands(memory: CarcassonneTrackState | None) -> dict[Cell, TrackedFigure]:
    if memory is None:
        return {}
    arrived = {cell: tile.stand for cell, tile in memory.arrivals.items() if tile.stand is not None}
    return {**memory.stands, **arrived}


def _leftover(
    tracked: TileTracks,
    state: CarcassonneState,
    known: CarcassonneBoxModel,
    memory: CarcassonneTrackState | None,
) -> dict[Cell, TrackedFigure]:
    """Find the figures that the game has given back and that still stand on the table."""
    held = {figure.part[0] for figure in state.figures}
    return {
        cell: stand
        for cell, stand in _remembered_stands(memory).items()
        if cell in state.land.tiles and cell not in held and _is_there(tracked, known, cell, stand)
    }


def _is_there(tracked: TileTracks, known: CarcassonneBoxModel, cell: Cell, figure: TrackedFigure) -> bool:
    hypotheses = find_stands(tracked, cell, known, (figure.colour,), {})
    return any(hypothesis.nats > 0 for hypothesis in hypotheses)


def _abbot_gone_share(
    tracked: TileTracks,
    state: CarcassonneState,
    known: CarcassonneBoxModel,
    stands: Mapping[Cell, TrackedFigure],
) -> float:
    """Tell how surely the player whose turn it is has taken their abbot off the table, 0 to 1."""
    abbot = abbot_of(state, state.player) if state.options.abbot else None
    if abbot is None:
        return 0.0
    cell = abbot.part[0]
    if _is_there(tracked, known, cell, stands[cell]):
        return 0.0
    if not known.is_taught:
        return 1.0
    # What was learned from his own tile may show him, and then says nothing of him.
    return 0.0 if is_wood_at(tracked, cell, stands[cell]) else PERHAPS_GONE


def _piece(state: CarcassonneState, cell: Cell, figure: TrackedFigure) -> Piece:
    name, kind, where = (
        name_of(state, figure.colour),
        KINDS[figure.meeple.kind],
        on_feature(figure.meeple.feature),
    )
    says = sentence("{name}'s {kind} {where}", name=name, kind=kind, where=where)
    return Piece(figure.colour, figure.meeple.kind, cell, says)


# --- what is kept for the next look ----------------------------------------------------------------


def _remembered(
    tracked: TileTracks,
    state: CarcassonneState,
    arrivals: Mapping[Cell, ArrivedTile],
    stands: Mapping[Cell, TrackedFigure],
    hidden: Mapping[Cell, Floats],
    latest: LatestTile | None,
) -> CarcassonneTrackState:
    taken = {*state.land.tiles, *arrivals}
    near = {*state.land.frontier, *(there for cell in state.land.frontier for there in around(cell))}
    now = bare_patches(tracked.layout, cells_in_frame(tracked.layout, sorted(near - taken)))
    return CarcassonneTrackState(
        tracked.layout.homography, tracked.laid, {**now, **hidden}, stands, arrivals, latest
    )


def _quads(tracked: TileTracks, arrivals: Mapping[Cell, ArrivedTile]) -> dict[str, Quad]:
    every = {**tracked.laid, **{cell: tile.laid for cell, tile in arrivals.items()}}
    return {tile_spot(cell): quad_px(tracked.layout.homography, tile.place) for cell, tile in every.items()}
