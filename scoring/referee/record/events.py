"""What the events of a game tell, and what can be told from them without playing it again."""

from msgspec import Struct

from scoring.documents.document import converted
from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import Setup
from scoring.referee.state import How
from scoring.referee.store import Event, EventStore
from scoring.referee.transitions.confirmation import begin, ended
from scoring.roles import AnyRules

ON_A_PHOTO = "on_a_photo"
"""In the body of a game's first event: it was scored on a photograph and never played at this table."""


class GameStarted(Struct, frozen=True):
    """How a game was started, as its first event tells; ``setup`` is a game document."""

    game: str
    setup: Written = {}
    prints: str = ""
    hands_free: bool = False
    by_hand: bool = False
    on_a_photo: bool = False


class Happened(Struct, frozen=True):
    """What any other event tells; each kind only a part of it.

    Attributes:
        back: Which turn was set right, 1 for the last.
        by_hand: Whether turns were entered on a phone from then on.
        forced: Whether it counts as a house rule; None where the camera alone set a turn right.
        by: Who did it.
    """

    move: Written = {}
    confidence: float = 1.0
    how: How = "seen"
    back: int = 0
    forced: bool | None = None
    by: str = ""
    by_hand: bool = False


def game_started(
    setup: Setup, rules: AnyRules, prints: str, *, hands_free: bool = False, by_hand: bool = False
) -> Event:
    """Write down who plays what, with which box, and whether every turn is entered on a phone."""
    body = {"game": rules.info.name, "prints": prints, "hands_free": hands_free, "by_hand": by_hand}
    return Event("game_started", {**body, "setup": rules.dump_game(setup, ())})


def scored_photo(setup: Setup, rules: AnyRules, prints: str) -> tuple[Event, Event]:
    """Write a photographed table down as a game that began as it lies there, and ended at once.

    Raises:
        UnreadableError: No game can begin like that.
    """
    _, event = ended(begin(setup, rules), rules)
    started = game_started(setup, rules, prints)
    return started._replace(body={**started.body, ON_A_PHOTO: True}), event


def last_on_the_table(store: EventStore) -> str:
    """Name the game that was on the table last; empty where none was. A scored photograph never was.

    Raises:
        StoreError: The games cannot be read.
    """
    return next((game for game in reversed(store.games()) if not _is_of_a_photo(store, game)), "")


def _is_of_a_photo(store: EventStore, game: str) -> bool:
    try:
        return started_of(store.events(game)[0]).on_a_photo
    except UnreadableError:
        return False


def prints_in_play(store: EventStore) -> str:
    """Name the print set of the game that goes on, or would after a restart; empty where none does.

    Raises:
        StoreError: The games cannot be read.
    """
    try:
        events = store.events(last_on_the_table(store))
        goes_on = bool(events) and events[-1].kind != "game_ended"
        return started_of(events[0]).prints if goes_on else ""
    except UnreadableError:
        return ""


def started_of(event: Event) -> GameStarted:
    """Read how a game was started from its first event.

    Raises:
        UnreadableError: It does not say.
    """
    if event.kind != "game_started":
        raise UnreadableError("A kept game must begin with how it was started; this one does not.")
    return converted(event.body, GameStarted)
