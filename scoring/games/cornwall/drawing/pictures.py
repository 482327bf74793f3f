"""The pictures of a game in play, with what is proposed, and of a single move."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player
from scoring.games.cornwall.drawing.drawing import draw_tile
from scoring.games.cornwall.drawing.figures import PIECES, pile_shapes
from scoring.games.cornwall.drawing.scene import (
    BoardScene,
    DrawnFigure,
    Pile,
    Worry,
    beside_land,
    cut_out,
    draw_scene,
)
from scoring.games.cornwall.engine.moves import Move, Opening, PutBack, Recount, TriplePlacement, placed
from scoring.games.cornwall.engine.play import apply
from scoring.games.cornwall.engine.regions import Fields, has_room, is_closed, regions_of
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.fields import Field
from scoring.picture import Picture, Placed
from scoring.sentence import counted
from scoring.spots import spot_of

_KEPT = 128
_PILE_MM = 30.0
START_CELLS: tuple[Cell, ...] = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1))
"""Where a start tile that nobody has seen yet is drawn: three fields in a row, and two below; sorted."""


def picture(state: CornwallState, proposed: Sequence[Move] = ()) -> Picture:
    """Draw a game in play and, marked as not yet confirmed, the moves proposed.

    The first of them that breaks a rule is marked as a fault; those after it are not judged. Before the
    start tile lies, the picture shows room for one.
    """
    return draw_scene(_scene(state, proposed))


def _scene(state: CornwallState, proposed: Sequence[Move]) -> BoardScene:
    new = {cell: field for move in proposed for cell, field in placed_fields(move).items()}
    fields = {**state.fields, **new}
    buyers = {player for move in proposed if isinstance(move, TriplePlacement) for player in move.pub}
    return BoardScene(
        fields=fields,
        tiles=tuple(_tiles(state, proposed)),
        empty=empty_places(fields),
        awaited=() if fields else START_CELLS,
        closed=tuple(
            region.cells for region in regions_of(fields) if is_closed(fields, region, state.options)
        ),
        worries=_worries(state, proposed),
        proposed=frozenset(new),
        figures=tuple(_figures(state, proposed)),
        cottages=tuple(cell for cell, field in fields.items() if field.has("cottage")),
        guests=tuple(DrawnFigure(g.player, g.kind, is_proposed=g.player in buyers) for g in state.pub),
        piles=tuple(_piles(state, proposed)),
    )


def empty_places(fields: Fields) -> tuple[Cell, ...]:
    """Give the places where a field of a tile can come to lie; before the first, those of the start tile."""
    if not fields:
        return START_CELLS
    return tuple(cell for cell in beside_land(fields) if has_room(fields, cell))


def placed_fields(move: Move) -> Mapping[Cell, Field]:
    """Give what a move lays where."""
    if isinstance(move, Opening):
        return dict(move.fields)
    return move.fields if isinstance(move, TriplePlacement) else {}


def tile_spot(fields: Mapping[Cell, Field]) -> str:
    """Name the spot of a tile: by the cell of its face's first field or, of the start tile, by its first."""
    try:
        return spot_of("tile", placed("", fields).cell)
    except ValueError:
        return spot_of("tile", min(fields))


def _tiles(state: CornwallState, proposed: Iterable[Move]) -> Iterator[tuple[tuple[Cell, ...], str]]:
    tiles: dict[int, dict[Cell, Field]] = {}
    for cell, number in sorted(state.tile_of.items()):
        tiles.setdefault(number, {})[cell] = state.fields[cell]
    laid = [tile for move in proposed if (tile := placed_fields(move))]
    for tile in (*(tiles[number] for number in sorted(tiles)), *laid):
        yield tuple(sorted(tile)), tile_spot(tile)


def _figures(state: CornwallState, proposed: Iterable[Move]) -> Iterator[DrawnFigure]:
    standing = [(figure.player, figure.kind, figure.cell, False) for figure in state.figures]
    for move in proposed:
        if isinstance(move, TriplePlacement):
            standing += [(move.player, stand.kind, stand.cell, True) for stand in move.figures]
    for index, (player, kind, cell, is_new) in enumerate(standing):
        yield DrawnFigure(player, kind, spot_of("figure", index), cell, is_new)


def _piles(state: CornwallState, proposed: Iterable[Move]) -> Iterator[Pile]:
    counts: dict[Player, int] = {}
    for move in proposed:
        counts |= move.coins if isinstance(move, Recount) else {}
    for seat in state.setup.players:
        count = counts.get(seat.colour, state.coins[seat.colour])
        says = counted("{name} has {count} coin", "{name} has {count} coins", count, name=seat.name)
        yield Pile(seat.colour, count, says, spot_of("coins", seat.colour), seat.colour in counts)


def _worries(state: CornwallState, moves: Sequence[Move]) -> dict[Cell, Worry]:
    for move in moves:
        try:
            state, _ = apply(state, move)
        except IllegalMoveError as refusal:
            return dict.fromkeys(placed_fields(move), Worry("fault", (str(refusal),)))
    return {}


def draw_move(move: Move) -> Picture:
    """Draw a move small: its tile as it lies and the figures on it, or the coins that were counted."""
    if isinstance(move, PutBack):
        return draw_tile(move.face)
    return _draw_coins(move.coins) if isinstance(move, Recount) else _draw_laid(move)


@lru_cache(_KEPT)
def _draw_laid(move: Opening | TriplePlacement) -> Picture:
    fields = placed_fields(move)
    stands = move.figures if isinstance(move, TriplePlacement) else ()
    scene = BoardScene(
        fields,
        tiles=((tuple(sorted(fields)), ""),),
        figures=tuple(DrawnFigure(move.player, figure.kind, cell=figure.cell) for figure in stands),
        cottages=tuple(cell for cell, field in fields.items() if field.has("cottage")),
    )
    return cut_out(draw_scene(scene), fields)


def _draw_coins(coins: Mapping[Player, int]) -> Picture:
    """Draw the coins of some players side by side."""
    symbols = {f"pile_{count}": pile_shapes(count) for count in coins.values()}
    piles = tuple(
        Placed(f"pile_{count}", (index * _PILE_MM, 0.0), colour=player)
        for index, (player, count) in enumerate(coins.items())
    )
    half = _PILE_MM / 2
    box = (-half, -half, max(1, len(piles)) * _PILE_MM, _PILE_MM)
    return Picture(box, PIECES, symbols, piles)
