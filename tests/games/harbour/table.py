"""Harbour on paper and on screens: its documents, sentences, pictures, and what players enter and look up."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import field
from msgspec.structs import replace

from scoring.documents.bounds import Count
from scoring.documents.document import answered, as_json
from scoring.documents.game import GameNotation, MoveEntry
from scoring.errors import UnreadableError, is_allowed
from scoring.game import Cell, Choice, Holding, Question, Setup, Slot, Supply
from scoring.hand import Hand, Landing, PendingTile
from scoring.picture import PartOfTable, Picture, Placed, Point, Shape
from scoring.roles.seated import name_of
from scoring.sentence import sentence
from scoring.spots import place_spot, tile_spot
from tests.games.harbour.engine import (
    INFO,
    SEA,
    UNKNOWN,
    WORTH,
    Cast,
    Draw,
    HarbourState,
    Lay,
    Lift,
    Move,
    Name,
    Pass,
    SetTrack,
    Tally,
    berths,
    board_of,
    check,
    legal,
    lies_at,
    lifts,
    options_of,
)

CARD_MM = 20.0
PALETTE = {"sea": "#3070a0", "card": "#e0d0a0", "line": "#202020", "red": "#c03030", "blue": "#3030c0"} | {
    "green": "#30a030",
    "yellow": "#d0c030",
}


class Entry(MoveEntry, frozen=True):
    cast: int | None = None
    cards: tuple[str, ...] | None = None
    draw: str | None = None
    coins: Count | dict[str, Count] | None = None
    face: str | None = None
    lift: str | None = None
    is_pass: bool = field(default=False, name="pass")
    cell: Cell | None = None
    points: dict[str, int] | None = None
    tide: Count | None = None


def read(entry: Entry, _setup: Setup | None, _number: int) -> Move:
    if entry.face is not None and entry.cell is not None:
        return Lay(entry.player, known_face(entry.face), entry.cell)
    if entry.lift is not None:
        return Lift(entry.player, known_face(entry.lift))
    if entry.is_pass:
        return Pass(entry.player)
    if entry.cast is not None:
        return Cast(entry.player, entry.cast)
    if entry.cards is not None:
        return Name(entry.player, entry.cards)
    if entry.draw is not None and not isinstance(entry.coins, dict):
        return Draw(entry.player, entry.draw, entry.coins)
    if isinstance(entry.coins, dict):
        return Tally(entry.player, entry.coins)
    if entry.points is not None:
        return SetTrack(entry.player, entry.points, entry.tide)
    raise UnreadableError("A move casts, draws, lays, takes back, passes, names, counts or sets a marker.")


def write(move: Move) -> dict[str, Any]:
    match move:
        case Cast():
            return {"player": move.player, "cast": move.pips}
        case Name():
            return {"player": move.player, "cards": list(move.cards)}
        case Draw():
            coins = {} if move.coins is None else {"coins": move.coins}
            return {"player": move.player, "draw": move.face, **coins}
        case Lay():
            return {"player": move.player, "face": move.face, "cell": list(move.cell)}
        case Lift():
            return {"player": move.player, "lift": move.face}
        case Pass():
            return {"player": move.player, "pass": True}
        case Tally():
            return {"player": move.player, "coins": dict(move.coins)}
        case SetTrack():
            tide = {} if move.tide is None else {"tide": move.tide}
            return {"player": move.player, "points": dict(move.points), **tide}
    raise AssertionError(move)


def no_beginning(_begins: Mapping[str, Any]) -> dict[str, Any]:
    raise UnreadableError("Harbour begins at its beginning.")


NOTATION = GameNotation(INFO, Entry, options_of, no_beginning, read, write)


def known_face(face: str) -> str:
    if face not in WORTH:
        raise UnreadableError("There is no such card.")
    return face


def say(state: HarbourState, move: Move) -> str:
    name = name_of(state, move.player)
    match move:
        case Cast():
            return sentence("{name} casts a {pips}.", name=name, pips=move.pips)
        case Name():
            return sentence("{name} has named their cards.", name=name)
        case Draw():
            return sentence("{name} draws a card.", name=name)
        case Lay():
            return sentence("{name} lays {face}.", name=name, face=move.face)
        case Lift():
            return sentence("{name} takes {face} back.", name=name, face=move.face)
        case Pass():
            return sentence("{name} passes.", name=name)
    return sentence("{name} sets the count right.", name=name)


# --- drawing -----------------------------------------------------------------------------------------


def at_mm(cell: Cell) -> Point:
    return cell[0] * CARD_MM, cell[1] * CARD_MM / 5


def outline(cell: Cell) -> tuple[Point, ...]:
    (x, y), half = at_mm(cell), CARD_MM / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def outlines(cells: Collection[Cell], state: object = None) -> list[tuple[Point, ...]]:
    return [outline(cell) for cell in cells]


def where(state: HarbourState, move: Move) -> tuple[Cell, ...]:
    """A card that is taken back says only which it is: where it lies, the table tells."""
    return lies_at(state, move)[:1] if isinstance(move, Lift) else NOTATION.where(state, move)


SYMBOLS = {
    "place": (Shape(outline((0, 0)), fill="sea", stroke="line", stroke_mm=0.5),),
    **{
        face: (Shape(outline((0, 0)), fill="card", stroke="player", stroke_mm=worth),)
        for face, worth in WORTH.items()
    },
}


def picture(state: HarbourState, proposed: Sequence[Move] = ()) -> Picture:
    cells = (*SEA, *(cell for each in state.colours for cell in berths(state, each)))
    new = {move.cell: (move.face, move.player) for move in proposed if isinstance(move, Lay)}
    placed = [
        Placed(
            "place",
            at_mm(cell),
            spot=place_spot(cell, board_of(state, cell)),
            says="A place",
            emphasis="empty",
        )
        for cell in cells
        if cell not in state.cards and cell not in new
    ]
    for cell, (face, player) in {**state.cards, **new}.items():
        emphasis = "proposed" if cell in new else ""
        spot = tile_spot(cell, board_of(state, cell))
        placed.append(Placed(face, at_mm(cell), spot=spot, says=face, colour=player, emphasis=emphasis))
    xs, ys = zip(*map(at_mm, cells), strict=True)
    box = (
        min(xs) - CARD_MM,
        min(ys) - CARD_MM,
        max(xs) - min(xs) + 2 * CARD_MM,
        max(ys) - min(ys) + 2 * CARD_MM,
    )
    return Picture(box, PALETTE, SYMBOLS, tuple(placed), tuple(parts(state)))


def parts(state: HarbourState) -> Iterator[PartOfTable]:
    """Give the sea that all share and everybody's own quay."""
    for name in ("", *state.colours):
        xs, ys = zip(*map(at_mm, berths(state, name) if name else SEA), strict=True)
        says = name_of(state, name) if name else "The sea"
        size = max(xs) - min(xs) + CARD_MM, max(ys) - min(ys) + CARD_MM
        yield PartOfTable(name, says, (min(xs) - CARD_MM / 2, min(ys) - CARD_MM / 2, *size))


