"""A full data folder, and the program set up over it as ``play`` does it; for ``tests.firmware.damage``."""

import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import Client, TestResponse

from firmware import build
from firmware.access_keys import open_keys
from firmware.cameras.choice import Wanted
from firmware.cli.play import usable_pins
from firmware.data_folder import clear_places, make_data_folder
from firmware.images.darkroom import OpenDarkroom
from firmware.recording.session import About
from firmware.recording.writer import Recorder, StorageRoom
from firmware.serving.addresses import Addresses
from firmware.store.quarantine import Aside
from firmware.store.store import open_store, read_store
from hardware.pins import OUR_PINS
from scoring.referee.observation import Proposal, Sight
from scoring.referee.store import Event
from tests.webui.history.conftest import document_in, keep
from vision.simulator import games as painted
from vision.simulator.table.singles import single_tiles

PAGES = (
    *("/", "/healthz", "/games", "/statistics", "/players", "/prints", "/photos", "/diagnostics", "/new"),
    *("/turns", "/sheet", "/camera", "/screen", "/share", "/photos/new", "/prints/new", "/prints/chart"),
    *("/api/table", "/api/games", "/api/players", "/api/statistics", "/api/photos", "/enter", "/news"),
)
GAME = ("/games/{id}", "/games/{id}/replay", "/games/{id}/3.jpg", "/api/games/{id}")
PHOTO = (
    *("/photos/{id}", "/photos/{id}/photo.jpg", "/photos/{id}/score", "/photos/{id}/fix"),
    *("/photos/{id}/settings", "/photos/{id}/play", "/api/photos/{id}/board", "/api/photos/{id}/sheet"),
)
DEEPER = (("/api/games", "games", GAME), ("/api/photos", "photos", PHOTO))
LESSON = ("/prints/{id}", "/prints/{id}?overview=1", "/prints/{id}/0", "/prints/{id}/0/picture.jpg")
TILES = [
    {"cell": [0, 0], "face": "D", "turns": 0, "quad_px": [[0, 0], [9, 0], [9, 9], [0, 9]]},
    {"cell": [1, 0], "face": "V", "turns": 1, "quad_px": [[9, 0], [18, 0], [18, 9], [9, 9]]},
]
HERE = {"REMOTE_ADDR": "127.0.0.1"}
COMPILED = FileSystemBytecodeCache()
LESSON_ID = re.compile(r"/prints/([0-9a-f]{12})")

Kept = dict[str, Sequence[Event]]


class Near(OpenDarkroom):
    """What ``Apart`` is, in this process: many readings would take hours there."""

    def __init__(self) -> None:
        super().__init__(Knowing)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...


