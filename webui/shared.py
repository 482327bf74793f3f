"""Answers that many phones are given alike: made once, for whoever asks first."""

from collections.abc import Callable, Hashable
from threading import Lock

from flask import Response

from webui.desk import Snapshot

MOST = 64
"""So many answers are kept at most: whoever asks for ever other ones fills no memory."""


class Shared:
    """Keeps the answers about the newest version of the table; who asks while one is made waits for it."""

    def __init__(self) -> None:
        self._making = Lock()
        self._about: Snapshot | None = None
        self._made: dict[Hashable, Response] = {}

    def __len__(self) -> int:
        return len(self._made)

    def answer(self, about: Snapshot, key: Hashable, make: Callable[[], Response]) -> Response:
        """Give an answer, a copy of which may have gone to others.

        Args:
            about: The version of the table that it shows.
            key: Everything else that it depends on.
            make: Makes it.
        """
        with self._making:
            if about is not self._about or len(self._made) >= MOST:
                self._about, self._made = about, {}
            made = self._made.get(key) or self._made.setdefault(key, make())
            return Response(made.get_data(), made.status_code, made.headers.copy())
