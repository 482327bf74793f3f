"""What was done since the last look: legal actions with forced walks, compared with what is seen now."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from importlib.resources import files
from itertools import product
from math import ceil, inf, log
from operator import mul
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.smuggler.drawing.layout import goods_spot
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import ways
from scoring.games.smuggler.engine.ledger import TRACK, WHEEL
from scoring.games.smuggler.engine.money import squares_of
from scoring.games.smuggler.engine.officers import choices_of_walk, is_free, who_chooses
from scoring.games.smuggler.engine.play import apply, force
from scoring.games.smuggler.engine.state import (
    CURRENCIES,
    NewOfficers,
    SmugglerState,
    waiting,
    with_household,
)
from scoring.roles.seated import with_turn
from vision.games.smuggler.colours import BLACK
from vision.games.smuggler.pieces import PEG, SHIP, SeenTable

SHOWN = ("ship", "move", "officer", "buy", "land", "sell", "hire", "raid")
"""The actions that show on the board; the others are told."""
MOST_IN_A_ROW = 3
"""So many actions may have been missed."""
ENOUGH = 99
"""So much of a currency pays for any action."""
BEST, MOST_STORIES = 6, 12
"""So many ways to go on are followed further, and told at most."""
SAID = {"pays": "", "row": 0, "extra": 0}
"""What of an action does not show, as of one that nothing is said of."""
SQUARES = 0.9
"""So many squares of goods that are measured too much or too little are none: no piece has fewer than two."""


class StoryOdds(NamedTuple):
    """What tells for or against a story of a look, in nats beside others of the same look.

    ``odds.json`` says by which command they are fitted, and to what.

    Attributes:
        forgotten: A marker that was not moved yet, though what was done moves it.
        again: Every action but the first.
        skipped: A player who did nothing that shows.
        before: That the last look has told how it begins.
        stray: A marker that stands elsewhere otherwise.
        misread: That the look was misread, or what it shows does not stay, whatever explains it.
        apart: How far off goods are measured, as a standard deviation in squares.
        hides: Likewise, a square of them that pieces may hide more or less than when it was known.
    """

    forgotten: float
    again: float
    skipped: float
    before: float
    stray: float
    misread: float
    apart: float
    hides: float


@lru_cache(1)
def story_odds() -> StoryOdds:
    """Give the odds that ship with the reader."""
    kept = json.loads((files(__package__) / "odds.json").read_bytes())
    return StoryOdds(**kept["odds"])


class TableCount(NamedTuple):
    """What stands on the board.

    Attributes:
        pegs: How many, by colour and place; ``BLACK`` are officers.
        ships: The place of each player's, where one is seen.
        goods: Squares by place, or by stock.
        wheel: The space of the gold marker; None where it was not seen, and of the other alike.
        track: The step of the track's marker.
        hidden: How many squares pieces may hide at most, by place or stock; none of what is expected.
        stood: Where "wheel" and "track" stood before what is to be explained; empty where nothing is.
    """

    pegs: Mapping[tuple[str, str], int]
    ships: Mapping[Player, str]
    goods: Mapping[str, float]
    wheel: int | None
    track: int | None
    hidden: Mapping[str, float] = MappingProxyType({})
    stood: Mapping[str, int] = MappingProxyType({})


class TableStory(NamedTuple):
    """Actions that explain what is seen.

    Attributes:
        moves: In order; what does not show of them, as currencies, is the cheapest that can be.
        skipped: Players before them who did something that does not show, or whom nobody waited for.
        remarks: Markers that stand elsewhere than they should: "wheel", "track".
        log_odds: How likely it is, in nats beside other stories of the same look.
        told: What the last look has told already, before all that.
        left: So many pieces and squares it does not explain.
        is_broken: Whether it breaks a rule.
        forgotten: So many of the remarks are of markers that stand where they stood before all that.
        alike: So many stories of the look tell what shows alike; they share its odds.
    """

    moves: tuple[m.Move, ...]
    skipped: tuple[Player, ...]
    remarks: tuple[str, ...]
    log_odds: float
    told: tuple[m.Move, ...] = ()
    left: int = 0
    is_broken: bool = False
    forgotten: int = 0
    alike: int = 1

    @property
    def is_whole(self) -> bool:
        """Whether it explains all, by what the rules allow."""
        return not self.left and not self.is_broken


def count_seen(seen: SeenTable) -> TableCount:
    """Count what was found on a board; officers that wait beside the track are none of the map's."""
    pegs = Counter(
        (piece.colour, spot) for piece, spot in seen.pieces if piece.kind == PEG and ":" not in spot
    )
    ships = {piece.colour: spot for piece, spot in seen.pieces if piece.kind == SHIP}
    return TableCount(pegs, ships, seen.goods, seen.wheel, seen.track, seen.hidden)


