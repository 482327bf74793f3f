"""The first look: where everything lies, and what was done before the first turn."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import permutations, product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.tuscany.drawing.components import TILE_MM
from scoring.games.tuscany.engine.moves import FirstToken, Move, OpenTiles, ReadFields, StartCastle
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.regions import SEAT_COLUMNS
from scoring.games.tuscany.land.spots import TuscanySpot
from scoring.games.tuscany.land.tiles import FARM, FARMS, KIND_OF
from scoring.geometry.hexes import middle_mm, turned
from scoring.referee.observation import Proposal
from scoring.spots import read_spot, tile_spot
from vision.follow.explanations import shares
from vision.games.tuscany.classify.colours import FieldColours, expected_lab
from vision.games.tuscany.classify.faces import SIDE_PX, FacePrints, fit_daylight, learn_light, tell_faces
from vision.games.tuscany.live.memory import TrackedBoard, TrackedSpot, TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.seeing import SOFT, TableLook, display_odds, look_at, tile_colours, token_odds
from vision.games.tuscany.live.sighting import BARE, DISPLAY_SPOTS, Odds, best
from vision.games.tuscany.live.stories import UNREAD
from vision.games.tuscany.live.tracking import (
    TILE_SLIPS_PX,
    cut,
    first_boards,
    first_spots,
    inner,
)
from vision.games.tuscany.locate.boards import FoundTable, find_table
from vision.games.tuscany.locate.regions import RegionPlace
from vision.games.tuscany.prints import TILE_REACH_MM
from vision.image.colour import Floats
from vision.reader import Image

CASTLE = "castle"
SURE, DOUBTFUL = 0.97, 0.5
"""How likely a set-up that was read is right, and a region with two fields that may have to change places."""
MOST_WAYS = 5
"""So many ways to read a part of it are thought of."""
MOST_BARE = 2
"""Where more of the eight places of the display look bare, it is not filled yet: one of 128 places looked so
though a tile lay there in seeds 2101 to 2116 at level 2, and none of 160 in 2001 to 2020 at level 1."""
UNLIKE = 0.3
"""Without prints the start castle is so much likelier, in nats, where a field varies a CIELAB unit more."""
BESIDE = 1.1
"""So far from the middle of a tile, as a share of its corners, what lies under it is seen."""
SMALL_PX = 576
"""How wide the frame is kept as it was at the beginning."""


def began(
    image: Image, known: TuscanyBoxModel, state: TuscanyState
) -> tuple[TuscanyTrackState, Mapping[Player, FieldColours]]:
    """Find everything, and remember how it looks.

    Raises:
        NoTableError: Not every player's region and tableau are to be seen.
    """
    found = _as_told(find_table(image, known.players), state)
    regions = {player: each.place for player, each in found.fields.items()}
    places = found.places._replace(regions=regions)
    boards = first_boards(image, places)
    spots = first_spots(known.players, places)
    spots = with_firsts(spots, inner(cut(image, boards, spots, [*spots])), {*_covered(state)})
    light = light_of(image, known.tiles, boards, spots, fit_daylight(found.lab, expected_lab()))
    small = small_of(image)
    memory = TuscanyTrackState(places, boards, spots, small, light, found.lab, {})
    return memory._replace(colours=tile_colours(look_at(image, known, memory, state))), found.fields


def with_firsts(
    spots: Mapping[str, TrackedSpot], patches: Floats, lying: AbstractSet[str]
) -> dict[str, TrackedSpot]:
    """Remember how places look when nothing lies there: where something does, as others of their kind do.

    The display's places are of the colour of what is seen between its tiles.

    Args:
        patches: (n, s, s, 3) CIELAB, how they look, in their order.
        lying: Those on which something lies, besides the whole display.
    """
    kinds = {name: read_spot(name).kind for name in spots}
    each = dict(zip(spots, patches, strict=True))
    firsts = {name: each[name] for name in spots if name not in lying and kinds[name] != "display"}
    usual = dict[str, Floats]()
    for kind in ("store", "token"):
        empty = [patch for name, patch in firsts.items() if kinds[name] == kind]
        usual |= {kind: np.asarray(np.median(empty, axis=0), np.float32)} if empty else {}
    shown = [each[name] for name in spots if kinds[name] == "display"]
    if shown:
        between = np.median(np.stack(shown)[:, _beside_tile()], axis=(0, 1))
        usual["display"] = np.asarray(np.broadcast_to(between, shown[0].shape), np.float32)
    return {
        name: spot._replace(first=firsts.get(name, usual.get(kinds[name]))) for name, spot in spots.items()
    }


def _beside_tile() -> NDArray[np.bool_]:
    """(SIDE_PX, SIDE_PX): what of a place lies beside the tile on it."""
    along = np.abs((np.arange(SIDE_PX) + 0.5) / SIDE_PX * 2 - 1)
    wide = TILE_MM / TILE_REACH_MM / np.sqrt(3)
    return np.asarray(along[:, None] + along[None] / np.sqrt(3) > BESIDE * wide)


def small_of(image: Image) -> Image:
    """Make a frame smaller."""
    height, width = image.shape[:2]
    size = SMALL_PX, round(height * SMALL_PX / width)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _covered(state: TuscanyState) -> Iterator[str]:
    """Name the places on which something lies by the game; of these nobody saw how they look empty."""
    for player, realm in state.realms.items():
        yield from (tile_spot(cell, player) for cell in realm.covered)
        yield from (
            TuscanySpot("store", at, player).name
            for at, stored in enumerate(realm.store)
            if stored is not None
        )
        count = max(1, len(realm.tokens))
        yield from (TuscanySpot("token", at, player).name for at in range(count))


def light_of(
    image: Image,
    tiles: FacePrints,
    boards: Mapping[str, TrackedBoard],
    spots: Mapping[str, TrackedSpot],
    before: Floats,
) -> Floats:
    """Learn the light from the tiles of the display; see ``learn_light``."""
    if DISPLAY_SPOTS[0] not in spots:
        return before
    return learn_light(cut(image, boards, spots, DISPLAY_SPOTS, TILE_SLIPS_PX), tiles, before)


# --- a game that has begun already -----------------------------------------------------------------


_Naming = tuple[int, int, Cell]
"""The way to complete a region, counted backwards, by how many sixths it is turned, and its shift."""


def _as_told(found: FoundTable, state: TuscanyState) -> FoundTable:
    """Name the cells of regions as a game has them that knows their fields already.

    Once it knows all, regions, and the tableaus beside them, are given to those whose fields they have: late
    in a game no stack may be left whose backs tell whose a tableau is.
    """
    players = [*found.fields]
    told = {
        player: {(q - SEAT_COLUMNS * seat, r): colour for (q, r), colour in known.items()}
        for seat, player in enumerate(players)
        if (known := state.realms[player].fields)
    }
    agreed = {each: _agreed(found.fields[each[1]], told[each[0]]) for each in product(told, players)}
    owned = {player: player for player in players}
    if len(told) == len(players):
        ways = (dict(zip(players, others, strict=True)) for others in permutations(players))
        owned = max(ways, key=lambda way: sum(agreed[each][0] for each in way.items()))
    places = found.places._replace(
        tableaus={player: found.places.tableaus[other] for player, other in owned.items()}
    )
    fields = {
        player: _renamed(found.fields[owned[player]], each, agreed[player, owned[player]][1])
        for player, each in told.items()
    }
    return found._replace(places=places, fields={**found.fields, **fields})


def _agreed(read: FieldColours, told: Mapping[Cell, str]) -> tuple[int, _Naming]:
    """Give in how many colours a region is as told, and the naming in which it is so in most."""
    votes = Counter[_Naming]()
    ways = [read.fields, *(other.fields for other in read.others)]
    for (number, seen), sixths in product(enumerate(ways), range(6)):
        for cell, colour in seen.items():
            q, r = turned(cell, sixths)
            votes.update((-number, sixths, (to[0] - q, to[1] - r)) for to in told if told[to] == colour)
    return max(((count, way) for way, count in votes.items()), default=(0, (0, 0, (0, 0))))


def _renamed(read: FieldColours, told: Mapping[Cell, str], naming: _Naming) -> FieldColours:
    """Give a region its cells as told: which it has is told, too, whatever was taken for part of it."""
    number, sixths, (q, r) = naming
    place = (read.place, *(other.place for other in read.others))[-number]
    named = np.add([turned(cell, sixths) for cell in place.cells], (q, r))
    new = np.array([middle_mm((int(q), int(r)), 1.0) for q, r in named])
    homography, _ = cv2.findHomography(new, place.middles_px())
    return FieldColours(RegionPlace(np.asarray(homography, np.float64), tuple(told)), told, (), {})


# --- what was done before the first turn -----------------------------------------------------------


class _Way(NamedTuple):
    """A way to read one part of the set-up.

    Attributes:
        share: How likely it is, 0 to 1.
        is_last: Whether the table has to be looked at anew before more than regions is told.
    """

    move: Move
    share: float
    is_last: bool = False


def opened(
    image: Image,
    known: TuscanyBoxModel,
    state: TuscanyState,
    memory: TuscanyTrackState,
    fields: Mapping[Player, FieldColours],
) -> tuple[tuple[Proposal[Move], ...], tuple[str, ...]]:
    """Propose what was done before the first turn, as far as the game does not know it yet.

    Every part that is doubtful is proposed otherwise as well, all others as they are likeliest, so that
    players are asked about that part alone.

    Returns:
        The proposals, the likeliest first, and what lies on the places of the display.
    """
    look = look_at(image, known, memory, state)
    display = display_odds(look)
    parts = [*_parts(look, state, fields, display)]
    proposals = tuple(
        Proposal(moves, SURE * share) for ways, share in _weighed(parts) if (moves := _moves(ways))
    )
    return proposals or (Proposal((), 1.0),), tuple(map(best, display))


def _weighed(parts: Sequence[Sequence[_Way]]) -> Iterator[tuple[tuple[_Way, ...], float]]:
    """Give the whole as it is likeliest, then with each part otherwise, where those before it are right.

    So, asked one after the other, each part is as sure as it is by itself.
    """
    best, is_so = tuple(ways[0] for ways in parts), 1.0
    others = []
    for at, ways in enumerate(parts):
        whole = sum(way.share for way in ways)
        others += [((*best[:at], way, *best[at + 1 :]), is_so * way.share / whole) for way in ways[1:]]
        is_so *= ways[0].share / whole
    yield best, is_so
    yield from others


def _moves(ways: Sequence[_Way]) -> tuple[Move, ...]:
    is_last = any(way.is_last for way in ways)
    return tuple(way.move for way in ways if isinstance(way.move, ReadFields) or not is_last)


def _parts(
    look: TableLook, state: TuscanyState, fields: Mapping[Player, FieldColours], display: Sequence[Odds]
) -> Iterator[list[_Way]]:
    """Give what is missing, in the rulebook's order, each part in all ways, the likeliest first."""
    realms, regions = state.realms, dict[Player, Mapping[Cell, str]]()
    for seat, (player, realm) in enumerate(realms.items()):
        regions[player] = realm.fields
        if not realm.fields and player in fields:
            ways = [*_region_ways(player, SEAT_COLUMNS * seat, fields[player])]
            regions[player] = ways[0][0].fields
            yield [_Way(move, share, at > 0) for at, (move, share) in enumerate(ways)]
    if not state.display and [*map(best, display)].count(BARE) <= MOST_BARE:
        yield _display_ways(look.known.players[0], display)
    for player, realm in realms.items():
        if not realm.covered and regions[player]:
            cells = _castle_odds(look, player, regions[player])
            if cells:
                yield _ways({StartCastle(player, cell): value for cell, value in cells.items()})
    for player, realm in realms.items():
        kinds = {} if realm.tokens else _token_odds(look, player)
        if kinds:
            yield _ways({FirstToken(player, token): value for token, value in kinds.items()})


