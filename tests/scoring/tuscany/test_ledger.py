"""What markers and heaps of The Castles of Tuscany should show, and what is entered where they differ."""

import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.games.tuscany import RULES
from scoring.games.tuscany.engine.moves import CountedHeap, CountedHeaps, MarkedPoints, SetMarkers
from scoring.games.tuscany.engine.options import INFO
from scoring.games.tuscany.engine.play import apply
from scoring.games.tuscany.engine.state import OpenQuestion, TuscanyState
from scoring.games.tuscany.land.box import BoxFacts
from scoring.marks import Mark
from scoring.referee.observation import find_discrepancies
from scoring.sheet import say_amount
from tests.scoring.tuscany.tuscany_notation import begun, given

QUESTION = (OpenQuestion("yield", "red", where=(0, 0)),)
"""Keeps a game from being over."""


def rich() -> TuscanyState:
    return given(begun(2), "red", green=57, red=103, marble=2, workers=1, hand=4)


def test_markers_go_round_at_fifty_and_heaps_are_counted() -> None:
    marks = {(mark.what, mark.player): mark.count for mark in RULES.expected(rich())}
    assert marks == {
        ("green", "red"): 7,
        ("red", "red"): 3,
        ("marble", "red"): 2,
        ("workers", "red"): 1,
        **{(what, "blue"): 0 for what in ("green", "red", "marble", "workers")},
        **{("stacks_left", player): 3 for player in ("red", "blue")},
    }
    assert not find_discrepancies(rich(), RULES.expected(rich()), RULES)


@pytest.mark.parametrize(
    ("what", "shown", "points"),
    [
        ("green", 9, (59, 103)),
        ("green", 5, (55, 103)),
        ("green", 48, (48, 103)),
        ("green", 31, (81, 103)),
        ("green", 32, (32, 103)),
        ("red", 49, (57, 99)),
        ("red", 4, (57, 104)),
    ],
)
def test_a_marker_elsewhere_went_too_far_or_not_far_enough_whichever_is_nearer(
    what: str, shown: int, points: tuple[int, int]
) -> None:
    found = RULES.explain(rich(), Mark(what, "red", shown))
    assert found is not None
    assert f"stands on {shown}, but by the game it should be {7 if what == 'green' else 3}." in str(
        found.says
    )
    after, lines = apply(rich(), found.move)
    assert (after.realms["red"].green, after.realms["red"].red) == points
    assert sum(line.points for line in lines if not line.currency) == points[1] - 103
    assert not RULES.takes_turn(rich(), found.move)


def test_nobody_stands_below_nought() -> None:
    found = RULES.explain(begun(2), Mark("green", "red", 45))
    assert found is not None
    assert apply(begun(2), found.move)[0].realms["red"].green == 0


@pytest.mark.parametrize(
    ("what", "count", "says"),
    [
        ("marble", 1, "1 marble lies before Anna, but by the game it should be 2."),
        ("workers", 1, "1 worker stands before Anna, but by the game it should be 1."),
        ("workers", 3, "3 workers stand before Anna, but by the game it should be 1."),
    ],
)
def test_a_heap_that_differs_is_counted_anew(what: str, count: int, says: str) -> None:
    found = RULES.explain(rich(), Mark(what, "red", count))
    assert found is not None
    assert str(found.says) == says
    after, lines = apply(rich(), found.move)
    assert getattr(after.realms["red"], what) == count
    assert not lines
    assert after.realms["red"].hand == 4
    assert RULES.explain(rich(), Mark("hand", "red", 1)) is None


@pytest.mark.parametrize(
    ("put_out", "count", "tiles"), [(6, 2, 14), (8, 3, 15), (15, 2, 8), (20, 0, 0), (21, 1, 1), (3, 0, 0)]
)
def test_stacks_that_are_used_up_too_early_or_too_late_are_set_to_the_nearest_count(put_out, count, tiles):
    state = given(begun(2), "red", put_out=put_out)
    found = RULES.explain(state, Mark("stacks_left", "red", count))
    assert found is not None
    assert RULES.load_move(RULES.dump_move(found.move)) == found.move
    after, lines = apply(state, found.move)
    assert (after.realms["red"].put_out, after.realms["red"].stacks_left, lines) == (21 - tiles, count, ())
    assert RULES.explain(state, Mark("stacks_left", "red", 4)) is None


def test_more_tiles_than_stacks_have_cannot_be_counted() -> None:
    with pytest.raises(UnreadableError):
        RULES.load_move({"player": "red", "count": {"red": {"stacks": 22}}})


def test_balances_hold_everybodys_green_points_marble_and_workers_and_the_hands_that_are_known() -> None:
    assert RULES.balances(rich()) == {
        "green": {"red": 57, "blue": 0},
        "marble": {"red": 2, "blue": 0},
        "workers": {"red": 1, "blue": 0},
        "hand": {"red": 4},
    }
    assert RULES.balances(RULES.view(rich(), "blue"))["hand"] == {}


def test_supplies_count_down_the_tiles_until_the_phase_ends() -> None:
    state = given(begun(2), "red", put_out=5)
    counts = {each.kind: each.left for each in RULES.supplies(state) if each.player == "red"}
    assert counts == {"stacks": 16, "until the phase ends": 2, "marble": 0, "workers": 0}


