"""Photographed boards of The Castles of Tuscany: documents, faults, sums and corrections."""

import json
from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.game import SURE, PlayerSeat, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.documents.boards import board_of, dump_board, load_board
from scoring.games.tuscany.land.board import (
    Alternative,
    ColourReading,
    CoverReading,
    RegionDoubt,
    RegionReading,
    ThingReading,
)
from scoring.games.tuscany.land.box import sample_box
from tests.some import some

SEATS = tuple(map(PlayerSeat, ("Anna", "Benno", "Clara"), ("red", "blue", "green")))
SETUP = Setup("rulebook-002", SEATS)


def played(seed=1, moves=None):
    return random_game(SETUP, Random(seed), sample_box(), moves)[1]


@pytest.fixture(scope="module")
def board():
    return board_of(played(moves=40))


def through_json(board):
    return json.loads(msgspec.json.encode(dump_board(board)))


def test_a_board_is_written_and_read_back(board):
    assert load_board(through_json(board)) == board
    assert len(board.fields) == 90
    assert board.covers
    assert board.display


@pytest.mark.parametrize(
    "wrong",
    [
        {"regions": [{"player": "red"}], "fields": [{"cell": [25, 0], "colour": "red"}]},
        {"regions": [{"player": "red"}], "fields": [{"cell": [0, 0], "colour": "pink"}]},
        {"regions": [{"player": "red"}], "covers": [{"cell": [0, 0], "face": "palace"}]},
        {"regions": [{"player": "red"}], "covers": [{"cell": [0, 0], "face": "hex"}] * 2},
        {"regions": [{"player": "pink"}]},
        {"regions": [{"player": "red"}] * 5},
        {"store": [{"number": 0, "face": "city"}]},
        {"display": [{"number": 8, "face": "city"}]},
        {"regions": [{"player": "red"}], "tokens": [{"number": 0, "face": "city"}]},
        {"phase": 6},
        {"counts": [{"what": "green", "player": "red", "count": -1}]},
    ],
)
def test_nonsense_is_refused_in_a_sentence(wrong):
    with pytest.raises(UnreadableError, match=r"\.$"):
        load_board({"format": "tablekeeper.board/1", "game": "tuscany", **wrong})


def kinds(board, setup=None):
    return [fault.kind for fault in RULES.status(board, setup)]


def test_every_moment_of_a_game_is_a_board_without_a_fault():
    for moves in range(12, 150, 23):
        state = played(2, moves)
        assert not RULES.status(board_of(state), state.setup)


def test_areas_goods_and_spaces_on_a_board_are_what_the_game_has_paid_for_them():
    game, _ = random_game(SETUP, Random(4), sample_box())
    state, earned = RULES.start(game.setup), Counter()
    for move in game.moves:
        state, lines = RULES.apply(state, move)
        for line in some_of(lines, "area", "farm", "token"):
            earned[line.players, line.feature] += line.points
    shown = Counter()
    for line in some_of(RULES.score_board(board_of(state), state.setup), "area", "farm", "token"):
        assert line.currency == "green"
        shown[line.players, line.feature] += line.points
    assert len(shown) > 6
    assert shown == earned


def some_of(lines, *features):
    return [line for line in lines if line.feature in features]


def test_a_completed_colour_is_named_and_what_is_stored_counts_in_red():
    state = played(1)
    lines = RULES.score_board(board_of(state), state.setup)
    colours = [line for line in lines if line.feature == "colour"]
    assert {line.players[0] for line in colours} <= {*state.realms}
    completed = sum(map(len, state.completed.values()))
    assert len(colours) == completed > 0
    left = {line.players: line for line in RULES.final(state) if line.feature == "leftovers"}
    assert left
    assert {line.players: line for line in lines if line.feature == "leftovers"} == left


def test_regions_of_nobody_known_are_shown_and_score_nothing(board):
    bare = replace(board, regions=tuple(RegionReading() for _ in board.regions), counts=())
    assert not RULES.score_board(bare, SETUP)
    assert not RULES.status(bare, SETUP)
    assert "0/seat" in spots(bare)
    mine = RULES.correct(bare, "0/seat", {"player": "red"})
    assert "red/seat" in spots(mine)
    assert {line.players for line in RULES.score_board(mine, SETUP)} == {("red",)}


def spots(board):
    return [placed.spot for placed in RULES.picture_board(board).placed if placed.spot]


def with_field(board, at, colour):
    fields = tuple(replace(each, colour=colour) if each.cell == at else each for each in board.fields)
    return replace(board, fields=fields)


def bare_cells(board, *, colour):
    covered = {each.cell for each in board.covers}
    cells = [each.cell for each in board.fields if each.colour == colour and each.cell not in covered]
    return sorted(cells)


