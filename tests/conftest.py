"""What can be asked of the tests as a whole."""

from hypothesis import HealthCheck, settings

# No test is about the clock of the machine it happens to run on. The same examples come every time, so that
# what passed passes again; --search looks for others.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])


def pytest_addoption(parser):
    parser.addoption(
        "--pi", action="store_true", help="also run what needs the Raspberry Pi's own libraries (tests/pi)"
    )
    parser.addoption(
        "--search", action="store_true", help="try examples by chance, others every time, instead of the same"
    )


def pytest_configure(config):
    settings.load_profile("search" if config.getoption("search") else "steady")
