"""The photo desk: keeps photographs in a folder and reads them one at a time."""

import logging
import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from firmware.errors import CommandError, InputError
from firmware.images.darkroom import Darkroom, OpenDarkroom, is_cut_short
from firmware.images.pictures import check_picture
from firmware.store.atomic_write import write_whole
from firmware.store.files import read_data_file, read_document, refusing, say_why, write_document
from firmware.store.quarantine import Aside
from scoring import games as rules_of
from scoring.documents.values import Written
from scoring.errors import ScoringError, UnreadableError
from scoring.referee.contracts.photos import PhotoTable, Ticket
from scoring.referee.contracts.refusals import BusyError, DeskError, NotHereError, StaleError
from scoring.roles import AnyRules
from scoring.sentence import marked, sentence
from vision import games as readers_of
from vision.errors import NoTableError, VisionError

log = logging.getLogger(__name__)

MAX_WAITING = 8
LAST_S = 4_102_444_800.0
"""The year 2100: no photograph is newer."""
MAX_FOLDER_BYTES = 1_000_000_000
NO_TABLE = marked(
    "No board was found in this picture. Photograph the whole table from above, with at least a few "
    "tiles lying side by side, in even light, and check that the right game is chosen, and the right box "
    "if there is one."
)
BROKEN_OFF = marked(
    "The reading broke off because of a fault in the program. Please try another photo of the table."
)
GONE = marked("That photo is not here; it may have been deleted.")
NOT_READ = marked("That photo has not been read yet.")
OTHERS = marked("It is another photo's.")
TICKET, TABLE, PHOTO, SMALL = "ticket.json", "table.json", "photo", "small.jpg"
TICKET_FORMAT, TABLE_FORMAT = "tablekeeper.ticket/1", "tablekeeper.table/1"
_ID = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")

FindPrints = Callable[[str], bytes | None]
"""Gives the bytes of a print set by its name. Raises ``BadPrintsError``."""


