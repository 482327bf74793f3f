"""The picture of a photographed board: as that of a game, with faults, doubts and all to be tapped."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.documents.boards import (
    COLOURS,
    OFFICER,
    ON_TRACK,
    SmugglerBoard,
    state_on,
    step_of,
)
from scoring.games.smuggler.documents.status import status
from scoring.games.smuggler.drawing.layout import layout_of
from scoring.games.smuggler.drawing.pictures import picture
from scoring.games.smuggler.engine.options import INFO
from scoring.games.smuggler.engine.state import CUSTOMS, SmugglerState
from scoring.games.smuggler.land.box import place_name
from scoring.games.smuggler.land.spots import cell_of, place_at, place_spot
from scoring.geometry.rulers import Rulers
from scoring.picture import Picture, Placed, Shape, ring
from scoring.sentence import as_sentence, joined, sentence
from scoring.spots import Spot, read_spot, spot_of

WHEEL, TRACK, STOCK = "wheel", "track", "stock"
SPACE = "space"
"""Names the symbol of a space on which a marker was not seen."""
SPACE_MM, HANDLE_MM = 8.0, 9.0
_Worry = tuple[str, tuple[str, ...]]


def drawn_state(board: SmugglerBoard) -> SmugglerState:
    """Give a board as a game in play of all whose pieces it shows."""
    owners = {each.player for each in board.pieces} | {each.owner for each in board.goods}
    seats = tuple(PlayerSeat(colour.title(), colour) for colour in COLOURS if colour in owners)
    return state_on(board, Setup(INFO.rule_sets[0].name, seats), board.box)


def place_of(board: SmugglerBoard, spot: str) -> str:
    """Find what a spot of a board's picture is about.

    Args:
        spot: "cell:3,0" for a place of the map, "stock:merchant_north" or "stock:customs" for goods beside
            each other, "wheel", "track", or "track:3" for a step on which an officer waits.

    Returns:
        The place, the stock's place, ``WHEEL``, ``TRACK``, or "track:3".

    Raises:
        UnreadableError: The board has no such spot.
    """
    match read_spot(spot):
        case Spot("", "cell", (column, row)) if place := place_at(board.box, (column, row)):
            return place
        case Spot("", "stock", key) if str(key) in {CUSTOMS, *board.box.merchants}:
            return str(key)
        case Spot("", ("wheel" | "track") as kind, ""):
            return kind
        case Spot("", "track", int(step)) if step < len(board.box.track):
            return f"{ON_TRACK}{step}"
    raise UnreadableError(f"This board has no spot {shown(spot)}.")


def spot_at(board: SmugglerBoard, place: str) -> str:
    """Name the spot at which a piece at a place of the map or of the track is asked about."""
    return place if step_of(place) is not None else place_spot(board.box, place)


def goods_spot_at(board: SmugglerBoard, place: str) -> str:
    """Name the spot at which goods at a place are asked about; empty for those that are aboard."""
    if place == CUSTOMS or place in board.box.merchants:
        return spot_of(STOCK, place)
    return place_spot(board.box, place) if place in board.box.places else ""


def picture_board(board: SmugglerBoard) -> Picture:
    """Draw a board as it was read.

    Returns:
        A picture whose spots are those of a game in play; beside them those that ``place_of`` knows.
    """
    drawn, layout = picture(drawn_state(board)), layout_of(board.box)
    worries = _worries(board)
    symbols = {**drawn.symbols, SPACE: (Shape(ring((0.0, 0.0), SPACE_MM), stroke="shine", stroke_mm=1.2),)}
    placed = [_told(board, each) for each in drawn.placed]
    for spot, (x, y, wide, high), says in _stocks(board):
        symbols[spot] = (Shape(((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)), stroke="merchant",
                               stroke_mm=2.0),)  # fmt: skip
        placed.insert(1, Placed(spot, (x, y), spot=spot, says=says))
    if not board.wheel and layout.wheel_mm:
        says = sentence("The gold wheel: no marker seen")
        placed.append(Placed(SPACE, layout.wheel_mm[0], spot=WHEEL, says=says, emphasis="doubt"))
    if not board.track and layout.track_mm:
        says = sentence("The customs track: no marker seen")
        placed.append(Placed(SPACE, layout.track_mm[0], spot=TRACK, says=says, emphasis="doubt"))
    for each in dict.fromkeys(each.place for each in board.of_kind(OFFICER)):
        step = step_of(each)
        if step is not None and step < len(layout.track_mm):
            placed.append(Placed("officer_", layout.track_mm[step], spot=each, says=sentence("Officer")))
    return replace(drawn, symbols=symbols, placed=tuple(_worried(each, worries) for each in placed))


def _told(board: SmugglerBoard, each: Placed) -> Placed:
    """Let the markers of wheel and track be tapped, where they were seen; else draw none."""
    spot = {"token_wheel": WHEEL, "token_track": TRACK}.get(each.symbol, "")
    if not spot:
        return each
    return replace(each, spot=spot) if getattr(board, spot) else replace(each, symbol=SPACE)


def _stocks(board: SmugglerBoard) -> Iterator[tuple[str, tuple[float, float, float, float], str]]:
    layout = layout_of(board.box)
    boxes = {**layout.stock_mm, **({CUSTOMS: layout.house_mm} if layout.house_mm else {})}
    for place, box in boxes.items():
        says = sentence("Goods: {count} squares", count=board.squares(place))
        yield spot_of(STOCK, place), box, says


def _worried(each: Placed, worries: Mapping[str, _Worry]) -> Placed:
    if not each.spot or each.spot not in worries:
        return each
    kind, says = worries[each.spot]
    return replace(each, says=joined([each.says, joined(says, by=", ")], by=": "), emphasis=kind)


def _worries(board: SmugglerBoard) -> dict[str, _Worry]:
    """Gather what is wrong or unsure, by spot; a fault weighs more."""
    said: dict[str, _Worry] = {}
    for fault in status(board):
        for cell in fault.cells:
            spot = spot_of("cell", cell)
            said[spot] = "fault", (*said.get(spot, ("", ()))[1], as_sentence(fault.says))
    for doubt in board.doubts:
        if doubt.spot:
            kind, says = said.get(doubt.spot, ("doubt", ()))
            said[doubt.spot] = kind, (*says, as_sentence(doubt.says))
    return said


def rulers(board: SmugglerBoard) -> Rulers:
    """Call the places of a board, which are columns of one row, by their names."""
    box = board.box
    return Rulers((-1, -1), names={cell_of(box, place): place_name(box, place) for place in box.places})
