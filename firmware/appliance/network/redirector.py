"""Sends phones that have joined the access point to the table, whatever they asked for.

At the access point every name leads to this machine. A phone that has just joined asks a page of its maker's
whether there is an internet, and shows its owner whatever else it is answered: the page that welcomes. Once
that was read, it is answered as it likes, so that it stays instead of looking for a better network.
"""

import socket
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from firmware.appliance.network.access_point import ADDRESS
from firmware.appliance.network.announcer import NAME

PORT = 8081
TABLE = f"http://{ADDRESS}:8000"
WELCOME = f"{TABLE}/network/welcome"
GONE_ON = "/go"
"""Asked for by whoever has read the welcome."""
REMEMBERED = 256
PROBES = {
    "/generate_204": (204, b""),
    "/gen_204": (204, b""),
    "/hotspot-detect.html": (200, b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"),
    "/connecttest.txt": (200, b"Microsoft Connect Test"),
    "/ncsi.txt": (200, b"Microsoft NCSI"),
    "/success.txt": (200, b"success\n"),
    "/canonical.html": (
        200,
        b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
}
"""What phones and computers ask for, and what they are glad to hear.

Source:
    AOSP, ``NetworkMonitor``; Apple, "Wi-Fi captive networks"; Microsoft, "NCSI"; Firefox, ``captivedetect``.
"""


class Visitors:
    """Those who have read the welcome, the last few of them."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, None] = OrderedDict()

    def welcome(self, address: str) -> None:
        """Note that somebody has read it."""
        self._seen[address] = None
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    def __contains__(self, address: str) -> bool:
        return address in self._seen


def answer_for(
    host: str, path: str, address: str, visitors: Visitors, own_name: str
) -> tuple[int, str, bytes]:
    """Give status, where to go on, and the body.

    Args:
        host: The name that was asked for, as the header has it.
        path: The page of it.
        address: Who asks.
        visitors: Those who have read the welcome.
        own_name: How this machine is called.

    Example:
        >>> answer_for("example.org", "/", "10.42.0.7", Visitors(), "pi")
        (302, 'http://10.42.0.1:8000/network/welcome', b'')
        >>> answer_for("10.42.0.1", "/join", "10.42.0.7", Visitors(), "pi")
        (302, 'http://10.42.0.1:8000/join', b'')
    """
    name = host.partition(":")[0].lower().rstrip(".")
    plain = path.partition("?")[0]
    if name == ADDRESS or name.removesuffix(".local") in {NAME, own_name.lower()}:
        if plain == GONE_ON:
            visitors.welcome(address)
            return 302, f"{TABLE}/", b""
        return 302, f"{TABLE}{path}" if path.startswith("/") else TABLE, b""
    if address in visitors and plain in PROBES:
        status, body = PROBES[plain]
        return status, "", body
    return 302, WELCOME, b""


class _Handler(BaseHTTPRequestHandler):
    timeout = 10
    server: "Redirector"

    def do_GET(self) -> None:
        status, where, body = answer_for(
            self.headers.get("Host", ""),
            self.path,
            str(self.client_address[0]),
            self.server.visitors,
            self.server.own_name,
        )
        self.send_response(status)
        if where:
            self.send_header("Location", where)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815 - the names are the server's
    do_POST = do_GET  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a joined phone asks every few seconds."""


class Redirector(ThreadingHTTPServer):
    """The redirector, listening.

    Args:
        address: Where it listens.
        own_name: How this machine is called.
    """

    daemon_threads = True

    def __init__(self, address: tuple[str, int], own_name: str) -> None:
        super().__init__(address, _Handler)
        self.visitors = Visitors()
        self.own_name = own_name


if __name__ == "__main__":
    Redirector(("", PORT), socket.gethostname()).serve_forever()
