"""Reading JSON documents: their format by name, and what is wrong with one in a sentence."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from scoring.errors import UnreadableError

T = TypeVar("T")


def check_format(
    document: bytes | str | Mapping[str, Any],
    expected: str,
    game: str | None = None,
    also: tuple[str, ...] = (),
) -> Mapping[str, Any]:
    """Decode a document and make sure it is of the expected format and game.

    Args:
        document: JSON text, or what it decodes to.
        expected: A format's name, such as "tablekeeper.game/1"; a document without one is taken for it.
        game: The game the document should be about, or None for any; one without a game is taken for it.
        also: Further formats that hold what is wanted.

    Raises:
        UnreadableError: It is no JSON object, or another format or game.
    """
    found = document if isinstance(document, Mapping) else _decoded(document)
    if not isinstance(found, Mapping):
        raise UnreadableError(f"Expected a {expected} document, a JSON object, but got {_kind(found)}.")
    for key, wanted in (("format", (expected, *also)), ("game", (game,) if game else ())):
        if wanted and found.get(key) not in (None, *wanted):
            expected_words = " or ".join(repr(word) for word in wanted)
            raise UnreadableError(
                f"Expected a document of {key} {expected_words}, but this is {found[key]!r}."
            )
    return found


def converted(document: Mapping[str, Any], kind: type[T]) -> T:
    """Turn a decoded document into its type; unknown keys and keys that are null are passed over.

    Raises:
        UnreadableError: Naming the place and what was expected there.
    """
    try:
        return msgspec.convert(_without_nulls(document), kind)
    except msgspec.ValidationError as error:
        says, _, place = str(error).replace("`", "").partition(" - at ")
        where = f"at {place.removeprefix('$.')}, " if place else ""
        raise UnreadableError(f"The document cannot be used: {where}{says[:1].lower()}{says[1:]}.") from error


def _decoded(text: bytes | str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableError(f"The document is not JSON: {error}.") from error
    except RecursionError as error:
        raise UnreadableError("The document is nested too deeply to be one of ours.") from error


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_nulls(entry) for key, entry in value.items() if entry is not None}
    if isinstance(value, list | tuple):
        return [_without_nulls(entry) for entry in value]
    return value


def _kind(value: Any) -> str:
    names = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
