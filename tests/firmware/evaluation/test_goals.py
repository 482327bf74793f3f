"""What a Pi has to keep up with: measured each time, and shown beside its goal."""

import json
import re

import pytest
from click.testing import CliRunner

from firmware.build import real_parts
from firmware.cli.evaluation import bench as command
from firmware.cli.evaluation.bench import bench
from firmware.evaluation.goals import PHOTOGRAPH_S, PROPOSAL_MS, WATCH_MS, measure_goals
from firmware.evaluation.timing import Measure
from tests.some import some


@pytest.mark.slow
def test_watching_proposals_and_a_first_photograph_are_measured_on_a_table_that_is_played_at():
    found = [*measure_goals("carcassonne", real_parts(), runs=1, turns=2)]
    assert {each.name: each.goal for each in some(found)} == {
        "watch_ms": WATCH_MS,
        "proposal_ms": PROPOSAL_MS,
        "cold_s": PHOTOGRAPH_S,
    }
    assert all(each.value > 0 for each in some(found))


def test_bench_prints_the_goal_beside_what_it_measured(monkeypatch):
    for name in ("measure_rules", "measure_reading", "measure_nets"):
        monkeypatch.setattr(command, name, lambda *_: ())
    found = [Measure("watch_ms", "one step of watching, ms", 2.0, 3.0), Measure("other", "something", 7.0)]
    monkeypatch.setattr(command, "measure_goals", lambda *_: found)
    said = CliRunner().invoke(bench, [], obj=real_parts(), catch_exceptions=False).stdout
    assert re.search(r"one step of watching, ms +2 +3\b", said), said
    told = json.loads(CliRunner().invoke(bench, ["--json"], obj=real_parts(), catch_exceptions=False).stdout)
    assert told["goals"] == {"watch_ms": 3.0}
    assert told["measures"] == {"watch_ms": 2.0, "other": 7.0}
