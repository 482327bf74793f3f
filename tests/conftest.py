"""What can be asked of the tests as a whole."""

from hypothesis import HealthCheck, settings

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")  # no test is about the clock of the machine it happens to run on


def pytest_addoption(parser):
    parser.addoption(
        "--pi", action="store_true", help="also run what needs the Raspberry Pi's own libraries (tests/pi)"
    )
