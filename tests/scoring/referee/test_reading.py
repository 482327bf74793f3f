"""When the table is read: a still look, once more where the game changes under it, and the whole board."""

import pytest
from msgspec.structs import replace

from scoring.referee.effects import Compare, ReadTable, Sound
from scoring.referee.inputs import (
    BoxReady,
    ByHand,
    CameraFound,
    CameraLost,
    Compared,
    FramesOver,
    HandsFree,
    LookRead,
    Repeated,
    Settled,
    Stirred,
)
from scoring.referee.observation import Sight
from scoring.referee.reading import shows_news
from scoring.referee.state import ReadingState
from scoring.referee.transitions.finish import NOT_LOOKED_AT
from tests.scoring.referee.tables import LORD, NEXT, ROAD, THIEF, Table, proposal

NOTHING = LookRead(Sight((proposal(),)))


@pytest.fixture
def table() -> Table:
    """A table whose box is not ready yet."""
    table = Table()
    table.turn = replace(table.turn, reading=ReadingState(is_blind=True))
    return table


@pytest.fixture
def still(table: Table) -> Table:
    """A table that lies still, as has been seen."""
    table.give(BoxReady())
    table.give(Settled())
    table.give(NOTHING)
    return table


def test_a_table_that_settles_is_read_and_shown_as_being_read(table: Table) -> None:
    table.give(Settled())
    assert (table.effects, table.turn.phase) == ((ReadTable(),), "reading")


def test_one_thing_is_read_at_a_time(still: Table) -> None:
    for _ in range(2):
        still.give(Repeated())
    assert still.effects == ()
    still.give(NOTHING)
    assert still.effects == (ReadTable(),)
    still.give(NOTHING)
    assert still.effects == ()


def test_a_look_at_a_game_that_has_gone_on_is_taken_once_more(still: Table) -> None:
    still.see(ROAD)
    still.give(Settled())
    still.press("confirm")
    assert ReadTable() not in still.effects
    for outdated in (LookRead(Sight((proposal(ROAD),))), LookRead(Sight((proposal(NEXT),)))):
        still.give(outdated)
    assert (still.moves, still.proposed) == ([ROAD], NEXT)


def test_what_is_due_waits_for_a_still_table(still: Table) -> None:
    still.give(Stirred())
    still.give(HandsFree(on=True, version=still.turn.version))
    assert still.effects == ()
    still.give(Settled())
    assert still.effects == (ReadTable(),)


def test_a_hand_over_a_paused_table_is_noted_and_counts_no_version(still: Table) -> None:
    still.press("pause")
    version = still.turn.version
    still.give(Stirred())
    assert (still.turn.phase, still.turn.version) == ("paused", version)
    still.press("resume")
    assert still.effects == ()


@pytest.mark.parametrize("goes", [CameraLost("No camera."), ByHand(True, 0)], ids=["lost", "by hand"])
def test_what_was_seen_before_turns_are_entered_is_forgotten(still: Table, goes: CameraLost) -> None:
    still.give(Settled())
    if isinstance(goes, ByHand):
        goes = replace(goes, version=still.turn.version)
    still.give(goes)
    still.give(LookRead(Sight((proposal(ROAD),))))
    assert (still.proposed, still.effects, still.turn.reading.is_still) == (None, (), False)


def test_a_camera_that_is_back_has_the_table_read_when_it_lies_still(still: Table) -> None:
    for happens in (CameraLost("No camera."), CameraFound(), Stirred()):
        still.give(happens)
        assert ReadTable() not in still.effects
    still.give(Settled())
    assert still.effects == (ReadTable(),)


def test_the_whole_board_is_compared_once_nothing_else_is_read(still: Table) -> None:
    still.give(Settled())
    still.press("end")
    assert still.effects == ()
    still.give(NOTHING)
    assert still.effects == (Compare(),)
    still.give(Compared(()))
    assert still.turn.stage == "ended"


def test_the_end_waits_for_the_hand_to_leave(still: Table) -> None:
    still.give(Stirred())
    still.press("end")
    assert (still.turn.stage, still.effects) == ("comparing", ())
    still.give(Settled())
    assert (still.turn.eye, still.effects) == ("still", (Compare(),))


@pytest.mark.parametrize("is_blind", [True, False], ids=["box not ready", "frames over"])
def test_where_no_look_can_come_the_end_waits_for_none(table: Table, is_blind: bool) -> None:
    table.give(Stirred())
    if not is_blind:
        table.give(BoxReady())
        table.press("end")
        assert table.turn.stage == "comparing"
        table.give(FramesOver())
    else:
        table.press("end")
    assert (table.turn.stage, table.turn.doubts) == ("differs", (NOT_LOOKED_AT,))


def test_hands_free_the_last_turn_counts_although_no_look_can_come() -> None:
    table = Table(hands_free=True)
    table.see(ROAD)
    table.give(Stirred())
    table.press("end")
    kept, *others = table.effects
    assert [event.kind for event in kept.events] == ["turn_confirmed"]
    table.give(FramesOver())
    assert ([*others, *table.effects], table.turn.stage) == ([Sound("confirmed"), Sound("doubt")], "differs")


@pytest.mark.parametrize(
    ("happens", "is_followed"), [((), True), (("pause",), False), (("end", "confirm"), False)]
)
def test_how_the_table_lies_matters_until_it_is_paused_or_the_game_has_ended(
    still: Table, happens: tuple[str, ...], is_followed: bool
) -> None:
    for button in happens:
        still.press(button)
    assert still.turn.is_followed is is_followed


@pytest.mark.parametrize(
    "presses", [("undo",), ("confirm", "undo")], ids=["taken back", "come and taken back"]
)
def test_an_end_taken_back_leaves_no_comparison_behind(still: Table, presses: tuple[str, ...]) -> None:
    still.give(Stirred())
    for button in ("end", *presses):
        still.press(button)
    still.give(Settled())
    still.give(NOTHING)
    assert (still.turn.stage, still.effects) == ("waiting", ())


def test_a_comparison_with_a_game_that_has_gone_on_is_made_once_more(still: Table) -> None:
    still.turn = replace(still.turn, compares=True)
    still.see(ROAD)
    assert Compare() in still.effects
    still.press("confirm")
    still.give(Compared(("The tile is another.",)))
    assert (still.turn.otherwise, still.effects) == ((), (ReadTable(),))
    still.give(NOTHING)
    assert still.effects == (Compare(),)


def test_only_what_lies_otherwise_than_at_the_last_look_is_news(still: Table) -> None:
    still.lay(LORD)
    still.see(NEXT)
    shown = Sight((proposal(NEXT),), leftover=still.turn.give_back)
    assert not shows_news(still.turn, shown)
    assert shows_news(still.turn, shown._replace(proposals=(proposal(NEXT, THIEF),)))
    assert shows_news(still.turn, shown._replace(proposals=(proposal(),)))
    still.see(NEXT, THIEF)
    shown = Sight((proposal(NEXT, THIEF),), leftover=still.turn.give_back)
    assert not shows_news(still.turn, shown)
