"""The real program, run for as long as a test asks it something."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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
            yield process, _address(process)
        finally:
            process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"http://[\d.:]+", line):
            return found[0]
    raise AssertionError(f"It said no address, and ended with {process.wait()}.")


def to_play(data: Path | str, camera: str) -> Sequence[str]:
    """Give the words by which a table is played on a free port."""
    return ["firmware", "play", "--port", "0", "--host", "127.0.0.1", "--data", str(data), "--camera", camera]
