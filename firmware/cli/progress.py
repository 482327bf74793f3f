"""Progress on the terminal: a bar where somebody watches, nothing where nobody does."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from vision.reader import Progress as Heard


@contextmanager
def progress_bar(step: str) -> Iterator[Heard]:
    """Show a bar on standard error while something is done.

    Args:
        step: What is done first, in a few words.

    Yields:
        What to call with a step's name and the share done, from 0 to 1.
    """
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(step, total=1.0)
        yield lambda step, share: bar.update(task, description=step, completed=share)
