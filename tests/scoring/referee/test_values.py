"""The values that go round the table: what nobody has said of them, and what can be told from them."""

from importlib import import_module
from pkgutil import walk_packages

import msgspec
import pytest

import scoring.referee
from scoring.referee.contracts.diagnostics import BOUNDS_MS, Timer
from scoring.referee.contracts.keys import join_link
from scoring.referee.contracts.snapshot import MOST_TURN_S, Timing
from scoring.referee.state import BAR

SAID = {
    "GameRecord.from_start": True,
    "Happened.confidence": 1.0,
    "Happened.how": "seen",
    "Candidate.how": "seen",
    "Sight.fills": 1.0,
    "TableState.version": 1,
    "TableState.since": 1,
    "TableState.bar": BAR,
    "TableState.stage": "waiting",
    "TableState.eye": "still",
    "TableState.watched": True,
}
"""What is so where nobody says otherwise; all else is nothing then: 0, empty, false or None."""


def values():
    """Give every class of values of the referee, with what its parts are where nobody says."""
    for found in walk_packages(scoring.referee.__path__, "scoring.referee."):
        for name, value in vars(import_module(found.name)).items():
            if not isinstance(value, type) or value.__module__ != found.name:
                continue
            if issubclass(value, msgspec.Struct):
                parts = {field.name: field.default for field in msgspec.structs.fields(value)}
                yield name, {part: each for part, each in parts.items() if each is not msgspec.NODEFAULT}
            elif issubclass(value, tuple):
                yield name, value._field_defaults


def test_what_nobody_says_is_nothing_but_for_a_few() -> None:
    found = {f"{name}.{part}": default for name, parts in values() for part, default in parts.items()}
    told = {name: said for name, said in found.items() if said and not isinstance(said, msgspec.Struct)}
    assert told == SAID


@pytest.mark.parametrize(
    ("part", "within_ms"), [(0.0, 10), (0.5, 10), (0.6, 20), (0.75, 20), (0.76, 700.0), (1.0, 700.0)]
)
def test_a_histogram_tells_within_what_time_a_part_was_done(part: float, within_ms: float) -> None:
    timer = Timer("reading", (2, 1, 0, 0, 0, 0, 1, 0, 0, 0), 700.0)
    assert (timer.total, timer.within_ms(part)) == (4, within_ms)


def test_the_last_class_of_a_histogram_has_no_end() -> None:
    assert Timer("reading", (0,) * 9 + (1,), 9000.0).within_ms(1.0) == 9000.0
    assert Timer("reading", (1,) + (0,) * 9, 3.0).within_ms(0.5) == 3.0


def test_times_are_counted_in_classes_of_one_two_and_five() -> None:
    assert tuple(first * ten for ten in (10, 100, 1000) for first in (1, 2, 5)) == BOUNDS_MS


def test_clocks_that_run_go_on_until_a_turn_is_a_break_and_those_that_stand_do_not() -> None:
    timing = Timing(5.0, 50.0, 100.0, runs=True)
    assert timing.at(101.0) == Timing(6.0, 51.0, 101.0, runs=True)
    assert timing.at(99.0) == Timing(5.0, 50.0, 99.0, runs=True)
    assert timing.at(1e6) == Timing(MOST_TURN_S, 50.0 + MOST_TURN_S - 5.0, 1e6, runs=True)
    assert MOST_TURN_S == 3600.0
    assert Timing(5.0, 50.0, 100.0).at(101.0) == Timing(5.0, 50.0, 101.0)


def test_the_link_to_join_has_the_code_in_it() -> None:
    assert join_link("http://192.168.1.20:8000", "ABCDE") == "http://192.168.1.20:8000/join?code=ABCDE"
