"""Damaged files in a full data folder: the program starts, its pages answer, no confirmed turn is lost."""

import pytest

from tests.firmware.damage import tried, tried_apart
from tests.firmware.full_folder import fill


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    return fill(tmp_path_factory.mktemp("full"))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_damaged_the_program_starts_and_every_turn_is_there(full, tmp_path, seed):
    result = tried(full, tmp_path, seed)
    assert not result.wrong, result


def test_a_program_of_its_own_starts_too(full, tmp_path):
    result = tried_apart(full, tmp_path, 99)
    assert not result.wrong, result
