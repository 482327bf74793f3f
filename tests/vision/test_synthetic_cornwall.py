"""Cornwall at the synthetic table: what is played, where things lie, what is seen and the truth about it."""

import math
from collections import Counter

import cv2
import numpy as np
import pytest

from scoring.games.cornwall.drawing.figures import HEIGHTS_MM
from scoring.games.cornwall.engine.opening import is_start_face
from scoring.games.cornwall.engine.play import points_after
from scoring.games.cornwall.engine.state import SUPPLY
from scoring.games.cornwall.land.fields import TERRAINS, Field, fields_of, symbols_of
from scoring.games.cornwall.land.hexes import PITCH_MM, middle_mm, trefoil
from tests.some import some
from tests.vision.courses import states
from vision.simulator.camera.camera import place_at
from vision.simulator.camera.film import expose, load_film
from vision.simulator.camera.levels import LEVELS
from vision.simulator.camera.still import compose
from vision.simulator.games import load
from vision.simulator.made_up.hexes.drawing import draw_field
from vision.simulator.made_up.hexes.styles import draw_style
from vision.simulator.table.acts import card_at, figures_on, turned
from vision.simulator.table.boards import photograph, photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.things import Card, Push, SimFigure, SimTable
from vision.simulator.table.timeline import script

GAME, SMALL = "cornwall", (1152, 648)
FIGURES = tuple(SUPPLY)


@pytest.fixture(scope="module")
def whole_games():
    return [script(seed, level, SMALL, game=GAME, fps=5) for level in range(3) for seed in (11, 12)]


@pytest.fixture(scope="module")
def box():
    return load(GAME).box(load(GAME).seat(3), seed=3)


def land(table):
    return [card for card in table.cards if card.spot.startswith("tile:")]


def cell_of(card):
    return tuple(int(number) for number in card.spot.removeprefix("tile:").split(","))


# --- the game ----------------------------------------------------------------------------------------


def test_the_truth_begins_with_the_start_tile_and_replays_with_its_own_points(whole_games):
    for told in some(whole_games):
        assert len(told.truth["moves"][0]["start"]) == 5
        assert (told.spans[0].shown_from, told.spans[0].whole_from) == (0, 0)
        after = list(states(told))
        assert [dict(state.points) for state in after] == told.truth["points_after"]
        assert dict(points_after(after[-1])) == told.truth["points_final"]
        assert len(after) == len(told.spans)


def test_every_game_is_played_with_tiles_of_its_own():
    one, other = (script(seed, 0, SMALL, 4, game=GAME).course.box for seed in (1, 2))
    assert set(one.faces) != set(other.faces)
    tiles = [face for face in one.taught if not is_start_face(face)]
    cottages = Counter(field.symbols for face in tiles for field in fields_of(face))[("cottage",)]
    assert cottages == 11


def test_the_table_shows_a_turn_when_the_truth_says_so(whole_games):
    for told in some(whole_games):
        for move in some(told.truth["moves"][1:]):
            at = [told.scenes[move[key]] for key in ("shown_from", "whole_from", "shown_to")]
            assert not any(scene.hand for scene in some(at))
            assert at[0].number <= at[1].number <= at[2].number
            for scene in at:
                card = card_at(scene.table, "tile:{},{}".format(*move["cell"]))
                assert card.face == move["face"]
                assert (round(card.turn_deg / 60) - move["turns"]) % 6 == 0


def test_figures_stand_on_the_fields_that_the_truth_names(whole_games):
    seen = 0
    for told in some(whole_games):
        pushes = any(
            isinstance(act, Push) for turn in told.course.turns for v in turn.visits for act in v.acts
        )
        for move in some(told.truth["moves"][1:]):
            table = told.scenes[move["whole_from"]].table
            for stand in move.get("figures", ()):
                where = "{},{}".format(*stand["cell"])
                [figure] = [
                    one for one in table.figures if one.name.endswith(f" {where}") and one.kind in SUPPLY
                ]
                assert (figure.colour, figure.kind) == (move["player"], stand["kind"])
                off = math.dist(figure.at_mm, middle_mm(tuple(stand["cell"])))
                assert off < PITCH_MM / 2 or pushes or told.how.level
                seen += 1
    assert seen > 50


