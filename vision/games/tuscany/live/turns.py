"""Turns that explain what a look shows beyond the game: whose, in what order, with draws that nobody saw."""

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Player
from scoring.games.tuscany import RULES
from scoring.games.tuscany.drawing.components import RINGS_MM
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    DrawAction,
    Move,
    Payment,
    PlaceAction,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.engine.payment import PRICE
from scoring.games.tuscany.engine.state import TuscanyState, seat_of
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import UNKNOWN
from vision.follow.turns import after
from vision.games.tuscany.classify.cards import card_of
from vision.games.tuscany.live.actions import acted
from vision.games.tuscany.live.memory import PendingTurns, Reaches
from vision.games.tuscany.live.sighting import UNSET, Judge, TableSight, best
from vision.games.tuscany.live.stories import (
    Story,
    draws_in,
    filled,
    goes_on,
    is_draw,
    is_late,
    late_draws,
    leaves_hole,
    refills,
    undrawn,
    unseen,
    with_card,
    yields_in,
)

DREW, ACTED, WITH_MARBLE = math.log(0.3), math.log(0.7), math.log(0.5)
"""How often an action is a draw or something else, and how often who has a marble by then pays it for another
one, and how often not: ``training 1 41 habits`` of this game counts 1,750 draws of 5,878 actions, and 426
marbles paid of 879."""
LATER = math.log(0.15)
"""How often another turn follows before the table is looked at, a guess: hands of simulated players follow
each other without a rest after 53 of 5,452 turns of ``training 1 41 habits``, but tables are not looked at
each time."""
ALIKE = math.log(0.0176)
"""How often who takes a tile lays it where such a one is stored: 33 times of 1,879 in 60 games by chance, and
28 times of 2,133 by ``training 1 41 habits``."""
SEEN_DRAW = math.log(0.9)
"""How likely a hand has drawn that came and went and left all as it was, a guess: all 1,750 of
``training 1 41 habits`` had, since hands of simulated players come for nothing else that does not show."""
UNFILLED = math.log(0.02)
"""How often the display is not filled up before the next turn begins: so 64 turns of 5,452 began by
``training 1 41 habits``."""
OTHER_CARD = math.log(0.01)
"""How likely the card that was on top before another came was the one that a turn turned."""
HIDDEN_CARD = math.log(0.1)
"""How likely a card is that nobody has seen, a guess: boxes have about ten kinds, some of them more often.
Of 331 cards of ``training 1 41 habits`` 57 were like the one before, 0.17."""
OTHERWISE = math.log(0.01)
"""How likely turns have been played in another order than they were seen, or otherwise; a guess."""
ILLEGAL = math.log(0.01)
"""How much less likely a turn is that breaks a rule: 63 of 5,452 did by ``training 1 41 habits``."""
UNEXPLAINED = math.log(1e-4)
"""How likely something lies there that no turn explains, such as a hand's shadow; a guess."""
MOST_NODES = 12
"""So many stories are gone on with by a turn each: a choice for the sake of time, fitted to nothing."""
WORTH = 6.0
"""Stories that can only come to so much less than the likeliest, in nats, are not gone on with."""


def explain(
    state: TuscanyState,
    display: tuple[str, ...],
    sight: TableSight,
    reaches: Reaches | None = None,
    pending: Sequence[PendingTurns] = (PendingTurns(),),
) -> list[Story]:
    """Find the turns that explain a look, the likeliest first; the game as it stands is among them.

    Args:
        state: The game as confirmed.
        display: What lies on the places of the display by the game, as they lie on the table.
        reaches: The hands that changed nothing; None where nobody has counted.
        pending: Turns that were told at the last look and are not confirmed, then others that may have been
            played instead: tiles that came then may have been taken since.
    """
    judge, hands = Judge(sight), reaches.since if reaches else 0
    known = undrawn(pending[0].moves)
    first = Story(state, display, (), 0.0, judge.fit(state, display), told=len(known))
    every = [first, *(story for way in pending for story in _as_told(first, way, judge, hands))]
    frontier = every
    for _ in range(2 * len(state.realms)):
        grown: dict[tuple[Move, ...], Story] = {}
        least = max(each.log_odds for each in every) - WORTH
        for story in frontier:
            if story.share > least and judge.news(story.state, story.display):
                for each in (
                    then
                    for way in _paid_ways(_with_card(story, judge), judge.sight)
                    for then in _next(way, judge, hands)
                ):
                    if each.moves not in grown or grown[each.moves].log_odds < each.log_odds:
                        grown[each.moves] = each
        if not grown:
            break
        frontier = sorted(grown.values(), key=lambda each: -each.log_odds)[:MOST_NODES]
        every += frontier
    told = [each for each in every if not each.moves or not is_draw(each.moves[-1])]
    if pending[0].moves:
        told = [
            each._replace(share=each.share + (0.0 if goes_on(each.moves, known) else OTHERWISE))
            for each in told
        ]
    if reaches is not None:
        told = [
            each._replace(share=each.share + _hands_fit(each, reaches))
            for story in told
            for each in (story, *_drawn(story, hands if len(undrawn(story.moves)) <= len(known) else 0))
        ]
    told = [each._replace(share=each.share + _cards_fit(each.moves, sight)) for each in told]
    heaps = [
        judge.heaps_fit(state, each.state, each.moves[-1].player if each.moves else state.player)
        for each in told
    ]
    least = max(heaps, default=0.0)  # what no turns make of heaps says nothing of any
    told = [each._replace(share=each.share + fit - least) for each, fit in zip(told, heaps, strict=True)]
    return sorted(told, key=lambda each: -each.log_odds)


