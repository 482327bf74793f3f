"""Whether as many coins lie before each player as the game says.

A player's coins are those near where coins came and went in that player's turns. Where as many lay there as
the game says several times, and then more do or some were seen to go, the players are told after another
turn: a purchase was not seen, or coins were forgotten. Coins that should come and were not seen may lie out
of view or on others: of them nothing is said, and coins in piles never prove themselves.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import dist

from scoring.game import Player
from scoring.games.cornwall.engine.ledger import COINS
from scoring.games.cornwall.engine.state import CornwallState
from scoring.marks import Mark
from vision.games.cornwall.live.memory import CoinTrack, CoinTracks
from vision.games.cornwall.locate.view import Point

NEAR = 2.2
"""So many of its widths from where another lay, a coin is the same player's."""
ENOUGH = 2
"""What a purse holds is believed after it was right so often."""
FLAT = 2
"""One coin alone proves nothing: it would look the same in a pile."""
MOST_OFF = 2
"""Where more coins are off they lie elsewhere now, or something lies on them."""


def with_places(
    each: Mapping[Player, CoinTrack], player: Player, due: int, came: Sequence[Point], went: Sequence[Point]
) -> dict[Player, CoinTrack]:
    """Learn where a player keeps coins, from a turn that was confirmed.

    Args:
        each: What is known so far.
        player: Whose turn it was.
        due: How many more coins the player had after it.
        came: Where coins lie that did not lie there before it.
        went: Where coins lay before it that do not lie there any more.
    """
    moved = tuple(came if due > 0 else went)
    if not due or len(moved) != abs(due) or (went if due > 0 else came):
        return dict(each)
    before = each.get(player, CoinTrack())
    return {**each, player: before._replace(places_px=(*before.places_px, *moved))}


def recounted(
    purses: CoinTracks, state: CornwallState, movers: Collection[Player], wide_px: float
) -> Mapping[Player, CoinTrack]:
    """Count what lies before each player.

    Args:
        purses: The coins in view now.
        state: The game.
        movers: Who may be earning or paying just now: what lies before them tells nothing.
        wide_px: How wide a coin is in the frame.
    """
    owners = [_owner(purses.each, at_px, NEAR * wide_px) for at_px in purses.lying]
    return {
        player: track if player in movers else _compared(track, owners.count(player), state, player)
        for player, track in purses.each.items()
    }


def _owner(each: Mapping[Player, CoinTrack], at_px: Point, reach_px: float) -> Player | None:
    """Tell whose a coin is: whose coins lay nearest to it."""
    far_px = {player: min(dist(at_px, place) for place in track.places_px) for player, track in each.items()}
    nearest = min(far_px, key=lambda player: far_px[player], default=None)
    return nearest if nearest is not None and far_px[nearest] < reach_px else None


def _compared(track: CoinTrack, count: int, state: CornwallState, player: Player) -> CoinTrack:
    """Compare how many coins lie before a player with what the game says."""
    off = count - state.coins[player]
    if off != track.off:
        is_seen = not track.off and (off > 0 or count < track.lie)
        track = track._replace(off=off, since=state.laid if is_seen else None)
    if not off and count != track.lie and max(count, track.lie) >= FLAT:
        track = track._replace(proved=track.proved + 1)
    is_given_up = _lasts(track, state) > len(state.coins) or (off and track.proved < ENOUGH)
    return track._replace(lie=count, proved=0 if is_given_up else track.proved)


def _lasts(track: CoinTrack, state: CornwallState) -> int:
    """Tell for how many turns other coins have lain there than the game says, as far as that was seen."""
    return 0 if track.since is None else state.laid - track.since


def marks(
    state: CornwallState, each: Mapping[Player, CoinTrack], movers: Collection[Player]
) -> Iterator[Mark]:
    """Give the coins of those before whom others lie than the game says, for a round at most.

    Args:
        state: The game.
        each: From ``recounted``.
        movers: Who may be earning or paying just now; of them nothing is said.
    """
    for player, track in each.items():
        count = state.coins[player] + track.off
        is_believed = track.proved >= ENOUGH and abs(track.off) <= MOST_OFF and count >= 0
        if is_believed and _lasts(track, state) and player not in movers:
            yield Mark(COINS, player, count)
