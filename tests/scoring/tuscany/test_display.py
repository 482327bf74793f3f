"""The display of The Castles of Tuscany: whose tiles replace what, and what becomes of neutral ones."""

from msgspec.structs import replace

from scoring.games.tuscany.engine.state import DisplayTile, TuscanyState, faces_of
from tests.scoring.tuscany.tuscany_notation import begun, done, given

TAKE = {"take": "city", "store": 0}


def with_display(state: TuscanyState, neutral: list[str], own: list[str]) -> TuscanyState:
    tiles = [DisplayTile(face, is_neutral=True) for face in neutral]
    return replace(state, display=(*tiles, *(DisplayTile(face, is_neutral=False) for face in own)))


def test_eight_of_32_neutral_tiles_lie_open_and_those_put_out_are_the_players_own() -> None:
    state = begun(2)
    assert (state.neutral, state.removed) == (24, 0)
    after, _ = done(state, {**TAKE, "refill": ["quarry"]})
    assert (after.neutral, after.removed) == (24, 0)
    assert [tile.is_neutral for tile in after.display if tile] == [True, False, *[True] * 6]
    assert after.realms["red"].put_out == 1


def test_of_five_alike_the_neutral_ones_are_kept_for_a_new_stack_and_five_neutral_ones_come() -> None:
    state = with_display(begun(2), ["quarry"] * 3 + ["village"] * 2 + ["city"], ["quarry", "castle"])
    after, _ = done(state, {**TAKE, "refill": ["quarry", "estate", "estate", "estate", "estate", "castle"]})
    assert (after.neutral, after.removed) == (19, 3)
    assert faces_of(after) == [
        "estate",
        "estate",
        "estate",
        "village",
        "village",
        "estate",
        "castle",
        "castle",
    ]
    assert [tile.is_neutral for tile in after.display if tile] == [True] * 7 + [False]


def test_an_empty_stack_is_made_of_the_removed_ones_and_with_none_a_place_stays_empty() -> None:
    state = with_display(begun(2), ["quarry"] * 4 + ["village", "city", "castle", "estate"], [])
    state = replace(given(state, "red", put_out=21), neutral=0, removed=2)
    after, _ = done(state, {**TAKE, "refill": ["farm:wine"]})
    assert (after.neutral, after.removed) == (1, 0)
    assert faces_of(after)[5] == "farm:wine"
    assert after.realms["red"].put_out == 21
    state = replace(state, removed=0)
    after, _ = done(state, {**TAKE, "refill": []})
    assert after.display[5] is None
    assert len([tile for tile in after.display if tile]) == 7


def test_the_last_own_tile_comes_from_the_stack_and_the_next_from_the_neutral_one() -> None:
    state = given(begun(2), "red", put_out=20)
    after, _ = done(state, {**TAKE, "refill": ["quarry"]})
    assert (after.realms["red"].put_out, after.neutral) == (21, 24)
    after, _ = done(given(state, "red", put_out=21), {**TAKE, "refill": ["quarry"]})
    assert (after.realms["red"].put_out, after.neutral) == (21, 23)
