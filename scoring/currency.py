"""What players have beside their points."""

from msgspec import Struct


class Currency(Struct, frozen=True):
    """What every player has so many of beside their points, and no photograph of the table tells.

    Attributes:
        name: Its key where a game begins in the middle: "coins".
        at_start: How many a player has when a game begins.
        is_private: Whether only its owner may know how many.
    """

    name: str
    title: str
    at_start: int = 0
    is_private: bool = False
