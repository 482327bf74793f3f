"""What a player's word does to the table, and what the shell is asked to do about it."""

import pytest

from scoring.game import Piece
from scoring.marks import Discrepancy
from scoring.referee.contracts.refusals import RefusedError, StaleError
from scoring.referee.effects import Compare, Keep, ReadTable, Sound
from scoring.referee.inputs import (
    ByHand,
    CameraFound,
    CameraLost,
    Compared,
    Corrected,
    Declared,
    HandsFree,
    Pressed,
    Revised,
    Settled,
    Stirred,
)
from scoring.referee.store import Event
from scoring.referee.transitions.finish import check_walk
from tests.scoring.referee.tables import (
    BEND,
    LORD,
    NEXT,
    ROAD,
    RULES,
    THIEF,
    UNSURE,
    WEST,
    Table,
    proposal,
    tile,
)

ANN = "Ann (phone)"
WRONG_AFTER = tile("blue", "E", 0, (2, 0))
DOUBT = "Something lies there."


@pytest.fixture
def many(table: Table) -> Table:
    """A table that can be read in three ways."""
    table.look(proposal(ROAD, sure=0.95), proposal(BEND, sure=0.03), proposal(WEST, sure=0.02))
    return table


def declare(table: Table, move) -> None:
    table.give(Declared(RULES.dump_move(move), table.turn.version, ANN))


def correct(table: Table, **answers) -> None:
    table.give(Corrected(answers, table.turn.version))


def press(table: Table, button: str) -> None:
    table.give(Pressed(button, table.turn.version, ANN))


# --- choosing and correcting -----------------------------------------------------------------------


def test_next_shows_one_way_after_the_other_and_what_was_settled_is_open_again(many: Table) -> None:
    correct(many, face="U")
    assert (many.proposed, many.turn.settled) == (ROAD, True)
    shown = []
    for _ in range(3):
        many.press("next")
        shown.append(many.proposed)
        assert (many.turn.settled, many.effects) == (False, ())
    assert shown == [BEND, WEST, ROAD]


def test_a_correction_lies_beside_what_was_read_and_is_sure(many: Table) -> None:
    correct(many, stands_on="road:E")
    assert [way.move for way in many.turn.candidates] == [ROAD, THIEF, BEND, WEST]
    assert (many.turn.shown, many.turn.candidate.confidence, many.turn.candidate.how) == (1, 1.0, "declared")
    assert (many.turn.settled, many.turn.stage, many.effects) == (True, "proposal", ())


def test_a_correction_to_what_was_read_as_well_shows_that(many: Table) -> None:
    correct(many, move=RULES.dump_move(WEST))
    assert ([way.move for way in many.turn.candidates], many.turn.shown) == ([ROAD, BEND, WEST], 2)
    assert many.turn.candidate.how == "seen"


def test_a_player_who_says_how_it_was_leaves_no_doubt(table: Table) -> None:
    table.see(ROAD, doubts=(DOUBT,))
    correct(table, face="U")
    assert (table.turn.stage, table.turn.doubts) == ("proposal", ())


def test_what_follows_a_corrected_turn_is_what_followed_it_as_read(table: Table) -> None:
    table.see(ROAD, NEXT)
    correct(table, stands_on="road:E")
    table.press("confirm")
    assert (table.moves, table.proposed) == ([THIEF], NEXT)


def test_undo_takes_a_choice_back_and_has_the_table_read(many: Table) -> None:
    many.press("next")
    many.press("undo")
    assert (many.proposed, many.turn.shown, many.moves, many.effects) == (ROAD, 0, [], (ReadTable(),))


def test_undo_takes_a_figure_that_was_asked_about_back(table: Table) -> None:
    city = LORD.__class__(LORD.player, LORD.face, LORD.turns, LORD.cell)
    table.see(city)
    table.see(city, visits=1)
    table.press("next")
    table.press("undo")
    assert ([way.move for way in table.turn.candidates], table.turn.stage) == ([city], "proposal")


def test_dismissals_add_up_and_say_who(table: Table) -> None:
    table.see(ROAD, doubts=(DOUBT,))
    press(table, "dismiss")
    assert (table.turn.stage, table.turn.doubts) == ("waiting", ())
    assert table.turn.log[:2] == (
        "That was no turn; it was something else that looked like one.",
        f"Dismissed by {ANN}.",
    )
    table.see(BEND)
    press(table, "dismiss")
    assert table.turn.dismissed == ((0, ROAD), (0, BEND))
    table.press("undo")
    assert table.turn.dismissed == ((0, ROAD),)


# --- entering and setting right --------------------------------------------------------------------


def test_a_turn_entered_is_sure_and_sounds_as_any_other(table: Table) -> None:
    declare(table, ROAD)
    (done,) = table.turn.done
    assert (done.how, done.confidence, done.by) == ("declared", 1.0, ANN)
    body = {"move": RULES.dump_move(ROAD), "how": "declared", "confidence": 1.0, "forced": False, "by": ANN}
    assert table.effects == (Keep((Event("turn_confirmed", body),)), Sound("confirmed"), ReadTable())


