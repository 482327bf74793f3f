"""Labelled pictures of single tiles: a folder of pictures and a labels.csv that says what each shows."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from firmware.errors import InputError
from firmware.images.pictures import check_picture, read_picture
from firmware.store.files import read_file
from scoring.documents.bounds import Count
from scoring.documents.document import answered, text_of
from scoring.errors import ScoringError, UnreadableError
from scoring.referee.contracts.refusals import BadPhotoError
from scoring.roles.catalogue import Catalogue
from vision.reader import Sample

COLUMNS = ("file", "face", "turns")
LABELS = "labels.csv"
MAX_LABELS_BYTES = 1_000_000


class Label(NamedTuple):
    """A row of labels.csv: a picture, the face it shows and its clockwise turns."""

    line: int
    picture: Path
    face: str
    turns: int


def find_labels(labels: Path, folder: Path) -> Path:
    """Find labels.csv where it was said to be, or in the folder of pictures."""
    return labels if labels.is_absolute() or labels.exists() else folder / labels


def read_labels(file: Path, folder: Path, rules: Catalogue) -> tuple[Label, ...]:
    """Read a labels.csv and look at every picture it names.

    Args:
        file: A table with the columns file, face and turns; others are passed over.
        folder: Where the pictures lie.
        rules: Know the faces.

    Raises:
        InputError: The file cannot be used; each bad row is named by its line.
    """
    labels, faults = [], []
    for line, row in _rows(file):
        try:
            labels.append(_label(line, row, folder, rules))
        except (InputError, ScoringError, BadPhotoError) as error:
            faults.append(f"{file}, line {line}: {error}")
    if faults:
        raise InputError("\n".join(faults))
    if not labels:
        raise InputError(f"{file} has no rows; it needs one for each picture: {','.join(COLUMNS)}.")
    return tuple(labels)


def _rows(file: Path) -> Iterator[tuple[int, dict[str, str]]]:
    text = _text(file)
    # Spreadsheets put semicolons between values where people write a comma in numbers.
    between = ";" if ";" in text.partition("\n")[0] else ","
    table = csv.DictReader(io.StringIO(text, newline=""), restval="", delimiter=between)
    try:
        columns = [str(name).strip().lower() for name in table.fieldnames or ()]
        missing = [name for name in COLUMNS if name not in columns]
        if missing:
            raise InputError(f"{file} needs the columns {','.join(COLUMNS)}; {missing[0]!r} is missing.")
        table.fieldnames = columns
        for row in table:
            if any(row[name].strip() for name in COLUMNS):
                yield table.line_num, {name: row[name].strip() for name in COLUMNS}
    except csv.Error as error:
        raise InputError(f"{file} is not a table with commas or semicolons between its values.") from error


def _text(file: Path) -> str:
    try:
        return text_of(read_file(file, MAX_LABELS_BYTES))
    except UnreadableError as error:
        raise InputError(f"{file} is not a text file in UTF-8; save it as CSV (UTF-8).") from error


def _label(line: int, row: dict[str, str], folder: Path, rules: Catalogue) -> Label:
    if not row["file"]:
        raise InputError("the row names no file.")
    try:
        count: int = answered(row["turns"], Count)
    except ValueError as error:
        raise InputError(f"turns must be a whole number of clockwise turns; {error}.") from error
    face, turns = rules.single_tile(row["face"], count)
    check_picture(read_file(folder / row["file"]))
    return Label(line, folder / row["file"], face, turns)


def samples(labels: Sequence[Label], heard: Callable[[int], None] | None = None) -> Iterator[Sample]:
    """Open the pictures one after the other, as a reader learns from them.

    Args:
        heard: Told how many have been opened.

    Raises:
        InputError: A picture is broken.
    """
    for number, label in enumerate(labels, start=1):
        yield Sample(read_picture(label.picture), label.face, label.turns)
        if heard:
            heard(number)
