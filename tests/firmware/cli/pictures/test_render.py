"""Drawing a recorded session on the command line."""

import json
from pathlib import Path

import cv2
import pytest

from firmware.cli.pictures.render import write_session
from firmware.errors import InputError
from firmware.labels import read_labels, samples
from firmware.recording.session import read_session
from scoring.games import load as load_rules
from vision.games import load as load_reader
from vision.simulator.table.timeline import script

SMALL = (1152, 648)


def quiet(step, share):
    """Hear of no progress."""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    told = script(7, 1, SMALL, turns=2, fps=5)
    folder = tmp_path_factory.mktemp("drawn") / "session"
    write_session(told, folder, quiet)
    return told, folder


def test_a_drawn_session_reads_back_as_it_was_told(drawn):
    told, folder = drawn
    session = read_session(folder)
    assert session.about.game == "carcassonne"
    assert session.about.setup.players == told.setup.players
    assert [frame.at_s for frame in session.frames] == [scene.at_s for scene in told.scenes]
    assert cv2.imread(str(session.frames[-1].file)).shape == (648, 1152, 3)
    assert session.truth["moves"] == json.loads(json.dumps(told.truth["moves"]))
    sheet = load_rules("carcassonne").replay(session.truth)
    assert sheet["final"]["points"] == session.truth["points_final"]


def test_the_same_seed_draws_the_same_bytes(drawn, tmp_path):
    told, folder = drawn
    write_session(script(7, 1, SMALL, turns=2, fps=5), tmp_path / "again", quiet)
    names = sorted(file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    assert len(names) == len(told.scenes) + 3 + 25
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_the_prints_of_a_session_can_be_learned(drawn):
    prints = Path(read_session(drawn[1]).prints)
    labels = read_labels(prints / "labels.csv", prints, load_rules("carcassonne"))
    reader = load_reader("carcassonne")
    learned = reader.learn(samples(labels))
    assert reader.describe(learned) == dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWX", 1)


def test_a_folder_that_holds_something_is_left_alone(drawn):
    with pytest.raises(InputError, match="already holds something"):
        write_session(drawn[0], drawn[1], quiet)


def test_the_command_draws_and_says_what(command, tmp_path):
    out = tmp_path / "out"
    words = (
        "render",
        "--game",
        "carcassonne",
        "--seed",
        "2",
        "--turns",
        "1",
        "--size",
        "1152x648",
        "--out",
        out,
    )
    ended = command(*words)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == f"Drew 1 turn in {len(read_session(out).frames)} frames; they are in {out}\n"


def test_the_start_tile_is_drawn_and_counts_as_no_turn(command, tmp_path):
    out = tmp_path / "out"
    words = ("--game", "cornwall", "--seed", "1", "--turns", "1", "--size", "1152x648", "--out", out)
    assert command("render", *words).out.startswith("Drew 1 turn and what lies there at first in ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seed", "1", "--game", "chess"), "chess"),
        (("--seed", "-1", "--game", "carcassonne"), "-1"),
        (("--seed", "1", "--game", "carcassonne", "--hard", "3"), "3"),
        (("--seed", "1", "--game", "carcassonne", "--size", "10x10"), "10x10"),
    ],
)
def test_what_cannot_be_drawn_is_said(command, tmp_path, words, says):
    ended = command("render", "--out", str(tmp_path / "out"), *words)
    assert ended.status == 2
    assert says in ended.err
    assert not (tmp_path / "out").exists()
