"""``tablekeeper replay``: a game document played through the rules."""

import sys
from pathlib import Path

import click

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.output import print_json
from firmware.cli.sheets import print_sheet
from firmware.errors import InputError
from firmware.store.files import read_file
from scoring.documents.document import decoded
from scoring.documents.values import Written
from scoring.errors import UnreadableError

MAX_GAME_BYTES = 10_000_000
STANDARD_INPUT = Path("-")


@click.command(short_help="Play a game document through the rules and print its sheet.")
@options.path("game_json", "GAME.json")
@options.as_json()
@click.pass_obj
def replay(parts: Parts, game_json: Path, as_json: bool) -> None:
    """Play a game document through the rules and print the sheet after every move and at the end.

    A single dash reads the document from standard input.
    """
    document = _document(game_json)
    rules = parts.rules(_game(document, parts))
    sheet = rules.replay(document)
    if as_json:
        print_json(sheet)
    else:
        seats = rules.load_setup(document).players
        print_sheet(sheet, rules.info, {seat.colour: seat.name for seat in seats})


def _document(file: Path) -> Written:
    text = sys.stdin.buffer.read() if file == STANDARD_INPUT else read_file(file, MAX_GAME_BYTES)
    if len(text) > MAX_GAME_BYTES:
        raise InputError(f"{file} is too large for a game document ({MAX_GAME_BYTES // 1_000_000} MB).")
    try:
        document = decoded(text)
    except UnreadableError as error:
        raise InputError(f"{file}: {error}") from error
    if not isinstance(document, dict):
        raise InputError(f"{file} is not a game document, which has a game, rules and moves in braces.")
    return document


def _game(document: Written, parts: Parts) -> str:
    """Name the game a document is about; one that does not say is taken for the only game there is."""
    names = parts.games()
    game = document.get("game", names[0] if len(names) == 1 else None)
    if not isinstance(game, str):
        raise InputError(f'The document must name its game ("game": ...); there are: {", ".join(names)}.')
    return game
