"""The Castles of Tuscany at the synthetic table: what is played, what is seen and what is true."""

from collections import Counter

import cv2
import numpy as np
import pytest

from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.engine.state import faces_of
from scoring.games.tuscany.land.tiles import FIELDS, HEX, colour_of
from scoring.spots import read_spot
from tests.some import some
from tests.vision.courses import states
from vision.simulator.camera.camera import place_at, project, pushed
from vision.simulator.camera.film import expose, load_film
from vision.simulator.camera.stage import camera_for
from vision.simulator.games import load
from vision.simulator.games.tuscany.box import facts_of
from vision.simulator.games.tuscany.truth import spots_of
from vision.simulator.table.boards import photograph
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.things import Lift, Push
from vision.simulator.table.timeline import script

GAME, SMALL = "tuscany", (1152, 648)


@pytest.fixture(scope="module", params=range(3))
def told(request):
    """A whole game at each level."""
    return script(11 + request.param, request.param, SMALL, game=GAME, fps=5)


def turns(told):
    """Give the turns, each with the game after it and its frames; what was told before and after are none."""
    shown = zip(told.course.turns, states(told), told.spans, strict=True)
    return [each for each in shown if each[0].visits]


def lying(told, table):
    """Tell what lies on a table, by spot."""
    return {each.spot: each for each in spots_of(told.course, table)}


# --- the game ----------------------------------------------------------------------------------------


def test_the_truth_replays_with_its_own_points(told):
    after = list(states(told))
    assert [dict(state.points) for state in after] == told.truth["points_after"]
    assert dict(told.course.final) == told.truth["points_final"]
    assert len(after) == len(told.spans)
    assert len(turns(told)) > 60


def test_no_hand_is_over_a_turn_when_the_truth_shows_it(told):
    for turn, _, span in some(turns(told)):
        at = [told.scenes[number] for number in (span.shown_from, span.whole_from, span.shown_to)]
        assert not any(scene.hand for scene in some(at)), turn.mishaps
        assert span.shown_from <= span.whole_from <= span.shown_to


def test_two_turns_in_one_look_are_seen_together():
    told = script(31, 2, SMALL, game=GAME, fps=5)
    hurried = [at for at, turn in enumerate(told.course.turns[:-1]) if turn.is_hurried]
    for at in some(hurried):
        assert told.spans[at].whole_from == told.spans[at + 1].whole_from
        assert told.spans[at].pressed_at is None


def test_a_hand_lifts_stored_tiles_only_from_its_own_player_s_spaces():
    told = script(105, 2, SMALL, game=GAME, style=910_105)
    seats = [seat.colour for seat in told.setup.players]
    visits = [visit for turn in told.course.turns for visit in turn.visits]
    lifts = [(seats[visit.seat], act.spot) for visit in visits for act in visit.acts if isinstance(act, Lift)]
    for player, spot in some([lift for lift in lifts if "/store:" in lift[1]]):
        assert spot.startswith(f"{player}/")


def test_the_table_holds_what_the_rules_say_it_holds():
    told = script(11, 0, SMALL, game=GAME, fps=5)
    for _, state, span in some(turns(told)[::5]):
        lies = lying(told, told.scenes[span.shown_to].table)
        assert [lies[f"display:{at}"].holds for at in range(8)] == faces_of(state)
        for player, realm in some(state.realms.items()):
            fields = {read_spot(s).key: each for s, each in lies.items() if s.startswith(f"{player}/tile:")}
            assert {cell: each.colour for cell, each in fields.items()} == realm.fields
            assert {cell: each.holds for cell, each in fields.items() if each.holds} == realm.covered
            stored = [lies[f"{player}/store:{at}"].holds or None for at in range(len(realm.store))]
            assert tuple(stored) == realm.store
            assert (
                tuple(lies[f"{player}/token:{at}"].holds for at in range(len(realm.tokens))) == realm.tokens
            )
            assert sum(lies[f"{player}/stack:{at}"].count for at in range(3)) == 21 - realm.put_out
            assert lies[f"{player}/heap:marble"].count == realm.marble
            assert lies[f"{player}/heap:workers"].count == realm.workers
            for track in ("green", "red"):
                assert lies[f"{player}/mark:{track}"].count == getattr(realm, track) % TRACK
        for colour in some(FIELDS):
            done = len(state.completed.get(colour, ()))
            assert lies[f"bonus:{colour}"].holds == ("1", "2", "")[min(done, 2)]


def test_yield_cards_are_turned_one_on_the_other_and_the_last_is_seen():
    told = script(11, 0, SMALL, game=GAME, fps=5)
    seen = 0
    for _, _, span in some(turns(told)):
        card = lying(told, told.scenes[span.shown_to].table).get("yield:0")
        seen += card is not None and f"yield:{card.holds}" in told.course.box.outlines
    assert seen


def test_nothing_goes_wrong_at_level_0_and_much_at_level_2():
    assert not any(turn.mishaps for turn in some(script(11, 0, SMALL, game=GAME, fps=5).course.turns))
    told = script(31, 2, SMALL, game=GAME, fps=5)
    count = Counter(mishap for turn in told.course.turns for mishap in turn.mishaps)
    assert {*count} >= {"nudge", "takeback", "forgotten", "illegal", "two_at_once"}
    wrong = sum(bool(move.get("house_rule")) for move in told.truth["moves"])
    assert wrong == count["illegal"]


