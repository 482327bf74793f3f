"""Figures that are easily overlooked, or taken for what is drawn, in a box that nobody has learned."""

from typing import NamedTuple

import numpy as np
import pytest
from tabletop import PLAYERS, READER, Watcher, mirrored, named, tile

from scoring.games.carcassonne.engine.moves import Meeple, TilePlacement
from vision.games.carcassonne.live.enrolling import met
from vision.games.carcassonne.live.locating import expected_of, track
from vision.games.carcassonne.live.memory import (
    CarcassonneBoxModel,
    FigureHypothesis,
    TrackedFigure,
    over_looks,
)
from vision.games.carcassonne.live.schooling import lies_as_before, lies_turned
from vision.games.carcassonne.live.tracking import lay_out
from vision.games.carcassonne.live.unlearned import look_of
from vision.games.carcassonne.wood_colours import only, wood_distance

THIEF = tile("red", "U", 1, (1, 0), "road", "W")
MONK = tile("red", "A", 3, (-1, 0), "cloister")
CROSSING = tile("red", "W", 0, (1, 0))
STYLE, GREEN_STYLE = 910_001, 900_933
START = (0, 0)
ASKED = 0.9


@pytest.fixture(scope="module")
def nothing() -> CarcassonneBoxModel:
    """Nothing known of the box, and the colours of the players."""
    return READER.get_ready(None, [seat.colour for seat in PLAYERS.players])


@pytest.fixture
def table(nothing: CarcassonneBoxModel) -> Watcher:
    """A table that was looked at as the game begins."""
    table = Watcher(nothing, "cloth", style=STYLE)
    table.look()
    return table


class Told(NamedTuple):
    """The turn that is proposed first, and how surely."""

    move: TilePlacement
    share: float


def told(table: Watcher) -> Told:
    best = table.look().best
    return Told(named(best.moves[0]), best.confidence)


def put_in_the_middle(table: Watcher, player: str) -> None:
    """Put a figure into the village of the crossing."""
    card = next(card for card in table.table.cards if card.spot == "tile:1,0")
    table.stand(player, card.at_mm)


def test_what_came_with_its_tile_and_lies_where_the_village_is_may_be_drawn_there(table: Watcher) -> None:
    table.lay_bare(CROSSING)
    put_in_the_middle(table, "red")
    seen = told(table)
    assert seen.move == CROSSING, "as a village may look"
    assert seen.share < ASKED, "but it is asked about"


def test_who_stands_on_a_road_beside_the_village_stands_there(table: Watcher) -> None:
    thief = tile("red", "W", 0, (1, 0), "road", "E")
    table.lay(thief)
    assert told(table).move == thief


def test_what_came_after_its_tile_is_a_figure_wherever_it_stands(table: Watcher) -> None:
    table.lay_bare(CROSSING)
    table.look()
    put_in_the_middle(table, "red")
    assert told(table).move.meeple is not None


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("is_there", [True, False])
def test_a_figure_that_may_stand_under_a_glare_is_asked_about_in_any_box(
    table: Watcher, is_there: bool
) -> None:
    (table.lay if is_there else table.lay_bare)(MONK)
    at_px = table.corners_px(MONK.cell).mean(axis=0)
    sight = table.look(mirrored(table.photo(), at_px, 1.8, wide=0.22))
    assert sight.best.confidence < ASKED


def test_a_farmer_of_the_very_colour_of_the_meadow_is_seen_to_come(nothing: CarcassonneBoxModel) -> None:
    farmer = tile("red", "U", 1, (1, 0), "field", "N")
    table = Watcher(nothing, "cloth", style=GREEN_STYLE)
    table.paint("red", "#3f6f35")
    table.look()
    table.lay_bare(farmer)
    table.look()
    table.put(farmer)
    seen = told(table)
    assert seen.move == farmer or seen.share < ASKED, "it is asked, not passed over"


def test_figures_that_touch_are_each_known_by_their_own_wood(
    nothing: CarcassonneBoxModel, table: Watcher
) -> None:
    table.lay(THIEF)
    table.look()
    table.confirm(THIEF)
    table.look()
    red = table.memory.stands[THIEF.cell]
    [figure] = table.table.figures
    table.stand("green", (figure.at_mm[0] - 13, figure.at_mm[1]))
    green = TrackedFigure("green", red.meeple, (red.middle[0] - 13 / 45, red.middle[1]))
    stands = {THIEF.cell: red, START: green}
    tracked, _ = track(table.photo(), nothing, expected_of(table.state), table.memory)
    woods = met(tracked, stands, stands)
    assert woods.keys() == stands.keys()
    for colour, sample in woods.values():
        other = "green" if colour == "red" else "red"
        far = wood_distance(np.array([[sample]], np.float32), only([colour, other]))[0, 0]
        assert far[0] < 1 < far[1]


def test_what_looked_like_a_figure_before_one_came_there_counts_no_more() -> None:
    stand = TrackedFigure("red", Meeple("cloister", ()), (0.5, 0.5))
    drawn, come = FigureHypothesis(stand, -9.0, looks=2), FigureHypothesis(stand, 9.0, has_come=True)
    [first] = over_looks([come], [drawn])
    assert first == come
    [again] = over_looks([come._replace(nats=5.0)], [first])
    assert (again.nats, again.looks) == (7.0, 2)
    [faded] = over_looks([FigureHypothesis(stand, 1.0)], [first])
    assert (faded.nats, faded.has_come) == (5.0, True)


def test_a_tile_is_the_one_seen_before_though_a_figure_came_but_not_if_it_was_turned(table: Watcher) -> None:
    bend = tile("red", "V", 0, (1, 0), "road", "W")
    table.lay_bare(bend)
    table.look()
    before = table.memory.arrivals[bend.cell]
    table.put(bend)
    layout = lay_out(table.photo(), table.memory.homography, expected_of(table.state))
    seen = look_of(layout, before.laid.place).seen
    assert lies_as_before(seen, before)
    assert not lies_turned(seen, before)
    for quarter in (1, 2, 3):
        assert not lies_as_before(np.rot90(seen, quarter), before)
        assert lies_turned(np.rot90(seen, quarter), before)
    assert not lies_as_before(None, before), "where a print tells it"
    assert not lies_turned(None, before), "where a print tells it"
