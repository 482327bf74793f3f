"""What truly stands on a board of Cornish Smuggler, piece by piece, for whoever measures a reader."""

from collections.abc import Iterable

import numpy as np

from scoring.documents.values import Written
from scoring.picture import Point
from vision.simulator.games import Projection
from vision.simulator.games.smuggler.pieces import BOARD, THICK_MM
from vision.simulator.games.smuggler.playing import SmugglerGame
from vision.simulator.table.acts import card_at, turned
from vision.simulator.table.things import SimGame, SimTable


def lies(course: SimGame, table: SimTable, projection: Projection) -> Written:
    """Tell what lies on a table; see ``vision.simulator.games.Host``.

    Every piece has its ``kind`` (peg, ship, disc, goods), ``owner`` (a colour; a shape for goods), ``spot``
    and its foot's middle ``at_px``; ``board_px`` are the board's corners, clockwise from its upper left one,
    and ``spots_px`` the middles of all spots by name.
    """
    assert isinstance(course, SmugglerGame)  # noqa: S101 - its own games alone come here
    feet = {figure.name: (figure.at_mm, THICK_MM + figure.above_mm) for figure in table.figures}
    feet |= {card.spot: (card.at_mm, card.above_mm) for card in table.cards if card.spot in course.stands}
    pieces = [
        {"kind": kind, "owner": owner, "spot": spot, "at_px": at_px}
        for (kind, owner, spot), at_px in zip(
            (course.stands[name] for name in feet), _px(projection, feet.values()), strict=True
        )
    ]
    width, height = course.plan.size_mm
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    spots = course.plan.spots()
    return {
        "pieces": pieces,
        "board_px": _px(projection, ((_place(course, table, at), THICK_MM) for at in corners)),
        "spots_px": dict(
            zip(
                spots,
                _px(projection, ((_place(course, table, at), THICK_MM) for at in spots.values())),
                strict=True,
            )
        ),
    }


def _place(course: SmugglerGame, table: SimTable, on_board_mm: Point) -> Point:
    """Give where on the table a place of the board is: its middle is between its halves' middles."""
    halves = [card_at(table, f"{BOARD}:{at}") for at in range(2)]
    middle = np.mean([half.at_mm for half in halves], axis=0)
    x, y = turned(np.subtract(on_board_mm, np.array(course.plan.size_mm) / 2), halves[0].turn_deg)
    return float(middle[0] + x), float(middle[1] + y)


def _px(projection: Projection, feet: Iterable[tuple[Point, float]]) -> list[list[float]]:
    """Project places and their heights."""
    pixels: list[list[float]] = projection(np.array([(*at, high) for at, high in feet])).round(1).tolist()
    return pixels
