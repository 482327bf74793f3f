"""From a connection to the pages and back: whoever waits for the network waits here and holds no thread.

The pages are an ordinary WSGI app, answered in a few threads. A request that brings a body comes to them
twice: first without it, so that they can refuse it by its address, its sender and its size before any of it
is read, and then with all of it. An answer that follows the table is asked for its next part whenever the
table has changed.
"""

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes, urlsplit
from wsgiref.types import WSGIApplication, WSGIEnvironment

from firmware.serving.gate import Gate
from firmware.serving.rounds import PART_BYTES, Part, Rounds
from scoring.documents.values import Written
from scoring.referee.contracts.table import Forget, Listen
from scoring.sentence import marked
from webui.access.languages import answer
from webui.server import CALL, GONE, PACE, BodyWanted

THREADS = 16
"""So many requests are answered at a time; each takes milliseconds."""
SMALL_BYTES = 200_000
"""What may be larger is an upload: it comes in beside few others, and waits on the disk until it is here."""
FORM_S = 20.0
"""So long a form may take to come in."""
UPLOAD_S = 180.0
"""So long an upload may: 40 MB at 2 Mbit/s."""
UNWANTED_PER_S = 4e6
"""So many bytes a second are let by, of an address, of what was refused already."""
UPLOADS = 3
"""So many uploads come in beside each other, whoever sends them."""
TOO_MANY = marked("Too many requests came from this address. Wait a few seconds, then try again.")
TOO_SLOW = marked("What was sent did not arrive in time. Move closer to the network, then try again.")


class Bridge:
    """Answers over ASGI with a WSGI app.

    Args:
        app: The pages.
        gate: Says how much an address may have.
    """

    def __init__(self, app: WSGIApplication, gate: Gate) -> None:
        self.app = app
        self.gate = gate
        self.is_ending = threading.Event()
        self.uploads = asyncio.Semaphore(UPLOADS)
        self._threads = ThreadPoolExecutor(THREADS, "pages")
        self.rounds = Rounds(self.threaded)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def threaded(self, do: Callable[[], Any]) -> Any:
        """Have something done in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, do)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = scope["client"][0] if scope["client"] else ""
        if await self.gate.has_breath(address):
            await _Exchange(self, scope, receive, send, address).run()
        else:
            await _say(send, 429, answer(TOO_MANY, environ_of(scope)))


class _Exchange:
    """One request and its answer."""

    def __init__(self, bridge: Bridge, scope: Any, receive: Any, send: Any, address: str) -> None:
        self._bridge = bridge
        self._scope = scope
        self._receive = receive
        self._send = send
        self._address = address
        self._loop = asyncio.get_running_loop()
        self._is_gone = False
        self._news = asyncio.Event()
        self._forget: Forget | None = None
        self._look_s = 0.0

    async def run(self) -> None:
        environ = {**environ_of(self._scope), GONE: self._has_gone, PACE: self._pace}
        if not _brings_body(environ):
            await self._answer(environ)
            return
        try:
            await self._answer({**environ, CALL: _want}, is_all_here=False)
        except BodyWanted as wanted:
            await self._take_in(environ, wanted.most_bytes)

    async def _take_in(self, environ: WSGIEnvironment, most_bytes: int) -> None:
        """Answer once the body of the request is here."""
        is_upload = most_bytes > SMALL_BYTES
        async with AsyncExitStack() as held:
            if is_upload:
                await held.enter_async_context(self._bridge.gate.turns(self._address, "uploads"))
                await held.enter_async_context(self._bridge.uploads)
            body = SpooledTemporaryFile(SMALL_BYTES)  # noqa: SIM115 # the stack closes it
            held.enter_context(body)
            try:
                async with asyncio.timeout(UPLOAD_S if is_upload else FORM_S):
                    size, is_all = await self._read_body(body, most_bytes)
            except TimeoutError:
                await _say(self._send, 408, answer(TOO_SLOW, environ))
                return
            if self._is_gone:
                return
            body.seek(0)
            environ.pop("HTTP_TRANSFER_ENCODING", None)  # it came in chunks, but lies here in one piece
            asked = {**environ, "wsgi.input": body, "CONTENT_LENGTH": str(size)}
            await self._answer(asked, is_all_here=is_all)

    async def _read_body(self, body: IO[bytes], most_bytes: int) -> tuple[int, bool]:
        """Read a body, of one that is too large no more than shows that it is, and tell if that was all."""
        size, is_all = 0, False
        while not is_all and size <= most_bytes:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                self._is_gone = True
                break
            part, is_all = message.get("body", b""), not message.get("more_body", False)
            size += len(part)
            body.write(part)
        return size, is_all

    async def _answer(self, environ: WSGIEnvironment, *, is_all_here: bool = True) -> None:
        """Answer; where not all of the request has come, that is waited for first, or its connection ends."""
        answer = _Answer(self._bridge.app, environ, is_paced=lambda: self._forget is not None)
        try:
            async with self._bridge.gate.turns(self._address, "answers"):
                part, is_last = await self._bridge.threaded(answer.begin)
            self._bridge.gate.worked(self._address, answer.work_s)
            if not is_all_here and ("HTTP_EXPECT" in environ or not await self._pass_over()):
                answer.head["headers"].append((b"connection", b"close"))
            await self._send({"type": "http.response.start", **answer.head})
            if not is_last:
                part = await self._send_all(answer, part)
            await self._send({"type": "http.response.body", "body": part})
        finally:
            if self._forget:
                self._forget()
                self._bridge.gate.unfollow(self._address)
            await asyncio.shield(self._bridge.threaded(answer.close))

    async def _pass_over(self) -> bool:
        """Let what is not wanted of a request go by, slowly; false where that would take too long.

        A browser shows an answer once it has sent everything, and none where the connection ends before.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(FORM_S), self._bridge.gate.turns(self._address, "uploads"):
                more = True
                while more:
                    message = await self._receive()
                    more = message.get("more_body", False)
                    await asyncio.sleep(len(message.get("body", b"")) / UNWANTED_PER_S)
                return True
        return False

    async def _send_all(self, answer: "_Answer", part: bytes) -> bytes:
        """Send all parts of an answer but the last, and give that."""
        leaving, is_last = asyncio.ensure_future(self._notice_leaving()), False
        give = self._bridge.rounds.next if self._forget else self._bridge.threaded
        try:
            while not is_last:
                if part:
                    await self._send({"type": "http.response.body", "body": part, "more_body": True})
                if self._forget:
                    await self._wait_for_news()
                if self._is_gone:
                    return b""
                part, is_last = await give(answer.next)
        finally:
            leaving.cancel()
        return part

    async def _wait_for_news(self) -> None:
        looking = self._loop.call_later(self._look_s, self._news.set)
        await self._news.wait()
        looking.cancel()
        self._news.clear()

    async def _notice_leaving(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._is_gone = True
        self._news.set()

    def _has_gone(self) -> bool:
        return self._is_gone or self._bridge.is_ending.is_set()

    def _pace(self, listen: Listen, look_s: float) -> bool:
        """Ask the answer for its next part at each change; see ``webui.server.PACE``."""
        if not self._bridge.gate.follow(self._address):
            return False
        self._forget, self._look_s = listen(self._tell), look_s
        return True

    def _tell(self) -> None:
        """Notice, from whatever thread, that there is news."""
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._news.set)


