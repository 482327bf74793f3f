"""Comparing a patch of a photograph with a known picture, whatever the light and whatever lies on it.

Patches are CIELAB: L 0 to 100, a and b about -100 to 100. A comparison allows each channel its own
gain and offset (light) and believes each pixel only as far as it fits (a figure, a shadow, glare).
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.colour import Floats

CHANNEL_WEIGHTS = np.array([0.7, 1.0, 1.0], np.float32)
"""Light changes L more than a and b, so a difference in L says less."""
STRAY = 0.02
"""How likely a pixel is that the known picture does not explain, against one that it explains exactly."""
GAIN_STIFFNESS = 90.0
"""A variance: pictures with less contrast than this say little about the gain."""
MOST_OFFSET = 25.0
MARGIN_PX = 2
"""The rim of a tile is its neighbour's shadow as often as its own picture."""


class Fit(NamedTuple):
    """How k patches compare with k known pictures.

    Attributes:
        score: (k,) mean logarithm of how well a pixel is explained: 0 at best, -3.9 at worst.
        trust: (k, n) how far each pixel is believed, 0 to 1.
        gain: (k, 3) contrast of the patch against the picture.
        seen: (k, 3) mean of the trusted pixels of the patch.
        known: (k, 3) mean of the same pixels of the picture.
    """

    score: Floats
    trust: Floats
    gain: Floats
    seen: Floats
    known: Floats


def lengths(vectors: Floats) -> Floats:
    """Give the lengths of (..., 3) or (..., 2) vectors; numpy's norm is slow over so short an axis."""
    square = vectors[..., 0] ** 2
    for channel in range(1, vectors.shape[-1]):
        square += vectors[..., channel] ** 2
    return np.asarray(np.sqrt(square), np.float32)


def _explained(residual: Floats, spread: float) -> Floats:
    return np.asarray(np.exp((residual * residual).sum(axis=1) / (-2 * spread**2)), np.float32)


def _channels_first(pixels: Floats) -> Floats:
    """Weigh (k, n, 3) pixels and turn them to (k, 3, n): numpy is fast along long rows."""
    return np.multiply(pixels.transpose(0, 2, 1), CHANNEL_WEIGHTS[:, None], order="C")


def _medians(rows: Floats) -> Floats:
    """Give the median of every row of (k, c, n), several times as soon as numpy does for short rows."""
    middle = rows.shape[-1] // 2
    first = middle - 1 + rows.shape[-1] % 2
    return np.asarray(np.sort(rows, axis=-1)[..., first : middle + 1].mean(axis=-1), np.float32)


def compare(observed: Floats, known: Floats, spread: float, rounds: int = 3) -> Fit:
    """Compare patches with known pictures by iteratively reweighted least squares.

    Args:
        observed: (k, n, 3) pixels of the patches.
        known: (k, n, 3) the same pixels of the pictures.
        spread: Standard deviation of an honest pixel, in CIELAB units.
        rounds: How often to refit the light.
    """
    observed, known = _channels_first(observed), _channels_first(known)
    most = MOST_OFFSET * CHANNEL_WEIGHTS
    offset = np.clip(_medians(observed[..., ::5] - known[..., ::5]), -most, most)
    explained = _explained(observed - known - offset[..., None], 1.5 * spread)
    both, square = known * observed, known * known
    stiff = GAIN_STIFFNESS * CHANNEL_WEIGHTS**2
    gain = mean_seen = mean_known = offset
    for _ in range(rounds):
        weight = explained / (explained + STRAY)
        weight = (weight / (weight.sum(axis=1, keepdims=True) + 1e-6))[..., None]
        mean_seen, mean_known = (observed @ weight)[..., 0], (known @ weight)[..., 0]
        together = (both @ weight)[..., 0] - mean_seen * mean_known
        alone = (square @ weight)[..., 0] - mean_known**2
        gain = np.clip((together + stiff) / (np.maximum(alone, 0) + stiff), 0.6, 1.5)
        offset = np.clip(mean_seen - mean_known, -most, most) + mean_known - gain * mean_known
        explained = _explained(observed - gain[..., None] * known - offset[..., None], spread)
    trust = explained / (explained + STRAY)
    return Fit(
        np.log(explained + STRAY).mean(axis=1),
        trust,
        gain,
        mean_seen / CHANNEL_WEIGHTS,
        mean_known / CHANNEL_WEIGHTS,
    )


def in_known_light(patch: Floats, fit: Fit, index: int = 0) -> Floats:
    """Show a patch in the light of the picture it was compared with."""
    return np.asarray((patch - fit.seen[index]) / fit.gain[index] + fit.known[index], np.float32)


class Pose(NamedTuple):
    """Where a tile lies in a view: its centre in pixels, and how far it is turned clockwise."""

    x_px: float
    y_px: float
    turn_rad: float


def corners(pose: Pose, side_px: float) -> NDArray[np.float64]:
    """(4, 2): the corners of a tile in its view, clockwise from its north-west."""
    cos, sin = np.cos(pose.turn_rad) * side_px / 2, np.sin(pose.turn_rad) * side_px / 2
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    return np.asarray(signs @ np.array([[cos, sin], [-sin, cos]]) + np.array([pose.x_px, pose.y_px]))


