"""What every place of the table shows at a look, each by its own first picture and by the box's prints."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.spots import TuscanySpot
from scoring.games.tuscany.land.tiles import DISPLAY, FARM, HEX, KIND_OF, TOKENS
from scoring.spots import read_spot, tile_spot
from vision.follow.covered import SpotChanges, compare_spots, covered_log_odds, drift_of
from vision.games.tuscany.classify.colours import RING, fit_tile_colours, off_colours, ring_lab
from vision.games.tuscany.classify.faces import (
    LEAST_TOLD,
    SIDE_PX,
    UNPRINTED,
    FacePrints,
    FacesTold,
    by_daylight,
    disc,
    tell_faces,
)
from vision.games.tuscany.live.memory import TrackedBoard, TrackedSpot, TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.sighting import BARE, DISPLAY_SPOTS, LEAST, Odds, TableSight
from vision.games.tuscany.live.tracking import RIM_PX, TILE_SLIPS_PX, TOKEN_SLIPS_PX, cut, inner, moved
from vision.image.colour import Floats
from vision.reader import Image

WEIGHTS = np.array([-6.28, -7.97, 1.2, 1.64])
"""Of 1, likeness, colour and rest: how surely something lies on a field where nothing lay, as log-odds.
Fitted by ``training 1 8`` of this game: none of 1,880 fields wrong, 96 of them covered."""
ASKED = -4.0
"""From which log-odds on it is asked what lies on a place."""
STILL_THERE = 0.75
"""A place that correlates so much with its first picture is moved to where it fits best."""
A_PRINT = 0.45
"""What correlates less with every print is none of them: 0.15 at most in empty places, 0.49 at least on tiles
and tokens, in seeds 1 to 30 at level 1; by ``training 1 9 places``, which has harder tables too, 0.33 at most
on 346 empty storage spaces, 0.69 at least on 473 things."""
SOFT = 12.0
"""How much likelihood a whole unit of correlation beyond or below that is worth, in nats."""
BLUE_DEG, OFF_BLUE_DEG, BLUISH = 274.0, 41.0, 12.0
"""The hue of wooden hexagons in CIELAB by daylight, how far off it may be, and how strong, in its units: by
``training 1 17 wood`` of this game 87 hexagons had a hue of 256 to 300 degrees, 21.7 units strong at least,
and none of 8,488 other places one within the limits. Of 43 at level 1 in seeds 2100 to 2113 some had 238,
some 15."""
OFF_COLOUR = 1.5
"""A tile without print is a nat less likely of a colour that is so much farther off than the nearest one, in
CIELAB units; see ``classify.colours.STIFF``."""
BARE_FIELDS = 24
"""So many tell how the light has changed, a choice for the sake of time: more, and places slid to where they
fit best, tell the same of 1,204 places of seeds 300 to 306 at level 2, in more than twice the time."""
TILE_DISC, TOKEN_DISC = 0.78, 0.8
"""What of a place is compared with prints, from its middle to a side."""
TOKEN_WAYS = 36
"""In so many ways up a round token is compared."""
FIELD_DISC = 0.92


class TableLook(NamedTuple):
    """A look at the table.

    Attributes:
        spots: All places; those that have slid are moved.
        colours: (8, 3) CIELAB, how those of tiles look here.
        drift: (3,) CIELAB, how far the light has moved since places looked empty, by fields that still are;
            None where none is.
    """

    image: Image
    known: TuscanyBoxModel
    boards: Mapping[str, TrackedBoard]
    spots: dict[str, TrackedSpot]
    light: Floats
    colours: Floats
    drift: NDArray[np.float64] | None = None

    def patches(self, names: Sequence[str], rim_px: int = RIM_PX) -> Floats:
        """Cut places out, with a rim to slide in."""
        return cut(self.image, self.boards, self.spots, names, rim_px)


def look_at(
    image: Image, known: TuscanyBoxModel, memory: TuscanyTrackState, state: TuscanyState
) -> TableLook:
    """Begin to look at the places that are remembered."""
    covers = {tile_spot(cell, player) for player, realm in state.realms.items() for cell in realm.covered}
    firsts = {name for name, spot in memory.spots.items() if spot.first is not None}
    bare = [name for name in sorted(firsts - covers) if read_spot(name).kind == "tile"]
    look = TableLook(image, known, memory.boards, dict(memory.spots), memory.light, memory.colours)
    few = bare[:: 1 + len(bare) // BARE_FIELDS]
    drift = drift_of(look.patches(few, 0), _firsts(look, few), disc(FIELD_DISC)) if few else None
    return look._replace(drift=drift)


def see(look: TableLook, state: TuscanyState) -> TableSight:
    """Look at every place on which the game may change something."""
    places: dict[str, Odds] = {}
    for player, realm in state.realms.items():
        kinds = {
            tile_spot(cell, player): KIND_OF[colour]
            for cell, colour in realm.fields.items()
            if cell not in realm.covered
        }
        places |= _fields(look, kinds)
    tokens = [
        TuscanySpot("token", at, player).name
        for player, realm in state.realms.items()
        for at in range(len(realm.tokens) + 1)
    ]
    stores = [
        TuscanySpot("store", at, player).name
        for player, realm in state.realms.items()
        for at in range(len(realm.store))
    ]
    places |= {**token_odds(look, tokens), **_stored_odds(look, stores)}
    return TableSight(places, tuple(display_odds(look)))


def display_odds(look: TableLook) -> list[Odds]:
    """Tell what the eight places of the display may hold."""
    if not all(name in look.spots for name in DISPLAY_SPOTS):
        return [{BARE: 0.0}] * DISPLAY
    seen = look.patches(DISPLAY_SPOTS, TILE_SLIPS_PX)
    told = _tiles(look, seen)
    return [*map(_with_bare, told.odds, _lies(look, DISPLAY_SPOTS, told))]


def _tiles(look: TableLook, seen: Floats) -> FacesTold:
    """Tell what tiles may lie on places: by prints and, where those of the box are not known, by colour."""
    prints = look.known.tiles
    told = tell_faces(seen, prints, look.light)
    if look.known.is_whole:
        return told
    off = off_colours(seen_colours(seen), look.colours)
    alike = (off.min(axis=1, keepdims=True) - off) / OFF_COLOUR
    by_kind = [dict(zip(KIND_OF.values(), row, strict=True)) for row in alike.tolist()]
    odds = [
        {
            **{kind: value + max(UNPRINTED, faces.get(kind, UNPRINTED)) for kind, value in kinds.items()},
            **{face: value + kinds[FARM] for face, value in faces.items() if face.startswith(f"{FARM}:")},
        }
        for kinds, faces in zip(by_kind, told.odds, strict=True)
    ]
    return told._replace(odds=odds)


def seen_colours(seen: Floats) -> Floats:
    """(n, 3): the colours of tiles, beside what is printed on them."""
    return ring_lab(inner(seen, (seen.shape[1] - SIDE_PX) // 2), *RING)


def tile_colours(look: TableLook) -> Floats:
    """(8, 3): how the colours of tiles look, by those of the display, if enough lie there."""
    if look.known.is_whole or not all(name in look.spots for name in DISPLAY_SPOTS):
        return look.colours
    seen = seen_colours(look.patches(DISPLAY_SPOTS, TILE_SLIPS_PX))[_changed(look, DISPLAY_SPOTS) > 0]
    return look.colours if len(seen) < LEAST_TOLD else fit_tile_colours(seen, look.colours)


def _lies(look: TableLook, names: Sequence[str], told: FacesTold) -> NDArray[np.float64]:
    """(n,): how surely things lie on places that are not fields, as log-odds.

    What looks like a print may be bare, and what looks like none a faint one, so that both count: of 2,410
    places of made-up boxes, seeds 300 to 311 at level 2, prints alone tell 36 wrong, and both together none.
    """
    changed = _changed(look, names)
    return changed + 2 * SOFT * (told.likeness - A_PRINT) if look.known.is_whole else changed


def _changed(look: TableLook, names: Sequence[str]) -> NDArray[np.float64]:
    """(n,): how surely places do not look as they do empty; bare fields tell how the light has changed."""
    firsts = _firsts(look, names)
    changes = compare_spots(look.patches(names, 0), firsts, disc(FIELD_DISC), look.drift)
    return covered_log_odds(changes, WEIGHTS)


def _firsts(look: TableLook, names: Sequence[str]) -> Floats:
    return np.stack([first_of(look.spots[name]) for name in names])


def _fields(look: TableLook, kinds: Mapping[str, str]) -> dict[str, Odds]:
    """Look at bare fields: what covers them by now is a tile of their kind, or wood.

    Args:
        kinds: By field the kind of tile that lies there if any does.
    """
    names = [name for name in kinds if name in look.spots and look.spots[name].first is not None]
    if not names:
        return {}
    changes = compare_spots(look.patches(names), _firsts(look, names), disc(FIELD_DISC))
    log_odds = covered_log_odds(changes, WEIGHTS)
    asked = [number for number in range(len(names)) if log_odds[number] > ASKED]
    seen = look.patches([names[number] for number in asked])
    _slide(look.spots, names, changes)
    places: dict[str, Odds] = {name: {BARE: 0.0} for name in names}
    told, blue = _tiles(look, seen), bluer(seen, look.light)
    for number, odds, is_blue in zip(asked, told.odds, blue, strict=True):
        kind = kinds[names[number]]
        fitting = {face: value for face, value in odds.items() if face.startswith(kind)} or {kind: 0.0}
        places[names[number]] = _with_bare(_with_wood(fitting, is_blue), float(log_odds[number]), is_blue)
    return places


def _stored_odds(look: TableLook, names: Sequence[str]) -> dict[str, Odds]:
    """Look at storage spaces."""
    names = [name for name in names if name in look.spots]
    if not names:
        return {}
    seen = look.patches(names, TILE_SLIPS_PX)
    told, blue = _tiles(look, seen), bluer(seen, look.light)
    each = zip(names, told.odds, blue, _lies(look, names, told), strict=True)
    return {
        name: _with_bare(_with_wood(odds, is_blue), float(value), is_blue)
        for name, odds, is_blue, value in each
    }


def token_odds(look: TableLook, names: Sequence[str]) -> dict[str, Odds]:
    """Look at places for tokens; kinds of which there is no print yet are equally likely."""
    names = [name for name in names if name in look.spots]
    if not names:
        return {}
    seen = look.patches(names, TOKEN_SLIPS_PX)
    told = tell_faces(seen, look.known.tokens, look.light)
    others = {} if look.known.is_whole else dict.fromkeys(TOKENS, UNPRINTED)
    each = zip(names, told.odds, _lies(look, names, told), strict=True)
    return {name: _with_bare({**others, **odds}, float(value)) for name, odds, value in each}


def kind_likeness(told: FacesTold, prints: FacePrints, kinds: Sequence[str]) -> NDArray[np.float64]:
    """(n,): how well the best print of each place's kind of tile correlates."""
    is_kind = np.array([[face.startswith(kind) for face in prints.faces] for kind in kinds], bool)
    is_kind = is_kind.reshape(len(kinds), len(prints.faces))
    return np.asarray(np.where(is_kind, told.alike, -1.0).max(axis=1, initial=-1.0))


