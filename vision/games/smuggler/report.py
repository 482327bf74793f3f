"""How well a reading agrees with a truth, piece by piece, and a reading drawn on its photograph."""

from collections import Counter
from collections.abc import Iterator, Mapping
from operator import eq
from typing import NamedTuple

import cv2
import numpy as np

from scoring.documents.values import Document
from scoring.games.smuggler.documents.boards import MARKER, OFFICER, QUAD_MM, SHIP, SmugglerBoard
from scoring.games.smuggler.drawing.layout import goods_spot
from scoring.picture import Point
from vision.accuracy import Agreement, FigureCheck, TileCheck
from vision.games.smuggler.colours import BLACK, WOOD
from vision.reader import Image

GOODS, WHEEL, TRACK, BOARD = "goods", "wheel", "track", "board"
REGISTERED_MM = 2.0
"""A board is found right where none of its places is farther off."""
LINE_PX, RING_PX = 2, 11
DOUBT, SHINE, GOODS_BGR, OFFICER_BGR = (0, 90, 255), (255, 255, 255), (98, 157, 198), (0, 0, 0)
SURE = 0.9


class LyingPiece(NamedTuple):
    """Something at a spot: a peg, a ship, a marker's space, all the goods there together, or the board.

    Attributes:
        kind: marker, officer, ship, goods, wheel, track or board.
        what: Whose; of goods how many squares, of the others empty.
        spot: A place of the map, "stock:NAME", the number of a space, or how far off the board was found.
    """

    kind: str
    what: str
    spot: str

    def __str__(self) -> str:
        """Say it for people."""
        return f"{self.what} {self.kind} {self.spot}".strip()


class _Pair(NamedTuple):
    true: LyingPiece
    read: LyingPiece | None
    confidence: float


def is_truth(document: Document) -> bool:
    """Tell whether a truth document tells of pieces of the game."""
    return "pieces" in document


def compare(board: SmugglerBoard | None, truth: Document) -> Agreement:
    """Count how well a reading agrees; None is a table that was not found.

    Everything on the board counts as a tile; pegs and ships of players count as figures as well.
    """
    pairs, invented = _pairs(board, truth)
    right = sum(pair.read == pair.true for pair in pairs)
    figures = [pair for pair in pairs if pair.true.kind in {MARKER, SHIP}]
    owned = sum(pair.read == pair.true for pair in figures)
    false = sum(each.kind in {MARKER, SHIP} for each in invented)
    return Agreement(len(pairs), right, 0, 0, len(invented), len(figures), owned, owned, false)


def check_tiles(board: SmugglerBoard | None, truth: Document) -> list[TileCheck]:
    """Compare a reading piece by piece."""
    return [
        TileCheck(
            str(pair.true),
            str(pair.read or ""),
            pair.read == pair.true,
            pair.read is not None and pair.read.spot == pair.true.spot,
            pair.confidence,
            pair.true.kind,
        )
        for pair in _pairs(board, truth)[0]
    ]


def check_figures(board: SmugglerBoard | None, truth: Document) -> list[FigureCheck]:
    """Compare the colours of players' pegs and ships with what was read in their place."""
    return [
        FigureCheck(pair.true.what, pair.read.what if pair.read else "")
        for pair in _pairs(board, truth)[0]
        if pair.true.kind in {MARKER, SHIP}
    ]


def _pairs(board: SmugglerBoard | None, truth: Document) -> tuple[list[_Pair], list[LyingPiece]]:
    """Pair what lies with what was read: the same first, then of a kind at its spot, then of a kind anywhere.

    Returns:
        The pairs, and what was read though nothing is there.
    """
    read = {} if board is None else _read(board)
    left = list(read)
    pairs = {}
    true = [*_true(truth)]
    for is_alike in (eq, _is_there, _is_of_kind):
        for at, each in enumerate(true):
            found = next((other for other in left if at not in pairs and is_alike(other[0], each)), None)
            if found:
                left.remove(found)
                pairs[at] = _Pair(each, found[0], read[found])
    missing = [pairs.get(at, _Pair(each, None, 0.0)) for at, each in enumerate(true)]
    return [*_registered(board, truth), *missing], [piece for piece, _ in left]


