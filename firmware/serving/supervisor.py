"""What an init system is told of the program, by sd_notify(3): that it is ready, and that it is well."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping

READY = "READY=1"
WELL = "WATCHDOG=1"
ENDING = "STOPPING=1"


class Supervisor:
    """Whoever started the program and starts it anew where it hangs; nobody, where it was started by hand.

    Args:
        environ: The environment, in which an init system tells where it listens and how often, in
            microseconds, it wants to hear that all is well.

    Example:
        >>> Supervisor({}).beat_s, Supervisor({"WATCHDOG_USEC": "60000000"}).beat_s
        (None, 15.0)
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        wanted_us = int(environ.get("WATCHDOG_USEC", "0"))
        self.beat_s = wanted_us / 4e6 if wanted_us else None

    def tell(self, state: str) -> None:
        """Tell how it stands with the program; where nobody listens, nothing happens."""
        if not self._address:
            return
        # An address that begins with @ is no file: its first byte is a zero.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(state.encode(), address)

    async def watch(self, is_well: Callable[[], Awaitable[bool]]) -> None:
        """Tell again and again that all is well, as long as it is; whatever hangs tells nothing.

        Args:
            is_well: Asks all those that have to be well.
        """
        while self.beat_s:
            if await is_well():
                self.tell(WELL)
            await asyncio.sleep(self.beat_s)
