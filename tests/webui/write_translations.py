"""Brings the translations up to date with what the program says: run it, fill in what is empty, run it again.

Keeps what is translated, adds what is new without a guess, drops what is no longer said, and compiles.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "webui" / "translations"
WORDS = {**DEFAULT_KEYWORDS, "sentence": None, "marked": None, "counted": (1, 2), "plural": (1, 2)}
"""The functions whose words are for players, see ``scoring/sentence.py``."""

UNDATED = datetime.fromtimestamp(0, tz=UTC)


def said() -> Catalog:
    """Gather everything that the program says to players, in English."""
    with (ROOT / "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)
    found = Catalog(charset="utf-8")
    for _, _, words, _, context in extract_from_dir(ROOT, methods, options, WORDS):
        found.add(words, context=context)
    return found


def translations() -> Iterator[Path]:
    """Give the file of each language."""
    yield from sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))


def read(file: Path) -> Catalog:
    """Read one language's translations."""
    with file.open("rb") as lines:
        return read_po(lines, locale=file.parts[-3])


def missing(catalog: Catalog) -> list[Message]:
    """List what has no translation yet."""
    return [message for message in catalog if message.id and not all(_strings(message))]


def _strings(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def write(file: Path, catalog: Catalog) -> None:
    """Write one language's translations, for people and for the program; the same whenever it is done."""
    catalog.project, catalog.version, catalog.fuzzy = "tablekeeper", "1", False
    catalog.header_comment = f"# What tablekeeper says to players: {catalog.locale_identifier}."
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = ""
    catalog.creation_date = catalog.revision_date = UNDATED
    with file.open("wb") as lines:
        write_po(lines, catalog, width=100, no_location=True, ignore_obsolete=True)
    with file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalog)


def main() -> None:
    """Bring every language up to date."""
    template = said()
    for file in translations():
        catalog = read(file)
        catalog.update(template, no_fuzzy_matching=True)
        write(file, catalog)
        left = missing(catalog)
        sys.stdout.write(f"{file.parts[-3]}: {len(catalog)} strings, {len(left)} without a translation\n")


if __name__ == "__main__":
    main()
