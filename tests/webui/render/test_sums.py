from scoring.game import ScoreLine, Term
from scoring.referee.contracts.photos import Seat
from scoring.sentence import plural
from scoring.sheet import say_term
from webui.access.requests import cleaned
from webui.render.sums import add_up, rank, say_winner

CITY = ScoreLine("city", ((0, 0),), ("blue", "red"), (Term(3, 2, "tiles"), Term(1, 2, "shields")))
ROAD = ScoreLine("road", ((0, 0),), ("red",), (Term(1, 1, "tiles"),))
NOBODY = ScoreLine("road", ((0, 0),), (), (Term(9, 1, "tiles"),))


def test_a_tie_pays_both_and_a_line_of_nobody_pays_nobody():
    red, blue = add_up([CITY, ROAD, NOBODY], [Seat("blue"), Seat("red")])
    assert (red.seat.colour, red.total) == ("red", 9)
    assert (blue.seat.colour, blue.total) == ("blue", 8)


def test_the_track_counts_towards_the_win():
    sums = add_up([CITY, ROAD], [Seat("blue", "Ben", 5), Seat("red")])
    assert say_winner(sums) == "Ben wins with 13 points."


def test_equal_totals_share_the_win():
    sums = add_up([CITY], [Seat("blue", "Ben"), Seat("red", "Ann"), Seat("black")])
    assert say_winner(sums) == "Ben and Ann share the win with 8 points."


def test_an_empty_board_has_no_winner():
    assert say_winner(add_up([], [])) == "Nothing on this board is known to be anybody's."


def test_one_thing_is_said_in_the_singular():
    around, cities = plural("tile around", "tiles around"), plural("finished city", "finished cities")
    assert say_term(Term(1, 1, around)) == "1 tile around \u00d7 1"
    assert say_term(Term(1, 3, cities)) == "1 finished city \u00d7 3"
    assert say_term(Term(2, 3, cities)) == "2 finished cities \u00d7 3"


def test_whoever_wins_a_tie_by_the_rules_is_first_and_equals_share_a_place():
    seats = [Seat("blue", "Ben", 20), Seat("red", "Ann", 20), Seat("black", "Cleo", 9), Seat("pink", "Di", 9)]
    by_place = [(each.place, each.seat.name) for each in rank(add_up([], seats), {"red"})]
    assert by_place == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (3, "Di")]
    assert [each.seat.name for each in rank(add_up([], seats)) if each.has_won] == ["Ben", "Ann"]


def test_a_name_keeps_pictures_that_are_made_of_several_letters_and_nothing_else_that_is_invisible():
    family, rainbow = "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f3f3\ufe0f\u200d\U0001f308"
    runner = "\U0001f3c3\U0001f3fd\u200d\u2642\ufe0f"
    assert cleaned(f" Ann {family}{rainbow}{runner} ") == f"Ann {family}{rainbow}{runner}"
    assert cleaned("A\u200dnn\u200b\u202e\u200d") == "Ann"
    assert cleaned(f"{'x' * 28}{family}") == f"{'x' * 28}\U0001f469"
