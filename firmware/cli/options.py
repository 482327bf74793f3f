"""The options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from firmware.build import Parts
from firmware.data_folder import VARIABLE, data_folder
from firmware.errors import InputError
from scoring.games import names
from vision.simulator.camera.levels import LEVELS

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_GAMES = ", ".join(names())
"""The games that are there, for helps that are written before a command knows its parts."""


def _find_data(ctx: click.Context, param: click.Parameter, value: str | None) -> Path:
    return data_folder(value, os.environ)


def _check_game(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    parts: Parts = ctx.obj
    names = parts.games()
    if value is None and len(names) > 1:
        raise InputError(f"--game is missing; these can be chosen: {', '.join(names)}.")
    game = names[0] if value is None else value
    parts.rules(game)
    return game


def game() -> Decorator:
    """Let a command take the name of a game, which only one that is alone may go without."""
    return click.option(
        "--game", metavar="GAME", callback=_check_game, help=f"Which game lies on the table: {_GAMES}."
    )


def measured_game() -> Decorator:
    """Let a command that measures take the name of a game."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
        parts: Parts = ctx.obj
        return _check_game(ctx, param, parts.games()[0] if value is None else value)

    says = f"Which game to measure: {_GAMES}; else the first of these."
    return click.option("--game", metavar="GAME", callback=check, help=says)


def data() -> Decorator:
    """Let a command take the data folder."""
    return click.option(
        "--data",
        metavar="DIR",
        callback=_find_data,
        help=f"Where prints, photographs and games are kept; else {VARIABLE}, else the user's data folder.",
    )


def as_json() -> Decorator:
    """Let a command print one JSON document."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")


def prints(*, required: bool = False) -> Decorator:
    """Let a command take a print set: a name in the data folder, or a folder when it holds a slash."""
    return click.option(
        "--prints",
        required=required,
        metavar="NAME_OR_DIR",
        help="The print set of this box: a name in the data folder, or a folder, named with a slash.",
    )


def any_box() -> Decorator:
    """Let a command read a box as if nobody had learned it."""
    return click.option(
        "--any-box",
        is_flag=True,
        help="Read the tiles as those of a box nobody has learned, whatever print sets there are.",
    )


def photos() -> Decorator:
    """Let a command take a folder of photographs whose truth is known."""
    return click.option(
        "--photos",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="A folder of photographs with truth documents (NAME.truth.json), for the accuracy.",
    )


def levels() -> Decorator:
    """Let a command take levels of the synthetic table; none means every one."""
    return click.option(
        "--hard",
        type=click.IntRange(0, len(LEVELS) - 1),
        multiple=True,
        help="How hard synthetic tables are to read; may be given more than once, else every level.",
    )


def path(argument: str, metavar: str) -> Decorator:
    """Let a command take a file or folder."""
    return click.argument(argument, metavar=metavar, type=click.Path(path_type=Path))
