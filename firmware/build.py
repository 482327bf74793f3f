"""The composition root: the one place that names the real classes and puts them together."""

import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from flask import Flask

from firmware.access_keys import KeyFile
from firmware.appliance.installation import find_installed
from firmware.appliance.switching_off import OffSwitch
from firmware.cameras.absent import NoCamera
from firmware.cameras.choice import Open, Opened, Wanted
from firmware.cameras.lens import StraightCamera, load_lenses
from firmware.cameras.patience import OPENING_S, PATIENCE_S, AwaitedRecording
from firmware.cameras.pi.device import PiDevice
from firmware.cameras.quality.preview import CameraChecks
from firmware.cameras.reconnection import Device, FirstFound, Locked, ReturningCamera
from firmware.cameras.recorded.folder import FolderRecording
from firmware.cameras.recorded.painted import PaintedTable, about_demo, demo_games, write_demo
from firmware.cameras.recorded.playback import PlayedCamera, Stops
from firmware.cameras.recorded.video import VideoRecording
from firmware.cameras.usb import UsbDevice
from firmware.data_folder import clear_places, make_data_folder
from firmware.demo.game import FOLDER as DEMO
from firmware.demo.game import (
    DemoBox,
    DemoPosition,
    Hands,
    Lays,
    PaintedPlayers,
    Scripted,
    answer_questions,
    confirmed_moves,
    find_place,
    new_demo,
    rest_of,
)
from firmware.demo.pages import THREADS, Demos, ShownDemo, TwoTables
from firmware.desks.boards import BoardFolder
from firmware.desks.boxes import BoxFiles
from firmware.desks.diagnostics import Diagnostics
from firmware.desks.games import StoredGames
from firmware.desks.network import Network
from firmware.desks.photos import PhotoFolder
from firmware.desks.prints import LessonFolder
from firmware.desks.support import remembered_log
from firmware.images.darkroom import Darkroom
from firmware.images.processes import READING, Apart, Process
from firmware.panel import NoPanel, Panel, open_panel
from firmware.ports import Camera, Lights
from firmware.recording.writer import FOLDER as RECORDINGS
from firmware.serving.addresses import Addresses
from firmware.store.backups import GAMES
from firmware.store.names import names_in
from firmware.store.players import StoredPlayers
from firmware.store.quarantine import Aside
from firmware.store.results import RESULTS, Results
from firmware.store.store import SqliteStore, open_store, read_store
from firmware.table.games import Boxes, Games
from firmware.table.recorder import Recordings
from firmware.table.worker import Table
from hardware.pins import Pins
from scoring import games as rules_of
from scoring.documents.values import Document
from scoring.referee.clocks import Clock
from scoring.referee.contracts.table import NewGame
from scoring.referee.record.events import prints_in_play
from scoring.roles import AnyRules
from vision import games as readers_of
from vision.live import LiveReader
from vision.reader import Reader
from vision.simulator.table.timeline import Script
from vision.yardstick import Yardstick
from webui.app import create_app
from webui.context import Context

FIRST = DemoPosition(1)
USB_TRIED = 4
"""How many USB cameras ``auto`` looks for."""
ANSWER_S = 6.0
"""How long a question of the demo waits for a visitor."""
BESIDE, OWN = "/demo", "/own"
"""Where the demo is found beside the players' own table, and that beside a demo that comes first."""
Record = Literal["off", "views", "frames"]
"""What is recorded of a game."""


class Parts(NamedTuple):
    """What the commands work with; tests hand in others.

    Attributes:
        games: Names every game.
        rules: Gives the rules of a game.
        reader: Gives the reader of a game.
        live: Gives what follows a game at the live table.
        yardstick: Gives what a game is measured by.
        readable: Names the games whose table a camera can read.
    """

    games: Callable[[], tuple[str, ...]]
    rules: Callable[[str], AnyRules]
    reader: Callable[[str], Reader[Any]]
    live: Callable[[str], LiveReader[Any, Any]] = readers_of.load_live
    yardstick: Callable[[str], Yardstick[Any, Any, Any]] = readers_of.load_yardstick
    readable: Callable[[], tuple[str, ...]] = readers_of.names


def real_parts() -> Parts:
    """Give the parts of the real program."""
    return Parts(rules_of.names, rules_of.load, readers_of.load)


