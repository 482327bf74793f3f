"""What the table tells the players: a sentence, what can be pressed, and the light."""

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import Piece, PlayerSeat, Setup
from scoring.games import load
from scoring.games.carcassonne.engine.moves import Discard
from scoring.marks import Cause, Discrepancy
from scoring.referee.inputs import ByHand, CameraLost, Compared, Declared, HandsFree, Stirred
from scoring.referee.publication import light_of, says, snapshot
from scoring.referee.record.drafts import draft_of
from scoring.referee.record.replay import resume
from scoring.referee.state import BAR, LOG_LENGTH, Candidate
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin
from scoring.referee.transitions.finish import NOT_LOOKED_AT
from scoring.roles.observation import EVERYBODY
from tests.scoring.referee.tables import LORD, NEXT, ROAD, RULES, UNSURE, WRONG, Table, proposal, tile


def test_the_page_sees_the_proposal_with_its_words_its_picture_and_what_can_be_pressed(table: Table) -> None:
    table.lay(ROAD)
    table.look(proposal(NEXT, sure=0.95), proposal(tile("blue", "V", 0, (2, 0)), sure=0.05))
    shown = snapshot(table.turn, RULES, "7", "a camera")
    assert (shown.game, shown.camera, shown.title) == ("7", "a camera", RULES.info.title)
    assert shown.proposal == RULES.say(table.turn.state, NEXT)
    assert (shown.confidence, shown.others, shown.moves) == (0.95, 1, 1)
    assert set(shown.may) == {"confirm", "next", "dismiss", "undo", "pause", "correct", "declare"}
    assert [question.name for question in shown.questions][:2] == ["move", "face"]
    assert [choice.value["face"] for choice in shown.questions[0].choices][:2] == ["U", "V"]
    assert shown.picture is not None
    assert "tile:2,0" in {placed.spot for placed in shown.picture.placed}
    assert [(seat.name, seat.points, seat.has_turn) for seat in shown.seats] == [
        ("Ann", 0, False),
        ("Ben", 0, True),
    ]


def test_the_page_sees_what_lies_where_and_how_the_table_is_used() -> None:
    table = Table(hands_free=True)
    table.lay(LORD)
    beside, after = tile("blue", "U", 1, (1, 0)), tile("red", "U", 1, (2, 0))
    red = Piece("red", "follower", (0, -1))
    causes = Cause("It was moved.", tile("blue", "V", 0, (1, 0))), Cause("Nobody knows.")
    remark = Discrepancy(tile("blue", "V", 0, (1, 0)), "It lies otherwise.", causes)
    table.see(beside, after, sure=UNSURE, leftover=(red,), remarks=(remark,))
    shown = snapshot(table.turn, RULES)
    assert (shown.give_back, shown.lines, shown.log) == ((red,), table.turn.lines, table.turn.log)
    assert (shown.remarks[0].says, shown.remarks[0].move) == (remark.says, RULES.dump_move(remark.move))
    assert [(cause.says, cause.move) for cause in shown.remarks[0].causes] == [
        ("It was moved.", RULES.dump_move(remark.move)),
        ("Nobody knows.", None),
    ]
    assert (shown.hands_free, shown.by_hand, shown.more_lies) == (True, False, False)
    assert (shown.rules, shown.track) == (RULES.info.name, RULES.info.track)
    assert (shown.view, shown.views, shown.last, shown.face) == (table.turn.state, {}, ((0, -1),), "U")
    assert {"tile:1,0", "tile:2,0"} <= {placed.spot for placed in shown.picture.placed}
    assert len(shown.lines) > 0
    table.give(ByHand(True, table.turn.version))
    assert snapshot(table.turn, RULES).by_hand


def test_where_nothing_is_proposed_the_page_sees_no_proposal(table: Table) -> None:
    shown = snapshot(table.turn, RULES)
    assert (shown.proposal, shown.confidence, shown.others, shown.face, shown.last) == ("", 0.0, 0, "", ())
    table.give(Declared(RULES.dump_move(Discard("red", "C")) | {"house_rule": True}, table.turn.version))
    assert (len(table.moves), snapshot(table.turn, RULES).last) == (1, ())


