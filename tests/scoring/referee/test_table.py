"""At which stages something can happen at all, and how each stage is shown, lit and heard."""

from msgspec.structs import replace

from scoring.referee.inputs import (
    ByHand,
    CameraFound,
    CameraLost,
    Cleared,
    Compared,
    Corrected,
    Declared,
    FramesOver,
    HandsFree,
    LookRead,
    Pressed,
    Revised,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.machine import TABLE, refusal
from scoring.referee.publication import PATTERNS, says
from scoring.referee.state import CUES, PHASES
from tests.scoring.referee.tables import ROAD, RULES, Table

PROPOSED = "proposal unsure unseen doubt"
PLAYING = f"waiting {PROPOSED} illegal missing otherwise"
OPEN = f"{PLAYING} comparing differs"
MAY = {
    **dict.fromkeys((Stirred, Settled, Cleared, CameraLost, CameraFound, HandsFree), OPEN),
    **dict.fromkeys((LookRead, Unreadable, Revised, ByHand), PLAYING),
    Compared: f"{PLAYING} comparing",
    Corrected: f"{PROPOSED} illegal",
    Declared: f"waiting {PROPOSED} illegal",
    "confirm": f"{PROPOSED} missing comparing differs",
    "keep": "illegal missing otherwise doubt",
    "next": f"{PROPOSED} illegal",
    "dismiss": f"{PROPOSED} illegal",
    FramesOver: f"{OPEN} ended",
    "undo": f"{OPEN} ended",
    "pause": OPEN,
    "resume": OPEN,
    "end": "waiting proposal doubt",
}


def test_at_each_stage_that_and_only_that_can_happen_which_makes_sense_there() -> None:
    found: dict[object, set[str]] = {}
    for stage, what in TABLE:
        found.setdefault(what, set()).add(stage)
    assert found == {what: {*stages.split()} for what, stages in MAY.items()}


def test_every_stage_is_shown_lit_and_heard_in_its_own_way() -> None:
    ways = {stage: (PHASES[stage], PATTERNS[stage], CUES.get(stage)) for stage in PHASES}
    assert ways == {
        "waiting": ("waiting", "steady", None),
        "proposal": ("proposal", "breathing", "seen"),
        "unsure": ("asking", "blinking", "doubt"),
        "unseen": ("asking", "blinking", "doubt"),
        "illegal": ("illegal", "flashing", "illegal"),
        "doubt": ("doubt", "blinking", "doubt"),
        "missing": ("asking", "blinking", "doubt"),
        "otherwise": ("asking", "blinking", "doubt"),
        "comparing": ("reading", "breathing", None),
        "differs": ("asking", "blinking", "doubt"),
        "ended": ("ended", "off", None),
    }


def test_a_paused_table_hears_of_its_camera_and_turns_set_right_and_of_nothing_else() -> None:
    table = Table()
    table.press("pause")
    version = table.turn.version
    heard = (
        CameraLost("No camera."),
        CameraFound(),
        FramesOver(),
        Compared(()),
        *(Pressed(b, version) for b in ("pause", "resume")),
    )
    assert [refusal(table.turn, each, RULES) for each in heard] == [None] * 6
    others = (Stirred(), Settled(), Cleared(), Unreadable("No board."), HandsFree(True, version))
    assert {table.refused(each).says for each in others} == {"The table is paused; go on first."}


def test_a_hand_hides_no_question_whichever_it_is() -> None:
    table = Table()
    table.see(ROAD, doubts=("Something lies there.",))
    hidden = {
        stage
        for stage in PHASES
        if says(replace(table.turn, stage=stage, eye="hand"), RULES) == "A hand is over the table."
    }
    assert hidden == {"waiting", "proposal", "comparing"}
