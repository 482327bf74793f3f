"""A proposed move is drawn as unconfirmed, asked about with the likeliest answers first, and set right."""

from random import Random
from typing import Any

import pytest

from scoring.errors import UnreadableError
from scoring.game import Question
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.documents.boards import board_of
from scoring.games.carcassonne.drawing.drawing import draw_board
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.state import CarcassonneState, remaining
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.placed_tile import lay_face, segments_named
from scoring.picture import Picture, Placed
from tests.scoring.carcassonne.notation import move_written, played, table
from tests.some import some


def asked(state: CarcassonneState, move: Move) -> dict[str, Question]:
    return {question.name: question for question in RULES.ask(state, move)}


def values(question: Question) -> list[Any]:
    return [choice.value for choice in question.choices]


def labels(question: Question) -> dict[Any, str]:
    return {choice.value: choice.label for choice in question.choices}


def proposed(before: list[str], move: str, **options: Any) -> tuple[CarcassonneState, Move]:
    state = played(table(**options), before)
    return state, move_written(move, state.player)


def placed(move: Move) -> TilePlacement:
    assert isinstance(move, TilePlacement)
    return move


def emphasised(picture: Picture) -> list[Placed]:
    return [item for item in picture.placed if item.emphasis == "proposed"]


# --- drawn -----------------------------------------------------------------------------------------


def test_a_game_without_a_proposal_is_drawn_as_its_board() -> None:
    _, state = random_game(table(), Random(2), 30)
    assert RULES.picture(state) == draw_board(board_of(state))


def test_a_proposed_tile_and_figure_are_marked_as_not_confirmed() -> None:
    state, move = proposed(["B0@0,1"], "V0@1,0 road:W")
    marked = emphasised(RULES.picture(state, [move]))
    assert [item.symbol for item in marked] == ["V", "frame_proposed", "follower_standing"]
    assert {item.spot for item in marked} == {"tile:1,0", "", "meeple:0"}
    assert all(item.says.endswith("(not confirmed yet)") for item in marked if item.spot)
    assert emphasised(RULES.picture(state)) == []


def test_a_proposed_figure_stands_where_it_will_stand_when_confirmed() -> None:
    state, move = proposed([], "V0@1,0 road")
    then, _ = RULES.apply(state, move)
    at_mm = [next(p.at_mm for p in pic.placed if p.spot == "meeple:0") for pic in
             (RULES.picture(state, [move]), RULES.picture(then))]  # fmt: skip
    assert at_mm[0] == at_mm[1]


def test_a_proposal_against_the_rules_carries_the_mark_of_a_fault_and_the_rule() -> None:
    state, move = proposed([], "B0@0,-1")
    picture = RULES.picture(state, [move])
    assert "mark_fault" in [item.symbol for item in picture.placed]
    tile = next(item for item in picture.placed if item.spot == "tile:0,-1")
    assert "does not match" in tile.says
    assert tile.emphasis == "proposed"


def test_several_proposed_turns_are_all_drawn() -> None:
    state, first = proposed([], "B0@0,1 cloister")
    picture = RULES.picture(state, [first, move_written("B0@0,2", "blue"), Discard("red", "C")])
    assert [item.spot for item in emphasised(picture) if item.spot.startswith("tile")] == [
        "tile:0,1",
        "tile:0,2",
    ]


# --- asked -----------------------------------------------------------------------------------------


def test_faces_are_offered_nearest_first_and_those_not_left_in_the_box_last() -> None:
    state, move = proposed(["B0@0,1", "B0@0,2", "B0@0,3", "B0@0,4"], "M3@0,-1")
    order = values(asked(state, move)["face"])
    assert order[:2] == ["M", "N"]
    assert order[-1] == "B"
    assert sorted(order) == sorted(name for name in faces() if not name.startswith("river_"))
    assert None not in [choice.picture for choice in asked(state, move)["face"].choices]


def test_of_the_faces_left_those_that_fit_come_before_those_that_do_not() -> None:
    _, state = random_game(table(), Random(7), 60)
    face = next(face for face, count in remaining(state).items() if count)
    move = next(m for m in RULES.legal(state, face) if isinstance(m, TilePlacement))
    order = values(asked(state, move)["face"])[1:]
    fitting = {face for face in order if remaining(state)[face] and any(
        m.cell == move.cell for m in RULES.legal(state, face) if isinstance(m, TilePlacement))}  # fmt: skip
    assert set(order[: len(fitting)]) == fitting


def test_turns_that_fit_say_so() -> None:
    state, move = proposed([], "V0@1,0")
    turns = asked(state, move)["turns"]
    assert labels(turns) == {0: "as drawn, fits", 1: "turned right, fits", 2: "upside down", 3: "turned left"}
    assert turns.chosen == 0


def test_only_free_places_beside_the_one_seen_are_offered() -> None:
    state, move = proposed([], "B0@0,1")
    cell = asked(state, move)["cell"]
    assert labels(cell) == {
        "0,1": "where it is now", "-1,0": "one to the north-west", "1,0": "one to the north-east",
    }  # fmt: skip
    assert cell.chosen == "0,1"


