"""Figures on a card: what the net finds and, where the card was seen without them, what has changed on it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from scoring.game import Player
from scoring.games.cornwall.engine.state import SUPPLY
from vision.follow.evidence import over_looks as put_together
from vision.games.cornwall.live.cards.tracking import FrameLattice
from vision.games.cornwall.live.figures.bases import PX_PER_MM, lean_at
from vision.games.cornwall.live.figures.changes import AROUND_MM, NewPiece, in_light_of, spots_of
from vision.games.cornwall.live.figures.kinds import CardChange, Habits, kind_log_odds, no_habits, what_came
from vision.games.cornwall.live.memory import TrackedPiece
from vision.games.cornwall.live.places import (
    CardPose,
    Cells,
    Mask,
    card_mask,
    cut,
    from_square,
    ideal,
    onto_lattice,
    slid,
)
from vision.games.cornwall.locate.view import cell_at
from vision.games.cornwall.pieces.figures import ANY_FIGURE, Found, find_things
from vision.games.cornwall.pieces.thing_net import KINDS
from vision.geometry.homography import project
from vision.geometry.projection import Projection
from vision.image.colour import Floats
from vision.reader import Image

SAME_MM = 12.0
"""A figure this near to one seen before is that one; what changed this near to what the net found, too."""
AT_ALL, BY_THINGS, BY_WHAT_CAME, BY_SPOT = -0.57, 1.9, 1.2, 0.9
"""Log-odds that what has come is a figure, and how much the nets for things and for kinds and its outline and
tint count: by a logistic regression over 255 places on tables of level 1, held near to what some 700 places,
of levels 1 and 2 and of made-up boxes, had given for the net for kinds before."""
MOST_CAME = 8.0
"""The net for kinds is believed no further than this."""
OTHERS = 0.01
"""How likely the net for things names another colour than a figure has: it did so with 1 of 332."""
LIKELY, MIDDLE_MM = 0.3, 8.0
"""A figure so likely by the net for things is looked for whatever changed there; its middle is so high."""
LEAST = 0.05
"""A figure less likely than this is not thought of."""
MOST_NATS = 6.0
SHARES = {kind: SUPPLY[kind] / sum(SUPPLY.values()) for kind in KINDS}
"""How often a figure is of each kind, before it is seen."""
FOOT_MM, HIDDEN = 3.0, 0.7
"""Where so much of a square so far around its base has changed, a figure may be hidden."""


class CardPieces(NamedTuple):
    """What was seen on a card.

    Attributes:
        figures: Those that stand there.
        changed: What of the card's square has changed since the card was seen without figures.
        place: Where the card lies.
    """

    figures: tuple[TrackedPiece, ...]
    changed: Mask | None = None
    place: CardPose | None = None

    def hides(self, piece: TrackedPiece) -> bool:
        """Tell whether something else covers where a figure stood, so that it may still stand there."""
        if self.changed is None or self.place is None:
            return False
        side = len(self.changed)
        to_square = np.linalg.inv(onto_lattice(self.place) @ from_square(side, PX_PER_MM))
        column, row = project(to_square, np.array([piece.at_mm]))[0].astype(int)
        reach = round(FOOT_MM * PX_PER_MM)
        foot = self.changed[
            max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1
        ]
        return bool(foot.size and foot.mean() > HIDDEN)


def plain_of(layout: FrameLattice, cells: Cells, place: CardPose) -> Image:
    """Cut a card out as it is seen without figures, and what is around it."""
    return np.asarray(cut(layout.image, layout.lattice, cells, place, PX_PER_MM, AROUND_MM), np.uint8)


def find_stands(
    layout: FrameLattice,
    cells: Cells,
    place: CardPose,
    players: Sequence[Player],
    plain: Image | None = None,
    habits: Habits | None = None,
) -> CardPieces:
    """Find the figures that stand on a card.

    Args:
        layout: The frame.
        cells: Of the card.
        place: Where it lies.
        players: Whose figures are looked for.
        plain: The card as it was seen without figures, from ``plain_of``; None where it never was.
        habits: What the game has taught of how figures look.
    """
    on_card = layout.lattice @ slid(cells, place)
    projection = layout.projection(slid(cells, place))
    if plain is None:
        found = find_things(layout.image, on_card, projection, cells, players).figures
        return CardPieces(tuple(_of_net(each, cells, place) for each in found if each.confidence > LEAST))
    now, here = plain_of(layout, cells, place), layout.projection(onto_lattice(place))
    before = in_light_of(now, plain)
    every, changed = spots_of(now, before, card_mask(cells, PX_PER_MM, AROUND_MM, 0.0), here)
    spots = [spot for spot in every if _cell(spot, cells) in cells]
    if not spots:
        return CardPieces((), changed, place)
    things = find_things(layout.image, on_card, projection, cells, players, ANY_FIGURE)
    spots += [
        _spot_of(figure, cells, here) for figure in things.figures if _is_passed_over(figure, spots, cells)
    ]
    change = CardChange(layout.image, layout.lattice @ onto_lattice(place), before)
    stands = []
    for spot in spots:
        came = what_came(change, spot.seen_mm, here)
        beside = _beside(spot, things.figures, cells)
        piece = _fused(spot, beside, came.is_figure, cells, place, players)
        if piece.confidence > LEAST:
            kinds = kinds_of(came.kinds, habits or no_habits())
            stands.append(piece._replace(told=came.kinds, kinds=kinds))
    return CardPieces(tuple(stands), changed, place)


def _cell(spot: NewPiece, cells: Cells) -> tuple[int, int]:
    at = ideal(cells)
    return cell_at((spot.at_mm[0] + at.x_mm, spot.at_mm[1] + at.y_mm))


def _is_passed_over(found: Found, spots: Sequence[NewPiece], cells: Cells) -> bool:
    """Tell whether the net sees a figure where nothing was found to have come, such as green on green."""
    return found.confidence > LIKELY and all(_away_mm(spot, found, cells) > SAME_MM for spot in spots)


def _spot_of(found: Found, cells: Cells, projection: Projection) -> NewPiece:
    """Suppose that something has come where the net sees a figure; its outline says nothing."""
    base_mm = np.array(found.at_mm) - ideal(cells)[:2]
    x, y = base_mm + lean_at(projection, base_mm) * MIDDLE_MM
    at_mm = (float(base_mm[0]), float(base_mm[1]))
    return NewPiece(at_mm, (float(x), float(y)), {found.colour: 1.0}, 0.5, 1.0)


def _away_mm(spot: NewPiece, found: Found, cells: Cells) -> float:
    return float(np.hypot(*(np.array(spot.at_mm) + ideal(cells)[:2] - found.at_mm)))


def _beside(spot: NewPiece, found: Sequence[Found], cells: Cells) -> Found | None:
    """Give what the net found where something has come."""
    near = [each for each in found if _away_mm(spot, each, cells) < SAME_MM]
    return max(near, key=lambda each: each.confidence, default=None)


def _of_net(found: Found, cells: Cells, place: CardPose) -> TrackedPiece:
    x, y = project(slid(cells, place), np.array([found.at_mm]))[0]
    return TrackedPiece(found.colour, dict(found.kinds), found.cell, (float(x), float(y)), found.confidence)


def _fused(
    spot: NewPiece,
    found: Found | None,
    came: float,
    cells: Cells,
    place: CardPose,
    players: Sequence[Player],
) -> TrackedPiece:
    """Put together what has changed and what the nets say of it."""
    x, y = project(onto_lattice(place), np.array([spot.at_mm]))[0]
    colours = {name: share for name, share in spot.colours.items() if name in players}
    if found is not None:
        colours = {
            name: share * (found.confidence if name == found.colour else OTHERS)
            for name, share in colours.items()
        }
    colour = max(colours, key=lambda name: colours[name])
    sure = colours[colour] / max(sum(colours.values()), 1e-9)
    log_odds = _nats(spot, found, came)
    confidence = sure / (1 + float(np.exp(-np.clip(log_odds, -MOST_NATS, MOST_NATS))))
    at_mm = (float(x), float(y))
    return TrackedPiece(colour, SHARES, _cell(spot, cells), at_mm, confidence)


def _nats(spot: NewPiece, found: Found | None, came: float) -> float:
    """Give the log-odds that what has come is a figure."""
    by_things = _logit(0.0 if found is None else found.confidence)
    by_came = float(np.clip(came, -MOST_CAME, MOST_CAME))
    return AT_ALL + BY_THINGS * by_things + BY_WHAT_CAME * by_came + BY_SPOT * _logit(spot.confidence)


def _logit(share: float) -> float:
    held = min(max(share, 0.003), 0.997)
    return float(np.log(held / (1 - held)))


def kinds_of(prediction: Floats, habits: Habits) -> Mapping[str, float]:
    """Give the probability of each kind of a figure, by what the net for kinds says of it."""
    log_odds = np.log([SHARES[kind] for kind in KINDS]) + kind_log_odds(prediction, habits)
    shares = np.exp(log_odds - np.logaddexp.reduce(log_odds))
    return dict(zip(KINDS, shares.tolist(), strict=True))


def shares_by_size(prediction: Floats) -> Floats:
    """(9,): the log-likelihood of each of ``kind_net.SIZES``, whatever kind a figure is."""
    return np.asarray(np.logaddexp.reduce(prediction + np.log([SHARES[kind] for kind in KINDS]), axis=1))


def over_looks(seen: Iterable[TrackedPiece], before: Sequence[TrackedPiece]) -> tuple[TrackedPiece, ...]:
    """Take the mean over all looks at a figure, while it stands where it stood."""
    return tuple(put_together(seen, before, is_same, _mean))


def is_same(piece: TrackedPiece, other: TrackedPiece) -> bool:
    """Tell whether two sightings are of one figure."""
    near = np.hypot(*np.subtract(piece.at_mm, other.at_mm)) < SAME_MM
    return bool(near) and piece.colour == other.colour and piece.cell == other.cell


def _mean(old: TrackedPiece, new: TrackedPiece) -> TrackedPiece:
    share = 1 / (old.looks + 1)
    kinds = {kind: (1 - share) * old.kinds[kind] + share * new.kinds[kind] for kind in KINDS}
    sure = (1 - share) * old.confidence + share * new.confidence
    return new._replace(kinds=kinds, confidence=sure, looks=old.looks + 1)
