"""What must hold in every game of Cornish Smuggler, tried on games that chance has played."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import ScoreLine
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.engine.moves import LandGoods, Move, Sell
from scoring.games.smuggler.engine.play import apply, final
from scoring.games.smuggler.engine.state import OfficerSteps, SmugglerState, start
from scoring.games.smuggler.land.box import land_map
from scoring.geometry.maps import distances
from scoring.sheet import total
from tests.scoring.smuggler.smuggler_chance import VALUES, game_by_chance
from tests.scoring.smuggler.smuggler_notation import SAMPLE
from tests.some import perhaps, some

EASY = settings(max_examples=12)
MANY = 120
"""So many moves of a game are tried."""
options = st.fixed_dictionaries({}, optional={name: st.sampled_from(each) for name, each in VALUES.items()})
Step = tuple[SmugglerState, Move, SmugglerState, tuple[ScoreLine, ...]]


class Course(list[Step]):
    """The steps of a game, too many to be shown."""

    def __repr__(self) -> str:
        return f"a game of {len(self)} moves"


@st.composite
def courses(draw: st.DrawFn) -> Course:
    """Give a game played by chance: its moves, each with the state before it and after it, and its lines."""
    box = SAMPLE if draw(st.booleans()) else None
    seed, players = draw(st.integers(0, 2**32)), draw(st.integers(2, 5))
    document, _ = game_by_chance(seed, players, draw(options), box)
    return Course(played(document))


def played(document: dict[str, Any]) -> Iterator[Step]:
    game = NOTATION.load_game(document)
    state = start(game.setup)
    for move in game.moves[:MANY]:
        after, lines = apply(state, move)
        yield state, move, after, lines
        state = after


def ashore(state: SmugglerState) -> Counter[str]:
    """Count the goods by what became of them."""
    return Counter(
        goods.where if goods.where in {"aboard", "customs", "sold"} else "on the board"
        for goods in state.goods.values()
    )


@EASY
@given(courses())
def test_gold_comes_from_sales_work_and_cards_alone(course: Course) -> None:
    for _, _, _, lines in some(course):
        sources = {line.feature for line in lines if line.currency == "gold" and line.points > 0}
        assert sources <= {"sale", "work", "card", "count"}


@EASY
@given(courses())
def test_goods_are_neither_made_nor_lost(course: Course) -> None:
    for before, move, after, _ in some(course[1:]):
        assert {*before.goods} == {*after.goods}
        assert ashore(after)["sold"] - ashore(before)["sold"] == isinstance(move, Sell)
        assert ashore(after).total() == len(after.box.pieces)


@EASY
@given(courses())
def test_the_wheel_and_the_track_are_the_gold_of_all_sales_divided(course: Course) -> None:
    earned = 0
    for before, move, after, lines in some(course[1:]):
        sales = [line for line in lines if line.feature == "sale" and line.currency == "gold"]
        # What the row costs may be gold too, and is no part of what the sale brought.
        earned += sum(line.points for line in perhaps(sales) if line.points > 0)
        assert isinstance(move, Sell) or not sales
        spaces, steps = after.box.wheel.spaces, len(after.box.track)
        assert (after.wheel, after.track) == (earned % spaces, min(earned // spaces, steps))
        assert after.track >= before.track


def steps_of(state: SmugglerState, move: LandGoods) -> int:
    """Count the steps that officers have after a landing, taken ones and those left."""
    after, _ = apply(state, move)
    far = distances(land_map(state.box), move.at)
    pairs = zip(state.officers, after.officers, strict=True)
    gone = sum(far[was.place] - far[now.place] for was, now in pairs if was != now)
    return gone + sum(due.steps for due in after.pending if isinstance(due, OfficerSteps))


@EASY
@given(courses())
def test_more_influence_never_adds_officer_steps(course: Course) -> None:
    for before, move, _, _ in some(course):
        if not isinstance(move, LandGoods):
            continue
        bare = replace(move, extra=0, walks=())
        steps = []
        for extra in perhaps(range(before.households[move.player].influence)):
            try:
                steps.append(steps_of(before, replace(bare, extra=extra)))
            except IllegalMoveError as refused:
                assert refused.rule in {"extra_too_much", "cannot_pay"}  # noqa: PT017
                break
        assert steps == sorted(steps, reverse=True)


@EASY
@given(courses(), st.data())
def test_undo_restores_all(course: Course, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(course) - 1))
    state = start(course[0][0].setup)
    for _, move, _, _ in course[:at]:
        state, _ = apply(state, move)
    assert state == course[at][0]
    assert total(final(state)) == total(final(course[at][0]))


@EASY
@given(courses())
def test_nobody_has_less_than_nothing_and_markers_are_as_many_as_characters(course: Course) -> None:
    for _, _, state, _ in some(course):
        for house in some(state.households.values()):
            assert min(house.gold, house.influence, house.reputation, house.secrets) >= 0
            assert len(house.markers) == len(house.cards)


@EASY
@given(courses())
def test_no_goods_lie_beside_an_officer_who_would_seize_them(course: Course) -> None:
    for _, _, state, _ in some(course):
        for goods in some(state.goods.values()):
            bands = {each.bribed_by for each in state.officers if each.place == goods.where}
            assert goods.stash or bands <= {goods.owner or "nobody"}
