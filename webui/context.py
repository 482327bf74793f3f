"""What every page works with: the desks and the games, handed in once by ``create_app``."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, cast

from flask import current_app
from msgspec import Struct, field

from scoring.referee.contracts.camera import CameraDesk
from scoring.referee.contracts.demo import DemoDesk
from scoring.referee.contracts.diagnostics import DiagnosticsDesk
from scoring.referee.contracts.games import GamesDesk
from scoring.referee.contracts.keys import Keys
from scoring.referee.contracts.photos import PhotoDesk
from scoring.referee.contracts.players import PlayersDesk
from scoring.referee.contracts.prints import PrintDesk
from scoring.referee.contracts.refusals import NotHereError
from scoring.referee.contracts.table import TableDesk
from scoring.roles import AnyRules
from scoring.sentence import marked
from webui.attempts import Tries
from webui.shared import Shared


class Context(Struct, frozen=True):
    """What ``create_app`` was handed.

    Attributes:
        games: The rules by name.
        address: Where phones find the table.
        local: The same by the machine's name; empty where it has none that phones could find.
        keys: What opens the table to phones; without them, only the machine itself may change anything.
        tries: Counts wrong codes and PINs.
        diagnostics: Says how the appliance is.
        table: The live table, where there is one.
        shared: What many phones are given alike.
        history: The games that were played, where they are kept.
        camera: The table's camera, where there is one to be checked.
        names: Lists who has played here, whoever played last first.
        players: Those who have played, where games are kept.
        own: Where the players' own table is, on the pages of a demo; empty on its own pages.
        demo: Shows the demo beside the players' own table, where there is one.
        hosts: What the machine is called.
    """

    photos: PhotoDesk
    prints: PrintDesk
    games: Mapping[str, AnyRules]
    address: str
    table: TableDesk | None
    shared: Shared = field(default_factory=Shared)
    history: GamesDesk | None = None
    camera: CameraDesk | None = None
    names: Callable[[], Sequence[str]] = tuple
    keys: Keys | None = None
    local: str = ""
    tries: Tries = field(default_factory=Tries)
    diagnostics: DiagnosticsDesk | None = None
    players: PlayersDesk | None = None
    own: str = ""
    demo: DemoDesk | None = None
    hosts: Collection[str] = ()

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


def live_table() -> TableDesk:
    """Give the live table.

    Raises:
        NotHereError: These pages have none.
    """
    table = context().table
    if table is None:
        raise NotHereError(marked("There is no live table here; these pages score photographs only."))
    return table


def history() -> GamesDesk:
    """Give the games that were played.

    Raises:
        NotHereError: These pages keep none.
    """
    games = context().history
    if games is None:
        raise NotHereError(marked("No games are kept here; these pages score photographs only."))
    return games
