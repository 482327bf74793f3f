"""A photograph of the board read: what stands where, what lies where, and what is to be looked at again."""

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from scoring.game import Player
from scoring.games.smuggler.documents.boards import (
    MARKER,
    OFFICER,
    QUAD_MM,
    GoodsReading,
    MapDoubt,
    PieceReading,
    SmugglerBoard,
    SpaceReading,
)
from scoring.games.smuggler.documents.boards import SHIP as SHIP_READING
from scoring.games.smuggler.drawing.layout import HOUSE, IN_STOCK
from scoring.games.smuggler.engine.state import CUSTOMS
from scoring.games.smuggler.land.box import SmugglerBox, place_name
from scoring.games.smuggler.land.spots import place_spot
from scoring.picture import Point
from scoring.sentence import marked, sentence
from vision.games.smuggler.colours import BLACK
from vision.games.smuggler.explaining import story_odds
from vision.games.smuggler.pieces import PEG, SeenPiece, SeenTable, see_pieces
from vision.games.smuggler.registration import PX_PER_MM, MapPose, MapPrint, find_map
from vision.games.smuggler.spots import MapSpots, spots_of
from vision.geometry.homography import project
from vision.reader import Image, Progress

NO_WHEEL = marked("The gold marker was not found on the wheel.")
NO_TRACK = marked("The marker of the customs track was not found.")
NOT_IN_PICTURE = marked("{place} is not in the picture.")
_FINDING = marked("Looking for the board")
_READING = marked("Reading pieces and goods")
RIVAL_SURE = 0.6
"""So sure is a piece whose colour may be another player's as well."""
WHOLE = 0.85
"""A piece of which such a share is seen is there; from ``SeeingLimits.covered`` on, it is as sure as not."""
WAVERS = 0.35
"""In squares: goods that measure so far off a whole number are hardly surer than not."""


def read_photograph(
    image: Image, known: MapPrint, box: SmugglerBox, colours: Sequence[Player], tell: Progress
) -> SmugglerBoard:
    """Read a photograph.

    Args:
        image: (h, w, 3) blue, green, red.
        known: The bare board's picture.
        box: What is printed on it.
        colours: Of those who may play.
        tell: Told how far it is.

    Raises:
        NoTableError: The board is not to be seen.
    """
    tell(_FINDING, 0.1)
    pose, spots = find_map(known, image), spots_of(box)
    tell(_READING, 0.5)
    seen = see_pieces(known, image, pose, spots, colours)
    return SmugglerBoard(
        box,
        (image.shape[1], image.shape[0]),
        pieces=tuple(_piece(piece, spot, pose, known.limits.covered) for piece, spot in seen.pieces),
        goods=tuple(_goods(seen, spots, pose, box)),
        wheel=_space(seen.wheel, spots.wheel, pose),
        track=_space(seen.track, spots.track, pose),
        quads_px=pose.quads_px(spots.places, QUAD_MM),
        doubts=(*_doubts(seen, spots), *_cut(box, spots, pose, image)),
    )


def _piece(piece: SeenPiece, spot: str, pose: MapPose, covered: float) -> PieceReading:
    is_officer = piece.colour == BLACK
    kind: Literal["marker", "officer", "ship"] = OFFICER if is_officer else MARKER
    kind = kind if piece.kind == PEG else SHIP_READING
    sure = 0.5 + 0.49 * min(1.0, max(0.0, (piece.covered - covered) / (WHOLE - covered)))
    sure = min(sure, RIVAL_SURE) if piece.rival else sure
    player = "" if is_officer else piece.colour
    return PieceReading(kind, spot, player, sure, piece.rival, _in_frame(piece.at_mm, pose))


def _goods(seen: SeenTable, spots: MapSpots, pose: MapPose, box: SmugglerBox) -> Iterator[GoodsReading]:
    for spot, measured in seen.goods.items():
        stock = spot.removeprefix(IN_STOCK)
        if stock == spot:
            place, at_mm = spot, spots.places[spot]
        else:
            left, top, wide, high = spots.stocks[stock]
            place, at_mm = CUSTOMS if stock == HOUSE else stock, (left + wide / 2, top + high / 2)
        sizes = [piece.squares for piece in box.merchants.get(place, box.pieces.values())]
        squares = _nearest_sum(measured, sizes)
        off = (abs(measured - squares) + story_odds().hides * seen.hidden.get(spot, 0.0)) / WAVERS
        yield GoodsReading(squares, place, confidence=0.99 / (1 + off**4), at_px=_in_frame(at_mm, pose))


def _nearest_sum(measured: float, sizes: Sequence[int]) -> int:
    """Give how many squares some pieces have that may lie there: the sum nearest to what was measured."""
    sums = {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    return min(sums - {0}, key=lambda total: abs(total - measured), default=round(measured))


def _space(number: int | None, spaces: Sequence[Point], pose: MapPose) -> SpaceReading | None:
    return None if number is None else SpaceReading(number, at_px=_in_frame(spaces[number], pose))


def _doubts(seen: SeenTable, spots: MapSpots) -> Iterator[MapDoubt]:
    if seen.wheel is None and spots.wheel:
        yield MapDoubt("hidden", NO_WHEEL, "wheel")
    if seen.track is None and spots.track:
        yield MapDoubt("hidden", NO_TRACK, "track")


def _cut(box: SmugglerBox, spots: MapSpots, pose: MapPose, image: Image) -> Iterator[MapDoubt]:
    """Name the places that the photograph does not show."""
    high, wide = image.shape[:2]
    for place, at in spots.places.items():
        x, y = _in_frame(at, pose)
        if not (0 <= x < wide and 0 <= y < high):
            says = sentence(NOT_IN_PICTURE, place=place_name(box, place))
            yield MapDoubt("cut", says, place_spot(box, place))


def _in_frame(at_mm: Point, pose: MapPose) -> Point:
    """Give where in the photograph a place of the board is, in pixels."""
    ((x, y),) = project(pose.homography, np.array([at_mm]) * PX_PER_MM - 0.5)
    return round(float(x), 1), round(float(y), 1)
