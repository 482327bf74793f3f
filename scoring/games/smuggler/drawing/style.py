"""How a board looks: colours, coast, textures, places, lettering; our own look, and others by chance."""

from collections.abc import Mapping
from colorsys import hls_to_rgb
from random import Random
from typing import NamedTuple

from scoring.games.smuggler.drawing.terrain import CoastLook

PIECES: Mapping[str, str] = {
    "red": "#c8202c",
    "blue": "#1f5fbf",
    "yellow": "#f2c81e",
    "green": "#2e9a48",
    "pink": "#f27fb2",
    "black": "#1c1c1e",
    "pieceline": "#141414",
    "shine": "#ffffff",
    "proposed": "#c2185b",
    "wood": "#c99b62",
    "goods": "#8a5a34",
    "goods_line": "#3c2412",
    "goods_light": "#b98450",
}
"""Colours of what is not printed on the board."""
SPOTS = ("round", "square", "eight")
TEXTURES = ("", "waves", "dots", "hills")


class BoardStyle(NamedTuple):
    """How a board looks.

    Attributes:
        palette: Colours by name: those of pieces, of land and sea, ways and places, plates and tracks.
        spot: The shape of places, one of ``SPOTS``.
        spot_share: How large places are, beside those of our own look.
        coast: How the coast runs.
        sea_texture, land_texture: One of ``TEXTURES``.
        texture_mm: From one mark of a texture to the next.
        label_mm: How high the letters of names are; 0 for a board without names.
        bold: Width of the strokes of letters, as a share of their height.
        road_mm: How wide roads are.
        has_plates: Whether names stand on plates.
    """

    palette: Mapping[str, str]
    spot: str = "round"
    spot_share: float = 1.0
    coast: CoastLook = CoastLook()
    sea_texture: str = "waves"
    land_texture: str = "hills"
    texture_mm: float = 34.0
    label_mm: float = 6.0
    bold: float = 0.165
    road_mm: float = 2.6
    has_plates: bool = True


_OWN: Mapping[str, str] = {
    "sea": "#a9cdd3",
    "shallow": "#bcdcdd",
    "surf": "#d3ebe8",
    "land": "#e6e0b6",
    "hill": "#cfc88f",
    "shore": "#7d6b48",
    "road": "#a5763f",
    "verge": "#f4edcf",
    "lane": "#f4fbfa",
    "spot": "#fbf6e4",
    "cove": "#f0d9a8",
    "port": "#2f6f8f",
    "town": "#8d3b2b",
    "ink": "#2c2418",
    "plate": "#fbf6e4",
    "faint": "#8aaeb5",
    "wheel": "#b98a55",
    "track": "#efe3c2",
    "coin": "#f0c63a",
    "merchant": "#6a4a86",
}


def own_style() -> BoardStyle:
    """Give our own look, that of pages and of the printed sample."""
    return BoardStyle({**PIECES, **_OWN})


def chance_style(chance: Random) -> BoardStyle:
    """Make up the look of another board; the same for the same chance.

    >>> chance_style(Random(3)) == chance_style(Random(3))
    True

    Args:
        chance: Drawn from in one order.
    """
    sea, land = chance.uniform(0.45, 0.68), chance.uniform(0.08, 0.38)
    deep, bright = chance.uniform(0.45, 0.8), chance.uniform(0.55, 0.86)
    vivid = chance.uniform(0.1, 0.55)
    palette = {
        **PIECES,
        **_OWN,
        "sea": _shade(sea, deep, vivid),
        "shallow": _shade(sea, min(0.9, deep + 0.06), vivid),
        "surf": _shade(sea, min(0.93, deep + 0.13), vivid),
        "faint": _shade(sea, deep - 0.14, vivid),
        "land": _shade(land, bright, vivid),
        "hill": _shade(land, bright - 0.12, vivid),
        "shore": _shade(land, 0.3, vivid),
        "road": _shade(chance.uniform(0.03, 0.13), chance.uniform(0.25, 0.55), chance.uniform(0.2, 0.6)),
        "verge": _shade(land, min(0.95, bright + 0.1), vivid),
        "lane": _shade(sea, chance.choice((0.25, 0.96)), 0.4),
        "spot": _shade(chance.random(), chance.uniform(0.78, 0.97), chance.uniform(0.1, 0.6)),
        "cove": _shade(chance.random(), chance.uniform(0.6, 0.9), 0.5),
        "port": _shade(chance.random(), 0.35, 0.6),
        "town": _shade(chance.random(), 0.35, 0.6),
        "plate": _shade(land, chance.uniform(0.88, 0.97), 0.4),
        "wheel": _shade(chance.random(), chance.uniform(0.4, 0.7), 0.35),
        "track": _shade(chance.random(), chance.uniform(0.75, 0.95), 0.35),
        "merchant": _shade(chance.random(), 0.4, 0.5),
    }
    return BoardStyle(
        palette,
        spot=chance.choice(SPOTS),
        spot_share=round(chance.uniform(0.75, 1.15), 2),
        coast=CoastLook(round(chance.uniform(0.5, 6.0), 2), chance.randrange(1, 1 << 16)),
        sea_texture=chance.choice(TEXTURES),
        land_texture=chance.choice(TEXTURES),
        texture_mm=round(chance.uniform(16.0, 45.0), 1),
        label_mm=chance.choice((0.0, 4.0, 5.0, 6.0, 7.0)),
        bold=round(chance.uniform(0.1, 0.2), 2),
        road_mm=round(chance.uniform(1.0, 4.5), 1),
        has_plates=chance.random() < 0.6,
    )


def _shade(hue: float, light: float, vivid: float) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(round(255 * part) for part in hls_to_rgb(hue % 1, light, vivid)))
