"""Cornish Smuggler's board at the synthetic table: what stands there is what is found there."""

from collections import Counter
from random import Random

import cv2
import numpy as np
import pytest

from tests.some import some
from vision.errors import NoTableError
from vision.games.smuggler.colours import SHADE, tell_colours
from vision.games.smuggler.pieces import PEG, SHIP, SeenTable, count_squares, see_pieces, see_table
from vision.games.smuggler.registration import (
    PX_PER_MM,
    MapPose,
    find_map,
    follow_map,
    learn_map,
    seeing_limits,
)
from vision.games.smuggler.spots import MapSpots
from vision.games.smuggler.view import MapEye, MapView, see_board
from vision.simulator.camera.aside import seen_from_aside
from vision.simulator.camera.camera import project
from vision.simulator.games.smuggler.grounds import PX_PER_MM as GROUND_PX_PER_MM
from vision.simulator.games.smuggler.grounds import paint_ground
from vision.simulator.games.smuggler.pieces import PALETTE, SHAPES, SQUARE_MM, cells_of, outline_of
from vision.simulator.games.smuggler.plans import made_up_plan
from vision.simulator.games.smuggler.table import TablePiece
from vision.simulator.games.smuggler.tables import LAND, SHIPS, made_up_table, table_on, true_places
from vision.simulator.table.acts import done

SEEDS = (5001, 5002)
WITHIN_MM = 2.0


def spots_of(plan):
    waters, lands = (
        frozenset(name for name, kind in plan.kinds.items() if kind in kinds) for kinds in (SHIPS, LAND)
    )
    return MapSpots(plan.size_mm, plan.places, waters, lands, (*plan.wheel,), (*plan.track,), plan.stocks)


def in_daylight(ground, seed):
    """Give a board's picture as its owner would have taken it: a little off in light, with noise."""
    chance = np.random.default_rng(seed)
    lit = ground * chance.uniform(0.85, 1.0, 3) + chance.normal(0, 2, ground.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


@pytest.fixture(scope="module", params=SEEDS)
def made(request):
    return made_up_table(request.param)


@pytest.fixture(scope="module")
def known(made):
    return learn_map(in_daylight(made.ground, 1), made.plan.size_mm)


@pytest.fixture(scope="module")
def frame(made):
    return made.photograph()


@pytest.fixture(scope="module")
def pose(known, frame):
    return find_map(known, frame)


@pytest.fixture(scope="module")
def seen(made, known, frame, pose) -> SeenTable:
    view = see_board(known, frame, pose)
    return see_table(view, tell_colours(view, made.colours), spots_of(made.plan), made.colours)


def off_mm(made, pose, through=None):
    """Measure how far off its place every place of a grid on the board is found."""
    places = true_places(made)
    solid = [[*made.lies.place(tuple(at)), 2.0 + made.lies.high_mm(tuple(at))] for at in places.tolist()]
    true_px = project(made.camera, np.array(solid)) - 0.5
    if through is not None:
        true_px = cv2.perspectiveTransform(true_px[None], through)[0]
    back = np.linalg.inv(pose.homography)
    found = cv2.perspectiveTransform(true_px[None], back)[0]
    return np.linalg.norm((found + 0.5) / PX_PER_MM - places, axis=1)


# --- the table ---------------------------------------------------------------------------------------


def test_a_seed_makes_up_a_map_whose_places_are_apart_and_on_the_board():
    plan = made_up_plan(3)
    assert plan == made_up_plan(3)
    assert plan.places != made_up_plan(4).places
    spots = np.array([*plan.spots().values()])
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2) + 99 * np.eye(len(spots))
    assert apart.min() > 20
    assert (spots > 8).all()
    assert (spots < np.array(plan.size_mm) - 8).all()


@pytest.mark.parametrize("shape", SHAPES)
def test_goods_are_cut_along_their_squares(shape):
    outline = np.array(outline_of(shape), np.float32)
    assert cv2.contourArea(outline) == pytest.approx(len(cells_of(shape)) * SQUARE_MM**2)


