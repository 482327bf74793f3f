"""What a look shows of every place, and how well a state of the game agrees with it."""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from scoring.game import Player
from scoring.games.tuscany.engine.state import Realm, TuscanyState, faces_of
from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.spots import TuscanySpot
from scoring.games.tuscany.land.tiles import DISPLAY, FARM, UNKNOWN
from scoring.spots import tile_spot

BARE = ""
"""Nothing lies there."""
DISPLAY_SPOTS = tuple(TuscanySpot("display", at).name for at in range(DISPLAY))
"""The places of the display, by their names as the rules have them."""
Odds = Mapping[str, float]
"""What may lie on a place, as log-likelihoods; the rest is ``LEAST``."""
LEAST = -9.0
"""However clear a place looks, anything may lie there: somebody's sleeve, a misprint."""
NEWS = 2.0
"""A place looks otherwise than the game has it where something else fits it so much better, in nats."""
UNSET, UNSEEN, MISSED = math.log(0.01), math.log(0.05), math.log(0.0015)
"""How likely a heap is not set right when the next player acts, a guess, since simulated players forget none;
how likely nothing is seen of one while none of its kind was seen at this table, 2 times of 38 by
``training 1 21 heaps`` of this game; and how likely from then on: 2 times of 262 by the same, and none of 649
in seeds 300 to 309 and boxes whose things look nearly like the board, at levels 1 and 2."""
OTHER_HEAP, MISCOUNTED = math.log(0.015), math.log(0.08)
"""How likely others are counted wrongly: 10 of 1,732 of one thing at most and 1 of 76 of more by
``training 1 21 heaps``, and of more 6 of 72 in the seeds from 300 on."""
SURE_COUNT, HIDDEN = 2, math.log(0.5)
"""So many things of a heap hide none of each other; how likely fewer are counted where it has grown beyond:
1 time of 6 by ``training 1 21 heaps``, 2 of 4 in seeds 300 to 305, 2711, 2734 and 2737 at levels 1 and 2."""


class TableSight(NamedTuple):
    """What a look shows.

    Attributes:
        places: Of every place in view but the display's, by its spot, what may lie there.
        display: Of its eight places, in the order in which they lie on the table.
        card: What the yield card on top may be; empty where none is in view.
        heaps: How many of each kind lie before whom, where that can be counted, but for what lay there too
            many or too few before the turns that are told.
        turned: The cards that have come on top since the one that the last confirmed turn turned, in order.
        kinds: Kinds of heaps of which one was seen at this table.
        steps: Where the markers stand that are in view.
        cards: The yield cards of the box, as far as they are known.
    """

    places: Mapping[str, Odds]
    display: tuple[Odds, ...]
    card: Odds = MappingProxyType({})
    heaps: Mapping[tuple[Player, str], int] = MappingProxyType({})
    turned: tuple[YieldCard, ...] = ()
    kinds: frozenset[str] = frozenset()
    steps: Mapping[tuple[Player, str], int] = MappingProxyType({})
    cards: tuple[YieldCard, ...] = ()


def best(odds: Odds) -> str:
    """Give what fits a place best."""
    return max(odds, key=lambda each: odds[each])


def fits(odds: Odds, holds: str) -> float:
    """Tell how well something fits a place, against what fits it best: 0 at most.

    >>> fits({"quarry": -1.0, "": -5.0}, ""), fits({"farm:wine": 0.0}, "farm")
    (-4.0, 0.0)

    A farm that nobody has read may be any.

    >>> fits({"farm": 0.0, "quarry": -2.0}, "farm:wine")
    0.0
    """
    if holds == FARM:
        farms = [share for face, share in odds.items() if face.startswith(FARM)]
        return max(farms, default=LEAST) - max(odds.values())
    fit = max(odds.get(holds, LEAST), odds.get(FARM, LEAST) if holds.startswith(FARM) else LEAST)
    return max(fit - max(odds.values()), LEAST)


def expected(state: TuscanyState) -> Iterator[tuple[str, str]]:
    """Say what lies on every place by the game, but for the display."""
    for player, realm in state.realms.items():
        yield from _held(player, realm)


def _held(player: Player, realm: Realm) -> Iterator[tuple[str, str]]:
    for cell in realm.fields:
        yield tile_spot(cell, player), realm.covered.get(cell, BARE)
    for at, stored in enumerate(realm.store):
        yield TuscanySpot("store", at, player).name, BARE if stored is None else stored
    for at in range(len(realm.tokens) + 1):
        token = realm.tokens[at] if at < len(realm.tokens) else BARE
        yield TuscanySpot("token", at, player).name, token


