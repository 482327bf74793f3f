"""Who confirmed a turn, took it back or ended the game: in the events, the log and the game document."""

from scoring.referee.inputs import Compared, Declared, Pressed
from scoring.referee.record.history import document_of
from tests.scoring.referee.tables import NEXT, ROAD, RULES, THIRD, Table
from webui.access.languages import speaking, translate

ANN = "Ann (phone)"


def press(table, button, by=ANN):
    table.give(Pressed(button, table.turn.version, by))


def test_a_turn_is_kept_with_who_confirmed_it():
    table = Table()
    table.see(ROAD)
    press(table, "confirm")
    assert table.events[-1].body["by"] == ANN
    assert f"Confirmed by {ANN}." in table.turn.log
    assert table.again().done[-1].by == ANN


def test_the_log_names_who_confirmed_a_turn_in_every_language():
    table = Table()
    table.see(ROAD)
    press(table, "confirm")
    with speaking("de"):
        assert "Bestätigt: Ann (Handy)." in map(translate, table.turn.log)


def test_one_phone_that_confirms_turn_after_turn_is_named_once():
    table = Table()
    for move, by in ((ROAD, ANN), (NEXT, ANN), (THIRD, "the panel")):
        table.see(move)
        press(table, "confirm", by)
    told = [line for line in table.turn.log if line.startswith("Confirmed by")]
    assert told == ["Confirmed by the panel.", f"Confirmed by {ANN}."]
    assert [done.by for done in table.turn.done] == [ANN, ANN, "the panel"]


def test_what_a_turn_scored_is_told_after_who_confirmed_it():
    table = Table()
    table.see(ROAD)
    press(table, "confirm")
    newest, before, *_ = table.turn.log
    assert before == f"Confirmed by {ANN}."
    assert newest == RULES.say(table.turn.done[-1].before, ROAD)


def test_a_turn_that_was_entered_is_kept_with_who_entered_it():
    table = Table()
    table.give(Declared(RULES.dump_move(ROAD), table.turn.version, ANN))
    assert table.events[-1].body["by"] == ANN


def test_a_turn_that_counts_by_itself_was_confirmed_by_nobody():
    table = Table(hands_free=True)
    table.see(ROAD)
    table.see(ROAD, NEXT)
    assert table.kinds == ["turn_confirmed"]
    assert "by" not in table.events[-1].body


def test_the_turn_that_an_entered_one_passes_on_is_not_signed_by_who_entered_it():
    table = Table(hands_free=True)
    table.see(ROAD)
    table.give(Declared(RULES.dump_move(NEXT), table.turn.version, ANN))
    assert [event.body.get("by") for event in table.events[1:]] == [None, ANN]


def test_undo_and_the_end_say_who_it_was():
    table = Table()
    table.lay(ROAD, NEXT)
    press(table, "undo", "the panel")
    assert table.events[-1].body == {"by": "the panel"}
    assert "Taken back by the panel." in table.turn.log
    press(table, "end", "the host")
    table.give(Compared(("A tile is gone.",)))
    press(table, "confirm", "the host")
    assert (table.events[-1].kind, table.events[-1].body) == ("game_ended", {"by": "the host"})
    assert "Ended by the host." in table.turn.log
    assert table.again().log == table.turn.log


def test_the_game_document_says_who_confirmed_each_turn_and_can_be_played_again():
    table = Table()
    table.see(ROAD)
    press(table, "confirm")
    table.lay(NEXT, THIRD)
    document = document_of(table.turn, RULES)
    assert [move.get("by") for move in document["moves"]] == [ANN, None, None]
    assert len(RULES.replay(document)["after"]) == 3


def test_a_game_kept_before_this_was_noted_goes_on():
    table = Table()
    table.lay(ROAD)
    assert "by" not in table.events[-1].body
    assert table.again().done[-1].by == ""