def test_areas_are_looked_up_with_what_they_bring_and_how_much_is_bare() -> None:
    found = {holding.name: holding for holding in RULES.regions(begun(2))}
    three = found["red:1,0"]
    assert (three.feature, len(three.cells), three.open_edges) == ("yellow", 3, 3)
    assert sum(term.points for term in three.finished) == 6
    assert found["red:0,1"].is_completed
    assert sum(len(holding.cells) for holding in found.values()) == 60


def test_cards_laid_open_are_seen_by_all_and_a_heap_counted_lays_no_cards_open() -> None:
    state = replace(given(begun(2, hands="followed"), "red", hand=4), is_played=True, questions=QUESTION)
    heap = CountedHeaps("red", {"red": CountedHeap(marble=1)})
    after, _ = apply(state, heap)
    assert after.counted == ()
    assert RULES.balances(RULES.view(after, "blue"))["hand"] == {"blue": 5}
    after, _ = apply(state, CountedHeaps("red", {"red": CountedHeap(hand=6)}))
    assert after.counted == ("red",)
    assert RULES.balances(RULES.view(after, "blue"))["hand"] == {"red": 6, "blue": 5}
    assert RULES.balances(RULES.view(after, "red"))["hand"] == {"red": 6}


def test_what_a_line_brings_is_said_with_what_it_is() -> None:
    state = begun(2)
    _, (line,) = apply(state, SetMarkers("red", {"red": MarkedPoints(1, 0)}))
    assert str(say_amount(line, INFO.currencies)) == "1 green point"
    _, (line,) = apply(state, SetMarkers("red", {"red": MarkedPoints(0, 2)}))
    assert str(say_amount(line, INFO.currencies)) == "2 points"


def causes(state: TuscanyState, what: str, off: int) -> list[str]:
    """Say what would explain that red has so much more or less of something."""
    due = next(mark.count for mark in RULES.expected(state) if (mark.what, mark.player) == (what, "red"))
    found = RULES.explain(
        state, Mark(what, "red", (due + off) % 50 if what in {"green", "red"} else due + off)
    )
    assert found is not None
    return [str(each.says) for each in found.causes]


def test_a_forgotten_area_is_named_the_last_one_laid_first() -> None:
    state = rich()
    (one, area), *_ = areas_of_two(state)
    state = given(state, "red", covered={**state.realms["red"].covered, one: "hex", area: "hex"})
    assert causes(state, "green", -3)[0] == "3 not moved: area of 2 fields."
    assert causes(state, "green", 3)[0] == "3 moved twice: area of 2 fields."
    assert not causes(state, "green", -17)


def areas_of_two(state: TuscanyState) -> list[tuple[tuple[int, int], ...]]:
    covered = {*state.realms["red"].covered}
    areas = [area for area in {*state.realms["red"].areas.values()} if len(area) == 2]
    return sorted(area for area in areas if not covered & {*area})


def test_a_colour_bonus_and_a_scoring_that_were_not_moved_are_named() -> None:
    state = replace(rich(), completed={"light_green": ("blue", "red")}, scored=1)
    assert "2 not moved: light green completed second." in causes(state, "green", -2)
    state = given(state, "red", green=20)
    assert causes(state, "red", -20) == ["The scoring was not moved."]
    assert causes(state, "red", 20) == ["The scoring was moved twice."]


def test_workers_and_marble_that_were_paid_are_named_and_what_a_yield_card_gave() -> None:
    state = rich()
    assert causes(state, "workers", -1) == ["1 worker paid for a tile."]
    assert causes(state, "marble", -1) == ["A marble paid for another action."]
    assert not causes(state, "marble", 1)
    cell = next(cell for cell, has in state.realms["red"].fields.items() if has == "beige")
    turned = given(state, "red", covered={**state.realms["red"].covered, cell: "carriage"})
    assert causes(turned, "marble", 1) == ["A yield card that was taken for another one: 1 marble."]
    assert causes(turned, "red", -2) == ["A yield card was not moved: 2 red points."]


@pytest.mark.parametrize(("what", "off", "gives"), [("green", 2, {"green": 2}), ("marble", 1, {"marble": 1})])
def test_a_yield_card_that_nobody_read_is_told_by_the_marker_and_the_move_sets_it_right(
    what: str, off: int, gives: dict[str, int]
) -> None:
    cell = next(cell for cell, has in rich().realms["red"].fields.items() if has == "beige")
    state = replace(rich(), questions=(OpenQuestion("yield", "red", where=(cell,)),))
    due = {mark.what: mark.count for mark in RULES.expected(state) if mark.player == "red"}[what]
    found = RULES.explain(state, Mark(what, "red", due + off))
    assert found is not None
    move = found.causes[0].move
    assert move is not None
    assert RULES.dump_move(move) == {"player": "red", "yield": gives}
    after, _ = apply(state, move)
    assert not after.questions
    assert not find_discrepancies(after, [Mark(what, "red", due + off)], RULES)


def test_a_bonus_that_nobody_knows_is_told_by_the_marker() -> None:
    state = replace(rich(), box=BoxFacts(), questions=(OpenQuestion("bonus", "red", "grey", 1),))
    found = RULES.explain(state, Mark("green", "red", 12))
    assert found is not None
    assert str(found.causes[0].says) == "5 for what is not told yet: grey completed second."
    assert found.causes[0].move is not None
    after, _ = apply(state, found.causes[0].move)
    assert (after.realms["red"].green, after.box.colour_bonus["grey"]) == (62, (None, 5))
