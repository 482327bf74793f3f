"""The print desk: learns how the tiles of one box look; keeps such sets, hands them out and takes them in."""

import contextlib
import logging
import re
import secrets
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace as renewed

from firmware.desks.boxes import TOO_LARGE, BoxFiles, check_box_name
from firmware.errors import CommandError
from firmware.images.darkroom import Darkroom, Labelled, OpenDarkroom, is_cut_short
from firmware.images.pictures import check_picture
from firmware.labels import LABELS
from firmware.print_sets import FILE, MAX_PRINTS_BYTES, NAME, read_set, save_prints, say_faces
from firmware.store.atomic_write import write_whole
from firmware.store.files import read_data_file, read_document, refusing, write_document
from firmware.store.quarantine import Aside
from scoring.errors import UnreadableError
from scoring.referee.contracts.prints import MAX_SET_BYTES, PrintSession, PrintSetInfo, TileLabel
from scoring.referee.contracts.refusals import (
    BadPhotoError,
    BadPrintsError,
    BusyError,
    DeskError,
    NotHereError,
    RefusedError,
    TakenError,
)
from scoring.roles import AnyRules
from scoring.sentence import as_sentence, marked, sentence
from vision import games as readers_of
from vision.errors import PrintsError, VisionError
from vision.reader import Reader

log = logging.getLogger(__name__)

MAX_PICTURES = 200
SAMPLE_SIDE_PX = 1200
BROKEN_OFF = marked("Learning broke off because of a fault in the program; the labels are kept.")
NO_SET = marked(
    "This file holds no box of a game that is known here. Choose one that was saved from this page."
)
FIRST_NAME = "Box"
"""A set that a game has taught is called so, with a number: in whatever language, as it is a folder."""
TAKEN = marked("There is already a box called {name}. Shall these pictures replace it?")
IN_PLAY = marked("A game that has not ended is played with this box. End the game first.")
TAUGHT = marked("its board was taught")
NO_PRINTS = marked("It holds no box of a game that is known here.")
NOT_LESSON = marked("It is no lesson of a game that is known here.")
GONE = marked("Those pictures are not here; they may have been deleted.")
NOT_KEPT = marked("The pictures cannot be kept: {why}.")
LESSON, FORMAT = "lesson.json", "tablekeeper.lesson/1"
_ID = re.compile(r"[0-9a-f]{12}")