def test_a_figure_is_offered_first_where_the_rules_let_it_stand() -> None:
    state, move = proposed(["U1@1,0 road:W"], "U1@-1,0 field:NL")
    stands = asked(state, move)["stands_on"]
    assert values(stands)[0] == ""
    assert labels(stands)["road:E"].endswith("against the rules")
    assert values(stands)[-1] == "road:E"
    assert stands.chosen == "field:NL"
    assert asked(*proposed([], "B0@0,1"))["stands_on"].chosen == ""


def test_abbots_and_gardens_are_asked_about_only_where_they_are_played() -> None:
    before = ["B0@0,1 abbot cloister", "B0@0,2"]
    with_abbots = asked(*proposed(before, "V1g@1,0 abbot garden", abbot=True))
    assert {"garden", "kind", "recall_abbot"} <= set(with_abbots)
    assert with_abbots["kind"].chosen == "abbot"
    assert not {"garden", "kind", "recall_abbot"} & set(asked(*proposed(["B0@0,1"], "V1@1,0")))
    assert "recall_abbot" not in asked(*proposed([], "B0@0,1", abbot=True))
    assert "kind" not in asked(*proposed([], "V1@1,0", abbot=True))


def test_a_follower_that_may_have_come_and_gone_is_asked_for() -> None:
    question = asked(*proposed([], "E2@0,-1"))["unseen"]
    assert question.title == "Was a figure put here, scored and taken back?"
    assert labels(question) == {"": "no", "follower city:S": "yes, a figure in the city"}
    assert "unseen" not in asked(*proposed([], "E2@0,-1 city"))
    assert "unseen" not in asked(*proposed([], "B0@0,1"))


def test_of_a_discard_only_the_face_is_asked() -> None:
    (question,) = RULES.ask(start(table()), Discard("red", "C"))
    assert (question.name, question.chosen, values(question)[0]) == ("face", "C", "C")


def test_what_is_chosen_is_always_among_the_answers() -> None:
    game, _ = random_game(table(abbot=True, river=True), Random(5))
    state = start(game.setup)
    for move in some(game.moves):
        for question in some(RULES.ask(state, move)):
            assert question.chosen is None or question.chosen in values(question)
        state, _ = RULES.apply(state, move)


# --- asked in drawings -----------------------------------------------------------------------------


def test_what_else_was_seen_is_offered_first_then_only_what_is_legal() -> None:
    state, move = proposed([], "V0@1,0 road:W")
    other = move_written("U1@-1,0", "red")
    first, second, *alike = RULES.ask(state, move, (other,))[0].choices
    assert (first.value["face"], second.value["face"]) == ("V", "U")
    assert alike
    for choice in alike:
        RULES.check(state, RULES.load_move(choice.value))
    assert all(choice.picture for choice in (first, second, *alike))


def test_a_whole_move_is_answered_at_once() -> None:
    state, move = proposed([], "V0@1,0 road:W")
    for choice in some(asked(state, move)["move"].choices):
        assert RULES.answer(state, move, {"move": choice.value}) == RULES.load_move(choice.value)


def test_each_place_for_the_figure_is_a_spot_of_the_drawn_tile_in_its_players_colour() -> None:
    game, _ = random_game(table(abbot=True, river=True), Random(8))
    state = start(game.setup)
    for move in some(game.moves):
        question = asked(state, move).get("stands_on")
        if question and question.picture:
            spots = [item for item in question.picture.placed if item.spot]
            assert {item.spot for item in spots} == set(values(question)) - {""}
            assert {item.colour for item in spots} == {move.player}
            barred = {item.spot for item in spots if item.emphasis == "barred"}
            assert barred == {key for key, says in labels(question).items() if says.endswith("rules")}
        state, _ = RULES.apply(state, move)


def test_faces_tell_how_many_are_left_in_the_box() -> None:
    state, move = proposed(["B0@0,1", "B0@0,2"], "M3@0,-1")
    left = {choice.value: choice.left for choice in asked(state, move)["face"].choices}
    assert (left["B"], left["M"], left["D"]) == (2, 2, 3)


def test_whose_turn_it_was_is_set_right() -> None:
    state, move = proposed([], "V0@1,0 road:W")
    assert placed(RULES.answer(state, move, {"player": "blue"})).player == "blue"


# --- answered --------------------------------------------------------------------------------------


def test_answering_what_is_chosen_changes_nothing_that_counts() -> None:
    game, _ = random_game(table(abbot=True, river=True), Random(6))
    state = start(game.setup)
    for move in some(game.moves):
        answers = {q.name: q.chosen for q in RULES.ask(state, move) if q.chosen is not None}
        same = RULES.answer(state, move, answers)
        then, lines = RULES.apply(state, move)
        again, same_lines = RULES.apply(state, same)
        assert (again.points, again.figures, same_lines) == (then.points, then.figures, lines)
        assert RULES.answer(state, move, {}) == move
        state = then


