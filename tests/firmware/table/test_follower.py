"""Following a game over prepared frames: when the table is read, and what is made of it."""

import itertools
from concurrent.futures import Future

import numpy as np
import pytest
from msgspec.structs import replace

from firmware.errors import StoreError
from firmware.table.follower import DARKER, Eyes, Follower, at_once, typical
from scoring.game import Fault
from scoring.referee.inputs import FramesOver, Pressed, Repeated
from scoring.referee.observation import REMARK, Proposal, Sight
from scoring.referee.transitions.confirmation import begin
from tests.firmware.told import (
    BARE,
    MOVES,
    RULES,
    SETUP,
    DismissingReader,
    ToldCamera,
    ToldReader,
    played,
    table,
)


class AllowingReader(ToldReader):
    """Reads nothing, whatever the light."""

    def look(self, image, known, state, memory, visits=()):
        return Sight((Proposal((), 1.0),)), None


class RemarkingReader(ToldReader):
    """Sees at the end that a heap is otherwise than the game has it."""

    def compare(self, image, known, state, memory):
        return (Fault(REMARK, (), "Ben has 3 workers."),)


class Noted:
    """Notes what a follower does."""

    def __init__(self) -> None:
        self.events = []
        self.phases = []
        self.full = False

    def keep(self, events, after) -> None:
        if self.full:
            raise StoreError("The disk is full.")
        self.events += events

    def sound(self, sound) -> None: ...

    beside = staticmethod(at_once)

    def show(self, turn) -> None:
        self.phases.append(turn.phase)


