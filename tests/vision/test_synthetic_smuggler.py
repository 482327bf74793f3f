"""Cornish Smuggler at the synthetic table: what is played, what is seen and what is true."""

import math
from collections import Counter

import numpy as np
import pytest

from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.engine.moves import Learn
from tests.some import some
from tests.vision.courses import states
from vision.simulator.camera.camera import project, pushed
from vision.simulator.camera.film import load_film
from vision.simulator.games import load
from vision.simulator.games.smuggler.states import standing_of
from vision.simulator.table.boards import photograph
from vision.simulator.table.timeline import script

GAME, SMALL = "smuggler", (1152, 648)
NEAR_MM = 25.0
"""No piece stands farther from its spot's middle than this: ``table.FAR_MM``, and its own size."""


@pytest.fixture(scope="module", params=range(3))
def told(request):
    """A whole game at each level."""
    return script(21 + request.param, request.param, SMALL, game=GAME, fps=5)


@pytest.fixture(scope="module")
def film():
    """A short film at the hardest level."""
    return load_film(script(31, 2, SMALL, turns=6, game=GAME, style=7, fps=5))


def shown(told):
    """Give every turn that hands came for and that lay still, with the game after it."""
    turns = zip(told.course.turns, states(told), told.spans, strict=True)
    return [each for each in turns if each[0].visits and not each[0].is_hurried]


def lying(told, scene):
    camera = pushed(load_film(told).stage.camera, scene.table.bump)
    return load(GAME).lies(told.course, scene.table, lambda points: project(camera, points))


def standing(told, scene):
    """Tell what stands on the table, by what it is and where it was put."""
    names = [each.name for each in scene.table.figures]
    names += [card.spot for card in scene.table.cards if card.spot in told.course.stands]
    return Counter(told.course.stands[name] for name in names)


def without_discs(stands):
    return Counter({each: count for each, count in stands.items() if each[0] != "disc"})


def test_the_truth_replays_with_its_own_points(told):
    after = list(states(told))
    assert after[-1].is_played
    assert [dict(state.points) for state in after] == told.truth["points_after"]
    assert sum(told.truth["points_final"].values()) > 0
    assert len(after) == len(told.spans) == len(told.course.turns)
    assert not any(isinstance(NOTATION.load_move(entry), Learn) for entry in some(told.truth["moves"]))


def test_all_kinds_of_things_move(told):
    moved = {told.course.stands[each.name][:2] for scene in told.scenes for each in scene.table.figures}
    assert {("peg", "black"), ("disc", "gold"), ("disc", "white")} <= moved
    assert {("ship", seat.colour) for seat in told.setup.players} <= moved
    assert len({scene.table.cards for scene in told.scenes}) > 10


def test_the_table_shows_what_the_rules_know_after_every_turn(told):
    for turn, state, span in some(shown(told)):
        now = standing(told, told.scenes[span.whole_from])
        assert without_discs(now) == without_discs(Counter(standing_of(state))), turn.move
        assert sum(now.values()) == sum(Counter(standing_of(state)).values())


def test_markers_stand_right_unless_somebody_forgot_them(told):
    wrong = forgotten = 0
    for turn, state, span in some(shown(told)):
        wrong += standing(told, told.scenes[span.whole_from]) != Counter(standing_of(state))
        forgotten += "forgotten" in turn.mishaps
    assert (wrong > 0) == (forgotten > 0)
    assert wrong < len(told.course.turns) / 4


def test_no_hand_is_over_a_turn_when_the_truth_shows_it(told):
    for turn, _, span in some(shown(told)):
        at = [told.scenes[number] for number in (span.shown_from, span.whole_from, span.shown_to)]
        assert not any(scene.hand for scene in some(at)), turn.mishaps
        assert span.shown_from <= span.whole_from <= span.shown_to


def test_mishaps_happen_at_the_levels_that_have_them(told):
    seen = {name for turn in told.course.turns for name in turn.mishaps}
    assert bool(seen) == bool(told.how.level)
    assert ("illegal" in seen) <= (told.how.level == 2)
    assert any(turn.house_rule for turn in told.course.turns) == ("illegal" in seen)


def test_two_turns_in_one_look_are_seen_together():
    told = script(33, 2, SMALL, game=GAME, fps=5)
    hurried = [at for at, turn in enumerate(told.course.turns[:-1]) if turn.is_hurried]
    for at in some(hurried):
        assert told.spans[at].whole_from == told.spans[at + 1].whole_from
        assert told.spans[at].pressed_at is None


def test_a_game_is_the_same_whenever_it_is_played():
    assert script(5, 1, SMALL, turns=10, game=GAME).truth == script(5, 1, SMALL, turns=10, game=GAME).truth


def test_pieces_appear_at_the_spots_that_the_truth_gives_them(told):
    scene = told.scenes[-1]
    truth = lying(told, scene)
    left, right = truth["board_px"][:2]
    px_per_mm = math.dist(left, right) / told.course.plan.size_mm[0]
    placed = [each for each in truth["pieces"] if each["spot"] in truth["spots_px"]]
    for piece in some(placed):
        away = math.dist(piece["at_px"], truth["spots_px"][piece["spot"]])
        assert away < NEAR_MM * px_per_mm * 1.2, piece


def test_the_whole_board_lies_in_the_frame(told):
    corners = np.array(lying(told, told.scenes[0])["board_px"])
    assert ((corners > 0) & (corners < SMALL)).all()


def test_a_piece_is_painted_where_the_truth_has_it(film):
    """Without a ship its place looks otherwise than with it."""
    scene = next(each for each in reversed(film.script.scenes) if each.hand is None)
    image, truth, still = photograph(film, scene)
    ships = [each for each in scene.table.figures if each.kind == "ship"]
    for ship in some(ships):
        others = tuple(each for each in scene.table.figures if each != ship)
        table = type(scene.table)(scene.table.cards, others, scene.table.bump)
        bare, *_ = photograph(film, type(scene)(scene.number, scene.at_s, table), still)
        at_px = next(
            each["at_px"]
            for each in truth["pieces"]
            if (each["kind"], each["owner"]) == ("ship", ship.colour)
        )
        x, y = map(round, at_px)
        near = (slice(y - 8, y + 5), slice(x - 4, x + 5))
        far = np.abs(image[near].astype(int) - bare[near]).mean()
        assert far > 12, ship.colour
