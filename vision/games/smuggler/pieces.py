"""Pegs, ships, goods and markers found among the pixels that differ from the bare board."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.games.smuggler.drawing.layout import IN_STOCK, SQUARE_MM
from scoring.picture import Point
from vision.games.smuggler.colours import BLACK, GOODS, SHADE, WOOD, ColourMap, tell_colours
from vision.games.smuggler.registration import PX_PER_MM, MapPose, MapPrint
from vision.games.smuggler.spots import Box, MapSpots
from vision.games.smuggler.view import MIRRORED, MapEye, MapView, see_board
from vision.reader import Image

PEG_MM: Sequence[tuple[float, float]] = ((4.5, 0.0), (4.1, 10.0), (2.6, 18.0))
"""Radius of a peg at each height; planned, since nobody has measured one."""
_AROUND_RAD = tuple(2 * math.pi * at / 16 for at in range(16))
HULL_MM: Sequence[Point] = ((-11.0, 0.0), (-9.0, -4.6), (4.0, -5.2), (11.0, 0.0), (4.0, 5.2), (-9.0, 4.6))
DECKS_MM: Sequence[tuple[float, float, float]] = ((1.0, 1.0, 0.0), (1.0, 1.0, 7.0), (0.45, 0.5, 13.0))
"""How long and wide a ship is at each height, as shares of its hull."""
DISC_MM, DISC_HIGH_MM = 5.5, 4.0
SPACE_MM = 8.0
"""No peg of a player's stands nearer to a space of the wheel or the track, and no goods lie there."""
MIDDLE_MM, CORE_MM = 6.0, 2.0
"""The height of a piece at which its colour is looked at, and how far around."""
UNLIKE = 0.12
"""A piece's colour is its own by so much at least, as a difference of directions; else it is asked."""
SQUARE_PX = SQUARE_MM * PX_PER_MM
ROUND_PX = 2.0
"""The sides of goods are those of a polygon within so much of their rim."""
ALONG = 4.0
"""A side runs along one way of a lattice if it goes so many times as far that way as the other, at least."""
WAYS_DEG = tuple(range(0, 360, 15))
MOST_TURNS = 3
"""So many ways in which a ship may be turned are compared by what they leave for pegs."""
PEG, SHIP = "peg", "ship"
SHIP_GAIN_PX = -150.0
"""A player has one ship: it is seen where it explains so many pixels more than pegs would, at least."""
AROUND = 0.35
"""How much less likely a piece is where as much lies around it as it would cover."""
LEAST_PX = 90
"""Fewer pixels of one colour beside each other are nothing."""
LEAST_SQUARES = 2
"""Of goods: the smallest piece has so many."""
CLEAR = 0.3
"""Such a share of goods differs clearly from the board."""
BESIDE_MM = 3.0

Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Ways = NDArray[np.complex128]
Bools = NDArray[np.bool_]


class SeenPiece(NamedTuple):
    """A peg or ship.

    Attributes:
        kind: ``PEG`` or ``SHIP``.
        colour: Whose; ``BLACK`` is an officer's.
        at_mm: Where it stands on the board.
        covered: Such a share of where it would be seen shows its colour.
        rival: Another player's colour that it may have as well, so that it is to be asked; or empty.
    """

    kind: str
    colour: str
    at_mm: Point
    covered: float
    rival: str = ""


class SeenTable(NamedTuple):
    """What is on a board.

    Attributes:
        pieces: Pegs and ships, with their spots: a place, or ``track:3``.
        goods: By place or ``stock:`` and its name, how many squares of goods lie there, not rounded, with
            those that pieces are likely to hide.
        wheel: The wheel's space on which its marker lies; None where none is seen.
        track: The track's step alike.
        hidden: As ``goods``, how many squares pieces that stand on goods or beside them may hide at most.
    """

    pieces: tuple[tuple[SeenPiece, str], ...]
    goods: Mapping[str, float]
    wheel: int | None
    track: int | None
    hidden: Mapping[str, float] = MappingProxyType({})


