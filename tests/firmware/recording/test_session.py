"""Recorded sessions: what is written is read back, and what cannot be used is said."""

import pytest

from firmware.errors import InputError
from firmware.recording.session import About, SessionWriter, read_session
from scoring.game import PlayerSeat

ABOUT = About(
    game="carcassonne",
    rules="leaflet-004",
    options={"farmers": True, "farms": "each_farm"},
    players=(PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")),
    size_px=(64, 48),
    prints="./prints",
)


@pytest.fixture
def folder(tmp_path):
    with SessionWriter(tmp_path / "session", ABOUT) as writer:
        writer.add(b"first", 0.0)
        writer.add(b"second", 0.25)
        writer.tell({"moves": []})
    return tmp_path / "session"


def test_what_is_written_is_read_back(folder):
    session = read_session(folder)
    assert session.about == ABOUT
    assert [(frame.file.name, frame.at_s) for frame in session.frames] == [
        ("000000.jpg", 0.0),
        ("000001.jpg", 0.25),
    ]
    assert [frame.file.read_bytes() for frame in session.frames] == [b"first", b"second"]
    assert session.truth == {"moves": []}
    assert session.about.setup.players[1].colour == "blue"


def test_prints_that_came_with_a_session_are_found_beside_it(folder):
    assert read_session(folder).prints == str(folder / "prints")


def test_a_session_still_being_written_can_be_read(tmp_path):
    with SessionWriter(tmp_path / "session", ABOUT) as writer:
        writer.add(b"first", 0.0)
        session = read_session(tmp_path / "session")
    assert len(session.frames) == 1
    assert session.truth is None


def test_a_folder_that_holds_something_is_not_written_over(folder):
    with pytest.raises(InputError, match="already holds something"):
        SessionWriter(folder, ABOUT)


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("session.json", '{"format": "tablekeeper.game/1"}', "tablekeeper.session/1"),
        ("session.json", "{", "not JSON"),
        ("session.json", '{"game": "carcassonne", "rules": "x", "size_px": [4, 3]}', "players"),
        ("frames.csv", "picture,when\n", "needs the columns file,at_s"),
        ("frames.csv", "file,at_s\n000000.jpg,soon\n", "line 2: at_s must be a number of seconds"),
        ("frames.csv", "file,at_s\n../secret.jpg,0\n", "not the name of a picture in this folder"),
        ("truth.json", "[", "not JSON"),
        ("truth.json", "[]", "a game document"),
    ],
)
def test_a_part_that_cannot_be_used_is_named(folder, file, text, says):
    (folder / file).write_text(text)
    with pytest.raises(InputError, match=says):
        read_session(folder)


def test_a_folder_without_a_session_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"no session\.json"):
        read_session(tmp_path)
