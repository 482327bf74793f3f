"""The command that reads a photograph, over a reader that knows the answer."""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli.pictures.read import parse_rules
from scoring.games import load


def turned_by_its_camera(photo: Path) -> bytes:
    """Give a JPEG that says in its EXIF header: turn me a quarter clockwise (orientation 6)."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0" + b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 1) + entry + struct.pack(">I", 0)
    jpeg = photo.read_bytes()
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def read(command, photo, learned, *more):
    return command("read", photo, "--game", "carcassonne", "--data", learned, *more)


def test_json_is_one_board_document(command, photo, learned):
    ended = read(command, photo, learned, "--json")
    assert ended.status == 0
    assert ended.document["format"] == "tablekeeper.board/1"
    assert [tile["face"] for tile in ended.document["tiles"]] == ["D", "V"]
    assert ended.err == "Read with the only print set that is learned: mybox.\n"


def test_the_only_learned_set_is_taken(command, reader, photo, learned):
    read(command, photo, learned)
    assert reader.asked["prints"] == b"prints A0 B0"


def test_with_nothing_learned_any_box_is_read(command, reader, photo, tmp_path):
    ended = command("read", photo, "--game", "carcassonne", "--data", tmp_path / "empty")
    assert ended.status == 0
    assert reader.asked["prints"] is None
    assert ended.err.splitlines() == ["Read without prints of this box, by what all boxes have in common."]


def test_any_box_is_read_though_a_set_is_learned(command, reader, photo, learned):
    assert read(command, photo, learned, "--any-box").status == 0
    assert reader.asked["prints"] is None
    ended = read(command, photo, learned, "--any-box", "--prints", "mybox")
    assert ended.status == 2
    assert "--any-box reads without prints, so it does not go with --prints" in ended.err


def test_of_two_sets_one_must_be_chosen(command, photo, learned):
    other = learned / "prints" / "holiday box"
    other.mkdir()
    (other / "prints.msgpack").write_bytes(b"prints C0")
    ended = read(command, photo, learned)
    assert ended.status == 2
    assert "holiday box, mybox" in ended.err
    assert read(command, photo, learned, "--prints", "holiday box").status == 0


def test_a_set_of_another_game_is_not_offered(command, photo, learned):
    other = learned / "prints" / "other game"
    other.mkdir()
    (other / "prints.msgpack").write_bytes(b"something else")
    assert read(command, photo, learned).status == 0


def test_prints_may_be_any_folder_or_the_file_in_it(command, reader, photo, learned):
    folder = learned / "prints" / "mybox"
    for place in (folder, folder / "prints.msgpack"):
        assert command("read", photo, "--game", "carcassonne", "--prints", place).status == 0
        assert reader.asked["prints"] == b"prints A0 B0"


def test_a_folder_of_labelled_pictures_is_learned_on_the_spot(command, reader, photo):
    labels = photo.parent / "labels.csv"
    labels.write_text("file,face,turns\nphoto.jpg,E,3\n")
    ended = command("read", photo, "--game", "carcassonne", "--prints", photo.parent, "--json")
    assert ended.status == 0
    assert reader.asked["prints"] == b"prints E3"
    assert "Learning the 1 pictures" in ended.err
    assert ended.document["game"] == "carcassonne"


def test_a_photograph_is_read_the_way_its_camera_was_held(command, reader, photo, learned):
    photo.write_bytes(turned_by_its_camera(photo))
    read(command, photo, learned)
    assert reader.asked["image"].shape == (40, 30, 3)


def test_odd_names_are_no_hindrance(command, photo, learned):
    odd = photo.rename(photo.with_name("t\u00efsch \u2603 [1].jpg"))
    assert read(command, odd, learned).status == 0


def test_a_picture_without_a_table_ends_with_one(command, photo, learned):
    photo.write_bytes(cv2.imencode(".jpg", np.zeros((30, 40, 3), np.uint8))[1].tobytes())
    ended = read(command, photo, learned, "--json")
    assert (ended.status, ended.out) == (1, "")
    by_corners = "Where that does not help, give the corners of any one tile with --corner-px."
    assert ended.err == f"No table is to be seen in this picture. {by_corners}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["--corner-px", "0,0", "--corner-px", "9,0", "--corner-px", "9,9", "--corner-px", "0,9"],
        ["--corner-px", "0,0 9,0 9,9 0,9"],
        ["--corner-px", "0,9 9,9 9,0 0,0"],
    ],
    ids=["four times", "once", "the other way round"],
)
def test_corners_reach_the_reader_clockwise(command, reader, photo, learned, words):
    assert read(command, photo, learned, *words).status == 0
    assert reader.asked["corners_px"] == ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def test_corners_are_refused_of_a_game_that_is_not_found_by_them(
    command, reader, photo, learned, monkeypatch
):
    monkeypatch.setattr(reader, "CORNERS_HELP", False)
    ended = read(command, photo, learned, "--corner-px", "0,0 9,0 9,9 0,9")
    assert ended.status == 2
    assert "--corner-px does not help with this game" in ended.err


def test_corners_left_of_the_picture_may_be_given(command, reader, photo, learned):
    assert read(command, photo, learned, "--corner-px", "-5,0 9,0 9,9 -5,9").status == 0
    assert reader.asked["corners_px"][0] == (-5.0, 0.0)


def test_colours_reach_the_reader_and_without_them_it_may_find_any(command, reader, photo, learned):
    read(command, photo, learned, "--colours", "Red, blue")
    assert reader.asked["colours"] == ["red", "blue"]
    read(command, photo, learned)
    assert reader.asked["colours"] is None


@pytest.mark.parametrize("suffix", [".png", ".JPG"])
def test_the_overlay_is_written_as_its_name_says(command, photo, learned, suffix):
    out = photo.with_name(f"out{suffix}")
    assert read(command, photo, learned, "--overlay", out).status == 0
    assert cv2.imread(str(out)).shape == (30, 40, 3)


def test_the_score_is_a_sheet_inside_the_document(command, photo, learned):
    ended = read(command, photo, learned, "--score", "--rules", "leaflet-001", "--json")
    sheet = ended.document["sheet"]
    assert sheet["format"] == "tablekeeper.sheet/1"
    assert sheet["final"]["points"] == {"red": 2}
    assert sheet["final"]["winners"] == ["red"]
    assert sum(t["count"] * t["each"] for t in sheet["final"]["lines"][0]["terms"]) == 2


def test_a_game_with_one_rule_set_is_scored_by_it_unasked():
    assert parse_rules(True, None, (), load("cornwall").info) == "rulebook-000"


def test_a_named_player_without_a_figure_is_on_the_sheet_with_nothing(command, photo, learned):
    words = ["--score", "--rules", "leaflet-001", "--colours", "red,blue", "--json"]
    assert read(command, photo, learned, *words).document["sheet"]["final"]["points"] == {"red": 2, "blue": 0}


def test_an_option_goes_over_the_rule_set(command, photo, learned):
    words = ["--score", "--rules", "leaflet-004", "--json"]
    plain = read(command, photo, learned, *words).document["sheet"]["final"]
    long = read(command, photo, learned, *words, "--option", "unfinished_road=per_tile").document["sheet"][
        "final"
    ]
    assert (plain["points"], long["points"]) == ({"red": 1}, {"red": 2})


def test_people_get_a_map_the_figures_and_the_sum(command, photo, learned):
    said = read(command, photo, learned, "--score", "--rules", "leaflet-001").out
    assert "2 tiles, 1 figure, 0 faults, 0 doubts" in said
    assert "D  V1" in said
    assert "red figure on the road at column 2, row 1" in said
    assert "Red wins with 2 points." in said
    assert "from the score track" in said


def test_people_are_told_what_of_the_score_a_photograph_leaves_out(
    command, reader, photo, tmp_path, monkeypatch
):
    document = {"format": "tablekeeper.board/1", "game": "cornwall", "fields": []}
    board = load("cornwall").load_board(document)
    monkeypatch.setattr(reader, "read", lambda *_, **__: board)
    said = command("read", photo, "--game", "cornwall", "--data", tmp_path, "--score").out
    assert "Coins are not counted" in said


def test_columns_and_rows_are_counted_from_one_in_the_list_and_in_the_sums(
    command, reader, photo, tmp_path, monkeypatch
):
    things = {
        "tiles": [{"cell": [0, 0], "face": "B", "turns": 0}, {"cell": [1, 0], "face": "B", "turns": 0}],
        "meeples": [{"cell": [1, 0], "colour": "red", "feature": "cloister", "sides": []}],
    }
    board = load("carcassonne").load_board({"format": "tablekeeper.board/1", "game": "carcassonne", **things})
    monkeypatch.setattr(reader, "read", lambda *_, **__: board)
    words = ["--game", "carcassonne", "--data", tmp_path, "--score", "--rules", "leaflet-001"]
    said = command("read", photo, *words).out
    assert "red figure on the cloister at column 2, row 1" in said
    assert "cloister 2, 1" in said


def listed(things):
    rules = load("carcassonne")
    board = rules.load_board({"format": "tablekeeper.board/1", "game": "carcassonne", **things})
    return list(rules.list_board(board))


def test_a_tile_that_was_read_but_not_surely_is_named_with_what_else_it_may_be():
    tile = {"cell": [0, 0], "face": "D", "turns": 0, "confidence": 0.998, "alternatives": []}
    other = {"face": "O", "turns": 3, "confidence": 0.38}
    unsure = {"cell": [2, 3], "face": "P", "turns": 3, "confidence": 0.62, "alternatives": [other]}
    lines = listed({"tiles": [tile, unsure], "meeples": [], "faults": [], "doubts": []})
    assert lines[0] == "2 tiles, 0 figures, 0 faults, 0 doubts, 1 unsure tile"
    assert lines[-1] == "  Unsure at column 3, row 4: P3, 62% sure; else O3"


def test_what_is_doubted_has_its_place_on_the_map_so_that_columns_are_counted_as_everywhere():
    tile = {"cell": [1, 0], "face": "D", "turns": 1, "confidence": 1.0}
    doubt = {"cell": [0, 0], "kind": "cut", "says": "The edge of the picture cuts it."}
    lines = listed({"tiles": [tile], "meeples": [], "faults": [], "doubts": [doubt]})
    assert lines[1:] == ["  ?  D1", "  Doubt at column 1, row 1: The edge of the picture cuts it."]


def test_a_figure_that_was_read_but_not_surely_is_counted_and_said_to_be_unsure():
    figure = {"cell": [2, 3], "colour": "red", "feature": "road", "sides": ["N"], "confidence": 0.37}
    sure = {**figure, "colour": "blue", "confidence": 0.95}
    heading, *lines = listed({"tiles": [], "meeples": [figure, sure], "faults": [], "doubts": []})
    assert heading.endswith("1 unsure figure")
    assert lines == [
        "  red figure on the road at column 3, row 4, only 37% sure",
        "  blue figure on the road at column 3, row 4, 95% sure",
    ]
