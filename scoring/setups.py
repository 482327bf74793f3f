"""Who plays by which rules, judged for any game: its options by name and value, and its players."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from scoring.errors import UnreadableError
from scoring.game import GameInfo, Player, Setup

Options = TypeVar("Options")


def options_of(info: GameInfo, setup: Setup, kind: type[Options]) -> Options:
    """Give the rules a table plays by: its rule set with its own choices on top.

    Args:
        kind: The game's own type, with a field for every option.

    Raises:
        UnreadableError: The rule set, an option or a value does not exist.
    """
    values = {**_rule_set(info, setup.rules), **setup.options}
    for name, value in setup.options.items():
        _check_value(info, name, value)
    return msgspec.convert(values, kind)


def check_seats(info: GameInfo, colours: Sequence[Player]) -> None:
    """Refuse too many players, too few, and two of one colour.

    Raises:
        UnreadableError: Saying what is wrong with the players.
    """
    if not info.min_players <= len(colours) <= info.max_players:
        range_of = f"{info.min_players} to {info.max_players}"
        raise UnreadableError(f"{info.title} is for {range_of} players, not {len(colours)}.")
    for colour in colours:
        if colour not in info.colours:
            raise UnreadableError(f"There is no colour {colour!r}; there are: {', '.join(info.colours)}.")
    if len(set(colours)) < len(colours):
        raise UnreadableError("Two players have the same colour; each needs their own.")


def _rule_set(info: GameInfo, name: str) -> Mapping[str, str | bool]:
    for rule_set in info.rule_sets:
        if rule_set.name == name:
            return rule_set.values
    known = ", ".join(rule_set.name for rule_set in info.rule_sets)
    raise UnreadableError(f"There is no rule set called {name!r}; there are: {known}.")


def _check_value(info: GameInfo, name: str, value: Any) -> None:
    for option in info.options:
        if option.name == name:
            if any(type(value) is type(v.value) and value == v.value for v in option.values):
                return
            allowed = ", ".join(_written(known.value) for known in option.values)
            raise UnreadableError(f"The option {name!r} can be {allowed}, not {_written(value)}.")
    known_names = ", ".join(option.name for option in info.options)
    raise UnreadableError(f"There is no option called {name!r}; there are: {known_names}.")


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()
