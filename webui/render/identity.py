"""Knowing a thing again by being the same one."""

from typing import Any


class Same:
    """Something known again by being the same one: all phones look at it, and comparing takes long."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing
