"""What the table does as things happen at it, one sentence each."""

import pytest
from tables import RULES, SURE, UNSURE, Table, proposal, seats, tile

from firmware.given import (
    CameraFound,
    CameraLost,
    Cleared,
    Compared,
    Corrected,
    Declared,
    HandsFree,
    Pressed,
    ReadAgain,
    ReadWhole,
    Seen,
    Settled,
    Sound,
    Stirred,
    Unreadable,
)
from scoring.game import Piece
from vision.live import Revision, Sight

ROAD = tile("red", "U", 1, (1, 0))
THIEF = tile("red", "U", 1, (1, 0), "road", "E")
WEST = tile("red", "U", 1, (-1, 0))
BEND = tile("red", "V", 0, (1, 0))
NEXT = tile("blue", "U", 1, (2, 0))
THIRD = tile("red", "U", 1, (3, 0))
CITY = tile("red", "E", 2, (0, -1))
LORD = tile("red", "E", 2, (0, -1), "city", "S")
WRONG = tile("red", "E", 0, (1, 0))
ON_TOP = tile("red", "E", 0, (0, 0))


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def free() -> Table:
    """A table that plays hands-free."""
    return Table(hands_free=True)


# --- proposing and confirming ----------------------------------------------------------------------


def test_what_is_seen_is_proposed_and_counts_only_once_confirmed(table: Table) -> None:
    table.see(ROAD)
    assert (table.turn.phase, table.proposed, table.moves, table.events[1:]) == ("proposal", ROAD, [], [])
    assert table.effects == (Sound("seen"),)
    table.press("confirm")
    assert (table.turn.phase, table.moves) == ("waiting", [ROAD])
    assert table.events[1].body == {
        "move": RULES.dump_move(ROAD), "how": "seen", "confidence": SURE, "forced": False
    }  # fmt: skip


def test_what_is_confirmed_is_kept_before_anything_else_is_done(table: Table) -> None:
    table.see(ROAD)
    table.press("confirm")
    assert [type(effect).__name__ for effect in table.effects] == ["Keep", "Sound", "ReadAgain"]


def test_nothing_new_is_waited_out(table: Table) -> None:
    table.see()
    assert (table.turn.phase, table.proposed, table.effects) == ("waiting", None, ())


def test_a_figure_put_down_later_joins_the_proposal(table: Table) -> None:
    table.see(ROAD)
    version = table.turn.version
    table.see(THIEF)
    assert table.proposed == THIEF
    assert table.turn.version > version


def test_a_late_tap_cannot_confirm_a_proposal_that_has_been_replaced(table: Table) -> None:
    table.see(ROAD)
    late = Pressed("confirm", table.turn.version)
    table.see(THIEF)
    assert table.refused(late).kind == "stale"
    table.give(late)
    assert (table.moves, table.proposed) == ([], THIEF)


def test_a_tap_counts_although_a_hand_has_come_into_view_since(table: Table) -> None:
    table.see(ROAD)
    tap = Pressed("confirm", table.turn.version)
    table.give(Stirred())
    assert table.turn.phase == "hand"
    table.give(tap)
    assert table.moves == [ROAD]


def test_a_button_that_bounces_confirms_once(table: Table) -> None:
    table.see(ROAD, NEXT)
    press = Pressed("confirm", table.turn.version)
    table.give(press)
    table.give(press)
    assert table.moves == [ROAD]


def test_a_tile_taken_off_again_is_noticed(table: Table) -> None:
    table.see(ROAD)
    table.see()
    assert (table.turn.phase, table.proposed) == ("waiting", None)
    assert "gone" in table.turn.log[0]


def test_next_goes_round_the_ways_to_read_the_table(table: Table) -> None:
    table.look(proposal(ROAD, sure=0.95), proposal(BEND, sure=0.04))
    table.press("next")
    assert (table.proposed, table.turn.phase) == (BEND, "asking")
    table.press("next")
    assert (table.proposed, table.turn.phase) == (ROAD, "proposal")


def test_a_way_chosen_stays_chosen_while_the_camera_reads_the_same(table: Table) -> None:
    table.look(proposal(ROAD, sure=0.95), proposal(BEND, sure=0.04))
    table.press("next")
    table.look(proposal(ROAD, sure=0.93), proposal(WEST, sure=0.03), proposal(BEND, sure=0.02))
    assert table.proposed == BEND
    table.press("confirm")
    assert table.moves == [BEND]


