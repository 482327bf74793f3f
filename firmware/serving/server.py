"""The server of the pages: one event loop for all connections, a few threads for the answers."""

import asyncio
import contextlib
import math
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any
from wsgiref.types import WSGIApplication

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from firmware.serving.bridge import Bridge
from firmware.serving.gate import Gate
from firmware.serving.line import AT_ONCE, Line
from firmware.serving.supervisor import ENDING, READY, Supervisor

MOST_HEAD_BYTES = 32_768
MIND_TICKS = 20
"""Every so many ticks of the server, which are a tenth of a second, all connections are looked at."""
REST_S = 0.1
"""So long nobody is let in where too many files are open."""
AT_A_TIME = 16
"""So many are let in, or refused, before those who are in have their turn."""
REFUSED_S = 1.0
"""So long whoever is refused waits for it."""
MOST_REFUSED = 200
"""Of more who wait so, the first are told at once."""
END_S = 1
"""So long whoever is answered when the program ends is still heard out."""


class PageServer(uvicorn.Server):
    """Serves the pages.

    Args:
        app: The pages.
        listener: Where it listens.
        trusted: The addresses of proxies whose word is taken for where a request comes from.
        supervisor: Told when the pages are there, and as long as they and the table are well.
        is_well: Whether the table is; asked in a thread that answers pages.

    Example:
        >>> def hello(environ, start_response):
        ...     start_response("200 OK", [("Content-Type", "text/plain")])
        ...     return [b"hello"]
        >>> import threading, urllib.request
        >>> listener = socket.create_server(("127.0.0.1", 0))
        >>> with serving(PageServer(hello, listener)) as url:
        ...     urllib.request.urlopen(url).read()
        b'hello'
    """

    def __init__(
        self,
        app: WSGIApplication,
        listener: socket.socket,
        trusted: Collection[str] = (),
        *,
        supervisor: Supervisor | None = None,
        is_well: Callable[[], bool] = lambda: True,
    ) -> None:
        self._supervisor = supervisor or Supervisor({})
        self._is_well = is_well
        self._gate = Gate(frozenset(trusted))
        self._bridge = Bridge(app, self._gate)
        self._listener = listener
        self._refused: deque[tuple[float, socket.socket]] = deque()
        pages: Any = ProxyHeadersMiddleware(self._bridge, list(trusted)) if trusted else self._bridge
        line: Any = partial(Line, gate=self._gate)
        super().__init__(
            uvicorn.Config(
                pages,
                http=line,
                ws="none",
                loop="asyncio",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                h11_max_incomplete_event_size=MOST_HEAD_BYTES,
                timeout_graceful_shutdown=END_S,
            )
        )

    @property
    def url(self) -> str:
        """The address of the pages on this machine."""
        host, port = self._listener.getsockname()[:2]
        return f"http://{host}:{port}"

    def serve_pages(self) -> None:
        """Serve until ``end``, or a signal that ends the program where this is its main thread."""
        asyncio.run(self._serve_listener())
        self._bridge.close()

    async def _serve_listener(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self.end)
        await self.serve()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._listener.setblocking(False)
        self.servers = []
        self._open()
        self.started = True
        self._supervisor.tell(READY)
        self._watching = asyncio.create_task(
            self._supervisor.watch(lambda: self._bridge.threaded(self._is_well))
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._supervisor.tell(ENDING)
        self._watching.cancel()
        asyncio.get_running_loop().remove_reader(self._listener)
        self._send_away(math.inf)
        await super().shutdown([self._listener])

    def _open(self) -> None:
        if not self.should_exit:
            asyncio.get_running_loop().add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        """Let a few connections in; whoever has too many is refused here, where it costs least."""
        loop = asyncio.get_running_loop()
        for _ in range(AT_A_TIME):
            try:
                line, peer = self._listener.accept()
            except BlockingIOError:
                return
            except OSError:  # too many files are open, or the network has gone for a moment
                loop.remove_reader(self._listener)
                loop.call_later(REST_S, self._open)
                return
            if self._gate.enter(peer[0]):
                line.setblocking(False)
                coming = loop.create_task(self._let_in(line, peer[0]))
                self.server_state.tasks.add(coming)  # which keeps it alive
                coming.add_done_callback(self.server_state.tasks.discard)
            else:
                self._refused.append((loop.time(), line))
                self._send_away(loop.time())

    def _send_away(self, now_s: float) -> None:
        """End what was refused a while ago: told at once, whoever tries would only be back at once."""
        while self._refused and (
            now_s - self._refused[0][0] > REFUSED_S or len(self._refused) > MOST_REFUSED
        ):
            _, line = self._refused.popleft()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            line.close()

    async def _let_in(self, line: socket.socket, address: str) -> None:
        if await self._gate.has_breath(address):
            await asyncio.get_running_loop().connect_accepted_socket(self._line, line)
        else:
            self._gate.leave(address)
            line.close()

    def _line(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        line: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return line

    def end(self) -> None:
        """Let everybody go and have ``serve_pages`` come to its end."""
        self._bridge.is_ending.set()
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        self._send_away(asyncio.get_running_loop().time())
        if counter % MIND_TICKS == 0:
            now_s = asyncio.get_running_loop().time()
            for line in tuple(self.server_state.connections):
                line.mind(now_s)  # type: ignore[union-attr] # all are a ``Line``
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to ``serve_pages``."""
        yield


@contextlib.contextmanager
def serving(server: PageServer) -> Iterator[str]:
    """Serve beside the program, and give the address."""
    thread = threading.Thread(target=server.serve_pages, name="server", daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.end()
        thread.join(10)
