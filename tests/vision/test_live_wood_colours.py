"""Figures of any wood: of a colour that no list has the first one is the mover's, and the others are told."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tabletop import PLAYERS, READER, Watcher, game, named, tile

from scoring.games.carcassonne.engine.moves import TilePlacement
from tests.some import some
from vision.games.carcassonne.live.enrolling import met
from vision.games.carcassonne.live.locating import expected_of, track
from vision.games.carcassonne.live.memory import CarcassonneBoxModel, TrackedFigure
from vision.games.carcassonne.live.picturing import changes_since, cut_out
from vision.games.carcassonne.live.tracking import lay_out, window
from vision.games.carcassonne.wood_colours import WOODS, WoodSample, only, tint_apart, wood_distance, wood_of

ODD = {"teal": "#1f9a96", "magenta": "#c02080", "lilac": "#b49ad8"}
THIEF = tile("red", "U", 1, (1, 0), "road", "W")
MONK = tile("green", "B", 0, (0, 1), "cloister")
FARMER = tile("red", "U", 1, (2, 0), "field", "N")
CITIZEN = tile("red", "N", 0, (0, 1), "city", "N")
LATER_THIEF = tile("red", "U", 1, (4, 0), "road", "W")
GUARD = tile("red", "E", 2, (0, -1), "city", "S")
STYLE, RED_CITIES = 910_001, 900_917
START = (0, 0)
ASKED, SURE = 0.9, 0.95


@pytest.fixture(scope="module")
def nothing() -> CarcassonneBoxModel:
    """Nothing known of the box, and the colours of the players."""
    return READER.get_ready(None, [seat.colour for seat in PLAYERS.players])


def played(table: Watcher, move: TilePlacement) -> tuple[tuple[TilePlacement, ...], float]:
    """What a turn is told as, and how surely."""
    table.lay_bare(move)
    table.look()
    table.put(move)
    best = table.look().best
    return tuple(named(one) for one in best.moves), best.confidence


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("wood", ODD.values(), ids=ODD)
@pytest.mark.parametrize("is_learned", [True, False], ids=["a learned box", "any box"])
def test_a_figure_of_a_colour_that_no_list_has_is_known_from_its_first_look(
    known: CarcassonneBoxModel, nothing: CarcassonneBoxModel, wood: str, is_learned: bool
) -> None:
    table = Watcher(known, "wood") if is_learned else Watcher(nothing, "cloth", style=STYLE)
    table.paint("red", wood)
    table.look()
    told, share = played(table, THIEF)
    assert told == (THIEF,) or share < ASKED, "it is asked, not passed over"
    table.confirm(THIEF)
    assert played(table, MONK)[0] == (MONK,), "the usual wood of another player is told as ever"
    table.confirm(MONK)
    told, share = played(table, FARMER)
    assert told == (FARMER,)
    assert share > SURE
    assert table.memory.learned.woods != WOODS


def test_usual_wood_is_told_as_it_always_was(known: CarcassonneBoxModel) -> None:
    table = Watcher(known)
    table.look()
    for move in (THIEF, MONK, FARMER):
        assert played(table, move)[0] == (move,)
        table.confirm(move)
    table.look()
    assert table.memory.learned.woods == WOODS


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("ground", ["cloth", "wood"])
@pytest.mark.parametrize("move", [CITIZEN, GUARD], ids=["a large city", "a small one"])
def test_a_red_figure_that_comes_into_a_red_city_is_not_passed_over(
    nothing: CarcassonneBoxModel, ground: str, move: TilePlacement
) -> None:
    table = Watcher(nothing, ground, style=RED_CITIES)
    table.look()
    told, share = played(table, move)
    assert told == (move,) or share < ASKED


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(("style", "ground"), [(900_924, "cloth"), (900_933, "wood")])
@pytest.mark.parametrize("side", ["N", "S"])
def test_a_green_farmer_that_comes_with_its_tile_into_a_green_meadow_is_not_passed_over(
    nothing: CarcassonneBoxModel, style: int, ground: str, side: str
) -> None:
    table = Watcher(nothing, ground, style=style)
    table.look()
    table.lay(THIEF)
    table.look()
    table.confirm(THIEF)
    farmer = tile("green", "U", 1, (2, 0), "field", side)
    table.lay(farmer)
    best = table.look().best
    told = tuple(named(one) for one in best.moves)
    assert told == (farmer,) or best.confidence < ASKED, "it is asked, not passed over"


@pytest.mark.parametrize(("odds", "has_changed"), [(-5.0, False), (5.0, True)])
def test_what_is_as_dark_as_a_shadow_has_come_only_where_the_net_sees_wood(
    nothing: CarcassonneBoxModel, odds: float, has_changed: bool
) -> None:
    table = Watcher(nothing, "cloth", style=STYLE)
    bare = table.photo()
    table.look(bare)
    memory, cell = table.memory, (0, 0)
    before = cut_out(lay_out(bare, memory.homography, [cell]), memory.laid[cell])
    is_dark = (
        cv2.fillConvexPoly(np.zeros(bare.shape, np.uint8), smaller(table.corners_px(cell)), (1, 1, 1)) > 0
    )
    darkened = np.where(is_dark, 0.45 * bare, bare).astype(np.uint8)
    shown = window(lay_out(darkened, memory.homography, [cell]), cell)
    told = np.full(shown.fine.image.shape[:2], odds, np.float32)
    changed = changes_since(shown, memory.laid[cell], before, told).plain
    assert (changed.mean() > 0.005) == has_changed


def smaller(corners_px: NDArray[np.float64]) -> NDArray[np.int32]:
    """A square in the middle of a tile, as large as a figure."""
    return np.round(corners_px.mean(axis=0) + 0.25 * (corners_px - corners_px.mean(axis=0))).astype(np.int32)


def test_a_colour_that_was_mistaken_is_set_right_by_the_next_figure(nothing: CarcassonneBoxModel) -> None:
    table = Watcher(nothing, "cloth", style=STYLE)
    table.paint("red", ODD["teal"])
    table.look()
    for move in (THIEF, MONK):
        played(table, move)
        table.confirm(move)
    table.look()
    learned = table.memory.learned
    violet = wood_of(np.array([[50.0, 60.0, -20.0]]))
    mistaken = learned._replace(woods={**learned.woods, "red": violet})
    table.memory = table.memory._replace(learned=mistaken)
    assert played(table, FARMER)[0] == (FARMER,), "whose turn it is tells"
    table.confirm(FARMER)
    table.look()
    assert table.memory.learned.woods["red"] == pytest.approx(learned.woods["red"], abs=10)


def with_two_red_figures(known: CarcassonneBoxModel) -> Watcher:
    """A game in which red has put down two figures."""
    table = Watcher(known, "cloth", style=STYLE)
    table.look()
    for move in (THIEF, MONK, FARMER, tile("green", "U", 1, (3, 0))):
        assert played(table, move)[0] == (move,)
        table.confirm(move)
    table.look()
    return table


def test_a_figure_that_comes_with_its_tile_is_told_by_the_players_other_figures(
    nothing: CarcassonneBoxModel,
) -> None:
    table = with_two_red_figures(nothing)
    table.lay(LATER_THIEF)
    best = table.look().best
    assert tuple(named(one) for one in best.moves) == (LATER_THIEF,)
    assert best.confidence > ASKED


def test_a_figure_of_a_turn_taken_back_tells_nothing_of_its_players_wood(
    nothing: CarcassonneBoxModel,
) -> None:
    table = with_two_red_figures(nothing)
    assert FARMER.cell in table.memory.learned.figures
    table.state = game(THIEF, MONK)
    table.look()
    assert FARMER.cell not in table.memory.learned.figures
    assert THIEF.cell in table.memory.learned.figures


def test_what_comes_with_a_tile_and_has_another_tint_than_the_players_figures_is_none(
    nothing: CarcassonneBoxModel,
) -> None:
    table = with_two_red_figures(nothing)
    learned = table.memory.learned
    brown = wood_of(np.array([[35.0, 20.0, 40.0]]))
    others = {cell: (colour, brown) for cell, (colour, _) in learned.figures.items()}
    table.memory = table.memory._replace(learned=learned._replace(figures=others))
    table.lay(LATER_THIEF)
    best = table.look().best
    assert best.moves[0].meeple is None or best.confidence < ASKED


def test_what_was_there_when_a_tile_was_seen_without_a_figure_is_doubted(
    nothing: CarcassonneBoxModel,
) -> None:
    table = Watcher(nothing, "cloth", style=STYLE)
    table.look()
    table.lay(THIEF)
    assert tuple(named(one) for one in table.look().best.moves) == (THIEF,)
    memory, cell = table.memory, THIEF.cell
    layout = lay_out(table.photo(), memory.homography, expected_of(game(THIEF)))
    as_it_is = cut_out(layout, memory.arrivals[cell].laid)
    known_plain = memory.arrivals[cell]._replace(plain=as_it_is, seen=())
    sure = table.look().best.confidence
    table.memory = memory._replace(arrivals={cell: known_plain})
    assert 1 - table.look().best.confidence > 3 * (1 - sure)


def test_a_figure_that_is_not_seen_has_not_the_wood_of_its_neighbour(nothing: CarcassonneBoxModel) -> None:
    table = with_two_red_figures(nothing)
    tracked, _ = track(table.photo(), nothing, expected_of(table.state), table.memory)
    seen = table.memory.stands[THIEF.cell]
    x, y = seen.middle
    unseen = TrackedFigure("green", seen.meeple, (x - 0.3, y))
    stands = {START: unseen, THIEF.cell: seen}
    assert met(tracked, stands, stands).keys() == {THIEF.cell}


@given(st.floats(30, 80), st.floats(-60, 60), st.floats(-60, 60), st.floats(0.8, 1.25))
def test_wood_in_more_or_less_light_has_the_same_tint(
    light: float, green_red: float, blue_yellow: float, brighter: float
) -> None:
    usual = WoodSample(light, green_red, blue_yellow)
    lit = WoodSample((light + 10) * brighter - 10, green_red * brighter, blue_yellow * brighter)
    assert tint_apart(lit, usual) == pytest.approx(0, abs=1e-4)
    assert tint_apart(usual._replace(green_red=green_red + 30), usual) > 5


@given(st.floats(12, 90), st.floats(-70, 70), st.floats(-70, 70))
def test_any_wood_is_told_by_one_look_at_it(light: float, green_red: float, blue_yellow: float) -> None:
    lab = np.array([[[light, green_red, blue_yellow]]], np.float32)
    assert wood_distance(lab, {"its own": wood_of(lab[0])}).item() < 1


def test_no_usual_wood_is_taken_for_another_that_was_looked_at() -> None:
    shown = {"red": (45, 62, 42), "blue": (45, 5, -50), "yellow": (82, 5, 75), "green": (50, -45, 35)}
    for name, lab in some(shown.items()):
        own = {name: wood_of(np.array([lab], np.float32))}
        for other, elsewhere in some(shown.items()):
            far = wood_distance(np.array([[elsewhere]], np.float32), own).item()
            assert (far < 1) == (name == other)
            usual = wood_distance(np.array([[elsewhere]], np.float32), only([other]))
            assert usual.item() < 1


def test_blue_wood_in_a_dim_corner_is_blue_and_black_wood_there_is_not() -> None:
    dim_blue, dim_black = [18.4, 8.3, -30.0], [15.0, 1.0, -6.0]
    blue, black = wood_distance(np.array([[dim_blue, dim_black]], np.float32), only(["blue"]))[0, :, 0]
    assert blue < 1 < black


def test_dark_blue_that_was_looked_at_is_told_from_black_between_two_lamps() -> None:
    woods = {"blue": wood_of(np.array([[28, -10, -7]], np.float32)), "black": WOODS["black"]}
    shown = {
        "blue": [(26, -8, -9), (26, -5, -14), (25, -8, -7)],
        "black": [(11, 3, 7), (8, 2, 6), (10, 1, 5)],
    }
    for name, looks in some(shown.items()):
        far = wood_distance(np.array([looks], np.float32), woods)[0]
        assert [list(woods)[index] for index in far.argmin(axis=1)] == [name] * len(looks)