class Knowing:
    """A game's own reader, that sees two tiles in each photograph and nothing new at the table."""

    def __init__(self, game: str) -> None:
        self._reader = build.real_parts().reader(game)
        self._rules = build.real_parts().rules(game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def read(self, image: Any, prints: bytes | None, **asked: Any) -> Any:
        """See two tiles."""
        return self._rules.load_board({"format": "tablekeeper.board/1", "tiles": TILES})

    def get_ready(self, prints: bytes | None, colours: Sequence[str]) -> Any:
        """Open the prints, as every reader does first."""
        return prints and self._reader.describe(prints)

    def look(
        self, image: Any, known: Any, state: Any, memory: Any, visits: Any = 0
    ) -> tuple[Sight[Any], Any]:
        """See nothing new."""
        return Sight((Proposal((), 1.0),)), memory


class Pages:
    """The pages of a program, asked from its own machine; what they answer wrongly is noted."""

    def __init__(self, app: Any, said: list[str]) -> None:
        self.said = said
        self.wrong: list[str] = []
        self._client = Client(app, TestResponse)

    def open(self, page: str) -> TestResponse:
        """Open a page; a fault in the program is wrong, and nothing else is."""
        try:
            answer = self._client.get(page, environ_base=HERE)
        except Exception as error:  # noqa: BLE001 - whatever it is
            self.wrong.append(f"{page}: {error!r}")
            return TestResponse([], "500", {}, None)
        if answer.status_code >= 500:
            self.wrong.append(f"{page}: {answer.status_code}")
        return answer

    def send(self, page: str, **fields: Any) -> TestResponse:
        """Send a form, as a page would."""
        self._client.get("/", environ_base=HERE)
        cookie = self._client.get_cookie("tablekeeper_form")
        data = {"form_token": cookie.value if cookie else "", **fields}
        answer = self._client.post(page, data=data, environ_base=HERE)
        if answer.status_code == 500:
            self.wrong.append(f"{page}: {answer.status_code}")
        return answer

    def open_all(self) -> None:
        """Open every page there is."""
        for page in PAGES:
            self.open(page)
        for listing, name, pages in DEEPER:
            found = (self.open(listing).json or {}).get(name, ())
            for one in found:
                for page in pages:
                    self.open(page.format(id=one.get("id", one.get("game"))))
        for id in set(LESSON_ID.findall(self.open("/prints").text)):
            for page in LESSON:
                self.open(page.format(id=id))


@contextmanager
def playing(data: Path, pictures: Path | None = None) -> Iterator[Pages]:
    """Set the program up as ``play`` does, without a server, and let it go afterwards."""
    said, died = list[str](), list[str]()
    threading.excepthook = lambda fault: died.append(f"{fault.thread}: {fault.exc_value!r}")
    build.Apart = Near  # type: ignore[misc,assignment]
    parts = build.real_parts()._replace(live=Knowing)
    make_data_folder(data)
    aside = Aside(data, said.append)
    clear_places(data, aside)
    door = build.Door(Addresses("127.0.0.1", 8000), (), open_keys(data, aside=aside))
    wanted = Wanted("folder", str(pictures)) if pictures else Wanted("none")
    pins = usable_pins(data, aside.tell)
    with build.dashboard(
        data, parts, wanted, pins, record="frames", door=door, aside=aside, say=said.append
    ) as app:
        app._own.jinja_env.bytecode_cache = COMPILED  # else each start compiles every page anew
        pages = Pages(app, said)
        yield pages
    pages.wrong += died


def fill(folder: Path) -> Path:
    """Make a data folder in which there is something of everything, and beside it frames of a table."""
    data, pictures = folder / "data", folder / "pictures"
    pictures.mkdir()
    for number in range(4):
        (pictures / f"{number}.jpg").write_bytes(picture())
    make_data_folder(data)
    shutil.copy(OUR_PINS, data / OUR_PINS.name)
    document = document_in("whole_classic_two_players")
    with open_store(data, wall_clock=lambda: 1_750_000_000.0) as store:
        ended = document_in("whole_newer_four_players")
        keep(store, {**ended, "moves": ended["moves"][:16]})
        game = keep(store, {**document, "moves": document["moves"][:9]}, ended=False)
    with build.read_store(data) as store:
        begun = store.events(game)[0].body["setup"]
    record(data, game, {**begun, "moves": document["moves"][:6]})
    host = painted.load("carcassonne")
    box = data / "prints" / "box" / "prints.msgpack"
    box.parent.mkdir(parents=True)
    tiles = single_tiles(host.box(host.seat(1), seed=1), 1)
    box.write_bytes(build.real_parts().reader("carcassonne").learn(tiles))
    with playing(data) as pages:
        pages.send("/api/players/rename", player=document["players"][0]["name"], name="Somebody")
        for _ in range(2):
            pages.send("/photos", game="carcassonne", prints="box", photo=sent("a.jpg"))
        tiles = [sent("a.jpg"), sent("b.jpg")]
        lesson = pages.send("/prints", game="carcassonne", name="Another", pictures=tiles)
        pages.send(f"{lesson.location}/0", face="D", turns="0")
        until(
            lambda: (
                "waiting" not in pages.open("/api/photos").text
                and "reading" not in pages.open("/api/photos").text
            )
        )
        id = pages.open("/api/photos").json["photos"][0]["id"]
        pages.send(f"/photos/{id}/settings", rules="leaflet-004", version="0")
        pages.open_all()
        until((data / "results.json").exists)
        assert not pages.wrong, pages.wrong
        assert not pages.said, pages.said
    return data


def sent(name: str) -> tuple[BytesIO, str]:
    """Give a photograph as a form sends it."""
    return BytesIO(picture()), name


def picture() -> bytes:
    """Give a photograph."""
    return cv2.imencode(".jpg", np.full((90, 120, 3), 99, np.uint8))[1].tobytes()


def record(data: Path, game: str, document: Mapping[str, Any]) -> None:
    """Leave the recording of a game as the last program did."""
    rules = build.real_parts().rules("carcassonne")
    setup = rules.load_setup(document)
    about = About(
        game="carcassonne",
        rules=setup.rules,
        options=setup.options,
        players=tuple(setup.players),
        size_px=(120, 90),
        prints="box",
        recorded=game,
    )
    with closing(Recorder(StorageRoom(data / "recordings", reserve_bytes=0), about)) as recorder:
        for number in range(len(document["moves"]) + 1):
            recorder.add(number, number * 5.0, np.full((90, 120, 3), 10 * number, np.uint8), is_still=False)
            recorder.tell({**document, "moves": document["moves"][:number]}, number)


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that comes by itself."""
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("It never came.")


def kept(data: Path) -> Kept:
    """Give the events of every game, its players called as they were."""
    with read_store(data) as store:
        store.book = type(store.book)()
        return {game: store.events(game) for game in store.games()}