def test_what_was_entered_while_the_camera_was_gone_is_compared_once_it_is_back(table: Table) -> None:
    table.give(CameraLost("No camera."))
    declare(table, ROAD)
    assert table.turn.lost == ""
    table.give(CameraFound())
    table.see(NEXT)
    assert Compare() in table.effects
    table.give(Compared(()))
    declare(table, NEXT)
    table.see()
    assert Compare() not in table.effects, "a camera looked on"


def test_two_turns_entered_without_a_camera_are_compared_as_one_is(table: Table) -> None:
    table.give(CameraLost("No camera."))
    declare(table, ROAD)
    table.give(CameraFound())
    declare(table, NEXT)
    table.see()
    assert Compare() in table.effects


def test_a_turn_set_right_is_kept_with_who_did_it_and_sounds(table: Table) -> None:
    table.lay(ROAD)
    table.give(Revised(1, RULES.dump_move(THIEF), table.turn.version, ANN))
    body = {"back": 1, "move": RULES.dump_move(THIEF), "forced": False, "by": ANN}
    assert table.effects == (Keep((Event("turn_revised", body),)), Sound("confirmed"))
    assert table.is_read_again
    assert f"Changed by {ANN}." in table.turn.log
    assert (table.turn.done[0].how, table.turn.done[0].confidence, table.turn.done[0].was) == (
        "declared", 1.0, (ROAD,)
    )  # fmt: skip
    assert table.turn.done[0].by == ANN
    press(table, "undo")
    body = {"by": ANN}
    assert table.effects == (Keep((Event("revision_undone", body),)), Sound("confirmed"))
    assert table.is_read_again
    assert table.turn.log[:2] == ("The earlier turn is again as it was.", f"Taken back by {ANN}.")
    assert table.turn.revision is None


