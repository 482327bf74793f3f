"""Damage the files of a full data folder, one at a time, and start the program on it.

``python -m tests.firmware.damage 2000`` prints one JSON document, with every damage that stopped the program,
broke a page or lost a confirmed turn. Each is drawn by lot: a byte, a field, a file where a
folder should be, a format of tomorrow. Every hundredth start is a process of its own.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from firmware.cameras.quality.preview import RECORDING_OVER
from firmware.errors import CommandError
from firmware.evaluation.footprint import to_play
from tests.firmware.full_folder import PAGES, Pages, fill, kept, playing, until
from tests.running import running

PATIENCE_S = 120
EACH = 100
"""So often a program of its own is started."""
GAMES = ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm")
KIND = re.compile(r"[0-9a-f-]{4,}")
"""What differs in the names of files of a kind."""


class Result(NamedTuple):
    """What came of a start: what was damaged, what was said about it, and what is wrong."""

    damage: str
    said: Sequence[str]
    wrong: Sequence[str]


# --- damage ----------------------------------------------------------------------------------------


def flip(content: bytearray, chance: random.Random) -> None:
    """Flip a bit."""
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def cut(content: bytearray, chance: random.Random) -> None:
    """Break the file off."""
    del content[chance.randrange(len(content)) :]


def overwrite(content: bytearray, chance: random.Random) -> None:
    """Write over a part, as a dying card does."""
    start = chance.randrange(len(content))
    content[start : start + 200] = chance.choice([bytes(200), b"\xff" * 200, chance.randbytes(200)])


def insert(content: bytearray, chance: random.Random) -> None:
    """Put something in that is no UTF-8."""
    content[chance.randrange(len(content)) :][:0] = b"\xff\xfe\xc3"


def swap(content: bytearray, chance: random.Random) -> None:
    """Change a character for another of its kind."""
    at = chance.randrange(len(content))
    kind = next((kind for kind in (b"0123456789", b"abcdefxyz", b'{}[],:"') if content[at] in kind), b"A")
    content[at] = chance.choice(kind)


BYTES: Sequence[Callable[[bytearray, random.Random], None]] = (flip, cut, overwrite, insert, swap)
VALUES = (
    *(None, True, -1, 0, 1, 2, 3.5, 7, 10**9, 2**53, 2**63, 10**30, -(10**18), 1e300),
    *("", "x", "\u0000", "../../etc", "9" * 400, [], [[]], {}, {"a": 1}, [1, 2, 3], [None]),
)


def change_field(document: Any, chance: random.Random) -> str:
    """Change one field of a document, or leave it out, and say which."""
    places = [*fields(document)]
    inside, key, path = chance.choice(places)
    if chance.random() < 0.2:
        del inside[key]
        return f"without {path}"
    old = inside[key]
    near = [old + 1, old - 1, -old, old * 1000] if isinstance(old, int | float) else [*VALUES]
    inside[key] = chance.choice([chance.choice(near), chance.choice(VALUES)])
    return f"{path} = {str(inside[key])[:30]!r}"


def fields(value: Any, path: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Give everything within a document: what it is in, under which key, and its path."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in [*items]:
        yield value, key, f"{path}/{key}"
        yield from fields(inner, f"{path}/{key}")


def damage(data: Path, chance: random.Random) -> tuple[str, str]:
    """Damage one thing in a data folder and say what, and how."""
    things = [each for each in sorted(data.rglob("*")) if each.name not in GAMES and each.name != ".playing"]
    kinds: dict[str, list[Path]] = {}
    for each in things:
        kinds.setdefault(KIND.sub("#", str(each.relative_to(data))), []).append(each)
    thing = chance.choice(kinds[chance.choice(sorted(kinds))])
    return str(thing.relative_to(data)), (damage_folder if thing.is_dir() else damage_file)(thing, chance)


def damage_folder(folder: Path, chance: random.Random) -> str:
    """Put something else where a folder was."""
    shutil.rmtree(folder)
    return instead(folder, chance)


def instead(place: Path, chance: random.Random) -> str:
    """Put something in a place that does not belong there, or nothing."""
    kind = chance.choice(["file", "folder", "link to nowhere", "link to itself", "pipe", "nothing"])
    if kind == "file":
        place.write_bytes(chance.randbytes(50))
    elif kind == "folder":
        place.mkdir()
        (place / "within").write_bytes(b"x")
    elif kind.startswith("link"):
        place.symlink_to(place if kind.endswith("itself") else "nowhere")
    elif kind == "pipe":
        os.mkfifo(place)
    return f"is a {kind}"


def damage_file(file: Path, chance: random.Random) -> str:
    """Damage a file byte by byte, field by field, or as a whole."""
    how, content = chance.random(), bytearray(file.read_bytes())
    if how < 0.15 or not content:
        file.unlink()
        return instead(file, chance)
    if how < 0.2:
        file.write_bytes(b"")
        return "is empty"
    if how < 0.6 and file.suffix == ".json":
        document = json.loads(content)
        if isinstance(document, dict) and chance.random() < 0.1:
            document["format"] = re.sub(r"\d+$", "2", document.get("format", "tablekeeper.any/1"))
            says = "is of a newer format"
        else:
            says = change_field(document, chance)
        file.write_text(json.dumps(document))
        return says
    way = chance.choice(BYTES)
    way(content, chance)
    file.write_bytes(content)
    return str(way.__doc__)


# --- what comes of it ------------------------------------------------------------------------------


def tried(full: Path, place: Path, seed: int) -> Result:
    """Damage a copy of a full folder, start the program on it twice and say what is wrong."""
    chance, data = random.Random(seed), place / "data"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(full, data, symlinks=True)
    before = kept(data)
    thing, how = damage(data, chance)
    says, wrong, said = f"{thing} {how}", list[str](), list[str]()
    pictures = full.parent / "pictures" if thing.startswith("recordings") else None
    signal.signal(signal.SIGALRM, stop_waiting)
    signal.alarm(PATIENCE_S)
    try:
        with playing(data, pictures) as pages:
            pages.open_all()
            if pictures:
                until(partial(has_been_recorded, pages))
        wrong += pages.wrong
        said += pages.said
        if said:
            with playing(data) as again:
                again.open("/")
            wrong += [*again.wrong, *(f"said twice: {says}" for says in again.said if "set-aside" in says)]
    except Exception as error:  # noqa: BLE001 - whatever it is
        wrong.append(f"does not start: {error!r}")
    finally:
        signal.alarm(0)
    now = kept(data)
    wrong += [f"game {game} is not what it was" for game in before if now.get(game) != before[game]]
    return Result(says, said, wrong)


def stop_waiting(*_: object) -> None:
    """Wait no longer, as for a pipe to which nobody writes."""
    raise TimeoutError(f"nothing for {PATIENCE_S} s")


def has_been_recorded(pages: Pages) -> bool:
    """Tell whether the camera has shown all it has."""
    return RECORDING_OVER in pages.open("/api/table").text


def tried_apart(full: Path, place: Path, seed: int) -> Result:
    """The same with a program of its own, as somebody starts it."""
    chance, data = random.Random(seed), place / "data"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(full, data, symlinks=True)
    before = kept(data)
    thing, how = damage(data, chance)
    wrong, said = list[str](), ""
    try:
        with running(to_play(data, "none"), stderr=subprocess.PIPE) as (process, address):
            for page in PAGES:
                with suppress(urllib.error.HTTPError):
                    urllib.request.urlopen(f"{address}{page}", timeout=30).close()
            process.send_signal(signal.SIGTERM)
            said = process.stderr.read() if process.stderr else ""
            wrong += [f"ended with {process.wait(30)}"] if process.wait(30) else []
            wrong += [said] if "Traceback" in said else []
    except (CommandError, OSError) as error:
        wrong.append(f"does not start: {error!r}")
    now = kept(data)
    wrong += [f"game {game} is not what it was" for game in before if now.get(game) != before[game]]
    return Result(f"{thing} {how}", said.splitlines(), wrong)


def main(times: int, seed: int) -> int:
    """Damage so many folders and print what came of it."""
    wrong, said, things = list[str](), Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        full = fill(Path(folder))
        place = Path(folder) / "damaged"
        for number in range(seed, seed + times):
            way = tried_apart if number % EACH == EACH - 1 else tried
            result = way(full, place, number)
            things[KIND.sub("#", result.damage.partition(" ")[0])] += 1
            said["said" if result.said else "not said"] += 1
            if number % EACH == 0:
                sys.stderr.write(f"{number}\n")
            if result.wrong:
                wrong.append(f"{number}: {result.damage}: {[*result.wrong]}")
                sys.stderr.write(wrong[-1] + "\n")
    document = {"times": times, "seed": seed, "wrong": wrong, "said": said, "damaged": things}
    sys.stdout.write(json.dumps(document, indent=1) + "\n")
    return int(bool(wrong))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("times", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    sys.exit(main(given.times, given.seed))
