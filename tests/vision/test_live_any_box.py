"""A game with a box that nobody has learned: what the first tiles are told by, and what they teach."""

from typing import Any

import numpy as np
import pytest
from tabletop import PLAYERS, READER, Watcher, game, named, tile

from firmware.build import real_parts
from firmware.evaluation.live_games import FPS, SIZE_PX, Case, Filmed, try_game
from firmware.evaluation.photographs import FIRST_STYLE
from scoring.games.carcassonne.engine.moves import TilePlacement
from vision.games.carcassonne.live import arriving
from vision.games.carcassonne.live.memory import CarcassonneBoxModel
from vision.games.carcassonne.prints import MOST_PER_FACE, count_prints
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.surfaces import SURFACES
from vision.simulator.table.timeline import script

STYLES = (910_001, 910_002, 910_003)
SNOW: dict[str, Any] = {"surface": "white", "seed": 942, "level": 1, "style": 900_942}
ROAD = tile("red", "U", 1, (1, 0))
THIEF = tile("red", "U", 1, (1, 0), "road", "W")
NEXT_ROAD = tile("green", "U", 1, (2, 0))
CLOISTER = tile("green", "B", 0, (0, 1))
MONK = tile("green", "B", 0, (0, 1), "cloister")
CITY = tile("red", "E", 2, (0, -1))


@pytest.fixture(scope="module")
def nothing() -> CarcassonneBoxModel:
    """Nothing known of the box, and the colours of the players."""
    return READER.get_ready(None, [seat.colour for seat in PLAYERS.players])


def turns_of(table: Watcher) -> tuple[TilePlacement, ...]:
    """What a look at the table tells."""
    return tuple(named(move) for move in table.look().best.moves)


def lessons_of(table: Watcher) -> dict[tuple[int, int], tuple[str, int]]:
    """What the game has taught, as of the last look."""
    assert table.memory
    assert table.memory.learned
    return {cell: (one.reading.face, one.reading.turns) for cell, one in table.memory.learned.lessons.items()}


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("style", STYLES)
def test_a_game_can_be_played_with_a_box_that_nobody_has_learned(
    nothing: CarcassonneBoxModel, style: int
) -> None:
    table = Watcher(nothing, "cloth", style=style)
    assert turns_of(table) == ()
    for move in (ROAD, CLOISTER, CITY):
        table.lay(move)
        assert turns_of(table) == (move,)
        table.confirm(move)
    assert turns_of(table) == ()


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("style", STYLES)
def test_a_game_can_be_played_with_the_prints_of_another_box(style: int) -> None:
    other = Watcher(READER.get_ready(None, []), "cloth", style=900_001).film.script
    prints = READER.learn(single_tiles(other.course.box, other.seed))
    table = Watcher(READER.get_ready(prints, ["red", "green"]), "cloth", style=style)
    assert turns_of(table) == ()
    for move in (ROAD, CLOISTER, CITY):
        table.lay(move)
        assert turns_of(table) == (move,)
        table.confirm(move)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("is_learned", [False, True], ids=["nothing learned", "prints learned"])
def test_tiles_as_white_as_the_table_are_seen(nothing: CarcassonneBoxModel, *, is_learned: bool) -> None:
    table = Watcher(nothing, **SNOW)
    if is_learned:
        prints = READER.learn(single_tiles(table.film.script.course.box, 942))
        table = Watcher(READER.get_ready(prints, ["red", "green"]), **SNOW)
    assert turns_of(table) == ()
    for move in (ROAD, tile("green", "U", 1, (-1, 0)), tile("red", "U", 1, (2, 0))):
        table.lay(move)
        assert turns_of(table) == (move,)
        table.confirm(move)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seed", [5, 7, 8, 11])
def test_no_slab_of_a_stone_table_is_a_tile_at_first_sight(nothing: CarcassonneBoxModel, seed: int) -> None:
    table = Watcher(nothing, "stone", seed, level=1, style=900_000 + seed)
    assert turns_of(table) == ()


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("surface", SURFACES)
def test_a_tile_that_lies_there_at_first_sight_is_seen(nothing: CarcassonneBoxModel, surface: str) -> None:
    table = Watcher(nothing, surface, level=1, style=STYLES[0])
    table.lay(ROAD)
    assert turns_of(table) == (ROAD,)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("move", [THIEF, MONK], ids=["thief", "monk"])
