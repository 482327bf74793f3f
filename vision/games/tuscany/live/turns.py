"""Turns that explain what a look shows beyond the game: whose, in what order, with draws that nobody saw."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player
from scoring.games.tuscany import RULES
from scoring.games.tuscany.engine.laying import touches
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    LaidTile,
    Move,
    Payment,
    PlaceAction,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.payment import PRICE
from scoring.games.tuscany.engine.state import TuscanyState, seat_of
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.spots import TuscanySpot
from scoring.games.tuscany.land.tiles import DISPLAY, FARM, HEX, KIND_OF, TOO_MANY, UNKNOWN, colour_of
from scoring.spots import tile_spot
from vision.follow.turns import after, is_legal
from vision.games.tuscany.classify.cards import card_of
from vision.games.tuscany.live.memory import PendingTurns, Reaches
from vision.games.tuscany.live.sighting import BARE, Judge, TableSight, best, fits

DREW, ACTED, PAID_MARBLE = math.log(0.25), math.log(0.75), math.log(0.08)
"""How often a turn is a draw or something else, and how often a marble buys another action: counted in 200
games by chance of the specification's simple bots."""
LATER = math.log(0.15)
"""How often another turn follows before the table is looked at."""
REACHED = 3.0
"""So much less likely, in nats, is each draw for which no hand was seen, and each hand that did not draw."""
SEEN_DRAW = math.log(0.9)
"""How likely a hand has drawn that came and went and left all as it was."""
UNFILLED = math.log(0.02)
"""How often the display is not filled up before the next turn begins."""
OTHER_CARD = math.log(0.01)
"""How likely the card that was on top before another came was the one that a turn turned."""
OTHERWISE = math.log(0.01)
"""How likely turns have been played in another order than they were seen, or otherwise."""
ILLEGAL = math.log(0.01)
"""How much less likely a turn is that breaks a rule."""
UNEXPLAINED = math.log(1e-4)
"""How likely something lies there that no turn explains, such as a hand's shadow."""
CLOSE = 6.0
"""Ways to read a place that fit so much worse, in nats, are not thought of."""
MOST_NODES = 12
WORTH = 6.0
"""Stories that can only come to so much less than the likeliest, in nats, are not gone on with."""


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


def explain(
    state: TuscanyState,
    display: tuple[str, ...],
    sight: TableSight,
    reaches: Reaches | None = None,
    pending: PendingTurns | None = None,
) -> list[Story]:
    """Find the turns that explain a look, the likeliest first; the game as it stands is among them.

    Args:
        state: The game as confirmed.
        display: What lies on the places of the display by the game, as they lie on the table.
        reaches: The hands that changed nothing; None where nobody has counted.
        pending: Turns that were told at the last look and are not confirmed: tiles that came then may have
            been taken since.
    """
    judge = Judge(sight)
    pending = pending or PendingTurns()
    before = len(undrawn(pending.moves))
    first = Story(state, display, (), 0.0, judge.fit(state, display), told=before)
    every = [first, *_as_told(first, pending, judge)]
    frontier = every
    for _ in range(2 * len(state.realms)):
        grown: dict[tuple[Move, ...], Story] = {}
        least = max(each.log_odds for each in every) - WORTH
        for story in frontier:
            if story.share > least and judge.news(story.state, story.display):
                for each in (then for way in _paid_ways(story, judge.sight) for then in _next(way, judge)):
                    if each.moves not in grown or grown[each.moves].log_odds < each.log_odds:
                        grown[each.moves] = each
        if not grown:
            break
        frontier = sorted(grown.values(), key=lambda each: -each.log_odds)[:MOST_NODES]
        every += frontier
    told = [each for each in every if not each.moves or not is_draw(each.moves[-1])]
    if pending.moves:
        told = [
            each._replace(
                share=each.share + (0.0 if _goes_on(each.moves, pending.moves[:before]) else OTHERWISE)
            )
            for each in told
        ]
    if reaches is not None:
        told = [
            each._replace(share=each.share - _unseen(each.moves, reaches))
            for story in told
            for each in (story, *_drawn(story, reaches.since))
        ]
    heaps = [judge.heaps_fit(state, each.state, _last_of(each)) for each in told]
    least = max(heaps, default=0.0)  # what no turns make of heaps says nothing of any
    told = [each._replace(share=each.share + fit - least) for each, fit in zip(told, heaps, strict=True)]
    return sorted(told, key=lambda each: -each.log_odds)


