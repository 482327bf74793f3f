"""Files read and written, with a sentence when they cannot be."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from firmware.errors import CommandError, InputError
from firmware.store.atomic_write import write_whole
from scoring.documents.document import check_format, converted
from scoring.referee.contracts.refusals import DeskError
from scoring.sentence import marked, sentence, written

MAX_BYTES = 40_000_000


NO_FILE = marked("It is no file.")
T = TypeVar("T")
_WHY = {
    errno.ENOENT: "there is no such file or folder",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "part of the path is not a folder",
    errno.EACCES: "you have no permission",
    errno.EPERM: "you have no permission",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EROFS: "the disk can only be read",
    errno.EFBIG: "the file would be too large",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links go round in a circle",
}


def say_why(error: OSError) -> str:
    """Say in a few words what the operating system refused."""
    return _WHY.get(error.errno or 0) or (error.strerror or str(error)).lower()


def read_file(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Read a whole file, larger ones only up to the first byte too many.

    Raises:
        InputError: It cannot be read; the sentence says why.
    """
    try:
        with path.open("rb") as file:
            return file.read(max_bytes + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {say_why(error)}.") from error
    except ValueError as error:
        raise InputError(f"{str(path)!r} is not a path.") from error


def read_data_file(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Read a file of the data folder, where nobody waits for what is no file to say anything.

    Raises:
        InputError: It is none, or cannot be read.
    """
    if path.exists() and not path.is_file():
        raise InputError(NO_FILE)
    return read_file(path, max_bytes)


def read_document(file: Path, form: str, kind: type[T]) -> T:
    """Read a JSON document that this program has written.

    Args:
        file: The file.
        form: Its format; of old some documents name none.
        kind: What it is read into.

    Raises:
        InputError: It cannot be read.
        UnreadableError: It is no such document.
    """
    return converted(check_format(read_data_file(file), form), kind)


def write_document(file: Path, form: str, what: object) -> None:
    """Write a JSON document that ``read_document`` reads.

    Raises:
        OSError: The disk does not take it.
    """
    write_whole(file, msgspec.json.encode({"format": form, **msgspec.to_builtins(what, enc_hook=written)}))


@contextmanager
def refusing(kind: type[DeskError], words: str) -> Iterator[None]:
    """Refuse what the disk does not take.

    Args:
        kind: As what.
        words: In a sentence that gives the reason as ``{why}``.
    """
    try:
        yield
    except OSError as error:
        raise kind(sentence(words, why=say_why(error))) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say of which file it is that the disk does not take it.

    Raises:
        CommandError: It cannot be written; the sentence says why.
    """
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {say_why(error)}.") from error


def write_file(path: Path, data: bytes, *, make_folder: bool = False) -> None:
    """Write a file whole or not at all.

    Args:
        make_folder: Whether to make the folder it lies in.

    Raises:
        CommandError: It cannot be written; the sentence says why.
    """
    try:
        with writing(path):
            if make_folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
    except ValueError as error:  # "/" and "" have no name
        raise CommandError(f"{path} cannot be written: it is no name of a file.") from error
