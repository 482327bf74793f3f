"""The first look: where everything lies, and what was done before the first turn."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import cv2
import numpy as np

from scoring.game import Cell, Player
from scoring.games.tuscany.engine.moves import FirstToken, Move, OpenTiles, ReadFields, StartCastle
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.regions import SEAT_COLUMNS
from scoring.games.tuscany.land.spots import TuscanySpot
from scoring.games.tuscany.land.tiles import DISPLAY, KIND_OF, UNKNOWN
from scoring.geometry.hexes import middle_mm, turned
from scoring.referee.observation import Proposal
from scoring.spots import tile_spot
from vision.games.tuscany.classify.colours import FieldColours
from vision.games.tuscany.classify.faces import FacePrints, fit_light, tell_faces
from vision.games.tuscany.live.memory import TrackedBoard, TrackedSpot, TuscanyBoxModel, TuscanyTrackState
from vision.games.tuscany.live.seeing import display_odds
from vision.games.tuscany.live.sighting import BARE, Odds, best
from vision.games.tuscany.live.tracking import RIM_PX, cut, first_boards, first_spots, inner
from vision.games.tuscany.locate.boards import FoundTable, TablePlaces, find_table
from vision.games.tuscany.locate.regions import RegionPlace
from vision.image.colour import Floats
from vision.reader import Image

CASTLE = "castle"
SURE, DOUBTFUL = 0.97, 0.5
"""How likely a set-up that was read is right, and one with two fields that may have to change places."""
MOST_SWAPS = 4
SMALL_PX = 576
"""How wide the frame is kept as it was at the beginning."""


def began(
    image: Image, known: TuscanyBoxModel, state: TuscanyState
) -> tuple[TuscanyTrackState, FieldColours]:
    """Find everything, and remember how it looks.

    Raises:
        NoTableError: Not every player's region and tableau are to be seen.
    """
    found = find_table(image, known.players)
    places, fields = _as_told(found, state, known.players)
    boards = first_boards(image, places)
    spots = first_spots(known.players, places)
    names = [*spots]
    patches = inner(cut(image, boards, spots, names))
    lying = {*_covered(state)}
    spots = {
        name: spot if name in lying or name.startswith("display") else spot._replace(first=patch)
        for (name, spot), patch in zip(spots.items(), patches, strict=True)
    }
    light = light_of(image, known.tiles, boards, spots, None)
    small = small_of(image)
    memory = TuscanyTrackState(places, boards, spots, small, light, fields.lab, {})
    return memory, fields


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
    before: Floats | None,
) -> Floats | None:
    """Learn the light from the tiles of the display, each taken for what it looks most like."""
    names = [TuscanySpot("display", at).name for at in range(DISPLAY)]
    if not tiles.faces or names[0] not in spots:
        return before
    patches = inner(cut(image, boards, spots, names), RIM_PX - 2)
    told = tell_faces(patches, tiles, before)
    shown = inner(patches, 2)[:, tiles.disc].mean(axis=1)
    sure = [at for at in range(DISPLAY) if told.likeness[at] > 0.6]
    known = [tiles.lab[tiles.faces.index(best(told.odds[at]))] for at in sure]
    return fit_light([shown[at] for at in sure], known) if len(sure) > 3 else before


# --- a game that has begun already -----------------------------------------------------------------


def _as_told(
    found: FoundTable, state: TuscanyState, players: Sequence[Player]
) -> tuple[TablePlaces, FieldColours]:
    """Name the cells of regions as a game has them that knows its fields already."""
    regions, fields = dict(found.places.regions), list(found.fields.fields)
    for seat, player in enumerate(players):
        told = {
            (q - SEAT_COLUMNS * seat, r): colour for (q, r), colour in state.realms[player].fields.items()
        }
        if told:
            regions[player] = _renamed(regions[player], fields[seat], told)
            fields[seat] = told
    return found.places._replace(regions=regions), found.fields._replace(fields=tuple(fields))


def _renamed(place: RegionPlace, seen: Mapping[Cell, str], told: Mapping[Cell, str]) -> RegionPlace:
    """Turn and shift the cells of a region to where most colours are as told."""
    first = min(told, key=lambda cell: cell[::-1])
    ways = []
    for sixths in range(6):
        cells = {cell: turned(cell, sixths) for cell in place.cells}
        q0, r0 = min(cells.values(), key=lambda cell: cell[::-1])
        moved = {cell: (q - q0 + first[0], r - r0 + first[1]) for cell, (q, r) in cells.items()}
        agreed = sum(told.get(new) == seen[cell] for cell, new in moved.items())
        ways.append((agreed, sixths, moved))
    _, sixths, moved = max(ways, key=lambda way: way[:2])
    return _lattice_of(place, moved)


def _lattice_of(place: RegionPlace, moved: Mapping[Cell, Cell]) -> RegionPlace:
    """Give a region whose cells have other names."""
    new = np.array([middle_mm(cell, 1.0) for cell in moved.values()])
    seen = place.middles_px()[[place.cells.index(cell) for cell in moved]]
    homography, _ = cv2.findHomography(new, seen)
    return RegionPlace(np.asarray(homography, np.float64), tuple(moved.values()), place.support)


# --- what was done before the first turn -----------------------------------------------------------


def opened(
    image: Image,
    known: TuscanyBoxModel,
    state: TuscanyState,
    memory: TuscanyTrackState,
    fields: FieldColours | None,
) -> tuple[tuple[Proposal[Move], ...], tuple[str, ...]]:
    """Propose what was done before the first turn, as far as the game does not know it yet.

    Returns:
        The proposals, the likeliest first, and what lies on the places of the display.
    """
    display = display_odds(image, known, memory.boards, memory.spots, memory.light)
    shown = tuple(best(odds) for odds in display)
    regions = dict(_regions(state, fields))
    whole = tuple(_rest(image, known, state, memory, regions, shown))
    doubts = () if fields is None else fields.doubts
    pairs = [(seat, pair) for seat, each in enumerate(doubts) for pair in each]
    pairs = [] if not regions else pairs
    share = SURE * DOUBTFUL ** min(len(pairs), 3) * math.exp(min(map(_doubt, display)))
    proposals = [Proposal[Move](whole, share)]
    for seat, pair in islice(pairs, MOST_SWAPS):
        player = known.players[seat]
        if player in regions:
            swapped = {**regions, player: _swapped(regions[player], seat, pair)}
            moves = tuple(_rest(image, known, state, memory, swapped, shown))
            proposals.append(Proposal(moves, (1 - share) / (1 + len(pairs))))
    return tuple(each for each in proposals if each.moves) or (Proposal((), 1.0),), shown


def _doubt(odds: Odds) -> float:
    """Give the logarithm of how likely the likeliest is, against the next."""
    values = sorted(odds.values())
    return -math.log1p(math.exp(values[-2] - values[-1])) if len(values) > 1 else 0.0


def _regions(state: TuscanyState, fields: FieldColours | None) -> Iterator[tuple[Player, dict[Cell, str]]]:
    for seat, (player, realm) in enumerate(state.realms.items()):
        if not realm.fields and fields is not None:
            yield (
                player,
                {(q + SEAT_COLUMNS * seat, r): colour for (q, r), colour in fields.fields[seat].items()},
            )


def _swapped(fields: Mapping[Cell, str], seat: int, pair: tuple[Cell, Cell]) -> dict[Cell, str]:
    one, other = ((q + SEAT_COLUMNS * seat, r) for q, r in pair)
    return {**fields, one: fields[other], other: fields[one]}


def _rest(
    image: Image,
    known: TuscanyBoxModel,
    state: TuscanyState,
    memory: TuscanyTrackState,
    regions: Mapping[Player, Mapping[Cell, str]],
    shown: tuple[str, ...],
) -> Iterator[Move]:
    """Give what is missing, in the rulebook's order."""
    first = known.players[0]
    for player, fields in regions.items():
        yield ReadFields(player, fields)
    if not state.display and BARE not in shown:
        yield OpenTiles(first, shown)
    for player, realm in state.realms.items():
        has = regions.get(player, realm.fields)
        if not realm.covered and has:
            cell = _castle(image, known, memory, player, has)
            yield StartCastle(player, cell)
    for player, realm in state.realms.items():
        token = UNKNOWN if realm.tokens else _token(image, known, memory, player)
        if token:
            yield FirstToken(player, token)


