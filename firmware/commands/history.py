"""``tablekeeper history``: the games that were played."""

from datetime import datetime
from pathlib import Path

import click
import msgspec

from firmware.build import Parts
from firmware.commands import options
from firmware.history import played_games
from firmware.output import print_json, print_table
from firmware.store import read_store
from webui.records import Played

HISTORY_FORMAT = "tablekeeper.history/1"


@click.command(short_help="List the games that were played.")
@options.as_json()
@options.data()
@click.pass_obj
def history(parts: Parts, as_json: bool, data: Path) -> None:
    """List the games that were played, newest first, with their players and points.

    The date is what the machine's clock said, which may have been wrong.
    """
    with read_store(data) as store:
        games = list(played_games(store, parts.rules))
    if as_json:
        print_json({"format": HISTORY_FORMAT, "games": msgspec.to_builtins(games)})
    elif games:
        print_table(
            ["Game", "Date", "What", "Players", "", "Turns"], [_row(game) for game in games], numbers=1
        )
    else:
        click.echo("No game has been played yet.")


def _row(game: Played) -> list[str]:
    date = f"{datetime.fromtimestamp(game.begun_s).astimezone():%Y-%m-%d %H:%M}"
    players = ", ".join(f"{seat.name} {seat.points}" for seat in game.players)
    state = "ended" if game.ended else "not ended"
    return [
        game.game,
        date if game.is_dated else "unknown",
        game.title,
        game.says or players,
        "" if game.says else state,
        str(game.turns),
    ]
