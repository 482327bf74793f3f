"""What of the table can be tapped, and how it is named."""

from typing import Literal

from msgspec import Struct

from scoring.game import Player
from scoring.games.tuscany.land.regions import SEAT_COLUMNS
from scoring.spots import spot_of


class TuscanySpot(Struct, frozen=True):
    """A place of the table beside fields and what lies on them, by its number from 0."""

    kind: Literal["display", "store", "token"]
    number: int
    player: Player = ""

    @property
    def name(self) -> str:
        """How pictures and addresses name it: "display:3", "red/store:0"."""
        return spot_of(self.kind, self.number, self.player)


def seat_at(column: int) -> int:
    """Give whose region a column of cells belongs to, by the place in turn order.

    >>> seat_at(-5), seat_at(37), seat_at(44)
    (0, 1, 1)
    """
    return (column + SEAT_COLUMNS // 2) // SEAT_COLUMNS
