"""How blue wooden hexagons look at simulated tables, and all else that lies where they might."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.games.tuscany.land.tiles import HEX
from vision.games.tuscany.live.seeing import BLUE_DEG, BLUISH, OFF_BLUE_DEG, off_blue
from vision.games.tuscany.live.tracking import RIM_PX, TILE_SLIPS_PX, cut
from vision.games.tuscany.training.places import looks, true_places

TURNS = range(0, 80, 16)
"""Enough turns for some wood; see ``places.TURNS``."""
SLIPS_PX = {"tile": RIM_PX, "store": TILE_SLIPS_PX}
"""How far things may lie off places where hexagons lie."""


class SeenHue(NamedTuple):
    """The colour of a place.

    Attributes:
        off_deg: How far its hue is off ``BLUE_DEG``, -180 to 180.
        strength: In CIELAB units.
        is_wood: Whether a wooden hexagon lies there.
    """

    off_deg: float
    strength: float
    is_wood: bool


def hues(seeds: Iterable[tuple[int, int]]) -> Sequence[SeenHue]:
    """Look at fields and storage spaces of games, each of a seed and a level, in boxes made up by chance."""
    found = list[SeenHue]()
    for seed, level in seeds:
        for look in looks(seed, level, is_made_up=True, is_learned=False, turns=TURNS):
            for kind, slips_px in SLIPS_PX.items():
                places = {name: lies for name, of, lies in true_places(look.truth, look.memory) if of == kind}
                patches = cut(look.image, look.memory.boards, look.memory.spots, [*places], slips_px)
                seen = zip(*off_blue(patches, look.memory.light), places.values(), strict=True)
                found += [SeenHue(float(off), float(strong), lies == HEX) for off, strong, lies in seen]
    return found


def tell_hues(seen: Sequence[SeenHue]) -> str:
    """Tell of what hues hexagons are and how strong, and how strong at most all else is of such hues."""
    wood = [each for each in seen if each.is_wood]
    others = [each for each in seen if not each.is_wood]
    near = [each.strength for each in others if abs(each.off_deg) < OFF_BLUE_DEG]
    strong = [abs(each.off_deg) for each in others if each.strength > BLUISH]
    off = [each.off_deg for each in wood]
    return (
        f"wood: {len(wood)}, hue {BLUE_DEG + min(off):.0f} to {BLUE_DEG + max(off):.0f} degrees, "
        f"strength at least {min(each.strength for each in wood):.1f}\n"
        f"others: {len(others)}, {len(near)} of such a hue, strength at most {max(near, default=0):.1f}; "
        f"{len(strong)} so strong, hue at least {min(strong, default=180):.0f} degrees off"
    )
