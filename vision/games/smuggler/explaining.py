"""What was done since the last look: legal actions with forced walks, compared with what is seen now."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.smuggler.drawing.layout import goods_spot
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import ways
from scoring.games.smuggler.engine.money import squares_of
from scoring.games.smuggler.engine.officers import choices_of_walk, is_free, who_chooses
from scoring.games.smuggler.engine.play import apply
from scoring.games.smuggler.engine.state import NewOfficers, SmugglerState
from scoring.roles.seated import with_turn
from vision.games.smuggler.colours import BLACK
from vision.games.smuggler.pieces import PEG, SHIP, SeenTable

SHOWN = ("ship", "move", "officer", "buy", "land", "sell", "hire", "raid")
"""The actions that show on the board; the others are told."""
MOST_IN_A_ROW = 3
"""So many actions may have been missed."""
BEST = 6
"""So many ways to go on are followed further."""
SQUARES = 0.9
"""So many squares of goods that are measured too much or too little are none: no piece has fewer than two."""
SCALES = (0.8, 1.25)
"""Between these goods may measure, of what they have."""


class TableCount(NamedTuple):
    """What stands on the board.

    Attributes:
        pegs: How many, by colour and place; ``BLACK`` are officers.
        ships: The place of each player's, where one is seen.
        goods: Squares by place, or by stock.
        wheel: The space of the gold marker; None where it was not seen, and of the other alike.
        track: The step of the track's marker.
    """

    pegs: Mapping[tuple[str, str], int]
    ships: Mapping[Player, str]
    goods: Mapping[str, float]
    wheel: int | None
    track: int | None


class TableStory(NamedTuple):
    """Actions that explain what is seen.

    Attributes:
        moves: In order; what does not show of them, as currencies, is the cheapest that can be.
        skipped: Players before them who did something that does not show, or whom nobody waited for.
        others: Other actions that show the same instead of the last one.
        remarks: Markers that stand elsewhere than they should: "wheel", "track".
    """

    moves: tuple[m.Move, ...]
    skipped: tuple[Player, ...]
    others: tuple[m.Move, ...]
    remarks: tuple[str, ...]


def count_seen(seen: SeenTable) -> TableCount:
    """Count what was found on a board; officers that wait beside the track are none of the map's."""
    pegs = Counter(
        (piece.colour, spot) for piece, spot in seen.pieces if piece.kind == PEG and ":" not in spot
    )
    ships = {piece.colour: spot for piece, spot in seen.pieces if piece.kind == SHIP}
    return TableCount(pegs, ships, seen.goods, seen.wheel, seen.track)


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
    """Count the pegs, ships and heaps of goods that are not as they should be."""
    pegs = {*expected.pegs, *seen.pegs}
    off = sum(abs(expected.pegs.get(each, 0) - seen.pegs.get(each, 0)) for each in pegs)
    off += sum(seen.ships.get(player, place) != place for player, place in expected.ships.items())
    for spot in {*expected.goods, *seen.goods}:
        should, measured = expected.goods.get(spot, 0), seen.goods.get(spot, 0.0)
        off += abs(should - measured) > SQUARES
    return off


def scaled(seen: TableCount, before: TableCount, known: TableCount) -> TableCount:
    """Measure goods by what they measured while it was known how many squares lay there.

    Args:
        before: What was seen then.
        known: What lay there.
    """
    goods = {}
    for spot, squares in seen.goods.items():
        measured = before.goods.get(spot, 0.0)
        scale = known.goods.get(spot, 0) / measured if measured else 1.0
        goods[spot] = squares * (scale if SCALES[0] < scale < SCALES[1] else 1.0)
    return seen._replace(goods=goods)


def explain(state: SmugglerState, seen: TableCount) -> tuple[TableStory, ...]:
    """Find what was done: nothing where all is as it should be, or where no legal actions explain it.

    Args:
        state: The game as confirmed.
        seen: What stands there now.

    Returns:
        Stories that explain all that stands there, the shortest and least strange first.
    """
    if not differences(count_expected(state), seen):
        return ()
    for skipped, begun in _turns(state):
        found = _search(begun, seen, skipped)
        if found:
            return found
    return ()


