"""What a turn costs is counted by what there is, and a Pi is estimated with how wrong that may be."""

import json
import shutil
import sys

import pytest
from click.testing import CliRunner

from firmware.build import real_parts
from firmware.cli.evaluation import pi
from firmware.cli.evaluation.bench import bench
from firmware.errors import CommandError
from firmware.evaluation import instructions
from firmware.evaluation.instructions import BOARDS, Cost, Counted, by_perf, by_valgrind, find_counter

LOOP = "for _ in range({}): len('a')"
NEEDS_VALGRIND = pytest.mark.skipif(shutil.which("valgrind") is None, reason="there is no valgrind")


@NEEDS_VALGRIND
@pytest.mark.slow
def test_twice_the_work_is_counted_as_twice_the_instructions(monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "0")  # so that the interpreter begins alike each time
    none, one, two = (
        by_valgrind([sys.executable, "-S", "-c", LOOP.format(n)]) for n in (0, 1_000_000, 2_000_000)
    )
    assert one.less(none).instructions > 1_000_000
    assert two.less(none).instructions == pytest.approx(2 * one.less(none).instructions, rel=0.05)


@NEEDS_VALGRIND
def test_a_program_that_fails_is_no_count():
    with pytest.raises(CommandError, match="valgrind could not count"):
        by_valgrind([sys.executable, "-S", "-c", "raise SystemExit('no')"])


def test_counting_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(instructions, "LONGEST_S", 0.1)
    with pytest.raises(CommandError, match="not through after"):
        by_perf(["sleep", "10"])


@pytest.fixture
def path(tmp_path, monkeypatch):
    """The only folder that programs are found in."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder, name, says):
    program = folder / name
    program.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{says}\nEND\n")
    program.chmod(0o755)


def test_perf_is_asked_first_and_valgrind_where_the_processor_does_not_answer(path, monkeypatch):
    monkeypatch.setenv("PATH", f"{path}:/bin:/usr/bin")
    put(path, "perf", "1200;;instructions:u;100;100.00;;\n3;;cache-misses:u;100;100.00;;")
    assert find_counter()[0] == "perf"
    assert by_perf(["true"]) == Cost(1200, 3 * 64)
    put(path, "perf", "<not supported>;;instructions:u;0;100.00;;")
    put(
        path,
        "valgrind",
        "==7== I   refs:      1,234,567\n==7== LL misses:        1,000  (   900 rd +  100 wr)",
    )
    assert find_counter()[0] == "valgrind"
    assert by_valgrind(["true"]) == Cost(1_234_567, 64_000)


def test_where_nothing_counts_it_is_said_what_to_install(path):
    with pytest.raises(CommandError, match="sudo apt-get install valgrind"):
        find_counter()


def test_a_faster_board_takes_less_and_the_error_is_stated(monkeypatch):
    seconds = [board.seconds(Cost(10**9, 10**8)) for board in BOARDS]
    assert seconds == sorted(seconds, reverse=True)
    counted = Counted("perf", Cost(10**9, 0), Cost(10**9, 0), Cost(5 * 10**9, 10**8), 46)
    monkeypatch.setattr(pi, "count_game", lambda *_: counted)
    said = CliRunner().invoke(bench, ["--pi"], obj=real_parts(), catch_exceptions=False).output
    assert "2 times as many or as few" in said
    told = CliRunner().invoke(bench, ["--pi", "--json"], obj=real_parts(), catch_exceptions=False)
    assert json.loads(told.stdout)["within"] == instructions.WITHIN


def test_what_is_shared_tells_of_the_machine_and_of_nobody(monkeypatch):
    one = real_parts()._replace(readable=lambda: ("carcassonne",))
    for name in ("measure_reading", "measure_goals"):
        monkeypatch.setattr(pi, name, lambda *_: ())
    text = CliRunner().invoke(bench, ["--share"], obj=one, catch_exceptions=False).stdout
    names = [line.partition(":")[0] for line in text.splitlines()]
    assert names[:2] == ["machine", "Python"]
    assert "carcassonne games_per_s" in names
    assert not [word for word in ("/", "@", "127.0.", "192.168.") if word in text]