def test_readings_that_agree_on_the_first_turn_add_up(table: Table) -> None:
    bend = tile("blue", "V", 0, (2, 0))
    table.look(proposal(ROAD, NEXT, sure=0.5), proposal(ROAD, bend, sure=0.46))
    assert (table.turn.phase, table.proposed) == ("proposal", ROAD)
    table.press("confirm")
    assert (table.turn.phase, table.proposed) == ("asking", NEXT)
    assert [way.move for way in table.turn.ways] == [NEXT, bend]


def test_several_tiles_laid_before_a_press_are_proposed_one_after_the_other(table: Table) -> None:
    table.see(ROAD, NEXT, THIRD)
    for move in (ROAD, NEXT, THIRD):
        assert table.proposed == move
        table.press("confirm")
    assert table.moves == [ROAD, NEXT, THIRD]


def test_what_is_little_sure_is_asked(table: Table) -> None:
    table.see(ROAD, sure=UNSURE)
    assert (table.turn.phase, table.effects) == ("asking", (Sound("doubt"),))
    table.press("confirm")
    assert table.moves == [ROAD]


def test_what_cannot_be_told_is_a_doubt_and_what_can_may_be_confirmed(table: Table) -> None:
    table.see(doubts=("Something lies on the board that is no tile.",))
    assert table.turn.phase == "doubt"
    assert table.refused(Pressed("confirm", table.turn.version)).kind == "cannot_now"
    table.see(ROAD, doubts=("Something lies on the board that is no tile.",))
    assert table.turn.phase == "doubt"
    table.press("confirm")
    assert table.moves == [ROAD]


def test_a_look_at_an_older_game_is_left_alone(table: Table) -> None:
    old = Seen(Sight((proposal(ROAD),)), turns=0)
    table.give(old)
    table.press("confirm")
    table.give(old)
    assert (table.turn.phase, table.proposed) == ("waiting", None)


# --- correcting and declaring ----------------------------------------------------------------------


def test_a_correction_is_shown_and_confirmed_as_declared(table: Table) -> None:
    table.see(ROAD, sure=UNSURE)
    table.give(Corrected({"face": "V", "turns": 0}, table.turn.version))
    assert (table.proposed, table.turn.phase) == (BEND, "proposal")
    table.see(ROAD, sure=UNSURE)
    assert table.proposed == BEND
    table.press("confirm")
    assert (table.moves, table.turn.done[0].how) == ([BEND], "declared")


def test_a_correction_gives_way_to_something_new_on_the_table(table: Table) -> None:
    table.see(ROAD)
    table.give(Corrected({"face": "V", "turns": 0}, table.turn.version))
    table.see(THIEF)
    assert table.proposed == THIEF


def test_undo_takes_a_correction_back_before_any_turn(table: Table) -> None:
    table.lay(ROAD)
    table.see(NEXT)
    table.give(Corrected({"stands_on": "road:E"}, table.turn.version))
    assert table.proposed != NEXT
    table.press("undo")
    assert (table.proposed, table.moves) == (NEXT, [ROAD])
    table.press("undo")
    assert table.moves == []


def test_an_answer_that_does_not_exist_is_refused(table: Table) -> None:
    table.see(ROAD)
    refused = table.refused(Corrected({"face": "nonsense"}, table.turn.version))
    assert refused.kind == "cannot_now"
    assert "nonsense" in refused.says


def test_a_declared_turn_counts_at_once(table: Table) -> None:
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version))
    assert (table.moves, table.turn.done[0].how) == ([ROAD], "declared")
    assert ReadAgain() in table.effects


def test_a_declared_turn_against_the_rules_is_refused_with_the_rule(table: Table) -> None:
    refused = table.refused(Declared(RULES.dump_move(WRONG), table.turn.version))
    assert refused.kind == "illegal"
    assert refused.says


def test_a_turn_that_cannot_be_understood_is_refused(table: Table) -> None:
    assert table.refused(Declared({"hat": 1}, table.turn.version)).kind == "cannot_now"


# --- against the rules -----------------------------------------------------------------------------


def test_an_illegal_placement_is_announced_at_once_with_the_rule(table: Table) -> None:
    table.see(WRONG)
    assert (table.turn.phase, table.effects) == ("illegal", (Sound("illegal"),))
    refused = table.refused(Pressed("confirm", table.turn.version))
    assert refused.kind == "illegal"
    assert table.turn.why in refused.says


def test_an_illegal_placement_can_be_mended_on_the_table(table: Table) -> None:
    table.see(WRONG)
    table.see(ROAD)
    assert (table.turn.phase, table.turn.why) == ("proposal", "")


def test_an_illegal_placement_can_be_kept_as_a_house_rule(table: Table) -> None:
    table.see(WRONG)
    table.press("keep")
    assert (table.moves, table.turn.done[0].forced) == ([WRONG], True)
    assert "house rule" in table.turn.log[0]
    assert table.again().state == table.turn.state


