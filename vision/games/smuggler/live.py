"""A game of Cornish Smuggler followed at the table: what was done since the last look."""

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from itertools import accumulate, takewhile
from typing import Literal, NamedTuple

from msgspec.structs import replace

from scoring.game import Fault, Player
from scoring.games.smuggler import RULES
from scoring.games.smuggler.drawing.layout import SQUARE_MM
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import legal
from scoring.games.smuggler.engine.ledger import TRACK, WHEEL
from scoring.games.smuggler.engine.money import ways_to_pay
from scoring.games.smuggler.engine.state import SmugglerState, beginner
from scoring.games.smuggler.land.box import place_name
from scoring.games.smuggler.land.spots import cell_of, place_spot
from scoring.marks import Mark
from scoring.referee.observation import Proposal, Sight, find_discrepancies
from scoring.roles.seated import with_turn
from scoring.sentence import marked, sentence
from vision.follow.explanations import added, propose, shares
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
    story_odds,
)
from vision.games.smuggler.pieces import see_pieces
from vision.games.smuggler.registration import MapPose, MapPrint, find_map, follow_map, learn_map
from vision.games.smuggler.spots import MapSpots, spots_of
from vision.reader import Image
from vision.watch.motion import Mask

SOMETHING = marked("Something has changed on the board that no action explains.")
OTHERWISE = marked("At {place} other pieces stand or lie than the game has there.")
SILENT = tuple(face for face in m.ACTIONS if face not in SHOWN)
"""The actions that do not show."""
UNHEARD = 0.5
"""So sure at most is what was done that does not show: it is asked."""
MISREAD_AT = -1
"""The key, among those of stories, of the odds that the look was misread."""
LIKELY = 2 / 3
"""What a look tells is remembered as done where it is twice as likely as all else that explains the look."""
MOST_PAST = 40
"""So many looks are remembered for players who take turns back."""
FILLS = 0.5
"""The share of a square of goods that a peg covers as it is seen."""


class MapBoxModel(NamedTuple):
    """What is known of a box before its game begins.

    Attributes:
        board: The bare board's picture, ready to be found.
        players: Their colours, in turn order.
    """

    board: MapPrint
    players: tuple[Player, ...]


class KnownTable(NamedTuple):
    """A look at a time when it was known what stood there."""

    seen: TableCount
    known: TableCount


Found = Literal[
    "right",  # all stands as it should
    "told",  # actions explain it
    "puzzling",  # no actions explain all of it
    "doubted",  # that stays so, and players are asked, with what explains part of it
    "unanswered",  # likewise, with nothing that explains any of it
]
"""What comes of a look."""


class MapTrackState(NamedTuple):
    """What is remembered from one look to the next.

    Attributes:
        board: The board's picture, ready to be found.
        spots: Where something may be on it.
        pose: Where it lay.
        reference: The last look at which all that stood there was known; None before the first.
        seen: What was seen at the last look.
        state: The game as it was then.
        pending: What was told then to have been done, and explained all that was seen.
        found: What came of it.
        dismissed: What players have said was not done, as long as all looks as it did then.
        past: The game at earlier looks, with the reference of each.
    """

    board: MapPrint
    spots: MapSpots
    pose: MapPose
    reference: KnownTable | None
    seen: TableCount
    state: SmugglerState
    pending: tuple[m.Move, ...] = ()
    found: Found = "right"
    dismissed: tuple[m.Move, ...] = ()
    past: tuple[tuple[SmugglerState, KnownTable | None], ...] = ()


