"""What players have earned and paid, by the coins that lie before them.

Nobody puts coins where a camera would have them: they may lie in piles, or out of view. So coins are believed
as far as they were seen to come and go in the turns that have been confirmed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import comb, dist
from typing import NamedTuple

import cv2
import numpy as np

from scoring.game import Cell, Player
from scoring.games.cornwall.drawing.figures import COIN_MM
from scoring.games.cornwall.engine.coins import bill
from scoring.games.cornwall.engine.moves import TriplePlacement
from scoring.games.cornwall.engine.state import CornwallState
from vision.games.cornwall.live.beside.coins import recounted, with_places
from vision.games.cornwall.live.beside.figures import Beside, coins_of
from vision.games.cornwall.live.cards.arrivals import beside
from vision.games.cornwall.live.cards.tracking import FrameLattice
from vision.games.cornwall.live.memory import Coin, CoinTrack, CoinTracks, Trust
from vision.games.cornwall.locate.view import Point, scale_at, whole_cells
from vision.games.cornwall.pieces.figures import find_things
from vision.geometry.homography import project
from vision.reader import Image

AT_FIRST = Trust(seen=2.0, missed=1.0, stirred=1.0, unstirred=1.0, idle_stirred=0.5, idle=2.0)
"""What is thought of coins before any were seen to come or go."""
MOST_TRUST = 12.0
"""So much is remembered at most: piles grow, and coins are put elsewhere."""
FALSELY = 0.03
"""How often the number of coins in view changes otherwise than by what is paid."""
MOST_CHANGE = 9
PAID_BY_NOW = 0.5
"""How likely a player has seen to the coins, as long as no next tile has come."""
REACH, SLACK_PX = 12, 40.0
"""So many steps from the land, and so little beyond the frame, coins are looked for."""
PICTURE_PX = 32
OTHERWISE, MOST_SAME = 14, 0.015
"""A pixel looks otherwise where its light differs by so many levels, a coin where more of its pixels do."""


class Paid(NamedTuple):
    """What was seen of the coins in a turn.

    Attributes:
        change: How many more lie in view than before it.
        is_stirred: Whether some that lay there before look otherwise, such as piles.
        trust: How well those of each player were seen so far.
        is_over: Whether the next turn has begun.
    """

    change: int
    is_stirred: bool
    trust: Mapping[Player, Trust]
    is_over: bool = False


def purses_now(
    before: CoinTracks | None,
    now: Beside,
    layout: FrameLattice,
    land: Collection[Cell],
    state: CornwallState,
    is_next: bool,
) -> CoinTracks:
    """Follow the coins beside the land.

    Args:
        before: As they were at the last look; None where they have not been looked for.
        now: From ``beside.beside_now``.
        land: Cells on which fields lie or may lie.
        state: The game.
        is_next: Whether a turn has been confirmed since that look.
    """
    owned = sum(state.coins.values())
    if before is None:
        lying = _all_coins(layout, land)
        return CoinTracks(lying, _coins(layout, lying), owned=owned)
    if not is_next:
        start = before.start if now.is_told else None
        stirred = _is_stirred(layout, start or (), now.coins)
        return before._replace(lying=now.coins, start=start, is_stirred=stirred, owned=owned)
    due = owned - before.owned
    start = _coins(layout, before.lying) if now.is_told else None
    trust, each = _trust_after(before, state, due), _each_after(layout, before, state, due)
    return CoinTracks(now.coins, start, owned=owned, trust=trust, each=each)


def paid(purses: CoinTracks) -> Paid | None:
    """Give what was seen of the coins since the last confirmed turn; None where nothing was."""
    change = purses.change
    return None if change is None else Paid(change, purses.is_stirred, purses.trust)


def _all_coins(layout: FrameLattice, land: Collection[Cell]) -> tuple[Point, ...]:
    """Look for coins all over the table."""
    seen = whole_cells(layout.lattice, sorted(beside(land, REACH)), layout.size_px, SLACK_PX)
    if not seen:
        return ()
    return tuple(coins_of(find_things(layout.image, layout.lattice, layout.projection(np.eye(3)), seen)))


def _coins(layout: FrameLattice, lying: Iterable[Point]) -> tuple[Coin, ...]:
    return tuple(Coin(at_px, _picture(layout, at_px)) for at_px in lying)


def _picture(layout: FrameLattice, at_px: Point) -> Image:
    """Cut a coin out of the frame, and a rim around it into which a pile may lean."""
    side = max(4, round(1.5 * _wide_px(layout, at_px)))
    cut = cv2.getRectSubPix(layout.image, (side, side), at_px)
    return np.asarray(cv2.resize(cut, (PICTURE_PX, PICTURE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _is_stirred(layout: FrameLattice, start: Iterable[Coin], lying: Iterable[Point]) -> bool:
    """Tell whether a coin looks otherwise than it did, and still lies there."""
    near = [(at_px, _wide_px(layout, at_px) / 2) for at_px in lying]
    return any(
        _looks_otherwise(_picture(layout, coin.at_px), coin.picture)
        for coin in start
        if any(dist(coin.at_px, at_px) < half for at_px, half in near)
    )


def _wide_px(layout: FrameLattice, at_px: Point) -> float:
    """Tell how wide a coin looks at a place of the frame."""
    [at_mm] = project(np.linalg.inv(layout.lattice), np.array([at_px]))
    return COIN_MM * scale_at(layout.lattice, at_mm)


def _looks_otherwise(now: Image, before: Image) -> bool:
    """Compare two pictures of a coin, each in its own light."""
    light, was = (cv2.GaussianBlur(each, (0, 0), 0.8).astype(np.float32) + 4 for each in (now, before))
    even = was * np.median(light / was, axis=(0, 1))
    return bool((np.abs(light - even).max(axis=2) > OTHERWISE).mean() > MOST_SAME)


def _trust_after(before: CoinTracks, state: CornwallState, due: int) -> dict[Player, Trust]:
    """Learn from a turn that was confirmed, by which the coins of its player became so many more."""
    trust = dict(before.trust)
    if before.change is None:
        return trust
    mover = _last_mover(state)
    old = trust.get(mover, AT_FIRST)
    seen = min(max(0, before.change if due > 0 else -before.change), abs(due))
    missed, stirred = abs(due) - seen, before.is_stirred
    new = Trust(
        *_faded(old.seen + seen, old.missed + missed),
        *_faded(old.stirred + (missed > 0 and stirred), old.unstirred + (missed > 0 and not stirred)),
        *_faded(old.idle_stirred + (not due and stirred), old.idle + (not due and not stirred)),
    )
    return {**trust, mover: new}


def _each_after(
    layout: FrameLattice, before: CoinTracks, state: CornwallState, due: int
) -> Mapping[Player, CoinTrack]:
    """Learn where the player of a turn that was confirmed keeps coins, of which there are so many more."""
    if before.start is None:
        return before.each
    lay = [coin.at_px for coin in before.start]
    came = _apart_from(layout, before.lying, lay)
    went = _apart_from(layout, lay, before.lying)
    return with_places(before.each, _last_mover(state), due, came, went)


def _apart_from(layout: FrameLattice, some: Iterable[Point], others: Sequence[Point]) -> list[Point]:
    """Give the coins that do not lie where one of the others does."""
    return [
        at_px for at_px in some if all(dist(at_px, other) > _wide_px(layout, at_px) / 2 for other in others)
    ]


def _last_mover(state: CornwallState) -> Player:
    return state.setup.players[state.turn - 1].colour


def counted_now(
    purses: CoinTracks, layout: FrameLattice, state: CornwallState, movers: Collection[Player]
) -> Mapping[Player, CoinTrack]:
    """Count what lies before each player; see ``counting.recounted``."""
    places = [at_px for track in purses.each.values() for at_px in track.places_px]
    if not places:
        return purses.each
    wide_px = float(np.median([_wide_px(layout, at_px) for at_px in places]))
    return recounted(purses, state, movers, wide_px)


def _faded(each: float, other: float) -> tuple[float, float]:
    """Forget so much of what was counted that no more than ``MOST_TRUST`` is left."""
    less = min(1.0, MOST_TRUST / (each + other))
    return less * each, less * other


def likelihood(state: CornwallState, move: TriplePlacement, payment: Paid) -> float:
    """Tell how likely the coins in view change as they did if a turn was this one, 0 to 1."""
    due = bill(state, move).gained
    trust = payment.trust.get(move.player, AT_FIRST)
    done = 1.0 if payment.is_over else PAID_BY_NOW
    return done * _seen_of(payment, due, trust) + (1 - done) * _seen_of(payment, 0, trust)


def _seen_of(payment: Paid, due: int, trust: Trust) -> float:
    """Tell how likely the coins look as they do where so many more are due, or fewer."""
    falsely = FALSELY / MOST_CHANGE
    number, came = abs(due), payment.change if due > 0 else -payment.change
    if not 0 <= came <= number:
        return falsely
    each = trust.seen / (trust.seen + trust.missed)
    stirs = 0.5
    if not due:
        stirs = trust.idle_stirred / (trust.idle_stirred + trust.idle)
    elif came < number:
        stirs = trust.stirred / (trust.stirred + trust.unstirred)
    likely = comb(number, came) * each**came * (1 - each) ** (number - came)
    return falsely + (1 - FALSELY) * likely * (stirs if payment.is_stirred else 1 - stirs)
