"""A board for people: what stands and lies where, what is doubted, and where each was seen."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from scoring.documents.listing import say_counts, say_sure
from scoring.game import SURE, Sighting
from scoring.games.smuggler.documents.boards import (
    MARKER,
    OFFICER,
    QUAD_MM,
    SHIP,
    PieceReading,
    SmugglerBoard,
    step_of,
)
from scoring.games.smuggler.documents.picture import TRACK, WHEEL, goods_spot_at, place_of, spot_at
from scoring.games.smuggler.drawing.layout import layout_of
from scoring.games.smuggler.engine.state import CUSTOMS
from scoring.games.smuggler.land.box import place_name
from scoring.games.smuggler.land.spots import cell_of
from scoring.picture import Point


def list_board(board: SmugglerBoard) -> Iterator[str]:
    """Write a board line by line: counts, what is at each place, wheel and track, what is doubted."""
    unsure = [each for each in sightings(board) if each.confidence < SURE]
    counts = {
        "marker": len(board.of_kind(MARKER)),
        "officer": len(board.of_kind(OFFICER)),
        "ship": len(board.of_kind(SHIP)),
        "square of goods": sum(each.squares for each in board.goods),
        "fault": len(board.faults),
        "doubt": len(board.doubts),
    }
    yield say_counts(counts, {"reading": len(unsure)}).replace("square of goodss", "squares of goods")
    for place in _places(board):
        words = [*_words(each for each in board.pieces if each.place == place), *_goods_words(board, place)]
        yield f"  {_name(board, place)}: {', '.join(words)}"
    for name, space in (("Gold wheel", board.wheel), ("Customs track", board.track)):
        if space is not None:
            yield f"  {name}: {space.number}, {say_sure(space.confidence)}"
    for fault in board.faults:
        yield f"  Fault: {fault.says}"
    for doubt in board.doubts:
        yield f"  Doubt: {doubt.says}"


def _places(board: SmugglerBoard) -> Iterable[str]:
    """Give the places at which there is anything, in the order of the map."""
    there = {each.place for each in board.pieces} | {each.place for each in board.goods}
    return dict.fromkeys(place for place in (*board.box.places, *sorted(there)) if place in there)


def _name(board: SmugglerBoard, place: str) -> str:
    step = step_of(place)
    return f"Customs track, step {step + 1}" if step is not None else place_name(board.box, place)


def _words(pieces: Iterable[PieceReading]) -> Iterator[str]:
    for each in pieces:
        rival = f" or {each.rival}" if each.rival else ""
        sure = "" if each.confidence >= SURE else f" ({say_sure(each.confidence)})"
        yield f"{each.player}{rival} {each.kind}".strip() + sure


def _goods_words(board: SmugglerBoard, place: str) -> Iterator[str]:
    for each in board.goods:
        if each.place == place:
            sure = "" if each.confidence >= SURE else f" ({say_sure(each.confidence)})"
            where = f" in the stash {each.stash}" if each.stash else ""
            yield f"{each.squares} squares of goods{where}" + sure


# --- where each was seen -----------------------------------------------------------------------------


def sightings(board: SmugglerBoard) -> tuple[Sighting, ...]:
    """List what the photograph shows: pegs and ships, goods, both markers, doubts."""
    return (*_seen_pieces(board), *_seen_goods(board), *_seen_spaces(board), *_seen_doubts(board))


def _quads(board: SmugglerBoard, place: str) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Give a square around a place, in the photograph and in the board's picture."""
    quad = board.quads_px.get(place, ())
    at = layout_of(board.box).at_mm.get(place)
    if at is None or len(quad) != 4:
        return (), ()
    (x, y), half = at, QUAD_MM / 2
    return quad, ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def _seen_pieces(board: SmugglerBoard) -> Iterator[Sighting]:
    for each in board.pieces:
        cells = (cell_of(board.box, each.place),) if each.place in board.box.places else ()
        at_px = each.at_px if any(each.at_px) else None
        player = "" if each.kind == OFFICER else each.player
        spot = spot_at(board, each.place)
        yield Sighting("figure", spot, cells, player, *_quads(board, each.place), at_px, each.confidence)


def _seen_goods(board: SmugglerBoard) -> Iterator[Sighting]:
    for each in board.goods:
        if spot := goods_spot_at(board, each.place):
            is_stock = each.place == CUSTOMS or each.place in board.box.merchants
            cells = () if is_stock else (cell_of(board.box, each.place),)
            quads = ((), ()) if is_stock else _quads(board, each.place)
            yield Sighting("tile", spot, cells, "", *quads, None, each.confidence)


def _seen_spaces(board: SmugglerBoard) -> Iterator[Sighting]:
    for spot, space in ((WHEEL, board.wheel), (TRACK, board.track)):
        if space is not None:
            at_px = space.at_px if any(space.at_px) else None
            yield Sighting("figure", spot, (), "", (), (), at_px, space.confidence)


def _seen_doubts(board: SmugglerBoard) -> Iterator[Sighting]:
    yield from (Sighting("doubt", doubt.spot, ()) for doubt in board.doubts)


def alone(board: SmugglerBoard, spot: str) -> tuple[SmugglerBoard, str]:
    """Give a board with what is at one spot only, and the spot's name on it.

    Raises:
        UnreadableError: The board has no such spot.
    """
    place = place_of(board, spot)
    return (
        replace(
            board,
            pieces=tuple(each for each in board.pieces if spot_at(board, each.place) == spot),
            goods=tuple(each for each in board.goods if goods_spot_at(board, each.place) == spot),
            wheel=board.wheel if place == WHEEL else None,
            track=board.track if place == TRACK else None,
            faults=(),
            doubts=(),
        ),
        spot,
    )
