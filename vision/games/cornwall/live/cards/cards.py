"""The cards of a game on the table: which there are, how they are named, and where they are found again."""

from collections.abc import Mapping

from scoring.game import Cell
from scoring.games.cornwall.drawing.pictures import tile_spot
from scoring.games.cornwall.engine.moves import Move, Opening, TriplePlacement
from scoring.games.cornwall.engine.state import CornwallState
from vision.follow.tracking import is_lost
from vision.games.cornwall.live.cards.arrivals import shift_near
from vision.games.cornwall.live.cards.relocation import locate
from vision.games.cornwall.live.cards.tracking import (
    CardTracks,
    FrameLattice,
    follow,
    lay_out,
    picture_of,
    refit,
)
from vision.games.cornwall.live.memory import CornwallTrackState, TrackedCard
from vision.games.cornwall.live.places import CardPose, Cells, ideal
from vision.reader import Image

OF_A_TILE = 3


def cards_of(state: CornwallState) -> dict[Cells, int]:
    """Give the cards of a game by their cells, each with its number, in the order they were laid."""
    cells: dict[int, list[Cell]] = {}
    for cell, number in state.tile_of.items():
        cells.setdefault(number, []).append(cell)
    return {tuple(sorted(every)): number for number, every in sorted(cells.items())}


def cells_of(move: Move) -> tuple[Cell, ...]:
    """Give the cells on which a turn lays a card; none where it lays none."""
    match move:
        case TriplePlacement():
            return move.cells
        case Opening():
            return tuple(cell for cell, _ in move.fields)
    return ()


def is_start(cells: Cells) -> bool:
    """Tell the start tile from the others."""
    return len(cells) > OF_A_TILE


def spot_of(state: CornwallState, cells: Cells) -> str:
    """Name a card as the game's picture does: by the cell of its first field."""
    return tile_spot({cell: state.fields[cell] for cell in cells})


def track(
    image: Image, state: CornwallState, memory: CornwallTrackState | None
) -> tuple[CornwallTrackState, CardTracks]:
    """Find the cards of the game again or, where most of them are not where they were, anew.

    Raises:
        NoTableError: They are not to be seen.
    """
    cards = cards_of(state)
    if memory is not None and memory.size_px == (image.shape[1], image.shape[0]):
        tracked = _followed(image, cards, memory)
        expected = cards or start_of(memory)
        seen = [cells for cells in remembered(memory) if cells in expected and cells not in tracked.gone]
        if expected and not is_lost(len(expected) - len(seen), len(expected)):
            return memory, tracked
    found = locate(image, state)
    if memory is not None:
        found = found._replace(lessons=memory.lessons, looks=memory.looks, habits=memory.habits)
    return found, _followed(image, cards, found)


def _followed(image: Image, cards: Mapping[Cells, int], memory: CornwallTrackState) -> CardTracks:
    """Follow every card that is remembered; one that was declared and never seen lies in its cells."""
    lattice, before = memory.lattice, remembered(memory)
    if set(cards) != set(memory.laid) and before:
        lattice, places = refit(lattice, {cells: card.place for cells, card in before.items()})
        before = {cells: card._replace(place=places[cells]) for cells, card in before.items()}
    layout = lay_out(image, lattice, (memory.bare.shape[1], memory.bare.shape[0]))
    at = {cells: card.place for cells, card in before.items()}
    unseen = {cells: shift_near(ideal(cells), at) for cells in cards if cells not in before}
    tracked = follow(layout, before)
    return tracked._replace(places={**unseen, **tracked.places})


def remembered(memory: CornwallTrackState) -> dict[Cells, TrackedCard]:
    """Give every card that was seen at the last look, confirmed or not."""
    arrived = {
        cells: TrackedCard(card.place, card.picture, card.plain) for cells, card in memory.arrivals.items()
    }
    return {**memory.laid, **arrived}


def start_of(memory: CornwallTrackState) -> list[Cells]:
    """Give the start tile that was seen at the last look, also where its turn was taken back since."""
    return [cells for cells in remembered(memory) if is_start(cells)]


def laid_now(
    tracked: CardTracks, memory: CornwallTrackState, cards: Mapping[Cells, int]
) -> dict[Cells, TrackedCard]:
    """Remember the cards of the game as they look now or, where they are gone, as they looked last."""
    before = remembered(memory)
    return {cells: _laid(tracked.layout, cells, tracked.places[cells], before.get(cells), tracked.gone)
            for cells in cards}  # fmt: skip


def _laid(
    layout: FrameLattice, cells: Cells, place: CardPose, before: TrackedCard | None, gone: tuple[Cells, ...]
) -> TrackedCard:
    if before is not None and cells in gone:
        return before
    return TrackedCard(place, picture_of(layout, cells, place), None if before is None else before.plain)
