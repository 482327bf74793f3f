"""What the pages ask about the appliance itself: speed, camera, machine, doubts, and its network."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

BOUNDS_MS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Up to which time each class of a histogram counts; the last class has no end."""


class Timer(Struct, frozen=True):
    """How long one kind of work took, counted in classes of time.

    Attributes:
        name: What is done, in a few words.
        counts: How often it took so long, a class each of ``BOUNDS_MS`` and one for longer.
        longest_ms: The longest of all.
    """

    name: str
    counts: tuple[int, ...]
    longest_ms: float

    @property
    def total(self) -> int:
        """How often it was done."""
        return sum(self.counts)

    def within_ms(self, part: float) -> float:
        """Give the time within which a part of all was done, as exactly as the classes tell.

        Args:
            part: 0 to 1.
        """
        left = part * self.total
        for bound_ms, count in zip(BOUNDS_MS, self.counts, strict=False):
            left -= count
            if left <= 0:
                return min(bound_ms, self.longest_ms)
        return self.longest_ms


class Notice(Struct, frozen=True):
    """A sentence and when it was said, in seconds since 1970."""

    at_s: float
    says: str


class DoubtRecord(Struct, frozen=True):
    """A look at the table that left a doubt.

    Attributes:
        number: Counts the doubts from 1.
        at_s: When, in seconds since 1970.
        says: What could not be told.
        has_crop: Whether there is a picture of the board, straight from above.
    """

    number: int
    at_s: float
    says: str
    has_crop: bool


class CameraState(Struct, frozen=True):
    """How the camera is.

    Attributes:
        says: What it is.
        held_s: Since when its exposure, colours and focus are locked, in seconds since 1970; None while not.
        free: A sentence for each of them that cannot be locked.
        remarks: What it did otherwise than it was told to, newest first.
    """

    says: str
    held_s: float | None = None
    free: tuple[str, ...] = ()
    remarks: tuple[Notice, ...] = ()


class Fact(Struct, frozen=True):
    """Something about the machine.

    Attributes:
        name: What it is about.
        says: How it is.
        is_bad: Whether something should be done about it.
    """

    name: str
    says: str
    is_bad: bool = False


class UpdateState(Struct, frozen=True):
    """How it stands with updates of an installed appliance.

    Attributes:
        is_wanted: Whether one was asked for and has not begun.
        came: What came of the last one: "stays", "back", "refused", or empty where there was none.
        version: Of the last one, where that is known.
        why: A sentence of the program, in English; empty where there is nothing to say.
    """

    is_wanted: bool = False
    came: str = ""
    version: str = ""
    why: str = ""


class ReleaseNotes(Struct, frozen=True):
    """What is new in the version that runs, as its makers wrote it, in English.

    Attributes:
        version: What they call it.
        says: A paragraph each.
    """

    version: str
    says: tuple[str, ...]


class Diagnosis(Struct, frozen=True):
    """How the appliance is.

    Attributes:
        versions: Of each program and library, by its name.
        doubts: The last ones, newest first.
        update: None where nothing is installed that could update itself.
        changes: None where nobody tells.
        can_switch_off: Whether ``switch_off`` can do it from here.
    """

    stages: tuple[Timer, ...]
    camera: CameraState
    machine: tuple[Fact, ...]
    versions: Mapping[str, str]
    doubts: tuple[DoubtRecord, ...]
    update: UpdateState | None = None
    changes: ReleaseNotes | None = None
    can_switch_off: bool = False


class DiagnosticsDesk(Protocol):
    """Says how the appliance is, and packs that for whoever helps."""

    def diagnosis(self) -> Diagnosis:
        """Give how it is now."""

    def crop(self, number: int) -> bytes:
        """Give the board as a doubt saw it, straight from above, as a JPEG.

        Raises:
            NotHereError: There is none of this number, or none any more.
        """

    def ask_for_update(self) -> None:
        """Have the newest release on a USB stick installed, once no game is played.

        Raises:
            RefusedError: Nothing is installed here that could update itself, or it cannot be noted.
        """

    def switch_off(self) -> None:
        """Have the machine switched off; the program ends before, with all games kept.

        Raises:
            RefusedError: It cannot be from here.
        """

    def bundle(self, *, with_pictures: bool) -> bytes:
        """Pack game, log, settings and this diagnosis as a ZIP.

        Args:
            with_pictures: Whether pictures of the recording come with it, which may show people.
        """


class HeardWifi(Struct, frozen=True):
    """A Wi-Fi that is on the air.

    Attributes:
        name: Its name.
        signal: How well it is heard, of 100.
        is_locked: Whether it wants a password.
    """

    name: str
    signal: int
    is_locked: bool


class NetworkState(Struct, frozen=True):
    """How it stands with the network.

    Attributes:
        point: The name of the appliance's own access point.
        key: Its password.
        is_open: Whether it is up.
        stays: Whether it is to stay up even where a Wi-Fi is known.
        network: The Wi-Fi that was joined; empty for none.
        heard: What was on the air when it was last listened, the best first.
        tried: The Wi-Fi that the host chose last; empty for none.
        came: What came of that: "joining", "joined", "failed", or empty.
    """

    point: str = ""
    key: str = ""
    is_open: bool = False
    stays: bool = False
    network: str = ""
    heard: tuple[HeardWifi, ...] = ()
    tried: str = ""
    came: str = ""


class NetworkWish(Struct, frozen=True):
    """What the host wants of the network.

    Attributes:
        network: A Wi-Fi to join; empty for none.
        key: Its password; empty where it is open.
        stays: Whether the access point is to stay up; None where that stays as it is.
    """

    network: str = ""
    key: str = ""
    stays: bool | None = None


class NetworkDesk(Protocol):
    """Says how it stands with the network, and asks for another."""

    def state(self) -> NetworkState | None:
        """Give how it stands; None where the network is nothing that this program keeps."""

    def ask(self, wish: NetworkWish) -> None:
        """Ask for another network; it takes up to a minute, and phones may lose the table meanwhile.

        Raises:
            RefusedError: No Wi-Fi has such a name or password, or it cannot be noted.
        """