def camera_kinds(
    clock: Clock | None,
    place: DemoPosition = FIRST,
    hands: Hands | None = None,
    lays: Lays = lambda _: True,
    lying: Callable[[Script], DemoPosition] | None = None,
) -> dict[str, Open]:
    """Give what opens each kind of camera.

    Args:
        clock: What recordings are shown by; None shows them as fast as their frames are taken.
        place: Where the demo stands.
        hands: Those of the demo; without them it waits for nobody.
        lays: Tells whether a move of the demo lays a tile.
        lying: Gives where the demo stands by what is played there; as ``place`` says by default.
    """
    patience_s = PATIENCE_S if clock else OPENING_S

    def folder(name: str) -> Opened:
        awaited = AwaitedRecording(name, lambda: FolderRecording(Path(name)), patience_s)
        return Opened(PlayedCamera(awaited, clock), awaited.recording.about)

    def video(name: str) -> Opened:
        awaited = AwaitedRecording(name, lambda: VideoRecording(Path(name)), patience_s)
        return Opened(PlayedCamera(awaited, clock))

    def demo(game: str) -> Opened:
        played = write_demo(game, place.seed)
        table = PaintedTable(rest_of(played, lying(played) if lying else place, lays))
        if hands:
            hands.script = played
        stops = _stops(table, hands) if hands else Stops()
        return Opened(PlayedCamera(table, clock, stops=stops), about_demo(played))

    return {
        "auto": lambda _: Opened(ReturningCamera(_first_found(), is_there=False)),
        "none": lambda _: Opened(NoCamera()),
        "pi": lambda _: Opened(ReturningCamera(PiDevice)),
        "usb": lambda number: Opened(ReturningCamera(_usb(int(number)))),
        "folder": folder,
        "video": video,
        "demo": demo,
    }


def _usb(number: int) -> Callable[[Locked], Device]:
    return lambda locked: UsbDevice(number, locked, time.monotonic)


def _first_found() -> FirstFound:
    """Give what finds the Pi's own camera, else one on USB, sooner or later."""
    usb = [("usb", _usb(number)) for number in range(USB_TRIED)]
    return FirstFound([("pi", PiDevice), *usb], time.monotonic, fixed="pi")


def _stops(table: PaintedTable, hands: Hands) -> Stops:
    """Have each hand wait until it may come."""
    openings = table.openings
    return Stops(table.visits, lambda index: hands.may_come(begins_turn=index in openings))


class Staged(NamedTuple):
    """A camera with what belongs to it.

    Attributes:
        data: The folder of what is kept of those games.
        store: Where the games before this camera are kept.
        prints: Gives the prints of the box by name.
        record: Records the games.
        new: A game that begins by itself.
        hands: Those that play at a painted table, where nobody sits who could answer a question.
        keep: Keeps what a game has taught of its box; None where that is not to be kept.
        boxes: Keeps what games tell of their boxes; None likewise.
        aside: Sets aside what of the folder cannot be used.
    """

    camera: Camera
    data: Path
    store: SqliteStore
    prints: Callable[[str], bytes | None]
    record: Recordings | None
    new: NewGame | None = None
    hands: Hands | None = None
    keep: Callable[[str, bytes], str] | None = None
    aside: Aside | None = None
    boxes: Boxes | None = None


def stage(
    wanted: Wanted,
    data: Path,
    parts: Parts,
    boxes: LessonFolder,
    record: Record = "off",
    aside: Aside | None = None,
) -> Staged:
    """Open the camera that somebody asked for, and the store that goes with it.

    Args:
        boxes: Where the players' own prints are kept.
        record: What is recorded of a game.
        aside: Sets aside what cannot be used.

    Raises:
        CameraError: It is not there, or cannot be used.
        InputError: The folder or file cannot be played.
        StoreError: Nothing can be kept.
    """
    if wanted.kind == "demo":
        return _stage_demo(wanted.name, data / DEMO / wanted.name, parts, record, aside)
    camera = camera_kinds(time.monotonic)[wanted.kind](wanted.name).camera
    lenses = load_lenses(data, aside)
    if lenses:
        camera = StraightCamera(camera, lenses)
    recordings = recordings_in(data, record, aside)
    store, keep = open_store(data, aside=aside), boxes.keep_taught
    found = boxes.find_prints
    return Staged(camera, data, store, found, recordings, keep=keep, aside=aside, boxes=BoxFiles(data, aside))


