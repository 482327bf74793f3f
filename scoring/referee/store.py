"""What keeps the games, as the referee sees it; a file or a fake stands behind it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scoring.documents.values import Document


class Event(NamedTuple):
    """Something that happened at the table, as it is kept.

    Attributes:
        kind: In the past tense: "game_started", "turn_confirmed", "turn_undone", "turn_revised",
            "revision_undone", "handed_over", "game_ended".
        body: JSON.
    """

    kind: str
    body: Document


class EventStore(Protocol):
    """Keeps what was confirmed, whatever happens to the power; any thread may call it.

    Every method raises StoreError where the disk refuses, and may be called again when it gives in.
    """

    @property
    def says(self) -> str:
        """What there is to say about the store, in a sentence; empty while all is well."""

    def trouble(self) -> str:
        """Say what would keep the next turn from being kept, as far as can be seen; empty for nothing.

        It raises nothing, and may hang with the disk.
        """

    def games(self) -> Sequence[str]:
        """Name the games kept, the newest last."""

    def begin(self, *events: Event) -> str:
        """Keep a new game's first event, or all of them, in one transaction and give the game's id."""

    def append(self, game: str, events: Sequence[Event], draft: Document | None = None) -> None:
        """Keep events in one transaction; once this returns they survive a power cut.

        Args:
            events: What happened, in order.
            draft: What is proposed after them, kept in the same transaction; without it the draft stays.

        Raises:
            KeyError: There is no such game.
            StoreError: They could not be kept; none of them is.
        """

    def remove(self, game: str) -> None:
        """Delete a game.

        Raises:
            StoreError: It could not be deleted.
        """

    def events(self, game: str) -> Sequence[Event]:
        """Give a game's events in order; none where there is no such game."""

    def remember(self, game: str, draft: Document) -> None:
        """Keep what is proposed and not confirmed yet, in place of that before; a power cut may lose it."""

    def draft(self, game: str) -> Document | None:
        """Give what was proposed last, if anything."""

    def close(self) -> None: ...