def test_a_figure_on_a_tile_seen_without_it_is_told(
    nothing: CarcassonneBoxModel, style: int, move: TilePlacement
) -> None:
    table = Watcher(nothing, "wood", style=style)
    table.look()
    if move.player == "green":
        table.lay(ROAD)
        table.look()
        table.confirm(ROAD)
    table.lay_bare(move)
    table.look()
    table.put(move)
    assert turns_of(table) == (move,)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("style", [901_015, *STYLES])
def test_a_tile_that_is_turned_where_it_lies_is_followed_as_it_lies(
    nothing: CarcassonneBoxModel, style: int
) -> None:
    table = Watcher(nothing, "felt", style=style)
    table.look()
    table.lay(tile("red", "R", 1, (0, -1)))
    table.look()
    table.lift((0, -1))
    table.lay(tile("red", "R", 2, (0, -1)))
    [move] = table.look().best.moves
    table.confirm(named(move))
    for _ in range(3):
        sight = table.look()
        apart = np.subtract(sight.quads_px["tile:0,-1"], table.corners_px((0, -1)))
        assert np.linalg.norm(apart, axis=1).max() < 6
        assert (sight.missing, sight.nudged) == ((), ())


@pytest.mark.slow
def test_the_table_beside_a_tile_is_no_tile_though_a_print_and_the_edge_of_that_tile_look_like_it() -> None:
    case = Case("carcassonne", level=1, seed=1128, turns=6, is_made_up=True, is_learned=False)
    turns = try_game(case, real_parts()).turns
    assert turns
    assert all(turn.is_right for turn in turns)


@pytest.mark.slow
def test_a_stone_table_is_no_city_of_stone_where_a_game_goes_on() -> None:
    told = script(1138, 1, SIZE_PX, game="carcassonne", style=FIRST_STYLE + 1138, fps=FPS)
    rules, laid = real_parts().rules("carcassonne"), 50
    moves, state = [rules.load_move(move) for move in told.truth["moves"]], rules.start(told.setup)
    for move in moves[:laid]:
        state, _ = rules.apply(state, move)
    still = next(scene for scene in told.scenes if scene.number == 1150)
    known = READER.get_ready(None, [seat.colour for seat in told.setup.players])
    sight, _ = READER.look(Filmed(told).take(still).full(), known, state, None)
    [seen] = sight.best.moves
    assert named(seen) == named(moves[laid])


def test_a_tile_is_known_from_its_first_copy(nothing: CarcassonneBoxModel) -> None:
    table = Watcher(nothing, style=STYLES[0])
    table.look()
    table.lay(ROAD)
    table.look()
    table.confirm(ROAD)
    table.lay(NEXT_ROAD)
    assert turns_of(table) == (NEXT_ROAD,)
    table.confirm(NEXT_ROAD)
    table.look()
    assert lessons_of(table) == {(0, 0): ("D", 0), (1, 0): ("U", 1)}


def test_what_was_learned_is_a_print_set_that_the_next_game_starts_with(nothing: CarcassonneBoxModel) -> None:
    table = Watcher(nothing, style=STYLES[0])
    for move in (ROAD, CLOISTER):
        table.look()
        table.lay(move)
        table.look()
        table.confirm(move)
    table.look()
    prints = READER.learned(None, table.memory)
    assert prints is not None
    assert count_prints(prints) == {"B": 1, "D": 1, "U": 1}
    again = Watcher(READER.get_ready(prints, ["red", "green"]), style=STYLES[0], seed=2)
    again.look()
    again.lay(ROAD)
    assert turns_of(again) == (ROAD,)
    assert lessons_of(again) == {}


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("face", ["M", "N"], ids=["a shield", "none"])
def test_a_shield_is_told_less_surely_until_the_game_has_shown_some(
    nothing: CarcassonneBoxModel, style: int, face: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Watcher(nothing, "cloth", style=style)
    table.look()
    table.lay_bare(tile("red", face, 2, (0, -1)))
    image = table.photo()
    unknown, _ = table.judge(image)
    monkeypatch.setattr(arriving, "ENOUGH_SHIELDS", 0)
    known, _ = table.judge(image)
    assert unknown.best.moves == known.best.moves
    assert unknown.best.confidence < known.best.confidence


def test_a_game_that_teaches_nothing_makes_no_set(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    assert READER.learned(b"whatever it began with", table.memory) is None
    assert READER.learned(None, None) is None


def test_a_set_grows_by_what_it_did_not_have_and_no_further(
    nothing: CarcassonneBoxModel, prints: bytes
) -> None:
    table = Watcher(nothing, style=STYLES[0])
    table.look()
    grown = prints
    for _ in range(2 * MOST_PER_FACE):
        more = READER.learned(grown, table.memory)
        assert more is not None
        grown = more
    before, after = count_prints(prints), count_prints(grown)
    assert after == {**before, "D": MOST_PER_FACE}


@pytest.mark.slow
def test_a_tile_that_was_set_right_teaches_what_it_was_set_to(nothing: CarcassonneBoxModel) -> None:
    table = Watcher(nothing, style=STYLES[0])
    table.look()
    table.lay(ROAD)
    table.look()
    table.confirm(tile("red", "V", 1, (1, 0)))  # somebody mistook it for a bend
    table.look()
    assert lessons_of(table)[1, 0] == ("V", 1)
    table.state = game(ROAD)
    table.look()
    assert lessons_of(table)[1, 0] == ("U", 1)


@pytest.mark.slow
def test_a_tile_whose_turn_was_taken_back_teaches_nothing(nothing: CarcassonneBoxModel) -> None:
    table = Watcher(nothing, style=STYLES[0])
    table.look()
    table.lay(ROAD)
    table.look()
    table.confirm(ROAD)
    table.look()
    table.state = game()
    assert turns_of(table) == (ROAD,)
    assert list(lessons_of(table)) == [(0, 0)]


@pytest.mark.slow
def test_a_turn_taken_back_under_a_tile_that_it_taught_leaves_both_to_be_told_again(
    nothing: CarcassonneBoxModel,
) -> None:
    table = Watcher(nothing, style=STYLES[0])
    table.look()
    table.lay(ROAD)
    table.look()
    table.confirm(ROAD)
    table.lay(NEXT_ROAD)
    assert turns_of(table) == (NEXT_ROAD,)
    table.state = game()
    again = turns_of(table)
    assert [(move.face, move.turns, move.cell) for move in again] == [("U", 1, (1, 0)), ("U", 1, (2, 0))]
    assert list(lessons_of(table)) == [(0, 0)]


def test_a_tile_that_was_only_entered_is_learned_where_it_lies(nothing: CarcassonneBoxModel) -> None:
    table = Watcher(nothing, style=STYLES[0])
    table.look()
    table.lay(CITY)
    table.confirm(CITY)
    sight = table.look()
    assert not sight.best.moves
    assert not sight.missing
    assert lessons_of(table)[0, -1] == ("E", 2)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("style", STYLES)
def test_a_game_that_is_resumed_is_found_by_its_tiles(nothing: CarcassonneBoxModel, style: int) -> None:
    table = Watcher(nothing, "felt", style=style)
    for move in (ROAD, CLOISTER, CITY):
        table.lay(move)
        table.confirm(move)
    sight = table.look()
    assert not sight.best.moves
    assert set(sight.quads_px) == {"tile:0,0", "tile:1,0", "tile:0,1", "tile:0,-1"}
    assert max(abs(table.corners_px((1, 0)) - sight.quads_px["tile:1,0"]).ravel()) < 6


@pytest.mark.slow
def test_a_shield_may_be_all_that_tells_a_new_tile_from_one_that_the_game_has_taught(
    nothing: CarcassonneBoxModel,
) -> None:
    plain, shielded = tile("red", "N", 2, (0, 1)), tile("green", "M", 0, (1, 1))
    table = Watcher(nothing, "cloth")
    table.look()
    table.lay(plain)
    assert turns_of(table) == (plain,)
    table.confirm(plain)
    table.lay(shielded)
    assert turns_of(table) == (shielded,)
