"""The walk through the final scoring, on which all phones go together: where it may go."""

from firmware.course import Turn
from scoring.sentence import marked
from webui.desk import RefusedError, StaleError

NO_FINAL = marked("There is no final scoring to walk through; it comes when the game has ended.")
NO_PLACE = marked("The walk through the final scoring does not go that far.")
ELSEWHERE = marked("Somebody has walked on since then; look again.")


def check_walk(turn: Turn, to: int, version: int) -> None:
    """Check that a walk may go to a place: 0 before it, one more than there are paid lines at the winner.

    Raises:
        StaleError: The table has moved on since the player looked.
        RefusedError: The game has not ended, or has no such place.
    """
    if turn.stage != "ended":
        raise RefusedError(NO_FINAL)
    if version != turn.version:
        raise StaleError(ELSEWHERE)
    if not 0 <= to <= sum(line.pays for line in turn.lines) + 1:
        raise RefusedError(NO_PLACE)
