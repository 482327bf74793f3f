"""Files that a power cut cannot leave half written."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that, whatever happens, it holds either the old bytes or all of the new.

    Source:
        POSIX ``rename`` is atomic; the file and then its folder are synced, so that the new name
        survives too.
    """
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(data)
        put_in_place(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()  # half of it would take the room that is wanting
        raise


def put_in_place(fresh: Path, path: Path) -> None:
    """Give a finished file its name, in place of an older one, so that a power cut leaves one of the two."""
    with fresh.open("rb+") as file:
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