def test_another_face_is_turned_to_fit_and_keeps_the_figure_on_its_feature() -> None:
    state, move = proposed([], "M3@0,-1 city")
    other = placed(RULES.answer(state, move, {"face": "E"}))
    assert (other.face, other.turns) == ("E", 2)
    assert other.meeple is not None
    assert other.meeple.feature == "city"
    RULES.check(state, other)


def test_a_figure_whose_feature_is_gone_is_taken_off() -> None:
    state, move = proposed([], "V0@1,0 road:W")
    assert placed(RULES.answer(state, move, {"face": "B"})).meeple is None


def test_a_turn_answered_keeps_the_figure_on_the_side_where_it_was_seen() -> None:
    state, move = proposed([], "U1@1,0 road:W")
    turned = placed(RULES.answer(state, move, {"turns": 0}))
    assert turned.meeple is not None
    laid = lay_face("U", 0)
    assert len(segments_named(laid, turned.meeple.feature, turned.meeple.sides)) == 1


def test_the_figure_is_put_moved_and_taken_off() -> None:
    state, bare = proposed([], "V0@1,0")
    put = RULES.answer(state, bare, {"stands_on": "road:S"})
    assert placed(put).meeple == Meeple("road", ("S",))
    moved = RULES.answer(state, put, {"stands_on": "field:NL"})
    assert placed(moved).meeple == Meeple("field", ("NL",))
    assert RULES.answer(state, moved, {"stands_on": ""}) == bare


def test_a_figure_in_a_garden_is_the_abbot_unless_said_otherwise() -> None:
    state, move = proposed([], "V0g@1,0", abbot=True)
    assert placed(RULES.answer(state, move, {"stands_on": "garden"})).meeple == Meeple("garden", (), "abbot")
    both = {"stands_on": "garden", "kind": "follower"}
    assert placed(RULES.answer(state, move, both)).meeple == Meeple("garden", (), "follower")


def test_an_abbot_taken_back_and_a_figure_placed_exclude_each_other() -> None:
    state, move = proposed(["B0@0,1 abbot cloister", "B0@0,2"], "B0@0,3 cloister", abbot=True)
    recalled = placed(RULES.answer(state, move, {"recall_abbot": True}))
    assert (recalled.recall_abbot, recalled.meeple) == (True, None)
    put = placed(RULES.answer(state, recalled, {"stands_on": "cloister"}))
    assert (put.recall_abbot, put.meeple) == (False, Meeple("cloister"))


@pytest.mark.parametrize("cell", ["1,0", [1, 0]])
def test_a_tile_is_moved_to_the_cell_answered(cell: Any) -> None:
    state, move = proposed([], "V0@1,-1")
    assert placed(RULES.answer(state, move, {"cell": cell})) == move_written("V0@1,0", "red")


def test_a_follower_nobody_saw_is_put_into_the_move() -> None:
    state, move = proposed([], "E2@0,-1")
    (variant,) = RULES.unseen(state, move)
    assert RULES.answer(state, move, {"unseen": "follower city:S"}) == variant
    assert RULES.answer(state, move, {"unseen": ""}) == move


def test_a_discards_face_is_set_right() -> None:
    assert RULES.answer(start(table()), Discard("red", "C"), {"face": "X"}) == Discard("red", "X")


@pytest.mark.parametrize(
    "answers",
    [
        {"colour": "red"}, {"face": "Z"}, {"turns": 7}, {"turns": "left"}, {"cell": "here"}, {"cell": [1]},
        {"cell": 3}, {"garden": True}, {"stands_on": "city:N"}, {"stands_on": ["road"]},
        {"stands_on": "road:W", "kind": "king"}, {"recall_abbot": "perhaps"}, {"unseen": "follower road:W"},
    ],
)  # fmt: skip
def test_an_impossible_answer_is_refused_in_a_sentence(answers: dict[str, Any]) -> None:
    state, move = proposed([], "U1@0,1")
    if "garden" in answers:
        move = move_written("B0@0,1", "red")
        assert faces()["B"].garden_count == 0
    with pytest.raises(UnreadableError, match=r"\.$"):
        RULES.answer(state, move, answers)


# --- what tells readings apart -----------------------------------------------------------------------


def captions(start: str, *others: str) -> list[str]:
    state, move = proposed([], start)
    asked = RULES.ask(state, move, [move_written(each, "red") for each in others])
    nearest = next(question for question in asked if question.name == "move")
    return [str(choice.label) for choice in nearest.choices][: len(others) + 1]


def test_each_reading_beside_a_proposal_says_only_what_differs_from_it() -> None:
    others = ("V0@1,0", "V1@1,0 road:W", "V0@1,0 city:S", "U1@1,0 road:W", "V0@2,0 road:W", "U1@1,0")
    assert captions("V0@1,0 road:W", *others) == [
        "as said above",
        "no figure",
        "turned right",
        "a figure in the city",
        "U",
        "one to the east",
        "U, no figure",
    ]
