"""What is counted on the table against what the game has: what differs, and can be set right, is told."""

from scoring.marks import Discrepancy, Mark
from scoring.referee.observation import find_discrepancies


class Marked:
    """Rules by which two things are counted, of which one cannot be set right."""

    @staticmethod
    def expected(state):
        return (Mark("coins", "red", 1), Mark("track", "red", 7), Mark("coins", "blue", 2))

    @staticmethod
    def explain(state, mark):
        return None if mark.what == "track" else Discrepancy(mark, f"{mark.what} of {mark.player}")


def test_what_differs_is_told_by_what_it_is_and_whose() -> None:
    seen = [Mark("coins", "red", 1), Mark("coins", "blue", 1), Mark("track", "red", 7)]
    assert [each.says for each in find_discrepancies(None, seen, Marked())] == ["coins of blue"]
    assert find_discrepancies(None, [Mark("coins", "red", 7)], Marked())[0].move == Mark("coins", "red", 7)


def test_of_what_the_game_does_not_count_nothing_is_told() -> None:
    seen = [Mark("hats", "red", 3), Mark("coins", "green", 3)]
    assert find_discrepancies(None, seen, Marked()) == ()


def test_what_cannot_be_set_right_is_not_told() -> None:
    assert find_discrepancies(None, [Mark("track", "red", 9)], Marked()) == ()
