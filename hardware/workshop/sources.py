"""What the printed parts are drawn from, so that parts which were not drawn anew are found."""

import hashlib
from pathlib import Path

from hardware.pins import OUR_PINS

ROOM = Path(__file__).parents[1]
SHAPES = "drawn-from.txt"
"""Beside the STL files: the fingerprint of what they were drawn from."""
SOURCES = (
    *(ROOM / "body" / name for name in ("case.py", "fittings.py", "panel.py", "plates.py", "plan.py")),
    ROOM / "workshop" / "solids.py",
    OUR_PINS,
)


def fingerprint() -> str:
    """Give what changes with every file that the shapes come from."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in SOURCES)).hexdigest()