def count_expected(state: SmugglerState) -> TableCount:
    """Count what should stand on the board."""
    pegs = Counter((BLACK, officer.place) for officer in state.officers)
    goods: Counter[str] = Counter()
    for player, household in state.households.items():
        pegs.update((player, place) for place in household.markers)
    for each in state.goods.values():
        spot = goods_spot(state.box, each.where)
        if spot and not each.stash:
            goods[spot] += each.squares
    ships = {player: each.ship for player, each in state.households.items() if each.ship}
    return TableCount(pegs, ships, goods, state.wheel, state.track)


def differences(expected: TableCount, seen: TableCount) -> int:
    """Count the pegs, ships and squares of goods that are not as they should be."""
    pegs, hides = {*expected.pegs, *seen.pegs}, story_odds().hides
    off = sum(abs(expected.pegs.get(each, 0) - seen.pegs.get(each, 0)) for each in pegs)
    off += sum(seen.ships.get(player, place) != place for player, place in expected.ships.items())
    for spot in {*expected.goods, *seen.goods}:
        should, measured = expected.goods.get(spot, 0), seen.goods.get(spot, 0.0)
        off += max(0, ceil(abs(should - measured) - SQUARES - hides * seen.hidden.get(spot, 0.0)))
    return off


def corrected(seen: TableCount, before: TableCount, known: TableCount) -> TableCount:
    """Tell what stands there by what has changed since it was known: what was misread then still is.

    Args:
        before: What was seen then.
        known: What stood there.
    """
    pegs = {
        each: _counted(*(count.pegs.get(each, 0) for count in (seen, before, known)))
        for each in {*seen.pegs, *before.pegs, *known.pegs}
    }
    lost = dict.fromkeys(before.ships.keys() - seen.ships.keys(), "")
    ships = {
        player: known.ships.get(player, spot) if before.ships.get(player) == spot else spot
        for player, spot in seen.ships.items()
    }
    goods = {
        spot: _measured(*(count.goods.get(spot, 0.0) for count in (seen, before, known)))
        for spot in {*seen.goods, *before.goods, *known.goods}
    }
    return TableCount(
        {each: count for each, count in pegs.items() if count > 0},
        lost | ships,
        goods,
        known.wheel if seen.wheel == before.wheel else seen.wheel,
        known.track if seen.track == before.track else seen.track,
        {
            spot: abs(seen.hidden.get(spot, 0.0) - before.hidden.get(spot, 0.0))
            + min(1.0, abs(before.goods.get(spot, 0.0) - known.goods.get(spot, 0)))  # it may be what has gone
            for spot in {*seen.hidden, *before.hidden, *goods}
        },
    )


def _counted(pegs: int, before: int, known: int) -> int:
    return known if pegs == known else known + pegs - before


def _measured(squares: float, before: float, known: float) -> float:
    """Measure goods by what they measured while it was known how many squares lay there."""
    if abs(squares - known) < SQUARES < abs(before - known):  # they were measured wrong then, and are no more
        return squares
    return squares + known - before


def explain(state: SmugglerState, seen: TableCount, told: tuple[m.Move, ...] = ()) -> tuple[TableStory, ...]:
    """Find what was done: nothing where all is as it should be, or where no legal actions explain any of it.

    Args:
        state: The game as confirmed.
        seen: What stands there now.
        told: What the last look has told to have been done since, all legal.

    Returns:
        Stories that explain all that stands there, the likeliest first; where there are none, those that
        leave least of it, which may break a rule.
    """
    due, stray = count_expected(state), misplaced(state, seen)
    seen = seen._replace(stood={"wheel": state.wheel, "track": state.track})
    off = differences(due, seen._replace(hidden={}))
    if not off and not (told and stray):
        return ()
    nothing = _story(_Way((), state, 0), seen, (), ())
    found = [*_explained(state, seen)] if off else []
    if not differences(due, seen):
        found.append(nothing)
    if told:
        found += _explained(reduce(lambda now, move: apply(now, move)[0], told, state), seen, told)
    if not any(story.is_whole for story in found):
        broken = (*_unpaid(state, seen), *_jumped(state, seen))
        found = [story for story in (*found, *broken) if story.left < off]
    found = sorted(_shared(found), key=lambda story: (story.left, -story.log_odds))
    return tuple(story for story in found[:MOST_STORIES] if story.left == found[0].left)


