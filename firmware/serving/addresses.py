"""Under which addresses phones find the pages: a network may come, go and change while the table stands."""

import socket
import threading
import time
from ipaddress import ip_address

from firmware.appliance.network.own_address import own_address
from scoring.referee.clocks import Clock

ANYWHERE = "0.0.0.0"  # noqa: S104 # phones must reach it
KNOWN_S = 1.0
"""So long it is asked at the start whether the network knows this machine by its name."""
ASK_S = 30.0
"""A name that was asked for is not asked for again so soon."""


class Addresses:
    """The addresses of the pages, as they are when they are asked for.

    Args:
        host: The address that is listened on; ``ANYWHERE`` for all of this machine.
        port: Where it listens.
        clock: Tells the seconds.

    Example:
        >>> Addresses("127.0.0.1", 8000).url()
        'http://127.0.0.1:8000'
    """

    def __init__(self, host: str, port: int, clock: Clock = time.monotonic) -> None:
        self._host = host
        self._port = port
        self._clock = clock
        self._local = ""
        self._asked_s: float | None = None

    def url(self) -> str:
        """Give the address of this machine in the network that it is in now."""
        return f"http://{shown_host(self._host)}:{self._port}"

    def local(self) -> str:
        """Give the address by this machine's own name where the network knew it by that, else nothing.

        The network is asked beside it: without one the answer may take its time, and it may change.
        """
        now_s = self._clock()
        if self._host == ANYWHERE and (self._asked_s is None or now_s - self._asked_s > ASK_S):
            first, self._asked_s = self._asked_s is None, now_s
            asking = threading.Thread(target=self._ask, name="asking-for-the-name", daemon=True)
            asking.start()
            if first:
                asking.join(KNOWN_S)
        return self._local

    def _ask(self) -> None:
        name = f"{socket.gethostname().split('.')[0]}.local"
        self._local = f"http://{name}:{self._port}" if _is_known(name) else ""


def shown_host(host: str) -> str:
    """Give the address under which phones find this machine, as it stands in a URL."""
    if host != ANYWHERE:
        return f"[{host}]" if ":" in host else host
    return own_address()


def _is_known(name: str) -> bool:
    """Tell whether a name leads to an address that other machines can reach too."""
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(name, None)}
    except (OSError, UnicodeError):
        return False
    return any(not ip_address(str(each).partition("%")[0]).is_loopback for each in found)
