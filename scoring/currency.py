"""What players have beside their points, and the tracks that show how much."""

from collections.abc import Iterable

from msgspec import Struct

from scoring.sentence import marked


class Currency(Struct, frozen=True):
    """What every player has so many of beside their points, and no photograph of the table tells.

    Attributes:
        name: Its key where a game begins in the middle: "coins".
        at_start: How many a player has when a game begins.
        is_private: Whether only its owner may know how many.
        units: What several of it are called, as ``plural`` has it: "coins"; empty where no line earns it.
    """

    name: str
    title: str
    at_start: int = 0
    is_private: bool = False
    units: str = ""


class Track(Struct, frozen=True):
    """A track that goes round, on which every player has a marker or, where it is common, nobody's stands.

    Attributes:
        name: As marks of it have it: "track".
        steps: So many lead once round.
        currency: What it counts; empty for points.
        title: What players call it.
        is_common: Whether there is one marker on it, which belongs to nobody.
    """

    name: str
    steps: int
    currency: str = ""
    title: str = marked("score track")
    is_common: bool = False


def round_of(tracks: Iterable[Track], currency: str = "") -> int:
    """Tell how many points, or of a currency, lead once round its track; 0 where it has none."""
    own = (track for track in tracks if not track.is_common)
    return next((track.steps for track in own if track.currency == currency), 0)
