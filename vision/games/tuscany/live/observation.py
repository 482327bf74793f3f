"""What the table shows beyond the game: the set-up, turns, and what else has changed."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate, islice

import numpy as np

from scoring.game import Fault, Player
from scoring.games.tuscany import RULES
from scoring.games.tuscany.drawing.components import read_yield
from scoring.games.tuscany.engine.moves import ActionTurn, Move
from scoring.games.tuscany.engine.state import TuscanyState, faces_of
from scoring.referee.observation import REMARK, Proposal, Quad, Sight, find_discrepancies
from scoring.sentence import marked, sentence
from scoring.spots import read_spot, tile_spot
from vision.follow.bare import changed_pixels
from vision.follow.explanations import added, propose, shares
from vision.follow.turns import after, after_all
from vision.games.tuscany.classify.colours import FieldColours
from vision.games.tuscany.live.lessons import display_of, displayed, lessons_after, taught
from vision.games.tuscany.live.marks import (
    kinds_seen,
    other_marks,
    see_marks,
    settled_heaps,
    spare_things,
    unset_heaps,
    with_bare_marks,
)
from vision.games.tuscany.live.memory import (
    PendingTurns,
    Reaches,
    TrackedSpot,
    TuscanyBoxModel,
    TuscanyTrackState,
    Whose,
)
from vision.games.tuscany.live.opening import began, light_of, opened, small_of
from vision.games.tuscany.live.seeing import look_at, see
from vision.games.tuscany.live.sighting import (
    BARE,
    DISPLAY_SPOTS,
    TableSight,
    as_steady,
    best,
    brought,
    laid_out,
    misread,
)
from vision.games.tuscany.live.stories import (
    UNREAD,
    Story,
    brings_farm,
    draws_in,
    grows_to,
    hides_what_came,
    is_draw,
    is_unread,
    settled,
    undrawn,
)
from vision.games.tuscany.live.tracking import followed, looked
from vision.games.tuscany.live.turns import UNEXPLAINED, WORTH, explain
from vision.games.tuscany.live.yields import see_card, tops_after
from vision.geometry.homography import project
from vision.reader import Image
from vision.watch.motion import Mask, count_visits

SOMETHING = marked("Something has changed on the table that no turn explains.")
NO_DISPLAY = marked("The display is not seen whole: enter what lies in it.")
FILLS = 0.75
"""The share of the square around it that a tile covers."""
IDLE = 2e-5
"""Where no more of the frame than this share has changed, a hand has changed nothing: by
``training 1 17 idle`` of this game no pixel had after 73 draws, and 8 or more of 186,624 after 248 others."""
POOR = -6.0
"""Where the likeliest turns leave so much to explain, in nats, a turn is under way, or something is wrong.
A choice, fitted to nothing: less than one place that is surely otherwise, ``LEAST``."""
CARRIAGE = "beige"
MOST_WAYS = 3
"""So many other ways to tell a look are remembered: a choice for the sake of time, fitted to nothing."""


def look(
    image: Image,
    known: TuscanyBoxModel,
    state: TuscanyState,
    memory: TuscanyTrackState | None,
    visits: Sequence[Mask] = (),
) -> tuple[Sight[Move], TuscanyTrackState]:
    """Compare a still table with the confirmed game; see ``vision.live.LiveReader.look``."""
    fields: Mapping[Player, FieldColours] = {}
    slid: list[str] = []
    if memory is None or _is_begun_anew(state, memory):
        memory, fields = began(image, known, state)
    else:
        boards, slid = followed(image, memory.boards)
        memory = memory._replace(boards=boards)
    memory = memory._replace(lessons=lessons_after(image, known, state, memory))
    known = taught(known, memory.lessons.values())
    memory = memory._replace(light=light_of(image, known.tiles, memory.boards, memory.spots, memory.light))
    begun = [Proposal[Move]((), 1.0)]
    if not state.is_set_up:
        proposals, shown = opened(image, known, state, memory, fields)
        displays = {tuple(sorted(shown)): shown}
        memory = memory._replace(displays=displays, shown=displayed(image, known, memory, shown))
        begun, before = [*proposals], state
        state = after_all(RULES, state, proposals[0].moves)
        if fields or not state.is_set_up:
            memory = with_bare_marks(image, memory, state)
            is_all_but_display = all(realm.covered and realm.tokens for realm in state.realms.values())
            doubts = (sentence(NO_DISPLAY),) * (bool(visits) and is_all_but_display and not state.display)
            return Sight(proposals, doubts=doubts, quads_px=_quads(memory, before), fills=FILLS), memory
    memory = with_bare_marks(image, memory, state)
    sight, memory = _turns(image, known, state, memory, begun, visits)
    return sight._replace(nudged=tuple(sorted(slid))), memory


def _turns(
    image: Image,
    known: TuscanyBoxModel,
    state: TuscanyState,
    memory: TuscanyTrackState,
    ways: Sequence[Proposal[Move]],
    visits: Sequence[Mask],
) -> tuple[Sight[Move], TuscanyTrackState]:
    """Tell the turns that come after a state that may just have begun, and what else lies otherwise.

    Args:
        ways: To read what was done before the first turn; the state is the one after the first of them.
    """
    before, (begun, *others) = memory, ways
    seen = look_at(image, known, memory, state)
    sight = as_steady(see(seen, state), memory.steady)
    small = small_of(image)
    pending, confirmed = pending_since(state, memory)
    if confirmed == () and memory.state not in (None, state):
        pending, steady = retold(state, memory, sight)
        sight = as_steady(sight, steady)
        memory = memory._replace(steady={**memory.steady, **steady})
    if confirmed is None or _may_turn_cards(state, sight):
        card, place = see_card(image, small, known, memory)
        sight, memory = sight._replace(card=card), memory._replace(card=place)
    memory = memory._replace(tops=tops_after(memory.tops, sight.card, confirmed))
    sight = sight._replace(turned=memory.tops[1:])
    memory = see_marks(image, memory)
    cards = tuple(dict.fromkeys(map(read_yield, known.cards.faces)))
    heaps = settled_heaps(memory, state)
    sight = sight._replace(heaps=heaps, kinds=kinds_seen(memory), steps=memory.steps, cards=cards)
    display = _display(state, sight, memory)
    is_idle, last = bool(visits) and _is_unchanged(small, before, memory), before.reaches.last
    is_at_heap = False
    if is_idle and last is not None:
        unset = unset_heaps(memory, after_all(RULES, state, pending[0].moves), last.player)
        is_at_heap = any(count_visits(visits, quad / image.shape[1::-1]) for quad in unset)
    reaches = reaches_after(before.reaches, confirmed, is_idle=is_idle, is_at_heap=is_at_heap)
    changed = {whose for whose, what in _changed_heaps(before, memory) if what == "marble"}
    reaches = reaches._replace(marbles={**reaches.marbles, **dict.fromkeys(changed, reaches.since)})
    stories = [
        story
        for story in explain(state, display, sight, reaches, pending)
        if not any(move in memory.dismissed for move in story.moves)
    ]
    known_heaps = {whose: count for whose, count in heaps.items() if whose[1] in sight.kinds}
    is_another = memory.last is None or not np.array_equal(small, memory.last)
    told, is_puzzling = proposals_of(stories, known_heaps, is_doubted=before.is_puzzling and is_another)
    moves = told[0].moves
    odd = misread(sight, stories[0].state, stories[0].display) if is_puzzling else {}
    wrong = wrongly_seen(odd, before, state, confirmed)
    is_puzzling = is_puzzling and not (odd and wrong == odd)
    is_doubted = is_puzzling and before.is_puzzling and is_another
    states = (*accumulate(moves, partial(after, RULES), initial=state),)
    memory = memory._replace(
        spots=seen.spots,
        boards=looked(image, memory.boards),
        displays=_displays(stories),
        reaches=_since(reaches, moves),
        last=small,
        shown=displayed(image, known, memory, stories[0].display if stories else display),
        is_puzzling=is_puzzling,
        doubted=odd if is_doubted else before.doubted if not is_another else {},
        steady={**memory.steady, **wrong},
        pending=_kept(stories, moves),
        state=state,
        spare=spare_things(memory, states),
    )
    sight_of_it = Sight(
        (
            *(Proposal((*begun.moves, *each.moves), begun.confidence * each.confidence) for each in told),
            *others,
        ),
        doubts=(sentence(SOMETHING),) if is_doubted else (),
        quads_px=_quads(memory, state),
        fills=FILLS,
        remarks=() if begun.moves else find_discrepancies(state, other_marks(before, memory, states), RULES),
    )
    return sight_of_it, memory


def _is_begun_anew(state: TuscanyState, memory: TuscanyTrackState) -> bool:
    """Tell whether regions are still to be read, or were told by cells that were not read."""
    fields = [tile_spot(cell, player) for player, realm in state.realms.items() for cell in realm.fields]
    is_read = state.is_set_up or all(realm.fields for realm in state.realms.values())
    return not is_read or not memory.spots.keys() >= {*fields}


def _may_turn_cards(state: TuscanyState, sight: TableSight) -> bool:
    """Tell whether a carriage may have come."""
    return any(
        best(sight.places[tile_spot(cell, player)]) != BARE
        for player, realm in state.realms.items()
        for cell, colour in realm.fields.items()
        if colour == CARRIAGE and cell not in realm.covered and tile_spot(cell, player) in sight.places
    )


def pending_since(
    state: TuscanyState, memory: TuscanyTrackState
) -> tuple[tuple[PendingTurns, ...], tuple[Move, ...] | None]:
    """Part the turns told at the last look into those left and those confirmed since; None for others.

    Where players have set right what came before, all are left.
    """
    if memory.state is None or memory.state is state:
        return memory.pending, ()
    left, confirmed = list[PendingTurns](), None
    for moves, displays in memory.pending:
        found = _confirmed_of(moves, memory.state, state)
        if found is not None:
            confirmed = moves[:found] if confirmed is None else confirmed
            left.append(PendingTurns(moves[found:], displays[found:]))
    if confirmed is None and memory.state.turns == state.turns:
        return memory.pending, ()
    return tuple(dict.fromkeys(left)) or (PendingTurns(),), confirmed


def retold(
    state: TuscanyState, memory: TuscanyTrackState, sight: TableSight
) -> tuple[tuple[PendingTurns, ...], dict[str, tuple[str, str]]]:
    """Tell turns that are not confirmed again, now that players have set right what came before them.

    Returns:
        The turns, with what lies in the display after each by the game; and the places that look otherwise
        than was set right, as ``TuscanyTrackState.steady`` has them, since players know.
    """
    before = memory.state or state
    pending = tuple(_laid_anew(state, each, sight) for each in memory.pending)
    moves = pending[0].moves
    (was, lay), (now, lies) = (
        (after_all(RULES, then, moves), (_display(then, sight, memory), *each.displays)[-1])
        for then, each in ((before, memory.pending[0]), (state, pending[0]))
    )
    moved = {spot for spot, old, new in zip(DISPLAY_SPOTS, lay, lies, strict=True) if old != new}
    is_new = brought(was, now) | moved
    return pending, {spot: odd for spot, odd in misread(sight, now, lies).items() if spot in is_new}


def _laid_anew(state: TuscanyState, told: PendingTurns, sight: TableSight) -> PendingTurns:
    """Tell what lies in the display after each of some turns, where that is something else now."""
    states = islice(accumulate(told.moves, partial(after, RULES), initial=state), 1, None)
    displays = (
        lay if sorted(lay) == sorted(faces_of(then)) else laid_out(then, sight)
        for then, lay in zip(states, told.displays, strict=True)
    )
    return told._replace(displays=tuple(displays))


def _confirmed_of(moves: tuple[Move, ...], before: TuscanyState, state: TuscanyState) -> int | None:
    """Tell how many of some turns have made a game what it is; None where it is another."""
    found, then = 0 if before == state else None, before
    for number, move in enumerate(moves, start=1):
        then = after(RULES, then, move)
        if then == state or _is_answered(move, then, state):
            found, then = number, state
    return found


def _is_answered(move: Move, then: TuscanyState, state: TuscanyState) -> bool:
    """Tell whether a game is the one after a turn of which players have told more, such as how it was paid.

    What a yield card has brought lies there as well, but was not known where nobody had read the card.
    """
    is_laid = isinstance(move, ActionTurn) and not is_draw(move)
    return is_laid and _lies(then, is_unread=is_unread(move)) == _lies(state, is_unread=is_unread(move))


def _lies(state: TuscanyState, *, is_unread: bool) -> tuple[object, ...]:
    realms = state.realms.values()
    return state.turns, *((each.covered, is_unread or (each.store, each.marble)) for each in realms)


def wrongly_seen(
    odd: Mapping[str, tuple[str, str]],
    before: TuscanyTrackState,
    state: TuscanyState,
    confirmed: Sequence[Move] | None,
) -> dict[str, tuple[str, str]]:
    """Choose the places that are misread, and will be again, of those that no turn explains.

    All are, once players have set the game right. Where they have confirmed turns, it is what those brought,
    and what they were asked about and have confirmed past.

    Args:
        odd: What places should hold, and what they look like.
    """
    if confirmed == ():
        return {}
    new = brought(before.state, state)
    return {
        spot: each
        for spot, each in odd.items()
        if confirmed is None or spot in new or before.doubted.get(spot) == each
    }


def _kept(stories: Sequence[Story], moves: tuple[Move, ...]) -> tuple[PendingTurns, ...]:
    """Give turns that were told, and those still under way, with what lay in the display after each.

    Then others that may have been played instead, the likeliest first.
    """
    told = (PendingTurns(each.moves, each.displays) for each in stories if each.moves[: len(moves)] == moves)
    likely = (story for story in stories if story.log_odds > stories[0].log_odds - WORTH)
    ways = (PendingTurns(each.moves, each.displays) for each in likely)
    first = next(told, PendingTurns())
    return (first, *islice((each for each in dict.fromkeys(ways) if each.moves != first.moves), MOST_WAYS))


def _changed_heaps(before: TuscanyTrackState, memory: TuscanyTrackState) -> set[Whose]:
    """Name the heaps that have become more or fewer since the last look."""
    return {whose for whose, heap in memory.heaps.items() if before.heaps[whose].things != heap.things}


def _is_unchanged(small: Image, before: TuscanyTrackState, memory: TuscanyTrackState) -> bool:
    """Tell whether all looks as at the last look: a marker or a thing on a heap is small in a small frame."""
    if before.last is None or before.steps != memory.steps or _changed_heaps(before, memory):
        return False
    return float((changed_pixels(small, before.last, ()) > 0).mean()) < IDLE


def reaches_after(
    before: Reaches, confirmed: Sequence[Move] | None, *, is_idle: bool, is_at_heap: bool = False
) -> Reaches:
    """Count the hands that came and changed nothing, but for those of draws that are confirmed.

    Where players have said themselves what was done, it is said of all hands until then.

    Args:
        is_idle: Whether the last hand changed nothing.
        is_at_heap: Whether it was where whoever acted last lacks something that may look like the board: then
            it has drawn only if others have before, for heaps are set right before the next player acts.
    """
    last, since, marbles = before if confirmed is not None else Reaches()
    for move in confirmed or ():
        if last is None or grows_to(last, move):
            since -= draws_in(move) - (0 if last is None else draws_in(last))
            last = None
    drew = is_idle and (since > 0 or not is_at_heap)
    return Reaches(last, max(0, since + drew), {} if confirmed else marbles)


def _since(reaches: Reaches, moves: tuple[Move, ...]) -> Reaches:
    """Count hands anew from the last turn on that shows."""
    played, last = undrawn(moves), reaches.last
    if not played or played[-1] == last:
        return reaches
    if last is not None and grows_to(last, played[-1]):
        return Reaches(played[-1], max(0, reaches.since - draws_in(played[-1]) + draws_in(last)))
    return Reaches(played[-1], len(moves) - len(played))


def _display(state: TuscanyState, sight: TableSight, memory: TuscanyTrackState) -> tuple[str, ...]:
    """Tell what lies on which place of the display by the game."""
    return display_of(state, memory) or laid_out(state, sight)


def _displays(stories: Iterable[Story]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Keep what lies where in the display after each story, and in the course of it."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for story in stories:
        found.setdefault(tuple(sorted(faces_of(story.state))), story.display)
    return found


def proposals_of(
    stories: list[Story], heaps: Mapping[Whose, int], *, is_doubted: bool
) -> tuple[tuple[Proposal[Move], ...], bool]:
    """Make proposals of stories, and tell whether none explains what has changed.

    Then the turns before the last one are told all the same and, once it is asked, that one as well.
    """
    if not stories:
        return propose([]), False
    top = stories[0]
    is_puzzling = top.fit < POOR or top.log_odds < UNEXPLAINED
    every: dict[tuple[Move, ...], Story] = {}
    for story in stories:
        every.setdefault(story.moves, story)
    odds = {moves: story.log_odds for moves, story in every.items()}
    told = shares(odds if is_puzzling else {**odds, None: UNEXPLAINED})
    ways = list[tuple[tuple[Move, ...], float]]()
    for moves, share in told.items():
        if moves is None:
            continue
        done = moves[:-1] if is_puzzling and not is_doubted else moves
        way = settled(every[moves], heaps)[: len(done)]
        is_asked = way and (brings_farm(way[0]) or (done[1:] and hides_what_came(way[0])))
        ways.append((way, share * (UNREAD if is_asked else 1.0)))
    return propose(added(ways).items()), is_puzzling


def _quads(memory: TuscanyTrackState, state: TuscanyState) -> Mapping[str, Quad]:
    """Give where every tile of the game lies in the frame, by its spot."""
    taken = {
        *(f"{player}/tile:{q},{r}" for player, realm in state.realms.items() for q, r in realm.fields),
    }
    return {
        name: _quad(memory, spot)
        for name, spot in memory.spots.items()
        if read_spot(name).kind in {"tile", "store", "display"} and (name in taken or "tile" not in name)
    }


def _quad(memory: TuscanyTrackState, spot: TrackedSpot) -> Quad:
    corners = np.array(spot.middle) + spot.reach * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return tuple((float(x), float(y)) for x, y in project(memory.boards[spot.board].lay, corners))


def compare(
    image: Image, known: TuscanyBoxModel, state: TuscanyState, memory: TuscanyTrackState | None
) -> tuple[Fault, ...]:
    """Look at the whole table anew, and say what lies otherwise; see ``vision.live.LiveReader.compare``."""
    sight, _ = look(image, known, state, memory)
    differs = sight.best.moves or sight.doubts
    return (
        *((Fault("table_differs", (), sentence(SOMETHING)),) if differs else ()),
        *(Fault(REMARK, (), remark.says) for remark in sight.remarks),
    )
