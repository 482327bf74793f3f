"""What can go wrong in the rules room, each also the builtin it is a kind of."""

from collections.abc import Callable
from typing import ParamSpec

Asked = ParamSpec("Asked")


class SaidError(Exception):
    """Anything whose text is one sentence for a player."""

    @property
    def says(self) -> str:
        """The sentence with what it was made of, where it remembers that."""
        says: str = self.args[0] if self.args else ""
        return says


class ScoringError(SaidError):
    """Anything the rules room refuses; its text is one sentence for a player."""


class UnreadableError(ScoringError, ValueError):
    """A document, a face or an option that cannot be understood."""


class NewerError(UnreadableError):
    """A document of a later format than is known here."""


class IllegalMoveError(ScoringError, ValueError):
    """A move that a rule of the game forbids.

    Attributes:
        rule: The short name of the broken rule, stable for programs ("edges_do_not_match").
    """

    def __init__(self, rule: str, says: str) -> None:
        """Keep the rule's name beside the sentence that explains it."""
        super().__init__(says)
        self.rule = rule


def is_allowed(check: Callable[Asked, object], *args: Asked.args, **kwargs: Asked.kwargs) -> bool:
    """Tell whether a check that refuses what the rules forbid lets something pass."""
    try:
        check(*args, **kwargs)
    except IllegalMoveError:
        return False
    return True
