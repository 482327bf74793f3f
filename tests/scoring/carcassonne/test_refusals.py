"""Every move the rules forbid is refused by the name of the rule it breaks."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.engine.moves import Meeple, TilePlacement
from scoring.games.carcassonne.engine.placing import placements
from scoring.games.carcassonne.engine.play import apply, check, legal
from scoring.games.carcassonne.engine.river import MIDDLE_TILES
from scoring.games.carcassonne.engine.state import (
    LAKES,
    SPRINGS,
    CarcassonneState,
    SegmentFigure,
    is_over,
    remaining,
)
from scoring.games.carcassonne.land.catalogue import faces
from tests.scoring.carcassonne.notation import move_written, played, table

OPEN_RIVER: dict[str, Any] = {"river": True, "river_u_turn": "free"}
STRICT_RIVER: dict[str, Any] = {"river": True, "river_u_turn": "forbidden"}
WHOLE_RIVER = [
    *("river_D0@0,1", "river_F0@0,2", "river_K0@0,3", "river_B1@0,4", "river_C1@0,5", "river_H1@0,6"),
    *("river_G0@0,7", "river_J0@-1,7", "river_E1@-1,8", "river_I0@-2,8"),
]
REFUSED: list[tuple[str, str, dict[str, Any], list[str], str]] = [
    ("edges_do_not_match", "road meets field", {}, [], "U0@0,1"),
    ("edges_do_not_match", "field meets city", {}, [], "B0@0,-1"),
    ("edges_do_not_match", "one side matches and the other does not", {}, ["U1@1,0", "B0@0,1"], "V0@1,1"),
    ("not_adjacent", "corners do not join tiles", {}, [], "B0@1,1"),
    ("not_adjacent", "far from every tile", {}, [], "B0@5,5"),
    ("cell_is_taken", "on the start tile", {}, [], "D0@0,0"),
    ("too_many_of_face", "the one crossing is laid", {}, ["X0@1,0"], "X0@-1,0"),
    ("too_many_of_face", "the one crossing was laid, now discarded", {}, ["X0@1,0"], "discard X"),
    ("too_many_gardens", "only one V has a garden", {}, ["V0@1,0", "V1g@1,-1"], "V1g@2,-1"),
    ("too_many_gardens", "no B has a garden", {}, [], "B0g@0,1"),
    ("discard_fits", "a cloister fits below the start tile", {}, [], "discard B"),
    ("feature_is_occupied", "another's thief is on the road", {}, ["U1@1,0 road:W"], "U1@2,0 road:W"),
    ("feature_is_occupied", "one's own thief is there", {}, ["U1@1,0 road:W", "B0@0,1"], "U1@2,0 road:W"),
    ("feature_is_occupied", "far away on the road", {}, ["U1@1,0 road:W"], "U1@-1,0 road:W"),
    ("feature_is_occupied", "a knight in the city", {}, ["F1@0,-1 city:N"], "E2@0,-2 city:S"),
    ("feature_is_occupied", "a farmer in the field", {}, ["B0@0,1 field:NL"], "B0@0,2 field:NL"),
    (
        "feature_is_occupied",
        "connected only through the road's other end",
        {},
        ["X0@1,0 road:S", "V0@2,0", "V1@2,1"],
        "V2@1,1 road:N",
    ),
    ("no_such_segment", "no city on a cloister tile", {}, [], "B0@0,1 city:N"),
    ("no_such_segment", "no road on that side", {}, [], "U1@1,0 road:N"),
    ("no_such_segment", "two roads could be meant", {}, [], "X0@1,0 road"),
    ("no_such_segment", "no garden on this copy", {"abbot": True}, [], "U1@1,0 abbot garden"),
    ("farmers_are_off", "a farmer without farmers", {"farmers": False}, [], "B0@0,1 field:NL"),
    ("abbot_is_off", "an abbot without abbots", {}, [], "B0@0,1 abbot cloister"),
    ("abbot_is_off", "a recall without abbots", {}, [], "B0@0,1 recall"),
    ("abbot_is_off", "a garden without abbots", {}, [], "U1g@1,0 garden"),
    ("abbot_place", "an abbot on a road", {"abbot": True}, [], "U1@1,0 abbot road:W"),
    ("garden_is_for_abbots", "a follower in a garden", {"abbot": True}, [], "U1g@1,0 garden"),
    ("no_abbot_to_recall", "no abbot is out", {"abbot": True}, [], "B0@0,1 recall"),
    (
        "no_figure_left",
        "the one abbot is out",
        {"abbot": True},
        ["B0@0,1 abbot cloister", "B0@0,2"],
        "B0@0,3 abbot cloister",
    ),
    ("unknown_face", "no face Z", {}, [], "Z0@0,1"),
    ("river_is_off", "a river tile without the River", {}, [], "river_D0@0,1"),
    ("river_first", "a land tile during the river", OPEN_RIVER, [], "B0@0,-1"),
    ("lake_last", "the lake at once", OPEN_RIVER, [], "river_L0@0,1"),
    ("spring_is_start", "the spring again", OPEN_RIVER, [], "river_A0@0,1"),
    ("spring_is_start", "the other spring", OPEN_RIVER, [], "river_A_C30@0,1"),
    ("river_must_continue", "a river tile beside the spring's field", OPEN_RIVER, [], "river_D0@1,0"),
    ("edges_do_not_match", "the river runs into a field", OPEN_RIVER, [], "river_D1@0,1"),
    ("river_u_turn", "two bends to the right", STRICT_RIVER, ["river_G0@0,1"], "river_J3@-1,1"),
    ("river_holds_nobody", "a follower on the river", OPEN_RIVER, [], "river_D0@0,1 river:N"),
    (
        "feature_is_occupied",
        "the field goes round the plain spring",
        OPEN_RIVER,
        ["river_D0@0,1 field:WL"],
        "river_F0@0,2 field:EL",
    ),
    ("river_first", "the lake is still to come", OPEN_RIVER, WHOLE_RIVER, "B0@-1,9"),
    ("river_is_over", "a second lake", OPEN_RIVER, [*WHOLE_RIVER, "river_L0@-2,9"], "river_L_C30@3,3"),
]


@pytest.mark.parametrize(
    ("rule", "says", "options", "before", "refused"), REFUSED, ids=[f"{r[0]}: {r[1]}" for r in REFUSED]
)
def test_a_move_against_the_rules_is_refused_by_the_rules_name(
    rule: str, says: str, options: dict[str, Any], before: list[str], refused: str
) -> None:
    state = played(table(**options), before)
    move = move_written(refused, state.player)
    with pytest.raises(IllegalMoveError) as caught:
        check(state, move)
    assert caught.value.rule == rule, says
    assert str(caught.value).endswith(".")
    with pytest.raises(IllegalMoveError):
        apply(state, move)


def test_nobody_plays_out_of_turn() -> None:
    state = start(table())
    with pytest.raises(IllegalMoveError) as caught:
        apply(state, move_written("B0@0,1", "blue"))
    assert caught.value.rule == "not_your_turn"
    assert str(caught.value) == "It is Red's turn, not Blue's."


def test_a_tile_is_not_turned_four_times() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        check(start(table()), TilePlacement("red", "B", 4, (0, 1)))
    assert caught.value.rule == "turns"


def test_recalling_and_placing_exclude_each_other() -> None:
    state = played(table(abbot=True), ["B0@0,1 abbot cloister", "B0@0,2"])
    both = TilePlacement("red", "B", 0, (0, 3), Meeple("field", ("NL",)), recall_abbot=True)
    with pytest.raises(IllegalMoveError) as caught:
        check(state, both)
    assert caught.value.rule == "recall_or_place"


def with_knights_at_the_start(count: int) -> CarcassonneState:
    """Crowd the start tile's city with red knights, so that few or none are left to place."""
    state = start(table())
    return replace(state, figures=(SegmentFigure("red", "follower", ((0, 0), 0)),) * count)


