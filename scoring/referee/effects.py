"""What the shell shall do after a step: data that comes out of ``step``."""

from typing import Literal

from msgspec import Struct

from scoring.referee.store import Event


class Keep(Struct, frozen=True):
    """Keep these events in one transaction before anyone is told."""

    events: tuple[Event, ...]


class Sound(Struct, frozen=True):
    """Sound the buzzer."""

    sound: Literal["seen", "confirmed", "doubt", "illegal", "error"]


class ReadTable(Struct, frozen=True):
    """Read the table as it lies; what comes of it is a ``LookRead``, or ``Unreadable``.

    A cell of the table may want this at any time: ``step`` gives it as soon as it can be done.
    """


class Compare(Struct, frozen=True):
    """Read the whole board anew and compare it with the record; what comes of it is ``Compared``."""


Effect = Keep | Sound | ReadTable | Compare