def first_of(spot: TrackedSpot) -> Floats:
    """Give how a place looked when nothing lay there."""
    return np.zeros((SIDE_PX, SIDE_PX, 3), np.float32) if spot.first is None else spot.first


def _slide(now: dict[str, TrackedSpot], names: Sequence[str], changes: SpotChanges) -> None:
    for name, alike, slid_px in zip(names, changes.likeness, changes.slid_px, strict=True):
        if alike > STILL_THERE and slid_px.any():
            now[name] = moved(now[name], slid_px)


def bluer(patches: Floats, light: Floats) -> NDArray[np.float64]:
    """(n,): how likely the blue wood is seen rather than print, as log-odds."""
    off_deg, strength = off_blue(patches, light)
    return np.where((np.abs(off_deg) < OFF_BLUE_DEG) & (strength > BLUISH), 6.0, -12.0)


def off_blue(patches: Floats, light: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(n,) twice: how far hues by daylight are off ``BLUE_DEG``, -180 to 180, how strong in CIELAB units."""
    _, a, b = by_daylight(ring_lab(patches, 0.0, 0.6), light).T
    return (np.rad2deg(np.arctan2(b, a)) - BLUE_DEG + 180) % 360 - 180, np.hypot(a, b)


def _with_wood(odds: Mapping[str, float], log_odds: float) -> dict[str, float]:
    """Add how likely it is a wooden hexagon."""
    top = max(odds.values(), default=0.0)
    shown = {face: value - top + _log_share(-log_odds) for face, value in odds.items()}
    return {**shown, HEX: _log_share(log_odds)}


def _with_bare(odds: Mapping[str, float], log_odds: float, is_blue: float = -1.0) -> dict[str, float]:
    """Add how likely nothing lies there; wood is never bare ground."""
    log_odds = max(log_odds, 6.0) if is_blue > 0 else log_odds
    top = max(odds.values(), default=0.0)
    shown = {face: max(value - top + _log_share(log_odds), LEAST) for face, value in odds.items()}
    return {**shown, BARE: max(_log_share(-log_odds), LEAST)}


def _log_share(log_odds: float) -> float:
    """Give the logarithm of a probability by its log-odds."""
    return -math.log1p(math.exp(-log_odds)) if log_odds > -30 else log_odds