def look(
    image: Image,
    known: MapBoxModel,
    state: SmugglerState,
    memory: MapTrackState | None,
    visits: Sequence[Mask] = (),
) -> tuple[Sight[m.Move], MapTrackState | None]:
    """Compare a still table with the confirmed game; see ``vision.live.LiveReader.look``."""
    if not state.box.places:  # nobody has told yet which box it is
        return Sight((Proposal((), 1.0),)), None
    before, memory = memory, _seen(image, known, state, memory)
    around = memory.pose.quads_px(memory.spots.places, SQUARE_MM)
    quads = {place_spot(state.box, place): quad for place, quad in around.items()}
    if beginner(state):
        return Sight((Proposal((), 1.0),), quads_px=quads, fills=FILLS), memory._replace(reference=None)
    memory = _first_seen(memory, state) if before is None else _gone_on(before, memory, state)
    memory, stories = _told(before, memory, state)
    sight = Sight(
        _proposals(state, stories),
        doubts=(sentence(SOMETHING),) if memory.found in {"doubted", "unanswered"} else (),
        quads_px=quads,
        fills=FILLS,
        remarks=find_discrepancies(state, _marks(before, memory), RULES) if memory.found == "right" else (),
    )
    return sight, memory


def _told(
    before: MapTrackState | None, memory: MapTrackState, state: SmugglerState
) -> tuple[MapTrackState, Sequence[TableStory]]:
    """Tell what was done, and what is remembered of it."""
    due, counted = count_expected(state), count_standing(memory)
    stories = explain(state, counted, before_silence(memory.pending))
    dismissed = {plain(state, move) for move in memory.dismissed}
    told = [
        story for story in stories if dismissed.isdisjoint(plain(state, each) for each in moves_of(story))
    ]
    found = _judge(before, memory, stories, told)
    if found == "right":
        memory = memory._replace(reference=KnownTable(memory.seen, due))
    if found == "puzzling":  # what explains it in part is told once it stays so
        told = [story for story in told if story.told]
    if found != "right":  # what has gone again may have been done all the same, as goods are landed and sold
        memory = memory._replace(pending=likely(told))
    past = (*memory.past[-MOST_PAST:], (state, memory.reference))
    return memory._replace(found=found, past=past), told


def _judge(
    before: MapTrackState | None,
    memory: MapTrackState,
    stories: Sequence[TableStory],
    told: Sequence[TableStory],
) -> Found:
    """Judge a look by the stories that explain it, and those that players have not dismissed.

    What players leave unexplained after they were asked is taken for known.
    """
    is_answered = before is not None and before.found == "unanswered" and memory.state != before.state
    is_new = memory.reference is None or is_answered
    is_off = differences(count_expected(memory.state), count_standing(memory)) > 0
    if not (any(moves_of(story) for story in stories[:1]) or is_off) or (not told and is_new):
        return "right"
    if (told and told[0].is_whole) or (stories and not told):
        return "told"
    if before is None or before.found in {"right", "told"}:
        return "puzzling"
    return "doubted" if told else "unanswered"


def moves_of(story: TableStory) -> tuple[m.Move, ...]:
    """Give all that a story tells, as if those who are passed over had passed."""
    return (*story.told, *map(m.Pass, story.skipped), *story.moves)


def _sure(story: TableStory) -> tuple[m.Move, ...]:
    """Leave of a story what explains all of a look: this one, or else the last."""
    return moves_of(story) if story.is_whole else story.told


def likely(stories: Sequence[TableStory]) -> tuple[m.Move, ...]:
    """Leave of the likeliest story what explains all of a look, and more likely than not was done so."""
    told = _sure(stories[0]) if stories else ()
    share = shares({at: story.log_odds for at, story in enumerate(stories)}) if stories else {}
    alike = [
        sum(share[at] for at, each in enumerate(stories) if _sure(each)[:end] == told[:end])
        for end in range(1, len(told) + 1)
    ]
    return told[: sum(each > LIKELY for each in alike)]


def _seen(
    image: Image, known: MapBoxModel, state: SmugglerState, memory: MapTrackState | None
) -> MapTrackState:
    """Look where the board lies, and what is on it."""
    spots = spots_of(state.box)
    if memory is None or memory.spots.size_mm != spots.size_mm:
        board = known.board
        if board.size_mm != spots.size_mm:
            board = learn_map(board.board.picture, spots.size_mm)
        pose = find_map(board, image)
    else:
        board, pose = memory.board, follow_map(memory.board, image, memory.pose)
    seen = count_seen(see_pieces(board, image, pose, spots, known.players))
    if memory is None:
        return MapTrackState(board, spots, pose, None, seen, state)
    return memory._replace(board=board, spots=spots, pose=pose, seen=seen, state=state)


