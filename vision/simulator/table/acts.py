"""What hands do to the table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.picture import Point, contains
from vision.simulator.table.things import (
    Act,
    Bump,
    Card,
    Change,
    Lay,
    Lift,
    Push,
    Put,
    Reach,
    SimFigure,
    SimTable,
    SimTurn,
    Take,
)

Thing = TypeVar("Thing", Card, SimFigure)
Outlines = Mapping[str, tuple[Point, ...]]


def done(table: SimTable, act: Act, side_mm: float, outlines: Outlines | None = None) -> SimTable:
    """Give the table after a hand did something.

    Args:
        side_mm: Of a tile.
        outlines: Of the faces that are no squares, as ``SimBox.outlines`` has them.
    """
    match act:
        case Lay():
            return replace(table, cards=(*table.cards, act.card))
        case Lift():
            return replace(table, cards=tuple(card for card in table.cards if card.spot != act.spot))
        case Put():
            return replace(table, figures=(*table.figures, act.figure))
        case Take():
            return replace(
                table, figures=tuple(figure for figure in table.figures if figure.name != act.name)
            )
        case Push():
            return _pushed(table, act, side_mm, outlines or {})
        case Change():
            cards = tuple(act.card if card.spot == act.card.spot else card for card in table.cards)
            return replace(table, cards=cards)
        case Reach():
            return table


def _pushed(table: SimTable, push: Push, side_mm: float, outlines: Outlines) -> SimTable:
    if not push.spot:
        by_mm = (table.bump.by_mm[0] + push.by_mm[0], table.bump.by_mm[1] + push.by_mm[1])
        return replace(table, bump=Bump(by_mm, table.bump.turn_deg + push.turn_deg))
    card = card_at(table, push.spot)
    pushed = [card, *(card_at(table, spot) for spot in push.more)]
    on_it = {figure.name for each in pushed for figure in figures_on(table, each, side_mm, outlines)}
    spots = {each.spot for each in pushed} | {
        other.spot for each in pushed for other in cards_on(table, each, outlines)
    }
    return replace(
        table,
        cards=tuple(_moved(each, push, card.at_mm) if each.spot in spots else each for each in table.cards),
        figures=tuple(
            _moved(each, push, card.at_mm) if each.name in on_it else each for each in table.figures
        ),
    )


def card_at(table: SimTable, spot: str) -> Card:
    """Find a tile by its spot."""
    return next(card for card in table.cards if card.spot == spot)


def figure_named(table: SimTable, name: str) -> SimFigure:
    """Find a figure by its name."""
    return next(figure for figure in table.figures if figure.name == name)


def figures_on(
    table: SimTable, card: Card, side_mm: float, outlines: Outlines | None = None
) -> Iterator[SimFigure]:
    """Find the figures that stand on a tile."""
    outline = (outlines or {}).get(card.face)
    for figure in table.figures:
        off = turned(np.subtract(figure.at_mm, card.at_mm), -card.turn_deg)
        if contains(outline, off) if outline else max(abs(off[0]), abs(off[1])) < side_mm / 2:
            yield figure


def cards_on(table: SimTable, card: Card, outlines: Outlines) -> Iterator[Card]:
    """Find what lies on a card: what is higher, with its middle over it."""
    for other in table.cards:
        off = turned(np.subtract(other.at_mm, card.at_mm), -card.turn_deg)
        if other.above_mm > card.above_mm and contains(outlines.get(card.face, ()), off):
            yield other


def _moved(thing: Thing, push: Push, about_mm: Point) -> Thing:
    """Slide a thing, after turning it about a place."""
    off = turned(np.subtract(thing.at_mm, about_mm), push.turn_deg)
    at_mm = (about_mm[0] + off[0] + push.by_mm[0], about_mm[1] + off[1] + push.by_mm[1])
    return replace(thing, at_mm=at_mm, turn_deg=thing.turn_deg + push.turn_deg)


def turned(off: Sequence[float] | NDArray[np.float64], turn_deg: float) -> Point:
    """Turn an offset clockwise."""
    cos, sin = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
    return float(cos * off[0] - sin * off[1]), float(sin * off[0] + cos * off[1])


def with_last_press(turns: list[SimTurn]) -> tuple[SimTurn, ...]:
    """Let the last player press, since no next turn does it for them."""
    if turns and turns[-1].pressed_after is None:
        turns[-1] = replace(turns[-1], pressed_after=len(turns[-1].visits))
    return tuple(turns)
