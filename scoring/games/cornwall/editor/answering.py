"""A player's answers about a move put into it, and moves that nobody saw made from them."""

from collections.abc import Mapping

from msgspec.structs import replace

from scoring.documents.bounds import Count, Step
from scoring.documents.complaints import shown
from scoring.documents.document import answered, flag
from scoring.errors import UnreadableError
from scoring.game import Cell
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.drawing.scene import beside_land
from scoring.games.cornwall.editor.corrections import field_answered
from scoring.games.cornwall.editor.edited_tile import EditedTile, lying
from scoring.games.cornwall.engine.moves import Move, Opening, PutBack, Recount, TriplePlacement
from scoring.games.cornwall.engine.returned import unseen
from scoring.games.cornwall.engine.state import SUPPLY, CornwallState
from scoring.games.cornwall.land.fields import TERRAINS, Field, face_of, fields_of
from scoring.games.cornwall.land.hexes import neighbours
from scoring.games.cornwall.land.spots import Answers, cell_of, one_of
from scoring.sentence import sentence
from scoring.spots import write_cell

_OF_FIELDS = tuple(f"{what}_{number}" for number in (1, 2, 3) for what in ("terrain", "symbols", "figure"))
_RAW = ("face", "turns", "cell", "fields", "figures", "pub")
"""Keys of a placement's document, each of which may be answered as the document writes it."""


def answer(state: CornwallState, move: Move, answers: Answers) -> Move:
    """Give the move with a player's answers in it; what they leave out stays as it is.

    Raises:
        UnreadableError: There is no such question or answer.
    """
    if answers.get("move") is not None:
        move = _whole(answers["move"])
    _check_names(state, move, answers)
    if answers.get("player") is not None:
        move = _with_player(state, move, answers["player"])
    match move:
        case Opening():
            return _start_answered(move, answers)
        case PutBack():
            return _put_back_answered(move, answers)
        case Recount():
            return _coins_answered(state, move, answers)
        case TriplePlacement():
            return _placement_answered(state, move, answers)


def _check_names(state: CornwallState, move: Move, answers: Answers) -> None:
    colours = [seat.colour for seat in state.setup.players]
    known: tuple[str, ...] = (
        *_RAW,
        *_OF_FIELDS,
        "corner",
        "unseen",
        *(f"pub_{colour}" for colour in colours),
    )
    if isinstance(move, Opening):
        numbers = range(1, len(move.fields) + 1)
        known = ("cells", *(f"{what}_{number}" for number in numbers for what in ("terrain", "symbols")))
    elif isinstance(move, PutBack):
        known = tuple(name for name in _OF_FIELDS if not name.startswith("figure"))
    elif isinstance(move, Recount):
        known = tuple(f"coins_{colour}" for colour in colours)
    known = ("move", *known, "player")
    for name in answers:
        if name not in known:
            raise UnreadableError(f"There is no question {shown(name)}; there are: {', '.join(known)}.")


def _whole(document: object) -> Move:
    if not isinstance(document, Mapping):
        raise UnreadableError("A whole turn is written as a move of the game document.")
    return NOTATION.load_move(document)


def _with_player(state: CornwallState, move: Move, value: object) -> Move:
    player = one_of(value, tuple(seat.colour for seat in state.setup.players), "A player")
    if isinstance(move, TriplePlacement):
        buyers = {player if each == move.player else each for each in move.pub}
        return replace(move, player=player, pub=tuple(sorted(buyers)))
    return replace(move, player=player)


def _start_answered(move: Opening, answers: Answers) -> Opening:
    fields = sorted(move.fields, key=lambda each: each[0][::-1])
    for number, (cell, field) in enumerate(fields, start=1):
        terrain, symbols = answers.get(f"terrain_{number}"), answers.get(f"symbols_{number}")
        if terrain is not None or symbols is not None:
            now = field_answered(field, terrain, symbols)
            fields = [_swapped(cell, field, now, there, other) for there, other in fields]
    shown = dict(fields)
    if answers.get("cells") is not None:
        shown = _toggled(shown, cell_of(answers["cells"]))
    return replace(move, fields=tuple(sorted(shown.items())))


def _swapped(cell: Cell, was: Field, now: Field, there: Cell, other: Field) -> tuple[Cell, Field]:
    """Put the terrain a field had where the one it is given was: a start tile shows each terrain once."""
    if there == cell:
        return there, now
    if other.terrain == now.terrain != was.terrain:
        return there, field_answered(other, was.terrain, None)
    return there, other


def _toggled(shown: Mapping[Cell, Field], cell: Cell) -> dict[Cell, Field]:
    """Take a field away, or add one of a terrain that is still missing."""
    if cell in shown:
        return _without(shown, cell)
    if cell not in beside_land(shown):
        raise UnreadableError(sentence("The fields of a start tile lie side by side."))
    return {**shown, cell: Field((_missing(shown) or TERRAINS)[0])}


def _missing(shown: Mapping[Cell, Field]) -> list[str]:
    there = {field.terrain for field in shown.values()}
    return [terrain for terrain in TERRAINS if terrain not in there]