class Slow(Noted):
    """Has looks that come to an end when the test lets them."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = []

    def beside(self, look):
        self.looks.append((look, Future()))
        return self.looks[-1][1]

    def come_to_an_end(self) -> None:
        for look, done in self.looks:
            done.set_result(look())
        self.looks = []


@pytest.fixture
def slow():
    return Slow()


@pytest.fixture
def noted():
    return Noted()


def follower(noted, reader, *, hands_free=False, dismissed=()):
    turn = replace(begin(SETUP, RULES, hands_free=hands_free), dismissed=dismissed)
    made = Follower(turn, RULES, noted, itertools.count().__next__)
    made.open(Eyes(reader, b""))
    return made


def see(made, images, start_s=0.0):
    camera = ToldCamera(images)
    for _ in images:
        frame = camera.take(0)
        made.see(frame._replace(at_s=start_s + frame.at_s))


def test_a_turn_is_proposed_once_the_table_lies_still(noted):
    reader = ToldReader()
    made = follower(noted, reader)
    see(made, played(1))
    assert made.table.candidate.move == MOVES[0]
    assert made.frame == 8
    assert reader.looks == [0, 1]


def test_players_see_the_hand_then_the_reading_then_the_proposal(noted):
    see(follower(noted, ToldReader()), played(1))
    order = [phase for phase, _ in itertools.groupby(noted.phases)]
    assert order[-3:] == ["hand", "reading", "proposal"]


def test_nothing_is_read_while_a_hand_rests_over_the_table(noted):
    reader = ToldReader()
    see(follower(noted, reader), [table(0)] * 4 + [table(1, hand=True)] * 20)
    assert reader.looks == [0]


def test_two_clear_frames_are_read_when_the_next_hand_comes_too_soon(noted):
    reader = ToldReader()
    made = follower(noted, reader)
    hands = [table(0, hand=True)] * 2 + [table(1)] * 2 + [table(1, hand=True)] * 3
    see(made, [table(0)] * 4 + hands)
    assert reader.looks == [0, 1]
    assert made.frame == 7
    assert made.table.phase == "hand"
    assert made.table.candidate.move == MOVES[0]


class CountingReader(ToldReader):
    """Notes how often a hand has come and gone before each look."""

    def __init__(self) -> None:
        super().__init__()
        self.visits = []

    def look(self, image, known, state, memory, visits=()):
        self.visits.append(len(visits))
        return super().look(image, known, state, memory, visits)


def test_the_reader_is_told_of_every_hand_that_came_since_it_last_looked(noted):
    reader = CountingReader()
    made = follower(noted, reader)
    see(made, played(1))
    made.hear(Pressed("confirm", made.table.version))  # the same picture is read again
    see(made, [*[table(1)] * 3, *played(2, 1)[4:]], start_s=3)
    assert (reader.looks, reader.visits) == ([0, 1, 1, 2], [0, 1, 0, 1])


def test_a_hand_is_counted_again_where_nothing_could_be_recognised(noted):
    reader = CountingReader()
    see(follower(noted, reader), [*[table(0)] * 4, *[table(0, hand=True)] * 2, *[table(BARE)] * 60])
    assert len(reader.visits) > 2
    assert reader.visits == [0, *[1] * (len(reader.visits) - 1)]
    assert reader.looks == [0]


def test_a_hand_that_comes_while_the_table_is_read_is_not_forgotten(slow):
    made = follower(slow, ToldReader())
    see(made, played(0))
    slow.come_to_an_end()
    see(made, [*played(1), *[table(1, hand=True)] * 2], start_s=2)
    assert made.is_looking
    slow.come_to_an_end()
    made.go_on()
    assert made.table.candidate.move == MOVES[0]
    assert made.table.phase == "hand"


def test_what_was_read_is_shown_before_a_table_that_a_hand_has_left_has_settled(slow):
    made = follower(slow, ToldReader())
    see(made, played(0))
    slow.come_to_an_end()
    see(made, [*played(1), table(1, hand=True), table(1), table(1)], start_s=2)
    assert made.is_still
    slow.come_to_an_end()
    made.go_on()
    assert made.table.phase == "proposal"


def test_a_look_is_repeated_when_the_game_has_gone_on_under_it(slow):
    made = follower(slow, ToldReader())
    see(made, played(0))
    slow.come_to_an_end()
    see(made, played(1), start_s=2)
    slow.come_to_an_end()
    see(made, played(2, first=1), start_s=4)
    assert made.is_looking
    made.hear(Pressed("confirm", made.table.version))
    assert [done.move for done in made.table.done] == [MOVES[0]]
    slow.come_to_an_end()
    made.go_on()
    assert made.is_looking
    slow.come_to_an_end()
    made.go_on()
    assert made.table.candidate.move == MOVES[1]


def test_what_players_say_is_no_tile_is_not_proposed_again(slow):
    made = follower(slow, DismissingReader())
    see(made, played(0))
    slow.come_to_an_end()
    see(made, played(1), start_s=2)
    slow.come_to_an_end()
    made.go_on()
    made.hear(Pressed("dismiss", made.table.version))
    slow.come_to_an_end()
    made.go_on()
    assert (made.table.candidate, made.table.done) == (None, ())
    made.hear(Pressed("undo", made.table.version))
    slow.come_to_an_end()
    made.go_on()
    assert made.table.candidate.move == MOVES[0]
    made.hear(Pressed("dismiss", made.table.version))
    slow.come_to_an_end()
    made.go_on()
    see(made, played(2, first=1), start_s=4)
    slow.come_to_an_end()
    made.go_on()
    assert made.table.candidate.move == MOVES[1]


def test_what_was_no_tile_is_none_in_a_game_that_is_resumed(noted):
    made = follower(noted, DismissingReader(), hands_free=True, dismissed=((0, MOVES[0]),))
    see(made, [table(2)] * 6)
    assert made.table.candidate.move == MOVES[1]
    assert noted.events == []


def test_a_still_table_is_read_once(noted):
    reader = ToldReader()
    see(follower(noted, reader), played(1) + [table(1)] * 20)
    assert reader.looks == [0, 1]


def test_hands_free_each_turn_is_confirmed_by_the_next(noted):
    made = follower(noted, ToldReader(), hands_free=True)
    see(made, played(6))
    assert [done.move for done in made.table.done] == list(MOVES[:5])
    assert made.table.candidate.move == MOVES[5]
    assert [event.kind for event in noted.events] == ["turn_confirmed"] * 5


def test_a_table_that_cannot_be_read_is_looked_at_again_later(noted):
    reader = ToldReader()
    made = follower(noted, reader)
    see(made, [table(BARE)] * 10)
    assert made.table.phase == "doubt"
    assert made.table.doubts == ("No board is to be seen.",)
    looked_at = len(noted.phases)
    see(made, [table(BARE)] * 40, start_s=2)
    assert 2 <= noted.phases[looked_at:].count("reading") <= 4


def test_what_could_not_be_kept_is_confirmed_later(noted):
    made = follower(noted, ToldReader(), hands_free=True)
    see(made, played(1))
    noted.full = True
    with pytest.raises(StoreError):
        see(made, played(2, first=1)[4:], start_s=10)
    assert not made.table.done
    noted.full = False
    made.hear(Repeated())
    assert [done.move for done in made.table.done] == [MOVES[0]]


def test_after_an_undo_the_same_table_is_read_anew(noted):
    reader = ToldReader()
    made = follower(noted, reader)
    see(made, played(1))
    made.hear(Pressed("confirm", made.table.version))
    made.hear(Pressed("undo", made.table.version))
    assert reader.looks == [0, 1, 1, 1]
    assert made.table.candidate.move == MOVES[0]


def test_nothing_is_read_while_paused_and_everything_afterwards(noted):
    reader = ToldReader()
    made = follower(noted, reader)
    see(made, [table(0)] * 4)
    made.hear(Pressed("pause", made.table.version))
    see(made, played(2), start_s=5)
    assert reader.looks == [0]
    made.hear(Pressed("resume", made.table.version))
    see(made, [table(2)], start_s=8)
    assert reader.looks[-1] == 2


def test_the_whole_board_is_compared_before_the_end(noted):
    made = follower(noted, ToldReader())
    see(made, [table(0)] * 4)
    made.hear(Pressed("end", made.table.version))
    assert made.table.stage == "ended"
    assert noted.events[-1].kind == "game_ended"


def test_the_end_waits_for_the_hand_to_leave(noted):
    made = follower(noted, ToldReader())
    see(made, [table(0)] * 4 + [table(0, hand=True)] * 2)
    made.hear(Pressed("end", made.table.version))
    assert made.table.stage == "comparing"
    see(made, [table(0)] * 4, start_s=2)
    assert made.table.stage == "ended"


def test_the_end_waits_no_longer_once_the_recording_is_over(noted):
    made = follower(noted, ToldReader())
    see(made, [table(0)] * 4 + [table(0, hand=True)] * 2)
    made.hear(Pressed("end", made.table.version))
    assert made.table.stage == "comparing"
    made.hear(FramesOver())
    assert made.table.stage == "differs"


def test_a_hands_free_game_ends_with_its_recording(noted):
    made = follower(noted, ToldReader(), hands_free=True)
    see(made, played(1))
    made.run_out()
    assert (made.table.stage, [event.kind for event in noted.events]) == (
        "ended",
        ["turn_confirmed", "game_ended"],
    )


def test_a_game_of_which_something_is_still_to_be_told_goes_on_after_its_recording(noted, monkeypatch):
    monkeypatch.setattr(RULES, "uncounted", lambda state: "Ann's cards were not counted.")
    made = follower(noted, ToldReader(), hands_free=True)
    see(made, played(1))
    made.run_out()
    assert (made.table.stage, [event.kind for event in noted.events]) == ("waiting", ["turn_confirmed"])


def test_what_is_only_remarked_on_is_asked_about_before_the_last_scoring(noted):
    made = follower(noted, RemarkingReader())
    see(made, [table(0)] * 4)
    made.hear(Pressed("end", made.table.version))
    assert (made.table.stage, made.table.doubts) == ("differs", ("Ben has 3 workers.",))


def test_light_that_changes_much_is_noted(noted):
    made = follower(noted, AllowingReader())
    see(made, [table(0)] * 4)
    see(made, [table(0) // 2] * 4, start_s=2)
    assert made.table.log == (DARKER,)


def test_the_median_of_three_frames_has_no_grain_of_one():
    first, second, third = (np.full((4, 6, 3), value, np.uint8) for value in (10, 12, 14))
    third[1, 2] = 255
    assert (typical([first, second, third]) == 12).all()
    assert typical([first, second]) is second
    assert typical([first, second, third[1:]]).shape == third[1:].shape
