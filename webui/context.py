"""What every page works with: the desks and the games, handed in once by ``create_app``."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar, cast

from flask import current_app
from msgspec import Struct, field

from scoring import games as all_games
from scoring.referee.contracts.camera import CameraDesk
from scoring.referee.contracts.demo import DemoDesk
from scoring.referee.contracts.diagnostics import DiagnosticsDesk, NetworkDesk
from scoring.referee.contracts.games import GamesDesk
from scoring.referee.contracts.keys import Keys
from scoring.referee.contracts.photos import PhotoDesk
from scoring.referee.contracts.players import PlayersDesk
from scoring.referee.contracts.prints import BoardDesk, PrintDesk
from scoring.referee.contracts.refusals import NotHereError
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.table import TableDesk
from scoring.roles import AnyRules
from scoring.sentence import marked
from webui.attempts import Tries
from webui.shared import Shared

NO_TABLE = marked("There is no live table here; these pages score photographs only.")
NO_GAMES = marked("No games are kept here; these pages score photographs only.")
Desk = TypeVar("Desk")


def _every_game() -> Mapping[str, AnyRules]:
    return {name: all_games.load(name) for name in all_games.names()}


class Context(Struct, frozen=True):
    """What ``create_app`` was handed.

    Attributes:
        photos: Reads photographs.
        prints: Learns prints.
        table: The table that is played at; without it, the pages score photographs only.
        games: The rules by name; without them, every game there is.
        history: The games that were played, where they are kept.
        camera: The table's camera, where there is one to be checked.
        players: Those who have played, and what they are called, where games are kept.
        names: Lists who has played here, whoever played last first.
        hosts: What the machine is called; it answers to these, to IP addresses and a home network's names.
        address: Tells where phones find the table ("http://192.168.1.20:8000"), for the QR code; where
            it tells nothing, the address that the page was asked under.
        local: Tells the same by the machine's name ("http://tablekeeper.local:8000"), where it has one.
        keys: What makes a phone a player's or the host's; without them, this machine alone may act.
        diagnostics: Says how the appliance is.
        network: Says which network it is in, and asks for another.
        boards: Teaches printed boards.
        own: Where the players' own table is, where this one is a painted one; the pages say so then.
        demo: Shows the demo beside this table.
        tries: Counts wrong codes and PINs.
        shared: What many phones are given alike.
    """

    photos: PhotoDesk
    prints: PrintDesk
    table: TableDesk | None = None
    games: Mapping[str, AnyRules] = field(default_factory=_every_game)
    history: GamesDesk | None = None
    camera: CameraDesk | None = None
    players: PlayersDesk | None = None
    names: Callable[[], Sequence[str]] = tuple
    hosts: Collection[str] = ()
    address: Callable[[], str] = str
    local: Callable[[], str] = str
    keys: Keys | None = None
    diagnostics: DiagnosticsDesk | None = None
    network: NetworkDesk | None = None
    boards: BoardDesk | None = None
    own: str = ""
    demo: DemoDesk | None = None
    tries: Tries = field(default_factory=Tries)
    shared: Shared = field(default_factory=Shared)

    @property
    def readable(self) -> Mapping[str, AnyRules]:
        """The games whose table a camera can read, by name; the others are played by hand."""
        known = self.photos.games()
        return {name: rules for name, rules in self.games.items() if name in known}

    @property
    def taught(self) -> Mapping[str, AnyRules]:
        """The games whose printed board is taught, by name; none where these pages teach no board."""
        return {name: rules for name, rules in self.games.items() if self.boards and rules.teaching()}

    @property
    def is_demo(self) -> bool:
        """Whether the table is a painted one."""
        return bool(self.own)


def install(app: Any, context: Context) -> None:
    """Hand the context to an app."""
    app.extensions["tablekeeper"] = context


def context() -> Context:
    """Give the context of the app that is answering now."""
    return cast(Context, current_app.extensions["tablekeeper"])


def needed(desk: Desk | None, says: str) -> Desk:
    """Give a desk.

    Raises:
        NotHereError: These pages have none.
    """
    if desk is None:
        raise NotHereError(says)
    return desk


def live_table() -> TableDesk:
    """Give the live table; a page that asks for it is not there where there is none."""
    return needed(context().table, NO_TABLE)


def table_now() -> Snapshot | None:
    """Give the live table as it is now, where there is one."""
    table = context().table
    return table.snapshot() if table else None


def history() -> GamesDesk:
    """Give the games that were played; a page that asks for them is not there where none are kept."""
    return needed(context().history, NO_GAMES)


def players_desk() -> PlayersDesk:
    """Give those who have played; likewise."""
    return needed(context().players, NO_GAMES)