def test_a_turn_set_right_stays_so_when_the_last_one_has_gone_from_the_table(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.give(Revised(2, RULES.dump_move(THIEF), table.turn.version))
    table.see(missing=("tile:2,0",))
    table.press("confirm")
    assert (table.moves, table.turn.revision, table.turn.last_gone) == ([THIEF], None, False)
    table.press("undo")
    assert table.moves == []


def test_a_turn_taken_back_leaves_neither_a_broken_rule_nor_a_doubt(table: Table) -> None:
    for seen, doubts in ((WRONG_AFTER, ()), (NEXT, (DOUBT,))):
        table.lay(ROAD)
        table.see(seen, doubts=doubts)
        table.press("undo")
        assert (table.turn.stage, table.turn.why, table.turn.doubts, table.moves) == ("waiting", "", (), [])


def test_a_turn_taken_back_sounds_and_has_the_table_read(table: Table) -> None:
    table.lay(ROAD)
    press(table, "undo")
    body = {"by": ANN}
    assert table.effects == (Keep((Event("turn_undone", body),)), Sound("confirmed"))
    assert table.is_read_again
    assert (table.turn.undone, table.turn.stage, table.turn.candidates) == (ROAD, "waiting", ())


def test_a_turn_taken_back_and_confirmed_after_all_is_as_any_other(table: Table) -> None:
    table.lay(ROAD)
    table.press("undo")
    assert table.turn.undone == ROAD
    table.lay(ROAD)
    assert table.turn.undone is None


# --- leaving, pausing, choosing --------------------------------------------------------------------


def test_a_missing_tile_that_is_left_is_left_at_once_and_with_the_next_one(table: Table) -> None:
    table.lay(ROAD)
    table.see(missing=("tile:1,0",))
    assert table.turn.last_gone
    table.press("keep")
    left = (table.turn.stage, table.turn.gone, table.turn.last_gone, table.turn.ignored, table.effects)
    assert left == ("waiting", (), False, ("tile:1,0",), ())
    table.see(missing=("tile:1,0", "tile:0,0"))
    assert (table.turn.stage, table.turn.gone, table.turn.last_gone) == ("missing", ("tile:0,0",), False)
    table.press("keep")
    assert table.turn.ignored == ("tile:1,0", "tile:0,0")
    table.see(missing=("tile:1,0", "tile:0,0"))
    assert table.turn.stage == "waiting"


def test_a_pause_forgets_the_hand_that_was_over_the_table(table: Table) -> None:
    table.give(Stirred())
    table.press("pause")
    assert (table.turn.phase, table.effects) == ("paused", ())
    table.press("resume")
    assert (table.turn.phase, table.turn.eye) == ("waiting", "still")


def test_hands_free_is_chosen_and_the_table_read_again(table: Table) -> None:
    for on in (True, False):
        table.see()
        table.give(HandsFree(on, table.turn.version))
        assert (table.turn.hands_free, table.is_read_again) == (on, True)


@pytest.mark.parametrize("on", [True, False])
def test_a_game_handed_over_begins_afresh_with_what_is_confirmed(table: Table, on: bool) -> None:
    table.lay(LORD)
    if not on:
        table.give(ByHand(True, table.turn.version))
    red = Piece("red", "follower", (0, -1))
    remark = Discrepancy(tile("blue", "U", 1, (1, 0)), "It lies otherwise.")
    if on:
        table.see(missing=("tile:0,-1",), leftover=(red,), remarks=(remark,), doubts=(DOUBT,))
        assert table.turn.remarks == (remark,)
        table.give(Compared(("A tile looks like another.",)))
        table.give(CameraLost("No camera."))
        assert (table.turn.last_gone, table.turn.give_back, table.turn.watched) == (True, (red,), False)
        assert (table.turn.lost, table.turn.otherwise) == ("No camera.", ("A tile looks like another.",))
    table.give(Stirred())
    table.give(ByHand(on, table.turn.version, ANN))
    now = table.turn
    assert (now.by_hand, now.is_by_hand, now.watched, now.compares) == (on, on, True, True)
    assert (now.lost, now.eye, now.stage, now.phase) == ("", "still", "waiting", "waiting")
    assert (now.otherwise, now.gone, now.last_gone, now.remarks, now.doubts) == ((), (), False, (), ())
    assert (now.give_back, [done.move for done in now.done]) == ((), [LORD])
    assert now.log[1] == f"Chosen by {ANN}."
    body = {"by_hand": on, "by": ANN}
    assert (table.effects, table.is_read_again) == ((Keep((Event("handed_over", body),)),), True)


def test_a_game_handed_over_by_nobody_known_is_not_signed(table: Table) -> None:
    table.give(ByHand(True, table.turn.version))
    assert table.events[-1].body == {"by_hand": True}
    assert len(table.turn.log) == 1


# --- the end ---------------------------------------------------------------------------------------


def test_hands_free_the_end_keeps_the_last_turn_before_the_board_is_compared() -> None:
    table = Table(hands_free=True)
    table.see(ROAD)
    table.press("end")
    kept, *others = table.effects
    assert ([event.kind for event in kept.events], others) == (
        ["turn_confirmed"], [Sound("confirmed"), Compare()]
    )  # fmt: skip


def test_nobody_is_asked_to_take_a_figure_back_once_the_game_has_ended(table: Table) -> None:
    table.lay(LORD)
    assert len(table.turn.give_back) == 1
    table.press("end")
    table.press("confirm")
    assert table.turn.give_back == ()


def test_an_end_that_comes_by_itself_is_signed_by_nobody(table: Table) -> None:
    table.press("end")
    table.give(Compared(()))
    assert table.effects == (Keep((Event("game_ended", {}),)), Sound("confirmed"))


def test_a_board_that_differs_is_heard_and_asked_about_whatever_the_camera_was_doing(table: Table) -> None:
    table.give(Stirred())
    table.press("end")
    table.give(Compared(("A tile is gone.",)))
    assert (table.effects, table.turn.eye, table.turn.phase) == ((Sound("doubt"),), "still", "asking")
    table.give(Settled())
    table.press("undo")
    assert (table.effects, table.turn.stage, table.turn.doubts) == ((ReadTable(),), "waiting", ())


def test_a_game_that_goes_on_after_all_is_read_again(table: Table) -> None:
    table.press("end")
    table.give(Compared(("A tile is gone.",)))
    assert not table.is_read_again
    table.press("undo")
    assert table.is_read_again


def test_the_end_taken_back_is_kept_with_who_did_it_and_the_table_is_read(table: Table) -> None:
    table.lay(LORD)
    scored = table.turn.lines
    table.press("end")
    table.press("confirm")
    press(table, "undo")
    kept = Keep((Event("turn_undone", {"by": ANN}),))
    assert (table.effects, table.is_read_again) == ((kept,), True)
    assert table.turn.log[:2] == ("The game goes on.", f"Opened again by {ANN}.")
    assert (table.turn.stage, table.turn.lines) == ("waiting", scored)


def test_the_walk_through_the_final_scoring_goes_as_far_as_there_are_lines_that_pay(table: Table) -> None:
    table.lay(THIEF)
    with pytest.raises(RefusedError, match="There is no final scoring to walk through; it comes when"):
        check_walk(table.turn, 0, table.turn.version)
    table.press("end")
    table.give(Compared(()))
    assert sum(line.pays for line in table.turn.lines) == 1
    for to in (0, 1, 2):
        check_walk(table.turn, to, table.turn.version)
    for to in (-1, 3):
        with pytest.raises(RefusedError, match="The walk through the final scoring does not go that far"):
            check_walk(table.turn, to, table.turn.version)
    with pytest.raises(StaleError, match="Somebody has walked on since then; look again"):
        check_walk(table.turn, 0, table.turn.version - 1)


def test_what_is_little_sure_stays_so_until_it_is_confirmed(table: Table) -> None:
    table.see(ROAD, sure=UNSURE)
    press(table, "confirm")
    assert (table.turn.done[0].confidence, table.turn.done[0].by) == (UNSURE, ANN)
