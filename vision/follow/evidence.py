"""Evidence over several looks at the table: what one look misses another shows."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Seen = TypeVar("Seen")


def over_looks(
    now: Iterable[Seen],
    before: Sequence[Seen],
    is_same: Callable[[Seen, Seen], bool],
    together: Callable[[Seen, Seen], Seen],
) -> list[Seen]:
    """Put what is seen together with what was seen of the same thing before.

    >>> over_looks([("red", 2.0), ("blue", 1.0)], [("red", 4.0)],
    ...            lambda old, new: old[0] == new[0], lambda old, new: (new[0], (old[1] + new[1]) / 2))
    [('red', 3.0), ('blue', 1.0)]

    Args:
        now: What this look shows; of what it does not show nothing is left.
        before: What the looks before it showed.
        is_same: Tells whether something seen before is what is seen now.
        together: Gives what both say, the earlier one first.
    """
    found = ((next((old for old in before if is_same(old, new)), None), new) for new in now)
    return [new if old is None else together(old, new) for old, new in found]
