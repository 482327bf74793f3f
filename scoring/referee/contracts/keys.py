"""What opens the table to a phone."""

from typing import Protocol


class Keys(Protocol):
    """What opens the table to a phone: the code makes it a player's, the PIN makes it the host's.

    Whatever changes them is kept.

    Raises:
        RefusedError: It could not be kept; nothing was changed.
    """

    @property
    def code(self) -> str:
        """The short code, as it is read out at the table."""

    @property
    def pin(self) -> str:
        """The PIN, where it was made since the program started; else empty, since only a hash is kept."""

    @property
    def pin_mark(self) -> str:
        """Another text after each change of the PIN, which tells nothing of it."""

    @property
    def secret(self) -> bytes:
        """What the cookies of phones are signed with, so that whoever joined is known after a restart."""

    @property
    def strangers_watch(self) -> bool:
        """Whether the table is shown to those who have no code."""

    def fits_code(self, sent: str) -> bool:
        """Tell whether somebody typed the code, however they wrote it."""

    def fits_pin(self, sent: str) -> bool:
        """Tell whether somebody typed the PIN; takes its time, so that guessing does too."""

    def renew_code(self) -> None:
        """Make another code; those who joined with the old one are spectators again."""

    def renew_pin(self) -> None:
        """Make another PIN; whoever was host with the old one is so no longer."""

    def let_strangers_watch(self, may: bool) -> None:
        """Choose whether the table is shown to those who have no code."""


def join_link(address: str, code: str) -> str:
    """Give the link that opens the page to join on, with the code filled in."""
    return f"{address}/join?code={code}"
