"""What is proposed, confirmed, corrected, declared and kept, one sentence each."""

import pytest

from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.referee.effects import ReadTable, Sound
from scoring.referee.inputs import Corrected, Declared, LookRead, Pressed, Settled, Stirred
from scoring.referee.observation import Sight
from scoring.referee.record.drafts import draft_of
from tests.scoring.referee.tables import (
    BEND,
    NEXT,
    ON_TOP,
    ROAD,
    RULES,
    SURE,
    THIEF,
    THIRD,
    UNSURE,
    WEST,
    WRONG,
    Table,
    proposal,
    tile,
)

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
    assert [type(effect).__name__ for effect in table.effects] == ["Keep", "Sound", "ReadTable"]


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
    assert [way.move for way in table.turn.candidates] == [NEXT, bend]


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
    table.see(ROAD)
    table.give(Settled())
    table.press("confirm")
    table.give(LookRead(Sight((proposal(ROAD),))))
    assert (table.turn.stage, table.proposed, table.effects) == ("waiting", None, (ReadTable(),))


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


@pytest.mark.parametrize("seen", [ROAD, WRONG], ids=["proposal", "illegal"])
def test_what_was_no_tile_is_dropped_without_a_turn(table: Table, seen: TilePlacement) -> None:
    table.see(seen)
    table.press("dismiss")
    assert (table.turn.phase, table.proposed, table.moves) == ("waiting", None, [])
    assert table.effects == (ReadTable(),)
    assert table.refused(Pressed("dismiss", table.turn.version)).kind == "cannot_now"


def test_what_was_no_tile_is_none_after_a_restart(table: Table) -> None:
    table.lay(ROAD)
    table.see(NEXT)
    table.press("dismiss")
    assert table.again(draft_of(table.turn, RULES)).dismissed == ((1, NEXT),)


def test_undo_looks_again_at_what_was_dismissed_before_it_takes_a_turn_back(table: Table) -> None:
    table.lay(ROAD)
    table.see(NEXT)
    table.press("dismiss")
    table.see()
    table.press("undo")
    assert (table.moves, table.turn.dismissed, table.effects) == ([ROAD], (), (ReadTable(),))
    table.see(NEXT)
    table.press("dismiss")
    table.see(NEXT)
    table.press("confirm")
    table.press("undo")
    assert (table.moves, len(table.turn.dismissed)) == ([ROAD], 1)
    table.press("undo")
    assert table.turn.dismissed == ()
    table.press("undo")
    assert table.moves == []


def test_where_the_start_tile_is_gone_there_is_no_turn_to_take_back(table: Table) -> None:
    table.see(ROAD)
    table.press("dismiss")
    table.see(missing=("tile:0,0",))
    assert table.refused(Pressed("undo", table.turn.version)).kind == "cannot_now"


def test_an_answer_that_does_not_exist_is_refused(table: Table) -> None:
    table.see(ROAD)
    refused = table.refused(Corrected({"face": "nonsense"}, table.turn.version))
    assert refused.kind == "cannot_now"
    assert "nonsense" in refused.says


def test_a_declared_turn_counts_at_once(table: Table) -> None:
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version))
    assert (table.moves, table.turn.done[0].how) == ([ROAD], "declared")
    assert ReadTable() in table.effects


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
    assert table.turn.why == "The west side does not match: field meets road."
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
