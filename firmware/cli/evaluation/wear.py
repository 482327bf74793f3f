"""``tablekeeper bench --wear``: what a game writes, which is what wears a memory card."""

from pathlib import Path

from firmware.cli.output import print_json, print_table
from firmware.cli.progress import progress_bar
from firmware.evaluation.wear import Wear, measure_wear

WEAR_FORMAT = "tablekeeper.wear/1"


def report_wear(game: str, data: Path, minutes: float, *, as_json: bool) -> None:
    """Play a demo of a game, and print what it wrote an hour.

    Args:
        game: The game.
        data: A folder of the disk that is meant; it is made where it is not there.
        minutes: How long it is played.
        as_json: Whether one JSON document is printed.
    """
    data.mkdir(parents=True, exist_ok=True)
    with progress_bar(f"Playing a demo for {minutes:g} minutes"):
        wear = measure_wear(f"demo:{game}", data, 60 * minutes)
    if as_json:
        print_json({"format": WEAR_FORMAT, "game": game, **wear._asdict()})
    else:
        print_table(["Written without recording", "MB an hour", "kB a move"], rows(wear), numbers=2)


def rows(wear: Wear) -> list[list[str]]:
    """Give the lines of the table.

    Example:
        >>> for row in rows(Wear(1800.0, 50, 2_000_000, None)):
        ...     print(row)
        ['by the program, 50 moves in 30 minutes', '4.0', '40']
        ['to the disk, which does not count', '-', '-']
    """
    what = f"by the program, {wear.moves} moves in {wear.seconds / 60:.0f} minutes"
    disk = "to the disk, with its file system's own and all that other programs wrote"
    if wear.disk_bytes is None:
        return [_row(what, wear, wear.program_bytes), ["to the disk, which does not count", "-", "-"]]
    return [_row(what, wear, wear.program_bytes), _row(disk, wear, wear.disk_bytes)]


def _row(what: str, wear: Wear, written: int) -> list[str]:
    return [what, f"{wear.hourly_mb(written):.1f}", f"{written / 1000 / max(wear.moves, 1):.0f}"]
