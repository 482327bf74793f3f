"""A game of Cornish Smuggler followed at the table: what was done since the last look."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from scoring.game import Fault, Player
from scoring.games.smuggler import RULES
from scoring.games.smuggler.drawing.layout import SQUARE_MM
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import legal
from scoring.games.smuggler.engine.ledger import TRACK, WHEEL
from scoring.games.smuggler.engine.money import ways_to_pay
from scoring.games.smuggler.engine.state import SmugglerState, beginner
from scoring.games.smuggler.land.box import SmugglerBox, place_name
from scoring.games.smuggler.land.spots import cell_of, place_spot
from scoring.marks import Mark
from scoring.referee.observation import Proposal, Quad, Sight, find_discrepancies
from scoring.sentence import marked, sentence
from vision.follow.explanations import propose, shares
from vision.follow.turns import after, is_legal
from vision.games.smuggler.explaining import (
    SHOWN,
    TableCount,
    TableStory,
    corrected,
    count_expected,
    count_seen,
    differences,
    explain,
    plain,
)
from vision.games.smuggler.pieces import see_pieces
from vision.games.smuggler.registration import PX_PER_MM, MapPose, MapPrint, find_map, follow_map, learn_map
from vision.games.smuggler.spots import MapSpots, spots_of
from vision.geometry.homography import project
from vision.reader import Image

SOMETHING = marked("Something has changed on the board that no action explains.")
OTHERWISE = marked("At {place} other pieces stand or lie than the game has there.")
SILENT = tuple(face for face in m.ACTIONS if face not in SHOWN)
"""The actions that do not show."""
UNHEARD = 0.5
"""So sure at most is what was done that does not show: it is asked."""
FILLS = 0.5
"""The share of a square of goods that a peg covers as it is seen."""


class MapBoxModel(NamedTuple):
    """What is known of a box before its game begins.

    Attributes:
        board: (h, w, 3) the bare board, cut to its edges.
        players: Their colours, in turn order.
    """

    board: Image
    players: tuple[Player, ...]


class KnownTable(NamedTuple):
    """A look at a time when it was known what stood there."""

    seen: TableCount
    known: TableCount


class MapTrackState(NamedTuple):
    """What is remembered from one look to the next.

    Attributes:
        board: The board's picture, ready to be found.
        spots: Where something may be on it.
        pose: Where it lay.
        reference: The last look at which all that stood there was known; None before the first.
        seen: What was seen at the last look.
        state: The game as it was then.
        pending: What was told then to have been done.
        is_puzzling: Whether nothing explained it.
        dismissed: What players have said was not done, as long as all looks as it did then.
    """

    board: MapPrint
    spots: MapSpots
    pose: MapPose
    reference: KnownTable | None
    seen: TableCount
    state: SmugglerState
    pending: tuple[m.Move, ...] = ()
    is_puzzling: bool = False
    dismissed: tuple[m.Move, ...] = ()


def look(
    image: Image,
    known: MapBoxModel,
    state: SmugglerState,
    memory: MapTrackState | None,
    visits: int = 0,
) -> tuple[Sight[m.Move], MapTrackState | None]:
    """Compare a still table with the confirmed game; see ``vision.live.LiveReader.look``."""
    if not state.box.places:  # nobody has told yet which box it is
        return Sight((Proposal((), 1.0),)), None
    before = memory
    memory = _seen(image, known, state, memory)
    quads = _quads(memory)
    if beginner(state):
        return Sight((Proposal((), 1.0),), quads_px=quads, fills=FILLS), memory._replace(reference=None)
    due = count_expected(state)
    if before is not None and differences(before.seen, memory.seen):
        memory = memory._replace(dismissed=())
    if before is not None and before.reference is not None and not _is_followed(before, due):
        memory = _told_otherwise(before, memory, state)
    counted = _counted(memory)
    is_right = not differences(due, counted)
    stories = explain(state, counted)
    dismissed = {plain(state, move) for move in memory.dismissed}
    told = [story for story in stories if dismissed.isdisjoint(plain(state, each) for each in story.moves)]
    if is_right or (memory.reference is None and not stories):
        memory = memory._replace(reference=KnownTable(memory.seen, due))
    is_puzzling = not is_right and not stories and before is not None and before.reference is not None
    proposals = _proposals(state, told)
    memory = memory._replace(pending=proposals[0].moves, is_puzzling=is_puzzling)
    sight = Sight(
        proposals,
        doubts=(sentence(SOMETHING),) if is_puzzling and before is not None and before.is_puzzling else (),
        quads_px=quads,
        fills=FILLS,
        remarks=find_discrepancies(state, _marks(before, memory), RULES) if is_right else (),
    )
    return sight, memory


def _seen(
    image: Image, known: MapBoxModel, state: SmugglerState, memory: MapTrackState | None
) -> MapTrackState:
    """Look where the board lies, and what is on it."""
    spots = spots_of(state.box)
    if memory is None or memory.spots.size_mm != spots.size_mm:
        board = learn_map(known.board, spots.size_mm)
        pose = find_map(board, image)
    else:
        board, pose = memory.board, follow_map(memory.board, image, memory.pose)
    seen = count_seen(see_pieces(board, image, pose, spots, known.players))
    if memory is None:
        return MapTrackState(board, spots, pose, None, seen, state)
    return memory._replace(board=board, spots=spots, pose=pose, seen=seen, state=state)


def _counted(memory: MapTrackState) -> TableCount:
    reference = memory.reference
    return memory.seen if reference is None else corrected(memory.seen, reference.seen, reference.known)


def _is_followed(before: MapTrackState, due: TableCount) -> bool:
    """Tell whether the game has gone on as was told at the last look, as far as that shows."""
    told = accumulate(before.pending, partial(after, RULES), initial=before.state)
    return any(count_expected(each) == due for each in told)


def _told_otherwise(before: MapTrackState, memory: MapTrackState, state: SmugglerState) -> MapTrackState:
    """Take it that what players said lay there at the last look, or does by now, whichever fits better.

    What was told to have been done after it still was.
    """
    later = state
    for move in _still_pending(before, state):
        later = after(RULES, later, move) if is_legal(RULES, later, move) else later
    then = memory._replace(reference=KnownTable(before.seen, count_expected(later)))
    due = count_expected(state)
    return min((then, memory), key=lambda each: differences(due, _counted(each)))


def _still_pending(before: MapTrackState, state: SmugglerState) -> tuple[m.Move, ...]:
    """Leave of what was told what came after that for which players said something else.

    That was done where the game was, before it, most like it is now: fewest players have another household.
    """
    told = [*accumulate(before.pending, partial(after, RULES), initial=before.state)]
    apart = [sum(each.households[player] != now for player, now in state.households.items()) for each in told]
    return before.pending[apart.index(min(apart)) + 1 :]


def _proposals(state: SmugglerState, stories: Sequence[TableStory]) -> tuple[Proposal[m.Move], ...]:
    """Propose stories with each way in which their first action may have been done."""
    if not stories:
        return propose([])
    told = shares({at: story.log_odds for at, story in enumerate(stories)})
    return propose(
        (moves, told[at] * share)
        for at, story in enumerate(stories)
        for moves, share in _ways_to_tell(state, story)
    )


def _ways_to_tell(state: SmugglerState, story: TableStory) -> Iterator[tuple[tuple[m.Move, ...], float]]:
    """Give what does not show of a story, in every way it may be: what was paid with, or done unseen."""
    if story.skipped:
        first, *rest = story.skipped
        silent = [move for face in reversed(SILENT) for move in legal(state, face)] or [m.Pass(first)]
        later = (*map(m.Pass, rest), *story.moves)
        yield from (((move, *later), UNHEARD / len(silent)) for move in silent)
        return
    first_move, *moves = story.moves
    ways = [way for way in _paid(state, first_move) if is_legal(RULES, state, way)] or [first_move]
    yield from (((way, *moves), 1 / len(ways)) for way in ways)


def _paid(state: SmugglerState, move: m.Move) -> Iterator[m.Move]:
    """Give a move with every currency that may pay for it."""
    currencies = ways_to_pay(state, move)
    if not currencies:
        yield move
    yield from (replace(move, pays=pays) for pays in currencies)


def _marks(before: MapTrackState | None, memory: MapTrackState) -> Iterator[Mark]:
    """Tell where the two markers stand, as far as they stood there at the last look as well."""
    for name in (WHEEL, TRACK):
        stands = getattr(memory.seen, name)
        if stands is not None and before is not None and getattr(before.seen, name) == stands:
            yield Mark(name, "", stands)


def _quads(memory: MapTrackState) -> Mapping[str, Quad]:
    """Give where every place of the map lies in the frame, as large as a square of goods."""
    half = SQUARE_MM / 2
    around = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return {
        place_spot(memory.state.box, place): tuple(
            (float(x), float(y)) for x, y in project(memory.pose.homography, (around + at) * PX_PER_MM - 0.5)
        )
        for place, at in memory.spots.places.items()
    }


def compare(
    image: Image, known: MapBoxModel, state: SmugglerState, memory: MapTrackState | None
) -> tuple[Fault, ...]:
    """Look at the whole board anew, and say where it is otherwise; see ``vision.live.LiveReader``."""
    if not state.box.places:
        return ()
    memory = _seen(image, known, state, memory)
    due, counted = count_expected(state), _counted(memory)
    return tuple(
        Fault("table_differs", (cell_of(state.box, place),), _say_otherwise(state.box, place))
        for place in memory.spots.places
        if differences(_at(due, place), _at(counted, place))
    )


def _say_otherwise(box: SmugglerBox, place: str) -> str:
    return sentence(OTHERWISE, place=place_name(box, place))


def _at(count: TableCount, place: str) -> TableCount:
    """Leave what is at one place."""
    return TableCount(
        {key: number for key, number in count.pegs.items() if key[1] == place},
        {player: spot for player, spot in count.ships.items() if spot == place},
        {spot: squares for spot, squares in count.goods.items() if spot == place},
        None,
        None,
    )
