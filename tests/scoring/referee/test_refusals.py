"""What cannot be done now, or comes too late, is refused with a sentence that says what to do instead."""

from collections.abc import Callable

import pytest

from scoring.referee.inputs import (
    ByHand,
    Compared,
    Corrected,
    Declared,
    HandsFree,
    Input,
    LookRead,
    Pressed,
    Revised,
    Settled,
)
from scoring.referee.observation import Sight
from tests.scoring.referee.tables import NEXT, ON_TOP, ROAD, RULES, THIEF, UNSURE, WRONG, Table, proposal

GONE = ("tile:0,0",)
MOVE = RULES.dump_move(ROAD)


def waiting(table: Table) -> None: ...


def proposed(table: Table) -> None:
    table.see(ROAD)


def doubtful(table: Table) -> None:
    table.see(doubts=("Something lies there.",))


def illegal(table: Table) -> None:
    table.see(WRONG)


def missing(table: Table) -> None:
    table.see(ROAD, missing=GONE)


def paused(table: Table) -> None:
    table.press("pause")


def comparing(table: Table) -> None:
    table.press("end")


def ended(table: Table) -> None:
    table.press("end")
    table.press("confirm")


def button(word: str) -> Callable[[int], Input]:
    return lambda version: Pressed(word, version)


NOTHING_TO_CONFIRM = "There is nothing to confirm now."
NO_OTHER = "There is no other way to read the table now."
NOTHING_TO_DISMISS = "There is nothing on the table to dismiss now."
NOTHING_TO_CORRECT = "There is nothing to correct now."
CONFIRM_FIRST = "First confirm the turn on the table, or take it off again."
NO_TURN = "There is no such turn to set right."
OVER = "The game has ended."


@pytest.mark.parametrize(
    ("where", "given", "says"),
    [
        (waiting, button("confirm"), NOTHING_TO_CONFIRM),
        (doubtful, button("confirm"), NOTHING_TO_CONFIRM),
        (missing, button("confirm"), "Put the tile back, or keep the game as it is."),
        (paused, button("confirm"), "The table is paused; go on first."),
        (ended, button("confirm"), OVER),
        (waiting, button("next"), NO_OTHER),
        (proposed, button("next"), NO_OTHER),
        (waiting, button("dismiss"), NOTHING_TO_DISMISS),
        (doubtful, button("dismiss"), NOTHING_TO_DISMISS),
        (waiting, button("keep"), "There is nothing to keep now."),
        (proposed, button("keep"), "There is nothing to keep now."),
        (waiting, button("undo"), "There is nothing to take back now."),
        (proposed, button("undo"), "There is nothing to take back now."),
        (missing, button("undo"), "There is nothing to take back now."),
        (waiting, button("resume"), "The table is not paused."),
        (proposed, button("end"), CONFIRM_FIRST),
        (illegal, button("end"), CONFIRM_FIRST),
        (waiting, button("dance"), "That cannot be done now."),
        (illegal, button("dance"), "That cannot be done now."),
        (waiting, lambda version: Corrected({}, version), NOTHING_TO_CORRECT),
        (doubtful, lambda version: Corrected({}, version), NOTHING_TO_CORRECT),
        (missing, lambda version: Declared(MOVE, version), "First answer what the table asks."),
        (waiting, lambda version: Revised(1, MOVE, version), NO_TURN),
        (comparing, lambda version: Revised(1, MOVE, version), NO_TURN),
        (comparing, lambda version: ByHand(True, version), "That cannot be done now."),
        (ended, lambda version: HandsFree(True, version), OVER),
    ],
)
def test_what_cannot_be_done_now_is_refused_with_what_to_do(
    where: Callable[[Table], None], given: Callable[[int], Input], says: str
) -> None:
    table = Table()
    where(table)
    refused = table.refused(given(table.turn.version))
    assert (refused.kind, refused.says) == ("cannot_now", says)


def test_a_broken_rule_is_not_confirmed_and_what_can_be_done_about_it_is_said() -> None:
    table = Table()
    table.see(WRONG)
    refused = table.refused(Pressed("confirm", table.turn.version))
    mend = "Mend it on the table, correct it, or keep it as a house rule."
    assert (refused.kind, refused.says) == ("illegal", f"{table.turn.why} {mend}")


