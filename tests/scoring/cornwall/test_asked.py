"""Every answer that a player of Cornwall can give about a turn, given and looked at again."""

import json
from random import Random

import msgspec
import pytest

from scoring.errors import ScoringError, UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.cornwall.chance import random_game
from scoring.games.cornwall.editor.edited_tile import corner_of, lying
from scoring.games.cornwall.engine.moves import (
    FigurePlacement,
    Opening,
    PutBack,
    Recount,
    TriplePlacement,
    placed,
)
from scoring.games.cornwall.land.fields import TERRAINS, Field
from scoring.games.cornwall.land.hexes import middle_mm
from tests.some import some

RULES = load("cornwall")
SEATS = (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue"), PlayerSeat("Cleo", "yellow"))
SETUP = Setup("rulebook-000", SEATS)
ROW = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1))
START = Opening(
    "red",
    tuple(sorted(zip(ROW, map(Field, ("forest", "meadow", "moor", "village", "mountain")), strict=True))),
)


FOREST_MEADOW_MOOR = {(1, -1): Field("forest"), (2, -2): Field("meadow"), (2, -1): Field("moor")}


def states_of(seed, setup=SETUP):
    """Give the moves of a game by chance, and the state before each."""
    game, _ = random_game(setup, Random(seed))
    state, steps = RULES.start(setup), []
    for move in game.moves:
        steps.append((state, move))
        state, _ = RULES.apply(state, move)
    return steps


STEPS = states_of(3)


def laid(fields, figures=(), player="red"):
    return placed(player, fields, tuple(sorted(figures)))


def begun():
    return RULES.apply(RULES.start(SETUP), START)[0]


def ask(state, move):
    return {question.name: question for question in RULES.ask(state, move)}


def json_of(value):
    return json.loads(msgspec.json.encode(value))


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("at", range(1, len(STEPS), 4))
def test_every_answer_offered_is_taken_and_is_the_chosen_one_then(at):
    state, move = STEPS[at]
    for name, question in some(ask(state, move).items()):
        for choice in some(question.choices):
            after = RULES.answer(state, move, json_of({name: choice.value}))
            assert RULES.load_move(json_of(RULES.dump_move(after))) == after
            assert str(RULES.say(state, after)).endswith(".")
            again = ask(state, after)
            if name not in {"move", "unseen", "cells"} and name in again:
                assert again[name].chosen == choice.value
            if name == "move":
                assert json_of(RULES.dump_move(after)) == choice.value


@pytest.mark.parametrize("at", range(1, len(STEPS), 6))
def test_any_turn_can_be_made_any_other_turn_on_the_same_table_by_tapping(at):
    """Whatever the camera made of a turn, a few taps make it what was really done."""
    state, true = STEPS[at]
    if not isinstance(true, TriplePlacement):
        pytest.skip("a tile put back")
    wrong = next(iter(RULES.legal(state, "forest-meadow-moor")))
    if not isinstance(wrong, TriplePlacement):
        pytest.skip("nothing can be laid")
    wanted, move = lying(true), wrong
    q, r = wanted.corner[0]
    taps = [("corner", f"{q},{r},{wanted.corner[1]}")]
    for place in range(3):
        field = wanted.fields[place]
        taps += [(f"terrain_{place + 1}", field.terrain), (f"symbols_{place + 1}", ".".join(field.symbols))]
        taps += [(f"figure_{place + 1}", wanted.kinds[place])]
    taps += [(f"pub_{player}", player in true.pub) for player in {*wrong.pub, *true.pub}]
    for name, value in taps:
        move = RULES.answer(state, move, json_of({name: value}))
    assert move == true


def test_a_tile_is_turned_about_its_corner_and_its_figures_stay_where_they_were_seen():
    tile = laid(
        {(1, -1): Field("forest"), (2, -2): Field("meadow"), (2, -1): Field("moor")},
        [FigurePlacement((1, -1), "big")],
    )
    state = begun()
    turned = RULES.answer(state, tile, {"turns": (tile.turns + 2) % 6})
    assert corner_of(turned.cells) == corner_of(tile.cells)
    assert sorted(turned.cells) == sorted(tile.cells)
    assert turned.fields[1, -1] != tile.fields[1, -1]
    assert turned.figures == tile.figures
    back = RULES.answer(
        state, RULES.answer(state, turned, {"turns": (turned.turns + 2) % 6}), {"turns": tile.turns}
    )
    assert back == tile


