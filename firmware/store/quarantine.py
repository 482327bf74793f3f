"""What in a data folder cannot be used: set aside under its name, said once, and in nobody's way."""

import os
import shutil
import threading
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

from firmware.errors import InputError
from scoring.errors import UnreadableError
from scoring.sentence import as_sentence, joined, marked, sentence

FOLDER = "set-aside"
MOVED = marked("{what} cannot be used and now lies in {place}.")
NOT_MOVED = marked("{what} cannot be used, and cannot be set aside either.")
NO_FOLDER = marked("It is no folder.")
MOST_SAID = 100
"""So many sentences are remembered at most."""

T = TypeVar("T")


class Aside:
    """The one way to read what players can do without; any thread may call it.

    A game goes on without a lesson, a recording or a name. What of these cannot be used is moved into a
    folder beside them, where nothing of it is lost, and is there no more when it is read again.

    Args:
        data: The data folder; without one nothing is moved or said, as where somebody only looks on.
        tell: Told what was set aside, in a sentence.

    Attributes:
        said: What it was told, the oldest first.
        unusable: What it was to set aside, where it lay.
    """

    def __init__(self, data: Path | None = None, tell: Callable[[str], None] = lambda _: None) -> None:
        self.said: list[str] = []
        self.unusable: set[Path] = set()
        self._data = data
        self._tell = tell
        self._turn = threading.Lock()

    def read(self, file: Path, read: Callable[[Path], T], whole: Path | None = None) -> T | None:
        """Give what a file holds; None where there is none, or none that can be used.

        Args:
            file: The file.
            read: Reads it; what it raises of ``UnreadableError`` and ``InputError`` is why it cannot be used.
            whole: What is set aside with it, where the file is nothing by itself or the rest nothing without.
        """
        if not os.path.lexists(file):
            return None
        try:
            return read(file)
        except (UnreadableError, InputError) as error:
            if os.path.lexists(file):  # nobody has deleted it meanwhile
                self.put(whole or file, error.says)
            return None

    def put(self, what: Path, why: str) -> None:
        """Set something aside, and say so once.

        Args:
            what: A file or folder in the data folder.
            why: What is wrong with it, in a sentence.
        """
        if self._data is None:
            return
        self.unusable.add(what)
        with self._turn:
            name = what.relative_to(self._data)
            place = self._free(name)
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(what, place)  # also to another disk
                says = sentence(MOVED, what=name, place=place.relative_to(self._data))
            except FileNotFoundError:
                return  # somebody else has just done it
            except OSError:
                says = sentence(NOT_MOVED, what=name)
        self.tell(joined([says, as_sentence(why)]))

    def tell(self, says: str) -> None:
        """Say something once."""
        if says not in self.said:
            self.said = [*self.said, says][-MOST_SAID:]
            self._tell(says)

    def _free(self, name: Path) -> Path:
        """Give a free place for something of a name: "set-aside/keys.json", "set-aside/keys-2.json"."""
        data = self._data or Path()
        folders = (data / f"{FOLDER}{number}" for number in ("", *map("-{}".format, range(2, 99))))
        folder = next(each for each in folders if each.is_dir() or not os.path.lexists(each))
        more = (name.with_name(f"{name.stem}-{number}{name.suffix}") for number in count(2))
        return next(folder / each for each in chain([name], more) if not os.path.lexists(folder / each))
