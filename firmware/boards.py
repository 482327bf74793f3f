"""A board document for people: a map of the tiles, the figures, the faults, what is doubted."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from vision.reader import SURE

Document = Mapping[str, Any]


def print_board(board: Document) -> None:
    """Print what was read from a photograph."""
    click.echo("\n".join(board_lines(board)))


def board_lines(board: Document) -> Iterator[str]:
    """Write a board document line by line.

    Yields:
        A heading with the counts, then the map (a face and its clockwise turns a tile), the figures,
        the faults, the doubts and what else is unsure.
    """
    unsure = [tile for tile in board["tiles"] if tile.get("confidence", 1.0) < SURE]
    counts = {"tile": "tiles", "figure": "meeples", "fault": "faults", "doubt": "doubts"}
    heading = [_count(len(board[key]), word) for word, key in counts.items()]
    if unsure:
        heading.append(_count(len(unsure), "unsure tile"))
    yield ", ".join(heading)
    yield from map_lines(board["tiles"])
    for meeple in board["meeples"]:
        at, feature, sure = _at(meeple["cell"]), meeple["feature"], _percent(meeple)
        yield f"  {meeple['colour']} {meeple.get('kind', 'follower')} on the {feature} {at}, {sure}"
    for fault in board["faults"]:
        yield f"  Fault {' and '.join(_at(cell) for cell in fault['cells'])}: {fault['says']}"
    for doubt in board["doubts"]:
        yield f"  Doubt {_at(doubt['cell']) if doubt.get('cell') else ''}: {doubt['says']}".replace(" :", ":")
    for tile in unsure:
        yield f"  Unsure {_at(tile['cell'])}: {_word(tile)}, {_percent(tile)}{_or_else(tile)}"


def _or_else(tile: Document) -> str:
    others = tile.get("alternatives", [])
    return f"; else {_word(others[0])}" if others else ""


def _word(tile: Document) -> str:
    """Name a tile: "D1" is face D, turned once clockwise."""
    return f"{tile['face']}{tile['turns'] or ''}"


def map_lines(tiles: Sequence[Document]) -> Iterator[str]:
    """Draw the tiles as a map of words, one for each."""
    if not tiles:
        return
    words = {tuple(tile["cell"]): _word(tile) for tile in tiles}
    columns = range(min(c for c, _ in words), max(c for c, _ in words) + 1)
    rows = range(min(r for _, r in words), max(r for _, r in words) + 1)
    width = max(len(word) for word in words.values())
    for row in rows:
        yield "  " + " ".join(words.get((column, row), ".").ljust(width) for column in columns).rstrip()


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _at(cell: Sequence[int]) -> str:
    return f"at {cell[0]},{cell[1]}"


def _percent(seen: Document) -> str:
    return f"{seen.get('confidence', 1.0):.0%} sure"
