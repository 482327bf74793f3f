"""Rounds: all who follow the table are given what is new of it together, a few in one thread at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

PART_BYTES = 1 << 16
"""An answer is sent in parts of about so much, so that a phone that reads slowly fills no memory."""
AT_A_TIME = 32
"""So many are asked for their next part in one thread before the first of them is sent it."""

Part = tuple[bytes, bool]
"""Bytes of an answer, and whether they are its last."""
Step = Callable[[], Part]


class Rounds:
    """Has answers that follow the table give their next parts, many in one thread.

    A thread for each would take longer than the parts themselves, which phones of a kind share.

    Args:
        threaded: Has something done in a thread.
    """

    def __init__(self, threaded: Callable[[Callable[[], None]], Awaitable[Any]]) -> None:
        self._threaded = threaded
        self._waiting: list[tuple[Step, asyncio.Future[Part]]] = []
        self._going: asyncio.Task[None] | None = None

    async def next(self, step: Step) -> Part:
        """Give the next part of an answer, with those of all others that want theirs now."""
        loop = asyncio.get_running_loop()
        part: asyncio.Future[Part] = loop.create_future()
        self._waiting.append((step, part))
        if self._going is None or self._going.done():
            self._going = loop.create_task(self._go())
        return await part

    async def _go(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting[:AT_A_TIME], self._waiting[AT_A_TIME:]
            parts: list[Part] = []
            steps = [step for step, _ in asked]
            taking = self._threaded(partial(_take, steps, parts))
            error: BaseException | None = (await asyncio.gather(taking, return_exceptions=True))[0]
            for (_, waits), part in zip(asked, parts, strict=False):
                if not waits.done():  # it is, where its phone has gone
                    waits.set_result(part)
            if error:
                _, waits = asked[len(parts)]
                if not waits.done():
                    waits.set_exception(error)
                self._waiting[:0] = asked[len(parts) + 1 :]


def _take(steps: Sequence[Step], parts: list[Part]) -> None:
    """Take the steps one by one; where one fails, those before it are given."""
    for step in steps:
        parts.append(step())  # noqa: PERF401 - those that came before one that fails are to stay
