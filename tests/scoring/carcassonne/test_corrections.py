"""A player corrects what was read: one answer at a time, and what is impossible is refused in a sentence."""

from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import Question
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.editor.corrections import correct
from scoring.games.carcassonne.editor.questions import questions
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading
from scoring.games.carcassonne.land.catalogue import distinct_faces
from tests.scoring.carcassonne.notation import table
from tests.some import some

DOCUMENT = {
    "tiles": [
        {
            "cell": [0, 0],
            "face": "D",
            "turns": 0,
            "confidence": 0.6,
            "alternatives": [
                {"face": "J", "turns": 2, "confidence": 0.1},
                {"face": "E", "turns": 0, "confidence": 0.3},
            ],
            "quad_px": [[0, 0], [9, 0], [9, 9], [0, 9]],
        },
        {"cell": [1, 0], "face": "U", "turns": 1},
        {"cell": [0, -1], "face": "N", "turns": 2},
    ],
    "meeples": [
        {"cell": [0, 0], "colour": "red", "feature": "road", "sides": ["E", "W"]},
        {"cell": [1, 0], "colour": "blue", "feature": "field", "sides": ["NL"], "pose": "lying"},
    ],
    "doubts": [
        {
            "kind": "hidden",
            "says": "A hand covers it.",
            "cell": [0, 1],
            "alternatives": [{"face": "B", "turns": 3, "confidence": 0.4}],
            "quad_px": [[0, 9], [9, 9], [9, 18], [0, 18]],
        }
    ],
}


@pytest.fixture
def board() -> CarcassonneBoard:
    loaded: CarcassonneBoard = RULES.load_board(DOCUMENT)
    return loaded


def asked(board: CarcassonneBoard, spot: str) -> dict[str, Question]:
    return {question.name: question for question in questions(board, spot)}


def values(question: Question) -> list[Any]:
    return [choice.value for choice in question.choices]


def test_a_tiles_face_is_asked_with_its_alternatives_first_and_all_faces_after(
    board: CarcassonneBoard,
) -> None:
    face = asked(board, "tile:0,0")["face"]
    assert values(face)[:3] == ["D", "E", "J"]
    assert sorted(values(face)) == sorted(distinct_faces())
    assert face.chosen == "D"
    assert None not in [choice.picture for choice in face.choices]


def test_faces_that_fit_the_neighbours_come_before_those_that_do_not(board: CarcassonneBoard) -> None:
    order = values(asked(board, "cell:1,-1")["face"])
    fitting, clashing = [order.index(face) for face in "EB"], order.index("C")
    assert max(fitting) < clashing


def test_an_unread_cell_offers_what_it_may_be_first(board: CarcassonneBoard) -> None:
    assert values(asked(board, "cell:0,1")["face"])[0] == "B"


def test_a_face_has_as_many_turns_as_look_different(board: CarcassonneBoard) -> None:
    assert values(asked(board, "tile:0,0")["turns"]) == [0, 1, 2, 3]
    assert values(asked(board, "tile:1,0")["turns"]) == [0, 1]
    assert [c.picture.placed[0].turn_deg for c in asked(board, "tile:1,0")["turns"].choices if c.picture] == [
        0,
        90,
    ]


def test_only_faces_with_garden_copies_are_asked_about_a_garden(board: CarcassonneBoard) -> None:
    assert "garden" in asked(board, "tile:1,0")
    assert "garden" not in asked(board, "tile:0,0")


def test_a_figure_is_asked_where_it_stands_in_a_players_words(board: CarcassonneBoard) -> None:
    stands = asked(board, "meeple:0")["stands_on"]
    assert {choice.value: choice.label for choice in stands.choices} == {
        "city:N": "the city to the north",
        "road:E": "the road to the east and west",
        "field:EL": "the field to the north-east and north-west",
        "field:ER": "the field to the south-east and south-west",
    }
    assert stands.chosen == "road:E"


def test_a_corrected_tile_is_certain_and_keeps_its_place_in_the_photograph(board: CarcassonneBoard) -> None:
    tile = correct(board, "tile:0,0", {"face": "L"}).tiles[0]
    assert (tile.face, tile.confidence, tile.alternatives) == ("L", 1.0, ())
    assert tile.quad_px == board.tiles[0].quad_px


def test_a_face_taken_from_the_alternatives_brings_its_turn(board: CarcassonneBoard) -> None:
    assert correct(board, "tile:0,0", {"face": "J"}).tiles[0].turns == 2


def test_another_face_is_turned_to_fit_its_neighbours(board: CarcassonneBoard) -> None:
    assert correct(board, "cell:-1,0", {"face": "A"}).tiles[-1].turns == 3
    assert correct(board, "cell:-1,0", {"face": "A"}).faults == ()


def test_turning_a_tile_changes_only_its_turn(board: CarcassonneBoard) -> None:
    tile = correct(board, "tile:0,0", {"turns": 3}).tiles[0]
    assert (tile.face, tile.turns) == ("D", 3)


def test_faults_are_found_anew_after_a_correction(board: CarcassonneBoard) -> None:
    broken = correct(board, "tile:1,0", {"turns": 0})
    assert {fault.kind for fault in broken.faults} == {"edges_do_not_match"}
    assert correct(broken, "tile:1,0", {"turns": 1}).faults == ()


def test_a_tile_added_where_nothing_was_read_ends_the_doubt(board: CarcassonneBoard) -> None:
    added = correct(board, "cell:0,1", {"face": "B"})
    assert added.doubts == ()
    assert (added.tiles[-1].cell, added.tiles[-1].face, added.tiles[-1].turns) == ((0, 1), "B", 3)
    assert added.tiles[-1].quad_px == board.doubts[0].quad_px


