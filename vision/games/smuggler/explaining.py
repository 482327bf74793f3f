"""What was done since the last look: legal actions with forced walks, compared with what is seen now."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil
from typing import NamedTuple

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.smuggler.drawing.layout import goods_spot
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import ways
from scoring.games.smuggler.engine.money import squares_of
from scoring.games.smuggler.engine.officers import choices_of_walk, is_free, who_chooses
from scoring.games.smuggler.engine.play import apply
from scoring.games.smuggler.engine.state import NewOfficers, SmugglerState, waiting
from scoring.roles.seated import with_turn
from vision.games.smuggler.colours import BLACK
from vision.games.smuggler.pieces import PEG, SHIP, SeenTable

SHOWN = ("ship", "move", "officer", "buy", "land", "sell", "hire", "raid")
"""The actions that show on the board; the others are told."""
MOST_IN_A_ROW = 3
"""So many actions may have been missed."""
BEST, MOST_STORIES = 6, 12
"""So many ways to go on are followed further, and told at most."""
SQUARES = 0.9
"""So many squares of goods that are measured too much or too little are none: no piece has fewer than two."""
SCALES = (0.8, 1.25)
"""Between these goods may measure, of what they have."""
FORGOTTEN, AGAIN, SKIPPED, APART = -3.0, -2.0, -2.0, 0.35
"""What tells against a story, in nats: a marker that was not moved, an action more, a player who did nothing
that shows; and how far off goods are measured, as a standard deviation in squares."""


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
        remarks: Markers that stand elsewhere than they should: "wheel", "track".
        log_odds: How likely it is, in nats beside other stories of the same look.
    """

    moves: tuple[m.Move, ...]
    skipped: tuple[Player, ...]
    remarks: tuple[str, ...]
    log_odds: float


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
    """Count the pegs, ships and squares of goods that are not as they should be."""
    pegs = {*expected.pegs, *seen.pegs}
    off = sum(abs(expected.pegs.get(each, 0) - seen.pegs.get(each, 0)) for each in pegs)
    off += sum(seen.ships.get(player, place) != place for player, place in expected.ships.items())
    for spot in {*expected.goods, *seen.goods}:
        should, measured = expected.goods.get(spot, 0), seen.goods.get(spot, 0.0)
        off += max(0, ceil(abs(should - measured) - SQUARES))
    return off


def corrected(seen: TableCount, before: TableCount, known: TableCount) -> TableCount:
    """Tell what stands there by what has changed since it was known: what was misread then still is.

    Args:
        before: What was seen then.
        known: What stood there.
    """
    pegs = Counter(known.pegs)
    pegs.update(seen.pegs)
    pegs.subtract(before.pegs)
    ships = {
        player: known.ships.get(player, spot) if before.ships.get(player) == spot else spot
        for player, spot in seen.ships.items()
    }
    goods = {
        spot: _measured(seen.goods.get(spot, 0.0), before.goods.get(spot, 0.0), known.goods.get(spot, 0))
        for spot in {*seen.goods, *before.goods, *known.goods}
    }
    return seen._replace(pegs=+pegs, ships=ships, goods=goods)


def _measured(squares: float, before: float, known: float) -> float:
    """Measure goods by what they measured while it was known how many squares lay there."""
    scale = known / before if before else 1.0
    return squares * scale if SCALES[0] < scale < SCALES[1] else squares + known - before


def explain(state: SmugglerState, seen: TableCount) -> tuple[TableStory, ...]:
    """Find what was done: nothing where all is as it should be, or where no legal actions explain it.

    Args:
        state: The game as confirmed.
        seen: What stands there now.

    Returns:
        Stories that explain all that stands there, the likeliest first.
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
        whole = [_story(way, seen, skipped) for way in tried if not way.off]
        if whole:
            return tuple(sorted(whole, key=lambda story: -story.log_odds)[:MOST_STORIES])
        beam = sorted(tried, key=lambda way: way.off)[:BEST]
    return ()


def _story(way: _Way, seen: TableCount, skipped: tuple[Player, ...]) -> TableStory:
    remarks = misplaced(way.state, seen)
    odds = FORGOTTEN * len(remarks) + AGAIN * (len(way.moves) - 1) + SKIPPED * len(skipped)
    return TableStory(way.moves, skipped, remarks, odds - 0.5 * (_misfit(way.state, seen) / APART) ** 2)


def _further(before: _Way, seen: TableCount) -> Iterator[_Way]:
    """Do every action that shows and brings the game nearer, with every way its officers may have gone."""
    if before.state.pending:
        yield from _nearer(before, before.state, before.moves, seen)
        return
    yield from _acted(before, before.state, seen)
    ended = _ended(before.state) if before.moves else None
    if ended:  # a player who can do nothing more in this turn may in the next
        yield from _acted(before, ended, seen)


def _acted(before: _Way, state: SmugglerState, seen: TableCount) -> Iterator[_Way]:
    done = set()
    for face in SHOWN:
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
