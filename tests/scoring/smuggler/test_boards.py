"""Photographed boards of Cornish Smuggler: documents and what the rules say of them."""

import json
from random import Random

import msgspec
import pytest

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.chance import random_game
from scoring.games.smuggler.documents.beginning import carried, start
from scoring.games.smuggler.documents.boards import (
    OFFICER,
    SmugglerBoard,
    board_of,
    dump_board,
    load_board,
    score_board,
    step_of,
)
from scoring.games.smuggler.documents.listing import alone, list_board, sightings
from scoring.games.smuggler.documents.picture import picture_board, rulers
from scoring.games.smuggler.documents.status import status
from scoring.games.smuggler.editor.corrections import correct, questions
from scoring.games.smuggler.land.box import place_name, sample_box
from scoring.games.smuggler.land.spots import place_spot
from tests.some import some

SETUP = Setup("rulebook-003", tuple(map(PlayerSeat, ("Ann", "Ben", "Cleo"), ("red", "blue", "green"))))
BOARD = {"format": "tablekeeper.board/1", "game": "smuggler"}


def through_json(document):
    return json.loads(msgspec.json.encode(document))


@pytest.fixture(scope="module", params=[20, 60, 100])
def state(request):
    return random_game(SETUP, Random(request.param), most=request.param)[1]


def test_a_board_of_a_game_is_written_and_read_back_whole(state):
    board = board_of(state)
    written = through_json(dump_board(board))
    assert load_board(written) == board
    assert through_json(dump_board(load_board(written))) == written
    assert ("box" in written) == (state.box != sample_box())
    assert {each.place for each in some(board.of_kind(OFFICER)) if step_of(each.place) is None} == {
        officer.place for officer in state.officers
    }


def test_a_board_of_another_box_has_it_in_its_document(state):
    box = msgspec.structs.replace(state.box, name="ours", made_up=False)
    board = msgspec.structs.replace(board_of(state), box=box)
    written = through_json(dump_board(board))
    assert written["box"]["name"] == "ours"
    assert load_board(written).box == box


def test_a_board_is_worth_no_line_since_gold_and_reputation_lie_beside_it(state):
    assert score_board(board_of(state), SETUP) == ()
    with pytest.raises(UnreadableError, match="rule set"):
        score_board(board_of(state), msgspec.structs.replace(SETUP, rules="none"))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"pieces": [{"kind": "marker", "place": "atlantis", "player": "red"}]}, "atlantis"),
        ({"pieces": [{"kind": "officer", "place": "track:99"}]}, "no step 99"),
        ({"pieces": [{"kind": "marker", "place": "track:3", "player": "red"}]}, "track:3"),
        ({"pieces": [{"kind": "marker", "place": "newlyn", "player": "brown"}]}, "brown"),
        ({"pieces": [{"kind": "ship", "place": "lands_end"}]}, "say whose"),
        ({"goods": [{"squares": 3, "place": "atlantis"}]}, "atlantis"),
        ({"goods": [{"squares": -1, "place": "newlyn"}]}, "-1|0"),
        ({"turn": {"first": "brown"}}, "brown"),
        ({"game": "cornwall"}, "cornwall"),
    ],
)
def test_what_makes_no_sense_on_a_board_is_refused_in_a_sentence(more, says):
    with pytest.raises(UnreadableError, match=says) as refused:
        load_board({**BOARD, **more})
    assert str(refused.value).endswith(".")


def test_a_board_of_nothing_is_an_empty_one_on_our_own_box():
    assert load_board(BOARD) == SmugglerBoard()


# --- what is wrong -----------------------------------------------------------------------------------


def on_board(*pieces, **more):
    return load_board({**BOARD, "pieces": list(pieces), **more})


def piece(kind, place, player=""):
    return {"kind": kind, "place": place, "player": player}


@pytest.mark.parametrize(
    ("pieces", "more", "kind"),
    [
        ([piece("ship", "lands_end", "red"), piece("ship", "channel", "red")], {}, "ship_twice"),
        ([piece("ship", "madron", "red")], {}, "ship_on_land"),
        ([piece("marker", "lands_end", "red")], {}, "marker_at_sea"),
        ([piece("officer", "lands_end")], {}, "officer_at_sea"),
        ([], {"goods": [{"squares": 3, "place": "lands_end"}]}, "goods_at_sea"),
        ([], {"goods": [{"squares": 90, "place": "newlyn"}]}, "too_many_goods"),
        ([], {"goods": [{"squares": 27, "place": "merchant_north"}]}, "too_many_at_merchant"),
        ([], {"wheel": {"number": 8}}, "off_the_wheel"),
        ([], {"track": {"number": 17}}, "off_the_track"),
        ([piece("officer", "track:4")], {}, "officer_waits_wrongly"),
        ([piece("officer", "track:3")], {"track": {"number": 3}}, "officer_waits_wrongly"),
    ],
)
def test_what_the_rules_forbid_on_a_board_is_listed(pieces, more, kind):
    faults = status(on_board(*pieces, **more))
    assert [fault.kind for fault in faults] == [kind]
    assert faults[0].says


def test_the_board_of_a_game_breaks_no_rule(state):
    assert status(board_of(state), SETUP) == ()


def test_what_is_nobodys_at_the_table_is_a_fault_and_an_officer_waits_where_one_may():
    board = on_board(piece("marker", "newlyn", "pink"), piece("officer", "track:3"))
    assert [fault.kind for fault in status(board, SETUP)] == ["not_a_player"]


# --- drawn, listed, corrected ------------------------------------------------------------------------


