"""What every page works with: the desks and the games, handed in once by ``create_app``."""

from collections.abc import Mapping
from typing import Any, cast

from flask import current_app
from msgspec import Struct

from scoring.game import Rules
from webui.desk import NotHereError, PhotoDesk, PrintDesk, TableDesk
from webui.streams import Streams

GameRules = Rules[Any, Any, Any]


class Context(Struct, frozen=True):
    """What ``create_app`` was handed.

    Attributes:
        games: The rules by name.
        address: Where phones find the table.
        table: The live table, where there is one.
        streams: The streams of events that phones follow.
    """

    photos: PhotoDesk
    prints: PrintDesk
    games: Mapping[str, GameRules]
    address: str
    table: TableDesk | None
    streams: Streams


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
        raise NotHereError("There is no live table here; these pages score photographs only.")
    return table
