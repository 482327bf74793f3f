"""The games: each folder here is one, found by looking, never listed by hand."""

import pkgutil
from collections.abc import Iterator, Sequence
from importlib import import_module

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.roles import AnyRules

HERE = (__name__,)


def names(packages: Sequence[str] = HERE) -> tuple[str, ...]:
    """Name every game there is, sorted.

    Args:
        packages: Where games are looked for, as they are imported: each module or folder in one is a game.
    """
    return tuple(sorted(name for package in packages for name in _found_in(package)))


def _found_in(package: str) -> Iterator[str]:
    return (module.name for module in pkgutil.iter_modules(import_module(package).__path__))


def load(name: str, packages: Sequence[str] = HERE) -> AnyRules:
    """Give the rules of a game.

    Args:
        name: As ``names`` has it.
        packages: Where games are looked for.

    Raises:
        UnreadableError: There is no game of that name.
    """
    home = next((package for package in packages if name in _found_in(package)), None)
    if home is None:
        known = ", ".join(names(packages))
        raise UnreadableError(f"There is no game called {shown(name)}; there are: {known}.")
    rules: AnyRules = import_module(f"{home}.{name}").RULES
    return rules
