"""Gold, influence and reputation, and what the wheel and the customs track should show."""

from collections.abc import Mapping

from scoring.game import Player
from scoring.games.smuggler.engine.moves import CountAll, Move
from scoring.games.smuggler.engine.state import CURRENCIES, SmugglerState
from scoring.marks import Discrepancy, Mark
from scoring.sentence import marked, sentence

WHEEL, TRACK = "wheel", "track"
_SAYS = {
    WHEEL: marked("The gold marker stands {count} beyond START, but by the game it should be {due}."),
    TRACK: marked("The customs marker stands on step {count}, but by the game it should be {due}."),
}


def balances(state: SmugglerState) -> Mapping[str, Mapping[Player, int]]:
    """Give everybody's gold, influence and reputation."""
    return {
        name: {player: getattr(each, name) for player, each in state.households.items()}
        for name in CURRENCIES
    }


def expected(state: SmugglerState) -> tuple[Mark, ...]:
    """Give where the markers should stand: so many spaces beyond START, and on that step from 0."""
    return Mark(WHEEL, "", state.wheel), Mark(TRACK, "", state.track)


def explain(state: SmugglerState, mark: Mark) -> Discrepancy[Move] | None:
    """Say how a marker stands otherwise than the game has it."""
    if mark.what not in _SAYS:
        return None
    right = CountAll(state.player, {}, **{mark.what: mark.count})
    due = getattr(state, mark.what)
    is_track = mark.what == TRACK
    says = sentence(_SAYS[mark.what], count=mark.count + is_track, due=due + is_track)
    return Discrepancy(right, says)
