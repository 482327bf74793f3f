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


class ReadAgain(Struct, frozen=True):
    """Read the table again now: the game has changed under it."""


class Dismiss(Struct, frozen=True):
    """Take the table as bare where this turn was read."""

    move: object


class Reconsider(Struct, frozen=True):
    """Look again where this turn was read and dismissed."""

    move: object


class ReadWhole(Struct, frozen=True):
    """Read the whole board anew and compare it with the record."""


Effect = Keep | Sound | ReadAgain | Dismiss | Reconsider | ReadWhole
