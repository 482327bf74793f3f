"""A photographed board may break rules: it is read, its faults are listed, and it is scored as it lies."""

from typing import Any

import pytest

from scoring.errors import UnreadableError
from scoring.game import Setup
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.documents.boards import board_of, dump_board, load_board, score_board
from scoring.games.carcassonne.documents.status import status
from scoring.games.carcassonne.land.board import CarcassonneBoard
from tests.scoring.carcassonne.notation import played, table

FULL = {
    "format": "tablekeeper.board/1",
    "game": "carcassonne",
    "image_size_px": [4928, 3264],
    "tiles": [
        {
            "cell": [0, 0],
            "face": "D",
            "turns": 0,
            "confidence": 0.998,
            "alternatives": [{"face": "U", "turns": 1, "confidence": 0.001}],
            "quad_px": [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]],
        }
    ],
    "meeples": [
        {
            "cell": [0, 0],
            "colour": "red",
            "kind": "follower",
            "pose": "standing",
            "feature": "city",
            "sides": ["N"],
            "at_px": [12.5, 40.0],
            "confidence": 0.97,
        }
    ],
    "faults": [{"kind": "edges_do_not_match", "cells": [[3, 4], [3, 5]], "says": "road meets field"}],
    "doubts": [{"kind": "hidden", "says": "A hand covers it.", "quad_px": [], "alternatives": []}],
}


def board(tiles: str, *meeples: tuple[int, int, str, str], **more: Any) -> CarcassonneBoard:
    """Build a board of tiles "A1@1,0 D0@0,0" and figures (column, row, "red", "city:N")."""
    document: dict[str, Any] = {"tiles": [], "meeples": [], **more}
    for text in tiles.split():
        face, _, cell = text.partition("@")
        column, row = cell.split(",")
        garden = face.endswith("g")
        face = face.removesuffix("g")
        document["tiles"].append(
            {"cell": [int(column), int(row)], "face": face[:-1], "turns": int(face[-1]), "garden": garden}
        )
    for x, y, colour, stands in meeples:
        kind, _, place = stands.rpartition(" ")
        feature, *sides = place.split(":")
        entry = {"cell": [x, y], "colour": colour, "feature": feature, "sides": sides}
        document["meeples"].append(entry | ({"kind": kind} if kind else {}))
    return load_board(document)


def kinds(found: CarcassonneBoard, setup: Setup | None = None) -> set[str]:
    return {fault.kind for fault in status(found, setup)}


def test_a_board_document_is_written_as_it_was_read() -> None:
    assert dump_board(load_board(FULL)) == FULL


def test_keys_that_are_missing_null_or_unknown_do_no_harm() -> None:
    read = load_board('{"tiles": [{"cell": [0, 0], "face": "D", "turns": 0, "quad_px": null, "x": 1}]}')
    assert read.tiles[0].confidence == 1.0
    assert read.meeples == ()


@pytest.mark.parametrize(
    ("document", "names"),
    [
        ("[]", "list"),
        ("not json", "JSON"),
        (b"\xff\xfe", "JSON"),
        ({"format": "tablekeeper.game/1"}, "tablekeeper.game/1"),
        ({"game": "chess"}, "chess"),
        ({"tiles": [{"face": "D", "turns": 0}]}, "tile 1"),
        ({"tiles": [{"cell": [0, 0], "face": "Z", "turns": 0}]}, "'Z'"),
        ({"tiles": [{"cell": [0, 0], "face": "D", "turns": 7}]}, "7"),
        ({"tiles": [{"cell": [0, "a"], "face": "D", "turns": 0}]}, "tile 1, cell, entry 2"),
        ({"tiles": [{"cell": [0, 0], "face": "D", "turns": 0}] * 2}, "Two tiles"),
        ({"meeples": [{"cell": [0, 0], "colour": "golden", "feature": "road"}]}, "golden"),
        ({"meeples": [{"cell": [0, 0], "colour": "red", "feature": "moat"}]}, "moat"),
        ({"meeples": [{"cell": [0, 0], "colour": "red", "feature": "road", "sides": ["Q"]}]}, "'Q'"),
        ({"meeples": [{"cell": [0, 0], "colour": "red", "feature": "road", "kind": "pig"}]}, "pig"),
        ({"meeples": [{"cell": [0, 0], "colour": "red", "feature": "road", "pose": "sitting"}]}, "sitting"),
    ],
)
def test_nonsense_is_refused_in_a_sentence_that_names_it(document: Any, names: str) -> None:
    with pytest.raises(UnreadableError, match=r"\.$") as caught:
        load_board(document)
    assert names in str(caught.value)


