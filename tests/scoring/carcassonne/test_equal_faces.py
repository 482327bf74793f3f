"""Faces that are equal by the rules: one of them stands for both, and either may be written."""

import pytest
from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.documents.status import status
from scoring.games.carcassonne.editor.questions import questions
from scoring.games.carcassonne.engine.moves import TilePlacement
from scoring.games.carcassonne.engine.state import remaining
from scoring.games.carcassonne.land.board import CarcassonneBoard, TileReading
from scoring.games.carcassonne.land.catalogue import distinct, distinct_faces, faces, one_of_each
from scoring.games.carcassonne.land.placed_tile import lay_face
from tests.scoring.carcassonne.notation import played, table
from tests.some import some

BENDS = ("river_G", "river_J")
STRAIGHT = ("river_D", "river_F")


def test_only_the_straight_rivers_and_the_plain_bends_are_equal() -> None:
    alike = {frozenset(one for one in faces() if distinct(one)[0] == name) for name in distinct_faces()}
    assert {one for one in alike if len(one) > 1} == {frozenset(STRAIGHT), frozenset(BENDS)}


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("face", faces())
def test_a_tile_named_by_its_distinct_face_shows_the_same(face: str, turns: int) -> None:
    def shown(name: str, turned: int) -> tuple:
        tile = lay_face(name, turned)
        return tile.edges, {(one.feature, frozenset(one.sides), one.shields) for one in tile.segments}

    assert shown(*distinct(face, turns)) == shown(face, turns)


def test_no_tile_is_lost_or_won_where_equal_faces_are_counted_together() -> None:
    assert sum(one.count for one in distinct_faces().values()) == sum(one.count for one in faces().values())
    assert sum(one.garden_count for one in distinct_faces().values()) == 9


def test_of_equal_faces_the_first_that_is_named_is_kept() -> None:
    assert one_of_each(["river_F", "A", "river_D", "river_G", "river_J"]) == ("river_F", "A", "river_G")


@pytest.mark.parametrize("first", STRAIGHT)
@pytest.mark.parametrize("second", STRAIGHT)
def test_either_straight_river_is_laid_twice_and_never_a_third_time(first: str, second: str) -> None:
    state = played(table(river=True), [f"{first}0@0,1", f"{second}0@0,2"])
    assert remaining(state)["river_D"] == 0
    assert [tile.face for tile in state.land.tiles.values()] == ["river_A", first, second]
    for third in STRAIGHT:
        with pytest.raises(IllegalMoveError, match="2 of face"):
            RULES.check(state, TilePlacement(state.player, third, 0, (0, 3)))


def test_what_is_left_names_one_of_them_with_the_copies_of_both() -> None:
    left = {one.face: one.count for one in RULES.left(start(table(river=True)))}
    assert left["river_D"] == left["river_J"] == 2
    assert not {"river_F", "river_G"} & left.keys()


@pytest.mark.parametrize("pair", [STRAIGHT, BENDS])
def test_two_of_one_drawing_are_no_fault_and_three_are(pair: tuple[str, str]) -> None:
    def faults(*names: str) -> list[str]:
        tiles = (TileReading((5 * x, 0), name, 0) for x, name in enumerate(names))
        return [fault.kind for fault in status(CarcassonneBoard(tiles=tuple(tiles)))]

    one, other = pair
    assert "too_many_of_face" not in faults(one, one)
    assert "too_many_of_face" not in faults(one, other)
    assert "too_many_of_face" in faults(one, other, one)


@pytest.mark.parametrize("face", [*STRAIGHT, *BENDS])
def test_a_correction_offers_one_of_them_the_one_that_is_there(face: str) -> None:
    (asked,) = (
        one
        for one in questions(CarcassonneBoard(tiles=(TileReading((0, 0), face, 0),)), "tile:0,0")
        if one.name == "face"
    )
    offered = [choice.value for choice in asked.choices]
    assert asked.chosen == offered[0] == face
    assert len({distinct(one) for one in offered}) == len(offered) == len(distinct_faces())


@pytest.mark.parametrize("face", STRAIGHT)
def test_a_live_turn_is_asked_about_with_one_of_them_and_how_many_are_left(face: str) -> None:
    state = start(table(river=True))
    (asked,) = (
        one for one in RULES.ask(state, TilePlacement(state.player, face, 0, (0, 1))) if one.name == "face"
    )
    offered = {choice.value: choice.left for choice in asked.choices}
    assert offered[face] == 2
    assert len(offered) == len(distinct_faces())


def test_a_game_that_begins_after_the_river_has_none_of_it_left_whichever_was_laid() -> None:
    tiles = [{"cell": [0, y], "face": face, "turns": 0} for y, face in enumerate(("river_F", "river_F", "V"))]
    board = {"format": "tablekeeper.board/1", "game": "carcassonne", "tiles": tiles}
    state = start(replace(table(river=True), begins={"board": board}))
    assert not [name for name, count in some(remaining(state).items()) if count and faces()[name].is_river]
