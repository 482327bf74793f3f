"""A table to look at: a real photo desk over a reader that knows the answer, and a browser."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from firmware.lessons import LessonFolder
from firmware.photos import PhotoFolder
from scoring.game import Choice, Piece, Question, ScoreLine, Term
from scoring.games import load
from scoring.picture import Picture
from vision.errors import NoTableError, PrintsError
from vision.paint import paint
from vision.reader import Image, Progress, Sample
from webui.app import create_app
from webui.desk import LiveSeat, RefusedError, Snapshot, StaleError

PX_PER_MM = 4.0
TILE_MM = 45.0
RULES = load("carcassonne")

TILES = [
    {"cell": [0, 0], "face": "D", "turns": 0},
    {"cell": [1, 0], "face": "V", "turns": 1},
    {"cell": [0, 1], "face": "E", "turns": 0},
    {
        "cell": [0, -1],
        "face": "E",
        "turns": 2,
        "alternatives": [{"face": "N", "turns": 2, "confidence": 0.1}],
    },
    {"cell": [-1, 0], "face": "A", "turns": 3},
]
MEEPLES = [
    {"cell": [0, 0], "colour": "red", "feature": "road", "sides": ["E", "W"]},
    {"cell": [-1, 0], "colour": "blue", "feature": "cloister", "sides": []},
]


def board_document(tiles: Any = TILES, meeples: Any = MEEPLES) -> dict[str, Any]:
    """Give a board document whose faults are the ones its rules find."""
    plain = {"format": "tablekeeper.board/1", "game": "carcassonne", "tiles": tiles, "meeples": meeples}
    board = RULES.load_board(plain)
    faults = [{"kind": f.kind, "cells": f.cells, "says": f.says} for f in RULES.status(board)]
    return with_quads({**plain, "faults": faults}, RULES.picture_board(board))


def with_quads(document: dict[str, Any], picture: Picture) -> dict[str, Any]:
    """Say where each tile lies in the photograph that ``photograph`` paints."""
    left, top, width, height = picture.box_mm

    def quad(cell: list[int]) -> list[list[float]]:
        x, y = (cell[0] * TILE_MM - left) * PX_PER_MM, (cell[1] * TILE_MM - top) * PX_PER_MM
        s = TILE_MM * PX_PER_MM
        return [[x, y], [x + s, y], [x + s, y + s], [x, y + s]]

    tiles = [{**tile, "quad_px": quad(tile["cell"])} for tile in document["tiles"]]
    size_px = [round(width * PX_PER_MM), round(height * PX_PER_MM)]
    return {**document, "image_size_px": size_px, "tiles": tiles}


def photograph(document: dict[str, Any] | None = None) -> bytes:
    """Paint what a camera above such a board sees."""
    picture = RULES.picture_board(RULES.load_board(document or board_document()))
    return jpeg(paint(picture, PX_PER_MM, "#8a6f4d"))


def jpeg(image: Image) -> bytes:
    """Pack an image."""
    return cv2.imencode(".jpg", image)[1].tobytes()


class KnowingReader:
    """A reader that gives a prepared board, and sees no table in a black picture."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.may_finish = threading.Event()
        self.may_finish.set()

    def learn(self, samples: Iterable[Sample]) -> bytes:
        counts = [f"{sample.face}" for sample in samples]
        return ("prints " + " ".join(counts)).encode()

    def describe(self, prints: bytes) -> dict[str, int]:
        words = prints.decode().split()
        if words[:1] != ["prints"]:
            raise PrintsError("Not prints.")
        return {word: words.count(word) for word in words[1:]}

    def read(self, image: Image, prints: bytes, *, progress: Progress | None = None, **_: Any) -> Any:
        if progress:
            progress("Finding the tiles", 0.4)
        assert self.may_finish.wait(20)
        if int(np.max(image)) < 20:
            raise NoTableError("No table.")
        return RULES.load_board(self.document)

    def overlay(self, image: Image, board: Any) -> Image:
        return image


@pytest.fixture
def reader() -> KnowingReader:
    return KnowingReader(board_document())


@pytest.fixture
def worker() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def lessons(tmp_path: Path, reader: KnowingReader, worker: ThreadPoolExecutor) -> LessonFolder:
    folder = LessonFolder(tmp_path, worker, load_reader=lambda game: reader)
    learned = tmp_path / "prints" / "My box" / "prints.msgpack"
    learned.parent.mkdir()
    learned.write_bytes(b"prints A B B")
    return folder


@pytest.fixture
def photos(tmp_path, reader, lessons, worker) -> PhotoFolder:
    return PhotoFolder(tmp_path / "photos", lessons.find_prints, worker, load_reader=lambda game: reader)


