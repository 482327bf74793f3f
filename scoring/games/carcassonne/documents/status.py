"""Everything that is wrong with a photographed board, listed at once.

Only what is certainly wrong is listed: cells where something was seen but not read count as tiles
that may join others.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from scoring.game import Cell, Fault, Setup
from scoring.games.carcassonne.documents.boards import board_land, figures_on, segments_under
from scoring.games.carcassonne.engine.options import options_of
from scoring.games.carcassonne.engine.state import LAKES, SPRINGS, SUPPLY
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading
from scoring.games.carcassonne.land.catalogue import SIDES, distinct, distinct_faces, faces
from scoring.games.carcassonne.land.placed_tile import OPPOSITE
from scoring.games.carcassonne.land.regions import Land, beside, contacts, edges_match, is_completed
from scoring.games.carcassonne.land.words import FEATURES, SEVERAL, name_feature, name_figure, on_feature
from scoring.geometry.pieces import pieces_of
from scoring.sentence import Sentence, marked, sentence


def status(board: CarcassonneBoard, setup: Setup | None = None) -> tuple[Fault, ...]:
    """List every fault of a board, by kind and cell.

    Args:
        setup: Who plays by which rules; without it, what only some tables forbid is no fault.

    Raises:
        UnreadableError: The setup's rules or options do not exist.
    """
    land = board_land(board)
    faults = [
        *_mismatches(land),
        *_too_many_tiles(land),
        *_too_many_gardens(land),
        *_not_connected(board, land),
        *_broken_river(board, land),
        *_lost_meeples(board, land),
        *_misplaced_meeples(board),
        *_too_many_figures(board),
        *_crowded(board, land),
        *_unscored(board, land),
        *(_against_setup(board, setup) if setup else ()),
    ]
    return tuple(sorted(faults, key=lambda fault: (fault.kind, fault.cells, fault.says)))


def _mismatches(land: Land) -> Iterator[Fault]:
    for cell, tile in land.tiles.items():
        for side in ("E", "S"):
            there = beside(cell, side)
            neighbour = land.tiles.get(there)
            if neighbour and not edges_match(tile, neighbour, side):
                ours = tile.edges[SIDES.index(side)]
                theirs = neighbour.edges[SIDES.index(OPPOSITE[side])]
                yield Fault(
                    "edges_do_not_match",
                    (cell, there),
                    sentence("{ours} meets {theirs}", ours=FEATURES[ours], theirs=FEATURES[theirs]),
                )


def _too_many_tiles(land: Land) -> Iterator[Fault]:
    by_face: dict[str, list[Cell]] = {}
    for cell, tile in sorted(land.tiles.items()):
        by_face.setdefault(distinct(tile.face)[0], []).append(cell)
    for face, cells in sorted(by_face.items()):
        count = distinct_faces()[face].count
        if len(cells) > count:
            words = marked("{found} tiles of face {face}, but a box holds {count}")
            says = sentence(words, found=len(cells), face=face, count=count)
            yield Fault("too_many_of_face", tuple(cells), says)
    springs = sentence("two kinds of spring, but a box holds one")
    lakes = sentence("two kinds of lake, but a box holds one")
    for says, either in ((springs, tuple(SPRINGS.values())), (lakes, LAKES)):
        if all(face in by_face for face in either):
            cells = [cell for face in either for cell in by_face[face]]
            yield Fault("too_many_of_face", tuple(cells), says)


def _too_many_gardens(land: Land) -> Iterator[Fault]:
    gardens = Counter(tile.face for tile in land.tiles.values() if tile.garden)
    for face, count in gardens.items():
        allowed = faces()[face].garden_count
        if count > allowed:
            cells = sorted(c for c, tile in land.tiles.items() if tile.garden and tile.face == face)
            words = marked("{found} tiles of face {face} with a garden, but a box holds {count}")
            says = sentence(words, found=count, face=face, count=allowed)
            yield Fault("too_many_gardens", tuple(cells), says)


def _not_connected(board: CarcassonneBoard, land: Land) -> Iterator[Fault]:
    unread = {doubt.cell for doubt in board.doubts if doubt.cell is not None}
    pieces = sorted(pieces_of(unread | set(land.tiles), _around), key=lambda piece: (-len(piece), min(piece)))
    for piece in pieces[1:]:
        cells = tuple(sorted(piece & set(land.tiles)))
        if cells:
            yield Fault("not_connected", cells, sentence("touches no side of the other tiles"))


def _around(cell: Cell) -> list[Cell]:
    return [beside(cell, side) for side in SIDES]


def _broken_river(board: CarcassonneBoard, land: Land) -> Iterator[Fault]:
    if board.doubts:
        return
    rivers = [region.cells for region in land.regions.values() if region.feature == "river"]
    for cells in sorted(rivers, key=lambda cells: (-len(cells), cells))[1:]:
        yield Fault("river_is_broken", cells, sentence("does not run on from the rest of the river"))


def _lost_meeples(board: CarcassonneBoard, land: Land) -> Iterator[Fault]:
    unread = {doubt.cell for doubt in board.doubts}
    for meeple in board.meeples:
        tile = land.tiles.get(meeple.cell)
        if tile is None and meeple.cell not in unread:
            yield Fault(
                "figure_off_the_board",
                (meeple.cell,),
                sentence("{figure} stands on no tile", figure=_named(meeple)),
            )
        elif tile is not None and len(segments_under(meeple, land)) != 1:
            words = marked("{figure} stands {place}, which this tile does not have")
            place = on_feature(meeple.feature, meeple.sides)
            says = sentence(words, figure=_named(meeple), place=place)
            yield Fault("feature_not_on_tile", (meeple.cell,), says)


def _misplaced_meeples(board: CarcassonneBoard) -> Iterator[Fault]:
    for meeple in board.meeples:
        if meeple.kind == "abbot" and meeple.feature not in ("cloister", "garden"):
            says = sentence("{figure} may only stand on a cloister or in a garden", figure=_named(meeple))
            yield Fault("abbot_place", (meeple.cell,), says)
        if meeple.kind == "follower" and meeple.feature == "garden":
            says = sentence("{figure} stands in a garden", figure=_named(meeple))
            yield Fault("garden_is_for_abbots", (meeple.cell,), says)


def _too_many_figures(board: CarcassonneBoard) -> Iterator[Fault]:
    counts = Counter((meeple.colour, meeple.kind) for meeple in board.meeples)
    for (colour, kind), count in counts.items():
        if count > SUPPLY[kind]:
            cells = sorted({m.cell for m in board.meeples if (m.colour, m.kind) == (colour, kind)})
            words = marked("{colour} has {count} {figures}, but a player has {supply}")
            who, figures = sentence(colour), SEVERAL[kind]
            says = sentence(words, colour=who, count=count, figures=figures, supply=SUPPLY[kind])
            yield Fault("too_many_figures", tuple(cells), says)


def _crowded(board: CarcassonneBoard, land: Land) -> Iterator[Fault]:
    """Find figures that no order of play can have brought together.

    Several figures may come to stand in one feature when it is joined later. But a tile gets at
    most one figure, and of two tiles that touch, the later could not take one in the same feature.
    """
    parts = sorted(figure.part for figure in figures_on(board, land))
    for each, other in combinations(parts, 2):
        if each[0] == other[0]:
            yield Fault(
                "two_figures_on_one_tile", (each[0],), sentence("a tile takes one figure when it is laid")
            )
        elif other in contacts(land, each[0], land.tiles[each[0]], each[1]):
            words = marked("two figures side by side in one {feature}: the later was not free to go there")
            says = sentence(words, feature=FEATURES[land.region_at(each).feature])
            yield Fault("two_figures_in_one_feature", (each[0], other[0]), says)


def _unscored(board: CarcassonneBoard, land: Land) -> Iterator[Fault]:
    for part in dict.fromkeys(figure.part for figure in figures_on(board, land)):
        region = land.region_at(part)
        if is_completed(land, region):
            feature = name_feature(region.feature, ())
            says = sentence("{feature} is finished, so its figures go back to their players", feature=feature)
            yield Fault("follower_on_completed_feature", (part[0],), says)


def _against_setup(board: CarcassonneBoard, setup: Setup) -> Iterator[Fault]:
    options = options_of(setup)
    colours = [seat.colour for seat in setup.players]
    for meeple in board.meeples:
        if colours and meeple.colour not in colours:
            yield Fault(
                "not_a_player",
                (meeple.cell,),
                sentence("nobody here plays {colour}", colour=sentence(meeple.colour)),
            )
        if meeple.feature == "field" and not options.farmers:
            says = sentence("{figure} stands in a field", figure=_named(meeple))
            yield Fault("farmers_are_off", (meeple.cell,), says)
        if meeple.kind == "abbot" and not options.abbot:
            yield Fault("abbot_is_off", (meeple.cell,), sentence("this game plays without abbots"))


def _named(meeple: MeepleReading) -> Sentence:
    return sentence("the {figure}", figure=name_figure(meeple.colour, meeple.kind))
