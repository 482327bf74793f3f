"""Earlier turns set right by players: played again as if they had been so, taken back, never half done."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.errors import IllegalMoveError
from scoring.games.carcassonne.chance import random_game
from scoring.referee.inputs import Corrected, Declared, Pressed, Revised
from scoring.referee.observation import Revision
from scoring.referee.record.drafts import draft_of
from scoring.referee.transitions.revision import entered, played_again, set_right
from tests.scoring.referee.tables import (
    BEND,
    CITY,
    LORD,
    NEXT,
    ROAD,
    RULES,
    THIEF,
    THIRD,
    WRONG,
    Table,
    seats,
    tile,
)


def revise(table: Table, back: int, move: Any, **more: Any) -> Revised:
    return Revised(back, {**RULES.dump_move(move), **more}, table.turn.version)


def test_an_earlier_turn_is_set_right_as_one_event(table: Table) -> None:
    table.lay(ROAD, NEXT, THIRD)
    table.give(revise(table, 3, THIEF))
    assert table.moves == [THIEF, NEXT, THIRD]
    assert table.kinds[-1] == "turn_revised"
    assert len(table.kinds) == 4
    assert table.turn.log[0] == f"Set right: {RULES.say(table.turn.done[0].before, THIEF)}"


def test_all_later_scores_follow(table: Table) -> None:
    table.lay(LORD, tile("blue", "U", 1, (1, 0)))
    assert RULES.points(table.turn.state)["red"] == 2
    table.give(revise(table, 2, CITY))
    assert RULES.points(table.turn.state)["red"] == 0


def test_a_turn_that_would_break_a_rule_is_refused_with_it(table: Table) -> None:
    table.lay(ROAD, NEXT)
    refused = table.refused(revise(table, 2, WRONG))
    assert (refused.kind, refused.says) == ("illegal", "The west side does not match: field meets road.")


def test_a_later_turn_that_would_break_a_rule_is_named(table: Table) -> None:
    table.lay(ROAD, NEXT)
    refused = table.refused(revise(table, 2, BEND))
    assert refused.kind == "illegal"
    assert refused.says.startswith("Turn 2 would break a rule: ")


def test_what_was_placed_so_on_purpose_stays_as_a_house_rule_with_all_that_follows(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.give(revise(table, 2, BEND, house_rule=True))
    assert [(done.move, done.forced) for done in table.turn.done] == [(BEND, False), (NEXT, True)]
    assert table.again().state == table.turn.state


def test_what_not_even_a_house_rule_makes_sense_of_is_refused(table: Table) -> None:
    table.lay(ROAD, NEXT)
    on_next = tile("red", "U", 1, (2, 0))
    assert table.refused(revise(table, 2, on_next, house_rule=True)).kind == "illegal"


@pytest.mark.parametrize("back", [0, -1, 2, 99])
def test_there_must_be_such_a_turn(table: Table, back: int) -> None:
    table.lay(ROAD)
    assert table.refused(revise(table, back, THIEF)).kind == "cannot_now"


def test_a_late_revision_is_refused(table: Table) -> None:
    table.lay(ROAD)
    late = revise(table, 1, THIEF)
    table.lay(NEXT)
    assert table.refused(late).kind == "stale"


def test_undo_puts_the_earlier_turn_back_and_the_next_undo_takes_the_last_turn(table: Table) -> None:
    table.lay(ROAD, NEXT)
    before = table.turn
    table.give(revise(table, 2, BEND, house_rule=True))
    table.press("undo")
    assert (table.turn.done, table.turn.state) == (before.done, before.state)
    assert table.again().done == before.done
    table.press("undo")
    assert table.moves == [ROAD]
    assert table.kinds[-2:] == ["revision_undone", "turn_undone"]


def test_an_undo_meant_for_the_last_turn_does_not_take_a_revision_back(table: Table) -> None:
    table.lay(ROAD, NEXT)
    version = table.turn.version
    table.give(revise(table, 2, THIEF))
    assert table.refused(Pressed("undo", version)).kind == "stale"


def test_a_new_turn_ends_the_time_in_which_a_revision_is_undone(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.give(revise(table, 2, THIEF))
    table.lay(THIRD)
    table.press("undo")
    assert table.moves == [THIEF, NEXT]


def test_what_a_player_set_right_is_never_changed_by_the_camera(table: Table) -> None:
    table.lay(ROAD)
    table.give(revise(table, 1, THIEF))
    table.see(revisions=(Revision(1, ROAD, 0.99),))
    assert table.moves == [THIEF]


def test_a_proposal_stays_and_is_judged_by_the_game_as_it_is_now(table: Table) -> None:
    table.lay(ROAD)
    table.see(NEXT)
    table.give(revise(table, 1, BEND))
    assert (table.proposed, table.turn.phase) == (NEXT, "illegal")


def test_the_same_figures_can_be_undone_after_a_restart(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.give(revise(table, 2, THIEF))
    table.turn = table.again(draft_of(table.turn, RULES))
    table.press("undo")
    assert table.moves == [ROAD, NEXT]


def test_a_declared_turn_that_breaks_a_rule_counts_only_as_a_house_rule(table: Table) -> None:
    wrong = RULES.dump_move(WRONG)
    assert table.refused(Declared(wrong, table.turn.version)).kind == "illegal"
    table.give(Declared({**wrong, "house_rule": True}, table.turn.version))
    assert [(done.move, done.forced) for done in table.turn.done] == [(WRONG, True)]
    on_top = RULES.dump_move(tile("blue", "E", 0, (0, 0)))
    refused = table.refused(Declared({**on_top, "house_rule": True}, table.turn.version))
    assert refused.kind == "illegal"


def test_hands_free_a_misreading_put_right_on_purpose_does_not_count_first() -> None:
    table = Table(hands_free=True)
    table.see(ROAD)
    table.give(Declared({**RULES.dump_move(WRONG), "house_rule": True}, table.turn.version))
    assert table.moves == [WRONG]


def test_a_whole_turn_picked_from_the_drawings_becomes_the_proposal(table: Table) -> None:
    table.see(ROAD)
    table.give(Corrected({"move": RULES.dump_move(THIEF)}, table.turn.version))
    assert table.proposed == THIEF


# --- as if it had been played so -------------------------------------------------------------------


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 7), st.integers(1, 24), st.integers(0, 400), st.booleans())
def test_setting_a_turn_right_is_playing_the_game_with_that_move(
    seed: int, back: int, pick: int, abbot: bool
) -> None:
    game, _ = random_game(seats("Ann", "Ben", "Cem", abbot=abbot), Random(seed), 25)
    table = Table(game.setup)
    for move in game.moves:
        table.give(Declared(RULES.dump_move(move), table.turn.version))
    back = min(back, len(game.moves))
    was = table.turn.done[-back]
    others = [*RULES.legal(was.before, was.move.face)]
    other = others[pick % len(others)]
    moves = [*game.moves[: len(game.moves) - back], other, *game.moves[len(game.moves) - back + 1 :]]
    expected, why = _played(game.setup, moves)
    if why:
        refused = table.refused(revise(table, back, other))
        assert refused.kind == "illegal"
        assert why in refused.says
        return
    table.give(revise(table, back, other))
    assert table.turn.state == expected
    assert table.moves == moves
    assert table.again().state == expected
    table.press("undo")
    assert table.moves == list(game.moves)


def _played(setup: Any, moves: list[Any]) -> tuple[Any, str]:
    """Play moves from the start, and say which rule is broken first."""
    state = RULES.start(setup)
    for move in moves:
        try:
            state, _ = RULES.apply(state, move)
        except IllegalMoveError as error:
            return state, str(error)
    return state, ""


def test_all_later_turns_that_would_break_a_rule_are_found(table: Table) -> None:
    table.lay(ROAD, NEXT, THIRD)
    again = played_again(table.turn, 3, entered(table.turn.done[0], BEND), RULES)
    assert [broken.number for broken in again.breaks] == [2]
    assert len(again.course.done) == 3


def test_what_was_kept_as_a_house_rule_before_breaks_nothing_again(table: Table) -> None:
    table.lay(ROAD)
    table.see(tile("blue", "E", 0, (2, 0)))
    table.press("keep")
    again = played_again(table.turn, 2, entered(table.turn.done[0], THIEF), RULES)
    assert (again.breaks, [done.forced for done in again.course.done]) == ((), [False, True])
    assert again.course.done[1].before == RULES.apply(table.turn.done[0].before, THIEF)[0]
    assert not entered(table.turn.done[1], NEXT).forced


def test_after_a_turn_of_which_nothing_makes_sense_none_follows(table: Table) -> None:
    table.lay(ROAD, NEXT, THIRD)
    on_next = tile("red", "U", 1, (2, 0))
    again = played_again(table.turn, 3, entered(table.turn.done[0], on_next), RULES)
    assert [(broken.number, broken.is_final) for broken in again.breaks] == [(1, False), (2, True)]
    assert [done.move for done in again.course.done] == [on_next]
    assert again.breaks[0].says == _played(table.turn.setup, [on_next])[1] != ""
    assert again.breaks[1].says != ""


def test_what_a_turn_was_ever_taken_for_it_is_not_taken_for_again(table: Table) -> None:
    table.lay(ROAD)
    for move in (THIEF, BEND, ROAD, THIEF):
        table.see(revisions=(Revision(1, move, 0.99),))
    assert (table.moves, table.turn.done[0].was) == ([BEND], (ROAD, THIEF))
    table.give(revise(table, 1, ROAD))
    assert table.turn.done[0].was == (ROAD, THIEF, BEND)


def test_a_turn_looked_at_again_is_told_and_ends_the_time_to_undo_a_revision(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.give(revise(table, 2, THIEF))
    before = table.turn.done[1].before
    bend = tile("blue", "V", 1, (2, 0))
    table.see(revisions=(Revision(1, bend, 0.99),))
    assert table.moves == [THIEF, bend]
    assert table.turn.log[0] == f"Looked at again: {RULES.say(before, bend)}"
    table.press("undo")
    assert table.moves == [THIEF]


def test_the_sums_shown_after_a_revision_are_those_of_the_last_turn(table: Table) -> None:
    table.lay(LORD)
    table.give(revise(table, 1, CITY))
    assert table.turn.lines == table.turn.done[-1].lines
    with pytest.raises(IllegalMoveError) as refused:
        set_right(table.turn, 1, WRONG, RULES)
    assert refused.value.rule == "turn_revised"
