"""What can be asked of the tests as a whole."""


def pytest_addoption(parser):
    parser.addoption(
        "--pi", action="store_true", help="also run what needs the Raspberry Pi's own libraries (tests/pi)"
    )
