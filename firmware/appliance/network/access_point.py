"""The access point of a machine: its name, its password, and where both are kept."""

import os
import re
import secrets
from pathlib import Path

import msgspec
from msgspec import Struct

FILE = "/etc/tablekeeper/access-point.json"
"""Only root reads it; a card that was prepared brings it along, and a machine without makes one."""
ADDRESS = "10.42.0.1"
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word comes of them."""
KEY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""None that is taken for another where it is typed off a screen."""
KEY_GROUPS, KEY_GROUP = 3, 4
MAX_NAME_BYTES = 32
MIN_KEY, MAX_KEY = 8, 63
_COMPUTED = re.compile("[0-9a-fA-F]{64}")


class WifiError(ValueError):
    """A name or password that no Wi-Fi has.

    Attributes:
        says: What would be, as a sentence.
    """

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class AccessPoint(Struct, frozen=True):
    """The access point of one machine.

    Attributes:
        name: What phones find.
        key: Its password; every machine has another.
        stays: Whether it is wanted even where a Wi-Fi is known.
    """

    name: str
    key: str
    stays: bool = False


def new_access_point() -> AccessPoint:
    """Make a name and a password that nobody else has.

    Example:
        >>> point = new_access_point()
        >>> point.name.startswith("tablekeeper-"), len(point.key), point == new_access_point()
        (True, 14, False)
    """
    groups = ("".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_GROUP)) for _ in range(KEY_GROUPS))
    return AccessPoint("tablekeeper-" + "".join(secrets.choice(LETTERS) for _ in range(4)), "-".join(groups))


def read_access_point(file: Path) -> AccessPoint | None:
    """Read what is kept; None where nothing is, or nothing that could be used."""
    try:
        point = msgspec.json.decode(file.read_bytes(), type=AccessPoint)
        check_name(point.name)
        check_key(point.key)
    except (OSError, ValueError):
        return None
    return point


def write_private(file: Path, what: Struct, group: int | None = None) -> None:
    """Write a document for nobody else's eyes, whole or not at all.

    Args:
        file: Where it is kept.
        what: The document.
        group: The number of a group that may read it; None for none.

    Raises:
        OSError: It cannot be written.
    """
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(msgspec.json.encode(what))
        if group is not None:
            os.fchown(out.fileno(), -1, group)
            os.fchmod(out.fileno(), 0o640)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(file)


def check_name(name: str) -> None:
    """Refuse what is no name of a Wi-Fi.

    Raises:
        WifiError: It is empty, too long, or cannot be written.
    """
    if not 0 < len(name.encode(errors="replace")) <= MAX_NAME_BYTES:
        raise WifiError(f"The name of a Wi-Fi has 1 to {MAX_NAME_BYTES} characters; {name!r} has not.")
    if not name.isprintable():
        raise WifiError(f"The name of a Wi-Fi is one line of text; {name!r} is not.")


def check_key(key: str) -> None:
    """Refuse what is no password of a Wi-Fi.

    Raises:
        WifiError: It is too short, too long, or has letters that no Wi-Fi takes.

    Source:
        IEEE 802.11-2020, annex J.4.1: 8 to 63 characters of ASCII from 32 to 126, or 64 hexadecimal digits.
    """
    is_plain = MIN_KEY <= len(key) <= MAX_KEY and key.isascii() and key.isprintable()
    if not (is_plain or _COMPUTED.fullmatch(key)):
        raise WifiError(
            f"The password of a Wi-Fi has {MIN_KEY} to {MAX_KEY} letters and signs; this one has {len(key)}."
            if key.isascii()
            else "The password of a Wi-Fi has no letters beyond those of English."
        )


def wifi_link(name: str, key: str) -> str:
    r"""Give the text of a QR code that lets a phone join a Wi-Fi.

    Source:
        Wi-Fi Alliance, WPA3 specification 3.3, "URI representation".

    Example:
        >>> print(wifi_link("My; net", "secret:word"))
        WIFI:T:WPA;S:My\; net;P:secret\:word;;
    """
    name, key = (re.sub(r'([\\;,":])', r"\\\1", each) for each in (name, key))
    return f"WIFI:T:WPA;S:{name};P:{key};;"
