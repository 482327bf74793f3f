"""A table of The Castles of Tuscany as a game begins, its prints, and its games told by other cells."""

from random import Random

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from firmware.evaluation.photographs import FIRST_STYLE
from scoring.games.tuscany import RULES
from scoring.games.tuscany.drawing.components import mat_place
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    FirstToken,
    OpenTiles,
    PlaceAction,
    ReadFields,
    StartCastle,
)
from scoring.games.tuscany.engine.state import TuscanyState, faces_of, with_realm
from scoring.games.tuscany.land.spots import seat_at
from scoring.games.tuscany.land.tiles import DISPLAY
from scoring.geometry.hexes import turned
from scoring.referee.state import BAR, candidates_of
from scoring.sentence import sentence
from scoring.spots import tile_spot
from tests.some import some
from vision.errors import PrintsError
from vision.games import load, load_live, load_yardstick
from vision.games.tuscany.classify.colours import expected_lab, fit_tile_colours, off_colours
from vision.games.tuscany.classify.faces import make_ready, tell_faces
from vision.games.tuscany.live.lessons import lessons_after
from vision.games.tuscany.live.observation import NO_DISPLAY
from vision.games.tuscany.live.seeing import TILE_DISC, display_odds, look_at
from vision.games.tuscany.live.sighting import BARE, DISPLAY_SPOTS, best, expected
from vision.games.tuscany.locate.boards import find_table
from vision.games.tuscany.prints import extended, load_prints
from vision.geometry.homography import project
from vision.image.colour import to_lab
from vision.simulator.camera.film import load_film, render
from vision.simulator.table.boards import photograph
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

SIZE_PX = (2304, 1296)
GAME = "tuscany"
yardstick = load_yardstick(GAME)


@pytest.fixture(scope="module")
def told():
    return script(2, 1, SIZE_PX, 0, game=GAME)


@pytest.fixture(scope="module")
def prints(told):
    return load(GAME).learn(single_tiles(told.course.box, 2))


@pytest.mark.parametrize("is_learned", [True, False])
def test_the_set_up_is_read_at_the_first_look(told, prints, is_learned):
    live, players = load_live(GAME), [seat.colour for seat in told.setup.players]
    image, _ = render(load_film(told), told.scenes[0], None)
    known = live.get_ready(prints if is_learned else None, players)
    sight, memory = live.look(image, known, RULES.start(told.setup), None)
    true = [RULES.load_move(move) for move in told.truth["moves"]]
    retold = yardstick.turned_to(sight.best.moves, true)
    seen = {(type(move), move.player): move for move in sight.best.moves}
    kinds = (ReadFields, StartCastle, FirstToken, OpenTiles) if is_learned else (ReadFields, StartCastle)
    moves = [move for move in (retold.moves if retold else true) if isinstance(move, kinds)]
    assert len(moves) >= 2 * len(players)
    assert all(yardstick.is_same(seen[type(move), move.player], move) for move in moves)
    assert sight.best.confidence > 0.9 or not is_learned
    again, _ = live.look(image, known, _after(RULES.start(told.setup), true[0], sight.best.moves), memory)
    assert again.best.moves == () or not is_learned


def test_a_display_that_nobody_can_see_is_asked_for_once_all_else_is_there(told, prints):
    live, players = load_live(GAME), [seat.colour for seat in told.setup.players]
    image, _ = render(load_film(told), told.scenes[0], None)
    known, state = live.get_ready(prints, players), RULES.start(told.setup)
    _, memory = live.look(image, known, state, None)
    assert memory.places.mat is not None
    corners = project(memory.places.mat, np.array([(-75, -40), (75, -40), (75, 40), (-75, 40)]))
    hidden = cv2.fillConvexPoly(image.copy(), corners.astype(np.int32), (60, 90, 120))
    sight, memory = live.look(hidden, known, state, None)
    assert memory.places.mat is None
    assert not any(isinstance(move, OpenTiles) for move in some(sight.best.moves))
    facts = RULES.load_move(told.truth["moves"][0])
    fields = [move for move in sight.best.moves if isinstance(move, ReadFields)]
    state = _after(state, facts, fields)
    assert live.look(hidden, known, state, memory)[0].doubts == ()
    assert [*map(str, live.look(hidden, known, state, memory, 1)[0].doubts)] == [str(sentence(NO_DISPLAY))]


