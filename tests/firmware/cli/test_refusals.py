"""Whatever is typed wrong, and whatever file is given, ends in one sentence and never in a traceback."""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.build import real_parts
from firmware.cli.command_line import run, say_fault


def huge_png() -> bytes:
    """The header of a PNG of 60 megapixels, which nobody should unpack."""
    header = b"IHDR" + struct.pack(">IIBBBBB", 10_000, 6_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with every kind of wrong file."""
    black = cv2.imencode(".jpg", np.zeros((60, 80, 3), np.uint8))[1].tobytes()
    files = {
        "empty.jpg": b"",
        "cut.jpg": black[:200],
        "text.jpg": b"hello",
        "huge.png": huge_png(),
        "black.jpg": black,
        "list.json": b"[]",
        "broken.json": b'{"format": ',
        "binary.json": b"\xff\xfe\x00",
        "latin.json": "Müßig".encode("latin-1"),
        "deep.json": b"[" * 100_000,
        "deeper.json": b'{"players":' + b"[" * 600 + b"]" * 600 + b"}",
        "other.json": b'{"format": "tablekeeper.sheet/1", "game": "carcassonne"}',
        "chess.json": b'{"format": "tablekeeper.game/1", "game": "chess"}',
        "nameless.json": b'{"format": "tablekeeper.game/1", "game": 7}',
        "illegal.json": b'{"game": "carcassonne", "rules": "leaflet-001", "players": [{"colour": "red"}, '
        b'{"colour": "blue"}], "moves": [{"player": "red", "face": "A", "turns": 0, "cell": [9, 9]}]}',
        "header.csv": b"a,b\n",
        "rowless.csv": b"file,face,turns\n",
        "latin.csv": "file,face,turns\nä.jpg,A,0\n".encode("latin-1"),
        "box/prints.msgpack": b"not prints",
        "bare/readme.txt": b"",
    }
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


CASES = [
    (2, "No such command", "dance"),
    (2, "Did you mean 'watch'? See: tablekeeper --help", "wach"),
    (2, "-5 is less than 1. See: tablekeeper render --help", "render --seed 1 --turns -5"),
    (2, "'abc' is not a whole number. See: tablekeeper play --help", "play --port abc"),
    (2, "'1.5' is not a whole number. See: tablekeeper render --help", "render --seed 1.5"),
    (2, "'fast' is not a number. See: tablekeeper render --help", "render --fps fast"),
    (2, "No such option", "games --loud"),
    (2, "IMAGE", "read"),
    (2, "--game", "read black.jpg"),
    (2, "no game called 'chess'", "read black.jpg --game chess"),
    (2, "no such file", "read nothing.jpg --game carcassonne"),
    (2, "folder", "read . --game carcassonne"),
    (2, "empty", "read empty.jpg --game carcassonne"),
    (2, "broken", "read cut.jpg --game carcassonne"),
    (2, "not a picture", "read text.jpg --game carcassonne"),
    (2, "60 megapixels", "read huge.png --game carcassonne"),
    (1, "No board was found", "read black.jpg --game carcassonne"),
    (2, "no print set called 'other'", "read black.jpg --game carcassonne --prints other"),
    (2, "cannot be called '..'", "read black.jpg --game carcassonne --prints .."),
    (2, "neither", "read black.jpg --game carcassonne --prints ./bare"),
    (2, "not a print set", "read black.jpg --game carcassonne --prints ./box"),
    (2, "no 'golden'", "read black.jpg --game carcassonne --colours red,golden"),
    (2, "Red is named more than once", "read black.jpg --game carcassonne --colours red,blue,Red"),
    (2, "4 corners", "read black.jpg --game carcassonne --corner-px 1,2"),
    (2, "going round", "read black.jpg --game carcassonne --corner-px 0,0;9,9;9,0;0,9"),
    (2, "'1,x'", "read black.jpg --game carcassonne --corner-px 1,x"),
    (2, "'nan,1'", "read black.jpg --game carcassonne --corner-px nan,1"),
    (2, "leaflet-001 or leaflet-004", "read black.jpg --game carcassonne --score"),
    (2, "no rule set 'mine'", "read black.jpg --game carcassonne --score --rules mine"),
    (2, "belong to --score", "read black.jpg --game carcassonne --rules leaflet-001"),
    (2, "no option 'x'", "read black.jpg --game carcassonne --score --rules leaflet-001 --option x=1"),
    (2, "true or false", "read black.jpg --game carcassonne --score --rules leaflet-001 --option farmers=x"),
    (2, "'out.txt'", "read black.jpg --game carcassonne --overlay out.txt"),
    (2, "no folder", "read black.jpg --game carcassonne --overlay no/out.png"),
    (2, "is a file", "read black.jpg --game carcassonne --data black.jpg"),
    (2, "not a folder", "learn black.jpg --game carcassonne --prints p --labels header.csv"),
    (2, "The chart was not found", "learn black.jpg --game carcassonne --prints p"),
    (2, "no such file", "learn . --game carcassonne --prints p --labels nothing.csv"),
    (2, "'file' is missing", "learn . --game carcassonne --prints p --labels header.csv"),
    (2, "no rows", "learn . --game carcassonne --prints p --labels rowless.csv"),
    (2, "UTF-8", "learn . --game carcassonne --prints p --labels latin.csv"),
    (2, "no such file", "replay nothing.json"),
    (2, "not a game document", "replay list.json"),
    (2, "not JSON", "replay broken.json"),
    (2, "not a text.", "replay binary.json"),
    (2, "not a text in UTF-8", "replay latin.json"),
    (2, "nested too deeply", "replay deep.json"),
    (2, "document", "replay deeper.json"),
    (2, "tablekeeper.game/1", "replay other.json"),
    (2, "no game called 'chess'", "replay chess.json"),
    (2, "name its game", "replay nameless.json"),
    (1, "Move 1", "replay illegal.json --json"),
    (2, "usb:N", "play --camera nonsense"),
    (2, "no demo of 'chess'", "play --camera demo:chess"),
    (2, "no such file", "play --camera video:nothing.mp4"),
    (2, "no such file", "play --camera folder:nowhere"),
    (2, "not an address", "play --host no.such.invalid"),
    (2, "65535", "play --port 70000"),
    (2, "no photograph", "bench --photos bare --prints ./box"),
    (2, "belongs to --photos", "bench --prints ./box"),
]


@pytest.mark.parametrize(("status", "says", "words"), CASES, ids=[case[2] for case in CASES])
def test_what_cannot_be_done_is_said_in_one_sentence(place, monkeypatch, capsys, status, says, words):
    monkeypatch.chdir(place)
    monkeypatch.setenv("TABLEKEEPER_DATA", "data")
    assert run(words.split(), real_parts()) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize(("game", "helps"), [("carcassonne", True), ("smuggler", False), ("tuscany", False)])
def test_the_corners_of_a_tile_are_asked_for_only_where_they_help(place, monkeypatch, capsys, game, helps):
    monkeypatch.chdir(place)
    assert run(["read", "black.jpg", "--game", game, "--data", "data"], real_parts()) == 1
    assert ("--corner-px" in capsys.readouterr().err) == helps


@pytest.mark.slow(but=3)
@pytest.mark.parametrize(("status", "says", "words"), CASES[::7], ids=[case[2] for case in CASES[::7]])
@pytest.mark.usefixtures("place")
def test_the_real_program_ends_the_same_way(program, status, says, words):
    ended = program(*words.split())
    assert (ended.status, ended.out) == (status, "")
    assert says in ended.err
    assert "Traceback" not in ended.err


def test_a_full_disk_is_said_in_a_sentence(program):
    with Path("/dev/full").open("w") as full:
        ended = program("games", stdout=full)
    assert ended.status == 1
    assert ended.err == "It could not be done: the disk is full.\n"


def test_a_reader_who_leaves_early_hears_no_complaint(program):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as nobody:
        ended = program("games", stdout=nobody)
    assert (ended.status, ended.err) == (1, "")


def test_a_fault_of_the_program_is_one_sentence_too(capsys):
    try:
        raise KeyError("meeple")
    except KeyError as error:
        say_fault(KeyError, error, error.__traceback__)
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "KeyError: 'meeple' in test_refusals.py, line" in said
