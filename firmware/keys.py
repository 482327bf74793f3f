"""What opens the table to a phone: code, hash of the PIN and what cookies are signed with, in a file."""

import hashlib
import secrets
import threading
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.durable import put_in_place
from firmware.errors import CommandError
from firmware.files import say_why
from scoring.sentence import sentence
from webui.desk import RefusedError

NAME = "keys.json"
FORMAT = "tablekeeper.keys/1"
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word comes of them, and none that is taken for another."""
CODE_LENGTH = 5
PIN_LENGTH = 6
COST = 2**14
"""Of scrypt: a guess takes 16 MB and, on a Pi, about a tenth of a second."""


class _Kept(Struct, frozen=True):
    format: str
    code: str
    salt: bytes
    pin: bytes
    strangers_watch: bool = True
    secret: bytes = b""


class KeyFile:
    """The keys of one data folder; see ``webui.desk.Keys``.

    Attributes:
        pin: The PIN, where it was made by this program since it started; else empty.
    """

    def __init__(self, file: Path, kept: _Kept, pin: str = "") -> None:
        self.pin = pin
        self._file = file
        self._kept = kept
        self._changing = threading.Lock()

    @property
    def code(self) -> str:
        return self._kept.code

    @property
    def pin_mark(self) -> str:
        return self._kept.salt.hex()

    @property
    def secret(self) -> bytes:
        return self._kept.secret

    @property
    def strangers_watch(self) -> bool:
        return self._kept.strangers_watch

    def fits_code(self, sent: str) -> bool:
        plain = "".join(letter for letter in sent.upper() if letter.isalnum())
        return secrets.compare_digest(plain.encode(), self._kept.code.encode())

    def fits_pin(self, sent: str) -> bool:
        kept = self._kept
        plain = "".join(digit for digit in sent if digit.isalnum())
        return secrets.compare_digest(_hashed(plain, kept.salt), kept.pin)

    def renew_code(self) -> None:
        with self._changing:
            self._keep(replace(self._kept, code=_new_code()))

    def renew_pin(self) -> None:
        with self._changing:
            pin, salt = _new_pin(), secrets.token_bytes(16)
            self._keep(replace(self._kept, salt=salt, pin=_hashed(pin, salt)))
            self.pin = pin

    def let_strangers_watch(self, may: bool) -> None:
        with self._changing:
            self._keep(replace(self._kept, strangers_watch=may))

    def _keep(self, kept: _Kept) -> None:
        """Write a change down before it counts.

        Raises:
            RefusedError: It cannot be kept.
        """
        try:
            _write(self._file, kept)
        except OSError as error:
            raise RefusedError(
                sentence("That could not be kept: {why}. Nothing was changed.", why=say_why(error))
            ) from error
        self._kept = kept


def open_keys(data: Path, *, new_pin: bool = False) -> KeyFile:
    """Open the keys of a data folder; where there are none, or damaged ones, new ones are made.

    Args:
        data: The data folder.
        new_pin: Whether to make a new PIN in any case.

    Raises:
        CommandError: They cannot be read or kept.
    """
    file = data / NAME
    try:
        kept = _read(file)
        if kept is not None and kept.secret and not new_pin:
            return KeyFile(file, kept)
        fresh, pin = kept or _Kept(FORMAT, _new_code(), b"", b""), ""
        fresh = replace(fresh, secret=fresh.secret or secrets.token_bytes(32))
        if kept is None or new_pin:
            pin, salt = _new_pin(), secrets.token_bytes(16)
            fresh = replace(fresh, salt=salt, pin=_hashed(pin, salt))
        _write(file, fresh)
    except OSError as error:
        raise CommandError(
            f"{file} cannot be used: {say_why(error)}. Name another folder with --data."
        ) from error
    return KeyFile(file, fresh, pin)


def _read(file: Path) -> _Kept | None:
    """Read what is kept; None where nothing is, or nothing that can be used."""
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=_Kept)
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return kept if kept.format == FORMAT and kept.code and kept.pin else None


def _write(file: Path, kept: _Kept) -> None:
    """Write the keys for this user's eyes only."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.touch(0o600)
    fresh.write_bytes(msgspec.json.encode(kept))
    put_in_place(fresh, file)


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _new_pin() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(PIN_LENGTH))


def _hashed(pin: str, salt: bytes) -> bytes:
    """Hash a PIN so that each guess at it costs time.

    Source:
        RFC 7914; OWASP password storage cheat sheet.
    """
    return hashlib.scrypt(pin.encode(), salt=salt, n=COST, r=8, p=1)
