"""What is wrong with a document, said to people: where, what should be there, and what is there instead."""

import re
from collections.abc import Callable, Mapping
from typing import Any

MOST = 2**53
"""No number of a document is larger: beyond it a browser does not tell one from the next."""
LONGEST = 40

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a group of named values",
}
_BOUNDS = {">=": "of at least", "<=": "of at most", ">": "above", "<": "below"}


def complain(error: str, document: Any) -> str:
    """Say in a sentence what msgspec found wrong with a document.

    Args:
        error: Its message: "Expected `int`, got `str` - at `$.moves[3].turns`".
        document: What was being read.
    """
    says, _, path = error.partition(" - at ")
    steps = _steps(path.strip("`").removeprefix("key in "))
    place, there = _place(steps), _there(document, steps)
    if missing := re.match(r"Object missing required field `(\w+)`", says):
        return f"The document cannot be used: {place or 'it'} lacks {shown(missing[1])}."
    wrong = next(say(match, there) for kind, say in _KINDS if (match := re.match(kind, says)))
    return f"The document cannot be used: {place or 'it'} {wrong}."


def shown(value: Any) -> str:
    """Write what a document holds so that it fits into a sentence."""
    if value is None or value is ...:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value}" if abs(value) <= MOST else "a number as large as that"
    if isinstance(value, str):
        text = "".join(letter if letter.isprintable() else "?" for letter in value[:LONGEST])
        return f"'{text}\u2026'" if len(value) > LONGEST else f"'{text}'"
    return _WORDS["object" if isinstance(value, Mapping) else "array"]


def _steps(path: str) -> list[str | int]:
    """Take a path apart: "$.moves[3].coins[...]" is "moves", 3, "coins" and, for any of several, "..."."""
    found = re.findall(r"\.(\w+)|\[(\d+)\]|(\[\.\.\.\])", path)
    return [name or (int(index) if index else "...") for name, index, _any in found]


def _place(steps: list[str | int]) -> str:
    """Name a place as people count: "move 4, cell, entry 1"."""
    words: list[str] = []
    for step in steps:
        if step == "...":
            words.append("one of its entries")
        elif isinstance(step, str):
            words.append(step)
        elif words and words[-1].endswith("s") and not words[-1].startswith("entry"):
            words[-1] = f"{re.sub('ie$', 'y', words[-1][:-1])} {step + 1}"
        else:
            words.append(f"entry {step + 1}")
    return ", ".join(words)


def _there(document: Any, steps: list[str | int]) -> Any:
    """Find what lies at a place; an ellipsis where that cannot be told."""
    for step in steps:
        try:
            document = document[step]
        except (LookupError, TypeError):
            return ...
    return document


def _kinds(types: str) -> str:
    """Name what is expected: "int | null" is "a whole number"."""
    return " or ".join(_WORDS.get(kind, kind) for kind in types.split(" | ") if kind != "null")


def _not(there: Any) -> str:
    return "" if there is ... else f", not {shown(there)}"


def _say_bound(match: re.Match[str], there: Any) -> str:
    return f"must be {_kinds(match[1])} {_BOUNDS[match[2]]} {float(match[3]):g}{_not(there)}"


def _say_length(match: re.Match[str], there: Any) -> str:
    few = {"at least ": "or more ", "at most ": "or fewer "}.get(match[2] or "", "")
    counts = f", not {len(there)}" if isinstance(there, list | tuple | str) else ""
    what = "letters" if match[1] == "str" else "entries"
    return f"must be {_kinds(match[1])} of {match[3]} {few}{what}{counts}"


_KINDS: tuple[tuple[str, Callable[[re.Match[str], Any], str]], ...] = (
    (r"Expected `([^`]+)` (>=|<=|>|<) (\S+)$", _say_bound),
    (r"Expected `([^`]+)` of (?:length )?(at least |at most )?(?:length )?(\d+)", _say_length),
    (r"Expected `([^`]+)`, got", lambda match, there: f"must be {_kinds(match[1])}{_not(there)}"),
    (r"Object contains unknown field `(\w+)`", lambda match, _: f"does not know {shown(match[1])}"),
    (r"Invalid enum value", lambda _, there: f"cannot be {shown(there)}"),
    (r".*out of range", lambda _match, _there: "is a number far too large"),
    (r"", lambda _, there: f"cannot be {shown(there)}"),
)
"""The kinds of message that msgspec has, with what each is in words; the last fits any."""