def test_a_display_is_found_though_three_of_its_tiles_have_the_colour_of_the_table():
    told = script(2700, 2, SIZE_PX, 1, game=GAME, style=FIRST_STYLE + 2700)
    image, truth, _ = photograph(load_film(told), told.scenes[0])
    found = find_table(image, [seat.colour for seat in told.setup.players]).places.mat
    assert found is not None
    lies = np.array([spot["at_px"] for spot in truth["spots"] if spot["spot"].startswith("display:")])
    seen = project(found, np.array([mat_place(at) for at in range(DISPLAY)]))
    assert len(lies) == DISPLAY
    assert np.linalg.norm(lies[:, None] - seen[None], axis=2).min(axis=1).max() < 8


@pytest.mark.parametrize(
    ("seed", "level", "style"),
    [(1011, 1, None), (1031, 1, None), (402, 2, FIRST_STYLE + 402), (2760, 2, FIRST_STYLE + 2760)],
)
def test_regions_are_found_on_a_table_of_their_fields_colour_and_in_a_soft_picture(seed, level, style):
    told = script(seed, level, SIZE_PX, 0, game=GAME, style=style)
    image, truth, _ = photograph(load_film(told), told.scenes[0])
    found = find_table(image, [seat.colour for seat in told.setup.players])
    assert len(some(found.fields)) == len(told.setup.players)
    for player, read in found.fields.items():
        spots = some([spot for spot in truth["spots"] if spot["spot"].startswith(f"{player}/tile:")])
        there = np.array([spot["at_px"] for spot in spots])
        apart = np.linalg.norm(read.place.middles_px()[:, None] - there[None], axis=2)
        assert (apart.min(axis=1) < 14).all()
        colours = [spots[at]["colour"] for at in apart.argmin(axis=1)]
        assert list(read.fields.values()) == colours


def _after(state, facts, moves) -> TuscanyState:
    for move in (facts, *moves):
        state, _ = RULES.apply(state, move)
    return state


def test_prints_are_kept_by_what_they_show(told, prints):
    kept = load_prints(prints)
    assert {"castle", "quarry"} <= kept.tiles.keys()
    assert kept.tokens.keys() == {"card", "marble", "storage", "worker", "yield"}
    assert kept.cards
    assert load(GAME).describe(prints)["castle"] == 1
    more = extended(prints, {"castle": [np.full((64, 64, 3), 90, np.uint8)]})
    assert load(GAME).describe(more)["castle"] == 2


def test_all_that_prints_are_learned_of_may_be_labelled_by_players(told):
    pictured = {sample.face for sample in some(list(single_tiles(told.course.box, 2)))}
    assert {face.partition(":")[0] for face in pictured} >= {"castle", "farm", "token", "yield"}
    assert {RULES.single_tile(face, 0) for face in pictured} == {(face, 0) for face in pictured}
    offered = {choice.value for choice in RULES.single_faces()}
    assert offered >= {face for face in pictured if not face.startswith("yield:")}
    assert all(RULES.single_turns(face)[0].picture.symbols for face in pictured)


@pytest.fixture(scope="module")
def played():
    """A game of a box that nobody has learned, told by its players: the last look, the box, game, memory."""
    told = script(3, 1, SIZE_PX, 20, game=GAME)
    live, players, film = load_live(GAME), [seat.colour for seat in told.setup.players], load_film(told)
    known, state = live.get_ready(None, players), RULES.start(told.setup)
    first, still = render(film, told.scenes[0], None)
    sight, memory = live.look(first, known, state, None)
    true = [RULES.load_move(move) for move in told.truth["moves"]]
    retold = yardstick.turned_to(sight.best.moves, true)
    for move in retold.moves if retold else true:
        state, _ = RULES.apply(state, move)
    last, _ = render(film, told.scenes[-1], still)
    _, memory = live.look(last, known, state, memory)
    return last, known, state, memory


def test_a_game_teaches_the_tiles_and_tokens_that_were_confirmed(told, played):
    live, (_, _, state, memory) = load_live(GAME), played
    assert live.learned(None, None) is None
    learned, told_faces = live.learned(None, memory), {face for _, face in some(expected(state))}
    faces = {face.removeprefix("token:") for face in some(load(GAME).describe(learned))}
    assert faces <= told_faces
    assert {"carriage", "worker"} <= faces
    whole = load(GAME).learn(single_tiles(told.course.box, 2))
    printed = make_ready(load_prints(whole).tiles, TILE_DISC)
    pictures = load_prints(learned).tiles
    for face in some(pictures):
        seen = to_lab(cv2.resize(pictures[face][0], (36, 36), interpolation=cv2.INTER_AREA))
        assert best(tell_faces(seen[None], printed).odds[0]) == face


