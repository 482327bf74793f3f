"""The demo beside the players' own table: pages of its own, shown as long as somebody looks at them."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple, Self
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from firmware.errors import CommandError
from firmware.images.memory import give_back
from scoring.referee.clocks import Clock
from scoring.referee.contracts.refusals import RefusedError
from webui.server import GONE

IDLE_S = 90.0
"""So long after nobody has looked at it any more the demo ends; it goes on there when it is shown again."""
LOOK_S = 5.0
THREADS = "demo"
"""The names of its threads begin so: a fault in one of them ends the demo, and nothing else."""


class ShownDemo(NamedTuple):
    """A demo that is shown.

    Attributes:
        app: Its pages.
        is_over: Tells whether its game has ended.
        has_failed: Tells whether a fault in the program has ended it.
    """

    app: WSGIApplication
    is_over: Callable[[], bool]
    has_failed: Callable[[], bool]


Stage = Callable[[str], AbstractContextManager[ShownDemo]]
"""Puts the demo of a game together, and lets it go afterwards."""


class Demos:
    """Shows one demo at a time; see ``scoring.referee.contracts.demo.DemoDesk``.

    Args:
        stage: Puts a demo together.
        address: Where its pages are found.
        games: There is a demo of these.
        stays: Whether it is shown on although nobody looks.
        clock: Tells the seconds.
    """

    def __init__(
        self,
        stage: Stage,
        address: str,
        games: Sequence[str],
        *,
        stays: bool = False,
        clock: Clock = time.monotonic,
    ) -> None:
        self.address = address
        self.games = games
        self._stage = stage
        self._stays = stays
        self._clock = clock
        self._changing = threading.RLock()
        self._game = ""
        self._held: AbstractContextManager[ShownDemo] | None = None
        self._shown: ShownDemo | None = None
        self._over = threading.Event()
        self._looking = 0
        self._left_s = 0.0
        self._ending = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._mind, name=THREADS, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ending.set()
        self.close()

    @property
    def is_shown(self) -> bool:
        return self._shown is not None

    def show(self, game: str) -> None:
        with self._changing:
            if self._shown and self._game == game and not self._shown.is_over():
                return
            self.close()
            held = self._stage(game)
            try:
                self._shown = held.__enter__()
            except CommandError as error:
                raise RefusedError(error.says) from error
            self._game, self._held, self._left_s = game, held, self._clock()
            self._over = threading.Event()

    def close(self) -> None:
        """End the demo; its game is kept, and every phone that looks at it is let go."""
        with self._changing:
            held, self._held, self._shown = self._held, None, None
            self._over.set()
            if held:
                held.__exit__(None, None, None)
                give_back()

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes] | None:
        """Answer for the demo's pages; None where it is not shown."""
        shown, over, is_gone = self._shown, self._over, environ.get(GONE, lambda: False)
        if shown is None:
            return None
        environ[GONE] = lambda: over.is_set() or is_gone()
        return self._counted(shown.app, environ, start_response)

    def _counted(
        self, app: WSGIApplication, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterator[bytes]:
        with self._looked_at():
            answer = app(environ, start_response)
            try:
                yield from answer
            finally:
                if close := getattr(answer, "close", None):
                    close()

    @contextmanager
    def _looked_at(self) -> Iterator[None]:
        """Note that somebody looks at the demo."""
        with self._changing:
            self._looking += 1
        try:
            yield
        finally:
            with self._changing:
                self._looking -= 1
                self._left_s = self._clock()

    def _mind(self) -> None:
        """End the demo once it has failed, or nobody has looked at it for a while."""
        while not self._ending.wait(LOOK_S):
            self.tidy()

    def tidy(self) -> None:
        """End the demo where it has failed, or nobody has looked at it for a while."""
        with self._changing:
            idle_s = 0.0 if self._looking or self._stays else self._clock() - self._left_s
            if self._shown and (self._shown.has_failed() or idle_s > IDLE_S):
                self.close()


class TwoTables:
    """Two tables under one address, one of them at the root.

    Args:
        own: Answers for the players' own table.
        demos: Answer for the demo.
        prefix: Where whichever is not at the root is found: "/demo".
        own_first: Whether the own table is at the root.
        is_well: Whether the players' own table is followed.
    """

    def __init__(
        self,
        own: WSGIApplication,
        demos: Demos,
        prefix: str,
        *,
        own_first: bool,
        is_well: Callable[[], bool] = lambda: True,
    ) -> None:
        self.is_well = is_well
        self._own = own
        self._demos = demos
        self._prefix = prefix
        self._own_first = own_first

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse, /) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        # To the demo without its slash the own pages lead, which know whether one is shown.
        is_beside = path.startswith(f"{self._prefix}/") or (path == self._prefix and not self._own_first)
        asked = _under(environ, self._prefix) if is_beside else environ
        is_own = is_beside != self._own_first
        answer = None if is_own else self._demos.answer(asked, start_response)
        # Where no demo is shown, the own pages say what there is instead.
        return self._own(asked if is_own else environ, start_response) if answer is None else answer


def _under(environ: WSGIEnvironment, prefix: str) -> WSGIEnvironment:
    """Have an app answer under a prefix, as it would at the root."""
    path = environ["PATH_INFO"].removeprefix(prefix)
    return {**environ, "SCRIPT_NAME": f"{environ.get('SCRIPT_NAME', '')}{prefix}", "PATH_INFO": path}
