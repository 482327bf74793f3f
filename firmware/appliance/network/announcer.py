"""Has a machine that is called otherwise answer to tablekeeper.local, too."""

import socket
import subprocess
from collections.abc import Callable, Sequence
from typing import Protocol

from firmware.appliance.network.own_address import LOOPBACK

NAME = "tablekeeper"
AGAIN_LOOKS = 6
"""So many looks after it has ended, as where avahi starts anew or is not there yet, it is announced again."""


class Child(Protocol):
    """A program that runs beside this one."""

    def poll(self) -> int | None:
        """Give how it ended; None while it runs."""

    def terminate(self) -> None:
        """End it."""

    def wait(self) -> int:
        """Wait for its end."""


Starts = Callable[[Sequence[str]], Child]


class Announcer:
    """Announces the name, by avahi.

    Two machines of that name are no harm: the second one is refused, and found by its number.

    Args:
        starts: Starts a program.
        host_name: How the machine is called; avahi announces that by itself.
    """

    def __init__(self, starts: Starts, host_name: str) -> None:
        self._starts = starts
        self._is_needed = host_name.partition(".")[0].lower() != NAME
        self._child: Child | None = None
        self._address = ""
        self._ended_looks = 0

    def follow(self, address: str) -> None:
        """Announce the name for an address, and no longer for the one before; asked at every look."""
        is_over = self._child is not None and self._child.poll() is not None
        self._ended_looks = self._ended_looks + 1 if is_over else 0
        if not self._is_needed or (address == self._address and self._ended_looks < AGAIN_LOOKS):
            return
        self.end()
        self._address, self._ended_looks = address, 0
        if address != LOOPBACK:
            self._child = self._starts(("avahi-publish", "-a", "-R", f"{NAME}.local", address))

    def end(self) -> None:
        """Announce nothing any more."""
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()
            self._child.wait()
        self._child = None


def start(words: Sequence[str]) -> Child:
    """Start a program that says nothing; one that is missing has ended."""
    try:
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    except OSError:
        return subprocess.Popen(("true",))  # noqa: S607


def own_name() -> str:
    """Give how this machine is called."""
    return socket.gethostname()
