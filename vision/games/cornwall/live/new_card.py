"""Cards that have come, looked at one after the other: where each lies, what it shows, what stands on it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from scoring.games.cornwall import RULES
from scoring.games.cornwall.engine.moves import Move
from scoring.games.cornwall.engine.state import CornwallState
from vision.follow.turns import after
from vision.games.cornwall.live.beside.payments import Paid
from vision.games.cornwall.live.beside.pub import Bought
from vision.games.cornwall.live.cards.arrivals import Cover, laid_where
from vision.games.cornwall.live.cards.cards import is_start
from vision.games.cornwall.live.cards.fields import CardReading, clearness, fields_of_card
from vision.games.cornwall.live.cards.tracking import NUDGE_MM, CardTracks, picture_of
from vision.games.cornwall.live.figures.bare_tiles import bared
from vision.games.cornwall.live.figures.positions import (
    CardPieces,
    find_stands,
    is_same,
    over_looks,
    plain_of,
)
from vision.games.cornwall.live.memory import ArrivedCard, CornwallBoxModel, CornwallTrackState
from vision.games.cornwall.live.places import CardPose, Cells, apart_mm
from vision.games.cornwall.live.ranking import weigh
from vision.games.cornwall.live.start_tile import openings
from vision.image.colour import Floats
from vision.reader import Image

CLEARER = 0.02
"""An earlier look at a card counts where it was surer by this."""
CLEAR = 0.97
"""A card that was read as surely as this, and has not slid, is not read again."""
COVERED = 0.15
"""So much less a look is worth at a card on which a figure stands."""

Way = tuple[Move, float]
"""A turn and its probability."""


class Read(NamedTuple):
    """All that has come, read in one way to lay tiles over it.

    Attributes:
        share: How likely tiles lie so.
        arrivals: What is to be remembered of each.
        ways: The ways to read each, in the order in which they came, the likeliest first.
    """

    share: float
    arrivals: Mapping[Cells, ArrivedCard]
    ways: tuple[tuple[Way, ...], ...]


class ReadingContext(NamedTuple):
    """Everything that is known when cards that have come are read.

    Attributes:
        changed: From ``bare.changed_pixels``.
        guests: What the pub showed.
        coins: What was seen of the coins; None where nothing was.
    """

    tracked: CardTracks
    known: CornwallBoxModel
    state: CornwallState
    memory: CornwallTrackState
    changed: Floats
    guests: Bought
    coins: Paid | None = None


def read_cover(table: ReadingContext, cover: Cover, share: float) -> Read:
    """Read the cards of a cover one after the other, each in the game as those before it leave it.

    Args:
        cover: Which cells tiles lie on; the start tile, where it is not confirmed, comes before them.
        share: How likely they lie so.
    """
    came, state = [*table.memory.laid, *table.memory.arrivals], table.state
    start = [cells for cells in came if is_start(cells) and not state.fields]
    order = sorted(cover.cards, key=lambda cells: came.index(cells) if cells in came else len(came))
    arrivals: dict[Cells, ArrivedCard] = {}
    ways: list[tuple[Way, ...]] = []
    every = [*start, *order]
    for cells in every:
        arrivals[cells] = _met(table, cells, arrivals)
        coins = table.coins if cells == every[0] else None  # of the next one they have not been seen to yet
        if coins is not None and len(every) > 1:
            coins = coins._replace(is_over=True)
        found = _ways(state, arrivals[cells], cells, table.guests, coins)
        ways.append(found)
        state = after(RULES, state, found[0][0])
    return Read(share, arrivals, tuple(ways))


def _ways(
    state: CornwallState, arrival: ArrivedCard, cells: Cells, guests: Bought, coins: Paid | None
) -> tuple[Way, ...]:
    if is_start(cells):
        return tuple(openings(state, arrival.fields))
    return tuple(weigh(state, arrival.fields, arrival.now, arrival.gone, guests, coins))


def _met(table: ReadingContext, cells: Cells, others: Mapping[Cells, ArrivedCard]) -> ArrivedCard:
    """Look at a card that has come."""
    tracked, memory = table.tracked, table.memory
    is_followed = cells in tracked.places and cells not in tracked.gone  # also where its turn was taken back
    before = memory.arrivals.get(cells) if is_followed else None
    place = tracked.places[cells] if is_followed else _place(table, cells, others)
    if before is not None and apart_mm(before.place, place) > NUDGE_MM:
        before = before._replace(clearness=0.0)
    layout = tracked.layout
    shown = _shown(table, cells, place, before)
    plain, sighting = before.plain if before is not None else None, CardPieces(())
    if not is_start(cells):
        compared = _bared(table, cells, place, shown, others) if plain is None else plain
        sighting = find_stands(layout, cells, place, table.known.colours, compared, memory.habits)
        plain = compared if sighting.figures else plain
    if plain is None and not sighting.figures:
        plain = plain_of(layout, cells, place)
    seen = (*before.now, *before.gone) if before is not None else ()
    now = over_looks(sighting.figures, seen)
    lost = [piece for piece in seen if not any(is_same(piece, each) for each in now)]
    now = (*now, *(piece for piece in lost if sighting.hides(piece)))
    gone = tuple(piece for piece in lost if piece not in now)
    sure = clearness(shown.fields) - COVERED * bool(now)
    if before is not None and before.clearness > sure - CLEARER:
        shown, sure = CardReading(dict(before.fields), before.patches), before.clearness
    picture = picture_of(layout, cells, place)
    return ArrivedCard(place, picture, shown.fields, shown.patches, sure, plain, now, gone)


def _bared(
    table: ReadingContext,
    cells: Cells,
    place: CardPose,
    shown: CardReading,
    others: Mapping[Cells, ArrivedCard],
) -> Image | None:
    """Show a card as it would be seen without figures; None where it is not surely a learned one."""
    if shown.match is None:
        return None
    poses = {**table.tracked.places, **{card: each.place for card, each in others.items()}}
    beside = {card: there for card, there in poses.items() if card != cells}
    return bared(table.tracked.layout, cells, place, table.memory.bare, beside, shown.match)


def _place(table: ReadingContext, cells: Cells, others: Mapping[Cells, ArrivedCard]) -> CardPose:
    near = {card: place for card, place in table.tracked.places.items() if card != cells}
    return laid_where(
        table.tracked.layout,
        cells,
        table.changed,
        {**near, **{card: each.place for card, each in others.items()}},
    )


def _shown(table: ReadingContext, cells: Cells, place: CardPose, before: ArrivedCard | None) -> CardReading:
    """Read the fields of a card, unless they have been read surely."""
    if before is not None and before.clearness > CLEAR:
        return CardReading(dict(before.fields), before.patches)
    return fields_of_card(table.tracked.layout, cells, place, table.memory.looks, table.known.prints)


def shares_of(covers: Sequence[Cover]) -> list[float]:
    """Give how likely each way to lay tiles is, in all 1."""
    whole = np.logaddexp.reduce([cover.nats for cover in covers])
    return [float(np.exp(cover.nats - whole)) for cover in covers]