def count_standing(memory: MapTrackState) -> TableCount:
    """Tell what stands there now, by what had changed since it was known."""
    return corrected(memory.seen, *memory.reference) if memory.reference else memory.seen


def before_silence(moves: Sequence[m.Move]) -> tuple[m.Move, ...]:
    """Leave of what was told what was seen, up to the first player who did something that does not show."""
    return tuple(takewhile(lambda move: not isinstance(move, m.Pass), moves))


def _actions(moves: Sequence[m.Move]) -> int:
    return sum(m.is_action(move) and not isinstance(move, m.Pass) for move in moves)


def _first_seen(memory: MapTrackState, state: SmugglerState) -> MapTrackState:
    """Take goods that are off at the first look for misread, unless whoever has the turn has moved them."""
    if any(story.skipped for story in explain(state, memory.seen)[:1]):
        goods = {spot: due for spot, due in count_expected(state).goods.items() if spot in memory.seen.goods}
        memory = memory._replace(reference=KnownTable(memory.seen, memory.seen._replace(goods=goods)))
    return memory


def _gone_on(before: MapTrackState, memory: MapTrackState, state: SmugglerState) -> MapTrackState:
    """Take in what the game has become since the last look: gone on as told, otherwise, or back."""
    if differences(before.seen, memory.seen):
        if memory.dismissed:  # what players said was not done is not done later either
            memory = memory._replace(reference=KnownTable(before.seen, count_expected(before.state)))
        memory = memory._replace(dismissed=())
    if state == before.state:
        return memory
    back = next((at for at, (then, _) in enumerate(memory.past) if then == state), None)
    if back is not None:
        return memory._replace(pending=(), reference=memory.past[back][1], past=memory.past[:back])
    due = count_expected(state)
    steps = [*accumulate(before.pending, partial(after, RULES), initial=before.state)]
    then = [at for at, step in enumerate(steps) if at and _clock(step) == _clock(state)]
    as_told = next((at for at in then if count_expected(steps[at]) == due), None)
    if as_told is not None:
        return memory._replace(pending=_legal(state, before.pending[as_told:]))
    may_be_revised = _clock(state) == _clock(before.state) or before.found in {"doubted", "unanswered"}
    if memory.reference and may_be_revised:  # in an earlier turn
        known = corrected(due, count_expected(before.state), memory.reference.known)
        otherwise = memory._replace(reference=memory.reference._replace(known=known))
        if differences(due, count_standing(otherwise)) < differences(due, count_standing(memory)):
            return otherwise._replace(pending=_legal(state, before.pending))
    alike = [at for at in then if _touched(steps[at - 1], steps[at]) == _touched(steps[at - 1], state)]
    unseen = [at for at in then if not _touched(steps[at - 1], steps[at])]
    pending = before.pending[[*then, *unseen[:1], *alike][-1] :] if then else ()
    memory = memory._replace(pending=_legal(state, pending))
    return _told_otherwise(before, memory, state, pending) if alike or unseen else memory


def _clock(state: SmugglerState) -> tuple[object, ...]:
    """Tell how far a game has come, whatever was done."""
    return (state.number, state.turn, bool(state.pending))


def _touched(one: SmugglerState, other: SmugglerState) -> set[tuple[str, str]]:
    """Name what stands or lies otherwise in two states, wherever: whose pegs, whose ships, goods where."""
    before, now = count_expected(one), count_expected(other)
    pegs = {("peg", key[0]) for key, _ in before.pegs.items() ^ now.pegs.items()}
    ships = {("ship", player) for player, _ in before.ships.items() ^ now.ships.items()}
    return pegs | ships | {("goods", spot) for spot, _ in before.goods.items() ^ now.goods.items()}


def _legal(state: SmugglerState, moves: Sequence[m.Move]) -> tuple[m.Move, ...]:
    """Leave of moves in a row those that the rules allow, up to the first that they do not."""
    states = accumulate(moves, partial(after, RULES), initial=state)
    allowed = takewhile(lambda step: is_legal(RULES, *step), zip(states, moves, strict=False))
    return tuple(move for _, move in allowed)