def _registered(board: SmugglerBoard | None, truth: Document) -> Iterator[_Pair]:
    """Compare where all places are in the photograph, if the truth tells that."""
    if "spots_px" in truth:
        true = LyingPiece(BOARD, "", f"within {REGISTERED_MM:g} mm")
        off_mm = 0.0
        for place, quad in board.quads_px.items() if board else ():
            corners = np.array(quad)
            px_per_mm = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean() / QUAD_MM
            off_px = np.linalg.norm(corners.mean(axis=0) - truth["spots_px"][place])
            off_mm = max(off_mm, float(off_px / px_per_mm))
        found = true if off_mm <= REGISTERED_MM else LyingPiece(BOARD, "", f"{off_mm:.1f} mm off")
        yield _Pair(true, found if board else None, float(board is not None))


def _is_there(one: LyingPiece, other: LyingPiece) -> bool:
    return (one.kind, one.spot) == (other.kind, other.spot)


def _is_of_kind(one: LyingPiece, other: LyingPiece) -> bool:
    return one.kind != GOODS and (one.kind, one.what) == (other.kind, other.what)


def _true(truth: Document) -> Iterator[LyingPiece]:
    squares: Counter[str] = Counter()
    for piece in truth["pieces"]:
        kind, owner, spot = piece["kind"], piece["owner"], piece["spot"]
        match kind:
            case "goods":
                squares[spot] += owner.count("#")
            case "disc":
                space, _, number = spot.partition(":")
                yield LyingPiece(space, "", number)
            case "ship":
                yield LyingPiece(SHIP, owner, spot)
            case _:
                is_officer = owner == BLACK
                yield LyingPiece(OFFICER if is_officer else MARKER, "" if is_officer else owner, spot)
    yield from (LyingPiece(GOODS, str(count), spot) for spot, count in squares.items())


def _read(board: SmugglerBoard) -> Mapping[tuple[LyingPiece, int], float]:
    """Give what was read, those that are alike numbered, and how sure each is."""
    found: dict[tuple[LyingPiece, int], float] = {}
    for piece, confidence in _lying(board):
        copies = sum(piece == other for other, _ in found)
        found[piece, copies] = confidence
    return found


def _lying(board: SmugglerBoard) -> Iterator[tuple[LyingPiece, float]]:
    for each in board.pieces:
        yield LyingPiece(each.kind, each.player, each.place), each.confidence
    spots = dict.fromkeys(each.place for each in board.goods)
    for place in spots:
        if spot := goods_spot(board.box, place):
            sure = min(each.confidence for each in board.goods if each.place == place)
            yield LyingPiece(GOODS, str(board.squares(place)), spot), sure
    for name, space in ((WHEEL, board.wheel), (TRACK, board.track)):
        if space is not None:
            yield LyingPiece(name, "", str(space.number)), space.confidence


# --- on the photograph -----------------------------------------------------------------------------


def overlay(image: Image, board: object) -> Image:
    """Ring every piece in its colour, write the squares of goods; what is doubtful in orange."""
    drawn = image.copy()
    if not isinstance(board, SmugglerBoard):
        return drawn
    for each in board.pieces:
        colour = tuple(map(int, WOOD[each.player])) if each.player in WOOD else OFFICER_BGR
        _ring(drawn, each.at_px, DOUBT if each.confidence < SURE else colour)
    for goods in board.goods:
        colour = DOUBT if goods.confidence < SURE else GOODS_BGR
        _write(drawn, goods.at_px, str(goods.squares), colour)
    for space in filter(None, (board.wheel, board.track)):
        _ring(drawn, space.at_px, SHINE)
    return np.asarray(drawn, np.uint8)


def _ring(image: Image, at_px: Point, colour: tuple[int, ...]) -> None:
    at = (round(at_px[0]), round(at_px[1]))
    cv2.circle(image, at, RING_PX, SHINE, LINE_PX + 2, cv2.LINE_AA)
    cv2.circle(image, at, RING_PX, colour, LINE_PX, cv2.LINE_AA)


def _write(image: Image, at_px: Point, text: str, colour: tuple[int, ...]) -> None:
    at = (round(at_px[0]), round(at_px[1]))
    for shade, thick in ((SHINE, 5), (colour, 2)):
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, shade, thick, cv2.LINE_AA)
