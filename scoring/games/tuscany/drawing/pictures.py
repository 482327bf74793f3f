"""The pictures of a game in play, with what is proposed, and of a single move."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from scoring.game import Cell, Choice, Player
from scoring.games.tuscany.drawing.art import (
    FIELD,
    PALETTE,
    PITCH_MM,
    PLACE,
    TILE,
    base_symbols,
    hexagon,
    tile_shapes,
)
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    LaidTile,
    Move,
    OpenTiles,
    PlaceAction,
    StartCastle,
    TakeAction,
)
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.regions import SEAT_COLUMNS
from scoring.games.tuscany.land.spots import TuscanySpot, seat_at
from scoring.games.tuscany.land.tiles import UNKNOWN
from scoring.games.tuscany.land.words import COLOURS, TOKENS, face_words
from scoring.geometry.hexes import middle_mm
from scoring.picture import Picture, Placed, Point
from scoring.roles.seated import name_of
from scoring.sentence import sentence
from scoring.spots import place_spot, tile_spot

SEAT_MM, MARGIN_MM = 230.0, 10.0
"""So far apart regions are drawn; their cells lie farther from each other."""
STORE_Y_MM, DISPLAY_Y_MM = 260.0, -85.0


def at_mm(cell: Cell) -> Point:
    """Give where the middle of a field is drawn."""
    seat = seat_at(cell[0])
    x, y = middle_mm((cell[0] - SEAT_COLUMNS * seat, cell[1]), PITCH_MM)
    return x + SEAT_MM * seat, y


def outlines(cells: Collection[Cell]) -> tuple[tuple[Point, ...], ...]:
    """Give a hexagon round each of some cells, in millimetres of the game's pictures."""
    return tuple(outline(cell) for cell in cells)


def outline(cell: Cell) -> tuple[Point, ...]:
    """Give a hexagon round a cell."""
    x, y = at_mm(cell)
    return tuple((round(x + dx, 1), round(y + dy, 1)) for dx, dy in hexagon())


def picture(state: TuscanyState, proposed: Sequence[Move] = ()) -> Picture:
    """Draw every region and what is stored beside it, the display, and what is proposed."""
    new = {tile.cell: tile.face for move in proposed for tile in tiles_of(move)}
    placed = (*_display(state), *(each for player in state.realms for each in _realm(state, player, new)))
    return _drawn(placed)


def _drawn(placed: Sequence[Placed]) -> Picture:
    """Put symbols into a picture that is as large as they need."""
    faces = {each.symbol.removeprefix(f"{TILE}_") for each in placed if each.symbol.startswith(f"{TILE}_")}
    symbols = {**base_symbols(), **{f"{TILE}_{face}": tile_shapes(face) for face in faces}}
    xs, ys = zip(*(each.at_mm for each in placed), strict=True)
    x, y, margin = min(xs), min(ys), PITCH_MM + MARGIN_MM
    box = (x - margin, y - margin, max(xs) - x + 2 * margin, max(ys) - y + 2 * margin)
    return Picture(box, PALETTE, symbols, tuple(placed))


def tiles_of(move: Move) -> Iterator[LaidTile]:
    """Give what a move lays, in order: the start castle, tiles, and what castles lay."""
    match move:
        case StartCastle():
            yield LaidTile("castle", move.cell)
        case ActionTurn():
            for action in move.actions:
                tile = action.tile if isinstance(action, PlaceAction) else None
                while tile is not None:
                    yield tile
                    tile = tile.takes


def display_mm(at: int) -> Point:
    """Give where a place of the display is drawn: two rows of four."""
    return 32.0 * (at % 4), DISPLAY_Y_MM + 32.0 * (at // 4)


def _display(state: TuscanyState) -> Iterator[Placed]:
    for at, tile in enumerate(state.display or (None,) * 8):
        symbol = PLACE if tile is None else f"{TILE}_{tile.face}"
        says = sentence("empty") if tile is None else face_words(tile.face)
        yield Placed(symbol, display_mm(at), spot=TuscanySpot("display", at).name, says=says)


def store_mm(state: TuscanyState, player: Player, at: int) -> Point:
    """Give where a storage space is drawn: below its player's region."""
    seat = [*state.realms].index(player)
    return SEAT_MM * seat + 32.0 * at - 32.0, STORE_Y_MM


def _realm(state: TuscanyState, player: Player, new: dict[Cell, str]) -> Iterator[Placed]:
    realm = state.realms[player]
    x, y = store_mm(state, player, 0)
    yield Placed("seat", (x + 32.0, y - 26.0), says=name_of(state, player), colour=player)
    for cell, colour in realm.fields.items():
        lies = cell in realm.covered or cell in new
        spot = "" if lies else place_spot(cell, player)
        emphasis = "" if lies else "empty"
        yield Placed(f"{FIELD}_{colour}", at_mm(cell), spot=spot, says=COLOURS[colour], emphasis=emphasis)
    for cell, face in {**new, **realm.covered}.items():
        if cell in realm.fields:
            emphasis = "" if cell in realm.covered else "proposed"
            says = face_words(face)
            yield Placed(
                f"{TILE}_{face}", at_mm(cell), spot=tile_spot(cell, player), says=says, emphasis=emphasis
            )
    for at, stored in enumerate(realm.store):
        symbol, says = PLACE if stored is None else f"{TILE}_{stored}", face_words(stored or UNKNOWN)
        spot = TuscanySpot("store", at, player).name
        yield Placed(
            symbol, (x + 32.0 * at, y), spot=spot, says=sentence("empty") if stored is None else says
        )
    for at, token in enumerate(realm.tokens):
        spot = TuscanySpot("token", at, player).name
        yield Placed(f"token_{token}", (x + 22.0 * at, y + 34.0), spot=spot, says=TOKENS[token])


def draw_face(face: str) -> Picture:
    """Draw a tile by itself."""
    return _drawn([Placed(f"{TILE}_{face}", (0.0, 0.0))])


def draw_faces(faces: Sequence[str]) -> Picture:
    """Draw some tiles in a row."""
    return _drawn([Placed(f"{TILE}_{face}", (30.0 * at, 0.0)) for at, face in enumerate(faces)])


def draw_fields(fields: Mapping[Cell, str]) -> Picture:
    """Draw bare fields by themselves."""
    return _drawn([Placed(f"{FIELD}_{colour}", at_mm(cell)) for cell, colour in fields.items()])


def draw_move(move: Move) -> Picture:
    """Draw what a move lays or takes; an empty place for one that does neither."""
    faces = [tile.face for tile in tiles_of(move)]
    if isinstance(move, ActionTurn):
        faces += [action.face for action in move.actions if isinstance(action, TakeAction)]
    if isinstance(move, OpenTiles):
        faces += move.faces
    return draw_faces(faces) if faces else _drawn([Placed(PLACE, (0.0, 0.0))])


def face_choice(face: str, left: int | None = None) -> Choice:
    """Offer a tile as an answer."""
    return Choice(face, face_words(face), draw_face(face), left)