def test_a_tile_moved_to_another_corner_takes_its_figures_along():
    tile = laid(
        {(1, -1): Field("forest"), (2, -2): Field("meadow"), (2, -1): Field("moor")},
        [FigurePlacement((1, -1), "big")],
    )
    where = tile.fields[1, -1]
    for question in some(RULES.ask(begun(), tile)):
        if question.name == "corner":
            spots = {each.spot for each in question.picture.placed if each.spot}
            assert spots == {choice.value for choice in question.choices}
            for choice in question.choices:
                there = RULES.answer(begun(), tile, {"corner": choice.value})
                assert there.fields[there.figures[0].cell] == where


def test_what_lies_where_a_tile_would_be_moved_to_is_never_covered():
    for state, move in STEPS[1::5]:
        if isinstance(move, TriplePlacement):
            for choice in some(ask(state, move)["corner"].choices):
                there = RULES.answer(state, move, {"corner": choice.value})
                assert not set(there.cells) & set(state.fields)


def test_a_turn_may_be_answered_as_its_document_writes_it():
    state, move = next(step for step in STEPS[5:] if isinstance(step[1], TriplePlacement) and step[1].figures)
    document = json_of(RULES.dump_move(move))
    start = next(iter(RULES.legal(state, "forest-meadow-moor")))
    plain = {
        name: value for name, value in document.items() if name in {"face", "turns", "cell", "figures", "pub"}
    }
    assert RULES.answer(state, start, plain) == move