def _castle(
    image: Image,
    known: TuscanyBoxModel,
    memory: TuscanyTrackState,
    player: Player,
    fields: Mapping[Cell, str],
) -> Cell:
    """Find the start castle: on the field that looks most like one, or unlike the other two."""
    cells = [cell for cell, colour in fields.items() if KIND_OF[colour] == CASTLE]
    patches = inner(
        cut(image, memory.boards, memory.spots, [tile_spot(cell, player) for cell in cells]), RIM_PX - 2
    )
    castles = [at for at, face in enumerate(known.tiles.faces) if face == CASTLE]
    if castles:
        prints = known.tiles._replace(
            faces=tuple(known.tiles.faces[at] for at in castles),
            pixels=known.tiles.pixels[castles],
            lab=known.tiles.lab[castles],
        )
        return cells[int(tell_faces(patches, prints).likeness.argmax())]
    spread = inner(patches, 8).std(axis=(1, 2)).sum(axis=1)
    return cells[int(spread.argmax())]


def _token(image: Image, known: TuscanyBoxModel, memory: TuscanyTrackState, player: Player) -> str:
    spot = TuscanySpot("token", 0, player).name
    patches = inner(cut(image, memory.boards, memory.spots, [spot]), RIM_PX - 2)
    odds = tell_faces(patches, known.tokens).odds[0]
    return best(odds) if odds else UNKNOWN