def brought(before: TuscanyState | None, state: TuscanyState) -> set[str]:
    """Name the places, but for the display's, on which something else lies than by the state before."""
    lay = {} if before is None else dict(expected(before))
    return {spot for spot, holds in expected(state) if lay.get(spot) != holds}


def laid_out(state: TuscanyState, sight: TableSight) -> tuple[str, ...]:
    """Lay the tiles that are in the display by the game on the places on which they fit best."""
    left, places = faces_of(state), [*range(DISPLAY)]
    found: dict[int, str] = {}
    while left and places:
        ways = [(fits(sight.display[at], face), -at, face) for at in places for face in dict.fromkeys(left)]
        _, back, face = max(ways)
        found[-back] = face
        left.remove(face)
        places.remove(-back)
    return tuple(found.get(at, UNKNOWN) for at in range(DISPLAY))


def as_steady(sight: TableSight, steady: Mapping[str, tuple[str, str]]) -> TableSight:
    """Take places that still look as they did when players set right what lies there for holding that.

    Args:
        steady: By spot, what lies there and what it looked like.
    """

    def known(spot: str, odds: Odds) -> Odds:
        holds, looks = steady.get(spot, (BARE, ""))
        return {**odds, holds: max(odds.values())} if spot in steady and best(odds) == looks else odds

    display = tuple(map(known, DISPLAY_SPOTS, sight.display))
    places = {spot: known(spot, odds) for spot, odds in sight.places.items()}
    return sight._replace(places=places, display=display)


def misread(sight: TableSight, state: TuscanyState, display: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Give of every place that looks otherwise than a game has it what it holds and what it looks like."""
    shown = {**sight.places, **dict(zip(DISPLAY_SPOTS, sight.display, strict=True))}
    holds = {**dict(expected(state)), **dict(zip(DISPLAY_SPOTS, display, strict=True))}
    return {spot: (holds[spot], best(shown[spot])) for spot in Judge(sight).news(state, display)}


class Judge:
    """Tells how well states agree with one look; what belongs to a player is judged once as long as it stays.

    Args:
        sight: The look.
    """

    def __init__(self, sight: TableSight) -> None:
        self.sight = sight
        self._known: dict[int, tuple[Realm, float, frozenset[str]]] = {}

    def fit(self, state: TuscanyState, display: tuple[str, ...]) -> float:
        """Tell how well a state agrees with the look: 0 where nothing would fit better.

        Args:
            state: The game.
            display: What lies on the places of the display by then, as they lie on the table.
        """
        total = sum(self._judged(player, realm)[0] for player, realm in state.realms.items())
        return total + sum(fits(odds, face) for odds, face in zip(self.sight.display, display, strict=True))

    def news(self, state: TuscanyState, display: tuple[str, ...]) -> set[str]:
        """Name the places that look otherwise than a state has them."""
        changed = {spot for player, realm in state.realms.items() for spot in self._judged(player, realm)[1]}
        return changed | {
            spot
            for spot, odds, face in zip(DISPLAY_SPOTS, self.sight.display, display, strict=True)
            if face != UNKNOWN and fits(odds, face) < -NEWS
        }

    def heaps_fit(self, before: TuscanyState, state: TuscanyState, player: Player) -> float:
        """Tell how likely heaps are as they are seen, before or after what made one state of another.

        Args:
            player: Whoever acted last, and may not have set theirs right yet.
        """
        return min((self._heap_fit(whose, before, state, player) for whose in self.sight.heaps), default=0.0)

    def _heap_fit(
        self, whose: tuple[Player, str], before: TuscanyState, state: TuscanyState, player: Player
    ) -> float:
        had, due = (getattr(each.realms[whose[0]], whose[1]) for each in (before, state))
        count = self.sight.heaps[whose]
        if count == due or (count == had and whose[0] == player):
            return 0.0
        if whose[1] not in self.sight.kinds:
            return UNSEEN
        if count == had:
            return UNSET
        if max(had, count) < due > SURE_COUNT:
            return HIDDEN
        return MISSED if not count else MISCOUNTED if max(had, due) > 1 else OTHER_HEAP

    def _judged(self, player: Player, realm: Realm) -> tuple[float, frozenset[str]]:
        known = self._known.get(id(realm))
        if known is not None and known[0] is realm:
            return known[1:]
        places = self.sight.places
        each = {spot: fits(places[spot], holds) for spot, holds in _held(player, realm) if spot in places}
        found = realm, sum(each.values()), frozenset(spot for spot, fit in each.items() if fit < -NEWS)
        self._known[id(realm)] = found
        return found[1:]
