"""The board desk: teaches printed boards from photographs; keeps, hands out and takes in what was taught."""

import binascii
import re
import secrets
import shutil
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.desks.boxes import FORMAT as BOX_FORMAT
from firmware.desks.boxes import TOO_LARGE, BoxFiles, check_box_name
from firmware.errors import CommandError
from firmware.images.darkroom import Darkroom, Labelled, OpenDarkroom
from firmware.images.pictures import check_picture
from firmware.print_sets import save_prints
from firmware.store.atomic_write import write_whole
from firmware.store.files import read_data_file, read_document, refusing, write_document
from firmware.store.quarantine import Aside
from scoring.documents.document import check_format
from scoring.documents.values import Written
from scoring.errors import ScoringError, UnreadableError
from scoring.referee.contracts.prints import MAX_BOX_BYTES, BoardLesson, PrintDesk
from scoring.referee.contracts.refusals import (
    BadPhotoError,
    BadPrintsError,
    BusyError,
    DeskError,
    NotHereError,
    RefusedError,
    StaleError,
)
from scoring.roles import AnyRules
from scoring.sentence import marked, sentence
from scoring.teaching.asked import Teaching
from scoring.teaching.box import box_document, draft_of
from scoring.teaching.draft import Act, BoardDraft, Cornered, Flattened, replay
from vision.errors import VisionError
from vision.print_set import with_box

LESSON, FORMAT, PHOTO, BOARD = "lesson.json", "tablekeeper.board-lesson/1", "photo.jpg", "board.jpg"
PHOTO_SIDE_PX, PICTURE = 3200, "picture"
MOST_ACTS = 3000
WHOLE = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 1000.0), (0.0, 1000.0))
"""The corners of a picture that shows nothing but the board."""
GONE = marked("That board is not here; it may have been taught already, or deleted.")
NO_BOX = marked("There is no taught box called {name}.")
CHANGED = marked("Somebody else has taught this board in the meantime. This is how far it is now.")
NOT_KEPT = marked("The board cannot be kept: {why}.")
NO_BOX_FILE = marked("This file holds no taught box of a game that is known here.")
NOT_ASKED = marked("The board of this game need not be taught.")
FULL = marked("So much has been done to this board that it must be begun anew.")
_ID = re.compile(r"[0-9a-f]{12}")


class BoardActs(Struct, frozen=True):
    """A lesson as it is kept: what was done, from the box's document on where one is mended."""

    id: str
    game: str
    name: str
    acts: tuple[Act, ...] = ()
    begins: Written | None = None


