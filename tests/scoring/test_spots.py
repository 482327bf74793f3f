"""One function writes where something is, and one reads it."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import spots
from scoring.errors import UnreadableError
from scoring.referee import observation
from scoring.spots import Spot, read_spot, write_spot

STEPS = st.integers(-9999, 9999)
NAMES = st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True)
KEYS = st.tuples(STEPS, STEPS) | st.integers(0, 9999) | NAMES | st.just("")


@given(st.builds(Spot, NAMES | st.just(""), NAMES, KEYS))
def test_a_spot_is_read_as_it_was_written(spot):
    assert read_spot(write_spot(spot)) == spot


@pytest.mark.parametrize(
    "wrong", ["", "tile:", "tile:1,", "a b:1", "tile:1,2,3", "//tile:1", "x" * 99, "tile:99999,1"]
)
def test_what_names_no_spot_is_refused_in_a_sentence(wrong):
    with pytest.raises(UnreadableError, match=r"\.$"):
        read_spot(wrong)


@pytest.mark.parametrize("module", [spots, observation])
def test_the_examples_are_true(module):
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed
