"""The live reader at a synthetic table: the board found, followed, lost and held against the record."""

from collections.abc import Callable

import numpy as np
import pytest
from tabletop import PLAYERS, READER, RULES, SIZE_PX, Tabletop, Watcher, game, spot, tile

from scoring.games.carcassonne.engine.moves import Move, TilePlacement
from scoring.referee.observation import Sight
from vision.errors import NoTableError
from vision.games.carcassonne.live.bare import bare_patches, changes
from vision.games.carcassonne.live.memory import CarcassonneBoxModel
from vision.games.carcassonne.live.tracking import lay_out
from vision.reader import Image
from vision.simulator.camera.film import load_film, render
from vision.simulator.table.surfaces import SURFACES, paint_surface
from vision.simulator.table.things import SimTable
from vision.simulator.table.timeline import script

ROAD = tile("red", "U", 1, (1, 0))
THIEF = tile("red", "U", 1, (1, 0), "road", "E")
MONK = tile("green", "A", 3, (-1, 0), "cloister")
CITY = tile("red", "R", 2, (0, -1))
BEND = tile("green", "V", 1, (2, 0), "field", "NL")
FAR = tile("red", "K", 2, (3, 0))
NORTH = tile("green", "E", 0, (-1, -1))
SOUTH = tile("red", "B", 0, (0, 1))
PLAYED = (THIEF, MONK, CITY, BEND)
CLOSE_PX = 6.0
"""A tenth of a tile."""


def off_px(table: Tabletop, sight: Sight[Move]) -> float:
    """How far the corners of the tiles that a look names are from where they truly are, at most."""
    cells = [tuple(int(part) for part in name.removeprefix("tile:").split(",")) for name in sight.quads_px]
    apart = [
        np.subtract(quad, table.corners_px((x, y)))
        for quad, (x, y) in zip(sight.quads_px.values(), cells, strict=True)
    ]
    return float(np.linalg.norm(apart, axis=2).max())


def in_play(known: CarcassonneBoxModel, surface: str = "white") -> Watcher:
    """A table at which some turns were played, not looked at yet."""
    table = Watcher(known, surface)
    for move in PLAYED:
        table.lay(move)
        table.confirm(move)
    return table


# --- found -----------------------------------------------------------------------------------------


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("surface", sorted(SURFACES))
def test_the_start_tile_alone_is_found_on_every_surface(known: CarcassonneBoxModel, surface: str) -> None:
    table = Watcher(known, surface)
    sight = table.look()
    assert list(sight.quads_px) == ["tile:0,0"]
    assert off_px(table, sight) < CLOSE_PX
    assert sight.best.moves == ()


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", [9, 22, 23])
@pytest.mark.parametrize("moves", [(), (CITY,)], ids=["start tile", "two tiles"])
def test_the_grain_of_a_bare_table_is_no_tile(
    known: CarcassonneBoxModel, seed: int, moves: tuple[TilePlacement, ...]
) -> None:
    table = Watcher(known, "wood", seed)
    for move in moves:
        table.lay(move)
        table.confirm(move)
    assert table.look().best.moves == ()


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", [5, 6])
def test_a_long_game_is_found_again_at_a_table_that_is_hard_to_read(
    known: CarcassonneBoxModel, seed: int
) -> None:
    told = script(seed, 2, SIZE_PX, turns=24, setup=PLAYERS)
    state = game()
    for move in told.truth["moves"]:
        state, _ = RULES.force(state, RULES.load_move(move))
    image, _ = render(load_film(told), told.scenes[-1], None)
    sight, _ = READER.look(image, known, state, None)
    assert len(sight.quads_px) == 25
    assert sight.missing == ()


def test_a_game_that_is_resumed_is_found_without_a_memory(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    sight = table.look()
    assert set(sight.quads_px) == {"tile:0,0", *(spot(move.cell) for move in PLAYED)}
    assert off_px(table, sight) < CLOSE_PX
    assert (sight.best.moves, sight.missing, sight.leftover) == ((), (), ())


@pytest.mark.slow
def test_a_game_is_found_from_the_other_side_of_the_table_too(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    sight = table.look(np.ascontiguousarray(table.photo()[::-1, ::-1]))
    there = np.subtract(SIZE_PX, sight.quads_px["tile:2,0"])
    assert np.linalg.norm(there - table.corners_px((2, 0)), axis=1).max() < CLOSE_PX
    assert sight.best.moves == ()


def black(known: CarcassonneBoxModel) -> Image:
    return np.zeros((SIZE_PX[1], SIZE_PX[0], 3), np.uint8)


def noise(known: CarcassonneBoxModel) -> Image:
    return np.random.default_rng(5).integers(0, 256, (SIZE_PX[1], SIZE_PX[0], 3), np.uint8)


def white(known: CarcassonneBoxModel) -> Image:
    return black(known) + np.uint8(255)


def empty_table(known: CarcassonneBoxModel) -> Image:
    return without_tiles(Watcher(known, "stone"))


def dark_table(known: CarcassonneBoxModel) -> Image:
    return without_tiles(Watcher(known, "dark"))


def without_tiles(table: Tabletop) -> Image:
    table.table = SimTable()
    return table.photo()


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("frame", [black, white, noise, empty_table, dark_table])
@pytest.mark.parametrize("followed", [False, True], ids=["at first", "in the game"])
def test_where_no_board_is_to_be_seen_a_look_says_just_that(
    known: CarcassonneBoxModel, frame: Callable[[CarcassonneBoxModel], Image], followed: bool
) -> None:
    table = Watcher(known)
    if followed:
        table.look()
    with pytest.raises(NoTableError, match="is not to be seen"):
        table.look(frame(known))


# --- followed --------------------------------------------------------------------------------------


def test_a_tile_that_is_gone_is_named(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    table.look()
    table.lift(CITY.cell)
    sight = table.look()
    assert sight.missing == (spot(CITY.cell),)
    assert sight.best.moves == ()


def test_a_nudged_tile_is_followed_and_named(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    table.look()
    table.push(CITY.cell, (3.0, -5.0), 3.0)
    sight = table.look()
    assert sight.nudged == (spot(CITY.cell),)
    assert (sight.missing, sight.best.moves) == ((), ())
    assert off_px(table, sight) < CLOSE_PX
    assert table.look().nudged == ()


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(
    ("by_mm", "turn_deg"), [((9.0, 5.0), 1.0), ((40.0, -25.0), 7.0)], ids=["bit", "much"]
)
def test_a_bumped_board_is_found_again(
    known: CarcassonneBoxModel, by_mm: tuple[float, float], turn_deg: float
) -> None:
    table = in_play(known)
    table.look()
    table.push(None, by_mm, turn_deg)
    sight = table.look()
    assert off_px(table, sight) < CLOSE_PX
    assert (sight.missing, sight.best.moves, sight.leftover) == ((), (), ())


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("by_mm", [(5.0, 3.0), (9.0, 6.0), (12.0, 0.0), (9.0, -10.0)])
def test_tiles_are_told_though_the_board_was_bumped_as_the_last_was_laid(
    known: CarcassonneBoxModel, by_mm: tuple[float, float]
) -> None:
    table = in_play(known)
    table.look()
    for move in (FAR, NORTH):
        table.lay_bare(move)
        told = table.look().best.moves
    assert told == (FAR, NORTH)
    table.push(None, by_mm, 1.0)
    table.lay_bare(SOUTH)
    assert table.look().best.moves == (FAR, NORTH, SOUTH)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("exposure_ev", [-0.5, 0.5])
def test_another_light_brings_nothing_new(known: CarcassonneBoxModel, exposure_ev: float) -> None:
    table = in_play(known)
    table.look()
    sight = table.look(table.photo(exposure_ev=exposure_ev))
    assert (sight.best.moves, sight.missing, sight.nudged) == ((), (), ())


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", [5, 8, 9, 12])
@pytest.mark.parametrize("by_tiles", [(0.0, 0.05), (0.0, 0.1), (-0.08, -0.08)])
def test_a_grain_that_shows_a_little_beside_where_it_was_is_still_bare_table(
    seed: int, by_tiles: tuple[float, float]
) -> None:
    seen = np.tile(paint_surface("wood", seed), (1, 2, 1))
    shift = np.array([[1, 0, by_tiles[0]], [0, 1, by_tiles[1]], [0, 0, 1]])
    to_px = np.array([[64, 0, 300], [0, 64, 300], [0, 0, 1.0]])
    cells = [(1, 1), (1, 2), (2, 1)]
    bare = bare_patches(lay_out(seen, to_px, cells), cells)
    assert changes(lay_out(seen, to_px @ shift, cells), bare).plain == {}
    seen[350:440, 435:520] = paint_surface("white", 5)[:90, :85]
    assert changes(lay_out(seen, to_px @ shift, cells), bare).plain.keys() == {(2, 1)}


def test_a_hand_beside_the_board_is_no_tile(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    assert table.look(table.photo(hand_mm=(48.0, 28.0))).best.moves == ()
    table.lay(ROAD)
    assert table.look().best.moves == (ROAD,)


@pytest.mark.slow
def test_a_tile_that_was_waved_off_and_taken_back_leaves_bare_table_on_which_it_may_lie_again(
    known: CarcassonneBoxModel,
) -> None:
    table = Watcher(known, "stone")
    table.look()
    table.lay(ROAD)
    assert table.look().best.moves == (ROAD,)
    assert table.memory is not None
    table.memory = READER.dismiss(table.memory, ROAD)
    assert table.look().best.moves == ()
    table.lift(ROAD.cell)
    assert table.look().best.moves == ()
    table.lay(ROAD)
    assert table.look().best.moves == (ROAD,)


# --- held against the record -----------------------------------------------------------------------


def test_a_board_that_lies_as_recorded_differs_in_nothing(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    assert table.differences() == []
    table.look()
    assert table.differences() == []


@pytest.mark.slow
def test_a_tile_swapped_for_one_much_like_it_is_named_with_its_face(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    table.look()
    table.swap(CITY.cell, "Q")
    assert table.differences() == [("other_face", (CITY.cell,))]


def test_a_tile_swapped_for_quite_another_is_no_longer_there(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    table.look()
    table.swap(CITY.cell, "E")
    assert table.differences() == [("tile_is_gone", (CITY.cell,))]


def test_a_figure_that_is_gone_is_named(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    table.take(MONK)
    assert table.differences() == [("figure_is_gone", (MONK.cell,))]


def test_a_figure_that_was_not_recorded_is_named(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    table.put(tile("red", "R", 2, (0, -1), "city", "E"))
    assert table.differences() == [("figure_not_recorded", (CITY.cell,))]


def test_a_tile_that_is_gone_is_named_in_the_end(known: CarcassonneBoxModel) -> None:
    table = in_play(known)
    table.look()
    table.lift(CITY.cell)
    assert table.differences() == [("tile_is_gone", (CITY.cell,))]