FAULTY = {
    "edges_do_not_match": (board("D0@0,0 U0@0,1"), ((0, 0), (0, 1))),
    "too_many_of_face": (board("D0@0,0 X0@1,0 X0@-1,0"), ((-1, 0), (1, 0))),
    "too_many_gardens": (board("D0@0,0 U1g@1,0 U1g@2,0"), ((1, 0), (2, 0))),
    "not_connected": (board("D0@0,0 U1@1,0 B0@3,3"), ((3, 3),)),
    "river_is_broken": (board("river_A0@0,0 river_D0@0,1 B0@1,0 river_F0@2,0"), ((2, 0),)),
    "figure_off_the_board": (board("D0@0,0", (1, 0, "red", "road:W")), ((1, 0),)),
    "feature_not_on_tile": (board("D0@0,0", (0, 0, "red", "road:N")), ((0, 0),)),
    "abbot_place": (board("D0@0,0", (0, 0, "red", "abbot road:E")), ((0, 0),)),
    "garden_is_for_abbots": (board("U0g@0,0", (0, 0, "red", "garden")), ((0, 0),)),
    "too_many_figures": (
        board("B0@0,0 B0@1,0", (0, 0, "red", "abbot cloister"), (1, 0, "red", "abbot cloister")),
        ((0, 0), (1, 0)),
    ),
    "two_figures_on_one_tile": (
        board("D0@0,0", (0, 0, "red", "city:N"), (0, 0, "blue", "road:E")),
        ((0, 0),),
    ),
    "two_figures_in_one_feature": (
        board("D0@0,0 U1@1,0", (0, 0, "red", "road:E"), (1, 0, "blue", "road:W")),
        ((0, 0), (1, 0)),
    ),
    "follower_on_completed_feature": (board("D0@0,0 E2@0,-1", (0, 0, "red", "city:N")), ((0, 0),)),
}


@pytest.mark.parametrize("kind", FAULTY)
def test_a_fault_is_found_where_it_is(kind: str) -> None:
    found, cells = FAULTY[kind]
    assert [(fault.kind, fault.cells) for fault in status(found)] == [(kind, cells)]


def test_two_kinds_of_spring_are_one_too_many() -> None:
    assert "too_many_of_face" in kinds(board("river_A0@0,0 river_A_C32@0,1"))


def test_all_faults_are_listed_at_once() -> None:
    crowded = board(
        "D0@0,0 U0@0,1 X0@5,5 X0@5,6",
        (0, 0, "red", "road:N"),
        (9, 9, "red", "city:N"),
        (0, 1, "blue", "road:N"),
    )
    assert kinds(crowded) == {
        "edges_do_not_match",
        "too_many_of_face",
        "not_connected",
        "feature_not_on_tile",
        "figure_off_the_board",
    }


def test_figures_brought_together_by_a_later_tile_are_no_fault() -> None:
    joined = board("U1@0,0 U1@1,0 U1@2,0", (0, 0, "red", "road:W"), (2, 0, "blue", "road:E"))
    assert status(joined) == ()


def test_a_cell_that_was_not_read_may_join_the_others() -> None:
    doubts = [{"kind": "hidden", "says": "A hand covers it.", "cell": [1, 0]}]
    assert status(board("D0@0,0 B0@2,0", (1, 0, "red", "road:W"), doubts=doubts)) == ()


def test_what_only_some_tables_forbid_is_a_fault_only_at_those() -> None:
    field = board("D0@0,0 B0@0,1", (0, 1, "green", "field:NL"), (0, 0, "red", "road:E"))
    assert kinds(field) == set()
    assert kinds(field, table(farmers=False)) == {"farmers_are_off", "not_a_player"}
    abbot = board("B0@0,0", (0, 0, "red", "abbot cloister"))
    assert kinds(abbot, table()) == {"abbot_is_off"}


def test_edges_that_do_not_match_do_not_join() -> None:
    road = board("D0@0,0 U1@1,0 U0@0,1", (1, 0, "red", "road:E"), (0, 1, "blue", "road:N"))
    lines = score_board(road, table("leaflet-001"))
    assert [(line.where, line.points) for line in lines] == [(((0, 0), (1, 0)), 2), (((0, 1),), 1)]


def test_a_figure_still_on_a_finished_city_is_paid_for_a_finished_city() -> None:
    city = board("D0@0,0 E2@0,-1", (0, 0, "red", "city:N"))
    (line,) = score_board(city, table("leaflet-004"))
    assert (line.players, line.points) == (("red",), 4)
    (line,) = score_board(city, table("leaflet-001"))
    assert line.points == 2


def test_a_figure_that_stands_on_nothing_is_left_out() -> None:
    assert score_board(board("D0@0,0", (0, 0, "red", "road:N"), (4, 4, "red", "road:N")), table()) == ()


def test_a_board_turned_as_a_whole_scores_the_same() -> None:
    upright = board("D0@0,0 F1@0,-1 B0@0,1", (0, -1, "red", "city:N"), (0, 1, "blue", "cloister"))
    turned = board("D1@0,0 F2@1,0 B0@-1,0", (1, 0, "red", "city:E"), (-1, 0, "blue", "cloister"))
    points = [[line.points for line in score_board(b, table())] for b in (upright, turned)]
    assert sorted(points[0]) == sorted(points[1]) == [2, 3]


def test_a_board_without_any_tile_has_no_faults_and_no_points() -> None:
    empty = load_board({})
    assert status(empty) == ()
    assert score_board(empty, Setup("leaflet-001", ())) == ()


def test_a_picture_of_a_game_shows_every_tile_and_figure() -> None:
    state = played(table(), ["U1@1,0 road:W", "B0@0,1 field:NL"])
    spots = {placed.spot for placed in RULES.picture(state).placed}
    assert {"tile:0,0", "tile:1,0", "tile:0,1", "meeple:0", "meeple:1"} <= spots
    assert RULES.picture(state) == RULES.picture_board(board_of(state))
