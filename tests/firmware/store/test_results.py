"""What came of a game is counted once, and again only when the game has changed."""

import pytest

from firmware.store.results import RESULTS, Results, result_of
from scoring.currency import Currency
from scoring.game import ScoreLine, Term
from scoring.referee.contracts.games import Earnings, GameRecord, PlayedTurn, Record, Result
from scoring.referee.contracts.snapshot import LiveSeat

SEATS = (LiveSeat("Ann", "red", 9, won=True), LiveSeat("Ben", "blue", 7))


def result(game):
    about = GameRecord(game, 0.0, "Carcassonne", 3, ended=True, players=SEATS)
    return Result(about, {"red": {"city": 9}, "blue": {"road": 7}})


class Counter:
    """Counts, and remembers what it was asked for; game 3 goes on."""

    def __init__(self):
        self.asked = []

    def __call__(self, game):
        self.asked.append(game)
        return None if game == "3" else result(game)


@pytest.fixture
def count():
    return Counter()


MARKS = {"1": "a", "2": "a", "3": "a"}


def test_a_game_is_counted_once_and_again_after_a_change(tmp_path, count):
    results = Results(tmp_path / RESULTS)
    assert results.of(MARKS, count) == {"1": result("1"), "2": result("2")}
    results.of(MARKS, count)
    results.of({**MARKS, "2": "b"}, count)
    assert count.asked == ["1", "2", "3", "2"]


def test_what_was_counted_is_known_after_a_restart_and_what_is_gone_is_forgotten(tmp_path, count):
    Results(tmp_path / RESULTS).of(MARKS, count)
    again = Counter()
    assert Results(tmp_path / RESULTS).of({"2": "a", "3": "a"}, again) == {"2": result("2")}
    assert again.asked == []


@pytest.mark.parametrize("text", ["", "{", '{"version": "0.1", "results": {}}', '{"results": 3}'])
def test_a_file_that_cannot_be_used_is_counted_anew(tmp_path, count, text):
    (tmp_path / RESULTS).write_text(text)
    assert set(Results(tmp_path / RESULTS).of(MARKS, count)) == {"1", "2"}
    assert Results(tmp_path / RESULTS).of(MARKS, Counter()) == {"1": result("1"), "2": result("2")}


def test_a_full_disk_costs_nothing_but_time(tmp_path, count, monkeypatch):
    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.store.results.write_whole", full)
    results = Results(tmp_path / RESULTS)
    assert set(results.of(MARKS, count)) == {"1", "2"}
    results.of(MARKS, count)
    assert len(count.asked) == 3


def test_counting_ends_when_the_program_does(tmp_path, count):
    assert Results(tmp_path / RESULTS).of(MARKS, count, lambda: len(count.asked) == 1) == {"1": result("1")}


def test_what_everybody_may_know_of_a_currency_comes_of_a_game_beside_the_points():
    def line(feature, colour, count, currency=""):
        return ScoreLine(feature, (), (colour,), (Term(1, count, feature),), currency=currency)

    currencies = (Currency("green", "Green points"), Currency("cards", "Cards", is_private=True))
    about = GameRecord("1", 0.0, "Somewhere", 2, ended=True, players=SEATS, currencies=currencies)
    first = PlayedTurn("", (line("area", "red", 3, "green"), line("city", "red", 9)), {})
    balances = {"green": {"red": 4, "blue": 0}}
    last = PlayedTurn(
        "", (line("area", "red", 1, "green"), line("hand", "blue", 2, "cards")), {}, balances=balances
    )
    told = result_of(Record(about, (first, last), (line("road", "blue", 7),)))
    assert told.features == {"red": {"city": 9}, "blue": {"road": 7}}
    assert told.earnings == {"green": Earnings({"red": 4, "blue": 0}, {"red": {"area": 4}, "blue": {}})}
