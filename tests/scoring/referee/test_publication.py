"""What the table tells the players: a sentence, what can be pressed, and the light."""

import pytest

from scoring.errors import UnreadableError
from scoring.game import Piece
from scoring.referee.inputs import CameraLost, Compared, HandsFree, Stirred
from scoring.referee.publication import light_of, says, snapshot
from scoring.referee.record.drafts import draft_of
from scoring.referee.record.replay import resume
from scoring.referee.state import LOG_LENGTH
from scoring.referee.store import Event
from scoring.referee.transitions.finish import NOT_LOOKED_AT
from tests.scoring.referee.tables import LORD, NEXT, ROAD, RULES, UNSURE, WRONG, Table, proposal, tile


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_page_sees_the_proposal_with_its_words_its_picture_and_what_can_be_pressed(table: Table) -> None:
    table.lay(ROAD)
    table.look(proposal(NEXT, sure=0.95), proposal(tile("blue", "V", 0, (2, 0)), sure=0.05))
    shown = snapshot(table.turn, RULES, "7", "a camera")
    assert (shown.game, shown.camera, shown.title) == ("7", "a camera", RULES.info.title)
    assert shown.proposal == RULES.say(table.turn.state, NEXT)
    assert (shown.confidence, shown.others, shown.turns) == (0.95, 1, 1)
    assert set(shown.may) == {"confirm", "next", "dismiss", "undo", "pause", "correct", "declare"}
    assert [question.name for question in shown.questions][:2] == ["move", "face"]
    assert [choice.value["face"] for choice in shown.questions[0].choices][:2] == ["U", "V"]
    assert shown.picture is not None
    assert "tile:2,0" in {placed.spot for placed in shown.picture.placed}
    assert [(seat.name, seat.points, seat.has_turn) for seat in shown.seats] == [
        ("Ann", 0, False),
        ("Ben", 0, True),
    ]


def test_a_waiting_table_offers_no_confirm(table: Table) -> None:
    shown = snapshot(table.turn, RULES)
    assert shown.says == "The camera waits for Ann's tile."
    assert (shown.may, shown.questions) == (("pause", "end", "declare"), ())


def test_a_paused_table_offers_to_go_on_and_nothing_else(table: Table) -> None:
    table.see(ROAD)
    table.press("pause")
    assert snapshot(table.turn, RULES).may == ("resume",)


def test_an_illegal_proposal_offers_to_keep_it_but_not_to_confirm_it(table: Table) -> None:
    table.see(WRONG)
    shown = snapshot(table.turn, RULES)
    assert shown.says == table.turn.why
    assert "keep" in shown.may
    assert "confirm" not in shown.may


def test_the_final_points_are_on_the_page_once_the_game_has_ended(table: Table) -> None:
    table.lay(tile("red", "U", 1, (1, 0), "road", "E"))
    table.press("end")
    table.give(Compared(()))
    shown = snapshot(table.turn, RULES)
    assert shown.says == "The game has ended. Ann wins with 2 points."
    assert [(seat.points, seat.has_turn) for seat in shown.seats] == [(2, False), (0, False)]
    assert shown.may == ("undo",)


def test_every_stage_has_its_sentence_and_its_light(table: Table) -> None:
    told = []

    def tell() -> None:
        told.append((says(table.turn, RULES), *light_of(table.turn, RULES)))

    tell()
    table.see(ROAD)
    tell()
    table.give(HandsFree(on=True, version=table.turn.version))
    tell()
    table.see(ROAD, sure=UNSURE)
    tell()
    table.give(Stirred())
    tell()
    table.see(doubts=("Something lies there.",))
    tell()
    table.lay(LORD)
    tell()
    table.see(missing=("tile:0,-1",))
    tell()
    table.see(missing=("tile:0,0",))
    tell()
    table.give(CameraLost("Plug the camera in."))
    tell()
    table.see()
    table.press("end")
    tell()
    table.give(Compared((NOT_LOOKED_AT,)))
    tell()
    table.press("pause")
    tell()
    assert told == [
        ("The camera waits for Ann's tile.", "red", "steady"),
        ("Is that the turn? Then confirm it.", "red", "breathing"),
        ("This counts as soon as the next turn begins.", "red", "breathing"),
        ("This is not certain. Is that the turn?", "red", "blinking"),
        ("This is not certain. Is that the turn?", "red", "blinking"),
        ("Something lies there.", "red", "blinking"),
        ("Please take back: Ann's figure in the city of the new tile.", "blue", "steady"),
        ("The last tile is gone. Confirm to take that turn back.", "blue", "blinking"),
        (
            "A tile of the game is no longer where it was. Put it back, or keep the game as it is.",
            "blue",
            "blinking",
        ),
        ("Plug the camera in. Until it is back, turns are entered on a phone.", "red", "flashing"),
        ("The whole board is being read once more before the last scoring.", "blue", "breathing"),
        (
            "The board could not be looked at once more, so nothing was compared. End the game all the same?",
            "blue",
            "blinking",
        ),
        ("Paused: nothing is read.", "blue", "off"),
    ]