def test_the_table_holds_what_the_rules_say_it_holds():
    told = script(11, 0, SMALL, game=GAME, fps=5)
    for state, span in some(zip(states(told), told.spans, strict=True)):
        table = told.scenes[span.shown_to].table
        people = [one for one in table.figures if one.kind in SUPPLY]
        standing = Counter((one.colour, one.kind) for one in people if not one.name.endswith("guest"))
        guests = Counter((one.colour, one.kind) for one in people if one.name.endswith("guest"))
        assert standing == Counter((one.player, one.kind) for one in state.figures)
        assert guests == Counter((one.player, one.kind) for one in state.pub)
        cottages = sum(field.has("cottage") for field in state.fields.values())
        assert sum(one.kind == "cottage" for one in table.figures) == cottages
        assert sum(one.kind == "coin" for one in table.figures) == sum(state.coins.values())


def test_tiles_lie_in_the_frame_and_clear_of_the_pub(whole_games):
    for told in some(whole_games):
        table = told.scenes[-1].table
        for card in some(table.cards):
            if card.spot == "pub":
                assert min(math.dist(card.at_mm, one.at_mm) for one in land(table)) > 45


@pytest.mark.parametrize("level", range(3))
def test_tiles_drift_and_turn_up_to_the_bound_and_no_farther(level):
    told = script(21, level, SMALL, game=GAME, fps=5)
    pushed = {
        act.spot for turn in told.course.turns for v in turn.visits for act in v.acts if isinstance(act, Push)
    }
    off, turn = [], []
    for card in land(told.scenes[-1].table):
        if card.spot in pushed:
            continue
        cells = (
            [(0, 0)] if is_start_face(card.face) else trefoil(cell_of(card), round(card.turn_deg / 60) % 6)
        )
        should = np.mean([middle_mm(cell) for cell in cells], axis=0) * (1 + told.how.gap_mm / PITCH_MM)
        off.append(np.abs(np.array(card.at_mm) - should).max())
        turn.append(abs((card.turn_deg + 30) % 60 - 30))
    assert 0.3 * told.how.drift_mm < max(off) <= LEVELS[level].drift_mm
    assert 0.3 * told.how.turn_off_deg < max(turn) <= LEVELS[level].turn_deg


@pytest.mark.slow
def test_nothing_goes_wrong_at_level_0_and_much_at_level_2():
    assert not any(turn.mishaps for turn in some(script(11, 0, SMALL, game=GAME, fps=5).course.turns))
    games = [script(seed, 2, SMALL, game=GAME, fps=5) for seed in range(30, 38)]
    count = Counter(mishap for told in games for turn in told.course.turns for mishap in turn.mishaps)
    assert 20 < count["nudge"] < 60
    assert 10 < count["takeback"] < 40
    assert 5 < count["forgotten"] < 40
    assert 1 < count["illegal"] < 20
    assert 1 < count["two_at_once"] < 20
    wrong = sum(bool(move.get("house_rule")) for told in games for move in told.truth["moves"])
    assert wrong == count["illegal"]


def test_a_nudged_tile_takes_with_it_what_stands_on_its_three_fields(box):
    face = box.taught[0]
    card = Card("tile:0,0", face, (100.0, 50.0), 63.0)
    on_it = SimFigure("on", "red", "small", False, card.at_mm, 0.0)
    notch = turned((0.0, -30.0), card.turn_deg)
    beside = SimFigure("beside", "red", "small", False, (100.0 + notch[0], 50.0 + notch[1]), 0.0)
    table = SimTable((card,), (on_it, beside))
    outlines = {card.face: box.outline(face)}
    assert list(figures_on(table, card, 0.0, outlines)) == [on_it]


# --- what the camera sees ----------------------------------------------------------------------------


@pytest.mark.parametrize("style", [None, 5])
def test_a_frame_is_the_same_whatever_was_filmed_before(style):
    film = load_film(script(9, 1, (768, 432), turns=3, game=GAME, style=style))
    still = None
    for scene in film.script.scenes[:90]:
        jpeg, still = expose(film, scene, still)
    assert jpeg == expose(film, scene)[0]


