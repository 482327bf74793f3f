"""What a part must be to be printed, and a mast to be put together: walls, overhangs, screws, view."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from hardware.body.fittings import BED_MM
from hardware.workshop.assembly import Assembly, FixedPart, Joint
from hardware.workshop.mesh import Flags, Floats, contains, hits, is_closed, normals, portions, sampled

LEAST_WALL_MM = 1.2
"""Three lines of a nozzle of 0.4 mm."""
STEEPEST_DEG = 45.0
"""A surface that leans out more than this, from upright, is printed on air."""
BRIDGE_MM = 12.0
"""So far a printer reaches from edge to edge without support."""
FACING = -0.7
"""The cosine from which two surfaces are the two sides of a wall."""
TOUCH_MM = 0.1
"""Parts that go so deep into each other merely touch."""
RIM_MM = 1.2
"""The least material around a screw."""
RING = 8
"""So many points around a screw are looked at."""
MOSTLY = 0.8
"""A part holds a screw where so much of the ring around it lies in the part."""
SHORTEST_BITE_MM = 6.0
"""How deep a screw without a nut must go into what it holds on to."""


class Wall(NamedTuple):
    """The thinnest wall of a part, and where, (3,)."""

    thick_mm: float
    at: Floats


class Overhang(NamedTuple):
    """A surface that hangs over: how far it reaches, and where its middle is, (3,)."""

    reach_mm: float
    at: Floats


def thinnest_wall(mesh: Floats) -> Wall:
    """Find the thinnest wall: from points all over the surface straight inwards to the other side."""
    points, outward = sampled(mesh, 3.0)
    thick, sides = np.empty(len(points)), normals(mesh)
    for part in portions(len(points)):
        far = hits(mesh, points[part] - 1e-4 * outward[part], -outward[part])
        facing = outward[part] @ sides.T < FACING
        thick[part] = np.where((far > 1e-3) & facing, far, np.inf).min(axis=1)
    thinnest = int(thick.argmin())
    return Wall(float(thick[thinnest]), points[thinnest])


def overhangs(mesh: Floats) -> list[Overhang]:
    """List the surfaces that hang over when the part lies on its bed; neighbours are one surface."""
    low = mesh[:, :, 2].min()
    hangs = normals(mesh)[:, 2] < -np.sin(np.deg2rad(STEEPEST_DEG)) - 1e-6
    hangs &= mesh[:, :, 2].max(axis=1) > low + 0.01
    groups: list[Floats] = []
    for triangle in np.round(mesh[hangs], 3):
        joined, apart = [triangle[None]], list[Floats]()
        for group in groups:
            (joined if _share_corner(group, triangle) else apart).append(group)
        groups = [*apart, np.concatenate(joined)]
    return [Overhang(float(np.ptp(each[:, :, :2], axis=(0, 1)).max()), each.mean((0, 1))) for each in groups]


def _share_corner(group: Floats, triangle: Floats) -> bool:
    return bool((group[:, :, None] == triangle).all(axis=3).any())


def faults_of_part(name: str, mesh: Floats) -> Iterator[str]:
    """Say what keeps a part from being printed as it lies."""
    if not is_closed(mesh):
        yield f"{name}: its surface has a hole."
    size = np.ptp(mesh, axis=(0, 1))
    if (size > BED_MM).any():
        yield f"{name}: {size.round(1)} mm do not fit on a bed of {BED_MM} mm."
    wall = thinnest_wall(mesh)
    if wall.thick_mm < LEAST_WALL_MM - 0.01:
        yield f"{name}: the wall at {wall.at.round(1)} is {wall.thick_mm:.2f} mm thick."
    for each in overhangs(mesh):
        if each.reach_mm > BRIDGE_MM:
            yield f"{name}: what hangs over at {each.at.round(1)} reaches {each.reach_mm:.1f} mm."


def faults_of_assembly(whole: Assembly) -> Iterator[str]:
    """Say which parts are in each other's way, which screws do not hold, and what hides the table."""
    skins = {part.name: _just_inside(part.mesh) for part in whole.parts}
    for one, other in combinations(whole.parts, 2):
        deep = np.concatenate([_within(other.mesh, skins[one.name]), _within(one.mesh, skins[other.name])])
        if len(deep):
            yield f"{one.name} and {other.name} are in each other's way at {deep[0].round(1)}."
    for joint in whole.joints:
        yield from faults_of_joint(joint, whole.parts)
    yield from hidden(whole)


