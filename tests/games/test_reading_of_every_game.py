"""What the reader and the synthetic table of a game must be able to do, tested on every game that is read."""

import json
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from firmware.build import real_parts
from firmware.evaluation.live_games import Case, try_game
from firmware.evaluation.tallies import count
from scoring import games as rules_of
from scoring.game import Setup
from scoring.games import load
from tests.some import some
from vision import games as readers_of
from vision.errors import NoTableError, PrintsError
from vision.follow.turns import after_all
from vision.simulator import games as hosts
from vision.simulator.camera.film import load_film, render
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

SIZE_PX = (2304, 1296)
SMALL_PX = (640, 360)
SEED = 4001
TURNS = 8
FILMED_TURNS = 3
ENOUGH = {"learned": 0.9, "unlearned": 0.75}
"""Of a table's tiles, by whether somebody has learned its box."""
"""So much of a still board in good light is read right at least, be its box learned or not."""


@pytest.fixture(scope="module", params=readers_of.names())
def game(request):
    """The name of each game that a camera reads; the others are played by hand."""
    return request.param


@pytest.fixture(scope="module")
def rules(game):
    return rules_of.load(game)


def test_every_game_that_is_read_can_be_played_shown_and_measured(game):
    assert game in rules_of.names()
    assert game in hosts.names()
    yardstick = readers_of.load_yardstick(game)
    names = [one.name for one in yardstick.counts]
    assert len(set(names)) == len(names)
    assert {one.of for one in yardstick.counts} <= {"", "turns", *names}


# --- the synthetic table -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(3))
def test_the_truth_of_a_whole_game_replays_to_its_points(game, rules, level):
    told = script(SEED, level, SMALL_PX, game=game)
    truth = json.loads(msgspec.json.encode(told.truth))
    assert truth["game"] == game
    sheet = rules.replay(truth)
    assert len(sheet["after"]) == len(told.spans) == len(truth["points_after"])
    assert [entry["points"] for entry in sheet["after"]] == truth["points_after"]
    assert sheet["final"]["points"] == truth["points_final"]
    assert sheet["final"]["winners"]


def test_the_same_seed_tells_the_same_game_and_another_a_different_one(game):
    one, same, other = (script(seed, 1, SMALL_PX, 4, game=game) for seed in (SEED, SEED, SEED + 1))
    assert one.truth == same.truth
    assert one.scenes == same.scenes
    assert one.truth["moves"] != other.truth["moves"]


def test_players_that_sit_down_at_the_synthetic_table_are_those_that_were_asked_for(game, rules):
    seats = hosts.load(game).seat(SEED).players[:2]
    setup = Setup(rules.info.rule_sets[0].name, seats)
    told = script(SEED, 0, SMALL_PX, 4, setup, game=game)
    assert told.setup.players == seats
    assert {move["player"] for move in told.truth["moves"]} <= {seat.colour for seat in seats}


def test_what_is_shown_when_follows_one_after_the_other(game):
    told = script(SEED, 1, SMALL_PX, 6, game=game)
    for span in told.spans:
        assert span.shown_from <= span.whole_from <= span.shown_to < len(told.scenes)
    assert len(told.spans) > 1
    for one, other in pairwise(told.spans):  # what is done before the first turn is shown all at once
        assert one == other or one.shown_to <= other.shown_from


# --- the reader --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def told(game):
    return script(SEED, 0, SIZE_PX, TURNS, game=game)


@pytest.fixture(scope="module")
def photographed(told):
    return photograph_end(told)


@pytest.fixture(scope="module", params=["learned", "unlearned"])
def board(request, game, told, photographed):
    reader = readers_of.load(game)
    prints = reader.learn(single_tiles(told.course.box, SEED)) if request.param == "learned" else None
    return reader.read(photographed[0], prints, colours=[seat.colour for seat in told.setup.players])


def test_its_own_synthetic_table_is_read(request, game, board, photographed):
    agreed = readers_of.load_yardstick(game).compare(board, photographed[1])
    enough = ENOUGH[request.node.callspec.params["board"]]
    assert agreed.tiles > TURNS
    assert agreed.tiles_right >= enough * agreed.tiles
    assert agreed.invented <= (1 - enough) * agreed.tiles


def test_what_was_read_is_checked_tile_by_tile_as_it_was_counted(game, board, photographed):
    yardstick = readers_of.load_yardstick(game)
    agreed = yardstick.compare(board, photographed[1])
    checks = yardstick.check_tiles(board, photographed[1])
    assert (len(checks), sum(check.is_right for check in checks)) == (agreed.tiles, agreed.tiles_right)
    assert len(yardstick.check_figures(board, photographed[1])) == agreed.meeples
    assert all(0 <= check.confidence <= 1 for check in checks)