class _Answer:
    """The answer of a WSGI app, which is worked at in one thread at a time.

    Args:
        app: The pages.
        environ: What is asked.
        is_paced: Tells whether each part is to be sent as it comes.
    """

    def __init__(
        self, app: WSGIApplication, environ: WSGIEnvironment, *, is_paced: Callable[[], bool]
    ) -> None:
        self._app = app
        self._environ = environ
        self._is_paced = is_paced
        self._made: Any = ()
        self._parts: Iterator[bytes] = iter(())
        self.head: Written = {}
        self.work_s = 0.0

    def begin(self) -> Part:
        """Have the pages answer and give the first part; ``head`` and ``work_s`` (of a core) are told."""
        begun_s = time.thread_time()
        self._made = self._app(self._environ, self._start)
        self._parts = iter(self._made)
        part = self.next()
        self.work_s = time.thread_time() - begun_s
        return part

    def next(self) -> Part:
        """Give the next part."""
        gathered = bytearray()
        for part in self._parts:
            gathered += part
            if self._is_paced() or len(gathered) >= PART_BYTES:
                return bytes(gathered), False
        return bytes(gathered), True

    def close(self) -> None:
        """Let go what the answer was made of."""
        if close := getattr(self._made, "close", None):
            close()

    def _start(self, status: str, headers: list[tuple[str, str]], *_error: Any) -> Callable[[bytes], object]:
        self.head = {
            "status": int(status.split(" ", 1)[0]),
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        }
        return _write


def _write(_part: bytes) -> object:
    raise NotImplementedError("WSGI's write() is for programs older than the pages.")


def environ_of(scope: Any) -> WSGIEnvironment:
    """Write what is asked as a WSGI environment.

    Source:
        PEP 3333; the ASGI specification, HTTP connection scope.

    Example:
        >>> head = {"method": "GET", "raw_path": b"/games/%C5%81", "query_string": b"", "scheme": "http"}
        >>> asked = environ_of({**head, "headers": [(b"host", b"t.local")], "http_version": "1.1",
        ...                     "client": ("10.0.0.7", 5), "server": ("10.0.0.1", 8000)})
        >>> asked["PATH_INFO"].encode("latin-1").decode(), asked["HTTP_HOST"], asked["REMOTE_ADDR"]
        ('/games/Ł', 't.local', '10.0.0.7')
    """
    raw_path: bytes = scope["raw_path"]
    if not raw_path.startswith(b"/"):  # a proxy's way to ask: the whole address
        raw_path = urlsplit(raw_path).path or b"/"
    server, client = scope["server"] or ("", 0), scope["client"] or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw_path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in _headers_of(scope):
        between = "; " if name == "HTTP_COOKIE" else ","
        environ[name] = f"{environ[name]}{between}{value}" if name in environ else value
    return environ


def _headers_of(scope: Any) -> Iterator[tuple[str, str]]:
    for name, value in scope["headers"]:
        if b"_" in name:  # it would be taken for the one with a hyphen
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        bare = key in ("CONTENT_TYPE", "CONTENT_LENGTH")
        yield key if bare else f"HTTP_{key}", value.decode("latin-1")


def _brings_body(environ: WSGIEnvironment) -> bool:
    return environ.get("CONTENT_LENGTH", "0") != "0" or "HTTP_TRANSFER_ENCODING" in environ


def _want(most_bytes: int) -> None:
    raise BodyWanted(most_bytes)


async def _say(send: Any, status: int, says: str) -> None:
    """Answer with a sentence and be done with the connection."""
    body = says.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        (b"retry-after", b"5"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
