"""Which address this machine has in the network that it is in."""

import fcntl
import socket
import struct
from collections.abc import Iterator

LOOPBACK = "127.0.0.1"
ASK_ADDRESS = 0x8915
"""SIOCGIFADDR of netdevice(7): an interface's address stands in bytes 20 to 24 of the answer."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737)."""


def own_address() -> str:
    """Give the address that phones find this machine at; that of the loopback where it is in no network.

    An access point leads nowhere else, so there is no way out by which the address could be told.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # sends nothing; it only asks which way out would be taken
        except OSError:
            return next((each for each in _addresses(probe) if not each.startswith("127.")), LOOPBACK)
        return str(probe.getsockname()[0])


def _addresses(probe: socket.socket) -> Iterator[str]:
    for _, name in socket.if_nameindex():
        try:
            told = fcntl.ioctl(probe, ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
        except OSError:  # it has none
            continue
        yield socket.inet_ntoa(told[20:24])
