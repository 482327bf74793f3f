"""What stands about in a landscape: trees, houses, peaks, pools and what means nothing at all."""

import numpy as np
from numpy.typing import NDArray

from vision.simulator.made_up.canvas import Brush, Points, ellipse, line
from vision.simulator.made_up.hexes.styles import FieldStyle
from vision.simulator.made_up.styles import Colour, any_colour

Place = NDArray[np.floating]
FieldBrush = Brush[FieldStyle]


def lighter(tone: Colour, by: float) -> Colour:
    """Give a colour so much brighter, or below 1 darker."""
    return np.asarray(np.clip(tone * by, 0, 255))


def outlined(brush: FieldBrush, points: Points, tone: Colour, wide: float = 0.012) -> None:
    """Fill a polygon, with a dark line around it where the style has lines."""
    style = brush.style
    brush.fill(points, tone, style.palette.outline if style.has_outlines else None, wide)


def tree(brush: FieldBrush, at: Place, radius: float, tone: Colour) -> None:
    """Paint a round crown, seen from above or a little from the south."""
    _, style, chance = brush
    brush.disc(at - style.light * radius * 0.5, radius * 1.05, np.zeros(3), style.shade)
    if style.has_outlines:
        brush.disc(at, radius + 0.01, style.palette.outline)
    brush.disc(at, radius, tone)
    brush.disc(at + style.light * radius * 0.3, radius * 0.55, lighter(tone, 1.4), 0.7)
    if chance.random() < 0.3:
        brush.disc(at + style.light * radius * 0.4, radius * 0.2, lighter(tone, 1.8), 0.6)


def conifer(brush: FieldBrush, at: Place, radius: float, tone: Colour) -> None:
    """Paint a fir seen from the south: storeys of branches, one above the other."""
    for storey in range(3):
        wide, top = radius * (1 - 0.22 * storey), -radius * (0.4 + 0.7 * storey)
        outline = at + np.array(
            [[-wide, top + radius * 0.9], [0, top - radius * 0.2], [wide, top + radius * 0.9]]
        )
        outlined(brush, outline, lighter(tone, 0.8 + 0.2 * storey), 0.008)


