"""Who has come to the pub and who has left it, by the figures that stand beside the land."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from scoring.game import Player
from vision.games.cornwall.live.beside.figures import SURE
from vision.games.cornwall.live.memory import OffBoardCount, OffBoardFigure

ALL_GONE, ALL_THERE, SOME_GONE = 0.97, 0.005, 0.6
"""The probability that a player has bought their figures back, by what of them is left in the pub."""


Bought = Mapping[Player, float]
"""How likely each player has bought their figures back, by what the pub showed; who is not named may have."""


def believed(seen: Sequence[OffBoardFigure], guests: Collection[Player]) -> tuple[OffBoardFigure, ...]:
    """Give those beside the land who surely stand there, or who should, as the game goes.

    Args:
        guests: Who has figures in the pub.
    """
    return tuple(figure for figure in seen if figure.confidence > SURE or figure.colour in guests)


def settled(seen: Sequence[OffBoardFigure], guests: Counter[Player]) -> tuple[OffBoardFigure, ...]:
    """Forget, as a turn begins, what is hardly seen and one too many, such as a coin of a player's colour.

    Args:
        seen: Those beside the land.
        guests: How many figures of each player should stand there, as the game goes.
    """
    kept: list[OffBoardFigure] = []
    for figure in sorted(seen, key=lambda each: -each.confidence):
        others = sum(other.colour == figure.colour for other in kept)
        if figure.confidence > SURE or others < guests[figure.colour]:
            kept.append(figure)
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
    was, there = (Counter(figure.colour for figure in each) for each in (before, now))
    begun = {colour: OffBoardCount(number, number) for colour, number in was.items()} if is_next else until
    return {
        colour: _counted(begun.get(colour, OffBoardCount(0, 0)), there[colour]) for colour in {*there, *begun}
    }


def _counted(until: OffBoardCount, now: int) -> OffBoardCount:
    """Count once more: figures that come after others have left have just scored."""
    if until.fewest < until.most or now < until.most:
        return OffBoardCount(until.most, min(until.fewest, now))
    return OffBoardCount(now, now)


def guests_of(course: Mapping[Player, OffBoardCount], guests: Counter[Player]) -> Bought:
    """Tell from who is left how likely each player has bought their figures back; that is all of them.

    Args:
        course: From ``lodged``.
        guests: How many figures of each player should stand there, as the game goes.
    """
    return {colour: _bought(count, guests[colour]) for colour, count in course.items() if count.most}


def _bought(count: OffBoardCount, guests: int) -> float:
    if not count.fewest:
        return ALL_GONE
    if count.fewest >= min(count.most, guests):
        return ALL_THERE
    return SOME_GONE