def draw_face(face: str) -> Picture:
    placed = (Placed(face if face in SYMBOLS else "place", (0.0, 0.0), colour="red"),)
    return Picture((-CARD_MM, -CARD_MM, 2 * CARD_MM, 2 * CARD_MM), PALETTE, SYMBOLS, placed)


def draw_move(move: Move) -> Picture:
    return draw_face(move.face if isinstance(move, Lay | Lift) else UNKNOWN)


# --- entering ----------------------------------------------------------------------------------------


def ask(state: HarbourState, move: Move, others: Sequence[Move] = ()) -> tuple[Question, ...]:
    ways = dict.fromkeys(map(str, map(write, (move, *others))))
    moves = {str(write(each)): each for each in (move, *others)}
    choices = tuple(
        Choice(as_json(write(moves[way])), say(state, moves[way]), draw_move(moves[way])) for way in ways
    )
    questions = (Question("move", "Which of these is it?", choices, as_json(write(move))),)
    if not isinstance(move, Lay):
        return questions
    faces = tuple(Choice(face, face, draw_face(face)) for face in WORTH)
    return (*questions, Question("face", "Which card is it?", faces, move.face))


def answer(state: HarbourState, move: Move, answers: Mapping[str, Any]) -> Move:
    for name, value in answers.items():
        if name == "move" and isinstance(value, Mapping):
            move = NOTATION.load_move(value)
        elif name == "face" and isinstance(move, Lay) and isinstance(value, str):
            move = replace(move, face=known_face(value))
        elif name == "cell" and isinstance(move, Lay):
            move = replace(move, cell=answered(value, Cell))
        else:
            raise UnreadableError("There is no such question or answer.")
    return move


