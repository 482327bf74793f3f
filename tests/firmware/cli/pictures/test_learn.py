"""Learning prints on the command line, and what is wrong with a labels.csv."""

import cv2
import numpy as np
import pytest


@pytest.fixture
def box(photo):
    """A folder with one picture and a labels.csv."""
    (photo.parent / "labels.csv").write_text("file,face,turns\nphoto.jpg,A,1\nphoto.jpg,B,0\n")
    return photo.parent


def learn(command, box, *more, name="mybox", labels="labels.csv"):
    words = ["--game", "carcassonne", "--prints", name, "--labels", labels, "--data", box / "data", *more]
    return command("learn", box, *words)


def test_learned_prints_are_kept_under_their_name(command, box):
    ended = learn(command, box)
    assert ended.status == 0
    assert (box / "data" / "prints" / "mybox" / "prints.msgpack").read_bytes() == b"prints A1 B0"
    assert "2 faces from 2 pictures" in ended.out


def test_a_single_picture_is_counted_as_one(command, box):
    (box / "labels.csv").write_text("file,face,turns\nphoto.jpg,C,0\n")
    assert "1 face from 1 picture;" in learn(command, box).out


def test_a_learned_box_is_replaced_only_where_that_is_said(command, box):
    learn(command, box)
    (box / "labels.csv").write_text("file,face,turns\nphoto.jpg,C,0\n")
    kept = box / "data" / "prints" / "mybox" / "prints.msgpack"
    refused = learn(command, box)
    assert refused.status == 2
    assert "already a box called 'mybox'" in refused.err
    assert "--replace" in refused.err
    assert kept.read_bytes() == b"prints A1 B0"
    assert "replace the set" in learn(command, box, "--replace").out
    assert kept.read_bytes() == b"prints C0"


@pytest.mark.parametrize("name", ["../up", "a/b", "a\\b", "..", "/tmp/elsewhere", ".hidden", ""])
def test_a_box_is_not_called_like_a_path(command, box, name):
    before = sorted(box.parent.rglob("*"))
    ended = learn(command, box, name=name)
    assert ended.status == 2
    assert ended.err.startswith(f"A box cannot be called {name!r}; use up to 40 letters")
    assert sorted(box.parent.rglob("*")) == before


def test_labels_are_found_from_where_one_stands(command, box, monkeypatch):
    monkeypatch.chdir(box)
    (box / "elsewhere.csv").write_text("file,face,turns\nphoto.jpg,X,2\n")
    assert learn(command, box, labels="elsewhere.csv").status == 0


@pytest.mark.parametrize(
    "text",
    [
        "\ufefffile,face,turns\r\nphoto.jpg,A,1\r\n",
        "File, Face, Turns, note\nphoto.jpg, a, 1, mine\n\n",
        'turns,face,file\n1,A,"photo.jpg"\n,,\n',
        "\ufefffile;face;turns\r\nphoto.jpg;A;1\r\n",
    ],
    ids=["from a spreadsheet", "with spaces and notes", "in another order", "from a German spreadsheet"],
)
def test_tables_of_every_kind_are_understood(command, box, text):
    (box / "labels.csv").write_text(text)
    assert learn(command, box).status == 0
    assert (box / "data" / "prints" / "mybox" / "prints.msgpack").read_bytes() == b"prints A1"


def test_each_bad_row_is_named_by_its_line(command, box):
    (box / "text.jpg").write_text("hello")
    rows = [
        "photo.jpg,A,1",
        "gone.jpg,A,0",
        "photo.jpg,AA,0",
        "photo.jpg,A,4",
        "photo.jpg,A,x",
        "text.jpg,A,0",
        ",A,0",
    ]
    (box / "labels.csv").write_text("\n".join(["file,face,turns", *rows]))
    ended = learn(command, box)
    faults = ended.err.splitlines()
    assert ended.status == 2
    assert [fault.split(": ")[0].rpartition(" ")[2] for fault in faults] == ["3", "4", "5", "6", "7", "8"]
    assert "no such file" in faults[0]
    assert "'AA'" in faults[1]
    assert "not a picture" in faults[4]
    assert not (box / "data").exists()


def test_a_short_row_is_a_bad_row(command, box):
    (box / "labels.csv").write_text("file,face,turns\nphoto.jpg\n")
    assert "line 2" in learn(command, box).err


def test_a_data_folder_that_cannot_be_written_is_a_sentence(command, box):
    (box / "data").mkdir()
    (box / "data" / "prints").write_text("in the way")
    ended = learn(command, box)
    assert ended.status == 1
    assert "cannot be written" in ended.err
    assert len(ended.err.splitlines()) == 1


def test_a_broken_picture_stops_the_learning_by_name(command, box):
    jpeg = (box / "photo.jpg").read_bytes()
    (box / "photo.jpg").write_bytes(jpeg[: len(jpeg) // 3])
    ended = learn(command, box)
    assert ended.status == 2
    assert "photo.jpg" in ended.err


def test_a_photo_of_the_chart_teaches_the_whole_box(command, box):
    ended = command(
        "learn", box / "photo.jpg", "--game", "carcassonne", "--prints", "b", "--data", box / "data"
    )
    assert ended.status == 0
    assert (box / "data" / "prints" / "b" / "prints.msgpack").read_bytes() == b"prints A0 B0"


def test_a_photo_without_a_chart_is_a_sentence_and_teaches_nothing(command, box):
    cv2.imwrite(str(box / "black.png"), np.zeros((30, 40, 3), np.uint8))
    ended = command(
        "learn", box / "black.png", "--game", "carcassonne", "--prints", "b", "--data", box / "data"
    )
    assert ended.status == 2
    assert ended.err.splitlines() == ["The chart was not found in this picture."]
    assert not (box / "data").exists()


def test_a_folder_needs_labels_and_a_photo_has_none(command, box, reader, monkeypatch):
    words = ("--game", "carcassonne", "--prints", "b", "--data", box / "data")
    assert "as the chart shows them, needs none" in command("learn", box, *words).err
    assert "There is no folder" in command("learn", box / "nowhere", "--labels", "labels.csv", *words).err
    photo = command("learn", box / "photo.jpg", "--labels", "labels.csv", *words)
    assert photo.status == 2
    assert "which --labels is for" in photo.err
