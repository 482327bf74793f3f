"""What a request brings: JSON or a form, a version, a name; and whether a page asks."""

from typing import Any
from unicodedata import category

import msgspec
from flask import abort, get_flashed_messages, request
from werkzeug.datastructures import MultiDict

from scoring.documents.document import check_numbers, decoded
from scoring.documents.values import Written
from scoring.errors import UnreadableError
from scoring.game import GameInfo, Option, RuleSet
from scoring.sentence import written

HAS_VERSION = "X-Has-Version"
"""A page that looks again by itself says so, and which version it shows."""

NO_VERSION = "Send the version of the table that this is about; /api/table tells it."


def decode(text: str, says: str) -> Any:
    """Read what a form or an address holds as JSON; nonsense is answered with 400 and these words."""
    try:
        return decoded(text)
    except UnreadableError:
        abort(400, says)


def sent_object(name: str, says: str) -> Written | None:
    """Give the JSON object that an address or a form holds under a name, if any; nonsense is 400 too."""
    if name not in request.values:
        return None
    found = decode(request.values[name], says)
    return found if isinstance(found, dict) else abort(400, says)


def encode(value: object) -> str:
    """Write what an address or a form is to hold as JSON."""
    return msgspec.json.encode(value, enc_hook=written).decode()


def sent_version() -> int:
    """Give the version of the table that whoever taps was looking at."""
    version = sent_json().get("version") if request.is_json else request.form.get("version", type=int)
    if not isinstance(version, int) or isinstance(version, bool):
        abort(400, NO_VERSION)
    return version


def sent_choice(name: str) -> bool:
    """Give a yes or no that was sent."""
    wanted = sent_json().get(name) if request.is_json else request.form.get(name) == "true"
    if not isinstance(wanted, bool):
        abort(400, f"Send {name} as true or false.")
    return wanted


def sent_json() -> Written:
    """Give the JSON object that was sent."""
    try:
        sent = request.get_json(silent=True)
        check_numbers(sent)
    except RecursionError:  # brackets within brackets, thousands of them
        sent = None
    except UnreadableError as error:
        abort(400, error.says)
    if not isinstance(sent, dict):
        abort(400, "Send one JSON object.")
    return sent


def wants_page() -> bool:
    """Tell whether a browser's page is asking, rather than a program."""
    return "text/html" in request.accept_mimetypes.values()


def flashed() -> str:
    """Give what was said of the last try, to be shown once."""
    return " ".join(map(str, get_flashed_messages()))


MAX_NAME = 30
JOINER = "\u200d"


def picked_options(info: GameInfo, rules: RuleSet, form: MultiDict[str, str]) -> dict[str, str | bool]:
    """Give the options that a form sets otherwise than the rule set."""
    picked = {option.name: _value(form, option) for option in info.options}
    return {name: v for name, v in picked.items() if v is not None and v != rules.values.get(name)}


def _value(form: MultiDict[str, str], option: Option) -> str | bool | None:
    number = form.get(f"option:{option.name}", default=-1, type=int)
    return option.values[number].value if 0 <= number < len(option.values) else None


def cleaned(name: str, most: int = MAX_NAME) -> str:
    """Give a name as it can be shown anywhere: in one line, no longer than can be read, nothing invisible."""
    line = " ".join(name.split())
    shown = "".join(letter for at, letter in enumerate(line) if letter.isprintable() or _joins(line, at))
    return shown.strip()[:most].rstrip(JOINER)


def _joins(line: str, at: int) -> bool:
    """Tell whether a letter makes one picture of the two beside it; Unicode Technical Standard 51."""
    kinds = [category(letter) for letter in (line[at - 1 : at] or " ", line[at + 1 : at + 2] or " ")]
    return line[at] == JOINER and kinds[0] in ("So", "Sk", "Mn") and kinds[1] == "So"