def test_a_table_that_was_not_found_has_nothing_right(game, photographed):
    agreed = readers_of.load_yardstick(game).compare(None, photographed[1])
    assert (agreed.tiles_right, agreed.meeples_right, agreed.invented) == (0, 0, 0)
    assert agreed.tiles > TURNS


def test_a_board_is_written_and_read_back_scored_drawn_and_asked_about(rules, board, told):
    document = json.loads(msgspec.json.encode(rules.dump_board(board)))
    assert document["format"] == "tablekeeper.board/1"
    assert document["game"] == rules.info.name
    again = rules.load_board(document)
    assert json.loads(msgspec.json.encode(rules.dump_board(again))) == document
    assert "" not in [str(fault.says) for fault in rules.status(again)]
    lines = rules.score_board(again, told.setup)
    assert {player for line in lines for player in line.players} <= {p.colour for p in told.setup.players}
    spots = [placed.spot for placed in rules.picture_board(again).placed if placed.spot]
    assert len(spots) == len(set(spots)) > TURNS
    for spot in some(spots[:6]):
        for question in rules.questions(again, spot):
            assert question.title
            for choice in some(question.choices[:3]):
                after = rules.correct(again, spot, {question.name: choice.value})
                assert rules.load_board(rules.dump_board(after)) == after


def test_a_reading_is_drawn_on_its_photograph(game, board, photographed):
    image = photographed[0]
    drawn = readers_of.load(game).overlay(image, board)
    assert (drawn.shape, drawn.dtype) == (image.shape, image.dtype)
    assert (drawn != image).any()


def test_no_table_in_a_picture_is_said(game):
    bare = np.full((648, 1152, 3), 90, np.uint8)
    with pytest.raises(NoTableError, match=r"\.$"):
        readers_of.load(game).read(bare, None)


def test_every_single_tile_of_a_box_may_be_labelled_by_its_face(game):
    rules, faces = load(game), [sample.face for sample in readers_of.load_yardstick(game).samples()]
    assert faces
    for face in faces:
        named = rules.single_tile(face, 0)
        assert rules.single_tile(*named) == named


def test_prints_that_are_none_are_refused_in_a_sentence(game):
    reader = readers_of.load(game)
    for use in (reader.describe, lambda prints: reader.read(np.zeros((99, 99, 3), np.uint8), prints)):
        with pytest.raises(PrintsError, match=r"\.$"):
            use(b"no prints")


@pytest.mark.slow
def test_turns_that_are_all_taken_back_are_read_again_from_the_first(game, rules):
    reader, yardstick = readers_of.load(game), readers_of.load_yardstick(game)
    told = script(SEED, 0, SIZE_PX, FILMED_TURNS, game=game)
    known, film = reader.get_ready(None, [seat.colour for seat in told.setup.players]), load_film(told)
    moves = [rules.load_move(move) for move in told.truth["moves"]]
    shown = [at for at, move in enumerate(moves) if yardstick.place(move) is not None][:2]
    states = [after_all(rules, rules.start(told.setup), moves[:at]) for at in range(shown[-1] + 2)]
    memory = None
    for at in shown:
        image, _ = render(film, told.scenes[told.spans[at].whole_from])
        for state in states[at : at + 2]:
            _, memory = reader.look(image, known, state, memory)
    for at in some(reversed(shown)):
        sight, memory = reader.look(image, known, states[at], memory)
        assert yardstick.place(sight.best.moves[0]) == yardstick.place(moves[at])


def test_the_first_turns_of_a_film_are_read_right_and_followed_to_the_point(game):
    yardstick = readers_of.load_yardstick(game)
    trial = try_game(Case(game, 0, SEED, FILMED_TURNS), real_parts())
    assert len(trial.turns) >= FILMED_TURNS
    assert all(turn.is_right for turn in trial.turns)
    move_of = load(game).load_move
    seen = [turn for turn in trial.turns if not yardstick.is_told(move_of(turn.true))]
    assert all(yardstick.is_same(move_of(turn.read), move_of(turn.true)) for turn in some(seen))
    assert (trial.more, trial.hand_reads) == ((), 0)
    assert trial.points == trial.true_points
    tally = count([trial], yardstick)
    assert tally.wrong_in_the_end == 0
    shares = [one for one in yardstick.counts if one.of]
    wholes = {"turns": tally.turns, **tally.counts}
    assert shares
    assert all(tally.counts[one.name] == wholes[one.of] for one in shares)
