"""One connection, which is ended where whoever is at its other end is too slow."""

import asyncio
import socket
import struct
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from firmware.serving.gate import Gate

ASKS_S = 15.0
"""So long somebody may take to ask, or between two requests; browsers open another connection then."""
AT_ONCE = struct.pack("ii", 1, 0)
"""A connection that ends so leaves nothing behind that would still be sent."""
READS_S = 20.0
"""So long somebody may read nothing of an answer."""


class Line(H11Protocol):
    """A connection that has its bounds.

    Args:
        gate: Has let it in, and is told of its end.
    """

    def __init__(self, *args: Any, gate: Gate, **more: Any) -> None:
        super().__init__(*args, **more)
        self._gate = gate
        self._address = ""
        self._owed: tuple[object, ...] = ()
        self._since_s = 0.0
        self._reads = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        peer = transport.get_extra_info("peername")
        self._address = peer[0] if peer else ""
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._gate.leave(self._address)

    def resume_writing(self) -> None:
        self._reads += 1
        super().resume_writing()

    def mind(self, now_s: float) -> None:
        """End the connection where whoever is at the other end has owed something for too long.

        Args:
            now_s: What the event loop's clock says.
        """
        owed = self._owes()
        if owed != self._owed:
            self._owed, self._since_s = owed, now_s
        elif owed and now_s - self._since_s > (READS_S if owed[0] == "reading" else ASKS_S):
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()

    def _owes(self) -> tuple[object, ...]:
        """Name what is waited for; another thing whenever there was any progress."""
        if self.transport.is_closing() or self.flow.write_paused:
            return "reading", self._reads, self.transport.get_write_buffer_size()
        if self.cycle is None or self.cycle.response_complete:
            return "asking", self.cycle
        return ()
