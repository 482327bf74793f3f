"""Looking at the whole board once more at the end, and saying every difference from the game."""

from collections.abc import Callable, Collection, Iterator, Mapping

from scoring.game import Cell, Fault
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.words import ON, TERRAINS
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence
from vision.follow.explanations import added
from vision.games.cornwall.classify.odds import Odds
from vision.games.cornwall.live.cards.cards import cards_of, track
from vision.games.cornwall.live.cards.fields import fields_of_card
from vision.games.cornwall.live.figures.positions import CardPieces, find_stands
from vision.games.cornwall.live.memory import CornwallBoxModel, CornwallTrackState, TrackedPiece, plain_at
from vision.games.cornwall.live.observation import standing
from vision.games.cornwall.live.places import Cells
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
    stands, layout = standing(state, memory), tracked.layout
    gone = [cells for cells in cards_of(state) if cells in tracked.gone]
    lying = {cells: tracked.places[cells] for cells in cards_of(state) if cells not in tracked.gone}
    told = [
        fields_of_card(layout, cells, place, memory.looks, known.prints) for cells, place in lying.items()
    ]

    def pieces_on(cells: Cells, plain: Image | None) -> CardPieces:
        return find_stands(layout, cells, lying[cells], known.colours, plain, memory.habits)

    return (
        *(Fault("tile_is_gone", cells, sentence("A tile is no longer on the table.")) for cells in gone),
        *(fault for card in told for fault in _other_fields(card.fields, state, stands)),
        *(fault for cells in lying for fault in _figures(cells, state, stands, memory, pieces_on)),
    )


def _other_fields(
    fields: Mapping[Cell, Odds], state: CornwallState, stands: Collection[Cell]
) -> Iterator[Fault]:
    for cell, odds in fields.items():
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
    cells: Cells,
    state: CornwallState,
    stands: Mapping[Cell, TrackedPiece],
    memory: CornwallTrackState,
    pieces_on: Callable[[Cells, Image | None], CardPieces],
) -> Iterator[Fault]:
    sighting = pieces_on(cells, plain_at(memory, cells))
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
        lost -= {figure.cell for figure in pieces_on(cells, None).figures}
    for cell in cells:
        if cell in lost:
            words = marked("{name}'s figure {where} is not to be seen.")
            where = ON[state.fields[cell].terrain]
            says = sentence(words, name=name_of(state, stands[cell].colour), where=where)
            yield Fault("figure_is_gone", (cell,), says)