class PhotoFolder:
    """The photo desk of the appliance; see ``scoring.referee.contracts.photos.PhotoDesk``.

    Each photograph is a folder: the picture as sent, a small JPEG of it, ``ticket.json`` and, once
    read, ``table.json`` with every correction. A restart goes on where it stopped.
    """

    def __init__(  # noqa: PLR0913 - the composition hands its parts in by name
        self,
        folder: Path,
        find_prints: FindPrints,
        worker: Executor,
        *,
        darkroom: Darkroom | None = None,
        load_rules: Callable[[str], AnyRules] = rules_of.load,
        games: Callable[[], Collection[str]] = readers_of.names,
        clock: Callable[[], float] = time.time,
        max_waiting: int = MAX_WAITING,
        max_bytes: int = MAX_FOLDER_BYTES,
        aside: Aside | None = None,
    ) -> None:
        """Open the folder and go on with what was not read yet.

        Args:
            folder: Where the photographs are kept.
            find_prints: Gives the bytes of a print set.
            worker: Reads the photographs; one thread of its own reads them one at a time.
            darkroom: Opens and reads them.
            load_rules: Gives a game's rules.
            games: Names the games whose table can be read.
            clock: Seconds since 1970.
            max_waiting: How many unread photographs are taken on.
            max_bytes: How large the folder may grow.
            aside: Sets aside what cannot be used.
        """
        self._folder = folder
        self._find_prints = find_prints
        self._worker = worker
        self._darkroom = darkroom or OpenDarkroom()
        self._load_rules = load_rules
        self.games = games
        self._clock = clock
        self._max_waiting = max_waiting
        self._max_bytes = max_bytes
        self._aside = aside or Aside()
        self._lock = threading.RLock()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._tickets = {ticket.id: ticket for ticket in self._stored()}
        self._sound = set[str]()
        for ticket in [each for each in self._tickets.values() if each.state in ("waiting", "reading")]:
            self._queue(ticket)

    def submit(self, image: bytes, game: str, prints: str) -> str:
        """Take a photograph in and give its ticket's id."""
        self._learned(prints)
        check_picture(image)
        self._check_queue()
        small = self._darkroom.shrink(image)
        with self._lock:
            self._check_queue()
            self._make_room(len(image))
            ticket = Ticket(self._new_id(), game, prints, self._clock(), "waiting")
            self._keep(ticket, image, small)
            self._queue(ticket)
        return ticket.id

    def _check_queue(self) -> None:
        """Refuse another photograph where too many wait.

        Raises:
            BusyError: They do.
        """
        with self._lock:
            waiting = sum(each.state in ("waiting", "reading") for each in self._tickets.values())
        if waiting >= self._max_waiting:
            words = marked("{number} photos are waiting to be read. Please try again in a minute.")
            raise BusyError(sentence(words, number=waiting))

    def _keep(self, ticket: Ticket, image: bytes, small: bytes) -> None:
        place = self._folder / ticket.id
        with refusing(BusyError, marked("The photo cannot be kept: {why}.")):
            try:
                place.mkdir()
                write_whole(place / PHOTO, image)
                write_whole(place / SMALL, small)
                self._set(ticket)
            except OSError:
                shutil.rmtree(place, ignore_errors=True)
                self._tickets.pop(ticket.id, None)
                raise

    def tickets(self) -> Sequence[Ticket]:
        """List the photographs, newest first."""
        with self._lock:
            return sorted(self._tickets.values(), key=lambda each: (each.added_s, each.id), reverse=True)

    def ticket(self, id: str) -> Ticket:
        """Say where a photograph stands."""
        with self._lock:
            if id not in self._tickets:
                raise NotHereError(GONE)
            return self._tickets[id]

    def photo(self, id: str) -> bytes:
        """Give the photograph as a small upright JPEG."""
        try:
            return read_data_file(self._place(id) / SMALL)
        except InputError as error:
            raise NotHereError(GONE) from error

    def table(self, id: str) -> PhotoTable:
        """Give the table of a photograph that has been read."""
        ticket = self.ticket(id)
        with self._lock:
            table = self._kept_table(ticket) if ticket.state == "read" else None
            if table is None:
                if ticket.state == "read" and (self._folder / id / PHOTO).is_file():
                    self._read_anew(ticket)
                raise NotHereError(NOT_READ)
        return table

    def _kept_table(self, ticket: Ticket) -> PhotoTable | None:
        """Give the table of a photograph, unless it cannot be used and is set aside."""

        def read(file: Path) -> PhotoTable:
            table = read_document(file, TABLE_FORMAT, PhotoTable)
            if ticket.id not in self._sound:
                for board in (table.board, *table.past):
                    self._load_rules(ticket.game).load_board(board)
                self._sound.add(ticket.id)
            return table

        return self._aside.read(self._folder / ticket.id / TABLE, read)

    def _read_anew(self, ticket: Ticket) -> None:
        """Have a photograph read once more whose table is gone."""
        self._tickets[ticket.id] = replace(ticket, state="waiting", share=0.0)
        self._queue(self._tickets[ticket.id])

    def save(self, id: str, table: PhotoTable) -> None:
        """Keep a change made from the version before."""
        with self._lock:
            if table.version != self.table(id).version + 1:
                raise StaleError(marked("Somebody else changed this table in the meantime."))
            with refusing(BusyError, marked("The change cannot be kept: {why}.")):
                self._keep_table(id, table)

    def remove(self, id: str) -> None:
        """Throw a photograph and its table away."""
        with self._lock:
            place = self._place(id)
            del self._tickets[id]
            # Without its ticket a half-deleted folder counts for nothing when the program starts.
            (place / TICKET).unlink(missing_ok=True)
            shutil.rmtree(place, ignore_errors=True)

    def _place(self, id: str) -> Path:
        return self._folder / self.ticket(id).id

    def _new_id(self) -> str:
        return f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(self._clock()))}-{secrets.token_hex(3)}"

    def _stored(self) -> Sequence[Ticket]:
        places = [place for place in sorted(self._folder.iterdir()) if _ID.fullmatch(place.name)]
        for place in places:
            if not (place / TICKET).exists():
                shutil.rmtree(place, ignore_errors=True)
        found = [self._aside.read(place / TICKET, self._stored_ticket, whole=place) for place in places]
        return [ticket for ticket in found if ticket]

    def _stored_ticket(self, file: Path) -> Ticket:
        """Read a ticket; one read whose table is gone waits to be read once more."""
        ticket = read_document(file, TICKET_FORMAT, Ticket)
        if ticket.id != file.parent.name:
            raise UnreadableError(OTHERS)
        self._load_rules(ticket.game)
        is_read = ticket.state == "read" and (file.parent / TABLE).exists()
        state = ticket.state if is_read or ticket.state == "failed" else "waiting"
        added_s = min(max(ticket.added_s, 0.0), LAST_S)
        return replace(ticket, added_s=added_s, state=state, step="", share=float(is_read))

    def _set(self, ticket: Ticket) -> None:
        with self._lock:
            self._tickets[ticket.id] = ticket
            write_document(self._folder / ticket.id / TICKET, TICKET_FORMAT, ticket)

    def _keep_table(self, id: str, table: PhotoTable) -> None:
        write_document(self._folder / id / TABLE, TABLE_FORMAT, table)

    def _make_room(self, needed: int) -> None:
        """Delete the oldest photographs that nobody corrected until another one fits."""
        for ticket in sorted(self._tickets.values(), key=lambda each: each.added_s):
            if _bytes_in(self._folder) + needed <= self._max_bytes:
                return
            if ticket.state == "failed" or (ticket.state == "read" and not self._is_corrected(ticket)):
                self.remove(ticket.id)
        if _bytes_in(self._folder) + needed > self._max_bytes:
            raise BusyError(marked("There is no room for another photo. Delete some older ones first."))

    def _is_corrected(self, ticket: Ticket) -> bool:
        table = self._kept_table(ticket)
        return table is not None and table.version > 0

    def _queue(self, ticket: Ticket) -> None:
        future = self._worker.submit(self._read, ticket)
        future.add_done_callback(partial(self._finish, ticket.id))

    def _read(self, ticket: Ticket) -> Written:
        """Read one photograph; runs on the worker."""
        self._progress(ticket.id, marked("Opening the photo"), 0.0)
        prints, photo = self._learned(ticket.prints), self._place(ticket.id) / PHOTO
        board = self._darkroom.read(ticket.game, photo, prints, partial(self._progress, ticket.id))
        return self._load_rules(ticket.game).dump_board(board)

    def _learned(self, prints: str) -> bytes | None:
        """Give a print set, or None where a box is to be read that nobody has learned."""
        return self._find_prints(prints)

    def _progress(self, id: str, step: str, share: float) -> None:
        with self._lock:
            if id in self._tickets:
                self._tickets[id] = replace(self._tickets[id], state="reading", step=step, share=share)

    def _finish(self, id: str, future: Future[Written]) -> None:
        """Keep what the worker found; a reading cancelled by shutting down stays waiting."""
        with self._lock:
            if is_cut_short(future) or id not in self._tickets:
                return
            error, ticket = future.exception(), self._tickets[id]
            if error is not None:
                self._end(replace(ticket, state="failed", step="", says=_say_failure(error)))
                return
            self._end(replace(ticket, state="read", step="", share=1.0), PhotoTable(board=future.result()))

    def _end(self, ticket: Ticket, table: PhotoTable | None = None) -> None:
        """Keep how a reading ended; where that cannot be, it is done once more at the next start."""
        try:
            if table:
                self._keep_table(ticket.id, table)
            self._set(ticket)
        except OSError as error:
            says = sentence("What was read cannot be kept: {why}.", why=say_why(error))
            self._tickets[ticket.id] = replace(ticket, state="failed", says=says)


def _say_failure(error: BaseException) -> str:
    if isinstance(error, NoTableError):
        return NO_TABLE
    if isinstance(error, VisionError | ScoringError | DeskError | CommandError):
        return str(error)
    log.error("A reading broke off", exc_info=error)
    return BROKEN_OFF


def _bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
