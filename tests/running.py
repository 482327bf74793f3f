"""The real program, run for as long as a test asks it something."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from firmware.evaluation.footprint import address_of

ROOT = Path(__file__).parents[1]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


@contextmanager
def running(
    words: Sequence[str | Path], cwd: Path | None = None, stderr: int = subprocess.DEVNULL
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a module of ours by itself, and give its process with the address that it said.

    However the test ends, the process does: it would be waited for.
    """
    with subprocess.Popen(
        [sys.executable, "-P", "-m", *map(str, words)],
        cwd=cwd,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    ) as process:
        try:
            yield process, address_of(process)
        finally:
            process.kill()