def _without(shown: Mapping[Cell, Field], cell: Cell) -> dict[Cell, Field]:
    """Take a field away; of two that show the same terrain one takes over what is missing then."""
    left = {there: field for there, field in shown.items() if there != cell}
    if not left:
        raise UnreadableError(sentence("This is the last field; add others first."))
    terrains = [field.terrain for field in left.values()]
    twice = [there for there, field in left.items() if terrains.count(field.terrain) > 1]
    if twice and shown[cell].terrain in _missing(left):
        # The one at the rim is the one that was added.
        rim = min(twice, key=lambda there: sum(near in left for near in neighbours(there)))
        left[rim] = field_answered(left[rim], shown[cell].terrain, None)
    return left


def _put_back_answered(move: PutBack, answers: Answers) -> PutBack:
    fields = (
        field_answered(field, answers.get(f"terrain_{number}"), answers.get(f"symbols_{number}"))
        for number, field in enumerate(fields_of(move.face), start=1)
    )
    return replace(move, face=face_of(fields))


def _coins_answered(state: CornwallState, move: Recount, answers: Answers) -> Recount:
    coins = dict(move.coins)
    for seat in state.setup.players:
        value = answers.get(f"coins_{seat.colour}")
        if value is not None:
            coins[seat.colour] = _count(value)
    return replace(move, coins=coins)


def _count(value: object) -> int:
    try:
        count: int = answered(value, Count)
    except ValueError as error:
        raise UnreadableError(f"Coins are counted in whole numbers from 0 to 999; {error}.") from error
    return count


def _placement_answered(state: CornwallState, move: TriplePlacement, answers: Answers) -> Move:
    move = _with_raw(move, answers)
    if any(answers.get(name) is not None for name in ("corner", "turns", *_OF_FIELDS)):
        move = _with_lying(lying(move), answers).move
    move = _with_pub(state, move, answers)
    return _with_unseen(state, move, answers)


def _with_raw(move: TriplePlacement, answers: Answers) -> TriplePlacement:
    """Put in what is answered as a document writes it; the turn alone is about the tile's corner."""
    given = {name: answers[name] for name in _RAW if answers.get(name) is not None}
    if given.keys() <= {"turns"}:
        return move
    document = {**NOTATION.dump_move(move), **given}
    if "cell" in given:
        document["cell"] = list(cell_of(given["cell"]))
    read = NOTATION.load_move(document)
    if not isinstance(read, TriplePlacement):
        raise UnreadableError("A tile that is laid needs its face and its cell.")
    return read


def _with_lying(tile: EditedTile, answers: Answers) -> EditedTile:
    if answers.get("corner") is not None:
        tile = replace(tile, corner=_corner(answers["corner"]))
    if answers.get("turns") is not None and answers.get("cell") is None and answers.get("face") is None:
        tile = _turned(tile, answers["turns"])
    field, two, three = (_field(tile, place, answers) for place in range(3))
    kinds = [_kind(tile, place, answers) for place in range(3)]
    return replace(tile, fields=(field, two, three), kinds=(kinds[0], kinds[1], kinds[2]))


def _corner(value: object) -> tuple[Cell, int]:
    try:
        q, r, way = answered(value, tuple[Step, Step, Step])
    except ValueError as error:
        raise UnreadableError(f"A corner is written as three numbers, such as 1,0,0; {error}.") from error
    if way not in (0, 1):
        raise UnreadableError(f"A tile points south (0) or north (1), not {way}.")
    return (q, r), way


def _turned(tile: EditedTile, value: object) -> EditedTile:
    turned = [tile.turned(times) for times in range(3)]
    for each in turned:
        if str(each.move.turns) == str(value):
            return each
    offered = ", ".join(sorted({str(one.move.turns) for one in turned}))
    raise UnreadableError(f"A tile that lies here can be turned {offered} times, not {shown(value)}.")


def _field(tile: EditedTile, place: int, answers: Answers) -> Field:
    number = place + 1
    return field_answered(
        tile.fields[place], answers.get(f"terrain_{number}"), answers.get(f"symbols_{number}")
    )


def _kind(tile: EditedTile, place: int, answers: Answers) -> str:
    value = answers.get(f"figure_{place + 1}")
    return tile.kinds[place] if value is None else one_of(value, ("", *SUPPLY), "A figure")


def _with_pub(state: CornwallState, move: TriplePlacement, answers: Answers) -> TriplePlacement:
    buyers = set(move.pub)
    for seat in state.setup.players:
        name = f"pub_{seat.colour}"
        if answers.get(name) is not None:
            buyers = buyers | {seat.colour} if flag(answers, name) else buyers - {seat.colour}
    return replace(move, pub=tuple(sorted(buyers)))


def figure_key(move: TriplePlacement) -> str:
    """Name a move by its figures and who bought theirs back, to tell it from others with the same tile."""
    return " ".join([*(f"{write_cell(figure.cell)}:{figure.kind}" for figure in move.figures), *move.pub])


def _with_unseen(state: CornwallState, move: TriplePlacement, answers: Answers) -> Move:
    key = answers.get("unseen")
    if key in (None, "", False):
        return move
    for variant in unseen(state, move):
        if isinstance(variant, TriplePlacement) and figure_key(variant) == key:
            return variant
    raise UnreadableError(f"{shown(key)} could not have been put here, scored and taken to the pub.")