def _told_otherwise(
    before: MapTrackState, memory: MapTrackState, state: SmugglerState, pending: Sequence[m.Move]
) -> MapTrackState:
    """Take it that what players said lay there at the last look, unless what was known explains it as well.

    What was told to have been done after it still was; no more than that is to be explained.
    """
    counted = count_standing(memory)
    told = before_silence(memory.pending)
    whole = [story for story in explain(state, counted, told) if story.is_whole]
    is_right = not differences(count_expected(state), counted)
    if is_right or any(_actions(moves_of(story)) <= _actions(pending) for story in whole):
        return memory
    later = reduce(partial(after, RULES), _legal(state, pending), state)
    return memory._replace(reference=KnownTable(before.seen, count_expected(later)))


def _proposals(state: SmugglerState, stories: Sequence[TableStory]) -> tuple[Proposal[m.Move], ...]:
    """Propose stories with each way in which what does not show of them may have been done."""
    otherwise = {MISREAD_AT: story_odds().misread} if any(story.is_whole for story in stories) else {}
    told = shares(otherwise | {at: story.log_odds for at, story in enumerate(stories)}) if stories else {}
    return propose(
        added(
            (moves, told[at] * share * (1.0 if story.is_whole or story.told else UNHEARD))
            for at, story in enumerate(stories)
            for moves, share in _ways_to_tell(state, story)
        ).items()
    )


def _ways_to_tell(state: SmugglerState, story: TableStory) -> Iterator[tuple[tuple[m.Move, ...], float]]:
    """Give a story's moves, the first that does not show whole in every way it may have been done."""
    moves = _sure(story) or moves_of(story)
    silent = range(len(story.told), len(story.told) + len(story.skipped))
    for at, move in enumerate(moves):
        is_silent = at in silent
        ways = _unseen(state, move) if is_silent else _paid(state, move)
        share = UNHEARD if is_silent or isinstance(move, m.Hire) else 1.0
        if len(ways) > 1 or share < 1:
            yield from (((*moves[:at], way, *moves[at + 1 :]), share / len(ways)) for way in ways)
            return
        state = after(RULES, state, ways[0])
    yield moves, 1.0


def _unseen(state: SmugglerState, move: m.Move) -> Sequence[m.Move]:
    """Give what a player may have done that does not show."""
    begun = with_turn(state, move.player)
    return [each for face in reversed(SILENT) for each in legal(begun, face)] or [move]


def _paid(state: SmugglerState, move: m.Move) -> Sequence[m.Move]:
    """Give a move with every currency that may pay for it."""
    ways = (replace(move, pays=pays) for pays in ways_to_pay(state, move))
    return [way for way in ways if is_legal(RULES, state, way)] or [move]


def _marks(before: MapTrackState | None, memory: MapTrackState) -> Iterator[Mark]:
    """Tell where the two markers stand, as far as they stood there at the last look as well."""
    for name in (WHEEL, TRACK):
        stands = getattr(memory.seen, name)
        if stands is not None and before is not None and getattr(before.seen, name) == stands:
            yield Mark(name, "", stands)


def compare(
    image: Image, known: MapBoxModel, state: SmugglerState, memory: MapTrackState | None
) -> tuple[Fault, ...]:
    """Look at the whole board anew, and say where it is otherwise; see ``vision.live.LiveReader``."""
    if not state.box.places:
        return ()
    memory = _seen(image, known, state, memory)
    due, counted = count_expected(state), count_standing(memory)
    return tuple(
        Fault(
            "table_differs",
            (cell_of(state.box, place),),
            sentence(OTHERWISE, place=place_name(state.box, place)),
        )
        for place in memory.spots.places
        if differences(_at(due, place), _at(counted, place))
    )


def _at(count: TableCount, place: str) -> TableCount:
    """Leave what is at one place."""
    return TableCount(
        {key: number for key, number in count.pegs.items() if key[1] == place},
        {player: spot for player, spot in count.ships.items() if spot == place},
        {spot: squares for spot, squares in count.goods.items() if spot == place},
        None,
        None,
        count.hidden,
    )