@pytest.mark.parametrize(
    ("fault", "broken"),
    [
        ("counts_of_colours", lambda b: with_field(b, bare_cells(b, colour="beige")[0], "grey")),
        ("fields_apart", lambda b: replace(b, fields=(*b.fields, ColourReading((12, 12), "grey")))),
        ("colour_differs", lambda b: lay(b, bare_cells(b, colour="beige")[0], "quarry")),
        ("tile_off_the_region", lambda b: lay(b, (12, 12), "quarry")),
        ("not_adjacent", lambda b: lay(b, (12, 12), "quarry")),
        ("castle_missing", lambda b: replace(b, covers=tuple(c for c in b.covers if c.face != "castle"))),
        ("no_space", lambda b: replace(b, store=(ThingReading(6, "city"),))),
        ("too_many_tokens", lambda b: with_tokens(b, 9)),
        ("token_gone", lambda b: with_tokens(b, 9)),
        ("five_alike", lambda b: replace(b, display=tuple(ThingReading(n, "city") for n in range(5)))),
        ("region_twice", lambda b: replace(b, regions=(b.regions[0], *b.regions[:2]))),
        ("not_a_player", lambda b: replace(b, regions=(RegionReading("yellow"), *b.regions[1:]))),
    ],
)
def test_what_is_wrong_on_a_board_is_named(board, fault, broken):
    assert fault not in kinds(board, SETUP)
    worse = broken(board)
    assert fault in kinds(worse, SETUP)
    picture = RULES.picture_board(replace(worse, faults=RULES.status(worse, SETUP)))
    marked = {fault.cells for fault in RULES.status(worse, SETUP)} - {()}
    assert any(each.emphasis == "fault" for each in picture.placed) == bool(marked)


def lay(board, cell, face):
    return replace(board, covers=(*board.covers, CoverReading(cell, face)))


def with_tokens(board, count):
    others = tuple(each for each in board.tokens if each.region)
    return replace(board, tokens=(*others, *(ThingReading(at, "card") for at in range(count))))


def test_two_fields_whose_colours_were_mixed_up_are_swapped_by_one_answer(board):
    beige, grey = bare_cells(board, colour="beige")[0], bare_cells(board, colour="grey")[0]
    doubtful = (Alternative("grey", 0.4),)
    mixed = with_field(with_field(board, beige, "grey"), grey, "beige")
    unsure = {grey: doubtful}
    fields = tuple(
        replace(each, confidence=0.6, alternatives=unsure[each.cell]) if each.cell in unsure else each
        for each in mixed.fields
    )
    mixed = replace(mixed, fields=fields)
    spot = next(s.spot for s in RULES.sightings(mixed) if grey in s.cells)
    assert [s.spot for s in RULES.sightings(mixed) if s.confidence < SURE] == [spot]
    swap = next(each for each in RULES.questions(mixed, spot) if each.name == "swap")
    assert f"{beige[0]},{beige[1]}" in [choice.value for choice in swap.choices]
    right = RULES.correct(mixed, spot, {"swap": f"{beige[0]},{beige[1]}"})
    assert {each.cell: each.colour for each in right.fields} == {e.cell: e.colour for e in board.fields}
    assert not [s for s in RULES.sightings(right) if s.confidence < SURE]


def test_every_answer_to_every_question_is_taken_and_written(board):
    doubt = RegionDoubt("hidden", "Something lies over this field.", cell=(-5, 0))
    cut = replace(board, fields=board.fields[1:], doubts=(doubt,))
    names = set()
    for spot in some(spots(cut)):
        for question in some(RULES.questions(cut, spot)):
            names.add(question.name)
            assert question.title
            for choice in some(question.choices[:2]):
                after = RULES.correct(cut, spot, {question.name: choice.value})
                assert load_board(through_json(after)) == after
            with pytest.raises(UnreadableError, match=r"\.$"):
                RULES.correct(cut, spot, {question.name: "none of these"})
    assert names == {"colour", "face", "remove", "player", "token", "stacks", "phase"}
    assert len({*spots(cut)}) == len(spots(cut))
    with pytest.raises(UnreadableError, match=r"\.$"):
        RULES.questions(cut, "blue/meeple:1")


def test_a_tile_that_is_said_to_lie_tells_its_field(board):
    cell = bare_cells(board, colour="beige")[0]
    spot = next(s.spot for s in RULES.sightings(board) if cell in s.cells)
    after = RULES.correct(board, spot, {"face": "quarry"})
    assert after.colours(0)[cell] == "grey"
    bare = RULES.correct(after, spot, {"face": "nothing"})
    assert cell not in bare.covered(0)


def test_a_farm_whose_goods_were_not_read_is_worth_a_look(board):
    cell = next(each.cell for each in board.covers if each.face.startswith("farm:"))
    covers = tuple(replace(each, face="farm") if each.cell == cell else each for each in board.covers)
    unread = replace(board, covers=covers)
    assert [each.cells for each in RULES.sightings(unread) if each.confidence < SURE] == [(cell,)]


def test_a_board_is_listed_for_people(board):
    doubt = RegionDoubt("hidden", "Something lies over this field.", cell=board.fields[0].cell)
    text = "\n".join(RULES.list_board(replace(board, doubts=(doubt,))))
    assert text.startswith("3 regions, 90 fields")
    assert "Region of blue, 100% sure" in text
    assert "display: " in text
    assert "Doubt at column" in text


def test_a_thing_alone_has_its_spot(board):
    for spot in ("red/seat", "display:2", next(s for s in spots(board) if "tile:" in s)):
        alone, there = RULES.alone(board, spot)
        assert there in spots(alone)
        assert len(alone.fields) <= 1


def test_an_empty_board_is_drawn_with_the_colours_of_the_players():
    palette = RULES.picture_board(load_board({"game": "tuscany"})).palette
    assert {*RULES.info.colours} <= {*palette}
