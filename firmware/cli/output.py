"""What commands print: one JSON document, or tables that read well on a terminal and in a file."""

import os
from contextlib import AbstractContextManager

import click
import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from scoring.sentence import written
from webui.access.languages import speaking

FILE_WIDTH = 160


def in_own_language() -> AbstractContextManager[None]:
    """Speak the language of whoever sits at the terminal, as far as there are translations."""
    told = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return speaking(told[:2].lower())


def print_json(document: object) -> None:
    """Print one JSON document."""
    click.echo(msgspec.json.encode(document, enc_hook=written))


def print_table(columns: list[str], rows: list[list[str]], *, numbers: int) -> None:
    """Print a table: with lines and colours on a terminal, as plain text elsewhere.

    Args:
        columns: The headings.
        rows: A text for each column.
        numbers: How many columns at the end hold numbers.
    """
    console = Console()
    if not console.is_terminal:
        console = Console(width=FILE_WIDTH)
    table = Table(box=box.SIMPLE if console.is_terminal else None, pad_edge=False)
    for index, column in enumerate(columns):
        is_number = index >= len(columns) - numbers
        table.add_column(column, justify="right" if is_number else "left", no_wrap=is_number)
    for row in rows:
        table.add_row(*row)
    console.print(table, markup=False)
