"""What a test goes through: there must be some of it, or the test says nothing."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(things: Iterable[T]) -> list[T]:
    """Give all of what a test goes through; where there is nothing, the test fails."""
    listed = [*things]
    assert listed, "there is nothing to go through, so nothing has been shown"
    return listed


def perhaps(things: Iterable[T]) -> list[T]:
    """Give what there may be none of, in a test that shows something else besides."""
    return [*things]
