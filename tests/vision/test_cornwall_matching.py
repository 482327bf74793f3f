"""Which learned tile lies somewhere, and how much that says of its fields."""

import numpy as np
import pytest
from hextop import HexTop, alike, cells_of, learned

from scoring.game import Cell
from scoring.games.cornwall.engine.moves import Opening, TriplePlacement
from scoring.games.cornwall.land.fields import Field, fields_of
from tests.some import some
from vision.games import load as load_reader
from vision.games.cornwall.classify.matches import Match, prints_of
from vision.games.cornwall.classify.odds import by_prints, likeliest
from vision.games.cornwall.prints import load_prints
from vision.simulator.table.singles import single_tiles

READER = load_reader("cornwall")

CELLS = ((0, 0), (0, 1), (1, 0))
FLAG, PLAIN = Field("village", ("flag",)), Field("village")
MOOR, WOOD = Field("moor"), Field("forest")
TURNS = 8
ASKED = 0.9
"""A turn less sure than this is asked for."""


def match(fields: dict[Cell, Field], nats: float) -> Match:
    """A learned tile of which only matters what it shows."""
    return Match(fields, nats, 0, np.zeros((len(fields), 64, 64, 3), np.uint8))


@pytest.mark.slow
@pytest.mark.parametrize("level", [0, 1])
def test_tiles_that_somebody_has_learned_are_read_right_or_asked_for(level: int) -> None:
    table = HexTop(9, level, TURNS)
    table.known = learned(9, level, TURNS)
    table.open()
    right = 0
    assert len({table.placement(number).turns for number in range(1, TURNS + 1)}) > 2
    for number in range(1, TURNS + 1):
        true = table.placement(number)
        table.tile(number)
        best = table.look().best
        [move] = best.moves
        assert isinstance(move, TriplePlacement)
        assert cells_of([move]) == [set(true.cells)]
        assert [move.fields[cell].terrain for cell in true.cells] == [
            true.fields[cell].terrain for cell in true.cells
        ]
        assert move.fields == true.fields or best.confidence < ASKED
        right += move.fields == true.fields
        table.whole(number)
        table.look()
        table.confirm(true)
        table.over(number)
        table.look()
    assert right >= TURNS - level


def test_a_print_decides_what_looks_leave_open() -> None:
    odds = {CELLS[0]: {PLAIN: 0.6, FLAG: 0.4}, CELLS[1]: {MOOR: 1.0}, CELLS[2]: {WOOD: 1.0}}
    shown = dict(zip(CELLS, (FLAG, MOOR, WOOD), strict=True))
    other = dict(zip(CELLS, (PLAIN, MOOR, WOOD), strict=True))
    told = by_prints(odds, [match(shown, 0.0), match(other, -8.0)], 36)
    assert likeliest(told) == shown
    assert told[CELLS[0]][FLAG] > 0.98


def test_looks_that_speak_against_every_print_are_heard_where_few_tiles_were_learned() -> None:
    odds = {CELLS[0]: {FLAG: 0.98, PLAIN: 0.02}, CELLS[1]: {MOOR: 1.0}, CELLS[2]: {WOOD: 1.0}}
    found = match(dict(zip(CELLS, (PLAIN, MOOR, WOOD), strict=True)), 0.0)
    few, all_ = (by_prints(odds, [found], number)[CELLS[0]][FLAG] for number in (3, 36))
    assert few > 0.5 > all_


def test_where_no_print_fits_the_looks_alone_tell() -> None:
    odds = {CELLS[0]: {FLAG: 0.7, PLAIN: 0.3}, CELLS[1]: {MOOR: 1.0}, CELLS[2]: {WOOD: 1.0}}
    assert by_prints(odds, [], 36) == odds


def test_what_a_field_may_be_are_probabilities() -> None:
    odds = {CELLS[0]: {FLAG: 0.7, PLAIN: 0.3}, CELLS[1]: {MOOR: 1.0}, CELLS[2]: {WOOD: 0.9, MOOR: 0.1}}
    found = [
        match(dict(zip(CELLS, (one, MOOR, WOOD), strict=True)), -1.0 * i)
        for i, one in enumerate((PLAIN, FLAG))
    ]
    for told in some(by_prints(odds, found, 20).values()):
        assert list(told.values()) == sorted(told.values(), reverse=True)
        assert sum(told.values()) == pytest.approx(1.0)


def test_the_start_tile_is_never_laid_over_three_fields() -> None:
    fields = fields_of("forest-meadow.flag-moor")
    patches = np.zeros((5, 64, 64, 3), np.uint8)
    made = prints_of([(fields, patches[:3]), ((*fields, *fields[:2]), patches)])
    assert made[3].fields == (fields,)
    assert made[5].fields == ((*fields, *fields[:2]),)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize(("seed", "level"), [(9, 0), (10, 1), (11, 1), (12, 2)])
def test_a_start_tile_that_somebody_has_learned_needs_no_tap(seed: int, level: int) -> None:
    table = HexTop(seed, level, TURNS)
    table.known = learned(seed, level, TURNS)
    best = table.look().best
    [opening] = best.moves
    assert isinstance(opening, Opening)
    [true] = [move for move in table.game.moves if isinstance(move, Opening)]
    assert alike(opening, true)
    assert best.confidence > ASKED


def test_pictures_of_one_tile_again_and_again_are_no_learned_box() -> None:
    first = next(iter(single_tiles(HexTop(9, 0, TURNS).game.told.course.box, 9)))
    prints = READER.get_ready(READER.learn([first] * 4), ["red", "blue"]).prints[3]
    assert len(prints.fields) == 4
    assert prints.faces == 1


def test_the_prints_of_a_set_are_made_ready_for_a_game() -> None:
    game = HexTop(9, 0, TURNS).game
    data = READER.learn(list(single_tiles(game.told.course.box, 9))[:4])
    known = READER.get_ready(data, ["red", "blue"])
    assert sorted(known.prints[3].fields) == sorted(one.fields for one in load_prints(data))
