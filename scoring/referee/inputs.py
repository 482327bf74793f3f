"""What can happen at the table: data that goes into ``step``."""

from typing import Any

from msgspec import Struct

from scoring.documents.values import Document
from scoring.referee.observation import Sight


class Stirred(Struct, frozen=True):
    """Something moves over the table, or a hand is in view."""


class Settled(Struct, frozen=True):
    """The table lies still, without a hand, and is to be read."""


class Cleared(Struct, frozen=True):
    """The table lies still again and nothing on it has changed: there is nothing to read."""


class LookRead(Struct, frozen=True):
    """A still look was read.

    Attributes:
        sight: What it showed.
        visits: How often a hand came and went since the last change was seen, over the tile proposed.
    """

    sight: Sight[Any]
    visits: int = 0


class Unreadable(Struct, frozen=True):
    """A still look could not be read at all; the sentence says why."""

    says: str


class Pressed(Struct, frozen=True):
    """A button, on the panel or on a page: confirm, next, dismiss, undo, pause, resume, keep, end."""

    button: str
    version: int
    by: str = ""


class Corrected(Struct, frozen=True):
    """A player set what the proposal should have been."""

    answers: Document
    version: int
    by: str = ""


class Declared(Struct, frozen=True):
    """A player entered a turn that the camera did not see."""

    move: Document
    version: int
    by: str = ""


class Revised(Struct, frozen=True):
    """A player set right a confirmed turn: 1 for the last, 2 for the one before."""

    back: int
    move: Document
    version: int
    by: str = ""


class HandsFree(Struct, frozen=True):
    """The host chose whether sure proposals are confirmed by the next turn."""

    on: bool
    version: int
    by: str = ""


class ByHand(Struct, frozen=True):
    """The host chose whether turns are entered on a phone from now on, or the camera reads them."""

    on: bool
    version: int
    by: str = ""


class Compared(Struct, frozen=True):
    """The whole board was read anew; every difference from the record is a sentence."""

    differences: tuple[str, ...]


class CameraLost(Struct, frozen=True):
    """The camera is gone; the sentence says what to do."""

    says: str


class CameraFound(Struct, frozen=True):
    """The camera is back."""


class BoxReady(Struct, frozen=True):
    """The box has been made ready: what lies on the table can be read from now on."""


class FramesOver(Struct, frozen=True):
    """No more frames come; what waits for a still table waits no longer."""


class Repeated(Struct, frozen=True):
    """A look is to be read once more: what it showed could not be kept, or was read knowing too little."""


Input = (
    Stirred
    | Settled
    | Cleared
    | LookRead
    | Unreadable
    | Pressed
    | Corrected
    | Declared
    | Revised
    | HandsFree
    | ByHand
    | Compared
    | CameraLost
    | CameraFound
    | BoxReady
    | FramesOver
    | Repeated
)

ByPlayer = Pressed | Corrected | Declared | Revised | HandsFree | ByHand
"""What players do; each names the version of the turn that the player was looking at, and who it was."""
