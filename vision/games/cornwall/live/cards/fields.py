"""What the fields of a card are, each with its probability."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.cornwall.land.fields import Field
from vision.games.cornwall.classify.box_model import BoxAdjustment, weigh_in
from vision.games.cornwall.classify.field_net import FieldPrediction, answers_of, told_of
from vision.games.cornwall.classify.matches import Match, Prints, matches
from vision.games.cornwall.classify.odds import Odds, by_prints, odds_of, surely
from vision.games.cornwall.live.cards.tracking import FrameLattice
from vision.games.cornwall.live.places import CardPose, Cells, slid
from vision.games.cornwall.locate.view import cut_patches
from vision.geometry.homography import Homography
from vision.reader import Image

TURNS_DEG = (0.0, 60.0, 120.0)
"""A field shows the same however it is turned: it is asked about in all sixths, the net turning by halves."""

NO_PRINTS: Mapping[int, Prints] = {}


class CardReading(NamedTuple):
    """What the fields of a card show.

    Attributes:
        fields: What each may be.
        patches: (k, 64, 64, 3) how they look, in the order of its cells.
        match: The learned tile that it is; None where that is not sure.
    """

    fields: dict[Cell, Odds]
    patches: NDArray[np.uint8]
    match: Match | None = None


def fields_of_card(
    layout: FrameLattice,
    cells: Cells,
    place: CardPose,
    adjustment: BoxAdjustment | None = None,
    prints: Mapping[int, Prints] = NO_PRINTS,
) -> CardReading:
    """Tell what the fields of a card may be: by what all boxes share, by looks of this one and its prints."""
    image, lattice = layout.readable, layout.readable_lattice @ slid(cells, place)
    prediction = told_at(image, lattice, cells, adjustment)
    odds = {cell: odds_of(prediction, index) for index, cell in enumerate(cells)}
    match = None
    if len(cells) in prints:
        some = prints[len(cells)]
        found = matches(some, image, lattice, cells)
        odds = by_prints(odds, found, some.faces)
        match = surely(found, odds)
    return CardReading(odds, cut_patches(image, lattice, cells), match)


def told_at(
    image: Image, lattice: Homography, cells: Sequence[Cell], adjustment: BoxAdjustment | None = None
) -> FieldPrediction:
    """Ask what some fields show, from all sixths of a turn, and take the mean."""
    answers = answers_of(
        np.concatenate([cut_patches(image, lattice, cells, rotation) for rotation in TURNS_DEG])
    )
    mean = answers.reshape(len(TURNS_DEG), len(cells), -1).mean(axis=0)
    return told_of(mean) if adjustment is None else weigh_in(adjustment, mean)


def clearness(fields: Mapping[Cell, Odds]) -> float:
    """Tell how sure the least sure field of a card is, 0 to 1."""
    return min(next(iter(odds.values())) for odds in fields.values())


def readings(fields: Mapping[Cell, Odds], most: int) -> list[tuple[dict[Cell, Field], float]]:
    """Give the ways to read a card as a whole, each with its probability, the likeliest first."""
    cells = list(fields)
    ways = [
        (
            dict(zip(cells, (field for field, _ in chosen), strict=True)),
            float(np.prod([p for _, p in chosen])),
        )
        for chosen in product(*(tuple(fields[cell].items())[:4] for cell in cells))
    ]
    ways.sort(key=lambda way: -way[1])
    return ways[:most]
