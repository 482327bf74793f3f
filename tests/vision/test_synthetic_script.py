"""The synthetic table's scripts: what is played, what goes wrong, and the truth about it."""

from collections import Counter

import numpy as np
import pytest

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.placed_tile import lay_face, segments_named
from scoring.games.carcassonne.land.shapes import segment_at
from tests.some import some
from vision.simulator import games
from vision.simulator.camera.camera import place_at, project, pushed
from vision.simulator.camera.levels import LEVELS, draw_conditions
from vision.simulator.camera.lights import LAMPS, LIGHTS
from vision.simulator.camera.stage import camera_for
from vision.simulator.table.acts import card_at, turned
from vision.simulator.table.things import Put
from vision.simulator.table.timeline import script, stills

SMALL = (1152, 648)


@pytest.fixture(scope="module")
def whole_games():
    return [script(seed, level, SMALL, fps=5) for level in range(3) for seed in (11, 12)]


def spot(move):
    return "tile:{},{}".format(*move["cell"])


def test_a_seed_tells_everything():
    assert script(3, 2, SMALL, turns=6) == script(3, 2, SMALL, turns=6)
    assert script(3, 2, SMALL, turns=6) != script(4, 2, SMALL, turns=6)


def test_the_truth_replays_with_its_own_points(whole_games):
    rules = load("carcassonne")
    for told in some(whole_games):
        sheet = rules.replay(told.truth)
        assert [entry["points"] for entry in sheet["after"]] == told.truth["points_after"]
        assert sheet["final"]["points"] == told.truth["points_final"]
        assert len(told.truth["moves"]) == len(told.spans) == 71


def test_the_table_shows_a_turn_when_the_truth_says_so(whole_games):
    for told in some(whole_games):
        for move in some(told.truth["moves"]):
            at = [told.scenes[move[key]] for key in ("shown_from", "whole_from", "shown_to")]
            assert not any(scene.hand for scene in some(at))
            assert at[0].number <= at[1].number <= at[2].number
            for scene in at:
                card = card_at(scene.table, spot(move))
                assert card.face == move["face"]
                assert (round(card.turn_deg / 90) - move["turns"]) % 4 == 0


def test_a_figure_stands_on_the_feature_that_the_truth_names(whole_games):
    seen = 0
    for told in some(whole_games):
        for move in some([move for move in told.truth["moves"] if move.get("meeple")]):
            table = told.scenes[move["whole_from"]].table
            card, figure = card_at(table, spot(move)), table.figures[-1]
            assert figure.colour == move["player"]
            x, y = turned(np.subtract(figure.at_mm, card.at_mm), -card.turn_deg)
            index = segment_at(faces()[move["face"]], x / 45 + 0.5, y / 45 + 0.5)
            meeple = move["meeple"]
            laid = lay_face(move["face"], move["turns"])
            assert segments_named(laid, meeple["feature"], meeple["sides"]) == (index,)
            assert figure.lying == (meeple["feature"] == "field")
            seen += 1
    assert seen > 50


def test_figures_that_scored_leave_the_table_unless_they_are_forgotten():
    told = script(11, 0, SMALL, fps=5)
    rules = load("carcassonne")
    state = rules.start(told.setup)
    for move, span in some(zip(told.truth["moves"], told.spans, strict=True)):
        state, _ = rules.apply(state, rules.load_move(move))
        assert len(told.scenes[span.shown_to].table.figures) == len(state.figures)


def test_every_window_without_a_hand_is_three_frames_long(whole_games):
    for told in some(whole_games):
        hands = "".join("h" if scene.hand else "." for scene in told.scenes)
        assert min(len(window) for window in hands.split("h") if window) >= 3


def test_tiles_stay_in_the_frame(whole_games):
    for told in some(whole_games):
        last = told.scenes[-1].table
        camera = pushed(camera_for(told.how, told.course.box, SMALL), last.bump)
        seen = project(camera, [card.at_mm for card in last.cards])
        assert (seen > 15).all()
        assert (seen < np.array(SMALL) - 15).all()


def test_tiles_are_as_large_as_a_mast_over_a_table_shows_them():
    for seed in range(20):
        how = draw_conditions(seed, seed % 3)
        box = games.load("carcassonne").box(games.load("carcassonne").seat(seed))
        camera = camera_for(how, box, (2304, 1296))
        middle = place_at(camera, [(1152, 648)])[0]
        half = np.array([22.5, 0])
        one, other = project(camera, [middle - half, middle + half])
        assert 60 <= np.linalg.norm(other - one) <= 105


def test_a_session_draws_its_values_within_its_level():
    for seed in range(90):
        level, how = LEVELS[seed % 3], draw_conditions(seed, seed % 3)
        assert 0 < how.tilt_deg <= level.tilt_deg
        assert 0 < how.blur_px <= level.blur_px
        assert 0 < how.noise <= level.noise
        assert level.jpeg <= how.jpeg <= 97
        assert 0 < how.shade <= level.shade
        assert how.shade_soft_mm >= level.shade_soft_mm
        assert len(how.lamps) <= level.lamps


