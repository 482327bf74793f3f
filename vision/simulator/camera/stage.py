"""A session's stage: the camera on its mast, the lamps, the table's surface and the printed tiles."""

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.picture import Picture, Point
from vision.image.paint import paint
from vision.reader import Image
from vision.simulator.camera.camera import SimCamera, SimMast, mount, project
from vision.simulator.camera.lamps import glare_over, light_over, shade_colour
from vision.simulator.camera.levels import WIDE_PX, Conditions
from vision.simulator.table.surfaces import paint_surface
from vision.simulator.table.things import SimBox

_FINER = 1.35
"""How much finer than the frame faces are printed before they are laid into it."""
_HIGHER = 0.98
"""The mast is raised in such steps."""
_MELTED = 4
"""How much finer still they are painted, so that small details melt into each other."""

Shades = NDArray[np.float32]


class PixelRect(NamedTuple):
    """A part of the frame, in whole pixels: left, top, right and bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def corner_px(self) -> NDArray[np.float64]:
        """Its upper left corner."""
        return np.array([self.left, self.top], float)

    @property
    def at(self) -> tuple[slice, slice]:
        """Where it is in a picture's array."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def within(self, other: "PixelRect") -> tuple[slice, slice]:
        """Give where it is in the array of a part that holds it."""
        left, top = self.left - other.left, self.top - other.top
        return slice(top, top + self.bottom - self.top), slice(left, left + self.right - self.left)

    def shared(self, other: "PixelRect") -> "PixelRect | None":
        """Give what two parts share, if anything."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return PixelRect(left, top, right, bottom) if left < right and top < bottom else None

    def wider(self, by_px: int, size_px: tuple[int, int]) -> "PixelRect":
        """Give the part with a margin, as far as the frame goes."""
        return PixelRect(
            max(0, self.left - by_px),
            max(0, self.top - by_px),
            min(size_px[0], self.right + by_px),
            min(size_px[1], self.bottom + by_px),
        )


def part_around(
    points_px: NDArray[np.float64], size_px: tuple[int, int], margin_px: float = 0.0
) -> PixelRect | None:
    """Give the part of a frame around (n, 2) points; None where it lies outside."""
    low, high = np.floor(points_px.min(axis=0) - margin_px), np.ceil(points_px.max(axis=0) + margin_px)
    (left, top), (right, bottom) = np.maximum(low, 0), np.minimum(high, size_px)
    return PixelRect(int(left), int(top), int(right), int(bottom)) if left < right and top < bottom else None


class SimSession(NamedTuple):
    """Everything about a session that stays as it is.

    Attributes:
        camera: Before any bump.
        px_per_mm: In the middle of the frame.
        light: (height, width, 3), from ``light_over``.
        glare: (height, width) or None, from ``glare_over``.
        faces: A picture of every face, of the upright rectangle it fills.
        falls_mm: Which way and how far over the table shadows fall, per millimetre of height.
        shade_bgr: What a shadow leaves of pixel values.
        surface: A square of the table's surface, from ``paint_surface``.
    """

    how: Conditions
    box: SimBox
    camera: SimCamera
    px_per_mm: float
    light: Shades
    glare: Shades | None
    faces: Mapping[str, Image]
    falls_mm: NDArray[np.float64]
    shade_bgr: Shades
    surface: Image

    @property
    def blur_px(self) -> float:
        """How soft the lens is, in pixels of this frame."""
        return self.how.blur_px * max(0.6, self.camera.size_px[0] / WIDE_PX)


def build(how: Conditions, box: SimBox, seed: int, size_px: tuple[int, int]) -> SimSession:
    """Put up camera and lamps, choose a table and print the tiles."""
    mast = _mast(how, box, size_px)
    camera, px_per_mm = mount(mast, size_px), mast.px_per_mm
    turn = np.deg2rad(how.turn_deg)
    to_table = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return SimSession(
        how=how,
        box=box,
        camera=camera,
        px_per_mm=px_per_mm,
        light=light_over(how, size_px),
        glare=glare_over(how, size_px, px_per_mm),
        faces={name: _printed(name, box, px_per_mm * _FINER) for name in box.faces},
        falls_mm=to_table @ how.shade_mm,
        shade_bgr=shade_colour(how.lamps, how.shade),
        surface=paint_surface(how.surface, seed),
    )


def camera_for(how: Conditions, box: SimBox, size_px: tuple[int, int]) -> SimCamera:
    """Put the camera up: tiles have the size the session drew, or less where more has to be in view."""
    return mount(_mast(how, box, size_px), size_px)


def _mast(how: Conditions, box: SimBox, size_px: tuple[int, int]) -> SimMast:
    across_mm = box.scale_mm or box.side_mm
    over_mm: Point = (how.off_middle[0] * across_mm, how.off_middle[1] * across_mm)
    scale = how.tile_px / across_mm * size_px[0] / WIDE_PX
    mast = SimMast(scale, how.tilt_deg, how.tilt_towards_deg, how.turn_deg, over_mm, how.bend)
    while not _is_seen(box.room_mm, mast, size_px):
        mast = mast._replace(px_per_mm=mast.px_per_mm * _HIGHER)
    return mast


def _is_seen(room_mm: Point, mast: SimMast, size_px: tuple[int, int]) -> bool:
    """Tell whether a room around the table's middle, as upright in the frame as can be, is in view."""
    x, y = room_mm[0] / 2, room_mm[1] / 2
    if quarters(mast.turn_deg) % 2:
        x, y = y, x
    corners = project(mount(mast, size_px), [(-x, -y), (x, -y), (x, y), (-x, y)])
    return bool((corners >= 0).all() and (corners <= size_px).all())


def quarters(turn_deg: float) -> int:
    """Count the quarter turns by which a board lies in the frame, more or less."""
    return round(turn_deg / 90)


def _printed(name: str, box: SimBox, px_per_mm: float) -> Image:
    """Print a face as large as it is needed."""
    face, sheet_mm = box.faces[name], box.sheet(name)
    picture: NDArray[np.uint8]
    if not isinstance(face, Picture):
        picture = face
    elif name in box.outlines:
        picture = _bled(
            paint(replace(face, box_mm=sheet_mm), px_per_mm * _MELTED), box.outline(name), sheet_mm
        )
    else:
        picture = paint(face, px_per_mm * _MELTED)
    size_px = (max(8, round(sheet_mm[2] * px_per_mm)), max(8, round(sheet_mm[3] * px_per_mm)))
    method = cv2.INTER_AREA if size_px[0] < picture.shape[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size_px, interpolation=method), np.uint8)


def _bled(picture: Image, outline: tuple[Point, ...], sheet_mm: tuple[float, float, float, float]) -> Image:
    """Let the colours of a face run over its outline, as a printer does who then cuts along it."""
    scale = np.array(picture.shape[1::-1]) / sheet_mm[2:]
    corners = np.round((np.array(outline) - sheet_mm[:2]) * scale - 0.5).astype(np.int32)
    outside: Image = np.full(picture.shape[:2], 255, np.uint8)
    cv2.fillPoly(outside, [corners], 0)
    outside = np.asarray(cv2.dilate(outside, np.ones((3, 3), np.uint8), iterations=2), np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(
        outside, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    colours = np.zeros((int(nearest.max()) + 1, 3), np.uint8)
    colours[nearest[outside == 0]] = picture[outside == 0]
    return np.asarray(colours[nearest], np.uint8)
