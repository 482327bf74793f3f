"""Board documents: read, checked for nonsense, written, and scored as they lie."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.document import check_format, converted, struct_document
from scoring.documents.values import Document, Written
from scoring.errors import UnreadableError
from scoring.game import Cell, ScoreLine, Setup
from scoring.games.cornwall.drawing.scene import BoardScene, DrawnFigure, Worry, beside_land, draw_scene
from scoring.games.cornwall.engine.options import COLOURS, options_of
from scoring.games.cornwall.engine.points import score_standing
from scoring.games.cornwall.engine.regions import Fields, TerrainRegion, regions_of
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState, FieldFigure
from scoring.games.cornwall.land.board import (
    BOARD_FORMAT,
    CornwallBoard,
    CottageReading,
    FieldAlternative,
    FieldDoubt,
    FieldReading,
    FigureReading,
    GuestReading,
)
from scoring.games.cornwall.land.fields import Field, check_field
from scoring.games.cornwall.land.hexes import PITCH_MM, middle_mm
from scoring.geometry.rulers import RulerLabel, Rulers, corner_before
from scoring.picture import Picture, Point
from scoring.sentence import as_sentence
from scoring.spots import spot_of

_FIGURE_WORDS: Mapping[str, tuple[str, ...]] = {"colour": COLOURS, "kind": tuple(SUPPLY)}


def load_board(document: bytes | str | Document) -> CornwallBoard:
    """Read a board document; a board that breaks rules is read, nonsense is refused.

    Raises:
        UnreadableError: Naming the place where the document cannot be understood.
    """
    board = converted(check_format(document, BOARD_FORMAT, "cornwall"), CornwallBoard)
    cells = Counter(field.cell for field in board.fields)
    for cell, count in cells.items():
        if count > 1:
            raise UnreadableError(f"Two fields lie at {list(cell)}; a cell holds one.")
    for figure in board.figures:
        _check_figure(figure, f"the figure at {list(figure.cell)}")
    for guest in board.pub:
        _check_figure(guest, "a guest of the pub")
    return replace(
        board,
        fields=tuple(_field(field) for field in board.fields),
        doubts=tuple(_doubt(doubt) for doubt in board.doubts),
    )


def _field(field: FieldReading) -> FieldReading:
    place = f"the field at {list(field.cell)}"
    shown = _shown(field.terrain, field.symbols, place)
    return replace(field, symbols=shown.symbols, alternatives=_alternatives(field.alternatives, place))


def _doubt(doubt: FieldDoubt) -> FieldDoubt:
    return replace(doubt, alternatives=_alternatives(doubt.alternatives, "a doubt"))


def _alternatives(alternatives: Iterable[FieldAlternative], place: str) -> tuple[FieldAlternative, ...]:
    return tuple(
        replace(other, symbols=_shown(other.terrain, other.symbols, place).symbols) for other in alternatives
    )


def _shown(terrain: str, symbols: tuple[str, ...], place: str) -> Field:
    try:
        return check_field(Field(terrain, symbols))
    except UnreadableError as error:
        raise UnreadableError(f"At {place}: {error}") from error


def _check_figure(figure: FigureReading | GuestReading, place: str) -> None:
    for key, words in _FIGURE_WORDS.items():
        word = getattr(figure, key)
        if word not in words:
            raise UnreadableError(f"At {place}, {key} can be {', '.join(words)}, not {shown(word)}.")


def dump_board(board: CornwallBoard) -> Written:
    """Write a board document."""
    written: Written = struct_document(board)
    for field in written["fields"]:
        if field["tile"] < 0:
            del field["tile"]
    return written


def board_of(state: CornwallState) -> CornwallBoard:
    """Give a game in play as a board, as a perfect photograph of it would be read."""
    fields = (
        FieldReading(cell, field.terrain, field.symbols, tile=state.tile_of[cell])
        for cell, field in sorted(state.fields.items())
    )
    cottages = (cell for cell, field in sorted(state.fields.items()) if field.has("cottage"))
    return CornwallBoard(
        fields=tuple(fields),
        figures=tuple(FigureReading(figure.cell, figure.player, figure.kind) for figure in state.figures),
        cottages=tuple(CottageReading(cell) for cell in cottages),
        pub=tuple(GuestReading(guest.player, guest.kind) for guest in state.pub),
    )


def fields_on(board: CornwallBoard) -> dict[Cell, Field]:
    """Give what the fields of a board show; a cottage that stands on one counts as printed there."""
    cottages = {cottage.cell for cottage in board.cottages}
    return {
        each.cell: _with_cottage(each.field) if each.cell in cottages else each.field for each in board.fields
    }


def _with_cottage(field: Field) -> Field:
    return field if field.has("cottage") else check_field(Field(field.terrain, (*field.symbols, "cottage")))


def figures_on(board: CornwallBoard) -> tuple[FieldFigure, ...]:
    """Give the figures of a board that stand on a field."""
    covered = {field.cell for field in board.fields}
    standing = (figure for figure in board.figures if figure.cell in covered)
    return tuple(FieldFigure(figure.colour, figure.kind, figure.cell) for figure in standing)


def tiles_on(board: CornwallBoard) -> dict[int, tuple[Cell, ...]]:
    """Give the cells of each tile that is known as one, by its number."""
    tiles: dict[int, list[Cell]] = {}
    for field in board.fields:
        if field.tile >= 0:
            tiles.setdefault(field.tile, []).append(field.cell)
    return {number: tuple(sorted(cells)) for number, cells in sorted(tiles.items())}


def draw_board(board: CornwallBoard) -> Picture:
    """Draw a board as it was read, with its pieces, its faults and its doubts.

    Returns:
        A picture whose spots are named as in ``scene.draw_scene``.
    """
    fields = {field.cell: field.field for field in board.fields}
    worries = _worries(board)
    seen = {*fields, *worries}
    return draw_scene(
        BoardScene(
            fields=fields,
            tiles=tuple((cells, "") for cells in _outlined(board)),
            empty=tuple(cell for cell in beside_land(seen) if cell not in seen) if seen else ((0, 0),),
            closed=tuple(region.cells for region in _with_cottages(fields_on(board))),
            worries=worries,
            figures=tuple(
                DrawnFigure(figure.colour, figure.kind, spot_of("figure", index), figure.cell)
                for index, figure in enumerate(board.figures)
            ),
            cottages=tuple(cottage.cell for cottage in board.cottages),
            guests=tuple(
                DrawnFigure(guest.colour, guest.kind, spot_of("guest", index))
                for index, guest in enumerate(board.pub)
            ),
            is_photo=True,
            corner=rulers(board).corner,
        )
    )


def rulers(board: CornwallBoard) -> Rulers:
    """Number the columns and rows of a board: beside it in its picture, and wherever it is spoken of.

    Columns lean: the field below to the right is of the same column.
    """
    cells = [*(field.cell for field in board.fields), *(doubt.cell for doubt in board.doubts if doubt.cell)]
    corner = corner_before(cells)
    top, west = dict[int, int](), min((middle_mm(cell)[0] for cell in cells), default=0.0)
    for q, r in cells:
        top[q] = min(r, top.get(q, r))
    over = (_label(q - corner[0], middle_mm((q, r - 1)), (0.0, -7.0)) for q, r in sorted(top.items()))
    rows = sorted({r for _, r in cells})
    beside = (_label(r - corner[1], (west - 1.3 * PITCH_MM, middle_mm((0, r))[1]), (0.0, 0.0)) for r in rows)
    return Rulers(corner, (*over, *beside))


def _label(number: int, at_mm: Point, by_mm: Point) -> RulerLabel:
    return RulerLabel(str(number), (at_mm[0] + by_mm[0], at_mm[1] + by_mm[1]))


def _outlined(board: CornwallBoard) -> Iterator[tuple[Cell, ...]]:
    """Give the tiles that are known and, of all others, each field."""
    yield from tiles_on(board).values()
    yield from ((field.cell,) for field in board.fields if field.tile < 0)


def _with_cottages(fields: Fields) -> list[TerrainRegion]:
    return [region for region in regions_of(fields) if region.cottages]


def _worries(board: CornwallBoard) -> dict[Cell, Worry]:
    """Gather what is wrong or unsure, by cell; a fault weighs more."""
    said: dict[Cell, list[str]] = {}
    for fault in board.faults:
        for cell in fault.cells:
            said.setdefault(cell, []).append(as_sentence(fault.says))
    faulty = set(said)
    for doubt in board.doubts:
        if doubt.cell is not None:
            said.setdefault(doubt.cell, []).append(as_sentence(doubt.says))
    return {cell: Worry("fault" if cell in faulty else "doubt", tuple(says)) for cell, says in said.items()}


def score_board(board: CornwallBoard, setup: Setup) -> tuple[ScoreLine, ...]:
    """Score a photographed board as if the game ended now.

    A board that breaks rules is scored as it lies. A closed region on which figures still stand is scored
    too, since the photograph was taken before the players scored it; points scored earlier leave no trace
    on the table, and whose the coins in view are it does not tell, so that both are not in the sum.

    Args:
        setup: Gives the rules; the figures on the board tell the players.

    Raises:
        UnreadableError: The rules or options do not exist.
    """
    return score_standing(fields_on(board), figures_on(board), options_of(setup))