def test_pieces_stand_nearest_to_their_own_spots(made):
    spots = made.plan.spots()
    cards = {card.spot: card.at_mm for card in made.table.cards}
    at = {figure.name: figure.at_mm for figure in made.table.figures} | cards
    placed = [piece for piece in made.lies.pieces.values() if piece.spot in spots]
    for piece in some(placed):
        away = {
            name: np.hypot(*np.subtract(made.lies.place(place), at[piece.name]))
            for name, place in spots.items()
        }
        assert min(away, key=away.get) == piece.spot


# --- the board ---------------------------------------------------------------------------------------


def test_the_board_is_found_by_its_own_picture(made, pose):
    assert off_mm(made, pose).max() < WITHIN_MM


def test_the_board_is_found_thirty_degrees_aside(made, known, frame):
    aside, through = seen_from_aside(frame, 30.0, 60.0)
    assert off_mm(made, find_map(known, aside), through).max() < WITHIN_MM


def test_a_board_that_was_pushed_a_little_is_followed(made, known, frame, pose):
    pushed = MapPose(np.array([[1, 0, 4.0], [0, 1, -3.0], [0, 0, 1]]) @ pose.homography, pose.matches)
    assert off_mm(made, follow_map(known, frame, pushed)).max() < WITHIN_MM


def test_another_board_is_not_found(known):
    other = made_up_table(5003).photograph()
    with pytest.raises(NoTableError, match=r"\.$"):
        find_map(known, other)


def test_no_board_in_a_picture_is_said(known):
    with pytest.raises(NoTableError, match="not found"):
        find_map(known, np.full((648, 1152, 3), 90, np.uint8))


# --- what is on it -----------------------------------------------------------------------------------


def true_pieces(made, kind):
    return Counter((piece.owner, piece.spot) for piece in made.lies.pieces.values() if piece.kind == kind)


def test_every_peg_officer_and_ship_is_found_at_its_spot(made, seen):
    for kind in (PEG, SHIP):
        found = Counter((piece.colour, spot) for piece, spot in seen.pieces if piece.kind == kind)
        assert found == true_pieces(made, kind)
        assert found


def test_the_markers_of_wheel_and_track_are_found(made, seen):
    assert {("gold", f"wheel:{seen.wheel}"), ("white", f"track:{seen.track}")} == {*true_pieces(made, "disc")}


def test_goods_are_measured(made, seen):
    true = Counter()
    for piece in made.lies.pieces.values():
        if piece.kind == "goods":
            true[piece.spot] += len(cells_of(piece.owner))
    assert {*seen.goods} == {*true}
    for spot, squares in some(true.items()):
        assert seen.goods[spot] == squares