def patch_to_view(pose: Pose, side_px: int) -> NDArray[np.float64]:
    """(2, 3): take the pixels of a straightened square of ``side_px`` to those of its view."""
    cos, sin = np.cos(pose.turn_rad), np.sin(pose.turn_rad)
    half = (side_px - 1) / 2
    return np.array(
        [
            [cos, -sin, pose.x_px - 0.5 - cos * half + sin * half],
            [sin, cos, pose.y_px - 0.5 - sin * half - cos * half],
        ]
    )


def cut_patch(view: Floats, pose: Pose, side_px: int) -> Floats:
    """Cut a straightened square of ``side_px`` out of a view, centred and turned as ``pose`` says."""
    patch = cv2.warpAffine(
        view,
        patch_to_view(pose, side_px),
        (side_px, side_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, np.float32)


class Target(NamedTuple):
    """k known pictures, made ready to lay patches on; see ``align``.

    Attributes:
        pixels: (k, m, 3) every other inner pixel of every other row; a pose needs no more.
        slopes: (k, m, 3, 3) how each channel of each pixel changes with a shift in x, in y, and a turn.
    """

    pixels: Floats
    slopes: Floats

    def pick(self, chosen: Sequence[int]) -> "Target":
        """Keep the chosen pictures."""
        return Target(self.pixels[chosen], self.slopes[chosen])


def make_target(known: Floats) -> Target:
    """Make (k, s, s, 3) pictures ready to lay patches on."""
    side = known.shape[1]
    along = np.arange(side, dtype=np.float32) - (side - 1) / 2
    x, y = along[None, :, None], along[:, None, None]
    slopes = []
    for each in known:
        east = cv2.Sobel(each, cv2.CV_32F, 1, 0, ksize=3) / 8
        south = cv2.Sobel(each, cv2.CV_32F, 0, 1, ksize=3) / 8
        slopes.append(_thinned(np.stack([east, south, x * south - y * east], axis=-1)))
    return Target(np.stack([_thinned(one) for one in known]), np.stack(slopes))


def _thinned(patch: Floats) -> Floats:
    """Flatten every other inner pixel of every other row of (s, s, ...)."""
    kept = inner(patch, MARGIN_PX)[::2, ::2]
    return np.ascontiguousarray(kept.reshape(-1, *patch.shape[2:]), np.float32)


def inner(patch: Floats, margin: int) -> Floats:
    """Drop ``margin`` pixels on every side of (h, w, ...)."""
    return patch[margin:-margin, margin:-margin]


def inner_pixels(patches: Floats) -> Floats:
    """Flatten (k, s, s, 3) patches without their rims to (k, n, 3), as ``compare`` takes them."""
    return patches[:, MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX].reshape(len(patches), -1, 3)


def align(
    view: Floats, target: Target, starts: Sequence[Pose], side_px: int, spread: float, rounds: int = 3
) -> list[Pose]:
    """Slide and turn patches over a view until each lies on its known picture.

    Args:
        view: (h, w, 3) the board from above.
        target: k known pictures.
        starts: Where to begin with each; right to within about a tenth of the side.
        side_px: The pictures' side.
        spread: Standard deviation of an honest pixel.
        rounds: Gauss-Newton steps.

    Source:
        Baker and Matthews 2004, inverse compositional alignment, with the trust of ``compare``.
    """
    poses = list(starts)
    slopes = target.slopes * CHANNEL_WEIGHTS[None, None, :, None]
    stiff = np.diag([5.0, 5.0, 5e3])
    for _ in range(rounds):
        patches = np.stack([_thinned(cut_patch(view, pose, side_px)) for pose in poses])
        fit = compare(patches, target.pixels, spread, rounds=2)
        gain = fit.gain[:, None]
        residual = (patches - fit.seen[:, None]) - gain * (target.pixels - fit.known[:, None])
        steep = (slopes * gain[..., None]).reshape(len(poses), -1, 3)
        trusted = steep * np.repeat(fit.trust, 3, axis=1)[..., None]
        normal = trusted.transpose(0, 2, 1) @ steep + stiff
        pull = trusted.transpose(0, 2, 1) @ (residual * CHANNEL_WEIGHTS).reshape(len(poses), -1, 1)
        steps = np.linalg.solve(normal, pull)[..., 0]
        poses = [_moved(pose, np.clip(step, -1.5, 1.5)) for pose, step in zip(poses, steps, strict=True)]
    return poses


def _moved(pose: Pose, step: NDArray[np.floating]) -> Pose:
    rotation = float(np.clip(pose.turn_rad - np.clip(step[2], -0.03, 0.03), -0.15, 0.15))
    cos, sin = np.cos(rotation), np.sin(rotation)
    return Pose(
        float(pose.x_px - cos * step[0] + sin * step[1]),
        float(pose.y_px - sin * step[0] - cos * step[1]),
        rotation,
    )