def test_a_hand_over_the_table_hides_no_question(table: Table) -> None:
    table.give(Stirred())
    assert says(table.turn, RULES) == "A hand is over the table."
    table.see(ROAD)
    table.give(Stirred())
    assert says(table.turn, RULES) == "A hand is over the table."
    table.see(missing=("tile:0,0",))
    asked = says(table.turn, RULES)
    table.give(Stirred())
    assert says(table.turn, RULES) == asked


def test_an_illegal_proposal_flashes_in_its_players_colour(table: Table) -> None:
    table.lay(ROAD)
    table.see(tile("blue", "E", 0, (2, 0)))
    assert light_of(table.turn, RULES) == ("blue", "flashing")
    table.give(Stirred())
    assert table.turn.phase == "illegal"


def test_a_question_about_a_figure_nobody_saw_is_asked_in_words(table: Table) -> None:
    city = tile("red", "E", 2, (0, -1))
    table.see(city)
    table.see(city, visits=1)
    shown = snapshot(table.turn, RULES)
    assert shown.says == "Was a figure put there and taken back at once?"
    assert "unseen" in [question.name for question in shown.questions]


def test_slid_tiles_are_mentioned_once(table: Table) -> None:
    table.see(nudged=("tile:0,0",))
    table.see(nudged=("tile:0,0",))
    assert table.turn.log == ("Tiles have slid; they are followed.",)


def test_the_log_keeps_the_last_sentences(table: Table) -> None:
    for _ in range(LOG_LENGTH):
        table.see(ROAD)
        table.see()
        table.lay(ROAD)
        table.press("undo")
    assert len(table.turn.log) == LOG_LENGTH
    assert table.turn.log[0] == "The last turn was taken back."


# --- what is kept ----------------------------------------------------------------------------------


def test_a_draft_brings_back_what_was_proposed(table: Table) -> None:
    table.lay(LORD)
    beside = tile("blue", "U", 1, (1, 0))
    table.look(proposal(beside, sure=0.95), proposal(ROAD, sure=0.05))
    table.press("next")
    again = table.again(draft_of(table.turn, RULES))
    assert [way.move for way in again.ways] == [beside, ROAD]
    assert (again.shown, again.stage, again.log[-1]) == (1, table.turn.stage, table.turn.log[-1])


def test_a_draft_from_before_the_last_turn_is_left(table: Table) -> None:
    table.see(ROAD, NEXT)
    draft = draft_of(table.turn, RULES)
    table.press("confirm")
    assert table.again(draft).ways == ()


def test_a_draft_that_cannot_be_read_is_left(table: Table) -> None:
    table.lay(ROAD)
    assert table.again({"ways": "none"}).done == table.turn.done


def test_a_kept_game_that_is_none_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnreadableError, match="must begin"):
        resume([], None, RULES)
    table = Table()
    with pytest.raises(UnreadableError, match="'table_danced'"):
        resume([*table.events, Event("table_danced", {})], None, RULES)


def test_a_figure_without_words_is_told_by_its_owner(table: Table) -> None:
    table.see(leftover=(Piece("blue", "follower", (0, 0)),))
    assert says(table.turn, RULES) == "Please take back: Ben's figure."
