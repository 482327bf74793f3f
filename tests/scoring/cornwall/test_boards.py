"""Photographed boards of Cornwall: read, listed, scored and set right."""

import json
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from scoring.errors import ScoringError, UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.cornwall.chance import random_game
from scoring.games.cornwall.documents.boards import board_of
from scoring.games.cornwall.land.board import (
    CornwallBoard,
    CottageReading,
    FieldAlternative,
    FieldDoubt,
    FieldReading,
    FigureReading,
    GuestReading,
)
from scoring.sheet import total
from tests.some import some

RULES = load("cornwall")
SETUP = Setup("rulebook-000", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))


def field(q, r, terrain, *symbols, tile=-1, **more):
    return FieldReading((q, r), terrain, symbols, tile=tile, **more)


START = tuple(
    field(q, r, terrain, tile=0)
    for (q, r), terrain in zip(
        ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)),
        ("forest", "meadow", "moor", "village", "mountain"),
        strict=True,
    )
)


def board(*fields, **more):
    return CornwallBoard(fields=(*START, *fields), **more)


def tile(number, cells, *shown):
    return tuple(
        field(q, r, *words.split("."), tile=number) for (q, r), words in zip(cells, shown, strict=True)
    )


NORTH = ((0, -1), (1, -1), (1, -2))
"""A tile above the start tile's forest and meadow."""


def kinds(board, setup=None):
    return [fault.kind for fault in RULES.status(board, setup)]


def read_back(board):
    return RULES.load_board(json.dumps(RULES.dump_board(board)))


FULL = board(
    *tile(1, NORTH, "forest", "meadow.flag", "village.cottage"),
    figures=(FigureReading((0, -1), "red", "tall", (3.0, 4.0), 0.9),),
    cottages=(CottageReading((1, -2), (1.0, 2.0), 0.8),),
    pub=(GuestReading("blue", "small", (5.0, 6.0), 0.7),),
    coins=((1.0, 1.0),),
    doubts=(
        FieldDoubt(
            "unclear", "Something lies there.", (5, 5), alternatives=(FieldAlternative("moor", (), 0.4),)
        ),
    ),
    image_size_px=(640, 480),
)


def test_a_board_is_read_back_as_it_was_written():
    assert read_back(FULL) == FULL
    assert RULES.dump_board(FULL)["format"] == "tablekeeper.board/1"
    assert RULES.dump_board(FULL)["game"] == "cornwall"
    msgspec.json.encode(RULES.dump_board(replace(FULL, faults=RULES.status(FULL))))


@pytest.mark.parametrize("seed", range(1, 7))
def test_no_game_played_by_the_rules_leaves_a_board_with_faults(seed):
    setup = replace(SETUP, players=(*SETUP.players, PlayerSeat("Cleo", "yellow")))
    game, _ = random_game(setup, Random(seed))
    state = RULES.start(setup)
    for number, move in some(enumerate(game.moves)):
        state, _ = RULES.apply(state, move)
        if number % 6 == 0 or number == len(game.moves) - 1:
            seen = board_of(state)
            assert RULES.status(seen, setup) == ()
            unknown = replace(seen, fields=tuple(replace(each, tile=-1) for each in seen.fields))
            assert RULES.status(read_back(unknown)) == ()
            figures = total(RULES.score_board(seen, setup), dict.fromkeys(state.points, 0))
            coins = {player: state.coins[player] for player in state.points}
            after = total(RULES.final(state), dict.fromkeys(state.points, 0))
            assert {player: figures[player] + coins[player] for player in figures} == after


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("not_connected", board(*tile(1, ((9, 9), (10, 9), (9, 10)), "forest", "moor", "moor"))),
        ("fields_do_not_add_up", board(field(0, -1, "forest"))),
        (
            "too_many_fields",
            CornwallBoard(fields=tuple(field(q, r, "forest") for q in range(12) for r in range(12))),
        ),
        ("tile_shape", board(*tile(1, ((0, -1), (1, -1), (2, -1)), "forest", "meadow", "moor"))),
        ("tile_of_one_terrain", board(*tile(1, NORTH, "forest", "forest", "forest"))),
        ("no_region_extended", board(*tile(1, NORTH, "village", "village", "moor"))),
        ("too_few_edges", board(*tile(1, ((-1, 3), (-1, 2), (-2, 3)), "village", "moor", "moor"))),
        (
            "two_start_tiles",
            board(*(field(each.cell[0], each.cell[1] - 2, each.terrain, tile=7) for each in START)),
        ),
        ("too_many_cottages", board(cottages=(CottageReading((0, 0)),) * 12)),
        ("cottage_off_the_board", board(cottages=(CottageReading((7, 7)),))),
        (
            "two_cottages_in_one_region",
            board(*tile(1, NORTH, "forest.cottage", "meadow", "moor"), cottages=(CottageReading((0, 0)),)),
        ),
        ("figure_off_the_board", board(figures=(FigureReading((7, 7), "red"),))),
        ("two_figures_on_one_field", board(figures=(FigureReading((0, 0), "red"),) * 2)),
        (
            "too_many_figures",
            board(figures=(FigureReading((0, 0), "red", "big"),), pub=(GuestReading("red", "big"),)),
        ),
        (
            "figure_in_scored_region",
            board(cottages=(CottageReading((0, 0)),), figures=(FigureReading((0, 0), "red"),)),
        ),
    ],
)
def test_what_is_wrong_on_a_board_is_listed(kind, wrong):
    assert kind in kinds(wrong)
    for fault in RULES.status(wrong):
        assert fault.says
        assert list(fault.cells) == sorted(fault.cells)


