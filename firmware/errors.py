"""What ends a command: one sentence for the person who typed it, and the exit status."""

from scoring.errors import SaidError


class CommandError(SaidError):
    """Something that could not be done; its text is one sentence."""

    status = 1


class InputError(CommandError, ValueError):
    """Something that was typed, or a file that was given, cannot be used."""

    status = 2


class CameraError(CommandError):
    """The camera is gone or cannot be used; the text says what to do."""


class StoreError(CommandError):
    """Something could not be kept; the text says why and what to do."""


class PanelError(CommandError):
    """Buttons, light or buzzer cannot be used; the text says why."""
