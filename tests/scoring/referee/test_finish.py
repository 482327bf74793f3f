"""What the camera's troubles, a pause and the end of a game do to the table."""

from scoring.referee.effects import Compare, ReadTable, Sound
from scoring.referee.inputs import (
    CameraFound,
    CameraLost,
    Cleared,
    Compared,
    Declared,
    Pressed,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.machine import may
from scoring.referee.publication import snapshot
from tests.scoring.referee.tables import LORD, ROAD, RULES, THIEF, Table, seats, tile

BLUE_ROAD = tile("blue", "U", 1, (1, 0))


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
    assert {"confirm", "declare"} <= set(may(table.turn, RULES))
    table.give(CameraFound())
    assert (table.turn.phase, table.proposed) == ("proposal", ROAD)
    table.give(Settled())
    assert table.effects == (ReadTable(),)


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
    assert (table.turn.phase, table.effects) == ("waiting", (ReadTable(),))


def test_the_one_pause_button_pauses_and_goes_on(table: Table) -> None:
    table.press("pause")
    table.press("pause")
    assert not table.turn.paused


# --- the end ---------------------------------------------------------------------------------------


def test_the_end_compares_the_board_first(table: Table) -> None:
    table.lay(THIEF)
    table.see()
    table.press("end")
    assert (table.turn.phase, table.effects) == ("reading", (Compare(),))
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
    assert free.effects[-1] == Compare()


def test_a_board_that_cannot_be_compared_is_left_to_the_players(table: Table) -> None:
    table.press("end")
    table.give(CameraLost("No camera."))
    assert (table.turn.stage, table.turn.phase) == ("differs", "lost")
    assert "No camera." in table.turn.doubts[0]


def test_without_a_camera_the_end_comes_at_once_and_can_be_taken_back(table: Table) -> None:
    table.give(CameraLost("No camera."))
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version))
    table.press("end")
    assert (table.turn.phase, table.kinds) == ("ended", ["turn_confirmed", "game_ended"])
    table.press("undo")
    assert (table.turn.phase, table.moves) == ("waiting", [ROAD])


def test_a_game_that_ends_without_a_turn_has_no_winner(table: Table) -> None:
    table.give(CameraLost("No camera."))
    table.press("end")
    shown = snapshot(table.turn, RULES)
    assert (shown.phase, [seat.won for seat in shown.seats]) == ("ended", [False, False])
    assert "nobody has won" in shown.says


def test_without_a_camera_a_figure_is_taken_for_back_by_the_next_turn(table: Table) -> None:
    table.give(CameraLost("No camera."))
    table.give(Declared(RULES.dump_move(LORD), table.turn.version))
    assert [piece.player for piece in table.turn.give_back] == ["red"]
    table.give(Declared(RULES.dump_move(BLUE_ROAD), table.turn.version))
    assert table.turn.give_back == ()


def test_a_game_that_has_ended_takes_nothing_but_its_end_back(table: Table) -> None:
    table.press("end")
    table.press("confirm")
    ended = table.public
    table.see(ROAD)
    table.give(Stirred())
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version))
    assert table.public == ended
    assert table.refused(Pressed("pause", table.turn.version)).says == "The game has ended."


def test_a_game_of_seats_without_names_is_told_by_colour() -> None:
    table = Table(seats("", ""))
    table.lay(LORD)
    assert table.turn.log[0] == "Red gets 2 points: city."
