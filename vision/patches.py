"""Comparing a patch of a photograph with a known picture, whatever the light and whatever lies on it.

Patches are CIELAB: L 0 to 100, a and b about -100 to 100. A comparison allows each channel its own
gain and offset (light) and believes each pixel only as far as it fits (a figure, a shadow, glare).
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image

Floats = NDArray[np.float32]

CHANNEL_WEIGHTS = np.array([0.7, 1.0, 1.0], np.float32)
"""Light changes L more than a and b, so a difference in L says less."""
STRAY = 0.02
"""How likely a pixel is that the known picture does not explain, against one that it explains exactly."""
GAIN_FREEDOM = 90.0
MOST_OFFSET = 25.0


def to_lab(image: Image) -> Floats:
    """Convert blue, green, red bytes to CIELAB, (h, w, 3) float32."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


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


def _explained(residual: Floats, spread: float) -> Floats:
    return np.asarray(np.exp(-((residual * CHANNEL_WEIGHTS) ** 2).sum(axis=2) / (2 * spread**2)), np.float32)


def compare(seen: Floats, known: Floats, spread: float, rounds: int = 3) -> Fit:
    """Compare patches with known pictures by iteratively reweighted least squares.

    Args:
        seen: (k, n, 3) pixels of the patches.
        known: (k, n, 3) the same pixels of the pictures.
        spread: Standard deviation of an honest pixel, in CIELAB units.
        rounds: How often to refit the light.
    """
    apart = seen - known
    offset = np.clip(np.median(apart[:, ::5], axis=1), -MOST_OFFSET, MOST_OFFSET)
    explained = _explained(apart - offset[:, None], 1.5 * spread)
    gain = mean_seen = mean_known = offset
    for _ in range(rounds):
        trust = explained / (explained + STRAY)
        total = trust.sum(axis=1)[:, None] + 1e-3
        mean_known = np.einsum("kn,knc->kc", trust, known) / total
        mean_seen = np.einsum("kn,knc->kc", trust, seen) / total
        known_off = known - mean_known[:, None]
        seen_off = seen - mean_seen[:, None]
        stiff = GAIN_FREEDOM * total
        gain = (np.einsum("kn,knc,knc->kc", trust, known_off, seen_off) + stiff) / (
            np.einsum("kn,knc,knc->kc", trust, known_off, known_off) + stiff
        )
        gain = np.clip(gain, 0.6, 1.5)
        offset = mean_seen - mean_known
        excess = offset - np.clip(offset, -MOST_OFFSET, MOST_OFFSET)
        explained = _explained(seen_off - gain[:, None] * known_off + excess[:, None], spread)
    trust = explained / (explained + STRAY)
    return Fit(np.log(explained + STRAY).mean(axis=1), trust, gain, mean_seen, mean_known)


def in_known_light(patch: Floats, fit: Fit, index: int = 0) -> Floats:
    """Show a patch in the light of the picture it was compared with."""
    return np.asarray((patch - fit.seen[index]) / fit.gain[index] + fit.known[index], np.float32)


class Pose(NamedTuple):
    """Where a tile lies in a view: its centre in pixels, and how far it is turned clockwise."""

    x_px: float
    y_px: float
    turn_rad: float


def cut_patch(view: Floats, pose: Pose, side_px: int) -> Floats:
    """Cut a straightened square of ``side_px`` out of a view, centred and turned as ``pose`` says."""
    cos, sin = np.cos(pose.turn_rad), np.sin(pose.turn_rad)
    half = (side_px - 1) / 2
    to_view = np.array(
        [
            [cos, -sin, pose.x_px - 0.5 - cos * half + sin * half],
            [sin, cos, pose.y_px - 0.5 - sin * half - cos * half],
        ]
    )
    patch = cv2.warpAffine(
        view,
        to_view,
        (side_px, side_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, np.float32)


def _slopes(known: Floats, margin: int) -> Floats:
    """(n, 3, 3): how each channel of each inner pixel changes with a shift in x, in y, and a turn."""
    side = known.shape[0]
    east = cv2.Sobel(known, cv2.CV_32F, 1, 0, ksize=3) / 8
    south = cv2.Sobel(known, cv2.CV_32F, 0, 1, ksize=3) / 8
    along = np.arange(side, dtype=np.float32) - (side - 1) / 2
    x, y = along[None, :, None], along[:, None, None]
    slopes = np.stack([east, south, x * south - y * east], axis=-1)
    return np.asarray(inner(slopes, margin)[::2, ::2].reshape(-1, 3, 3), np.float32)


def _thinned(patch: Floats, margin: int) -> Floats:
    """(n, c): every other inner pixel of every other row; a pose needs no more."""
    return np.ascontiguousarray(inner(patch, margin)[::2, ::2].reshape(-1, patch.shape[2]))


def inner(patch: Floats, margin: int) -> Floats:
    """Drop ``margin`` pixels on every side of (h, w, ...)."""
    return patch[margin:-margin, margin:-margin]


def align(view: Floats, known: Floats, start: Pose, spread: float, rounds: int = 3) -> Pose:
    """Slide and turn a patch over a view until it lies on its known picture.

    Args:
        view: (h, w, 3) the board from above.
        known: (s, s, 3) the picture.
        start: Where to begin; right to within about a tenth of the side.
        spread: Standard deviation of an honest pixel.
        rounds: Gauss-Newton steps.

    Source:
        Baker and Matthews 2004, inverse compositional alignment, with the trust of ``compare``.
    """
    side, margin = known.shape[0], 2
    slopes = _slopes(known, margin) * CHANNEL_WEIGHTS[None, :, None]
    target = _thinned(known, margin)[None]
    pose = start
    for _ in range(rounds):
        patch = _thinned(cut_patch(view, pose, side), margin)[None]
        fit = compare(patch, target, spread, rounds=2)
        residual = ((patch - fit.seen[:, None]) - fit.gain[:, None] * (target - fit.known[:, None]))[0]
        steep = slopes * fit.gain[0][None, :, None]
        trusted = steep * fit.trust[0][:, None, None]
        normal = np.einsum("ncp,ncq->pq", trusted, steep) + np.diag([5.0, 5.0, 5e3])
        step = np.linalg.solve(normal, np.einsum("ncp,nc->p", trusted, residual * CHANNEL_WEIGHTS))
        pose = _moved(pose, np.clip(step, -1.5, 1.5))
    return pose


def _moved(pose: Pose, step: NDArray[np.floating]) -> Pose:
    turn = float(np.clip(pose.turn_rad - np.clip(step[2], -0.03, 0.03), -0.15, 0.15))
    cos, sin = np.cos(turn), np.sin(turn)
    return Pose(
        float(pose.x_px - cos * step[0] + sin * step[1]),
        float(pose.y_px - sin * step[0] - cos * step[1]),
        turn,
    )
