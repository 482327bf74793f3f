"""Stories: turns in order that explain a look, and what can be said of turns without looking."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    LaidTile,
    Move,
    PlaceAction,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import FARM, UNKNOWN
from vision.games.tuscany.live.memory import Reaches, Whose

REACHED = 3.0
"""So much less likely, in nats, is each draw for which no hand was seen, and each hand that did not draw."""

UNREAD = 0.5
"""So much less sure, as a factor, is what has brought something that nobody has read: less than any table
takes for sure."""


class Story(NamedTuple):
    """Turns in order, and the table after them.

    Attributes:
        display: What lies on the places of the display, as they lie on the table.
        share: The logarithm of how likely these turns are before anybody looks.
        fit: How well the table after them agrees with the look, 0 at best.
        displays: What lay on the places of the display after each of them.
        told: So many turns were told at the last look.
        before: The game before the last of them.
    """

    state: TuscanyState
    display: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    share: float = 0.0
    fit: float = 0.0
    displays: tuple[tuple[str, ...], ...] = ()
    told: int = 0
    before: TuscanyState | None = None

    @property
    def log_odds(self) -> float:
        """How likely all of it is."""
        return self.share + self.fit


def undrawn(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Leave out the draws at the end, which nothing shows but hands."""
    while moves and is_draw(moves[-1]):
        moves = moves[:-1]
    return moves


def settled(story: Story, heaps: Mapping[Whose, int]) -> tuple[Move, ...]:
    """Give the turns that nothing is still expected of.

    While a tile that was taken is still to be replaced, the turn goes on. Who draws after somebody with a
    marble may be that player, who pays it: the next turn that shows will tell, so that a draw is told of
    neither until then, or until the marble has gone. What came after something that nobody has read is told
    once that is known.

    Args:
        heaps: How many of each kind are seen before whom.
    """
    moves = undrawn(story.moves)
    whole = moves[:-1] if moves and leaves_hole(moves[-1]) else story.moves
    for number, move in enumerate(whole):
        is_paid = number == len(story.moves) - 1 and _has_paid(story, heaps)
        if number >= len(moves) - 1 and not is_paid and _may_go_on(story, number):
            return (*story.moves[:number], _begun(move))
        if hides_what_came(move) or brings_farm(move):
            return whole[: number + 1]
    return whole


def yields_in(moves: Iterable[Move]) -> tuple[YieldCard, ...]:
    """Give the yield cards that turns have turned, in order."""
    actions = (action for move in moves if isinstance(move, ActionTurn) for action in move.actions)
    tiles = (action.tile for action in actions if isinstance(action, PlaceAction))
    return tuple(card for tile in tiles for each in chain_of(tile) for card in each.yields)


def chain_of(tile: LaidTile | None) -> Iterator[LaidTile]:
    """Give a tile and those that it has laid from the display."""
    while tile is not None:
        yield tile
        tile = tile.takes


def is_unread(move: Move) -> bool:
    """Tell whether a turn has turned a yield card that nobody has read."""
    return YieldCard() in yields_in([move])


def hides_what_came(move: Move) -> bool:
    """Tell whether a yield card or a new tile in the display came with a turn that nobody has read."""
    return is_unread(move) or leaves_hole(move)


def brings_farm(move: Move) -> bool:
    """Tell whether a farm came into the display whose goods nobody has read."""
    actions = move.actions if isinstance(move, ActionTurn) else ()
    return any(FARM in refills(action) for action in actions)


def _may_go_on(story: Story, number: int) -> bool:
    """Tell whether who has done one thing could pay a marble for another, or may not have paid it to draw."""
    match move := story.moves[number]:
        case ActionTurn(actions=(_,)):
            later = (each for each in story.moves[number + 1 :] if each.player == move.player)
            has_paid = any(map(_pays_marble, later))
            return has_paid or story.state.realms[move.player].marble > 0
        case ActionTurn(actions=(_, DrawAction())):
            return True
    return False


def _has_paid(story: Story, heaps: Mapping[Whose, int]) -> bool:
    """Tell whether a marble has gone that the last turn has paid."""
    if story.before is None:
        return False
    player = story.moves[-1].player
    had, due = (state.realms[player].marble for state in (story.before, story.state))
    return heaps.get((player, "marble"), had) == due < had


def _begun(move: Move) -> Move:
    """Leave out of a turn the draw that a marble may have paid."""
    return replace(move, actions=move.actions[:1]) if isinstance(move, ActionTurn) else move


def goes_on(moves: tuple[Move, ...], pending: tuple[Move, ...]) -> bool:
    """Tell whether turns go on from those told at the last look; the last of these may have grown."""
    if len(moves) < len(pending) or not pending:
        return not pending
    *before, last = pending
    return [*moves[: len(before)]] == before and grows_to(last, moves[len(before)])


