"""The pictures of a game in play, with what is proposed, and of a single move."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from scoring.game import Cell, Choice, Player
from scoring.games.tuscany.drawing.art import (
    BONUS,
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
    ReadFields,
    StartCastle,
    TakeAction,
)
from scoring.games.tuscany.engine.points import PAID_PLACES
from scoring.games.tuscany.engine.state import TuscanyState, with_realm
from scoring.games.tuscany.land.regions import SEAT_COLUMNS
from scoring.games.tuscany.land.spots import TuscanySpot, seat_at
from scoring.games.tuscany.land.tiles import UNKNOWN
from scoring.games.tuscany.land.words import COLOURS, TOKENS, face_words
from scoring.geometry.hexes import middle_mm
from scoring.picture import PartOfTable, Picture, Placed, Point
from scoring.roles.seated import name_of
from scoring.sentence import counted, sentence
from scoring.spots import place_spot, tile_spot

SEATS_MM, IN_A_ROW, MARGIN_MM = (262.0, 232.0), 2, 10.0
"""So far apart regions are drawn, and so many beside each other; their cells lie farther apart."""
STORE_MM, TOKEN_MM, DISPLAY_MM = 30.0, 19.0, 31.0
"""From one storage space to the next, one token and one open tile."""
DISPLAY_Y_MM, BONUS_Y_MM = -190.0, -165.0
STORE_BELOW_MM, BAR_BELOW_MM = 32.0, 51.0
"""So far below the lowest fields storage spaces are drawn, and the bar in their player's colour."""


def at_mm(cell: Cell) -> Point:
    """Give where the middle of a field is drawn: regions lie lengthwise before their players."""
    seat = seat_at(cell[0])
    x, y = middle_mm((cell[0] - SEAT_COLUMNS * seat, cell[1]), PITCH_MM)
    seat_x, seat_y = _seat_mm(seat)
    return seat_x + y, seat_y - x


