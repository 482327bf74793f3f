"""Who has come to the pub and who has left it, by the figures that stand beside the land."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scoring.game import Player
from vision.games.cornwall.live.beside.figures import SURE
from vision.games.cornwall.live.memory import OffBoardCount, OffBoardFigure

ALL_GONE, ALL_THERE, SOME_GONE = 0.97, 0.005, 0.6
"""The probability that a player has bought their figures back, by what of them is left in the pub."""


class Guests(NamedTuple):
    """What the pub showed.

    Attributes:
        bought: The probability that each player has bought their figures back; who is not named may have.
    """

    bought: Mapping[Player, float] = {}


NO_GUESTS = Guests()


def believed(seen: Sequence[OffBoardFigure], guests: Collection[Player]) -> tuple[OffBoardFigure, ...]:
    """Give those beside the land who surely stand there, or who should, as the game goes.

    Args:
        guests: Who has figures in the pub.
    """
    return tuple(one for one in seen if one.confidence > SURE or one.colour in guests)


def settled(seen: Sequence[OffBoardFigure], guests: Counter[Player]) -> tuple[OffBoardFigure, ...]:
    """Forget, as a turn begins, what is hardly seen and one too many, such as a coin of a player's colour.

    Args:
        seen: Those beside the land.
        guests: How many figures of each player should stand there, as the game goes.
    """
    kept: list[OffBoardFigure] = []
    for one in sorted(seen, key=lambda one: -one.confidence):
        others = sum(other.colour == one.colour for other in kept)
        if one.confidence > SURE or others < guests[one.colour]:
            kept.append(one)
    return tuple(kept)


def lodged(
    until: Mapping[Player, OffBoardCount],
    before: Sequence[OffBoardFigure],
    now: Sequence[OffBoardFigure],
    is_next: bool,
) -> dict[Player, OffBoardCount]:
    """Follow how many figures each player has beside the land in the course of a turn.

    Args:
        until: What was counted until the last look.
        before: Who stood there then.
        now: Who stands there.
        is_next: Whether a turn has been confirmed since then; a hand may have been in the pub meanwhile.
    """
    was, there = (Counter(one.colour for one in each) for each in (before, now))
    begun = {colour: OffBoardCount(number, number) for colour, number in was.items()} if is_next else until
    return {
        colour: _counted(begun.get(colour, OffBoardCount(0, 0)), there[colour]) for colour in {*there, *begun}
    }


def _counted(until: OffBoardCount, now: int) -> OffBoardCount:
    """Count once more: figures that come after others have left have just scored."""
    if until.fewest < until.most or now < until.most:
        return OffBoardCount(until.most, min(until.fewest, now))
    return OffBoardCount(now, now)


def guests_of(course: Mapping[Player, OffBoardCount], guests: Counter[Player]) -> Guests:
    """Tell from who is left how likely each player has bought their figures back; that is all of them.

    Args:
        course: From ``lodged``.
        guests: How many figures of each player should stand there, as the game goes.
    """
    return Guests({colour: _bought(one, guests[colour]) for colour, one in course.items() if one.most})


def _bought(one: OffBoardCount, guests: int) -> float:
    if not one.fewest:
        return ALL_GONE
    if one.fewest >= min(one.most, guests):
        return ALL_THERE
    return SOME_GONE
