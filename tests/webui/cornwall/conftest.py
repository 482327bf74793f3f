"""A table at which Cornwall is played: the real desk, a camera and a reader that are told."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest

from firmware.desks.games import StoredGames
from firmware.desks.photos import PhotoFolder
from firmware.images.darkroom import OpenDarkroom
from firmware.store.store import open_store
from firmware.table.games import Games
from firmware.table.worker import Table
from scoring.games import load
from scoring.games.cornwall.land.hexes import corners_mm
from scoring.referee.contracts.table import NewGame
from scoring.referee.observation import Proposal, Sight
from tests.firmware.told import STEP_S, DismissingReader, ToldCamera
from tests.firmware.told import table as frame_with
from tests.waiting import until
from tests.webui.conftest import KnowingReader, jpeg
from vision.image.paint import paint
from webui.app import create_app
from webui.context import Context

RULES = load("cornwall")
NEW = NewGame("cornwall", "rulebook-000", "", (("Ann", "red"), ("Ben", "blue")))
PX_PER_MM = 4.0


def field(q, r, terrain, *symbols):
    return {"cell": [q, r], "terrain": terrain, **({"symbols": list(symbols)} if symbols else {})}


START = {
    "player": "red",
    "start": [
        field(0, 0, "forest"),
        field(0, 1, "village"),
        field(1, 0, "meadow"),
        field(1, 1, "mountain"),
        field(2, 0, "moor"),
    ],
}
ANNS = {
    "player": "red",
    "fields": [field(0, -1, "forest", "chapel"), field(1, -2, "moor"), field(1, -1, "meadow", "flag")],
    "figures": [{"cell": [0, -1], "kind": "small"}, {"cell": [1, -1], "kind": "tall"}],
}
"""Ann extends forest and meadow, which earns a coin, and pays it for a second figure; the chapel pays 3."""
BENS = {
    "player": "blue",
    "fields": [field(0, 2, "village", "cottage"), field(-1, 2, "moor"), field(-1, 3, "meadow")],
    "figures": [{"cell": [0, 2], "kind": "big"}],
}
"""Ben closes the village with a cottage: his big figure scores 2 and goes to the pub."""
MISREAD = {**BENS, "figures": [{"cell": [0, 2], "kind": "tall"}]}


def as_document(move):
    """Write a move as the table keeps it."""
    return json.loads(json.dumps(RULES.dump_move(RULES.load_move(move))))


class StillCamera(ToldCamera):
    """Goes on showing what lies on the table."""

    def __init__(self):
        super().__init__([])
        self.shown = 0

    def take(self, timeout_s):
        self.taken += 1
        frame = ToldCamera([frame_with(self.shown)]).take(timeout_s)
        return frame._replace(number=self.taken, at_s=self.taken * STEP_S)


class CornwallReader(DismissingReader):
    """Tells what lies on the table that the game does not know of yet."""

    def look(self, image, known, state, memory, visits=0):
        shown = round(float(image[:8, :8].mean()) / 10)
        done = bool(state.fields) + state.laid
        there = tuple(move for move in self.moves[done:shown] if move not in (memory or ()))
        return Sight((Proposal(there, self.confidence),)), memory or ()


class Panel:
    """Neither shines nor sounds."""

    def show(self, colour, pattern):
        pass

    def sound(self, sound):
        pass

    def close(self):
        pass


@pytest.fixture
def store(tmp_path):
    (tmp_path / "kept").mkdir()
    with open_store(tmp_path / "kept") as store:
        yield store


@pytest.fixture
def camera():
    return StillCamera()


@pytest.fixture
def desk(store, camera):
    """A table that Ann and Ben sit down to; nothing lies on it until the camera shows something."""
    reader = CornwallReader([RULES.load_move(each) for each in (START, ANNS, MISREAD)], 0.95)
    games = Games(lambda game: RULES, lambda game: reader, lambda name: b"prints")
    with Table(camera, store, lambda post: Panel(), games) as desk:
        desk.start(NEW)
        yield desk


@pytest.fixture
def played(desk, camera):
    """A table with the start tile and Ann's turn, and Ben's proposed with the wrong figure."""
    for move in (START, ANNS):
        desk.declare(move, desk.snapshot().version)
    camera.shown = 3
    until(desk, lambda now: now.phase == "proposal")
    return desk


@pytest.fixture
def app(photos, lessons, desk, store, tmp_path):
    history = StoredGames(store, load, tmp_path / "recordings", lambda: desk.snapshot().game)
    return create_app(
        Context(photos, lessons, desk, history=history, address=lambda: "http://192.168.1.20:8000")
    )


@pytest.fixture
def send(client):
    """Send a form as a page of this table would."""

    def post(path, move, version, **fields):
        client.get("/")
        token = client.get_cookie("tablekeeper_form").value
        form = {"form_token": token, "version": str(version), "move": json.dumps(move), **fields}
        return client.post(path, data=form, headers={"Accept": "text/html"})

    return post


# --- photographs -------------------------------------------------------------------------------------


def board_document():
    """Give a board with its start tile, two tiles, figures, a cottage, a guest and a fault."""
    fields = [{**each, "tile": 0} for each in START["start"]]
    fields += [{**each, "tile": 1} for each in ANNS["fields"]]
    fields += [{**each, "tile": 2} for each in BENS["fields"]]
    document = {
        "format": "tablekeeper.board/1",
        "game": "cornwall",
        "fields": fields,
        "figures": [
            {"cell": [0, -1], "colour": "red", "kind": "small"},
            {"cell": [1, -1], "colour": "red", "kind": "tall"},
            {"cell": [0, 2], "colour": "blue", "kind": "tall"},
        ],
        "cottages": [{"cell": [0, 2]}],
        "pub": [{"colour": "blue", "kind": "small"}],
    }
    board = RULES.load_board(document)
    faults = [{"kind": f.kind, "cells": f.cells, "says": f.says} for f in RULES.status(board)]
    return with_corners({**document, "faults": faults}, RULES.picture_board(board).box_mm)


def with_corners(document, box_mm):
    """Say where each field lies in the photograph that ``photograph`` paints."""
    left, top, width, height = box_mm

    def seen(cell):
        return [[(x - left) * PX_PER_MM, (y - top) * PX_PER_MM] for x, y in corners_mm(tuple(cell))]

    fields = [{**each, "hex_px": seen(each["cell"])} for each in document["fields"]]
    size_px = [round(width * PX_PER_MM), round(height * PX_PER_MM)]
    return {**document, "fields": fields, "image_size_px": size_px}


def photograph(document):
    """Paint what a camera above such a board sees."""
    return jpeg(paint(RULES.picture_board(RULES.load_board(document)), PX_PER_MM, "#8a6f4d"))


class BoardReader(KnowingReader):
    """A reader that gives a prepared board of Cornwall."""

    def read(self, image, prints, *, progress=None, **_):
        return RULES.load_board(self.document)


@pytest.fixture
def photos(tmp_path, lessons):
    reader = BoardReader(board_document())
    with ThreadPoolExecutor(1) as worker:
        yield PhotoFolder(
            tmp_path / "photos", lessons.find_prints, worker, darkroom=OpenDarkroom(lambda _: reader)
        )


@pytest.fixture
def photo():
    return photograph(board_document())


@pytest.fixture
def read_photo(post, client, photo):
    """Score the photograph and give the address of its page once it is read."""
    answer = post("/photos", game="cornwall", prints="", photo=(BytesIO(photo), "table.jpg"))
    for _ in range(200):
        if client.get(f"/api{answer.location}").json["state"] == "read":
            return answer.location
        time.sleep(0.02)
    pytest.fail("The photograph was never read.")