@pytest.fixture
def app(photos: PhotoFolder, lessons: LessonFolder) -> Flask:
    return create_app(photos, lessons, address="http://192.168.1.20:8000")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


class FakeTable:
    """A live table without a camera: it shows what a test publishes and keeps what players do."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.now = Snapshot(1, "none", "Nobody plays yet.")
        self.taps: list[Any] = []
        self.refuses = ""

    def publish(self, **changes: Any) -> None:
        with self.changed:
            self.now = replace(self.now, version=self.now.version + 1, **changes)
            self.changed.notify_all()

    def propose(self, face: str = "E", cell: tuple[int, int] = (0, 1), **changes: Any) -> None:
        tile = {"cell": list(cell), "face": face, "turns": 0}
        board = RULES.load_board(board_document([*TILES[:2], tile], MEEPLES[:1]))
        faces = tuple(Choice(name, f"Tile {name}") for name in ("E", "N", "D"))
        self.publish(
            phase="proposal",
            says="A new tile was seen.",
            proposal=f"Ann lays {face}.",
            confidence=0.97,
            others=2,
            picture=RULES.picture_board(board),
            questions=(Question("face", "Which tile is it?", faces, face),),
            may=("confirm", "next", "correct", "undo", "pause", "end"),
            **changes,
        )

    def snapshot(self) -> Snapshot:
        return self.now

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        with self.changed:
            self.changed.wait_for(lambda: self.now.version > version, timeout_s)
            return self.now

    def start(self, new: Any) -> None:
        self.take(new, self.now.version)
        seats = tuple(LiveSeat(name, colour, 0, at == 0) for at, (name, colour) in enumerate(new.seats))
        self.publish(phase="waiting", says="Lay the first tile.", title="Carcassonne", seats=seats)

    def press(self, button: str, version: int) -> None:
        self.take(button, version)
        if button == "confirm":
            line = ScoreLine("road", ((0, 0), (1, 0)), ("red",), (Term(2, 1, "tiles"),))
            follower = Piece("red", "follower", (0, 0), "Ann's follower on the road")
            self.publish(
                phase="returning",
                says="Ann takes a follower back.",
                proposal="",
                questions=(),
                lines=(line,),
                give_back=(follower,),
                seats=(LiveSeat("Ann", "red", 2), LiveSeat("Ben", "blue", 0, has_turn=True)),
                log=("Ann laid a tile and got 2 points.",),
                may=("undo", "pause", "end"),
            )

    def correct(self, answers: Any, version: int) -> None:
        self.take(answers, version)
        self.propose(answers["face"])

    def declare(self, move: Any, version: int) -> None:
        self.take(move, version)

    def set_hands_free(self, hands_free: bool, version: int) -> None:
        self.take(hands_free, version)
        self.publish(hands_free=hands_free)

    def document(self, game: str) -> dict[str, Any]:
        return {"format": "tablekeeper.game/1", "game": game}

    def take(self, tap: Any, version: int) -> None:
        if version != self.now.version:
            raise StaleError("Too late.")
        if self.refuses:
            raise RefusedError(self.refuses)
        self.taps.append(tap)


@pytest.fixture
def desk() -> FakeTable:
    """A live table at which Ann and Ben play and a tile is proposed."""
    desk = FakeTable()
    desk.propose(seats=(LiveSeat("Ann", "red", 0, has_turn=True), LiveSeat("Ben", "blue", 0)))
    return desk


@pytest.fixture
def live_app(photos: PhotoFolder, lessons: LessonFolder, desk: FakeTable) -> Flask:
    return create_app(photos, lessons, desk, address="http://192.168.1.20:8000")


@pytest.fixture
def live_client(live_app: Flask) -> FlaskClient:
    return live_app.test_client()


@pytest.fixture
def photo() -> bytes:
    return photograph()


@pytest.fixture
def cat() -> bytes:
    """A photograph with no table in it."""
    return jpeg(np.zeros((300, 400, 3), np.uint8))


@pytest.fixture
def post(client: FlaskClient) -> Callable[..., Any]:
    """Send a form as a page of this table would."""

    def send(url: str, **fields: Any) -> Any:
        client.get("/")
        token = client.get_cookie("tablekeeper_form").value
        return client.post(url, data={"form_token": token, **fields})

    return send


@pytest.fixture
def read_photo(post, client, photo) -> str:
    """Score the photograph and give the address of its page once it is read."""
    answer = post("/photos", game="carcassonne", prints="My box", photo=(BytesIO(photo), "table.jpg"))
    for _ in range(200):
        if client.get(f"/api{answer.location}").json["state"] == "read":
            return answer.location
        time.sleep(0.02)
    pytest.fail("The photograph was never read.")