def _ways(log_odds: Mapping[Move, float]) -> list[_Way]:
    likely = sorted(shares(log_odds).items(), key=lambda each: -each[1])[:MOST_WAYS]
    return [_Way(move, share) for move, share in likely]


def _region_ways(player: Player, columns: int, read: FieldColours) -> Iterator[tuple[ReadFields, float]]:
    """Give a region as it was read, with two fields changed, and completed otherwise."""

    def told(fields: Mapping[Cell, str]) -> ReadFields:
        return ReadFields(player, {(q + columns, r): colour for (q, r), colour in fields.items()})

    share = 1 - sum(other.share for other in read.others)
    swaps = read.doubts[: MOST_WAYS - 1]
    yield told(read.fields), share * DOUBTFUL ** min(len(swaps), 3)
    for one, other in swaps:
        swapped = {**read.fields, one: read.fields[other], other: read.fields[one]}
        yield told(swapped), share * (1 - DOUBTFUL) / len(swaps)
    yield from ((told(each.fields), each.share) for each in read.others[: MOST_WAYS - 1])


def _display_ways(player: Player, display: Sequence[Odds]) -> list[_Way]:
    """Give what lies in the display, and the same with another tile on the place that is most doubtful.

    What a place holds that looks bare is anybody's guess, so that it is asked.
    """
    faces = [{face: value for face, value in odds.items() if face != BARE} for odds in display]
    told = [
        _with_goods(shares(dict.fromkeys(odds, 0.0) if best(every) == BARE else odds))
        for odds, every in zip(faces, display, strict=True)
    ]
    shown = tuple(map(best, faces))
    likeliest = math.prod(share[face] for share, face in zip(told, shown, strict=True))
    others = [
        _Way(OpenTiles(player, (*shown[:at], face, *shown[at + 1 :])), likeliest * share / each[shown[at]])
        for at, each in enumerate(told)
        for face, share in each.items()
        if face != shown[at]
    ]
    others.sort(key=lambda way: -way.share)
    return [_Way(OpenTiles(player, shown), likeliest), *others[:MOST_WAYS]]