def laid(shape, turned_deg, wider_px):
    """Mask a piece of goods that seems to reach beyond its rim."""
    turned = np.deg2rad(turned_deg)
    way = np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]])
    corners = (np.array(outline_of(shape)) @ way + 30.0) * PX_PER_MM
    mask = np.zeros((120, 120), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    return cv2.dilate(mask, np.ones((2 * wider_px + 1,) * 2, np.uint8))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("wider_px", [0, 1, 2])
def test_goods_are_counted_however_they_are_turned_and_however_far_beyond_their_rim_they_reach(
    shape, wider_px
):
    for turned_deg in (0, 17, 45, 71):
        goods = laid(shape, turned_deg, wider_px)
        assert count_squares(goods, np.zeros_like(goods)) == len(cells_of(shape))


@pytest.mark.parametrize(
    ("shapes", "turned_deg", "off_px"),
    [
        (("##,##", "##,#."), (5, 27), (57, 18)),
        (("##", "##,##,#."), (8, 60), (5, 57)),
        (("###", "###"), (24, 54), (71, 22)),
        (("##,##", "##,##"), (13, 58), (5, 64)),
    ],
)
def test_goods_that_touch_each_other_are_counted_though_they_are_turned_otherwise(shapes, turned_deg, off_px):
    goods = np.zeros((200, 200), np.uint8)
    for shape, turned, (x, y) in zip(shapes, turned_deg, ((0, 0), off_px), strict=True):
        goods[y : y + 120, x : x + 120] |= laid(shape, turned, 1)
    assert cv2.connectedComponents(goods)[0] == 2
    assert count_squares(goods, np.zeros_like(goods)) == sum(len(cells_of(shape)) for shape in shapes)


def test_a_square_of_goods_counts_by_what_of_it_is_not_hidden():
    goods, covered = laid("###,#..", 10, 1), np.zeros((120, 120), np.uint8)
    cv2.circle(covered, (60, 60), 14, 1, -1)
    assert count_squares(goods * (1 - covered), covered) == 4


def staged(ground, plan, *pieces):
    """Photograph a board with some pieces on it."""
    made = table_on(plan, ground, 5007, 1)
    table = made.table
    for at, piece in enumerate(pieces):
        act = made.lies.put(TablePiece(f"piece {at}", *piece))
        table = done(table, act, made.film.stage.box.side_mm, made.film.stage.box.outlines)
    known, frame = learn_map(ground, plan.size_mm), made.photograph(table)
    players = [*dict.fromkeys(piece[1] for piece in pieces)]
    return see_pieces(known, frame, find_map(known, frame), spots_of(plan), players)


@pytest.mark.parametrize("colour", ["red", "pink", "yellow", "green", "blue"])
def test_a_peg_is_seen_on_a_place_that_is_printed_in_its_colour_in_part(colour):
    plan = made_up_plan(5007)
    ground, place = paint_ground(plan, 5007), next(name for name in plan.kinds if plan.kinds[name] == "town")
    bgr = [int(PALETTE[colour][at : at + 2], 16) for at in (5, 3, 1)]
    x, y = (round(value * GROUND_PX_PER_MM) for value in plan.places[place])
    cv2.rectangle(ground, (x - 24, y - 24), (x + 24, y + 24), (235, 240, 240), -1)
    cv2.rectangle(ground, (x - 24, y - 24), (x + 24, y + 24), bgr, 9)
    ((peg, spot),) = staged(ground, plan, ("peg", colour, place)).pieces
    assert (peg.colour, spot) == (colour, place)


def view_of(shown_bgr):
    """See a board that is printed in a green of land, and something of another colour on it."""
    bare = np.full((100, 100, 3), (90, 185, 80), np.uint8)
    evened = bare.astype(np.float32)
    evened[40:60, 40:60] = shown_bgr
    changed = np.abs(evened - bare).max(axis=2).astype(np.uint8)
    return MapView(
        evened, bare, changed, np.zeros((100, 100), np.float32), MapEye(0, 0, 900), seeing_limits()
    )


def test_a_shadow_on_print_nearly_of_a_woods_colour_is_a_shadow_and_wood_there_is_wood():
    shadow = tell_colours(view_of((58, 120, 52)), ("green", "red"))
    assert shadow.of(SHADE)[40:60, 40:60].all()
    assert not shadow.of("green").any()
    assert tell_colours(view_of((71, 127, 47)), ("green", "red")).of("green")[40:60, 40:60].all()


def test_no_peg_stands_at_sea():
    plan = made_up_plan(5007)
    sea = next(name for name in plan.kinds if plan.kinds[name] == "sea")
    seen = staged(paint_ground(plan, 5007), plan, ("ship", "red", sea), ("peg", "red", sea))
    assert [(piece.kind, spot) for piece, spot in seen.pieces] == [(SHIP, sea)]


def test_a_bare_board_shows_nothing(made, known):
    bare = made.table.__class__(made.table.cards[:2])
    frame = made.photograph(bare)
    view = see_board(known, frame, find_map(known, frame))
    table = see_table(view, tell_colours(view, made.colours), spots_of(made.plan), made.colours)
    assert table == SeenTable((), {}, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5010, 5016))
def test_a_board_is_found_on_unseen_tables_in_harsh_light(seed):
    made = made_up_table(seed, level=2)
    known = learn_map(in_daylight(made.ground, Random(seed).randrange(99)), made.plan.size_mm)
    assert off_mm(made, find_map(known, made.photograph())).max() < 2 * WITHIN_MM
