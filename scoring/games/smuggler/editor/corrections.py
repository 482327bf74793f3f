"""What a player may say of a photographed board, and the board with it in place of what was read."""

from collections.abc import Iterator

from msgspec.structs import replace

from scoring.documents.complaints import shown
from scoring.documents.values import Document
from scoring.errors import UnreadableError
from scoring.game import Choice, Player, Question
from scoring.games.smuggler.documents.boards import (
    COLOURS,
    MARKER,
    OFFICER,
    SHIP,
    GoodsReading,
    PieceReading,
    SmugglerBoard,
    SpaceReading,
    step_of,
)
from scoring.games.smuggler.documents.picture import TRACK, WHEEL, goods_spot_at, place_of
from scoring.games.smuggler.documents.status import status
from scoring.games.smuggler.engine.state import ABOARD, CUSTOMS
from scoring.games.smuggler.land.box import SmugglerBox, is_land, is_water
from scoring.sentence import marked, sentence

MOST_PEGS, MOST_SQUARES = 6, 12
"""So many can be said to stand or lie at a place, or more where more were read."""
MARKERS_OF = marked("Markers of {colour}")
SQUARES_ABOARD = marked("Squares of goods in the ship of {colour}")
"""These titles stand before a number."""


def questions(board: SmugglerBoard, spot: str) -> tuple[Question, ...]:
    """List what a player may set about a spot, with the answers to offer.

    Args:
        spot: See ``documents.picture.place_of``.

    Raises:
        UnreadableError: The board has no such spot.
    """
    place = place_of(board, spot)
    if place in {WHEEL, TRACK}:
        return (_space(board, place),)
    if (step := step_of(place)) is not None:
        title = sentence("Officers that wait on step {step} of the customs track", step=step + 1)
        return (_number("officers", title, len(board.of_kind(OFFICER, place)), 1),)
    if goods_spot_at(board, place) == spot and (place == CUSTOMS or place in board.box.merchants):
        return (_squares(board, place),)
    return tuple(_about_place(board, place))


def _about_place(board: SmugglerBoard, place: str) -> Iterator[Question]:
    known = board.box.places[place]
    if is_land(known):
        for colour in COLOURS:
            count = sum(each.player == colour for each in board.of_kind(MARKER, place))
            yield _number(colour, sentence(MARKERS_OF, colour=sentence(colour)), count, MOST_PEGS)
        officers = board.of_kind(OFFICER, place)
        yield _number("officers", sentence("Officers"), len(officers), MOST_PEGS)
        if officers:
            title = sentence("Who has bribed the officer?")
            yield Question("bribed_by", title, _players(), officers[0].player)
        yield _squares(board, place)
    if is_water(known):
        ships = [each.player for each in board.of_kind(SHIP, place)]
        yield Question("ship", sentence("Whose ship lies here?"), _players(), ships[0] if ships else "")
        for player in dict.fromkeys(ships):
            title = sentence(SQUARES_ABOARD, colour=sentence(player))
            yield _number(f"aboard_{player}", title, _aboard(board, player), MOST_SQUARES)


def _number(name: str, title: str, count: int, most: int) -> Question:
    choices = tuple(Choice(number, str(number)) for number in range(max(most, count) + 1))
    return Question(name, title, choices, count)


def _players() -> tuple[Choice, ...]:
    return (Choice("", sentence("nobody")), *(Choice(each, sentence(each)) for each in COLOURS))


def _squares(board: SmugglerBoard, place: str) -> Question:
    merchant = board.box.merchants.get(place, ())
    pieces = merchant if place in board.box.merchants else board.box.pieces.values()
    is_stock = place == CUSTOMS or place in board.box.merchants
    most = sum(piece.squares for piece in pieces) if is_stock else MOST_SQUARES
    return _number("goods", sentence("Squares of goods"), board.squares(place), most or MOST_SQUARES)


def _aboard(board: SmugglerBoard, player: Player) -> int:
    return sum(each.squares for each in board.goods if (each.place, each.owner) == (ABOARD, player))


