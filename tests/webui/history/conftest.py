"""Games that were really kept, the last one on a real table after its end, and the pages over them."""

import json
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cameras.quality.preview import RECORDING_OVER
from firmware.desks.games import StoredGames
from firmware.recording.session import About
from firmware.recording.writer import Recorder, StorageRoom
from firmware.store.names import names_in
from firmware.store.players import StoredPlayers
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring.games import load
from scoring.referee.store import Event
from webui.app import create_app
from webui.context import Context

GAMES = Path(__file__).parents[2] / "games" / "carcassonne"
RULES = load("carcassonne")
NAMES = ("whole_newer_four_players", "whole_classic_no_farmers", "whole_classic_two_players")
"""The games in the store, the last of them still on the table."""


class Camera:
    """Has nothing to show."""

    says = "A camera that sees nothing"

    def take(self, timeout_s):
        return None

    def hold(self):
        return ()

    def close(self):
        pass


class Reader:
    """Needs nothing to get ready."""

    def get_ready(self, prints, colours):
        return prints


class Panel:
    """Neither shines nor sounds."""

    def show(self, colour, pattern):
        pass

    def sound(self, sound):
        pass

    def close(self):
        pass


def document_in(name):
    found = json.loads((GAMES / f"{name}.json").read_text())
    return found.get("document", found)


def keep(store, document, *, ended=True):
    """Keep a game document as the table would have."""
    setup = RULES.dump_game(RULES.load_setup(document), ())
    game = store.begin(
        Event("game_started", {"game": "carcassonne", "prints": "box", "hands_free": False, "setup": setup})
    )
    seen = {"how": "seen", "confidence": 1.0, "forced": False}
    events = [Event("turn_confirmed", {"move": move, **seen}) for move in document["moves"]]
    store.append(game, [*events, *([Event("game_ended", {})] if ended else [])])
    return game


@pytest.fixture
def document():
    return document_in


@pytest.fixture
def keep_game(store):
    return lambda name, **how: keep(store, document_in(name), **how)


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def store(data):
    with open_store(data, wall_clock=lambda: 1_750_000_000.0) as store:
        for name in NAMES:
            keep(store, document_in(name))
        yield store


@pytest.fixture
def record(data):
    """Record a game: one bright picture a turn."""

    def write(game, document, turns):
        setup = RULES.load_setup(document)
        about = About(
            game="carcassonne",
            rules=setup.rules,
            options=setup.options,
            players=setup.players,
            size_px=(64, 48),
            recorded=game,
        )
        with closing(Recorder(StorageRoom(data / "recordings", reserve_bytes=0), about)) as recorder:
            for number in range(turns + 1):
                image = np.full((48, 64, 3), 10 * number, np.uint8)
                recorder.add(number, number * 5.0, image, is_still=False)
                if number:
                    recorder.tell({**document, "moves": document["moves"][:number]}, number)
            recorder.close()

    return write


@pytest.fixture
def table(store):
    games = Games(lambda game: RULES, lambda game: Reader(), lambda name: b"prints")
    with Table(Camera(), store, lambda post: Panel(), games) as table:
        now = table.snapshot()
        while RECORDING_OVER not in now.log:
            now = table.wait(now.version, 5)
        yield table


@pytest.fixture
def games_desk(store, data, table):
    return StoredGames(store, load, data / "recordings", lambda: table.snapshot().game)


@pytest.fixture
def app(photos, lessons, table, games_desk, store):
    return create_app(
        Context(
            photos,
            lessons,
            table,
            history=games_desk,
            players=StoredPlayers(store, table.read_anew),
            names=lambda: names_in(store),
            address=lambda: "http://192.168.1.20:8000",
        )
    )


@pytest.fixture
def final():
    """Give the last game's lines of the final scoring that pay somebody anything, and its points."""
    sheet = RULES.replay(document_in(NAMES[-1]))["final"]
    return [line for line in sheet["lines"] if line["players"] and line["points"]], sheet


def brightness(jpeg):
    return round(float(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).mean()))


@pytest.fixture
def bright():
    return brightness
