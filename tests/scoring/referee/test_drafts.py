"""What was proposed and not confirmed comes back after a restart, as far as it still fits."""

from typing import Any

import pytest

from scoring.game import Piece
from scoring.referee.inputs import Compared, Corrected
from scoring.referee.record.drafts import draft_of
from tests.scoring.referee.tables import BEND, CITY, LORD, NEXT, ROAD, RULES, UNSURE, Table, proposal, tile

BESIDE = tile("blue", "U", 1, (1, 0))
OTHER = tile("blue", "U", 1, (-1, 0))


def again(table: Table, **changed: Any) -> Any:
    return table.again({**draft_of(table.turn, RULES), **changed})


def test_all_that_was_proposed_asked_and_answered_comes_back(table: Table) -> None:
    table.lay(LORD)
    table.see(missing=("tile:0,0",))
    table.press("keep")
    red = Piece("red", "follower", (0, -1), "Ann's figure")
    here = {"leftover": (red,), "missing": ("tile:0,0",), "doubts": ("Something lies there.",)}
    table.look(proposal(BESIDE, NEXT, sure=0.9), proposal(OTHER, sure=0.1), **here)
    table.press("next")
    shown = again(table)
    assert shown.candidates == table.turn.candidates
    assert [way.later for way in shown.candidates] == [(NEXT,), ()]
    assert (shown.shown, shown.doubts, shown.ignored, shown.give_back) == (
        1, ("Something lies there.",), ("tile:0,0",), (red,)
    )  # fmt: skip
    assert shown.stage == "doubt"


def test_an_answer_is_still_one_after_a_restart(table: Table) -> None:
    table.see(ROAD, sure=UNSURE)
    table.give(Corrected({"face": "V", "turns": 0}, table.turn.version))
    shown = again(table)
    assert (shown.settled, shown.stage, shown.candidate.move, shown.candidate.how) == (
        True,
        "proposal",
        BEND,
        "declared",
    )


def test_a_question_about_a_figure_is_still_asked_after_a_restart(table: Table) -> None:
    table.see(CITY)
    table.see(CITY, visits=1)
    assert (again(table).asks_unseen, again(table).stage) == (True, "unseen")


def test_a_turn_taken_back_does_not_count_by_itself_after_a_restart() -> None:
    table = Table(hands_free=True)
    table.see(ROAD, NEXT)
    table.press("undo")
    assert again(table).undone == ROAD
    assert again(table, undone=None).undone is None


def test_how_the_table_is_used_comes_back_although_a_turn_has_come_since(table: Table) -> None:
    table.see(ROAD)
    shown = again(table, turns=5, hands_free=True, paused=True)
    assert (shown.hands_free, shown.paused, shown.candidates) == (True, True, ())


def test_a_game_that_has_ended_is_still_over_after_a_restart(table: Table) -> None:
    table.lay(ROAD)
    table.press("end")
    table.give(Compared(()))
    assert again(table).stage == "ended"


@pytest.mark.parametrize(("ways", "shown"), [(2, 1), (0, 0)])
def test_what_is_shown_is_one_of_the_ways_there_are(table: Table, ways: int, shown: int) -> None:
    table.look(proposal(ROAD, sure=0.9), proposal(BEND, sure=0.1))
    written = draft_of(table.turn, RULES)["ways"]
    assert again(table, ways=written[:ways], shown=9).shown == shown


@pytest.mark.parametrize(
    "wrong", [{"ways": [{"move": {"hat": 1}, "confidence": 1.0, "how": "seen"}]}, {"ways": "none"}]
)
def test_a_draft_that_cannot_be_read_is_left(table: Table, wrong: dict[str, Any]) -> None:
    table.lay(ROAD)
    shown = again(table, hands_free=True, **wrong)
    assert (shown.done, shown.hands_free) == (table.turn.done, False)