def _stage_demo(game: str, folder: Path, parts: Parts, record: Record, outer: Aside | None = None) -> Staged:
    """Open a painted table in a folder of its own, where its game goes on or the next one begins."""
    aside = Aside(folder, outer.tell) if outer else Aside(folder)
    make_data_folder(folder)
    clear_places(folder, aside)
    store = open_store(folder, aside=aside)
    rules, yardstick = parts.rules(game), parts.yardstick(game)

    def lays(move: Document) -> bool:
        return yardstick.place(rules.load_move(move)) is not None

    place, hands = find_place(store, lays), Hands()
    done = [] if place.turns is None else confirmed_moves(store.events(store.games()[-1]))

    def lying(script: Script) -> DemoPosition:
        return Scripted(script, rules, yardstick).lying(place, done)

    opened = camera_kinds(time.monotonic, place, hands, lays, lying)["demo"](game)
    new = new_demo(opened.about) if opened.about and place.turns is None else None
    learned = cache(lambda _: _demo_prints(game, place))
    recordings = recordings_in(folder, record, aside)
    box = DemoBox(opened.about.box if opened.about else None)
    return Staged(opened.camera, folder, store, learned, recordings, new, hands, aside=aside, boxes=box)


def recordings_in(data: Path, record: Record, aside: Aside | None = None) -> Recordings | None:
    """Give what records the games of a data folder."""
    return None if record == "off" else Recordings(data, record, aside)


def _demo_prints(game: str, place: DemoPosition) -> bytes:
    """Learn the prints of the painted box, apart, for it takes a few seconds and 100 MB."""
    with closing(Process(READING)) as apart:
        prints: bytes = apart.do("learn_painted", game, place.seed)
    return prints


@contextmanager
def live_table(
    staged: Staged, pins: Pins | None, parts: Parts, say: Callable[[str], None], name: str = "table"
) -> Iterator[Table]:
    """Put the live table together with its panel, and switch it off afterwards.

    Args:
        pins: How the panel is wired; None where it belongs to another table.
        say: Told what players should know about the panel and the store.
        name: What its worker is called.
    """
    off = OffSwitch(find_installed())

    def lights(post: Callable[[str], None]) -> Lights:
        panel: Panel | NoPanel = NoPanel("")
        if pins:
            panel = open_panel(pins, lambda button: off.hear(button, post, panel, say))
        if panel.says:
            say(panel.says)
        return panel

    if staged.store.says:
        (staged.aside.tell if staged.aside else say)(staged.store.says)
    games = Games(parts.rules, parts.live, staged.prints, staged.keep, staged.boxes, parts.readable)
    with staged.store, Table(staged.camera, staged.store, lights, games, staged.record, name=name) as table:
        if staged.new:
            staged.prints(staged.new.prints)  # while nobody waits for the table
            table.start(staged.new)
        if staged.hands:
            staged.hands.sit_down(table)
        with _answered(table, staged.hands, parts) if staged.hands else nullcontext():
            yield table


def stored_games(staged: Staged, parts: Parts, table: Table, darkroom: Darkroom | None = None) -> StoredGames:
    """Put together what the pages know of the games that were played."""
    results = Results(staged.data / RESULTS, staged.aside)
    return StoredGames(
        staged.store,
        parts.rules,
        staged.data / RECORDINGS,
        lambda: table.snapshot().game,
        results,
        staged.aside,
        darkroom,
    )


def set_in_play(data: Path) -> str:
    """Name the print set that a game of the players' own needs, even while the demo is shown; empty for none.

    Raises:
        StoreError: The games cannot be read.
    """
    if not (data / GAMES).exists():
        return ""
    with read_store(data) as store:
        return prints_in_play(store)


def camera_checks(table: Table) -> CameraChecks:
    """Put together what checks the camera of a table."""
    return CameraChecks(table.previews, lambda: table.snapshot().camera, table.quads_px)


@contextmanager
def _counted(games: StoredGames) -> Iterator[None]:
    """Have games that were played counted meanwhile, so that nobody waits for it later."""
    is_over = threading.Event()
    counting = threading.Thread(target=games.count, args=(is_over.is_set,), name="counting", daemon=True)
    counting.start()
    try:
        yield
    finally:
        is_over.set()
        counting.join()


@contextmanager
def _answered(table: Table, hands: Hands, parts: Parts) -> Iterator[None]:
    """Have questions answered that nobody else answers."""
    is_over, played = threading.Event(), _scripted(hands.script, parts)
    players = played.players() if played else PaintedPlayers()
    asked = (table, players, ANSWER_S, is_over)
    answering = threading.Thread(
        target=answer_questions, args=asked, name=f"{THREADS}-answering", daemon=True
    )
    answering.start()
    try:
        yield
    finally:
        is_over.set()
        answering.join()


