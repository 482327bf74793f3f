"""What counts without a press, and what never does."""

from scoring.referee.effects import Sound
from scoring.referee.inputs import Corrected, Declared, HandsFree
from scoring.referee.publication import says, snapshot
from tests.scoring.referee.tables import (
    CITY,
    NEXT,
    ROAD,
    RULES,
    THIEF,
    THIRD,
    UNSURE,
    WRONG,
    Table,
    proposal,
    tile,
)


def test_hands_free_a_turn_counts_as_the_next_one_begins(free: Table) -> None:
    free.see(THIEF)
    assert free.moves == []
    free.see(THIEF, NEXT)
    assert (free.moves, free.proposed) == ([THIEF], NEXT)
    assert free.kinds == ["turn_confirmed"]


def test_hands_free_every_turn_but_the_last_counts(free: Table) -> None:
    free.see(ROAD, NEXT, THIRD)
    assert (free.moves, free.proposed) == ([ROAD, NEXT], THIRD)


def test_where_a_whole_game_lies_as_one_begins_nothing_counts_by_itself_and_that_is_said(free: Table) -> None:
    fourth = tile("blue", "U", 1, (4, 0))
    free.see(ROAD, NEXT, THIRD, fourth)
    now = snapshot(free.turn, RULES)
    assert (free.moves, now.phase, now.more_lies) == ([], "doubt", True)
    assert "More than the first tile lies there" in says(free.turn, RULES)
    free.press("confirm")
    free.see(NEXT, THIRD, fourth)
    assert not snapshot(free.turn, RULES).more_lies
    assert free.moves == [ROAD, NEXT, THIRD]


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


def test_hands_free_a_turn_that_may_be_another_as_the_next_tile_comes_is_asked(free: Table) -> None:
    free.see(THIEF)
    free.look(proposal(THIEF, NEXT, sure=0.7), proposal(ROAD, NEXT, sure=0.3))
    assert (free.moves, free.proposed, free.turn.phase) == ([], THIEF, "asking")


def test_hands_free_a_turn_is_not_asked_for_what_was_doubtful_before_it(free: Table) -> None:
    free.see(THIEF)
    free.look(proposal(THIEF, NEXT, sure=0.7), proposal(ROAD, NEXT, sure=0.3))
    assert (free.moves, free.proposed, free.turn.phase) == ([], THIEF, "asking")
    free.press("confirm")
    assert free.turn.candidate.confidence > 0.99


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
    assert says(free.turn, RULES) == "This was taken back. Is it the turn after all?"
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


def test_hands_free_a_declared_turn_of_the_next_player_confirms_the_one_on_the_table(free: Table) -> None:
    free.see(ROAD)
    free.give(Declared(RULES.dump_move(NEXT), free.turn.version))
    assert free.moves == [ROAD, NEXT]
    assert free.kinds == ["turn_confirmed", "turn_confirmed"]


def test_hands_free_what_needs_a_player_is_heard_as_the_turn_before_it_counts(free: Table) -> None:
    free.see(ROAD)
    free.see(ROAD, tile("blue", "E", 0, (2, 0)))
    assert [effect.sound for effect in free.effects if isinstance(effect, Sound)] == ["confirmed", "illegal"]