def _shared(stories: Sequence[TableStory]) -> Iterator[TableStory]:
    """Let stories that differ only in what players say of actions share the odds of what shows."""
    shown = [(story.told, story.skipped, *map(_shown, story.moves)) for story in stories]
    for story, alike in zip(stories, map(shown.count, shown), strict=True):
        yield story._replace(alike=alike, log_odds=story.log_odds - log(alike))


def _shown(move: m.Move) -> m.Move:
    return replace(move, **{name: SAID[name] for name in SAID if name in move.__struct_fields__})


def _unpaid(state: SmugglerState, seen: TableCount) -> Iterator[TableStory]:
    """Give what breaks a rule: actions that a purse cannot pay for by what players have said of it."""
    rich = state
    for player in state.households:
        rich = with_household(rich, player, **dict.fromkeys(CURRENCIES, ENOUGH))
    return (story._replace(is_broken=True) for story in _explained(rich, seen) if story.is_whole)


def _jumped(state: SmugglerState, seen: TableCount) -> Iterator[TableStory]:
    """Give what breaks a rule: a marker that has gone to a place that is not next door."""
    due = count_expected(state).pegs
    for player in () if state.pending else state.households:
        changed = {
            place: seen.pegs.get((player, place), 0) - due.get((player, place), 0)
            for colour, place in {*due, *seen.pegs}
            if colour == player
        }
        gone, new = ([place for place in changed if changed[place] * way > 0] for way in (-1, 1))
        for way in product(gone, new):
            move = m.Carry(player, way)
            now, _ = force(state, move)
            left = differences(count_expected(now), seen)
            odds = story_odds().skipped * (player != state.player)
            yield TableStory((move,), (), misplaced(now, seen), odds, (), left, is_broken=True)


def _explained(state: SmugglerState, seen: TableCount, told: tuple[m.Move, ...] = ()) -> Iterator[TableStory]:
    """Give stories by all who may have acted first, as long as others may still be likelier."""
    best = -inf
    for skipped, begun in _turns(state):
        if best >= story_odds().skipped * len(skipped):
            return
        for story in _search(begun, seen, skipped, told):
            yield story
            if not story.left:
                best = max(best, story.log_odds - story_odds().before * bool(told))


def misplaced(state: SmugglerState, seen: TableCount) -> tuple[str, ...]:
    """Name the markers that stand elsewhere than they should."""
    return tuple(name for name in (WHEEL, TRACK) if getattr(seen, name) not in {None, getattr(state, name)})


def _turns(state: SmugglerState) -> Iterator[tuple[tuple[Player, ...], SmugglerState]]:
    """Give the game with every player's turn, in this one or the next, and who did nothing seen before."""
    yield from _skipping(state, ())
    ended = _ended(state)
    if ended:
        yield from _skipping(ended, _waiting(state))


def _skipping(
    state: SmugglerState, before: tuple[Player, ...]
) -> Iterator[tuple[tuple[Player, ...], SmugglerState]]:
    players = _waiting(state)
    for at, player in enumerate(players):
        yield (*before, *players[:at]), with_turn(state, player)


def _waiting(state: SmugglerState) -> tuple[Player, ...]:
    """Name those who have not passed, from whoever's turn it is on."""
    return tuple(state.setup.players[at].colour for at in waiting(state, state.turn))


def _ended(state: SmugglerState) -> SmugglerState | None:
    """Give the game after everybody has passed; None where it is over then, or somebody has to choose."""
    for player in () if state.pending else _waiting(state):
        state, _ = apply(with_turn(state, player), m.Pass(player))
    return None if state.pending or state.is_played else state


def goods_off(state: SmugglerState, seen: TableCount) -> list[tuple[float, float]]:
    """Give in squares how far off goods were measured everywhere, and how many pieces may hide there."""
    goods = count_expected(state).goods
    return [
        (seen.goods.get(spot, 0.0) - goods.get(spot, 0), seen.hidden.get(spot, 0.0))
        for spot in {*goods, *seen.goods}
    ]


def weigh(story: TableStory, off: Iterable[tuple[float, float]], odds: StoryOdds) -> float:
    """Tell how likely a story is by some odds, in nats, with goods so far off; see ``goods_off``."""
    misfit = 0.5 * sum(squares**2 / (odds.apart**2 + (odds.hides * hidden) ** 2) for squares, hidden in off)
    told_by: float = sum(map(mul, features(story), odds))
    return told_by - misfit - log(story.alike)


class _Way(NamedTuple):
    moves: tuple[m.Move, ...]
    state: SmugglerState
    off: int


