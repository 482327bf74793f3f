"""Reading JSON documents: their format by name, and what is wrong with one in a sentence."""

import codecs
import re
from collections.abc import Mapping, ValuesView
from typing import Any, TypeVar

import msgspec

from scoring.documents.complaints import MOST, complain, shown
from scoring.documents.values import Document, Written
from scoring.errors import NewerError, UnreadableError
from scoring.sentence import Sentence, written

T = TypeVar("T")
BOM = "\ufeff"
LONGEST_VERSION = 9
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Bytes that are in no text, however it is saved."""
TOO_DEEP = "The document is nested too deeply to be one of ours."


def check_format(
    document: bytes | str | Document,
    expected: str,
    game: str | None = None,
    also: tuple[str, ...] = (),
) -> Document:
    """Decode a document and make sure it is of the expected format and game.

    Args:
        document: JSON text, or what it decodes to.
        expected: A format's name, such as "tablekeeper.game/1"; a document without one is taken for it.
        game: The game the document should be about, or None for any; one without a game is taken for it.
        also: Further formats that hold what is wanted.

    Raises:
        UnreadableError: It is no JSON object, or another format or game.
        NewerError: It is a later version of that format.
    """
    found = document if isinstance(document, Mapping) else decoded(document)
    if not isinstance(found, Mapping):
        raise UnreadableError(f"A document of format {expected} begins with a brace; this is {shown(found)}.")
    for key, wanted in (("format", (expected, *also)), ("game", (game,) if game else ())):
        if wanted and found.get(key) not in (None, *wanted):
            words = " or ".join(map(shown, wanted))
            kind = NewerError if is_newer(found[key], wanted[0]) else UnreadableError
            raise kind(f"A document of {key} {words} is needed, but this is {shown(found[key])}.")
    return found


def is_newer(found: object, known: str) -> bool:
    """Tell whether a format is a later version of one that is known.

    Example:
        >>> is_newer("tablekeeper.game/2", "tablekeeper.game/1")
        True

        A name without a version has no later one.

        >>> is_newer("0", "cornwall")
        False
    """
    (name, _, number), (known_name, _, last) = str(found).rpartition("/"), known.rpartition("/")
    is_version = bool(name) and number.isdecimal() and len(number) < LONGEST_VERSION
    return is_version and name == known_name and int(number) > int(last)


def converted(document: Document, kind: type[T]) -> T:
    """Turn a decoded document into its type; unknown keys and keys that are null are passed over.

    Raises:
        UnreadableError: Naming the place and what was expected there.
    """
    try:
        plain = _plain(document)
        found = msgspec.convert(plain, kind)
        check_numbers(document)
    except RecursionError as error:
        raise UnreadableError(TOO_DEEP) from error
    except msgspec.ValidationError as error:
        raise UnreadableError(complain(str(error), plain)) from error
    return found


def flag(answers: Document, name: str) -> bool:
    """Read a yes-or-no answer.

    Raises:
        UnreadableError: It is neither.
    """
    value = answers.get(name, False)
    if value in (True, "true", "yes", "on", "1"):
        return True
    if value in (False, "false", "no", "off", "0", "", None):
        return False
    raise UnreadableError(f"{name} can be yes or no, not {shown(value)}.")


def answered(value: object, kind: object) -> Any:
    """Read an answer that a page sent, its numbers as such or as texts, several as "1,0" or [1, 0].

    Args:
        kind: The type it should have, such as ``Cell``.

    Raises:
        ValueError: It is none of that kind.
    """
    parts = value.split(",") if isinstance(value, str) and "," in value else value
    try:
        return msgspec.convert(parts, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"{shown(value)} is something else") from error


def decoded(document: bytes | str) -> Any:
    """Decode JSON; a byte order mark before it is passed over.

    Raises:
        UnreadableError: Saying where it stops to be JSON.
    """
    text = document if isinstance(document, str) else text_of(document)
    try:
        return msgspec.json.decode(text.removeprefix(BOM))
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise UnreadableError(f"The document is not JSON: {_say_broken(str(error), text)}.") from error
    except RecursionError as error:
        raise UnreadableError(TOO_DEEP) from error


def text_of(data: bytes) -> str:
    """Decode a text file that people may have saved with any editor: UTF-8 or, marked as such, UTF-16.

    Raises:
        UnreadableError: It is neither.
    """
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        says = "It is not a text." if BINARY.search(data) else "It is not a text in UTF-8; save it as UTF-8."
        raise UnreadableError(says) from error


def _say_broken(error: str, text: str) -> str:
    """Say where a text stops to be JSON, as an editor counts."""
    if not text.strip():
        return "it is empty"
    place = re.search(r"\(byte (\d+)\)", error)
    if place is None:
        return "a number in it is far too large" if "range" in error else "it breaks off before its end"
    before = text.encode()[: int(place[1])].decode(errors="ignore")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return f"look at line {line}, letter {column}"


def _plain(value: object) -> Any:
    """Leave out what is null."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items() if entry is not None}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value


def check_numbers(value: object) -> None:
    """Refuse numbers that nothing of ours comes to, and what is none, anywhere in a document.

    Raises:
        UnreadableError: There is one.
    """
    if isinstance(value, Mapping):
        value = value.values()
    if isinstance(value, list | tuple | ValuesView):
        for entry in value:
            check_numbers(entry)
    elif isinstance(value, int | float) and not abs(value) <= MOST:
        raise UnreadableError("The document holds a number that is far too large.")


def struct_document(value: object) -> Any:
    """Write a value of structs and tuples as a document has it; what is None is left out."""
    if isinstance(value, msgspec.Struct):
        entries = msgspec.structs.asdict(value).items()
        return {key: struct_document(entry) for key, entry in entries if entry is not None}
    if isinstance(value, Sentence):
        return str(value)
    return [struct_document(entry) for entry in value] if isinstance(value, tuple) else value


def as_json(document: Document) -> Written:
    """Give a document as JSON gives it back."""
    made: Written = msgspec.json.decode(msgspec.json.encode(document, enc_hook=written))
    return made
