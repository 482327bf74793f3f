"""Tests on the Pi's own libraries run when they are asked for, where they can."""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ASK = "runs with: ./tablekeeper test --pi"


def pytest_collection_modifyitems(config, items):
    if config.getoption("--pi"):
        return
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=ASK))


@pytest.fixture(scope="session")
def roots() -> Path:
    """The folder outside of the checkout where systems for tests are kept from one run to the next."""
    named = os.environ.get("TABLEKEEPER_PI_ROOTS")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(named) if named else cache / "tablekeeper" / "pi-roots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
