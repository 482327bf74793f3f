"""Where a game that begins in the middle began, as far as all games ask the same of it."""

from collections.abc import Mapping

from scoring.errors import UnreadableError
from scoring.game import Player, ScoreLine, Setup, Term
from scoring.sentence import Sentence, marked, sentence

SO_FAR = marked("points so far")
"""The feature under which a sheet has the points that were scored before anybody followed the game."""
_ON_THE_TRACK = sentence("off the score track")
MOST = 9999
"""Nobody has so many points or coins, so that a greater number was mistyped."""


def check_counts(setup: Setup, counts: Mapping[Player, int], what: Sentence) -> None:
    """Refuse numbers of players who do not play, and numbers that nobody can have.

    Raises:
        UnreadableError: Naming whose.
    """
    for player, count in counts.items():
        check_player(setup, player)
        if not 0 <= count <= MOST:
            words = marked("{player} has {count} {what}; a number from 0 to {most} was expected.")
            said = str(count) if abs(count) < 10**9 else "too many"
            raise UnreadableError(
                sentence(words, player=_named(setup, player), count=said, what=what, most=MOST)
            )


def check_player(setup: Setup, player: Player) -> None:
    """Refuse a colour that nobody plays.

    Raises:
        UnreadableError: Naming it.
    """
    if player not in colours_of(setup):
        words = marked("Nobody here plays {colour}: give that colour to a player, or take it off the board.")
        raise UnreadableError(sentence(words, colour=sentence(player)))


def colours_of(setup: Setup) -> list[Player]:
    """Give the players in turn order."""
    return [seat.colour for seat in setup.players]


def turn_of(setup: Setup, player: Player) -> int:
    """Give whose turn it is, as an index into the seats; the first player's where nobody is named.

    Raises:
        UnreadableError: Nobody plays that colour.
    """
    if not player:
        return 0
    check_player(setup, player)
    return colours_of(setup).index(player)


def lines_so_far(setup: Setup, points: Mapping[Player, int], currency: str = "") -> tuple[ScoreLine, ...]:
    """Give the points so far, or what a currency's track shows, as lines, one for everybody who has any."""
    return tuple(
        ScoreLine(SO_FAR, (), (player,), (Term(1, points[player], _ON_THE_TRACK),), "", currency)
        for player in colours_of(setup)
        if points.get(player)
    )


def _named(setup: Setup, player: Player) -> str:
    return next(seat.name for seat in setup.players if seat.colour == player)
