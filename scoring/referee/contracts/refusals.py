"""What the desks refuse, each with one sentence for a player."""

from scoring.errors import SaidError


class DeskError(SaidError):
    """Anything the desk refuses; its text is one sentence for a player."""


class BadPhotoError(DeskError, ValueError):
    """Bytes that are no usable photograph."""


class BadPrintsError(DeskError, ValueError):
    """A print set, or a picture for one, that cannot be used."""


class TakenError(BadPrintsError):
    """A box of that name is learned already, and nobody has said that it may be replaced."""


class BusyError(DeskError):
    """More photographs are waiting than the desk takes on, or its folder is full."""


class NotHereError(DeskError, LookupError):
    """No photograph, lesson or picture of that name."""


class StaleError(DeskError):
    """Somebody else saved a correction in between."""


class RefusedError(DeskError):
    """The table cannot do that now; the text says why."""