def test_a_tall_figure_leans_farther_than_a_small_one_and_a_big_one_is_wider():
    film = load_film(script(9, 0, SMALL, turns=1, game=GAME))
    [place] = place_at(film.stage.camera, [(0.93 * SMALL[0], 0.5 * SMALL[1])]).tolist()
    bare = compose(film.stage, SimTable()).plain
    covers = {}
    for kind in FIGURES:
        stood = compose(
            film.stage, SimTable(figures=(SimFigure("", "red", kind, False, tuple(place), 0.0),))
        ).plain
        there = cv2.absdiff(bare, stood).max(axis=2) > 70
        _, sides, _ = cv2.minAreaRect(np.argwhere(there).astype(np.float32))
        covers[kind] = max(sides), min(sides)
    assert covers["tall"][0] > 1.25 * covers["small"][0]
    assert covers["tall"][1] < 1.2 * covers["small"][1]
    assert covers["big"][1] > 1.4 * covers["small"][1]
    assert HEIGHTS_MM["tall"] > 1.7 * HEIGHTS_MM["small"]


def test_the_truth_of_a_photograph_lies_on_the_tiles_it_shows():
    told = script(12, 1, SMALL, 10, game=GAME)
    film = load_film(told)
    image, truth, _ = photograph(film, told.scenes[-1])
    assert image.shape == (648, 1152, 3)
    assert len(truth["fields"]) == 5 + 3 * 10
    fields = Counter(field["tile"] for field in truth["fields"])
    assert fields == {0: 5, **dict.fromkeys(range(1, 11), 3)}
    covered = np.zeros(image.shape[:2], np.uint8)
    for field in truth["fields"]:
        cv2.fillPoly(covered, [np.round(field["hex_px"]).astype(np.int32)], 255)
    bare, laid = (
        compose(film.stage, table).plain
        for table in (SimTable(), SimTable(tuple(land(told.scenes[-1].table))))
    )
    changed = cv2.absdiff(bare, laid).max(axis=2) > 25
    assert changed[covered > 0].mean() > 0.8
    far = cv2.dilate(covered, np.ones((15, 15), np.uint8)) == 0
    assert changed[far].mean() < 0.002


def test_a_board_says_who_stands_where_and_who_sits_in_the_pub():
    told = script(11, 0, SMALL, game=GAME, fps=5)
    _, truth = photograph_end(told)
    *_, state = states(told)
    assert sorted((*one["cell"], one["colour"], one["kind"]) for one in truth["figures"]) == sorted(
        (*one.cell, one.player, one.kind) for one in state.figures
    )
    assert Counter((one["colour"], one["kind"]) for one in truth["pub"]) == Counter(
        (one.player, one.kind) for one in state.pub
    )
    assert {tuple(one["cell"]) for one in truth["cottages"]} == {
        cell for cell, field in state.fields.items() if field.has("cottage")
    }
    assert len(truth["pub_px"]) == 1


# --- boxes -------------------------------------------------------------------------------------------


def test_single_tiles_are_shown_one_of_each_face_and_cut_out(box):
    samples = list(single_tiles(box, 2))
    start = next(face for face in box.faces if is_start_face(face))
    assert [sample.face for sample in samples] == [*sorted(set(box.faces) - {start, "pub"}), start]
    corner, middle = samples[0].image[2, 2], samples[0].image[len(samples[0].image) // 2 - 40]
    assert np.ptp(corner.astype(int)) < 30
    assert middle.astype(int).std() > 10


def test_every_field_can_be_made_up_and_looks_different_in_every_box():
    for terrain in TERRAINS:
        for symbols in some(symbols_of(terrain)):
            drawn = []
            for seed in range(2):
                chance = np.random.default_rng(seed)
                image, mask = draw_field(Field(terrain, symbols), draw_style(chance), chance, 80)
                assert image.shape == (80, 80, 3)
                assert 0.63 < (mask > 127).mean() < 0.69
                drawn.append(image)
            assert cv2.absdiff(*drawn).mean() > 8
