"""A board for people: a map of its tiles, the figures, the faults, the doubts, and where each was seen."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.listing import say_counts, say_sure
from scoring.errors import UnreadableError
from scoring.game import SURE, Cell, Sighting
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.land.board import CarcassonneBoard, TileAlternative, TileReading
from scoring.games.carcassonne.land.words import KINDS
from scoring.geometry.rulers import at_number, corner_before
from scoring.picture import Point
from scoring.spots import read_spot, spot_of


def list_board(board: CarcassonneBoard) -> Iterator[str]:
    """Write a board line by line.

    Yields:
        A heading with the counts, then the map (a face and its clockwise turns a tile), the figures,
        the faults, the doubts and what else is unsure.
    """
    tiles = [tile for tile in board.tiles if tile.confidence < SURE]
    unsure = {"tile": len(tiles), "figure": sum(meeple.confidence < SURE for meeple in board.meeples)}
    counts = {"tile": board.tiles, "figure": board.meeples, "fault": board.faults, "doubt": board.doubts}
    yield say_counts({word: len(those) for word, those in counts.items()}, unsure)
    words = {tile.cell: _word(tile) for tile in board.tiles}
    words |= {doubt.cell: "?" for doubt in board.doubts if doubt.cell}
    corner = corner_before(words)
    yield from _map_lines(words)
    for meeple in board.meeples:
        kind, at = KINDS[meeple.kind], at_number(meeple.cell, corner)
        sure = say_sure(meeple.confidence)
        yield f"  {meeple.colour} {kind} on the {meeple.feature} {at}, {sure}"
    for fault in board.faults:
        yield f"  Fault {' and '.join(at_number(cell, corner) for cell in fault.cells)}: {fault.says}"
    for doubt in board.doubts:
        yield f"  Doubt{f' {at_number(doubt.cell, corner)}' if doubt.cell else ''}: {doubt.says}"
    for tile in tiles:
        else_ = f"; else {_word(tile.alternatives[0])}" if tile.alternatives else ""
        yield f"  Unsure {at_number(tile.cell, corner)}: {_word(tile)}, {tile.confidence:.0%} sure{else_}"


def _word(tile: TileReading | TileAlternative) -> str:
    """Name a tile: "D1" is face D, turned once clockwise."""
    return f"{tile.face}{tile.turns or ''}"


def _map_lines(words: Mapping[Cell, str]) -> Iterator[str]:
    """Draw cells as a map of words, one for each."""
    if not words:
        return
    columns = range(min(c for c, _ in words), max(c for c, _ in words) + 1)
    rows = range(min(r for _, r in words), max(r for _, r in words) + 1)
    width = max(len(word) for word in words.values())
    for row in rows:
        yield "  " + " ".join(words.get((column, row), ".").ljust(width) for column in columns).rstrip()


# --- where each was seen -----------------------------------------------------------------------------


def sightings(board: CarcassonneBoard) -> tuple[Sighting, ...]:
    """List what the photograph shows: the tiles, the figures on them, and what could not be read."""
    return (*_tiles(board), *_figures(board), *_doubts(board))


def _tiles(board: CarcassonneBoard) -> Iterator[Sighting]:
    for tile in board.tiles:
        spot, corners = spot_of("tile", tile.cell), _square_mm(tile.cell, tile.quad_px)
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
            yield Sighting("doubt", spot_of("cell", doubt.cell), (doubt.cell,), "", doubt.quad_px, corners)


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