def house(brush: FieldBrush, at: Place, size: float, roof: Colour) -> None:
    """Paint a house from above: two halves of a roof, one in the light."""
    _, style, chance = brush
    angle = chance.uniform(0, np.pi)
    across = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-across[1], across[0]])
    wide, high = size * chance.uniform(0.8, 1.3), size * chance.uniform(0.55, 0.9)
    walls = np.array(
        [at + across * wide * x + down * high * y for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )
    brush.spot(walls - style.light * size * 0.4, np.zeros(3), style.shade)
    outlined(brush, walls, roof)
    half = np.array([walls[0], walls[1], (walls[1] + walls[2]) / 2, (walls[0] + walls[3]) / 2])
    brush.spot(half, lighter(roof, 1.3 if down @ style.light < 0 else 0.7))


def front(brush: FieldBrush, at: Place, size: float, roof: Colour) -> None:
    """Paint a house from the south: a wall with a door below a roof."""
    _, style, chance = brush
    wide, high = size * chance.uniform(0.8, 1.2), size * chance.uniform(0.7, 1)
    wall = at + np.array([[-wide, 0], [wide, 0], [wide, high], [-wide, high]])
    top = at + np.array([[-wide * 1.15, 0], [-wide * 0.7, -high], [wide * 0.7, -high], [wide * 1.15, 0]])
    if chance.random() < 0.4:
        top = at + np.array([[-wide * 1.15, 0], [0, -high * 1.1], [wide * 1.15, 0]])
    outlined(brush, wall, style.palette.wall)
    outlined(brush, top, roof)
    door = at + np.array([[-0.2, 0.4], [0.15, 0.4], [0.15, 1], [-0.2, 1]]) * [wide, high]
    brush.spot(door, style.palette.outline, 0.8)


def peak(brush: FieldBrush, at: Place, size: float, tone: Colour) -> None:
    """Paint a mountain from the south: a side in the light, a side in the shade, snow now and then."""
    _, style, chance = brush
    high, wide = size * chance.uniform(1, 1.7), size * chance.uniform(0.8, 1.3)
    top = at + np.array([chance.uniform(-0.2, 0.2) * wide, -high])
    left, right = at + np.array([-wide, 0.3 * high]), at + np.array([wide, 0.3 * high])
    foot = at + np.array([chance.uniform(-0.25, 0.25) * wide, 0.38 * high])
    outlined(brush, np.array([left, top, right, foot]), tone)
    sides = (np.array([left, top, foot]), np.array([foot, top, right]))
    is_left = style.light[0] < 0
    for side, is_lit in zip(sides, (is_left, not is_left), strict=True):
        brush.spot(side, lighter(tone, chance.uniform(1.1, 1.35) if is_lit else chance.uniform(0.5, 0.75)))
    if style.manners["mountain"].kind % 2:
        snow = np.array([0.65 * top + 0.35 * left, top, 0.65 * top + 0.35 * right, 0.75 * top + 0.25 * foot])
        brush.spot(snow, style.palette.snow)


def rock(brush: FieldBrush, at: Place, size: float, tone: Colour) -> None:
    """Paint a boulder from above: an uneven outline with facets."""
    _, style, chance = brush
    around = np.sort(chance.uniform(0, 2 * np.pi, chance.integers(5, 9)))
    outline = at + np.stack([np.cos(around), np.sin(around)], 1) * size * chance.uniform(
        0.6, 1.1, (len(around), 1)
    )
    brush.spot(outline - style.light * size * 0.3, np.zeros(3), style.shade)
    outlined(brush, outline, lighter(tone, chance.uniform(0.8, 1.1)))
    top = at + style.light * size * 0.15
    for i in range(len(outline)):
        edge = outline[i] - outline[i - 1]
        faces = np.array([edge[1], -edge[0]]) / max(float(np.linalg.norm(edge)), 1e-6)
        brush.spot(
            np.array([top, outline[i - 1], outline[i]]), lighter(tone, 1 + 0.3 * float(faces @ style.light))
        )


def pool(brush: FieldBrush, at: Place, size: float) -> None:
    """Paint standing water with a rim."""
    _, style, chance = brush
    wide, high = size * chance.uniform(0.8, 1.6), size * chance.uniform(0.4, 0.9)
    if chance.random() < 0.6:
        brush.stamp(ellipse(at, wide * 1.15, high * 1.2), lighter(style.palette.grounds["moor"], 0.6))
    brush.stamp(ellipse(at, wide, high), style.palette.water, 0.9)
    shine = at + style.light * size * 0.2
    brush.stamp(ellipse(shine, wide * 0.5, high * 0.25), lighter(style.palette.water, 1.5), 0.5)


def reeds(brush: FieldBrush, at: Place, size: float, tone: Colour) -> None:
    """Paint a tuft of blades."""
    chance = brush.chance
    for _ in range(chance.integers(3, 7)):
        tip = at + np.array([chance.uniform(-0.6, 0.6), -chance.uniform(0.7, 1.4)]) * size
        root = at + np.array([chance.uniform(-0.25, 0.25), 0]) * size
        brush.spot(
            np.array([root - (0.006, 0), tip, np.add(root, (0.006, 0))]),
            lighter(tone, chance.uniform(0.8, 1.3)),
        )


def sheep(brush: FieldBrush, at: Place, size: float) -> None:
    """Paint a grazing animal, white or brown."""
    _, style, chance = brush
    coat = np.array([235.0, 242, 245]) if chance.random() < 0.7 else np.array([60.0, 90, 130])
    brush.spot(at + np.array([[-1, -0.5], [0.7, -0.6], [1, 0], [0.6, 0.6], [-0.9, 0.5]]) * size, coat)
    brush.disc(
        at + np.array([size * chance.choice([-1.1, 1.1]), -0.2 * size]), size * 0.4, style.palette.outline
    )


def hedge(brush: FieldBrush, ends: Points) -> None:
    """Paint a hedge, wall or fence along a line."""
    style = brush.style
    brush.stamp(line(ends, 0.03), lighter(style.palette.crowns[0], 0.9), 0.9)
    brush.stamp(line(ends + style.light * 0.006, 0.012), lighter(style.palette.crowns[0], 1.4), 0.7)


def anything(brush: FieldBrush, at: Place) -> None:
    """Paint something that means nothing to the game: a cart, a well, birds, a ring of stones."""
    _, style, chance = brush
    kind, size, tone = chance.integers(0, 6), chance.uniform(0.03, 0.07), any_colour(chance)
    if kind == 0:
        for angle in np.linspace(0, 2 * np.pi, chance.integers(5, 10))[:-1]:
            rock(brush, at + size * 1.6 * np.array([np.cos(angle), np.sin(angle)]), 0.02, tone)
    elif kind == 1:
        outlined(brush, at + np.array([[-1, -0.5], [1, -0.5], [0.8, 0.5], [-0.8, 0.5]]) * size, tone)
        for x in (-0.6, 0.6):
            brush.disc(at + np.array([x, 0.6]) * size, size * 0.35, style.palette.outline)
    elif kind == 2:
        brush.disc(at, size, lighter(tone, 0.6))
        brush.disc(at, size * 0.6, style.palette.water)
    elif kind == 3:
        for _ in range(3):
            bird = at + chance.normal(0, 0.05, 2)
            wings = np.array([[-1, -0.4], [0, 0.2], [1, -0.4], [0, -0.1]]) * size * 0.8
            brush.spot(bird + wings, style.palette.outline if chance.random() < 0.6 else np.full(3, 245.0))
    elif kind == 4:
        outlined(brush, at + np.array([[-0.25, -1.2], [0.2, -1.3], [0.35, 0.6], [-0.4, 0.6]]) * size, tone)
    else:
        brush.disc(at, size * chance.uniform(0.5, 1.2), tone)
