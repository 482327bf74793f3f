"""What every page works with: the desks and the games, handed in once by ``create_app``."""

from collections.abc import Mapping
from typing import Any, cast

from flask import current_app
from msgspec import Struct

from scoring.game import Rules
from webui.desk import PhotoDesk, PrintDesk

GameRules = Rules[Any, Any, Any]


class Context(Struct, frozen=True):
    """The desks behind the pages, the rules of every game, and the address to show others."""

    photos: PhotoDesk
    prints: PrintDesk
    games: Mapping[str, GameRules]
    address: str


def install(app: Any, context: Context) -> None:
    """Hand the context to an app."""
    app.extensions["tablekeeper"] = context


def context() -> Context:
    """Give the context of the app that is answering now."""
    return cast(Context, current_app.extensions["tablekeeper"])
