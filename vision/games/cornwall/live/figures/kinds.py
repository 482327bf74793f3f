"""Telling what has come, by how it looks there now and did before: whether a figure, and small, tall or big.

How large the wood of a box is decides which figure looks tall and which small from above. It is the same all
through a game, so it is learned from the figures that are confirmed.
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.games.cornwall.live.figures.bases import PX_PER_MM, lean_at
from vision.games.cornwall.live.places import HALF, UNHALF, from_square
from vision.games.cornwall.locate.view import Point
from vision.games.cornwall.pieces.figures import TAUGHT, camera_place
from vision.games.cornwall.pieces.kind_net import (
    KIND_PX,
    KIND_PX_PER_MM,
    SIZES,
    KindPrediction,
    ask_what_came,
)
from vision.games.cornwall.pieces.thing_net import KINDS
from vision.geometry.homography import Homography
from vision.geometry.projection import Projection
from vision.image.colour import Floats
from vision.reader import Image

USUAL_SIZE, SIZE_OFF = 1.1, 0.05
"""How large the wood of a box looks, soft as edges are, and the standard deviation of that."""
MOST_HABIT = 60.0


class CardChange(NamedTuple):
    """A card on which something has come.

    Attributes:
        image: The frame.
        to_image: The card's own plane to the frame.
        before: The card's square as it was before, ``outlining.PX_PER_MM``, in the light of the frame.
    """

    image: Image
    to_image: Homography
    before: Image


class Habits(NamedTuple):
    """What the game has taught of how figures look.

    Attributes:
        sizes: (9,) log-likelihood of each of ``kind_net.SIZES``.
    """

    sizes: Floats


def no_habits() -> Habits:
    """Know nothing of the game but what is usual."""
    return Habits(np.asarray(-0.5 * ((np.array(SIZES) - USUAL_SIZE) / SIZE_OFF) ** 2, np.float32))


def what_came(change: CardChange, at_mm: Point, projection: Projection) -> KindPrediction:
    """Tell whether a figure has come, and of what kind.

    Args:
        change: The card.
        at_mm: The middle of what has come, on the card's plane.
        projection: The card's plane to the frame.

    Returns:
        Of its kinds the log-likelihood, for each of ``kind_net.SIZES``.
    """
    lean = lean_at(projection, np.array(at_mm))
    length = float(np.hypot(*lean))
    right, down = lean / max(length, 1e-9)
    turned = np.array([[right, -down, at_mm[0]], [down, right, at_mm[1]], [0.0, 0.0, 1.0]])
    shown = turned @ from_square(KIND_PX, KIND_PX_PER_MM)
    now = _cut(change.image, change.to_image @ shown)
    before = _cut(change.before, np.linalg.inv(from_square(len(change.before), PX_PER_MM)) @ shown)
    _, high_mm = camera_place(projection)
    came = ask_what_came(now, before, length, high_mm)
    return came._replace(kinds=np.asarray(came.kinds - np.log([TAUGHT[kind] for kind in KINDS]), np.float32))


def _cut(picture: Image, way: Homography) -> Image:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpPerspective(
        picture, UNHALF @ way @ HALF, (KIND_PX, KIND_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def kind_log_odds(prediction: Floats, habits: Habits) -> Floats:
    """(3,): the log-likelihood of each kind, whatever the size of the wood may be."""
    log_odds = np.logaddexp.reduce(habits.sizes[:, None] + prediction, axis=0)
    return np.asarray(log_odds - log_odds.max(), np.float32)


def taught(habits: Habits, prediction: Floats, kind: str) -> Habits:
    """Learn from a figure whose kind is known."""
    sizes = habits.sizes + prediction[:, KINDS.index(kind)]
    return Habits(np.asarray(np.maximum(sizes - sizes.max(), -MOST_HABIT), np.float32))