def test_what_makes_no_sense_at_all_cannot_even_be_kept(table: Table) -> None:
    table.see(ON_TOP)
    assert table.refused(Pressed("keep", table.turn.version)).kind == "illegal"
    table.press("keep")
    assert table.moves == []


# --- what comes after a turn -----------------------------------------------------------------------


def test_owners_are_told_what_to_take_back_until_it_is_gone(table: Table) -> None:
    table.see(LORD)
    table.press("confirm")
    assert table.turn.phase == "returning"
    assert [piece.player for piece in table.turn.give_back] == ["red"]
    table.see(leftover=(Piece("red", "follower", (0, -1)),))
    assert table.turn.phase == "returning"
    table.see()
    assert (table.turn.phase, table.turn.give_back) == ("waiting", ())


def test_the_next_turn_may_begin_before_figures_are_taken_back(table: Table) -> None:
    table.lay(LORD)
    beside = tile("blue", "U", 1, (1, 0))
    table.see(beside, leftover=(Piece("red", "follower", (0, -1)),))
    assert (table.turn.phase, table.proposed) == ("proposal", beside)
    assert table.turn.give_back


def test_the_sums_of_a_turn_are_told(table: Table) -> None:
    table.lay(LORD)
    assert [(line.feature, line.points) for line in table.turn.lines] == [("city", 2)]
    assert table.turn.log[0] == "Ann gets 2 points: city."


def test_undo_takes_the_last_turn_back_with_its_points(table: Table) -> None:
    table.lay(LORD)
    table.press("undo")
    assert (table.moves, RULES.points(table.turn.state)["red"], table.turn.give_back) == ([], 0, ())
    assert table.kinds == ["turn_confirmed", "turn_undone"]


def test_nothing_can_be_taken_back_before_the_first_turn(table: Table) -> None:
    assert table.refused(Pressed("undo", table.turn.version)).kind == "cannot_now"


def test_a_later_look_improves_a_turn_and_says_so(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.see(revisions=(Revision(2, THIEF, 0.99),))
    assert table.moves == [THIEF, NEXT]
    assert table.events[-1].body == {"back": 2, "move": RULES.dump_move(THIEF)}
    assert "again" in table.turn.log[0]
    assert table.again().state == table.turn.state


@pytest.mark.parametrize(
    ("what", "revision"),
    [
        ("too little sure", Revision(1, THIEF, UNSURE)),
        ("against the rules", Revision(1, WRONG, 0.99)),
        ("no such turn", Revision(5, THIEF, 0.99)),
    ],
)
def test_a_turn_stays_where_a_later_look_is(table: Table, what: str, revision: Revision) -> None:
    table.lay(ROAD)
    table.see(revisions=(revision,))
    assert table.moves == [ROAD]


def test_what_a_player_entered_is_never_changed_by_the_camera(table: Table) -> None:
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version))
    table.see(revisions=(Revision(1, THIEF, 0.99),))
    assert table.moves == [ROAD]


def test_looks_that_disagree_do_not_change_a_turn_to_and_fro(table: Table) -> None:
    table.lay(ROAD)
    table.see(revisions=(Revision(1, THIEF, 0.99),))
    table.see(revisions=(Revision(1, ROAD, 0.99),))
    assert table.moves == [THIEF]


# --- tiles that are gone ---------------------------------------------------------------------------


def test_a_tile_taken_back_after_confirming_can_be_undone(table: Table) -> None:
    table.lay(ROAD)
    table.see(missing=("tile:1,0",))
    assert table.turn.phase == "asking"
    table.press("confirm")
    assert (table.moves, table.turn.phase) == ([], "waiting")


def test_a_tile_that_comes_back_ends_the_question(table: Table) -> None:
    table.lay(ROAD)
    table.see(missing=("tile:1,0",))
    table.see()
    assert (table.turn.phase, table.moves) == ("waiting", [ROAD])


def test_a_missing_tile_can_be_left_so_and_is_not_asked_about_again(table: Table) -> None:
    table.lay(ROAD)
    table.see(missing=("tile:1,0",))
    table.press("keep")
    table.see(missing=("tile:1,0",))
    assert (table.turn.phase, table.moves) == ("waiting", [ROAD])
    table.see()
    table.see(missing=("tile:1,0",))
    assert table.turn.phase == "asking"