@pytest.mark.parametrize("level", range(3))
def test_tiles_drift_and_turn_up_to_the_bound_and_no_farther(level):
    told = script(21, level, SMALL, fps=5)
    pushes = {act.spot for turn in told.course.turns for visit in turn.visits for act in visit.acts
              if hasattr(act, "by_mm")}  # fmt: skip
    pitch = 45 + told.how.gap_mm
    off, turn = [], []
    for card in told.scenes[-1].table.cards:
        if card.spot not in pushes:
            cell = np.array([int(part) for part in card.spot.removeprefix("tile:").split(",")])
            off.append(np.abs(np.array(card.at_mm) - cell * pitch).max())
            turn.append(abs((card.turn_deg + 45) % 90 - 45))
    assert 0.3 * told.how.drift_mm < max(off) <= LEVELS[level].drift_mm
    assert 0.3 * told.how.turn_off_deg < max(turn) <= LEVELS[level].turn_deg


def test_nothing_goes_wrong_at_level_0_and_much_at_level_2():
    assert not any(turn.mishaps for turn in some(script(11, 0, SMALL, fps=5).course.turns))
    turns = [turn for seed in range(30, 34) for turn in script(seed, 2, SMALL, fps=5).course.turns]
    count = Counter(mishap for turn in turns for mishap in turn.mishaps)
    assert 20 < count["nudge"] < 60
    assert 10 < count["takeback"] < 40
    assert 10 < count["forgotten"] < 40
    assert 1 < count["illegal"] < 20
    assert 1 < count["two_at_once"] < 20


def test_what_breaks_a_rule_is_marked_as_a_house_rule():
    told = script(32, 2, SMALL, fps=5)
    wrong = [move for move in told.truth["moves"] if move.get("house_rule")]
    assert len(wrong) == sum("illegal" in turn.mishaps for turn in told.course.turns)
    assert wrong


def test_a_tile_taken_back_lay_still_somewhere_else_first():
    told = script(32, 2, SMALL, fps=5)
    seen = 0
    for move in some([move for move in told.truth["moves"] if "takeback" in move.get("mishaps", ())]):
        final = card_at(told.scenes[move["shown_from"]].table, spot(move))
        before = told.scenes[: move["shown_from"]]
        lay = [scene.table.cards[-1] for scene in before[-40:] if not scene.hand]
        assert any(card.face == final.face and card != final for card in lay)
        seen += 1
    assert seen


def test_two_tiles_before_a_press_leave_the_first_without_one():
    told = script(32, 2, SMALL, fps=5)
    for turn, span in zip(told.course.turns, told.spans, strict=True):
        assert (span.pressed_at is None) == ("two_at_once" in turn.mishaps)
        if span.pressed_at is not None:
            assert span.whole_from <= span.pressed_at <= span.shown_to
    assert told.spans[-1].pressed_at is not None


def test_the_exposure_drifts_as_far_as_its_level_lets_it():
    for level in range(3):
        drift = [scene.exposure_ev for scene in script(8, level, SMALL, turns=30, fps=5).scenes]
        assert np.abs(drift).max() <= LEVELS[level].drift_ev
        assert (np.ptp(drift) > 0) == (level > 0)


def test_the_moments_of_a_turn_can_be_had_without_the_film():
    told = script(5, 1, SMALL, turns=8)
    moments = list(stills(told))
    assert [number for number, *_ in moments] == list(range(8))
    for _, tile, whole, hand in moments:
        assert tile.hand is None
        assert whole.hand is None
        assert hand.hand is not None
        assert hand.number < whole.number


def test_a_game_with_the_river_and_abbots_is_played_too():
    seats = (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"), PlayerSeat("Cleo", "green"))
    told = script(6, 1, SMALL, setup=Setup("leaflet-001", seats, {"river": True, "abbot": True}), fps=5)
    kinds = {act.figure.kind for turn in told.course.turns for visit in turn.visits for act in visit.acts
             if isinstance(act, Put)}  # fmt: skip
    assert kinds == {"follower", "abbot"}
    assert told.truth["moves"][0]["face"].startswith("river_")
    assert load("carcassonne").replay(told.truth)["final"]["points"] == told.truth["points_final"]


def test_a_game_that_cannot_be_drawn_is_refused():
    with pytest.raises(UnreadableError, match="No game called 'chess' can be drawn"):
        script(1, game="chess")


@pytest.mark.parametrize("light", [*LIGHTS, *LAMPS])
def test_a_light_changes_nothing_but_the_light(light):
    plain, lit = script(5, 0, turns=3), script(5, 0, turns=3, light=light)
    assert lit.truth == plain.truth
    assert lit.how != plain.how
    same = ("surface", "tile_px", "tilt_deg", "turn_deg", "drift_mm", "blur_px", "jpeg")
    for name in some(same):
        assert getattr(lit.how, name) == getattr(plain.how, name)
