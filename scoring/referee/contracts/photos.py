"""What the pages ask about photographs: taken in, read one at a time, set right."""

from collections.abc import Collection, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from scoring.documents.values import Written


class Ticket(Struct, frozen=True):
    """Where a photograph stands.

    Attributes:
        id: Its name in addresses and folders.
        prints: The print set it is read with; empty for a box that nobody has learned.
        added_s: When it came, in seconds since 1970.
        state: "read" means that there is a table to see.
        step: What is being done, in a few words.
        share: How much of the reading is done, from 0 to 1.
        says: Once failed, why and what to do.
    """

    id: str
    game: str
    prints: str
    added_s: float
    state: Literal["waiting", "reading", "read", "failed"]
    step: str = ""
    share: float = 0.0
    says: str = ""


class Seat(Struct, frozen=True):
    """A colour at the photographed table: who plays it and what the score track already says."""

    colour: str
    name: str = ""
    track: int = 0


class PhotoTable(Struct, frozen=True):
    """A photographed table as the players see it now, corrections included.

    Attributes:
        version: Counts the changes; 0 is the board as read.
        board: The board document.
        past: The boards before the last corrections, oldest first, for taking them back.
        rules: The rule set, or empty while nobody has chosen.
        options: The players' own choices over the rule set's.
        seats: What is known of the players.
    """

    board: Written
    version: int = 0
    past: tuple[Written, ...] = ()
    rules: str = ""
    options: dict[str, str | bool] = {}
    seats: tuple[Seat, ...] = ()


class PhotoDesk(Protocol):
    """Takes photographs in, reads them one at a time and keeps what the players make of them."""

    def games(self) -> Collection[str]:
        """Name the games whose table can be read."""

    def submit(self, image: bytes, game: str, prints: str) -> str:
        """Take a photograph in and give its ticket's id.

        Args:
            image: The file as it was sent.
            game: Which game lies on the table.
            prints: The print set it is read with; empty for a box that nobody has learned.

        Raises:
            BadPhotoError: Empty, no image, too large.
            BadPrintsError: No such print set.
            BusyError: Too many are waiting, or there is no room left.
        """

    def tickets(self) -> Sequence[Ticket]:
        """List the photographs, newest first."""

    def ticket(self, id: str) -> Ticket:
        """Say where a photograph stands.

        Raises:
            NotHereError: No such photograph.
        """

    def photo(self, id: str) -> bytes:
        """Give the photograph as a JPEG, upright and small enough for a phone.

        Raises:
            NotHereError: No such photograph.
        """

    def table(self, id: str) -> PhotoTable:
        """Give the table of a photograph that has been read.

        Raises:
            NotHereError: No such photograph, or it has not been read.
        """

    def save(self, id: str, table: PhotoTable) -> None:
        """Keep a change; ``table.version`` is one more than the version it was made from.

        Raises:
            NotHereError: No such photograph.
            StaleError: Another change was faster.
        """

    def remove(self, id: str) -> None:
        """Throw a photograph and its table away.

        Raises:
            NotHereError: No such photograph.
        """
