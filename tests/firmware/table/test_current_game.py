"""What a game that has ended teaches of its box."""

import pytest

from firmware.table.current_game import CurrentGame
from firmware.table.games import Games
from scoring.referee.contracts.refusals import BusyError
from scoring.referee.contracts.snapshot import TeachingNote
from vision.errors import PrintsError


class Follower:
    """Has followed a game that has taught two prints, or none."""

    def __init__(self, taught=b"++"):
        self.taught = taught

    def learned(self, prints):
        return (prints or b"") + self.taught if self.taught else None


class Shelf:
    """Knows one set, and keeps others."""

    def __init__(self, refuses=None):
        self.kept = {}
        self.refuses = refuses

    def find(self, name):
        return b"mine" if name else None

    def keep(self, name, prints):
        if self.refuses:
            raise self.refuses
        self.kept[name] = prints
        return name or "Box 1"

    def games(self):
        return Games(None, None, self.find, self.keep)


@pytest.fixture
def shelf():
    return Shelf()


def played(prints, follower=None):
    return CurrentGame("1", None, follower or Follower(), None, prints, {}, set())


def test_a_box_that_nobody_had_learned_is_a_set_of_its_own(shelf):
    taught = played("").teach(shelf.games())
    assert taught.prints == "Box 1"
    assert "choose Box 1 for the next one" in taught.says
    assert shelf.kept == {"": b"++"}


def test_a_known_box_is_known_better(shelf):
    taught = played("my box").teach(shelf.games())
    assert taught.prints == "my box"
    assert "choose my box for the next one" in taught.says
    assert shelf.kept == {"my box": b"mine++"}


def test_a_game_that_taught_nothing_says_nothing(shelf):
    assert played("my box", Follower(b"")).teach(shelf.games()) == TeachingNote("my box")
    assert shelf.kept == {}


@pytest.mark.parametrize("refuses", [BusyError("The disk is full."), PrintsError("This set is damaged.")])
def test_what_cannot_be_kept_is_said_and_costs_no_game(refuses):
    assert played("").teach(Shelf(refuses).games()) == TeachingNote("", str(refuses))


def test_the_painted_box_of_the_demo_is_not_kept():
    assert played("").teach(Games(None, None, lambda name: None)) == TeachingNote()
