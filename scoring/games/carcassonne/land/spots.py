"""The spots of a photographed board that a player can tap, and the words for what is there."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.game import Cell
from scoring.games.carcassonne.land.board import CarcassonneBoard, TileReading
from scoring.games.carcassonne.land.catalogue import SIDES, Segment, faces
from scoring.games.carcassonne.land.placed_tile import lay_face, segments_named
from scoring.games.carcassonne.land.regions import Land, Wanted, beside
from scoring.games.carcassonne.land.words import name_feature
from scoring.geometry.rulers import at_gap, corner_before
from scoring.sentence import Sentence, sentence
from scoring.spots import Spot, read_spot


class TileOrMeeple(Struct, frozen=True):
    """A place on a board: a tile, an empty cell beside one, or a figure by its index."""

    kind: Literal["tile", "cell", "meeple"]
    cell: Cell
    index: int = -1


def spot_named(board: CarcassonneBoard, name: str) -> TileOrMeeple:
    """Find what a spot's name means: "tile:C,R", "cell:C,R" or "meeple:INDEX".

    Raises:
        UnreadableError: The name is not a spot's, or nothing is there.
    """
    match read_spot(name):
        case Spot("", "meeple", int(index)):
            if index >= len(board.meeples):
                raise UnreadableError(
                    sentence("There is no figure number {number} on this board any more.", number=index)
                )
            return TileOrMeeple("meeple", board.meeples[index].cell, index)
        case Spot("", "tile", (column, row)):
            return _tile(board, (column, row))
        case Spot("", "cell", (column, row)):
            return _gap(board, (column, row))
    raise UnreadableError(f"A spot is tile:C,R or cell:C,R or meeple:INDEX, not {shown(name)}.")


def _tile(board: CarcassonneBoard, cell: Cell) -> TileOrMeeple:
    if tile_at(board, cell) is None:
        raise UnreadableError(sentence("There is no tile {where} on this board.", where=_where(board, cell)))
    return TileOrMeeple("tile", cell)


def _gap(board: CarcassonneBoard, cell: Cell) -> TileOrMeeple:
    if tile_at(board, cell) is not None:
        raise UnreadableError(sentence("There is already a tile {where}.", where=_where(board, cell)))
    return TileOrMeeple("cell", cell)


def _where(board: CarcassonneBoard, cell: Cell) -> Sentence:
    return at_gap(cell, corner_before(tile.cell for tile in board.tiles))


def tile_at(board: CarcassonneBoard, cell: Cell) -> TileReading | None:
    """Find the tile on a cell."""
    return next((tile for tile in board.tiles if tile.cell == cell), None)


def wanted_at(land: Land, cell: Cell) -> Wanted:
    """Tell what the neighbours of a cell show towards it, whether a tile lies on it or not."""
    found = []
    for index, side in enumerate(SIDES):
        neighbour = land.tiles.get(beside(cell, side))
        found.append(neighbour.edges[(index + 2) % 4] if neighbour else "")
    return (found[0], found[1], found[2], found[3])


def fit(face: str, turns: int, wanted: Wanted) -> int:
    """Count the sides that match a neighbour, less those that do not."""
    edges = lay_face(face, turns).edges
    return sum(1 if ours == theirs else -1 for ours, theirs in zip(edges, wanted, strict=True) if theirs)


def best_turns(face: str, wanted: Wanted, preferred: int = 0) -> int:
    """Give the turn in which a face fits its neighbours best; the preferred one where several do."""
    different = faces()[face].symmetry
    turns = [(preferred + more) % 4 for more in range(different)]
    return max(turns, key=lambda turn: fit(face, turn, wanted)) % different


def segment_key(segment: Segment) -> str:
    """Give the value by which an answer names a segment: "city:N", "field:SL", "cloister"."""
    return ":".join((segment.feature, *segment.sides[:1]))


def segment_label(segment: Segment) -> str:
    """Name a segment for a player: "the city to the north and east"."""
    return name_feature(segment.feature, segment.sides)


def face_label(face: str) -> str:
    """Name a face for a player."""
    if not faces()[face].is_river:
        return face
    letter = face.removeprefix("river_").removesuffix("_C3")
    if face.endswith("_C3"):
        return sentence("River {letter}, newer", letter=letter)
    return sentence("River {letter}", letter=letter)


def standing_places(tile: TileReading) -> tuple[Segment, ...]:
    """Give the segments of a tile on which a figure may stand: all but the river."""
    laid = lay_face(tile.face, tile.turns, tile.garden)
    return tuple(segment for segment in laid.segments if segment.feature != "river")


def stands_on(tile: TileReading, feature: str, sides: Sequence[str]) -> str | None:
    """Give the answer that names where a figure stands; None where that is not clear."""
    laid = lay_face(tile.face, tile.turns, tile.garden)
    indexes = segments_named(laid, feature, sides)
    return segment_key(laid.segments[indexes[0]]) if len(indexes) == 1 else None


def place_named(tile: TileReading, key: object) -> Segment:
    """Find the segment that an answer names.

    Raises:
        UnreadableError: Nobody can stand there; the sentence says where one can.
    """
    for segment in standing_places(tile):
        if segment_key(segment) == key:
            return segment
    offered = "; ".join(f"{segment_key(s)} ({segment_label(s)})" for s in standing_places(tile))
    raise UnreadableError(f"Nobody can stand on {shown(key)} here; there are: {offered}.")