def test_what_is_taken_back_teaches_nothing_and_what_lies_nowhere_is_not_learned(played):
    image, known, state, memory = played
    player, cell, face = next(
        (player, cell, face)
        for player, realm in state.realms.items()
        for cell, face in realm.covered.items()
        if tile_spot(cell, player) in memory.lessons
    )
    covered = {key: value for key, value in state.realms[player].covered.items() if key != cell}
    without = with_realm(state, player, covered=covered)
    assert tile_spot(cell, player) not in lessons_after(image, known, without, memory)
    bare = next(iter(some({*state.realms[player].fields} - {*state.realms[player].covered})))
    said = with_realm(state, player, covered={**state.realms[player].covered, bare: face})
    assert tile_spot(bare, player) not in lessons_after(image, known, said, memory)


def test_a_set_without_some_kind_is_not_whole_but_tells_what_it_has(told, played):
    live, (_, known, _, memory) = load_live(GAME), played
    part = live.get_ready(live.learned(None, memory), known.players)
    assert not part.is_whole
    assert "carriage" in part.tiles.faces
    assert "worker" in part.tokens.faces
    samples = list(single_tiles(told.course.box, 2))
    assert live.get_ready(load(GAME).learn(samples), known.players).is_whole
    as_in_games = [sample for sample in samples if not sample.face.startswith("yield:")]
    assert not live.get_ready(load(GAME).learn(as_in_games), known.players).is_whole


@pytest.fixture(scope="module")
def opened():
    """A made-up box that nobody has learned, at its first look: the film, the truth, look, box and memory."""
    told = script(2162, 1, SIZE_PX, 1, game=GAME, style=FIRST_STYLE + 2162)
    live, film = load_live(GAME), load_film(told)
    known, state = live.get_ready(None, [seat.colour for seat in told.setup.players]), RULES.start(told.setup)
    image, _ = render(film, told.scenes[0], None)
    sight, memory = live.look(image, known, state, None)
    true = [RULES.load_move(move) for move in told.truth["moves"]]
    retold = yardstick.turned_to(sight.best.moves, true)
    return film, told, retold.moves if retold else true, known, sight, memory


def test_a_box_that_nobody_has_learned_opens_by_the_colours_of_its_tiles(opened):
    _, _, true, _, sight, _ = opened
    lies = next(move.faces for move in true if isinstance(move, OpenTiles))
    seen = next(move for move in sight.best.moves if isinstance(move, OpenTiles))
    assert [face.partition(":")[0] for face in lies] == [*seen.faces]
    assert seen.faces.count("farm") == 2
    castles = some([move for move in true if isinstance(move, StartCastle)])
    assert castles == [move for move in sight.best.moves if isinstance(move, StartCastle)]
    assert sum(isinstance(move, FirstToken) for move in sight.best.moves) == len(castles)


def test_what_no_print_tells_is_asked_and_nothing_else_is(opened):
    _, _, _, _, sight, _ = opened
    candidates, asked = candidates_of(sight.proposals), []
    while candidates:
        best = candidates[0]
        asked += [type(best.move)] if best.confidence < BAR else []
        candidates = candidates_of(best.rest)
    assert asked == [OpenTiles, FirstToken, FirstToken, FirstToken]


def test_what_players_tell_of_a_box_is_known_at_the_next_look(opened):
    film, told, true, known, _, memory = opened
    live, state = load_live(GAME), RULES.start(told.setup)
    for move in [move for move in true if not isinstance(move, ActionTurn)]:
        state, _ = RULES.apply(state, move)
    image, still = render(film, told.scenes[0], None)
    sight, memory = live.look(image, known, state, memory)
    assert sight.best.moves == ()
    taught = {lesson.face for lesson in memory.lessons.values()}
    tokens = {f"token:{realm.tokens[0]}" for realm in state.realms.values()}
    assert taught >= {*faces_of(state), *tokens}
    last, _ = render(film, told.scenes[-1], still)
    sight, _ = live.look(last, known, state, memory)
    assert yardstick.is_same(sight.best.moves[0], true[-1])
    assert sight.best.confidence > BAR


def test_a_place_of_the_display_whose_tile_is_gone_is_bare_though_no_print_tells(opened):
    film, told, _, known, _, memory = opened
    hole = next(scene for scene in told.scenes if scene.hand is None and len(_display(scene)) == DISPLAY - 1)
    image, _ = render(film, hole, None)
    shown = display_odds(look_at(image, known, memory, RULES.start(told.setup)))
    assert [best(odds) for odds in shown].count(BARE) == 1


def _display(scene):
    return [card for card in scene.table.cards if card.spot.startswith("display")]


