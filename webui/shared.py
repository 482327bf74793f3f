"""What many phones are given alike: made once, for whoever asks first."""

from collections import deque
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

from scoring.referee.contracts.snapshot import Snapshot

MOST = 64
"""So much is kept at most of one version: whoever asks for ever other things fills no memory."""
VERSIONS = 2
"""While some phones are told of the newest version, others still ask for the one before."""

_NOTHING = object()

Made = TypeVar("Made")


class Shared:
    """Keeps what was made of the newest versions of the table; who asks while it is made waits for it."""

    def __init__(self) -> None:
        self._making = Lock()
        self._kept: deque[tuple[Snapshot, dict[Hashable, Any]]] = deque(maxlen=VERSIONS)

    def __len__(self) -> int:
        return sum(len(made) for _, made in self._kept)

    def get(self, about: Snapshot, key: Hashable, make: Callable[[], Made]) -> Made:
        """Give what was made for others, or make it; nobody may change it.

        Args:
            about: The version of the table that it shows.
            key: Everything else that it depends on.
            make: Makes it.
        """
        # Most who ask come too late to make it: none of them waits for another.
        found = self._kept_of(about).get(key, _NOTHING)
        if found is _NOTHING:
            with self._making:
                found = self._made(about, key, make)
        ready: Made = found
        return ready

    def _made(self, about: Snapshot, key: Hashable, make: Callable[[], Made]) -> Made:
        if not any(version is about for version, _ in self._kept):
            self._kept.append((about, {}))
        made = self._kept_of(about)
        if key not in made:
            if len(made) >= MOST:
                made.clear()
            made[key] = make()
        ready: Made = made[key]
        return ready

    def _kept_of(self, about: Snapshot) -> dict[Hashable, Any]:
        # A tuple, since others may append meanwhile.
        return next((made for version, made in tuple(self._kept) if version is about), {})
