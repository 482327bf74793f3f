"""Who plays by which rules, judged for any game: its options by name and value, and its players."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from scoring.documents.complaints import LONGEST, shown
from scoring.documents.values import Document
from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import GameInfo, Player, PlayerSeat, Setup
from scoring.sentence import listed, marked, sentence

Options = TypeVar("Options")

SAME_NAME = marked(
    "{first} ({colour}) and {second} ({other_colour}) have the same name; each player needs one of their own."
)


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


def check_seats(info: GameInfo, seats: Sequence[PlayerSeat]) -> None:
    """Refuse too many players, too few, two of one colour, and two of one name.

    Raises:
        UnreadableError: Saying what is wrong with the players.
    """
    if not info.min_players <= len(seats) <= info.max_players:
        range_of = f"{info.min_players} to {info.max_players}"
        raise UnreadableError(f"{info.title} is for {range_of} players, not {len(seats)}.")
    for seat in seats:
        if seat.colour not in info.colours:
            known = ", ".join(info.colours)
            raise UnreadableError(f"There is no colour {shown(seat.colour)}; there are: {known}.")
    colours = [seat.colour for seat in seats]
    for colour in colours:
        if colours.count(colour) > 1:
            raise UnreadableError(f"Two players have the same colour, {colour}; each needs their own.")
    check_names(seats)


def is_made_up(box: Document | None) -> bool:
    """Tell whether what is known of a box, as ``Setup.box`` has it, says nothing about the real one."""
    return box is not None and bool(box.get("made_up"))


def check_names(seats: Sequence[PlayerSeat]) -> None:
    """Refuse two players of one name.

    Raises:
        UnreadableError: Naming both.
    """
    known: dict[str, PlayerSeat] = {}
    for seat in seats:
        first = known.setdefault(name_key(seat.name), seat)
        if first is not seat:
            colours = {"colour": sentence(first.colour), "other_colour": sentence(seat.colour)}
            raise UnreadableError(sentence(SAME_NAME, first=first.name, second=seat.name, **colours))


def name_key(name: str) -> str:
    """Give what two spellings of one name have in common: neither capitals nor spaces tell people apart.

    >>> name_key(" Ann  Lee") == name_key("ann lee")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def with_distinct_names(seats: Sequence[PlayerSeat]) -> tuple[PlayerSeat, ...]:
    """Give players of one name, as games of old have them, a name each: a later one's colour goes with it."""
    apart: list[PlayerSeat] = []
    for seat in seats:
        name, known = seat.name, {name_key(each.name) for each in apart}
        while name_key(name) in known:
            name = f"{name} ({seat.colour})"
        apart.append(replace(seat, name=name))
    return tuple(apart)


def check_player(setup: Setup, player: Player) -> None:
    """Refuse a colour that nobody at the table plays.

    Raises:
        IllegalMoveError: Naming those who play.
    """
    colours = [seat.colour for seat in setup.players]
    if player not in colours:
        says = sentence(
            "Nobody in this game plays {colour}; playing are {colours}.",
            colour=sentence(player[:LONGEST]),
            colours=listed([sentence(colour) for colour in colours]),
        )
        raise IllegalMoveError("not_a_player", says)


def _rule_set(info: GameInfo, name: str) -> Mapping[str, str | bool]:
    for rule_set in info.rule_sets:
        if rule_set.name == name:
            return rule_set.values
    known = ", ".join(rule_set.name for rule_set in info.rule_sets)
    raise UnreadableError(f"There is no rule set called {shown(name)}; there are: {known}.")


def _check_value(info: GameInfo, name: str, value: object) -> None:
    for option in info.options:
        if option.name == name:
            if any(type(value) is type(v.value) and value == v.value for v in option.values):
                return
            allowed = ", ".join(_written(known.value) for known in option.values)
            raise UnreadableError(f"The option {shown(name)} can be {allowed}, not {shown(value)}.")
    known_names = ", ".join(option.name for option in info.options)
    there_are = f"there are: {known_names}" if known_names else "this game has none"
    raise UnreadableError(f"There is no option called {shown(name)}; {there_are}.")


def _written(value: object) -> str:
    return msgspec.json.encode(value).decode()
