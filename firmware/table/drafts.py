"""What is proposed and not confirmed yet, kept so that a restart shows it again."""

import logging

from firmware.errors import StoreError
from scoring.documents.values import Document
from scoring.referee.store import EventStore

log = logging.getLogger(__name__)


class Drafts:
    """Keeps what is proposed whenever it has changed; without room that is lost, and nothing more.

    Args:
        store: Where it is kept.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: Document = {}

    def forget(self) -> None:
        """Begin anew, with another game."""
        self._kept = {}

    def keep(self, game: str, draft: Document, clocks: Document, *, anew: bool) -> None:
        """Keep a draft and how the clocks stand; one that is kept already only ``anew``."""
        if draft == self._kept and not anew:
            return
        try:
            self._store.remember(game, {**draft, **clocks})
            self._kept = draft
        except StoreError as error:
            log.warning("The proposal could not be kept: %s", error)
