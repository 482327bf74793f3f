"""A running game handed over: from the camera to a phone, and back, at any turn."""

import pytest

from scoring.referee.effects import Compare
from scoring.referee.inputs import ByHand, Compared, Declared, Revised
from scoring.referee.machine import may
from scoring.referee.publication import says
from scoring.referee.record.drafts import draft_of
from tests.scoring.referee.tables import LORD, NEXT, ROAD, RULES, THIRD, UNSURE, Table

LIES = "The tile at the right looks like another."


def by_hand(table: Table, *, on: bool = True) -> None:
    table.give(ByHand(on, table.turn.version, "the host"))


def enter(table: Table, *moves) -> None:
    for move in moves:
        table.give(Declared(RULES.dump_move(move), table.turn.version))


def is_compared(table: Table) -> bool:
    return Compare() in table.effects


def test_every_turn_stands_whoever_tells_the_next_one(table: Table) -> None:
    table.lay(ROAD)
    by_hand(table)
    assert (says(table.turn, RULES), table.turn.log[0]) == (
        "Ben lays a tile; it is entered on a phone.",
        "Turns are entered on a phone from now on.",
    )
    enter(table, NEXT)
    by_hand(table, on=False)
    assert table.turn.log[0] == "The camera reads the turns from now on."
    table.lay(THIRD)
    assert table.moves == [ROAD, NEXT, THIRD]
    assert [done.how for done in table.turn.done] == ["seen", "declared", "seen"]


def test_who_chose_it_is_kept_and_a_restart_goes_on_the_same_way(table: Table) -> None:
    table.lay(ROAD)
    by_hand(table)
    assert (table.kinds[-1], table.events[-1].body) == ("handed_over", {"by_hand": True, "by": "the host"})
    assert table.again(draft_of(table.turn, RULES)).by_hand
    by_hand(table, on=False)
    assert not table.again(draft_of(table.turn, RULES)).by_hand


def test_choosing_what_is_so_already_changes_nothing(table: Table) -> None:
    before = table.public
    by_hand(table, on=False)
    assert (table.public, table.kinds) == (before, [])


@pytest.mark.parametrize("sight", [{}, {"doubts": ("Something lies there.",)}, {"missing": ("tile:1,0",)}])
def test_what_is_only_proposed_or_asked_is_entered_on_the_phone(table: Table, sight) -> None:
    table.lay(ROAD)
    table.see(NEXT, sure=UNSURE, **sight)
    by_hand(table)
    assert (table.turn.stage, table.proposed, table.moves) == ("waiting", None, [ROAD])
    enter(table, NEXT)
    assert table.moves == [ROAD, NEXT]


def test_hands_free_a_sure_turn_counts_before_it_is_handed_over() -> None:
    table = Table(hands_free=True)
    table.see(ROAD)
    by_hand(table)
    assert (table.moves, table.kinds) == ([ROAD], ["turn_confirmed", "handed_over"])


def test_the_board_is_compared_with_what_was_entered_and_what_differs_is_asked(table: Table) -> None:
    by_hand(table)
    enter(table, ROAD)
    by_hand(table, on=False)
    table.see(NEXT)
    assert is_compared(table)
    table.give(Compared((LIES,)))
    assert (table.turn.stage, table.moves) == ("otherwise", [ROAD])
    assert says(table.turn, RULES).startswith(LIES)
    assert set(may(table.turn, RULES)) == {"undo", "keep", "pause"}
    table.press("keep")
    assert (table.turn.stage, table.proposed) == ("proposal", NEXT)
    table.see(NEXT)
    assert not is_compared(table), "kept is kept"


def test_a_board_or_a_turn_set_right_ends_the_question(table: Table) -> None:
    by_hand(table)
    enter(table, ROAD, NEXT)
    by_hand(table, on=False)
    table.see()
    table.give(Compared((LIES,)))
    table.give(Revised(1, RULES.dump_move(NEXT), table.turn.version))
    table.see()
    assert is_compared(table)
    table.give(Compared(()))
    assert table.turn.stage == "waiting"


def test_a_board_that_lies_as_entered_is_asked_nothing(table: Table) -> None:
    by_hand(table)
    enter(table, ROAD)
    by_hand(table, on=False)
    table.see(NEXT)
    table.give(Compared(()))
    assert (table.turn.stage, table.proposed) == ("proposal", NEXT)


def test_hands_free_what_was_laid_while_nobody_looked_on_waits_for_a_player() -> None:
    table = Table(hands_free=True)
    by_hand(table)
    by_hand(table, on=False)
    for _ in range(3):
        table.see(ROAD, NEXT)
        table.give(Compared(()))
    assert table.moves == []
    assert says(table.turn, RULES) == "Is that the turn? Then confirm it."
    table.press("confirm")
    table.see(NEXT)
    assert says(table.turn, RULES) == "This counts as soon as the next turn begins."
    table.see(NEXT, THIRD)
    assert table.moves == [ROAD, NEXT]


def test_turns_entered_without_a_camera_are_compared_once_one_looks_on_after_a_restart(table: Table) -> None:
    enter(table, ROAD)
    table.turn = table.again(draft_of(table.turn, RULES))
    table.see()
    assert is_compared(table)
    table.lay(NEXT)
    table.turn = table.again(draft_of(table.turn, RULES))
    table.see()
    assert not is_compared(table), "a camera saw the last turn"


def test_a_comparison_that_comes_too_late_asks_nothing(table: Table) -> None:
    table.lay(ROAD)
    by_hand(table)
    table.give(Compared((LIES,)))
    assert table.turn.stage == "waiting"


def test_a_figure_taken_back_unseen_is_taken_for_back(table: Table) -> None:
    table.lay(LORD)
    by_hand(table)
    assert table.turn.give_back == ()


def test_a_game_that_ends_or_is_paused_is_handed_over_to_nobody(table: Table) -> None:
    table.press("pause")
    assert table.refused(ByHand(True, table.turn.version)).says == "The table is paused; go on first."
    table.press("resume")
    table.press("end")
    assert table.refused(ByHand(True, table.turn.version)).kind == "cannot_now"