def test_what_was_not_read_can_be_left_out_with_its_figures_as_no_tile_of_the_game(
    board: CarcassonneBoard,
) -> None:
    standing = replace(board, meeples=(*board.meeples, MeepleReading((0, 1), "black", "road")))
    assert "remove" in asked(standing, "cell:0,1")
    less = correct(standing, "cell:0,1", {"remove": True})
    assert (less.doubts, less.tiles, less.meeples) == ((), board.tiles, board.meeples)
    assert "remove" not in asked(less, "cell:0,1")


def test_a_tile_is_taken_away_with_its_figures(board: CarcassonneBoard) -> None:
    less = correct(board, "tile:0,0", {"remove": True})
    assert [tile.cell for tile in less.tiles] == [(1, 0), (0, -1)]
    assert [meeple.cell for meeple in less.meeples] == [(1, 0)]


def test_a_garden_is_set_and_cleared(board: CarcassonneBoard) -> None:
    garden = correct(board, "tile:1,0", {"garden": True})
    assert garden.tiles[1].garden
    assert not correct(garden, "tile:1,0", {"garden": False}).tiles[1].garden


def test_a_figure_is_added_with_one_tap_and_moved_with_another(board: CarcassonneBoard) -> None:
    added = correct(board, "tile:0,-1", {"colour": "green"})
    assert (added.meeples[2].colour, added.meeples[2].feature) == ("green", "city")
    moved = correct(added, "meeple:2", {"stands_on": "field:NL"}).meeples[2]
    assert (moved.feature, moved.pose) == ("field", "lying")
    assert "NL" in moved.sides


def test_a_figure_can_be_added_where_it_stands(board: CarcassonneBoard) -> None:
    answers = {"colour": "black", "kind": "abbot", "stands_on": "cloister", "face": "B"}
    added = correct(board, "cell:0,1", answers).meeples[-1]
    assert (added.colour, added.kind, added.feature, added.sides) == ("black", "abbot", "cloister", ())


def test_a_figures_colour_and_kind_are_corrected(board: CarcassonneBoard) -> None:
    meeple = correct(board, "meeple:0", {"colour": "yellow", "kind": "abbot"}).meeples[0]
    assert (meeple.colour, meeple.kind, meeple.feature) == ("yellow", "abbot", "road")


def test_a_figure_is_taken_away(board: CarcassonneBoard) -> None:
    assert [m.colour for m in correct(board, "meeple:0", {"remove": True}).meeples] == ["blue"]


def test_every_answer_offered_is_accepted(board: CarcassonneBoard) -> None:
    for spot in ("tile:0,0", "tile:1,0", "cell:0,1", "cell:-1,0", "meeple:0", "meeple:1"):
        for question in some(questions(board, spot)):
            for value in some(values(question)):
                changed = correct(board, spot, {question.name: value})
                assert RULES.load_board(RULES.dump_board(changed)) == changed
                RULES.score_board(changed, table())


@pytest.mark.parametrize(
    ("spot", "answers", "names"),
    [
        ("tile:9,9", {}, "no tile at column"),
        ("cell:0,0", {"face": "B"}, "already a tile"),
        ("meeple:7", {}, "7"),
        ("roof:1", {}, "'roof:1'"),
        ("tile:0,0", {"face": "Z"}, "'Z'"),
        ("tile:0,0", {"turns": 5}, "5"),
        ("tile:0,0", {"garden": True}, "garden"),
        ("tile:0,0", {"garden": "perhaps"}, "perhaps"),
        ("tile:0,0", {"colour": "golden"}, "golden"),
        ("tile:0,0", {"colour": "red", "stands_on": "cloister"}, "the city to the north"),
        ("tile:0,0", {"colour": "red", "kind": "pig"}, "pig"),
        ("meeple:0", {"stands_on": "garden"}, "garden"),
        ("cell:5,5", {}, "face"),
    ],
)
def test_an_impossible_answer_is_refused_in_a_sentence(
    board: CarcassonneBoard, spot: str, answers: dict[str, Any], names: str
) -> None:
    with pytest.raises(UnreadableError, match=r"\.$") as caught:
        correct(board, spot, answers)
    assert names in str(caught.value)


def test_a_figure_without_a_tile_can_still_be_recoloured_or_removed() -> None:
    lost = RULES.load_board({"meeples": [{"cell": [4, 4], "colour": "red", "feature": "road"}]})
    assert set(asked(lost, "meeple:0")) == {"colour", "kind", "remove"}
    assert correct(lost, "meeple:0", {"colour": "blue"}).meeples[0].colour == "blue"
    with pytest.raises(UnreadableError, match="add the tile first"):
        correct(lost, "meeple:0", {"stands_on": "road:N"})


def test_tiles_of_the_river_come_last_where_none_of_it_lies_there(board: CarcassonneBoard) -> None:
    river = replace(board.tiles[1], cell=(5, 5), face="river_I")
    for there, spot in ((board, "tile:1,0"), (board, "cell:2,0")):
        faces = [str(choice.value) for choice in questions(there, spot)[0].choices]
        of_river = [face.startswith("river_") for face in faces]
        assert of_river == sorted(of_river)
        assert of_river[-1]
        with_river = replace(there, tiles=(*there.tiles, river))
        assert [str(c.value) for c in questions(with_river, spot)[0].choices] != faces
