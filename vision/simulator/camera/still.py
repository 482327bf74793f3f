"""The table lying still, painted and lit; what has not changed since before is not painted again."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, place_at, pushed
from vision.simulator.camera.painting import extents, paint_part, put_in_light
from vision.simulator.camera.stage import PixelRect, SimSession
from vision.simulator.table.surfaces import spread
from vision.simulator.table.things import SimTable

_MOST_PARTS = 24
"""Where more has changed, everything is painted anew."""


class Still(NamedTuple):
    """The table composed.

    Attributes:
        table: What lies on it.
        camera: As it sees the table after its bumps.
        ground: The bare surface, (height, width, 3), without light.
        plain: Everything on it, still without light.
        soft: In its light, as sharp as the lens is; pixel values stand at ``HEADROOM`` of their own.
    """

    table: SimTable
    camera: SimCamera
    ground: Image
    plain: Image
    soft: Image


def compose(stage: SimSession, table: SimTable, before: Still | None = None) -> Still:
    """Compose the table as it lies still.

    Args:
        before: The table composed earlier; only what differs from it is painted.
    """
    if before is None or before.table.bump != table.bump:
        return _composed_anew(stage, table)
    if before.table == table:
        return before
    changed = _changed(stage, before.camera, before.table, table)
    if len(changed) > _MOST_PARTS:
        return _composed_anew(stage, table, before.ground)
    plain, soft = before.plain.copy(), before.soft.copy()
    for part in changed:
        _paint(stage, table, Still(table, before.camera, before.ground, plain, soft), part)
    return Still(table, before.camera, before.ground, plain, soft)


def _composed_anew(stage: SimSession, table: SimTable, ground: Image | None = None) -> Still:
    camera = pushed(stage.camera, table.bump)
    if ground is None:
        ground = spread(stage.surface, _places_mm(camera))
    still = Still(table, camera, ground, np.empty_like(ground), np.empty_like(ground))
    _paint(stage, table, still, PixelRect(0, 0, *camera.size_px))
    return still


def _places_mm(camera: SimCamera) -> NDArray[np.float32]:
    """Tell what place of the table every pixel sees, (height, width, 2)."""
    width, height = camera.size_px
    across, down = np.linspace(0, width, width // 8), np.linspace(0, height, height // 8)
    places = place_at(camera, np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2))
    coarse = places.reshape(len(down), len(across), 2).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _changed(stage: SimSession, camera: SimCamera, before: SimTable, after: SimTable) -> list[PixelRect]:
    """Give the parts of the frame where two tables differ."""
    cards = [*{*before.cards} ^ {*after.cards}]
    figures = [*{*before.figures} ^ {*after.figures}]
    parts = (*extents(stage, camera, cards), *extents(stage, camera, figures))
    return [part for part in parts if part]


def _paint(stage: SimSession, table: SimTable, still: Still, part: PixelRect) -> None:
    """Paint a part of the table into a still that is being composed."""
    still.plain[part.at] = paint_part(stage, still.camera, table, still.ground, part)
    soften(stage, still.plain, part, still.soft)


def soften(stage: SimSession, plain: Image, part: PixelRect, soft: Image) -> None:
    """Put a part of the frame, and as much around it as the lens smears it, into light.

    Args:
        plain: Without light, the size of the frame.
        part: Where it has changed.
        soft: Painted into, the size of the frame.
    """
    reach = 2 + round(3 * stage.blur_px)
    out = part.wider(reach, stage.camera.size_px)
    seen = part.wider(2 * reach, stage.camera.size_px)
    blurred = cv2.GaussianBlur(put_in_light(stage, plain[seen.at], seen), (0, 0), stage.blur_px)
    soft[out.at] = np.asarray(blurred, np.uint8)[out.within(seen)]
