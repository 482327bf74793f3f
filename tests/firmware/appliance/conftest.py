"""A machine on which two versions are installed."""

import pytest

from firmware.appliance.guard import Places


@pytest.fixture
def places(tmp_path):
    there = Places(tmp_path)
    for version in ("1.0", "2.0"):
        brought = there.root / "opt/tablekeeper" / version / "firmware/appliance"
        brought.mkdir(parents=True)
        (brought / "guard.py").write_text(f"the guard of {version}")
    there.current.symlink_to("1.0")
    there.data.mkdir(parents=True)
    return there