class BoardFolder:
    """The board desk of the appliance; see ``scoring.referee.contracts.prints.BoardDesk``.

    Each lesson is a folder with its pictures and ``lesson.json``, which holds all that was done: nothing
    that somebody has told is lost. A taught box lies with what games tell of boxes, its picture beside it;
    where its game is read by a camera, its prints are learned from that picture.
    """

    def __init__(
        self,
        data: Path,
        games: Callable[[], Collection[str]],
        rules: Callable[[str], AnyRules],
        readable: Callable[[], Collection[str]],
        prints: PrintDesk,
        *,
        darkroom: Darkroom | None = None,
        aside: Aside | None = None,
    ) -> None:
        """Open the folders.

        Args:
            data: The data folder.
            games: Names every game.
            rules: Gives the rules of one.
            readable: Names the games whose table a camera can read.
            prints: Keeps what is learned of how boxes look.
            darkroom: Opens pictures.
            aside: Sets aside what cannot be used.
        """
        self._data, self._folder = data, data / "boards"
        self._games, self._rules, self._readable, self._prints = games, rules, readable, prints
        self._darkroom = darkroom or OpenDarkroom()
        self._aside = aside or Aside()
        self._boxes = BoxFiles(data, self._aside)
        self._lock = threading.RLock()
        self._drafts = dict[str, tuple[BoardActs, BoardDraft]]()

    # --- lessons -----------------------------------------------------------------------------------

    def lessons(self) -> Sequence[BoardLesson]:
        """List the boards that are being taught."""
        ids = sorted(file.parent.name for file in self._folder.glob(f"*/{LESSON}"))
        found = [self._stored(id) for id in ids if _ID.fullmatch(id)]
        return [self._shown(lesson) for lesson in found if lesson]

    def lesson(self, id: str) -> BoardLesson:
        """Say how far a board has been taught."""
        return self._shown(self._found(id))

    def begin(self, game: str, name: str, photo: bytes) -> str:
        """Begin with a photograph of the bare board."""
        self._teaching(game)
        name = self._free_name(game, name)
        check_picture(photo)
        small = self._darkroom.shrink(photo, PHOTO_SIDE_PX)
        with _as(BadPhotoError):
            first, second, third, fourth = self._darkroom.find_corners(small)
        acts = (Cornered((first, second, third, fourth)),)
        return self._begin(BoardActs(secrets.token_hex(6), game, name, acts), PHOTO, small)

    def mend(self, game: str, name: str) -> str:
        """Begin to mend a taught box."""
        document, picture = self._box(game, name)
        with _as(BadPhotoError):
            flat = self._darkroom.flatten(picture, WHOLE, False)
        acts = (Flattened(flat.ratio, (), flat.water),)
        return self._begin(BoardActs(secrets.token_hex(6), game, name, acts, document), BOARD, picture)

    def _begin(self, lesson: BoardActs, file: str, picture: bytes) -> str:
        place = self._folder / lesson.id
        with refusing(BusyError, NOT_KEPT):
            place.mkdir(parents=True)
            write_whole(place / file, picture)
            write_document(place / LESSON, FORMAT, lesson)
        return lesson.id

    def photo(self, id: str) -> bytes:
        """Give the photograph as a JPEG."""
        return self._picture(id, PHOTO)

    def board(self, id: str) -> bytes:
        """Give the board straight from above as a JPEG."""
        return self._picture(id, BOARD)

    def flatten(self, id: str, version: int) -> None:
        """Show the board straight from above by its corners, and propose its places."""
        lesson = self._at(id, version)
        with _as(RefusedError):
            flat = self._darkroom.flatten(self.photo(id), self._drafted(lesson).corners)
        with self._lock:
            self._at(id, version)
            with refusing(BusyError, NOT_KEPT):
                write_whole(self._folder / id / BOARD, flat.jpeg)
            self.act(id, version, Flattened(flat.ratio, flat.spots, flat.water))

    def act(self, id: str, version: int, act: Act) -> None:
        """Do what somebody did."""
        with self._lock, _as(RefusedError):
            lesson = self._at(id, version)
            if len(lesson.acts) >= MOST_ACTS:
                raise RefusedError(FULL)
            self._keep(replace(lesson, acts=(*lesson.acts, act)))

    def undo(self, id: str, version: int) -> None:
        """Take the last of it back; what a lesson began with stays."""
        with self._lock, _as(RefusedError):
            lesson = self._at(id, version)
            if len(lesson.acts) > 1:
                self._keep(replace(lesson, acts=lesson.acts[:-1]))

    def drop(self, id: str) -> None:
        """Throw a lesson away."""
        with self._lock:
            place = self._folder / self._found(id).id
            self._drafts.pop(id, None)
            (place / LESSON).unlink(missing_ok=True)  # without it the rest counts for nothing
            shutil.rmtree(place, ignore_errors=True)

    def _keep(self, lesson: BoardActs) -> None:
        self._drafted(lesson)
        with refusing(BusyError, NOT_KEPT):
            write_document(self._folder / lesson.id / LESSON, FORMAT, lesson)

    def _at(self, id: str, version: int) -> BoardActs:
        lesson = self._found(id)
        if len(lesson.acts) != version:
            raise StaleError(CHANGED)
        return lesson

    def _found(self, id: str) -> BoardActs:
        lesson = self._stored(id) if _ID.fullmatch(id) else None
        if lesson is None:
            raise NotHereError(GONE)
        return lesson

    def _stored(self, id: str) -> BoardActs | None:
        folder = self._folder / id

        def read(file: Path) -> BoardActs:
            lesson = read_document(file, FORMAT, BoardActs)
            if lesson.id != id or lesson.game not in self._games():
                raise UnreadableError(GONE)
            self._drafted(lesson)
            return lesson

        return self._aside.read(folder / LESSON, read, whole=folder)

    def _drafted(self, lesson: BoardActs) -> BoardDraft:
        """Replay what was done; of a lesson that was drafted before, only what has been done since."""
        teaching = self._teaching(lesson.game)
        known, draft = self._drafts.get(lesson.id) or (replace(lesson, acts=()), BoardDraft())
        count = len(known.acts)
        if replace(lesson, acts=lesson.acts[:count]) != known:
            known, draft, count = replace(lesson, acts=()), BoardDraft(), 0
        if not count and lesson.begins is not None:
            draft, count = draft_of(teaching, lesson.begins, replay(teaching, lesson.acts[:1])), 1
        draft = replay(teaching, lesson.acts[count:], draft)
        self._drafts[lesson.id] = lesson, draft
        return draft

    def _shown(self, lesson: BoardActs) -> BoardLesson:
        count = len(lesson.acts)
        return BoardLesson(lesson.id, lesson.game, lesson.name, count, self._drafted(lesson), count > 1)

    def _teaching(self, game: str) -> Teaching:
        teaching = self._rules(game).teaching() if game in self._games() else None
        if teaching is None:
            raise UnreadableError(NOT_ASKED)
        return teaching

    def _picture(self, id: str, name: str) -> bytes:
        file = self._folder / self._found(id).id / name
        if not file.is_file():
            raise NotHereError(GONE)
        return read_data_file(file)

    # --- boxes -------------------------------------------------------------------------------------

    def boxes(self, game: str) -> Sequence[str]:
        """Name the taught boxes of a game."""
        return self._boxes.taught(game)

    def finish(self, id: str, version: int) -> None:
        """Keep the box for games to come, and the lesson no more."""
        with self._lock, _as(RefusedError):
            lesson = self._at(id, version)
            teaching, game = self._teaching(lesson.game), lesson.game
            document = box_document(teaching, self._drafted(lesson), game, lesson.name)
            self._rules(game).list_box(document)
            self._write(game, lesson.name, document, self.board(id))
            self.drop(id)

    def hand_out(self, game: str, name: str) -> bytes:
        """Give a taught box as a file to take away: its document, with the picture of its board."""
        document, picture = self._box(game, name)
        file = {"format": BOX_FORMAT, "game": game, **document, "name": name}
        return msgspec.json.encode({**file, PICTURE: b64encode(picture).decode()})

    def take_in(self, box: bytes) -> None:
        """Keep a box that was handed out under its own name."""
        if len(box) > MAX_BOX_BYTES:
            raise BadPrintsError(sentence(TOO_LARGE, most=MAX_BOX_BYTES // 10**6))
        with _as(BadPrintsError):
            document = dict(check_format(box, BOX_FORMAT))
            game, picture = str(document.get("game")), document.pop(PICTURE, None)
            teaching = self._teaching(game)
            name = self._free_name(game, str(document.get("name")))
            self._rules(game).list_box(document)
            draft_of(teaching, document, BoardDraft())
            self._write(game, name, document, self._darkroom.shrink(_unpacked(picture), PHOTO_SIDE_PX))

    def remove(self, game: str, name: str) -> None:
        """Delete a taught box."""
        self._box(game, name)
        try:
            self._prints.remove(name)  # which takes all of the box along
        except NotHereError:
            self._boxes.forget(game, name)

    def _box(self, game: str, name: str) -> tuple[Written, bytes]:
        if game not in self._games() or name not in self._boxes.taught(game):
            raise NotHereError(sentence(NO_BOX, name=repr(name)))
        known = self._boxes.find(self._rules(game), name)
        if known is None:
            raise NotHereError(sentence(NO_BOX, name=repr(name)))
        return dict(known), read_data_file(self._boxes.picture(game, name))

    def _write(self, game: str, name: str, document: Written, picture: bytes) -> None:
        file = self._boxes.picture(game, name)
        with refusing(BusyError, NOT_KEPT):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, picture)
        known = {key: value for key, value in document.items() if key not in ("format", "game")}
        if game in self._readable():
            face = self._teaching(game).face
            learned = self._darkroom.learn(game, [Labelled(file, face, 0)])
            save_prints(self._data, name, with_box(learned, known))
        self._boxes.keep(game, name, known)

    def _free_name(self, game: str, name: str) -> str:
        name = " ".join(name.split())
        taught, learned = self._boxes.taught(game), self._data / "prints"
        check_box_name(name, lambda each: each in taught or (learned / each).exists())
        return name


@contextmanager
def _as(kind: type[DeskError]) -> Iterator[None]:
    """Refuse what rules or eyes refuse, in their words."""
    try:
        yield
    except (ScoringError, VisionError, CommandError) as error:
        raise kind(error.args[0] if error.args else GONE) from error


def _unpacked(picture: object) -> bytes:
    try:
        return b64decode(picture if isinstance(picture, str) else "!", validate=True)
    except binascii.Error as error:
        raise BadPrintsError(NO_BOX_FILE) from error
