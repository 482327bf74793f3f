"""Puts one small fault after the other into the referee, and tells which of them no test notices.

    .venv/bin/python -m tests.mutation [part of a file's name ...]

The tests are collected once; each fault has a process of its own, forked from there. Faults in what a
module does as it is imported (its tables, what its values are by themselves) need it imported anew, and are
forked from before that. Faults that change nothing anybody could notice stand in ``equivalent.json``, with
the reason.
"""

import argparse
import contextlib
import gc
import importlib.machinery
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import entry_points
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

import scoring.games  # noqa: F401
from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
MUTATED = ROOT / "scoring" / "referee"
TESTS = ("tests/scoring/referee", "tests/games/harbour")
EQUIVALENT = Path(__file__).with_name("equivalent.json")
MOST_ALIVE = 0.05
OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
NOTICED = 1

Known = Mapping[str, Mapping[str, str]]
"""By file, the mutants that change nothing, and why."""


class Course:
    """What a course of the tests has shown while nothing was wrong.

    Attributes:
        takes_s: How long each test takes.
        enters: The functions of the referee that it runs: file and name.
    """

    def __init__(self) -> None:
        self.takes_s: dict[str, float] = {}
        self.enters: dict[str, set[tuple[str, str]]] = {}

    def watch(self, item: pytest.Item, run: Callable[[], bool]) -> bool:
        """Run a test, and note what it enters."""
        entered = self.enters[item.nodeid] = set()

        def see(frame: FrameType, event: str, argument: object) -> None:
            if frame.f_code.co_filename.startswith(str(MUTATED)):
                name = frame.f_code.co_qualname.partition(".<locals>")[0]
                entered.add((frame.f_code.co_filename, name))

        begun_s = time.perf_counter()
        sys.settrace(see)
        try:
            return run()
        finally:
            sys.settrace(None)
            self.takes_s[item.nodeid] = time.perf_counter() - begun_s

    def in_order(self, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """Put the quickest first."""
        return sorted(items, key=lambda item: self.takes_s.get(item.nodeid, 0.0))


class Steady:
    """Has examples made up by chance end at the first that fails, and asks nothing of the clock."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("mutation", hypothesis.settings(), phases=phases, database=None)
        hypothesis.settings.load_profile("mutation")
        gc.freeze()


class InFunctions(Steady):
    """Instead of running the tests once, runs for each mutant those that enter where it is."""

    def __init__(
        self, mutants: Iterator[Mutant], tell: Callable[[Mutant, bool], None], course: Course
    ) -> None:
        self._mutants, self._tell, self._course = mutants, tell, course

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            if self._course.watch(item, lambda item=item: fails([item])):
                pytest.exit(f"{item.nodeid} fails although nothing is wrong", returncode=NOTICED)
        items = self._course.in_order(session.items)
        for mutant in self._mutants:
            place = (str(ROOT / mutant.file), mutant.scope)
            concerned = [item for item in items if place in self._course.enters[item.nodeid]]
            limit_s = 10 + 5 * sum(self._course.takes_s[item.nodeid] for item in concerned)
            self._tell(mutant, forked(lambda m=mutant, c=concerned: notices(m, c), limit_s) == NOTICED)
        return True


class Ordered(Steady):
    """Runs the quickest tests first."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self._course.in_order(items)


def fails(items: Sequence[pytest.Item]) -> bool:
    """Run tests up to the first that fails; tell whether there is one."""
    for item, following in zip_longest(items, items[1:]):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return True
    return False


def notices(mutant: Mutant, items: Sequence[pytest.Item]) -> bool:
    """Put a mutant in the place of the function it is of, and tell whether a test fails then."""
    code: CodeType = compile(mutant.tree, str(ROOT / mutant.file), "exec")
    held: Any = sys.modules[".".join(Path(mutant.file).with_suffix("").parts)]
    for part in mutant.scope.split("."):
        code = next(each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == part)
        held = vars(held)[part]
        held = held.fget if isinstance(held, property) else held
        if isinstance(held, FunctionType):
            break
    held.__code__ = code
    return fails(items)


def notices_anew(mutant: Mutant, course: Course) -> bool:
    """Import a module with a mutant in it, and tell whether a test fails then."""
    file, code = str(ROOT / mutant.file), compile(mutant.tree, str(ROOT / mutant.file), "exec")
    loader, get_code = importlib.machinery.SourceFileLoader, importlib.machinery.SourceFileLoader.get_code
    loader.get_code = lambda self, name: code if self.path == file else get_code(self, name)
    return pytest.main([*OPTIONS, *TESTS], plugins=[Ordered(course)]) != pytest.ExitCode.OK


def forked(run: Callable[[], bool], limit_s: float) -> int:
    """Run something in a process of its own and give its exit code; one that does not end is ended.

    Args:
        limit_s: How many seconds of computing it has.
    """
    process = os.fork()
    if not process:
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit_s), int(limit_s)))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        gc.collect = lambda *args: 0  # after each file of tests; it would take most of the time
        with contextlib.suppress(BaseException):
            os._exit(NOTICED if run() else 0)
        os._exit(NOTICED)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return NOTICED if code else 0