def _scripted(script: Script | None, parts: Parts) -> Scripted | None:
    """Give what tells which turn comes next; None for a table that nobody has painted."""
    if script is None:
        return None
    game = script.truth["game"]
    return Scripted(script, parts.rules(game), parts.yardstick(game))


class Door(NamedTuple):
    """How phones come to the table.

    Attributes:
        addresses: Where they find it.
        hosts: More names to answer to.
        keys: What makes a phone a player's or the host's.
    """

    addresses: Addresses
    hosts: Collection[str]
    keys: KeyFile


@contextmanager
def dashboard(
    data: Path,
    parts: Parts,
    wanted: Wanted,
    pins: Pins | None,
    *,
    record: Record,
    door: Door,
    aside: Aside,
    say: Callable[[str], None],
) -> Iterator[TwoTables]:
    """Put the dashboard and the live tables together, and let their workers go afterwards.

    Args:
        data: The data folder.
        parts: The games.
        wanted: The camera; of a demo, that comes first, and the players' own table is beside it.
        pins: How the panel is wired; None where that cannot be told.
        record: What is recorded, as for ``stage``.
        door: How phones come in.
        aside: Sets aside what of the data folder cannot be used.
        say: Told what somebody at the terminal should know.
    """
    own_first = wanted.kind != "demo"
    with ExitStack() as stack:
        reading, learning = ThreadPoolExecutor(1, "reading"), ThreadPoolExecutor(1, "learning")
        for worker in (reading, learning):
            stack.callback(worker.shutdown, cancel_futures=True)
        darkroom = stack.enter_context(Apart())
        lessons = LessonFolder(
            data,
            learning,
            load_reader=parts.reader,
            games=parts.readable,
            in_play=partial(set_in_play, data),
            aside=aside,
            darkroom=darkroom,
        )
        photos = PhotoFolder(
            data / "photos",
            lessons.find_prints,
            reading,
            darkroom=darkroom,
            load_rules=parts.rules,
            games=parts.readable,
            aside=aside,
        )
        boards = BoardFolder(
            data, parts.games, parts.rules, parts.readable, lessons, darkroom=darkroom, aside=aside
        )
        games = {name: parts.rules(name) for name in parts.games()}
        logged = stack.enter_context(remembered_log())

        def pages(staged: Staged, table: Table, own: str = "", demo: Demos | None = None) -> Flask:
            played = stored_games(staged, parts, table, darkroom)
            if demo:
                stack.enter_context(_counted(played))
            return create_app(
                Context(
                    photos,
                    lessons,
                    table,
                    games,
                    history=played,
                    camera=camera_checks(table),
                    players=StoredPlayers(staged.store, table.read_anew),
                    names=lambda: names_in(staged.store),
                    hosts=door.hosts,
                    address=door.addresses.url,
                    local=door.addresses.local,
                    keys=door.keys,
                    diagnostics=Diagnostics(
                        table.gauges, table, staged.data, lambda: logged, aside, find_installed()
                    ),
                    network=Network(data),
                    boards=boards,
                    own=own,
                    demo=demo,
                )
            )

        @contextmanager
        def show_demo(game: str) -> Iterator[ShownDemo]:
            recorded: Record = "off" if own_first else record
            staged = stage(Wanted("demo", game), data, parts, lessons, recorded, aside)
            with live_table(staged, None if own_first else pins, parts, say, f"{THREADS}-table") as shown:
                own = "/" if own_first else f"{OWN}/"
                yield ShownDemo(
                    pages(staged, shown, own),
                    lambda: shown.snapshot().phase == "ended",
                    lambda: shown.has_failed,
                )

        staged = stage(wanted if own_first else Wanted("none"), data, parts, lessons, record, aside)
        table = stack.enter_context(live_table(staged, pins if own_first else None, parts, say))
        at = f"{BESIDE}/" if own_first else "/"
        demos = stack.enter_context(Demos(show_demo, at, demo_games(), stays=not own_first))
        if not own_first:
            demos.show(wanted.name)
        yield TwoTables(
            pages(staged, table, demo=demos),
            demos,
            BESIDE if own_first else OWN,
            own_first=own_first,
            is_well=lambda: table.is_well,
        )