def test_a_marker_is_forgotten_for_a_while_and_then_moved():
    told = script(31, 2, SMALL, game=GAME, fps=5)
    late = {
        number: [
            (player, track)
            for player, realm in state.realms.items()
            for track in ("green", "red")
            if lies[f"{player}/mark:{track}"].count != getattr(realm, track) % TRACK
        ]
        for number, (_, state, span) in enumerate(turns(told))
        if (lies := lying(told, told.scenes[span.shown_to].table))
    }
    wrong = [number for number, marks in late.items() if marks]
    assert 0 < len(wrong) < len(late) / 2


def test_a_region_slides_as_a_whole_and_what_lies_on_it_goes_with_it():
    told = script(31, 2, SMALL, game=GAME, fps=5)
    slides = [
        (visit, at)
        for at, turn in enumerate(told.course.turns)
        for visit in turn.visits
        for act in visit.acts
        if isinstance(act, Push) and act.more
    ]
    assert slides
    last = lying(told, told.scenes[-1].table)
    for spot, each in some([(s, e) for s, e in last.items() if read_spot(s).kind == "tile" and e.holds]):
        board = next(
            piece
            for piece in (last[f"{read_spot(spot).board}/piece:{at}"] for at in range(3))
            if cv2.pointPolygonTest(np.float32(piece.outline_mm), each.at_mm, False) >= 0
        )
        assert cv2.pointPolygonTest(np.float32(board.outline_mm), each.at_mm, True) > 8


def test_all_that_is_played_with_is_in_view():
    for seed in range(1, 8):
        told = script(seed, seed % 3, SMALL, turns=6, game=GAME)
        camera = camera_for(told.how, told.course.box, SMALL)
        table = told.scenes[-1].table
        corners = [corner for each in spots_of(told.course, table) for corner in each.outline_mm]
        seen = project(pushed(camera, table.bump), corners)
        assert (seen > -15).all(), seed
        assert (seen < np.array(SMALL) + 15).all(), seed


def test_a_tile_is_as_large_as_a_camera_1_to_1_4_metres_high_shows_it():
    for seed in range(12):
        told = script(seed, seed % 3, (2304, 1296), turns=1, game=GAME)
        camera = camera_for(told.how, told.course.box, (2304, 1296))
        middle, half = place_at(camera, [(1152, 648)])[0], np.array([13.5, 0])
        one, other = project(camera, [middle - half, middle + half])
        assert 32 <= np.linalg.norm(other - one) <= 56


# --- what the camera sees ----------------------------------------------------------------------------


@pytest.mark.parametrize("style", [None, 5])
def test_a_frame_is_the_same_whatever_was_filmed_before(style):
    film = load_film(script(9, 2, (768, 432), turns=5, game=GAME, style=style))
    still = None
    for scene in film.script.scenes[:160]:
        jpeg, still = expose(film, scene, still)
    assert jpeg == expose(film, scene)[0]


def test_the_truth_of_a_photograph_names_what_is_painted_there():
    told = script(3, 0, (2304, 1296), 30, game=GAME)
    film = load_film(told)
    image, truth, _ = photograph(film, [scene for scene in told.scenes if not scene.hand][-1])
    fields = [each for each in truth["spots"] if read_spot(each["spot"]).kind == "tile"]
    assert len(fields) == 30 * len(told.setup.players)
    spread = {}
    for colour in some(FIELDS):
        bare = [each["at_px"] for each in fields if each["colour"] == colour and not each.get("holds")]
        shown = np.array(
            [
                np.median(image[round(y) - 6 : round(y) + 7, round(x) + 6 : round(x) + 9], axis=(0, 1))
                for x, y in bare
            ]
        )
        spread[colour] = np.median(shown, axis=0), np.abs(shown - np.median(shown, axis=0)).max()
    for colour, (tone, _) in some(spread.items()):
        others = [np.linalg.norm(tone - other) for name, (other, _) in spread.items() if name != colour]
        assert min(others) > 15, colour
    own = {each["holds"] for each in truth["spots"] if read_spot(each["spot"]).kind == "stack"} - {
        "",
        "neutral",
    }
    assert own == {seat.colour for seat in told.setup.players}
    assert {len(steps) for steps in truth["step_px"].values()} == {TRACK}


# --- boxes -------------------------------------------------------------------------------------------


def test_every_box_has_the_fields_that_the_rules_ask_for_and_no_large_area_on_a_piece():
    shapes = set()
    for seed in range(12):
        region = facts_of(seed).region
        shapes.add(region.shape)
        for number in "1234":
            colours = Counter(colour for letter in "ABC" for colour in region.pieces[letter + number])
            assert colours == Counter(FIELDS)
    assert len(shapes) > 1


def test_boxes_are_printed_in_inks_and_icons_of_their_own():
    host = load(GAME)
    one, other = (host.box(host.seat(3), style, 3) for style in (None, 4))
    assert one.outlines == other.outlines
    apart = [cv2.absdiff(one.faces[name], other.faces[name]).mean() for name in some(one.faces)]
    assert min(apart) > 3
    assert HEX in one.figures


def test_single_tiles_are_shown_one_of_each_face(told):
    box = load(GAME).box(told.setup, seed=told.seed)
    samples = [sample.face for sample in single_tiles(box, 2)]
    assert len({*samples}) == len(samples)
    assert {colour_of(face) for face in samples if colour_of(face)} == {*FIELDS}
    assert sum(face.startswith("token:") for face in samples) == 5
