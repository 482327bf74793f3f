"""Watching the table on small frames: does anything move, is a hand in view, does it lie still?

Frames are compared with earlier ones after the light between them has been evened out, so that a
drifting exposure or a lamp that warms up is no movement.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats, largest
from vision.reader import Image

STILL_S = 0.4
"""The table is read once it has lain still for so long."""
JITTER_S = 0.05
"""By how much the frames of a still window may come closer together than they should."""
STAYS_S = 8.0
"""A change at the edge that has not moved for so long is no hand: a glass, a bumped table."""
RESTS_S = 2.5
"""The same within the picture, where arms do not end: the board has slid."""
LAID_S = 1.6
"""The same at the edge, where it is no larger than a tile with its rim: one may have been laid there."""
TILE_AT_EDGE = 2.2
"""How many tiles' room that takes at most, softened as the frame is."""
SLID_S = 0.8
"""The same within the picture, where it is larger than any hand: only the board is."""
SLID = 30.0
"""What takes more tiles' room than hand and forearm, and does not reach the edge, is a board that slid."""
LEAST_HAND = 0.004
"""Share of the picture that a hand covers at least, from the picture's edge inwards."""
PIECE = 0.0033
"""Share of the picture that one tile covers, where nobody knows better: a mast over a whole table."""
BULKY = 2.6
"""What covers more than so many tiles at once is a hand, though its sleeve be as dark as the table."""
LEAST_MOTION = 0.0006
"""Share of the picture that must change between two frames to be called movement."""
MOST_VISITS = 8

MOST_SLID_PX = 4.0
"""How far a bumped board slides at most, in pixels of the halved frame."""
_MARGIN_PX = 6

_SHRINK = 0.5
_BLUR_PX = 3
_BLOCK_PX = 8
_ROUNDS = 4
_OFF = 0.06
"""How far a block's light, as a logarithm, may be from the smooth light before it counts for little."""
_DARKEST, _BRIGHTEST = 4.0, 250.0
_LEAST_CHANGE = 7.0
_SLACK = 0.04
"""Share of a pixel's brightness by which it may be off without having changed."""
_NOISES = 4.5
_WEAK = 0.5
"""A region holds together over pixels that are changed by this share of what counts as a change."""
_FAINT, _ROOM_PX = 0.3, 5
"""The same where pixels within a square this wide are changed by so much on average."""
LARGER, _RIM_PX = 1.15, 4
"""What covers more than so many tiles, a faint rim this wide included, is a hand or a thing."""

SMALLER, CROSSES = 0.8, 0.6
"""... or more than so many where the edge of the picture cuts it over so many tiles' width: fingertips, or a
tile laid half outside, which may be read a little later."""

Mask = NDArray[np.bool_]
"""(height, width), half those of the small frame: where something is."""

Phase = Literal["moving", "hand", "still"]


class FrameRegion(NamedTuple):
    """A region of the frame; each number is a share of its width or height, from 0 to 1."""

    left: float
    top: float
    right: float
    bottom: float


class Watching(NamedTuple):
    """What the watching knows after a frame.

    Attributes:
        at_s: When the frame was taken.
        phase: Something moves, a hand is in view, or the table lies still.
        since_s: When that began; for "still" the first of the frames that all look the same.
        changed: Where a still table differs from the look read last; None where it does not.
        visits: Where a hand has been on each of its visits since something new was read, oldest
            first.
        light_ev: How much brighter the table has become since the look read last, in exposure
            values.
        stirred: Whether anything has moved since the look read last.
        moved_s: (height, width) when each pixel moved last.
    """

    at_s: float
    phase: Phase
    since_s: float
    changed: FrameRegion | None
    visits: tuple[Mask, ...]
    light_ev: float
    stirred: bool
    last: Floats
    clean: tuple[Floats, ...]
    read: Floats | None
    visit: Mask | None
    moved_s: Floats

    @property
    def is_settled(self) -> bool:
        """Whether the table has lain still for long enough to be read."""
        return self.phase == "still" and self.at_s - self.since_s >= STILL_S - JITTER_S


