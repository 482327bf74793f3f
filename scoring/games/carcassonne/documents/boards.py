"""Board documents: read, checked for nonsense, written, and scored as they lie."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import check_format, converted, struct_document
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import ScoreLine, Setup
from scoring.games.carcassonne.engine.options import COLOURS, options_of
from scoring.games.carcassonne.engine.play import score_standing
from scoring.games.carcassonne.engine.state import SUPPLY, CarcassonneState, SegmentFigure
from scoring.games.carcassonne.land.board import (
    BOARD_FORMAT,
    CarcassonneBoard,
    MeepleReading,
    TileAlternative,
    TileDoubt,
    TileReading,
)
from scoring.games.carcassonne.land.catalogue import HALF_EDGES, SIDES
from scoring.games.carcassonne.land.names import face_named
from scoring.games.carcassonne.land.placed_tile import lay_face, segments_named
from scoring.games.carcassonne.land.regions import Land, land_of

FEATURES = ("road", "city", "field", "cloister", "garden")
_MEEPLE_WORDS: Mapping[str, tuple[str, ...]] = {
    "colour": COLOURS,
    "kind": tuple(SUPPLY),
    "pose": ("standing", "lying"),
    "feature": FEATURES,
}


def load_board(document: bytes | str | Document) -> CarcassonneBoard:
    """Read a board document; a board that breaks rules is read, nonsense is refused.

    Raises:
        UnreadableError: Naming the place where the document cannot be understood.
    """
    board = converted(check_format(document, BOARD_FORMAT, "carcassonne"), CarcassonneBoard)
    cells = [tile.cell for tile in board.tiles]
    for cell in cells:
        if cells.count(cell) > 1:
            raise UnreadableError(f"Two tiles lie at {list(cell)}; a cell holds one.")
    for meeple in board.meeples:
        _check_meeple(meeple)
    return replace(
        board,
        tiles=tuple(_tile(tile) for tile in board.tiles),
        doubts=tuple(_doubt(doubt) for doubt in board.doubts),
    )


def _tile(tile: TileReading) -> TileReading:
    place = f"the tile at {list(tile.cell)}"
    face = _face(tile.face, tile.turns, place)
    return replace(tile, face=face, alternatives=_alternatives(tile.alternatives, place))


def _doubt(doubt: TileDoubt) -> TileDoubt:
    return replace(doubt, alternatives=_alternatives(doubt.alternatives, "a doubt"))


def _alternatives(alternatives: Iterable[TileAlternative], place: str) -> tuple[TileAlternative, ...]:
    return tuple(replace(other, face=_face(other.face, other.turns, place)) for other in alternatives)


def _face(face: str, turns: int, place: str) -> str:
    if turns not in range(4):
        raise UnreadableError(f"At {place}, turns must be 0 to 3, not {turns}.")
    try:
        return face_named(face)
    except UnreadableError as error:
        raise UnreadableError(f"At {place}: {error}") from error


def _check_meeple(meeple: MeepleReading) -> None:
    place = f"the figure at {list(meeple.cell)}"
    for key, words in _MEEPLE_WORDS.items():
        _check_word(place, key, getattr(meeple, key), words)
    for side in meeple.sides:
        _check_word(place, "sides", side, (*SIDES, *HALF_EDGES))


def _check_word(place: str, key: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise UnreadableError(f"At {place}, {key} can be {', '.join(words)}, not {shown(word)}.")


def dump_board(board: CarcassonneBoard) -> Written:
    """Write a board document."""
    written: Written = struct_document(board)
    for tile in written["tiles"]:
        if not tile["garden"]:
            del tile["garden"]
    return written


def board_of(state: CarcassonneState) -> CarcassonneBoard:
    """Give a game in play as a board, as a perfect photograph of it would be read."""
    tiles = state.land.tiles.items()
    readings = (TileReading(cell, tile.face, tile.turns, garden=tile.garden) for cell, tile in tiles)
    return CarcassonneBoard(tiles=tuple(readings), meeples=tuple(_meeples(state)))


def _meeples(state: CarcassonneState) -> Iterator[MeepleReading]:
    for figure in state.figures:
        cell, index = figure.part
        segment = state.land.tiles[cell].segments[index]
        pose = "lying" if segment.feature == "field" else "standing"
        yield MeepleReading(cell, figure.player, segment.feature, figure.kind, pose, segment.sides)


def board_land(board: CarcassonneBoard) -> Land:
    """Join the tiles of a photographed board where they match."""
    return land_of((tile.cell, lay_face(tile.face, tile.turns, tile.garden)) for tile in board.tiles)


def figures_on(board: CarcassonneBoard, land: Land) -> tuple[SegmentFigure, ...]:
    """Put the figures of a board on the segments they name; those that name none are left out."""
    stands = ((meeple, segments_under(meeple, land)) for meeple in board.meeples)
    return tuple(
        SegmentFigure(meeple.colour, meeple.kind, (meeple.cell, indexes[0]))
        for meeple, indexes in stands
        if indexes
    )


def segments_under(meeple: MeepleReading, land: Land) -> tuple[int, ...]:
    """Find which segments of its tile a figure may stand on: one where its reading is right and clear."""
    tile = land.tiles.get(meeple.cell)
    return segments_named(tile, meeple.feature, meeple.sides) if tile else ()


def score_board(board: CarcassonneBoard, setup: Setup) -> tuple[ScoreLine, ...]:
    """Score a photographed board as if the game ended now.

    A board that breaks rules is scored as it lies: edges that do not match do not join. A finished
    feature on which a figure still stands scores as finished, since the photograph was taken
    before the players scored it and took the figure back; points scored earlier leave no trace on
    the table and are not in the sum.

    Args:
        setup: Gives the rules; the figures on the board tell the players.

    Raises:
        UnreadableError: The rules or options do not exist.
    """
    land = board_land(board)
    return score_standing(land, figures_on(board, land), options_of(setup))