def _space(board: SmugglerBoard, name: str) -> Question:
    space = board.wheel if name == WHEEL else board.track
    title = (
        sentence("How many spaces beyond START is the gold marker?")
        if name == WHEEL
        else sentence("On which step of the customs track is its marker?")
    )
    choices = tuple(
        Choice(at, str(at) if name == WHEEL else _step_words(board.box, at))
        for at in range(_spaces(board.box, name, space))
    )
    return Question(name, title, choices, None if space is None else space.number)


def _spaces(box: SmugglerBox, name: str, space: SpaceReading | None) -> int:
    known = box.wheel.spaces if name == WHEEL else len(box.track) + 1
    return max(known, 1, 0 if space is None else space.number + 1)


def _step_words(box: SmugglerBox, at: int) -> str:
    return sentence("END") if box.track and at == len(box.track) else str(at + 1)


# --- what was said ---------------------------------------------------------------------------------


def correct(board: SmugglerBoard, spot: str, answers: Document) -> SmugglerBoard:
    """Put a player's answers about one spot in place of what was read, and list the faults anew.

    Args:
        spot: The spot the answers are about, as in ``questions``.
        answers: Values by the questions' names; what is missing stays as it is.

    Raises:
        UnreadableError: The board has no such spot or question, or an answer is impossible.
    """
    place = place_of(board, spot)
    asked = {question.name: question for question in questions(board, spot)}
    for name, value in answers.items():
        if name not in asked or value not in [choice.value for choice in asked[name].choices]:
            raise UnreadableError(f"There is no question {shown(name)} here, or no answer {shown(value)}.")
        board = _answered(board, place, name, value)
    doubts = tuple(each for each in board.doubts if each.spot != spot)
    board = replace(board, doubts=doubts)
    return replace(board, faults=status(board))


def _answered(board: SmugglerBoard, place: str, name: str, value: object) -> SmugglerBoard:
    if name in {WHEEL, TRACK} and isinstance(value, int):
        return replace(board, **{name: SpaceReading(value)})
    if name == "officers" and isinstance(value, int):
        return _with_pegs(board, PieceReading(OFFICER, place), value)
    if name == "bribed_by":
        return _bribed(board, place, str(value))
    if name == "ship":
        return _with_ship(board, place, str(value))
    if name == "goods" and isinstance(value, int):
        return _with_goods(board, GoodsReading(value, place))
    if name.startswith("aboard_") and isinstance(value, int):
        return _with_goods(board, GoodsReading(value, ABOARD, owner=name.removeprefix("aboard_")))
    if isinstance(value, int):
        return _with_pegs(board, PieceReading(MARKER, place, name), value)
    return board


def _with_pegs(board: SmugglerBoard, peg: PieceReading, count: int) -> SmugglerBoard:
    """Let so many pegs stand at a place; those that were read there already are sure now."""
    alike = [
        each
        for each in board.of_kind(peg.kind, peg.place)
        if peg.kind == OFFICER or each.player == peg.player
    ]
    others = tuple(each for each in board.pieces if each not in alike)
    kept = [replace(each, confidence=1.0, rival="") for each in alike[:count]]
    return replace(board, pieces=(*others, *kept, *[peg] * (count - len(kept))))


def _bribed(board: SmugglerBoard, place: str, player: Player) -> SmugglerBoard:
    """Let the first officer of a place be bribed by a player, or by nobody."""
    first = next((each for each in board.of_kind(OFFICER, place)), None)
    pieces = [replace(each, player=player) if each is first else each for each in board.pieces]
    return replace(board, pieces=tuple(pieces))


def _with_ship(board: SmugglerBoard, place: str, player: Player) -> SmugglerBoard:
    """Let a player's ship lie at a place, the first of those there, and nowhere else; or nobody's there."""
    gone = {player} if player else {each.player for each in board.of_kind(SHIP, place)}
    others = tuple(each for each in board.pieces if each.kind != SHIP or each.player not in gone)
    return replace(board, pieces=(*([PieceReading(SHIP, place, player)] if player else ()), *others))


def _with_goods(board: SmugglerBoard, goods: GoodsReading) -> SmugglerBoard:
    """Let so many squares lie at a place in place of what was read; what is in stashes stays."""
    others = tuple(
        each
        for each in board.goods
        if each.place != goods.place or each.stash or (goods.owner and each.owner != goods.owner)
    )
    return replace(board, goods=(*others, *([goods] if goods.squares else ())))