def see_table(view: MapView, colours: ColourMap, spots: MapSpots, players: Sequence[str]) -> SeenTable:
    """Find everything on a board.

    Args:
        view: The board.
        colours: Of its pixels.
        spots: Where things may be.
        players: The colours that are played with.
    """
    lands = {name: at for name, at in spots.places.items() if name in spots.lands}
    middles = {**lands, **{f"track:{at}": place for at, place in enumerate(spots.track)}}
    waters = {name: at for name, at in spots.places.items() if name in spots.waters}
    officers = _blobs(colours.of(BLACK), colours.untold(BLACK), colours.rim_px)
    found = [piece for blob in officers for piece in _fit_pegs(view, blob, BLACK).pieces]
    for player in players:
        mask = _without_spaces(colours.of(player), (*spots.wheel, *spots.track))
        found += _of_player(view, [*_blobs(mask, colours.untold(player), colours.rim_px)], player, spots)
    found = [piece if piece.colour == BLACK else _doubted(view, piece, players) for piece in found]
    pieces = tuple((each, nearest(each.at_mm, waters if each.kind == SHIP else middles)) for each in found)
    # What differs hardly may be goods on land; on a space it is print in a lamp's light.
    lies = (colours.classes >= 0) & (colours.classes != colours.names.index(SHADE))
    lies &= (view.changed > view.limits.different) & (colours.classes != colours.names.index(BLACK))
    # A pale marker hides print; paper beside that looks like it, and more so in a shadow.
    is_print = (colours.classes >= 0) | (np.minimum.reduce(cv2.split(view.bare)) < view.limits.pale)
    told = lies | is_print & (colours.of(SHADE) == 0)
    goods, hidden = _goods(view, colours, spots)
    wheel, track = (_marked(view, lies, told, each) for each in (spots.wheel, spots.track))
    return SeenTable(pieces, goods, wheel, track, hidden)


def see_pieces(
    known: MapPrint, image: Image, pose: MapPose, spots: MapSpots, players: Sequence[str]
) -> SeenTable:
    """Find everything on a board where it lies in a frame; see ``see_table``."""
    view = see_board(known, image, pose)
    return see_table(view, tell_colours(view, players), spots, players)


def _doubted(view: MapView, piece: SeenPiece, players: Sequence[str]) -> SeenPiece:
    """Name the colour that a piece may have as well, as red and pink are near each other."""
    x, y = (round(value * PX_PER_MM) for value in view.eye.seen_at(piece.at_mm, MIDDLE_MM))
    reach = round(CORE_MM * PX_PER_MM)
    part = view.evened[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].reshape(-1, 3)
    if not len(part):
        return piece
    colours = np.array([np.median(part, axis=0), *(WOOD[each] for each in players)])
    shown, *wood = colours / np.maximum(np.linalg.norm(colours, axis=1, keepdims=True), 1.0)
    away = dict(zip(players, np.linalg.norm(wood - shown, axis=1).tolist(), strict=True))
    rival = min((each for each in players if each != piece.colour), key=away.__getitem__, default="")
    is_near = bool(rival) and away[rival] - away[piece.colour] < UNLIKE
    return piece._replace(rival=rival) if is_near else piece


def nearest(at_mm: Point, middles: Mapping[str, Point]) -> str:
    """Name the spot that a place is nearest to."""
    return min(middles, key=lambda name: math.dist(middles[name], at_mm))


def _without_spaces(mask: Mask, spaces: Sequence[Point]) -> Mask:
    """Leave out of a mask, in place, what lies on spaces of the wheel and the track."""
    for x, y in spaces:
        cv2.circle(mask, (round(x * PX_PER_MM), round(y * PX_PER_MM)), round(SPACE_MM * PX_PER_MM), 0, -1)
    return mask


# --- pegs and ships --------------------------------------------------------------------------------


class _Blob(NamedTuple):
    """Pixels of one colour beside each other.

    Attributes:
        mask: Of a part of the board.
        told: Where it is known whether they are of that colour.
        corner_px: Where that part begins.
    """

    mask: Mask
    told: Floats
    corner_px: tuple[int, int]

    @property
    def middle_mm(self) -> Point:
        """Where on the board its middle is."""
        ys, xs = np.nonzero(self.mask)
        return self.on_board(float(xs.mean()), float(ys.mean()))

    def on_board(self, x: float, y: float) -> Point:
        return (x + self.corner_px[0] + 0.5) / PX_PER_MM, (y + self.corner_px[1] + 0.5) / PX_PER_MM


