"""Tiles that come together with their figures, so that nobody has seen them bare."""

import numpy as np
import pytest
from hextop import HexTop, learned, turns_with_figures

from scoring.games.cornwall.engine.moves import TriplePlacement
from vision.games.cornwall.live.cards.fields import fields_of_card
from vision.games.cornwall.live.cards.tracking import lay_out
from vision.games.cornwall.live.figures.bare_tiles import bared
from vision.games.cornwall.live.figures.bases import PX_PER_MM
from vision.games.cornwall.live.figures.changes import AROUND_MM
from vision.games.cornwall.live.figures.positions import plain_of
from vision.games.cornwall.live.places import card_mask

TURNS = 10
GAMES = [(20, 0), (21, 1), (22, 1), (23, 1)]


def table_before(seed: int, level: int, number: int) -> HexTop:
    """A game of a learned box, played up to before a turn."""
    table = HexTop(seed, level, TURNS)
    table.known = learned(seed, level, TURNS)
    table.open()
    table.play(*range(1, number))
    return table


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "level"), GAMES)
def test_figures_that_come_with_their_tile_are_seen(seed: int, level: int) -> None:
    number = turns_with_figures(seed, level, TURNS)[-1]
    table = table_before(seed, level, number)
    true = table.placement(number)
    table.whole(number)
    [move] = table.look().best.moves
    assert isinstance(move, TriplePlacement)
    assert move.fields == true.fields
    assert {stand.cell for stand in move.figures} == {stand.cell for stand in true.figures}


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "level"), GAMES)
def test_a_tile_is_shown_as_it_would_be_without_its_figures(seed: int, level: int) -> None:
    number = turns_with_figures(seed, level, TURNS)[-1]
    table = table_before(seed, level, number)
    table.tile(number)
    table.look()
    assert table.memory is not None
    [(cells, arrival)] = table.memory.arrivals.items()
    layouts = [lay_out(table.photograph(), table.memory.lattice)]
    table.whole(number)
    layouts.append(lay_out(table.photograph(), table.memory.lattice))
    before, after = (plain_of(layout, cells, arrival.place).astype(float) for layout in layouts)
    match = fields_of_card(layouts[1], cells, arrival.place, prints=table.known.prints).match
    assert match is not None
    shown = bared(layouts[1], cells, arrival.place, table.memory.bare, {}, match).astype(float)
    figures = (np.abs(after - before).max(axis=2) > 60) & card_mask(cells, PX_PER_MM, AROUND_MM)
    assert figures.any()
    assert np.abs(shown - before)[figures].mean() < 0.5 * np.abs(after - before)[figures].mean()