def test_colours_nobody_plays_are_wrong_only_where_it_is_known_who_plays():
    seen = board(figures=(FigureReading((0, 0), "green"),), pub=(GuestReading("yellow"),))
    assert kinds(seen) == []
    assert kinds(seen, SETUP) == ["not_a_player", "not_a_player"]


def test_what_was_not_read_may_be_anything():
    apart = board(*tile(1, ((2, -3), (3, -3), (2, -2)), "forest", "moor", "moor"))
    assert kinds(apart) == ["not_connected", "too_few_edges"]
    assert kinds(replace(apart, doubts=(FieldDoubt("hidden", "A hand.", (2, -1)),))) == []


def test_a_moor_all_around_covered_keeps_its_figures():
    ring = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    for terrain, wrong in (("moor", []), ("village", ["figure_in_scored_region"])):
        others = tuple(field(q, r, "meadow") for q, r in ring)
        outside = field(2, 0, "forest")
        seen = CornwallBoard(
            fields=(field(0, 0, terrain), *others, outside), figures=(FigureReading((0, 0), "red"),)
        )
        assert [kind for kind in kinds(seen) if kind.startswith("figure")] == wrong


def test_a_board_is_scored_as_it_lies():
    """Example J of the rulebook: a meadow of six fields with a flag shared, a village of three fields won."""
    meadow = tuple(field(q, 0, "meadow", *(["flag"] if q == 2 else [])) for q in range(6))
    village = tuple(field(q, 2, "village", *(["flag"] if q == 1 else [])) for q in range(3))
    seen = CornwallBoard(
        fields=(*meadow, *village),
        figures=(
            FigureReading((0, 0), "yellow", "small"),
            FigureReading((1, 0), "yellow", "tall"),
            FigureReading((2, 0), "red", "big"),
            FigureReading((3, 0), "blue", "small"),
            FigureReading((0, 2), "yellow", "tall"),
            FigureReading((1, 2), "blue", "small"),
        ),
    )
    seats = (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"), PlayerSeat("Cleo", "yellow"))
    lines = RULES.score_board(seen, Setup("rulebook-000", seats))
    assert total(lines, {"red": 0, "blue": 0, "yellow": 0}) == {"red": 9, "blue": 3, "yellow": 18}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"fields": [{"cell": [0, 0], "terrain": "sea"}]}, "terrain 'sea'"),
        ({"fields": [{"cell": [0, 0], "terrain": "moor", "symbols": ["flag"]}]}, "No moor has a flag"),
        ({"fields": [{"cell": [0, 0], "terrain": "moor"}] * 2}, "a cell holds one"),
        ({"figures": [{"cell": [0, 0], "colour": "pink"}]}, "colour can be"),
        ({"pub": [{"colour": "red", "kind": "giant"}]}, "kind can be"),
        ({"game": "carcassonne"}, "carcassonne"),
        ({"format": "tablekeeper.board/9"}, "board/9"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(change, says):
    with pytest.raises(UnreadableError, match=says):
        RULES.load_board({"format": "tablekeeper.board/1", "game": "cornwall", **change})


# --- setting it right --------------------------------------------------------------------------------


def spots_of(board):
    return [each.spot for each in RULES.picture_board(board).placed if each.spot]


def test_every_spot_of_the_picture_has_questions_and_every_answer_is_taken():
    spots = spots_of(FULL)
    assert {"field:0,-1", "figure:0", "guest:0", "pub", "cell:5,5"} <= set(spots)
    assert len(set(spots)) == len(spots)
    for spot in spots:
        for question in RULES.questions(FULL, spot):
            for choice in some(question.choices):
                answer = json.loads(msgspec.json.encode({question.name: choice.value}))
                after = RULES.correct(FULL, spot, answer)
                assert read_back(after) == after
                again = {q.name: q.chosen for q in _asked(after, spot)}
                if question.chosen is not None and question.name != "remove":
                    assert again[question.name] == choice.value


def _asked(board, spot):
    try:
        return RULES.questions(board, spot)
    except ScoringError:
        return ()


def test_a_field_is_set_right_added_and_taken_away_with_what_stands_on_it():
    now = RULES.correct(FULL, "field:0,-1", {"terrain": "mountain"})
    assert _at(now, (0, -1)).terrain == "mountain"
    now = RULES.correct(now, "field:0,-1", {"symbols": "flag.chapel"})
    assert _at(now, (0, -1)).symbols == ("flag", "chapel")
    assert _at(RULES.correct(now, "field:0,-1", {"terrain": "moor"}), (0, -1)).symbols == ("chapel",)
    now = RULES.correct(now, "field:1,-2", {"remove": True})
    assert _at(now, (1, -2)) is None
    assert not now.cottages
    now = RULES.correct(now, "cell:5,5", {"terrain": "forest"})
    assert _at(now, (5, 5)).terrain == "forest"
    assert not now.doubts
    assert "not_connected" in [fault.kind for fault in now.faults]


def _at(board, cell):
    return next((each for each in board.fields if each.cell == cell), None)


def test_figures_are_added_told_otherwise_moved_and_taken_away_on_the_land_and_in_the_pub():
    now = RULES.correct(FULL, "field:0,0", {"colour": "green"})
    assert now.figures[-1] == FigureReading((0, 0), "green")
    now = RULES.correct(now, "figure:1", {"kind": "big", "cell": "1,0"})
    assert (now.figures[1].kind, now.figures[1].cell) == ("big", (1, 0))
    now = RULES.correct(now, "figure:0", {"remove": True})
    assert [figure.colour for figure in now.figures] == ["green"]
    now = RULES.correct(now, "pub", {"colour": "yellow"})
    now = RULES.correct(now, "guest:1", {"kind": "tall"})
    assert [(guest.colour, guest.kind) for guest in now.pub] == [("blue", "small"), ("yellow", "tall")]
    assert RULES.correct(now, "guest:0", {"remove": True}).pub == now.pub[1:]


def test_a_cottage_is_set_up_and_taken_away():
    now = RULES.correct(FULL, "field:0,0", {"cottage": True})
    assert CottageReading((0, 0)) in now.cottages
    assert RULES.correct(now, "field:0,0", {"cottage": False}).cottages == FULL.cottages


@pytest.mark.parametrize(
    ("spot", "answers"),
    [
        ("field:9,9", {}), ("cell:0,0", {"terrain": "moor"}), ("figure:7", {}), ("guest:7", {}),
        ("tree:1", {}), ("field:0,0", {"terrain": "sea"}), ("field:0,0", {"size": 3}),
        ("figure:0", {"kind": "giant"}),
        ("figure:0", {"cell": "9,9"}), ("cell:7,7", {}), ("pub", {}), ("guest:0", {"colour": "pink"}),
        ("field:0,0", {"remove": "perhaps"}), ("field:0,0", {"symbols": 3}),
    ],
    ids=str,
)  # fmt: skip
def test_answers_that_make_no_sense_are_refused_in_a_sentence(spot, answers):
    with pytest.raises(ScoringError, match=r"\.$"):
        RULES.correct(FULL, spot, answers)


def test_faults_and_doubts_are_drawn_where_they_are():
    wrong = board(figures=(FigureReading((0, 0), "red"),) * 2)
    drawn = RULES.picture_board(replace(wrong, faults=RULES.status(wrong)))
    (frame,) = [each for each in drawn.placed if each.symbol == "frame_fault"]
    assert frame.at_mm == (0.0, 0.0)
    (unread,) = [each for each in RULES.picture_board(FULL).placed if each.symbol == "unknown"]
    assert unread.spot == "cell:5,5"
    assert unread.emphasis == "doubt"


def test_an_empty_board_can_be_drawn_and_filled():
    empty = RULES.load_board({"format": "tablekeeper.board/1", "game": "cornwall"})
    assert "cell:0,0" in spots_of(empty)
    assert RULES.correct(empty, "cell:0,0", {"terrain": "moor"}).fields[0].terrain == "moor"


def test_what_the_photograph_shows_is_told_with_its_corners():
    hex_px = tuple((float(x), float(x * x)) for x in range(6))
    seen = board(
        field(0, -1, "forest", hex_px=hex_px), figures=(FigureReading((0, -1), "red", at_px=(1, 2)),)
    )
    sightings = {each.spot: each for each in RULES.sightings(seen)}
    assert sightings["field:0,-1"].outline_px == hex_px
    assert len(sightings["field:0,-1"].outline_mm) == 6
    assert sightings["figure:0"].at_px == (1, 2)
    assert set(sightings) <= {*spots_of(seen)}
    alone, spot = RULES.alone(seen, "figure:0")
    assert [each.cell for each in alone.fields] == [(0, -1)]
    assert spot in spots_of(alone)


def test_a_board_is_listed_for_people():
    heading, *lines = RULES.list_board(FULL)
    assert heading == "8 fields, 1 figure, 1 cottage, 1 guest, 1 coin, 0 faults, 1 doubt, 1 unsure figure"
    assert any("meadow.flag" in line for line in lines)
    assert any("red tall figure at column 1, row 2, 90% sure" in line for line in lines)
    assert any("blue small figure in the pub" in line for line in lines)
