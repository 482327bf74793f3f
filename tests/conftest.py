"""What can be asked of the tests as a whole."""

import ctypes
import gc
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

# No test is about the clock of the machine it happens to run on. The same examples come every time, so that
# what passed passes again; --search looks for others.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="also run the tests marked slow")
    parser.addoption(
        "--pi", action="store_true", help="also run what needs the Raspberry Pi's own libraries (tests/pi)"
    )
    parser.addoption(
        "--appliance", action="store_true", help="also install on a whole emulated machine (tests/appliance)"
    )
    parser.addoption("--debian", choices=["12", "13"], default="13", help="which Debian that machine has")
    parser.addoption(
        "--search", action="store_true", help="try examples by chance, others every time, instead of the same"
    )


def pytest_configure(config):
    settings.load_profile("search" if config.getoption("search") else "steady")


def pytest_report_header(config):
    return None if config.getoption("all") else "tests marked slow are left out; --all runs them too"


def pytest_collection_modifyitems(config, items):
    slow = set() if config.getoption("all") else {*slow_among(items)}
    if slow:
        config.hook.pytest_deselected(items=[*slow])
        items[:] = [item for item in items if item not in slow]


def slow_among(items):
    """Give what is marked slow; ``slow(but=2)`` leaves the first two cases of a test to every run."""
    cases = Counter()
    for item in items:
        marker = item.get_closest_marker("slow")
        if marker:
            test = item.nodeid.partition("[")[0]
            cases[test] += 1
            if cases[test] > marker.kwargs.get("but", 0):
                yield item


@pytest.fixture(scope="module", autouse=True)
def _spare_memory():
    """Give back after each file what it painted, else the holes in between are kept to the end."""
    yield
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