def test_every_spot_of_the_picture_is_asked_about_and_every_answer_is_a_board(state):
    board = board_of(state)
    spots = [placed.spot for placed in picture_board(board).placed if placed.spot]
    assert len(spots) == len(set(spots))
    assert {"wheel", "track", "stock:customs", "stock:merchant_north"} < {*spots}
    for spot in some(spots):
        for question in some(questions(board, spot)):
            assert question.chosen in [choice.value for choice in question.choices]
            for choice in some(question.choices[-3:]):
                after = correct(board, spot, {question.name: choice.value})
                again = {each.name: each.chosen for each in questions(after, spot)}
                assert again[question.name] == choice.value
                assert load_board(dump_board(after)) == after


def test_answers_change_what_they_are_about_and_make_it_sure():
    unsure = {**piece("marker", "newlyn", "red"), "confidence": 0.6, "rival": "pink"}
    board = on_board(unsure, piece("ship", "lands_end", "red"))
    newlyn, lands_end = (place_spot(board.box, place) for place in ("newlyn", "lands_end"))
    assert min(each.confidence for each in sightings(board)) == 0.6
    sure = correct(board, newlyn, {"red": 1})
    assert {each.confidence for each in sightings(sure)} == {1.0}
    recoloured = correct(board, newlyn, {"red": 0, "pink": 2, "officers": 1})
    assert [each.player for each in recoloured.of_kind("marker")] == ["pink", "pink"]
    assert len(recoloured.of_kind("officer", "newlyn")) == 1
    moved = correct(board, place_spot(board.box, "channel"), {"ship": "red"})
    assert [each.place for each in moved.of_kind("ship")] == ["channel"]
    loaded = correct(board, lands_end, {"aboard_red": 4})
    assert [(each.squares, each.place, each.owner) for each in loaded.goods] == [(4, "aboard", "red")]
    bribed = correct(recoloured, newlyn, {"bribed_by": "pink"})
    assert [each.player for each in bribed.of_kind("officer")] == ["pink"]
    assert correct(board, "wheel", {"wheel": 3}).wheel.number == 3
    with pytest.raises(UnreadableError, match="no answer"):
        correct(board, newlyn, {"red": 99})
    for spot in ("cell:99,0", "stock:atlantis", "track:99", "sign"):
        with pytest.raises(UnreadableError, match="no spot"):
            questions(board, spot)


def test_a_marker_that_was_not_seen_is_a_space_to_tap_and_a_doubt_until_it_is_told():
    doubt = {"kind": "hidden", "says": "No marker.", "spot": "wheel"}
    board = on_board(doubts=[doubt])
    space = next(each for each in picture_board(board).placed if each.spot == "wheel")
    assert (space.emphasis, "No marker." in space.says) == ("doubt", True)
    assert correct(board, "wheel", {"wheel": 2}).doubts == ()


def test_a_board_is_listed_for_people(state):
    board = board_of(state)
    lines = [*list_board(board)]
    assert "officers" in lines[0]
    assert any(line.startswith("  Merchant North:") and "squares of goods" in line for line in lines)
    assert any("Customs track, step" in line for line in lines)


def test_one_spot_alone_has_only_what_is_there(state):
    board = board_of(state)
    officer = next(each for each in board.of_kind(OFFICER) if step_of(each.place) is None)
    spot = place_spot(board.box, officer.place)
    only, name = alone(board, spot)
    assert name == spot
    assert {each.place for each in some(only.pieces)} == {officer.place}
    assert (only.wheel, only.track) == (None, None)


def test_places_are_called_by_their_names():
    board = SmugglerBoard()
    assert [str(rulers(board).say((column, 0))) for column in range(3)] == [
        f"in {place_name(board.box, place)}" for place in [*board.box.places][:3]
    ]
    assert rulers(board).labels == ()


# --- begun in the middle -----------------------------------------------------------------------------


def begun(board, **more):
    return start(msgspec.structs.replace(SETUP, begins={"board": board, **more}))


def test_squares_that_were_counted_are_made_up_by_pieces_of_the_box():
    goods = [{"squares": 10, "place": "merchant_north"}, {"squares": 5, "place": "newlyn"}]
    document = {**BOARD, "pieces": [piece("marker", "newlyn", "red")], "goods": goods}
    state = begun(document, gold={"red": 7}, turn="blue")
    there = [each for each in state.goods.values() if each.where == "merchant_north"]
    assert sum(each.squares for each in there) == 10
    ours = {piece.id for piece in state.box.merchants["merchant_north"]}
    assert {key for key, each in state.goods.items() if each.where == "merchant_north"} <= ours
    assert sum(each.squares for each in state.goods.values() if each.where == "newlyn") == 5
    assert {each.where for each in state.goods.values()} == {"merchant_north", "newlyn", "sold"}
    assert (state.households["red"].gold, state.player, state.number) == (7, "blue", 1)
    begins = {"board": document, "gold": {"red": 7}, "reputation": {"blue": 2}}
    lines = carried(msgspec.structs.replace(SETUP, begins=begins))
    assert [line.currency for line in lines] == ["gold", "reputation"]


def test_squares_that_no_pieces_make_up_are_there_all_the_same():
    goods = [{"squares": 97, "place": "newlyn"}]
    state = begun({**BOARD, "pieces": [piece("marker", "newlyn", "red")], "goods": goods})
    assert sum(each.squares for each in state.goods.values() if each.where == "newlyn") == 97


def test_a_board_on_which_nothing_stands_and_places_of_another_box_begin_no_game():
    with pytest.raises(UnreadableError, match="nothing stands"):
        begun(BOARD)
    other = msgspec.structs.replace(SETUP, box={"places": {"newlyn": {"kind": "village"}}})
    document = {**BOARD, "pieces": [piece("marker", "newlyn", "red"), piece("officer", "st_ives")]}
    with pytest.raises(UnreadableError, match="St Ives"):
        start(msgspec.structs.replace(other, begins={"board": document}))