def test_an_older_tile_that_is_gone_does_not_cost_the_last_turn(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.see(missing=("tile:1,0",))
    assert table.refused(Pressed("confirm", table.turn.version)).kind == "cannot_now"
    table.press("confirm")
    assert table.moves == [ROAD, NEXT]


# --- figures nobody has seen -----------------------------------------------------------------------


def test_a_hand_that_came_and_went_over_a_finished_city_is_asked_about(table: Table) -> None:
    table.see(CITY)
    table.see(CITY, visits=1)
    assert table.turn.phase == "asking"
    table.press("next")
    assert table.proposed == LORD
    table.press("confirm")
    assert (table.moves, table.turn.done[0].how) == ([LORD], "declared")


def test_the_answer_that_nobody_stood_there_settles_it(table: Table) -> None:
    table.see(CITY)
    table.see(CITY, visits=1)
    table.give(Corrected({"unseen": ""}, table.turn.version))
    assert (table.turn.phase, table.proposed) == ("proposal", CITY)
    table.see(CITY, visits=2)
    assert table.turn.phase == "proposal"


def test_nothing_is_asked_where_no_hand_came(table: Table) -> None:
    table.see(CITY)
    table.see(CITY)
    assert table.turn.phase == "proposal"


def test_nothing_is_asked_where_a_figure_would_still_stand(table: Table) -> None:
    table.see(ROAD)
    table.see(ROAD, visits=1)
    assert table.turn.phase == "proposal"


# --- hands-free ------------------------------------------------------------------------------------


def test_hands_free_a_turn_counts_as_the_next_one_begins(free: Table) -> None:
    free.see(THIEF)
    assert free.moves == []
    free.see(THIEF, NEXT)
    assert (free.moves, free.proposed) == ([THIEF], NEXT)
    assert free.kinds == ["turn_confirmed"]


def test_hands_free_every_turn_but_the_last_counts(free: Table) -> None:
    free.see(ROAD, NEXT, THIRD)
    assert (free.moves, free.proposed) == ([ROAD, NEXT], THIRD)


def test_hands_free_a_doubtful_turn_is_asked_and_the_next_ones_queue_up_behind_it(free: Table) -> None:
    free.see(ROAD, sure=UNSURE)
    free.see(ROAD, NEXT, sure=UNSURE)
    free.see(ROAD, NEXT, THIRD, sure=UNSURE)
    assert (free.moves, free.turn.phase, free.proposed) == ([], "asking", ROAD)
    free.press("confirm")
    free.see(NEXT, THIRD)
    assert (free.moves, free.proposed) == ([ROAD, NEXT], THIRD)


def test_hands_free_a_doubt_about_the_next_tile_casts_none_on_a_sure_turn(free: Table) -> None:
    free.see(ROAD)
    free.see(ROAD, NEXT, sure=UNSURE)
    assert (free.moves, free.proposed, free.turn.phase) == ([ROAD], NEXT, "asking")


def test_hands_free_nothing_counts_where_something_cannot_be_told(free: Table) -> None:
    free.see(ROAD, NEXT, doubts=("Something covers a tile.",))
    assert (free.moves, free.turn.phase) == ([], "doubt")


def test_hands_free_an_illegal_turn_waits_for_its_player(free: Table) -> None:
    free.see(WRONG)
    free.see(WRONG, tile("blue", "U", 1, (-1, 0)))
    assert (free.moves, free.turn.phase) == ([], "illegal")
    free.press("keep")
    assert free.moves == [WRONG]


def test_hands_free_an_unanswered_question_holds_the_turn(free: Table) -> None:
    free.see(CITY)
    free.see(CITY, visits=1)
    free.see(CITY, tile("blue", "U", 1, (1, 0)))
    assert (free.moves, free.turn.phase) == ([], "asking")


def test_hands_free_a_turn_taken_back_is_not_confirmed_again_by_itself(free: Table) -> None:
    free.see(ROAD, NEXT)
    free.press("undo")
    free.see(ROAD, NEXT)
    assert (free.moves, free.turn.phase) == ([], "asking")
    free.press("confirm")
    assert free.moves == [ROAD]


def test_hands_free_a_correction_counts_as_the_next_turn_begins(free: Table) -> None:
    free.see(ROAD, sure=UNSURE)
    free.give(Corrected({"stands_on": "road:E"}, free.turn.version))
    free.see(ROAD, NEXT, sure=UNSURE)
    assert free.moves == [THIEF]


def test_the_host_may_change_hands_free_in_the_middle_of_a_game(table: Table) -> None:
    table.see(ROAD, NEXT)
    table.give(HandsFree(on=True, version=table.turn.version))
    table.see(ROAD, NEXT)
    assert (table.moves, table.proposed) == ([ROAD], NEXT)


# --- the camera ------------------------------------------------------------------------------------


def test_the_phases_follow_the_camera(table: Table) -> None:
    phases = []
    for given in (Stirred(), Settled(), Stirred(), Cleared()):
        table.give(given)
        phases.append(table.turn.phase)
    assert phases == ["hand", "reading", "hand", "waiting"]


def test_a_lost_camera_is_said_and_the_proposal_stays(table: Table) -> None:
    table.see(ROAD)
    table.give(CameraLost("Plug the camera in again."))
    assert (table.turn.phase, table.effects) == ("lost", (Sound("error"),))
    table.give(CameraLost("Plug the camera in again."))
    assert table.effects == ()
    table.give(CameraFound())
    assert (table.turn.phase, table.proposed, table.effects) == ("proposal", ROAD, (ReadAgain(),))


def test_a_table_that_cannot_be_read_is_said_and_the_proposal_stays(table: Table) -> None:
    table.give(Unreadable("The board is not to be seen."))
    assert (table.turn.phase, table.turn.doubts) == ("doubt", ("The board is not to be seen.",))
    table.see(ROAD)
    table.give(Unreadable("The board is not to be seen."))
    assert (table.turn.phase, table.proposed) == ("proposal", ROAD)


def test_a_paused_table_looks_at_nothing_and_takes_no_press_but_resume(table: Table) -> None:
    table.press("pause")
    table.see(ROAD)
    assert (table.turn.phase, table.proposed) == ("paused", None)
    assert table.refused(Pressed("undo", table.turn.version)).kind == "cannot_now"
    table.press("resume")
    assert (table.turn.phase, table.effects) == ("waiting", (ReadAgain(),))


def test_the_one_pause_button_pauses_and_goes_on(table: Table) -> None:
    table.press("pause")
    table.press("pause")
    assert not table.turn.paused


# --- the end ---------------------------------------------------------------------------------------


def test_the_end_compares_the_board_first(table: Table) -> None:
    table.lay(THIEF)
    table.press("end")
    assert (table.turn.phase, table.effects) == ("reading", (ReadWhole(),))
    table.give(Compared(()))
    assert (table.turn.phase, table.kinds[-1]) == ("ended", "game_ended")
    assert table.turn.lines == RULES.final(table.turn.state)
    assert table.turn.log[0] == "Ann wins with 2 points."


def test_differences_are_shown_before_the_game_ends(table: Table) -> None:
    table.lay(THIEF)
    table.press("end")
    table.give(Compared(("The tile at 1, 0 looks like a bend.",)))
    assert (table.turn.phase, table.turn.doubts) == ("asking", ("The tile at 1, 0 looks like a bend.",))
    table.press("confirm")
    assert table.turn.phase == "ended"


def test_the_players_may_go_on_instead_of_ending(table: Table) -> None:
    table.lay(THIEF)
    table.press("end")
    table.give(Compared(("The tile at 1, 0 looks like a bend.",)))
    table.press("undo")
    assert (table.turn.phase, table.moves, table.turn.doubts) == ("waiting", [THIEF], ())


def test_an_end_pressed_by_mistake_can_be_taken_back(table: Table) -> None:
    table.lay(THIEF)
    table.press("end")
    table.give(Compared(()))
    table.press("undo")
    assert (table.turn.phase, table.moves) == ("waiting", [THIEF])
    assert table.again().done == table.turn.done


def test_a_turn_nobody_has_confirmed_holds_the_end(table: Table) -> None:
    table.see(ROAD)
    assert table.refused(Pressed("end", table.turn.version)).kind == "cannot_now"


def test_hands_free_the_end_confirms_the_last_turn(free: Table) -> None:
    free.see(ROAD)
    free.press("end")
    assert (free.moves, free.turn.stage) == ([ROAD], "comparing")
    assert free.effects[-1] == ReadWhole()


@pytest.mark.parametrize("trouble", [CameraLost("No camera."), Unreadable("No board.")])
def test_a_board_that_cannot_be_compared_is_left_to_the_players(table: Table, trouble: Unreadable) -> None:
    table.press("end")
    table.give(trouble)
    assert table.turn.stage == "differs"
    assert trouble.says in table.turn.doubts[0]


def test_a_game_that_has_ended_takes_nothing_but_its_end_back(table: Table) -> None:
    table.press("end")
    table.press("confirm")
    ended = table.turn
    table.see(ROAD)
    table.give(Stirred())
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version))
    assert table.turn == ended
    assert table.refused(Pressed("pause", table.turn.version)).says == "The game has ended."


def test_a_game_of_seats_without_names_is_told_by_colour() -> None:
    table = Table(seats("", ""))
    table.lay(LORD)
    assert table.turn.log[0] == "Red gets 2 points: city."
