"""What a game writes is counted, and a card is spared: 20 MB an hour at most."""

import json
import os

import pytest
from click.testing import CliRunner

from firmware.build import real_parts
from firmware.cli.evaluation.bench import bench
from firmware.cli.evaluation.wear import rows
from firmware.evaluation.wear import Wear, written_to

PROMISED_MB = 20.0
DEMO_MINUTES = 1.0


@pytest.mark.slow
def test_a_demo_writes_as_little_as_promised(tmp_path):
    words = [
        "--wear",
        "--minutes",
        str(DEMO_MINUTES),
        "--data",
        str(tmp_path),
        "--game",
        "carcassonne",
        "--json",
    ]
    done = CliRunner().invoke(bench, words, obj=real_parts(), catch_exceptions=False)
    told = json.loads(done.stdout)
    assert told["moves"] > 0
    assert told["program_bytes"] > 0, "confirmed moves are on the disk"
    assert told["program_bytes"] / 1e6 * 3600 / told["seconds"] <= PROMISED_MB
    assert list(tmp_path.iterdir()) == [], "the demo leaves nothing"


def test_what_a_disk_counts_is_read_in_sectors(tmp_path):
    device = tmp_path.stat().st_dev
    counts = tmp_path / f"sys/dev/block/{os.major(device)}:{os.minor(device)}/stat"
    counts.parent.mkdir(parents=True)
    counts.write_text("   10 0 80 5 20 3 1000 7 0 9 12\n")
    assert written_to(tmp_path, tmp_path) == 512_000


def test_a_disk_that_does_not_count_is_said(tmp_path):
    assert written_to(tmp_path, tmp_path) is None
    assert rows(Wear(60.0, 1, 4096, None))[1] == ["to the disk, which does not count", "-", "-"]