def _just_inside(mesh: Floats) -> Floats:
    """Give points all over a part, as deep in it as touching does not count, (n, 3)."""
    points, outward = sampled(mesh, 4.0)
    return points - TOUCH_MM * outward


def _within(mesh: Floats, points: Floats) -> Floats:
    return points[contains(mesh, points)]


def faults_of_joint(joint: Joint, parts: Sequence[FixedPart]) -> Iterator[str]:
    """Say why a screw cannot be put in, holds nothing, or is too short."""
    known = {part.name: part.mesh for part in parts}
    steps = np.arange(0.25, joint.length_mm, 0.5)
    inside = _rings(joint, steps, joint.thread.across_mm / 2 * 0.97)
    head = _rings(joint, np.array([-1.5]), joint.thread.head_mm / 2)
    for part in parts:
        if part.name not in joint.bites and not part.is_drilled and contains(part.mesh, inside).any():
            yield f"{joint.says}: the screw runs into {part.name}."
        if contains(part.mesh, head).any():
            yield f"{joint.says}: {part.name} is where the head goes."
    around = _rings(joint, steps, joint.thread.hole_mm / 2 + RIM_MM)
    held = {
        name: contains(known[name], around).reshape(-1, RING).mean(axis=1) > MOSTLY
        for name in (*joint.through, *joint.bites)
    }
    for name in joint.through:
        if not held[name].any():
            yield f"{joint.says}: the screw does not go through {name}."
    yield from _faults_of_hold(joint, steps, held)


def _faults_of_hold(joint: Joint, steps: Floats, held: Mapping[str, Flags]) -> Iterator[str]:
    """Say why a nut does not reach a screw, or its thread finds too little to hold on to."""
    if not joint.bites:
        grip = max(float(steps[holds].max(initial=0)) for holds in held.values())
        if grip + joint.thread.nut_mm > joint.length_mm:
            yield f"{joint.says}: {joint.length_mm:.0f} mm are too short for {grip:.1f} mm and a nut."
    for name in joint.bites:
        deep = 0.5 * float(held[name].sum())
        if deep < SHORTEST_BITE_MM:
            yield f"{joint.says}: the screw holds on to {deep:.1f} mm of {name}."
        if not held[name][-1]:
            yield f"{joint.says}: the screw comes out of {name}, or does not get there."


def _rings(joint: Joint, steps: Floats, radius: float) -> Floats:
    """Give eight points around a screw at each step along it, (8 n, 3)."""
    at = np.asarray(joint.at, float) + steps[:, None] * np.asarray(joint.along, float)
    return np.concatenate([_ring(middle, np.asarray(joint.along, float), radius) for middle in at])


def _ring(middle: Floats, along: Floats, radius: float) -> Floats:
    """Give eight points around an axis, (8, 3)."""
    aside = np.cross(along, (0.31, 0.83, 0.46))
    aside /= np.linalg.norm(aside)
    angles = np.arange(RING)[:, None] * 2 * np.pi / RING + 0.1
    return np.asarray(middle + radius * (np.cos(angles) * aside + np.sin(angles) * np.cross(along, aside)))


def hidden(whole: Assembly) -> Iterator[str]:
    """Say what of the mast stands between the lens and what the camera sees of the table."""
    if whole.seen_mm is None or whole.lens_mm is None:
        return
    lens = np.asarray(whole.lens_mm, float)
    deep, wide = np.meshgrid(np.linspace(-0.5, 0.5, 17), np.linspace(-0.5, 0.5, 25))
    to = np.stack([deep * whole.seen_mm[1], wide * whole.seen_mm[0], np.full(deep.shape, -lens[2])], axis=-1)
    rays = to.reshape(-1, 3)
    for part in whole.parts:
        if part.is_camera or part.mesh[:, :, 2].min() > lens[2]:
            continue  # what hangs higher than the lens hides nothing
        far = hits(part.mesh, np.broadcast_to(lens, rays.shape), rays)
        if ((far > 0) & (far < 1)).any():
            yield f"{part.name} is in the camera's view."