def _drawn(story: Story, hands: int) -> Iterator[Story]:
    """Go on with draws, one for each hand at most; who has a marble may draw twice for it."""
    player = story.state.player
    if story.state.is_played or story.state.questions:
        return
    unfilled = UNFILLED * bool(story.moves and leaves_hole(story.moves[-1]))
    most = min(hands, 1 + bool(story.state.realms[player].marble))
    for draws in range(1, most + 1):
        move = ActionTurn(player, (DrawAction(),) * draws)
        share = story.share + SEEN_DRAW + unfilled + PAID_MARBLE * (draws - 1)
        displays = (*story.displays, story.display)
        then = after(RULES, story.state, move)
        drawn = story._replace(state=then, moves=(*story.moves, move), share=share, displays=displays)
        yield drawn
        yield from _drawn(drawn, hands - draws)


def _last_of(story: Story) -> Player:
    """Name whoever has done last what shows; whoever may act, where nobody has."""
    moves = undrawn(story.moves)
    return moves[-1].player if moves else story.state.player


def undrawn(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Leave out the draws at the end, which nothing shows but hands."""
    while moves and is_draw(moves[-1]):
        moves = moves[:-1]
    return moves


def settled(story: Story) -> tuple[Move, ...]:
    """Give the turns that nothing is still expected of.

    While a tile that was taken is still to be replaced, the turn goes on. Who draws after somebody with a
    marble may be that player, who pays it; the next turn that shows will tell.
    """
    moves = undrawn(story.moves)
    if moves and leaves_hole(moves[-1]):
        return moves[:-1]
    for number, move in enumerate(story.moves[:-1]):
        if number >= len(moves) - 1 and _may_go_on(move, story.state):
            return story.moves[: number + 1]
    return story.moves


def _may_go_on(move: Move, state: TuscanyState) -> bool:
    """Tell whether who has done one thing can pay a marble for another."""
    return isinstance(move, ActionTurn) and len(move.actions) == 1 and state.realms[move.player].marble > 0


def _goes_on(moves: tuple[Move, ...], pending: tuple[Move, ...]) -> bool:
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
        case TakeAction(), TakeAction() if UNKNOWN in action.refill:
            return (action.face, action.space) == (now.face, now.space)
        case PlaceAction(), PlaceAction():
            is_read = YieldCard() not in action.tile.yields and YieldCard() in now.tile.yields
            return action.tile.cell == now.tile.cell and not is_read
    return action == now


def _as_told(first: Story, pending: PendingTurns, judge: Judge) -> Iterator[Story]:
    """Give the story that was told at the last look, each of its turns as it was."""
    story = first
    for move, display in zip(pending.moves, pending.displays, strict=True):
        if not is_legal(RULES, story.state, move):
            return
        then = after(RULES, story.state, move)
        share = story.share + (SEEN_DRAW if is_draw(move) else ACTED)
        share += OTHER_CARD * (move is pending.moves[-1] and _shows_other(move, judge.sight))
        displays = (*story.displays, display)
        fit = judge.fit(then, display)
        if move is pending.moves[-1] and isinstance(move, ActionTurn) and len(move.actions) == 1:
            yield from _longer(story, move.actions[0], display, judge)
        moves, before = (*story.moves, move), story.state
        story = Story(then, display, moves, share, fit, displays, story.told, before)
        yield story


def _unseen(moves: tuple[Move, ...], reaches: Reaches) -> float:
    """Tell how unlikely it is that as many drew as hands were seen to change nothing since the last turn.

    Who pays a marble to draw may have done both at once.
    """
    drawn = paid = 0
    for move in moves:
        if reaches.last is not None and grows_to(reaches.last, move):
            drawn, paid = -draws_in(reaches.last), 0
        drawn += draws_in(move)
        paid += draws_in(move) * (not is_draw(move))
    return REACHED * min(max(drawn - paid - reaches.since, reaches.since - drawn, 0), 2)


def draws_in(move: Move) -> int:
    """Count the draws of a turn."""
    return move.actions.count(DrawAction()) if isinstance(move, ActionTurn) else 0


def is_draw(move: Move) -> bool:
    """Tell whether a turn is a draw, or two, and nothing else."""
    return isinstance(move, ActionTurn) and set(move.actions) == {DrawAction()}


def _next(story: Story, judge: Judge) -> Iterator[Story]:
    """Give the stories that go on by one turn."""
    state, player = story.state, story.state.player
    if state.is_played or state.questions:
        return
    yield from _told(story, (DrawAction(),), story.display, DREW, judge)
    begun = _begun(story)
    for action, display in _acted(begun, player, judge):
        yield from _told(story, (action,), display, ACTED, judge)
        yield from _longer(story, action, display, judge)
    if state.realms[player].marble:
        for second, shown in _acted(begun, player, judge):
            yield from _told(story, (DrawAction(), second), shown, ACTED + PAID_MARBLE, judge)


def _longer(story: Story, action: TurnAction, display: tuple[str, ...], judge: Judge) -> Iterator[Story]:
    """Give the stories that go on by one action and another, for a marble.

    Args:
        display: What lies on the places of the display after the first.
    """
    player = story.state.player
    half = _half(_begun(story), player, action, display)
    if half is None or not half.state.realms[player].marble:
        return
    for second, shown in _acted(half, player, judge):
        yield from _told(story, (action, second), shown, ACTED + PAID_MARBLE, judge)
    yield from _told(story, (action, DrawAction()), display, ACTED + PAID_MARBLE, judge)


def _told(
    story: Story,
    actions: tuple[TurnAction, ...],
    display: tuple[str, ...],
    share: float,
    judge: Judge,
) -> Iterator[Story]:
    """Do a turn, paid with as many workers as are missing."""
    move = ActionTurn(story.state.player, actions)
    legal, then = _done(story.state, move)
    paid = _with_workers(move, story.state, then, judge.sight)
    if paid != move:
        is_paid, poorer = _done(story.state, paid)
        move, then = (paid, poorer) if is_paid else (move, then)
    share += UNFILLED * bool(story.moves and leaves_hole(story.moves[-1]))
    is_another = not all(map(is_draw, story.moves[story.told :]))
    share += story.share + (0.0 if legal else ILLEGAL) + (LATER if is_another else 0.0)
    displays = (*story.displays, display)
    moves = (*story.moves, move)
    yield Story(then, display, moves, share, judge.fit(then, display), displays, story.told, story.state)


def _done(state: TuscanyState, move: ActionTurn) -> tuple[bool, TuscanyState]:
    """Tell whether a turn is allowed, and give the game after it."""
    try:
        return True, RULES.apply(state, move)[0]
    except IllegalMoveError:
        return False, after(RULES, state, move)


def _shows_other(move: Move, sight: TableSight) -> bool:
    """Tell whether the yield card that a turn turned last is not the one that lies on top by now."""
    actions = move.actions if isinstance(move, ActionTurn) else ()
    tiles = (action.tile for action in actions if isinstance(action, PlaceAction))
    return bool(sight.card) and any(tile.yields and tile.yields[-1] != card_of(sight.card) for tile in tiles)


def leaves_hole(move: Move) -> bool:
    """Tell whether a tile that came for one taken was not seen yet."""
    actions = move.actions if isinstance(move, ActionTurn) else ()
    return any(UNKNOWN in _came(action) for action in actions)


def _came(action: TurnAction) -> tuple[str, ...]:
    """Give the tiles that came into the display for what an action took."""
    if isinstance(action, TakeAction):
        return tuple(action.refill)
    came = list[str]()
    tile = action.tile if isinstance(action, PlaceAction) else None
    while tile is not None:
        came += tile.refill
        tile = tile.takes
    return tuple(came)


def _paid_ways(story: Story, sight: TableSight) -> Iterator[Story]:
    """Give a story that goes on, and the same with the last turn paid by workers whose heap is as it was."""
    yield story
    move = story.moves[-1] if story.moves else None
    if isinstance(move, ActionTurn) and story.before is not None:
        paid = _with_workers(move, story.before, story.state, sight, is_over=True)
        is_paid, then = _done(story.before, paid)
        if is_paid and paid != move:
            yield story._replace(state=then, moves=(*story.moves[:-1], paid))


def _with_workers(
    move: ActionTurn, before: TuscanyState, then: TuscanyState, sight: TableSight, *, is_over: bool = False
) -> ActionTurn:
    """Let workers have paid that are gone; a heap that is as it was is set right before the turn is over."""
    had, due = (state.realms[move.player].workers for state in (before, then))
    seen = sight.heaps.get((move.player, "workers"), due)
    missing = due - seen if is_over or seen != had else 0
    actions = list[TurnAction]()
    for action in move.actions:
        if isinstance(action, PlaceAction) and missing > 0:
            workers = min(PRICE, missing)
            missing -= workers
            actions.append(replace(action, pays=Payment(None, workers)))
        else:
            actions.append(action)
    return replace(move, actions=tuple(actions))


def _begun(story: Story) -> Story:
    return story._replace(moves=(), share=0.0)


def _half(story: Story, player: Player, action: TurnAction, display: tuple[str, ...]) -> Story | None:
    """Give the table after the first action of a turn, which goes on; None where it makes no sense."""
    try:
        then, _ = RULES.force(story.state, ActionTurn(player, (action,)))
    except IllegalMoveError:
        return None
    if then.questions:
        return None
    return Story(replace(then, turn=seat_of(then, player), is_played=False), display)


# --- single actions --------------------------------------------------------------------------------


def _acted(story: Story, player: Player, judge: Judge) -> Iterator[tuple[TurnAction, tuple[str, ...]]]:
    """Give the actions of a player that touch what has changed, with the display after each."""
    sight, changed = judge.sight, judge.news(story.state, story.display)
    yield from _takes(story, player, sight, changed)
    realm = story.state.realms[player]
    cells = [
        cell for cell in realm.fields if tile_spot(cell, player) in changed and cell not in realm.covered
    ]
    for space, stored in enumerate(realm.store):
        if stored is None:
            continue
        for cell in cells:
            for tile, display in _lays(story, player, stored, cell, cells, sight):
                yield PlaceAction(tile, space), display


def _takes(
    story: Story, player: Player, sight: TableSight, changed: set[str]
) -> Iterator[tuple[TurnAction, tuple[str, ...]]]:
    store = story.state.realms[player].store
    spots = [TuscanySpot("store", at, player).name for at in range(len(store))]
    fresh = [at for at, spot in enumerate(spots) if spot in changed]
    left = [at for at in range(DISPLAY) if TuscanySpot("display", at).name in changed]
    free = [at for at, stored in enumerate(store) if stored is None]
    for space, at in product(range(len(store)), left or range(DISPLAY)):
        if not left and space not in fresh:
            continue  # nothing would show it
        odds, face = sight.places.get(spots[space], {}), story.display[at]
        if space in fresh or space in free[:1] or store[space] == face:
            if face == UNKNOWN or (space in fresh and not left and fits(odds, face) < -CLOSE):
                continue
            refill, display = _refilled(story, at, sight)
            yield TakeAction(face, space, refill), display


def _lays(
    story: Story, player: Player, face: str, cell: Cell, cells: Sequence[Cell], sight: TableSight
) -> Iterator[tuple[LaidTile, tuple[str, ...]]]:
    """Give the ways in which a tile was laid on a field, with the display after each."""
    realm = story.state.realms[player]
    kind = KIND_OF[realm.fields[cell]]
    if face not in (HEX, UNKNOWN) and colour_of(face) != realm.fields[cell]:
        return
    odds = sight.places[tile_spot(cell, player)]
    if face in {UNKNOWN, FARM}:
        face = best({each: share for each, share in odds.items() if each != BARE} or {face: 0.0})
    elif fits(odds, face) < -CLOSE and best(odds) == BARE:
        return
    tile = LaidTile(face, cell)
    if kind == "city":
        yield from ((replace(tile, token=token), story.display) for token in _tokens(story, player, sight))
    elif kind == "carriage":
        count = 1 + realm.tokens.count("yield")
        cards = (YieldCard(),) * (count - 1) + (card_of(sight.card),)
        yield replace(tile, yields=cards), story.display
    else:
        yield tile, story.display
    if kind == "castle":
        yield from _castles(story, player, tile, [each for each in cells if each != cell], sight)


def _tokens(story: Story, player: Player, sight: TableSight) -> list[str]:
    """Give the kinds of token that a city may have brought; any but none where none is in view."""
    spot = TuscanySpot("token", len(story.state.realms[player].tokens), player).name
    odds = sight.places.get(spot, {})
    kinds = [kind for kind in odds if kind != BARE]
    close = [kind for kind in kinds if fits(odds, kind) > -CLOSE]
    return close or kinds[:1] or [UNKNOWN]


def _castles(
    story: Story, player: Player, tile: LaidTile, cells: Sequence[Cell], sight: TableSight
) -> Iterator[tuple[LaidTile, tuple[str, ...]]]:
    """Give what a castle has laid from the display, further castles included."""
    realm = story.state.realms[player]
    lies = replace(realm, covered={**realm.covered, tile.cell: tile.face})
    state = replace(story.state, realms={**story.state.realms, player: lies})
    now = story._replace(state=state)
    for cell in cells:
        if not touches(lies, cell):
            continue
        for at, face in enumerate(story.display):
            if colour_of(face) != realm.fields[cell]:
                continue
            refill, display = _refilled(story, at, sight)
            for inner, shown in _lays(now._replace(display=display), player, face, cell, cells, sight):
                yield replace(tile, takes=inner, refill=refill), shown


def _refilled(story: Story, at: int, sight: TableSight) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the tiles that came as one was taken, and the display after it.

    Five of a colour are replaced at once: the one that came first was never seen where it lay, but of its
    colour it was.
    """
    shown = [best(odds) for odds in sight.display]
    rest = {place: face for place, face in enumerate(story.display) if place != at}
    counts = Counter(colour_of(face) for face in rest.values() if face)
    for colour, count in counts.items():
        places = [place for place, face in rest.items() if colour_of(face) == colour]
        otherwise = sum(shown[place] != rest[place] for place in places)
        if count >= TOO_MANY - 1 and otherwise > count // 2:
            new = sorted((*places, at))
            display = tuple(shown[place] if place in new else rest[place] for place in range(DISPLAY))
            return (KIND_OF[colour], *(shown[place] for place in new)), display
    display = tuple(shown[place] if place == at else rest[place] for place in range(DISPLAY))
    return (shown[at],), display
