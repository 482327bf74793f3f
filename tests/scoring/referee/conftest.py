"""Tables that most tests of the referee begin with."""

import pytest

from tests.scoring.referee.tables import Table


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def free() -> Table:
    """A table at which sure turns count as the next one begins."""
    return Table(hands_free=True)
