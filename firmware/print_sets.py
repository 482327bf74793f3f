"""Print sets on disk: how the tiles of one box look, learned once and kept under a name."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from firmware.errors import InputError
from firmware.labels import LABELS, read_labels, samples
from firmware.store.files import read_data_file, read_file, write_file
from scoring.referee.contracts.refusals import BadPrintsError
from scoring.roles.catalogue import Catalogue
from scoring.sentence import counted, sentence
from vision.errors import PrintsError
from vision.reader import Reader

FILE = "prints.msgpack"
MAX_PRINTS_BYTES = 500_000_000
USUAL = "Read with the only print set that is learned: {name}."
NOTHING_LEARNED = "Read without prints of this box, by what all boxes have in common."
NAME = re.compile(r"\w[\w ().,+'&-]{0,39}")


def set_folder(data: Path, name: str) -> Path:
    """Find the folder of a print set: one in the data folder, or any when the name holds a slash.

    Raises:
        InputError: The name cannot be one.
    """
    if "/" in name:
        return Path(name)
    return data / "prints" / check_name(name, "or name a folder with a slash: ./FOLDER")


def check_name(name: str, instead: str = "since it names a folder in the data folder") -> str:
    """Give a name that a box can have.

    Args:
        instead: What else may be said, to end the sentence.

    Raises:
        InputError: It cannot be one, such as the name of a folder elsewhere.
    """
    if not NAME.fullmatch(name):
        raise InputError(
            f"A box cannot be called {name!r}; use up to 40 letters, digits and spaces, {instead}."
        )
    return name


def save_prints(data: Path, name: str, prints: bytes) -> Path:
    """Keep a learned set and give the file it is in; one of the same name is replaced.

    Raises:
        CommandError: It cannot be written.
        InputError: The name cannot be one.
    """
    file = set_folder(data, name) / FILE
    write_file(file, prints, make_folder=True)
    return file


def read_set(file: Path) -> bytes:
    """Give the bytes of a print set that lies in the data folder.

    Raises:
        BadPrintsError: The disk does not give them.
    """
    try:
        return read_data_file(file, MAX_PRINTS_BYTES)
    except InputError as error:
        raise BadPrintsError(error.says) from error


def say_faces(counts: Mapping[str, int]) -> str:
    """Say how many faces were learned, and from how many pictures.

    Args:
        counts: How many pictures there are of each face.
    """
    faces, pictures = len(counts), sum(counts.values())
    shown = counted("{count} face", "{count} faces", faces)
    taken = counted("{count} picture", "{count} pictures", pictures)
    return sentence("{faces} from {pictures}", faces=shown, pictures=taken)


def set_names(data: Path, reader: Reader[Any]) -> Iterator[str]:
    """Name the learned sets of the reader's game."""
    for file in sorted((data / "prints").glob(f"*/{FILE}")):
        try:
            reader.describe(read_file(file, MAX_PRINTS_BYTES))
        except PrintsError:
            continue  # another game's set
        yield file.parent.name


def usual_set(data: Path, reader: Reader[Any]) -> str | None:
    """Name the one learned set of the reader's game, or None where nothing is learned.

    Raises:
        InputError: There is more than one to choose from.
    """
    names = list(set_names(data, reader))
    if len(names) > 1:
        raise InputError(
            f"There are several print sets; choose one with --prints ({', '.join(names)}), "
            "or read without any with --any-box."
        )
    return names[0] if names else None


def chosen_set(
    data: Path,
    reader: Reader[Any],
    prints: str | None,
    tell: Callable[[str], None],
    *,
    any_box: bool,
) -> str | None:
    """Name the set to read with: the one that was asked for, else the one learned set of a game.

    Args:
        prints: What was asked for by name.
        tell: Told which set is taken where none was asked for.
        any_box: Whether none is wanted.

    Returns:
        None where the tiles are to be read by what all boxes have in common.

    Raises:
        InputError: Both were asked for, or there is more than one to choose from.
    """
    if any_box and prints is not None:
        raise InputError(
            "--any-box reads without prints, so it does not go with --prints; leave one of them out."
        )
    if any_box or prints is not None:
        return prints
    usual = usual_set(data, reader)
    if usual is not None:
        tell(USUAL.format(name=usual))
    return usual


def is_there(data: Path, name: str) -> bool:
    """Tell whether a print set, or a folder of pictures to learn one from, is where its name says."""
    return set_folder(data, name).exists()


def load_prints(
    data: Path,
    name: str,
    rules: Catalogue,
    reader: Reader[Any],
    say: Callable[[str], None],
) -> bytes:
    """Give the bytes of a print set.

    A folder of labelled pictures that nobody has learned yet is learned on the spot, without
    keeping the result.

    Args:
        say: Told when the pictures are learned first.

    Raises:
        InputError: There is no such set, or its pictures cannot be used.
        PrintsError: Nothing can be learned from the pictures.
    """
    folder = set_folder(data, name)
    if folder.name == FILE and folder.is_file():
        return read_file(folder, MAX_PRINTS_BYTES)
    if (folder / FILE).exists():
        return read_file(folder / FILE, MAX_PRINTS_BYTES)
    if (folder / LABELS).exists():
        labels = read_labels(folder / LABELS, folder, rules)
        say(f"Learning the {len(labels)} pictures in {folder} first; keep them with: tablekeeper learn")
        return reader.learn(samples(labels))
    raise InputError(_missing(data, name, reader))


def _missing(data: Path, name: str, reader: Reader[Any]) -> str:
    if "/" in name:
        return f"{name} holds neither learned prints ({FILE}) nor pictures to learn from ({LABELS})."
    known = ", ".join(set_names(data, reader))
    there = f"there are: {known}" if known else "none is learned yet; see: tablekeeper learn --help"
    return f"There is no print set called {name!r}; {there}."