def all_mutants(words: Sequence[str], known: Known, *, in_functions: bool) -> Iterator[Mutant]:
    """Give the mutants of files with some words in their names, but for those that change nothing."""
    for file in sorted(MUTATED.rglob("*.py")):
        name = file.relative_to(MUTATED).as_posix()
        if words and not any(word in name for word in words):
            continue
        for mutant in mutants_of(ROOT, file):
            if mutant.is_in_function is in_functions and mutant.name not in known.get(name, {}):
                yield mutant


class Count:
    """How many mutants there were, and how many of them are alive."""

    def __init__(self) -> None:
        self.all = self.alive = 0

    def tell(self, mutant: Mutant, is_noticed: bool) -> None:
        self.all += 1
        if not is_noticed:
            self.alive += 1
            say(f"{mutant.file}:{mutant.line}: {mutant.name}")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def try_in_functions(words: Sequence[str], known: Known, count: Count, course: Course) -> None:
    """Go through the mutants in functions, in a process of its own in which the referee is imported."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        mutants = all_mutants(words, known, in_functions=True)
        code = pytest.main([*OPTIONS, *TESTS], plugins=[InFunctions(mutants, count.tell, course)])
        with os.fdopen(writing, "w") as file:
            json.dump([count.all, count.alive, course.takes_s], file)
        os._exit(int(code))
    os.close(writing)
    with os.fdopen(reading) as file:
        count.all, count.alive, course.takes_s = json.load(file)
    if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
        raise SystemExit("the tests fail although nothing is wrong")


def main() -> int:
    """Go through all mutants, and tell how many are alive."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("part", nargs="*", help="part of the names of the files to go through; else all")
    words = parser.parse_args().part
    known: Known = json.loads(EQUIVALENT.read_text())
    begun_s, course, count = time.monotonic(), Course(), Count()
    try_in_functions(words, known, count, course)
    for entry in entry_points(group="pytest11"):
        entry.load()  # what the tests rest on need not be imported anew for each
    limit_s = 20 + 5 * sum(course.takes_s.values())
    for mutant in all_mutants(words, known, in_functions=False):
        count.tell(mutant, forked(lambda m=mutant: notices_anew(m, course), limit_s) == NOTICED)
    say(
        f"{count.all} mutants, {count.all - count.alive} noticed, {count.alive} alive "
        f"({count.alive / count.all:.1%}), besides {sum(map(len, known.values()))} that change nothing; "
        f"{time.monotonic() - begun_s:.0f} s"
    )
    return int(count.alive / count.all >= MOST_ALIVE)


if __name__ == "__main__":
    raise SystemExit(main())
