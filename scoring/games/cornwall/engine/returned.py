"""The figures that go to the pub after a move, those nobody may have seen on the land among them."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from scoring.errors import IllegalMoveError, is_allowed
from scoring.game import Cell, Piece
from scoring.games.cornwall.engine.moves import FigurePlacement, Move, TriplePlacement
from scoring.games.cornwall.engine.play import check, force
from scoring.games.cornwall.engine.regions import is_scored, region_at
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState, FieldFigure, Guest
from scoring.games.cornwall.land.words import KINDS, ON
from scoring.roles.seated import name_of
from scoring.sentence import sentence


def returned_pieces(state: CornwallState, move: Move) -> tuple[Piece, ...]:
    """Name the figures that leave the land for the pub after a move, the move's own among them.

    Raises:
        IllegalMoveError: The move makes no sense at all.
    """
    after, _ = force(state, move)
    stands = move.figures if isinstance(move, TriplePlacement) else ()
    put = (FieldFigure(move.player, stand.kind, stand.cell) for stand in stands)
    gone = Counter((*state.figures, *put)) - Counter(after.figures)
    return tuple(_piece(after, figure) for figure in gone.elements())


def _piece(state: CornwallState, figure: FieldFigure) -> Piece:
    where = ON[state.fields[figure.cell].terrain]
    name = name_of(state, figure.player)
    says = sentence("{name}'s {kind} {where}", name=name, kind=KINDS[figure.kind], where=where)
    return Piece(figure.player, figure.kind, figure.cell, says)


def unseen(state: CornwallState, move: Move) -> tuple[Move, ...]:
    """Give the moves that leave the land looking the same as this one and score otherwise.

    A figure put where its tile closes the region is scored and goes to the pub in one go, so that a
    camera may not have seen it; the pub itself shows it where it is in view. Figures bought back are
    given only with such a figure, and where the pub then looks as if nothing had happened. A move that
    already has a figure of that sort is taken for well seen. Few figures come first.
    """
    if not isinstance(move, TriplePlacement):
        return ()
    try:
        plain, _ = force(state, move)
    except IllegalMoveError:
        return ()
    closing = _closing(plain, move)
    if any(figure.cell in closing for figure in move.figures):
        return ()
    found = dict[tuple[object, ...], Move]()
    for variant, after in _variants(state, move, closing, is_strict=is_allowed(check, state, move)):
        is_bought = variant.pub != move.pub
        if after.figures == plain.figures and (not is_bought or _guests(after) == _guests(plain)):
            outcome = (
                tuple(after.points.items()),
                tuple(after.coins.items()),
                frozenset(_guests(after).items()),
            )
            found.setdefault(outcome, variant)
    return tuple(found.values())


def _closing(plain: CornwallState, move: TriplePlacement) -> frozenset[Cell]:
    """Give the cells of the tile whose regions are scored, were figures on them."""
    regions = [(cell, region_at(plain.fields, cell)) for cell in move.cells]
    return frozenset(cell for cell, region in regions if is_scored(plain.fields, region, plain.options))


def _variants(
    state: CornwallState, move: TriplePlacement, closing: frozenset[Cell], *, is_strict: bool
) -> Iterator[tuple[TriplePlacement, CornwallState]]:
    """Give the move with figures on fields that close, as far as it may be done, and what comes of it."""
    for variant in _with_figures(state, move, closing):
        if not is_strict or is_allowed(check, state, variant):
            after, _ = force(state, variant)
            yield variant, after


def _with_figures(
    state: CornwallState, move: TriplePlacement, closing: frozenset[Cell]
) -> Iterator[TriplePlacement]:
    ways = product((None, *SUPPLY), repeat=len(closing))
    for kinds in sorted(ways, key=lambda way: len(way) - way.count(None)):
        put = [FigurePlacement(cell, kind) for cell, kind in zip(sorted(closing), kinds, strict=True) if kind]
        if put:
            figures = tuple(sorted((*move.figures, *put)))
            yield replace(move, figures=figures)
            if move.player not in move.pub:
                yield replace(move, figures=figures, pub=tuple(sorted((*move.pub, move.player))))


def _guests(state: CornwallState) -> Counter[Guest]:
    return Counter(state.pub)