def test_a_tile_that_is_missing_is_left_whatever_lies_there_besides() -> None:
    table = Table()
    table.see(ON_TOP, missing=GONE)
    table.press("keep")
    assert table.turn.stage == "illegal"


def test_a_turn_is_set_right_by_a_move_that_can_be_read() -> None:
    table = Table()
    table.lay(ROAD)
    refused = table.refused(Revised(1, {"hat": 1}, table.turn.version))
    assert refused.kind == "cannot_now"
    assert "it lacks 'player'" in refused.says


def test_what_was_seen_of_an_older_game_is_left_alone_and_seen_again() -> None:
    table = Table()
    table.see(ROAD)
    table.give(Settled())
    table.press("confirm")
    refused = table.refused(LookRead(Sight((proposal(ROAD),))))
    assert (refused.kind, refused.says) == ("stale", "That look was at an older game.")


# --- too late --------------------------------------------------------------------------------------


def declare(table: Table, move) -> None:
    table.give(Declared(RULES.dump_move(move), table.turn.version))


def end_before_a_turn_is_undone(table: Table) -> None:
    table.press("end")


def a_turn_is_entered_before_one_is_undone(table: Table) -> None:
    declare(table, NEXT)


def the_proposal_changes(table: Table) -> None:
    table.see(NEXT)


def a_pause_comes_and_goes(table: Table) -> None:
    table.press("pause")
    table.press("resume")


def a_turn_is_set_right(table: Table) -> None:
    table.give(Revised(1, RULES.dump_move(THIEF), table.turn.version))


@pytest.mark.parametrize(
    "happens",
    [
        end_before_a_turn_is_undone,
        a_turn_is_entered_before_one_is_undone,
        the_proposal_changes,
        a_pause_comes_and_goes,
        a_turn_is_set_right,
    ],
)
def test_a_tap_is_too_late_once_it_would_mean_something_else(happens: Callable[[Table], None]) -> None:
    table = Table()
    table.lay(ROAD)
    late = Pressed("undo", table.turn.version)
    happens(table)
    refused = table.refused(late)
    assert (refused.kind, refused.says) == ("stale", "The table has moved on since then; look again.")


def test_an_undo_meant_for_the_last_turn_does_not_take_an_answer_back() -> None:
    table = Table()
    table.lay(ROAD)
    table.see(NEXT)
    late = Pressed("undo", table.turn.version)
    table.give(Corrected({"face": "U"}, table.turn.version))
    assert (table.proposed, table.turn.settled) == (NEXT, True)
    assert table.refused(late).kind == "stale"


def test_a_keep_is_meant_for_the_tile_that_was_gone_then() -> None:
    table = Table()
    table.lay(ROAD)
    table.see(missing=("tile:1,0",))
    late = Pressed("keep", table.turn.version)
    table.see(missing=GONE)
    assert table.refused(late).kind == "stale"


def test_a_keep_is_meant_for_what_lay_otherwise_then() -> None:
    table = Table()
    table.lay(ROAD)
    table.give(Compared(("The tile at the left looks like another.",)))
    late = Pressed("keep", table.turn.version)
    table.give(Compared(("The tile at the right looks like another.",)))
    assert table.refused(late).kind == "stale"


def test_an_undo_that_bounces_takes_a_dismissal_back_and_no_turn() -> None:
    table = Table()
    table.lay(ROAD)
    table.see(NEXT)
    table.press("dismiss")
    undo = Pressed("undo", table.turn.version)
    table.give(undo)
    assert table.turn.dismissed == ()
    table.give(undo)
    assert (table.moves, table.refused(undo).kind) == ([ROAD], "stale")


@pytest.mark.parametrize("word", ["pause", "resume"])
def test_a_pause_is_never_too_late(word: str) -> None:
    table = Table()
    late = Pressed(word, table.turn.version)
    if word == "resume":
        table.press("pause")
    table.see(ROAD, sure=UNSURE)
    table.give(late)
    assert table.turn.paused == (word == "pause")


def test_a_tap_that_names_a_version_still_to_come_is_refused() -> None:
    table = Table()
    table.see(ROAD)
    assert table.refused(Pressed("confirm", table.turn.version + 1)).kind == "stale"
