"""Triangles: read from and written to STL, moved, and looked through by rays."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_STL = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_ASKEW = np.array([0.5773, 0.3211, 0.7507])
"""A direction in which no edge of a part lies."""
_AT_ONCE = 200


def read_stl(content: bytes) -> Floats:
    """Read triangles, (n, 3 corners, 3), in millimetres.

    Raises:
        ValueError: It is no binary STL, or not whole.
    """
    number = int.from_bytes(content[80:84], "little")
    if len(content) != 84 + number * _STL.itemsize:
        raise ValueError(f"A binary STL of {number} triangles was expected; this file has another length.")
    return np.frombuffer(content, _STL, offset=84)["corners"].astype(np.float64)


def write_stl(mesh: Floats, name: str) -> bytes:
    """Write triangles, (n, 3, 3), as a binary STL whose first bytes are its name."""
    rows = np.zeros(len(mesh), _STL)
    rows["normal"], rows["corners"] = normals(mesh), mesh
    return name.encode().ljust(80, b" ") + len(mesh).to_bytes(4, "little") + rows.tobytes()


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Floats:
    """Give a block between two corners, (12, 3, 3)."""
    at = [[(low, high)[side >> axis & 1][axis] for axis in range(3)] for side in range(8)]
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return np.array([[at[a], at[b], at[c]] for p, q, r, s in faces for a, b, c in ((p, q, r), (p, r, s))])


def normals(mesh: Floats) -> Floats:
    """Give the outward direction of every triangle, (n, 3)."""
    across = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    return np.asarray(across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12))


def volume(mesh: Floats) -> float:
    """Give what a closed mesh holds, in cubic millimetres."""
    return float(np.einsum("ij,ij->i", mesh[:, 0], np.cross(mesh[:, 1], mesh[:, 2])).sum() / 6)


def is_closed(mesh: Floats) -> bool:
    """Tell whether every edge is shared by two triangles that run along it in opposite directions."""
    names: dict[tuple[float, ...], int] = {}
    corners = [[names.setdefault(tuple(at), len(names)) for at in triangle] for triangle in np.round(mesh, 3)]
    edges = [(t[at], t[(at + 1) % 3]) for t in corners for at in range(3) if t[at] != t[(at + 1) % 3]]
    return len(set(edges)) == len(edges) and {(b, a) for a, b in edges} == set(edges)


def moved(mesh: Floats, turn: object = ((1, 0, 0), (0, 1, 0), (0, 0, 1)), to: object = (0, 0, 0)) -> Floats:
    """Turn a mesh by a matrix, (3, 3), then move it."""
    return np.asarray(mesh @ np.asarray(turn, float).T + np.asarray(to, float))


def hits(mesh: Floats, starts: Floats, directions: Floats) -> Floats:
    """Find where rays cross triangles (Moeller and Trumbore 1997).

    Args:
        mesh: (n, 3, 3).
        starts: (m, 3).
        directions: (m, 3).

    Returns:
        (m, n), how far along each ray each triangle is; infinite where it is missed.
    """
    first, second = mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0]
    start, along = starts[:, None], directions[:, None]
    across = np.cross(along, second)
    scale = np.einsum("ijk,jk->ij", across, first)
    with np.errstate(divide="ignore", invalid="ignore"):
        off = start - mesh[:, 0]
        u = np.einsum("ijk,ijk->ij", off, across) / scale
        turned = np.cross(off, first)
        v = np.einsum("ijk,ijk->ij", np.broadcast_to(along, turned.shape), turned) / scale
        far = np.einsum("ijk,jk->ij", turned, second) / scale
        struck = (u >= 0) & (v >= 0) & (u + v <= 1) & (np.abs(scale) > 1e-9)
    return np.where(struck, far, np.inf)


def portions(number: int) -> Iterator[slice]:
    """Divide so many rays into portions that need little memory."""
    yield from (slice(at, at + _AT_ONCE) for at in range(0, number, _AT_ONCE))


def contains(mesh: Floats, points: Floats) -> Flags:
    """Tell which of some points, (m, 3), lie inside a closed mesh, (m,)."""
    inside = np.zeros(len(points), bool)
    near = ((points > mesh.min((0, 1))) & (points < mesh.max((0, 1)))).all(axis=1)
    asked, odd = points[near], np.zeros(int(near.sum()), bool)
    for part in portions(len(asked)):
        far = hits(mesh, asked[part], np.broadcast_to(_ASKEW, asked[part].shape))
        odd[part] = ((far > 0) & np.isfinite(far)).sum(axis=1) % 2 == 1
    inside[near] = odd
    return inside


def sampled(mesh: Floats, apart_mm: float) -> tuple[Floats, Floats]:
    """Give points all over a surface, at most so far apart, none on an edge.

    Returns:
        The points, (m, 3), and the outward directions there, (m, 3).
    """
    sides = np.linalg.norm(np.roll(mesh, -1, axis=1) - mesh, axis=2)
    first = sides.argmax(axis=1)[:, None]
    turned = np.take_along_axis(mesh, ((first + np.arange(3)) % 3)[:, :, None], axis=1)
    longest = sides.max(axis=1)
    doubled = np.linalg.norm(np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0]), axis=1)
    high = doubled / np.maximum(longest, 1e-12)
    steps = np.maximum(1, np.ceil(np.stack([longest, high], axis=1) / apart_mm)).astype(int)
    outward, points, directions = normals(mesh), [], []
    for number in np.unique(steps, axis=0):
        u, v = (np.indices(number).reshape(2, -1) + 1 / 3) / number[:, None]
        u, v = u[u + v < 1], v[u + v < 1]
        some = (steps == number).all(axis=1)
        a, b, c = (turned[some, None, at] for at in range(3))
        here = a + u[:, None] * (b - a) + v[:, None] * (c - a)
        points.append(here.reshape(-1, 3))
        directions.append(np.repeat(outward[some], len(u), axis=0))
    return np.concatenate(points), np.concatenate(directions)