def grows_to(move: Move, now: Move) -> bool:
    """Tell whether a turn is another one as far as that was played by then."""
    if not isinstance(move, ActionTurn) or not isinstance(now, ActionTurn) or move.player != now.player:
        return move == now
    pairs = zip(move.actions, now.actions, strict=False)
    return len(move.actions) <= len(now.actions) and all(_stays(one, other) for one, other in pairs)


def _stays(action: TurnAction, now: TurnAction) -> bool:
    """Tell whether an action is another one as it is told while the turn goes on."""
    match action, now:
        case TakeAction(), TakeAction() if UNKNOWN in refills(action):
            return (action.face, action.space) == (now.face, now.space)
        case PlaceAction(), PlaceAction():
            is_read = YieldCard() not in action.tile.yields and YieldCard() in now.tile.yields
            came = zip(refills(action), refills(now), strict=False)
            is_other = any(was not in {UNKNOWN, face} for was, face in came)
            return action.tile.cell == now.tile.cell and not is_read and not is_other
    return action == now


def draws_in(move: Move) -> int:
    """Count the draws of a turn."""
    return move.actions.count(DrawAction()) if isinstance(move, ActionTurn) else 0


def is_draw(move: Move) -> bool:
    """Tell whether a turn is a draw, or two, and nothing else."""
    return isinstance(move, ActionTurn) and set(move.actions) == {DrawAction()}


def leaves_hole(move: Move) -> bool:
    """Tell whether a tile that came for one taken was not seen yet."""
    actions = move.actions if isinstance(move, ActionTurn) else ()
    return any(UNKNOWN in refills(action) for action in actions)


def filled(move: Move, face: str) -> Move:
    """Give a turn with the tile that has come into the display since it was told."""

    def came(refill: Sequence[str]) -> tuple[str, ...]:
        return tuple(each or face for each in refill)

    def taken(action: TakeAction) -> TakeAction:
        clears = tuple(replace(each, refill=came(each.refill)) for each in action.clears)
        return replace(action, refill=came(action.refill), clears=clears)

    return _retold(move, lambda tile: replace(tile, refill=came(tile.refill)), taken)


def with_card(move: Move, card: YieldCard) -> Move:
    """Give a turn with the yield card that nobody had read."""

    def laid(tile: LaidTile) -> LaidTile:
        return replace(tile, yields=tuple(card if each == YieldCard() else each for each in tile.yields))

    return _retold(move, laid)


def _retold(
    move: Move,
    laid: Callable[[LaidTile], LaidTile],
    taken: Callable[[TakeAction], TakeAction] = lambda action: action,
) -> Move:
    """Tell a turn's tiles otherwise: those laid, of castles too, and those taken."""

    def every(tile: LaidTile) -> LaidTile:
        return replace(laid(tile), takes=tile.takes and every(tile.takes))

    def done(action: TurnAction) -> TurnAction:
        if isinstance(action, PlaceAction):
            return replace(action, tile=every(action.tile))
        return taken(action) if isinstance(action, TakeAction) else action

    return replace(move, actions=tuple(map(done, move.actions))) if isinstance(move, ActionTurn) else move


def refills(action: TurnAction) -> tuple[str, ...]:
    """Give the tiles that came into the display for what an action took."""
    if isinstance(action, TakeAction):
        return (*(face for each in action.clears for face in each.refill), *action.refill)
    tile = action.tile if isinstance(action, PlaceAction) else None
    return tuple(face for each in chain_of(tile) for face in each.refill)


def unseen(moves: tuple[Move, ...], told: int, reaches: Reaches) -> float:
    """Tell how unlikely it is that as many drew as hands were seen to change nothing since the last turn.

    Args:
        told: So many of the turns were told at the last look.
    """
    drawn, late = 0, late_draws(moves, told)
    for move in moves:
        if reaches.last is not None and grows_to(reaches.last, move):
            drawn = -draws_in(reaches.last)
        drawn += draws_in(move)
    return REACHED * min(abs(drawn - late - reaches.since) + late, 2)


def is_late(moves: tuple[Move, ...], reaches: Reaches) -> bool:
    """Tell whether a marble that was paid still lay there while others drew after that turn."""
    for player, count in reaches.marbles.items():
        paid = (at for at, move in enumerate(moves) if move.player == player and _pays_marble(move))
        last = max(paid, default=len(moves))
        if sum(map(draws_in, moves[last + 1 :])) > reaches.since - count:
            return True
    return False


def _pays_marble(move: Move) -> bool:
    return isinstance(move, ActionTurn) and len(move.actions) > 1


def late_draws(moves: tuple[Move, ...], told: int) -> int:
    """Count the draws that came after something that is new at this look, so that no hand was seen alone."""
    actions = [action for move in moves[told:] if isinstance(move, ActionTurn) for action in move.actions]
    new = (at for at, action in enumerate(actions) if action != DrawAction())
    return actions[next(new, len(actions)) :].count(DrawAction())
