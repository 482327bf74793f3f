"""What a look at the table changes: the turns before, the proposal, what is missing, and what is heard."""

import pytest
from msgspec.structs import replace

from scoring.game import Piece
from scoring.referee.effects import Sound
from scoring.referee.inputs import (
    CameraFound,
    CameraLost,
    Compared,
    Corrected,
    Pressed,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.machine import may
from scoring.referee.observation import Revision
from scoring.referee.state import BAR, ConfirmedMove, number_turns
from scoring.referee.transitions.proposals import MORE_LIES
from tests.scoring.referee.tables import (
    BEND,
    CITY,
    LORD,
    NEXT,
    ROAD,
    RULES,
    THIEF,
    THIRD,
    UNSURE,
    WEST,
    Table,
    proposal,
    tile,
)

DOUBT = "Something lies there."
FAR = (ROAD, NEXT, THIRD, tile("blue", "U", 1, (4, 0)))
"""So many turns nobody has played before a look."""


def sounds(table: Table) -> list[str]:
    return [effect.sound for effect in table.effects if isinstance(effect, Sound)]


# --- turns before it -------------------------------------------------------------------------------


def test_a_turn_that_looks_otherwise_is_set_right_whatever_else_is_said(table: Table) -> None:
    table.lay(ROAD, NEXT)
    table.see(revisions=(Revision(0, WEST, 0.99), Revision(3, WEST, 0.99), Revision(2, THIEF, BAR)))
    assert table.moves == [THIEF, NEXT]
    assert (table.kinds, sounds(table)) == (["turn_confirmed"] * 2 + ["turn_revised"], ["confirmed"])


def test_all_turns_that_look_otherwise_are_set_right_at_once(table: Table) -> None:
    road = tile("blue", "U", 1, (1, 0))
    thief = tile("blue", "U", 1, (1, 0), "road", "E")
    table.lay(CITY, road)
    table.see(revisions=(Revision(2, LORD, 0.99), Revision(1, thief, 0.99)))
    assert (table.moves, table.kinds[2:]) == ([LORD, thief], ["turn_revised", "turn_revised"])
    table.see(revisions=(Revision(2, CITY, 0.99),))
    assert table.moves[0] == LORD, "it was taken for that before"


def test_a_turn_that_looks_otherwise_is_kept_with_what_counts_by_itself(free: Table) -> None:
    free.see(ROAD)
    free.press("confirm")
    free.see(NEXT)
    free.see(NEXT, THIRD, revisions=(Revision(1, THIEF, 0.99),))
    assert (free.moves, free.kinds) == ([THIEF, NEXT], ["turn_confirmed", "turn_revised", "turn_confirmed"])


def test_a_turn_that_looks_as_it_is_is_no_news(table: Table) -> None:
    table.lay(ROAD)
    before = table.turn.log
    table.see(revisions=(Revision(1, ROAD, 0.99),))
    assert (table.kinds, table.turn.log) == (["turn_confirmed"], before)


def test_the_moves_of_a_turn_have_its_number_and_set_up_has_none() -> None:
    class Rules:
        @staticmethod
        def takes_turn(state: object, move: object) -> bool:
            return move != "set up"

        @staticmethod
        def ends_turn(state: object, move: object) -> bool:
            return move == "end"

    moves = ("set up", "cast", "end", "set up", "end")
    done = [ConfirmedMove(move, "seen", 1.0, False, None) for move in moves]
    assert number_turns(done, Rules()) == (0, 1, 1, 0, 2)


# --- what is new -----------------------------------------------------------------------------------


def test_only_what_was_there_can_be_gone_again(table: Table) -> None:
    table.see()
    assert table.turn.log == ()
    table.see(ROAD)
    table.see()
    assert table.turn.log == ("What was new on the table is gone again.",)
    assert (table.turn.why, table.turn.settled, table.turn.asks_unseen) == ("", False, False)


def test_shares_of_one_turn_never_add_up_to_more_than_all(table: Table) -> None:
    table.look(proposal(ROAD, NEXT, sure=0.7), proposal(ROAD, sure=0.6))
    assert table.turn.candidate.confidence == 1.0


def test_a_choice_that_is_no_longer_seen_is_none_any_more(table: Table) -> None:
    table.look(proposal(ROAD, sure=0.95), proposal(BEND, sure=0.04))
    table.press("next")
    table.look(proposal(ROAD, sure=0.94), proposal(WEST, sure=0.05))
    assert (table.proposed, table.turn.shown, table.turn.settled) == (ROAD, 0, False)


def test_what_a_player_said_stays_said_while_it_is_still_seen(table: Table) -> None:
    table.look(proposal(ROAD, sure=0.95), proposal(WEST, sure=0.04))
    table.give(Corrected({"move": RULES.dump_move(WEST)}, table.turn.version))
    table.look(proposal(ROAD, sure=0.95), proposal(WEST, sure=0.04))
    assert (table.proposed, table.turn.settled) == (WEST, True)
    table.look(proposal(ROAD, sure=0.95))
    assert (table.proposed, table.turn.settled) == (ROAD, False)


def test_tiles_that_slid_are_mentioned_once_whatever_was_said_before(table: Table) -> None:
    table.lay(ROAD)
    before = len(table.turn.log)
    for _ in range(2):
        table.see(nudged=("tile:0,0",))
    assert len(table.turn.log) == before + 1


def test_a_comparison_that_comes_when_the_camera_is_gone_asks_nothing(table: Table) -> None:
    table.lay(ROAD)
    table.see()
    table.give(CameraLost("No camera."))
    table.give(Compared(("A tile looks like another.",)))
    assert (table.turn.stage, table.turn.otherwise) == ("waiting", ())


def test_a_hand_that_comes_after_a_choice_is_asked_about_and_the_choice_stays(table: Table) -> None:
    table.look(proposal(CITY, sure=0.95), proposal(WEST, sure=0.05))
    table.press("next")
    table.look(proposal(CITY, sure=0.95), proposal(WEST, sure=0.05), visits=1)
    ways = [way.move for way in table.turn.candidates]
    assert (ways[0], ways[-1], table.proposed, table.turn.asks_unseen) == (CITY, WEST, WEST, True)
    lord = table.turn.candidates[1]
    assert (lord.move, lord.confidence, lord.how) == (LORD, 1.0, "declared")


@pytest.mark.parametrize(
    ("first", "then", "confidence"),
    [
        (0.95, [(ROAD, UNSURE)], 0.95),
        (UNSURE, [(ROAD, 0.93)], 0.93),
        (0.95, [(ROAD, 0.6), (THIEF, 0.3)], 0.6 / 0.9),
    ],
    ids=["as sure as it was", "surer than it was", "but for another way to read it"],
)
def test_a_turn_is_as_sure_as_it_was_once_the_next_one_has_begun(
    table: Table, first: float, then: list[tuple[object, float]], confidence: float
) -> None:
    table.see(ROAD, sure=first)
    table.look(*(proposal(move, NEXT, sure=share) for move, share in then))
    assert table.turn.candidate.confidence == pytest.approx(confidence)


# --- hands-free ------------------------------------------------------------------------------------


def test_a_turn_known_before_counts_although_something_new_cannot_be_told(free: Table) -> None:
    free.see(ROAD)
    free.see(ROAD, NEXT, THIRD, doubts=(DOUBT,))
    assert (free.moves, free.proposed, free.turn.stage) == ([ROAD], NEXT, "doubt")


@pytest.mark.parametrize(("move", "sure"), [(ROAD, UNSURE), (THIEF, 0.97)], ids=["unsure", "another"])
def test_a_turn_that_was_not_known_does_not(free: Table, move: object, sure: float) -> None:
    free.see(move, sure=sure)
    free.see(ROAD, NEXT, doubts=(DOUBT,))
    assert (free.moves, free.turn.stage) == ([], "doubt")


def test_a_turn_counts_by_itself_once_what_could_not_be_told_is_gone(free: Table) -> None:
    free.see(ROAD, doubts=(DOUBT,))
    free.see(ROAD, NEXT)
    assert (free.moves, free.turn.doubts) == ([ROAD], ())


def test_doubts_are_told_with_what_lies_there_from_before(free: Table) -> None:
    free.see(*FAR, doubts=(DOUBT,))
    assert free.turn.doubts == (DOUBT, MORE_LIES)


@pytest.mark.parametrize(("done", "is_late"), [((), True), ((ROAD,), True), ((ROAD, NEXT), False)])
def test_only_as_a_game_begins_can_it_have_begun_long_ago(
    table: Table, done: tuple[object, ...], is_late: bool
) -> None:
    table.lay(*done)
    course = (*FAR, tile("red", "U", 1, (5, 0)), tile("blue", "U", 1, (6, 0)))
    table.see(*course[len(done) : len(done) + 4])
    assert (MORE_LIES in table.turn.doubts) == is_late


def test_several_turns_that_count_at_once_are_kept_together(free: Table) -> None:
    free.see(ROAD, NEXT, THIRD)
    kept, *_ = free.effects
    assert [event.kind for event in kept.events] == ["turn_confirmed", "turn_confirmed"]


# --- what is heard ---------------------------------------------------------------------------------


def test_what_the_table_begins_to_wait_for_is_heard_once(table: Table) -> None:
    heard = []
    for see in (
        {"moves": ()},
        {"moves": (ROAD,)},
        {"moves": (ROAD,)},
        {"moves": (THIEF,)},
        {"moves": (THIEF,), "sure": UNSURE},
        {"moves": (THIEF,), "sure": UNSURE},
        {"moves": (), "doubts": (DOUBT,)},
        {"moves": ()},
    ):
        moves = see.pop("moves")
        table.see(*moves, **see)
        heard.append(sounds(table))
    assert heard == [[], ["seen"], [], ["seen"], ["doubt"], [], ["doubt"], []]


def test_a_table_that_cannot_be_read_is_heard_where_nothing_is_proposed(table: Table) -> None:
    table.give(Settled())
    table.give(Unreadable("No board."))
    assert (sounds(table), table.turn.eye, table.turn.doubts) == (["doubt"], "still", ("No board.",))
    table.give(Settled())
    table.give(Unreadable("No board."))
    assert sounds(table) == []


def test_what_cannot_be_told_is_left_as_it_is_where_players_say_so_until_something_else_is(
    table: Table,
) -> None:
    other = "Something else lies there."
    table.see(doubts=(DOUBT,))
    table.press("keep")
    assert (table.turn.stage, table.turn.doubts) == ("waiting", ())
    table.see(ROAD, doubts=(DOUBT,))
    assert (table.turn.stage, table.turn.doubts) == ("proposal", ())
    table.press("confirm")
    table.see(doubts=(DOUBT, other))
    assert (table.turn.stage, table.turn.doubts) == ("doubt", (other,))
    table.see()
    table.see(doubts=(DOUBT,))
    assert (table.turn.stage, table.turn.doubts) == ("doubt", (DOUBT,))


def test_hands_free_turns_count_on_after_what_players_left_as_it_is(free: Table) -> None:
    free.see(doubts=(DOUBT,))
    free.press("keep")
    free.see(ROAD, NEXT, doubts=(DOUBT,))
    assert (free.moves, free.proposed) == ([ROAD], NEXT)


def test_a_doubt_about_a_turn_or_of_a_table_that_cannot_be_read_is_not_left_as_it_is(table: Table) -> None:
    table.see(ROAD, doubts=(DOUBT,))
    assert "keep" not in may(table.turn, RULES)
    table.see()
    table.give(Unreadable("No board."))
    assert (table.turn.stage, "keep" in may(table.turn, RULES)) == ("doubt", False)
    table.see(doubts=(DOUBT,))
    late = Pressed("keep", table.turn.version)
    table.see(doubts=("Something else lies there.",))
    assert table.refused(late).kind == "stale"


def test_where_nothing_new_lies_no_figure_is_missing(table: Table) -> None:
    red = Piece("red", "follower", (0, -1))
    table.see(leftover=(red,))
    assert (table.turn.give_back, table.turn.phase) == ((red,), "returning")
    table.give(CameraLost("No camera."))
    table.see()
    assert (table.turn.give_back, table.turn.lost, table.turn.is_by_hand) == ((), "", False)


# --- the camera ------------------------------------------------------------------------------------


def test_a_camera_that_is_lost_and_found_is_said(table: Table) -> None:
    table.give(Stirred())
    table.give(CameraLost("Plug the camera in."))
    assert (table.turn.eye, table.turn.log, sounds(table)) == ("still", ("Plug the camera in.",), ["error"])
    table.give(CameraFound())
    assert (table.turn.log[0], table.turn.lost, table.turn.watched) == ("The camera is back.", "", True)
    before = table.turn
    table.give(CameraFound())
    assert table.turn == before


def test_a_camera_that_comes_to_a_game_entered_on_phones_is_said(table: Table) -> None:
    table.turn = replace(table.turn, watched=False)
    table.give(CameraFound())
    assert table.turn.log[0] == "A camera looks on from now on."


def test_a_camera_lost_while_the_board_is_compared_leaves_the_end_to_the_players(table: Table) -> None:
    table.press("end")
    table.give(CameraLost("Plug the camera in."))
    says = "The board was not compared with the record: Plug the camera in."
    assert (table.turn.stage, table.turn.doubts, sounds(table)) == ("differs", (says,), ["error"])
