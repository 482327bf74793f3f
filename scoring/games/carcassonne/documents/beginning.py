"""A game's beginning: with its first tile, or in the middle, with what lies on the table by then."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from scoring import sheet
from scoring.beginning import check_counts, check_player, lines_so_far, turn_of
from scoring.documents.document import converted
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Player, ScoreLine, Setup
from scoring.games.carcassonne.documents.boards import board_land, figures_on, load_board, segments_under
from scoring.games.carcassonne.engine.options import INFO, CarcassonneOptions, options_of
from scoring.games.carcassonne.engine.play import settled
from scoring.games.carcassonne.engine.state import LAKES, CarcassonneState, start_with_tile
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileReading
from scoring.games.carcassonne.land.catalogue import distinct, distinct_faces, faces
from scoring.games.carcassonne.land.names import face_named
from scoring.games.carcassonne.land.regions import Land
from scoring.games.carcassonne.land.words import name_figure, on_feature
from scoring.sentence import marked, sentence
from scoring.setups import check_seats


class CarcassonneBeginning(Struct, frozen=True):
    """Where a game began whose first turns nobody followed.

    Attributes:
        points: Those scored so far.
        turn: Whose turn it is; the first player's where nobody is named.
        discarded: The faces of tiles that were put back into the box, since they fitted nowhere.
    """

    board: Written
    points: dict[Player, int] = {}
    turn: Player = ""
    discarded: tuple[str, ...] = ()


def start(setup: Setup) -> CarcassonneState:
    """Begin with the start tile, or the spring, or with what lies on the table already.

    Raises:
        UnreadableError: The players, the options, or what lies there are not such that a game can begin.
    """
    return start_with_tile(setup) if setup.begins is None else _begun(setup, setup.begins)[0]


def carried(setup: Setup) -> tuple[ScoreLine, ...]:
    """Give the lines with which a game in the middle begins; none where it begins with its first tile.

    Raises:
        UnreadableError: The game cannot begin like this.
    """
    return () if setup.begins is None else _begun(setup, setup.begins)[1]


def dump_beginning(begins: Document) -> Written:
    """Write where a game began as its document has it: without what only a photograph tells.

    Raises:
        UnreadableError: It cannot be understood.
    """
    beginning = converted(begins, CarcassonneBeginning)
    board = load_board(beginning.board)
    return {
        "board": {
            "tiles": [_tile_written(tile) for tile in board.tiles],
            "meeples": [_meeple_written(meeple) for meeple in board.meeples],
        },
        "points": dict(beginning.points),
        **({"turn": beginning.turn} if beginning.turn else {}),
        **({"discarded": [face_named(face) for face in beginning.discarded]} if beginning.discarded else {}),
    }


def _tile_written(tile: TileReading) -> Written:
    written = {"cell": list(tile.cell), "face": tile.face, "turns": tile.turns}
    return {**written, "garden": True} if tile.garden else written


def _meeple_written(meeple: MeepleReading) -> Written:
    return {
        "cell": list(meeple.cell),
        "colour": meeple.colour,
        "kind": meeple.kind,
        "feature": meeple.feature,
        "sides": list(meeple.sides),
    }


def _begun(setup: Setup, begins: Document) -> tuple[CarcassonneState, tuple[ScoreLine, ...]]:
    """Begin with what lies on the table: what is finished and still occupied is scored at once.

    What breaks rules lies as it lies: edges that do not match do not join, and of more tiles or figures than
    there are none is left.
    """
    options = options_of(setup)
    check_seats(INFO, setup.players)
    beginning = converted(begins, CarcassonneBeginning)
    board = load_board(beginning.board)
    land = board_land(board)
    _check(setup, beginning, board, land)
    figures, finished = settled(land, figures_on(board, land), options)
    lines = (*lines_so_far(setup, beginning.points), *finished)
    drawn = _drawn(land, map(face_named, beginning.discarded), options)
    points = sheet.total(lines, {seat.colour: 0 for seat in setup.players})
    turn = turn_of(setup, beginning.turn)
    return CarcassonneState(setup, options, land, figures, points, drawn, turn, _middle(land.tiles)), lines


def _check(setup: Setup, beginning: CarcassonneBeginning, board: CarcassonneBoard, land: Land) -> None:
    """Refuse what no rule makes sense of: a table without tiles, and figures nobody knows what to do with."""
    check_counts(setup, beginning.points, sentence("points"))
    if not board.tiles:
        raise UnreadableError(sentence("No tile lies on that board, so that no game can go on from there."))
    for meeple in board.meeples:
        if not segments_under(meeple, land):
            words = marked("The {figure} stands {place}, which its tile does not have: say where it stands.")
            figure = name_figure(meeple.colour, meeple.kind)
            place = on_feature(meeple.feature, meeple.sides)
            raise UnreadableError(sentence(words, figure=figure, place=place))
        check_player(setup, meeple.colour)


def _drawn(land: Land, discarded: Iterable[str], options: CarcassonneOptions) -> Counter[str]:
    """Count the tiles that have left the box; once others lie, all of the river's have."""
    faces_drawn = (*(tile.face for tile in land.tiles.values()), *discarded)
    drawn = Counter(distinct(face)[0] for face in faces_drawn)
    if options.river and any(not faces()[name].is_river for name in drawn):
        drawn |= Counter(dict(_river_of(drawn)))
    return drawn


def _river_of(drawn: Collection[str]) -> Iterator[tuple[str, int]]:
    """Give the tiles of the river that are drawn before all others, one of the lakes among them."""
    yield from ((face.name, face.count) for face in distinct_faces().values() if face.role == "middle")
    if not any(lake in drawn for lake in LAKES):
        yield LAKES[0], 1


def _middle(cells: Collection[Cell]) -> Cell:
    """Give the cell nearest to the midst of some; of several, the northernmost and then westernmost."""
    number, columns, rows = len(cells), sum(x for x, _ in cells), sum(y for _, y in cells)
    return min(
        cells, key=lambda at: (abs(number * at[0] - columns) + abs(number * at[1] - rows), at[1], at[0])
    )
