"""Everything that is wrong with a photographed board, listed at once.

Only what is certainly wrong is listed, whatever the order of play: cells where something was seen but not
read may be anything, and without a setup every reading of the rules is allowed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from scoring.game import Cell, Fault, Setup
from scoring.games.cornwall.documents.boards import fields_on, tiles_on
from scoring.games.cornwall.engine.opening import hang_together
from scoring.games.cornwall.engine.options import RULE_SETS, CornwallOptions, options_of
from scoring.games.cornwall.engine.placing import LEAST_EDGES, touched, touching_edges
from scoring.games.cornwall.engine.regions import Fields, is_scored, regions_of
from scoring.games.cornwall.engine.state import START_FIELDS, SUPPLY, TILES
from scoring.games.cornwall.land.board import CornwallBoard, FigureReading, GuestReading
from scoring.games.cornwall.land.fields import FIELDS_OF_A_TILE
from scoring.games.cornwall.land.hexes import neighbours, trefoils_over
from scoring.games.cornwall.land.words import SEVERAL, TERRAINS, name_figure
from scoring.geometry.pieces import pieces_of
from scoring.sentence import marked, sentence

COTTAGES = 11
"""So many are in the box.

Source:
    Rulebook 000, "Spielmaterial".
"""


def status(board: CornwallBoard, setup: Setup | None = None) -> tuple[Fault, ...]:
    """List every fault of a board, by kind and cell.

    Args:
        setup: Who plays by which rules; without it, what only some tables forbid is no fault.

    Raises:
        UnreadableError: The setup's rules or options do not exist.
    """
    fields = fields_on(board)
    faults = [
        *_not_connected(board, fields),
        *_too_many_fields(board, fields),
        *_wrong_tiles(board),
        *_tiles_apart(board, fields),
        *_cottages(board, fields),
        *_lost_figures(board, fields),
        *_crowded(board),
        *_too_many_figures(board),
        *_unscored(board, fields, options_of(setup) if setup else _any_options()),
        *(_against_setup(board, setup) if setup else ()),
    ]
    return tuple(sorted(faults, key=lambda fault: (fault.kind, fault.cells, fault.says)))


def _any_options() -> CornwallOptions:
    """Give the reading of the rules by which the fewest regions are closed."""
    values = {**RULE_SETS[0].values, "closing": "surrounded", "moor_cottage": "at_end"}
    return CornwallOptions(**{name: str(value) for name, value in values.items()})


def _unread(board: CornwallBoard) -> set[Cell]:
    return {doubt.cell for doubt in board.doubts if doubt.cell is not None}


def _not_connected(board: CornwallBoard, fields: Fields) -> Iterator[Fault]:
    pieces = sorted(
        pieces_of(_unread(board) | set(fields), neighbours), key=lambda piece: (-len(piece), min(piece))
    )
    for piece in pieces[1:]:
        cells = tuple(sorted(piece & set(fields)))
        if cells:
            yield Fault("not_connected", cells, sentence("touches no side of the other tiles"))


def _too_many_fields(board: CornwallBoard, fields: Fields) -> Iterator[Fault]:
    most = START_FIELDS + TILES * FIELDS_OF_A_TILE
    if len(fields) > most:
        words = marked("{found} fields lie here, but a box holds {count}")
        yield Fault("too_many_fields", (), sentence(words, found=len(fields), count=most))
    elif fields and not board.doubts and (len(fields) - START_FIELDS) % FIELDS_OF_A_TILE:
        words = marked("{found} fields are not a start tile of five and tiles of three")
        yield Fault("fields_do_not_add_up", (), sentence(words, found=len(fields)))


def _wrong_tiles(board: CornwallBoard) -> Iterator[Fault]:
    """Find tiles that no box has: of another shape, a second start tile, of one terrain only."""
    fields, starts = {field.cell: field for field in board.fields}, []
    for cells in tiles_on(board).values():
        if len(cells) == START_FIELDS and hang_together(set(cells)):
            starts.append(cells)
        elif not any(set(cells) == set(tile) for tile in trefoils_over(cells[0])):
            yield Fault("tile_shape", cells, sentence("no tile has this shape"))
        elif len({fields[cell].terrain for cell in cells}) == 1:
            terrain = TERRAINS[fields[cells[0]].terrain]
            says = sentence("a tile shows two terrains at least, not only {terrain}", terrain=terrain)
            yield Fault("tile_of_one_terrain", cells, says)
    for cells in starts[1:]:
        yield Fault("two_start_tiles", cells, sentence("a second start tile of five fields"))


def _tiles_apart(board: CornwallBoard, fields: Fields) -> Iterator[Fault]:
    """Find tiles that could not be laid where they are, whichever came first."""
    unread = _unread(board)
    for cells in tiles_on(board).values():
        others = {cell: field for cell, field in fields.items() if cell not in cells}
        near = {there for cell in cells for there in neighbours(cell)}
        if len(cells) != FIELDS_OF_A_TILE or not others or near & unread:
            continue
        if touching_edges(others, cells) < LEAST_EDGES:
            yield Fault("too_few_edges", cells, sentence("fewer than two edges of the tile touch others"))
        elif not any(touched(others, {cell: fields[cell] for cell in cells})):
            yield Fault(
                "no_region_extended", cells, sentence("the tile touches no field of its own terrains")
            )


def _cottages(board: CornwallBoard, fields: Fields) -> Iterator[Fault]:
    stand = sorted({cottage.cell for cottage in board.cottages})
    if len(board.cottages) > COTTAGES:
        words = marked("{found} cottages stand here, but a box holds {count}")
        says = sentence(words, found=len(board.cottages), count=COTTAGES)
        yield Fault("too_many_cottages", tuple(stand), says)
    for cell in stand:
        if cell not in fields and cell not in _unread(board):
            yield Fault("cottage_off_the_board", (cell,), sentence("a cottage stands on no tile"))
    number = {field.cell: field.tile for field in board.fields}
    for region in regions_of(fields):
        built = sorted(cell for cell in region.cells if fields[cell].has("cottage"))
        for each, other in combinations(built, 2):
            if not _may_be_one_tile(number, each, other):
                words = marked("two cottages in one {terrain}: the first closes it")
                says = sentence(words, terrain=TERRAINS[region.terrain])
                yield Fault("two_cottages_in_one_region", (each, other), says)


def _may_be_one_tile(number: Mapping[Cell, int], cell: Cell, other: Cell) -> bool:
    """Tell whether two fields may have been laid together."""
    are_known = number[cell] >= 0 and number[other] >= 0
    return number[cell] == number[other] if are_known else other in neighbours(cell)


def _lost_figures(board: CornwallBoard, fields: Fields) -> Iterator[Fault]:
    unread = _unread(board)
    for figure in board.figures:
        if figure.cell not in fields and figure.cell not in unread:
            says = sentence("{figure} stands on no tile", figure=_named(figure))
            yield Fault("figure_off_the_board", (figure.cell,), says)


def _named(figure: FigureReading | GuestReading) -> str:
    return name_figure(figure.colour, figure.kind)


def _crowded(board: CornwallBoard) -> Iterator[Fault]:
    counts = Counter(figure.cell for figure in board.figures)
    for cell, count in counts.items():
        if count > 1:
            yield Fault("two_figures_on_one_field", (cell,), sentence("a field takes one figure only"))


def _too_many_figures(board: CornwallBoard) -> Iterator[Fault]:
    counts = Counter([(figure.colour, figure.kind) for figure in board.figures])
    counts += Counter([(guest.colour, guest.kind) for guest in board.pub])
    for (colour, kind), count in counts.items():
        if count > SUPPLY[kind]:
            cells = sorted({f.cell for f in board.figures if (f.colour, f.kind) == (colour, kind)})
            words = marked("{colour} has {count} {figures}, but a player has {supply}")
            who, figures = sentence(colour), SEVERAL[kind]
            says = sentence(words, colour=who, count=count, figures=figures, supply=SUPPLY[kind])
            yield Fault("too_many_figures", tuple(cells), says)


def _unscored(board: CornwallBoard, fields: Fields, options: CornwallOptions) -> Iterator[Fault]:
    """Find figures that should be in the pub."""
    for region in regions_of(fields):
        cells = sorted({figure.cell for figure in board.figures} & region.cells)
        if cells and is_scored(fields, region, options):
            words = marked("the {terrain} is closed, so its figures are scored and go to the pub")
            says = sentence(words, terrain=TERRAINS[region.terrain])
            yield Fault("figure_in_scored_region", tuple(cells), says)


def _against_setup(board: CornwallBoard, setup: Setup) -> Iterator[Fault]:
    colours = [seat.colour for seat in setup.players]
    for figure in board.figures:
        if figure.colour not in colours:
            says = sentence("{figure} belongs to nobody at this table", figure=_named(figure))
            yield Fault("not_a_player", (figure.cell,), says)
    for guest in board.pub:
        if guest.colour not in colours:
            says = sentence("{figure} in the pub belongs to nobody at this table", figure=_named(guest))
            yield Fault("not_a_player", (), says)
