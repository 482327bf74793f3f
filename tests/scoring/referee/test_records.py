"""A game as it is kept: its first event, what can be told from its events, and as a document."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat
from scoring.referee.contracts.games import CLOCK_GONE_S, CLOCK_SET_S, GameRecord
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.referee.inputs import Compared, Declared, Revised
from scoring.referee.record.events import (
    game_started,
    last_on_the_table,
    prints_in_play,
    scored_photo,
    started_of,
)
from scoring.referee.record.history import document_of, features_of, notes_of, record_of
from scoring.referee.record.replay import resume
from scoring.referee.store import Event
from tests.scoring.referee.tables import LORD, NEXT, ROAD, RULES, THIEF, Table, seats, tile

SETUP = seats("Ann", "Ben")
BLUE = tile("blue", "U", 1, (1, 0))
PLAYED = GameRecord("7", 0.0)


class Kept:
    """Games in a store."""

    def __init__(self, **games: Sequence[Event]) -> None:
        self._games = games

    def games(self) -> list[str]:
        return [*self._games]

    def events(self, game: str) -> Sequence[Event]:
        return self._games.get(game, ())


# --- how it was started ----------------------------------------------------------------------------


def test_the_first_event_says_who_plays_what_with_which_box_and_how() -> None:
    event = game_started(SETUP, RULES, "my box", hands_free=True)
    assert event.kind == "game_started"
    assert event.body == {
        "game": "carcassonne",
        "prints": "my box",
        "hands_free": True,
        "by_hand": False,
        "setup": RULES.dump_game(SETUP, ()),
    }
    started = started_of(event)
    assert (started.game, started.prints, started.hands_free, started.by_hand, started.on_a_photo) == (
        "carcassonne", "my box", True, False, False
    )  # fmt: skip
    assert started_of(game_started(SETUP, RULES, "", by_hand=True)).by_hand


def test_a_game_goes_on_as_it_was_started() -> None:
    table = resume([game_started(SETUP, RULES, "", hands_free=True)], None, RULES)
    assert (table.hands_free, table.by_hand) == (True, False)
    table = resume([game_started(SETUP, RULES, "", by_hand=True)], None, RULES)
    assert (table.hands_free, table.by_hand) == (False, True)


def test_what_does_not_begin_as_a_game_is_refused_in_a_sentence() -> None:
    says = "A kept game must begin with how it was started; this one does not."
    with pytest.raises(UnreadableError) as refused:
        started_of(Event("turn_confirmed", {"game": "carcassonne"}))
    assert refused.value.says == says
    with pytest.raises(UnreadableError) as refused:
        resume([], None, RULES)
    assert refused.value.says == says


def test_a_photographed_table_is_a_game_that_ended_at_once() -> None:
    started, end = scored_photo(SETUP, RULES, "my box")
    assert (started.kind, started_of(started).on_a_photo, started_of(started).prints) == (
        "game_started", True, "my box"
    )  # fmt: skip
    assert end == Event("game_ended", {})
    assert resume([started, end], None, RULES).stage == "ended"


def test_the_last_game_on_the_table_is_no_photograph() -> None:
    played, photo = [game_started(SETUP, RULES, "box")], scored_photo(SETUP, RULES, "other")
    assert last_on_the_table(Kept()) == ""
    assert last_on_the_table(Kept(a=played, b=played, c=photo)) == "b"
    assert last_on_the_table(Kept(a=played, b=[Event("game_danced", {})])) == "b", (
        "damaged, but no photograph"
    )


def test_the_box_in_play_is_that_of_the_game_that_goes_on() -> None:
    played, photo = [game_started(SETUP, RULES, "box")], scored_photo(SETUP, RULES, "other")
    assert prints_in_play(Kept(a=played, b=photo)) == "box"
    assert prints_in_play(Kept(a=[*played, Event("game_ended", {})])) == ""
    assert prints_in_play(Kept()) == ""
    assert prints_in_play(Kept(a=[Event("game_danced", {})])) == ""


# --- put together again ----------------------------------------------------------------------------


def test_a_restart_forgets_what_the_camera_tells_anew() -> None:
    table = Table()
    table.lay(LORD)
    table.press("undo")
    assert (table.turn.undone, table.again().undone) == (LORD, None)
    table.lay(LORD)
    assert (len(table.turn.give_back), table.again().give_back) == (1, ())


def test_players_of_one_name_in_a_game_of_old_have_a_name_each() -> None:
    (started,) = Table().events
    both = [{"name": "Ann", "colour": "red"}, {"name": "Ann", "colour": "blue"}]
    body = {**started.body, "setup": {**started.body["setup"], "players": both}}
    table = resume([Event("game_started", body)], None, RULES)
    assert [seat.colour for seat in table.setup.players] == ["red", "blue"]
    assert len({seat.name for seat in table.setup.players}) == 2
    assert table.setup.players[0] == PlayerSeat("Ann", "red")


@pytest.mark.parametrize("setup", [{}, {"players": 3}])
def test_a_game_without_players_is_refused_by_its_rules(setup: dict[str, Any]) -> None:
    (started,) = Table().events
    body = {**started.body, "setup": {**started.body["setup"], "players": None, **setup}}
    if not setup:
        del body["setup"]["players"]
    with pytest.raises(UnreadableError, match="players"):
        resume([Event("game_started", body)], None, RULES)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Event("table_danced", {}), "A kept game holds 'table_danced', which this version does not know."),
        (Event("turn_undone", {}), "A kept game takes a turn back where there is none."),
        (
            Event("turn_revised", {"back": 1, "move": RULES.dump_move(ROAD), "forced": False}),
            "A kept game changes a turn that cannot be changed so.",
        ),
        (Event("revision_undone", {}), "A kept game puts turns back that nobody had changed."),
    ],
)
def test_events_that_do_not_follow_are_refused_in_a_sentence(event: Event, says: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        resume([*Table().events, event], None, RULES)
    assert refused.value.says == says


def test_the_end_of_a_game_without_a_turn_can_be_taken_back() -> None:
    table = Table()
    table.press("end")
    table.give(Compared(()))
    table.press("undo")
    assert (table.again().stage, table.again().done) == ("waiting", ())


# --- written down ----------------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    """A city that scored, a road that was entered on a phone, and a house rule."""
    table = Table()
    table.lay(LORD)
    table.give(Declared(RULES.dump_move(BLUE), table.turn.version))
    table.see(tile("red", "E", 0, (2, 0)))
    table.press("keep")
    return table


def test_a_game_is_written_down_turn_by_turn(table: Table) -> None:
    record = record_of(PLAYED, table.turn, RULES)
    assert record.about == PLAYED
    assert [(turn.declared, turn.number) for turn in record.turns] == [(False, 1), (True, 2), (False, 3)]
    assert [turn.says for turn in record.turns] == [
        RULES.say(done.before, done.move) for done in table.turn.done
    ]
    assert [turn.lines for turn in record.turns] == [done.lines for done in table.turn.done]
    assert [turn.standing for turn in record.turns] == [{"red": 2, "blue": 0}] * 3
    assert (record.final, record.carried, record.began_late) == ((), (), False)
    assert (record.standing_after(0), record.standing_after(1)) == (
        {"red": 0, "blue": 0},
        {"red": 2, "blue": 0},
    )


def test_the_final_scoring_is_written_down_once_the_game_has_ended(table: Table) -> None:
    table.press("end")
    table.give(Compared(()))
    assert record_of(PLAYED, table.turn, RULES).final == RULES.final(table.turn.state)


def test_a_game_without_a_turn_is_written_down_too() -> None:
    assert record_of(PLAYED, Table().turn, RULES).turns == ()


def test_the_document_tells_house_rules_and_whether_the_game_has_ended(table: Table) -> None:
    document = document_of(table.turn, RULES)
    assert [move.get("house_rule", False) for move in document["moves"]] == [False, False, True]
    assert not document.get("ended", False)
    table.press("end")
    table.give(Compared(()))
    assert document_of(table.turn, RULES)["ended"]


def test_what_was_noted_is_told_and_what_was_not_is_left_out() -> None:
    assert notes_of(GameRecord("7", 0.0, taken_s=90.4, place="at home", notes="Rain.")) == {
        "duration_s": 90, "place": "at home", "notes": "Rain."
    }  # fmt: skip
    assert notes_of(GameRecord("7", 0.0, taken_s=0.2)) == {}


@pytest.mark.parametrize(
    ("begun_s", "is_dated"),
    [(CLOCK_SET_S - 1, False), (CLOCK_SET_S, True), (CLOCK_GONE_S - 1, True), (CLOCK_GONE_S, False)],
)
def test_a_game_has_a_date_where_the_clock_had_been_set(begun_s: float, is_dated: bool) -> None:
    assert GameRecord("7", begun_s).is_dated is is_dated


def test_whoever_has_won_is_told() -> None:
    ann, ben = LiveSeat("Ann", "red", 3, won=True), LiveSeat("Ben", "blue", 2)
    assert GameRecord("7", 0.0, players=(ann, ben)).winners == (ann,)


def test_the_points_after_each_turn_are_those_of_that_turn() -> None:
    table = Table()
    table.lay(LORD, tile("blue", "U", 1, (1, 0)))
    record = record_of(PLAYED, table.turn, RULES)
    first = replace(record.turns[0], standing={"red": 1, "blue": 0})
    record = replace(record, turns=(first, record.turns[1]))
    assert [record.standing_after(turns)["red"] for turns in (1, 2)] == [1, 2]


def test_points_are_added_up_by_what_they_were_for() -> None:
    table = Table()
    table.lay(LORD, tile("blue", "U", 1, (1, 0), "road", "E"))
    table.press("end")
    table.give(Compared(()))
    record = record_of(PLAYED, table.turn, RULES)
    record = replace(record, turns=(record.turns[0], *record.turns))
    red, blue = LiveSeat("Ann", "red", 0), LiveSeat("Ben", "blue", 0)
    assert features_of(record, red) == {"city": 4}
    assert features_of(record, blue) == {"road": 2}


def test_who_set_a_turn_right_is_said_again_after_a_restart() -> None:
    table = Table()
    table.lay(ROAD)
    table.give(Revised(1, RULES.dump_move(THIEF), table.turn.version, "Ann (phone)"))
    assert table.again().done[0].by == "Ann (phone)"
    assert table.again().log == table.turn.log


def test_a_turn_set_right_twice_is_put_together_again() -> None:
    table = Table()
    table.lay(ROAD, NEXT)
    table.give(Revised(2, RULES.dump_move(THIEF), table.turn.version))
    table.give(Revised(2, RULES.dump_move(ROAD), table.turn.version))
    assert table.again().done == table.turn.done
