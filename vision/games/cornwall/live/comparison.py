"""Looking at the whole board once more at the end, and saying every difference from the game."""

from collections.abc import Iterator

from scoring.game import Cell, Fault
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.words import ON, TERRAINS
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence
from vision.follow.explanations import added
from vision.games.cornwall.classify.odds import Odds
from vision.games.cornwall.live.cards.cards import cards_of, track
from vision.games.cornwall.live.cards.fields import fields_of_card
from vision.games.cornwall.live.cards.tracking import CardTracks
from vision.games.cornwall.live.figures.positions import find_stands
from vision.games.cornwall.live.memory import CornwallBoxModel, CornwallTrackState, TrackedPiece, plain_at
from vision.games.cornwall.live.observation import standing
from vision.reader import Image

SURE = 0.995
"""What looks otherwise than recorded must be this sure before it is worth a question."""
THERE = 0.9
"""A figure seen with more confidence is there."""


def compare(
    image: Image, known: CornwallBoxModel, state: CornwallState, memory: CornwallTrackState | None
) -> tuple[Fault, ...]:
    """Read the whole board anew and list every difference; see ``vision.live.LiveReader.compare``."""
    memory, tracked = track(image, state, memory)
    stands = standing(state, memory)
    return (
        *_gone(tracked, state),
        *_other_fields(tracked, known, state, memory, stands),
        *_figures(tracked, known, state, memory, stands),
    )


def _gone(tracked: CardTracks, state: CornwallState) -> Iterator[Fault]:
    for cells in cards_of(state):
        if cells in tracked.gone:
            yield Fault("tile_is_gone", cells, sentence("A tile is no longer on the table."))


def _other_fields(
    tracked: CardTracks,
    known: CornwallBoxModel,
    state: CornwallState,
    memory: CornwallTrackState,
    stands: dict[Cell, TrackedPiece],
) -> Iterator[Fault]:
    for cells in cards_of(state):
        if cells in tracked.gone:
            continue
        place = tracked.places[cells]
        told = fields_of_card(tracked.layout, cells, place, memory.looks, known.prints)
        for cell, odds in told.fields.items():
            other = _other_terrain(odds, state.fields[cell].terrain)
            if other and cell not in stands:
                words = marked("A field looks like {terrain}, and {recorded} was recorded.")
                recorded = TERRAINS[state.fields[cell].terrain]
                says = sentence(words, terrain=TERRAINS[other], recorded=recorded)
                yield Fault("other_terrain", (cell,), says)


def _other_terrain(odds: Odds, recorded: str) -> str:
    """Name the terrain that a field surely is, where that is not the one on record."""
    shares = added((field.terrain, share) for field, share in odds.items())
    best = max(shares, key=lambda each: shares[each])
    return best if best != recorded and shares[best] > SURE else ""


def _figures(
    tracked: CardTracks,
    known: CornwallBoxModel,
    state: CornwallState,
    memory: CornwallTrackState,
    stands: dict[Cell, TrackedPiece],
) -> Iterator[Fault]:
    for cells in cards_of(state):
        if cells in tracked.gone:
            continue
        plain = plain_at(memory, cells)
        at = tracked.places[cells]
        sighting = find_stands(tracked.layout, cells, at, known.colours, plain, memory.habits)
        now = sighting.figures
        for piece in now:
            if piece.confidence > THERE and piece.cell not in stands:
                words = marked("{name} has a figure {where} that was not recorded.")
                where = ON[state.fields[piece.cell].terrain]
                says = sentence(words, name=name_of(state, piece.colour), where=where)
                yield Fault("figure_not_recorded", (piece.cell,), says)
        lost = {cell for cell in cells if cell in stands and not sighting.hides(stands[cell])}
        lost -= {each.cell for each in now}
        if lost:
            # It may have stood there already when the card was seen first, and so is no change.
            lost -= {
                figure.cell
                for figure in find_stands(tracked.layout, cells, tracked.places[cells], known.colours).figures
            }
        for cell in cells:
            if cell in lost:
                words = marked("{name}'s figure {where} is not to be seen.")
                where = ON[state.fields[cell].terrain]
                says = sentence(words, name=name_of(state, stands[cell].colour), where=where)
                yield Fault("figure_is_gone", (cell,), says)