def misplaced(state: SmugglerState, seen: TableCount) -> tuple[str, ...]:
    """Name the markers that stand elsewhere than they should."""
    return tuple(
        name
        for name, should, stands in (("wheel", state.wheel, seen.wheel), ("track", state.track, seen.track))
        if stands is not None and stands != should
    )


def _turns(state: SmugglerState) -> Iterator[tuple[tuple[Player, ...], SmugglerState]]:
    """Give the game with every player's turn, and who did nothing that shows before."""
    seats = [seat.colour for seat in state.setup.players]
    waiting = [seats[(state.turn + at) % len(seats)] for at in range(len(seats))]
    waiting = [player for player in waiting if not state.households[player].passed]
    for at, player in enumerate(waiting):
        yield tuple(waiting[:at]), with_turn(state, player)


def _misfit(state: SmugglerState, seen: TableCount) -> float:
    """Tell how many squares more or less of goods are measured than there should be."""
    goods = count_expected(state).goods
    return sum(abs(goods.get(spot, 0) - seen.goods.get(spot, 0.0)) for spot in {*goods, *seen.goods})


class _Way(NamedTuple):
    moves: tuple[m.Move, ...]
    state: SmugglerState
    off: int


def _search(start: SmugglerState, seen: TableCount, skipped: tuple[Player, ...]) -> tuple[TableStory, ...]:
    """Follow actions, one after the other, that bring the game nearer to what is seen."""
    beam = [_Way((), start, differences(count_expected(start), seen))]
    for _ in range(MOST_IN_A_ROW):
        tried = [way for before in beam for way in _further(before, seen)]
        whole = [way for way in tried if not way.off]
        if whole:
            return tuple(_stories(whole, seen, skipped))
        beam = sorted(tried, key=lambda way: way.off)[:BEST]
    return ()


def _stories(whole: Sequence[_Way], seen: TableCount, skipped: tuple[Player, ...]) -> Iterator[TableStory]:
    """Tell ways that end alike as one story; those first after which the markers are right as well."""
    ends: dict[tuple[tuple[str, ...], str, str], list[_Way]] = {}
    for way in sorted(whole, key=lambda each: (len(misplaced(each.state, seen)), _misfit(each.state, seen))):
        kinds = (repr(way.moves[:-1]), m.name_of_move(way.moves[-1]))
        ends.setdefault((misplaced(way.state, seen), *kinds), []).append(way)
    for (remarks, _, _), ways_there in ends.items():
        first, *others = ways_there
        rest = tuple(way.moves[-1] for way in others)
        yield TableStory(first.moves, skipped, rest, remarks)


def _further(before: _Way, seen: TableCount) -> Iterator[_Way]:
    """Do every action that shows and brings the game nearer, with every way its officers may have gone."""
    if before.state.pending:
        yield from _nearer(before, before.state, before.moves, seen)
        return
    done = set()
    for face in SHOWN:
        for move in ways(before.state, face):
            plain = _plain(before.state, move)
            if plain in done:
                continue
            try:
                after, _ = apply(before.state, move)
            except IllegalMoveError:
                continue
            done.add(plain)
            yield from _nearer(before, after, (*before.moves, move), seen)


def _plain(state: SmugglerState, move: m.Move) -> tuple[object, ...]:
    """Give what of an action may show: not what pays for it, who is hired, or which of two pieces alike."""
    if isinstance(move, m.Buy):
        return ("buy", squares_of(state, move))
    if isinstance(move, m.Hire):
        return ("hire", move.marker)
    if isinstance(move, m.Carry):
        return ("move", move.marker, move.goods, move.to)
    if isinstance(move, m.Sell):
        return ("sell", move.goods, move.row)
    return (m.name_of_move(move), *(getattr(move, name) for name in move.__struct_fields__ if name != "pays"))


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
