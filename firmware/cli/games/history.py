"""``tablekeeper history``: the games that were played."""

from datetime import datetime
from pathlib import Path

import click

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.output import in_own_language, print_json, print_table
from firmware.demo.game import FOLDER as DEMO
from firmware.store.history import played_games
from firmware.store.store import read_store
from scoring.referee.contracts.games import GameRecord
from scoring.sentence import marked
from scoring.sheet import say_win
from webui.access.languages import translate

HISTORY_FORMAT = "tablekeeper.history/1"


@click.command(short_help="List the games that were played.")
@options.as_json()
@options.data()
@click.pass_obj
def history(parts: Parts, as_json: bool, data: Path) -> None:
    """List the games that were played, newest first, with their players and points.

    The date is what the machine's clock said, which may have been wrong.
    """
    if (data / DEMO).exists():
        click.echo("Games of the demo are not kept here.", err=True)
    with read_store(data) as store:
        games = list(played_games(store, parts.rules))
    if as_json:
        print_json({"format": HISTORY_FORMAT, "games": games})
    elif games:
        with in_own_language():
            heads = (marked("Game"), marked("Date"), marked("What"), marked("Players"), "", marked("Turns"))
            print_table([translate(head) for head in heads], [_row(game) for game in games], numbers=1)
    else:
        click.echo("No game has been played yet.")


def _row(game: GameRecord) -> list[str]:
    date = f"{datetime.fromtimestamp(game.begun_s).astimezone():%Y-%m-%d %H:%M}"
    players = ", ".join(f"{seat.name} {seat.standing}" for seat in game.players)
    return [
        game.game,
        date if game.is_dated else translate(marked("unknown")),
        translate(game.title),
        game.says or players,
        "" if game.says else _outcome(game),
        str(game.turns),
    ]


def _outcome(game: GameRecord) -> str:
    """Say who has won, by whatever breaks a tie."""
    if not game.ended:
        return translate(marked("not ended"))
    points = {seat.colour: seat.points for seat in game.players}
    won = [seat.colour for seat in game.players if seat.won]
    return translate(say_win(points, won, {seat.colour: seat.name for seat in game.players}))
