"""The games: each folder here is one, found by looking, never listed by hand."""

import pkgutil
from importlib import import_module

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.roles import AnyRules


def names() -> tuple[str, ...]:
    """Name every game there is, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def load(name: str) -> AnyRules:
    """Give the rules of a game.

    Raises:
        UnreadableError: There is no game of that name.
    """
    if name not in names():
        raise UnreadableError(f"There is no game called {shown(name)}; there are: {', '.join(names())}.")
    rules: AnyRules = import_module(f"{__name__}.{name}").RULES
    return rules
