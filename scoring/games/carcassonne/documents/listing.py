"""A board for people: a map of its tiles, the figures, the faults, the doubts, and where each was seen."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.game import SURE, Cell, Sighting
from scoring.games.carcassonne.documents.boards import dump_board
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.land.board import CarcassonneBoard
from scoring.games.carcassonne.land.words import KINDS
from scoring.geometry.rulers import at_number, corner_before
from scoring.picture import Point
from scoring.spots import read_spot, spot_of


def list_board(board: CarcassonneBoard) -> Iterator[str]:
    """Write a board line by line."""
    return board_lines(dump_board(board))


def board_lines(board: Document) -> Iterator[str]:
    """Write a board document line by line.

    Yields:
        A heading with the counts, then the map (a face and its clockwise turns a tile), the figures,
        the faults, the doubts and what else is unsure.
    """
    tiles, meeples = (
        [each for each in board[key] if each.get("confidence", 1.0) < SURE] for key in ("tiles", "meeples")
    )
    cells = [each["cell"] for key in ("tiles", "doubts") for each in board[key] if each.get("cell")]
    corner = corner_before((column, row) for column, row in cells)
    counts = {"tile": "tiles", "figure": "meeples", "fault": "faults", "doubt": "doubts"}
    heading = [_count(len(board[key]), word) for word, key in counts.items()]
    more = {"unsure tile": len(tiles), "unsure figure": len(meeples)}
    yield ", ".join([*heading, *(_count(count, word) for word, count in more.items() if count)])
    yield from map_lines([*board["tiles"], *(doubt for doubt in board["doubts"] if doubt.get("cell"))])
    for meeple in board["meeples"]:
        kind, at = KINDS[meeple.get("kind", "follower")], _at(meeple["cell"], corner)
        only = "only " if meeple in meeples else ""
        yield f"  {meeple['colour']} {kind} on the {meeple['feature']} {at}, {only}{_percent(meeple)}"
    for fault in board["faults"]:
        yield f"  Fault {' and '.join(_at(cell, corner) for cell in fault['cells'])}: {fault['says']}"
    for doubt in board["doubts"]:
        yield f"  Doubt {_at(doubt['cell'], corner) if doubt.get('cell') else ''}: {doubt['says']}".replace(
            " :", ":"
        )
    for tile in tiles:
        yield f"  Unsure {_at(tile['cell'], corner)}: {_word(tile)}, {_percent(tile)}{_or_else(tile)}"


def _or_else(tile: Document) -> str:
    others = tile.get("alternatives", [])
    return f"; else {_word(others[0])}" if others else ""


def _word(tile: Document) -> str:
    """Name a tile: "D1" is face D, turned once clockwise."""
    return f"{tile['face']}{tile['turns'] or ''}"


def map_lines(things: Sequence[Document]) -> Iterator[str]:
    """Draw tiles as a map of words, one for each; what lies there in doubt is a question mark."""
    if not things:
        return
    words = {tuple(thing["cell"]): _word(thing) if "face" in thing else "?" for thing in things}
    columns = range(min(c for c, _ in words), max(c for c, _ in words) + 1)
    rows = range(min(r for _, r in words), max(r for _, r in words) + 1)
    width = max(len(word) for word in words.values())
    for row in rows:
        yield "  " + " ".join(words.get((column, row), ".").ljust(width) for column in columns).rstrip()


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _at(cell: Sequence[int], corner: Cell) -> str:
    return at_number((cell[0], cell[1]), corner)


def _percent(seen: Document) -> str:
    return f"{seen.get('confidence', 1.0):.0%} sure"


# --- where each was seen -----------------------------------------------------------------------------


def sightings(board: CarcassonneBoard) -> tuple[Sighting, ...]:
    """List what the photograph shows: the tiles, the figures on them, and what could not be read."""
    return (*_tiles(board), *_figures(board), *_doubts(board))


def _tiles(board: CarcassonneBoard) -> Iterator[Sighting]:
    for tile in board.tiles:
        spot, corners = _spot("tile", tile.cell), _square_mm(tile.cell, tile.quad_px)
        yield Sighting("tile", spot, (tile.cell,), "", tile.quad_px, corners, None, tile.confidence)


def _figures(board: CarcassonneBoard) -> Iterator[Sighting]:
    for index, reading in enumerate(board.meeples):
        at_px = reading.at_px if any(reading.at_px) else None
        yield Sighting(
            "figure",
            spot_of("meeple", index),
            (reading.cell,),
            reading.colour,
            (),
            (),
            at_px,
            reading.confidence,
        )


def _doubts(board: CarcassonneBoard) -> Iterator[Sighting]:
    for doubt in board.doubts:
        if doubt.cell is None:
            yield Sighting("doubt", "", (), "", doubt.quad_px)
        else:
            corners = _square_mm(doubt.cell, doubt.quad_px)
            yield Sighting("doubt", _spot("cell", doubt.cell), (doubt.cell,), "", doubt.quad_px, corners)


def _spot(kind: str, cell: Cell) -> str:
    return f"{kind}:{cell[0]},{cell[1]}"


def _square_mm(cell: Cell, quad_px: tuple[Point, ...]) -> tuple[Point, ...]:
    """Give the corners of a cell, from the north-west clockwise, for as many as the photograph shows."""
    if len(quad_px) != 4:
        return ()
    x, y = cell[0] * TILE_MM, cell[1] * TILE_MM
    return (x, y), (x + TILE_MM, y), (x + TILE_MM, y + TILE_MM), (x, y + TILE_MM)


def alone(board: CarcassonneBoard, spot: str) -> tuple[CarcassonneBoard, str]:
    """Give a board with the tile and the figure of one spot only, and the spot's name on it.

    Raises:
        UnreadableError: The board has no such spot.
    """
    key = read_spot(spot).key
    if isinstance(key, str) or (isinstance(key, int) and key >= len(board.meeples)):
        raise UnreadableError(f"There is nothing at {shown(spot)} on this board.")
    meeples = (board.meeples[key],) if isinstance(key, int) else ()
    cell = meeples[0].cell if meeples else key
    tiles = tuple(tile for tile in board.tiles if tile.cell == cell)
    bare = replace(board, tiles=tiles, meeples=meeples, faults=(), doubts=())
    return bare, spot_of("meeple", 0) if meeples else spot