class _Fit(NamedTuple):
    """Pieces that explain a blob, and how many pixels they leave unexplained or cover in vain."""

    pieces: tuple[SeenPiece, ...]
    wrong_px: float


def _blobs(mask: Mask, untold: Mask, rim_px: int) -> Iterator[_Blob]:
    """Give what of a mask hangs together, each with room around it, beyond the board's edge as well."""
    room = round(14 * PX_PER_MM)
    # A thin rim of a colour is other wood's, mixed with what is beside it.
    for way in (cv2.MORPH_CLOSE, cv2.MORPH_OPEN):
        mask = np.asarray(cv2.morphologyEx(mask, way, np.ones((rim_px // 2 + 1,) * 2, np.uint8)), np.uint8)
    wider, unknown = (
        np.asarray(cv2.copyMakeBorder(each, *(room,) * 4, cv2.BORDER_CONSTANT, value=0), np.uint8)
        for each in (mask, untold)
    )
    for there, linked in _parts(np.asarray(cv2.dilate(wider, np.ones((3, 3), np.uint8)), np.uint8), room):
        blob = linked & wider[there]
        if cv2.countNonZero(blob) >= LEAST_PX:
            told = np.maximum(blob, 1 - unknown[there]).astype(np.float32)
            yield _Blob(blob, told, (there[1].start - room, there[0].start - room))


def _parts(mask: Mask, room: int) -> Iterator[tuple[tuple[slice, slice], Mask]]:
    """Give what of a mask hangs together: where it is, with room around it, and a mask of it alone there."""
    rims, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for rim in rims:
        x, y, wide, high = cv2.boundingRect(rim)
        left, top = max(0, x - room), max(0, y - room)
        there = np.s_[top : y + high + room, left : x + wide + room]
        filled = np.zeros_like(mask[there])
        cv2.drawContours(filled, [rim], 0, 1, -1, offset=(-left, -top))
        yield there, filled & mask[there]


def _of_player(view: MapView, blobs: Sequence[_Blob], player: str, spots: MapSpots) -> Iterator[SeenPiece]:
    """Find a player's pegs and their one ship: where a ship explains more than pegs would."""
    fits = [_fit_pegs(view, blob, player) for blob in blobs]
    # What a ship may explain at most; it is looked for where that is much, as long as it may pay.
    most = [
        fit.wrong_px if _is_ashore(blob.middle_mm, spots) else float(blob.mask.sum())
        for blob, fit in zip(blobs, fits, strict=True)
    ]
    gained, best, at_best = SHIP_GAIN_PX, None, -1
    for at in sorted(range(len(blobs)), key=most.__getitem__, reverse=True):
        ship = _fit_ship(view, blobs[at], player, spots) if most[at] > gained else None
        if ship and most[at] - ship.wrong_px > gained:
            gained, best, at_best = most[at] - ship.wrong_px, ship, at
    if best:
        fits[at_best] = best
    for fit in fits:
        yield from (each for each in fit.pieces if each.kind == SHIP or _is_ashore(each.at_mm, spots))


def _is_ashore(at_mm: Point, spots: MapSpots) -> bool:
    return nearest(at_mm, spots.places) in spots.lands


def _fit_pegs(view: MapView, blob: _Blob, colour: str) -> _Fit:
    """Explain a blob by pegs, the clearest first."""
    left, told = blob.mask.astype(np.float32), blob.told.copy()
    pieces: list[SeenPiece] = []
    wrong = 0.0
    while cv2.countNonZero(np.asarray(left > 0.5, np.uint8)) >= LEAST_PX:
        ys, xs = np.nonzero(left > 0.5)
        kernel, base = _peg_shape(view.eye, blob.on_board(float(xs.mean()), float(ys.mean())))
        covered, (x, y) = _likeliest(left, told, kernel, view.limits.told)
        if covered < view.limits.covered:
            break
        pieces.append(SeenPiece(PEG, colour, blob.on_board(x + base[0], y + base[1]), covered))
        wrong += _cleared(left, told, kernel, (x, y))
    return _Fit(tuple(pieces), wrong + float((left > 0.5).sum()))


def _fit_ship(view: MapView, blob: _Blob, player: str, spots: MapSpots) -> _Fit | None:
    """Explain a blob by a ship, and the rest by pegs; None where no ship may be."""
    middle = blob.middle_mm
    if nearest(middle, spots.places) not in spots.waters:
        return None
    coarse = [_turned(view, blob, middle, turn) for turn in WAYS_DEG[::2]]
    closer = [_turned(view, blob, middle, max(coarse)[1] + way * WAYS_DEG[1]) for way in (-1, 1)]
    tried = sorted((*coarse, *closer), reverse=True)[:MOST_TURNS]
    fits = [_with_ship(view, blob, player, turned) for turned in tried if turned[0] >= view.limits.covered]
    return min(fits, key=lambda fit: fit.wrong_px, default=None)


_Turned = tuple[float, float, tuple[int, int]]
"""How much of a ship that is laid into a blob covers; how it is turned, in degrees; its corner."""


def _turned(view: MapView, blob: _Blob, at_mm: Point, turn_deg: float) -> _Turned:
    kernel, _ = _ship_shape(view.eye, at_mm, turn_deg)
    covered, corner = _likeliest(blob.mask.astype(np.float32), blob.told, kernel, view.limits.told)
    return covered, turn_deg, corner


def _with_ship(view: MapView, blob: _Blob, player: str, turned: _Turned) -> _Fit:
    """Lay a ship into a blob, and pegs into the rest."""
    covered, turn_deg, (x, y) = turned
    kernel, base = _ship_shape(view.eye, blob.middle_mm, turn_deg)
    left, told = blob.mask.astype(np.float32), blob.told.copy()
    ship = SeenPiece(SHIP, player, blob.on_board(x + base[0], y + base[1]), covered)
    wrong = _cleared(left, told, kernel, (x, y))
    rest = _fit_pegs(view, blob._replace(mask=np.asarray(left > 0.5, np.uint8), told=told), player)
    return _Fit((ship, *rest.pieces), wrong + rest.wrong_px)


def _likeliest(left: Floats, told: Floats, kernel: Floats, least: float) -> tuple[float, tuple[int, int]]:
    """Find where a shape covers most of a mask and least lies around it: how much it covers; its corner."""
    core = np.asarray(cv2.erode(kernel, np.ones((3, 3), np.uint8)), np.float32)
    ring = np.asarray(cv2.dilate(kernel, np.ones((5, 5), np.uint8)) - kernel, np.float32)
    covers, weighed = _covering(left, told, core, ring, least)
    _, _, _, (x, y) = cv2.minMaxLoc(weighed)
    return float(covers[y, x]), (x, y)


def _covering(left: Floats, told: Floats, core: Floats, ring: Floats, least: float) -> tuple[Floats, Floats]:
    """Tell how much of a mask a shape covers by its corner, and that less what lies around it.

    What is not told neither tells for it nor against it, as long as enough is told.
    """
    inside, around, known = (
        cv2.matchTemplate(mask, weights, cv2.TM_CCORR)
        for mask, weights in ((left, core), (left, ring / ring.sum()), (told, core))
    )
    covers = np.asarray(inside / np.maximum(known, least * core.sum()), np.float32)
    return covers, covers - AROUND * around


def _cleared(left: Floats, told: Floats, kernel: Floats, corner: tuple[int, int]) -> float:
    """Take from a mask what a shape explains, with its rim; give how many of its pixels lie in vain.

    What stands behind it is not told then.
    """
    x, y = corner
    high, wide = kernel.shape
    part, known = (mask[y : y + high, x : x + wide] for mask in (left, told))
    in_vain = float((kernel * known * (1 - part)).sum())
    is_taken = cv2.dilate(kernel, np.ones((3, 3), np.uint8)) > 0
    part[is_taken] = known[is_taken] = 0
    return in_vain


def _peg_shape(eye: MapEye, at_mm: Point) -> tuple[Floats, Point]:
    """Give how a peg near a place is seen: (h, w), 1 where it is, and where in it its foot's middle is."""
    rings = []
    for radius, high in PEG_MM:
        x, y = eye.seen_at(at_mm, high)
        larger = eye.high_mm / (eye.high_mm - high)
        rings += [(x + larger * radius * math.cos(a), y + larger * radius * math.sin(a)) for a in _AROUND_RAD]
    return _shape(rings, at_mm)


def _ship_shape(eye: MapEye, at_mm: Point, turn_deg: float) -> tuple[Floats, Point]:
    """Give how a ship near a place is seen, as ``_peg_shape`` does."""
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    corners = [
        eye.seen_at((at_mm[0] + cos * a * x - sin * b * y, at_mm[1] + sin * a * x + cos * b * y), high)
        for a, b, high in DECKS_MM
        for x, y in HULL_MM
    ]
    return _shape(corners, at_mm)


def _shape(corners_mm: Sequence[Point], foot_mm: Point) -> tuple[Floats, Point]:
    points = np.array(corners_mm, np.float32) * PX_PER_MM
    corner = np.floor(points.min(axis=0)) - 2
    wide, high = (np.ceil(points.max(axis=0)) + 3 - corner).astype(int).tolist()
    hull = cv2.convexHull(points - corner)
    mask = np.zeros((high, wide), np.uint8)
    cv2.fillConvexPoly(mask, np.round((hull - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    foot = np.array(foot_mm) * PX_PER_MM - corner - 0.5
    return np.asarray(mask, np.float32), (float(foot[0]), float(foot[1]))


# --- goods and markers -----------------------------------------------------------------------------


def _goods(
    view: MapView, colours: ColourMap, spots: MapSpots
) -> tuple[Mapping[str, int], Mapping[str, float]]:
    """Measure the goods in every stock and at every place, and what of them pieces may hide, in squares."""
    mask = cv2.morphologyEx(colours.of(GOODS), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
    mask = _without_spaces(np.asarray(mask, np.uint8), (*spots.wheel, *spots.track))
    wood = (colours.classes >= 0) & (colours.classes <= colours.names.index(BLACK))
    covered = np.asarray((wood | (view.mirrored > MIRRORED)) & (mask == 0), np.uint8)
    lying, squares = defaultdict[str, list[NDArray[np.intp]]](list), Counter[str]()
    for there, goods in _parts(mask, round(SQUARE_PX)):
        if (view.changed[there][goods > 0] > view.limits.different).mean() < CLEAR:
            continue
        px = np.argwhere(goods)[:, ::-1] + (there[1].start, there[0].start)
        x, y = ((px.mean(axis=0) + 0.5) / PX_PER_MM).tolist()
        stock = next((name for name in spots.stocks if _is_within(spots.stocks[name], x, y)), None)
        name = nearest((x, y), spots.places) if stock is None else f"{IN_STOCK}{stock}"
        lying[name].append(px)
        squares[name] += count_squares(goods, covered[there])
    seen = {name: count for name, count in squares.items() if count >= LEAST_SQUARES}
    return seen, {name: _hidden(np.concatenate(lying[name]), covered) for name in seen}


def _hidden(px: NDArray[np.intp], covered: Mask) -> float:
    """Measure in squares what pieces on goods or beside them, or a lamp, may hide of these."""
    box = cv2.boxPoints(cv2.minAreaRect(cv2.convexHull(px.astype(np.int32))))
    inside = np.zeros_like(covered)
    cv2.fillConvexPoly(inside, np.round(box).astype(np.int32), 1)
    return cv2.countNonZero(inside & covered) / SQUARE_PX**2


def count_squares(goods: Mask, covered: Mask) -> int:
    """Count the squares of goods that hang together, as far as these are to be seen.

    However far beyond its rim a piece seems to reach, by its own sides, by shade and by what is soft, its
    squares are as many. Pieces that touch each other may be turned otherwise.
    """
    return _squared(goods, covered)[1]


def _squared(goods: Mask, covered: Mask) -> tuple[float, int]:
    """Explain goods by squares of one lattice, or by its whole ones and others that are turned otherwise.

    Give how many pixels that leaves unexplained or covers in vain, and how many squares these are.
    """
    seen_px, (ys, xs) = cv2.countNonZero(goods), np.hstack([np.nonzero(goods), np.nonzero(covered)])
    if seen_px <= LEAST_PX:
        return float(seen_px), 0
    rims, _ = cv2.findContours(goods, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    corners = [cv2.approxPolyDP(rim, ROUND_PX, True).astype(float)[:, 0] @ (1, 1j) for rim in rims]
    ways = np.concatenate([np.roll(each, -1) - each for each in corners])
    middles, found = np.concatenate(corners) + ways / 2, []
    for along in (ways, ways[abs(ways).argmax()]):
        # The fourth power of a way is the same for all four that a square's sides have.
        turned = np.exp(-0.25j * np.angle(np.sum(along**4 / np.maximum(abs(along), 1) ** 2)))
        at = ((xs + 1j * ys) * turned - _start(ways * turned, middles * turned)) / SQUARE_PX
        # Cells are numbered row by row; no board has a hundred in one.
        cell = np.floor(at.imag).astype(int) * 100 + np.floor(at.real).astype(int)
        cell -= cell.min()
        shown, hidden = (np.bincount(each, None, cell.max() + 1) for each in np.split(cell, [seen_px]))
        room = np.maximum(SQUARE_PX**2 - shown - hidden, 0)
        # What may be hidden counts half: a square is filled where more of it shows goods than board.
        is_filled = (shown > room) & (shown > LEAST_PX)
        found.append((float(np.where(is_filled, room, shown).sum()), int(is_filled.sum())))
        is_whole = is_filled & (room < LEAST_PX)
        if is_whole.any() and (is_whole < is_filled).any():
            rest = goods.copy()
            rest[goods > 0] = ~is_whole[cell[:seen_px]]
            rest = np.asarray(cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
            wrong_px, squares = _squared(rest, covered)
            # One lattice more has to explain more than what is nothing.
            found.append((wrong_px + LEAST_PX + float(room[is_whole].sum()), squares + int(is_whole.sum())))
    return min(found)


def _start(ways: Ways, middles: Ways) -> complex:
    """Give where the lines of an upright lattice lie, by sides: their ways, and their middles."""
    run, at = np.array([abs(ways.imag), abs(ways.real)]), np.array([middles.real, middles.imag])
    lengths = abs(ways) * (run > ALONG * run[::-1])
    lie = (lengths * np.exp(2j * np.pi * at / SQUARE_PX)).sum(axis=1)
    return complex(*(np.angle(lie) * SQUARE_PX / (2 * np.pi)))


def _is_within(box: Box, x: float, y: float) -> bool:
    left, top, wide, high = box
    return max(left - x, x - left - wide, top - y, y - top - high) < BESIDE_MM


def _marked(view: MapView, lies: Bools, told: Bools, spaces: Sequence[Point]) -> int | None:
    """Tell on which of some spaces a marker lies; None where it is on none.

    Args:
        view: The board.
        lies: Where something lies.
        told: Where that is known.
        spaces: Their middles.
    """
    reach = round(1.8 * DISC_MM * PX_PER_MM)
    disc, ring = (np.zeros((2 * reach + 1,) * 2, np.float32) for _ in range(2))
    cv2.circle(ring, (reach, reach), reach, 1.0, -1)
    cv2.circle(ring, (reach, reach), round(1.4 * DISC_MM * PX_PER_MM), 0.0, -1)
    cv2.circle(disc, (reach, reach), round(DISC_MM * PX_PER_MM), 1.0, -1)
    rim = reach + round(SPACE_MM * PX_PER_MM)
    wide = [np.pad(each, 2 * rim) for each in (lies, told)]
    shares = [0.0] * len(spaces)
    for at, place in enumerate(spaces):
        x, y = (round(value * PX_PER_MM) for value in view.eye.seen_at(place, DISC_HIGH_MM))
        part = np.s_[y + rim : y + 3 * rim + 1, x + rim : x + 3 * rim + 1]
        left, known = (each[part].astype(np.float32) for each in wide)
        if cv2.countNonZero(left) >= LEAST_PX:
            shares[at] = float(_covering(left, known, disc, ring, view.limits.told)[1].max())
    best = max(range(len(shares)), key=shares.__getitem__, default=-1)
    return best if best >= 0 and shares[best] > view.limits.covered else None