def watch(before: Watching | None, small: Image, at_s: float, piece: float = PIECE) -> Watching:
    """Look at the next frame.

    Args:
        before: What was known after the frame before; None for the first.
        small: The frame about 320 pixels wide, (height, width, 3), blue, green, red.
        at_s: When it was taken, in seconds.
        piece: Share of the picture that one tile covers.
    """
    observed = _smoothed(small)
    if before is None or before.last.shape != observed.shape:
        moved_s = np.full(observed.shape[:2], at_s)
        return Watching(at_s, "still", at_s, None, (), 0.0, True, observed, (), None, None, moved_s)
    moved = _difference(before.last, observed).strong
    moves = float(moved.mean()) > LEAST_MOTION
    moved_s = np.where(moved, at_s, before.moved_s)
    hand = _hand(before.clean, observed, piece)
    stays = hand is not None and all(_stays(part, moved_s, at_s, piece) for part in _parts(hand))
    now = before._replace(at_s=at_s, last=observed, moved_s=moved_s)
    if moves or (hand is not None and not stays):
        where = moved if hand is None else moved | hand
        return _stirred(now, "moving" if hand is None else "hand", where)
    return _still(now, before, observed, stays)


def _parts(hand: Mask) -> Iterator[Mask]:
    """Part hands from each other: one may move while another thing lies."""
    count, labels = cv2.connectedComponents(hand.astype(np.uint8))
    return (labels == number for number in range(1, count))


def _stays(hand: Mask, moved_s: Floats, at_s: float, piece: float) -> bool:
    """Tell whether something has not moved for so long that it is no hand, whatever moves elsewhere."""
    moments, least = moved_s[hand], round(LEAST_MOTION * hand.size)
    last_s = np.partition(moments, -least)[-least] if len(moments) > least > 0 else moments.max()
    return bool(at_s - last_s >= _stays_s(hand, piece))


def _stays_s(hand: Mask, piece: float) -> float:
    """Tell for how long something must not have moved to be no hand."""
    if not _touches_edge(hand):
        return SLID_S if hand.mean() > SLID * piece else RESTS_S
    without_rim = cv2.erode(hand.astype(np.uint8), np.ones((3, 3), np.uint8))
    return LAID_S if without_rim.mean() < TILE_AT_EDGE * piece else STAYS_S


def _smoothed(small: Image) -> Floats:
    """Halve a frame and smooth it: hands are large, and grain is not."""
    half = cv2.resize(small, None, fx=_SHRINK, fy=_SHRINK, interpolation=cv2.INTER_AREA)
    return cv2.blur(half, (_BLUR_PX, _BLUR_PX)).astype(np.float32)


def looked(watching: Watching) -> Watching:
    """Take note that the table has been read as it lies now, without a hand."""
    visit = () if watching.visit is None else (watching.visit,)
    visits = (*watching.visits, *visit)[-MOST_VISITS:]
    read = watching.last
    return watching._replace(read=read, changed=None, visits=visits, visit=None, stirred=False, light_ev=0.0)


def forget(watching: Watching, visits: Sequence[Mask]) -> Watching:
    """Forget visits of a hand, as those that came before something new was found."""
    return watching._replace(visits=fresh(watching.visits, visits))


def fresh(visits: Sequence[Mask], past: Sequence[Mask]) -> tuple[Mask, ...]:
    """Give visits of a hand but for those that are past."""
    return tuple(visit for visit in visits if not any(visit is gone for gone in past))


def count_visits(visits: Sequence[Mask], quad: NDArray[np.floating]) -> int:
    """Count the visits of a hand to a place.

    Args:
        visits: Where the hand has been on each.
        quad: (n, 2) the corners of the place, x and y as shares of the frame's width and height.
    """
    if not visits:
        return 0
    height, width = visits[0].shape
    place = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(place, np.round(quad * (width, height)).astype(np.int32), 1)
    return sum(bool((visit & (place > 0)).any()) for visit in visits)


