"""Goods among pieces that stand on them: tables on which some places are crowded."""

from collections.abc import Iterator
from random import Random

from scoring.games.smuggler.land.box import is_land, is_water, sample_box
from vision.games.smuggler.pieces import see_pieces
from vision.games.smuggler.registration import find_map, learn_map
from vision.games.smuggler.spots import spots_of
from vision.games.smuggler.training.sightings import MeasuredGoods
from vision.simulator.games.smuggler.pieces import SHAPES, cells_of
from vision.simulator.games.smuggler.plans import plan_of
from vision.simulator.games.smuggler.states import ground_of
from vision.simulator.games.smuggler.table import TablePiece
from vision.simulator.games.smuggler.tables import COLOURS, table_on
from vision.simulator.table.acts import done

PLACES, PEGS, GOODS = 6, 4, 3
"""So many places of a table are crowded, and so many pegs and pieces of goods are at each of them at most."""


def crowds(seed: int, level: int) -> Iterator[MeasuredGoods]:
    """Measure the goods on a table whose crowded places were bare when it was known what lay there."""
    box, chance = sample_box(), Random(f"crowds of smuggler {seed}")
    spots, ground = spots_of(box), ground_of(box)
    made = table_on(plan_of(box), ground, seed, level)
    table, true = made.table, {}
    for place in chance.sample([name for name, each in box.places.items() if is_land(each)], PLACES):
        goods = chance.choices(SHAPES, k=chance.randint(1, GOODS))
        true[place] = sum(len(cells_of(shape)) for shape in goods)
        stands = [("peg", chance.choice(COLOURS)) for _ in range(chance.randint(0, PEGS))]
        stands += [("ship", chance.choice(COLOURS))] * is_water(box.places[place])
        for number, (kind, owner) in enumerate([*stands, *(("goods", shape) for shape in goods)]):
            act = made.lies.put(TablePiece(f"{place} {number}", kind, owner, place))
            table = done(table, act, made.film.stage.box.side_mm, made.film.stage.box.outlines)
    frame, known = made.photograph(table), learn_map(ground, spots.size_mm)
    seen = see_pieces(known, frame, find_map(known, frame), spots, COLOURS)
    for place, squares in true.items():
        yield MeasuredGoods(squares, seen.goods.get(place, 0.0), seen.hidden.get(place, 0.0))