@pytest.mark.parametrize(
    "answers",
    [
        {"no such": 1}, {"terrain_1": "desert"}, {"symbols_1": "crown"}, {"figure_1": "giant"},
        {"corner": "x"}, {"corner": "1,2,3"}, {"turns": 9}, {"player": "green"}, {"pub_red": "maybe"},
        {"move": 3},
        {"unseen": "nothing of the sort"}, {"face": "forest"}, {"cell": "here"}, {"figures": 3},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_in_a_sentence(answers):
    state, move = STEPS[4]
    with pytest.raises(ScoringError, match=r"\.$"):
        RULES.answer(state, move, answers)


# --- the start tile ----------------------------------------------------------------------------------


def test_any_start_tile_can_be_entered_by_tapping_cells_and_terrains():
    state = RULES.start(SETUP)
    (landing,) = RULES.in_hand(state, TERRAINS).landings
    move = RULES.load_move(landing.moves[0])
    for seed in range(1, 6):
        game, _ = random_game(SETUP, Random(seed), tiles=1)
        wanted = dict(game.moves[0].fields)
        tapped = dict(move.fields)
        assert (0, 0) in wanted
        order = [cell for cell in sorted(wanted, key=_steps_from_middle(wanted)) if cell not in tapped]
        now = move
        for cell in order:
            now = RULES.answer(state, now, {"cells": f"{cell[0]},{cell[1]}"})
        for cell in sorted(set(tapped) - set(wanted)):
            now = RULES.answer(state, now, {"cells": f"{cell[0]},{cell[1]}"})
        numbered = sorted(wanted, key=lambda cell: cell[::-1])
        for number, cell in enumerate(numbered, start=1):
            now = RULES.answer(state, now, {f"terrain_{number}": wanted[cell].terrain})
        assert dict(now.fields) == wanted
        RULES.check(state, now)


def _steps_from_middle(cells):
    """Order cells so that each lies beside one before it."""
    found, edge = {(0, 0): 0}, [(0, 0)]
    for cell in edge:
        for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
            there = cell[0] + dq, cell[1] + dr
            if there in cells and there not in found:
                found[there] = len(found)
                edge.append(there)
    return found.__getitem__


def test_a_field_of_the_start_tile_is_moved_by_two_taps():
    state = RULES.start(SETUP)
    now = RULES.answer(state, RULES.answer(state, START, {"cells": "3,0"}), {"cells": "1,1"})
    assert [cell for cell, _ in now.fields] == [(0, 0), (0, 1), (1, 0), (2, 0), (3, 0)]
    assert dict(now.fields)[3, 0].terrain == dict(START.fields)[1, 1].terrain
    RULES.check(state, now)


def test_a_terrain_given_to_one_field_of_the_start_tile_changes_places_with_the_other():
    state = RULES.start(SETUP)
    names = [field.terrain for _, field in sorted(START.fields, key=lambda each: each[0][::-1])]
    changed = RULES.answer(state, START, {"terrain_1": names[3]})
    now = [field.terrain for _, field in sorted(changed.fields, key=lambda each: each[0][::-1])]
    assert now == [names[3], names[1], names[2], names[0], names[4]]
    RULES.check(state, changed)


def test_a_start_tile_of_four_or_six_fields_is_said_to_be_wrong():
    state = RULES.start(SETUP)
    for cell in ("0,0", "3,0"):
        odd = RULES.answer(state, START, {"cells": cell})
        with pytest.raises(ScoringError, match="The start tile has 5 fields"):
            RULES.check(state, odd)
    with pytest.raises(UnreadableError, match="side by side"):
        RULES.answer(state, START, {"cells": "9,9"})


def test_who_begins_can_be_set():
    assert RULES.answer(RULES.start(SETUP), START, {"player": "blue"}).player == "blue"


# --- turns that nobody saw ---------------------------------------------------------------------------


def test_a_tile_put_back_can_be_set_right():
    state, move = begun(), PutBack("red", "forest-moor-village")
    asked = ask(state, move)
    assert {"terrain_1", "symbols_3", "player"} <= asked.keys()
    assert RULES.answer(state, move, {"symbols_1": "cottage"}).face.count("cottage") == 1


def test_coins_are_counted_by_tapping_them():
    state = begun()
    piles = [each.spot for each in RULES.picture(state).placed if each.spot.startswith("coins:")]
    assert piles == ["coins:red", "coins:blue", "coins:yellow"]
    _, aside, _ = RULES.in_hand(state).aside
    (question, _) = RULES.ask(state, RULES.load_move(aside.value))
    move = RULES.answer(state, RULES.load_move(aside.value), {question.name: 4})
    assert move == Recount("red", {"blue": 4})
    assert RULES.apply(state, move)[0].coins == {"red": 1, "blue": 4, "yellow": 1}
    assert RULES.answer(state, move, {"coins_red": "2"}) == Recount("red", {"blue": 4, "red": 2})
    assert min(RULES.draw_move(move).box_mm[2:]) > 0


def test_figures_bought_back_are_asked_about_while_some_of_theirs_are_in_the_pub():
    with_guests = [
        (s, m)
        for s, m in STEPS
        if isinstance(m, TriplePlacement) and any(g.player == m.player for g in s.pub)
    ]
    assert with_guests
    for state, move in with_guests:
        question = ask(state, move)[f"pub_{move.player}"]
        assert question.chosen == (move.player in move.pub)
        bought = RULES.answer(state, move, {question.name: True})
        assert bought.pub == (move.player,)


# --- sentences ---------------------------------------------------------------------------------------


def test_a_turn_is_said_with_what_it_lays_earns_pays_and_puts():
    state = begun()
    tile = laid(
        {(0, -1): Field("forest"), (1, -1): Field("meadow", ("flag",)), (1, -2): Field("moor")},
        [FigurePlacement((0, -1), "small"), FigurePlacement((1, -1), "big")],
    )
    assert str(RULES.say(state, tile)) == (
        "Ann lays forest, moor and meadow with a flag, earns 1 coin and puts a small figure in the forest "
        "and a big figure on the meadow for 1 coin."
    )
    assert str(RULES.say(state, START)) == (
        "The start tile shows forest, meadow, moor, village and mountain; Ann begins."
    )
    assert str(RULES.say(state, PutBack("blue", "forest-moor-moor"))) == (
        "Ben puts forest, moor and moor back under the stack: it fits nowhere."
    )
    assert str(RULES.say(state, Recount("red", {"red": 1, "blue": 3}))) == (
        "Counted: Ann has 1 coin and Ben has 3 coins."
    )


def test_of_two_fields_alike_it_is_said_on_which_a_figure_stands():
    tile = laid(
        {(0, -1): Field("village"), (1, -1): Field("village", ("chapel",)), (1, -2): Field("moor")},
        [
            FigurePlacement((0, -1), "small"),
            FigurePlacement((1, -1), "small"),
            FigurePlacement((1, -2), "tall"),
        ],
    )
    said = str(RULES.say(begun(), tile))
    assert "a small figure in the village in the south-west" in said
    assert "a small figure in the village in the south-east" in said
    assert "a tall figure on the moor and" in said


def test_figures_bought_back_are_said():
    said = [str(RULES.say(s, m)) for s, m in STEPS if isinstance(m, TriplePlacement) and m.pub]
    assert said
    assert all("takes the figures from the pub for 1 coin" in each for each in said)


# --- pictures ----------------------------------------------------------------------------------------


def test_every_piece_on_the_table_is_drawn_once_where_it_stands():
    state = STEPS[-1][0]
    drawn = RULES.picture(state)
    figures = [each for each in drawn.placed if each.spot.startswith("figure:")]
    assert len(figures) == len(state.figures)
    for figure, placed_at in some(
        zip(state.figures, sorted(figures, key=lambda e: int(e.spot[7:])), strict=True)
    ):
        x, y = middle_mm(figure.cell)
        assert placed_at.symbol == figure.kind
        assert placed_at.colour == figure.player
        assert abs(placed_at.at_mm[0] - x) < 10
        assert 0 < placed_at.at_mm[1] - y < 20
    assert sum(each.symbol == "cottage_piece" for each in drawn.placed) == sum(
        field.has("cottage") for field in state.fields.values()
    )
    tiles = [each.spot for each in drawn.placed if each.spot.startswith("tile:")]
    assert len(tiles) == state.laid + 1
    grounds = [each for each in drawn.placed if each.symbol.rsplit("_", 1)[0].split("_")[0] in _TERRAINS]
    assert len(grounds) == len(state.fields)


_TERRAINS = {"moor", "forest", "mountain", "village", "meadow"}


def test_the_spot_of_a_tile_is_the_cell_of_its_first_field():
    state = begun()
    spots = {each.spot for each in RULES.picture(state).placed}
    assert "tile:0,0" in spots
    for state, move in STEPS[1::7]:
        if isinstance(move, TriplePlacement):
            after = {each.spot for each in RULES.picture(state, [move]).placed}
            assert f"tile:{move.cell[0]},{move.cell[1]}" in after


def test_guests_of_the_pub_and_coins_are_drawn():
    state = next(s for s, _ in STEPS if len(s.pub) > 2)
    drawn = RULES.picture(state)
    pub = next(each for each in drawn.placed if each.symbol == "pub")
    shapes = drawn.symbols["pub"][0].points_mm
    west, east = (pub.at_mm[0] + f(x for x, _ in shapes) for f in (min, max))
    north, south = (pub.at_mm[1] + f(y for _, y in shapes) for f in (min, max))
    inside = [
        (each.symbol, each.colour)
        for each in drawn.placed
        if each.symbol in {"small", "tall", "big"}
        if west < each.at_mm[0] < east and north < each.at_mm[1] < south
    ]
    assert sorted(inside) == sorted((guest.kind, guest.player) for guest in state.pub)
    for seat in SEATS:
        pile = next(each for each in drawn.placed if each.spot == f"coins:{seat.colour}")
        assert pile.symbol == f"pile_{state.coins[seat.colour]}"


def test_closed_regions_have_a_rim():
    state = STEPS[-1][0]
    closed = [region for region in RULES.regions(state) if region.is_completed]
    rims = [each for each in RULES.picture(state).placed if each.symbol.startswith("closed_")]
    assert closed
    assert len(rims) >= len(closed)


def test_a_move_that_breaks_a_rule_is_marked_as_a_fault():
    far = laid({(7, 7): Field("forest"), (8, 7): Field("meadow"), (7, 8): Field("moor")})
    drawn = RULES.picture(begun(), [far])
    assert sum(each.symbol == "frame_fault" for each in drawn.placed) == 3
