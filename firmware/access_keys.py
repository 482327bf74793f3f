"""What opens the table to a phone: code, hash of the PIN and what cookies are signed with, in a file."""

import hashlib
import secrets
import threading
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.errors import CommandError, InputError
from firmware.store.atomic_write import put_in_place
from firmware.store.files import read_data_file, refusing, say_why
from firmware.store.quarantine import Aside
from scoring.documents.document import check_format, converted, decoded
from scoring.errors import NewerError, UnreadableError
from scoring.referee.contracts.refusals import RefusedError
from scoring.sentence import marked, sentence

NAME = "keys.json"
SLIP = "pin.txt"
"""Where the PIN is written down, if that is wished: beside the keys, for nobody else's eyes."""
FORMAT = "tablekeeper.keys/1"
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word comes of them, and none that is taken for another."""
CODE_LENGTH = 5
PIN_LENGTH = 6
COST = 2**14
"""Of scrypt: a guess takes 16 MB and, on a Pi, about a tenth of a second."""


SALT_BYTES, HASH_BYTES, SECRET_BYTES = 16, 64, 32
NEWER = marked(
    "{file} was written by a newer tablekeeper and stays as it is: what is changed here of code and PIN "
    "holds until this program ends."
)
NO_KEYS = marked("It holds no code or no PIN.")
RENEWED = marked("Code and PIN are new: every phone that had joined joins once more.")


class _Kept(Struct, frozen=True):
    code: str
    salt: bytes
    pin: bytes
    strangers_watch: bool = True
    secret: bytes = b""


class KeyFile:
    """The keys of one data folder; see ``scoring.referee.contracts.keys.Keys``.

    Args:
        file: Where changes are kept; None where they hold until the program ends.
        kept: The keys.
        pin: The PIN, where it has just been made.
        slip: Where each new PIN is written down; None for nowhere.

    Attributes:
        pin: The PIN, where it was made by this program since it started; else empty.
    """

    def __init__(self, file: Path | None, kept: _Kept, pin: str = "", slip: Path | None = None) -> None:
        self.pin = pin
        self._slip = slip
        self._file = file
        self._kept = kept
        self._changing = threading.Lock()
        self._note()

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
            pin, salt = random_pin(), secrets.token_bytes(SALT_BYTES)
            self._keep(replace(self._kept, salt=salt, pin=_hashed(pin, salt)))
            self.pin = pin
            self._note()

    def _note(self) -> None:
        """Write a new PIN down where that is wished; where it cannot be, it is shown all the same."""
        if self._slip and self.pin:
            with suppress(OSError):
                _write(self._slip, f"{self.pin}\n".encode())

    def let_strangers_watch(self, may: bool) -> None:
        with self._changing:
            self._keep(replace(self._kept, strangers_watch=may))

    def _keep(self, kept: _Kept) -> None:
        """Write a change down before it counts.

        Raises:
            RefusedError: It cannot be kept.
        """
        with refusing(RefusedError, marked("That could not be kept: {why}. Nothing was changed.")):
            if self._file:
                _write(self._file, _dumped(kept))
        self._kept = kept


def open_keys(
    data: Path, *, new_pin: bool = False, writes_pin: bool = False, aside: Aside | None = None, pin: str = ""
) -> KeyFile:
    """Open the keys of a data folder; where there are none, new ones are made, and damaged ones set aside.

    Those of a newer tablekeeper stay as they are, so that it knows every phone again: what is known of them
    opens the table until this program ends.

    Args:
        data: The data folder.
        new_pin: Whether to make a new PIN in any case.
        writes_pin: Whether each new PIN is written down in a file beside the keys.
        aside: Sets aside what cannot be used, and says so.
        pin: The new PIN, where one is made; by default it is left to chance.

    Raises:
        CommandError: They cannot be kept.
    """
    aside, file, slip = aside or Aside(), data / NAME, data / SLIP if writes_pin else None
    found = aside.read(file, _read)
    kept, is_newer = found or (None, False)
    if is_newer:
        aside.tell(sentence(NEWER, file=file.name))
    if kept is not None and kept.secret and not new_pin:
        return KeyFile(None if is_newer else file, kept, slip=slip)
    fresh, made = kept or _Kept(_new_code(), b"", b""), ""
    fresh = replace(fresh, secret=fresh.secret or secrets.token_bytes(SECRET_BYTES))
    if kept is None or new_pin:
        made, salt = pin or random_pin(), secrets.token_bytes(SALT_BYTES)
        fresh = replace(fresh, salt=salt, pin=_hashed(made, salt))
    if is_newer:
        return KeyFile(None, fresh, made, slip)
    try:
        _write(file, _dumped(fresh))
    except OSError as error:
        raise CommandError(
            f"{file} cannot be used: {say_why(error)}. Name another folder with --data."
        ) from error
    if file in aside.unusable:
        aside.tell(RENEWED)
    return KeyFile(file, fresh, made, slip)


def read_code(data: Path) -> str:
    """Read the code for players of a data folder; "" where there is none yet."""
    try:
        kept, _ = _read(data / NAME)
    except (InputError, UnreadableError):
        return ""
    return kept.code if kept else ""


def _read(file: Path) -> tuple[_Kept | None, bool]:
    """Read what is kept, and tell whether a newer program has; of that, None is what cannot be understood.

    Raises:
        InputError: It cannot be read.
        UnreadableError: These are no keys.
    """
    found = read_data_file(file)
    try:
        return _checked(converted(check_format(found, FORMAT), _Kept)), False
    except NewerError:
        with suppress(UnreadableError):  # much of it may be what it was
            return _checked(converted(decoded(found), _Kept)), True
        return None, True


def _checked(kept: _Kept) -> _Kept:
    """Refuse keys that nobody could use."""
    is_code = kept.code.isascii() and kept.code.isalnum() and kept.code == kept.code.upper()
    if not is_code or (len(kept.salt), len(kept.pin)) != (SALT_BYTES, HASH_BYTES):
        raise UnreadableError(NO_KEYS)
    return kept


def _dumped(kept: _Kept) -> bytes:
    return msgspec.json.encode({"format": FORMAT, **msgspec.to_builtins(kept)})


def _write(file: Path, data: bytes) -> None:
    """Write a file for this user's eyes only."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.touch(0o600)
    fresh.write_bytes(data)
    put_in_place(fresh, file)


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def random_pin() -> str:
    """Make a PIN that nobody can know."""
    return "".join(secrets.choice("0123456789") for _ in range(PIN_LENGTH))


def _hashed(pin: str, salt: bytes) -> bytes:
    """Hash a PIN so that each guess at it costs time.

    Source:
        RFC 7914; OWASP password storage cheat sheet.
    """
    return hashlib.scrypt(pin.encode(), salt=salt, n=COST, r=8, p=1)