def in_hand(
    state: HarbourState,
    held: Sequence[str] = (),
    *,
    anywhere: bool = False,
    box: Mapping[str, int] = {},
    begun: Move | None = None,
) -> Hand:
    if len(held) > 1:
        raise UnreadableError("A card is one part.")
    hand = Counter(state.hands[state.player])
    faces = [face for face in WORTH if hand[face] or hand[UNKNOWN]]
    palette = (tuple(Choice(face, face, draw_face(face), left=hand[face] + hand[UNKNOWN]) for face in faces),)
    landings = tuple(
        landing(state, move) for face in held for move in ways(state, known_face(face), anywhere)
    )
    reach = tuple(point for cell in (*SEA, *berths(state, state.player)) for point in outline(cell))
    drawn = draw_face(held[0]) if held else None
    back = tuple(Choice(as_json(write(lift)), lift.face, draw_move(lift)) for lift in lifts(state))
    return Hand(
        "Which card is laid?",
        1,
        tuple(held),
        palette,
        drawn,
        landings,
        reach_mm=reach,
        begins=(back,) if back else (),
        board=state.player,
    )


def ways(state: HarbourState, face: str, anywhere: bool) -> list[Lay]:
    free = [cell for cell in (*SEA, *berths(state, state.player)) if cell not in state.cards]
    found = [Lay(state.player, face, cell) for cell in free]
    return [move for move in found if anywhere or is_allowed(check, state, move)]


def landing(state: HarbourState, move: Lay) -> Landing:
    spot = place_spot(move.cell, board_of(state, move.cell))
    return Landing(spot, f"place {move.cell[0] + 1}", outline(move.cell), (as_json(write(move)),))


def preview(state: HarbourState, move: Move) -> PendingTile:
    lies = isinstance(move, Lay)
    spot = place_spot(move.cell, board_of(state, move.cell)) if lies else ""
    return PendingTile(spot, write(move), picture(state, [move]) if lies else None, draw_move(move))


# --- looking up --------------------------------------------------------------------------------------


def regions(state: HarbourState) -> tuple[Holding, ...]:
    found = []
    for player in state.colours:
        quay = berths(state, player)
        open_edges = sum(cell not in state.cards for cell in quay)
        shown = tuple(outline(cell) for cell in quay)
        found.append(
            Holding(f"{player}-quay", "quay", quay, (), (), open_edges, not open_edges, (), (), shown)
        )
    return tuple(found)


def places(state: HarbourState, face: str) -> tuple[Slot, ...]:
    moves = legal(state, known_face(face))
    return tuple(Slot(move.cell, (0,), outline(move.cell)) for move in moves if isinstance(move, Lay))


def supplies(state: HarbourState) -> tuple[Supply, ...]:
    """Count each player's cards and, for whom that is known, which they are and the coins."""
    found = []
    for player in state.colours:
        hand = state.hands[player]
        found.append(Supply(player, "hand", "cards", len(hand), 0))
        known = Counter(face for face in hand if face != UNKNOWN)
        found += [Supply(player, face, face, known[face], 0) for face in WORTH if known[face]]
        coins = state.coins[player]
        found += [] if coins is None else [Supply(player, "coins", "coins", coins, 0)]
    return tuple(found)


def single_faces() -> tuple[Choice, ...]:
    return tuple(Choice(face, face, draw_face(face)) for face in WORTH)


def single_turns(face: str) -> tuple[Choice, ...]:
    return (Choice(0, "as it is", draw_face(known_face(face))),)


def single_tile(face: str, turns: int) -> tuple[str, int]:
    if turns:
        raise UnreadableError("A card is not turned.")
    return known_face(face), 0