def _hands_fit(story: Story, reaches: Reaches) -> float:
    """Tell how well turns agree with the hands that were seen, and with when marbles were paid."""
    return UNSET * is_late(story.moves, reaches) - unseen(story.moves, story.told, reaches)


def _cards_fit(moves: tuple[Move, ...], sight: TableSight) -> float:
    """Tell how well turns agree with the yield cards that have come on top, or with the one on top."""
    cards, on_top = yields_in(moves), sight.turned[-1:]
    if not on_top:
        is_other = sight.card and cards and cards[-1] not in {card_of(sight.card), YieldCard()}
        return OTHER_CARD if is_other else 0.0
    hidden = len(cards) - cards.count(YieldCard()) - len(sight.turned)
    return max(0, hidden) * HIDDEN_CARD + (0.0 if cards[-1:] == on_top else OTHER_CARD)


def _drawn(story: Story, hands: int) -> Iterator[Story]:
    """Go on with draws, one for each hand at most; who has a marble may draw twice for it."""
    player = story.state.player
    if story.state.is_played or story.state.questions:
        return
    unfilled = UNFILLED * bool(story.moves and leaves_hole(story.moves[-1]))
    most = min(hands, 1 + bool(story.state.realms[player].marble))
    for draws in range(1, most + 1):
        move = ActionTurn(player, (DrawAction(),) * draws)
        displays = (*story.displays, story.display)
        _, then = _done(story.state, move)
        share = story.share + _share(move, then, draws) + unfilled
        moves = (*story.moves, move)
        drawn = story._replace(state=then, moves=moves, share=share, displays=displays, before=story.state)
        yield drawn
        yield from _drawn(drawn, hands - draws)


def _as_told(first: Story, pending: PendingTurns, judge: Judge, hands: int) -> Iterator[Story]:
    """Give the story that was told at the last look, each of its turns as it was."""
    story, shown, came = first, [best(odds) for odds in judge.sight.display], dict[int, str]()
    moves, displays = pending
    for number, (told, lay) in enumerate(zip(moves, displays, strict=True)):
        empty = [at for at, face in enumerate(lay) if face == UNKNOWN and at not in came]
        move = told
        if len(empty) == 1 and leaves_hole(told):  # its like may have come, which is no news
            came[empty[0]] = shown[empty[0]]
            move = filled(told, shown[empty[0]])
        display = tuple(face or came.get(at, UNKNOWN) for at, face in enumerate(lay))
        is_legal, then = _done(story.state, move)
        if not is_legal:
            return
        share = story.share + _share(move, then, draws_in(move))
        story_displays = (*story.displays, display)
        fit = judge.fit(then, display)
        is_last = number == len(moves) - 1
        if is_last and isinstance(move, ActionTurn) and not any(map(refills, move.actions[1:])):
            yield from _longer(story, move.actions[0], display, judge, hands)
        story = Story(
            then, display, (*story.moves, move), share, fit, story_displays, story.told, story.state
        )
        yield story


def _next(story: Story, judge: Judge, hands: int) -> Iterator[Story]:
    """Give the stories that go on by one turn; so many draws may have been seen as hands."""
    state, player = story.state, story.state.player
    if state.is_played or state.questions:
        return
    for action, display in ((DrawAction(), story.display), *acted(story, player, judge)):
        begun = story._replace(share=story.share + _alike(state, player, action))
        yield from _told(begun, (action,), display, judge, hands)
        yield from _longer(begun, action, display, judge, hands)


