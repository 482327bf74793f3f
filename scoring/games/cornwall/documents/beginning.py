"""A game's beginning: with an empty table, or in the middle, with what lies on it by then."""

from msgspec import Struct
from msgspec.structs import replace

from scoring import sheet
from scoring.beginning import check_counts, check_player, lines_so_far, turn_of
from scoring.documents.document import converted
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Cell, Player, ScoreLine, Setup
from scoring.games.cornwall.documents.boards import fields_on, figures_on, load_board, tiles_on
from scoring.games.cornwall.documents.covering import cover
from scoring.games.cornwall.engine.play import score_closed
from scoring.games.cornwall.engine.state import CornwallState, Guest, start_with_nothing
from scoring.games.cornwall.land.board import CornwallBoard, FieldReading
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE
from scoring.games.cornwall.land.words import name_figure
from scoring.sentence import marked, sentence


class CornwallBeginning(Struct, frozen=True):
    """Where a game began whose first turns nobody followed.

    Attributes:
        points: Those scored so far.
        turn: Whose turn it is; the first player's where nobody is named.
        coins: What each player has before them; who is not named has what everybody has at the start.
    """

    board: Written
    points: dict[Player, int] = {}
    turn: Player = ""
    coins: dict[Player, int] = {}


def start(setup: Setup) -> CornwallState:
    """Begin before the start tile lies, or with what lies on the table already.

    Raises:
        UnreadableError: The players, the options, or what lies there are not such that a game can begin.
    """
    return start_with_nothing(setup) if setup.begins is None else _begun(setup, setup.begins)[0]


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
    beginning = converted(begins, CornwallBeginning)
    board = load_board(beginning.board)
    figures = [
        {"cell": list(figure.cell), "colour": figure.colour, "kind": figure.kind} for figure in board.figures
    ]
    return {
        "board": {
            "fields": [_field_written(field) for field in board.fields],
            "figures": figures,
            "cottages": [{"cell": list(cottage.cell)} for cottage in board.cottages],
            "pub": [{"colour": guest.colour, "kind": guest.kind} for guest in board.pub],
        },
        "points": dict(beginning.points),
        **({"turn": beginning.turn} if beginning.turn else {}),
        "coins": dict(beginning.coins),
    }


def _field_written(field: FieldReading) -> Written:
    written: Written = {"cell": list(field.cell), "terrain": field.terrain}
    written |= {"symbols": list(field.symbols)} if field.symbols else {}
    return {**written, "tile": field.tile} if field.tile >= 0 else written


def _begun(setup: Setup, begins: Document) -> tuple[CornwallState, tuple[ScoreLine, ...]]:
    """Begin with what lies on the table: closed regions in which figures stand are scored at once.

    What breaks rules lies as it lies; of more figures than there are none is left.
    """
    empty = start_with_nothing(setup)
    beginning = converted(begins, CornwallBeginning)
    board = load_board(beginning.board)
    _check(setup, beginning, board)
    laid = replace(
        empty,
        fields=fields_on(board),
        tile_of=_tile_of(board),
        figures=figures_on(board),
        coins={**empty.coins, **beginning.coins},
        pub=tuple(Guest(guest.colour, guest.kind) for guest in board.pub),
        turn=turn_of(setup, beginning.turn),
    )
    state, closed = score_closed(laid)
    lines = (*lines_so_far(setup, beginning.points), *closed)
    return replace(state, points=sheet.total(lines, empty.points)), lines


def _check(setup: Setup, beginning: CornwallBeginning, board: CornwallBoard) -> None:
    """Refuse what no rule makes sense of: a table without tiles, and figures nobody knows what to do with."""
    check_counts(setup, beginning.points, sentence("points"))
    check_counts(setup, beginning.coins, sentence("coins"))
    if not board.fields:
        raise UnreadableError(sentence("No tile lies on that board, so that no game can go on from there."))
    covered = {field.cell for field in board.fields}
    for figure in board.figures:
        if figure.cell not in covered:
            words = marked("The {figure} stands on no field: say where it stands, or take it off the board.")
            named = name_figure(figure.colour, figure.kind)
            raise UnreadableError(sentence(words, figure=named))
    for owner in (*(figure.colour for figure in board.figures), *(guest.colour for guest in board.pub)):
        check_player(setup, owner)


def _tile_of(board: CornwallBoard) -> dict[Cell, int]:
    """Number the tiles: 0 is the start tile, the others count on; fields of no known tile are shared out."""
    known = tiles_on(board).values()
    told = {cell for cells in known for cell in cells}
    untold = {field.cell: field.field for field in board.fields if field.cell not in told}
    tiles = [*known, *cover(untold, has_start=any(map(is_start, known)))]
    others = [cells for cells in tiles if not is_start(cells)]
    numbers = {cell: number for number, cells in enumerate(others, 1) for cell in cells}
    return numbers | {cell: 0 for cells in tiles if is_start(cells) for cell in cells}


def is_start(cells: tuple[Cell, ...]) -> bool:
    """Tell the start tile from the others."""
    return len(cells) > FIELDS_OF_A_TILE