def _seat_mm(seat: int) -> Point:
    return SEATS_MM[0] * (seat % IN_A_ROW), SEATS_MM[1] * (seat // IN_A_ROW)


def outlines(cells: Collection[Cell], state: object = None) -> tuple[tuple[Point, ...], ...]:
    """Give a hexagon round each of some cells, in millimetres of the game's pictures."""
    return tuple(outline(cell) for cell in cells)


def outline(cell: Cell) -> tuple[Point, ...]:
    """Give a hexagon round a cell."""
    x, y = at_mm(cell)
    return tuple((round(x + dx, 1), round(y + dy, 1)) for dx, dy in hexagon())


def picture(state: TuscanyState, proposed: Sequence[Move] = ()) -> Picture:
    """Draw every region and what is stored beside it, the display, and what is proposed."""
    new = {tile.cell: tile.face for move in proposed for tile in tiles_of(move)}
    for move in proposed:
        if isinstance(move, ReadFields) and move.player in state.realms:
            state = with_realm(state, move.player, fields=move.fields)
    boards = {"": (sentence("Display"), (*_display(state), *_bonuses(state)))}
    for player in state.realms:
        boards[player] = sentence(name_of(state, player)), (*_realm(state, player, new),)
    drawn = _drawn([each for _, placed in boards.values() for each in placed])
    parts = tuple(PartOfTable(name, says, _box(placed)) for name, (says, placed) in boards.items())
    return replace(drawn, parts=parts)


def _drawn(placed: Sequence[Placed]) -> Picture:
    """Put symbols into a picture that is as large as they need."""
    faces = {each.symbol.removeprefix(f"{TILE}_") for each in placed if each.symbol.startswith(f"{TILE}_")}
    symbols = {**base_symbols(), **{f"{TILE}_{face}": tile_shapes(face) for face in faces}}
    return Picture(_box(placed), PALETTE, symbols, tuple(placed))


def _box(placed: Sequence[Placed]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(each.at_mm for each in placed), strict=True)
    x, y, margin = min(xs), min(ys), PITCH_MM / 2 + 4.0
    return x - margin, y - margin, max(xs) - x + 2 * margin, max(ys) - y + 2 * margin


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
    """Give where a place of the display is drawn: in one row."""
    return DISPLAY_MM * at, DISPLAY_Y_MM


def _display(state: TuscanyState) -> Iterator[Placed]:
    for at, tile in enumerate(state.display or (None,) * 8):
        symbol = PLACE if tile is None else f"{TILE}_{tile.face}"
        says = sentence("empty") if tile is None else face_words(tile.face)
        yield Placed(symbol, display_mm(at), spot=TuscanySpot("display", at).name, says=says)


def _bonuses(state: TuscanyState) -> Iterator[Placed]:
    """Draw for each colour how many bonuses are left: two dots, one, or an empty place."""
    for at, colour in enumerate(COLOURS):
        left = max(0, PAID_PLACES - len(state.completed.get(colour, ())))
        words = counted(
            "{colour}: {count} bonus left", "{colour}: {count} bonuses left", left, colour=COLOURS[colour]
        )
        yield Placed(f"{BONUS}_{colour}_{left}", (DISPLAY_MM * at, BONUS_Y_MM), says=words)


def store_mm(state: TuscanyState, player: Player, at: int) -> Point:
    """Give where a storage space is drawn: below its player's region."""
    x, y = _below_mm(state, player)
    return x + STORE_MM * at, y + STORE_BELOW_MM


def _below_mm(state: TuscanyState, player: Player) -> Point:
    """Give where a player's region ends to the left and below, or where it will lie."""
    fields = state.realms[player].fields
    x, y = _seat_mm([*state.realms].index(player))
    return min((at_mm(cell)[0] for cell in fields), default=x), max(
        (at_mm(cell)[1] for cell in fields), default=y
    )


def _realm(state: TuscanyState, player: Player, new: dict[Cell, str]) -> Iterator[Placed]:
    realm = state.realms[player]
    x, y = _below_mm(state, player)
    yield Placed("seat", (x + 94.0, y + BAR_BELOW_MM), says=name_of(state, player), colour=player)
    for cell, colour in realm.fields.items():
        lies = cell in realm.covered or cell in new
        spot = "" if lies else place_spot(cell, player)
        yield _field(cell, colour, spot)
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
        where = store_mm(state, player, at)
        yield Placed(symbol, where, spot=spot, says=sentence("empty") if stored is None else says)
    beside = x + STORE_MM * len(realm.store)
    for at, token in enumerate(realm.tokens):
        spot = TuscanySpot("token", at, player).name
        yield Placed(
            f"token_{token}", (beside + TOKEN_MM * at, y + STORE_BELOW_MM), spot=spot, says=TOKENS[token]
        )


def _field(cell: Cell, colour: str, spot: str = "") -> Placed:
    """Draw a field; one whose colour nobody has told is an empty place."""
    symbol, says = (f"{FIELD}_{colour}", COLOURS[colour]) if colour else (PLACE, sentence("not told"))
    return Placed(symbol, at_mm(cell), spot=spot, says=says)


def draw_realm(state: TuscanyState, player: Player, move: Move) -> Picture:
    """Draw a player's own board with what a move lays or tells there; its bare fields can be tapped."""
    if isinstance(move, ReadFields):
        state = with_realm(state, player, fields=move.fields)
    return _drawn([*_realm(state, player, {tile.cell: tile.face for tile in tiles_of(move)})])


def draw_face(face: str) -> Picture:
    """Draw a tile by itself."""
    return _drawn([Placed(f"{TILE}_{face}", (0.0, 0.0))])


def draw_faces(faces: Sequence[str]) -> Picture:
    """Draw some tiles in a row."""
    return _drawn([Placed(f"{TILE}_{face}", (30.0 * at, 0.0)) for at, face in enumerate(faces)])


def draw_on_table(move: Move) -> Picture | None:
    """Draw what a move lays where it comes to lie; None where it lays nothing."""
    placed = [Placed(f"{TILE}_{tile.face}", at_mm(tile.cell)) for tile in tiles_of(move)]
    return _drawn(placed) if placed else None


def draw_place(lies: str | None) -> Picture:
    """Draw a storage space with what lies there; None for nothing."""
    return _drawn([Placed(PLACE if lies is None else f"{TILE}_{lies}", (0.0, 0.0))])


def draw_token(token: str) -> Picture:
    """Draw a token by itself."""
    return _drawn([Placed(f"token_{token}", (0.0, 0.0))])


def draw_fields(fields: Mapping[Cell, str]) -> Picture:
    """Draw bare fields by themselves."""
    return _drawn([_field(cell, colour) for cell, colour in fields.items()])


def draw_move(move: Move) -> Picture:
    """Draw what a move lays or takes; an empty place for one that does neither."""
    if isinstance(move, ReadFields) and move.fields:
        return draw_fields(move.fields)
    faces = [tile.face for tile in tiles_of(move)]
    if isinstance(move, ActionTurn):
        faces += [action.face for action in move.actions if isinstance(action, TakeAction)]
    if isinstance(move, OpenTiles):
        faces += move.faces
    return draw_faces(faces) if faces else _drawn([Placed(PLACE, (0.0, 0.0))])


def face_choice(face: str, left: int | None = None) -> Choice:
    """Offer a tile as an answer."""
    return Choice(face, face_words(face), draw_face(face), left)