def _stirred(now: Watching, phase: Phase, where: Mask) -> Watching:
    """Go on with a table at which something moves or a hand rests."""
    visit = where if now.visit is None else now.visit | where
    since_s = now.since_s if now.phase == phase else now.at_s
    return now._replace(phase=phase, since_s=since_s, changed=None, visit=visit, stirred=True)


def _still(now: Watching, before: Watching, observed: Floats, stays: bool) -> Watching:
    """Go on with a table at which nothing moves and no hand is in view.

    The frame before looked the same, so it belongs to the still window, unless a hand was in it.
    """
    first_s = now.at_s if before.phase == "hand" and not stays else before.at_s
    now = now._replace(phase="still", since_s=before.since_s if before.phase == "still" else first_s)
    if stays:
        now = now._replace(clean=(observed, *before.clean[:1]))
    if not now.is_settled:
        return now
    if now.visit is not None:
        now = now._replace(visits=(*now.visits, now.visit)[-MOST_VISITS:], visit=None)
    changed, light_ev = (None, 0.0) if now.read is None else _compared(now.read, observed)
    return now._replace(clean=(observed, *now.clean[1:]), changed=changed, light_ev=light_ev)


def _compared(known: Floats, observed: Floats) -> tuple[FrameRegion | None, float]:
    """Give where a look differs from one before, and how much brighter it is."""
    apart = _difference(known, observed)
    clean = cv2.morphologyEx(apart.strong.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    rows, columns = np.flatnonzero(clean.any(axis=1)), np.flatnonzero(clean.any(axis=0))
    if not len(rows):
        return None, apart.light_ev
    height, width = clean.shape
    left, right = columns[0] / width, (columns[-1] + 1) / width
    return FrameRegion(left, rows[0] / height, right, (rows[-1] + 1) / height), apart.light_ev


def _hand(clean: tuple[Floats, ...], observed: Floats, piece: float) -> Mask | None:
    """Find what is on no clean look and too large for tiles; a bumped board is none."""
    hand = _large_things(clean, observed, piece)
    if hand is None or _touches_edge(hand):
        return hand
    return _large_things(tuple(_slid(look, observed, hand) for look in clean), observed, piece)


def _touches_edge(mask: Mask) -> bool:
    return bool(mask[[0, -1]].any() or mask[:, [0, -1]].any())


def _slid(look: Floats, observed: Floats, where: Mask) -> Floats:
    """Slide a region of a look, a bumped board, to where it lies now, by up to a few pixels."""
    left, top, width, height = cv2.boundingRect(where.astype(np.uint8))
    rows = slice(max(0, top - _MARGIN_PX), top + height + _MARGIN_PX)
    columns = slice(max(0, left - _MARGIN_PX), left + width + _MARGIN_PX)
    known, now = (cv2.cvtColor(each[rows, columns], cv2.COLOR_BGR2GRAY) for each in (look, observed))
    shift, _ = cv2.phaseCorrelate(known, now)
    if max(map(abs, shift)) > MOST_SLID_PX:
        return look
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    size = (look.shape[1], look.shape[0])
    slid = look.copy()
    slid[rows, columns] = cv2.warpAffine(look, matrix, size, borderMode=cv2.BORDER_REPLICATE)[rows, columns]
    return slid


def _large_things(clean: tuple[Floats, ...], observed: Floats, piece: float) -> Mask | None:
    """Find what is on no clean look and reaches in over the picture's edge, or is larger than tiles are."""
    if not clean:
        return None
    apart = [_difference(look, observed) for look in clean]
    strong = np.logical_and.reduce([difference.strong for difference in apart])
    weak = np.logical_and.reduce([difference.weak for difference in apart])
    faint = np.logical_and.reduce([difference.faint for difference in apart])
    if faint.mean() < LEAST_HAND:
        return None
    count, labels, stats, _ = cv2.connectedComponentsWithStats(faint.astype(np.uint8), connectivity=8)
    # Over the edge a hand is known by its size alone, for its skin may be as dark as the table.
    side_px = np.sqrt(piece * strong.size)
    crossing = _on_edge(labels, strong, count) >= CROSSES * side_px
    least = np.where(crossing, SMALLER, LARGER) * (side_px + _RIM_PX) ** 2
    wide = stats[:, cv2.CC_STAT_AREA] >= np.maximum(least, LEAST_HAND * strong.size)
    plain = np.bincount(labels[strong], minlength=count) >= LEAST_HAND * strong.size
    reaching = (wide | plain) & (_on_edge(labels, weak, count) > 0)
    # Edges of tiles that slid are thin; a hand is not.
    thick = cv2.erode(strong.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    bulky = np.bincount(labels[thick], minlength=count) >= BULKY * piece * strong.size
    hands = reaching | bulky
    hands[0] = False
    return hands[labels] if hands.any() else None


def _on_edge(labels: NDArray[np.int32], where: Mask, count: int) -> NDArray[np.intp]:
    """(count,): how many pixels of the picture's edge each labelled region has where a mask has them."""
    edge = where.copy()
    edge[1:-1, 1:-1] = False
    return np.bincount(labels[edge], minlength=count)


class _Difference(NamedTuple):
    """Where a look differs from a known one: surely, perhaps, on average around; how much brighter it is."""

    strong: Mask
    weak: Mask
    faint: Mask
    light_ev: float


def _difference(known: Floats, observed: Floats) -> _Difference:
    """Compare two looks in the same light.

    Args:
        known, observed: (height, width, 3), smoothed.
    """
    gain = _light_between(known, observed)
    expected = np.minimum(known * gain, _BRIGHTEST)
    change = np.minimum(observed, _BRIGHTEST) - expected
    noise = 1.5 * float(np.median(np.abs(change[::4, ::4])))
    limit = _LEAST_CHANGE + _NOISES * noise + _SLACK * expected
    excess = largest(np.abs(change) / limit)
    # Over some room noise is small, so that skin as dark as the table can be told from it.
    faint = largest(np.abs(cv2.blur(change, (_ROOM_PX, _ROOM_PX))) / (_FAINT * limit))
    light_ev = 2.2 * float(np.log2(np.median(gain[::16, ::16])))
    weak = excess > _WEAK
    return _Difference(excess > 1, weak, weak | (faint > 1), light_ev)


def _light_between(known: Floats, observed: Floats) -> Floats:
    """Give the smooth gains, (height, width, 3), that bring a known look into the light of another.

    A second-order surface is fitted to the logarithm of the gain of blocks, and what has changed
    is left out as an outlier: iteratively reweighted least squares with Cauchy's weights.
    """
    height, width = observed.shape[:2]
    size = (max(4, width // _BLOCK_PX), max(4, height // _BLOCK_PX))
    before, now = (
        np.maximum(cv2.resize(look, size, interpolation=cv2.INTER_AREA), _DARKEST).reshape(-1, 3)
        for look in (known, observed)
    )
    log_gain = np.log(now / before)
    terms = _terms(size)
    fitted = np.median(log_gain, axis=0)[None]
    for _ in range(_ROUNDS):
        weight = 1 / (1 + (np.abs(log_gain - fitted).max(axis=1) / _OFF) ** 2)
        weighed = terms * weight[:, None]
        fitted = terms @ np.linalg.solve(weighed.T @ terms + 1e-6 * np.eye(6), weighed.T @ log_gain)
    gain = np.exp(fitted).astype(np.float32).reshape(size[1], size[0], 3)
    return np.asarray(cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _terms(size: tuple[int, int]) -> NDArray[np.float64]:
    """Give 1, x, y, x squared, x times y and y squared of each block, (n, 6)."""
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