def _with_goods(told: Mapping[str, float]) -> dict[str, float]:
    """Let a farm whose goods nobody has read be any, so that it is asked."""
    share = told.get(FARM, 0.0)
    goods = {face: told.get(face, 0.0) + share * (1 - UNREAD) / len(FARMS) for face in FARMS if share}
    return {**told, **goods, **({FARM: share * UNREAD} if share else {})}


def _castle_odds(look: TableLook, player: Player, fields: Mapping[Cell, str]) -> dict[Cell, float]:
    """Tell on which field in view the start castle may lie: the most like one, or most unlike the others."""
    spots = look.spots  # players may tell fields which nobody finds in the frame
    castles = (cell for cell, colour in fields.items() if KIND_OF[colour] == CASTLE)
    cells = [cell for cell in castles if tile_spot(cell, player) in spots]
    patches = look.patches([tile_spot(cell, player) for cell in cells], TILE_SLIPS_PX)
    tiles = look.known.tiles
    prints = [at for at, face in enumerate(tiles.faces) if face == CASTLE]
    if prints:
        told = tell_faces(patches, tiles, look.light)
        log_odds = 2 * SOFT * told.alike[:, prints].max(axis=1)
    else:
        log_odds = UNLIKE * inner(patches, 8).std(axis=(1, 2)).sum(axis=1)
    return {cell: float(value) for cell, value in zip(cells, log_odds, strict=True)}


def _token_odds(look: TableLook, player: Player) -> Odds:
    """Tell which first token may lie there; none where none is seen, for which no print is needed."""
    [odds] = token_odds(look, [TuscanySpot("token", 0, player).name]).values()
    is_bare = best(odds) == BARE and not look.known.is_whole
    return {kind: value for kind, value in odds.items() if kind != BARE and not is_bare}
