"""What pixels are that differ from the bare board: a player's colour, an officer's black, goods, shade."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.games.smuggler.view import MapView

BLACK, GOODS, OTHER, SHADE = "black", "goods", "other", "shade"
WOOD: Mapping[str, tuple[float, float, float]] = {
    "red": (44.0, 38.0, 179.0),
    "pink": (138.0, 104.0, 216.0),
    "yellow": (46.0, 180.0, 226.0),
    "green": (71.0, 127.0, 47.0),
    "blue": (166.0, 90.0, 42.0),
}
"""How wood usually looks, blue, green and red."""
CARDBOARD = (98.0, 157.0, 198.0)
DIMMEST, BRIGHTEST = 0.42, 1.3
"""So bright a side of wood may be, of its own colour, by how it faces the light."""
HARDLY = 9.0
"""Cardboard on land of its own colour differs by so much, of 255."""
NOISY = 1.5
"""That is so many times as much as nine pixels of ten differ, at least: of the bare board."""
DAZZLED = 60.0
"""So much more a pixel must differ where a lamp is mirrored, of 255 in all."""
SHADED = (0.5, 0.97)
"""So much of the board's light a shadow leaves."""
NEAR_PX = 29
"""Of wood that is seen in part more is looked for within half of this."""


class ColourMap(NamedTuple):
    """What every changed pixel is.

    Attributes:
        names: Of the classes; the last are ``BLACK``, ``GOODS``, ``OTHER`` and ``SHADE``.
        classes: (h, w) index into them, -1 where the board is bare.
        alike: (h, w) likewise of what is near wood and looks as bare as it looks like that.
        rim_px: How wide the soft rim on both sides of wood is.
    """

    names: tuple[str, ...]
    classes: NDArray[np.int8]
    alike: NDArray[np.int8]
    rim_px: int

    def of(self, name: str) -> NDArray[np.uint8]:
        """Mask a class: (h, w), 1 where it is."""
        return np.asarray(self.classes == self.names.index(name), np.uint8)

    def untold(self, name: str) -> NDArray[np.uint8]:
        """Mask where a class may be unseen: printed as it is, hidden by other wood, or its soft rim."""
        at, black = map(self.names.index, (name, BLACK))
        is_wood = (self.classes >= 0) & (self.classes <= black) & (self.classes != at)
        soft = cv2.dilate(self.of(name), np.ones((self.rim_px,) * 2, np.uint8)) > 0
        return np.asarray(is_wood | (self.alike == at) | (soft & (self.classes > black)), np.uint8)


def tell_colours(view: MapView, players: Sequence[str]) -> ColourMap:
    """Tell what every pixel is that differs from the bare board.

    Args:
        view: The board.
        players: The colours that are played with.
    """
    names = (*players, BLACK, GOODS, OTHER, SHADE)
    classes = np.full(view.changed.shape, -1, np.int8)
    hardly = max(HARDLY, NOISY * float(np.percentile(view.changed[::4, ::4], 90)))
    at = np.flatnonzero(view.changed > hardly + DAZZLED * view.mirrored)
    changed, mirrored = view.changed.ravel()[at], view.mirrored.ravel()[at]
    found = _classes(view, at, players)
    is_clear = changed > view.limits.different + DAZZLED * mirrored
    found[~is_clear & (found != names.index(GOODS))] = -1
    found[(found == names.index(OTHER)) & (mirrored > 0)] = -1
    classes.ravel()[at] = found
    # One player's wood alone is near where the least and the greatest class there are the same.
    is_wood = (classes >= 0) & (classes < len(players))
    first, last = (
        cv2.dilate(np.where(is_wood, each, 0).astype(np.uint8), np.ones((NEAR_PX, NEAR_PX), np.uint8))
        for each in (len(players) - classes, classes + 1)
    )
    at = np.flatnonzero((last > 0) & (classes < 0))
    alike = np.full(classes.shape, -1, np.int8)
    alike.ravel()[at] = near = _classes(view, at, players)
    seen, under, lone = view.evened.reshape(-1, 3)[at], view.bare.reshape(-1, 3)[at], last.ravel()[at]
    is_lone = (lone + first.ravel()[at] == len(players) + 1) & (near == lone - 1)
    at = at[is_lone & (np.abs(seen - under).max(axis=1) > view.limits.plain)]
    classes.ravel()[at] = alike.ravel()[at]
    return ColourMap(names, classes, alike, round(view.limits.rim))


def _classes(view: MapView, at: NDArray[np.intp], players: Sequence[str]) -> NDArray[np.int8]:
    """Give the class of some pixels, which are numbered row by row."""
    count, limits = len(players), view.limits
    seen, under = (
        np.ascontiguousarray(each.reshape(-1, 3)[at].T, np.float32) for each in (view.evened, view.bare)
    )
    known = np.array([*(WOOD[each] for each in players), CARDBOARD], np.float32)
    bright, bare = (np.maximum(np.sqrt(np.einsum("ij,ij->j", each, each)), 1.0) for each in (seen, under))
    lengths = np.linalg.norm(known, axis=1)
    # A shadow keeps the colour of what is printed there, which is one more that a pixel may have.
    alike = np.vstack([(known / lengths[:, None]) @ seen, np.einsum("ij,ij->j", seen, under) / bare])
    apart = np.sqrt(np.maximum(2.0 - 2.0 * alike / bright, 0.0))
    share = np.vstack([bright / lengths[:, None], bright / bare])
    least, most = np.array([(DIMMEST, BRIGHTEST)] * (count + 1) + [SHADED]).T[..., None]
    apart[(share < least) | (share > most)] = np.inf
    classes = np.array([*range(count), count + 1, count + 3])
    found = np.where(apart.min(axis=0) < limits.far, classes[apart.argmin(axis=0)], count + 2)
    is_black = (seen.max(axis=0) < limits.darkest) & (seen.sum(axis=0) < limits.blacker * under.sum(axis=0))
    found[is_black] = count
    return np.asarray(found, np.int8)