def test_a_face_that_no_tile_has_is_refused(told):
    sample = next(single_tiles(told.course.box, 2))
    for face in ("cathedral", "token:gold", "yield:glory1", "farm:figs"):
        with pytest.raises(PrintsError, match=r"\.$"):
            load(GAME).learn([sample._replace(face=face)])


def test_a_game_told_by_the_cells_of_a_camera_is_legal_and_comes_to_the_same_points():
    moves, state = yardstick.play(Random(3), 30)
    fields = _read_fields(state)
    seen = [ReadFields(player, _swung(each, 2)) for player, each in fields.items()]
    played = [move for move in moves if type(move).__name__ != "JoinedRegion"]
    first = next(at for at, move in enumerate(moves) if type(move).__name__ == "JoinedRegion")
    played[first:first] = [ReadFields(player, each) for player, each in fields.items()]
    after = RULES.start(yardstick.setup)
    for move in some(yardstick.turned_to(seen, played).moves):
        after, _ = RULES.apply(after, move)
    assert RULES.points(after) == RULES.points(state)
    assert yardstick.turned_to(played, played) is None


def _read_fields(state):
    return {player: dict(realm.fields) for player, realm in state.realms.items()}


def _swung(fields, sixths):
    columns = 40 * seat_at(next(iter(fields))[0])
    swung = {turned((q - columns, r), sixths): colour for (q, r), colour in fields.items()}
    q0, r0 = min(swung, key=lambda cell: cell[::-1])
    return {(q - q0 + columns, r - r0): colour for (q, r), colour in swung.items()}


def test_a_castle_is_none_of_the_houses_under_a_warm_lamp():
    told = script(1204, 2, SIZE_PX, 0, game=GAME)
    image, _ = render(load_film(told), told.scenes[0], None)
    live = load_live(GAME)
    known = live.get_ready(
        load(GAME).learn(single_tiles(told.course.box, 1204)), [seat.colour for seat in told.setup.players]
    )
    sight, _ = live.look(image, known, RULES.start(told.setup), None)
    shown = next(move for move in sight.best.moves if isinstance(move, OpenTiles))
    true = next(move for move in map(RULES.load_move, told.truth["moves"]) if isinstance(move, OpenTiles))
    assert sorted(shown.faces) == sorted(true.faces)
    assert "castle" in true.faces


def test_what_was_read_of_a_set_up_and_of_a_turn_is_counted():
    moves, _ = yardstick.play(Random(5), 30)
    opened = next(move for move in moves if isinstance(move, OpenTiles))
    spoiled = replace(opened, faces=("castle?", *opened.faces[1:]))
    counted = yardstick.count(spoiled, opened)
    assert (counted["display"], counted["display_right"]) == (8, 7)
    turn = next(
        move
        for move in moves
        if isinstance(move, ActionTurn) and any(isinstance(each, PlaceAction) for each in move.actions)
    )
    right, unseen = yardstick.count(turn, turn), yardstick.count(None, turn)
    assert right["covered_right"] == right["covered"] == unseen["covered"] == 30
    assert 30 - unseen["covered_right"] == unseen["places"] > 0
    assert unseen["places_right"] == 0 < right["places_right"]


def test_tiles_printed_stronger_than_fields_are_told_by_how_all_of_them_differ():
    middle, chance = expected_lab().mean(axis=0), np.random.default_rng(3)
    fields = middle + 0.5 * (expected_lab() - middle)
    strong = middle + 1.45 * (fields - middle) + np.float32((3, -3, 16))
    given = np.array([0, 1, 2, 3, 4, 5, 6, 7])
    seen = np.asarray(strong[given] + chance.normal(0, 1, (8, 3)), np.float32)
    assert (off_colours(seen, fields).argmin(axis=1) != given).any()
    told = fit_tile_colours(seen, fields)
    assert [*off_colours(seen, told).argmin(axis=1)] == [*given]


def test_a_tile_that_players_named_otherwise_before_the_first_turn_is_known_by_that_name(opened):
    film, told, true, known, _, memory = opened
    lies = next(move.faces for move in true if isinstance(move, OpenTiles))
    at = lies.index("city")
    said = OpenTiles(true[0].player, (*lies[:at], "castle", *lies[at + 1 :]))
    state = RULES.start(told.setup)
    for move in [true[0], *(move for move in true if isinstance(move, ReadFields)), said]:
        state, _ = RULES.apply(state, move)
    image, _ = render(film, told.scenes[0], None)
    lessons = lessons_after(image, known, state, memory)
    assert lessons[f"{DISPLAY_SPOTS[at]} castle"].face == "castle"
    assert not any(lesson.face == "city" for lesson in some(lessons.values()))