class LessonFolder:
    """The print desk of the appliance; see ``scoring.referee.contracts.prints.PrintDesk``.

    Each lesson is a folder of pictures with ``lesson.json``; a learned set lies
    in the data folder, where the command line keeps it too.
    """

    def __init__(
        self,
        data: Path,
        worker: Executor,
        *,
        load_reader: Callable[[str], Reader[Any]] = readers_of.load,
        games: Callable[[], Sequence[str]] = readers_of.names,
        in_play: Callable[[], str] = str,
        aside: Aside | None = None,
        darkroom: Darkroom | None = None,
    ) -> None:
        """Open the folders.

        Args:
            data: The data folder.
            worker: Learns, one lesson at a time.
            load_reader: Gives a game's reader.
            games: Names the games whose boxes can be learned.
            in_play: Names the print set of the game that has not ended, or gives nothing where all have.
            aside: Sets aside what cannot be used.
            darkroom: Opens pictures and learns from them.
        """
        self._data = data
        self._lessons_folder = data / "lessons"
        self._prints_folder = data / "prints"
        self._worker = worker
        self._load_reader = load_reader
        self._darkroom = darkroom or OpenDarkroom(load_reader)
        self._games = games
        self._in_play = in_play
        self._aside = aside or Aside()
        self._boxes = BoxFiles(data, self._aside)
        self._ended = dict[str, PrintSession]()  # what could not be kept of how lessons ended
        self._lock = threading.RLock()
        for folder in (self._lessons_folder, self._prints_folder):
            folder.mkdir(parents=True, exist_ok=True)
        worker.submit(self._check_sets)
        for lesson in self.lessons():
            if lesson.state == "learning":  # the program ended meanwhile; the labels are still here
                with contextlib.suppress(BusyError):
                    self._keep(renewed(lesson, state="labelling"))

    def _check_sets(self) -> None:
        """Set aside what is no print set, or none any more; runs on the worker."""

        def check(file: Path) -> None:
            prints = read_data_file(file, MAX_PRINTS_BYTES)
            if not any(self._is_set(prints, game) for game in self._games()):
                raise UnreadableError(NO_PRINTS)

        for file in sorted(self._prints_folder.glob(f"*/{FILE}")):
            self._aside.read(file, check)

    def print_sets(self, game: str) -> Sequence[PrintSetInfo]:
        """List the learned sets of a game by name, and the boxes whose board was taught for want of eyes."""
        sets = {each.name: each for each in self._described(game)}
        taught = {name: PrintSetInfo(name, TAUGHT) for name in self._boxes.taught(game)}
        return tuple(each for _, each in sorted({**taught, **sets}.items()))

    def _described(self, game: str) -> Iterator[PrintSetInfo]:
        if game not in self._games():
            return
        reader = self._load_reader(game)
        files = sorted(self._prints_folder.glob(f"*/{FILE}"))
        for file in (file for file in files if NAME.fullmatch(file.parent.name)):
            try:
                counts = reader.describe(read_set(file))
            except (PrintsError, BadPrintsError):
                continue  # another game's set, or none
            yield PrintSetInfo(file.parent.name, say_faces(counts))

    def find_prints(self, name: str) -> bytes | None:
        """Give the bytes of a print set; None for no name, which is a box that nobody has learned.

        Raises:
            BadPrintsError: None of that name.
        """
        file = self._find(name) if name else None
        if file is None and name and not self._boxes.is_taught(name):
            raise BadPrintsError(_no_set(name))
        return read_set(file) if file else None

    def hand_out(self, name: str) -> bytes:
        """Give a learned set as a file to take away."""
        return read_set(self._found(name))

    def take_in(self, name: str, prints: bytes) -> None:
        """Keep a set that was handed out, here or by another table, under a name."""
        name = " ".join(name.split())
        if len(prints) > MAX_SET_BYTES:
            raise BadPrintsError(sentence(TOO_LARGE, most=MAX_SET_BYTES // 10**6))
        if not any(self._is_set(prints, game) for game in self._games()):
            raise BadPrintsError(NO_SET)
        with self._lock:
            self._check_name(name)
            self._write(name, prints)

    def keep_taught(self, name: str, prints: bytes) -> str:
        """Keep what a game has taught of its box.

        Args:
            name: The set it was begun with; empty for none.
            prints: That set and what was learned besides.

        Returns:
            The name of the set that holds it now.

        Raises:
            BusyError: It cannot be kept.
        """
        with self._lock:
            free = (f"{FIRST_NAME} {number}" for number in count(1))
            name = name or next(each for each in free if not (self._prints_folder / each).exists())
            self._write(name, prints)
        return name

    def _write(self, name: str, prints: bytes) -> None:
        file = self._prints_folder / name / FILE
        with refusing(BusyError, marked("The box cannot be kept: {why}.")):
            file.parent.mkdir(exist_ok=True)
            write_whole(file, prints)

    def rename(self, name: str, new: str) -> None:
        """Call a learned set otherwise; whatever else somebody keeps in its folder stays."""
        new = " ".join(new.split())
        with self._lock:
            file = self._at_rest(name)
            if new == name:
                return
            self._check_name(new)
            with refusing(RefusedError, marked("The box cannot be renamed: {why}.")):
                (self._prints_folder / new).mkdir(exist_ok=True)
                file.rename(self._prints_folder / new / FILE)
            self._boxes.rename(name, new)
            _tidy_up(file.parent)

    def remove(self, name: str) -> None:
        """Delete a learned set; whatever else somebody keeps in its folder stays."""
        with self._lock:
            file = self._at_rest(name)
            with refusing(RefusedError, marked("The box cannot be deleted: {why}.")):
                file.unlink()
            self._boxes.rename(name, "")
            _tidy_up(file.parent)

    def known_of(self, rules: AnyRules, name: str) -> Sequence[str]:
        """Say what games have told of a box; without a name, of the one that has no prints."""
        known = self._boxes.find(rules, name)
        return rules.list_box(known) if known else ()

    def forget(self, game: str, name: str) -> None:
        """Forget what games have told of a box."""
        self._boxes.forget(game, name)

    def _at_rest(self, name: str) -> Path:
        """Give the file of a learned set that no game uses.

        Raises:
            NotHereError: There is none of that name.
            RefusedError: A game that has not ended uses it, or nobody can tell.
        """
        file = self._found(name)
        try:
            is_in_play = name == self._in_play()
        except CommandError as error:
            raise RefusedError(error.says) from error
        if is_in_play:
            raise RefusedError(IN_PLAY)
        return file

    def _is_set(self, prints: bytes, game: str) -> bool:
        try:
            self._load_reader(game).describe(prints)
        except PrintsError:
            return False
        return True

    def _found(self, name: str) -> Path:
        """Give the file of a learned set, or raise ``NotHereError`` where there is none."""
        file = self._find(name)
        if file is None:
            raise NotHereError(_no_set(name))
        return file

    def _find(self, name: str) -> Path | None:
        file = self._prints_folder / name / FILE
        return file if NAME.fullmatch(name) and file.is_file() else None

    def lessons(self) -> Sequence[PrintSession]:
        """List the sets that are still being learned."""
        ids = sorted(file.parent.name for file in self._lessons_folder.glob(f"*/{LESSON}"))
        lessons = [self._stored(id) for id in ids if _ID.fullmatch(id)]
        return [lesson for lesson in lessons if lesson and lesson.state != "learned"]

    def begin(self, game: str, name: str, pictures: Iterable[bytes], *, replace: bool = False) -> str:
        """Start a set from pictures of single tiles and give the lesson's id."""
        name = " ".join(name.split())
        self._check_name(name, may_be_taken=replace)
        small = list[bytes]()
        for number, picture in enumerate(pictures, 1):
            if number > MAX_PICTURES:
                raise _wrong_number()
            small.append(self._shrunk(number, picture))
        if not small:
            raise _wrong_number()
        return self._begin(game, name, (None,) * len(small), small)

    def _shrunk(self, number: int, picture: bytes) -> bytes:
        try:
            check_picture(picture)
            return self._darkroom.shrink(picture, SAMPLE_SIDE_PX)
        except BadPhotoError as error:
            words = marked("Picture {number}: {why}")
            raise BadPhotoError(sentence(words, number=number, why=as_sentence(error.says))) from error

    def _begin(
        self, game: str, name: str, labels: tuple[TileLabel | None, ...], pictures: Sequence[bytes]
    ) -> str:
        lesson = PrintSession(secrets.token_hex(6), game, name, labels, "labelling")
        place = self._lessons_folder / lesson.id
        with refusing(BusyError, NOT_KEPT):
            try:
                place.mkdir()
                for index, picture in enumerate(pictures):
                    write_whole(place / f"{index}.jpg", picture)
                self._keep(lesson)
            except (OSError, BusyError):
                shutil.rmtree(place, ignore_errors=True)
                raise
        return lesson.id

    def chart(self, game: str) -> Sequence[Sequence[str]]:
        """Name the faces of a game's chart, row by row."""
        return self._load_reader(game).chart()

    def begin_chart(self, game: str, name: str, picture: bytes, *, replace: bool = False) -> str:
        """Start a set from a photograph of tiles laid as the chart shows them."""
        name = " ".join(name.split())
        self._check_name(name, may_be_taken=replace)
        check_picture(picture)
        try:
            found = self._darkroom.read_chart(game, picture)
        except PrintsError as error:
            raise BadPrintsError(error.args[0]) from error
        labels = tuple(TileLabel(each.face, each.turns) for each in found)
        return self._begin(game, name, labels, [each.jpeg for each in found])

    def _check_name(self, name: str, *, may_be_taken: bool = False) -> None:
        check_box_name(name, lambda each: not may_be_taken and self._is_taken(each))

    def _is_taken(self, name: str) -> bool:
        return any((self._prints_folder / name / file).exists() for file in (FILE, LABELS))

    def lesson(self, id: str) -> PrintSession:
        """Say how far a lesson is."""
        self._place(id)
        lesson = self._stored(id)
        if lesson is None:
            raise NotHereError(GONE)
        return lesson

    def _stored(self, id: str) -> PrintSession | None:
        """Give a lesson as it was kept; None where it is gone or, as it cannot be used, set aside."""
        folder = self._lessons_folder / id

        def read(file: Path) -> PrintSession:
            lesson = read_document(file, FORMAT, PrintSession)
            if lesson.id != id or lesson.game not in self._games() or len(lesson.labels) > MAX_PICTURES:
                raise UnreadableError(NOT_LESSON)
            return lesson

        kept = self._aside.read(folder / LESSON, read, whole=folder)
        return kept and self._ended.get(id, kept)

    def picture(self, id: str, index: int) -> bytes:
        """Give one of a lesson's pictures as a JPEG."""
        file = self._place(id) / f"{index}.jpg"
        if not file.is_file():
            raise NotHereError(marked("That picture is not here."))
        return file.read_bytes()

    def label(self, id: str, index: int, label: TileLabel) -> None:
        """Say what a picture shows."""
        with self._lock:
            lesson = self.lesson(id)
            if index not in range(len(lesson.labels)):
                raise NotHereError(marked("That picture is not here."))
            labels = (*lesson.labels[:index], label, *lesson.labels[index + 1 :])
            self._keep(renewed(lesson, labels=labels, state="labelling", says=""))

    def learn(self, id: str, *, replace: bool = False) -> None:
        """Learn the set from the labelled pictures."""
        with self._lock:
            lesson = self.lesson(id)
            if not any(lesson.labels):
                raise BadPrintsError(
                    marked("No picture has a label yet. Say for at least one which tile it is.")
                )
            if not replace and self._is_taken(lesson.name):
                raise TakenError(sentence(TAKEN, name=repr(lesson.name)))
            self._keep(renewed(lesson, state="learning", says=""))
        future = self._worker.submit(self._learn, lesson)
        future.add_done_callback(partial(self._finish, id))

    def _learn(self, lesson: PrintSession) -> None:
        """Learn one set; runs on the worker."""
        place = self._place(lesson.id)
        samples = [
            Labelled(place / f"{index}.jpg", label.face, label.turns)
            for index, label in enumerate(lesson.labels)
            if label is not None
        ]
        prints = self._darkroom.learn(lesson.game, samples)
        save_prints(self._data, lesson.name, prints)

    def _finish(self, id: str, future: Future[None]) -> None:
        with self._lock, contextlib.suppress(NotHereError):
            lesson = self.lesson(id)
            is_cut = is_cut_short(future)
            error = None if is_cut else future.exception()
            state = "labelling" if is_cut else "failed" if error else "learned"
            ended = renewed(lesson, state=state, says=_say_failure(error) if error else lesson.says)
            try:
                self._keep(ended)
            except BusyError:
                self._ended[id] = ended

    def drop(self, id: str) -> None:
        """Throw a lesson away."""
        with self._lock:
            place = self._place(id)
            (place / LESSON).unlink(missing_ok=True)  # without it the rest counts for nothing
            shutil.rmtree(place, ignore_errors=True)

    def _place(self, id: str) -> Path:
        place = self._lessons_folder / id
        if not _ID.fullmatch(id) or not place.is_dir():
            raise NotHereError(GONE)
        return place

    def _keep(self, lesson: PrintSession) -> None:
        with refusing(BusyError, NOT_KEPT):
            write_document(self._lessons_folder / lesson.id / LESSON, FORMAT, lesson)
        self._ended.pop(lesson.id, None)


def _tidy_up(folder: Path) -> None:
    """Take away the folder of a set, unless something else is kept in it."""
    with contextlib.suppress(OSError):
        folder.rmdir()


def _no_set(name: str) -> str:
    return sentence("There is no box called {name}. Choose another or learn one.", name=repr(name))


def _wrong_number() -> BadPrintsError:
    words = marked("Please choose between 1 and {most} pictures of single tiles.")
    return BadPrintsError(sentence(words, most=MAX_PICTURES))


def _say_failure(error: BaseException) -> str:
    if isinstance(error, VisionError | CommandError | DeskError):
        return str(error)
    log.error("Learning broke off", exc_info=error)
    return BROKEN_OFF
