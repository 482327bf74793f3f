"""The figures that come back to their players after a move, those nobody may have seen among them."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Piece, ScoreLine
from scoring.games.carcassonne.engine.followers import meeples, segment_of
from scoring.games.carcassonne.engine.moves import Discard, Move, TilePlacement
from scoring.games.carcassonne.engine.play import force
from scoring.games.carcassonne.engine.sentences import place_words, segment_words
from scoring.games.carcassonne.engine.state import CarcassonneState, SegmentFigure
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.games.carcassonne.land.words import KINDS
from scoring.roles.seated import name_of, with_turn
from scoring.sentence import joined, sentence


def returned_pieces(state: CarcassonneState, move: Move) -> tuple[Piece, ...]:
    """Name the figures that their owners take back after a move, an abbot called back among them.

    Raises:
        IllegalMoveError: The move makes no sense at all.
    """
    after, _ = force(state, move)
    gone = Counter((*state.figures, *_placed(move))) - Counter(after.figures)
    return tuple(_piece(after, move, figure) for figure in gone.elements())


def _placed(move: Move) -> tuple[SegmentFigure, ...]:
    if isinstance(move, Discard) or move.meeple is None:
        return ()
    index = segment_of(lay_face(move.face, move.turns, move.garden), move.meeple)
    return (SegmentFigure(move.player, move.meeple.kind, (move.cell, index)),)


def _piece(state: CarcassonneState, move: Move, figure: SegmentFigure) -> Piece:
    cell, index = figure.part
    where = segment_words(state.land.tiles[cell], index)
    is_new = isinstance(move, TilePlacement) and move.cell == cell
    place = sentence("of the new tile") if is_new else place_words(cell, state.middle)
    name = name_of(state, figure.player)
    owned = sentence("{name}'s {kind} {where}", name=name, kind=KINDS[figure.kind], where=where)
    return Piece(figure.player, figure.kind, cell, joined([owned, place], by=" " if is_new else ", "))


def unseen(state: CarcassonneState, move: Move) -> tuple[Move, ...]:
    """Give the moves that leave the table looking the same as this one and score otherwise.

    A figure put on what its tile finishes is scored and taken back in one go, so that a camera may
    not have seen it. Of two segments of one feature only the first is given.
    """
    if isinstance(move, Discard) or move.meeple is not None or move.recall_abbot:
        return ()
    try:
        after, _ = force(state, move)
    except IllegalMoveError:
        return ()
    found: dict[tuple[ScoreLine, ...], Move] = {}
    for variant in _with_a_figure(state, move):
        then, lines = force(state, variant)
        if then.figures == after.figures and then.points != after.points:
            found.setdefault(lines, variant)
    return tuple(found.values())


def _with_a_figure(state: CarcassonneState, move: TilePlacement) -> Iterator[TilePlacement]:
    tile = lay_face(move.face, move.turns, move.garden)
    for meeple in meeples(with_turn(state, move.player), move.cell, tile):
        yield replace(move, meeple=meeple)
