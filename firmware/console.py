"""A page of text for a connected screen: where the table is, how to join, and how it is."""

import gettext
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import segno

from firmware.access_keys import SLIP, read_code
from firmware.appliance.network.access_point import wifi_link
from firmware.appliance.network.notes import read_news
from firmware.data_folder import data_folder
from firmware.serving.addresses import ANYWHERE, Addresses
from scoring.referee.contracts.diagnostics import NetworkState
from scoring.referee.contracts.keys import join_link
from scoring.sentence import marked

PORT = 8000
LOOK_EVERY_S = 3.0
ANSWER_S = 2.0
GAP = 4
NARROW = (80, 24)
TRANSLATIONS = Path(__file__).parents[1] / "webui" / "translations"
CLEAR = "\x1b[2J\x1b[H"
QUIET = "\x1b[?25l\x1b[9;0]"
"""No cursor, and a console that does not go dark by itself (console_codes(4))."""
BLOCKS = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""Two rows of a QR code in one of text, light on a dark screen; True is a dark module, above and below."""

STARTING = marked("The table is getting ready; this takes a minute.")
WELL = marked("All is well.")
NO_NETWORK = marked(
    "There is no network yet. Plug in a cable, or wait a minute for a Wi-Fi of this machine's own."
)
OPEN = marked("Open {address} on a phone in the same network, or scan the code.")
BY_NAME = marked("Most phones know it as {address} as well.")
JOIN_POINT = marked("1. Join the Wi-Fi {name} with the password {key}.")
THEN_OPEN = marked("2. Then open {address}.")
CODE = marked("Code for players: {code}")
PIN = marked("PIN for the host: {pin}")


class Shown(NamedTuple):
    """What is shown.

    Attributes:
        address: Where the table is; "" where there is no network.
        local: The same by name; "" where the network does not know it.
        code: The code for players.
        pin: The PIN for the host, where it is written down.
        health: How the table is, as a sentence.
        network: How it stands with the network, where somebody keeps it.
    """

    address: str
    local: str
    code: str
    pin: str
    health: str
    network: NetworkState | None = None


def draw(shown: Shown, size: tuple[int, int], words: Mapping[str, str] | None = None) -> str:
    """Draw the page.

    Args:
        shown: What is shown.
        size: Of the screen, in columns and rows.
        words: Sentences in the language of whoever reads, by the English ones.

    Example:
        >>> page = draw(Shown("http://192.168.1.7:8000", "", "BCDFG", "", WELL), (80, 30))
        >>> [line for line in page.splitlines() if "192" in line]
        ['Open http://192.168.1.7:8000 on a phone in the same network, or scan the code.']
    """
    said = words or {}

    def tell(sentence: str, **values: str) -> str:
        return said.get(sentence, sentence).format_map(values)

    point = shown.network if shown.network and shown.network.is_open else None
    lines = ["tablekeeper", ""]
    links = []
    if not shown.address:
        lines.append(tell(NO_NETWORK))
    elif point:
        lines += [tell(JOIN_POINT, name=point.point, key=point.key), tell(THEN_OPEN, address=shown.address)]
        links = [wifi_link(point.point, point.key)]
    else:
        lines.append(tell(OPEN, address=shown.address))
    if shown.address:
        links.append(join_link(shown.address, shown.code) if shown.code else shown.address)
        lines += [tell(BY_NAME, address=shown.local)] if shown.local else []
    lines += [tell(CODE, code=shown.code)] if shown.code else []
    lines += [tell(PIN, pin=shown.pin)] if shown.pin else []
    lines += ["", tell(shown.health)]
    return "\n".join([*lines, *_codes(links, size[0], size[1] - len(lines) - 1)])


def blocks(link: str) -> list[str]:
    """Draw a QR code in blocks of text, two of its rows in one, with the rim that phones want.

    Example:
        >>> drawn = blocks("http://192.168.1.7:8000")
        >>> len(drawn), {len(line) for line in drawn}
        (17, {33})
    """
    rows = [
        [bool(dark) for dark in row] for row in segno.make(link, error="l", micro=False).matrix_iter(border=4)
    ]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[True] * len(rows[0]))
    return ["".join(BLOCKS[pair] for pair in zip(*each, strict=True)) for each in pairs]


def _codes(links: Sequence[str], columns: int, rows: int) -> Iterator[str]:
    """Give the codes side by side; those for which there is no room are left out, the last ones first."""
    drawn = [blocks(link) for link in links]
    while drawn and (
        sum(len(each[0]) + GAP for each in drawn) - GAP > columns or max(map(len, drawn)) > rows
    ):
        drawn.pop()
    if drawn:
        yield ""
        for line in zip_longest(*drawn):
            yield (" " * GAP).join(
                part if part is not None else " " * len(code[0])
                for part, code in zip(line, drawn, strict=True)
            )


def health() -> str:
    """Ask the table how it is; gives a sentence."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz", timeout=ANSWER_S):
            return WELL
    except urllib.error.HTTPError as error:
        try:
            return str(json.loads(error.read())["says"])
        except (OSError, ValueError, KeyError):
            return STARTING
    except OSError:
        return STARTING


def look(data: Path, addresses: Addresses) -> Shown:
    """Look how it stands now."""
    address = addresses.url()
    try:
        pin = (data / SLIP).read_text().strip()
    except OSError:
        pin = ""
    return Shown(
        "" if "//127." in address else address,
        addresses.local(),
        read_code(data),
        pin,
        health(),
        read_news(),
    )


def words_of(language: str) -> Mapping[str, str]:
    """Give the sentences in a language, by the English ones.

    Example:
        >>> words_of("en") == {}
        True
    """
    told = gettext.translation("messages", TRANSLATIONS, [language], fallback=True)
    sentences = (
        STARTING, WELL, NO_NETWORK, OPEN, BY_NAME, JOIN_POINT, THEN_OPEN, CODE, PIN
    )  # fmt: skip
    return {each: told.gettext(each) for each in sentences if told.gettext(each) != each}


def main() -> None:
    """Show the page, and again whenever something changes, until somebody ends it."""
    words = words_of(os.environ.get("LANG", "")[:2].lower())
    data, addresses = data_folder(None, os.environ), Addresses(ANYWHERE, PORT)
    before = ""
    sys.stdout.write(QUIET)
    while True:
        try:
            size = tuple(os.get_terminal_size(sys.stdout.fileno()))
        except OSError:
            size = NARROW
        page = draw(look(data, addresses), (size[0] or NARROW[0], size[1] or NARROW[1]), words)
        if page != before:
            sys.stdout.write(CLEAR + page.replace("\n", "\r\n"))
            sys.stdout.flush()
            before = page
        time.sleep(LOOK_EVERY_S)


if __name__ == "__main__":
    main()
