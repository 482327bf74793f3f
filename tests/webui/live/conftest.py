"""A live table with real rules and no camera: it shows what a test publishes and keeps the taps."""

import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from firmware.access_keys import KeyFile, open_keys
from firmware.table.news import News
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.referee.contracts.refusals import RefusedError, StaleError
from scoring.referee.contracts.snapshot import LiveSeat, Snapshot, Timing
from scoring.referee.entry import entry_of
from scoring.referee.state import Candidate, TableState
from webui.app import create_app
from webui.context import Context

RULES = load("carcassonne")
CAP = {
    "player": "red",
    "face": "E",
    "turns": 2,
    "cell": [0, -1],
    "meeple": {"kind": "follower", "feature": "city", "sides": ["S"]},
}
"""Ann closes the start tile's city: her figure scores and comes back."""


def in_turn(tap: Callable[..., None]) -> Callable[..., None]:
    """Have taps of several phones done one after the other, as the inbox of the real table has them."""

    @wraps(tap)
    def do(self: "FakeTable", *args: Any, **more: Any) -> None:
        with self.tapping:
            tap(self, *args, **more)

    return do


class FakeTable:
    """A desk at which Ann and Ben play and the first tile is proposed."""

    def __init__(self) -> None:
        self.state = RULES.start(Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"))))
        self.move = RULES.load_move(CAP)
        self.news = News(Snapshot(1, "none", "Nobody plays yet.", camera="a camera"))
        self.wait, self.listen = self.news.wait, self.news.listen
        self.taps: list[Any] = []
        self.by: list[str] = []
        self.refuses = ""
        self.tapping = threading.RLock()
        self.propose()

    def trouble(self) -> str:
        return ""

    @in_turn
    def publish(self, **changes: Any) -> None:
        self.news.publish(replace(self.now, version=self.now.version + 1, **changes))

    @property
    def now(self) -> Snapshot:
        return self.news.now

    @now.setter
    def now(self, now: Snapshot) -> None:
        """Change it, and tell nobody."""
        self.news.now = now

    @in_turn
    def propose(self, **answers: Any) -> None:
        self.move = RULES.answer(self.state, self.move, answers) if answers else self.move
        self.publish(
            phase="proposal",
            says="A new tile was seen.",
            title="Carcassonne",
            proposal=RULES.say(self.state, self.move),
            confidence=0.97,
            others=2,
            picture=RULES.picture(self.state, [self.move]),
            questions=tuple(RULES.ask(self.state, self.move)),
            seats=self.seats(),
            may=("confirm", "next", "correct", "undo", "pause", "end"),
            rules="carcassonne",
            view=self.state,
            face=RULES.dump_move(self.move)["face"],
        )

    def seats(self) -> tuple[LiveSeat, ...]:
        points, turn = RULES.points(self.state), RULES.player(self.state)
        names = {"red": "Ann", "blue": "Ben"}
        return tuple(LiveSeat(names[c], c, points[c], c == turn) for c in names)

    def snapshot(self) -> Snapshot:
        return self.now

    @in_turn
    def start(self, new: Any) -> None:
        self.take(new, self.now.version)
        self.publish(phase="waiting", says="Lay the first tile.", proposal="", questions=(), may=("end",))

    @in_turn
    def press(self, button: str, version: int, by: str = "") -> None:
        self.take(button, version, by)
        if button == "confirm":
            self.confirm()

    def confirm(self) -> None:
        back = RULES.returned_pieces(self.state, self.move)
        self.state, lines = RULES.apply(self.state, self.move)
        self.publish(
            phase="returning",
            says="Ann takes a figure back.",
            proposal="",
            questions=(),
            picture=RULES.picture(self.state),
            lines=lines,
            give_back=back,
            seats=self.seats(),
            log=("Ann closed a city.",),
            may=("undo", "pause", "end"),
            view=self.state,
            last=((0, -1),),
            face="",
        )

    @in_turn
    def correct(self, answers: Any, version: int, by: str = "") -> None:
        self.take(answers, version, by)
        self.propose(**answers)

    @in_turn
    def declare(self, move: Any, version: int, by: str = "") -> None:
        self.take(move, version, by)
        self.move = RULES.load_move(move)
        self.confirm()

    def turns(self) -> tuple[Any, ...]:
        return ()

    def entry(self, asked: Any) -> Any:
        return entry_of(self._turn, RULES, asked)

    @property
    def _turn(self) -> TableState:
        ways = (Candidate(self.move, 0.97),) if self.now.proposal else ()
        return TableState(self.state.setup, self.state, self.now.version, candidates=ways)

    @in_turn
    def revise(self, back: int, move: Any, version: int, by: str = "", foreseen: str = "") -> None:
        self.take((back, move), version)

    @in_turn
    def set_hands_free(self, hands_free: bool, version: int, by: str = "") -> None:
        self.take(hands_free, version, by)
        self.publish(hands_free=hands_free)

    @in_turn
    def set_by_hand(self, by_hand: bool, version: int, by: str = "") -> None:
        self.take(by_hand, version, by)
        self.publish(by_hand=by_hand)

    @in_turn
    def show_clocks(self, shown: bool, version: int) -> None:
        self.take(shown, version)
        self.publish(timing=Timing(65, 3725, time.monotonic(), runs=True) if shown else None)

    def document(self, game: str) -> dict[str, Any]:
        return {"format": "tablekeeper.game/1", "game": game}

    def take(self, tap: Any, version: int, by: str = "") -> None:
        if version != self.now.version:
            raise StaleError("Too late.")
        if self.refuses:
            raise RefusedError(self.refuses)
        self.taps.append(tap)
        self.by.append(by)


@pytest.fixture
def desk() -> FakeTable:
    return FakeTable()


@pytest.fixture
def live_app(photos: Any, lessons: Any, desk: FakeTable) -> Flask:
    return create_app(Context(photos, lessons, desk, address=lambda: "http://192.168.1.20:8000"))


@pytest.fixture
def live_client(live_app: Flask) -> FlaskClient:
    return live_app.test_client()


# --- phones of every role ------------------------------------------------------------------------


@pytest.fixture
def keys(tmp_path) -> KeyFile:
    return open_keys(tmp_path)


@pytest.fixture
def table_app(photos, lessons, desk, keys) -> Flask:
    desk.propose()
    return create_app(Context(photos, lessons, desk, address=lambda: "http://192.168.1.20:8000", keys=keys))


@pytest.fixture
def phone_at(table_app) -> Callable[[str], FlaskClient]:
    """Give a phone at an address of the home network."""

    def phone(address: str = "192.168.1.31") -> FlaskClient:
        client = table_app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    return phone


@pytest.fixture
def spectator(phone_at):
    return phone_at("192.168.1.31")


@pytest.fixture
def player(phone_at, keys):
    phone = phone_at("192.168.1.32")
    assert phone.post("/api/join", json={"code": keys.code, "colour": "red"}).json == {"role": "player"}
    return phone


@pytest.fixture
def host(phone_at, keys):
    phone = phone_at("192.168.1.33")
    assert phone.post("/api/host", json={"pin": keys.pin}).json == {"role": "host"}
    return phone


@pytest.fixture
def phones(spectator, player, host):
    return {"spectator": spectator, "player": player, "host": host}