def test_a_player_alone_sees_their_hand_and_everybody_else_what_all_see() -> None:
    rules = load("harbour", ("tests.games.further",))
    table = begin(Setup("made-up", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"))), rules)
    shown = snapshot(table, rules)
    assert {*shown.views} == {"red", "blue"}
    assert shown.view_for("red") == rules.view(table.state, "red") != shown.view
    assert shown.view_for("") == shown.view == rules.view(table.state, EVERYBODY)
    assert shown.says == "It is Ann's turn."
    cast = rules.load_move({"player": "red", "cast": 4})
    shown = snapshot(replace(table, candidates=(Candidate(cast, 1.0),)), rules)
    assert (shown.face, shown.confidence) == ("", 1.0)


def test_a_missing_tile_comes_before_the_questions_about_a_turn(table: Table) -> None:
    table.see(ROAD, missing=("tile:0,0",))
    assert (table.proposed, snapshot(table.turn, RULES).questions) == (ROAD, ())


def test_a_start_tile_that_can_be_chosen_is_asked_for_first() -> None:
    rules = load("cornwall")
    setup = Setup(rules.info.rule_sets[0].name, (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    table = begin(setup, rules)
    assert says(table, rules) == "Lay the start tile; Ann begins."
    by_hand = begin(setup, rules, by_hand=True)
    assert says(by_hand, rules) == "Lay the start tile and enter it on a phone; Ann begins."


def test_a_game_that_has_ended_shines_no_more_whatever_the_camera_does(table: Table) -> None:
    table.give(CameraLost("No camera."))
    assert light_of(table.turn, RULES) == ("red", "flashing")
    table.press("end")
    assert (table.turn.stage, light_of(table.turn, RULES)) == ("ended", ("red", "off"))


def test_all_figures_to_take_back_are_named_one_after_the_other(table: Table) -> None:
    table.see(leftover=(Piece("blue", "follower", (0, 0)), Piece("red", "follower", (0, 0))))
    assert says(table.turn, RULES) == "Please take back: Ben's figure, Ann's figure."


def test_a_turn_as_sure_as_need_be_is_unsure_only_because_it_was_taken_back() -> None:
    table = Table(hands_free=True)
    table.see(ROAD, sure=BAR)
    assert table.turn.stage == "proposal"
    table.press("confirm")
    table.press("undo")
    table.see(ROAD, sure=BAR)
    assert (table.turn.stage, says(table.turn, RULES)) == (
        "unsure",
        "This was taken back. Is it the turn after all?",
    )


def test_a_board_that_lies_otherwise_is_told_with_what_to_do(table: Table) -> None:
    table.lay(ROAD)
    table.give(Compared(("One tile looks like another.", "A figure is missing.")))
    assert says(table.turn, RULES) == (
        "One tile looks like another. A figure is missing. Put the table right, or set the turn right under "
        "“Turns so far”; or keep the game as it is."
    )


def test_a_waiting_table_offers_no_confirm(table: Table) -> None:
    shown = snapshot(table.turn, RULES)
    assert shown.says == "The camera waits for Ann's tile."
    assert (shown.may, shown.questions) == (("pause", "end", "declare"), ())


def test_a_paused_table_offers_to_go_on_and_nothing_else(table: Table) -> None:
    table.see(ROAD)
    table.press("pause")
    assert snapshot(table.turn, RULES).may == ("resume",)


def test_an_illegal_proposal_offers_to_keep_it_but_not_to_confirm_it(table: Table) -> None:
    table.see(WRONG)
    shown = snapshot(table.turn, RULES)
    assert shown.says == table.turn.why
    assert "keep" in shown.may
    assert "confirm" not in shown.may


def test_the_final_points_are_on_the_page_once_the_game_has_ended(table: Table) -> None:
    table.lay(tile("red", "U", 1, (1, 0), "road", "E"))
    table.press("end")
    table.give(Compared(()))
    shown = snapshot(table.turn, RULES)
    assert shown.says == "The game has ended. Ann wins with 2 points."
    assert [(seat.points, seat.has_turn) for seat in shown.seats] == [(2, False), (0, False)]
    assert shown.may == ("undo",)


def test_every_stage_has_its_sentence_and_its_light(table: Table) -> None:
    told = []

    def tell() -> None:
        told.append((says(table.turn, RULES), *light_of(table.turn, RULES)))

    tell()
    table.see(ROAD)
    tell()
    table.give(HandsFree(on=True, version=table.turn.version))
    tell()
    table.see(ROAD, sure=UNSURE)
    tell()
    table.give(Stirred())
    tell()
    table.see(doubts=("Something lies there.",))
    tell()
    table.lay(LORD)
    tell()
    table.see(missing=("tile:0,-1",))
    tell()
    table.see(missing=("tile:0,0",))
    tell()
    table.give(CameraLost("Plug the camera in."))
    tell()
    table.see()
    table.press("end")
    tell()
    table.give(Compared((NOT_LOOKED_AT,)))
    tell()
    table.press("pause")
    tell()
    assert told == [
        ("The camera waits for Ann's tile.", "red", "steady"),
        ("Is that the turn? Then confirm it.", "red", "breathing"),
        ("This counts as soon as the next turn begins.", "red", "breathing"),
        ("This is not certain. Is that the turn?", "red", "blinking"),
        ("This is not certain. Is that the turn?", "red", "blinking"),
        ("Something lies there.", "red", "blinking"),
        ("Please take back: Ann's figure in the city of the new tile.", "blue", "steady"),
        ("The last tile is gone. Confirm to take that turn back.", "blue", "blinking"),
        (
            "A tile of the game is no longer where it was. Put it back, or keep the game as it is.",
            "blue",
            "blinking",
        ),
        ("Plug the camera in. Until it is back, turns are entered on a phone.", "red", "flashing"),
        ("The whole board is being read once more before the last scoring.", "blue", "breathing"),
        (
            "The board could not be looked at once more, so nothing was compared. End the game all the same?",
            "blue",
            "blinking",
        ),
        ("Paused: nothing is read.", "blue", "off"),
    ]


def test_a_hand_over_the_table_hides_no_question(table: Table) -> None:
    table.give(Stirred())
    assert says(table.turn, RULES) == "A hand is over the table."
    table.see(ROAD)
    table.give(Stirred())
    assert says(table.turn, RULES) == "A hand is over the table."
    table.see(missing=("tile:0,0",))
    asked = says(table.turn, RULES)
    table.give(Stirred())
    assert says(table.turn, RULES) == asked


def test_an_illegal_proposal_flashes_in_its_players_colour(table: Table) -> None:
    table.lay(ROAD)
    table.see(tile("blue", "E", 0, (2, 0)))
    assert light_of(table.turn, RULES) == ("blue", "flashing")
    table.give(Stirred())
    assert table.turn.phase == "illegal"


def test_a_question_about_a_figure_nobody_saw_is_asked_in_words(table: Table) -> None:
    city = tile("red", "E", 2, (0, -1))
    table.see(city)
    table.see(city, visits=1)
    shown = snapshot(table.turn, RULES)
    assert shown.says == "Was a figure put there and taken back at once?"
    assert "unseen" in [question.name for question in shown.questions]


def test_slid_tiles_are_mentioned_once(table: Table) -> None:
    table.see(nudged=("tile:0,0",))
    table.see(nudged=("tile:0,0",))
    assert table.turn.log == ("Tiles have slid; they are followed.",)


def test_the_log_keeps_the_last_sentences(table: Table) -> None:
    for _ in range(LOG_LENGTH):
        table.see(ROAD)
        table.see()
        table.lay(ROAD)
        table.press("undo")
    assert len(table.turn.log) == LOG_LENGTH
    assert table.turn.log[0] == "The last turn was taken back."


# --- what is kept ----------------------------------------------------------------------------------


def test_a_draft_brings_back_what_was_proposed(table: Table) -> None:
    table.lay(LORD)
    beside = tile("blue", "U", 1, (1, 0))
    table.look(proposal(beside, sure=0.95), proposal(ROAD, sure=0.05))
    table.press("next")
    again = table.again(draft_of(table.turn, RULES))
    assert [way.move for way in again.candidates] == [beside, ROAD]
    assert (again.shown, again.stage, again.log[-1]) == (1, table.turn.stage, table.turn.log[-1])


def test_a_draft_from_before_the_last_turn_is_left(table: Table) -> None:
    table.see(ROAD, NEXT)
    draft = draft_of(table.turn, RULES)
    table.press("confirm")
    assert table.again(draft).candidates == ()


def test_a_draft_that_cannot_be_read_is_left(table: Table) -> None:
    table.lay(ROAD)
    assert table.again({"ways": "none"}).done == table.turn.done


def test_a_kept_game_that_is_none_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnreadableError, match="must begin"):
        resume([], None, RULES)
    table = Table()
    with pytest.raises(UnreadableError, match="'table_danced'"):
        resume([*table.events, Event("table_danced", {})], None, RULES)


def test_a_figure_without_words_is_told_by_its_owner(table: Table) -> None:
    table.see(leftover=(Piece("blue", "follower", (0, 0)),))
    assert says(table.turn, RULES) == "Please take back: Ben's figure."