def test_an_eighth_follower_is_refused() -> None:
    check(with_knights_at_the_start(6), move_written("B0@0,1 cloister", "red"))
    with pytest.raises(IllegalMoveError) as caught:
        check(with_knights_at_the_start(7), move_written("B0@0,1 cloister", "red"))
    assert caught.value.rule == "no_figure_left"


def test_followers_that_came_back_can_be_placed_again() -> None:
    state, _ = apply(with_knights_at_the_start(7), move_written("E2@0,-1", "red"))
    state, _ = apply(state, move_written("B0@0,1", "blue"))
    check(state, move_written("B0@0,2 cloister", "red"))


def test_nothing_is_laid_after_the_last_tile() -> None:
    state = start(table())
    state = replace(state, drawn={face.name: face.count for face in faces().values()})
    assert is_over(state)
    with pytest.raises(IllegalMoveError) as caught:
        check(state, move_written("B0@0,1", "red"))
    assert caught.value.rule == "game_is_over"
    assert list(legal(state, "B")) == []


def test_the_river_may_bend_the_same_way_after_a_straight_tile() -> None:
    state = played(table(**STRICT_RIVER), ["river_G0@0,1", "river_D1@-1,1"])
    check(state, move_written("river_J3@-2,1", state.player))


def test_the_river_has_ten_tiles_between_spring_and_lake() -> None:
    assert len(WHOLE_RIVER) == MIDDLE_TILES
    state = played(table(**STRICT_RIVER), [*WHOLE_RIVER, "river_L0@-2,9"])
    assert list(placements(state, "B"))


def test_a_box_holds_one_lake_of_either_kind() -> None:
    before = played(table(**STRICT_RIVER), WHOLE_RIVER)
    assert {name for name in remaining(before) if name in LAKES} == set(LAKES)
    after, _ = apply(before, move_written("river_L0@-2,9", before.player))
    assert not set(remaining(after)) & {*LAKES, *SPRINGS.values()}


def test_a_game_is_over_when_the_box_is_empty() -> None:
    _, last = random_game(table(), Random(1))
    assert is_over(last)
    _, earlier = random_game(table(), Random(1), 70)
    assert not is_over(earlier)


def test_with_the_river_all_four_tiles_like_the_start_tile_may_be_drawn() -> None:
    state = played(table(**OPEN_RIVER), [*WHOLE_RIVER, "river_L0@-2,9"])
    for _ in range(4):
        cell, turns = next(iter(placements(state, "D")))
        state, _ = apply(state, TilePlacement(state.player, "D", turns, cell))
    assert list(legal(state, "D")) == []


@pytest.mark.parametrize("colours", [("red",), ("red", "red"), ("red", "golden"), tuple("abcdef")])
def test_impossible_players_are_refused(colours: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableError):
        start(Setup("leaflet-001", tuple(PlayerSeat(c, c) for c in colours)))
