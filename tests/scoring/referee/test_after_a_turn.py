"""What follows a confirmed turn, and what the camera may have missed."""

import pytest

from scoring.game import Piece, ScoreLine, Term
from scoring.marks import Cause, Discrepancy
from scoring.referee.inputs import Corrected, Declared, Pressed
from scoring.referee.observation import Revision
from scoring.referee.transitions.confirmation import _line_says
from tests.scoring.referee.tables import CITY, LORD, NEXT, ROAD, RULES, THIEF, UNSURE, WRONG, Table, tile

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
    assert [piece.player for piece in table.turn.give_back] == ["red"]
    table.press("confirm")
    assert [piece.player for piece in table.turn.give_back] == ["red"]


def test_what_lies_otherwise_is_told_until_it_does_not_or_the_game_has_gone_on(table: Table) -> None:
    table.see(
        remarks=(Discrepancy(ROAD, "It lies otherwise."), Discrepancy(WRONG, "That cannot be entered."))
    )
    assert [remark.says for remark in table.turn.remarks] == ["It lies otherwise."]
    assert table.turn.phase == "waiting"
    table.see()
    assert not table.turn.remarks
    table.see(remarks=(Discrepancy(ROAD, "It lies otherwise."),))
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version))
    assert (table.moves, table.turn.remarks) == ([ROAD], ())


def test_of_what_would_explain_it_only_what_may_be_entered_is_offered(table: Table) -> None:
    causes = (Cause("It was this.", ROAD), Cause("It was that.", WRONG), Cause("It was moved."))
    table.see(remarks=(Discrepancy(ROAD, "It lies otherwise.", causes),))
    assert [cause.says for cause in table.turn.remarks[0].causes] == ["It was this.", "It was moved."]


def test_the_sums_of_a_turn_are_told(table: Table) -> None:
    table.lay(LORD)
    assert [(line.feature, line.points) for line in table.turn.lines] == [("city", 2)]
    assert table.turn.log[0] == "Ann gets 2 points: city."


@pytest.mark.parametrize(
    ("players", "points", "says"),
    [
        (("blue", "red"), 3, "Ben and Ann get 3 points: road."),
        (("blue",), 1, "Ben gets 1 point: road."),
        (("red",), 2, "Ann gets 2 points: road."),
    ],
)
def test_a_sum_is_told_with_all_who_get_it(
    table: Table, players: tuple[str, ...], points: int, says: str
) -> None:
    line = ScoreLine("road", ((0, 0),), players, (Term(points, 1, "tiles"),))
    assert _line_says(table.turn, line, RULES) == says


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


def test_a_house_rule_that_was_a_misreading_is_none_any_more(table: Table) -> None:
    table.see(WRONG)
    table.press("keep")
    table.see(revisions=(Revision(1, ROAD, 0.99),))
    assert [(done.move, done.forced) for done in table.turn.done] == [(ROAD, False)]


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
    assert (table.moves, table.turn.phase, table.turn.gone) == ([], "waiting", ())


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


def test_nothing_is_taken_back_while_the_start_tile_alone_is_gone(table: Table) -> None:
    table.see(ROAD)
    table.give(Corrected({"face": "V"}, table.turn.version))
    table.see(ROAD, missing=("tile:0,0",))
    assert table.refused(Pressed("undo", table.turn.version)).kind == "cannot_now"
    table.press("undo")
    assert (table.turn.phase, table.moves) == ("asking", [])


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


def test_a_hand_that_takes_back_what_has_scored_is_not_asked_about(table: Table) -> None:
    table.lay(
        tile("red", "W", 0, (-1, 0), "road", "E"),
        tile("blue", "B", 0, (0, 1)),
        tile("red", "W", 3, (1, 1)),
    )
    crossing = tile("blue", "L", 0, (1, 0))
    table.see(crossing)
    table.see(crossing, visits=1)
    assert table.turn.phase == "proposal"
    table.see(crossing, visits=2)
    assert table.turn.phase == "asking"


def test_nothing_is_asked_where_no_hand_came(table: Table) -> None:
    table.see(CITY)
    table.see(CITY)
    assert table.turn.phase == "proposal"


def test_nothing_is_asked_where_a_figure_would_still_stand(table: Table) -> None:
    table.see(ROAD)
    table.see(ROAD, visits=1)
    assert table.turn.phase == "proposal"
