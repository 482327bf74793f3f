"""Every seam of the appliance on one page: what stands behind it may be a device, a file or a fake."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from vision.reader import Image

Clock = Callable[[], float]
"""Seconds that only ever go forward, ``time.monotonic`` on the appliance: a Pi may not know the date."""


class Frame(NamedTuple):
    """A look through the camera.

    Attributes:
        number: Counts the frames of this camera from 0, left-out ones included.
        at_s: When it was taken, on the camera's clock.
        small: The frame about 320 pixels wide, for watching, (height, width, 3), blue, green, red.
        full: Gives the frame in full, for reading; only until the next frame is taken.
        remarks: Sentences for the log about what the camera does otherwise than it was told to: a size it
            does not have, a lock that does not hold. Each is said once.
    """

    number: int
    at_s: float
    small: Image
    full: Callable[[], Image]
    remarks: tuple[str, ...] = ()


class Camera(Protocol):
    """Looks down at the table."""

    @property
    def says(self) -> str:
        """What kind of camera this is: "Raspberry Pi Camera Module 3"; empty where none is there."""

    def take(self, timeout_s: float) -> Frame | None:
        """Wait for the next frame; None once a recording has ended.

        Raises:
            CameraError: The camera is gone or sends nothing; ``take`` may be tried again.
        """

    def hold(self) -> tuple[str, ...]:
        """Lock exposure, gain, colours and focus as they are now.

        Returns:
            A sentence for each of them that cannot be locked.
        """

    def close(self) -> None: ...


class Event(NamedTuple):
    """Something that happened at the table, as it is kept.

    Attributes:
        kind: In the past tense: "game_started", "turn_confirmed", "turn_undone", "turn_revised",
            "revision_undone", "handed_over", "game_ended".
        body: JSON.
    """

    kind: str
    body: Mapping[str, Any]


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

    def append(self, game: str, events: Sequence[Event], draft: Mapping[str, Any] | None = None) -> None:
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

    def remember(self, game: str, draft: Mapping[str, Any]) -> None:
        """Keep what is proposed and not confirmed yet, in place of the draft before."""

    def draft(self, game: str) -> Mapping[str, Any] | None:
        """Give what was proposed last, if anything."""

    def close(self) -> None: ...


class Lights(Protocol):
    """The light of the panel: one colour, one pattern."""

    def show(self, colour: str, pattern: str) -> None:
        """Show a player's colour in a pattern: steady, breathing, blinking, flashing, off."""

    def sound(self, sound: str) -> None:
        """Sound the buzzer, unless it is muted: seen, confirmed, doubt, illegal, error."""

    def close(self) -> None: ...


PRESSES = ("confirm", "next", "undo", "pause")
"""What the panel's buttons and their twins on the page do."""
