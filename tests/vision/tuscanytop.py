"""Moments of games of The Castles of Tuscany by chance, and what a look at each would show."""

from random import Random

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.drawing.components import yield_name
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    PlaceAction,
    TakeAction,
)
from scoring.games.tuscany.engine.state import faces_of
from scoring.games.tuscany.land.box import YieldCard, sample_box
from scoring.games.tuscany.land.tiles import KIND_OF
from vision.follow.turns import after, is_legal
from vision.games.tuscany.live.sighting import TableSight, expected

SETUP = Setup(
    "rulebook-002", tuple(PlayerSeat(name, name) for name in ("red", "blue", "yellow")), {"hands": "followed"}
)
UNSURE = -5.0
UNREAD = YieldCard()


def yields_of(move):
    tiles = []
    for action in move.actions:
        tile = action.tile if isinstance(action, PlaceAction) else None
        while tile is not None:
            tiles.append(tile)
            tile = tile.takes
    return [card for tile in tiles for card in tile.yields]


def sight_of(state, card=UNREAD, seed=1):
    """See a table, every place of it a little unsure."""
    chance = Random(seed)

    def odds(holds):
        others = chance.sample([*KIND_OF.values()], 2)
        return {**dict.fromkeys(["", *others], UNSURE), holds: 0.0}

    heaps = {
        (player, what): getattr(realm, what)
        for player, realm in state.realms.items()
        for what in ("marble", "workers")
    }
    places = {spot: odds(holds) for spot, holds in expected(state)}
    return TableSight(places, tuple(map(odds, faces_of(state))), {yield_name(card): 0.0}, heaps)


def plain(move):
    """Leave out of a turn what no camera sees: the cards that paid."""
    return move.player, tuple(map(_plain_action, move.actions))


def _plain_action(action):
    if isinstance(action, PlaceAction):
        workers = action.pays.workers if action.pays else 0
        return replace(action, pays=workers or None, tile=_without_order(action.tile))
    if isinstance(action, TakeAction):
        return replace(action, refill=tuple(sorted(action.refill)))
    return action


def _without_order(tile):
    takes = None if tile.takes is None else _without_order(tile.takes)
    return replace(tile, takes=takes, refill=tuple(sorted(tile.refill)))


def games(count, at_once, moments=1):
    """Give moments of games by chance: the state, the turns that follow, and the state after them."""
    for seed in range(count):
        game, _ = random_game(SETUP, Random(seed), sample_box(), turns=60)
        turns = [move for move in game.moves if isinstance(move, ActionTurn)]
        state, found = RULES.start(SETUP), []
        for move in game.moves:
            found.append(state)
            state, _ = RULES.apply(state, move)
        found.append(state)
        first = len(game.moves) - len(turns)
        if [*map(type, game.moves[first:])] != [ActionTurn] * len(turns):
            continue
        for number in Random(seed).sample(range(len(turns) - at_once), moments):
            at = first + number
            yield found[at], game.moves[at : at + at_once], found[at + at_once]


def set_right(seeds, kind):
    """Give moments at which an earlier turn is set right: the game, as it was, what waits, and then.

    Args:
        kind: "legal" where all later turns are allowed, "house" where some stay as house rules.
    """
    for seed in seeds:
        game, _ = random_game(SETUP, Random(seed), sample_box(), turns=60)
        states = [RULES.start(SETUP)]
        for move in game.moves:
            states.append(RULES.apply(states[-1], move)[0])
        for at in range(len(game.moves) // 2, len(game.moves), 7):
            turns = game.moves[at - 3 : at + 1]
            if all(isinstance(each, ActionTurn) for each in turns) and is_seen(turns[-1:]):
                others = [*_others(states[at - 3], turns[0])]
                Random(at).shuffle(others)
                played = (_played_again(states[at - 3], [other, *turns[1:-1]], kind) for other in others)
                now = next((each for each in played if each and each.turns == states[at].turns), None)
                if now not in (None, states[at]) and is_legal(RULES, now, turns[-1]):
                    yield now, states[at], turns[-1], states[at + 1]


def _others(state, move):
    for question in RULES.ask(state, move, []):
        for choice in question.choices:
            other = RULES.answer(state, move, {question.name: choice.value})
            if other != move and other.player == move.player:
                yield other


def _played_again(state, moves, kind):
    is_broken = False
    for move in moves:
        try:
            RULES.check(state, move)
            state = RULES.apply(state, move)[0]
        except IllegalMoveError:
            is_broken, state = True, after(RULES, state, move)
    return state if is_broken == (kind == "house") else None


def is_seen(moves):
    """Tell whether no turn hides what it did: tiles that came and went, kinds removed, cards below others."""
    for move in moves:
        for action in move.actions:
            clears = isinstance(action, TakeAction) and action.clears
            if clears or len(getattr(action, "refill", ())) > 1 or len(yields_of(move)) > 1:
                return False
            if YieldCard() in yields_of(move):
                return False
    return not all(action.__class__.__name__ == "DrawAction" for action in moves[-1].actions)