def _longer(
    story: Story, action: TurnAction, display: tuple[str, ...], judge: Judge, hands: int
) -> Iterator[Story]:
    """Give the stories that go on by one action and another, for a marble.

    Args:
        display: What lies on the places of the display after the first.
    """
    player = story.state.player
    half = _half(story, player, action, display)
    if half is None or not half.state.realms[player].marble:
        return
    for second, shown in acted(half, player, judge):
        begun = story._replace(share=story.share + _alike(half.state, player, second))
        yield from _told(begun, (action, second), shown, judge, hands)
    yield from _told(story, (action, DrawAction()), display, judge, hands)


def _alike(state: TuscanyState, player: Player, action: TurnAction) -> float:
    """Tell how likely a tile was taken onto its like, if it was; of what was told that was weighed then."""
    is_alike = isinstance(action, TakeAction) and state.realms[player].store[action.space] == action.face
    return ALIKE * is_alike


def _told(
    story: Story,
    actions: tuple[TurnAction, ...],
    display: tuple[str, ...],
    judge: Judge,
    hands: int,
) -> Iterator[Story]:
    """Do a turn, paid with as many workers as are missing; so many draws may have been seen as hands."""
    move = ActionTurn(story.state.player, actions)
    ways = [(move, *_done(story.state, move))]
    paid = _with_workers(move, story.state, ways[0][2], judge.sight)
    if paid != move:
        is_paid, poorer = _done(story.state, paid)
        ways += [(paid, True, poorer)] * is_paid
    late = late_draws((*story.moves, move), story.told)
    seen = 0 if late else hands - sum(map(draws_in, story.moves[max(0, story.told - 1) :]))
    is_another = not all(map(is_draw, story.moves[story.told :]))
    before = story.share + UNFILLED * bool(story.moves and leaves_hole(story.moves[-1])) + LATER * is_another
    moves, displays = story.moves, (*story.displays, display)
    for way, legal, then in ways:
        share = before + _share(way, then, seen) + (0.0 if legal else ILLEGAL)
        fit = judge.fit(then, display)
        yield Story(then, display, (*moves, way), share, fit, displays, story.told, story.state)


def _share(move: Move, then: TuscanyState, seen: int) -> float:
    """Tell how likely a player does a turn, of whose draws so many were seen as hands, if it has as many."""
    if not isinstance(move, ActionTurn):
        return 0.0
    draws, count = draws_in(move), len(move.actions)
    known = max(0, min(draws, seen))
    has_marble = count > 1 or then.realms[move.player].marble > 0
    each = known * SEEN_DRAW + (draws - known) * DREW + (count - draws) * ACTED
    return each + WITH_MARBLE * has_marble


def _done(state: TuscanyState, move: Move) -> tuple[bool, TuscanyState]:
    """Tell whether a turn is allowed, and give the game after it."""
    try:
        return True, _unasked(RULES.apply(state, move)[0])
    except IllegalMoveError:
        return False, _unasked(after(RULES, state, move))


def _unasked(state: TuscanyState) -> TuscanyState:
    """Give the game as it goes on at the table where yield cards were turned that nobody has read."""
    return replace(state, questions=tuple(each for each in state.questions if each.kind != "yield"))


def _with_card(story: Story, judge: Judge) -> Story:
    """Give a story that goes on, a yield card that nobody has seen told by how markers have moved."""
    if story.before is None or yields_in(story.moves[-1:]).count(YieldCard()) != 1:
        return story
    move, sight = story.moves[-1], judge.sight
    mine = ((what, step) for (who, what), step in sight.steps.items() if who == move.player)
    steps = {what: step for what, step in mine if what in RINGS_MM}
    ways = list[Story]()
    for card in sight.cards:
        told = with_card(move, card)
        _, then = _done(story.before, told)
        realm = then.realms[move.player]
        is_so = all(step == getattr(realm, track) % TRACK for track, step in steps.items())
        if is_so and any(getattr(card, track) for track in steps):
            moves = (*story.moves[:-1], told)
            ways.append(story._replace(state=then, moves=moves, fit=judge.fit(then, story.display)))
    return ways[0] if len(ways) == 1 else story


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


def _half(story: Story, player: Player, action: TurnAction, display: tuple[str, ...]) -> Story | None:
    """Give the table after the first action of a turn, which goes on; None where it makes no sense."""
    move = ActionTurn(player, (action,))
    try:
        then, _ = RULES.force(story.state, move)
    except IllegalMoveError:
        return None
    then = _unasked(then)
    if then.questions:
        return None
    return Story(replace(then, turn=seat_of(then, player), is_played=False), display, (*story.moves, move))