def _search(
    start: SmugglerState, seen: TableCount, skipped: tuple[Player, ...], told: tuple[m.Move, ...]
) -> Iterator[TableStory]:
    """Follow actions, one after the other, that bring the game nearer to what is seen."""
    due, bare = count_expected(start), seen._replace(hidden={})
    first, off = _Way((), start, differences(due, bare)), differences(due, seen)
    beam, ways = [first], [first] if told and not skipped else []
    for _ in range(MOST_IN_A_ROW):
        if any(not way.off for way in ways):
            break
        tried = [way for before in beam for way in _further(before, seen)]
        if beam == [first]:  # what pieces may hide is counted before and after an action, or neither time
            tried = [
                way
                for way in tried
                if way.off < off or differences(count_expected(way.state), bare) < first.off
            ]
        beam = sorted(tried, key=lambda way: way.off)[:BEST]
        ways += tried
    least = min((way.off for way in ways), default=0)
    return (_story(way, seen, skipped, told) for way in ways if way.off == least)


def _story(way: _Way, seen: TableCount, skipped: tuple[Player, ...], told: tuple[m.Move, ...]) -> TableStory:
    remarks = misplaced(way.state, seen)
    forgotten = sum(getattr(seen, name) == seen.stood[name] for name in remarks)
    story = TableStory(way.moves, skipped, remarks, 0.0, told, way.off, forgotten=forgotten)
    return story._replace(log_odds=weigh(story, goods_off(way.state, seen), story_odds()))


def features(story: TableStory) -> tuple[int, ...]:
    """Count what tells for or against a story: of ``StoryOdds``, the first, in that order."""
    moves = (*story.told, *story.moves)
    return (
        story.forgotten,
        max(0, sum(map(m.is_action, moves)) - 1),
        len(story.skipped),
        int(bool(story.told)),
        len(story.remarks) - story.forgotten,
    )


def _further(before: _Way, seen: TableCount) -> Iterator[_Way]:
    """Do every action that shows and brings the game nearer, with every way its officers may have gone."""
    if before.state.pending:
        yield from _nearer(before, before.state, before.moves, seen)
        return
    ended = _ended(before.state) if before.moves else None
    # A player who can do nothing more in this turn may in the next.
    yield from _acted(before, [before.state, *filter(None, [ended])], seen)


def _acted(before: _Way, states: Sequence[SmugglerState], seen: TableCount) -> Iterator[_Way]:
    done = set()
    for state, face in product(states, SHOWN):
        for move in ways(state, face):
            shown = plain(state, move)
            if shown in done:
                continue
            try:
                after, _ = apply(state, move)
            except IllegalMoveError:
                continue
            done.add(shown)
            yield from _nearer(before, after, (*before.moves, move), seen)


def plain(state: SmugglerState, move: m.Move) -> tuple[object, ...]:
    """Give what of an action may show: not what pays for it, who is hired, or which of two pieces alike."""
    if isinstance(move, m.Buy):
        return ("buy", squares_of(state, move))
    if isinstance(move, m.Hire):
        return ("hire", move.marker)
    fields = {name: getattr(move, name) for name in move.__struct_fields__ if name != "pays"}
    goods = fields.get("goods", ())
    keys = (goods,) if isinstance(goods, str) else goods
    fields["goods"] = tuple(sorted(map(repr, (state.goods[key] for key in keys if key in state.goods))))
    return (m.name_of_move(move), *fields.values())


def _nearer(
    before: _Way, after: SmugglerState, moves: tuple[m.Move, ...], seen: TableCount
) -> Iterator[_Way]:
    off = differences(count_expected(after), seen)
    if after is not before.state and off < before.off:
        yield _Way(moves, after, off)
    for move in _settling(after, seen):
        further, _ = apply(after, move)
        yield from _nearer(before, further, (*moves, move), seen)


def _settling(state: SmugglerState, seen: TableCount) -> Iterator[m.Move]:
    """Give what may be chosen while officers still have to go or to come."""
    chooser = who_chooses(state)
    if not chooser:
        return
    for walk in choices_of_walk(state):
        if seen.pegs.get((BLACK, walk.way[-1]), 0) or len(state.pending) > 1:
            yield m.WalkOfficers(chooser, (walk,))
    if isinstance(state.pending[0], NewOfficers):
        stands = count_expected(state).pegs
        for (colour, place), count in seen.pegs.items():
            if colour == BLACK and count > stands.get((BLACK, place), 0) and is_free(state, place):
                yield m.PlaceOfficers(chooser, (place,))
